//! What the computer asks of a real table when it plays a side beside it, and what it has done there.

use std::collections::BTreeMap;

use super::Form;

/// Something that is seen on a real table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Look {
    /// In 20mm Platoon.
    Platoon(platoon::query::Look),
}

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    /// In 20mm Platoon.
    Platoon(platoon::query::Seen),
}

/// What was told of a table and still holds.
pub type Told = BTreeMap<Look, Seen>;

/// An order of the computer, for the people at the table to carry out.
#[derive(Clone, Debug)]
pub struct Announced<C> {
    /// What it does, in a sentence.
    pub title: String,
    /// What is to be done with the figures; empty if that is plain.
    pub says: String,
    /// What still has to be measured.
    pub form: Form<C>,
}

/// Who asks for facts, and so what may be answered besides.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Manner {
    /// A player, who may do something else instead. `last`: whether the phase can be ended with it.
    #[default]
    Own,
    /// A player, who can end the phase with it.
    OwnLast,
    /// The computer, which has to be told how things stand.
    Looks,
    /// The computer, which does something: what is to be done with the figures.
    Computer(String),
}
