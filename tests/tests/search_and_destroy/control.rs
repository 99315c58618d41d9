//! US leadership and NLF command of Search & Destroy sentence by sentence: sections 4.8 and 4.9.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::{Command, Rate};
use search_and_destroy::event::{Absence, Event};
use search_and_destroy::state::Step;
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

/// A game at this level that stands before a US Command Segment, with its dice; an enemy far away is added.
fn commanded(level: &str, also: &str, units: &str, dice: &[u8]) -> Field {
    let mut field = Field::set(&format!(
        "level: {level}, also: [{also}], turns: 9, step: Some(NlfAssault), units: [{units}, (kind: MainForce, at: Some(\"4020\"))]"
    ));
    field.dice(dice);
    field.until(2, Step::UsMovement);
    field
}

/// Who of these is under control.
fn control<const N: usize>(field: &Field, units: [u8; N]) -> [bool; N] {
    units.map(|n| field.unit(n).controlled)
}

// 4.8: the Company Commander of the Standard Game.

#[test]
fn the_commander_leads_squads_within_eight_hexes_without_seeing_them() {
    proves!("base-4.8");
    // 0106 and 0110 see nothing of each other through the jungle: no die is asked for. At nine hexes one is.
    let units = "(kind: CompanyCommander, at: Some(\"1808\"), platoon: 0), (kind: Rifle, at: Some(\"1816\")), \
         (kind: Rifle, at: Some(\"1817\"), platoon: 2)";
    assert_eq!(control(&commanded("Standard", "", units, &[2]), [1, 2]), [true, false]);
    assert_eq!(control(&commanded("Standard", "", units, &[3]), [1, 2]), [true, true]);
    let hidden = "(kind: CompanyCommander, at: Some(\"0104\"), platoon: 0), (kind: Rifle, at: Some(\"0119\"))";
    commanded("Standard", "", hidden, &[6]);
    let near = "(kind: CompanyCommander, at: Some(\"0104\"), platoon: 0), (kind: Rifle, at: Some(\"0107\"))";
    assert!(commanded("Standard", "", near, &[]).unit(1).controlled);
}

#[test]
fn a_dead_commander_costs_leadership_on_one_to_three_for_ever() {
    proves!("base-4.8", "base-4.18");
    let mut field = Field::set(
        "level: Standard, turns: 9, step: Some(NlfFire), units: [(kind: CompanyCommander, at: Some(\"1808\"), platoon: 0), \
         (kind: Rifle, at: Some(\"1704\")), (kind: Rifle, at: Some(\"1604\")), (kind: MainForce, at: Some(\"1810\"))]",
    );
    // Two against one with a six destroys: sixty points, and forty for the commander.
    field.dice(&[6]);
    field.play(fire(&[shot(3)], 0));
    assert_eq!(field.points(), (0, 100));
    for turn in 2..=3 {
        field.dice(&[3, 4]);
        field.until(turn, Step::UsMovement);
        assert_eq!(control(&field, [1, 2]), [false, true], "turn {turn}");
    }
}

#[test]
fn the_commander_leads_from_the_carrier_he_rides_in() {
    proves!("base-4.8");
    let units = "(kind: M113, at: Some(\"1808\")), (kind: CompanyCommander, with: Some(0), platoon: 0), \
         (kind: Rifle, at: Some(\"1816\")), (kind: Rifle, at: Some(\"1817\"))";
    assert_eq!(control(&commanded("Standard", "Vehicles", units, &[2]), [2, 3]), [true, false]);
}

// 4.8: Platoon Leaders of the Advanced Game.

#[test]
fn a_platoon_leader_leads_his_own_squads_within_four_hexes() {
    proves!("base-4.8");
    let units = "(kind: PlatoonLeader, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1812\")), \
         (kind: Rifle, at: Some(\"1813\")), (kind: CompanyCommander, at: Some(\"1809\"), platoon: 0)";
    assert_eq!(control(&commanded("Advanced", "", units, &[2]), [1, 2]), [true, false]);
}

/// Two platoons, each with its leader and a squad beside him, and their commander (4) in this state.
fn two_platoons(first: &str, commander: &str, dice: &[u8]) -> Field {
    let units = format!(
        "(kind: PlatoonLeader, at: Some(\"1808\"){first}), (kind: Rifle, at: Some(\"1807\")), \
         (kind: PlatoonLeader, at: Some(\"2008\"), platoon: 2), (kind: Rifle, at: Some(\"2007\"), platoon: 2), \
         (kind: CompanyCommander, platoon: 0, {commander})"
    );
    commanded("Advanced", "", &units, dice)
}

#[test]
fn a_commander_near_a_platoon_leader_without_hold_takes_his_place() {
    proves!("base-4.8");
    // The leader loses his hold on a one, then his squad on one or two.
    let alone = two_platoons(", pinned: true", "at: Some(\"1811\")", &[1, 2]);
    assert_eq!(control(&alone, [1, 3]), [false, true]);
    let near = two_platoons(", pinned: true", "at: Some(\"1810\")", &[1]);
    assert_eq!(control(&near, [1, 3]), [true, true], "no roll for the squad");
    let holds = two_platoons(", pinned: true", "at: Some(\"1811\")", &[2]);
    assert_eq!(control(&holds, [1, 3]), [true, true], "on a two he keeps it");
}

#[test]
fn a_commander_without_hold_may_cost_each_platoon_leader_his_own() {
    proves!("base-4.8");
    // The commander loses his; the first leader is tried and loses his too, and with it his squad; the second keeps his.
    let field = two_platoons("", "at: Some(\"1812\"), pinned: true", &[1, 1, 2, 2]);
    assert_eq!(control(&field, [1, 3]), [false, true]);
}

/// A Platoon Leader (0) with a squad beside him, and a commander (2) in this hex, in a game with these fields.
fn with_commander(fields: &str, commander: &str, dice: &[u8]) -> (Field, Vec<Event>) {
    let mut field = Field::set(&format!(
        "turns: 9, step: Some(NlfAssault), {fields}, units: [(kind: PlatoonLeader, at: Some(\"1808\")), \
         (kind: Rifle, at: Some(\"1807\")), (kind: CompanyCommander, platoon: 0, {commander}), \
         (kind: MainForce, at: Some(\"4020\"))]"
    ));
    field.dice(dice);
    let events = field.done();
    assert_eq!((field.state.turn(), field.state.step()), (2, Step::UsMovement));
    (field, events)
}

#[test]
fn a_platoon_leader_more_than_eight_hexes_from_his_commander_is_tried() {
    proves!("base-4.8");
    let (near, told) = with_commander("level: Advanced", "at: Some(\"1816\")", &[]);
    assert!(near.unit(1).controlled && !told.iter().any(|e| matches!(e, Event::WithoutCommander { .. })));
    assert!(rules().authority(&near.state, id(0)).in_radius);
    // On a one he loses his hold, and his squad is tried for that on a one or two.
    for (dice, controlled) in [(&[2][..], true), (&[1, 2], false), (&[1, 3], true)] {
        let (far, told) = with_commander("level: Advanced", "at: Some(\"1817\")", dice);
        assert_eq!(far.unit(1).controlled, controlled, "{dice:?}");
        let absence = Absence::OutOfReach(9);
        let event = Event::WithoutCommander { company: 1, platoon: 1, absence, die: dice[0], holds: dice[0] > 1 };
        assert!(told.contains(&event), "{told:?}");
        assert_eq!(rules().seen(&event, &far.state, Side::Nlf), Some(event), "both sides may know");
        assert!(!rules().authority(&far.state, id(0)).in_radius);
    }
    // He counts from where he rides.
    let carried = "(kind: M113, at: Some(\"1816\")), (kind: CompanyCommander, with: Some(0), platoon: 0), \
         (kind: PlatoonLeader, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1807\"))";
    let riding = commanded("Advanced", "", carried, &[]);
    assert!(riding.unit(3).controlled && rules().authority(&riding.state, id(2)).in_radius);
}

#[test]
fn a_platoon_leader_is_tried_once_whatever_keeps_his_commander_from_him() {
    proves!("base-4.8");
    // The commander is pinned, loses his hold, and is far away: his own die, one for the leader, one for the squad.
    let (field, told) = with_commander("level: Advanced", "at: Some(\"1817\"), pinned: true", &[1, 1, 2]);
    assert!(!field.unit(1).controlled);
    let absences = told.iter().filter_map(|e| match e {
        Event::WithoutCommander { absence, .. } => Some(*absence),
        _ => None,
    });
    assert_eq!(absences.collect::<Vec<_>>(), [Absence::WithoutHold]);
    // A leader who has lost his own hold has none to lose for his commander.
    let units = "(kind: PlatoonLeader, at: Some(\"1808\"), pinned: true), (kind: Rifle, at: Some(\"1807\")), \
         (kind: CompanyCommander, at: Some(\"1817\"), platoon: 0)";
    assert_eq!(control(&commanded("Advanced", "", units, &[1, 2]), [1]), [false]);
}

#[test]
fn the_distance_to_platoon_leaders_counts_in_the_advanced_game_alone() {
    proves!("base-4.8");
    // In the Standard Game the squad itself is out of the commander's radius, and has the only die.
    let (standard, _) = with_commander("level: Standard", "at: Some(\"1817\")", &[2]);
    assert!(!standard.unit(1).controlled);
    with_commander("level: Basic", "at: Some(\"1817\")", &[]);
    let (old, _) = with_commander("level: Advanced, rulings: 0", "at: Some(\"1817\")", &[]);
    assert!(rules().authority(&old.state, id(0)).in_radius);
    // Without a commander in the game nobody misses him.
    let units = "(kind: PlatoonLeader, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1807\"))";
    commanded("Advanced", "", units, &[]);
}

/// A commander (0) leaves the map by the north edge, out of hearing of his squad (1).
fn deserted(rulings: &str) -> Field {
    let mut field = Field::set(&format!(
        "level: Standard, {rulings} us_exit: Some(Rows(1, 1)), step: Some(UsMovement), units: [\
         (kind: CompanyCommander, at: Some(\"2401\"), platoon: 0), (kind: Rifle, at: Some(\"1816\")), (kind: MainForce, at: Some(\"4020\"))]"
    ));
    field.play(Command::Leave { unit: id(0) });
    field
}

#[test]
fn a_commander_who_has_left_the_map_is_out_of_reach() {
    proves!("base-4.8", "SD-A63");
    for (die, controlled) in [(2, false), (3, true)] {
        let mut field = deserted("");
        field.dice(&[die]);
        field.until(2, Step::UsMovement);
        assert_eq!(field.unit(1).controlled, controlled, "die {die}");
        assert!(!rules().authority(&field.state, id(1)).in_radius);
    }
    let mut field = deserted("rulings: 5,");
    field.until(2, Step::UsMovement);
    assert!(field.unit(1).controlled, "the earlier saved games ask for no die");
}

/// A Platoon Leader (0) with a squad beside him, and a commander (3) who comes in the third turn.
fn before_the_commander(level: &str, rulings: &str, dice: &[u8]) -> (Field, Vec<Event>) {
    let mut field = Field::set(&format!(
        "level: {level}, {rulings} step: Some(NlfAssault), units: [(kind: PlatoonLeader, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1807\")), \
         (kind: MainForce, at: Some(\"4020\"))], entries: [(forces: [CompanyCommander(1)], at: Hexes([\"2401\"]), turn: 3)]"
    ));
    field.dice(dice);
    let events = field.done();
    (field, events)
}

#[test]
fn a_commander_who_is_still_to_come_is_out_of_reach() {
    proves!("base-4.8");
    for (die, controlled) in [(2, false), (3, true)] {
        assert_eq!(before_the_commander("Standard", "", &[die]).0.unit(1).controlled, controlled, "die {die}");
    }
    // In the Advanced Game it is his Platoon Leaders who miss him.
    for (dice, controlled) in [(&[2][..], true), (&[1, 2], false), (&[1, 3], true)] {
        let (field, told) = before_the_commander("Advanced", "", dice);
        assert_eq!(field.unit(1).controlled, controlled, "{dice:?}");
        let absence = Absence::OffTheMap;
        let event = Event::WithoutCommander { company: 1, platoon: 1, absence, die: dice[0], holds: dice[0] > 1 };
        assert!(told.contains(&event), "{told:?}");
        assert!(rules().tell(&event).contains("off the map"), "{}", rules().tell(&event));
    }
    for level in ["Standard", "Advanced"] {
        assert!(before_the_commander(level, "rulings: 5,", &[]).0.unit(1).controlled, "{level}");
        // Nobody misses a leader whom the scenario does not have.
        commanded(level, "", "(kind: Rifle, at: Some(\"1807\"))", &[]);
    }
}

#[test]
fn a_commander_leads_the_squads_near_him_whose_platoon_leader_has_left_the_map() {
    proves!("base-4.8", "SD-A65");
    let set = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, {rulings} us_exit: Some(Rows(1, 1)), step: Some(UsMovement), units: [\
             (kind: PlatoonLeader, at: Some(\"2401\")), (kind: CompanyCommander, at: Some(\"1808\"), platoon: 0), \
             (kind: Rifle, at: Some(\"1806\")), (kind: Rifle, at: Some(\"1805\")), (kind: MainForce, at: Some(\"4020\"))]"
        ));
        field.play(Command::Leave { unit: id(0) });
        field
    };
    // Who asks is told so.
    let led = [2, 3].map(|squad| rules().authority(&set("").state, id(squad)));
    assert!(led[0].in_radius && !led[1].in_radius && led[0].leaders == [id(1)], "{led:?}");
    for (die, controlled) in [(2, false), (3, true)] {
        let mut field = set("");
        field.dice(&[die]);
        field.until(2, Step::UsMovement);
        assert_eq!(control(&field, [2, 3]), [true, controlled], "die {die}");
    }
    let mut field = set("rulings: 5,");
    field.until(2, Step::UsMovement);
    assert_eq!(control(&field, [2, 3]), [true, true]);
}

#[test]
fn a_leader_who_took_casualties_loses_his_hold_on_one_to_three() {
    proves!("base-4.8");
    for (die, lost) in [(3, true), (4, false)] {
        let mut field = Field::set(
            "level: Advanced, step: Some(NlfFire), units: [(kind: PlatoonLeader, at: Some(\"1808\")), \
             (kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1810\"))]",
        );
        // The killed man of a six falls in the team.
        field.dice(&[6]);
        field.play(fire(&[shot(2)], 1));
        assert_eq!(field.unit(0).losses, 1);
        field.dice(&[die]);
        if lost {
            field.dice(&[1]);
        }
        field.until(2, Step::UsMovement);
        assert_eq!(field.unit(1).controlled, !lost, "die {die}");
    }
}

// 4.8: what a squad without leadership may do.

#[test]
fn a_squad_without_leadership_fires_at_half_digs_and_does_nothing_else() {
    proves!("base-4.8", "base-4.10", "SD-A10");
    let set = || {
        let units = "(kind: Rifle, at: Some(\"0110\")), (kind: CompanyCommander, at: Some(\"4028\"), platoon: 0), \
             (kind: MainForce, at: Some(\"0109\"), hidden: true), (kind: MainForce, at: Some(\"0111\")), \
             (kind: Rifle, at: Some(\"0112\"))";
        commanded("Standard", "CloseAssault", units, &[1, 6])
    };
    let mut field = set();
    assert_eq!(control(&field, [0, 4]), [false, true]);
    field.refuses(&march(0, &["0209"]), "base-4.8");
    assert!(field.allows(&Command::Dig { unit: id(0) }));
    field.done();
    field.refuses(&probe(0, "0109"), "base-4.8");
    field.refuses(&search(0, "0110"), "base-4.8");
    field.until(2, Step::UsFire);
    assert_eq!(rules().fire_strength(&field.state, id(0), Rate::Normal), Ok(16));
    assert_eq!(rules().fire_strength(&field.state, id(4), Rate::Normal), Ok(32));
    field.done();
    field.refuses(&assault(&[shot(0)], 3), "SD-A10");
    assert!(field.allows(&assault(&[shot(4)], 3)));
    assert_eq!(rules().close_defence(field.unit(0)), 4, "it defends as ever");
    // Until the next check.
    field.dice(&[6, 6]);
    field.until(3, Step::UsMovement);
    assert!(field.unit(0).controlled);
}

// 4.9: NLF command. The radius and who commands whom stand in `search_and_destroy_sentences.rs`.

#[test]
fn a_squad_out_of_command_fires_stays_and_falls_back_to_a_cadre_or_its_edge() {
    proves!("base-4.9");
    let mut field = basic(
        "CommandControl, CloseAssault",
        "UsAssault",
        "(kind: MainForce, at: Some(\"1809\")), (kind: PlatoonCadre, at: Some(\"1803\")), \
         (kind: PlatoonCadre, at: Some(\"1504\"), platoon: 2), (kind: Rifle, at: Some(\"2010\"))",
        "nlf_exit: Some(Columns(40, 40))",
    );
    field.until(1, Step::NlfMovement);
    assert_eq!(control(&field, [0, 1, 2]), [false, true, true], "a Cadre is always in command itself");
    field.refuses(&march(0, &["1709"]), "base-4.9");
    field.refuses(&march(0, &["1810"]), "base-4.9");
    assert!(field.allows(&march(0, &["1808"])), "nearer to a Cadre");
    assert!(field.allows(&march(0, &["1909"])), "nearer to the edge");
    assert!(field.allows(&march(0, &["1709", "1708", "1707"])), "only where it ends counts");
    field.done();
    assert!(field.allows(&fire(&[shot(0)], 3)));
    field.stands(0, "1809");
}

#[test]
fn a_cadre_lost_later_in_the_turn_is_missed_at_the_next_check() {
    proves!("base-4.9");
    let mut field = basic(
        "CommandControl, CloseAssault, HeavyWeapons",
        "UsAssault",
        "(kind: MainForce, at: Some(\"1809\")), (kind: PlatoonCadre, at: Some(\"1806\")), \
         (kind: MainForce, at: Some(\"1503\"), platoon: 2), (kind: Mortar82, with: Some(2)), \
         (kind: PlatoonCadre, at: Some(\"1604\"), platoon: 2), (kind: Rifle, at: Some(\"1810\"))",
        "",
    );
    field.until(1, Step::NlfFire);
    // Their own mortar falls on the Cadre: four against two is 2-1, and a six destroys.
    field.dice(&[1, 6]);
    field.play(Command::Mortar { weapon: id(3), observer: id(4), at: hex("1806") });
    field.is_gone(1);
    assert_eq!(field.points(), (20, 0), "for the other side");
    assert!(field.unit(0).controlled);
    field.done();
    field.dice(&[1]);
    field.play(assault(&[shot(0)], 5));
    field.until(2, Step::NlfMovement);
    assert!(!field.unit(0).controlled);
    field.refuses(&march(0, &["1909"]), "base-4.9");
}

#[test]
fn control_that_is_lost_or_won_is_told() {
    proves!("base-4.8", "base-4.9");
    let units =
        "(kind: CompanyCommander, at: Some(\"1808\"), platoon: 0, pinned: true), (kind: Rifle, at: Some(\"1807\"))";
    let mut field = commanded("Standard", "", units, &[1, 1]);
    assert!(!field.unit(1).controlled);
    field.until(2, Step::NlfAssault);
    let events = field.done();
    assert!(events.iter().any(|e| matches!(e, Event::Control { who, controlled: true } if who.unit == id(1))));
}

#[test]
fn a_lost_commander_costs_squads_their_leadership() {
    proves!("base-4.8", "SD-A63");
    let set = |commander: &str| {
        Field::set(&format!(
            "level: Standard, step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0106\")), (kind: Rifle, at: Some(\"0108\")), \
             (kind: CompanyCommander, at: Some(\"{commander}\"), pinned: true, platoon: 0), (kind: MainForce, at: Some(\"4020\"))]"
        ))
    };
    // The pinned commander loses his hold on a one, then each squad its own on a one or two.
    let mut field = set("0106");
    field.dice(&[1, 2, 3]);
    field.done();
    assert_eq!((field.unit(0).controlled, field.unit(1).controlled), (false, true));
    field.refuses(&march(0, &["0107"]), "base-4.8");
    // Out of his radius the squads roll although he leads.
    let mut field = set("2008");
    field.dice(&[6, 1, 6]);
    field.done();
    assert_eq!((field.unit(0).controlled, field.unit(1).controlled), (false, true));
}

#[test]
fn platoon_leaders_lead_their_own_in_the_advanced_game() {
    proves!("base-4.8");
    let mut field = Field::set(
        "level: Advanced, step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0106\")), (kind: Rifle, at: Some(\"0108\"), platoon: 2), \
         (kind: PlatoonLeader, at: Some(\"0106\"), pinned: true), (kind: PlatoonLeader, at: Some(\"0108\"), platoon: 2), \
         (kind: CompanyCommander, at: Some(\"0112\"), platoon: 0), (kind: MainForce, at: Some(\"4020\"))]",
    );
    field.dice(&[1, 1]);
    field.done();
    assert_eq!((field.unit(0).controlled, field.unit(1).controlled), (false, true));
}

#[test]
fn squads_out_of_command_fall_back_and_do_not_assault() {
    proves!("base-4.9", "SD-A44", "SD-A45", "31.0", "31.16");
    let mut field = Field::set(
        "level: Standard, also: [CloseAssault, CompanyCadres], step: Some(UsAssault), units: [\
         (kind: MainForce, at: Some(\"1809\")), (kind: PlatoonCadre, at: Some(\"1803\"), platoon: 1), \
         (kind: MainForce, at: Some(\"0110\"), platoon: 2), (kind: CompanyCadre, at: Some(\"0112\"), platoon: 0), \
         (kind: MainForce, at: Some(\"0116\"), company: 2), (kind: BattalionCadre, at: Some(\"0118\"), company: 0, platoon: 0), \
         (kind: Local, at: Some(\"2009\"), company: 3, independent: true), (kind: Rifle, at: Some(\"1810\"))]",
    );
    field.done();
    let controlled: Vec<bool> = [0, 2, 4, 6].iter().map(|n| field.unit(*n).controlled).collect();
    assert_eq!(controlled, [false, true, true, true]);
    field.refuses(&march(0, &["1909"]), "base-4.9");
    assert!(field.allows(&march(0, &["1808"])));
    field.done();
    field.done();
    field.refuses(&assault(&[shot(0)], 7), "SD-A10");
}
