//! The computer's turn without a window: who decides, what is taken back, what is told, and what happens when a mind fails.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use block_by_block::{BlockByBlock, Command, UnitId};
use panels::computer::{Tempo, Watch};
use panels::log::{LogLine, brought_about};
use panels::screens::Speed;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::{Player, Players, Ruleset};
use teacher::Teaching as _;

use super::Thinker;
use super::think::{Beat, beat_of};
use crate::shell::banner::Banner;
use crate::shell::course::Course;
use crate::shell::eyes::Eyes;
use crate::shell::fixture::bare;
use crate::shell::game::{Begin, Beginning, Order, Play, Practice, Practise, TimeStep};
use crate::shell::phase::{Phase, Turn, turn_ended};
use crate::shell::playback::{Happened, Playback};
use crate::shell::said::Said;
use crate::shell::seat::Seat;
use crate::shell::staged::Staged;
use crate::shell::start::{Source, fresh_seed, open};
use crate::shell::storage::{Opening, Storage};
use crate::shell::table::Table;
use crate::teacher::Teacher;

/// How long a slow machine may take for one decision.
const PATIENCE: Duration = Duration::from_secs(120);

/// The turns that have ended.
#[derive(Resource, Default)]
struct Ended(Vec<u32>);

fn note_ended(mut passed: MessageReader<StateTransitionEvent<Turn>>, mut ended: ResMut<Ended>) {
    ended.0.extend(turn_ended(&mut passed));
}

/// A game at a table without a window.
struct Room<R: Staged> {
    app: App,
    folder: tempfile::TempDir,
    ruleset: std::marker::PhantomData<R>,
}

impl<R: Staged> Room<R> {
    fn with(scenario: &str, seed: u64, players: Players, speed: Speed) -> Self {
        let table = Table::read().unwrap();
        let source = Source::Agreed(scenario.into(), Vec::new(), players);
        let game = open::<R>(&table, &source, fresh_seed(Some(seed))).unwrap().game;
        let folder = tempfile::tempdir().unwrap();
        let mut storage = Storage::below(folder.path());
        assert!(matches!(storage.open(&game, None), Opening::Ours(Ok(()))));
        let mut app = bare(game, storage, seed, speed);
        app.init_resource::<Teacher>()
            .init_resource::<Ended>()
            .add_systems(Update, note_ended)
            .add_plugins((super::plugin, super::of::<R>));
        Self { app, folder, ruleset: std::marker::PhantomData }
    }

    fn new(scenario: &str, players: Players) -> Self {
        Self::with(scenario, 7, players, Speed::Off)
    }

    fn game(&self) -> &tabletop::Game<R> {
        self.play().game.whole().unwrap()
    }

    fn play(&self) -> &Play<R> {
        self.app.world().resource::<Play<R>>()
    }

    fn course(&self) -> &Course {
        self.app.world().resource::<Course>()
    }

    fn seat(&self) -> &Seat<R> {
        self.app.world().resource::<Seat<R>>()
    }

    fn order(&mut self, command: R::Command) {
        self.app.world_mut().write_message(Order(vec![command]));
        self.app.update();
    }

    fn step(&mut self, step: TimeStep) {
        self.app.world_mut().write_message(step);
        self.app.update();
    }

    fn say(&mut self, tempo: Tempo) {
        self.app.world_mut().write_message(Said(panels::Intent::Tempo(tempo)));
        self.app.update();
    }

    #[track_caller]
    fn until(&mut self, what: &str, holds: impl Fn(&Self) -> bool) {
        let begun = Instant::now();
        while !holds(self) {
            assert!(begun.elapsed() < PATIENCE, "{what} never came: {:?}", self.app.world().resource::<Banner>());
            self.app.update();
            std::thread::sleep(Duration::from_millis(1));
        }
        // What was shown is taken in.
        self.app.update();
        self.app.update();
    }

    fn asked(&self) -> bool {
        self.play().is_asked()
    }

    /// What the side that is seated does, by the mind of a Recruit: persons must decide something.
    fn decide(&mut self) {
        let game = self.game();
        let side = game.to_act().unwrap();
        let mind = opponent::Mind::<R>::new(opponent::Level::Recruit, 3);
        let view = opponent::View::of(&**game.rules(), game.state(), side);
        let decision = mind.decide(game.rules(), &view, &opponent::Patience::ENDLESS).unwrap();
        self.order(decision.command);
    }
}

impl Room<BlockByBlock> {
    /// The person ends his step, or takes the first of what he has to choose from.
    fn answer(&mut self) {
        let (options, _) = self.game().options();
        let done = options.iter().find(|option| **option == Command::Done).or(options.first());
        self.order(done.cloned().unwrap());
    }
}

#[test]
fn the_computer_plays_its_side_and_nobody_plays_it_for_it() {
    let mut room = Room::<BlockByBlock>::new("historical", [Player::Person, Player::Recruit]);
    room.until("my decision", Room::asked);
    let before = room.play().game.cursor();
    // I end my steps until the other side is to decide.
    while room.asked() {
        room.answer();
    }
    room.app.update();
    assert_eq!(room.course().now.map(|now| now.name), Some("Recruit"));
    let stranger = room.game().options().0.remove(0);
    let length = room.play().game.len();
    room.app.world_mut().write_message(Order(vec![stranger]));
    room.until("my decision", Room::asked);
    let game = room.game();
    assert!(game.cursor() > before && game.len() > length, "it has decided");
    for (n, entry) in game.entries().iter().enumerate() {
        let side = game.rules().giver(game.state_at(n), &entry.command).unwrap();
        assert_eq!(entry.by, game.player(side), "{n}: the computer's orders are the computer's");
    }
    let card = room.course().card.clone().expect("what it did is told");
    assert!(card.over && card.why && !card.lines.is_empty());
}

#[test]
fn the_same_seed_and_strength_give_the_same_orders_at_any_pace() {
    let journal = |speed| {
        let mut room = Room::<BlockByBlock>::with("historical", 5, [Player::Recruit, Player::Regular], speed);
        room.until("a dozen orders", |room| room.play().game.len() >= 12);
        room.game().entries()[..12].to_vec()
    };
    assert_eq!(journal(Speed::Off), journal(Speed::Fourfold));
}

#[test]
fn undo_goes_back_to_my_last_decision_and_stops_the_thought_that_was_under_way() {
    let mut room = Room::<BlockByBlock>::new("historical", [Player::Person, Player::Recruit]);
    room.until("my decision", Room::asked);
    let mut mine = Vec::new();
    for _ in 0..6 {
        while room.asked() && mine.len() < 6 {
            mine.push(room.play().game.cursor());
            room.answer();
        }
        room.until("my decision", Room::asked);
    }
    let end = room.play().game.len();
    room.step(TimeStep::Undo);
    assert_eq!(Some(&room.play().game.cursor()), mine.last());
    assert!(room.asked() && room.course().now.is_none());
    room.step(TimeStep::Undo);
    assert_eq!(room.play().game.cursor(), mine[mine.len() - 2]);
    room.step(TimeStep::Redo);
    room.step(TimeStep::Redo);
    assert_eq!((room.play().game.cursor(), room.play().game.len()), (end, end), "nothing was lost");
    // In the middle of a thought.
    while room.asked() {
        room.answer();
    }
    let point = room.play().game.before_last_decision().unwrap();
    room.step(TimeStep::Undo);
    assert_eq!(room.play().game.cursor(), point);
    for _ in 0..20 {
        room.app.update();
    }
    assert_eq!(room.play().game.cursor(), point, "nothing comes after");
}

/// Gives orders by lot, and counts frames until the next is accepted.
fn waits<R: Staged>(scenario: &str) {
    const FRAME: Duration = Duration::from_millis(20);
    let mut room = Room::<R>::with(scenario, 11, Players::default(), Speed::Normal);
    room.app.insert_resource(TimeUpdateStrategy::ManualDuration(FRAME));
    let mut lots = Seeded::new(11);
    for _ in 0..80 {
        let (options, _) = room.game().options();
        let Some(command) = options.get(lots.choose(options.len().max(1))).cloned() else { return };
        let words = room.game().rules().phrase(room.game().state(), &command);
        let before = room.game().cursor();
        room.order(command);
        assert_eq!(room.game().cursor(), before + 1, "{words}");
        let mut waited = FRAME;
        while !room.app.world().resource::<Playback<R::Event>>().is_idle() {
            room.app.update();
            waited += FRAME;
            assert!(waited <= Duration::from_secs(1), "{words}");
        }
    }
}

#[test]
fn no_order_waits_longer_than_a_second_for_the_one_before_at_normal_speed() {
    waits::<BlockByBlock>("historical");
    waits::<Platoon>("ambush");
    waits::<SearchAndDestroy>("standard");
    waits::<Skirmish>("patrol-and-ambush");
}

#[test]
fn pause_holds_it_and_going_on_lets_it_go_on() {
    let mut room = Room::<BlockByBlock>::new("historical", [Player::Recruit, Player::Recruit]);
    room.until("an order", |room| room.play().game.len() > 2);
    room.say(Tempo::Pause);
    room.app.update();
    let length = room.play().game.len();
    for _ in 0..40 {
        room.app.update();
        std::thread::sleep(Duration::from_millis(1));
    }
    assert_eq!(room.play().game.len(), length);
    assert!(room.course().now.is_some_and(|now| now.paused && !now.opposed));
    room.say(Tempo::Pause);
    room.until("more", |room| room.play().game.len() > length + 2);
    // A spectator takes back one order, and it stays taken back.
    room.step(TimeStep::Undo);
    let point = room.play().game.cursor();
    assert!(room.course().paused && point + 1 == room.play().game.len());
}

/// The computer comes to this answer in the first position of a game; what is said then.
fn failing(answer: impl FnOnce(&Room<BlockByBlock>) -> Result<opponent::Decision<BlockByBlock>, String>) -> String {
    let mut room = Room::<BlockByBlock>::new("historical", [Player::Recruit, Player::Recruit]);
    room.app.world_mut().resource_mut::<Course>().paused = true;
    room.app.update();
    room.app.world_mut().resource_mut::<Course>().paused = true;
    let game = room.game();
    let (side, length) = (game.to_act().unwrap(), game.len());
    let view = opponent::View::of(&**game.rules(), game.state(), side);
    let answer = answer(&room);
    room.app.world_mut().resource_mut::<Thinker<BlockByBlock>>().pretend(view, Player::Recruit, answer);
    room.app.world_mut().resource_mut::<Course>().paused = false;
    room.app.update();
    assert_eq!(room.play().game.player(side), Player::Person, "a person goes on");
    assert_eq!(room.play().game.len(), length);
    room.app.update();
    assert!(room.asked() && room.course().now.is_none());
    let said = room.app.world().resource::<Banner>().problem.clone().unwrap();
    assert!(said.contains("is now yours") && said.contains("Who plays"), "{said}");
    said
}

#[test]
fn what_the_rules_refuse_hands_the_side_to_a_person_and_is_said_in_a_sentence() {
    let wrong = Command::TakeLoss { unit: UnitId::all().next().unwrap() };
    failing(|room| {
        assert!(room.game().check(&wrong).is_err());
        Ok(opponent::Decision { command: wrong.clone(), reasons: Vec::new(), weighed: Vec::new(), work: 0 })
    });
}

#[test]
fn a_mind_that_fails_hands_the_side_to_a_person() {
    let said = failing(|_| Err("It failed: no way to N2-1.".into()));
    assert!(said.ends_with("It failed: no way to N2-1."), "{said}");
}

#[test]
fn a_save_says_who_plays_and_goes_on_so() {
    let players = [Player::Person, Player::Veteran];
    let mut room = Room::<BlockByBlock>::new("historical", players);
    room.until("my decision", Room::asked);
    room.order(Command::Done);
    room.app.update();
    let path = room.app.world().resource::<Storage>().path().unwrap().to_path_buf();
    assert!(path.starts_with(room.folder.path()));
    let table = room.app.world().resource::<Table>().clone();
    let again = open::<BlockByBlock>(&table, &Source::File(path.clone()), fresh_seed(None)).unwrap().game;
    assert_eq!(again.players(), players);
    room.app.world_mut().write_message(Said(panels::Intent::Seat { side: 1, player: Player::Person }));
    room.app.update();
    let again = open::<BlockByBlock>(&table, &Source::File(path), fresh_seed(None)).unwrap().game;
    assert_eq!(again.players(), [Player::Person; 2]);
}

#[test]
fn an_order_reaches_its_own_game_and_file_when_another_is_laid_on_the_table_in_the_same_frame() {
    let begin = |source| Begin { ruleset: BlockByBlock::ID, from: Beginning::Source(source) };
    let mut room = Room::<BlockByBlock>::new("historical", Players::default());
    let table = room.app.world().resource::<Table>().clone();
    let kept = |path: &std::path::Path| {
        open::<BlockByBlock>(&table, &Source::File(path.to_path_buf()), fresh_seed(None)).unwrap().game.len()
    };
    let path =
        |room: &Room<BlockByBlock>| room.app.world().resource::<Storage>().path().map(std::path::Path::to_path_buf);
    room.order(Command::Done);
    let (first, step) = (path(&room).unwrap(), room.game().clone());
    assert_eq!((kept(&first), step.len()), (1, 1));

    // A lesson's position has no file.
    room.app.world_mut().write_message(Practise(step.clone(), Practice::Lesson { asks: true }));
    room.order(Command::Done);
    assert_eq!((path(&room), kept(&first), room.game().len()), (None, 2, 1));

    room.app.world_mut().write_message(begin(Source::File(first.clone())));
    room.app.update();
    room.app.world_mut().write_message(begin(Source::Agreed("historical".into(), Vec::new(), Players::default())));
    room.order(Command::Done);
    assert_eq!((path(&room), kept(&first), room.game().len()), (None, 3, 0), "a game gets a file with its first order");
    room.order(Command::Done);
    let second = path(&room).unwrap();

    room.app.world_mut().write_message(begin(Source::File(first.clone())));
    room.order(Command::Done);
    assert_eq!((path(&room), kept(&first), kept(&second)), (Some(first), 3, 2));
}

/// Plays a person's side against the computer for so many of his decisions, and holds everything he is shown to what he may know.
fn nothing_leaks<R: Staged>(scenario: &str, mine: usize, decisions: usize) {
    let mut players = [Player::Recruit; 2];
    players[mine] = Player::Person;
    let mut room = Room::<R>::new(scenario, players);
    let side = room.play().game.rules().sides()[mine];
    for _ in 0..decisions {
        room.until("my decision", |room| room.asked() || room.play().game.outcome().is_some());
        let game = room.game();
        if game.outcome().is_some() {
            break;
        }
        let seat = room.seat();
        assert_eq!(seat.side(), Some(side), "the person stays seated");
        assert_eq!(seat.curtain(), None, "there is nobody to hide from");
        assert_eq!(seat.eyes(&room.play().game), Eyes::Of(side));
        assert_eq!(seat.view(), Some(&game.rules().view(game.state(), side)));
        let allowed = game.log(0..game.cursor(), Some(side));
        for line in &room.course().card.iter().flat_map(|card| card.lines.clone()).collect::<Vec<_>>() {
            let known = &allowed[line.order];
            assert_eq!(line.told, brought_about(&**game.rules(), known).join(" "));
            assert!(known.phrase.as_ref().is_none_or(|phrase| *phrase == line.ordered));
        }
        for n in 0..game.cursor() {
            if let Some(why) = super::why::begun(game, n, seat.eyes(&room.play().game)) {
                assert_eq!(why.state, panels::computer::WhyState::Withheld, "{n}");
            }
        }
        let sentences =
            |line: &LogLine| if line.gathered.is_empty() { vec![line.text.clone()] } else { line.gathered.clone() };
        let texts = seat.log().lines().iter().flat_map(sentences);
        let told: Vec<String> = allowed.iter().flat_map(|line| line.told.iter().chain(&line.phrase).cloned()).collect();
        for text in texts.filter(|text| !text.starts_with("Turn ")) {
            assert!(told.contains(&text), "{text} is told, and may not be known");
        }
        room.decide();
    }
    let happened = room.app.world_mut().resource_mut::<Messages<Happened<R::Event>>>().drain().count();
    assert!(happened < 10_000);
}

#[test]
fn in_search_and_destroy_the_person_is_told_what_his_side_may_know() {
    nothing_leaks::<SearchAndDestroy>("standard", 0, 12);
}

#[test]
fn in_platoon_the_person_is_told_what_his_side_may_know() {
    nothing_leaks::<Platoon>("ambush", 0, 10);
}

#[test]
fn in_skirmish_the_person_is_told_what_his_side_may_know() {
    nothing_leaks::<Skirmish>("patrol-and-ambush", 0, 10);
}

/// Two computers play; a spectator sees what both may know.
fn watched<R: Staged>(scenario: &str, orders: usize) {
    let mut room = Room::<R>::new(scenario, [Player::Recruit; 2]);
    let mut from = 0;
    while from < orders {
        room.until("more orders", |room| {
            room.play().game.len() > from && room.app.world().resource::<crate::shell::standing::Standing>().still
        });
        let game = room.game();
        assert_eq!(game.players(), [Player::Recruit; 2], "{:?}", room.app.world().resource::<Banner>());
        if game.outcome().is_some() {
            return;
        }
        from = game.len();
        let [one, other] = [game.rules().sides()[0], game.rules().sides()[1]];
        assert_eq!(room.seat().curtain(), None);
        if R::HIDES {
            assert_eq!(room.seat().eyes(&room.play().game), Eyes::Both([one, other]));
        }
        // Everything that is said of a position can be said of what both know of it.
        let seen = Eyes::watching(game.rules().sides(), Watch::Common).look(&**game.rules(), game.state());
        let said = (game.rules().question(&seen), game.rules().moment(&seen), game.rules().show(&seen));
        assert!(!said.0.is_empty() || game.to_act().is_none());
    }
}

#[test]
fn two_computers_play_block_by_block_for_somebody_who_watches() {
    watched::<BlockByBlock>("historical", 40);
}

#[test]
fn two_computers_play_search_and_destroy_for_somebody_who_watches() {
    watched::<SearchAndDestroy>("standard", 30);
}

#[test]
fn two_computers_play_platoon_for_somebody_who_watches() {
    watched::<Platoon>("ambush", 30);
}

#[test]
fn two_computers_play_skirmish_for_somebody_who_watches() {
    watched::<Skirmish>("patrol-and-ambush", 30);
}

#[test]
fn reasons_are_those_of_the_decision_itself() {
    let mut room = Room::<BlockByBlock>::new("historical", [Player::Recruit; 2]);
    room.until("some orders", |room| room.play().game.len() >= 15);
    room.say(Tempo::Pause);
    let game = room.game();
    let rules = &**game.rules();
    let library = &room.app.world().resource::<Table>().library;
    let mut told = 0;
    for n in 0..15 {
        let side = rules.giver(game.state_at(n), &game.entries()[n].command).unwrap();
        if rules.to_act(game.state_at(n)) != Some(side) {
            continue;
        }
        let level = opponent::Level::of(game.entries()[n].by).unwrap();
        let mind = opponent::Mind::<BlockByBlock>::load(&|path| library.read(path), level, game.seed()).unwrap();
        let view = opponent::View::of(rules, game.state_at(n), side);
        let decision = mind.decide(rules, &view, &opponent::Patience::ENDLESS).unwrap();
        assert_eq!(decision.command, game.entries()[n].command, "a mind decides alike whenever it is asked");
        match super::why::told(rules, view.seen(), &decision.command, &decision) {
            panels::computer::WhyState::Told(words) => {
                told += 1;
                assert!(!words.order.because.is_empty());
                assert!(words.others.iter().all(|other| other.phrase != words.order.phrase));
            }
            other => panic!("{other:?}"),
        }
        assert!(!rules.kind(view.seen(), &decision.command).title.is_empty());
    }
    assert!(told > 5);
}

#[test]
fn orders_come_on_the_beat_whatever_the_thought_took() {
    let length = beat_of(Speed::Normal);
    let struck = |ready_after: usize| {
        let mut beat = Beat::default();
        (0..400).find(|n| beat.strikes(0.05, *n >= ready_after, length)).unwrap()
    };
    assert_eq!(struck(0), struck(20), "a quick thought and a longer one are told at the same moment");
    assert!(struck(30) >= 2 * struck(0), "what misses a beat waits for the next");
    assert!(Beat::default().strikes(0.0, true, None) && !Beat::default().strikes(9.0, false, None));
}

/// Plays a game until a turn is over, and looks whether the states of Bevy's follow it.
fn phases_follow<R: Staged>(scenario: &str) {
    let mut room = Room::<R>::new(scenario, Players::default());
    let mut lots = Seeded::new(3);
    let moment = |room: &Room<R>| room.game().rules().moment(room.game().state()).0;
    while moment(&room) == 1 && room.game().outcome().is_none() {
        let (options, _) = room.game().options();
        let option = options[lots.choose(options.len())].clone();
        room.order(option);
        room.until("the phase", |room| {
            let now = Some(R::phase(room.game().state()));
            **room.app.world().resource::<State<Phase<R::Phase>>>() == Phase(now)
        });
    }
    let ended = |room: &Room<R>| room.app.world().resource::<Ended>().0.clone();
    assert_eq!((ended(&room), moment(&room)), (vec![1], 2));
    // A turn that is taken back has not ended, and another game on the table is not a later turn of this one.
    while moment(&room) == 2 {
        room.step(TimeStep::Undo);
        room.app.update();
    }
    room.app.update();
    assert_eq!(**room.app.world().resource::<State<Turn>>(), Turn(Some(1)));
    let mut second = room.game().clone();
    second.seek(usize::MAX);
    room.app.world_mut().write_message(Practise(second, Practice::Question));
    for _ in 0..4 {
        room.app.update();
    }
    assert_eq!(**room.app.world().resource::<State<Turn>>(), Turn(Some(2)));
    assert_eq!(ended(&room), [1]);
}

#[test]
fn systems_can_run_on_the_turns_and_phases_of_every_ruleset() {
    phases_follow::<BlockByBlock>("historical");
    phases_follow::<Platoon>("ambush");
    phases_follow::<SearchAndDestroy>("standard");
    phases_follow::<Skirmish>("patrol-and-ambush");
}
