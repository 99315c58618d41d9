//! What an umpire who read the printed rules beside the game found wrong, and how it is now.

use pointman_tests::skirmish::*;
use skirmish::event::Event;
use skirmish::figure::Standing;
use skirmish::{Command, Grenade, Side, Weapon, Work, score};
use tabletop::Ruleset;
use tabletop::odds::Fraction;

const ALTERNATE: &str = "hiding: Alternate,";
/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 6,";

#[test]
fn a_mortar_round_deviates_as_at_a_seen_point_if_one_of_its_crew_sees_it() {
    skirmish::proves!("S-mortar", "S-R39");
    let set = |mate: (i32, i32), more: &str| {
        let gunner = format!("{}, ready: true", a("Mortar gunner", "G", 550, 550));
        let us = [gunner, a("Mortar mate", "M", mate.0, mate.1), a("Rifleman", "A", 550, 700)];
        // Masonry before the gunner's eyes.
        Field::on(&with_cell(6, 5, "H"), &us, &[a("Rifleman", "Z", 3500, 550)], "", "", more)
    };
    let shell = |field: &Field| Command::Shell { figure: field.id("G"), grenade: Grenade::Smoke, at: at(3500, 550) };
    let mut field = set((550, 450), ALTERNATE);
    let command = shell(&field);
    assert!(skirmish_rules().landings(&field.state, &command).iter().all(|landing| landing.by <= 300));
    let events = field.dice(&[3, 1]).play(command);
    assert!(
        events.iter().any(|e| matches!(e, Event::Landed { at: landed, .. } if *landed == at(3600, 550))),
        "{events:?}"
    );
    // Nobody of the crew sees it: the mate is behind the same wall, and a man who sees is too far away to serve.
    let mut rows = with_cell(6, 5, "H");
    rows[6].replace_range(6..=6, "H");
    let gunner = format!("{}, ready: true", a("Mortar gunner", "G", 550, 550));
    let us = [gunner, a("Mortar mate", "M", 550, 650), a("Rifleman", "A", 550, 340)];
    let mut field = Field::on(&rows, &us, &[a("Rifleman", "Z", 3500, 550)], "", "", ALTERNATE);
    assert!(skirmish_rules().sees(&field.state, at(550, 340), at(3500, 550)));
    let command = shell(&field);
    field.dice(&[3]).play(command);
    // Saved games go on as they were played.
    let mut field = set((550, 450), &format!("{ALTERNATE} {EARLIER}"));
    let command = shell(&field);
    field.dice(&[3]).play(command);
}

/// A walks two phases and gets into V; B, who is near, walks one.
fn got_in(more: &str, die: u8) -> (Field, Vec<Event>) {
    let us = [a("M113", "V", 700, 1000), a("Rifleman", "A", 1000, 1000), a("Rifleman", "B", 1000, 1200)];
    let mut field = Field::set(&us, &[a("Rifleman", "Z", 1900, 1000)], more);
    field.play(field.walk("A", 820, 1000));
    field.play(field.walk("A", 760, 1000));
    field.play(Command::Mount { figure: field.id("A"), vehicle: field.id("V") });
    field.play(field.walk("B", 1000, 1100));
    let told = skirmish_rules().noise(&field.state);
    let pips: u8 = told.iter().map(|group| group.pips).sum();
    let counted = if more.is_empty() { 3 } else { 1 };
    assert_eq!((told.len(), pips, told[0].places.len()), (1, counted, if more.is_empty() { 2 } else { 1 }));
    let events = field.end_turn(&[die]);
    (field, events)
}

#[test]
fn who_gets_in_does_not_take_its_noise_out_of_the_sum_and_is_not_named() {
    skirmish::proves!("S-noise", "S-R21", "S-R28");
    // Three pips, none off: the enemy is nine inches away.
    let (field, events) = got_in("", 3);
    assert!(field.state.is_known(field.id("B")));
    let told: Vec<Event> = events.iter().filter_map(|e| skirmish_rules().seen(e, &field.state, Side::VcNva)).collect();
    let noise = told.iter().find_map(|e| match e {
        Event::Noise { figures, pips, .. } => {
            Some((figures.iter().map(|f| f.name.as_str()).collect::<Vec<_>>(), *pips))
        }
        _ => None,
    });
    assert_eq!(noise, Some((vec!["B"], 1)), "who rides is nobody's but its own side's business");
    assert!(!field.state.is_located(field.id("A")));
    let (field, _) = got_in(EARLIER, 2);
    assert!(!field.state.is_known(field.id("B")), "saved games go on as they were played");
}

#[test]
fn who_leaves_or_falls_is_counted_where_it_was_and_alone_it_is_not_tested() {
    skirmish::proves!("S-noise", "S-R21");
    let set = |others: &[String]| {
        let us: Vec<String> = [a("Rifleman", "A", 3600, 1000)].iter().chain(others).cloned().collect();
        Field::on(
            &open_ground(),
            &us,
            &[a("Rifleman", "Z", 3000, 1700)],
            "goals: [Exit(edge: East, points: 1)],",
            "",
            "",
        )
    };
    let go = |field: &mut Field| {
        field.play(field.walk("A", 3700, 1000));
        field.play(field.walk("A", 3850, 1000));
        field.play(Command::Leave { figure: field.id("A") });
    };
    let mut field = set(&[a("Rifleman", "B", 3500, 1000)]);
    go(&mut field);
    field.play(field.walk("B", 3500, 1100));
    field.end_turn(&[3]);
    assert!(field.state.is_known(field.id("B")) && !field.state.is_known(field.id("A")));
    let mut field = set(&[a("Rifleman", "B", 500, 1000)]);
    go(&mut field);
    field.end_turn(&[]); // nobody is left whom anybody could fire at
}

#[test]
fn a_look_is_forecast_by_the_range_that_its_dice_must_reach() {
    skirmish::proves!("S-hidden", "S-R45");
    // Eight inches and six ten-thousandths.
    let z = format!("{}, hidden: true", a("Rifleman", "Z", 1300, 501));
    let mut field = Field::set(&[a("Rifleman", "A", 500, 500)], &[z], ALTERNATE);
    let spot = Command::Spot { figure: field.id("A"), target: field.id("Z") };
    let told = skirmish_rules().fire_forecast(&field.state, &spot).unwrap();
    assert_eq!(told.chances[0].chance, Fraction::new(10, 36).unwrap(), "{told:?}");
    field.dice(&[4, 4]).play(spot);
    assert!(!field.state.is_known(field.id("Z")));
}

#[test]
fn a_vehicle_is_told_that_it_fires_no_claymore() {
    skirmish::proves!("S-claymore");
    let us = [a("M113", "V", 500, 550), a("Rifleman", "A", 600, 700)];
    let z = [a("Rifleman", "Z", 3500, 1500)];
    let laid = "claymores: [(at: (600, 550), facing: East)],";
    let field = Field::on(&open_ground(), &us, &z, laid, "", ALTERNATE);
    let fire = |name: &str| Command::FireClaymore { figure: field.id(name), number: 0 };
    let refusal = field.refusal(&fire("V"));
    assert!(refusal.rule.as_str() == "S-claymore" && refusal.because.contains("vehicle"), "{refusal}");
    assert!(field.allows(&fire("A")));
}

#[test]
fn a_sniper_rifle_is_refused_speculation_before_it_has_aimed() {
    skirmish::proves!("S-R24", "S-speculative");
    let mut field = Field::set(&[a("Sniper", "S", 500, 550)], &[a("Rifleman", "Z", 3500, 1500)], "");
    let spray = Command::Spray { figure: field.id("S"), weapon: Weapon::SniperRifle, at: at(3500, 600) };
    field.refuses(&spray, "S-R24");
    field.play(field.prepare("S", Work::Aim));
    field.refuses(&spray, "S-R24");
}

#[test]
fn who_leaves_scores_for_the_edge_it_leaves_by() {
    skirmish::proves!("S-R31");
    let goals = "goals: [Exit(edge: East, points: 3), Exit(edge: North, points: 1)],";
    let left = |x: i32, y: i32, more: &str| {
        let us = [a("Rifleman", "A", x, y), a("Rifleman", "B", 500, 550)];
        let mut field = Field::on(&open_ground(), &us, &[a("Rifleman", "Z", 500, 1900)], goals, "", more);
        field.play(Command::Leave { figure: field.id("A") });
        let lines = score::lines(&field.state, Side::UsArvn).into_iter().map(|line| line.points).collect::<Vec<_>>();
        assert_eq!(score::points(&field.view(Side::UsArvn), Side::UsArvn), lines.iter().sum::<u16>());
        lines
    };
    assert_eq!(left(3950, 550, ""), [3, 0]);
    assert_eq!(left(2000, 50, ""), [0, 1]);
    assert_eq!(left(3950, 550, EARLIER), [3, 1], "saved games go on as they were played");
}

#[test]
fn a_figure_leaves_by_the_nearest_edge_that_the_ground_allows() {
    skirmish::proves!("S-R31");
    let goals = "goals: [Exit(edge: East, points: 3), Exit(edge: North, points: 1)],";
    let set = |cells: &[(usize, usize)], more: &str| {
        let mut rows = open_ground();
        cells.iter().for_each(|(x, y)| rows[*y].replace_range(*x..=*x, "R"));
        let us = [a("Rifleman", "A", 3850, 110), a("Rifleman", "B", 500, 550)];
        Field::on(&rows, &us, &[a("Rifleman", "Z", 500, 1900)], goals, "", more)
    };
    let mut field = set(&[(38, 0)], "");
    let leave = Command::Leave { figure: field.id("A") };
    field.offers(&leave);
    field.play(leave);
    assert_eq!(field.figure("A").standing, Standing::Left);
    assert_eq!(
        score::points(&field.state, Side::UsArvn),
        3,
        "by the eastern edge, not the nearer one behind the water"
    );
    set(&[(38, 0), (39, 1)], "").refuses(&leave, "S-R34");
    set(&[(38, 0)], EARLIER).refuses(&leave, "S-R34");
}

#[test]
fn half_an_inch_and_two_inches_are_exact() {
    skirmish::proves!("S-R30", "S-R34");
    let us = [a("Rifleman", "A", 500, 550), a("Rifleman", "B", 600, 650)];
    let field = |more: &str| Field::set(&us, &[a("Rifleman", "Z", 3500, 1900)], more);
    // 0.495" from B; half an inch exactly.
    let close = field("").walk("A", 565, 615);
    field("").refuses(&close, "S-R30");
    assert!(field("").allows(&field("").walk("A", 570, 610)), "0.5\" is enough");
    assert!(field(EARLIER).allows(&close), "saved games go on as they were played");
    // 2.0004" and two inches.
    let far = field("").walk("A", 700, 546);
    field("").refuses(&far, "S-R34");
    assert!(field("").allows(&field("").walk("A", 700, 550)));
    assert!(field(EARLIER).allows(&far));
}

#[test]
fn a_correction_aims_at_the_table() {
    skirmish::proves!("S-R11", "S-support");
    let set = |more: &str| {
        let us = [a("Radio operator", "R", 500, 500)];
        let battery = "battery: (turns: 3, rounds: 3, spotting: true),";
        let mut field = Field::on(&open_ground(), &us, &[a("Rifleman", "Z", 3300, 1900)], battery, "", more);
        field.dice(&[3, 1, 1]).play(Command::SpottingRound { at: at(3900, 500) });
        for _ in 0..3 {
            field.play(Command::Done);
        }
        field
    };
    let far = Command::Correct { over: 24, right: 0 };
    let field = set("");
    field.refuses(&far, "S-R11");
    assert!(
        field.allows(&Command::Correct { over: 0, right: 0 })
            && field.allows(&Command::Correct { over: -24, right: 0 })
    );
    assert!(set(EARLIER).allows(&far), "saved games go on as they were played");
}

#[test]
fn a_mortar_that_is_set_up_does_not_ride() {
    skirmish::proves!("S-R17");
    let us = |ready: &str| {
        [a("M113", "V", 700, 1000), format!("name: \"G\", kind: \"Mortar gunner\", aboard: \"V\"{ready}")]
    };
    let begin = |ready: &str, more: &str| {
        Field::arrange(&open_ground(), &us(ready), &[a("Rifleman", "Z", 1900, 1000)], "", "", more, &[])
    };
    let refusal = begin(", ready: true", "").map(|_| ()).unwrap_err().into_refusal();
    assert!(refusal.rule.as_str() == "S-R17" && refusal.because.contains("\"G\""), "{refusal}");
    assert!(begin("", "").is_ok() && begin(", ready: true", EARLIER).is_ok());
}

#[test]
fn who_may_not_spray_near_a_known_enemy_is_told_what_to_do() {
    skirmish::proves!("S-speculative");
    let vc = [a("M113", "V", 1500, 500), a("Rifleman", "Z", 1600, 600)];
    let field = Field::set(&[a("Rifleman", "A", 500, 500)], &vc, "");
    let spray = Command::Spray { figure: field.id("A"), weapon: Weapon::AssaultRifle, at: at(1600, 600) };
    let refusal = field.refusal(&spray);
    assert!(refusal.remedy.contains("can hurt it") && refusal.remedy.contains("farther"), "{refusal}");
}
