//! Movement: rules 6.1 to 6.4.

use block_by_block::command::Command;
use block_by_block::event::Travel;
use block_by_block::{Event, Place, PlaceSet, Side, Step, Zone};
use pointman_tests::{Table, assault, close_combat, form, gate, march, place, places, rules, unit};

/// How the unit travelled last, and over which places.
fn last_travel(table: &Table, name: &str) -> (Travel, Vec<Place>) {
    let who = unit(name);
    let found = table.log.iter().rev().find_map(|e| match e {
        Event::Travelled { unit, path, how } if *unit == who => Some((*how, path.clone())),
        _ => None,
    });
    found.unwrap_or_else(|| panic!("{name} did not travel"))
}

#[test]
fn any_number_of_friends_stand_in_an_area_but_one_in_a_gate_box() {
    block_by_block::proves!("6.1");
    let mut table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['C', 'D'], units: {
            "N2-3": ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines", "Hac Bao", "2nd Airborne", "7th Airborne"] }"#,
    );
    for name in ["F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines", "Hac Bao"] {
        table.play(march(name, "N2-2"));
    }
    assert_eq!(table.state.units_at(place("N2-2")).len(), 4);
    table.play(march("2nd Airborne", "Gate C"));
    table.refuses(&march("7th Airborne", "Gate C"), "6.1|8.0a|BB-R18");
    assert!(table.may_move("7th Airborne", "Gate D"));
}

#[test]
fn a_unit_moves_as_far_as_it_likes_once_or_not_at_all() {
    block_by_block::proves!("6.2a");
    let mut table = Table::set(
        r#"step: UsArvnMovement, units: { "O-1": ["2/3 Regiment", "3/3 Regiment"], "N4-4": ["NLF Company 1"] }"#,
    );
    table.play(march("2/3 Regiment", "O-7"));
    assert_eq!(last_travel(&table, "2/3 Regiment").1.len(), 4, "O-1, O-9, O-8, O-7");
    table.refuses(&march("2/3 Regiment", "O-6"), "6.2a");
    table.refuses(&march("3/3 Regiment", "O-1"), "6.2a");
    table.play(Command::Done);
    table.stands("3/3 Regiment", "O-1");
}

#[test]
fn an_occupied_area_is_entered_to_friends_to_routed_enemies_or_to_one_one_sided_unit() {
    block_by_block::proves!("6.2b");
    let enemies = |units: &str, more: &str| {
        let (list, friend) = (units, if more.contains("friend") { r#", "G/2/5 Marines""# } else { "" });
        let routed = more.strip_prefix("routed: ").map_or(String::new(), |r| format!(", routed: [{r}]"));
        Table::set(&format!(
            r#"step: UsArvnMovement, units: {{ "S2-3": ["F/2/5 Marines"], "S2-2": [{list}{friend}] }}{routed}"#
        ))
    };
    enemies(r#""810th Battalion""#, "").refuses(&march("F/2/5 Marines", "S2-2"), "6.2b");
    enemies(r#""NLF Company 1", "NLF Company 2""#, "").refuses(&march("F/2/5 Marines", "S2-2"), "6.2b");
    enemies(r#""NLF Company 1", "810th Battalion""#, r#"routed: "810th Battalion""#)
        .refuses(&march("F/2/5 Marines", "S2-2"), "6.2b");
    assert!(enemies(r#""810th Battalion""#, "friend").may_move("F/2/5 Marines", "S2-2"));
    assert!(enemies(r#""NLF Company 1""#, "").may_move("F/2/5 Marines", "S2-2"));
    assert!(
        enemies(r#""810th Battalion", "K4B Battalion""#, r#"routed: "810th Battalion", "K4B Battalion""#)
            .may_move("F/2/5 Marines", "S2-2")
    );
    let table = Table::set(
        r#"step: PavnNlfMovement, units: { "N2-1": ["802nd Battalion"], "N2-3": ["1st Division HQ"], "O-2": ["2/3 Regiment"] }"#,
    );
    assert!(table.may_move("802nd Battalion", "N2-3"), "the exceptions hold for both sides");
}

#[test]
fn whoever_enters_an_enemys_area_stops_there() {
    block_by_block::proves!("BB-R29");
    let table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: [], units: { "O-1": ["2/3 Regiment"], "O-2": ["NLF Company 1"],
            "O-8": ["810th Battalion"] }"#,
    );
    assert!(table.may_move("2/3 Regiment", "O-2"));
    assert!(!table.may_move("2/3 Regiment", "O-3"), "O-3 lies behind the company in O-2");
    let table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: [], units: { "O-1": ["2/3 Regiment"], "O-2": ["NLF Company 1"],
            "O-9": ["NLF Company 2", "3/3 Regiment"], "Gate E": ["Tower E"] }"#,
    );
    assert_eq!(table.destinations("2/3 Regiment"), places(&["O-2", "O-9"]));
}

#[test]
fn a_unit_stops_beside_an_enemy_of_the_same_zone_but_not_for_gates() {
    block_by_block::proves!("6.2c");
    let table = Table::set(
        r#"step: UsArvnMovement, units: { "S2-3": ["F/2/5 Marines"], "S3-3": ["804th Battalion"], "S1-5": ["K4B Battalion"] }"#,
    );
    assert!(table.may_move("F/2/5 Marines", "S3-1"));
    assert!(!table.may_move("F/2/5 Marines", "S3-2"), "S3-1 borders S3-3, and the way round is closed in S1-4");
    table.refuses(&march("F/2/5 Marines", "S3-2"), "6.2c");
    assert!(!table.may_move("F/2/5 Marines", "S5-1"));

    let table = Table::set(
        r#"step: UsArvnMovement, units: { "N3-2": ["2/3 Regiment"], "Gate G": ["Tower G"], "Gate H": ["Tower H"] }"#,
    );
    assert!(table.may_move("2/3 Regiment", "N5-3"), "towers beside N3-1 and N3-3 stop nobody");
}

#[test]
fn areas_without_a_zone_stop_nobody() {
    block_by_block::proves!("BB-R28");
    let units = r#"step: UsArvnMovement, units: { "O-5": ["2/3 Regiment"], "O-7": ["810th Battalion"], "N2-3": ["802nd Battalion"],
        "O-2": ["806th Battalion"], "S6-1": ["K4C Battalion"] }"#;
    let table = Table::set(units);
    assert!(table.may_move("2/3 Regiment", "N5-3"), "through O-6, beside the enemy in O-7");
    let table = Table::set(
        r#"step: UsArvnMovement, units: { "S5-1": ["F/2/5 Marines"], "S3-2": ["804th Battalion"], "S5-2": ["G/2/5 Marines"] }"#,
    );
    assert!(table.may_move("F/2/5 Marines", "S4-2"), "through MACV, beside the enemy in S3-2");
    let table = Table::set(
        r#"step: UsArvnMovement, units: { "N4-3": ["2/3 Regiment"], "N1-5": ["800th Battalion"], "N3-3": ["802nd Battalion"] }"#,
    );
    assert!(table.may_move("2/3 Regiment", "N5-3"), "through N4-4; enemies of other zones do not stop it");
    assert!(table.may_move("2/3 Regiment", "N5-2"), "PALACE and N4-4 border N3-3 or nothing of their own zone");
}

#[test]
fn a_unit_that_starts_beside_an_enemy_first_leaves_for_an_empty_area() {
    block_by_block::proves!("6.2d");
    let table = Table::set(
        r#"step: UsArvnMovement, units: { "O-1": ["2/3 Regiment", "NLF Company 1"],
            "O-2": ["3/3 Regiment", "NLF Company 2"], "O-3": ["1/3 Regiment"], "O-8": ["810th Battalion"] }"#,
    );
    table.refuses(&march("2/3 Regiment", "O-2"), "6.2d");
    assert!(table.may_move("2/3 Regiment", "O-9"));
    assert!(table.may_move("1/3 Regiment", "O-2"), "who starts alone may join friends in O-2");
}

#[test]
fn river_landings_carry_us_arvn_units_bank_to_bank() {
    block_by_block::proves!("6.3a");
    let mut table = Table::set(
        r#"step: UsArvnMovement, units: { "S5-1": ["F/2/5 Marines", "G/2/5 Marines"], "O-2": ["810th Battalion"],
            "O-5": ["806th Battalion", "2/3 Regiment"] }"#,
    );
    let ways: PlaceSet = table.destinations("F/2/5 Marines") & places(&["O-3", "O-5", "S6-2"]);
    assert_eq!(ways, places(&["O-3", "S6-2"]), "not to O-5, where an enemy is, though a friend stands there");
    table.play(march("F/2/5 Marines", "O-3"));
    assert_eq!(last_travel(&table, "F/2/5 Marines"), (Travel::RiverLanding, vec![place("S5-1"), place("O-3")]));
    table.finish_until(Step::UsArvnGroups);
    table.play(form(&["F/2/5 Marines"]));
    table.finish_until(Step::UsArvnCombat);
    table.offers(&assault(1, "O-2"));

    let table =
        Table::set(r#"step: UsArvnMovement, options: (extra_landings: false), units: { "S5-1": ["F/2/5 Marines"] }"#);
    assert_eq!(table.destinations("F/2/5 Marines") & places(&["O-3", "O-5", "S6-2"]), places(&["O-3"]));
    let table = Table::set(r#"step: PavnNlfMovement, units: { "S5-1": ["810th Battalion"], "MACV": ["MACV Team"] }"#);
    assert!(!table.may_move("810th Battalion", "O-3"), "PAVN/NLF has no boats");
}

#[test]
fn a_landing_among_enemies_is_refused_for_the_enemies() {
    block_by_block::proves!("6.3a");
    let table = Table::set(
        r#"turn: 2, step: UsArvnMovement, units: { "S5-1": ["A/1/1 Marines"], "S4-1": ["B/1/1 Marines"], "O-3": ["Hac Bao", "800th Battalion"],
            "S6-2": ["NLF Company 1"], "S3-3": ["804th Battalion"], "S4-2": ["K4B Battalion"] }, routed: ["NLF Company 1"]"#,
    );
    for landing in ["O-3", "S6-2"] {
        let refusal = table.refusal(&march("A/1/1 Marines", landing));
        assert_eq!(refusal.rule.as_str(), "6.3a", "{refusal}");
        assert!(refusal.because.contains(&format!("The enemy is in {landing}")), "{refusal}");
    }
}

#[test]
fn a_landing_that_enemies_keep_from_a_march_is_refused_for_the_enemies_on_the_way() {
    block_by_block::proves!("6.2b", "6.3a");
    let table = Table::set(
        r#"turn: 2, step: UsArvnMovement, units: { "S3-3": ["B/1/1 Marines"], "S3-2": ["804th Battalion"], "MACV": ["2nd Sappers"],
            "S4-2": ["K4B Battalion"], "S2-1": ["H/2/5 Marines"] }"#,
    );
    table.refuses(&march("B/1/1 Marines", "S5-1"), "6.2b");
    table.refuses(&march("B/1/1 Marines", "S5-2"), "6.2b");
    let printed = r#"turn: 2, step: UsArvnMovement, units: { "S3-3": ["B/1/1 Marines"], "S4-2": ["K4B Battalion"], "S3-1": ["804th Battalion"],
            "MACV": ["2nd Sappers"] }, options: (extra_landings: "#;
    Table::set(&format!("{printed} true)")).refuses(&march("B/1/1 Marines", "O-5"), "6.3a");
    let off = Table::set(&format!("{printed} false)"));
    off.refuses(&march("B/1/1 Marines", "O-5"), "6.4");
}

#[test]
fn pavn_nlf_is_told_of_closed_bridges_and_not_of_landings() {
    block_by_block::proves!("6.3b", "6.4");
    let table = Table::set(
        r#"turn: 2, step: PavnNlfMovement, units: { "S5-1": ["800th Battalion"], "O-4": ["802nd Battalion"], "N2-3": ["A/1/1 Marines"],
            "O-3": ["B/1/1 Marines"] }, us_arvn_zones: [S6]"#,
    );
    table.refuses(&march("802nd Battalion", "S6-2"), "6.3b");
    let river = table.refusal(&march("800th Battalion", "O-5"));
    assert_eq!(river.rule.as_str(), "6.4");
    assert!(!river.remedy.contains("landing") && !river.remedy.contains("bridge"), "{river}");
}

#[test]
fn a_river_landing_is_the_whole_move_and_never_an_assault_or_a_retreat() {
    block_by_block::proves!("BB-R30");
    let table = Table::set(r#"step: UsArvnMovement, units: { "S5-2": ["F/2/5 Marines"], "S5-1": ["G/2/5 Marines"] }"#);
    assert!(!table.may_move("F/2/5 Marines", "O-3"), "it does not start at a landing");
    assert!(!table.may_move("G/2/5 Marines", "O-2"), "it cannot march on from O-3");
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "S5-1": ["F/2/5 Marines"], "O-3": ["810th Battalion"] }, groups: [["F/2/5 Marines"]]"#,
    );
    table.refuses(&assault(1, "O-3"), "BB-R30|7.1a|6.4|6.3a");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, us_arvn_zones: [S6], units: { "S5-1": ["F/2/5 Marines"], "S5-2": ["804th Battalion", "810th Battalion"],
            "S3-2": ["K4B Battalion"], "MACV": ["K4C Battalion"], "O-3": ["2/3 Regiment"] },
            groups: [["804th Battalion", "810th Battalion"]]"#,
    );
    table.dice(&[1]).play(assault(1, "S5-1")); // 6 points, 1 + 1 = 2: *
    table.lose("804th Battalion");
    table.refuses(&Command::Retreat, "7.7a|7.7g");
    table.hold();
    table.stands("F/2/5 Marines", "S5-1");
}

#[test]
fn pavn_nlf_crosses_no_bridge_into_a_us_arvn_zone() {
    block_by_block::proves!("6.3b");
    let held = r#"us_arvn_zones: [N5], us_arvn_gates: ['A'], units: { "N5-3": ["F/2/5 Marines", "G/2/5 Marines"], "O-6": ["810th Battalion"] }"#;
    let table = Table::set(&format!(r#"step: PavnNlfCombat, {held}, groups: [["810th Battalion"]]"#));
    table.refuses(&assault(1, "N5-3"), "6.3b");
    let table = Table::set(&format!(r#"step: UsArvnCombat, {held}, groups: [["F/2/5 Marines", "G/2/5 Marines"]]"#));
    table.offers(&assault(1, "O-6"));
    let table = Table::set(
        r#"step: PavnNlfCombat, units: { "N5-3": ["F/2/5 Marines"], "N5-1": ["NLF Company 1"], "O-6": ["810th Battalion"] },
            groups: [["810th Battalion"]]"#,
    );
    assert_eq!(table.zone(Zone::N5), Side::PavnNlf);
    table.offers(&assault(1, "N5-3"));
    let table = Table::set(
        r#"step: PavnNlfMovement, us_arvn_zones: [N5, N2],
            us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], units: { "N5-1": ["F/2/5 Marines"], "O-6": ["810th Battalion"] }"#,
    );
    assert!(!table.may_move("810th Battalion", "N5-3"));
    table.refuses(&march("810th Battalion", "N5-3"), "6.3b");
}

#[test]
fn only_the_far_end_of_a_bridge_counts() {
    block_by_block::proves!("BB-R31");
    let table = Table::set(
        r#"step: PavnNlfMovement, us_arvn_zones: [N2, N5],
            us_arvn_gates: ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'], units: { "N5-1": ["F/2/5 Marines"],
            "S6-4": ["K4C Battalion"], "S1-4": ["810th Battalion"] }"#,
    );
    assert!(table.may_move("K4C Battalion", "O-6"), "O-6 belongs to no zone");
    assert!(!table.may_move("K4C Battalion", "N5-3"));
    assert!(table.may_move("810th Battalion", "S2-3"), "S2 is not under US/ARVN control");
}

#[test]
fn the_macv_team_and_the_division_hq_never_move() {
    block_by_block::proves!("6.3c");
    let table = Table::set(
        r#"step: UsArvnMovement, units: { "MACV": ["MACV Team", "F/2/5 Marines"], "N2-3": ["1st Division HQ"] }"#,
    );
    table.refuses(&march("MACV Team", "S5-1"), "6.3c");
    table.refuses(&march("1st Division HQ", "N2-2"), "6.3c");
    assert_eq!(table.destinations("MACV Team"), PlaceSet::EMPTY);
}

#[test]
fn static_units_fight_close_combat_at_home_and_stay_when_others_retreat() {
    block_by_block::proves!("BB-R35");
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "MACV": ["MACV Team", "F/2/5 Marines", "810th Battalion"], "S3-2": ["804th Battalion"] },
            groups: [["MACV Team", "F/2/5 Marines"]]"#,
    );
    table.offers(&close_combat(1));
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "MACV": ["MACV Team", "F/2/5 Marines"], "S3-2": ["804th Battalion"] },
            groups: [["MACV Team", "F/2/5 Marines"]]"#,
    );
    table.refuses(&assault(1, "S3-2"), "BB-R35|6.3c");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, us_arvn_zones: [S5], units: { "MACV": ["MACV Team", "F/2/5 Marines"],
            "S3-2": ["804th Battalion", "810th Battalion"], "S5-1": ["G/2/5 Marines"] },
            groups: [["804th Battalion", "810th Battalion"]]"#,
    );
    table.dice(&[1]).play(assault(1, "MACV")); // 6 points, 1 + 2 = 3: *
    table.lose("F/2/5 Marines");
    table.lose("804th Battalion");
    table.retreat(&[("F/2/5 Marines", "S5-1")]);
    table.settle();
    table.stands("MACV Team", "MACV");
    table.stands("F/2/5 Marines", "S5-1");
    let mut table = Table::set(
        r#"step: PavnNlfCombat, units: { "MACV": ["MACV Team"], "S3-2": ["804th Battalion", "810th Battalion"] },
            groups: [["804th Battalion", "810th Battalion"]]"#,
    );
    table.dice(&[1]).play(assault(1, "MACV"));
    table.lose("804th Battalion");
    assert!(!table.allows(&Command::Retreat), "it cannot retreat alone");
    table.hold();
}

#[test]
fn a_feebly_held_area_is_moved_into_and_fought_over() {
    block_by_block::proves!("6.3d");
    let mut table =
        Table::set(r#"step: UsArvnMovement, units: { "S2-3": ["F/2/5 Marines"], "S2-2": ["NLF Company 1"] }"#);
    table.play(march("F/2/5 Marines", "S2-2"));
    table.finish_until(Step::UsArvnGroups);
    table.play(form(&["F/2/5 Marines"]));
    table.finish_until(Step::UsArvnCombat);
    table.offers(&close_combat(1));
    let table = Table::set(
        r#"step: UsArvnCombat, units: { "S2-3": ["F/2/5 Marines"], "S2-2": ["NLF Company 1"] }, groups: [["F/2/5 Marines"]]"#,
    );
    table.offers(&assault(1, "S2-2")); // it need not be assaulted, but it may be
}

#[test]
fn walls_canals_and_the_river_are_not_crossed() {
    block_by_block::proves!("6.4");
    let map = rules().map();
    let north: PlaceSet = Place::areas()
        .filter(|p| {
            p.zone().is_some_and(|z| z.in_citadel() || z == Zone::S6)
                || p.name().starts_with("O-")
                || *p == Place::PALACE
        })
        .collect();
    for area in Place::each(north) {
        assert_eq!(map.beside(area) & !north, PlaceSet::EMPTY, "{area} reaches across the Perfume River");
    }
    let table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['G'], units: { "O-8": ["2/3 Regiment"], "N3-1": ["800th Battalion"],
            "O-7": ["802nd Battalion"], "O-9": ["806th Battalion"] }"#,
    );
    assert_eq!(table.destinations("2/3 Regiment"), gate('G').place().set(), "no way over the wall into N3-2 or N3-3");
    table.refuses(&march("2/3 Regiment", "N3-2"), "6.4");
    let table = Table::set(
        r#"step: UsArvnMovement, us_arvn_gates: ['G'], units: { "O-8": ["2/3 Regiment"], "MACV": ["MACV Team"] }"#,
    );
    assert!(table.may_move("2/3 Regiment", "N3-1"), "through the Huu gate");
    let table = Table::set(
        r#"step: UsArvnCombat, us_arvn_gates: ['G'], units: { "O-8": ["2/3 Regiment"], "N3-2": ["800th Battalion"] },
            groups: [["2/3 Regiment"]]"#,
    );
    table.refuses(&assault(1, "N3-2"), "6.4|7.1a");
    let table = Table::set(
        r#"step: UsArvnMovement, units: { "S1-5": ["F/2/5 Marines"], "S1-4": ["804th Battalion"], "S1-6": ["810th Battalion"],
            "MACV": ["G/2/5 Marines"] }"#,
    );
    assert_eq!(table.destinations("F/2/5 Marines"), PlaceSet::EMPTY, "the Phu Cam canal has no bridge here");
    table.refuses(&march("F/2/5 Marines", "S4-1"), "6.4");
}

#[test]
fn whether_a_unit_begins_with_an_enemy_is_asked_in_its_own_segment() {
    block_by_block::proves!("BB-R53");
    let mut table = Table::set(
        r#"turn: 2, step: PavnNlfMovement, units: { "S3-1": ["F/2/5 Marines", "804th Battalion"], "S3-2": ["NLF Company 1"],
            "S2-3": ["810th Battalion"] }, routed: ["F/2/5 Marines"]"#,
    );
    table.play(march("804th Battalion", "S2-2"));
    table.finish_until(Step::UsArvnMovement);
    assert!(
        table.may_move("F/2/5 Marines", "S3-2"),
        "the enemy has left, and a single one-sided unit may be walked in on"
    );

    let mut table = Table::set(
        r#"turn: 2, step: PavnNlfMovement, units: { "S3-1": ["F/2/5 Marines"], "S3-2": ["NLF Company 1"], "S2-3": ["810th Battalion"],
            "MACV": ["K4B Battalion"], "S5-1": ["K4C Battalion"] }, routed: ["F/2/5 Marines"]"#,
    );
    table.play(march("810th Battalion", "S3-1"));
    table.finish_until(Step::UsArvnMovement);
    table.refuses(&march("F/2/5 Marines", "S3-2"), "6.2d");
}
