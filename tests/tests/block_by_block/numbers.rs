//! An owner of the printed game may change a number of the tables: the rules then go by it, and no sentence goes on
//! saying the old one.

use std::collections::BTreeSet;

use block_by_block::tables::Numbers;
use block_by_block::{BlockByBlock, Command, Event, Place, State, UnitId};
use pointman_tests::*;
use tabletop::dice::Seeded;
use tabletop::files::parse_ron;
use tabletop::odds::{Effort, Fraction, odds};
use tabletop::{Provenance, Ruleset};

const NUMBERS: &str = "tables/block-by-block/numbers.ron";

/// Every number another than the printed one.
fn changed() -> Numbers {
    let mut n: Numbers = parse_ron(NUMBERS, &library().read(NUMBERS).unwrap()).unwrap();
    let bytes = [
        (&mut n.group_size, 6),
        (&mut n.close_combat_defenders, 5),
        (&mut n.crowd, 7),
        (&mut n.friendly_fire_up_to, 2),
        (&mut n.breakthrough_loss_up_to, 4),
        (&mut n.recovery_up_to, 5),
        (&mut n.track_end, 70),
        (&mut n.macv_publicity, 5),
        (&mut n.replacement_turn, 2),
        (&mut n.withdrawal_turn, 2),
        (&mut n.penalty_turn, 3),
        (&mut n.success_steps, 2),
        (&mut n.breakthrough_steps, 3),
        (&mut n.points_a_gate, 3),
        (&mut n.battalion_price, 6),
        (&mut n.airborne_routed, 3),
        (&mut n.airborne_eliminated, 4),
        (&mut n.clearing_worth, 3),
        (&mut n.destruction_by, 4),
        (&mut n.destruction_worth, 5),
        (&mut n.great_score, 77),
        (&mut n.even_great_score, 88),
        (&mut n.winning_zones, 8),
        (&mut n.even_winning_zones, 7),
        (&mut n.draw_zones, 4),
    ];
    for (number, value) in bytes {
        assert_ne!(number.value, value);
        number.value = value;
    }
    for (number, value) in
        [(&mut n.gate_from_inside, 2), (&mut n.gate_from_outside, 4), (&mut n.enemy_gate, 2), (&mut n.crossing, 3)]
    {
        assert_ne!(number.value, value);
        number.value = value;
    }
    (n.heavy_weapons_one.value.modifier, n.heavy_weapons_one.value.destruction) = (-3, 4);
    (n.heavy_weapons_two.value.modifier, n.heavy_weapons_two.value.destruction) = (-5, 6);
    n
}

/// The rules with those numbers.
fn owner() -> BlockByBlock {
    let library = library();
    let read = |path: &str| if path == NUMBERS { Ok(ron::to_string(&changed()).unwrap()) } else { library.read(path) };
    BlockByBlock::load(&read).unwrap_or_else(|e| panic!("{e}"))
}

/// Whatever a player may be told in some games: questions, orders, refusals, the log, odds, the state of the game.
fn sentences(rules: &BlockByBlock) -> BTreeSet<String> {
    let scenario = library().scenario::<BlockByBlock>("historical").unwrap();
    let mut told = BTreeSet::new();
    for section in rules.briefing(&scenario) {
        told.extend(section.lines);
    }
    for seed in 0..10 {
        let (mut dice, mut picks) = (Seeded::new(seed), Seeded::new(!seed));
        let mut state = rules.begin(&scenario, &mut dice).unwrap();
        while rules.to_act(&state).is_some() {
            let mut options = Vec::new();
            rules.options(&state, &mut options);
            told.insert(rules.question(&state));
            told.insert(rules.moment(&state).1);
            let command = options[picks.choose(options.len())].clone();
            told.insert(rules.phrase(&state, &command));
            for forbidden in strange(&state, &mut picks) {
                if let Err(refusal) = rules.check(&state, &forbidden) {
                    told.extend([refusal.because.to_string(), refusal.remedy.to_string()]);
                }
            }
            let (before, mut events) = (state.clone(), Vec::new());
            rules.apply(&mut state, &command, &mut dice, &mut events).unwrap();
            told.extend(events.iter().map(|event| rules.tell(event)));
            told.insert(rules.sum_up(&before, &state, &events));
        }
        told.insert(rules.show(&state));
        told.insert(rules.score(&state).result.because);
    }
    told
}

/// Commands that are mostly forbidden.
fn strange(state: &State, picks: &mut Seeded) -> Vec<Command> {
    let units: Vec<UnitId> = UnitId::all().collect();
    let places: Vec<Place> = Place::all().collect();
    let (unit, to) = (units[picks.choose(units.len())], places[picks.choose(places.len())]);
    let eight: Vec<UnitId> = units.iter().copied().take(8).collect();
    vec![
        Command::FormGroup { units: eight.clone() },
        Command::Defend { units: eight },
        Command::Return { unit, to },
        Command::Restore { unit },
        Command::Exit { unit },
        Command::Move { unit, to },
        Command::FormGroup { units: UnitId::each(state.units_at(to)).collect() },
    ]
}

#[test]
fn no_sentence_says_a_number_that_the_tables_have_changed() {
    block_by_block::proves!("7.2a", "7.4a", "7.6a", "3.2", "10.2");
    let told = sentences(&owner());
    assert!(told.len() > 2_000, "{}", told.len());
    for old in [
        "three",
        "Three",
        "four ",
        "Four ",
        "sixty",
        " 51",
        "Below 60",
        "two points",
        "2 points and",
        "−1 to the die",
        "−2 to the die",
        "−1 for ",
        "−2 for ",
        "outside the citadel +3",
        "inside the citadel +1",
        "9 or more",
        "5 to 8",
        "holds gate A +1",
        "replacements of turn 3",
    ] {
        let stale = told.iter().find(|sentence| sentence.contains(old));
        assert_eq!(stale, None, "the tables no longer say \"{old}\"");
    }
    for new in [
        "has 1 to 6 units",
        "5 at most",
        "From 1 to 5 units",
        "−3 for 4 destruction, or −5 for 6",
        "level 1: −3 to the die",
        "outside the citadel +4",
        "8 or more of the eleven zones",
        "4 to 7 are a draw",
        "Below 77",
        "replacements of turn 2",
    ] {
        assert!(told.iter().any(|sentence| sentence.contains(new)), "nobody is told \"{new}\"");
    }
    // What players read is written for them: no name out of the program.
    for debug in ["UsArvn", "PavnNlf", "Condition::", "Some(", "NlfCompany", "GateAssault"] {
        let stale = told.iter().find(|sentence| sentence.contains(debug));
        assert_eq!(stale, None, "{debug}");
    }
}

#[test]
fn the_rules_go_by_the_numbers_of_the_tables() {
    block_by_block::proves!("7.4a", "7.5a", "8.1b", "9.1d");
    let rules = owner();
    let table = Table::set(
        r#"turn: 2, step: UsArvnCombat, units: { "N1-4": ["A/1/1 Marines", "B/1/1 Marines"], "N1-5": ["800th Battalion"] },
            groups: [["A/1/1 Marines", "B/1/1 Marines"]]"#,
    );
    let sum_up = |after: &State, events: &[Event]| rules.sum_up(&table.state, after, events);
    let told = odds(&rules, &table.state, &heavy_assault(1, "N1-5"), &sum_up, &|_| None, Effort::default()).unwrap();
    let hit = told.outcomes.iter().find(|c| c.summary.contains("loses one step")).unwrap();
    assert_eq!(hit.probability, Fraction::new(1, 3).unwrap(), "two faces of six");
    let library = library();
    let wrong = |old: &str, new: &str| {
        let read =
            |path: &str| library.read(path).map(|text| if path == NUMBERS { text.replace(old, new) } else { text });
        BlockByBlock::load(&read).unwrap_err().to_string()
    };
    assert!(wrong("group_size: (value: 3", "group_size: (value: 0").contains("`group_size` must be at least 1"));
    assert!(wrong("group_size: (value: 3", "group_size: (value: 9").contains("`group_size` must not be more than 8"));
    for (name, printed) in [("gate_from_inside", 1), ("gate_from_outside", 3), ("crossing", 1)] {
        let (old, new) = (format!("{name}: (value: {printed}"), format!("{name}: (value: 127"));
        assert!(wrong(&old, &new).contains(&format!("`{name}` must change the die by 20 at most")), "{name}");
    }
    assert!(wrong("draw_zones: (value: 5", "draw_zones: (value: 10").contains("`draw_zones`"));
    let numbers = rules.numbers();
    assert!(matches!(numbers.track_end.from, Provenance::Printed(_)));
}

#[test]
fn a_group_of_the_largest_size_a_table_allows_splits_in_every_way() {
    block_by_block::proves!("7.2a", "7.2f");
    let mut numbers = changed();
    numbers.group_size.value = 8;
    let library = library();
    let read = |path: &str| if path == NUMBERS { Ok(ron::to_string(&numbers).unwrap()) } else { library.read(path) };
    let rules = BlockByBlock::load(&read).unwrap_or_else(|e| panic!("{e}"));
    let eight = r#"["A/1/1 Marines", "B/1/1 Marines", "F/2/5 Marines", "G/2/5 Marines", "H/2/5 Marines", "A/1/5 Marines", "B/1/5 Marines",
        "C/1/5 Marines"]"#;
    let text = format!(
        r#"(title: "t", summary: "t", turn: 3, step: UsArvnCombat, units: {{ "S4-1": {eight}, "S3-3": ["804th Battalion"] }}, groups: [{eight}])"#
    );
    let scenario = parse_ron("scenario", &text).unwrap();
    let state = rules.begin(&scenario, &mut Seeded::new(1)).unwrap();
    let mut options = Vec::new();
    rules.options(&state, &mut options);
    let splits = options.iter().filter(|command| matches!(command, Command::Split { as_group: true, .. })).count();
    assert_eq!(splits, (1 << 8) - 2, "every part but none and all");
}

#[test]
fn a_table_of_many_hits_does_not_overflow_where_they_double() {
    block_by_block::proves!("BB-R11");
    const COMBAT: &str = "tables/block-by-block/combat.ron";
    let library = library();
    let read = |path: &str| {
        let text = library.read(path)?;
        Ok(if path == COMBAT { text.replace("(3, \"X\")", "(200, \"X\")") } else { text })
    };
    let owner = BlockByBlock::load(&read).unwrap_or_else(|e| panic!("{e}"));
    let scenario = parse_ron(
        "scenario",
        r#"(title: "Test", summary: "Test", turn: 2, step: UsArvnCombat, options: (double_losses_in_close_combat: true), units: {
            "S1-1": ["A/1/1 Marines", "B/1/1 Marines", "F/2/5 Marines", "804th Battalion", "810th Battalion", "K4B Battalion",
            "K4C Battalion"] }, groups: [["A/1/1 Marines", "B/1/1 Marines", "F/2/5 Marines"]])"#,
    )
    .unwrap_or_else(|e| panic!("{e}"));
    let mut dice = Seeded::new(1);
    let mut state = owner.begin(&scenario, &mut dice).unwrap_or_else(|e| panic!("{e}"));
    let mut tape = tabletop::dice::Tape::new(vec![1, 6]);
    let mut events = Vec::new();
    for command in [close_combat(1), defend(&["804th Battalion", "810th Battalion", "K4B Battalion"])] {
        owner.apply(&mut state, &command, &mut tape, &mut events).unwrap_or_else(|e| panic!("{e}"));
    }
    assert!(events.iter().any(|event| matches!(event, Event::CloseCombatRolled { hits_on_defender: 255, .. })));
}

#[test]
fn a_step_of_a_certain_turn_goes_by_the_table_that_names_the_turn() {
    block_by_block::proves!("10.2");
    let library = library();
    let read = |path: &str| {
        let text = library.read(path)?;
        Ok(if path == NUMBERS {
            text.replace("replacement_turn: (value: 3", "replacement_turn: (value: 2")
        } else {
            text
        })
    };
    let owner = BlockByBlock::load(&read).unwrap_or_else(|e| panic!("{e}"));
    let mut scenario = library.scenario::<BlockByBlock>("combat-example").unwrap();
    scenario.groups.clear();
    scenario.units.retain(|_, units| units.iter().all(|unit| rules().calendar().arrival_of(*unit).is_none()));
    scenario.step = block_by_block::Step::PavnNlfReplacements;
    for (turn, begins) in [(2, true), (3, false)] {
        scenario.turn = turn;
        assert_eq!(owner.begin(&scenario, &mut Seeded::new(1)).is_ok(), begins, "turn {turn}");
        assert_eq!(rules().begin(&scenario, &mut Seeded::new(1)).is_ok(), !begins, "turn {turn}");
    }
}

#[test]
fn a_board_with_many_letters_does_not_overflow_the_sum_of_its_modifiers() {
    block_by_block::proves!("13.0", "BB-R37");
    const BOARD: &str = "boards/hue.ron";
    let library = library();
    let mut numbers = changed();
    numbers.enemy_gate.value = 20;
    let read = |path: &str| {
        let text = library.read(path)?;
        if path == NUMBERS {
            return Ok(ron::to_string(&numbers).unwrap());
        }
        Ok(if path == BOARD { text.replace("letters: [", "letters: [\"S1-1\", ") } else { text })
    };
    let owner = BlockByBlock::load(&read).unwrap_or_else(|e| panic!("{e}"));
    let text = r#"(title: "t", summary: "t", turn: 2, step: UsArvnCombat, units: { "S1-2": ["A/1/1 Marines"], "S1-1": ["804th Battalion"] },
        groups: [["A/1/1 Marines"]])"#;
    let mut state = owner.begin(&parse_ron("scenario", text).unwrap(), &mut Seeded::new(1)).unwrap();
    let forecast = owner.forecast(&state, &assault(1, "S1-1"), None).unwrap();
    assert_eq!((forecast.attacker.modifier_sum(), forecast.attacker.dice[0].total), (i8::MAX, i8::MAX));
    owner
        .apply(&mut state, &assault(1, "S1-1"), &mut Seeded::new(1), &mut Vec::new())
        .unwrap_or_else(|e| panic!("{e}"));
}

#[test]
fn a_table_of_too_many_defenders_is_refused() {
    block_by_block::proves!("7.6a");
    for (defenders, loads) in [(8, true), (9, false)] {
        let mut numbers = changed();
        numbers.close_combat_defenders.value = defenders;
        let library = library();
        let read =
            |path: &str| if path == NUMBERS { Ok(ron::to_string(&numbers).unwrap()) } else { library.read(path) };
        assert_eq!(BlockByBlock::load(&read).is_ok(), loads, "{defenders} defenders");
    }
}
