//! What a player of Search & Destroy may ask before he decides.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::Cause;
use search_and_destroy::queries::Unseen;
use search_and_destroy::sight::Eye;
use search_and_destroy::{Side, proves};

#[test]
fn sight_names_what_blocks_it() {
    proves!("base-4.5");
    let field =
        Field::set("level: Basic, sight: 4, step: Some(UsMovement), units: [(kind: Rifle, at: Some(\"1808\"))]");
    let look = |a: &str, b: &str| rules().sight(&field.state, Eye::Hex(hex(a)), Eye::Hex(hex(b)));
    assert_eq!(look("0102", "0105"), Err(Unseen::Hex(hex("0103"))));
    assert_eq!(look("0502", "0702"), Err(Unseen::Side(hex("0601"), hex("0602"))));
    assert_eq!(look("1810", "1814"), Ok(()));
    assert_eq!(look("1810", "1815"), Err(Unseen::TooFar { range: 5, sight: 4 }));
    assert_eq!(look("1810", "5015"), Err(Unseen::OffTheMap));
}

#[test]
fn a_forecast_has_the_parts_the_changes_with_their_rules_and_six_faces() {
    proves!("base-4.4", "32.7");
    let field = Field::set(
        "level: Basic, also: [CloseAssault, CompanyCadres, ImprovedPositions], step: Some(NlfAssault), positions: [\"1507\"], units: [\
         (kind: CompanyCadre, at: Some(\"1508\"), element: Sapper), (kind: MainForce, at: Some(\"1407\")), (kind: Rifle, at: Some(\"1507\"))]",
    );
    let forecast = rules().forecast(&field.state, &assault(&[shot(0), shot(1)], 2)).unwrap();
    assert_eq!((forecast.eighths, forecast.defence, forecast.column), (32, 4, Some(2)));
    let changes: Vec<_> = forecast.changes.iter().map(|c| (c.value, c.rule.as_str())).collect();
    assert_eq!(changes, [(-1, "base-4.10"), (2, "32.7")]);
    assert_eq!(forecast.faces.iter().map(|f| f.row).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 6]);
    assert_eq!(forecast.faces[5].text, "D 20/60 h");
    let grid = rules().combat.grid(false);
    assert_eq!(grid.rows[forecast.faces[5].row].cells[2], "D 20/60 h");
    assert_eq!((grid.columns.len(), grid.rows.len(), grid.from.word()), (8, 8, "reconstructed"));
    assert_eq!(rules().combat.grid(true).rows[7].cells[7], "P 4K 2W h");
    assert_eq!(rules().combat.vehicle_grid().rows[3].cells[0], "immobilized");
    assert!(rules().forecast(&field.state, &Command::Done).is_err());
}

#[test]
fn authority_names_leaders_and_followers() {
    proves!("base-4.8", "base-4.9");
    let field = Field::set(
        "level: Standard, step: Some(UsMovement), units: [(kind: CompanyCommander, at: Some(\"1808\"), platoon: 0), \
         (kind: Rifle, at: Some(\"1810\")), (kind: Rifle, at: Some(\"3010\"), platoon: 2), (kind: PlatoonCadre, at: Some(\"0105\")), \
         (kind: Nva, at: Some(\"0109\"))]",
    );
    let commander = rules().authority(&field.state, id(0));
    assert_eq!((commander.radius, commander.followers), (Some(8), vec![id(1), id(2)]));
    let near = rules().authority(&field.state, id(1));
    assert_eq!((near.leaders, near.in_radius), (vec![id(0)], true));
    assert!(!rules().authority(&field.state, id(2)).in_radius);
    let squad = rules().authority(&field.state, id(4));
    assert_eq!((squad.leaders, squad.in_radius), (vec![id(3)], false));
}

#[test]
fn nobody_misses_a_leader_that_the_scenario_does_not_have() {
    proves!("base-4.8");
    let set = |switches: &str, leader: &str| {
        let units = format!("(kind: Rifle, at: Some(\"1810\")), (kind: {leader}, at: Some(\"3010\"))");
        let field = basic(switches, "UsMovement", &units, "");
        let squad = rules().authority(&field.state, id(0));
        (squad.in_radius, squad.leaders.len(), rules().authority(&field.state, id(1)).radius)
    };
    assert_eq!(set("Leadership", "CompanyCommander"), (false, 1, Some(8)));
    assert_eq!(set("Leadership", "Observer"), (true, 0, None));
    // Without leadership a Platoon Leader leads nobody.
    assert_eq!(set("Leadership, PlatoonLeaders", "PlatoonLeader"), (false, 1, Some(4)));
    assert_eq!(set("PlatoonLeaders", "PlatoonLeader"), (true, 0, None));
}

#[test]
fn the_score_sheet_adds_up_with_and_without_an_end() {
    proves!("base-4.18");
    let mut field = Field::set(
        "level: Basic, par: -10, step: Some(UsFire), caches_at: [\"4001\"], units: [(kind: Weapons, at: Some(\"1610\")), \
         (kind: MainForce, at: Some(\"1612\"))]",
    );
    field.dice(&[6]);
    field.play(fire(&[shot(0)], 1));
    let sheet = rules().score_sheet(&field.state);
    let lines: Vec<_> = sheet.lines.iter().map(|l| (l.side, l.cause, l.points, l.settled)).collect();
    assert_eq!(lines, [(Side::Us, Cause::Combat, 20, true), (Side::Nlf, Cause::Cache, 20, false)]);
    assert_eq!((sheet.us, sheet.nlf, sheet.margin), (20, 20, 10));
    assert_eq!(sheet.level.title, "Draw");
}

#[test]
fn who_is_to_be_flown_out_counts_next_to_a_helicopter_aboard_and_away() {
    let crew = |place: &str, more: &str| {
        let units = format!(
            "(kind: Crew, {place}), (kind: Transport, at: Some(\"1808\")), (kind: Transport, at: Some(\"1803\"))"
        );
        basic("Helicopters", "UsMovement", &units, &format!("objectives: [Rescue(120, 160)], {more}"))
    };
    let counted = |field: &Field| (rules().flown_out(&field.state), rules().idle_helicopters(&field.state));
    assert_eq!(counted(&crew("at: Some(\"1809\")", "")), (1, 1), "one of two has somebody to fetch");
    assert_eq!(counted(&crew("at: Some(\"1812\")", "")), (0, 2));
    let zone = "pick_up: Some((at: Hexes([\"1803\"])))";
    assert_eq!(counted(&crew("at: Some(\"1809\")", zone)), (0, 2), "nobody is flown out from there");
    assert_eq!(counted(&crew("with: Some(1)", zone)), (0, 1));
    let mut field = crew("with: Some(1)", "");
    assert_eq!(counted(&field), (3, 1));
    field.play(Command::LiftOff { helicopter: id(1) });
    assert_eq!(counted(&field), (4, 1));
}

/// What is foretold is what comes: a position helps no machine that is alone in its hex.
#[test]
fn a_forecast_of_shells_on_machines_alone_counts_no_position() {
    proves!("SD-A34", "base-4.13");
    let mortar = |beside: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, without: [CommandControl], step: Some(NlfFire), positions: [\"2110\"], units: [(kind: PlatoonCadre, at: \
             Some(\"2114\")), (kind: MainForce, at: Some(\"2115\")), (kind: Mortar82, with: Some(1)), (kind: M113, at: Some(\"2110\")){beside}]"
        ));
        let fires = Command::Mortar { weapon: id(2), observer: id(0), at: hex("2110") };
        let forecast = rules().forecast(&field.state, &fires).unwrap();
        field.dice(&[1, 6]);
        let events = field.play(fires);
        let changes = events.iter().find_map(|event| match event {
            search_and_destroy::Event::Shelled { modifiers, .. } => Some(modifiers.len()),
            _ => None,
        });
        (forecast.changes.len(), changes)
    };
    assert_eq!(mortar(""), (0, Some(0)));
    assert_eq!(mortar(", (kind: Rifle, at: Some(\"2110\"))"), (1, Some(1)));
}
