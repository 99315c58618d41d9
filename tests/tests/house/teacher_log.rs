//! Every line of the log opens into its arithmetic, in all four rulesets: strengths, column, dice, modifiers, cell, each with a rule
//! that stands in the rulebook; and no reader is told more than he may know.

use std::collections::BTreeSet;
use std::sync::Arc;

use block_by_block::BlockByBlock;
use platoon::Platoon;
use pointman_tests::library;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::{Game, Rulebook};
use teacher::Teaching;
use teacher::explain::account;

/// Plays at random and opens every line of it; the texts of all lines of arithmetic that came up.
fn opened<R: Teaching>(scenario: &str, seed: u64, orders: usize) -> BTreeSet<String> {
    let library = library();
    let rules: Arc<R> = Arc::new(library.load().unwrap_or_else(|e| panic!("{e}")));
    let book = Rulebook::load(&|path| library.read(path), R::ID).unwrap_or_else(|e| panic!("{e}"));
    let setting = library.scenario::<R>(scenario).unwrap_or_else(|e| panic!("{e}"));
    let mut game = Game::new(Arc::clone(&rules), setting, scenario, seed).unwrap_or_else(|e| panic!("{e}"));
    let mut choice = Seeded::new(seed ^ 0x10c);
    let mut texts = BTreeSet::new();
    for order in 0..orders {
        let (mut options, _) = game.options();
        if options.is_empty() {
            break;
        }
        game.play(options.swap_remove(choice.choose(options.len()))).unwrap();
        let readers = rules.sides().iter().copied().map(Some).filter(|_| order % 4 == 0);
        for reader in std::iter::once(None).chain(readers) {
            let line = game.log(order..order + 1, reader).pop().unwrap();
            let account = account(&game, order, reader).unwrap();
            assert_eq!(account.parts.len(), line.told.len(), "{}: one part a sentence: {:?}", R::ID, line.told);
            assert_eq!(account.phrase, line.phrase);
            assert_eq!(account.rule.is_some(), line.phrase.is_some(), "{}: {:?}", R::ID, line.phrase);
            let lines: Vec<_> = account.parts.iter().flat_map(|part| &part.lines).chain(&account.dice).collect();
            assert!(line.rolls.is_empty() || !lines.is_empty(), "{}: dice without arithmetic: {:?}", R::ID, line.told);
            let cited = lines.iter().filter_map(|line| line.rule.as_ref()).chain(&account.rule);
            for rule in cited {
                assert!(book.rule(rule.as_str()).is_some(), "{} cites {rule}, which is no rule", R::ID);
            }
            assert!(account.luck.is_none_or(|luck| luck <= 100));
            texts.extend(lines.into_iter().map(|line| line.text.clone()));
        }
    }
    texts
}

fn among<R: Teaching>(games: &[(&str, u64, usize)], wanted: &[&str]) {
    let texts: BTreeSet<String> =
        games.iter().flat_map(|(name, seed, orders)| opened::<R>(name, *seed, *orders)).collect();
    for text in wanted {
        assert!(texts.contains(*text), "{}: “{text}” never came up among {texts:?}", R::ID);
    }
}

#[test]
fn every_line_of_block_by_block_opens() {
    among::<BlockByBlock>(&[("historical", 3, 120)], &[]);
}

#[test]
fn every_line_of_search_and_destroy_opens() {
    let games = [("27-23-trail-ambush", 1, 120), ("standard", 2, 160)];
    among::<SearchAndDestroy>(&games, &[]);
}

/// A Platoon Leader who is tried because his commander is far away: the line says how far, how far he may be, and the die.
#[test]
fn the_trial_of_a_platoon_leader_far_from_his_commander_opens() {
    use pointman_tests::search_and_destroy::{Field, rules};
    let mut field = Field::set(
        "level: Advanced, step: Some(NlfAssault), units: [(kind: PlatoonLeader, at: Some(\"1808\")), \
         (kind: Rifle, at: Some(\"1807\")), (kind: CompanyCommander, at: Some(\"1817\"), platoon: 0)]",
    );
    let before = field.state.clone();
    let events = field.dice(&[2]).done();
    let command = search_and_destroy::Command::Done;
    let opened: Vec<_> =
        (0..events.len()).filter_map(|n| rules().explain(&before, Some(&command), &events, n)).collect();
    let [trial] = &opened[..] else { panic!("{opened:?}") };
    assert_eq!(
        trial.result,
        "The Platoon Leader of 1/1 is 9 hexes from the Company Commander, die 2: the Platoon Leader keeps leadership."
    );
    let lines: Vec<(&str, &str)> = trial.lines.iter().map(|l| (l.text.as_str(), l.value.as_str())).collect();
    assert_eq!(lines, [("Hexes to the Company Commander", "9, of 8"), ("Die; leadership is lost up to 1", "2")]);
}

/// Shells on an M113: the line shows the cell as the table has it, and what a machine minds of it.
#[test]
fn shells_on_machines_show_the_cell_of_the_table_and_what_counts_of_it() {
    use pointman_tests::search_and_destroy::{Field, hex, id, rules};
    use search_and_destroy::event::Event;
    use search_and_destroy::state::Step;
    let mut field = Field::set(
        "level: Basic, also: [Artillery, Vehicles], missions: 1, step: Some(UsPlot), units: [\
         (kind: Observer, at: Some(\"1808\")), (kind: M113, at: Some(\"1811\")), (kind: MainForce, at: Some(\"0101\"))]",
    );
    field.play(search_and_destroy::Command::Plot { unit: id(0), at: hex("1812") });
    while field.state.step() != Step::UsSearch {
        field.done();
    }
    let before = field.state.clone();
    let events = field.dice(&[1, 4]).done();
    let shelled = events.iter().position(|event| matches!(event, Event::Shelled { .. })).unwrap();
    let opened = rules().explain(&before, Some(&search_and_destroy::Command::Done), &events, shelled).unwrap();
    let lines: Vec<(&str, &str)> = opened.lines.iter().map(|l| (l.text.as_str(), l.value.as_str())).collect();
    let Event::Shelled { column, die: 4, modifiers, .. } = &events[shelled] else { panic!("{events:?}") };
    assert!(modifiers.is_empty() && !rules().combat.cell(*column, 4).destroyed);
    assert_eq!(
        lines[2..],
        [("The cell", "pinned, 1 killed, 1 wounded"), ("On machines only an h counts", "no result")]
    );
}

#[test]
fn every_line_of_platoon_opens() {
    among::<Platoon>(&[("ambush", 1, 90), ("village-search", 2, 60)], &[]);
}

/// What a line opens into speaks of squads as the line does: by name, as far as the reader knows them.
#[test]
fn an_opened_line_of_platoon_calls_squads_as_the_log_does() {
    let rules: Arc<Platoon> = Arc::new(library().load().unwrap());
    let setting = library().scenario::<Platoon>("ambush").unwrap();
    let mut game = Game::new(rules, setting, "ambush", 4).unwrap();
    let mut choice = Seeded::new(77);
    let mut named = 0;
    for order in 0..150 {
        let (mut options, _) = game.options();
        if options.is_empty() {
            break;
        }
        game.play(options.swap_remove(choice.choose(options.len()))).unwrap();
        for reader in [None, Some(platoon::Side::Allied), Some(platoon::Side::Vc)] {
            let line = game.log(order..order + 1, reader).pop().unwrap();
            let parts = account(&game, order, reader).unwrap().parts;
            let results: Vec<&String> = parts.iter().map(|part| &part.result).collect();
            assert_eq!(results, line.told.iter().collect::<Vec<_>>());
            let names = ["1st Squad", "2nd Squad", "Platoon HQ", "Ambush party", "Cut-off party"];
            named += parts.iter().filter(|p| !p.lines.is_empty() && names.iter().any(|n| p.result.contains(n))).count();
        }
    }
    assert!(named > 20, "{named} lines of arithmetic name a squad");
}

#[test]
fn every_line_of_skirmish_opens() {
    among::<Skirmish>(&[("patrol-and-ambush", 1, 140)], &[]);
}
