//! What there is to know and to choose before a game begins.

use crate::RuleId;

/// A part of a scenario's briefing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Section {
    /// Its heading: a side, what decides, where troops stand.
    pub title: String,
    /// A sentence or an item each.
    pub lines: Vec<String>,
}

impl Section {
    /// A heading with its lines.
    pub fn new(title: impl Into<String>, lines: Vec<String>) -> Self {
        Self { title: title.into(), lines }
    }
}

/// A part of the rules that the players agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The name in files and on the command line: `close-assault`.
    pub id: String,
    /// The name players read.
    pub name: String,
    /// What it changes, in a sentence.
    pub about: String,
    pub rule: RuleId,
    /// What can be chosen, at least two.
    pub choices: Vec<&'static str>,
    /// What the scenario has chosen.
    pub chosen: usize,
}

impl Variant {
    /// What can be chosen of something that is played or not, in this order.
    pub const OFF_ON: [&'static str; 2] = ["off", "on"];

    /// Something that is played or not.
    pub fn switch(
        id: impl Into<String>,
        name: impl Into<String>,
        about: impl Into<String>,
        rule: RuleId,
        on: bool,
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            about: about.into(),
            rule,
            choices: Self::OFF_ON.to_vec(),
            chosen: usize::from(on),
        }
    }
}

/// An option of a scenario that is on or off, as players choose it. `O` holds the options.
pub struct Toggle<O> {
    /// See [`Variant::id`].
    pub id: &'static str,
    /// See [`Variant::name`].
    pub name: &'static str,
    /// See [`Variant::about`].
    pub about: &'static str,
    pub rule: fn() -> RuleId,
    pub of: fn(&mut O) -> &mut bool,
}

impl<O: Clone> Toggle<O> {
    /// These options as players choose them.
    pub fn variants(toggles: &[Self], options: &O) -> Vec<Variant> {
        let mut options = options.clone();
        let variant = |toggle: &Self| {
            let on = *(toggle.of)(&mut options);
            Variant::switch(toggle.id, toggle.name, toggle.about, (toggle.rule)(), on)
        };
        toggles.iter().map(variant).collect()
    }

    /// Makes the choice with this number.
    pub fn choose(toggles: &[Self], options: &mut O, variant: &str, choice: usize) {
        if let Some(toggle) = toggles.iter().find(|toggle| toggle.id == variant) {
            *(toggle.of)(options) = choice > 0;
        }
    }
}

/// A number of things: `one squad`, `3 squads`. The plural takes an `s`.
pub fn count(number: usize, thing: &str) -> String {
    if number == 1 { format!("one {thing}") } else { format!("{number} {thing}s") }
}

/// `A, B and C`; nothing for nobody.
pub fn listed<T: AsRef<str>>(items: &[T]) -> String {
    joined(items, "and")
}

/// `A, B or C`; nothing for nobody.
pub fn either<T: AsRef<str>>(items: &[T]) -> String {
    joined(items, "or")
}

fn joined<T: AsRef<str>>(items: &[T], last_word: &str) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {last_word} {}", most.join(", "), last.as_ref())
        }
    }
}

/// A sentence begins with a capital letter.
pub fn capital(sentence: &str) -> String {
    let mut letters = sentence.chars();
    let mut capital = String::with_capacity(sentence.len());
    capital.extend(letters.next().into_iter().flat_map(char::to_uppercase));
    capital.push_str(letters.as_str());
    capital
}
