//! What somebody who does not stand at a real table has to be told of it before a side decides. Rule P-companion.

use std::collections::BTreeMap;

use table::{INCH, Terrain};

use super::facts::{Answer, Choice, Fact, FactQuestion, choice, ground_question, yes_no};
use crate::command::{Command, Stores};
use crate::deed::{Deed, asked};
use crate::hidden::aimed;
use crate::movement::{SHORTEST, inches};
use crate::state::{Condition, Fate, Marker, Phase, Squad, State};
use crate::tables::Length;
use crate::troops::{Kind, MarkerId, Mode, Side, SquadId, number};
use crate::turn::{Answering, answering};
use crate::{Platoon, options, rule};

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
    /// Whether an enemy is in sight of any marker of the other side.
    Markers(SquadId),
    /// What a squad could do where it stands, besides firing.
    Reach(SquadId),
}

/// What was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seen {
    Ground(Terrain),
    /// In hundredths of an inch; none if it is out of sight.
    Away(Option<i32>),
    /// Whether any of them does.
    Any(bool),
    /// What is near enough, if anything is.
    Reach(Option<Deed>),
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
    /// To the nearest edge and off the table.
    OffTheTable,
    /// Down where its passengers are wanted, or through the air to there.
    Land,
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
            (Self::Markers(_), Answer::Yes(any)) => Some(Seen::Any(any)),
            (Self::Reach(_), Answer::Deed(deed)) => Some(Seen::Reach(deed)),
            _ => None,
        }
    }

    /// Whether a command moves somebody whom this is about, so that it has to be seen again: a squad, or the marker that it lies
    /// under in `state`. What is in reach is seen again in each phase of a squad, and once it has done something there.
    pub fn is_spoilt_by(self, state: &State, command: &Command) -> bool {
        let moved = match *command.plain() {
            Command::Step { squad, .. }
            | Command::Fly { squad, .. }
            | Command::Mount { squad, .. }
            | Command::Dismount { squad }
            | Command::Close { squad, .. } => Some(squad),
            _ => None,
        };
        let lies = |squad: SquadId| state.squad(squad).and_then(|it| it.hidden).map(Eye::Marker);
        let is = |eye: Eye| moved.is_some_and(|squad| eye == lies(squad).unwrap_or(Eye::Squad(squad)));
        match (self, command) {
            (Self::Enemy(Eye::Marker(eye), _), Command::MoveMarker { marker, .. }) => eye == *marker,
            (Self::Markers(_), Command::MoveMarker { .. } | Command::BugOut { .. }) => true,
            (Self::Enemy(eye, enemy), _) => is(eye) || moved == Some(enemy),
            (Self::Markers(enemy), _) => moved == Some(enemy) || moved.and_then(lies).is_some(),
            (Self::Reach(_), Command::Done) => true,
            (Self::Reach(squad), Command::Deed { squad: does, .. }) => squad == *does,
            (Self::Reach(squad), _) => moved == Some(squad),
            (Self::Ground(_), _) => false,
        }
    }
}

impl Platoon {
    /// What has to be seen before `side` decides, from what everybody knows and what was told: it hangs on what stands on the table,
    /// and not on who lies under which marker. A hidden squad that acts has to do with what was seen before, or to ask would tell of
    /// it. Of several markers each is asked for only if an enemy is in sight of any.
    pub fn looks(&self, known: &State, side: Side, told: &Told) -> Vec<Look> {
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
                let any = Look::Markers(enemy.id);
                let looks = answering(known, side).flat_map(|who| match (who, told.get(&any)) {
                    (Answering::Squad(id), _) => vec![Look::Enemy(Eye::Squad(id), enemy.id)],
                    (Answering::Hidden, None) if markers().nth(1).is_some() => vec![any],
                    (Answering::Aircraft, _) | (_, Some(Seen::Any(false))) => Vec::new(),
                    (Answering::Hidden, _) => markers().map(|eye| Look::Enemy(eye, enemy.id)).collect(),
                });
                looks.collect()
            }
            Phase::Active(asked) if asked == side => active.map_or_else(Vec::new, |squad| looks_of(self, known, squad)),
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
                // A marker lies anywhere.
                let (kind, usual) = match who {
                    Eye::Squad(id) => known.squad(id).map_or((Kind::Foot, Terrain::Open), |s| (s.kind, s.ground)),
                    Eye::Marker(_) => (Kind::Helicopter, Terrain::Open),
                };
                let asks = format!("On what ground does {} {stands}?", eye(who));
                ground_question(Fact::Stands, &asks, kind, usual, rule!("P-companion"))
            }
            Look::Enemy(who, enemy) => {
                let near = self.tables().numbers.near.inches();
                // By night nobody fires aimed any farther than that.
                let ranges = self.ranges_of_fire().into_iter().filter(|range| *range >= near);
                let mut ranges: Vec<i32> = ranges.map(|range| aimed(self, known, range)).collect();
                ranges.dedup();
                let bands = ranges.into_iter().map(|range| {
                    let label = format!("up to {}", inches(range));
                    Choice { label, answer: Answer::Inches(range) }
                });
                FactQuestion {
                    fact: Fact::Range,
                    asks: format!("How far is {} from {}?", name(enemy), eye(who)),
                    choices: std::iter::once(choice("out of sight", OUT_OF_SIGHT)).chain(bands).collect(),
                    between: Some((0, 200 * INCH)),
                    usual: OUT_OF_SIGHT,
                    rule: rule!("P-companion"),
                }
            }
            Look::Markers(enemy) => {
                let asks = format!("Is {} in sight of any marker of its enemy?", name(enemy));
                yes_no(Fact::Near, &asks, rule!("P-companion"))
            }
            Look::Reach(squad) => {
                let deeds = known.squad(squad).map_or_else(Vec::new, |squad| deeds_of(self, known, squad));
                let numbers = &self.tables().numbers;
                let named = deeds.into_iter().map(|deed| {
                    let (what, reach) = match deed {
                        Deed::Capture(of) => (format!("the wounded of {}", name(of)), &numbers.casualty_reach),
                        Deed::Carry(of, n) => (format!("figure {n} of {}, fallen", name(of)), &numbers.casualty_reach),
                        Deed::Search(marker) | Deed::Stores(marker, _) => {
                            (format!("marker {}", marker.0), &numbers.search_reach)
                        }
                        _ => (String::new(), &numbers.search_reach),
                    };
                    choice(format!("{what}, within {}", inches(reach.inches())), Answer::Deed(Some(deed)))
                });
                FactQuestion {
                    fact: Fact::Near,
                    asks: format!("What is in reach of {}?", name(squad)),
                    choices: std::iter::once(choice("nothing", Answer::Deed(None))).chain(named).collect(),
                    between: None,
                    usual: Answer::Deed(None),
                    rule: rule!("P-R64"),
                }
            }
        }
    }
}

/// What a squad in sight looks for in its own phase: enemies it could fire at, and what it could do where it stands. Who rides does
/// neither, nor who can neither fire nor go on.
fn looks_of(rules: &Platoon, known: &State, squad: &Squad) -> Vec<Look> {
    let loaded = squad.able().any(|(_, figure)| !figure.fired && !figure.searches);
    let fires = loaded && !squad.turn.no_fire && squad.turn.mode != Some(Mode::Fast);
    let goes = known.active.march.map_or(!known.active.task, |march| march.used + SHORTEST <= march.allowance());
    if squad.aboard.is_some() || !(fires || goes) {
        return Vec::new();
    }
    let enemy = |s: &&Squad| s.side != squad.side && s.in_sight() && s.kind != Kind::Peasants;
    let enemies = known.squads.iter().filter(enemy).map(|s| Look::Enemy(Eye::Squad(squad.id), s.id));
    let may_do = (!deeds_of(rules, known, squad).is_empty()).then_some(Look::Reach(squad.id));
    enemies.chain(may_do).collect()
}

/// What a squad may do if it is near enough: search a marker, destroy stores, take wounded prisoner, and pick up a casualty that
/// would cost points. All of it takes the place of a move, or comes before it.
fn deeds_of(rules: &Platoon, known: &State, squad: &Squad) -> Vec<Deed> {
    if known.active.march.is_some() {
        return Vec::new();
    }
    let side = squad.side;
    let there = |m: &&Marker| m.side != side && m.condition != Condition::Removed;
    let markers = known.markers.iter().filter(there).map(|marker| match marker.condition {
        Condition::Found => Deed::Stores(marker.id, Stores::Destroy),
        _ => Deed::Search(marker.id),
    });
    let lying = |s: &Squad, n: usize, fate: Fate| match fate {
        Fate::Wounded if s.side != side => Some(Deed::Capture(s.id)),
        Fate::Wounded | Fate::Killed if s.side == side && side == Side::Allied => Some(Deed::Carry(s.id, number(n))),
        _ => None,
    };
    let of = |s: &Squad| s.figures.iter().enumerate().filter_map(|(n, f)| lying(s, n, f.fate)).collect::<Vec<_>>();
    let may = |deed: &Deed| options::check(rules, known, &asked(rules, known, deed.plain(squad.id))).is_ok();
    let mut deeds: Vec<Deed> = markers.chain(known.squads.iter().flat_map(of)).filter(may).collect();
    deeds.dedup();
    deeds
}
