//! The companion: how the facts the players say get into a decision. Rule P-companion.

use table::{Cover, INCH, Quarter};

use crate::command::{Call, Command, Leg, Shot, Way};
use crate::figures::Figures;
use crate::query::facts::{Answer, Fact};
use crate::troops::number;

impl Shot {
    /// What is said of a shot while nobody has measured: near, no cover, from the front.
    pub const USUAL: Self =
        Self { range: 4 * INCH, cover: Cover::None, from: Quarter::Front, seeing: None, heard: None };
}

fn counted(figures: Figures) -> Option<Answer> {
    u8::try_from(figures.as_count()).ok().map(Answer::Count)
}

impl Command {
    /// The same decision with a fact put in; unchanged if it does not need that fact.
    #[must_use]
    pub fn with_fact(&self, fact: Fact, answer: Answer) -> Self {
        let mut command = self.clone();
        match &mut command {
            Self::Fire { facts, .. } | Self::Launch { facts, .. } => {
                let shot = facts.get_or_insert(Shot::USUAL);
                match (fact, answer) {
                    (Fact::Range, Answer::Inches(range)) => shot.range = range,
                    (Fact::Cover, Answer::Cover(cover)) => shot.cover = cover,
                    (Fact::Side, Answer::Quarter(from)) => shot.from = from,
                    (Fact::Seeing { of }, Answer::Figures(those)) => {
                        // Nothing is said where all of them see it.
                        let seeing = shot.seeing.unwrap_or(Figures::ALL).said(of, those);
                        shot.seeing = Some(seeing).filter(|&seeing| seeing != Figures::ALL);
                    }
                    _ => {}
                }
            }
            Self::Step {
                leg: Leg::Measured { length, bad, obstacles, ends_in, noticed, nearer, clear, meets },
                ..
            } => match (fact, answer) {
                (Fact::Length, Answer::Inches(said)) => *length = said,
                (Fact::BadGoing, Answer::Yes(said)) => *bad = said,
                (Fact::Obstacles, Answer::Count(said)) => *obstacles = said,
                (Fact::EndsIn, Answer::Terrain(said)) => *ends_in = said,
                (Fact::Noticed, Answer::Yes(said)) => *noticed = said,
                (Fact::Nearer, Answer::Yes(said)) => *nearer = said,
                (Fact::Clear, Answer::Yes(said)) => *clear = said,
                (Fact::Meets, Answer::Marker(said)) => *meets = said,
                _ => {}
            },
            Self::Mortar { facts, .. } => {
                let shot = facts.get_or_insert(Shot::USUAL);
                match (fact, answer) {
                    (Fact::Range, Answer::Inches(range)) => shot.range = range,
                    (Fact::Heard, Answer::Yes(said)) => shot.heard = Some(said),
                    _ => {}
                }
            }
            Self::Snipe { range, from, .. } => match (fact, answer) {
                (Fact::Range, Answer::Inches(said)) => *range = Some(said),
                (Fact::Side, Answer::Quarter(said)) => *from = Some(said),
                _ => {}
            },
            Self::BugOut { sees, from, .. } => match (fact, answer) {
                (Fact::Seeing { of }, Answer::Figures(those)) => {
                    *sees = Some(sees.unwrap_or(Figures::ALL).said(of, those));
                }
                (Fact::Side, Answer::Quarter(said)) => *from = Some(said),
                _ => {}
            },
            Self::Deed { facts, .. } => match (fact, answer) {
                (Fact::Near, Answer::Yes(said)) => facts.near = said,
                (Fact::Which, Answer::Figures(those)) => facts.which = Some(those),
                (Fact::GetsOutOn, Answer::Terrain(said)) => facts.ground = Some(said),
                _ => {}
            },
            Self::Stand { ground, .. } => {
                if let (Fact::Stands, Answer::Terrain(said)) = (fact, answer) {
                    *ground = said;
                }
            }
            Self::FireAtAircraft { range, .. } => {
                if let (Fact::NearestPass, Answer::Inches(said)) = (fact, answer) {
                    *range = Some(said);
                }
            }
            Self::Message { way: Way::Runner { distance, .. }, .. } => {
                if let (Fact::Distance, Answer::Inches(said)) = (fact, answer) {
                    *distance = Some(said);
                }
            }
            Self::Correct { target, .. } => match (fact, answer) {
                (Fact::FromOwnEdge, Answer::Inches(said)) => target.y = said,
                (Fact::FromLeft, Answer::Inches(said)) => target.x = said,
                _ => {}
            },
            Self::Request { target, facts, .. } => {
                let call = facts.get_or_insert(Call::default());
                match (fact, answer) {
                    (Fact::FromOwnEdge, Answer::Inches(said)) => target.y = said,
                    (Fact::FromLeft, Answer::Inches(said)) => target.x = said,
                    (Fact::Located, Answer::Yes(said)) => call.located = said,
                    (Fact::Village, Answer::Yes(said)) => call.village = said,
                    _ => {}
                }
            }
            Self::Fly { below, nearer, .. } => match (fact, answer) {
                (Fact::Below, Answer::Terrain(said)) => *below = Some(said),
                (Fact::Nearer, Answer::Yes(said)) => *nearer = said,
                _ => {}
            },
            Self::Burst { caught, markers } => match (fact, answer) {
                (Fact::Caught(squad), Answer::Figures(those)) => {
                    caught.retain(|(id, _)| *id != squad);
                    caught.extend(those.each().map(|n| (squad, number(n))));
                    caught.sort_unstable();
                }
                (Fact::MarkerCaught(marker), Answer::Yes(lies)) => {
                    markers.retain(|id| *id != marker);
                    markers.extend(lies.then_some(marker));
                    markers.sort_unstable();
                }
                _ => {}
            },
            Self::Close { facts, .. } => {
                let counts = matches!(answer, Answer::Count(_));
                let one = if counts { Figures::counted(1) } else { Figures::NONE };
                let touching = facts.get_or_insert((one, one));
                match (fact, answer) {
                    (Fact::OwnTouching, Answer::Count(own)) => touching.0 = Figures::counted(own),
                    (Fact::EnemiesTouching, Answer::Count(enemies)) => touching.1 = Figures::counted(enemies),
                    (Fact::Touching { own, of }, Answer::Figures(those)) => {
                        let side = if own { &mut touching.0 } else { &mut touching.1 };
                        *side = side.said(of, those);
                    }
                    _ => {}
                }
            }
            _ => {}
        }
        command
    }

    /// What a command says of a fact; nothing if it says nothing of it.
    pub fn fact(&self, fact: Fact) -> Option<Answer> {
        match (self, fact) {
            (Self::Fire { facts, .. } | Self::Launch { facts, .. } | Self::Mortar { facts, .. }, _) => {
                let shot = (*facts)?;
                match fact {
                    Fact::Range => Some(Answer::Inches(shot.range)),
                    Fact::Cover => Some(Answer::Cover(shot.cover)),
                    Fact::Side => Some(Answer::Quarter(shot.from)),
                    Fact::Heard => shot.heard.map(Answer::Yes),
                    Fact::Seeing { of } => Some(Answer::Figures(shot.seeing.unwrap_or(Figures::ALL).of(of))),
                    _ => None,
                }
            }
            (
                Self::Step {
                    leg: Leg::Measured { length, bad, obstacles, ends_in, noticed, nearer, clear, meets },
                    ..
                },
                _,
            ) => match fact {
                Fact::Length => Some(Answer::Inches(*length)),
                Fact::BadGoing => Some(Answer::Yes(*bad)),
                Fact::Obstacles => Some(Answer::Count(*obstacles)),
                Fact::EndsIn => Some(Answer::Terrain(*ends_in)),
                Fact::Noticed => Some(Answer::Yes(*noticed)),
                Fact::Nearer => Some(Answer::Yes(*nearer)),
                Fact::Clear => Some(Answer::Yes(*clear)),
                Fact::Meets => Some(Answer::Marker(*meets)),
                _ => None,
            },
            (Self::Close { facts, .. }, Fact::OwnTouching) => facts.and_then(|(own, _)| counted(own)),
            (Self::Close { facts, .. }, Fact::EnemiesTouching) => facts.and_then(|(_, enemies)| counted(enemies)),
            (Self::Close { facts, .. }, Fact::Touching { own, of }) => {
                facts.map(|(ours, theirs)| Answer::Figures(if own { ours } else { theirs }.of(of)))
            }
            (Self::Deed { facts, .. }, Fact::Near) => Some(Answer::Yes(facts.near)),
            (Self::Deed { facts, .. }, Fact::Which) => facts.which.map(Answer::Figures),
            (Self::Deed { facts, .. }, Fact::GetsOutOn) => facts.ground.map(Answer::Terrain),
            (Self::Request { facts, .. }, Fact::Located) => facts.map(|call| Answer::Yes(call.located)),
            (Self::Request { facts, .. }, Fact::Village) => facts.map(|call| Answer::Yes(call.village)),
            (Self::Request { target, .. } | Self::Correct { target, .. }, Fact::FromOwnEdge) => {
                Some(Answer::Inches(target.y))
            }
            (Self::Request { target, .. } | Self::Correct { target, .. }, Fact::FromLeft) => {
                Some(Answer::Inches(target.x))
            }
            (Self::Snipe { range, .. }, Fact::Range) => range.map(Answer::Inches),
            (Self::Snipe { from, .. }, Fact::Side) => from.map(Answer::Quarter),
            (Self::BugOut { from, .. }, Fact::Side) => from.map(Answer::Quarter),
            (Self::BugOut { sees, .. }, Fact::Seeing { of }) => sees.map(|those| Answer::Figures(those.of(of))),
            (Self::Stand { ground, .. }, Fact::Stands) => Some(Answer::Terrain(*ground)),
            (Self::Fly { below, .. }, Fact::Below) => below.map(Answer::Terrain),
            (Self::Fly { nearer, .. }, Fact::Nearer) => Some(Answer::Yes(*nearer)),
            (Self::FireAtAircraft { range, .. }, Fact::NearestPass) => range.map(Answer::Inches),
            (Self::Message { way: Way::Runner { distance, .. }, .. }, Fact::Distance) => distance.map(Answer::Inches),
            (Self::Burst { caught, .. }, Fact::Caught(squad)) => {
                let own = caught.iter().filter(|(id, n)| *id == squad && (1..=16).contains(n));
                Some(Answer::Figures(own.map(|(_, n)| usize::from(*n) - 1).collect()))
            }
            (Self::Burst { markers, .. }, Fact::MarkerCaught(marker)) => Some(Answer::Yes(markers.contains(&marker))),
            _ => None,
        }
    }
}
