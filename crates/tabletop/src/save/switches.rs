//! Rulings in saved games of formats that did not number them yet: fields of the scenario said one by one which sets are not in force.

use std::borrow::Cow;

use super::chain::Outline;
use crate::notation::parse_ron_borrowed;

/// The text of a saved game with those fields blanked out, so that everything else stands where it stood; and how many sets of rulings
/// are in force. A game that does not mention a set began before it came.
pub(super) fn numbered<'a>(file: &str, text: &'a str, switches: &[&str]) -> (Cow<'a, str>, u8) {
    // What is wrong with a text that cannot be outlined is said by whoever reads the whole.
    let Ok(outline) = parse_ron_borrowed::<Outline<'_>>(file, text) else {
        return (Cow::Borrowed(text), 0);
    };
    let scenario = outline.scenario.get_ron();
    let before = scenario.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    let mut blanked = text.to_owned();
    let mut in_force = Vec::new();
    for switch in switches {
        let Some((from, to, off)) = field(scenario, switch) else { continue };
        blanked.replace_range(before + from..before + to, &" ".repeat(to - from));
        in_force.push(!off);
    }
    let sets = in_force.into_iter().take_while(|&on| on).count();
    (Cow::Owned(blanked), u8::try_from(sets).unwrap_or(u8::MAX))
}

/// From where to where a field with yes or no stands, its comma with it, and what it says.
fn field(scenario: &str, name: &str) -> Option<(usize, usize, bool)> {
    scenario.match_indices(name).find_map(|(from, _)| {
        let value = scenario[from + name.len()..].trim_start().strip_prefix(':')?;
        let end = value.find([',', ')'])?;
        let off = value[..end].trim().parse().ok()?;
        let rest = value[end..].strip_prefix(',').unwrap_or(&value[end..]);
        Some((from, scenario.len() - rest.len(), off))
    })
}
