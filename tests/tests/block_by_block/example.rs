//! The long combat example that follows rule 12.1, step by step, with its dice, checked event by event.

use block_by_block::event::{GroupEnd, Modifier, ModifierReason};
use block_by_block::tables::AssaultResult;
use block_by_block::{BlockByBlock, Command, Condition, Event, HeavyLevel, Side, State, Step};
use pointman_tests::*;
use tabletop::dice::Tape;
use tabletop::{Dice, Ruleset};

/// The example's position from its scenario file.
fn position() -> State {
    let scenario = library().scenario::<BlockByBlock>("combat-example").unwrap();
    rules().begin(&scenario, &mut Tape::default() as &mut dyn Dice).unwrap()
}

/// Carries a command out with exactly these dice.
fn play(state: &mut State, command: Command, dice: &[u8]) -> Vec<Event> {
    let (mut tape, mut events) = (Tape::new(dice), Vec::new());
    rules().apply(state, &command, &mut tape, &mut events).unwrap_or_else(|h| panic!("{command:?}: {h}"));
    assert_eq!(tape.left(), 0, "{command:?} left dice over");
    rules().audit(state).unwrap();
    events
}

fn refuses(state: &State, command: Command, rule: &str) {
    let refusal = rules().check(state, &command).expect_err(&format!("{command:?} is allowed"));
    assert_eq!(refusal.rule.as_str(), rule, "{command:?}: {refusal}");
}

fn modifiers(list: &[Modifier]) -> Vec<(ModifierReason, i8)> {
    list.iter().map(|m| (m.reason, m.value)).collect()
}

/// Steps 1 and 2: the close combat in N1-2 and the retreat that ends the group.
fn second_step(state: &mut State) {
    let events = play(state, close_combat(1), &[4, 2]);
    let Some(Event::CloseCombatRolled {
        attacker, hits_on_defender, defender, hits_on_attacker, counterattack, ..
    }) = events.iter().find(|e| matches!(e, Event::CloseCombatRolled { .. }))
    else {
        panic!("{events:?}")
    };
    assert!(!counterattack);
    assert_eq!((attacker.strength, rules().combat_table().heading(attacker.column)), (10, "9–10".into()));
    assert_eq!(
        modifiers(&attacker.modifiers),
        [(ModifierReason::Terrain(place("N1-2")), 1), (ModifierReason::EnemyGate(gate('E')), 1)]
    );
    assert_eq!((attacker.die, attacker.total, *hits_on_defender), (4, 6, 0));
    assert_eq!((defender.strength, rules().combat_table().heading(defender.column)), (1, "1–2".into()));
    assert_eq!(modifiers(&defender.modifiers), [(ModifierReason::Terrain(place("N1-2")), -1)]);
    assert_eq!((defender.die, defender.total, *hits_on_attacker), (2, 1, 0));
    play(state, Command::Retreat, &[]);
    let mut events = play(state, retreat_to("NLF Company 1", "N1-5"), &[]);
    // The battalion in N1-1 stands beside the fight and could go as well (7.7f); in the example it stays.
    events.extend(play(state, Command::Done, &[]));
    assert!(events.contains(&Event::GroupFinished { group: 1, why: GroupEnd::DefenderRetreated }), "{events:?}");
    assert_eq!(state.place(unit("NLF Company 1")), Some(place("N1-5")));
    refuses(state, close_combat(1), "7.2i");
}

/// Step 3: the assault on N1-1.
fn third_step(state: &mut State) {
    let events = play(state, assault(2, "N1-1"), &[2]);
    let Some(Event::AssaultRolled { roll, result, doubled }) =
        events.iter().find(|e| matches!(e, Event::AssaultRolled { .. }))
    else {
        panic!("{events:?}")
    };
    assert_eq!((roll.strength, roll.die, roll.total, *result, *doubled), (10, 2, 5, AssaultResult::Success, false));
    assert_eq!(
        modifiers(&roll.modifiers),
        [(ModifierReason::Terrain(place("N1-1")), 2), (ModifierReason::EnemyGate(gate('E')), 1)]
    );
    assert!(events.contains(&Event::RouteMarked { from: place("N1-4") }));
    assert_eq!(state.place(unit("F/2/5 Marines")), Some(place("N1-1")), "the group advances");
    assert_eq!(state.condition(unit("800th Battalion")), Condition::Routed, "a spent unit is routed");
    assert_eq!(rules().to_act(state), Some(Side::UsArvn), "both companies could take the loss");
    play(state, loss("F/2/5 Marines"), &[]);
    assert_eq!(rules().attack_strength(state, state.group(2).unwrap().units), 8);
    assert_eq!(rules().to_act(state), Some(Side::PavnNlf));
    play(state, Command::Retreat, &[]);
    for closed in ["N1-4", "N1-2", "O-9"] {
        refuses(state, retreat_to("800th Battalion", closed), "7.7d");
    }
    for open in ["N1-3", "O-1"] {
        rules().check(state, &retreat_to("800th Battalion", open)).unwrap();
    }
    play(state, retreat_to("800th Battalion", "O-1"), &[]);
    assert_eq!(state.active_group(), Some(2), "the group keeps its marker");
}

/// Step 4: two assaults on gate E.
fn fourth_step(state: &mut State) {
    let target = "Gate E";
    let events = play(state, heavy_assault(2, target), &[4]);
    assert!(events.contains(&Event::FriendlyFireRolled { die: 4, hit: false }));
    let events = play(state, Command::ChooseLevel { level: HeavyLevel::Two }, &[2, 4]);
    assert_eq!(state.destruction(), 2);
    let Some(Event::AssaultRolled { roll, result, .. }) =
        events.iter().find(|e| matches!(e, Event::AssaultRolled { .. }))
    else {
        panic!("{events:?}")
    };
    assert_eq!((roll.strength, rules().combat_table().heading(roll.column)), (8, "7–8".into()));
    assert_eq!((roll.die, roll.total, *result), (2, 1, AssaultResult::Breakthrough));
    assert_eq!(
        modifiers(&roll.modifiers),
        [(ModifierReason::GateFromInside, 1), (ModifierReason::HeavyWeapons(HeavyLevel::Two), -2)]
    );
    assert!(events.contains(&Event::AttackerLossRolled { die: 4, after: AssaultResult::Breakthrough, hit: false }));
    assert!(events.contains(&Event::Held), "a tower can only hold");
    assert_eq!(state.condition(unit("Tower E")), Condition::Routed, "two steps: spent and routed");
    assert_eq!(state.place(unit("F/2/5 Marines")), Some(place("N1-1")), "the box is not cleared, nobody moves in");

    let events = play(state, assault(2, target), &[4, 5]);
    let Some(Event::AssaultRolled { roll, result, .. }) =
        events.iter().find(|e| matches!(e, Event::AssaultRolled { .. }))
    else {
        panic!("{events:?}")
    };
    assert_eq!((roll.strength, roll.total, *result), (8, 5, AssaultResult::Repulsed));
    assert!(events.contains(&Event::AttackerLossRolled { die: 5, after: AssaultResult::Repulsed, hit: false }));
    assert!(events.contains(&Event::GroupFinished { group: 2, why: GroupEnd::Repulsed }));
    assert_eq!(state.gate_control(gate('E')), Side::PavnNlf);
}

/// Steps 5 and 6: through gate F into N1-3, the counterattack, the pause.
fn fifth_step(state: &mut State) {
    let events = play(state, assault(3, "N1-3"), &[2]);
    let Some(Event::AssaultRolled { roll, result, .. }) =
        events.iter().find(|e| matches!(e, Event::AssaultRolled { .. }))
    else {
        panic!("{events:?}")
    };
    // The text adds two and reads five: the third point is the border of the gate (ruling BB-R3).
    assert_eq!(
        modifiers(&roll.modifiers),
        [(ModifierReason::Terrain(place("N1-3")), 2), (ModifierReason::AcrossGate(gate('F')), 1)]
    );
    assert_eq!((roll.total, *result), (5, AssaultResult::Success));
    assert_eq!(state.condition(unit("802nd Battalion")), Condition::Spent);
    play(state, loss("A/1/5 Marines"), &[]);
    let events = play(state, counterattack("802nd Battalion", "A/1/5 Marines"), &[6, 5]);
    let Some(Event::CloseCombatRolled {
        attacker, hits_on_defender, defender, hits_on_attacker, counterattack, ..
    }) = events.iter().find(|e| matches!(e, Event::CloseCombatRolled { .. }))
    else {
        panic!("{events:?}")
    };
    assert!(counterattack);
    assert_eq!((attacker.strength, defender.strength), (2, 3));
    assert!(attacker.modifiers.is_empty() && defender.modifiers.is_empty(), "no terrain in a counterattack (BB-R4)");
    assert_eq!((*hits_on_defender, *hits_on_attacker), (0, 0));
    assert!(!events.iter().any(|e| matches!(e, Event::LeftGroup { .. })), "an unhit unit stays in its group");
    refuses(state, assault(3, "N1-4"), "7.5b");
    let events = play(state, pause(3), &[]);
    assert!(events.contains(&Event::GroupFinished { group: 3, why: GroupEnd::Paused }));
}

#[test]
fn ex_12_the_long_combat_example_comes_out_as_printed() {
    block_by_block::proves!("ex-12", "BB-R3", "BB-R4");
    let mut state = position();
    assert_eq!(state.groups().count(), 3, "step 1: three groups");
    second_step(&mut state);
    third_step(&mut state);
    fourth_step(&mut state);
    fifth_step(&mut state);
    assert_ne!(state.step(), Step::UsArvnCombat, "all groups are finished");
    let places = [
        ("A/1/1 Marines", "N1-2"),
        ("F/2/5 Marines", "N1-1"),
        ("G/2/5 Marines", "N1-1"),
        ("A/1/5 Marines", "N1-3"),
        ("B/1/5 Marines", "N1-3"),
        ("800th Battalion", "O-1"),
        ("802nd Battalion", "N1-3"),
        ("NLF Company 1", "N1-5"),
    ];
    for (name, at) in places {
        assert_eq!(state.place(unit(name)), Some(place(at)), "{name}");
    }
    assert_eq!(state.publicity(), 0, "no American step was lost in close combat, and nobody was routed");
}

#[test]
fn ex_12_groups_act_one_after_the_other() {
    block_by_block::proves!("ex-12", "7.3");
    let mut state = position();
    play(&mut state, close_combat(1), &[4, 2]);
    refuses(&state, assault(2, "N1-1"), "7.3");
    play(&mut state, Command::Hold, &[]);
    refuses(&state, assault(2, "N1-1"), "7.3");
}
