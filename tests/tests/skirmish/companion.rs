//! Vietnam Skirmish beside a real table: rule S-companion. The players say what they measured, and the rules are the same.

use pointman_tests::library;
use pointman_tests::skirmish::*;
use skirmish::companion::{Burst, Fact, Measuring, Seen};
use skirmish::event::{Delivery, Event};
use skirmish::state::{Claymore, Lies};
use skirmish::{Aim, Command, Crowd, Deed, Facts, FigureId, Grenade, Said, Side, Skirmish, State, Step, Weapon, Work};
use table::{Cover, Walk};
use tabletop::dice::Tape;
use tabletop::{Game, Refusal, Ruleset};

pub(super) const SEEN: Facts = Facts { range: 800, in_arc: true, clear: true, cover: Cover::None };
pub(super) const POINT: Aim = Aim { range: 600, in_arc: true, clear: true, identified: true, shift: 0, mate: None };

/// A game beside a table, with what its dice shall be.
pub(super) struct Desk {
    pub state: State,
}

impl Desk {
    pub fn set(us: &str, vc: &str, more: &str) -> Self {
        let party = |edge: &str, figures: &str, more: &str| {
            format!(
                "(edge: {edge}, figures: [{figures}], goals: [Kill(points: 1), Exit(edge: East, points: 1)], {more})"
            )
        };
        let text = format!(
            "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: {}, vc_nva: {}, {more})",
            party("West", us, if us.contains("Radio") { "battery: (turns: 2, rounds: 2)," } else { "" }),
            party("East", vc, ""),
        );
        let scenario = tabletop::files::parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        let state = skirmish_rules().begin(&scenario, &mut Tape::default()).unwrap_or_else(|halt| panic!("{halt}"));
        Self { state }
    }

    pub fn id(&self, name: &str) -> FigureId {
        self.state.named(name).unwrap()
    }

    pub fn crowd(&self, names: &[&str]) -> Crowd {
        names.iter().map(|name| self.id(name)).collect()
    }

    #[track_caller]
    pub fn play(&mut self, command: Command, dice: &[u8]) -> Vec<Event> {
        let (mut tape, mut events) = (Tape::new(dice), Vec::new());
        let done = skirmish_rules().apply(&mut self.state, &command, &mut tape, &mut events);
        done.unwrap_or_else(|halt| panic!("{command:?}: {halt}"));
        assert_eq!(tape.left(), 0, "{command:?} left dice: {events:?}");
        skirmish_rules().audit(&self.state).unwrap_or_else(|e| panic!("{command:?}: {e}"));
        events
    }

    #[track_caller]
    pub fn say(&mut self, said: Said, dice: &[u8]) -> Vec<Event> {
        self.play(Command::Beside(said), dice)
    }

    #[track_caller]
    pub fn refused(&self, said: Said) -> Refusal {
        skirmish_rules().check(&self.state, &Command::Beside(said)).unwrap_err()
    }

    #[track_caller]
    pub fn counters(&self, name: &str) -> u8 {
        self.state.figure(self.id(name)).unwrap().counters
    }

    pub fn walk(&self, name: &str, length: i32) -> Said {
        Said::Go { figure: self.id(name), way: Walk { length, ..Walk::default() }, tactical: false }
    }

    pub fn prepare(&mut self, name: &str, work: Work, times: u8) {
        for _ in 0..times {
            self.play(Command::Prepare { figure: self.id(name), work }, &[]);
        }
    }

    /// Who of the other side is near enough to be seen, and who of the side to act is near them, if that is asked.
    pub fn look(&mut self, theirs: &[&str], own: &[&str]) {
        self.say(Said::LookOut, &[]);
        for names in [theirs, own] {
            let figures = self.crowd(names);
            if self.asked().is_some() {
                self.say(Said::Sighted { figures }, &[]);
            }
        }
    }

    pub fn asked(&self) -> Option<Side> {
        self.state.beside().measuring.map(|(side, _)| side)
    }
}

pub(super) const ALTERNATE: &str = "hiding: Alternate,";
pub(super) const A: &str = "(name: \"A\", kind: \"Rifleman\")";
pub(super) const X: &str = "(name: \"X\", kind: \"Rifleman\")";

#[test]
fn beside_a_real_table_facts_are_said_and_on_the_computers_they_are_not() {
    skirmish::proves!("S-companion");
    let desk = Desk::set(A, X, ALTERNATE);
    let (a, x) = (desk.id("A"), desk.id("X"));
    let to = at(100, 100);
    for command in [
        Command::Move { figure: a, to, facing: EAST },
        Command::Turn { figure: a, facing: EAST },
        Command::Suppress { target: x },
        Command::Spray { figure: a, weapon: Weapon::AssaultRifle, at: to },
        Command::Throw { figure: a, grenade: Grenade::Fragmentation, at: to },
        Command::Spot { figure: a, target: x },
    ] {
        let refusal = skirmish_rules().check(&desk.state, &command).unwrap_err();
        assert_eq!(refusal.rule.as_str(), "S-companion", "{command:?}");
    }
    let field = Field::set(
        &["name: \"A\", kind: \"Rifleman\", at: (500, 500)"],
        &["name: \"X\", kind: \"Rifleman\", at: (1500, 500)"],
        ALTERNATE,
    );
    field.refuses(&Command::Beside(Said::Face { figure: a }), "S-companion");
    assert!(skirmish_rules().show(&desk.state).contains("on your table"));
}

#[test]
fn a_way_is_measured_and_costs_what_it_costs_on_the_table() {
    let mut desk = Desk::set(A, X, ALTERNATE);
    let a = desk.id("A");
    let way = |length, bad, obstacles| Said::Go {
        figure: a,
        way: Walk { length, bad, impassable: 0, obstacles },
        tactical: false,
    };
    assert_eq!(desk.refused(way(201, 0, 0)).rule.as_str(), "S-R34");
    assert_eq!(desk.refused(way(150, 100, 0)).rule.as_str(), "S-R34");
    assert_eq!(desk.refused(way(150, 0, 1)).rule.as_str(), "S-R34");
    assert_eq!(desk.refused(way(150, 200, 0)).rule.as_str(), "S-companion", "more bad going than way");
    let sneak = Said::Go { figure: a, way: Walk { length: 200, ..Walk::default() }, tactical: true };
    assert_eq!(desk.refused(sneak).rule.as_str(), "S-R08");
    // The form asks for the length, the ground and what is crossed, and each answer is a command.
    let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(way(150, 0, 0)));
    assert_eq!(form.iter().map(|fact| fact.fact).collect::<Vec<_>>(), [Fact::Length, Fact::Ground, Fact::Obstacle]);
    let lengths = &form[0].choices;
    assert!(lengths.len() == 4 && lengths[2].chosen && lengths[3].label == "2\"", "{lengths:?}");
    let answers = [lengths[3].command, form[1].choices[1].command, form[2].choices[1].command];
    assert_eq!(answers, [way(200, 0, 0), way(150, 150, 0), way(150, 0, 1)].map(Command::Beside));
    desk.say(way(100, 100, 0), &[]);
    assert_eq!((desk.state.figure(a).unwrap().phases, desk.state.figure(a).unwrap().pips), (2, 1));
    desk.prepare("A", Work::Tactical, 1);
    desk.say(sneak, &[]);
    assert_eq!((desk.state.figure(a).unwrap().phases, desk.state.figure(a).unwrap().pips), (0, 1));
}

#[test]
fn the_counter_goes_to_whom_the_measured_facts_allow() {
    let vc = format!("{X}, (name: \"Y\", kind: \"Rifleman\", counters: 1), (name: \"V\", kind: \"M113\")");
    let mut desk = Desk::set(A, &vc, ALTERNATE);
    let (a, x, y, v) = (desk.id("A"), desk.id("X"), desk.id("Y"), desk.id("V"));
    let fire = Command::Fire { figure: a, weapon: Weapon::AssaultRifle, at: None };
    desk.play(fire, &[4]);
    assert_eq!(desk.refused(Said::Mark { target: x, facts: SEEN }).rule.as_str(), "S-R04");
    desk.play(fire, &[5]);
    let mark = |target, facts| Said::Mark { target, facts };
    assert_eq!(desk.refused(mark(x, Facts { in_arc: false, ..SEEN })).rule.as_str(), "S-R05");
    assert_eq!(desk.refused(mark(x, Facts { clear: false, ..SEEN })).rule.as_str(), "S-R32");
    assert_eq!(desk.refused(mark(y, Facts { cover: Cover::Soft, ..SEEN })).rule.as_str(), "S-R07");
    assert_eq!(desk.refused(mark(v, SEEN)).rule.as_str(), "S-apc");
    // The form asks for arc, sight and cover, and each answer is a command.
    let form = skirmish_rules().facts_needed(&desk.state, &Command::Beside(mark(y, SEEN)));
    assert_eq!(form.len(), 3);
    let cover = &form[2];
    assert!(!cover.several && cover.choices.len() == 3 && cover.choices[0].chosen);
    assert_eq!(cover.choices[1].command, Command::Beside(mark(y, Facts { cover: Cover::Soft, ..SEEN })));
    assert_eq!(cover.choices[1].refusal.as_ref().map(|r| r.rule.as_str()), Some("S-R07"));
    desk.say(mark(y, SEEN), &[]);
    assert_eq!(desk.counters("Y"), 2);
    desk.play(fire, &[6]);
    desk.say(Said::Spare, &[]);
    assert!(desk.state.pending().is_none());
}

#[test]
fn a_grenade_lands_in_words_and_who_is_in_its_burst_is_asked() {
    let us = format!("(name: \"A\", kind: \"Leader\"), {}", A.replace("\"A\"", "\"B\""));
    let vc = format!("{X}, (name: \"Y\", kind: \"Rifleman\", counters: 1), (name: \"V\", kind: \"M113\")");
    let mut desk = Desk::set(&us, &vc, ALTERNATE);
    let a = desk.id("A");
    let throw = |grenade| Said::Send { figure: a, delivery: Delivery::Thrown, grenade, aim: POINT };
    assert_eq!(desk.refused(throw(Grenade::Fragmentation)).rule.as_str(), "S-R08");
    desk.prepare("A", Work::Throw, 2);
    let far = Said::Send {
        figure: a,
        delivery: Delivery::Thrown,
        grenade: Grenade::Fragmentation,
        aim: Aim { range: 801, ..POINT },
    };
    assert!(desk.refused(far).because.contains("8\""));
    let events = desk.say(throw(Grenade::Fragmentation), &[4, 3]);
    assert!(events.contains(&Event::Beside(Seen::Strayed {
        die: 4,
        deviation: Some(skirmish::tables::Deviation::Right),
        by: 200
    })));
    assert_eq!(desk.asked(), Some(Side::UsArvn));
    assert_eq!(skirmish_rules().check(&desk.state, &Command::Done).unwrap_err().rule.as_str(), "S-companion");
    let question = skirmish_rules().question(&desk.state);
    assert!(question.contains("US/ARVN") && question.contains("fragmentation"), "{question}");
    let struck = |desk: &Desk, inner: &[&str], outer: &[&str], covered: &[&str]| Said::Struck {
        inner: desk.crowd(inner),
        outer: desk.crowd(outer),
        covered: desk.crowd(covered),
    };
    assert_eq!(desk.refused(struck(&desk, &["X"], &["X"], &[])).rule.as_str(), "S-companion");
    assert_eq!(desk.refused(struck(&desk, &["X"], &[], &["B"])).rule.as_str(), "S-companion");
    // Inside: X rolls a four and takes two. Farther out: Y, covered with a counter already, takes none for a six; V takes one.
    let answer = struck(&desk, &["X"], &["Y", "V"], &["Y"]);
    desk.say(answer, &[4, 6, 5]);
    assert_eq!(["X", "Y", "V"].map(|n| desk.counters(n)), [2, 1, 1]);
    assert_eq!(desk.asked(), None, "under the alternate rules nobody is out of sight");
    // Smoke has a number and lasts to the end of its maker's next turn.
    let mut desk = Desk::set("(name: \"A\", kind: \"Leader\")", X, ALTERNATE);
    desk.prepare("A", Work::Throw, 2);
    let smoke = Said::Send { figure: desk.id("A"), delivery: Delivery::Thrown, grenade: Grenade::Smoke, aim: POINT };
    desk.say(smoke, &[1]);
    assert_eq!((desk.state.smokes()[0].lies, desk.state.smokes()[0].radius), (Lies::Numbered(1), 400));
    for left in [1, 1, 0] {
        desk.play(Command::Done, &[]);
        assert_eq!(desk.state.smokes().len(), left);
    }
}

#[test]
fn the_owner_of_hidden_figures_answers_for_them_and_the_other_side_learns_nothing() {
    let us = format!("{A}, (name: \"B\", kind: \"Radio operator\")");
    let mut desk = Desk::set(&us, &format!("{X}, {}", X.replace("\"X\"", "\"Y\"")), "");
    let y = desk.id("Y");
    // Off-table fire, eight inches to the left; the first answer is for the own men, the second for the hidden enemy.
    let events = desk.say(Said::CallFire, &[6]);
    assert!(events.iter().any(|e| matches!(e, Event::Beside(Seen::Round { by: 800, .. }))), "{events:?}");
    let nobody = Said::Struck { inner: Crowd::default(), outer: Crowd::default(), covered: Crowd::default() };
    let hidden = Said::Struck { inner: desk.crowd(&["X", "Y"]), outer: Crowd::default(), covered: desk.crowd(&["Y"]) };
    assert_eq!(desk.refused(hidden).rule.as_str(), "S-companion", "US/ARVN cannot name them");
    desk.say(nobody, &[]);
    assert_eq!((desk.asked(), skirmish_rules().to_act(&desk.state)), (Some(Side::VcNva), Some(Side::VcNva)));
    let events = desk.say(hidden, &[]);
    assert_eq!(["X", "Y"].map(|n| desk.counters(n)), [3, 1], "behind hard cover one");
    let told: Vec<_> = events.iter().filter_map(|e| skirmish_rules().seen(e, &desk.state, Side::UsArvn)).collect();
    assert!(told.is_empty(), "{told:?}");
    assert_eq!(skirmish_rules().view(&desk.state, Side::UsArvn).figure(y).unwrap().counters, 0);
    // The next round goes out from there.
    desk.play(Command::NextRound, &[1]);
    desk.say(nobody, &[]);
    desk.say(nobody, &[]);
    assert_eq!(desk.state.step(), Step::Support);
    desk.play(Command::Done, &[]);
    // A listener's die is rolled first; then the enemy looks who is near enough.
    desk.play(Command::Listen { figure: desk.id("A") }, &[1]);
    assert!(matches!(desk.state.beside().measuring, Some((Side::VcNva, Measuring::Heard { die: 1, .. }))));
    let form = skirmish_rules().facts_needed(&desk.state, &skirmish_rules().blank_answer(&desk.state).unwrap());
    assert_eq!(form[0].choices[1].label, "Y, nearer than 10\"");
    desk.say(Said::Heard { figures: desk.crowd(&["Y"]) }, &[]);
    assert!(desk.state.is_known(y) && !desk.state.is_known(desk.id("X")));
}

#[test]
fn noise_is_tested_group_by_group_before_the_turn_ends() {
    let us = format!("{A}, {}", A.replace("\"A\"", "\"B\""));
    let mut desk = Desk::set(&us, X, "");
    for _ in 0..3 {
        desk.say(desk.walk("A", 200), &[]);
    }
    desk.say(desk.walk("B", 200), &[]);
    assert_eq!(skirmish_rules().check(&desk.state, &Command::Done).unwrap_err().rule.as_str(), "S-noise");
    let both = Said::Noise { figures: desk.crowd(&["A", "B"]) };
    desk.say(both, &[3]);
    // Four pips, die three: an enemy nearer than twenty inches hears them.
    assert!(matches!(desk.state.beside().measuring, Some((_, Measuring::Near { pips: 4, within: 2000, .. }))));
    assert_eq!(desk.asked(), Some(Side::VcNva), "US/ARVN knows of nobody who may hear");
    desk.say(Said::Near { near: true }, &[]);
    assert!(desk.state.is_known(desk.id("A")) && desk.state.is_known(desk.id("B")));
    assert_eq!(desk.refused(both).rule.as_str(), "S-noise", "once a turn");
    desk.play(Command::Done, &[]);
    // Now VC/NVA may fire at them, and after his next turn began A is forgotten.
    desk.play(Command::Fire { figure: desk.id("X"), weapon: Weapon::AssaultRifle, at: None }, &[6]);
    desk.say(Said::Mark { target: desk.id("A"), facts: SEEN }, &[]);
    assert_eq!(desk.counters("A"), 1);
    desk.play(Command::Done, &[6]);
    assert!(!desk.state.is_known(desk.id("A")) && desk.state.is_known(desk.id("X")));
    // Too quiet for its die: nobody is asked.
    desk.say(desk.walk("B", 200), &[]);
    desk.say(Said::Noise { figures: desk.crowd(&["B"]) }, &[2]);
    assert_eq!(desk.asked(), None);
}

#[test]
fn mines_vehicles_claymores_and_close_combat_go_by_what_the_players_say() {
    let us = "(name: \"T\", kind: \"M113\"), (name: \"A\", kind: \"Claymore man\"), (name: \"B\", kind: \"Rifleman\", aboard: \"T\")";
    let mut desk = Desk::set(us, &format!("{X}, {}", X.replace("\"X\"", "\"Y\"")), ALTERNATE);
    let (t, a, b, x) = (desk.id("T"), desk.id("A"), desk.id("B"), desk.id("X"));
    assert_eq!(desk.refused(Said::Over { vehicle: t, figure: x }).rule.as_str(), "S-R16");
    desk.say(desk.walk("T", 400), &[]);
    desk.say(Said::Over { vehicle: t, figure: x }, &[]);
    assert_eq!(desk.counters("X"), 5);
    assert_eq!(desk.refused(Said::Over { vehicle: t, figure: x }).rule.as_str(), "S-R16");
    desk.say(Said::GetOut { figure: b }, &[]);
    desk.say(desk.walk("B", 200), &[]);
    // Three counters for the figure that sets it off; the setter is not named again.
    desk.say(Said::SetOff { figure: b }, &[3]);
    assert_eq!(desk.counters("B"), 3);
    assert!(matches!(desk.state.beside().measuring, Some((_, Measuring::Struck(Burst::Mine { .. })))));
    let struck = |desk: &Desk, outer: &[&str]| Said::Struck {
        inner: Crowd::default(),
        outer: desk.crowd(outer),
        covered: Crowd::default(),
    };
    assert_eq!(desk.refused(struck(&desk, &["B"])).rule.as_str(), "S-companion");
    desk.say(struck(&desk, &["A"]), &[5]);
    assert_eq!(desk.counters("A"), 1);
    assert_eq!(desk.refused(Said::SetOff { figure: b }).rule.as_str(), "S-mines", "one mine a move");
    // A, with all his phases, places a Claymore and fires it in a later turn.
    desk.prepare("A", Work::Claymore, 2);
    desk.say(Said::Plant { figure: a }, &[]);
    assert_eq!(desk.state.claymores(), [Claymore { number: 0, side: Side::UsArvn, laid: None }]);
    assert!(skirmish_rules().view(&desk.state, Side::VcNva).claymores().is_empty());
    desk.play(Command::Done, &[6]); // X checks with five counters and stays
    desk.play(Command::Done, &[4]); // B checks with two
    desk.say(Said::Try { figure: a, deed: Deed::FireClaymore(0), near: true }, &[]);
    let fan = Said::Struck { inner: desk.crowd(&["X"]), outer: desk.crowd(&["Y"]), covered: Crowd::default() };
    desk.say(fan, &[4, 5]);
    assert_eq!((desk.counters("X"), desk.counters("Y")), (6, 1));
    let fight = Said::Try { figure: a, deed: Deed::Fight(desk.id("Y")), near: true };
    desk.say(fight, &[5, 4]);
    let events = desk.say(Said::Room { room: true }, &[]);
    assert!(events.iter().any(|e| matches!(e, Event::Beside(Seen::FellBack { .. }))), "{events:?}");
    assert_eq!(desk.counters("Y"), 3);
}

#[test]
fn mortars_rpgs_and_spotting_take_their_facts() {
    let us = "(name: \"M\", kind: \"Mortar gunner\", ready: true), (name: \"R\", kind: \"RPG gunner\"), (name: \"A\", kind: \"Rifleman\")";
    let vc = "(name: \"V\", kind: \"M113\"), (name: \"X\", kind: \"Rifleman\", hidden: true)";
    let mut desk = Desk::set(us, vc, ALTERNATE);
    let (m, r, v, x) = (desk.id("M"), desk.id("R"), desk.id("V"), desk.id("X"));
    let shell = |range, shift, clear| Said::Send {
        figure: m,
        delivery: Delivery::Mortar,
        grenade: Grenade::Fragmentation,
        aim: Aim { range, shift, clear, mate: Some(true), ..POINT },
    };
    assert_eq!(desk.refused(shell(1199, 0, true)).rule.as_str(), "S-R39");
    let events = desk.say(shell(2000, 0, false), &[3]);
    assert!(events.iter().any(|e| matches!(e, Event::Beside(Seen::Strayed { by: 800, .. }))), "unseen: as artillery");
    let inner = desk.crowd(&["V"]);
    desk.say(Said::Struck { inner, outer: Crowd::default(), covered: Crowd::default() }, &[5]);
    assert_eq!(desk.counters("V"), 3, "a round on it counts as an RPG");
    desk.prepare("R", Work::Rocket, 1);
    desk.say(Said::Rocket { figure: r, target: v, facts: SEEN }, &[4]);
    let seek = |range| Said::Seek { figure: desk.id("A"), target: x, facts: Facts { range, ..SEEN } };
    assert_eq!(desk.refused(seek(1201)).rule.as_str(), "S-hidden");
    let seven = seek(700);
    desk.say(seven, &[4, 3]);
    assert!(desk.state.is_known(x));
    desk.play(Command::Done, &[4]);
    desk.play(Command::Done, &[]);
    assert_eq!(desk.refused(shell(2000, 1201, true)).rule.as_str(), "S-R18");
    desk.say(shell(2000, 1200, true), &[3, 6]);
}

#[test]
fn a_whole_game_beside_a_table_is_played_by_typed_dice_saved_and_undone() {
    use std::sync::Arc;
    let rules = Arc::new(library().load::<skirmish::Skirmish>().unwrap());
    let scenario = library().scenario::<skirmish::Skirmish>("beside-your-table").unwrap();
    let mut game = Game::new(Arc::clone(&rules), scenario, "beside-your-table", 3).unwrap();
    let mut picks = tabletop::dice::Seeded::new(17);
    let mut kinds = std::collections::BTreeSet::new();
    while game.to_act().is_some() {
        let (options, _) = game.options();
        // Turns end late, so that much happens in them.
        let command = match options[picks.choose(options.len())] {
            Command::Done if picks.choose(4) > 0 && options.len() > 1 => options[0],
            command => command,
        };
        kinds.insert(format!("{command:?}").split([' ', '{']).next().unwrap_or_default().to_owned());
        for fact in rules.facts_needed(game.state(), &command) {
            assert!(fact.choices.is_empty() || !fact.ask.is_empty());
            let chosen = fact.choices.iter().filter(|c| c.chosen).count();
            assert!(fact.several || chosen <= 1, "{fact:?}");
        }
        game.play(command).unwrap();
        rules.audit(game.state()).unwrap();
    }
    assert!(game.len() > 80, "{} commands", game.len());
    assert!(kinds.len() >= 5, "{kinds:?}");
    let end = game.state().clone();
    while game.undo() {}
    while game.redo() {}
    assert!(*game.state() == end);
}

#[test]
fn a_scenario_without_a_table_has_no_points_in_it() {
    let wrong = |text: &str| {
        let scenario = tabletop::files::parse_ron("scenario", text).unwrap_or_else(|e| panic!("{e}"));
        skirmish_rules().begin(&scenario, &mut Tape::default()).unwrap_err().into_refusal().rule.as_str().to_owned()
    };
    let text = |figure: &str, more: &str, goal: &str| {
        format!(
            "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [(name: \"A\", kind: \"Rifleman\"{figure})], goals: [{goal}], {more}), vc_nva: (edge: East, figures: [{X}], goals: [Kill(points: 1)]))"
        )
    };
    let kill = "Kill(points: 1)";
    assert_eq!(wrong(&text(", at: (100, 100)", "", kill)), "S-companion");
    assert_eq!(wrong(&text("", "mines: [(100, 100)],", kill)), "S-companion");
    assert_eq!(wrong(&text("", "", "Hold(at: (100, 100), within_in: 3, points: 3)")), "S-companion");
}

/// What an owner of the rules changes in the tables the sentences say after him.
#[test]
fn sentences_take_their_numbers_from_the_tables() {
    skirmish::proves!("S-companion");
    let read = |path: &str| {
        let text = pointman_tests::library().read(path)?;
        if path == "tables/skirmish/grenades.ron" {
            let mut pieces = text.split("up_to_in: ");
            let first = pieces.next().unwrap_or_default().to_owned();
            let farther = |piece: &str| {
                let (value, after) = piece.split_once(',').unwrap();
                format!("up_to_in: {},{after}", value.parse::<u8>().unwrap() + 40)
            };
            return Ok(first + &pieces.map(farther).collect::<String>());
        }
        if path != "tables/skirmish/numbers.ron" {
            return Ok(text);
        }
        // Every distance and count becomes another one.
        let change = |line: &str| match (line.split_once("(value: "), line.trim_start().split(':').next()) {
            (Some((before, rest)), Some(name)) if name.ends_with("_in") => {
                let (value, after) = rest.split_once(',').unwrap();
                format!("{before}(value: {},{after}", value.parse::<u8>().unwrap() + 40)
            }
            _ => line.to_owned(),
        };
        Ok(text.lines().map(change).collect::<Vec<_>>().join("\n"))
    };
    let other = Skirmish::load(&read).unwrap_or_else(|e| panic!("{e}"));
    let scenario = pointman_tests::library().scenario::<Skirmish>("beside-your-table").unwrap();
    let said = |rules: &Skirmish| {
        let mut told = Vec::new();
        let (mut dice, mut picks) = (tabletop::dice::Seeded::new(3), tabletop::dice::Seeded::new(4));
        let mut state = rules.begin(&scenario, &mut dice).unwrap();
        for _ in 0..600 {
            let (mut options, mut events) = (Vec::new(), Vec::new());
            rules.options(&state, &mut options);
            let Some(command) = options.get(picks.choose(options.len().max(1))).copied() else { break };
            for option in &options {
                told.extend(rules.facts_needed(&state, option).into_iter().map(|fact| fact.ask));
            }
            rules.apply(&mut state, &command, &mut dice, &mut events).unwrap();
            told.push(rules.question(&state));
            told.extend(events.iter().map(|event| rules.tell(event)));
        }
        told
    };
    let (printed, changed) = (said(skirmish_rules()), said(&other));
    for (name, number) in skirmish_rules().numbers().each().into_iter().filter(|(name, _)| name.ends_with("_in")) {
        let old = format!(" {}\"", number.value);
        // What stands in a sentence under the printed tables, and under the others as well, was written by hand.
        let by_hand = |told: &&String| told.contains(&format!("within{old}")) || told.contains("an inch");
        assert!(changed.iter().find(by_hand).is_none(), "{name}: {:?}", changed.iter().find(by_hand));
    }
    assert!(
        printed.iter().any(|told| told.contains("within 6\""))
            && changed.iter().any(|told| told.contains("within 46\""))
    );
}

#[test]
fn beside_a_table_the_players_say_who_is_nearest_to_the_radio() {
    skirmish::proves!("S-R12", "S-companion");
    let text = "(title: \"T\", summary: \"T\", turns: 9, first: VcNva, us_arvn: (edge: West, figures: [\
                (name: \"R\", kind: \"Radio operator\", counters: 6), (name: \"A\", kind: \"Rifleman\"), \
                (name: \"B\", kind: \"Rifleman\")], battery: (turns: 1), goals: [Kill(points: 1)]), vc_nva: \
                (edge: East, figures: [(name: \"Z\", kind: \"Rifleman\")], goals: [Kill(points: 1)]))";
    let scenario = tabletop::files::parse_ron("scenario", text).unwrap();
    let rules = skirmish_rules();
    let mut state = rules.begin(&scenario, &mut Tape::default()).unwrap();
    let play = |state: &mut State, command: Command, dice: &[u8]| {
        let mut events = Vec::new();
        rules.apply(state, &command, &mut Tape::new(dice), &mut events).unwrap_or_else(|halt| panic!("{halt}"));
        rules.audit(state).unwrap();
        events
    };
    let events = play(&mut state, Command::Done, &[1]);
    assert!(events.iter().any(|e| matches!(e, Event::Beside(Seen::RadioWhole { die: 1, .. }))), "{events:?}");
    assert_eq!(state.beside().measuring, Some((Side::UsArvn, Measuring::Heir)));
    assert!(rules.view(&state, Side::VcNva).beside().measuring.is_none(), "who has the radio is a secret");
    let (b, z) = (state.named("B").unwrap(), state.named("Z").unwrap());
    assert!(rules.check(&state, &Command::Beside(Said::Heir { figure: z })).is_err());
    let form = rules.facts_needed(&state, &rules.blank_answer(&state).unwrap());
    assert_eq!(form[0].choices.iter().map(|c| c.label.as_str()).collect::<Vec<_>>(), ["A", "B"]);
    play(&mut state, Command::Beside(Said::Heir { figure: b }), &[]);
    assert!(state.figure(b).unwrap().kit.radio && state.step() == Step::Support);
    // Lost is lost.
    let mut state = rules.begin(&scenario, &mut Tape::default()).unwrap();
    play(&mut state, Command::Done, &[4]);
    assert!(state.beside().measuring.is_none() && state.step() == Step::Figures);
}

#[test]
fn every_distance_that_a_deed_hangs_on_is_asked_for() {
    skirmish::proves!("S-R42", "S-companion");
    let us = "(name: \"T\", kind: \"M113\"), (name: \"A\", kind: \"Rifleman\"), (name: \"M\", kind: \"Mortar gunner\", ready: true)";
    let begin = |more: &str| {
        let text = format!(
            "(title: \"T\", summary: \"T\", turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [{us}], claymores_laid: 1, goals: \
             [Exit(edge: East, points: 1)]), vc_nva: (edge: East, figures: [{X}], goals: [Kill(points: 1)]), {ALTERNATE} {more})"
        );
        let scenario = tabletop::files::parse_ron("scenario", &text).unwrap_or_else(|e| panic!("{e}"));
        Desk { state: skirmish_rules().begin(&scenario, &mut Tape::default()).unwrap() }
    };
    let desk = begin("");
    let (t, a, m, x) = (desk.id("T"), desk.id("A"), desk.id("M"), desk.id("X"));
    let rules = skirmish_rules();
    let deeds = [
        (Deed::Mount(t), Command::Mount { figure: a, vehicle: t }, "S-R38", "Is T within 2\"?"),
        (
            Deed::FireClaymore(0),
            Command::FireClaymore { figure: a, number: 0 },
            "S-claymore",
            "Is the Claymore within 4\"?",
        ),
        (Deed::Fight(x), Command::Fight { figure: a, target: x }, "S-close-combat", "Is X within 1\"?"),
        (
            Deed::Leave,
            Command::Leave { figure: a },
            "S-R31",
            "Does one phase's move take it over the edge, counting ground and mines on the way as for any move?",
        ),
    ];
    for (deed, plain, rule, ask) in deeds {
        let said = |near| Command::Beside(Said::Try { figure: a, deed, near });
        assert_eq!(rules.check(&desk.state, &plain).unwrap_err().rule.as_str(), "S-R42", "{plain:?}");
        let form = rules.facts_needed(&desk.state, &said(true));
        assert_eq!((form.len(), form[0].ask.as_str(), form[0].several), (1, ask, false));
        let answers: Vec<_> =
            form[0].choices.iter().map(|c| (c.label.as_str(), c.command, c.refusal.is_some())).collect();
        assert!(
            answers.contains(&("yes", said(true), false)) && answers.contains(&("no", said(false), true)),
            "{answers:?}"
        );
        assert_eq!(desk.refused(Said::Try { figure: a, deed, near: false }).rule.as_str(), rule, "{deed:?}");
        let mut options = Vec::new();
        rules.options(&desk.state, &mut options);
        assert!(options.contains(&said(true)) && !options.contains(&plain), "{deed:?}");
        // Saved games of earlier rulings go on as they were played.
        let earlier = begin("rulings: 2");
        assert!(rules.check(&earlier.state, &plain).is_ok(), "{plain:?}");
    }
    // Both the round and the mortar's setting up want a second man.
    let shell = |mate| Said::Send {
        figure: m,
        delivery: Delivery::Mortar,
        grenade: Grenade::Fragmentation,
        aim: Aim { range: 2000, mate, ..POINT },
    };
    assert_eq!(desk.refused(shell(None)).rule.as_str(), "S-companion");
    assert_eq!(desk.refused(shell(Some(false))).rule.as_str(), "S-R39");
    let asks: Vec<String> =
        rules.facts_needed(&desk.state, &Command::Beside(shell(Some(true)))).into_iter().map(|fact| fact.ask).collect();
    assert!(asks.iter().any(|ask| ask == "Is a second figure within 2\" of the mortar?"), "{asks:?}");
    assert!(rules.check(&desk.state, &Command::Beside(shell(Some(true)))).is_ok());
    let throw = Said::Send {
        figure: a,
        delivery: Delivery::Thrown,
        grenade: Grenade::Fragmentation,
        aim: Aim { mate: Some(true), ..POINT },
    };
    assert_eq!(desk.refused(throw).rule.as_str(), "S-companion", "a second man belongs to a mortar");
    let mut desk = desk;
    for _ in 0..2 {
        for _ in 0..2 {
            desk.play(Command::Prepare { figure: m, work: Work::TakeDown }, &[]);
        }
        if desk.state.figure(m).unwrap().phases == 1
            && rules
                .check(&desk.state, &Command::Beside(Said::Try { figure: m, deed: Deed::Finish, near: true }))
                .is_ok()
        {
            break;
        }
        desk.play(Command::Prepare { figure: m, work: Work::TakeDown }, &[]);
        desk.play(Command::Done, &[]);
        desk.play(Command::Done, &[]);
    }
    assert_eq!(desk.refused(Said::Try { figure: m, deed: Deed::Finish, near: false }).rule.as_str(), "S-R39");
    desk.say(Said::Try { figure: m, deed: Deed::Finish, near: true }, &[]);
    assert!(!desk.state.figure(m).unwrap().mortar.unwrap().ready);
}

#[test]
fn a_loser_is_driven_back_where_the_players_say_that_there_is_room() {
    skirmish::proves!("S-R29", "S-R42");
    for room in [true, false] {
        let mut desk = Desk::set(A, "(name: \"M\", kind: \"Mortar gunner\", ready: true)", ALTERNATE);
        let (a, m) = (desk.id("A"), desk.id("M"));
        desk.say(Said::Try { figure: a, deed: Deed::Fight(m), near: true }, &[5, 4]);
        assert_eq!(desk.state.beside().measuring, Some((Side::UsArvn, Measuring::Room { loser: Some(m) })));
        assert!(
            skirmish_rules().question(&desk.state).contains("room for M"),
            "{}",
            skirmish_rules().question(&desk.state)
        );
        assert_eq!(desk.refused(Said::Face { figure: a }).rule.as_str(), "S-companion", "the question comes first");
        let events = desk.say(Said::Room { room }, &[]);
        assert_eq!(events.iter().any(|e| matches!(e, Event::Beside(Seen::FellBack { .. }))), room);
        assert_eq!(desk.state.figure(m).unwrap().mortar.unwrap().ready, !room, "who stays keeps his mortar set up");
        assert_eq!(desk.counters("M"), 2);
    }
}
