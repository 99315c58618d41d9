//! What the players agreed on before a game, by name.

use crate::{Ruleset, Variant};

/// The id of a variant, and which of its choices.
pub type Agreement = (String, usize);

/// A scenario with what the players agreed on, in the order in which it is offered: a level comes before its parts.
pub fn agreed<R: Ruleset>(rules: &R, mut scenario: R::Scenario, agreements: &[Agreement]) -> R::Scenario {
    for variant in rules.variants(&scenario) {
        if let Some((_, choice)) = agreements.iter().find(|(agreed, _)| *agreed == variant.id) {
            rules.vary(&mut scenario, &variant.id, *choice);
        }
    }
    scenario
}

/// Reads `variant=choice`; capitals do not matter, and hyphens may stand for spaces.
///
/// # Errors
/// A sentence that says what there is to agree on, or to choose.
pub fn read_agreement(variants: &[Variant], text: &str) -> Result<Agreement, String> {
    let plain = |words: &str| words.trim().to_lowercase().replace(' ', "-");
    let (id, choice) = text
        .split_once('=')
        .ok_or_else(|| format!("`{text}` is not an agreement: write it as `{}`.", example(variants)))?;
    let Some(variant) = variants.iter().find(|variant| variant.id == plain(id)) else {
        let ids: Vec<&str> = variants.iter().map(|variant| variant.id.as_str()).collect();
        return Err(format!("This scenario has no `{}` to agree on. It has: {}.", id.trim(), ids.join(", ")));
    };
    match variant.choices.iter().position(|words| plain(words) == plain(choice)) {
        Some(place) => Ok((variant.id.clone(), place)),
        None => {
            let choices = variant.choices.iter().map(|words| plain(words)).collect::<Vec<_>>().join(", ");
            Err(format!("`{}` cannot be `{}`. It is one of: {choices}.", variant.id, choice.trim()))
        }
    }
}

fn example(variants: &[Variant]) -> String {
    let of = |variant: &Variant| format!("{}={}", variant.id, variant.choices.first().unwrap_or(&"on"));
    variants.first().map_or_else(|| "variant=choice".to_owned(), of)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleId;

    #[test]
    fn an_agreement_is_read_or_refused_with_what_there_is() {
        let level = Variant {
            choices: vec!["Basic Game", "Standard Game"],
            ..Variant::switch("level", "Level", "How much is played.", RuleId::fixed("1.0"), true)
        };
        let mines = Variant::switch("mines", "Mines", "There are mines.", RuleId::fixed("1.1"), false);
        let variants = [level, mines];
        let read = |text: &str| read_agreement(&variants, text);
        assert_eq!(read("Level=basic game"), Ok(("level".into(), 0)));
        assert_eq!(read("level = Standard-Game"), Ok(("level".into(), 1)));
        assert_eq!(read("mines=on"), Ok(("mines".into(), 1)));
        assert_eq!(read("traps=on").unwrap_err(), "This scenario has no `traps` to agree on. It has: level, mines.");
        assert_eq!(read("mines=maybe").unwrap_err(), "`mines` cannot be `maybe`. It is one of: off, on.");
        assert_eq!(read("mines").unwrap_err(), "`mines` is not an agreement: write it as `level=Basic Game`.");
    }
}
