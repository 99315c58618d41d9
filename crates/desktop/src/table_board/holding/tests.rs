//! Fire that is held on the table, without a window: how often the curtain falls in a move, and when somebody is asked all the same.

use panels::holding::Until;
use panels::screens::Speed;
use platoon::state::{Content, Trap};
use platoon::{Command, Phase, Platoon, Side, State, Weapon};
use table::Point;
use tabletop::{Player, Players, Ruleset};

use super::*;
use crate::shell::fixture::around;
use crate::shell::game::{Refused, TimeStep};
use crate::shell::staged::Staged as _;
use crate::shell::start::{fresh_seed, new_game};
use crate::shell::storage::Storage;
use crate::shell::table::Table;
use crate::table_board::hand::Hovered;
use crate::table_board::mouse::go;

/// A move of eight inches.
const WAY: i32 = 800;

const ALLIED: usize = 0;
const VC: usize = 1;

/// The ambush without the two markers that lie in the way.
fn game(players: Players, seed: u64) -> tabletop::Game<Platoon> {
    let table = Table::read().unwrap();
    let mut scenario = table.library.scenario::<Platoon>("ambush").unwrap();
    scenario.markers.retain(|marker| ![3, 7].contains(&marker.id.0));
    let mut game = new_game(Platoon::rules(&table), scenario, "ambush", fresh_seed(Some(seed))).unwrap();
    game.seat(players);
    game
}

/// An American squad has rolled far enough for the move, and nobody has been asked about it.
fn game_before_the_move() -> tabletop::Game<Platoon> {
    let game = (1..200).find_map(|seed| {
        let mut game = game(Players::default(), seed);
        for _ in 0..12 {
            let command = match game.state().phase {
                Phase::Interrupt(_) => Command::Pass,
                Phase::Active(Side::Allied) if !game.state().squad(game.state().active.squad)?.officer => break,
                _ => Command::Done,
            };
            game.play(command).ok()?;
        }
        let squad = game.state().active.squad;
        game.play(Command::March { squad, mode: Some(platoon::Mode::Patrol) }).ok()?;
        let march = game.state().active.march?;
        (march.good >= WAY && is_quiet(game.clone())).then_some(game)
    });
    game.expect("somebody rolls eight inches")
}

/// Two people before one screen, and what they press.
struct Pair {
    app: App,
    /// How often the curtain fell.
    curtains: usize,
    /// How often the enemy was asked.
    asked: usize,
    /// Keys for what is counted: each curtain, each answer, each time that a path is sent on its way.
    keys: usize,
    /// What the enemy answers.
    answer: Command,
}

impl Pair {
    /// A table at which an American squad has rolled far enough for the move, and nobody has been asked about it.
    fn before_the_move() -> Self {
        Self::at(game_before_the_move())
    }

    fn at(game: tabletop::Game<Platoon>) -> Self {
        Self::around(Play::new(game))
    }

    fn around(play: Play<Platoon>) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let mut app = around(play, Storage::below(folder.path()), 7, Speed::Off);
        app.init_resource::<Hand<Platoon>>()
            .init_resource::<Hovered<Platoon>>()
            .add_plugins(plugin::<Platoon>)
            .add_systems(
                Update,
                crate::table_board::renew::<Platoon>
                    .in_set(GameSystems::Seats.of(crate::shell::order::Room::Board))
                    .run_if(resource_exists::<Play<Platoon>>),
            );
        let mut room = Self { app, curtains: 0, asked: 0, keys: 0, answer: Command::Pass };
        room.wait();
        room
    }

    fn wait(&mut self) {
        for _ in 0..16 {
            self.app.update();
        }
    }

    fn seat(&self) -> &Seat<Platoon> {
        self.app.world().resource::<Seat<Platoon>>()
    }

    fn state(&self) -> &State {
        self.app.world().resource::<Play<Platoon>>().game.state()
    }

    fn point(&self) -> usize {
        self.app.world().resource::<Play<Platoon>>().game.cursor()
    }

    fn hand(&self) -> &Hand<Platoon> {
        self.app.world().resource::<Hand<Platoon>>()
    }

    fn say(&mut self, intent: Intent) {
        self.app.world_mut().write_message(Said(intent));
        self.wait();
    }

    fn order(&mut self, command: Command) {
        self.app.world_mut().write_message(Order(vec![command]));
        self.wait();
    }

    fn step(&mut self, step: TimeStep) {
        self.app.world_mut().write_message(step);
        self.wait();
    }

    /// What a side says, as if on its page.
    fn holds(&mut self, side: usize, holds: Holds) {
        self.app.world_mut().resource_mut::<Holding<Platoon>>().advance.say(side, holds);
    }

    /// The player who is asked for sits down.
    fn sit_down(&mut self) {
        while self.seat().curtain().is_some() {
            (self.curtains, self.keys) = (self.curtains + 1, self.keys + 1);
            self.say(Intent::OpenCurtain);
        }
    }

    /// Whether the enemy is asked whether he fires.
    fn asks(&self) -> bool {
        matches!(self.state().phase, Phase::Interrupt(_))
    }

    /// The squad goes its eight inches, as two people play it: the enemy lets it go on wherever he is asked.
    fn goes(&mut self) {
        self.sit_down();
        let (squad, from) = (self.state().active.squad, self.state().squad(self.state().active.squad).unwrap().at());
        self.app.world_mut().resource_mut::<Hand<Platoon>>().select(Some(u16::from(squad.0)));
        let to = from.plus(WAY, 0);
        for _ in 0..20 {
            self.sit_down();
            let it = self.state().squad(squad).unwrap();
            if self.asks() {
                (self.asked, self.keys) = (self.asked + 1, self.keys + 1);
                self.order(self.answer.clone());
            } else if it.at().within(to, 20) {
                return;
            } else {
                self.keys += 1;
                self.send(to);
            }
        }
        panic!("it never arrives");
    }

    /// Sends the selected squad on its way.
    fn send(&mut self, to: Point) {
        let world = self.app.world_mut();
        let sent = world.run_system_cached_with(
            |to: In<Point>,
             play: Res<Play<Platoon>>,
             seat: Res<Seat<Platoon>>,
             mut hand: ResMut<Hand<Platoon>>,
             mut orders: MessageWriter<Order<Command>>,
             mut refused: ResMut<Refused>| {
                let group = hand.selected.expect("it is selected");
                hand.plan = vec![*to];
                hand.way = play.game.rules().way(play.game.state(), group, &[*to]);
                go(&play, &seat, &mut hand, &mut orders, &mut refused);
            },
            to,
        );
        sent.unwrap();
        self.wait();
    }
}

/// Whether the squad that acts goes its way in three parts, and meets nobody.
fn is_quiet(mut game: tabletop::Game<Platoon>) -> bool {
    let squad = game.state().active.squad;
    let to = game.state().squad(squad).unwrap().at().plus(WAY, 0);
    let way = game.rules().way(game.state(), u16::from(squad.0), &[to]).unwrap();
    let unseen = |state: &State| state.squads.iter().all(|it| it.side == Side::Allied || it.hidden.is_some());
    let goes = |order: &Command| {
        let gone = game.play(order.clone()).is_ok() && matches!(game.state().phase, Phase::Interrupt(_));
        gone && unseen(game.state()) && game.play(Command::Pass).is_ok()
    };
    way.refusal.is_none() && way.orders.len() == 3 && way.orders.iter().all(goes)
}

/// Until an enemy is this near to the nearest marker; so near the squad comes on its way.
fn near(distance: i32) -> Holds {
    Holds::everybody(Until::Near(distance))
}

#[test]
fn in_a_move_of_eight_inches_the_curtain_falls_only_when_somebody_means_to_fire() {
    platoon::proves!("P-opportunity");
    let counted = |holds: Option<Holds>| {
        let mut room = Pair::before_the_move();
        room.sit_down();
        (room.curtains, room.keys) = (0, 0);
        if let Some(holds) = holds {
            room.holds(VC, holds);
        }
        room.goes();
        (room.curtains, room.asked, room.keys)
    };
    assert_eq!(counted(None), (6, 3, 10), "who has said nothing is asked after each part: two curtains each time");
    let turn = Pair::before_the_move().state().turn;
    assert_eq!(counted(Some(Holds::everybody(Until::TurnIsOver(turn.into())))), (0, 0, 1), "one drag of the path");
    assert_eq!(counted(Some(near(1))), (0, 0, 1), "nobody is that near");
    let mut room = Pair::before_the_move();
    room.sit_down();
    room.answer = Command::HoldFire;
    (room.curtains, room.keys) = (0, 0);
    room.goes();
    assert_eq!((room.curtains, room.asked, room.keys), (2, 1, 4), "one look holds fire for the rest of the move");
    assert_eq!(counted(Some(near(6_000))), (6, 3, 10), "everybody is that near");
}

#[test]
fn the_curtain_falls_when_the_enemy_comes_as_near_as_was_said() {
    let distances = |room: &Pair| {
        let rules = Platoon::rules(room.app.world().resource::<Table>()).clone();
        let firers = rules.may_fire(room.state(), VC).expect("it may fire").who;
        firers.iter().filter_map(|it| it.away).min().expect("it is measured")
    };
    let mut room = Pair::before_the_move();
    room.holds(VC, near(1));
    let at_first = distances(&room);
    room.goes();
    let at_last = distances(&room);
    assert!(at_last < at_first - 300, "it goes towards them: {at_first} {at_last}");
    let mut room = Pair::before_the_move();
    room.holds(VC, near(at_last));
    room.sit_down();
    room.curtains = 0;
    room.goes();
    assert_eq!(room.asked, 1, "where it is as near as that, and not before");
    assert_eq!(room.curtains, 2);
}

#[test]
fn not_this_turn_is_said_in_the_question_and_is_over_with_the_turn() {
    let mut room = Pair::before_the_move();
    room.sit_down();
    let (turn, squad) = (room.state().turn, room.state().active.squad);
    let to = room.state().squad(squad).unwrap().at().plus(WAY, 0);
    room.app.world_mut().resource_mut::<Hand<Platoon>>().select(Some(u16::from(squad.0)));
    room.send(to);
    room.sit_down();
    assert!(room.asks() && room.seat().side() == Some(Side::Vc));
    room.say(Intent::HoldFireThisTurn);
    room.sit_down();
    assert!(!room.asks() && room.seat().side() == Some(Side::Allied));
    let asked_in = |room: &Pair| room.asks().then(|| room.state().turn);
    let mut asked = None;
    for _ in 0..40 {
        room.sit_down();
        asked = asked.or(asked_in(&room));
        if asked.is_some() || room.state().turn > turn + 1 {
            break;
        }
        room.order(Command::Done);
    }
    assert_eq!(asked, Some(turn + 1), "in the next turn they are asked again");
}

#[test]
fn an_order_that_was_taken_back_is_asked_about_again() {
    let mut room = Pair::before_the_move();
    room.holds(VC, near(1));
    room.sit_down();
    let before = room.point();
    room.goes();
    let after = room.point();
    assert_eq!(after, before + 6, "three parts of a move, and three answers");
    room.step(TimeStep::Undo);
    assert!(room.asks() && room.seat().curtain() == Some(Side::Vc), "the person is asked, not answered for");
    room.wait();
    assert_eq!(room.point(), after - 1);
    room.sit_down();
    room.order(Command::Pass);
    assert_eq!(room.seat().curtain(), Some(Side::Allied));
}

#[test]
fn the_shots_lie_open_when_the_question_comes() {
    let mut room = Pair::before_the_move();
    room.sit_down();
    let shots = |room: &Pair| room.hand().question.as_ref().map(|question| question.answers.clone());
    assert_eq!(shots(&room), None, "the side that moves is not asked");
    let mut state = room.state().clone();
    // Somebody stands before its rifles.
    let at = state.squad(state.active.squad).unwrap().at();
    let shooter = state.squads.iter_mut().find(|it| it.side == Side::Vc).unwrap();
    shooter.hidden = None;
    shooter.figures.iter_mut().for_each(|figure| figure.at = at.plus(300, 0));
    state.phase = Phase::Interrupt(Side::Vc);
    let rules = Platoon::rules(room.app.world().resource::<Table>()).clone();
    let view = rules.view(&state, Side::Vc);
    let mut offers = Vec::new();
    rules.options(&view, &mut offers);
    let question = crate::table_board::fire_at(&*rules, &view, &offers).expect("somebody may shoot");
    assert_eq!((question.pointed, question.at), (Some(0), at), "the first shot is chosen, where its target is");
    assert!(question.answers.iter().all(Platoon::harms));
    room.wait();
}

#[test]
fn what_the_enemy_cannot_tell_apart_asks_at_the_same_moments() {
    platoon::proves!("P-hidden", "P-opportunity");
    let room = Pair::before_the_move();
    let rules = Platoon::rules(room.app.world().resource::<Table>()).clone();
    let true_one = room.state().clone();
    // The same to the enemy: all markers lie about, or the squads lie under others, or have spent their fire.
    let mut empty = true_one.clone();
    let seen = |id: platoon::SquadId| true_one.squad(id).is_some_and(|squad| squad.hidden.is_none());
    empty.squads.retain(|squad| squad.side == Side::Allied);
    empty.levels.retain(|level| seen(level.squad));
    empty.queue.retain(|(squad, _)| seen(*squad));
    empty.markers.iter_mut().for_each(|marker| marker.content = Content::Dummy);
    let mut elsewhere = true_one.clone();
    let contents: Vec<Content> = elsewhere.markers.iter().rev().map(|marker| marker.content).collect();
    elsewhere.markers.iter_mut().zip(contents).for_each(|(marker, content)| marker.content = content);
    for squad in elsewhere.squads.iter_mut().filter(|squad| squad.side == Side::Vc) {
        let under = elsewhere.markers.iter().find(|marker| marker.content == Content::Squad(squad.id)).unwrap();
        squad.hidden = Some(under.id);
        squad.figures.iter_mut().for_each(|figure| (figure.at, figure.fired) = (under.at, true));
        squad.figures.iter_mut().for_each(|figure| figure.weapon = Weapon::Pistol);
    }
    let mut traps = empty.clone();
    traps.markers.iter_mut().for_each(|marker| marker.content = Content::Trap(Trap::Grenade));
    let moments = |state: &State, holds: &Holds| {
        let mut state = state.clone();
        let active = state.active.squad;
        let asked: Vec<bool> = (0..40)
            .map(|_| {
                let it = state.squads.iter_mut().find(|it| it.id == active).unwrap();
                it.figures.iter_mut().for_each(|figure| figure.at = figure.at.plus(100, 0));
                holds.lets_go_on(&rules.may_fire(&state, VC).unwrap(), state.turn.into(), true)
            })
            .collect();
        asked
    };
    for distance in [400, 700, 1_000] {
        let holds = near(distance);
        let expected = moments(&true_one, &holds);
        assert!(
            expected.contains(&true) && expected.contains(&false),
            "spared here and asked there at {distance}: {expected:?}"
        );
        for other in [&empty, &elsewhere, &traps] {
            assert_eq!(
                rules.view(other, Side::Allied),
                rules.view(&true_one, Side::Allied),
                "he cannot tell them apart"
            );
            assert_eq!(moments(other, &holds), expected, "at {distance}");
        }
    }
}

#[test]
fn what_a_side_has_said_stands_before_no_other_eyes_and_goes_with_the_game() {
    let mut room = Pair::before_the_move();
    room.holds(VC, near(1_200));
    room.sit_down();
    let lines = |room: &Pair, side: usize| {
        let world = room.app.world();
        let (play, holding) = (world.resource::<Play<Platoon>>(), world.resource::<Holding<Platoon>>());
        holding.lines(play, [Side::Allied, Side::Vc][side])
    };
    assert_eq!(lines(&room, VC), ["Units under markers: not before 12\""]);
    assert!(lines(&room, ALLIED).is_empty());
    let world = room.app.world();
    let side = world.resource::<Seat<Platoon>>().side().unwrap();
    assert!(side == Side::Allied, "what is shown is asked of the side that looks");
    // Another game of the same ruleset.
    room.app.world_mut().remove_resource::<Play<Platoon>>();
    room.app.world_mut().insert_resource(Play::new(game(Players::default(), 3)));
    room.wait();
    assert!(lines(&room, VC).is_empty(), "a new game begins with nothing said");
}

#[test]
fn the_other_side_is_called_behind_the_curtain_and_sent_away_again() {
    let mut room = Pair::before_the_move();
    room.sit_down();
    let page = |room: &Pair| *room.app.world().resource::<Dialog>() == Dialog::Holding;
    room.app.world_mut().resource_mut::<Holding<Platoon>>().page = Page::Called { side: Side::Vc, sits: false };
    room.app.world_mut().resource_mut::<Seat<Platoon>>().call(Some(Side::Vc));
    room.wait();
    assert!(room.seat().curtain() == Some(Side::Vc) && !page(&room), "first the other looks away");
    room.sit_down();
    assert!(page(&room) && room.seat().offers().is_empty(), "it says when it fires, and orders nothing");
    *room.app.world_mut().resource_mut::<Dialog>() = Dialog::None;
    room.wait();
    assert_eq!(room.seat().curtain(), Some(Side::Allied));
    room.sit_down();
    assert!(!room.seat().offers().is_empty());
}

/// The enemy is asked whether he fires at the first American squad.
fn asked_first(players: Players) -> Pair {
    let mut game = game(players, 7);
    while !matches!(game.state().phase, Phase::Interrupt(Side::Vc)) {
        let order = if matches!(game.state().phase, Phase::Interrupt(_)) { Command::Pass } else { Command::Done };
        game.play(order).unwrap();
    }
    Pair::at(game)
}

#[test]
fn a_side_that_the_computer_plays_is_not_answered_for() {
    let mut room = asked_first([Player::Person, Player::Recruit]);
    room.holds(VC, near(1));
    let before = room.point();
    room.wait();
    assert_eq!(room.point(), before, "the computer decides for itself");
}

#[test]
fn against_the_computer_a_person_is_spared_the_question_as_well() {
    let mut room = asked_first([Player::Recruit, Player::Person]);
    assert_eq!(room.seat().curtain(), None, "nobody else sits there");
    let before = room.point();
    room.holds(VC, near(1));
    room.wait();
    assert_eq!((room.point(), room.asks(), room.seat().side()), (before + 1, false, Some(Side::Vc)));
}

#[test]
fn a_seat_elsewhere_is_spared_the_question_too() {
    platoon::proves!("P-opportunity");
    let game = game_before_the_move();
    let (rules, side_of) = (game.rules().clone(), |side| Platoon::side_name(side));
    let folder = tempfile::tempdir().unwrap();
    let settings = host::Settings {
        listen: (std::net::Ipv4Addr::LOCALHOST, 0).into(),
        identity: Some(folder.path().join("host")),
        ..host::Settings::for_this_machine()
    };
    let host = host::Host::start(Table::read().unwrap().library.clone(), &settings).unwrap();
    let squad = game.state().active.squad;
    let turn = game.state().turn;
    let to = game.state().squad(squad).unwrap().at().plus(WAY, 0);
    let mut steps = rules.way(game.state(), u16::from(squad.0), &[to]).unwrap().orders.into_iter();
    let opened = host.open(game, None, false, Some(Side::Allied)).unwrap();
    let sits = |side| {
        let seat = opened.seats.iter().find(|seat| seat.side == side_of(side)).unwrap();
        let invitation = host.invitation(host.address().to_string(), host::Key::Token(seat.token.clone()));
        Told::arrive(rules.clone(), invitation, || {}).unwrap()
    };
    let (mut mover, mut room) = (sits(Side::Allied), Pair::around(Play::elsewhere(sits(Side::Vc))));
    room.holds(VC, Holds::everybody(Until::TurnIsOver(turn.into())));
    let until = std::time::Instant::now() + std::time::Duration::from_secs(60);
    let mut moves = |mover: &mut Told<Platoon>, room: &mut Pair| {
        let news = mover.listen();
        assert!(!news.iter().any(|news| matches!(news, crate::shell::told::News::Refused(_))), "{news:?}");
        let mut play = room.app.world_mut().resource_mut::<Play<Platoon>>();
        play.game.told_mut().unwrap().listen();
        room.app.update();
        assert!(std::time::Instant::now() < until, "the host is too slow");
        let state = mover.state_at(usize::MAX);
        let may = mover.is_ready() && matches!(state.phase, Phase::Active(Side::Allied));
        let at = state.squad(squad).unwrap().at();
        if may && let Some(step) = steps.next() {
            mover.give([step]);
        }
        may.then_some(at)
    };
    loop {
        let at = moves(&mut mover, &mut room);
        let seen = room.seat().view().unwrap();
        assert!(!matches!(seen.phase, Phase::Interrupt(Side::Vc)), "nothing of the question is shown");
        let arrived = |at: Point| at.within(to, 20);
        if at.is_some_and(arrived) && !room.asks() && arrived(room.state().squad(squad).unwrap().at()) {
            break;
        }
    }
}
