//! What a scenario may switch.

use serde::{Deserialize, Serialize};

/// Which rulings a game is played by. What each set changed, for games that began before it:
///
/// 1. Opportunity fire at any point of a phase, and asked for of a side that has nobody left to fire as well. Rule P-opportunity, ruling
///    P-R42.
/// 2. P-R47 to P-R57.
/// 3. P-R60 to P-R63.
/// 4. Beside a real table distances are asked for. P-R64 and P-R65.
/// 5. P-R66 to P-R73, and what was left out where two rules meet.
/// 6. An officer away as a runner neither asks for support nor observes, a squad that withdraws keeps half of its turn to go, and a mortar
///    does not fire whose crew has just got out. Rule P-messages, rulings P-R49 and P-R53.
/// 7. By night nobody fires aimed beyond ten inches beside a real table, a fight does not spend the volley, casualties are carried by
///    enough figures that are there, and more of the kind.
/// 8. A squad is where its first figure is that is not pinned; its place is noticed, a casualty carried and an enemy located there. No task
///    takes a whole turn after half of it is spent, and more of the kind.
/// 9. Who has fallen has fired, a tie locks only squads of which somebody is base to base, only the first round from hiding is from ambush,
///    a salvo frightens once for all vehicles that it hits, and more of the kind.
/// 10. A squad with nobody left to carry carries nobody, passengers and troops that fly come to no markers beside a real table, a squad that
///     withdraws does not stop for a casualty, a figure that lies does not go on when it is rallied, and more of the kind.
/// 11. A test for other losses does not stand for that of the first fire, villagers who were taken are no enemies when they are questioned,
///     casualties are not carried from afar, and more of the kind.
/// 12. Who has fired at an aircraft does not search, and troops not drawn yet fire at gunships; a sniper's shot has the rating rolled before
///     friends of the fallen panic; survivors of a trap go back the way their own squad came, nobody carries a prisoner of the enemy's, no
///     runner leaves a fight hand to hand, and whether fright is asked for does not hang on squads that hide.
/// 13. No tank gun fires at an aircraft, a boat beside a real table is on water, and a squad there that withdraws is not out of the reach of
///     who fires at it.
/// 14. A sniper tries to disappear once in a game; troops not drawn yet are pinned by volleys and caught by traps; a helicopter that falls
///     back is away only from who can fire at what flies, and sees over what stands between; who searches looks for traps; beside a real table who ends a move in bad going has gone over some.
/// 15. A Claymore exactly beneath a figure looks to where the squad comes from, and beside a real table a mortar is heard by whom it is
///     aimed at from near enough.
/// 16. When VC and NVA have nobody left, the game goes on while the Allies may still take stores that they found or reach their casualties.
///     Rule P-turn.
pub type Rulings = tabletop::Rulings<16>;

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
    /// The rulings the game is played by.
    pub rulings: Rulings,
}
