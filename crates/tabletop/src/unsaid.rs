//! Switches that a file does not mention.

/// Which of the switches for earlier rulings a file left unsaid: an older saved game began before there was anything to say
/// ([`crate::Ruleset::as_saved`]). It is about the file and not about the game, so that any two are alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Unsaid(u8);

impl Unsaid {
    /// What the file says of the switch with this number; off and noted if it says nothing.
    pub fn note(&mut self, number: u32, said: Option<bool>) -> bool {
        self.0 |= u8::from(said.is_none()) << number;
        said.unwrap_or(false)
    }

    /// Turns those on that were left unsaid; in the order of their numbers.
    pub fn turn_on<const COUNT: usize>(self, switches: [&mut bool; COUNT]) {
        switches.into_iter().enumerate().for_each(|(number, on)| *on |= self.0 >> number & 1 == 1);
    }
}

impl PartialEq for Unsaid {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Unsaid {}

impl std::hash::Hash for Unsaid {
    fn hash<H: std::hash::Hasher>(&self, _: &mut H) {}
}
