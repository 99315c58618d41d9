//! What fire would be: base dice, each multiplier with its reason, what hits, who saves on what. Rule P-fire.

use platoon::query::{BaseLine, DamageLine, Forecast, HitLine, SaveLine};
use platoon::{Command, Platoon, State};
use tabletop::RuleId;

use super::{name, toll};
use crate::companion::{Part, Preview};
use tabletop::numbers::{counted, quarters, signed};

/// What a command would do as a view sees it; none if there is nothing to tell.
pub fn preview_model(rules: &Platoon, shown: &State, command: &Command) -> Option<Preview> {
    let mut preview = match rules.fire_forecast(shown, command) {
        Ok(forecast) => told(shown, command, &forecast),
        Err(_) => Preview::default(),
    };
    if let Some(found) = toll::chances(rules, shown, command) {
        (preview.chances, preview.further, preview.exact) = found;
    }
    (preview != Preview::default()).then_some(preview)
}

fn told(shown: &State, command: &Command, forecast: &Forecast) -> Preview {
    let mut parts: Vec<Part> = forecast.base.iter().map(base_part).collect();
    for factor in &forecast.factors {
        parts.push(Part::new(factor.factor.name(), format!("×{}", quarters(factor.quarters)), factor.rule.clone()));
    }
    let mut needs: Vec<Part> = forecast.dice.iter().map(hit_part).collect();
    needs.extend(forecast.saves.iter().map(save_part));
    if let Some(least) = forecast.helicopter {
        let rule = RuleId::fixed("P-helicopter-fire");
        needs.push(Part::new("The helicopter is saved", format!("on {least} and more"), rule));
    }
    needs.extend(forecast.damage.iter().flat_map(damage_parts));
    if let (Some(duel), Command::Close { squad, target, .. }) = (&forecast.duel, command) {
        for (who, sum) in [*squad, *target].into_iter().zip(duel) {
            for part in sum {
                let what = format!("{}: {}", name(shown, who), part.what);
                parts.push(Part::new(what, signed(part.value), part.rule.clone()));
            }
        }
    }
    let dice = forecast.total();
    let total = match (dice, forecast.duel.is_some()) {
        _ if forecast.undrawn => "Its figures are drawn when it fires".to_owned(),
        (_, true) => "One die each; the higher sum wins".to_owned(),
        (1, _) => "1 die".to_owned(),
        (dice, _) => format!("{dice} dice"),
    };
    Preview { parts, total, needs, ..Preview::default() }
}

fn base_part(line: &BaseLine) -> Part {
    let arms = &line.arms;
    let what = if line.grenades {
        "hand grenades".to_owned()
    } else {
        let pinned = if arms.pinned { ", pinned" } else { "" };
        let far = if arms.far { ", at long range" } else { "" };
        format!("{} × {}{pinned}{far}", arms.figures, arms.weapon.name())
    };
    let dice = quarters(arms.quarters);
    let word = if arms.quarters <= 4 { "die" } else { "dice" };
    let rule = if line.grenades { "P-R17" } else { "P-fire" };
    Part::new(what, format!("{dice} {word}"), RuleId::fixed(rule))
}

/// What the dice of a line do: "5 to 6 hit, 4 pins, halved".
pub fn hits(line: &HitLine) -> String {
    let hits = if line.hits_on == 6 { "6 hits".to_owned() } else { format!("{} to 6 hit", line.hits_on) };
    let pins = match line.pins_on {
        Some(pins) if pins + 1 == line.hits_on => format!(", {pins} pins"),
        Some(pins) => format!(", {pins} to {} pin", line.hits_on - 1),
        None => String::new(),
    };
    let halved = if line.halved { ", halved" } else { "" };
    format!("{hits}{pins}{halved}")
}

fn hit_part(line: &HitLine) -> Part {
    let dice = counted(line.dice, "die", "dice");
    Part::new(format!("{dice}, {}", line.what), hits(line), line.rule.clone())
}

fn save_part(line: &SaveLine) -> Part {
    let save = &line.save;
    let mut why = vec![save.shelter.name().to_owned()];
    for (so, word) in [(save.flak, "flak jacket"), (save.prone, "prone"), (save.peasant, "peasants")] {
        if so {
            why.push(word.into());
        }
    }
    let who = counted(line.figures, "figure", "figures");
    Part::new(format!("{who} {}", why.join(", ")), format!("saved on {}", save.needs), RuleId::fixed("P-save"))
}

fn damage_parts(damage: &DamageLine) -> Vec<Part> {
    let rule = || RuleId::fixed("P-direct");
    let minus = if damage.minus > 0 { format!(", the die less {}", damage.minus) } else { String::new() };
    let mut parts = vec![
        Part::new("The vehicle is immobilised", format!("on {}{minus}", damage.immobilised), rule()),
        Part::new("It is penetrated", format!("on {} and more{minus}", damage.penetrated), rule()),
    ];
    if let Some(least) = damage.rocket {
        let further = if least == 6 { "6".to_owned() } else { format!("{least} to 6") };
        let value = format!("destroyed on a further {further}");
        parts.push(Part::new("Armour that is penetrated", value, rule()));
    }
    parts
}
