//! Minds in all four rulesets: honest, never refused, never stuck, the same for the same seed, and able to say why.

use std::cell::Cell;
use std::collections::BTreeSet;
use std::sync::atomic::{AtomicU64, Ordering};

use block_by_block::{BlockByBlock, Command};
use opponent::{
    Decision, Horizon, Level, Likelihood, MOST_TERMS, Mind, Patience, PlatoonPlan, Prospect, Thinking, Thought, View,
    Weighed, Weights, WeightsFile,
};
use platoon::Platoon;
use pointman_tests::library;
use pointman_tests::skirmish::{Field, skirmish_rules};
use search_and_destroy::SearchAndDestroy;
use search_and_destroy::units::Kind;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// A game with more commands than this has no end.
const LONGEST: usize = 6_000;

pub(crate) fn mind<R: Thinking>(level: Level, seed: u64) -> Mind<R> {
    Mind::load(&|path| library().read(path), level, seed).unwrap()
}

pub(crate) fn begun<R: Thinking>(scenario: &str, seed: u64) -> (R, R::State) {
    let rules: R = library().load().unwrap();
    let scenario = library().scenario::<R>(scenario).unwrap();
    let state = rules.begin(&scenario, &mut Seeded::new(seed)).unwrap();
    (rules, state)
}

/// Looks on at each order before it is given.
type Watch<'a, R> = dyn FnMut(&R, &<R as Ruleset>::State, &View<R>, &<R as Ruleset>::Command) + 'a;

/// Plays a game of two minds to its end, or so many commands of it; `watch` sees each decision before it is carried out.
fn play<R: Thinking>(scenario: &str, levels: [Level; 2], seed: u64, most: usize, watch: &mut Watch<'_, R>) -> bool {
    let (rules, mut state) = begun::<R>(scenario, seed);
    let minds = levels.map(|level| mind::<R>(level, seed));
    let mut dice = Seeded::new(!seed);
    for _ in 0..most {
        let Some(side) = rules.to_act(&state) else { return true };
        let seat = R::SEATS.iter().position(|other| *other == side).unwrap();
        let view = View::of(&rules, &state, side);
        let decision = minds[seat].decide(&rules, &view, &Patience::ENDLESS).expect("somebody is to act");
        watch(&rules, &state, &view, &decision.command);
        let done = rules.apply(&mut state, &decision.command, &mut dice, &mut Vec::new());
        assert!(done.is_ok(), "seed {seed}, {scenario}: {:?} was refused: {done:?}", decision.command);
    }
    rules.to_act(&state).is_none()
}

/// Whether a US Veteran has a helicopter lift off with such a unit within so many commands.
fn flies_out(scenario: &str, kind: fn(Kind) -> bool, most: usize) -> bool {
    let mut flown = false;
    play::<SearchAndDestroy>(scenario, [Level::Veteran, Level::Recruit], 6, most, &mut |_, state, _, command| {
        if let search_and_destroy::Command::LiftOff { helicopter } = command {
            flown |= state.aboard(*helicopter).any(|(_, unit)| kind(unit.kind));
        }
    });
    flown
}

#[test]
fn a_veteran_flies_out_whom_the_scenario_pays_for() {
    assert!(flies_out("27-31-downed-aircraft", |kind| kind == Kind::Crew, 100), "the crew is brought out");
    assert!(flies_out("27-26-extraction", Kind::is_squad, 100), "squads leave by air");
}

fn ends<R: Thinking>(scenario: &str, levels: [Level; 2], seed: u64) {
    assert!(play::<R>(scenario, levels, seed, LONGEST, &mut |_, _, _, _| {}), "{scenario} has no end");
}

#[test]
fn no_order_is_refused_and_every_game_of_block_by_block_ends() {
    ends::<BlockByBlock>("historical", [Level::Regular, Level::Recruit], 3);
    ends::<BlockByBlock>("historical", [Level::Recruit, Level::Regular], 4);
}

#[test]
fn no_order_is_refused_and_every_game_of_platoon_ends() {
    for (seed, scenario) in ["ambush", "village-search", "downed-helicopter", "river-patrol"].into_iter().enumerate() {
        ends::<Platoon>(scenario, [Level::Recruit, Level::Recruit], seed as u64);
    }
    ends::<Platoon>("village-search", [Level::Regular, Level::Regular], 5);
}

#[test]
fn no_order_is_refused_and_every_game_of_skirmish_ends() {
    let scenarios = ["patrol-and-ambush", "listening-post", "m113-and-dismounts", "village-at-night"];
    for (seed, scenario) in scenarios.into_iter().enumerate() {
        ends::<Skirmish>(scenario, [Level::Recruit, Level::Recruit], seed as u64);
    }
}

#[test]
fn no_order_is_refused_and_a_game_of_search_and_destroy_ends() {
    ends::<SearchAndDestroy>("27-23-trail-ambush", [Level::Recruit, Level::Recruit], 6);
}

/// Memory that a game between computers may take, in kilobytes.
const MOST_MEMORY: u64 = 300 * 1024;

/// The most memory this program has held so far, in kilobytes; nothing where the system does not tell.
fn most_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.trim().strip_suffix(" kB")?.trim().parse().ok())
}

/// A thousand games between computers, or `GAMES`, scenario after scenario with a table: each ends, and no order is refused. Nine of
/// ten are between Recruits; the tenth has a Regular on one side.
fn a_thousand_games<R: Thinking>() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|games| games.parse().ok()).unwrap_or(1_000);
    let named = library().scenarios(R::ID).unwrap().into_iter().map(|listed| listed.name);
    // Beside a real table it is the players who say what is so there.
    let scenarios: Vec<String> = named.filter(|name| name != "beside-your-table").collect();
    let first: u64 = std::env::var("FIRST").ok().and_then(|first| first.parse().ok()).unwrap_or(0);
    let next = AtomicU64::new(first);
    let share = || loop {
        let game = next.fetch_add(1, Ordering::Relaxed);
        if game >= first + games {
            return;
        }
        let scenario = &scenarios[(game % scenarios.len() as u64) as usize];
        let levels = match game % 20 {
            0 => [Level::Regular, Level::Recruit],
            10 => [Level::Recruit, Level::Regular],
            _ => [Level::Recruit, Level::Recruit],
        };
        ends::<R>(scenario, levels, game);
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(share)));
    if let Some(memory) = most_memory() {
        assert!(memory < MOST_MEMORY, "{memory} kB");
    }
}

#[test]
#[ignore = "a thousand games take minutes: `./check --long`"]
fn a_thousand_games_of_block_by_block_end() {
    a_thousand_games::<BlockByBlock>();
}

#[test]
#[ignore = "a thousand games take minutes: `./check --long`"]
fn a_thousand_games_of_platoon_end() {
    a_thousand_games::<Platoon>();
}

#[test]
#[ignore = "a thousand games take hours: `./check --long`"]
fn a_thousand_games_of_search_and_destroy_end() {
    a_thousand_games::<SearchAndDestroy>();
}

#[test]
#[ignore = "a thousand games take minutes: `./check --long`"]
fn a_thousand_games_of_skirmish_end() {
    a_thousand_games::<Skirmish>();
}

#[test]
fn a_figure_that_stops_leaves_the_turn_to_the_others() {
    use skirmish::Command as Order;
    let mut acted = [BTreeSet::new(), BTreeSet::new()];
    play::<Skirmish>("patrol-and-ambush", [Level::Regular, Level::Recruit], 2, 120, &mut |_, state, _, command| {
        let (Order::Move { figure, .. } | Order::Fire { figure, .. }) = command else { return };
        if state.side() == skirmish::Side::UsArvn && state.turn() <= 2 {
            acted[usize::from(state.turn()) - 1].insert(*figure);
        }
    });
    let most = acted.iter().map(BTreeSet::len).max().unwrap();
    assert!(most >= 5, "of seven men {acted:?} went or fired in the first turns");
}

/// The orders that a Regular gives one man of VC/NVA in a turn, on open ground, with an M113 of the enemy's eight inches before him.
fn with_a_carrier_before_him(facing: &str) -> Vec<skirmish::Command> {
    let rows = vec![".".repeat(24); 16];
    let gunner = format!(r#"name: "Khanh", kind: "RPG gunner", at: (1450, 750), facing: {facing}"#);
    let us = [r#"name: "Track", kind: "M113", at: (650, 750)"#];
    let mut state = Field::on(&rows, &us, &[&gunner], "", "", "first: VcNva").state.clone();
    let rules = skirmish_rules();
    let mind = mind::<Skirmish>(Level::Regular, 1);
    let mut given = Vec::new();
    while rules.to_act(&state) == Some(skirmish::Side::VcNva) && given.len() < 9 {
        let view = View::of(rules, &state, skirmish::Side::VcNva);
        let order = mind.decide(rules, &view, &Patience::ENDLESS).unwrap().command;
        rules.apply(&mut state, &order, &mut Seeded::new(4), &mut Vec::new()).unwrap();
        given.push(order);
    }
    given
}

#[test]
fn a_rocket_is_loaded_for_the_carrier_it_is_fired_at() {
    use skirmish::figure::Work;
    use skirmish::{Command as Order, RocketAim};
    for facing in ["West", "East"] {
        let given = with_a_carrier_before_him(facing);
        let loads = given.iter().position(|order| matches!(order, Order::Prepare { work: Work::Rocket, .. }));
        let fires = given.iter().position(|order| matches!(order, Order::Rocket { aim: RocketAim::Vehicle(_), .. }));
        assert!(loads.is_some() && loads < fires, "facing {facing}: {given:?}");
    }
}

/// Positions of one scenario in which something is hidden, and how often each is asked about.
const HIDDEN_POSITIONS: usize = 3;
/// Work enough for a Veteran to draw positions and look at his orders. A limit of work gives the same order every time.
const LITTLE_WORK: Patience<'static> = Patience { work: 3_000, ..Patience::ENDLESS };

#[test]
fn a_claymore_is_laid_in_reach_whichever_way_its_man_looks() {
    use pointman_tests::skirmish::{a, open_ground};
    use skirmish::Command as Order;
    for facing in ["NorthEast", "SouthWest", "North"] {
        let man = [format!("{}, facing: {facing}", a("Claymore man", "A", 1000, 1000))];
        let mut field = Field::on(&open_ground(), &man, &[a("Rifleman", "X", 2200, 1000)], "", "", "");
        field.play(field.prepare("A", skirmish::Work::Claymore));
        field.play(field.prepare("A", skirmish::Work::Claymore));
        let view = View::of(skirmish_rules(), &field.state, skirmish::Side::UsArvn);
        let mut found = Vec::new();
        skirmish_rules().candidates(&view, Level::Regular, &mut found);
        let laid = found.iter().find(|candidate| matches!(candidate.command, Order::PlaceClaymore { .. }));
        let order = &laid.expect("it is thought of").command;
        assert!(skirmish_rules().check(&field.state, order).is_ok(), "{facing}: {order:?}");
    }
}

/// In positions that differ only in what its side may not know, a mind of any level gives the same order. Says in how many
/// positions of a scenario something was hidden.
fn cannot_peek<R: Thinking>(scenario: &str, seed: u64) -> usize {
    let (mut number, mut told, mut next) = (0, 0, 3);
    play::<R>(scenario, [Level::Recruit, Level::Recruit], seed, 150, &mut |rules, state, view, _| {
        number += 1;
        if told == HIDDEN_POSITIONS || number < next {
            return;
        }
        let Some(other) = rules.disguised(state, view.side(), number) else { return };
        next = number + 20;
        assert!(rules.to_act(&other) == Some(view.side()));
        let disguised = View::of(rules, &other, view.side());
        for level in Level::ALL {
            let seat = mind::<R>(level, seed).explaining();
            let [one, two] = [view, &disguised].map(|view| seat.decide(rules, view, &LITTLE_WORK).unwrap());
            let same = (one.command == two.command, one.work == two.work, one.reasons == two.reasons);
            assert_eq!(same, (true, true, true), "{scenario}, {level:?}: what is hidden made a difference");
            let why = |decision: &Decision<R>| -> Vec<String> {
                decision.weighed.iter().map(|weighed| decision.sentence_on(weighed)).collect()
            };
            assert_eq!(why(&one), why(&two), "{scenario}, {level:?}: the reasons told of what is hidden");
        }
        told += 1;
    });
    told
}

/// In every scenario of a ruleset something is hidden, and nobody peeks at it.
fn nobody_peeks<R: Thinking>() {
    let scenarios = library().scenarios(R::ID).unwrap();
    assert!(scenarios.len() > 1);
    for (seed, scenario) in scenarios.iter().enumerate() {
        let told = cannot_peek::<R>(&scenario.name, seed as u64);
        assert!(told > 0, "{}: nothing was hidden", scenario.name);
    }
}

#[test]
fn a_mind_cannot_peek_in_any_scenario_of_platoon() {
    nobody_peeks::<Platoon>();
}

#[test]
fn a_mind_cannot_peek_in_any_scenario_of_skirmish() {
    nobody_peeks::<Skirmish>();
}

#[test]
fn a_mind_cannot_peek_in_any_scenario_of_search_and_destroy() {
    nobody_peeks::<SearchAndDestroy>();
}

#[test]
fn in_block_by_block_there_is_nothing_to_peek_at() {
    let (rules, state) = begun::<BlockByBlock>("historical", 1);
    for side in BlockByBlock::SEATS {
        assert!(View::of(&rules, &state, side).seen() == &state);
        assert!(rules.disguised(&state, side, 1).is_none());
    }
}

#[test]
fn what_is_drawn_looks_to_its_side_as_what_is_true() {
    fn alike<R: Thinking>(scenario: &str, look: impl Fn(&R, &R::State, R::Side) -> String) {
        // The first side is the one from which something is hidden.
        let side = R::SEATS[0];
        let (rules, mut state) = begun::<R>(scenario, 2);
        while rules.to_act(&state) != Some(side) {
            let mut options = Vec::new();
            rules.options(&state, &mut options);
            rules.apply(&mut state, &options[0], &mut Seeded::new(3), &mut Vec::new()).unwrap();
        }
        let view = View::of(&rules, &state, side);
        let drawn = rules.resample(&view, 5);
        assert_eq!(rules.to_act(&drawn), Some(side));
        assert_eq!(look(&rules, &drawn, side), look(&rules, view.seen(), side), "{scenario}");
        let mut lots = (0..8).map(|seed| format!("{:?}", rules.resample(&view, seed)));
        let first = lots.next().unwrap();
        assert!(lots.any(|other| other != first), "{scenario}: one draw is as the other");
    }
    alike::<Platoon>("village-search", |rules, state, side| {
        let seen = tabletop::Ruleset::view(rules, state, side);
        format!("{:?} {:?}", seen.squads, seen.markers)
    });
    alike::<Skirmish>("patrol-and-ambush", |rules, state, side| {
        let seen = tabletop::Ruleset::view(rules, state, side);
        format!("{:?}", seen.figures().collect::<Vec<_>>())
    });
}

#[test]
fn the_same_seed_gives_the_same_order_with_any_number_of_threads() {
    fn once<R: Thinking>(scenario: &str) {
        let (rules, state) = begun::<R>(scenario, 1);
        let view = View::of(&rules, &state, rules.to_act(&state).unwrap());
        let think =
            |threads| mind::<R>(Level::Veteran, 7).on_threads(threads).decide(&rules, &view, &Patience::ENDLESS);
        let (one, three) = (think(1).unwrap(), think(3).unwrap());
        assert_eq!((one.command, one.work, one.reasons), (three.command, three.work, three.reasons), "{scenario}");
    }
    once::<BlockByBlock>("combat-example");
    once::<Platoon>("village-search");
    once::<Skirmish>("listening-post");
}

#[test]
fn thought_keeps_to_its_work_and_stops_when_it_is_given_up() {
    let (rules, state) = begun::<BlockByBlock>("historical", 1);
    let view = View::of(&rules, &state, rules_to_act(&rules, &state));
    let veteran = mind::<BlockByBlock>(Level::Veteran, 1);
    let whole = veteran.decide(&rules, &view, &Patience::ENDLESS).unwrap();
    let little = Patience { work: 50, ..Patience::ENDLESS };
    let short = veteran.decide(&rules, &view, &little).unwrap();
    assert!(short.work < whole.work / 4 || whole.work == 0, "{} of {}", short.work, whole.work);

    let asked = AtomicU64::new(0);
    let gone = Patience { given_up: &|| asked.fetch_add(1, Ordering::Relaxed) > 3, ..Patience::ENDLESS };
    let mut moving = state.clone();
    // A decision with something to think about: the first movement.
    let mut dice = Seeded::new(1);
    while moving.step() != block_by_block::Step::PavnNlfMovement {
        let side = rules_to_act(&rules, &moving);
        let next = veteran.decide(&rules, &View::of(&rules, &moving, side), &Patience::ENDLESS).unwrap();
        tabletop::Ruleset::apply(&rules, &mut moving, &next.command, &mut dice, &mut Vec::new()).unwrap();
    }
    let view = View::of(&rules, &moving, rules_to_act(&rules, &moving));
    assert!(veteran.decide(&rules, &view, &gone).is_none());
    assert!(asked.load(Ordering::Relaxed) < 20);
}

fn rules_to_act(rules: &BlockByBlock, state: &block_by_block::State) -> block_by_block::Side {
    tabletop::Ruleset::to_act(rules, state).unwrap()
}

#[test]
fn nobody_makes_an_attack_that_cannot_hit() {
    let attacks = Cell::new(0);
    play::<BlockByBlock>(
        "historical",
        [Level::Recruit, Level::Recruit],
        8,
        LONGEST,
        &mut |rules, state, _, command| {
            let heavy = match command {
                Command::Assault { heavy_weapons, .. } | Command::CloseCombat { heavy_weapons, .. } => *heavy_weapons,
                _ => return,
            };
            attacks.set(attacks.get() + 1);
            let level = heavy.then_some(block_by_block::HeavyLevel::Two);
            let forecast = rules.forecast(state, command, level).unwrap();
            assert!(forecast.success().numerator() > 0, "{command:?} cannot hit");
        },
    );
    assert!(attacks.get() > 5);
}

#[test]
fn an_order_comes_with_reasons_in_words_of_the_game() {
    let mut told = 0;
    let (rules, state) = begun::<BlockByBlock>("combat-example", 1);
    let view = View::of(&rules, &state, rules_to_act(&rules, &state));
    for level in Level::ALL {
        let decision = mind::<BlockByBlock>(level, 1).decide(&rules, &view, &Patience::ENDLESS).unwrap();
        assert_eq!(decision.weighed[0].command, decision.command);
        assert_eq!(decision.reasons, decision.weighed[0].reasons);
        for weighed in &decision.weighed {
            let sentence = decision.sentence_on(weighed);
            let begun = if weighed.given { "It " } else { "Beside the order given, it " };
            assert!(sentence.starts_with(begun) || sentence == "It comes to the same.", "{sentence}");
            assert!(sentence.ends_with('.') && !sentence.contains('_'), "{sentence}");
            told += 1;
        }
    }
    assert!(told > 3);
}

#[test]
fn a_mind_that_is_asked_why_decides_the_same_and_names_places_and_odds() {
    let (rules, state) = begun::<BlockByBlock>("combat-example", 7);
    let view = View::of(&rules, &state, rules_to_act(&rules, &state));
    let seat = mind::<BlockByBlock>(Level::Regular, 7);
    let [silent, told] =
        [seat.clone(), seat.explaining()].map(|mind| mind.decide(&rules, &view, &Patience::ENDLESS).unwrap());
    assert_eq!((&silent.command, &silent.reasons, silent.work), (&told.command, &told.reasons, told.work));
    assert!(silent.weighed.iter().all(|weighed| weighed.prospects.is_empty()));
    let named = |prospect: &&Prospect| prospect.what.words.contains("N1-");
    let area = told.weighed[0].prospects.iter().find(named).expect("the attack may win an area");
    let Likelihood::Exact(chance) = area.chance else { panic!("few dice: {area:?}") };
    assert!(chance.value() > 0.0 && chance.value() <= 1.0, "{area:?}");
    let words = format!("{} ({} in {})", area.what.words, chance.numerator(), chance.denominator());
    // It may begin a sentence.
    assert!(told.sentence().contains(&words[1..]), "{}", told.sentence());
    let without = |other: &&Weighed<BlockByBlock>| !other.prospects.iter().any(|prospect| prospect.what == area.what);
    let gives_up = format!("gives this up: {words}");
    let others: Vec<String> = told.weighed.iter().filter(without).map(|other| told.sentence_on(other)).collect();
    assert!(others.iter().any(|other| other.contains(&gives_up)), "{others:?}");
}

/// Lets time run out at each question of a mind whether the best so far is wanted, from the first to the last: of the orders that
/// are weighed then, either all are told that endless time tells of, or none. Says how often all were, and how often none.
fn told_of_all_or_of_none<R: Thinking>(scenario: &str, level: Level, work: u64) -> (usize, usize) {
    let (rules, state) = begun::<R>(scenario, 7);
    let view = View::of(&rules, &state, rules.to_act(&state).unwrap());
    let seat = mind::<R>(level, 3).explaining();
    let asked = AtomicU64::new(0);
    let until = |last: u64| {
        asked.store(0, Ordering::Relaxed);
        let enough = || asked.fetch_add(1, Ordering::Relaxed) >= last;
        seat.decide(&rules, &view, &Patience { work, enough: &enough, ..Patience::ENDLESS }).unwrap()
    };
    let is_told = |weighed: &Weighed<R>| !weighed.prospects.is_empty();
    let endless = until(u64::MAX);
    let known: Vec<&R::Command> =
        endless.weighed.iter().filter(|order| is_told(order)).map(|order| &order.command).collect();
    assert!(known.len() > 1, "{scenario}, {level:?}: {} orders may come to something", known.len());
    let (mut all, mut none) = (0, 0);
    for last in 0..asked.load(Ordering::Relaxed) {
        let decision = until(last);
        if decision.weighed.iter().any(is_told) {
            let left_out = decision.weighed.iter().find(|order| known.contains(&&order.command) && !is_told(order));
            let left_out = left_out.map(|order| &order.command);
            assert!(left_out.is_none(), "{scenario}, {level:?}: told of others than {left_out:?} at {last}");
            all += 1;
        } else {
            none += 1;
        }
    }
    (all, none)
}

#[test]
fn when_time_runs_out_either_every_order_is_told_with_its_odds_or_none() {
    for level in Level::ALL {
        let (_, none) = told_of_all_or_of_none::<BlockByBlock>("combat-example", level, u64::MAX);
        assert!(none > 3, "time ran out {none} times before the odds were told");
    }
}

#[test]
fn a_limit_of_work_cuts_the_search_and_not_what_is_told_of_it() {
    for work in [1, 40, 400] {
        let (_, none) = told_of_all_or_of_none::<BlockByBlock>("combat-example", Level::Veteran, work);
        assert!(none > 0);
    }
}

#[test]
fn the_weights_of_every_ruleset_can_be_read_and_name_only_terms_there_are() {
    fn read<R: Thinking>() {
        for level in Level::ALL {
            Weights::load::<R>(&|path| library().read(path), level).unwrap();
        }
        let plain = Weights::plain::<R>();
        let mut written = Vec::new();
        // What is put in twice replaces itself.
        for seat in [0, 1, 1] {
            plain.put_into::<R>(&mut written, Level::Regular, seat);
        }
        assert_eq!(written.len(), 2);
        assert_eq!(Weights::of::<R>(&written, Level::Regular), Ok(plain));
        let wrong = WeightsFile {
            side: R::side_name(R::SEATS[0]).to_owned(),
            levels: vec![Level::Regular],
            weights: [("no such thing".to_owned(), 1)].into(),
        };
        assert!(Weights::of::<R>(&[wrong], Level::Regular).unwrap_err().contains("no such thing"));
    }
    read::<BlockByBlock>();
    read::<Platoon>();
    read::<SearchAndDestroy>();
    read::<Skirmish>();
}

#[test]
fn a_place_is_held_by_those_on_foot_as_in_the_points_and_by_no_vehicle() {
    use pointman_tests::skirmish::{Field, open_ground};
    let held = |kind: &str| {
        let us = format!("name: \"A\", kind: \"{kind}\", at: (2000, 1000)");
        let goals = "goals: [Hold(at: (2000, 1000), within_in: 3, points: 4)],";
        let field =
            Field::on(&open_ground(), &[&us], &["name: \"X\", kind: \"Rifleman\", at: (3900, 1000)"], goals, "", "");
        let mut counts = [0; MOST_TERMS];
        pointman_tests::skirmish::skirmish_rules().measure(
            &field.state,
            skirmish::Side::UsArvn,
            &[1; MOST_TERMS],
            &mut counts,
        );
        let at = Skirmish::TERMS.iter().position(|term| term.name == "held").unwrap();
        counts[at]
    };
    assert_eq!((held("Rifleman"), held("M113")), (1, 0));
}

/// What the fire of a rifleman and of an RPG gunner of VC/NVA who look east may do in their next turn to this figure of US/ARVN, in
/// tenths of a counter.
fn skirmish_fire_to_come(us: &str, ground: &[String]) -> i64 {
    let vc = [
        r#"name: "X", kind: "Rifleman", at: (1600, 1000), facing: East"#,
        r#"name: "Y", kind: "RPG gunner", at: (1600, 1200), facing: East"#,
    ];
    let field = Field::on(ground, &[us], &vc, "", "", "hiding: Alternate,");
    let term = Skirmish::TERMS.iter().position(|term| term.name == "fire to come").unwrap();
    let (mut weights, mut counts) = ([0; MOST_TERMS], [0; MOST_TERMS]);
    weights[term] = 1;
    skirmish_rules().measure(&field.state, skirmish::Side::VcNva, &weights, &mut counts);
    counts[term]
}

#[test]
fn the_fire_to_come_in_skirmish_is_that_of_every_phase_at_who_is_seen_and_can_be_hurt() {
    use pointman_tests::skirmish::{a, open_ground};
    let on = |us: &str, x: i32| skirmish_fire_to_come(&a(us, "A", x, 1000), &open_ground());
    let row = |weapon| skirmish_rules().weapons().of(weapon).unwrap();
    let dice = |weapon: skirmish::Weapon, phases: i64| {
        let row = row(weapon);
        10 * i64::from(7 - row.suppress_on.value) * i64::from(row.counters.value) * phases / 6
    };
    use skirmish::Weapon::{AssaultRifle, Pistol};
    assert_eq!(on("Rifleman", 2400), dice(AssaultRifle, 3), "the pistol does not reach so far");
    assert_eq!(on("Rifleman", 1000), dice(AssaultRifle, 2) + dice(Pistol, 2), "a phase goes into turning round");
    let rocket = skirmish_rules().weapons().rpg();
    let rocket = 10 * i64::from(7 - rocket.suppress_on.value) * i64::from(rocket.counters.value) / 6;
    assert_eq!(on("M113", 2400), 4 * rocket, "one rocket a turn at a vehicle, and no rifle hurts it");
    let houses: Vec<String> = open_ground().iter().map(|row| format!("{}h{}", &row[..20], &row[21..])).collect();
    assert_eq!(skirmish_fire_to_come(&a("Rifleman", "A", 2400, 1000), &houses), 0, "nobody sees through houses");
}

#[test]
fn allied_squads_of_platoon_are_drawn_to_casualties_when_nothing_else_is_left() {
    let (rules, mut state) = begun::<Platoon>("village-search", 1);
    let term = Platoon::TERMS.iter().position(|term| term.name == "way").unwrap();
    let way = |state: &platoon::State| {
        let mut counts = [0; MOST_TERMS];
        rules.measure(state, platoon::Side::Allied, &[1; MOST_TERMS], &mut counts);
        counts[term]
    };
    let fallen = |state: &platoon::State, at: table::Point| {
        let mut state = state.clone();
        let figure = &mut state.squads[0].figures[1];
        (figure.fate, figure.at) = (platoon::state::Fate::Killed, at);
        way(&state)
    };
    let (near, far) = (table::Point::inches(20, 18), table::Point::inches(20, 2));
    assert_eq!(fallen(&state, near), fallen(&state, far), "the markers come first");
    state.squads.retain(|squad| squad.side == platoon::Side::Allied);
    state.markers.clear();
    assert_eq!(way(&state), 0);
    assert!(fallen(&state, far) < fallen(&state, near) && fallen(&state, near) < 0);
}

/// Four rifles of the VC and four Allied ones eight inches off, on this ground.
fn four_against_four(ground: char) -> platoon::State {
    use pointman_tests::platoon::{Field, open, scenario};
    let mut rows = open(40, 12);
    rows[6].replace_range(12..13, &ground.to_string());
    let squads = [
        r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, figures: [(4, AssaultRifle)], at: Some((12, 6)))"#,
        r#"(id: 11, name: "X", side: Vc, troops: VcMain, figures: [(4, AssaultRifle)], at: Some((4, 6)))"#,
    ];
    Field::seeded(&scenario(&rows, &squads, &[]), 1).state
}

/// What the VC may hope to do then, and what they must fear: hits, in hundredths.
fn fire_to_come(ground: char, change: impl Fn(&mut platoon::State)) -> [i64; 2] {
    let mut state = four_against_four(ground);
    change(&mut state);
    let terms = ["bearing", "danger"].map(|name| Platoon::TERMS.iter().position(|term| term.name == name).unwrap());
    // It is counted where it weighs anything, and nothing else need weigh anything.
    terms.map(|term| {
        let (mut weights, mut counts) = ([0; MOST_TERMS], [0; MOST_TERMS]);
        weights[term] = 1;
        pointman_tests::platoon::rules().measure(&state, platoon::Side::Vc, &weights, &mut counts);
        counts[term]
    })
}

#[test]
fn the_fire_to_come_in_platoon_is_that_of_volleys_at_who_is_seen_through_what_covers_him() {
    let four_dice = 4 * 100 / 6;
    assert_eq!(fire_to_come('.', |_| ()), [four_dice, -four_dice]);
    assert_eq!(fire_to_come('g', |_| ()), [four_dice / 2, -four_dice]);
    let fallen = |state: &mut platoon::State| state.squads[1].figures[0].fate = platoon::state::Fate::Killed;
    assert_eq!(fire_to_come('.', fallen), [3 * 100 / 6, -four_dice]);
    let spent = |state: &mut platoon::State| state.squads.iter_mut().for_each(|squad| squad.turn.fired = true);
    assert_eq!(fire_to_come('.', spent), [four_dice, -four_dice], "who has fired fires next turn");
    let far = |state: &mut platoon::State| {
        state.squads[0].figures.iter_mut().for_each(|figure| figure.at = table::Point::new(3_900, 650));
    };
    let halved = 4 * 100 / 12;
    assert_eq!(fire_to_come('.', far), [halved, -halved], "far off half of the hits count");
    assert_eq!(fire_to_come('.', |state| state.phase = platoon::Phase::Over), [0, 0]);
}

#[test]
fn a_veteran_of_platoon_reckons_with_the_enemys_fire_into_his_phase_and_a_regular_is_let_pass() {
    let rules = pointman_tests::platoon::rules();
    let mut asked = four_against_four('.');
    asked.phase = platoon::Phase::Interrupt(platoon::Side::Vc);
    asked.active.squad = platoon::SquadId(1);
    let mut from = asked.clone();
    from.phase = platoon::Phase::Active(platoon::Side::Allied);
    let plan = PlatoonPlan::default();
    let answer = |from: &platoon::State, horizon| {
        let thought = Thought { from, side: platoon::Side::Allied, plan: &plan, horizon };
        rules.next(&asked, &thought).unwrap()
    };
    assert_eq!(answer(&from, Horizon::Near), platoon::Command::Pass);
    let fire = platoon::Command::Fire {
        squad: platoon::SquadId(11),
        target: platoon::Target::Squad(platoon::SquadId(1)),
        facts: None,
    };
    assert_eq!(answer(&from, Horizon::Far), fire);
    from.squads.retain(|squad| squad.side == platoon::Side::Allied);
    assert_eq!(
        answer(&from, Horizon::Far),
        platoon::Command::Pass,
        "of squads that are only guessed at nobody is that afraid"
    );
    assert_eq!(Platoon::budget(Level::Regular).far, 0);
    assert!(Platoon::budget(Level::Veteran).far > 0);
}
