//! Rulings of the fourth batch: whom the program asks, who gets out of a wreck, who is stopped, who leads, and who counts as near.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::state::{Place, Step};
use search_and_destroy::{Command, Event, Side, proves};
use tabletop::Ruleset;

/// An M113 has run into a hidden squad, whose Cadre is in this hex, and the searches are over.
fn run_into(cadre: &str, more: &str) -> Field {
    let mut field = Field::set(&format!(
        "level: Advanced, also: [FullyHidden, CloseAssault], {more} step: Some(UsAssault), without: [Leadership, PlatoonLeaders], units: \
         [(kind: M113, at: Some(\"0815\")), (kind: MainForce, at: Some(\"0816\"), hidden: true), (kind: PlatoonCadre, at: \
         Some(\"{cadre}\"), hidden: true), (kind: Rifle, at: Some(\"2401\"))]"
    ));
    field.until(2, Step::UsMovement);
    field.play(march(0, &["0816"]));
    field.done();
    assert_eq!(field.state.step(), Step::UsSearch);
    field.done();
    field
}

#[test]
fn a_squad_out_of_command_is_asked_about_its_surprise_attack() {
    proves!("SD-A68", "SD-A64");
    let mut commanded = run_into("0818", "");
    let mut alone = run_into("0827", "");
    for field in [&commanded, &alone] {
        assert_eq!(field.state.step(), Step::Surprise);
    }
    assert!(commanded.allows(&assault(&[shot(1)], 0)));
    assert_eq!(alone.options(), [Command::Done]);
    alone.refuses(&assault(&[shot(1)], 0), "SD-A10");
    // The US player is told the same of both.
    let seen = |field: &mut Field| {
        let events = field.done();
        events.iter().filter_map(|event| rules().seen(event, &field.state, Side::Us)).collect::<Vec<_>>()
    };
    assert_eq!(seen(&mut commanded), seen(&mut alone));
    // An earlier journal has no question there.
    assert_eq!(run_into("0827", "rulings: 6,").state.step(), Step::UsFire);
}

/// An M113 with a squad aboard is destroyed by a rocket. `enemies`: where VC squads stand.
fn wrecked(at: &str, rocket: &str, enemies: &[&str], more: &str) -> Field {
    let squads: String = enemies.iter().map(|hex| format!(", (kind: MainForce, at: Some(\"{hex}\"))")).collect();
    let mut field = Field::set(&format!(
        "level: Advanced, {more} step: Some(NlfFire), units: [(kind: M113, at: Some(\"{at}\")), (kind: Rifle, with: Some(0), losses: 1), \
         (kind: Rifle, at: Some(\"{at}\")), (kind: PlatoonCadre, at: Some(\"{rocket}\"), rpg: true){squads}]"
    ));
    field.dice(&[6]);
    field.play(antitank(3, 0));
    field
}

const NO_LEADERS: &str = "without: [Leadership, PlatoonLeaders, CommandControl],";

#[test]
fn passengers_without_a_way_out_of_a_wreck_score_as_if_surrounded() {
    proves!("SD-A69", "SD-A25", "base-4.18");
    let ring = ["2113", "2011", "2012", "2211", "2212"];
    let squad = |field: &Field| field.points().1 - 80;
    // Five of its six men are left, at 40 points each.
    let field = wrecked("2112", "2111", &ring, NO_LEADERS);
    assert_eq!((field.unit(1).place, squad(&field)), (Place::Gone, 200));
    let [lying] = field.state.casualties() else { panic!("{:?}", field.state.casualties()) };
    assert_eq!((lying.hex, lying.side, lying.killed), (hex("2112"), Side::Us, 6));
    // On the Points table, the flat price.
    let points = "without: [Leadership, PlatoonLeaders, CommandControl, Casualties],";
    let field = wrecked("2112", "2111", &ring, points);
    assert_eq!((field.unit(1).place, squad(&field)), (Place::Gone, 240));
    // An earlier journal has nothing for them.
    let field = wrecked("2112", "2111", &ring, &format!("{NO_LEADERS} rulings: 6,"));
    assert_eq!((field.unit(1).place, squad(&field)), (Place::Gone, 0));
}

#[test]
fn passengers_of_a_wreck_get_over_the_bridge_and_through_the_river() {
    proves!("SD-A69", "SD-A16");
    let bank = ["2015", "2016", "2215", "2216"];
    wrecked("2116", "2115", &bank, NO_LEADERS).stands(1, "2117");
    let boats =
        format!("{NO_LEADERS} also: [PatrolBoats], entries: [(forces: [PatrolBoats(1)], at: Map, river: [0])],");
    wrecked("2116", "2115", &bank, &boats).stands(1, "2117");
    wrecked("2116", "2115", &bank, &format!("{NO_LEADERS} rulings: 6,")).is_gone(1);
    // Away from the bridge the river is waded where no boats are in play.
    let map = rules().map();
    let at = hex("1515");
    let (wet, dry): (Vec<_>, Vec<_>) = map.neighbours(at).partition(|(side, _)| map.river_at(at, *side).is_some());
    assert!(!wet.is_empty());
    let dry: Vec<String> = dry.iter().map(|(_, hex)| hex.to_string()).collect();
    let [rocket, others @ ..] = &dry[..] else { panic!("{dry:?}") };
    let others: Vec<&str> = others.iter().map(String::as_str).collect();
    let field = wrecked("1515", rocket, &others, NO_LEADERS);
    assert!(wet.iter().any(|(_, hex)| field.unit(1).hex() == Some(*hex)), "{:?}", field.unit(1).place);
    wrecked("1515", rocket, &others, &boats).is_gone(1);
}

#[test]
fn men_thrown_from_a_wreck_set_off_the_trap_they_land_on() {
    proves!("base-4.17", "SD-A69");
    let thrown = |dice: &[u8], trap: &str, rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, {NO_LEADERS} {rulings} step: Some(NlfFire), units: [(kind: M113, at: Some(\"2112\")), (kind: Rifle, with: \
             Some(0)), (kind: Rifle, at: Some(\"2112\")), (kind: PlatoonCadre, at: Some(\"2111\"), rpg: true)], traps_at: [\"{trap}\"]"
        ));
        field.dice(dice);
        field.play(antitank(3, 0));
        field
    };
    let to = thrown(&[6], "0101", "").unit(1).hex().map(|hex| hex.to_string()).unwrap_or_default();
    let losses = |field: &Field| (field.unit(1).losses, field.state.traps().len());
    // One killed and one wounded by the wreck; a six of the trap kills another.
    assert_eq!(losses(&thrown(&[6], "0101", "")), (2, 1));
    assert_eq!(losses(&thrown(&[6, 6], &to, "")), (3, 0));
    assert_eq!(losses(&thrown(&[6, 1], &to, "")), (2, 0));
    assert_eq!(losses(&thrown(&[6], &to, "rulings: 11,")), (2, 1));
}

#[test]
fn who_runs_into_a_counter_before_it_is_on_the_ground_tries_no_other_hex() {
    proves!("SD-A76");
    let passenger = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], {NO_LEADERS} {rulings} step: Some(UsMovement), units: [(kind: M113, at: \
             Some(\"2110\")), (kind: Rifle, with: Some(0)), (kind: MainForce, at: Some(\"2111\"), hidden: true)]"
        ));
        field.play(Command::Dismount { unit: id(1), at: hex("2111") });
        assert!(!field.unit(2).face_down);
        field
    };
    let out = Command::Dismount { unit: id(1), at: hex("2109") };
    let mut field = passenger("");
    field.refuses(&out, "SD-A76");
    field.until(2, Step::UsMovement);
    field.offers(&out);
    passenger("rulings: 6,").offers(&out);

    let arrival = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], {NO_LEADERS} {rulings} step: Some(UsMovement), units: [(kind: MainForce, at: \
             Some(\"2401\"), hidden: true)], entries: [(forces: [RiflePlatoon(1, 1)], at: Hexes([\"2401\", \"2301\"]), turn: 1)]"
        ));
        field.play(march(1, &["2401"]));
        field
    };
    let other = march(1, &["2301"]);
    let mut field = arrival("");
    field.refuses(&other, "SD-A76");
    assert!(field.allows(&march(2, &["2301"])), "the others come on");
    field.until(2, Step::UsMovement);
    assert!(field.allows(&other));
    assert!(arrival("rulings: 6,").allows(&other));
}

#[test]
fn a_stopped_m113_loads_nothing_and_lets_men_out() {
    proves!("SD-A76");
    let stopped = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], {NO_LEADERS} {rulings} step: Some(UsMovement), units: [(kind: M113, at: \
             Some(\"2110\")), (kind: Rifle, at: Some(\"2111\")), (kind: MainForce, at: Some(\"2112\"), hidden: true), (kind: Observer, \
             with: Some(0))]"
        ));
        field.play(march(0, &["2111", "2112"]));
        field.stands(0, "2111");
        field
    };
    let mount = Command::Mount { unit: id(1), carrier: id(0) };
    let mut field = stopped("");
    field.refuses(&mount, "SD-A76");
    field.play(Command::Dismount { unit: id(3), at: hex("2111") });
    stopped("rulings: 6,").offers(&mount);
}

#[test]
fn a_stopped_m113_picks_no_casualties_up() {
    proves!("SD-A76");
    let mut field = Field::set(&format!(
        "level: Advanced, {NO_LEADERS} step: Some(NlfFire), traps_at: [\"2009\"], units: [(kind: Rifle, at: Some(\"2009\"), losses: 5), \
         (kind: M113, at: Some(\"1909\")), (kind: MainForce, at: Some(\"2011\"))]"
    ));
    field.dice(&[6]);
    field.play(fire(&[shot(2)], 0));
    field.is_gone(0);
    field.until(2, Step::UsMovement);
    field.dice(&[6]);
    field.play(march(1, &["2009"]));
    assert!(field.unit(1).stopped);
    let [lying] = field.state.casualties() else { panic!("{:?}", field.state.casualties()) };
    let (killed, wounded) = (lying.killed, lying.wounded);
    let load = Command::Load { unit: id(1), killed, wounded };
    field.refuses(&load, "SD-A76");
    field.until(3, Step::UsMovement);
    field.offers(&load);
}

#[test]
fn the_commander_leads_a_platoon_that_has_no_leader_over_eight_hexes() {
    proves!("base-4.8");
    let set = |rulings: &str| {
        Field::set(&format!(
            "level: Advanced, without: [CommandControl], {rulings} step: Some(NlfAssault), units: [(kind: CompanyCommander, at: \
             Some(\"2110\"), platoon: 0), (kind: Rifle, at: Some(\"2104\")), (kind: Rifle, at: Some(\"2113\")), (kind: MainForce, at: \
             Some(\"0525\"))]"
        ))
    };
    // Six hexes and three: nobody rolls.
    let mut field = set("");
    let led = rules().authority(&field.state, id(2));
    assert!(led.in_radius && led.leaders == [id(0)]);
    assert_eq!(rules().authority(&field.state, id(0)).followers, [id(1), id(2)]);
    field.done();
    assert!(field.unit(1).controlled && field.unit(2).controlled);
    let mut field = set("rulings: 6,");
    field.dice(&[1]);
    field.done();
    assert!(!field.unit(1).controlled && field.unit(2).controlled);
}

#[test]
fn nobody_replaces_a_platoon_leader_where_platoon_leaders_are_not_played() {
    proves!("base-4.8");
    let bereft = |rulings: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, without: [CommandControl, PlatoonLeaders], {rulings} step: Some(NlfFire), units: [(kind: CompanyCommander, \
             at: Some(\"2110\"), platoon: 0), (kind: Rifle, at: Some(\"2109\")), (kind: PlatoonLeader, at: Some(\"2111\"), losses: 1), \
             (kind: MainForce, at: Some(\"2113\"))]"
        ));
        field.dice(&[6]);
        field.play(fire(&[shot(3)], 2));
        field.is_gone(2);
        field.until(3, Step::UsMovement);
        field
    };
    let appoint = Command::Appoint { unit: id(1) };
    bereft("").refuses(&appoint, "base-4.8");
    bereft("rulings: 6,").offers(&appoint);
}

#[test]
fn boats_are_us_units_to_keep_away_from() {
    proves!("base-4.2", "33.42");
    let set = |rulings: &str| {
        Field::arrange(
            &format!(
                "level: Advanced, also: [PatrolBoats], {NO_LEADERS} {rulings} units: [(kind: PatrolBoat, river: Some(48)), (kind: Rifle, \
                 at: Some(\"2401\"))], entries: [(forces: [Snipers(1)], at: AwayFromUs(7))]"
            ),
            &[],
        )
        .unwrap_or_else(|halt| panic!("{halt:?}"))
    };
    let at = |to: &str| Command::Place { unit: id(2), at: hex(to) };
    let bank = rules().map().banks(48).unwrap_or_else(|| panic!("no bank"))[0].to_string();
    set("").refuses(&at(&bank), "base-4.7");
    assert!(set("").allows(&at("0525")));
    assert!(!set("").options().contains(&at(&bank)));
    assert!(set("rulings: 6,").allows(&at(&bank)));
}

#[test]
fn a_landed_helicopter_counts_as_a_vehicle_before_a_trap() {
    proves!("base-4.17");
    let mut field = Field::set(&format!(
        "level: Advanced, {NO_LEADERS} step: Some(UsMovement), traps_at: [\"2112\"], units: [(kind: Transport, at: Some(\"2112\")), (kind: \
         M113, at: Some(\"2110\")), (kind: MainForce, at: Some(\"0525\"))]"
    ));
    let events = field.play(march(1, &["2111", "2112", "2113"]));
    assert!(!events.iter().any(|event| matches!(event, Event::TrapWentOff { .. })), "{events:?}");
    assert_eq!(field.state.traps().len(), 1);
}

#[test]
fn who_was_stopped_before_it_is_on_the_map_is_not_flown_in_either() {
    proves!("SD-A76", "base-4.14");
    let stopped = |more: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], {more} {NO_LEADERS} units: [(kind: MainForce, at: Some(\"2114\"), hidden: true)], entries: \
             [(forces: [RiflePlatoon(1, 1), Transports(1)], at: Hexes([\"2114\"]), by_air: Some(Map), turn: 1)]"
        ));
        field.play(march(1, &["2114"]));
        assert_eq!((field.unit(1).place, field.unit(1).stopped), (Place::Reserve(0), true));
        field
    };
    let land = |rider| Command::Land { helicopter: id(5), passengers: vec![id(rider)], supply: false, at: hex("1604") };
    let mut field = stopped("");
    field.refuses(&land(1), "SD-A76");
    field.offers(&land(2));
    field.until(2, Step::UsMovement);
    assert!(field.allows(&land(1)));
    assert!(stopped("rulings: 8,").allows(&land(1)));
}

#[test]
fn a_passenger_who_was_stopped_as_it_got_out_does_not_leave_the_map_aboard() {
    proves!("SD-A76", "base-4.14", "base-4.2");
    let stopped = |carrier: &str, exit: &str, more: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], {more} {NO_LEADERS} us_exit: Some(Columns({exit}, {exit})), step: Some(UsMovement), units: \
             [(kind: {carrier}, at: Some(\"4008\")), (kind: Rifle, with: Some(0)), (kind: MainForce, at: Some(\"4007\"), hidden: true)]"
        ));
        field.play(Command::Dismount { unit: id(1), at: hex("4007") });
        assert!(field.unit(1).stopped);
        field
    };
    let (fly, leave, stray) =
        (Command::LiftOff { helicopter: id(0) }, Command::Leave { unit: id(0) }, Command::Stray { unit: id(0) });
    for (carrier, exit, order) in [("Transport", "40", fly), ("M113", "40", leave), ("M113", "1", stray)] {
        let mut field = stopped(carrier, exit, "");
        field.refuses(&order, "SD-A76");
        field.until(2, Step::UsMovement);
        assert!(field.allows(&order));
        assert!(stopped(carrier, exit, "rulings: 8,").allows(&order));
    }
}

#[test]
fn an_m113_does_not_drive_on_with_a_passenger_who_was_stopped() {
    proves!("SD-A76", "base-4.15");
    let stopped = |more: &str| {
        let mut field = Field::set(&format!(
            "level: Advanced, also: [FullyHidden], {more} {NO_LEADERS} step: Some(UsMovement), units: [(kind: M113, at: Some(\"2110\")), (kind: \
             Rifle, with: Some(0)), (kind: MainForce, at: Some(\"2111\"), hidden: true), (kind: Observer, with: Some(0))]"
        ));
        field.play(Command::Dismount { unit: id(1), at: hex("2111") });
        assert!(field.unit(1).stopped);
        field
    };
    let on = march(0, &["2109"]);
    let mut field = stopped("");
    field.refuses(&on, "SD-A76");
    assert!(!field.options().iter().any(|o| matches!(o, Command::Move { unit, .. } if *unit == id(0))));
    assert!(rules().reach(&field.state, id(0)).is_empty());
    // Others still get out.
    field.play(Command::Dismount { unit: id(3), at: hex("2109") });
    field.until(2, Step::UsMovement);
    assert!(field.allows(&march(0, &["2210"])));
    assert!(stopped("rulings: 9,").allows(&on));
}
