//! What the player holds over a table: the selected group, a path, a question which order is meant, the ruler.

use bevy::prelude::*;
use table::Point;
use tabletop::Refusal;

use super::fielded::{Aim, Fielded, Group, Key, Sight, Way};

/// Orders that pointing at something could mean.
#[derive(Clone, Debug, PartialEq)]
pub struct Question<C> {
    /// What was pointed at: where on the table the list opens.
    pub at: Point,
    pub answers: Vec<C>,
    /// The one the pointer or the keyboard rests on.
    pub pointed: Option<usize>,
    /// What else pointing there might have meant, each with why it cannot be: the word on its button, and the refusal.
    pub barred: Vec<(String, Refusal)>,
}

impl<C> Question<C> {
    /// A list with its first row chosen.
    pub fn new(at: Point, answers: Vec<C>) -> Self {
        Self { at, answers, pointed: Some(0), barred: Vec::new() }
    }

    /// The order it is about, if there is only one.
    pub fn only(&self) -> Option<&C> {
        if let [only] = self.answers.as_slice() { Some(only) } else { None }
    }

    /// How it is answered, in a sentence.
    pub fn words(&self) -> &'static str {
        match self.answers.len() {
            1 => "Press Enter or click the target again to confirm. Escape cancels.",
            _ => "Which one? Press a digit, use the arrow keys and Enter, or click. Escape closes the list.",
        }
    }
}

/// Where a path still leads, and whether it is being gone: how many orders there will have been after its last step, and how many
/// enemies were in sight.
type Plan = (Vec<Point>, Option<(usize, usize)>);

/// What the player holds.
#[derive(Resource)]
pub struct Hand<R: Fielded> {
    pub selected: Option<Group>,
    /// The points of a path that is being dragged.
    pub drag: Option<Vec<Point>>,
    /// From the figure the drag began at to the one that leads its group, in hundredths of an inch.
    pub grip: (i32, i32),
    /// The path that is shown: being dragged, or gone in part and waiting.
    pub way: Option<Way<R::Command>>,
    /// Where the path still leads: the points not reached yet.
    pub plan: Vec<Point>,
    /// The path is being gone: how many orders there will have been after its last step, and how many enemies were in sight.
    pub going: Option<(usize, usize)>,
    /// The question which order is meant.
    pub question: Option<Question<R::Command>>,
    /// Where the keyboard points.
    pub cursor: Option<Point>,
    /// Whether the ruler is out, and where it begins.
    pub ruler: Option<Point>,
    /// Pieces that can be acted on with the selection.
    pub targets: Vec<Key>,
    /// Groups that may do something, the one whose turn it is first.
    pub actors: Vec<Group>,
    /// The path of the side that does not look now, with its group: its own secret until it sits down again.
    aside: Option<(R::Side, Group, Plan)>,
}

impl<R: Fielded> Default for Hand<R> {
    fn default() -> Self {
        Self {
            selected: None,
            drag: None,
            grip: (0, 0),
            way: None,
            plan: Vec::new(),
            going: None,
            question: None,
            cursor: None,
            ruler: None,
            targets: Vec::new(),
            actors: Vec::new(),
            aside: None,
        }
    }
}

impl<R: Fielded> Hand<R> {
    /// Whether the path goes on after the order that begins it: what was pointed at lies farther.
    pub fn leads_on(&self) -> bool {
        let end = self.way.as_ref().and_then(|way| way.points.last());
        end.zip(self.plan.last()).is_some_and(|(end, goal)| !goal.within(*end, table::INCH / 2))
    }

    pub fn select(&mut self, group: Option<Group>) {
        if self.selected != group {
            self.selected = group;
            self.forget_way();
            self.targets.clear();
        }
        self.question = None;
        self.drag = None;
    }

    /// Another side sits down: nothing of what the one before it held stays in sight, and what it held itself comes back.
    pub fn change_sides(&mut self, before: R::Side, now: R::Side) {
        let kept = self.aside.take();
        let held = self.selected.filter(|_| !self.plan.is_empty());
        let aside = held.map(|group| (before, group, (std::mem::take(&mut self.plan), self.going)));
        *self = Self::default();
        match (kept, aside) {
            (Some((side, group, plan)), aside) if side == now => {
                (self.selected, (self.plan, self.going)) = (Some(group), plan);
                self.actors = vec![group];
                self.aside = aside;
            }
            (kept, aside) => self.aside = aside.or(kept),
        }
    }

    /// Puts a path away.
    pub fn forget_way(&mut self) {
        self.way = None;
        self.plan.clear();
        self.going = None;
    }

    /// Lets go of one thing; `false` if there was nothing.
    pub fn let_go(&mut self) -> bool {
        if self.question.take().is_some() || self.drag.take().is_some() {
            return true;
        }
        if self.way.is_some() {
            self.forget_way();
            return true;
        }
        if self.ruler.take().is_some() {
            return true;
        }
        let held = self.cursor.take().is_some();
        self.selected.take().is_some() || held
    }

    /// Whether there is anything Escape lets go of.
    pub fn holds(&self) -> bool {
        self.selected.is_some()
            || self.question.is_some()
            || self.way.is_some()
            || self.ruler.is_some()
            || self.cursor.is_some()
    }
}

/// What is under the pointer, and what it would mean.
#[derive(Resource)]
pub struct Hovered<R: Fielded> {
    pub key: Option<Key>,
    pub group: Option<Group>,
    /// The point of the table.
    pub at: Option<Point>,
    /// The legal orders that pointing there means.
    pub deeds: Vec<R::Command>,
    /// Why none is, if something was meant.
    pub refusal: Option<Refusal>,
    /// The line of sight from the selected group.
    pub sight: Option<Sight>,
    /// What was looked at when this was worked out.
    pub(super) stamp: Option<(Aim, Option<Group>, u64)>,
}

impl<R: Fielded> Default for Hovered<R> {
    fn default() -> Self {
        Self { key: None, group: None, at: None, deeds: Vec::new(), refusal: None, sight: None, stamp: None }
    }
}

/// The corners of a dragged line: points that stray less than `slack` hundredths of an inch from it are left out.
pub fn corners(points: &[Point], slack: i32) -> Vec<Point> {
    let [first, .., last] = points else { return points.to_vec() };
    let far = |p: &Point| {
        let (along, out) = (first.heading(*last), first.heading(*p));
        let length = f64::from(first.distance(*last)).max(1.0);
        let cross = f64::from(along.dx) * f64::from(out.dy) - f64::from(along.dy) * f64::from(out.dx);
        if first == last { f64::from(first.distance(*p)) } else { cross.abs() / length }
    };
    let inner = &points[1..points.len() - 1];
    let worst = inner.iter().enumerate().max_by(|a, b| far(a.1).total_cmp(&far(b.1)));
    match worst {
        Some((n, p)) if far(p) > f64::from(slack) => {
            let mut head = corners(&points[..n + 2], slack);
            head.pop();
            head.extend(corners(&points[n + 1..], slack));
            head
        }
        _ => vec![*first, *last],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shaky_drag_is_a_straight_line_and_a_corner_stays_one() {
        let shaky: Vec<Point> = (0..10).map(|n| Point::new(n * 50, if n % 2 == 0 { 0 } else { 12 })).collect();
        assert_eq!(corners(&shaky, 35), [shaky[0], shaky[9]]);
        let bent =
            [Point::new(0, 0), Point::new(200, 5), Point::new(400, 0), Point::new(400, 200), Point::new(395, 400)];
        assert_eq!(corners(&bent, 35), [bent[0], bent[2], bent[4]]);
        assert_eq!(corners(&bent[..1], 35), [bent[0]]);
        assert_eq!(corners(&[], 35), []);
    }
}
