//! What `referee talk` answers about a side, and what stands on a saved game, between games that differ in what that side may
//! not know: the same, at every step. Longer with `POINTMAN_LONG`.

use std::fs;
use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Write};
use std::path::Path;
use std::thread::{self, JoinHandle};

use pointman_tests::library;
use serde_json::{Value, json};
use tabletop::dice::Seeded;
use tabletop::save;
use tempfile::tempdir;

/// A conversation, a line at a time.
struct Conversation {
    lines: Option<PipeWriter>,
    answers: BufReader<PipeReader>,
    partner: Option<JoinHandle<()>>,
}

impl Conversation {
    fn begin() -> Self {
        let (input, lines) = std::io::pipe().unwrap();
        let (answers, mut out) = std::io::pipe().unwrap();
        let partner = thread::spawn(move || {
            host::talk::talk(&library(), &mut BufReader::new(input), &mut out).unwrap();
        });
        Self { lines: Some(lines), answers: BufReader::new(answers), partner: Some(partner) }
    }

    fn ask(&mut self, request: &Value) -> Value {
        writeln!(self.lines.as_mut().unwrap(), "{request}").unwrap();
        let mut line = String::new();
        self.answers.read_line(&mut line).unwrap();
        serde_json::from_str(&line).unwrap()
    }

    fn options(&mut self) -> Vec<Value> {
        self.ask(&json!({"options": {}}))["ok"]["commands"].as_array().unwrap().clone()
    }
}

impl Drop for Conversation {
    fn drop(&mut self) {
        self.lines.take();
        if let Some(partner) = self.partner.take() {
            let _ = partner.join();
        }
    }
}

fn long() -> bool {
    std::env::var_os("POINTMAN_LONG").is_some()
}

/// What stands at the head of the game when it is saved: what a list of saved games shows to everybody.
fn head(talk: &mut Conversation, folder: &Path) -> (String, String, String) {
    let path = folder.join("game.ron");
    assert!(talk.ask(&json!({"save": {"path": path}})).get("ok").is_some());
    let header = save::read_header(&path).unwrap();
    (header.ruleset, header.note.title, header.scenario_name)
}

/// Plays two games in lockstep that differ in what `side` may not know, and asks both the same.
fn alike(ruleset: &str, side: &str, one: &str, other: &str) {
    assert_ne!(one, other);
    let (seeds, steps) = if long() { (12, 60) } else { (2, 10) };
    let folder = tempdir().unwrap();
    let mut games = [one, other].map(|text| {
        let folder = folder.path().join(if text == one { "one" } else { "other" });
        fs::create_dir(&folder).unwrap();
        fs::write(folder.join("secret.ron"), text).unwrap();
        (folder, Conversation::begin())
    });
    let (mut views, mut odds) = (0, 0);
    for seed in 0..seeds {
        let mut picks = Seeded::new(seed);
        for (folder, talk) in &mut games {
            let new = json!({"new": {"ruleset": ruleset, "scenario": folder.join("secret.ron"), "seed": seed}});
            let begun = talk.ask(&new);
            assert!(begun.get("ok").is_some(), "{begun}");
        }
        for step in 0..steps {
            let what = format!("{ruleset}, seed {seed}, step {step}");
            let mut both = |request: Value| {
                let [one, other] = [0, 1].map(|n| games[n].1.ask(&request));
                (one, other)
            };
            let (view, then) = both(json!({"view": {"side": side}}));
            assert_eq!(view, then, "{what}: the view");
            views += 1;
            if view["ok"]["to_act"].is_null() {
                break;
            }
            let command = if view["ok"]["to_act"] == side {
                let (offered, then) = both(json!({"options": {}}));
                assert_eq!(offered, then, "{what}: the options");
                let offered = offered["ok"]["commands"].as_array().unwrap().clone();
                for _ in 0..3 {
                    let command = &offered[picks.choose(offered.len())];
                    let limit = json!({"runs": 2_000, "seconds": 600});
                    let (told, then) = both(json!({"odds": {"command": command, "limit": limit}}));
                    assert_eq!(told, then, "{what}: the odds of {command}");
                    odds += usize::from(told.get("ok").is_some());
                }
                if step == 0 {
                    let (advice, then) = both(json!({"advise": {"level": "recruit", "side": side}}));
                    assert!(advice.get("ok").is_some(), "{what}: {advice}");
                    assert_eq!(advice, then, "{what}: the advice");
                }
                // What is aimed at a marker may bring to light what lies there.
                let quiet: Vec<&Value> = offered.iter().filter(|c| !c.to_string().contains("Marker")).collect();
                quiet[picks.choose(quiet.len())].clone()
            } else {
                // The enemy does what he could do in both games, and as little as he can.
                let others = games[1].1.options();
                let mine: Vec<Value> = games[0].1.options().into_iter().filter(|c| others.contains(c)).collect();
                let idle = mine.iter().find(|c| ["Done", "Pass"].iter().any(|word| *c == word));
                let Some(command) = idle.or(mine.first()) else { break };
                command.clone()
            };
            for (folder, talk) in &mut games {
                let done = talk.ask(&json!({"do": {"command": command}}));
                assert!(done.get("ok").is_some(), "{what}: {command}: {done}");
                fs::remove_file(folder.join("game.ron")).ok();
            }
            let [one, other] = [0, 1].map(|n| {
                let (folder, talk) = &mut games[n];
                head(talk, folder)
            });
            assert_eq!(one, other, "{what}: the head of the saved game");
        }
    }
    assert!(views > 8 && odds > 3, "{ruleset}: {views} views, {odds} odds");
}

#[test]
fn talk_and_saves_of_search_and_destroy_say_nothing_of_face_down_counters() {
    let scenario = |far: &str| {
        format!(
            "(title: \"Secrets\", summary: \"s\", level: Advanced, without: [Leadership, PlatoonLeaders, CommandControl], turns: 3, step: Some(UsMovement), units: [\
             (kind: Rifle, at: Some(\"0424\")), (kind: Rifle, at: Some(\"0524\")), (kind: {far}, at: Some(\"3805\"), hidden: true), \
             (kind: Dummy, at: Some(\"3905\"), hidden: true), (kind: MainForce, at: Some(\"3808\"), hidden: true)])"
        )
    };
    alike("search-and-destroy", "US", &scenario("PlatoonCadre, rpg: true"), &scenario("Dummy"));
}

#[test]
fn talk_and_saves_of_platoon_say_nothing_of_what_a_marker_hides() {
    let row = format!("\"{}\"", ".".repeat(60));
    let rows = vec![row; 40].join(",");
    let scenario = |one: &str, other: &str| {
        format!(
            "(title: \"Secrets\", summary: \"s\", turns: 6, table: Some((rows: [{rows}])), squads: [\
             (id: 1, name: \"A\", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], at: Some((5, 35))),\
             (id: 2, name: \"B\", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], at: Some((9, 35))),\
             (id: 11, name: \"V\", side: Vc, troops: VcMain, figures: [(4, AssaultRifle)])], markers: [\
             (id: 1, side: Vc, at: Some((50, 3)), hides: {one}), (id: 2, side: Vc, at: Some((56, 5)), hides: {other})])"
        )
    };
    alike("platoon", "Allied", &scenario("Squad(11)", "Nothing"), &scenario("Cache", "Squad(11)"));
}

#[test]
fn talk_and_saves_of_skirmish_say_nothing_of_who_hides() {
    let row = format!("\"{}\"", ".".repeat(40));
    let rows = vec![row; 24].join(",");
    let scenario = |at: &str, kit: &str| {
        format!(
            "(title: \"Secrets\", summary: \"s\", board: (rows: [{rows}]), turns: 6, first: UsArvn, us_arvn: (edge: West, figures: [\
             (name: \"A\", kind: \"Rifleman\", at: (300, 550)), (name: \"B\", kind: \"Rifleman\", at: (300, 1550))], goals: [Kill(points: 1)]),\
             vc_nva: (edge: East, figures: [(name: \"V\", kind: \"{kit}\", at: {at})], goals: [Kill(points: 1)]))"
        )
    };
    alike("skirmish", "US/ARVN", &scenario("(3800, 2200)", "Sniper"), &scenario("(3500, 300)", "Sniper"));
}

/// Nothing is hidden in Block by Block: each side is told everything, in every step.
#[test]
fn talk_of_block_by_block_tells_both_sides_the_same_and_everything() {
    let steps = if long() { 2_000 } else { 60 };
    let (mut talk, mut picks) = (Conversation::begin(), Seeded::new(6));
    talk.ask(&json!({"new": {"ruleset": "block-by-block", "scenario": "historical", "seed": 6}}));
    for step in 0..steps {
        let all = talk.ask(&json!({"position": {}}));
        for side in ["US/ARVN", "PAVN/NLF"] {
            assert_eq!(talk.ask(&json!({"view": {"side": side}})), all, "step {step}");
        }
        if all["ok"]["to_act"].is_null() {
            break;
        }
        let options = talk.options();
        let command = &options[picks.choose(options.len())];
        assert!(talk.ask(&json!({"do": {"command": command}})).get("ok").is_some());
    }
}
