//! What a command may come to: each number with its rule, the outcomes of its dice, and who may be struck.

use skirmish::survey::{Expectation, Forecast, Prospect};
use skirmish::{Command, Skirmish, State};
use tabletop::RuleId;
use tabletop::numbers::counted;

use crate::companion::{Part, Preview};
use crate::theme::{Outcome, chance_words};

/// What a command would do as a view sees it; none if there is nothing to tell.
pub fn preview_model(rules: &Skirmish, shown: &State, command: &Command) -> Option<Preview> {
    let forecast = rules.fire_forecast(shown, command).ok()?;
    let preview = told(&forecast);
    (preview != Preview::default()).then_some(preview)
}

fn told(forecast: &Forecast) -> Preview {
    let parts = forecast.lines.iter().map(|line| Part::new(line.what.clone(), line.value.clone(), line.rule.clone()));
    let needs = forecast.figures.iter().filter(|f| f.obstruction.is_none()).map(struck);
    let outcome = |it: &Prospect| Outcome { good: it.good, ..Outcome::new(it.what.clone(), it.chance) };
    let mut chances: Vec<Outcome> = forecast.chances.iter().map(outcome).collect();
    // Points on which something falls are not better or worse: the likeliest comes first.
    if chances.iter().any(|outcome| outcome.good.is_none()) {
        chances.sort_by(|one, other| other.chance.value().total_cmp(&one.chance.value()));
    }
    Preview {
        parts: parts.collect(),
        total: String::new(),
        needs: needs.collect(),
        exact: !chances.is_empty(),
        chances,
        further: Vec::new(),
    }
}

/// What may come to a figure.
fn struck(it: &Expectation) -> Part {
    let friend = if it.friend { ", one of yours" } else { "" };
    let most = counted(it.most, "counter", "counters");
    let [suppressed, now, then] = [it.suppressed, it.falls_now, it.falls_then].map(chance_words);
    let next = if it.falls_now == it.falls_then {
        String::new()
    } else {
        format!("; falls at its next check {then}, without this {now}")
    };
    let value = format!("{suppressed}: up to {most}{next}");
    Part::new(format!("{}{friend}", it.name), value, RuleId::fixed("S-R02"))
}
