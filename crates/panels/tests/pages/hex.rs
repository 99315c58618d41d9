//! The panels of Search & Destroy.

use std::sync::OnceLock;

use crate::common::{asset, root, screen_of, sidebar};
use panels::Intent;
use panels::hex::{
    HexIntent, Shade, Tool, attack_told, attack_told_panel, command_model, command_panel, forces_model, forces_panel,
    hex_forecast_model, hex_forecast_panel, hex_status_bar, hex_status_model, plots_model, plots_panel, points_model,
    points_panel, stack_model, stack_panel, tables_model, tables_panel,
};
use search_and_destroy::command::{Command, Rate, Shot};
use search_and_destroy::event::{Absence, Event};
use search_and_destroy::state::State;
use search_and_destroy::units::UnitId;
use search_and_destroy::{Hex, SearchAndDestroy, Side};
use tabletop::Ruleset;
use tabletop::dice::{Seeded, Tape};

pub(super) fn rules() -> &'static SearchAndDestroy {
    static RULES: OnceLock<SearchAndDestroy> = OnceLock::new();
    RULES.get_or_init(|| SearchAndDestroy::load(&asset).expect("the data files are right"))
}

/// A position from the body of a scenario.
fn field(body: &str) -> State {
    let text = format!("(title: \"a field\", summary: \"\", background: \"\", turns: 6, {body})");
    let scenario = tabletop::parse_ron("field.ron", &text).expect("the field is written right");
    rules().begin(&scenario, &mut Seeded::new(1)).expect("the field is a position")
}

fn hex(name: &str) -> Hex {
    Hex::named(name).expect("there is such a hex")
}

const ASSAULT: &str = "level: Basic, also: [CloseAssault, CompanyCadres, ImprovedPositions], step: Some(NlfAssault), \
    positions: [\"1507\"], units: [(kind: CompanyCadre, at: Some(\"1508\"), element: Sapper), (kind: MainForce, at: Some(\"1407\")), \
    (kind: Rifle, at: Some(\"1507\"))]";

const FIRE: &str = "level: Advanced, step: Some(UsFire), units: [(kind: Weapons, company: 1, platoon: 1, at: Some(\"1808\")), \
    (kind: PlatoonLeader, company: 1, platoon: 1, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1811\"), hidden: true)]";

fn shots(units: &[u8]) -> Vec<Shot> {
    units.iter().map(|n| Shot { unit: UnitId(*n), rate: Rate::Normal }).collect()
}

fn assault() -> Command {
    Command::Assault { shots: shots(&[0, 1]), target: UnitId(2) }
}

#[test]
fn a_forecast_lists_strength_odds_and_each_modifier_with_its_rule() {
    let state = field(ASSAULT);
    let model = hex_forecast_model(rules(), &state, &assault()).expect("the assault is legal");
    assert_eq!(model.odds, Some("1-1"));
    assert_eq!(model.outcomes.iter().map(|faces| faces.dice.len()).sum::<usize>(), 6, "every face of the die is told");
    let mut screen = screen_of(324.0, 760.0, 1.0, |ui| hex_forecast_panel(ui, &model));
    for words in ["Improved Position", "base-4.10", "Sappers attack", "32.7", "4 : 4"] {
        assert!(screen.shows(words), "{words}");
    }
    assert_eq!(screen.click("Close assault"), vec![Intent::Hex(HexIntent::CarryOut)]);
    assert_eq!(screen.click("Clear"), vec![Intent::Hex(HexIntent::PutAway)]);
    screen.assert_nothing_is_cut();
    screen.picture("hex-forecast");
}

/// What the faces of the die bring, each once, the lowest first.
fn brings(body: &str, command: &Command) -> Vec<String> {
    let model = hex_forecast_model(rules(), &field(body), command).expect("the attack is legal");
    model.outcomes.into_iter().map(|faces| faces.words).collect()
}

#[test]
fn a_forecast_says_what_a_result_does_to_its_target() {
    let fire = |target| Command::Fire { shots: shots(&[0]), target: UnitId(target) };
    let close = Command::Assault { shots: shots(&[0]), target: UnitId(1) };
    let at = |level: &str, step: &str, by: &str, target: &str| {
        format!(
            "level: Basic, also: [{level}], step: Some({step}), units: [(kind: {by}, at: Some(\"1608\")), ({target})]"
        )
    };
    // Six to one: a D destroys a squad, and scores what the table says.
    let squad = brings(&at("", "UsFire", "Weapons", "kind: MainForce, at: Some(\"1808\")"), &fire(1));
    assert_eq!(
        squad,
        [
            "pinned, 5 points",
            "pinned, 20 points",
            "destroyed, 25 points",
            "destroyed, 40 points",
            "destroyed, 45 points"
        ]
    );
    // In close assault it scores the flat price.
    let beside = brings(&at("CloseAssault", "NlfAssault", "MainForce", "kind: Observer, at: Some(\"1708\")"), &close);
    assert_eq!(beside.last().map(String::as_str), Some("destroyed, 240 points"));
    // Only an h does anything to a vehicle or a helicopter.
    let m113 =
        brings(&at("CloseAssault, Vehicles", "NlfAssault", "MainForce", "kind: M113, at: Some(\"1708\")"), &close);
    assert_eq!(m113, ["no effect", "destroyed"]);
    let gunship =
        brings(&at("Casualties, Helicopters", "NlfFire", "MainForce", "kind: Transport, at: Some(\"1808\")"), &fire(1));
    assert_eq!(gunship, ["no effect"]);
    // A boat is not pinned, and what is scored against it is no part of the score.
    let boat = |table: &str| {
        let body = format!(
            "level: Basic, also: [PatrolBoats{table}], step: Some(NlfFire), units: [(kind: MainForce, at: Some(\"2116\")), (kind: \
             MainForce, at: Some(\"2117\")), (kind: PatrolBoat, river: Some(48))]"
        );
        brings(&body, &Command::Fire { shots: shots(&[0, 1]), target: UnitId(2) })
    };
    assert_eq!(boat(""), ["no effect", "20 points against it", "40 points against it"]);
    assert_eq!(boat(", Casualties"), ["no effect", "1 wounded", "1 killed"]);
}

#[test]
fn a_counter_is_told_with_the_movement_and_the_range_it_has_now() {
    let state = field(
        "level: Advanced, also: [CompanyCadres], step: Some(NlfMovement), units: [(kind: CompanyCadre, at: Some(\"0525\"), element: \
         HeavyMachineGun), (kind: MainForce, at: Some(\"0425\"), burden: (1, 0)), (kind: Rifle, at: Some(\"2110\"))]",
    );
    let values = |at: &str| stack_model(rules(), &state, hex(at), &[]).lines[0].values;
    assert_eq!(["0525", "0425", "2110"].map(values), [Some((2, 6, 10)), Some((2, 6, 5)), Some((4, 12, 5))]);
}

#[test]
fn landings_without_a_limit_are_not_counted() {
    let left = |more: &str| {
        let state = field(&format!("level: Standard, {more} step: Some(UsMovement), units: [(kind: Transport)]"));
        let plots = plots_model(rules(), &state, Side::Us);
        plots.left.into_iter().find(|(name, _)| *name == "Landings this turn").map(|(_, left)| left)
    };
    assert_eq!(["", "landings: Some(6),"].map(left), [Some("any number".to_owned()), Some("6".to_owned())]);
}

#[test]
fn the_rate_of_fire_is_chosen_in_the_forecast_where_there_is_ammunition() {
    let state = field(FIRE);
    let command = Command::Fire { shots: shots(&[0]), target: UnitId(2) };
    let model = hex_forecast_model(rules(), &state, &command).expect("the fire is legal");
    assert!(model.shares[0].rates.contains(&Rate::Increased));
    let mut screen = sidebar(|ui| hex_forecast_panel(ui, &model));
    let name = format!("{}: Doubled", model.shares[0].name);
    assert_eq!(screen.click(&name), vec![Intent::Hex(HexIntent::Rate(UnitId(0), Rate::Increased))]);
}

#[test]
fn the_table_in_force_is_shown_with_the_column_and_the_rows_lit() {
    let state = field(ASSAULT);
    let model = hex_forecast_model(rules(), &state, &assault()).expect("the assault is legal");
    let tables = tables_model(rules(), &state, Some(model.lit.clone()));
    assert!(!tables.casualties);
    let mut screen = sidebar(|ui| tables_panel(ui, &tables));
    assert!(screen.shows("POINTS COMBAT RESULTS TABLE"));
    let lit = screen.harness_labels().iter().filter(|l| l.ends_with(", lit")).count();
    assert_eq!(lit, model.lit.rows.len());
    screen.picture("hex-points-table");
    let _ = screen.click("Casualty");
    assert!(screen.shows("CASUALTY COMBAT RESULTS TABLE") && screen.shows("This game uses the other table."));
    screen.assert_nothing_is_cut();
    screen.picture("hex-casualty-table");
}

#[test]
fn an_attack_that_was_fought_is_told_with_its_die() {
    let mut state = field(ASSAULT);
    let (mut events, mut dice) = (Vec::new(), Tape::new([5, 5, 5, 5]));
    let _ = rules().apply(&mut state, &assault(), &mut dice, &mut events);
    if !events.iter().any(|e| matches!(e, Event::Attacked { .. })) {
        rules().apply(&mut state, &Command::Answer { double: false }, &mut dice, &mut events).expect("he answers");
    }
    let told = attack_told(rules(), &events).expect("there was an attack");
    assert_eq!((told.die, told.odds), (5, Some("1-1")));
    assert_eq!(told.lit.rows, [5], "a 5, and one for sappers against an Improved Position");
    // A leader is tried when the next player's turn begins: the attack has not brought that about.
    let die = Event::WithoutCommander { company: 1, platoon: 1, absence: Absence::OffTheMap, die: 4, holds: true };
    events.extend([die, Event::Registered { at: hex("1811") }]);
    assert_eq!(attack_told(rules(), &events), Some(told.clone()));
    events.remove(events.len() - 2);
    assert_ne!(attack_told(rules(), &events), Some(told.clone()), "what follows in its own step is told");
    let mut screen = sidebar(|ui| attack_told_panel(ui, &told));
    assert!(screen.shows("Sappers attack") && screen.shows("The last attack"));
    screen.assert_nothing_is_cut();
    screen.picture("hex-told");
}

#[test]
fn a_stack_says_of_a_face_down_counter_only_that_it_is_one() {
    let state = field(FIRE);
    let seen = rules().view(&state, Side::Us);
    let at = hex("1811");
    let model = stack_model(rules(), &seen, at, &[]);
    assert_eq!(model.lines.len(), 1);
    assert_eq!(model.lines[0].values, None);
    let screen = sidebar(|ui| stack_panel(ui, &model));
    assert!(screen.shows("Face-down counter 2") && !screen.shows("VC squad"));
    let owner = stack_model(rules(), &rules().view(&state, Side::Nlf), at, &[]);
    let mut own = sidebar(|ui| stack_panel(ui, &owner));
    assert!(own.shows("VC squad") && own.shows("the enemy does not know what it is"));
    let name = owner.lines[0].name.clone();
    assert_eq!(own.click(&name), vec![Intent::Hex(HexIntent::Hold(vec![UnitId(2)]))]);
    screen.assert_nothing_is_cut();
    own.picture("hex-stack");
}

#[test]
fn leaders_show_whom_they_reach_and_ammunition_is_counted() {
    let state = field(FIRE);
    let model = command_model(rules(), &state, Side::Us);
    assert_eq!(model.leaders.len(), 1);
    assert_eq!(model.leaders[0].near, (1, 1));
    assert_eq!(model.ammunition.len(), 1);
    let mut screen = sidebar(|ui| command_panel(ui, &model));
    assert!(screen.shows("4 of 4"));
    screen.assert_nothing_is_cut();
    screen.picture("hex-command");
}

#[test]
fn points_stand_line_by_line_with_par_and_level() {
    let state = field(FIRE);
    let model = points_model(rules(), &state);
    assert_eq!(model.sheet.margin, model.sheet.us - model.sheet.nlf - model.sheet.par);
    let mut screen = sidebar(|ui| points_panel(ui, &model));
    assert!(screen.shows(&model.sheet.level.title) && screen.shows("Par of the scenario"));
    screen.assert_nothing_is_cut();
    screen.picture("hex-points");
}

#[test]
fn in_the_set_up_counters_and_traps_are_taken_from_a_list() {
    let text = std::fs::read_to_string(root().join("scenarios/search-and-destroy/standard.ron"))
        .expect("the standard scenario is there");
    let scenario = tabletop::parse_ron("standard.ron", &text).expect("it is right");
    let mut state = rules().begin(&scenario, &mut Seeded::new(2)).expect("it begins");
    let mut dice = Seeded::new(3);
    while rules().to_act(&state) == Some(Side::Us) {
        rules().apply(&mut state, &Command::Done, &mut dice, &mut Vec::new()).expect("the rest is placed");
    }
    let model = forces_model(&rules().view(&state, Side::Nlf), Side::Nlf, &[], None);
    assert!(!model.pool.is_empty() && !model.tools.is_empty());
    let mut screen = screen_of(324.0, 2400.0, 1.0, |ui| forces_panel(ui, &model));
    let first = model.pool[0].clone();
    assert_eq!(screen.click(&first.name), vec![Intent::Hex(HexIntent::Hold(vec![first.unit]))]);
    let trap = format!("Lay a booby trap ({} left)", model.tools[0].left);
    assert_eq!(screen.click(&trap), vec![Intent::Hex(HexIntent::Take(Tool::Trap))]);
    screen.assert_nothing_is_cut();
    // The other side's list has nothing of it.
    let us = forces_model(&rules().view(&state, Side::Us), Side::Us, &[], None);
    assert!(us.tools.is_empty());
    assert!(plots_model(rules(), &state, Side::Nlf).left.is_empty(), "the NLF knows nothing of US support");
    let _ = sidebar(|ui| plots_panel(ui, &plots_model(rules(), &state, Side::Us)));
}

#[test]
fn the_status_bar_turns_shades_on_and_off() {
    let state = field(FIRE);
    let model = hex_status_model(rules(), &state, Shade::Reach, true);
    let mut screen = screen_of(1280.0, 60.0, 1.0, |ui| hex_status_bar(ui, &model));
    assert_eq!(screen.click("Threat"), vec![Intent::Hex(HexIntent::Show(Shade::Threat))]);
    screen.assert_fits();
    screen.picture("hex-status");
}

#[test]
fn the_status_bar_tells_who_is_ahead_of_what_once_both_have_set_up() {
    let told = |body: &str| {
        let model = hex_status_model(rules(), &field(body), Shade::Reach, false);
        let screen = screen_of(1280.0, 60.0, 1.0, |ui| hex_status_bar(ui, &model));
        screen.assert_nothing_is_cut();
        [screen.shows("−30"), screen.shows("If it ended now"), screen.shows("Draw")]
    };
    assert_eq!(told(&format!("par: -30, {FIRE}")), [true; 3], "the par makes the level what it is");
    let set_up = "par: -30, level: Standard, entries: [(forces: [RiflePlatoon(1, 1)], at: Columns(1, 5))]";
    assert_eq!(told(set_up), [true, false, false], "before that nobody is ahead");
}
