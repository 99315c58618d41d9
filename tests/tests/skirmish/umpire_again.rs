//! What an umpire found wrong who came again, and how it is now.

use pointman_tests::skirmish::*;
use skirmish::event::Event;
use skirmish::{Command, Grenade, Side, Weapon, Work};
use tabletop::Game;
use tabletop::odds::Fraction;

const ALTERNATE: &str = "hiding: Alternate,";
/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 7,";

#[test]
fn who_leaves_makes_the_noise_of_a_move() {
    skirmish::proves!("S-noise", "S-R31", "S-R38");
    let set = |kind: &str, more: &str| {
        let us = [a(kind, "A", 3850, 1000), a("Rifleman", "B", 3600, 1000)];
        let exits = "goals: [Exit(edge: East, points: 1)],";
        let mut field = Field::on(&open_ground(), &us, &[a("Rifleman", "Z", 3000, 1700)], exits, "", more);
        field.play(field.walk("B", 3700, 1000));
        field.play(Command::Leave { figure: field.id("A") });
        field
    };
    let tested = |events: Vec<Event>| {
        let noise = events.into_iter().find_map(|event| match event {
            Event::Noise { figures, pips, heard, .. } => Some((figures.len(), pips, heard)),
            _ => None,
        });
        noise.unwrap()
    };
    assert_eq!(tested(set("Rifleman", "").end_turn(&[2])), (2, 2, true));
    assert_eq!(tested(set("M113", "").end_turn(&[4])), (2, 4, true), "an engine is louder");
    assert_eq!(tested(set("Rifleman", EARLIER).end_turn(&[2])), (1, 1, false), "saved games go on as they were played");
}

#[test]
fn a_burst_in_another_piece_of_the_same_ground_is_not_beyond_the_cover() {
    skirmish::proves!("S-R07", "S-grenade");
    // A crater around Z, another three inches before it.
    let thrown = |between: &str, more: &str| {
        let mut rows = open_ground();
        rows[5].replace_range(12..=15, &format!("+{between}+"));
        let us = [a("Rifleman", "A", 1250, 1200)];
        let z = [format!("{}, counters: 1", a("Rifleman", "Z", 1550, 550))];
        let mut field = Field::on(&rows, &us, &z, "", "", &format!("{ALTERNATE} {more}"));
        field.play(field.prepare("A", Work::Throw));
        field.play(field.prepare("A", Work::Throw));
        let throw = Command::Throw { figure: field.id("A"), grenade: Grenade::Fragmentation, at: at(1250, 550) };
        let forecast = skirmish_rules().fire_forecast(&field.state, &throw).unwrap();
        field.dice(&[1, 6]).play(throw);
        (field.counters("Z"), forecast.figures.iter().any(|told| told.name == "Z" && told.most > 0))
    };
    assert_eq!(thrown("..", "").0, 1, "open ground in between");
    assert_eq!(thrown("++", "").0, 2, "one crater");
    assert_eq!(thrown("..", EARLIER).0, 2, "saved games go on as they were played");
    assert!(thrown("++", "").1, "the forecast goes by the same");
}

#[test]
fn nobody_looks_through_another_building_of_the_same_kind() {
    skirmish::proves!("S-R32");
    let sees = |row: &str, more: &str| {
        let mut rows = open_ground();
        rows[5].replace_range(5..5 + row.len(), row);
        let us = [a("Rifleman", "A", 550, 550)];
        let field = Field::on(&rows, &us, &[a("Rifleman", "Z", 1550, 550)], "", "", &format!("{ALTERNATE} {more}"));
        let (there, back) = (at(550, 550), at(1550, 550));
        let (rules, state) = (skirmish_rules(), &field.state);
        assert_eq!(rules.sees(state, there, back), rules.sees(state, back, there), "the same both ways");
        assert_eq!(rules.sight_line(state, there, back).blocked.is_none(), rules.sees(state, there, back));
        rules.sees(state, there, back)
    };
    assert!(!sees("h.h", ""));
    assert!(sees("hh.", "") && sees("h..", ""), "out of one's own building");
    assert!(!sees("hhhh", ""), "three inches of it");
    assert!(sees("h.h", EARLIER), "saved games go on as they were played");
}

#[test]
fn a_card_counts_what_is_left_when_the_next_turn_begins() {
    skirmish::proves!("S-R01", "S-R02", "S-R03");
    let us = [format!("{}, counters: 2", a("Rifleman", "A", 500, 500))];
    let vc = [format!("{}, counters: 1", a("Rifleman", "Z", 800, 500))];
    let field = Field::arrange(&open_ground(), &us, &vc, "", "", ALTERNATE, &[6]).unwrap();
    let rules = skirmish_rules();
    let card = |name: &str| {
        let card = rules.card(&field.state, field.id(name)).unwrap();
        (card.counters, card.phases_next_turn, card.falls)
    };
    let sixth = Fraction::new(1, 6).unwrap();
    assert_eq!(card("A"), (2, 2, sixth), "a counter comes off first");
    assert_eq!(card("Z"), (1, 2, sixth), "it is the enemy's turn next");
    let fire = field.fire_at("A", Weapon::AssaultRifle, "Z");
    let told = rules.fire_forecast(&field.state, &fire).unwrap();
    assert_eq!(told.figures[0].falls_now, card("Z").2, "both say the same");
}

#[test]
fn a_sniper_may_aim_for_the_next_turn_after_its_shot() {
    skirmish::proves!("S-R08", "S-R35");
    let mut field = Field::set(&[a("Sniper", "S", 500, 500)], &[a("Rifleman", "Z", 900, 500)], ALTERNATE);
    let shot = field.fire_at("S", Weapon::SniperRifle, "Z");
    field.play(field.prepare("S", Work::Aim));
    field.dice(&[1]).play(shot);
    field.refuses(&shot, "S-R35");
    let aim = field.prepare("S", Work::Aim);
    field.offers(&aim);
    field.play(aim);
    field.end_turn(&[]);
    field.end_turn(&[]);
    field.dice(&[6]).play(shot);
    assert_eq!(field.counters("Z"), 2, "with the first phase of the turn");
}

#[test]
fn who_may_not_call_now_is_told_what_to_do() {
    skirmish::proves!("S-R10", "S-R11", "S-support");
    let set = |battery: &str| {
        let us = [a("Radio operator", "R", 500, 500)];
        Field::on(&open_ground(), &us, &[a("Rifleman", "Z", 3300, 1900)], battery, "", "")
    };
    let call = Command::CallFire { at: at(3000, 500) };
    let remedy = |field: &Field, command: &Command| field.refusal(command).remedy;
    let mut field = set("battery: (turns: 3, rounds: 1, spotting: true),");
    for command in [&call, &Command::NextRound] {
        assert!(remedy(&field, command).starts_with("Call for a spotting round"));
    }
    field.dice(&[3, 1, 1]).play(Command::SpottingRound { at: at(3000, 500) });
    assert!(remedy(&field, &call).starts_with("Move on"), "it has only just fallen");
    for _ in 0..3 {
        field.play(Command::Done);
    }
    for command in [&call, &Command::NextRound, &Command::SpottingRound { at: at(3000, 500) }] {
        assert_eq!(remedy(&field, command), "Correct from the spotting round.");
    }
    field.dice(&[1]).play(Command::Correct { over: 0, right: 0 });
    for command in [&call, &Command::NextRound] {
        field.refuses(command, "S-R10");
        assert_eq!(remedy(&field, command), "Move on to the figures.");
    }
}

#[test]
fn that_a_side_declines_to_call_for_fire_is_in_nobody_elses_log() {
    skirmish::proves!("S-R28");
    let us = [a("Radio operator", "R", 500, 500)];
    let z = [a("Rifleman", "Z", 3300, 1900)];
    let battery = "battery: (turns: 3, rounds: 2),";
    let text = format!(
        "(title: \"T\", summary: \"T\", board: (rows: {:?}), turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [({})], {battery} \
         goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [({})], goals: [Kill(points: 1)]))",
        open_ground(),
        us[0],
        z[0],
    );
    let scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let mut game = Game::new(std::sync::Arc::new(skirmish_rules().clone()), scenario, "", 7).unwrap();
    game.play(Command::Done).unwrap();
    game.play(Command::Done).unwrap();
    let read = |reader: Option<Side>| -> Vec<Option<String>> {
        game.log(0..2, reader).into_iter().map(|line| line.phrase).collect()
    };
    let declined = Some("No more off-table fire.".to_owned());
    let ended = Some("US/ARVN ends the turn.".to_owned());
    assert_eq!(read(Some(Side::VcNva)), [None, ended.clone()], "whether guns are left is a secret");
    assert_eq!(read(Some(Side::UsArvn)), [declined.clone(), ended.clone()]);
    assert_eq!(read(None), [declined, ended]);
}

#[test]
fn refusals_name_the_rule_that_says_it() {
    skirmish::proves!("S-R30", "S-R31", "S-R34", "S-R35", "S-R36", "S-R38", "S-R39");
    let us = [
        a("Rifleman", "A", 500, 550),
        a("Grenadier", "G", 500, 750),
        a("M113", "V", 1000, 550),
        format!("{}, ready: true", a("Mortar gunner", "M", 500, 1500)),
    ];
    let mut rows = with_cell(12, 5, "h");
    rows[5].replace_range(6..=6, "R");
    let field = Field::on(&rows, &us, &[a("Rifleman", "Z", 3900, 1900)], "", "", ALTERNATE);
    let figure = |name: &str| field.id(name);
    field.refuses(&field.walk("A", 500, 800), "S-R34");
    field.refuses(&field.walk("A", 730, 550), "S-R34");
    field.refuses(&field.walk("A", 500, 740), "S-R30");
    field.refuses(&field.walk("V", 1350, 550), "S-R38");
    field.refuses(&Command::Leave { figure: figure("A") }, "S-R31");
    field.refuses(&Command::Mount { figure: figure("A"), vehicle: figure("V") }, "S-R38");
    let throw = |name: &str, grenade| Command::Throw { figure: figure(name), grenade, at: at(800, 750) };
    field.refuses(&throw("G", Grenade::Fragmentation), "S-R36");
    let refusal = field.refusal(&Command::PlaceClaymore { figure: figure("A"), at: at(500, 600), facing: EAST });
    assert!(!refusal.because.contains("1 are"), "{refusal}");
    let shell = Command::Shell { figure: figure("M"), grenade: Grenade::Smoke, at: at(3000, 950) };
    field.refuses(&shell, "S-R39");
    let take_down = field.refusal(&field.prepare("M", Work::SetUp));
    assert!(take_down.remedy.starts_with("Take it down"), "{take_down}");
    let mut field = field;
    field.play(field.prepare("A", Work::Throw));
    let early =
        field.refusal(&Command::Throw { figure: field.id("A"), grenade: Grenade::Fragmentation, at: at(800, 750) });
    assert!(early.because.ends_with("and one is done."), "{early}");
}

#[test]
fn under_the_alternate_rules_a_figure_that_hides_is_to_be_spotted() {
    skirmish::proves!("S-hidden");
    let z = [format!("{}, hidden: true", a("Rifleman", "Z", 1300, 500))];
    let field = Field::set(&[a("Rifleman", "A", 500, 500)], &z, ALTERNATE);
    let refusal = field.refusal(&field.fire_at("A", Weapon::AssaultRifle, "Z"));
    assert!(refusal.because.contains("spotted") && !refusal.remedy.contains("heard"), "{refusal}");
}

#[test]
fn a_close_combat_with_counters_is_told_in_plain_words() {
    skirmish::proves!("S-R20");
    let us = [format!("{}, counters: 2", a("Rifleman", "A", 500, 500))];
    let field = Field::arrange(&open_ground(), &us, &[a("Rifleman", "Z", 590, 500)], "", "", ALTERNATE, &[6]).unwrap();
    let fight = Command::Fight { figure: field.id("A"), target: field.id("Z") };
    let told = skirmish_rules().fire_forecast(&field.state, &fight).unwrap();
    assert_eq!(told.lines[0].value, "a die less 2");
}

#[test]
fn an_inch_over_a_wall_and_an_inch_of_bad_going_are_exact() {
    skirmish::proves!("S-R34");
    let field = |letter: &str, more: &str| {
        let mut rows = open_ground();
        (3..9).for_each(|y| rows[y].replace_range(6..8, letter));
        Field::on(&rows, &[a("Rifleman", "A", 590, 550)], &[a("Rifleman", "Z", 3500, 1900)], "", "", more)
    };
    // 1.005" and an inch, across a wall.
    let walls = |more: &str| field("W.", more);
    walls("").refuses(&walls("").walk("A", 690, 560), "S-R34");
    assert!(walls("").allows(&walls("").walk("A", 690, 550)));
    assert!(walls(EARLIER).allows(&walls("").walk("A", 690, 560)), "saved games go on as they were played");
    let jungle = |more: &str| {
        let rows = vec!["J".repeat(40); 20];
        Field::on(&rows, &[a("Rifleman", "A", 590, 550)], &[a("Rifleman", "Z", 3500, 1900)], "", "", more)
    };
    jungle("").refuses(&jungle("").walk("A", 690, 560), "S-R34");
    assert!(jungle("").allows(&jungle("").walk("A", 690, 550)));
    assert!(jungle(EARLIER).allows(&jungle("").walk("A", 690, 560)));
}

#[test]
fn a_vehicle_behind_a_figure_is_no_cover_before_it() {
    skirmish::proves!("S-R06");
    let cover = |x: i32, more: &str| {
        let vc = [a("Rifleman", "Z", 1500, 500), a("M113", "V", x, 500)];
        let more = format!("{ALTERNATE} {more}");
        let field = Field::on(&open_ground(), &[a("Rifleman", "A", 500, 500)], &vc, "", "", &more);
        skirmish_rules().cover(&field.state, at(500, 500), at(1500, 500))
    };
    assert_eq!(cover(1555, ""), table::Cover::None);
    assert_eq!(cover(1445, ""), table::Cover::Soft);
    assert_eq!(cover(1555, EARLIER), table::Cover::Soft, "saved games go on as they were played");
}

#[test]
fn a_force_of_ones_own_hides_and_is_ready_where_the_old_one_was() {
    skirmish::proves!("S-R19", "S-R17");
    let z = [
        format!("{}, hidden: true, facing: North", a("Rifleman", "Y", 3300, 500)),
        format!("{}, hidden: true, ready: true", a("Mortar gunner", "Z", 3500, 500)),
    ];
    let text = format!(
        "(title: \"T\", summary: \"T\", board: (rows: {:?}), turns: 9, first: UsArvn, {ALTERNATE} us_arvn: (edge: West, figures: [({})], \
         goals: [Kill(points: 1)]), vc_nva: (edge: East, figures: [({}), ({})], goals: [Kill(points: 1)]))",
        open_ground(),
        a("Rifleman", "A", 500, 500),
        z[0],
        z[1],
    );
    let scenario: skirmish::Scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let kinds = |figures: &str| {
        let text = format!("(name: \"F\", side: VcNva, figures: {{{figures}}})");
        let force = skirmish::Force::parse("force", &text, skirmish_rules().figure_table()).unwrap();
        skirmish_rules().with_force(&scenario, &force).unwrap().vc_nva.figures
    };
    let men = kinds("\"Guerrilla\": 3");
    assert!(men.iter().all(|man| man.hidden == Some(true) && !man.ready), "{men:?}");
    assert_eq!(men[0].facing, Some(table::Compass::North));
    let gunners = kinds("\"Mortar gunner\": 2, \"M113\": 1");
    assert_eq!(gunners.iter().filter(|figure| figure.ready).count(), 1, "{gunners:?}");
    assert!(gunners.iter().all(|figure| figure.kind != "M113" || figure.hidden.is_none()));
}

#[test]
fn what_counters_took_from_a_turn_is_known_whatever_comes_during_it() {
    skirmish::proves!("S-R03", "S-R28");
    let us = [format!("{}, counters: 1", a("Rifleman", "A", 500, 550))];
    let z = [a("Rifleman", "Z", 3500, 1900)];
    let mines = "mines: [(650, 550)],";
    let mut field = Field::arrange(&open_ground(), &us, &z, "", mines, "", &[6]).unwrap();
    let onto_it = field.walk("A", 700, 550);
    field.dice(&[6]).play(onto_it);
    let told = field.figure("A");
    assert_eq!((told.granted, told.phases, told.counters), (Some(2), 1, 4));
    let seen = field.view(Side::VcNva);
    assert!(field.state.is_known(field.id("A")));
    let card = skirmish_rules().card(&seen, field.id("A")).unwrap();
    assert_eq!((card.phases, card.finished), (None, false), "what is left of them is a secret");
}
