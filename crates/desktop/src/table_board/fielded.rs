//! What a ruleset that is played on a table in inches tells its board. The board knows no rule: everything that is drawn,
//! pointed at or refused comes through here, and always from what a side may know.

use artwork::field::mark::Mood;
use artwork::field::{Allegiance, Chip, Plate, Token, Vehicle};
use panels::companion::{Card, Companion};
use panels::holding::InAdvance;
use panels::prompt::Kind;
use table::{Board, Point, Template};
use tabletop::{Refusal, RuleId};

use crate::shell::dice::Throw;
use crate::shell::staged::Staged;

/// A squad, a vehicle or a single figure: whatever is selected and ordered as one. The ruleset's own number.
pub type Group = u16;

/// A piece on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Key {
    /// A figure of a group, from 0.
    Figure(Group, u8),
    /// A vehicle, boat or aircraft.
    Vehicle(Group),
    /// A numbered marker.
    Marker(u16),
    /// A mine, a Claymore or the like, by kind and number.
    Thing(u8, u16),
}

/// How a piece looks.
#[derive(Clone, Debug, PartialEq)]
pub enum Look {
    /// A figure on its base.
    Token(Token),
    /// A vehicle. `kind`: what sort. `facing`: where its nose points: degrees clockwise from east. `wreck`: whether it
    /// is out of the game. `flying`: whether it is in the air. `chips`: counters beside it.
    Vehicle { kind: Vehicle, side: Allegiance, facing: f32, wreck: bool, flying: bool, chips: Vec<Chip> },
    /// Something laid on the table, turned by so many degrees.
    Plate(Plate, f32),
}

/// A piece as it lies on the table.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    pub key: Key,
    /// The group it belongs to, if it can be selected.
    pub group: Option<Group>,
    /// Its name for those who point at it.
    pub name: String,
    pub at: Point,
    /// Whether it belongs to the side that looks.
    pub own: bool,
    pub look: Look,
}

/// What is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Aim {
    Piece(Key),
    /// A point of the table.
    Ground(Point),
}

/// The question whether a side fires at what an enemy does.
#[derive(Clone, Debug, PartialEq)]
pub struct FireAsked<C> {
    /// Where that enemy is.
    pub at: Point,
    /// The order that lets him go on for now.
    pub lets_go_on: C,
    /// The order that lets him go on for as long as he acts.
    pub holds: C,
}

/// A path before it is gone.
#[derive(Clone, Debug, PartialEq)]
pub struct Way<C> {
    /// Its points, the first where the group stands.
    pub points: Vec<Point>,
    /// Whether each leg meets bad going.
    pub bad: Vec<bool>,
    /// Inches used, terrain met and noise made, in a line.
    pub words: String,
    /// How far it is heard, in hundredths of an inch.
    pub heard: Option<i32>,
    /// The orders that go it, one after the other.
    pub orders: Vec<C>,
    /// Why it cannot be gone to its end.
    pub refusal: Option<Refusal>,
}

/// A line of sight.
#[derive(Clone, Debug, PartialEq)]
pub struct Sight {
    pub from: Point,
    pub to: Point,
    /// Where it ends before its aim.
    pub blocked: Option<Point>,
    /// The range, and what blocks it.
    pub words: String,
}

/// Something laid over the table to show what an order would do.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    Area(Template, Mood),
    /// A point something may come down at, with its chance.
    Spot(Point, String),
}

/// What is seen for a moment when something happens.
#[derive(Clone, Debug, PartialEq)]
pub enum Flash {
    /// A shot from here to there.
    Shot(Point, Point),
    /// A burst of this radius.
    Burst(Point, i32),
    /// A round that was aimed here and came down there.
    Drift(Point, Point),
    /// Noise or attention about a point.
    Ring(Point, i32),
}

/// A ruleset with figures on a table in inches.
pub trait Fielded: Staged + Companion {
    /// What orders are about. It makes the button of the prompt: its label, what it means, and whether it ends something.
    type Sort: Copy + PartialEq + Into<Kind> + 'static;

    /// What steps of a path are about.
    const STEPS: &'static [Self::Sort];

    /// The table, if it is the computer's and not a real one.
    fn board(state: &Self::State) -> Option<&Board>;

    /// Everything that stands or lies on it.
    fn pieces(&self, view: &Self::State, side: Self::Side) -> Vec<Piece>;

    /// Smoke: middles and radii.
    fn clouds(&self, view: &Self::State) -> Vec<(Point, i32)>;

    /// The groups of a side that may do something now, the one whose turn it is first.
    fn actors(&self, view: &Self::State, side: Self::Side) -> Vec<Group>;

    /// Who carries an order out.
    fn doer(command: &Self::Command) -> Option<Group>;

    /// The name of a group.
    fn name(&self, view: &Self::State, group: Group) -> String;

    /// What an order is about, so that it stands behind one button with others.
    fn sort(command: &Self::Command) -> Self::Sort;

    /// What the order that ends something ends now, in a few words for its button, and what would be left unused while so many
    /// groups may still do something; none where its own button says it.
    fn ending(&self, _view: &Self::State, _able: usize) -> Option<(String, String)> {
        None
    }

    /// Whether an order harms somebody, or tries to: it is shown with what it may come to before it is carried out.
    fn harms(command: &Self::Command) -> bool;

    /// The question whether the side that is asked fires at what an enemy does, if that is what it is asked.
    fn fire_asked(&self, _view: &Self::State) -> Option<FireAsked<Self::Command>> {
        None
    }

    /// Whether an order only lets an enemy go on.
    fn lets_go_on(_command: &Self::Command) -> bool {
        false
    }

    /// Who of a side, by its place in the rulebook, may fire at what an enemy does, told from what everybody knows; none where nobody is
    /// asked.
    fn may_fire(&self, _state: &Self::State, _side: usize) -> Option<InAdvance> {
        None
    }

    /// What going along these points would be for a group.
    fn way(&self, view: &Self::State, group: Group, points: &[Point]) -> Option<Way<Self::Command>>;

    /// What pointing at something may mean for a group, legal or not, the likeliest first.
    fn deeds(&self, view: &Self::State, group: Option<Group>, aim: Aim) -> Vec<Self::Command>;

    /// Why a group cannot do to a piece what pointing at it most likely means; none if the refusals of [`Self::deeds`] say it.
    fn why_not(&self, _view: &Self::State, _group: Option<Group>, _key: Key) -> Option<Refusal> {
        None
    }

    /// What a group may call down on a point that is named by its distances from two edges; none where it points at the table
    /// instead. While it is so, nothing is measured for it. With the rule that says so.
    fn guesses(&self, _view: &Self::State, _group: Group, _at: Point) -> Option<(RuleId, Vec<Self::Command>)> {
        None
    }

    /// The line of sight between two points.
    fn sight(&self, view: &Self::State, from: Point, to: Point) -> Sight;

    /// What an order would cover on the table.
    fn marks(&self, view: &Self::State, command: &Self::Command) -> Vec<Mark>;

    /// What an order may come to, in a few short lines.
    fn forecast(&self, view: &Self::State, command: &Self::Command) -> Vec<String>;

    /// Where a group can fire.
    fn arcs(&self, view: &Self::State, group: Group) -> Vec<Template>;

    /// The noise made so far: middles and radii.
    fn noise(&self, view: &Self::State) -> Vec<(Point, i32)>;

    /// What lies on the table to be known: areas under fire.
    fn lying(&self, view: &Self::State) -> Vec<Mark>;

    /// What there is to read about a group: a heading and lines.
    fn read(&self, view: &Self::State, group: Group) -> Vec<String>;

    /// What is seen of an event.
    fn flashes(&self, view: &Self::State, event: &Self::Event) -> Vec<Flash>;

    /// The dice of an event as they are seen to roll, if it has any that everybody at the table may see.
    fn throw(&self, view: &Self::State, event: &Self::Event) -> Option<Throw>;

    /// The card of a group.
    fn card(&self, view: &Self::State, group: Group) -> Option<Card>;
}

/// The points of both sides, for the status line.
pub fn figures<R: Fielded>(rules: &R, view: &R::State) -> Vec<(String, String)> {
    let points = rules.points(view);
    points.names.into_iter().zip(points.sums.map(|sum| sum.to_string())).collect()
}

/// Whether an order is a step of a path.
pub fn is_step<R: Fielded>(command: &R::Command) -> bool {
    R::STEPS.contains(&R::sort(command))
}

/// What there is to know about a point of a table.
pub fn ground_words(board: &Board, at: Point) -> String {
    use table::{Cover, Going, Veil};
    let kind = board.terrain(at);
    let going = match kind.going() {
        Going::Good => "good going",
        Going::Bad => "bad going",
        Going::Impassable => "cannot be entered",
    };
    let mut words = vec![kind.name().to_owned(), going.to_owned()];
    match kind.cover() {
        Cover::None => {}
        Cover::Soft => words.push("soft cover".into()),
        Cover::Hard => words.push("hard cover".into()),
    }
    match kind.veil() {
        Veil::Clear => {}
        Veil::Thick => words.push("sight reaches only a short way through it".into()),
        Veil::Solid => words.push("blocks sight".into()),
    }
    if kind.is_obstacle() {
        words.push("an obstacle".into());
    }
    let height = board.height(at);
    if height > 0 {
        words.push(format!("height {}", inches(height)));
    }
    words.join(" · ")
}

/// A length as one reads it off a ruler.
pub fn inches(length: i32) -> String {
    let tenths = (length + 5) / 10;
    if tenths % 10 == 0 { format!("{}\"", tenths / 10) } else { format!("{}.{}\"", tenths / 10, tenths % 10) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_reads_as_on_a_ruler() {
        assert_eq!(inches(1200), "12\"");
        assert_eq!(inches(1249), "12.5\"");
        assert_eq!(inches(40), "0.4\"");
    }

    #[test]
    fn the_ground_under_the_pointer_says_what_it_does() {
        let board = Board::new(&["J.W"], &["200"]).unwrap();
        let words = ground_words(&board, Point::inches(0, 0).middle());
        assert!(words.contains("jungle") && words.contains("bad going") && words.contains("height 2\""), "{words}");
        assert!(ground_words(&board, Point::inches(2, 0).middle()).contains("an obstacle"));
    }
}
