//! Forecast, resolution and the Combat Results Table.

use crate::common::{options, position, random_game, rules, sidebar};
use block_by_block::{Command, Event, HeavyLevel, State, Step};
use panels::Intent;
use panels::area::AreaIntent;
use panels::area::combat::{
    ForecastModel, ResolutionLine, crt_model, crt_panel, forecast_model, forecast_panel, resolution_model,
    resolution_panel,
};
use panels::theme::{Outcome, chance_words};
use tabletop::odds::Fraction;

fn attack(state: &State, wanted: impl Fn(&Command) -> bool) -> Option<Command> {
    options(state).into_iter().find(wanted)
}

fn forecast(wanted: impl Fn(&Command) -> bool + Copy, planned: Option<HeavyLevel>) -> ForecastModel {
    let state = position(|s| s.step() == Step::UsArvnCombat && s.attack().is_none() && attack(s, wanted).is_some());
    let command = attack(&state, wanted).expect("the attack is legal");
    forecast_model(rules(), &state, &command, planned).expect("the attack has odds")
}

fn sum(outcomes: &[Outcome]) -> Fraction {
    outcomes.iter().fold(Fraction::ZERO, |sum, outcome| sum.plus(outcome.chance).expect("small fractions"))
}

#[test]
fn an_assault_shows_three_ways_to_make_it_and_orders_the_one_chosen() {
    let model = forecast(|c| matches!(c, Command::Assault { .. }), Some(HeavyLevel::Two));
    assert_eq!(model.plans.len(), 3);
    assert_eq!(model.plan().level, Some(HeavyLevel::Two));
    let [alone, one, two] = &model.plans[..] else { panic!("three plans") };
    assert!(one.success.value() <= two.success.value(), "the higher level never makes it worse");
    assert!(one.mean_cost > alone.mean_cost, "friendly fire has its price");
    for plan in &model.plans {
        assert_eq!((sum(&plan.outcomes), sum(&plan.cost)), (Fraction::ONE, Fraction::ONE));
        let shares: u8 = plan.attacker.units.iter().map(|u| u.value).sum();
        assert_eq!(shares, plan.attacker.strength);
        assert_eq!(plan.attacker.modifiers.iter().map(|m| m.value).sum::<i8>(), plan.attacker.sum);
    }
    let mut screen = sidebar(|ui| forecast_panel(ui, &model));
    assert!(screen.shows("heavy weapons, level 2"));
    assert!(screen.shows("friendly fire"));
    assert_eq!(
        screen.click("Attack with heavy weapons"),
        vec![Intent::Area(AreaIntent::Order(model.plan().order.clone()))]
    );
    assert_eq!(screen.click("Cancel"), vec![Intent::Area(AreaIntent::ClearPreview)]);
    let none = format!("No support: succeeds {}, costs {:.1} steps", chance_words(alone.success), alone.mean_cost);
    assert_eq!(screen.click(&none), vec![Intent::Area(AreaIntent::PlanHeavyWeapons(None))]);
    screen.assert_nothing_is_cut();
    screen.picture("forecast-assault");
}

#[test]
fn a_close_combat_shows_both_dice() {
    let model = forecast(|c| matches!(c, Command::CloseCombat { .. }), None);
    let plan = model.plan();
    assert!(plan.defender.is_some());
    assert_eq!((sum(&plan.outcomes), sum(&plan.cost)), (Fraction::ONE, Fraction::ONE));
    assert_eq!(model.lit().len(), 2);
    let mut screen = sidebar(|ui| forecast_panel(ui, &model));
    assert!(screen.shows("STEPS THE ATTACKER LOSES"));
    screen.assert_nothing_is_cut();
    screen.picture("forecast-close-combat");
}

#[test]
fn a_command_that_is_no_attack_is_refused_with_its_rule() {
    let state = position(|s| s.step() == Step::UsArvnCombat);
    let refusal = forecast_model(rules(), &state, &Command::Done, None).expect_err("Done is no attack");
    assert_eq!(refusal.rule.as_str(), "7.3");
}

#[test]
fn the_table_lights_the_rows_a_planned_attack_can_reach() {
    let model = forecast(|c| matches!(c, Command::Assault { .. }), None);
    let table = crt_model(rules(), model.lit());
    let mut screen = sidebar(|ui| crt_panel(ui, &table));
    assert_eq!(table.rows.len(), 11);
    assert_eq!(table.columns.len(), 7);
    assert!(screen.shows("strength 9–10, roll 5: 1 / *"));
    screen.assert_fits();
    screen.picture("table-planned");
}

/// All events of a game in one row.
fn events() -> Vec<Event> {
    (1..=3).flat_map(|seed| random_game(seed).events).flatten().collect()
}

fn last_attack_up_to(wanted: impl Fn(&Event) -> bool) -> Vec<Event> {
    let events = events();
    let end = events.iter().position(wanted).expect("it happens in three games");
    let begin =
        events[..=end].iter().rposition(|e| matches!(e, Event::AttackDeclared { .. })).expect("an attack was declared");
    let after = events[end + 1..].iter().take(6).take_while(|e| !matches!(e, Event::AttackDeclared { .. }));
    events[begin..=end].iter().chain(after).cloned().collect()
}

#[test]
fn the_last_attack_is_told_die_by_die() {
    let events = last_attack_up_to(|e| matches!(e, Event::AssaultRolled { roll, .. } if roll.modifiers.len() > 1));
    let model = resolution_model(rules(), &events).expect("there was an attack");
    let roll = model.lines.iter().find_map(|l| match l {
        ResolutionLine::Roll(roll) => Some(roll),
        _ => None,
    });
    let roll = roll.expect("a die was rolled");
    let added: i8 = roll.modifiers.iter().map(|m| m.value).sum();
    assert_eq!(roll.total, i8::try_from(roll.die).expect("a die fits") + added);
    assert_eq!(model.lit().len(), 1);
    let mut screen = sidebar(|ui| resolution_panel(ui, &model));
    assert!(screen.shows(&format!("die shows {}", roll.die)));
    let chip = format!("Rule {}", roll.modifiers[0].rule);
    assert!(screen.shows(&chip));
    screen.assert_nothing_is_cut();
    screen.picture("resolution-assault");
}

#[test]
fn a_close_combat_lights_two_cells() {
    let events = last_attack_up_to(|e| matches!(e, Event::CloseCombatRolled { .. }));
    let model = resolution_model(rules(), &events).expect("there was an attack");
    let lit = model.lit();
    assert_eq!(lit.len(), 2);
    let table = crt_model(rules(), lit);
    let mut screen = sidebar(|ui| {
        let intents = resolution_panel(ui, &model);
        crt_panel(ui, &table);
        intents
    });
    screen.assert_nothing_is_cut();
    screen.picture("resolution-close-combat");
}

#[test]
fn without_an_attack_there_is_nothing_to_tell() {
    assert_eq!(resolution_model(rules(), &[]), None);
}
