//! The companion: what the players must say before a decision is complete, when their table is a real one.
//! Rule P-companion.
//!
//! An [`Offer`] is a decision without its facts. A panel shows its questions, puts each answer in with
//! [`Command::with_fact`], and gives the command to the game when all are answered.

mod nearby;

use serde::Serialize;
use table::{Cover, INCH, Point, Quarter, Terrain};
use tabletop::{Refusal, RuleId, between};

use nearby::{Alike, abandoned_questions, alike, touching_questions};

use crate::command::{Command, Leg, Shot, Target, Way};
use crate::deed::Deed;
use crate::figures::Figures;
use crate::fire;
use crate::hidden::aimed;
use crate::movement::{self, SHORTEST, inches};
use crate::options;
use crate::state::{Condition, Figure, Order, Reaches, Squad, State, Support, Trap};
use crate::tables::{Length, Number};
use crate::troops::{Kind, MarkerId, SquadId};
use crate::{Platoon, air, rule, support, words};

/// Something that is measured or seen on a real table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
pub enum Fact {
    /// From the firer to the target.
    Range,
    /// What the target hides behind.
    Cover,
    /// From which side of the target the shot comes.
    Side,
    /// How many of these figures see the target, or are seen. `of`: the figures, which carry the same.
    Seeing { of: Figures },
    /// The ground a squad stands on at the start.
    Stands,
    /// The length of this part of a move.
    Length,
    /// Whether any of it is bad going.
    BadGoing,
    /// Obstacles crossed.
    Obstacles,
    /// The terrain where it ends.
    EndsIn,
    /// Whether an enemy sees or hears a hidden squad there.
    Noticed,
    /// For a squad that withdraws: whether no enemy can fire at it there, or nothing leads farther away.
    Clear,
    /// For a squad that morale keeps from the enemy: whether it goes nearer to one in sight.
    Nearer,
    /// The enemy's marker that it comes to.
    Meets,
    /// Whether an enemy is near enough to hear the mortar of a hidden crew.
    Heard,
    /// Whether a squad is near enough for what it does.
    Near,
    /// Which two figures search, or which wounded are in reach.
    Which,
    /// The ground on which a squad gets out.
    GetsOutOn,
    /// How many of these figures, which carry the same, are base to base with the enemy. `own`: whether they are those
    /// of the side that asks.
    Touching { own: bool, of: Figures },
    /// In games from before: how many own figures are base to base with the enemy.
    OwnTouching,
    /// In games from before: how many enemies are base to base with them.
    EnemiesTouching,
    /// Whether an enemy in sight is near the target of a request.
    Located,
    /// Whether a village is near the target of a request.
    Village,
    /// Where the fall of shot is guessed: inches from the caller's own table edge.
    FromOwnEdge,
    /// Where the fall of shot is guessed: inches from the edge on his left.
    FromLeft,
    /// The terrain below a helicopter.
    Below,
    /// How near an aircraft's way comes.
    NearestPass,
    /// How far a runner has to go.
    Distance,
    /// Figures of this squad that lie in a burst.
    Caught(SquadId),
    /// Whether this marker lies in a burst.
    MarkerCaught(MarkerId),
}

/// What a player says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Answer {
    /// A length in hundredths of an inch.
    Inches(i32),
    /// A kind of cover.
    Cover(Cover),
    Quarter(Quarter),
    Yes(bool),
    Count(u8),
    Terrain(Terrain),
    /// These figures of a squad. One may be added or taken out after the other.
    Figures(Figures),
    Marker(Option<MarkerId>),
    /// What could be done there.
    Deed(Option<Deed>),
}

/// An answer that one click gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// As the button says it.
    pub label: String,
    /// What it stands for.
    pub answer: Answer,
}

/// A question with its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactQuestion {
    pub fact: Fact,
    pub asks: String,
    /// Answers for one click; of lengths one for each band in which anything changes.
    pub choices: Vec<Choice>,
    /// For lengths and numbers: the least and the greatest that may be typed, in the unit of the answer.
    pub between: Option<(i32, i32)>,
    /// The answer that stands while nobody has given another.
    pub usual: Answer,
    pub rule: RuleId,
}

/// A decision that a player may take, without the facts that he still has to say.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Offer {
    /// The decision with the usual answers put in.
    pub command: Command,
    /// In words.
    pub says: String,
    /// What is asked before it is complete; nothing on the computer's table.
    pub facts: Vec<FactQuestion>,
    /// Why it is not legal now, whatever the facts, if it is not.
    pub refusal: Option<Refusal>,
}

pub(super) fn choice(label: impl Into<String>, answer: Answer) -> Choice {
    Choice { label: label.into(), answer }
}

pub(super) fn yes_no(fact: Fact, asks: &str, rule: RuleId) -> FactQuestion {
    let asks = asks.to_owned();
    let choices = vec![choice("no", Answer::Yes(false)), choice("yes", Answer::Yes(true))];
    FactQuestion { fact, asks, choices, between: None, usual: Answer::Yes(false), rule }
}

fn counted(fact: Fact, asks: &str, (least, most): (u8, u8), rule: RuleId) -> FactQuestion {
    let asks = asks.to_owned();
    let choices = (least..=most).map(|n| choice(n.to_string(), Answer::Count(n))).collect();
    let between = Some((i32::from(least), i32::from(most)));
    FactQuestion { fact, asks, choices, between, usual: Answer::Count(least), rule }
}

fn range_question(
    fact: Fact,
    asks: &str,
    mut bands: Vec<i32>,
    between: (i32, i32),
    usual: i32,
    rule: RuleId,
) -> FactQuestion {
    let asks = asks.to_owned();
    if bands.is_empty() {
        bands.push(usual);
    }
    bands.sort_unstable();
    bands.dedup();
    let choices = bands.iter().map(|&band| choice(inches(band), Answer::Inches(band))).collect();
    let usual = Answer::Inches(tabletop::between(usual, between.0, between.1));
    FactQuestion { fact, asks, choices, between: Some(between), usual, rule }
}

/// Of a squad that morale keeps from the enemy.
fn nearer_question(state: &State, squad: SquadId) -> Option<FactQuestion> {
    let kept = state.squad(squad).is_some_and(|s| s.order > Order::Steady);
    kept.then(|| yes_no(Fact::Nearer, "Does it end nearer to an enemy in sight?", rule!("P-R34")))
}

/// The two lengths of a guess. Rule P-artillery.
fn called_questions(target: Point) -> [FactQuestion; 2] {
    let asked = |fact, asks, usual| {
        let bands = [10, 20, 30, 40].map(|inch| inch * INCH).to_vec();
        range_question(fact, asks, bands, (0, 200 * INCH), usual, rule!("P-artillery"))
    };
    [
        asked(Fact::FromOwnEdge, "How far from your own table edge should it land?", target.y),
        asked(Fact::FromLeft, "How far from the edge on your left?", target.x),
    ]
}

pub(super) fn ground_question(fact: Fact, asks: &str, of: Kind, usual: Terrain, rule: RuleId) -> FactQuestion {
    let asks = asks.to_owned();
    let grounds = GROUND.into_iter().filter(|&ground| movement::bears(ground, of));
    let choices = grounds.map(|ground| choice(ground.name(), Answer::Terrain(ground))).collect();
    FactQuestion { fact, asks, choices, between: None, usual: Answer::Terrain(usual), rule }
}

/// Of every squad that it can reach which figures, and of every marker whether it lies there.
fn burst_questions(
    rules: &Platoon,
    state: &State,
    caught: &[(SquadId, u8)],
    markers: &[MarkerId],
) -> Vec<FactQuestion> {
    let n = &rules.tables().numbers;
    let within = |number: &Number| inches(number.inches());
    let what = state.fall_of_shot.as_ref().map(|fall| &fall.what);
    let asks = match what {
        Some(Reaches::Rocket { .. }) => format!("Which of its figures lie in the burst, {} square?", within(&n.burst)),
        Some(Reaches::Trap { trap: Trap::Punji, .. }) => "Which of its figures steps on the stakes?".to_owned(),
        Some(Reaches::Trap { .. }) => "Which of its figures does the trap reach?".to_owned(),
        Some(Reaches::Fright { .. }) => {
            format!("Which of its figures stand within {} of the casualty?", within(&n.panic))
        }
        Some(Reaches::Abandoned) => {
            format!("Which of its casualties have no able friend within {}?", within(&n.recovery))
        }
        Some(Reaches::Salvo { .. }) | None => "Which of its figures lie in the area?".to_owned(),
    };
    let rule = || what.map_or(rule!("P-artillery"), Reaches::rule);
    let fright = matches!(what, Some(Reaches::Fright { .. }));
    if state.asks_abandoned() {
        return abandoned_questions(rules, state, caught, &asks);
    }
    let tests = |f: &Figure| !fright || f.pinned.is_none();
    let those = |s: &Squad| -> Figures {
        let own = state.decides() == Some(s.side) && s.in_play();
        let near = s.able().filter(|(_, f)| own && tests(f)).map(|(n, _)| n);
        what.map_or(Figures::NONE, |what| if fright { near.collect() } else { support::reachable(state, what, s) })
    };
    let figures = state.squads.iter().filter(|squad| !those(squad).is_empty()).map(|squad| {
        let all = those(squad);
        let mut choices =
            vec![choice("nobody", Answer::Figures(Figures::NONE)), choice("all its figures", Answer::Figures(all))];
        if fright || !squad.kind.is_vehicle() {
            let each = squad.able().filter(|(_, f)| tests(f));
            choices.extend(each.map(|(n, f)| {
                choice(format!("figure {}, {}", n + 1, f.weapon.name()), Answer::Figures(Figures::from_iter([n])))
            }));
        }
        let named = caught.iter().filter(|(id, _)| *id == squad.id);
        let usual = Answer::Figures(named.filter_map(|(_, n)| usize::from(*n).checked_sub(1)).collect());
        let asks = asks.clone();
        FactQuestion { fact: Fact::Caught(squad.id), asks, choices, between: None, usual, rule: rule() }
    });
    let down = state.markers.iter().filter(|m| m.condition == Condition::Down && !fright);
    let lies = down.map(|m| {
        let asked = yes_no(Fact::MarkerCaught(m.id), "Is this marker inside it?", rule!("P-hidden"));
        FactQuestion { usual: Answer::Yes(markers.contains(&m.id)), ..asked }
    });
    figures.chain(lies).collect()
}

fn side_question(usual: Quarter) -> FactQuestion {
    let side = |label, quarter| choice(label, Answer::Quarter(quarter));
    FactQuestion {
        fact: Fact::Side,
        asks: "From which side of them does the fire come?".to_owned(),
        choices: vec![side("front", Quarter::Front), side("flank", Quarter::Flank), side("rear", Quarter::Rear)],
        between: None,
        usual: Answer::Quarter(usual),
        rule: rule!("P-R06"),
    }
}

/// The cover that the ground under a target gives; none under a marker. Ruling P-R10.
fn cover_of_ground(state: &State, target: Target) -> Cover {
    match target {
        Target::Squad(_) if fire::flies(state, target) => Cover::None,
        Target::Squad(id) => state.squad(id).map(|squad| state.ground(squad).cover()).unwrap_or_default(),
        Target::Marker(_) => Cover::None,
    }
}

/// Of figures that carry the same how many see, or are seen; usually all.
fn seeing_question(figures: &[usize], asks: String, rule: RuleId) -> FactQuestion {
    let of = figures.iter().copied().collect();
    let first = |count: usize| Answer::Figures(figures.iter().copied().take(count).collect());
    let choices = (0..=figures.len()).map(|count| choice(count.to_string(), first(count))).collect();
    FactQuestion { fact: Fact::Seeing { of }, asks, choices, between: None, usual: Answer::Figures(of), rule }
}

/// Terrain that one click names, in the order of how often it is met.
const GROUND: [Terrain; 17] = [
    Terrain::Open,
    Terrain::Jungle,
    Terrain::Trail,
    Terrain::ElephantGrass,
    Terrain::DryPaddy,
    Terrain::WetPaddy,
    Terrain::Bund,
    Terrain::Village,
    Terrain::Hooch,
    Terrain::Masonry,
    Terrain::Trench,
    Terrain::Bunker,
    Terrain::Swamp,
    Terrain::Rubble,
    Terrain::Stream,
    Terrain::River,
    Terrain::Shallows,
];

impl Platoon {
    /// What must be said before a command is complete: nothing on the computer's table, which measures by itself. Facts
    /// already in the command are asked for as well; the usual answers are the command's own.
    pub fn facts_needed(&self, state: &State, command: &Command) -> Vec<FactQuestion> {
        if state.board.is_some() {
            return Vec::new();
        }
        let kind = |id: SquadId| state.squad(id).map(|s| s.kind).unwrap_or_default();
        match *command {
            Command::Fire { squad, target, facts } => {
                let usual = facts.unwrap_or(Shot { cover: cover_of_ground(state, target), ..Shot::USUAL });
                self.shot_questions(state, squad, None, target, usual)
            }
            Command::Launch { squad, figure, target, facts } => {
                let usual = facts.unwrap_or(Shot::USUAL);
                self.shot_questions(state, squad, Some(figure), Target::Squad(target), usual)
            }
            Command::Mortar { squad, figure, facts, .. } => {
                let weapon = figure.checked_sub(1).and_then(|n| state.squad(squad)?.figures.get(usize::from(n)));
                let least = weapon.map_or(0, |f| self.tables().least(f.weapon));
                let most = aimed(self, state, 200 * INCH).max(least);
                let mut asked = vec![range_question(
                    Fact::Range,
                    "How far away is the nearest of them that the crew sees and can reach?",
                    [least, 30 * INCH, 60 * INCH].map(|band| band.min(most)).to_vec(),
                    (least, most),
                    facts.map_or(least, |facts| facts.range),
                    rule!("P-mortar"),
                )];
                if state.asks_distances() && state.squad(squad).is_some_and(|s| s.hidden.is_some()) {
                    let reach = inches(self.tables().numbers.heard_fire.inches());
                    let asks = format!("Is an enemy within {reach} of the mortar?");
                    asked.push(yes_no(Fact::Heard, &asks, rule!("P-R39")));
                }
                asked
            }
            Command::Snipe { range, from, .. } => {
                let reach = aimed(self, state, self.tables().numbers.sniper_range.inches());
                let asks = "How far away is the nearest of them the firer can see?";
                let usual = range.unwrap_or(reach);
                let asked = range_question(Fact::Range, asks, vec![reach], (0, 200 * INCH), usual, rule!("P-R37"));
                vec![asked, side_question(from.unwrap_or(Quarter::Front))]
            }
            Command::BugOut { target: Some(target), from, .. } => {
                let able: Vec<usize> = state.squad(target).into_iter().flat_map(Squad::able).map(|(n, _)| n).collect();
                let asks = "How many of them can the firer see within range?".to_owned();
                let seen = seeing_question(&able, asks, rule!("P-sniper"));
                vec![seen, side_question(from.unwrap_or(Quarter::Front))]
            }
            Command::Stand { squad, ground } => {
                let asks = "On what ground does the squad stand?";
                vec![ground_question(Fact::Stands, asks, kind(squad), ground, rule!("P-companion"))]
            }
            Command::FireAtAircraft { squad, range } => {
                let gunship = state.attack.is_some_and(|attack| attack.gunship);
                let most = aimed(self, state, 200 * INCH);
                let own = state.squad(squad).into_iter();
                let weapons = own.flat_map(|it| it.able().map(move |(_, f)| (it, f.weapon)));
                let fires = weapons.filter(|(it, weapon)| air::reaches_up(self, state, it, *weapon, gunship));
                let mut ranges: Vec<i32> =
                    fires.map(|(_, weapon)| self.tables().volley_range(weapon).min(most)).collect();
                ranges.extend(Some(fire::undrawn_range(self).min(most)).filter(|_| fire::is_undrawn(state, squad)));
                let asks = "How close does the aircraft's path come?";
                let usual = range.unwrap_or(10 * INCH);
                vec![range_question(Fact::NearestPass, asks, ranges, (0, 200 * INCH), usual, rule!("P-R26"))]
            }
            Command::Message { way: Way::Runner { distance, .. }, .. } => {
                let bands = [5, 10, 20, 30].map(|inch| inch * INCH).to_vec();
                let usual = distance.unwrap_or(10 * INCH);
                let asks = "How far does the runner have to go?";
                vec![range_question(Fact::Distance, asks, bands, (0, 200 * INCH), usual, rule!("P-messages"))]
            }
            Command::Request { support, target, .. } => {
                let n = &self.tables().numbers;
                let within = |number: &Number| inches(number.inches());
                // Where messages are played, the officer's squad must see the enemy or have been told.
                let known = if state.options.messages { "that its squad sees or was told of" } else { "in sight" };
                let located = format!("Is an enemy {known} within {} of the target?", within(&n.located));
                let mut asked = vec![yes_no(Fact::Located, &located, rule!("P-artillery"))];
                if support != Support::Air && !state.options.free_fire_zone {
                    let village = format!("Is a village within {} of the target?", within(&n.village_limit));
                    asked.push(yes_no(Fact::Village, &village, rule!("P-R27")));
                }
                if support != Support::Air && state.options.guess {
                    asked.extend(called_questions(target));
                }
                asked
            }
            Command::Correct { target, .. } => called_questions(target).into(),
            // While it lands and rises it stays over the place that was named.
            Command::Fly { squad, to, .. } if state.squad(squad).is_some_and(|s| s.stays_over(to)) => Vec::new(),
            // What it flies over counts for nothing.
            Command::Fly { squad, to: Some(_), .. } => nearer_question(state, squad).into_iter().collect(),
            Command::Fly { squad, below, .. } => {
                let named = below.or(state.squad(squad).map(|s| s.ground));
                let usual = named.filter(|&ground| movement::bears_landing(ground)).unwrap_or(Terrain::Open);
                let asks = "What is below it?";
                vec![ground_question(Fact::Below, asks, kind(squad), usual, rule!("P-vehicle-move"))]
            }
            Command::Burst { ref caught, ref markers } => burst_questions(self, state, caught, markers),
            Command::Step { squad, leg: Leg::Measured { ends_in, .. } } => self.step_questions(state, squad, ends_in),
            Command::Deed { squad, deed, facts } => self.deed_questions(state, squad, deed, facts.ground),
            Command::Close { squad, target, .. } if state.asks_distances() => touching_questions(state, squad, target),
            Command::Close { squad, target, .. } => {
                let able = |id| state.squad(id).map_or(1, |s| u8::try_from(between(s.strength(), 1, 16)).unwrap_or(16));
                let rule = || rule!("P-close-combat");
                vec![
                    counted(Fact::OwnTouching, "How many of your figures are base to base?", (1, able(squad)), rule()),
                    counted(Fact::EnemiesTouching, "With how many enemies?", (1, able(target)), rule()),
                ]
            }
            _ => Vec::new(),
        }
    }

    /// Range, cover and side. Of ranges one for each band: grenades, short range, the range of each weapon.
    fn shot_questions(
        &self,
        state: &State,
        squad: SquadId,
        figure: Option<u8>,
        target: Target,
        usual: Shot,
    ) -> Vec<FactQuestion> {
        let n = &self.tables().numbers;
        let volley = figure.is_none();
        // Nothing covers what flies.
        let in_air = fire::flies(state, target) && !state.options.rulings.before(8);
        let figures = state.squad(squad).map(|s| s.able().map(|(n, f)| (n, f.weapon)).collect::<Vec<_>>());
        let figures = figures.unwrap_or_default();
        let fires = |number: usize, weapon| match figure {
            Some(only) => number + 1 == usize::from(only),
            None => self.tables().dice_for_two(weapon) > 0,
        };
        let mut ranges: Vec<i32> = figures
            .iter()
            .filter(|(n, w)| fires(*n, *w))
            .map(|(_, w)| if volley { self.tables().volley_range(*w) } else { self.tables().range(*w) })
            .collect();
        if volley && fire::is_undrawn(state, squad) {
            ranges.push(fire::undrawn_range(self));
        }
        let farthest = ranges.iter().copied().max().unwrap_or(0).min(200 * INCH);
        let most = fire::range_at(self, state, target, farthest);
        let mut bands = ranges;
        if volley {
            bands.extend([n.grenade_range.inches(), n.near.inches()]);
        }
        bands.iter_mut().for_each(|band| *band = (*band).min(most));
        bands.sort_unstable();
        bands.dedup();
        let choices = bands.iter().map(|&band| choice(format!("up to {}", inches(band)), Answer::Inches(band)));
        let mut asked = vec![FactQuestion {
            fact: Fact::Range,
            // Who of a volley sees them is asked by itself.
            asks: if volley {
                "How far away is the nearest of them?"
            } else {
                "How far away is the nearest of them that this figure sees?"
            }
            .to_owned(),
            choices: choices.collect(),
            between: Some((0, most)),
            usual: Answer::Inches(usual.range.min(most)),
            rule: if volley { rule!("P-fire") } else { rule!("P-direct") },
        }];
        if volley && !in_air {
            let cover = |label, cover| choice(label, Answer::Cover(cover));
            asked.push(FactQuestion {
                fact: Fact::Cover,
                asks: "What cover do they have?".to_owned(),
                choices: vec![
                    cover("nothing", Cover::None),
                    cover("soft cover", Cover::Soft),
                    cover("hard cover", Cover::Hard),
                ],
                between: None,
                usual: Answer::Cover(usual.cover),
                rule: rule!("P-R10"),
            });
        }
        if volley {
            let free = |f: &Figure| f.weapon.fires_in_volleys() && !f.fired && !f.running && !f.searches;
            let may = |s: &Squad, f: &Figure| free(f) && fire::may_aim_at(self, state, s, f.weapon, target);
            let firers = state.squad(squad).map(|s| alike(s, |f| may(s, f), !state.options.rulings.before(4)));
            asked.extend(firers.into_iter().flatten().map(|Alike { weapon, how, figures }| {
                let asks = format!("How many {how}with {} see the target?", weapon.with_article());
                seeing_question(&figures, asks, rule!("P-fire"))
            }));
        }
        asked.push(side_question(usual.from));
        asked
    }

    fn step_questions(&self, state: &State, squad: SquadId, ends_in: Terrain) -> Vec<FactQuestion> {
        let march = state.active.march.unwrap_or_default();
        let kind = state.squad(squad).map(|s| s.kind).unwrap_or_default();
        let (left, slow) = (march.left(false), march.left(!state.options.rulings.before(14)));
        let usual = if movement::ends_badly(state, kind, ends_in) { slow } else { left };
        let stopped = (1..=8).map(|n| n * INCH).take_while(|length| *length < left);
        let lengths = stopped.map(|length| choice(inches(length), Answer::Inches(length)));
        let whole = choice(format!("the whole way, {}", inches(left)), Answer::Inches(left));
        let bad = choice(format!("the whole way in bad going, {}", inches(slow)), Answer::Inches(slow));
        let bad = Some(bad).filter(|_| slow < left);
        let mut asked = vec![
            FactQuestion {
                fact: Fact::Length,
                asks: "How far does the squad go before somebody interrupts?".to_owned(),
                choices: lengths.chain(bad).chain([whole]).collect(),
                between: Some((SHORTEST, left)),
                usual: Answer::Inches(usual),
                rule: rule!("P-turn"),
            },
            yes_no(Fact::BadGoing, "Is any of it bad going?", rule!("P-R09")),
            counted(Fact::Obstacles, "How many obstacles does the squad cross?", (0, 3), rule!("P-infantry-move")),
            ground_question(Fact::EndsIn, "Where does it end?", kind, ends_in, rule!("P-R10")),
        ];
        if state.squad(squad).is_some_and(|s| s.hidden.is_some()) {
            asked.push(yes_no(Fact::Noticed, "Does an enemy see or hear the squad there?", rule!("P-hidden")));
        }
        let meets = movement::may_meet(state, squad);
        if !meets.is_empty() {
            let reach = inches(self.tables().numbers.trap_reach.inches());
            let named = |id: MarkerId| choice(format!("marker {}", id.0), Answer::Marker(Some(id)));
            let none = choice("none", Answer::Marker(None));
            asked.push(FactQuestion {
                fact: Fact::Meets,
                asks: format!("Which enemy marker does it come within {reach} of?"),
                choices: std::iter::once(none).chain(meets.into_iter().map(named)).collect(),
                between: None,
                usual: Answer::Marker(None),
                rule: rule!("P-hidden"),
            });
        }
        asked.extend(nearer_question(state, squad));
        if state.squad(squad).is_some_and(|s| s.order >= Order::Withdrawing) {
            let asks = "Is it out of range and out of sight of every enemy there, or unable to go farther?";
            asked.push(yes_no(Fact::Clear, asks, rule!("P-R49")));
        }
        asked
    }

    /// Everything the side to act may think of now, each with the facts that have to be said, refused ones with their
    /// reason. On the computer's table moves are left out: they are drawn.
    pub fn offers(&self, state: &State) -> Vec<Offer> {
        let drafts = options::drafts(self, state);
        let offers = drafts.into_iter().map(|draft| {
            let facts = self.facts_needed(state, &draft);
            let command = facts.iter().fold(draft, |command, asked| command.with_fact(asked.fact, asked.usual));
            let refusal = options::check(self, state, &command).err().map(Refusal::from);
            Offer { says: words::phrase(state, &command), command, facts, refusal }
        });
        offers.collect()
    }
}
