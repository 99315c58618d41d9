//! When a side fires, said in advance: its units as the enemy knows them, and for each of them until when it holds its fire.

use std::collections::BTreeMap;

use tabletop::RuleId;

use crate::companion::{Choice, Question};
use crate::words::inches;

/// Somebody of a side who may fire, as the enemy knows him.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Firer {
    /// A number that stands for him: those who hide have one in common.
    pub id: i32,
    pub name: String,
    /// How far from the enemy who acts, in hundredths of an inch; none where nobody measures.
    pub away: Option<i32>,
}

/// Who of a side may fire, and at what distances that is another fire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InAdvance {
    /// Each of them; those who hide are one.
    pub who: Vec<Firer>,
    /// Distances that one key says, in hundredths of an inch, the shortest first.
    pub distances: Vec<i32>,
    /// The rule that lets them fire.
    pub rule: RuleId,
}

/// Until when somebody holds his fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    TurnIsOver(u32),
    /// Until an enemy is this near, in hundredths of an inch.
    Near(i32),
}

/// The answer that he does not hold it.
const AT_ONCE: i32 = 0;
/// The answer that he holds it for this turn.
const THIS_TURN: i32 = -1;
/// Of all together: that each has an answer of his own.
const EACH: i32 = -2;

impl Until {
    fn answer(self) -> i32 {
        match self {
            Self::TurnIsOver(_) => THIS_TURN,
            Self::Near(distance) => distance,
        }
    }

    fn of(answer: i32, turn: u32) -> Option<Self> {
        match answer {
            THIS_TURN => Some(Self::TurnIsOver(turn)),
            near if near > AT_ONCE => Some(Self::Near(near)),
            _ => None,
        }
    }

    /// As the form and its owner read it.
    fn words(self) -> String {
        match self {
            Self::TurnIsOver(_) => "not this turn".into(),
            Self::Near(distance) => format!("not before {}", inches(distance)),
        }
    }
}

/// What was said of a turn is over with it.
fn lasting(until: Option<Until>, turn: u32) -> Option<Until> {
    until.filter(|until| !matches!(until, Until::TurnIsOver(over) if *over != turn))
}

/// What a side has said in advance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Holds {
    /// Of everybody of whom nothing else was said.
    all: Option<Until>,
    each: BTreeMap<i32, Option<Until>>,
}

impl Holds {
    /// Everybody holds his fire so long.
    pub fn everybody(until: Until) -> Self {
        Self { all: Some(until), each: BTreeMap::new() }
    }

    /// Until when somebody holds his fire now.
    fn until(&self, who: i32, turn: u32) -> Option<Until> {
        lasting(self.each.get(&who).copied().unwrap_or(self.all), turn)
    }

    /// Whether nobody of those who may fire wants to be asked. Where it is not measured how far off the enemy is, he `is_near` to all
    /// of them or to none, as when somebody has stopped a move on a real table.
    pub fn lets_go_on(&self, may_fire: &InAdvance, turn: u32, is_near: bool) -> bool {
        let waits = |until: Option<Until>, away: Option<i32>| match until {
            Some(Until::TurnIsOver(_)) => true,
            Some(Until::Near(distance)) => away.map_or(!is_near, |away| away > distance),
            None => false,
        };
        // In games from before somebody may fire of whom nobody knows.
        let unknown = may_fire.who.is_empty().then(|| waits(lasting(self.all, turn), None));
        unknown.unwrap_or(true) && may_fire.who.iter().all(|it| waits(self.until(it.id, turn), it.away))
    }

    /// Whether anything was said that holds in this turn.
    pub fn hold(&self, turn: u32) -> bool {
        let said = std::iter::once(self.all).chain(self.each.values().copied());
        said.filter_map(|until| lasting(until, turn)).next().is_some()
    }

    /// What was said, a line each, for its owner alone.
    pub fn lines(&self, may_fire: &InAdvance, turn: u32) -> Vec<String> {
        let line = |it: &Firer| self.until(it.id, turn).map(|until| format!("{}: {}", it.name, until.words()));
        may_fire.who.iter().filter_map(line).collect()
    }

    /// The form in which it is said: for all together where there are several, and for each.
    pub fn questions(may_fire: &InAdvance) -> Vec<Question> {
        let longest = may_fire.distances.iter().copied().max().unwrap_or(100);
        let ask = |ask: String| {
            let near = may_fire.distances.iter().map(|near| Choice::new(Until::Near(*near).words(), *near));
            let choices = [Choice::new("whenever it can", AT_ONCE), Choice::new("not this turn", THIS_TURN)];
            let asked = Question::new(ask, may_fire.rule.clone()).choices(choices).choices(near);
            asked.exact(1, longest / 100, "inches", 100)
        };
        let mut asked: Vec<Question> = Vec::new();
        if may_fire.who.len() > 1 {
            asked.push(ask("Everybody".into()).choices([Choice::new("each as below", EACH)]));
        }
        asked.extend(may_fire.who.iter().map(|it| ask(it.name.clone())));
        asked
    }

    /// The answers that stand in the form at first.
    pub fn answers(&self, may_fire: &InAdvance, turn: u32) -> Vec<Option<i32>> {
        let answer = |it: &Firer| self.until(it.id, turn).map_or(AT_ONCE, Until::answer);
        let each: Vec<i32> = may_fire.who.iter().map(answer).collect();
        let common = each.first().copied().filter(|first| each.iter().all(|other| other == first));
        let all = (each.len() > 1).then(|| common.unwrap_or(EACH));
        all.into_iter().chain(each).map(Some).collect()
    }

    /// Puts an answer into the form: what is said of all is said of each.
    pub fn put(answers: &mut [Option<i32>], question: usize, value: i32) {
        let several = answers.len() > 1;
        match question {
            0 if several && value != EACH => answers.fill(Some(value)),
            _ => {
                if let Some(answer) = answers.get_mut(question) {
                    *answer = Some(value);
                }
                if several && question > 0 {
                    let same = answers[1..].iter().all(|answer| *answer == Some(value));
                    answers[0] = Some(if same { value } else { EACH });
                }
            }
        }
    }

    /// What the answers say. Who comes to light later holds his fire as he did with all the others.
    pub fn said(may_fire: &InAdvance, answers: &[Option<i32>], turn: u32) -> Self {
        let several = may_fire.who.len() > 1;
        let of = |answer: &Option<i32>| answer.and_then(|answer| Until::of(answer, turn));
        let own = &answers[usize::from(several).min(answers.len())..];
        let each = may_fire.who.iter().zip(own).map(|(it, answer)| (it.id, of(answer)));
        Self { all: answers.first().and_then(of), each: each.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn two() -> InAdvance {
        far(None, None)
    }

    /// The same with the distances that were measured.
    fn far(squad: Option<i32>, markers: Option<i32>) -> InAdvance {
        let firer = |id, name: &str, away| Firer { id, name: name.into(), away };
        let who = vec![firer(1, "1st Squad", squad), firer(7, "Under the markers", markers)];
        InAdvance { who, distances: vec![400, 1500], rule: RuleId::fixed("P-opportunity") }
    }

    #[test]
    fn what_is_said_of_all_is_said_of_each_and_read_back() {
        let mut answers = Holds::default().answers(&two(), 3);
        assert_eq!(answers, [Some(AT_ONCE); 3]);
        Holds::put(&mut answers, 0, 1500);
        assert_eq!(answers, [Some(1500); 3]);
        Holds::put(&mut answers, 2, THIS_TURN);
        assert_eq!(answers, [Some(EACH), Some(1500), Some(THIS_TURN)]);
        let holds = Holds::said(&two(), &answers, 3);
        assert_eq!(holds.answers(&two(), 3), answers);
        assert_eq!(holds.lines(&two(), 3), ["1st Squad: not before 15\"", "Under the markers: not this turn"]);
        assert_eq!(holds.lines(&two(), 4), ["1st Squad: not before 15\""], "that turn is over");
    }

    #[test]
    fn those_who_want_to_fire_are_asked_and_a_stopped_move_asks_those_who_wait() {
        let near = Holds::everybody(Until::Near(1500));
        assert!(near.lets_go_on(&two(), 3, false) && !near.lets_go_on(&two(), 3, true));
        let turn = Holds::everybody(Until::TurnIsOver(3));
        assert!(turn.lets_go_on(&two(), 3, true) && !turn.lets_go_on(&two(), 4, false));
        let one = Holds::said(&two(), &[Some(EACH), Some(THIS_TURN), Some(AT_ONCE)], 3);
        assert!(!one.lets_go_on(&two(), 3, false), "one of them fires whenever it can");
        assert!(!Holds::default().lets_go_on(&two(), 3, false));
    }

    #[test]
    fn where_distances_are_measured_the_one_said_decides() {
        let near = Holds::everybody(Until::Near(1500));
        for is_near in [false, true] {
            assert!(near.lets_go_on(&far(Some(1501), Some(4000)), 3, is_near));
            assert!(!near.lets_go_on(&far(Some(1501), Some(1500)), 3, is_near), "one of them is as near as was said");
        }
        let one = Holds::said(&two(), &[Some(EACH), Some(THIS_TURN), Some(400)], 3);
        assert!(one.lets_go_on(&far(Some(100), Some(401)), 3, false), "the near one does not fire this turn");
        assert!(!one.lets_go_on(&far(Some(100), Some(400)), 3, false));
        assert!(!near.lets_go_on(&far(Some(1501), None), 3, true), "nobody knows how far off the other is");
    }
}
