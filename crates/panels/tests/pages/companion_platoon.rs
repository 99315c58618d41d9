//! 20mm Platoon beside a real table: a game led by the companion's screen, with typed dice and nothing but clicks and keys.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

use crate::common::{Screen, asset, root, screen_of};
use egui::Key;
use panels::companion::{Ask, Deed, Desk, DiceSource, Flag, Page, Want, companion_screen};
use platoon::{Platoon, Scenario};
use tabletop::{Game, Ruleset};

pub(super) fn rules() -> Arc<Platoon> {
    static RULES: OnceLock<Arc<Platoon>> = OnceLock::new();
    RULES.get_or_init(|| Arc::new(Platoon::load(&asset).expect("the data files are right"))).clone()
}

pub(super) fn scenario() -> Scenario {
    let file = root().join("scenarios/platoon/beside-your-table.ron");
    tabletop::parse_ron("beside-your-table.ron", &std::fs::read_to_string(file).unwrap()).unwrap()
}

/// The squads of the scenario in the order in which their ground is asked for.
const SQUADS: [u8; 5] = [1, 2, 11, 12, 13];

/// A game in which everybody stands on his ground, both squads of the Americans act before the enemy, and nobody has to roll
/// off a tie: with the ground of the last squad come the dice for the order of the turn.
pub(super) fn americans_first() -> Game<Platoon> {
    let mut game = Game::new(rules(), scenario(), "beside-your-table", 7).expect("the scenario is right");
    let stand = |id: u8| platoon::Command::Stand { squad: platoon::SquadId(id), ground: table::Terrain::Jungle };
    let (last, others) = SQUADS.split_last().expect("there are squads");
    for id in others {
        game.play(stand(*id)).expect("its ground is asked for");
    }
    let dice = (1..=6)
        .flat_map(|a| (1..=6).flat_map(move |b| (1..=6).flat_map(move |c| (1..=6).map(move |d| [a, b, c, d, 6]))));
    for dice in dice {
        // Dice that leave a tie do not suffice.
        if game.play_tape(stand(*last), dice.to_vec()).is_err() {
            continue;
        }
        let order = game.rules().activation_order(game.state());
        if order.iter().take(2).all(|line| line.side == platoon::Side::Allied) {
            return game;
        }
        game.undo();
    }
    panic!("some dice let the Americans act first")
}

/// The laptop beside the table.
pub(super) struct Laptop {
    pub(super) game: Game<Platoon>,
    /// How many orders had been played when the players sat down.
    pub(super) begun: usize,
    pub(super) desk: Desk<Platoon>,
    pub(super) page: Rc<RefCell<Page>>,
    pub(super) screen: Screen<'static, Want>,
    /// How many keys were pressed.
    pub(super) keys: usize,
}

impl Laptop {
    /// Both squads of the Americans act before the enemy: their dice are low and the enemy's high. Nobody has fired at the
    /// first of them before it did anything.
    pub(super) fn new(dice: DiceSource) -> Self {
        let mut game = americans_first();
        game.play(platoon::Command::Pass).expect("the enemy is asked first");
        Self::at(game, dice)
    }

    /// At this point of a game.
    pub(super) fn at(game: Game<Platoon>, dice: DiceSource) -> Self {
        let begun = game.cursor();
        let desk = Desk::new(rules(), dice);
        let page = Rc::new(RefCell::new(desk.page(&game, true)));
        let shown = page.clone();
        let screen = screen_of(1280.0, 720.0, 1.0, move |ui| companion_screen(ui, &shown.borrow()));
        Self { game, begun, desk, page, screen, keys: 0 }
    }

    pub(super) fn obey(&mut self) {
        for want in std::mem::take(self.screen.harness.state_mut()) {
            let mut next = self.desk.want(&self.game, want);
            while let Some(deed) = next.take() {
                match deed {
                    Deed::Play(command) => _ = self.game.play(command).expect("what the desk offers is legal"),
                    Deed::PlayTape(command, values) => {
                        _ = self.game.play_tape(command, values).expect("the desk asks for the right dice");
                    }
                    Deed::Undo => _ = self.game.undo(),
                    Deed::Redo => _ = self.game.redo(),
                    _ => continue,
                }
                next = self.desk.changed(&self.game);
            }
        }
        *self.page.borrow_mut() = self.desk.page(&self.game, true);
        self.screen.harness.run();
    }

    /// Long enough that a key is no part of the one before.
    pub(super) fn pause(&mut self) {
        self.screen.harness.run_steps(4);
    }

    pub(super) fn click(&mut self, name: &str) {
        self.screen.harness.state_mut().clear();
        let wants = self.screen.click(name);
        self.screen.harness.state_mut().extend(wants);
        self.obey();
    }

    pub(super) fn key(&mut self, key: Key) {
        self.keys += 1;
        self.screen.harness.key_press(key);
        self.screen.harness.run();
        self.obey();
    }

    pub(super) fn with(&mut self, modifiers: egui::Modifiers, key: Key) {
        self.keys += 1;
        self.screen.harness.key_press_modifiers(modifiers, key);
        self.screen.harness.run();
        self.obey();
    }

    pub(super) fn dice(&mut self, values: &[u8]) {
        for value in values {
            let key = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6][usize::from(*value) - 1];
            self.key(key);
        }
    }

    pub(super) fn shows(&self, words: &str) -> bool {
        self.screen.shows(words)
    }

    pub(super) fn picture(&mut self, name: &str) {
        self.screen.assert_nothing_is_cut();
        self.screen.picture(name);
    }
}

#[test]
fn the_screen_says_who_acts_and_what_he_may_do() {
    let mut laptop = Laptop::new(DiceSource::Typed);
    laptop.picture("companion-choose");
    assert!(laptop.shows("1st Squad"));
    assert!(laptop.shows("Roll to move on patrol"));
    assert!(!laptop.shows("Guerrilla squad"), "a hidden squad is nobody's business");
    assert!(laptop.page.borrow().order.iter().all(|line| line.flag == Flag::First));
    laptop.screen.assert_fits();
}

#[test]
fn the_order_explains_every_sum() {
    let mut laptop = Laptop::new(DiceSource::Typed);
    let name = {
        let page = laptop.page.borrow();
        let line = &page.order[0];
        format!("{}, {}, {}", line.name, line.level, line.progress.word())
    };
    laptop.click(&name);
    assert!(laptop.shows("Gung-Ho"));
    assert!(laptop.shows("fresh"));
    laptop.picture("companion-sum");
    let page = laptop.page.borrow();
    let values: i32 = page.order[0].sum.iter().map(|part| part.value.replace('−', "-").parse::<i32>().unwrap()).sum();
    assert_eq!(values.to_string(), page.order[0].level, "the parts add up to the level");
}

#[test]
fn typed_dice_move_a_squad_and_the_enemy_may_interrupt() {
    let mut laptop = Laptop::new(DiceSource::Typed);
    laptop.click("Roll to move on patrol");
    assert!(matches!(laptop.page.borrow().ask, Ask::Throw(_)), "real dice are asked for");
    laptop.picture("companion-dice");
    laptop.dice(&[4]);
    laptop.picture("companion-dice-2");
    while matches!(laptop.page.borrow().ask, Ask::Throw(_)) {
        laptop.dice(&[3]);
    }
    laptop.picture("companion-facts");
    assert!(laptop.shows("How far does the squad go"), "after the roll comes the move");
    laptop.key(Key::Escape);
    assert!(laptop.shows("Its phase is over"), "or something else");
    laptop.click("Goes on");
    laptop.key(Key::Enter);
    assert_eq!(laptop.game.cursor(), laptop.begun + 2, "the step is played");
    laptop.picture("companion-after-step");
}

/// Says yes to a distance, or no, in the form that stands open; what the page shows then.
fn near(laptop: &mut Laptop, said: bool) -> (Vec<Option<i32>>, bool) {
    let Ask::Facts { questions, .. } = laptop.desk.page(&laptop.game, true).ask else { panic!("nothing is asked") };
    let place = questions.iter().position(|q| q.ask.contains("within 2\"")).expect("the distance is asked");
    let label = if said { "yes" } else { "no" };
    let answer = questions[place].choices.iter().find(|choice| choice.label == label).expect("yes or no").value;
    laptop.desk.want(&laptop.game, Want::Answer(0, questions[0].choices[0].value));
    laptop.desk.want(&laptop.game, Want::Answer(place, answer));
    let Ask::Facts { answers, refusal, .. } = laptop.desk.page(&laptop.game, true).ask else { panic!("still asked") };
    (answers, refusal.is_some())
}

#[test]
fn what_hangs_on_a_distance_is_asked_and_no_is_refused() {
    platoon::proves!("P-companion", "P-R64");
    let mut laptop = Laptop::new(DiceSource::Computer);
    let Ask::Choose(actions) = laptop.desk.page(&laptop.game, true).ask else { panic!("nothing is to be chosen") };
    let search = actions.iter().position(|action| action.label == "Searches at a marker").expect("it may search");
    assert!(actions[search].asks, "a form asks for the distance, not the button");
    assert!(actions.iter().any(|action| action.label == "Reaches a marker, within 1\""), "what is stated names it");
    laptop.desk.want(&laptop.game, Want::Choose(search));
    let (yes, refused) = near(&mut laptop, true);
    assert!(!refused && yes.iter().all(Option::is_some), "every other question has its usual answer: {yes:?}");
    let (no, refused) = near(&mut laptop, false);
    assert!(refused && no != yes);
    assert!(laptop.desk.want(&laptop.game, Want::Go).is_none(), "what is refused is not played");
    // No is no answer for the next time.
    laptop.desk.want(&laptop.game, Want::Back);
    laptop.desk.want(&laptop.game, Want::Choose(search));
    let Ask::Facts { questions, .. } = laptop.desk.page(&laptop.game, true).ask else { panic!("nothing is asked") };
    laptop.desk.want(&laptop.game, Want::Answer(0, questions[0].choices[0].value));
    let Ask::Facts { answers, .. } = laptop.desk.page(&laptop.game, true).ask else { panic!("nothing is asked") };
    assert_eq!(answers, yes);
    let deed = laptop.desk.want(&laptop.game, Want::Go);
    assert!(matches!(deed, Some(Deed::Play(platoon::Command::Deed { .. }))), "{deed:?}");
}

#[test]
fn what_was_measured_last_stands_there_the_next_time() {
    platoon::proves!("P-companion");
    let mut laptop = Laptop::new(DiceSource::Typed);
    laptop.click("Roll to move on patrol");
    while matches!(laptop.page.borrow().ask, Ask::Throw(_)) {
        laptop.dice(&[3]);
    }
    let answers = |laptop: &Laptop| match &laptop.desk.page(&laptop.game, true).ask {
        Ask::Facts { answers, .. } => answers.clone(),
        other => panic!("no facts are asked for: {other:?}"),
    };
    let mut said = Vec::new();
    for step in 0..2 {
        if step == 0 {
            let usual = answers(&laptop);
            for want in [Want::Answer(0, 100), Want::Answer(1, 1)] {
                assert!(laptop.desk.want(&laptop.game, want).is_none());
            }
            said = answers(&laptop);
            assert!(said[0] != usual[0] && said[1] != usual[1], "{said:?}");
        } else {
            laptop.click("Goes on");
            assert_ne!(answers(&laptop)[0], said[0], "how far it goes is not the same each time");
            assert_eq!(answers(&laptop)[1..], said[1..]);
            break;
        }
        laptop.key(Key::Enter);
        assert_eq!(laptop.game.cursor(), laptop.begun + 2);
        while matches!(laptop.game.state().phase, platoon::Phase::Interrupt(_)) {
            laptop.game.play(platoon::Command::Pass).unwrap();
            laptop.desk.changed(&laptop.game);
        }
        laptop.obey();
    }
}

#[test]
fn a_die_typed_wrong_is_taken_back() {
    let mut laptop = Laptop::new(DiceSource::Typed);
    laptop.click("Roll to move on patrol");
    laptop.dice(&[4]);
    laptop.key(Key::Backspace);
    let page = laptop.page.borrow();
    let Ask::Throw(throw) = &page.ask else { panic!("dice are still asked for") };
    assert!(throw.so_far.is_empty());
    assert_eq!(laptop.game.cursor(), laptop.begun);
}

#[test]
fn the_order_fills_the_screen_at_a_key() {
    let mut laptop = Laptop::new(DiceSource::Computer);
    laptop.key(Key::B);
    assert!(laptop.page.borrow().magnified);
    laptop.picture("companion-large");
    laptop.key(Key::Escape);
    assert!(!laptop.page.borrow().magnified);
}

#[test]
fn a_curtain_stands_before_what_one_side_knows() {
    let mut laptop = Laptop::new(DiceSource::Computer);
    laptop.click("VC/NVA looks in secret");
    assert!(laptop.shows("Only VC/NVA looks now"));
    assert!(!laptop.shows("Guerrilla squad"));
    laptop.picture("companion-curtain");
    laptop.key(Key::Enter);
    assert!(laptop.shows("Guerrilla squad"), "alone before the screen he sees his own");
    laptop.picture("companion-secret");
    laptop.click("Everybody looks");
    assert!(!laptop.shows("Guerrilla squad"));
}

#[test]
fn a_hidden_squad_acts_in_secret_at_one_key_and_undo_takes_it_back() {
    platoon::proves!("P-companion");
    let mut laptop = Laptop::new(DiceSource::Computer);
    laptop.click("Its phase is over");
    laptop.click("Nobody fires");
    laptop.click("Its phase is over");
    assert!(laptop.shows("VC/NVA acts in secret"));
    assert!(!laptop.shows("Guerrilla squad") && !laptop.shows("Main force"));
    laptop.picture("companion-somebody");
    laptop.key(Key::Enter);
    assert!(laptop.shows("VC/NVA acts in secret"), "the second Enter of a hasty hand shows no secret");
    laptop.pause();
    laptop.key(Key::Enter);
    assert!(laptop.shows("Shows itself"));
    laptop.picture("companion-in-secret");
    laptop.click("Its phase is over");
    laptop.key(Key::U);
    assert_eq!(laptop.game.cursor(), laptop.begun + 3);
}

/// The dice of a volley counted come to what they come to one by one, in any order.
#[test]
fn dice_that_are_counted_come_to_what_each_of_them_comes_to() {
    platoon::proves!("P-companion", "P-fire");
    let mut compared = 0;
    for seed in 1..=40_u64 {
        let mut chance = tabletop::dice::Seeded::new(seed);
        let mut ends: Vec<platoon::State> = Vec::new();
        let faces: Vec<u8> = (0..60).map(|_| u8::try_from(chance.choose(6) + 1).expect("a face")).collect();
        for counted in [false, true] {
            let mut game = americans_first();
            game.play(platoon::Command::Pass).expect("the enemy is asked first");
            let mut desk = Desk::new(rules(), DiceSource::Typed);
            desk.want(&game, Want::EachDie(!counted));
            let Ask::Choose(actions) = desk.page(&game, true).ask else { panic!("nothing is to be chosen") };
            let fires = actions.iter().position(|action| action.label.contains(" fires")).expect("it may fire");
            desk.want(&game, Want::Choose(fires));
            let Ask::Facts { questions, answers, .. } = desk.page(&game, true).ask else {
                panic!("nothing is measured")
            };
            for (n, question) in questions.iter().enumerate().filter(|(n, _)| answers[*n].is_none()) {
                desk.want(&game, Want::Answer(n, question.choices[0].value));
            }
            desk.want(&game, Want::Go);
            let mut left = faces.iter().copied();
            for _ in 0..80 {
                let Ask::Throw(throw) = desk.page(&game, true).ask else { break };
                assert_eq!(throw.together.is_some(), counted && throw.of.is_some_and(|(this, of)| this == 1 && of > 2));
                let deed = match throw.together {
                    Some(together) => {
                        let thrown: Vec<u8> = left.by_ref().take(together.dice).collect();
                        compared += 1;
                        let count =
                            |face: u8| u8::try_from(thrown.iter().filter(|it| **it == face).count()).expect("few");
                        let deed = desk.want(&game, Want::Count(count(6)));
                        match desk.page(&game, true).ask {
                            Ask::Throw(throw) if throw.together.as_ref().is_some_and(|t| !t.counted.is_empty()) => {
                                desk.want(&game, Want::Count(count(5)))
                            }
                            _ => deed,
                        }
                    }
                    None => {
                        let die = left.next().expect("there are enough");
                        desk.want(&game, Want::Die((die - 1) % throw.sides + 1))
                    }
                };
                if let Some(Deed::PlayTape(command, values)) = deed {
                    game.play_tape(command, values).expect("these are its dice");
                    break;
                }
            }
            ends.push(game.state().clone());
        }
        assert_eq!(ends[0], ends[1], "seed {seed}");
    }
    assert!(compared > 20, "{compared} volleys were counted");
}

#[test]
fn the_card_of_troops_not_drawn_yet_counts_no_dice() {
    platoon::proves!("P-R57");
    let mut state =
        Game::new(rules(), scenario(), "beside-your-table", 7).expect("the scenario is right").state().clone();
    let undrawn = state.squads.iter().find(|squad| squad.drawn_from.is_some()).expect("somebody is not drawn").id;
    state.phase = platoon::Phase::Active(platoon::Side::Vc);
    state.active.squad = undrawn;
    let target = platoon::Target::Squad(platoon::SquadId(1));
    let fire = platoon::Command::Fire { squad: undrawn, target, facts: Some(platoon::Shot::USUAL) };
    let preview = panels::platoon::preview_model(&rules(), &state, &fire).expect("it may fire");
    assert_eq!(preview.total, "Its figures are drawn when it fires");
}
