//! What a scenario may switch.

use serde::{Deserialize, Serialize};
use tabletop::Earlier;

/// What a scenario may switch. All off by default.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    /// Very good troops have twice the dice, poor ones half. Rule P-fire.
    pub firepower_by_rating: bool,
    /// Whether casualties are killed or wounded is rolled for. Rule P-save.
    pub wounds: bool,
    /// Tests need less than the rating. Ruling P-R01.
    pub strict_under: bool,
    /// It is night. Ruling P-R38.
    pub night: bool,
    /// The whole table is a free fire zone. Rule P-artillery.
    pub free_fire_zone: bool,
    /// Salvos fall where they are called out, in inches from two table edges. Rule P-artillery.
    pub guess: bool,
    /// A target counts as located only for whom sees the enemy there or was told. Rule P-messages.
    pub messages: bool,
    /// Opportunity fire as the first saved games know it: into moves only, and asked for only of a side that has somebody
    /// left to fire. Rule P-opportunity, ruling P-R42.
    pub fire_at_moves_only: Earlier,
    /// Rulings as the saved games before P-R47 know them. Rulings P-R47 to P-R57.
    pub earlier_rulings: Earlier,
    /// Beside a real table, distances as the saved games before P-R64 know them: nobody is asked. Rulings P-R64 and P-R65.
    pub distances_for_granted: Earlier,
    /// Rulings as the saved games before P-R60 to P-R63 know them.
    pub second_rulings: Earlier,
    /// Rulings as the saved games before P-R66 to P-R73 know them, and what they left out where two rules meet.
    pub third_rulings: Earlier,
    /// What saved games may do of before it was refused: an officer away as a runner asks for support and observes, a squad that
    /// withdraws spends both halves of its turn on the spot, and a mortar fires whose crew has just got out. Rule P-messages,
    /// rulings P-R49 and P-R53.
    pub fourth_rulings: Earlier,
    /// Rules as saved games may have broken them: by night one fires aimed beyond ten inches beside a real table, a fight spends
    /// the volley, too few figures or figures away as runners carry casualties, and more of the kind.
    pub fifth_rulings: Earlier,
    /// The same of a later time: a squad is where its first figure is though that is pinned and stays behind, its place is noticed,
    /// a casualty carried and an enemy located there alone, a task takes a whole turn after half of it is spent, and more of the
    /// kind.
    pub sixth_rulings: Earlier,
    /// The same of a later time: who has fallen has not fired, a tie locks squads of which nobody is base to base any more, every
    /// round from hiding is from ambush, each vehicle that a salvo hits frightens by itself, and more of the kind.
    pub seventh_rulings: Earlier,
    /// The same of a later time: a squad with nobody left to carry carries on, passengers and who flies come to markers beside a real
    /// table, who withdraws stops for a casualty, who lies goes on when he is rallied, and more of the kind.
    pub eighth_rulings: Earlier,
    /// The same of a later time: who lost somebody before anybody fired at him has tested for his first fire, villagers who were
    /// taken count as enemies when they are questioned, casualties are carried from afar, and more of the kind.
    pub ninth_rulings: Earlier,
}

impl Options {
    /// What a saved game does not mention of the rulings was not yet there when it began: its journal goes by the older ones.
    pub(crate) fn as_saved(&mut self) {
        self.fire_at_moves_only.as_saved();
        self.earlier_rulings.as_saved();
        self.distances_for_granted.as_saved();
        self.second_rulings.as_saved();
        self.third_rulings.as_saved();
        self.fourth_rulings.as_saved();
        self.fifth_rulings.as_saved();
        self.sixth_rulings.as_saved();
        self.seventh_rulings.as_saved();
        self.eighth_rulings.as_saved();
        self.ninth_rulings.as_saved();
    }
}
