//! What somebody who does not stand at a real table has to be told of it before a side decides. Rule P-companion.

use std::collections::BTreeMap;

use table::Terrain;

use super::facts::{Answer, Choice, Fact, FactQuestion, choice, ground_question};
use crate::command::Command;
use crate::movement::inches;
use crate::state::{Condition, Marker, Phase, Squad, State};
use crate::tables::Length;
use crate::troops::{Kind, MarkerId, Side, SquadId};
use crate::turn::{Answering, answering};
use crate::{Platoon, rule};

/// Somebody of a side, as the enemy knows him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Eye {
    /// A squad in sight.
    Squad(SquadId),
    /// A marker that lies face down, whatever it hides.
    Marker(MarkerId),
}

/// Something that is seen on a real table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Look {
    /// The ground on which somebody stands.
    Ground(Eye),
    /// How far an enemy is from somebody, if it is in sight.
    Enemy(Eye, SquadId),
    /// The enemy's marker that a squad could search where it stands.
    Marker(SquadId),
}

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Ground(Terrain),
    /// In hundredths of an inch; none if it is out of sight.
    Away(Option<i32>),
    Marker(Option<MarkerId>),
}

/// Where a squad that the computer moves on a real table means to go: somebody else moves its figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To the nearest marker of the enemy.
    ToMarker,
    /// Toward the enemy in sight.
    ToEnemy(SquadId),
    /// Into the nearest cover.
    IntoCover,
    /// Away from the enemy, as morale makes it.
    Back,
    /// To its own edge and off the table.
    OffTheTable,
}

/// What was told of a table.
pub type Told = BTreeMap<Look, Seen>;

/// The answer that stands for an enemy out of sight.
const OUT_OF_SIGHT: Answer = Answer::Marker(None);

impl Look {
    /// What an answer to its question says.
    pub fn seen(self, answer: Answer) -> Option<Seen> {
        match (self, answer) {
            (Self::Ground(_), Answer::Terrain(ground)) => Some(Seen::Ground(ground)),
            (Self::Enemy(..), Answer::Inches(away)) => Some(Seen::Away(Some(away))),
            (Self::Enemy(..), OUT_OF_SIGHT) => Some(Seen::Away(None)),
            (Self::Marker(_), Answer::Marker(marker)) => Some(Seen::Marker(marker)),
            _ => None,
        }
    }

    /// Whether a command moves somebody whom this is about, so that it has to be seen again.
    pub fn is_spoilt_by(self, command: &Command) -> bool {
        let moved = match *command.plain() {
            Command::Step { squad, .. }
            | Command::Fly { squad, .. }
            | Command::Mount { squad, .. }
            | Command::Dismount { squad }
            | Command::Close { squad, .. } => Some(squad),
            _ => None,
        };
        let is = |eye: Eye| moved.is_some_and(|squad| eye == Eye::Squad(squad));
        match (self, command) {
            (Self::Enemy(Eye::Marker(eye), _), Command::MoveMarker { marker, .. }) => eye == *marker,
            (Self::Enemy(eye, enemy), _) => is(eye) || moved == Some(enemy),
            (Self::Marker(squad), _) => moved == Some(squad),
            (Self::Ground(_), _) => false,
        }
    }
}

impl Platoon {
    /// What has to be seen before `side` decides, told from what everybody knows: it hangs on what stands on the table, and not on
    /// who lies under which marker. A hidden squad that acts has to do with what was seen before, or to ask would tell of it.
    pub fn looks(&self, known: &State, side: Side) -> Vec<Look> {
        let down = |marker: &&Marker| marker.side == side && marker.condition == Condition::Down;
        let markers = || known.markers.iter().filter(down).map(|marker| Eye::Marker(marker.id));
        let active = known.squad(known.active.squad);
        match known.phase {
            Phase::Ground(asked) if asked == side => {
                let own = |id: &&SquadId| known.squad(**id).is_some_and(|squad| squad.side == side);
                let squads = known.unplaced.iter().filter(own).map(|id| Eye::Squad(*id));
                squads.chain(markers()).map(Look::Ground).collect()
            }
            Phase::Interrupt(asked) if asked == side => {
                let Some(enemy) = active else { return Vec::new() };
                let eyes = answering(known, side).flat_map(|who| match who {
                    Answering::Squad(id) => vec![Eye::Squad(id)],
                    Answering::Hidden => markers().collect(),
                    Answering::Aircraft => Vec::new(),
                });
                eyes.map(|eye| Look::Enemy(eye, enemy.id)).collect()
            }
            Phase::Active(asked) if asked == side => active.map_or_else(Vec::new, |squad| looks_of(known, squad)),
            _ => Vec::new(),
        }
    }

    /// The question for something that has to be seen. Its usual answer is that nothing is there to be seen.
    pub fn look_question(&self, known: &State, look: Look) -> FactQuestion {
        let name = |id: SquadId| known.squad(id).map_or_else(|| "the squad".to_owned(), |squad| squad.name.to_string());
        let eye = |eye: Eye| match eye {
            Eye::Squad(id) => name(id),
            Eye::Marker(id) => format!("marker {}", id.0),
        };
        match look {
            Look::Ground(who) => {
                let stands = match who {
                    Eye::Squad(_) => "stand",
                    Eye::Marker(_) => "lie",
                };
                let usual = match who {
                    Eye::Squad(id) => known.squad(id).map_or(Terrain::Open, |squad| squad.ground),
                    Eye::Marker(_) => Terrain::Open,
                };
                let asks = format!("On what ground does {} {stands}?", eye(who));
                ground_question(Fact::Stands, &asks, usual, rule!("P-companion"))
            }
            Look::Enemy(who, enemy) => {
                let near = self.tables().numbers.near.inches();
                let bands = self.ranges_of_fire().into_iter().filter(|range| *range >= near).map(|range| {
                    let label = format!("up to {}", inches(range));
                    Choice { label, answer: Answer::Inches(range) }
                });
                FactQuestion {
                    fact: Fact::Range,
                    asks: format!("How far is {} from {}?", name(enemy), eye(who)),
                    choices: std::iter::once(choice("out of sight", OUT_OF_SIGHT)).chain(bands).collect(),
                    between: Some((0, self.tables().numbers.sniper_range.inches())),
                    usual: OUT_OF_SIGHT,
                    rule: rule!("P-companion"),
                }
            }
            Look::Marker(squad) => {
                let side = known.squad(squad).map(|squad| squad.side);
                let there = known.markers.iter().filter(|m| Some(m.side) != side && m.condition != Condition::Removed);
                let named = there.map(|m| choice(format!("marker {}", m.id.0), Answer::Marker(Some(m.id))));
                let reach = inches(self.tables().numbers.search_reach.inches());
                FactQuestion {
                    fact: Fact::Meets,
                    asks: format!("Which enemy marker is within {reach} of {}?", name(squad)),
                    choices: std::iter::once(choice("none", Answer::Marker(None))).chain(named).collect(),
                    between: None,
                    usual: Answer::Marker(None),
                    rule: rule!("P-search"),
                }
            }
        }
    }
}

/// What a squad in sight looks for in its own phase: enemies it could fire at, and markers it could search.
fn looks_of(known: &State, squad: &Squad) -> Vec<Look> {
    let enemy = |s: &&Squad| s.side != squad.side && s.in_sight() && s.kind != Kind::Peasants;
    let enemies = known.squads.iter().filter(enemy).map(|s| Look::Enemy(Eye::Squad(squad.id), s.id));
    // To search takes the place of a move.
    let searches = matches!(squad.kind, Kind::Foot | Kind::Tank | Kind::Apc) && known.active.march.is_none();
    let may_find = |m: &Marker| m.side != squad.side && m.condition != Condition::Removed;
    let markers = (searches && known.markers.iter().any(may_find)).then_some(Look::Marker(squad.id));
    enemies.chain(markers).collect()
}
