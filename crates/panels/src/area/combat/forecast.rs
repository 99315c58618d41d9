//! What an attack would do, before it is ordered: strength, modifiers, exact chances, and heavy weapons side by side.

use block_by_block::forecast::{Forecast, SideForecast};
use block_by_block::state::AttackKind;
use block_by_block::tables::AssaultResult;
use block_by_block::{BlockByBlock, Command, HeavyLevel, Side, State, UnitId, UnitSet};
use egui::{
    Align, Align2, CornerRadius, Label, Layout, Rect, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
    pos2, vec2,
};
use tabletop::odds::Fraction;
use tabletop::{Refusal, RuleId, Ruleset};

use super::arithmetic::{ModifierLine, modifier_lines, sum_line};
use super::table::Lit;
use crate::Intent;
use crate::area::AreaIntent;
use crate::area::words::condition_word;
use crate::theme::{
    Face, Outcome, Press, SideBadge, Theme, Weight, card, chance_words, heading, note, odds_bar, odds_strip, paragraph,
    rule_chip, section, side_badge, size,
};
use tabletop::numbers::signed;

/// An attack that is being considered.
#[derive(Clone, Debug, PartialEq)]
pub struct ForecastModel {
    /// What it is, in a sentence.
    pub title: String,
    /// Where it would be fought.
    pub place: String,
    /// The ways to make it: without heavy weapons, with level 1, with level 2, as far as they are legal.
    pub plans: Vec<PlanModel>,
    /// Which of them is shown.
    pub chosen: usize,
}

/// One way to make the attack.
#[derive(Clone, Debug, PartialEq)]
pub struct PlanModel {
    /// The heavy weapons meant; their level is chosen after the friendly-fire die.
    pub level: Option<HeavyLevel>,
    pub order: Command,
    pub attacker: HalfModel,
    /// The defender; close combat only.
    pub defender: Option<HalfModel>,
    /// Whether it is a close combat.
    pub close: bool,
    /// What may come of it, best first: results of an assault, steps the defender loses in close combat. Friendly fire
    /// and what it does to the group are counted in.
    pub outcomes: Vec<Outcome>,
    /// Steps the attacker loses, friendly fire and the toll of a gate among them, fewest first.
    pub cost: Vec<Outcome>,
    /// Steps the attacker loses in the mean.
    pub mean_cost: f64,
    /// How likely the attack does what it is for: the assault succeeds, or the defender loses a step.
    pub success: Fraction,
    /// What else it brings, with the rule that says so.
    pub notes: Vec<(String, RuleId)>,
}

/// One side of the attack.
#[derive(Clone, Debug, PartialEq)]
pub struct HalfModel {
    pub side: Side,
    pub units: Vec<UnitShare>,
    /// Their strength together.
    pub strength: u8,
    /// Heading of the column.
    pub heading: String,
    /// What lights up on the table.
    pub lit: Lit,
    /// What is added to the die.
    pub modifiers: Vec<ModifierLine>,
    /// The modifiers together.
    pub sum: i8,
}

/// What a unit brings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitShare {
    /// Name and condition.
    pub name: String,
    pub value: u8,
}

/// The forecast of an attack; `planned` is the level of heavy weapons the player means to use.
///
/// # Errors
/// Why the attack is not legal.
pub fn forecast_model(
    rules: &BlockByBlock,
    state: &State,
    command: &Command,
    planned: Option<HeavyLevel>,
) -> Result<ForecastModel, Refusal> {
    let mut plans = Vec::new();
    let mut first_refusal = None;
    for level in [None, Some(HeavyLevel::One), Some(HeavyLevel::Two)] {
        let order = with_support(command, level.is_some());
        match rules.forecast(state, &order, level) {
            Ok(forecast) => plans.push(plan(rules, state, order, level, &forecast)),
            Err(refusal) => first_refusal = first_refusal.or(Some(refusal)),
        }
    }
    if let (true, Some(refusal)) = (plans.is_empty(), first_refusal) {
        return Err(refusal);
    }
    let place = match command {
        Command::Assault { target, .. } => Some(*target),
        Command::CloseCombat { group, .. } => {
            state.group(*group).and_then(|g| UnitId::each(g.units).next()).and_then(|u| state.place(u))
        }
        _ => None,
    };
    let place = place.map_or_else(String::new, |p| crate::area::words::place_words(rules, p));
    let title = rules.phrase(state, &with_support(command, false));
    let mut model = ForecastModel { title, place, plans, chosen: 0 };
    model.choose(planned);
    Ok(model)
}

fn with_support(command: &Command, heavy_weapons: bool) -> Command {
    match *command {
        Command::Assault { group, target, .. } => Command::Assault { group, target, heavy_weapons },
        Command::CloseCombat { group, .. } => Command::CloseCombat { group, heavy_weapons },
        ref other => other.clone(),
    }
}

fn plan(
    rules: &BlockByBlock,
    state: &State,
    order: Command,
    level: Option<HeavyLevel>,
    forecast: &Forecast,
) -> PlanModel {
    let group = match order {
        Command::Assault { group, .. } | Command::CloseCombat { group, .. } => group,
        _ => 0,
    };
    let units = state.group(group).map_or(UnitSet::EMPTY, |g| g.units);
    let attacker = half(rules, state, &forecast.attacker, units, |unit| rules.attack_value(state, unit));
    let defender = forecast
        .defender
        .as_ref()
        .map(|d| half(rules, state, d, forecast.defenders, |unit| rules.defence_value(state, unit)));
    let close = forecast.kind == AttackKind::CloseCombat;
    let side = forecast.attacker.side;
    let mut outcomes = match close {
        true => steps_lost(forecast.steps(side.enemy()), |n| 100 - spared(n)).into_iter().rev().collect(),
        false => [
            ("X breakthrough", AssaultResult::Breakthrough, 100),
            ("* success", AssaultResult::Success, 70),
            ("- repulsed", AssaultResult::Repulsed, 0),
        ]
        .map(|(words, result, good)| {
            Outcome::new(words, forecast.chance(|outcome| outcome.result == Some(result))).good(good)
        })
        .to_vec(),
    };
    let called_off = forecast.chance(|outcome| outcome.called_off);
    if !close && called_off != Fraction::ZERO {
        outcomes.push(Outcome::new("too weak to attack", called_off).good(0));
    }
    let mut notes = Vec::new();
    if forecast.changes_nothing() {
        let words = "No die can hit either side: repeating this changes nothing";
        notes.push((words.to_owned(), block_by_block::rule!("BB-R54")));
    } else if forecast.success() == Fraction::ZERO {
        let words = if close { "No die can cost the defender a step" } else { "No die can make this assault succeed" };
        notes.push((words.to_owned(), block_by_block::rule!("13.0")));
    }
    if level.is_some() {
        let words = "The group may lose a step to friendly fire first; the chances allow for that";
        notes.push((words.to_owned(), block_by_block::rule!("7.4a")));
    }
    if let Some(level) = level {
        let destruction = rules.numbers().heavy_weapons(level).destruction;
        notes.push((format!("Destruction rises by {destruction}"), block_by_block::rule!("7.4a")));
    }
    if forecast.toll {
        notes.push(("A gate assaulted from outside costs a step".to_owned(), block_by_block::rule!("8.1c")));
    }
    if forecast.doubled {
        notes.push((rules.crowd_text(), block_by_block::rule!("7.5e")));
    }
    let cost = steps_lost(forecast.steps(side), spared);
    let mean_cost = forecast.steps(side).into_iter().map(|(n, chance)| f64::from(n) * chance.value()).sum();
    PlanModel { level, order, attacker, defender, close, outcomes, cost, mean_cost, success: forecast.success(), notes }
}

fn half(
    rules: &BlockByBlock,
    state: &State,
    forecast: &SideForecast,
    units: UnitSet,
    value: impl Fn(UnitId) -> u8,
) -> HalfModel {
    let table = rules.combat_table();
    let mut rows: Vec<usize> = forecast.dice.iter().map(|d| table.row(d.total)).collect();
    rows.dedup();
    let share = |unit: UnitId| UnitShare {
        name: format!("{unit} ({})", condition_word(state.condition(unit))),
        value: value(unit),
    };
    HalfModel {
        side: forecast.side,
        units: UnitId::each(units).map(share).collect(),
        strength: forecast.strength,
        heading: rules.combat_table().heading(forecast.column),
        lit: Lit { side: forecast.side, column: forecast.column, rows, rolled: false },
        modifiers: forecast.modifiers.iter().map(|m| ModifierLine::new(rules, m)).collect(),
        sum: forecast.modifier_sum(),
    }
}

/// Steps that a side loses, and how good each number is.
fn steps_lost(chances: Vec<(u8, Fraction)>, good: impl Fn(u8) -> u8) -> Vec<Outcome> {
    let words = |n| match n {
        0 => "no step".to_owned(),
        1 => "1 step".to_owned(),
        n => format!("{n} steps"),
    };
    chances.into_iter().map(|(n, chance)| Outcome::new(words(n), chance).good(good(n))).collect()
}

/// How good it is for a side to lose so many steps, from 0 to 100.
fn spared(steps: u8) -> u8 {
    [100, 30, 15].get(usize::from(steps)).copied().unwrap_or(0)
}

impl ForecastModel {
    /// The plan that is shown.
    pub fn plan(&self) -> &PlanModel {
        &self.plans[self.chosen.min(self.plans.len() - 1)]
    }

    /// Shows the plan with this level of heavy weapons; if it is not legal, the one without.
    pub fn choose(&mut self, level: Option<HeavyLevel>) {
        self.chosen = self.plans.iter().position(|plan| plan.level == level).unwrap_or(0);
    }

    /// What lights up on the Combat Results Table.
    pub fn lit(&self) -> Vec<Lit> {
        let plan = self.plan();
        std::iter::once(&plan.attacker).chain(&plan.defender).map(|half| half.lit.clone()).collect()
    }
}

/// The forecast, and the button that orders the attack.
pub fn forecast_panel(ui: &mut Ui, model: &ForecastModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let plan = model.plan();
    card(ui, |ui| {
        heading(ui, &model.title);
        note(ui, &model.place);
        ui.add_space(4.0);
        if model.plans.len() > 1 {
            plan_cards(ui, model, &mut intents);
        }
        // Above what explains it: what carries an order out is in sight however long the rest is.
        ui.horizontal_wrapped(|ui| {
            let label = if plan.level.is_some() { "Attack with heavy weapons" } else { "Attack" };
            if ui.add(Press::new(label).weight(Weight::Primary).key("Enter")).clicked() {
                intents.push(Intent::Area(AreaIntent::Order(plan.order.clone())));
            }
            if ui.add(Press::new("Cancel").weight(Weight::Quiet)).clicked() {
                intents.push(Intent::Area(AreaIntent::ClearPreview));
            }
        });
        section(ui, if plan.close { "Steps the defender loses" } else { "Chances" }, |ui| {
            _ = odds_bar(ui, &plan.outcomes)
        });
        section(ui, "Steps the attacker loses", |ui| _ = odds_bar(ui, &plan.cost));
        for (words, rule) in &plan.notes {
            ui.horizontal_wrapped(|ui| {
                paragraph(ui, words);
                rule_chip(ui, rule, &mut intents);
            });
        }
        half_lines(ui, &plan.attacker, &mut intents);
        if let Some(defender) = &plan.defender {
            half_lines(ui, defender, &mut intents);
        }
    });
    intents
}

/// The ways to make the attack, side by side: press one to see it.
fn plan_cards(ui: &mut Ui, model: &ForecastModel, intents: &mut Vec<Intent>) {
    let c = Theme::of(ui).colours;
    let count = model.plans.len() as f32;
    let width = ((ui.available_width() - 8.0 * (count - 1.0)) / count).floor();
    ui.horizontal(|ui| {
        for (index, plan) in model.plans.iter().enumerate() {
            let chosen = index == model.chosen;
            let (rect, response) = ui.allocate_exact_size(vec2(width, 86.0), Sense::click());
            let name = match plan.level {
                None => "No support".to_owned(),
                Some(level) => format!("Level {}", level.number()),
            };
            let spoken = format!("{name}: succeeds {}, costs {:.1} steps", chance_words(plan.success), plan.mean_cost);
            response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, &spoken));
            let hot = response.hovered() || response.has_focus();
            let edge = if chosen || response.has_focus() { c.accent } else { c.edge };
            let painter = ui.painter();
            painter.rect(
                rect,
                CornerRadius::same(4),
                if chosen {
                    c.accent_ground
                } else if hot {
                    c.lifted
                } else {
                    c.panel
                },
                Stroke::new(if chosen || response.has_focus() { 2.0 } else { 1.0 }, edge),
                StrokeKind::Inside,
            );
            let top = pos2(rect.center().x, rect.top() + 14.0);
            painter.text(top, Align2::CENTER_CENTER, name, Theme::font(ui, Face::Condensed, size::BODY), c.muted);
            let middle = pos2(rect.center().x, rect.top() + 37.0);
            painter.text(
                middle,
                Align2::CENTER_CENTER,
                chance_words(plan.success),
                Theme::font(ui, Face::SemiBold, 20.0),
                c.text,
            );
            painter.text(
                pos2(rect.center().x, rect.top() + 57.0),
                Align2::CENTER_CENTER,
                format!("−{:.1} steps", plan.mean_cost),
                Theme::font(ui, Face::Condensed, size::SMALL),
                c.muted,
            );
            let bar = Rect::from_min_max(
                pos2(rect.left() + 8.0, rect.bottom() - 16.0),
                pos2(rect.right() - 8.0, rect.bottom() - 8.0),
            );
            odds_strip(ui, bar, &plan.outcomes);
            if response.clicked() {
                intents.push(Intent::Area(AreaIntent::PlanHeavyWeapons(plan.level)));
            }
            response.on_hover_text(if plan.close {
                "Chance that the defender loses a step, and what it costs the group on average."
            } else {
                "Chance that the assault succeeds, and what it costs the group on average."
            });
        }
    });
}

fn half_lines(ui: &mut Ui, half: &HalfModel, intents: &mut Vec<Intent>) {
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        side_badge(ui, half.side, SideBadge::Name);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let font = Theme::font(ui, Face::SemiBold, size::BODY);
            ui.add(Label::new(
                RichText::new(format!("strength {}, column {}", half.strength, half.heading)).font(font),
            ));
        });
    });
    for unit in &half.units {
        sum_line(ui, &unit.name, &unit.value.to_string());
    }
    modifier_lines(ui, &half.modifiers, intents);
    if half.modifiers.len() != 1 {
        sum_line(ui, "added to the die", &signed(half.sum));
    }
}
