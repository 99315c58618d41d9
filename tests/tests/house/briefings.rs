//! What a player is told of a scenario before the game: enough to choose and to begin, and nothing that a side keeps to itself.

use std::fmt::Write as _;

use expect_test::expect_file;
use platoon::scenario::Hides;
use platoon::{Platoon, Weapon};
use pointman_tests::library;
use search_and_destroy::{Hex, SearchAndDestroy};
use skirmish::Skirmish;
use skirmish::scenario::Hiding;
use table::Point;
use tabletop::{Ruleset, Section};

/// Every shipped scenario of a ruleset, with its name.
fn shipped<R: Ruleset>() -> Vec<(String, R::Scenario)> {
    let files = library().scenarios(R::ID).unwrap();
    let read = |name: String| {
        let scenario = library().scenario::<R>(&name).unwrap_or_else(|e| panic!("{e}"));
        (name, scenario)
    };
    files.into_iter().map(|file| read(file.name)).collect()
}

fn rules<R: Ruleset>() -> R {
    library().load().unwrap_or_else(|e| panic!("{e}"))
}

fn written(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections {
        writeln!(text, "{}", section.title).unwrap();
        for line in &section.lines {
            writeln!(text, "- {line}").unwrap();
        }
    }
    text
}

#[track_caller]
fn golden<R: Ruleset>(scenario: &str) {
    let file = pointman_tests::root().join(format!("tests/golden/briefing-{}.txt", R::ID));
    let scenario = library().scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
    expect_file![file].assert_eq(&written(&rules::<R>().briefing(&scenario)));
}

/// What holds for every briefing.
fn is_sound<R: Ruleset>() {
    let rules: R = rules();
    let scenarios = shipped::<R>();
    assert!(!scenarios.is_empty(), "{}", R::ID);
    for (name, scenario) in scenarios {
        let sections = rules.briefing(&scenario);
        let text = written(&sections);
        let titled = |title: &str| sections.iter().filter(|section| section.title == title).count();
        for side in rules.sides() {
            assert_eq!(titled(&format!("{} forces", R::side_name(*side))), 1, "{name}:\n{text}");
        }
        assert_eq!(titled("What decides"), 1, "{name}:\n{text}");
        for section in &sections {
            assert!(!section.title.trim().is_empty() && !section.lines.is_empty(), "{name}: {section:?}");
            for line in &section.lines {
                assert!(line.ends_with(['.', '!', '?']) && !line.ends_with(".."), "{name}: {line}");
                let opens = |letter: char| letter.is_uppercase() || letter.is_ascii_digit();
                assert!(line.starts_with(opens), "{name}: {line}");
                for odd in ["  ", " .", " ,", ": .", "::", "in .", "dummys", "hexs", "hexes hexes", "\n"] {
                    assert!(!line.contains(odd), "{name}: {line}");
                }
            }
        }
    }
}

#[test]
fn every_scenario_tells_its_forces_and_what_decides_in_whole_sentences() {
    is_sound::<block_by_block::BlockByBlock>();
    is_sound::<Platoon>();
    is_sound::<SearchAndDestroy>();
    is_sound::<Skirmish>();
}

#[test]
fn one_briefing_of_each_ruleset_word_by_word() {
    golden::<block_by_block::BlockByBlock>("combat-example");
    golden::<Platoon>("river-patrol");
    golden::<SearchAndDestroy>("27-23-trail-ambush");
    golden::<Skirmish>("m113-and-dismounts");
}

/// Asserts that a change which only one side knows of changes nothing that is told.
#[track_caller]
fn keeps_quiet<R: Ruleset>(rules: &R, name: &str, scenario: &R::Scenario, change: impl FnOnce(&mut R::Scenario)) {
    let mut changed = scenario.clone();
    change(&mut changed);
    assert!(changed != *scenario, "{name}: nothing was changed");
    // What was changed can still be played: a secret of a broken scenario proves nothing.
    let begins = |s: &R::Scenario| rules.begin(s, &mut tabletop::dice::Seeded::new(1)).is_ok();
    assert!(begins(scenario) && begins(&changed), "{name}");
    assert_eq!(written(&rules.briefing(scenario)), written(&rules.briefing(&changed)), "{name}");
}

#[test]
fn nothing_is_told_of_what_lies_under_a_marker() {
    platoon::proves!("P-hidden");
    let rules: Platoon = rules();
    for (name, scenario) in shipped::<Platoon>() {
        let squads: Vec<usize> =
            (0..scenario.markers.len()).filter(|n| matches!(scenario.markers[*n].hides, Hides::Squad(_))).collect();
        let other = |not: usize| (0..scenario.markers.len()).find(|n| *n != not).unwrap();
        for &n in &squads {
            // Two markers change what they hide.
            let m = other(n);
            keeps_quiet(&rules, &name, &scenario, |s| {
                let hides = s.markers[n].hides;
                s.markers[n].hides = s.markers[m].hides;
                s.markers[m].hides = hides;
            });
            let Hides::Squad(id) = scenario.markers[n].hides else { continue };
            // The hidden squad is other troops, or armed otherwise, or not there at all.
            keeps_quiet(&rules, &name, &scenario, |s| {
                let squad = s.squads.iter_mut().find(|squad| squad.id == id).unwrap();
                (squad.drawn_from, squad.figures, squad.troops) = (None, vec![(3, Weapon::Hmg)], platoon::Troops::Nva);
                (squad.officer, squad.name) = (true, "Others".into());
            });
            if squads.len() > 1 {
                keeps_quiet(&rules, &name, &scenario, |s| {
                    s.squads.retain(|squad| squad.id != id);
                    s.markers[n].hides = Hides::Nothing;
                });
            }
        }
        // Stores and traps come and go.
        for n in (0..scenario.markers.len()).filter(|n| !squads.contains(n)) {
            let hides = if scenario.markers[n].hides == Hides::Cache { Hides::Nothing } else { Hides::Cache };
            keeps_quiet(&rules, &name, &scenario, |s| s.markers[n].hides = hides);
        }
    }
}

#[test]
fn nothing_is_told_of_who_hides_and_of_what_lies_in_the_ground() {
    skirmish::proves!("S-hidden", "S-mines", "S-claymore");
    let rules: Skirmish = rules();
    for (name, scenario) in shipped::<Skirmish>() {
        let is_hidden = |f: &skirmish::scenario::Placed| {
            scenario.hiding == Hiding::Standard && f.aboard.is_none() && f.kind != "M113" && f.hidden != Some(false)
        };
        for side in skirmish::Side::ALL {
            let party = |s: &mut skirmish::Scenario| match side {
                skirmish::Side::UsArvn => s.us_arvn.clone(),
                skirmish::Side::VcNva => s.vc_nva.clone(),
            };
            let put = |s: &mut skirmish::Scenario, party| match side {
                skirmish::Side::UsArvn => s.us_arvn = party,
                skirmish::Side::VcNva => s.vc_nva = party,
            };
            let now = party(&mut scenario.clone());
            for n in (0..now.figures.len()).filter(|n| is_hidden(&now.figures[*n])) {
                keeps_quiet(&rules, &name, &scenario, |s| {
                    let mut party = party(s);
                    let figure = &mut party.figures[n];
                    figure.at = figure.at.map(|_| Point::new(60, 60 + 100 * i32::try_from(n).unwrap()));
                    figure.name = "Somebody".into();
                    // The caller of fire needs a radio.
                    if figure.kind != "Radio operator" {
                        figure.kind = "Sniper".into();
                        figure.ready = false;
                    }
                    put(s, party);
                });
            }
            if scenario.board.is_some() {
                keeps_quiet(&rules, &name, &scenario, |s| {
                    let mut party = party(s);
                    party.mines.push(Point::new(1000, 1000));
                    party.claymores.clear();
                    put(s, party);
                });
            }
            if now.battery.is_some() {
                keeps_quiet(&rules, &name, &scenario, |s| {
                    let mut party = party(s);
                    party.battery = None;
                    put(s, party);
                });
            }
        }
    }
}

#[test]
fn nothing_is_told_of_where_the_nlf_have_laid_and_placed_what() {
    search_and_destroy::proves!("base-4.7", "31.16");
    let rules: SearchAndDestroy = rules();
    let hex = |name: &str| Hex::named(name).unwrap();
    for (name, mut scenario) in shipped::<SearchAndDestroy>() {
        // The scenarios of the book have everything set up by the players: here it lies already.
        let posted = |text: &str| tabletop::parse_ron("posted", text).unwrap_or_else(|e| panic!("{e}"));
        scenario.units.push(posted("(kind: MainForce, at: Some(\"0302\"), hidden: true, company: 9)"));
        scenario.units.push(posted("(kind: Dummy, at: Some(\"0502\"))"));
        scenario.traps_at.push(hex("0303"));
        scenario.caches_at.push(hex("0304"));
        keeps_quiet(&rules, &name, &scenario, |s| {
            s.units[0].at = Some(hex("0602"));
            s.units[1].at = Some(hex("0403"));
        });
        // Two counters change their places, or turn out to be something else.
        keeps_quiet(&rules, &name, &scenario, |s| {
            let at = s.units[0].at;
            s.units[0].at = s.units[1].at;
            s.units[1].at = at;
        });
        keeps_quiet(&rules, &name, &scenario, |s| s.units[0].kind = search_and_destroy::units::Kind::Nva);
        keeps_quiet(&rules, &name, &scenario, |s| s.traps_at[0] = hex("0404"));
        keeps_quiet(&rules, &name, &scenario, |s| s.caches_at[0] = hex("0405"));
    }
}
