//! Artillery, air strikes, mortars and helicopters of Search & Destroy.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Event, Modifier, Ordnance};
use search_and_destroy::hex::Direction;
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

/// Plays on to the next step of this name.
fn until(field: &mut Field, step: Step) {
    while field.state.step() != step {
        field.done();
    }
}

fn plot(number: u8, at: &str) -> Command {
    Command::Plot { unit: id(number), at: hex(at) }
}

/// The hexes that were hit, in order.
fn hit(events: &[Event]) -> Vec<String> {
    events.iter().filter_map(|e| if let Event::Shelled { at, .. } = e { Some(at.to_string()) } else { None }).collect()
}

/// An observer (0) in 1808 who sees an NLF squad (1) in paddy 1812, and another squad (2) in the open in 1811.
fn battery() -> Field {
    Field::set(
        "level: Basic, also: [Artillery], missions: 3, step: Some(UsPlot), units: [(kind: Observer, at: Some(\"1808\")), \
         (kind: MainForce, at: Some(\"1812\")), (kind: MainForce, at: Some(\"1811\"))]",
    )
}

#[test]
fn artillery_comes_down_a_turn_after_it_was_plotted() {
    proves!("base-4.13");
    let mut field = battery();
    field.refuses(&plot(0, "0103"), "base-4.5");
    field.refuses(&plot(1, "1812"), "base-4.1");
    assert_eq!(rules().forecast(&field.state, &plot(0, "1812")).unwrap().column, Some(7));
    field.play(plot(0, "1812"));
    // The US player ends the step: that he has plotted is not told by its end. Ruling SD-A68.
    assert_eq!((field.state.support().missions, field.state.step()), (2, Step::UsPlot));
    field.play(Command::Done);
    assert_eq!(field.state.step(), Step::NlfMovement);
    until(&mut field, Step::UsSearch);
    // On target with a four: 12 to 2 with a four destroys, and so does 4 to 1 beside it with a five.
    field.dice(&[4, 4, 5]);
    let events = field.done();
    assert_eq!(hit(&events), ["1812", "1811"]);
    field.is_gone(1);
    assert_eq!(field.points(), (25 + 20, 0));
    field.is_gone(2);
}

#[test]
fn artillery_strays_and_is_adjusted_on_what_it_hit_before() {
    proves!("base-4.13");
    let mut field = battery();
    field.play(plot(0, "1812"));
    until(&mut field, Step::UsSearch);
    // A six: two hexes off, to the north, on 1810: 1811 lies beside it.
    field.dice(&[6, 1, 1]);
    let events = field.done();
    assert!(events.iter().any(|e| matches!(e, Event::CameDown { at: Some(at), .. } if *at == hex("1810"))));
    assert_eq!(hit(&events), ["1811"]);
    until(&mut field, Step::UsPlot);
    field.play(plot(0, "1811"));
    until(&mut field, Step::UsSearch);
    // Beside a hex that was hit last turn a five is on target.
    field.dice(&[5, 1, 1]);
    assert_eq!(hit(&field.done()), ["1811", "1812"]);
}

#[test]
fn shells_that_fall_on_their_own_side_score_for_the_other_and_pinned_men_do_not_observe() {
    proves!("base-4.13", "base-4.6");
    let mut field = Field::set(
        "level: Basic, also: [Artillery], missions: 1, step: Some(UsPlot), units: [(kind: Observer, at: Some(\"1808\")), \
         (kind: Rifle, at: Some(\"1811\")), (kind: MainForce, at: Some(\"0101\")), (kind: Observer, at: Some(\"1908\"), pinned: true)]",
    );
    field.refuses(&plot(3, "1812"), "base-4.6");
    field.refuses(&plot(1, "1812"), "base-4.13");
    field.play(plot(0, "1812"));
    until(&mut field, Step::UsSearch);
    // 1811 lies beside the target: 4 to 1 with a four is pinned and sixty points.
    field.dice(&[1, 4]);
    assert_eq!(hit(&field.done()), ["1811"]);
    assert_eq!(field.points(), (0, 60));
}

#[test]
fn what_is_plotted_or_written_down_is_secret() {
    proves!("base-4.13");
    let mut field = Field::set(
        "level: Basic, also: [Artillery], missions: 2, step: Some(UsPlot), units: [(kind: Observer, at: Some(\"1808\")), \
         (kind: Observer, at: Some(\"1907\")), (kind: MainForce, at: Some(\"1812\"))]",
    );
    let events = field.play(plot(0, "1812"));
    let called = events.iter().find(|e| matches!(e, Event::Called { ordnance: Ordnance::Battery, .. })).unwrap();
    assert_eq!(rules().seen(called, &field.state, Side::Nlf), None);
    assert!(rules().seen(called, &field.state, Side::Us).is_some());
    let view = rules().view(&field.state, Side::Nlf);
    assert!(view.support().plots.is_empty() && view.support().missions == 2);
    field.refuses(&plot(0, "1811"), "base-4.13");
    field.refuses(&plot(1, "1812"), "base-4.13");
    let disguised = rules().disguised(&field.state, Side::Nlf, 3).unwrap();
    assert_eq!(rules().view(&disguised, Side::Nlf), view);
}

#[test]
fn an_air_strike_is_called_and_comes_down_in_the_same_turn() {
    proves!("base-4.13", "33.42", "SD-A58");
    let mut field = Field::set(
        "level: Basic, also: [AirStrikes, PatrolBoats], strikes: 2, step: Some(UsMovement), units: [\
         (kind: PatrolBoat, river: Some(48)), (kind: MainForce, at: Some(\"2112\")), (kind: Rifle, at: Some(\"2109\")), \
         (kind: MainForce, at: Some(\"2111\"))]",
    );
    let strike = |at: &str, along| Command::CallStrike { unit: id(0), at: hex(at), along };
    field.refuses(&strike("2111", Direction::N), "base-4.13");
    field.refuses(&strike("2112", Direction::S), "base-4.13");
    field.refuses(&Command::CallStrike { unit: id(2), at: hex("2112"), along: Direction::N }, "base-4.13");
    field.play(strike("2112", Direction::N));
    field.refuses(&strike("2113", Direction::N), "base-4.13");
    field.done();
    // On target with a five: eighteen on the target, six on 2111 north of it; 2113 is empty.
    field.dice(&[5, 6, 1]);
    let events = field.done();
    assert_eq!(hit(&events), ["2112", "2111"]);
    field.is_gone(1);
}

#[test]
fn preplanned_fire_never_strays_and_costs_a_mission() {
    proves!("base-4.13");
    let mut field = Field::arrange(
        "level: Basic, also: [Artillery], missions: 1, preplanned: 1, units: [(kind: Rifle, at: Some(\"1808\")), \
         (kind: MainForce, at: Some(\"1812\"))]",
        &[],
    )
    .unwrap();
    assert_eq!((field.state.step(), field.to_act()), (Step::UsSetup, Some(Side::Us)));
    field.refuses(&Command::Register { at: hex("5040") }, "base-4.13");
    let events = field.play(Command::Register { at: hex("1812") });
    assert_eq!(rules().seen(&events[0], &field.state, Side::Nlf), None);
    assert!(rules().view(&field.state, Side::Nlf).support().preplanned.is_empty());
    field.done();
    until(&mut field, Step::UsFire);
    field.refuses(&Command::Preplanned { at: hex("1811") }, "base-4.13");
    field.dice(&[5]);
    let events = field.play(Command::Preplanned { at: hex("1812") });
    assert!(events.iter().any(|e| matches!(e, Event::CameDown { die: None, .. })));
    field.is_gone(1);
    assert_eq!(field.state.support().missions, 0);
}

#[test]
fn a_mortar_needs_a_crew_that_stood_still_an_observer_and_its_range() {
    proves!("base-4.13", "base-4.16");
    let set = |moved: &str| {
        Field::set(&format!(
            "level: Basic, also: [HeavyWeapons], step: Some(UsFire), units: [(kind: Weapons, at: Some(\"1701\"){moved}), \
             (kind: Mortar81, with: Some(0)), (kind: Observer, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1811\")), \
             (kind: Rifle, at: Some(\"1810\")), (kind: MainForce, at: Some(\"1812\")), (kind: Rifle, at: Some(\"1910\"))]"
        ))
    };
    let mortar = |at: &str| Command::Mortar { weapon: id(1), observer: id(2), at: hex(at) };
    let mut field = set("");
    field.refuses(&Command::Mortar { weapon: id(0), observer: id(2), at: hex("1811") }, "base-4.13");
    field.refuses(&Command::Mortar { weapon: id(1), observer: id(4), at: hex("1811") }, "base-4.13");
    field.refuses(&mortar("2027"), "base-4.13");
    // On target with a five; 6 to 1 with a five destroys.
    field.dice(&[5, 5]);
    assert_eq!(hit(&field.play(mortar("1811"))), ["1811"]);
    assert_eq!(field.points(), (40, 0));
    field.refuses(&mortar("1812"), "base-4.13");
    set(", moved: true").refuses(&mortar("1811"), "base-4.13");
    let mut field = set("");
    field.dice(&[1]);
    field.play(fire(&[shot(4)], 3));
    field.refuses(&mortar("1811"), "base-4.13");
}

/// The strength of a mortar (1) on 1811, in eighths, and the column it falls with.
fn mortar_fire(field: &mut Field) -> (u16, usize) {
    let mortar = Command::Mortar { weapon: id(1), observer: id(2), at: hex("1811") };
    assert!(field.options().contains(&mortar));
    let forecast = rules().forecast(&field.state, &mortar).unwrap();
    field.dice(&[1, 1]);
    let events = field.play(mortar);
    let column = events.iter().find_map(|e| if let Event::Shelled { column, .. } = e { Some(*column) } else { None });
    assert_eq!(forecast.column, column);
    (forecast.eighths, column.unwrap())
}

#[test]
fn a_crew_that_is_pinned_or_without_leadership_fires_its_mortar_at_half_strength() {
    proves!("base-4.13", "base-4.6", "base-4.8");
    for (pinned, fire) in [(false, (48, 7)), (true, (24, 4))] {
        let units = format!(
            "(kind: Weapons, at: Some(\"1701\"), pinned: {pinned}), (kind: Mortar81, with: Some(0)), (kind: Observer, at: Some(\"1808\")), \
             (kind: MainForce, at: Some(\"1811\"))"
        );
        assert_eq!(mortar_fire(&mut basic("HeavyWeapons", "UsFire", &units, "")), fire);
    }
    for (rulings, fire) in [("", (24, 4)), ("rulings: 5,", (48, 7))] {
        let mut field = Field::set(&format!(
            "level: Standard, also: [HeavyWeapons], {rulings} step: Some(NlfAssault), units: [(kind: Weapons, at: Some(\"1701\")), \
             (kind: Mortar81, with: Some(0)), (kind: Observer, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1811\")), \
             (kind: CompanyCommander, at: Some(\"4028\"), platoon: 0)]"
        ));
        field.dice(&[1]);
        field.until(2, Step::UsFire);
        assert!(!field.unit(0).controlled);
        assert_eq!(mortar_fire(&mut field), fire, "{rulings}");
    }
    // Four against one, halved.
    let units = "(kind: MainForce, at: Some(\"1503\"), pinned: true), (kind: Mortar82, with: Some(0)), \
         (kind: PlatoonCadre, at: Some(\"1806\")), (kind: Rifle, at: Some(\"1811\"))";
    assert_eq!(mortar_fire(&mut basic("HeavyWeapons", "NlfFire", units, "")), (16, 3));
}

#[test]
fn a_crew_that_has_searched_fires_its_mortar() {
    proves!("base-4.13", "base-4.7");
    let units = "(kind: Weapons, at: Some(\"1701\")), (kind: Mortar81, with: Some(0)), (kind: Observer, at: Some(\"1808\")), \
         (kind: MainForce, at: Some(\"1811\"))";
    let mut field = basic("HeavyWeapons", "UsSearch", units, "");
    field.play(search(0, "1701"));
    field.until(1, Step::UsFire);
    assert_eq!(mortar_fire(&mut field), (48, 7));
}

#[test]
fn a_cadre_observes_for_the_nlf_mortar_which_gives_itself_away() {
    proves!("base-4.13");
    let mut field = Field::set(
        "level: Basic, also: [HeavyWeapons], step: Some(NlfFire), units: [(kind: MainForce, at: Some(\"1503\"), hidden: true), \
         (kind: Mortar82, with: Some(0)), (kind: PlatoonCadre, at: Some(\"1806\"), hidden: true), (kind: Rifle, at: Some(\"1808\"))]",
    );
    assert_eq!(rules().view(&field.state, Side::Us).unit(id(1)).unwrap().hex(), None);
    // It strays on a six, here to the south of the squad.
    field.dice(&[6, 4]);
    let mortar = Command::Mortar { weapon: id(1), observer: id(2), at: hex("1808") };
    let events = field.play(mortar);
    assert!(hit(&events).is_empty());
    assert!(!field.unit(0).face_down && !field.unit(1).face_down && field.unit(2).face_down);
    assert!(field.unit(0).fired);
}

#[test]
fn shells_on_a_village_with_civilians_cost_points_and_a_squad_may_lead_them_away() {
    proves!("base-4.17");
    let set = "level: Basic, also: [Artillery, Civilians], missions: 1, civilians_at: [\"1009\", \"1108\"], step: Some(UsPlot), units: [\
         (kind: Observer, at: Some(\"1010\")), (kind: Rifle, at: Some(\"1208\")), (kind: MainForce, at: Some(\"4020\"))]";
    let mut field = Field::set(set);
    field.play(plot(0, "1009"));
    until(&mut field, Step::UsSearch);
    field.refuses(&Command::ClearCivilians { unit: id(0), at: hex("1009") }, "base-4.17");
    field.refuses(&Command::ClearCivilians { unit: id(1), at: hex("1009") }, "base-4.17");
    field.play(Command::ClearCivilians { unit: id(1), at: hex("1108") });
    field.refuses(&search(1, "1108"), "base-4.7");
    // The observer in 1010 is beside the target.
    field.dice(&[1, 1]);
    field.done();
    assert_eq!(field.points(), (0, 30));
    assert!(field.state.civilians().is_empty());
}

/// Two transports and a gunship, with a platoon that comes by air around 1808.
fn lift(switches: &str, more: &str) -> Field {
    Field::arrange(
        &format!(
            "level: Basic, also: [Helicopters, {switches}], entries: [(forces: [CompanyCommander(1), Observer(1), RiflePlatoon(1, 1), \
             Transports(2), Gunships(1)], at: Hexes([]), by_air: Some(Near([\"1808\"], 3)), turn: 1)], units: [{more}]"
        ),
        &[],
    )
    .unwrap()
}

fn land(helicopter: u8, passengers: &[u8], at: &str) -> Command {
    let passengers = passengers.iter().map(|n| id(*n)).collect();
    Command::Land { helicopter: id(helicopter), passengers, supply: false, at: hex(at) }
}

#[test]
fn a_transport_lands_a_squad_which_then_fires_at_half_and_does_not_move() {
    proves!("base-4.14", "base-4.3");
    // 0 is an enemy; 1 and 2 are teams, 3 to 6 squads, 7 and 8 transports, 9 the gunship.
    let mut field = lift("", "(kind: MainForce, at: Some(\"1811\"))");
    field.refuses(&land(7, &[3, 4], "1808"), "base-4.14");
    field.refuses(&land(7, &[3], "1608"), "base-4.14");
    field.refuses(&land(7, &[3], "2209"), "base-4.14");
    field.refuses(&land(9, &[3], "1808"), "base-4.14");
    field.refuses(&march(3, &["1808"]), "base-4.2");
    field.play(land(7, &[3], "1808"));
    field.stands(3, "1808");
    field.stands(7, "1808");
    field.refuses(&march(3, &["1807"]), "base-4.14");
    field.refuses(&land(7, &[4], "1809"), "base-4.14");
    field.refuses(&land(8, &[4], "1808"), "base-4.3");
    field.refuses(&Command::LiftOff { helicopter: id(7) }, "base-4.14");
    // Two teams: one finds room, the other stays aboard until it gets out beside it.
    field.play(land(8, &[1, 2], "1809"));
    assert_eq!(field.unit(2).place, Place::With(id(8)));
    field.play(Command::Dismount { unit: id(2), at: hex("1909") });
    field.stands(2, "1909");
    field.done();
    until(&mut field, Step::UsFire);
    // Half of four against paddy.
    assert_eq!(rules().forecast(&field.state, &fire(&[shot(3)], 0)).unwrap().eighths, 16);
    until(&mut field, Step::NlfFire);
    field.stands(7, "1808");
}

#[test]
fn a_squad_that_has_just_landed_is_told_so_when_it_would_assault() {
    proves!("base-4.14");
    for switches in ["CloseAssault", "CloseAssault, FireAndMovement"] {
        let mut field = lift(switches, "(kind: MainForce, at: Some(\"1809\")), (kind: Rifle, at: Some(\"1810\"))");
        // 1 is the squad on the ground; the company's squads are 4 to 7, the transports 8 and 9.
        field.play(land(8, &[4], "1808"));
        field.until(1, Step::UsAssault);
        field.refuses(&assault(&[shot(4)], 0), "base-4.14");
    }
}

#[test]
fn a_helicopter_leaves_with_whoever_is_aboard_and_landings_are_limited() {
    proves!("base-4.14");
    let mut field = Field::arrange(
        "level: Basic, also: [Helicopters], landings: Some(1), units: [(kind: Rifle, at: Some(\"1808\")), (kind: Transport), \
         (kind: Transport), (kind: MainForce, at: Some(\"4020\"))]",
        &[],
    )
    .unwrap();
    field.play(land(1, &[], "1808"));
    field.refuses(&land(2, &[], "1908"), "base-4.14");
    until(&mut field, Step::NlfMovement);
    until(&mut field, Step::UsMovement);
    field.play(Command::Mount { unit: id(0), carrier: id(1) });
    field.play(Command::LiftOff { helicopter: id(1) });
    assert_eq!((field.unit(0).place, field.unit(1).place), (Place::Exited, Place::Base));
    field.refuses(&land(1, &[], "1808"), "base-4.14");
}

/// A Company Cadre with a machine gun (0), two squads beside it (1, 2), a transport on the ground (3), a US squad (4).
fn flak(step: &str, switches: &str) -> Field {
    Field::set(&format!(
        "level: Basic, also: [CompanyCadres, Helicopters, {switches}], step: Some({step}), units: [\
         (kind: CompanyCadre, at: Some(\"1806\"), element: HeavyMachineGun), (kind: MainForce, at: Some(\"1905\")), \
         (kind: MainForce, at: Some(\"1705\")), (kind: Transport, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1809\"))]"
    ))
}

#[test]
fn a_heavy_machine_gun_adds_two_against_helicopters_once_and_nothing_against_others() {
    proves!("31.11", "SD-A39", "base-4.14", "base-4.18");
    let mut field = flak("NlfFire", "");
    assert_eq!(rules().allowance(field.unit(0)), 6);
    let both = rules().forecast(&field.state, &fire(&[shot(0), shot(1), shot(2)], 3)).unwrap();
    assert_eq!((both.column, both.changes.iter().map(|c| c.value).sum::<i8>()), (Some(4), 2));
    assert_eq!(both.changes[0].rule.as_str(), "31.11");
    assert!(rules().forecast(&field.state, &fire(&[shot(0)], 4)).unwrap().changes.is_empty());
    // Two to two is even; five and two is seven: an h.
    field.dice(&[5]);
    let events = field.play(fire(&[shot(0)], 3));
    assert!(events.iter().any(
        |e| matches!(e, Event::Attacked { modifiers, column: 2, .. } if *modifiers == [Modifier::HeavyMachineGun])
    ));
    field.is_gone(3);
    assert_eq!(field.points(), (0, 160));
    assert!(field.unit(0).element_known);
    // Anything else does nothing to it.
    let mut field = flak("NlfFire", "");
    field.dice(&[6]);
    field.play(fire(&[shot(1)], 3));
    field.stands(3, "1808");
    assert_eq!(field.points(), (0, 0));
    field.refuses(&fire(&[shot(2)], 3), "base-4.4");
}

#[test]
fn a_machine_gun_on_the_move_keeps_its_two() {
    proves!("SD-A40", "31.14", "31.11");
    let mut field = flak("NlfMovement", "FireAndMovement");
    field.play(march(0, &["1807"]));
    field.done();
    let forecast = rules().forecast(&field.state, &fire(&[shot(0)], 3)).unwrap();
    assert_eq!((forecast.eighths, forecast.column), (8, Some(1)));
    assert_eq!(forecast.changes.iter().map(|c| c.value).collect::<Vec<_>>(), [2]);
    let mut field = flak("NlfMovement", "FireAndMovement");
    field.play(march(0, &["1807", "1806", "1807"]));
    field.done();
    if field.unit(0).spent > 3 {
        field.refuses(&fire(&[shot(0)], 3), "base-4.11");
    }
}

#[test]
fn a_gunship_sees_over_everything_and_makes_three_attacks() {
    proves!("base-4.14");
    let mut field = Field::arrange(
        "level: Basic, also: [Helicopters], turns: 8, units: [(kind: Gunship), (kind: MainForce, at: Some(\"0105\")), (kind: Rifle, at: Some(\"1808\"))]",
        &[],
    )
    .unwrap();
    let over = Command::Hover { helicopter: id(0), at: hex("0102") };
    for turn in 1..=3 {
        field.play(over.clone());
        assert_eq!(field.unit(0).place, Place::Air(hex("0102")));
        until(&mut field, Step::UsFire);
        // Ten against jungle is 3-1, over three hexes of it; a one does nothing.
        field.dice(&[1]);
        field.play(fire(&[shot(0)], 1));
        assert_eq!(field.unit(0).ammunition, 3 - turn);
        until(&mut field, Step::NlfFire);
        assert_eq!(rules().defence(field.unit(0)), 3);
        assert!(field.allows(&fire(&[shot(1)], 0)), "it is seen, too");
        until(&mut field, Step::UsMovement);
        assert_eq!(field.unit(0).place, Place::Base, "it leaves before the next Movement Phase");
    }
    field.refuses(&over, "base-4.14");
}

#[test]
fn whoever_is_aboard_is_lost_with_the_helicopter() {
    proves!("base-4.14");
    let set = |switches: &str| {
        Field::set(&format!(
            "level: Basic, also: [Helicopters, CompanyCadres, {switches}], step: Some(NlfFire), units: [\
             (kind: CompanyCadre, at: Some(\"1806\"), element: HeavyMachineGun), (kind: Transport, at: Some(\"1808\")), (kind: Rifle, with: Some(1))]"
        ))
    };
    for (switches, points) in [("", 160 + 180), ("Casualties", 160 + 3 * 40 + 3 * 20)] {
        let mut field = set(switches);
        field.dice(&[6]);
        field.play(fire(&[shot(0)], 1));
        assert_eq!((field.unit(2).place, field.points()), (Place::Gone, (0, points)), "{switches}");
    }
}

#[test]
fn a_helicopter_brings_supply() {
    proves!("base-4.12", "base-4.14");
    let mut field = Field::arrange(
        "level: Basic, also: [Helicopters, Ammunition], units: [(kind: Rifle, at: Some(\"1808\"), ammunition: Some(0)), (kind: Transport)]",
        &[],
    )
    .unwrap();
    field.play(Command::Land { helicopter: id(1), passengers: vec![], supply: true, at: hex("1908") });
    assert_eq!(field.state.supplies(), [hex("1908")]);
    until(&mut field, Step::NlfMovement);
    assert_eq!(field.unit(0).ammunition, 4);
}

#[test]
fn a_gunship_with_attacks_left_is_offered_after_one_without() {
    proves!("base-4.14");
    let set = |units: &str| {
        Field::set(&format!(
            "level: Standard, without: [Leadership, CommandControl], step: Some(UsMovement), units: [{units}, (kind: Rifle, at: Some(\"2401\")), \
             (kind: MainForce, at: Some(\"2112\"))]"
        ))
    };
    let field = set("(kind: Gunship, ammunition: Some(0)), (kind: Gunship)");
    let comes_in = |c: &Command| matches!(c, Command::Hover { helicopter, .. } if *helicopter == id(1));
    assert!(field.options().iter().any(comes_in));
    field.refuses(&Command::Hover { helicopter: id(0), at: hex("2112") }, "base-4.14");
}

#[test]
fn no_supply_is_offered_for_a_helicopter_that_is_loaded() {
    proves!("base-4.14", "base-4.12");
    let set = |units: &str| {
        Field::set(&format!(
            "level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl], step: Some(UsMovement), units: [(kind: Transport), (kind: \
             Rifle, with: Some(0)), (kind: Rifle, at: Some(\"2110\")), (kind: MainForce, at: Some(\"0525\")){units}]"
        ))
    };
    let loaded = set("");
    for option in loaded.options() {
        assert!(loaded.allows(&option), "{option:?}");
    }
    let supplies = |c: &Command| matches!(c, Command::Land { helicopter, supply: true, .. } if *helicopter == id(4));
    assert!(set(", (kind: Transport)").options().iter().any(supplies));
}

#[test]
fn civilians_are_not_led_away_from_where_the_enemy_stands() {
    proves!("base-4.17");
    let lead = Command::ClearCivilians { unit: id(0), at: hex("1914") };
    let set = |at: &str, rulings: &str| {
        let units = format!("(kind: Rifle, at: Some(\"1915\")), (kind: MainForce, at: Some(\"{at}\"))");
        basic("Civilians", "UsSearch", &units, &format!("civilians_at: [\"1914\"]{rulings}"))
    };
    set("1914", "").refuses(&lead, "base-4.17");
    set("1912", "").offers(&lead);
    set("1914", ", rulings: 10").offers(&lead);
}
