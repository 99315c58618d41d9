//! What a learner has done so far: plain data that the window keeps in a file.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// How far somebody came in a lesson.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reached {
    /// Steps done, the free task counted as one.
    pub steps: u16,
    /// Whether the lesson was finished, at any time.
    pub finished: bool,
    /// Wrong and refused commands in the latest run.
    pub slips: u16,
}

/// Every lesson somebody has begun.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Progress {
    /// By ruleset, then by lesson.
    pub lessons: BTreeMap<String, BTreeMap<String, Reached>>,
    /// Questions of the quiz answered and answered rightly, by ruleset.
    pub quiz: BTreeMap<String, (u32, u32)>,
}

impl Progress {
    /// How far a lesson is.
    pub fn of(&self, ruleset: &str, lesson: &str) -> Reached {
        self.lessons.get(ruleset).and_then(|lessons| lessons.get(lesson)).copied().unwrap_or_default()
    }

    /// Notes how far a lesson is; what was finished once stays finished. Says whether anything changed.
    pub fn note(&mut self, ruleset: &str, lesson: &str, reached: Reached) -> bool {
        let known = self.lessons.entry(ruleset.to_owned()).or_default().entry(lesson.to_owned()).or_default();
        let next = Reached { finished: known.finished || reached.finished, ..reached };
        std::mem::replace(known, next) != next
    }

    /// Notes an answer of the quiz.
    pub fn answered(&mut self, ruleset: &str, rightly: bool) {
        let (asked, right) = self.quiz.entry(ruleset.to_owned()).or_default();
        *asked += 1;
        *right += u32::from(rightly);
    }

    /// How many lessons of a ruleset are finished.
    pub fn finished(&self, ruleset: &str) -> usize {
        self.lessons.get(ruleset).map_or(0, |lessons| lessons.values().filter(|reached| reached.finished).count())
    }
}

#[cfg(test)]
mod tests {
    use tabletop::files::{parse_ron, write_ron};

    use super::*;

    #[test]
    fn what_was_finished_once_stays_finished_and_survives_a_file() {
        let mut progress = Progress::default();
        assert!(progress.note("toy", "01", Reached { steps: 4, finished: true, slips: 2 }));
        assert!(progress.note("toy", "01", Reached { steps: 1, finished: false, slips: 0 }));
        assert!(!progress.note("toy", "01", Reached { steps: 1, finished: true, slips: 0 }), "nothing new");
        assert_eq!(progress.of("toy", "01"), Reached { steps: 1, finished: true, slips: 0 });
        assert_eq!((progress.finished("toy"), progress.finished("chess")), (1, 0));
        progress.answered("toy", true);
        progress.answered("toy", false);
        let back: Progress = parse_ron("progress.ron", &write_ron(&progress).unwrap()).unwrap();
        assert_eq!((back.quiz["toy"], back), ((2, 1), progress));
    }
}
