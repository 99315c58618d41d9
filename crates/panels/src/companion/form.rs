//! The questions a rule needs answered when there is no table to measure on. Rule P-companion.

use std::sync::Arc;

use serde::Serialize;
use tabletop::RuleId;

use super::Remember;

/// One answer to choose from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// What stands on its button.
    pub label: String,
    /// What it means, in a sentence; may be empty.
    pub hover: String,
    /// The number that goes into the command.
    pub value: i32,
}

impl Choice {
    /// An answer that needs no explanation.
    pub fn new(label: impl Into<String>, value: i32) -> Self {
        Self { label: label.into(), hover: String::new(), value }
    }

    /// With a sentence under the pointer.
    #[must_use]
    pub fn hover(mut self, hover: impl Into<String>) -> Self {
        self.hover = hover.into();
        self
    }
}

/// A number that may be typed beside the choices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Exact {
    /// The least that is possible, in the unit shown.
    pub least: i32,
    /// The most that is possible, in the unit shown.
    pub most: i32,
    /// The unit: `in`, `figures`.
    pub unit: &'static str,
    /// What the typed number is multiplied by to become the answer: a hundred for inches.
    pub scale: i32,
}

/// A fact that is asked for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Question {
    /// Whether the answer is kept for the next time.
    #[serde(skip)]
    pub remember: Remember,
    /// The question, in a few words.
    pub ask: String,
    /// The rule that wants to know.
    pub rule: RuleId,
    /// The answers to choose from.
    pub choices: Vec<Choice>,
    /// Whether a number may be typed instead.
    pub exact: Option<Exact>,
    /// The answer that is meant if nobody says anything.
    pub usual: Option<i32>,
    /// The same where it hangs on the answer to the first question: for each of those answers.
    #[serde(skip)]
    pub usual_for: Vec<(i32, i32)>,
    /// Where several answers can hold at once: those that do.
    pub several: Option<Vec<i32>>,
}

impl Question {
    /// A question without any answer yet.
    pub fn new(ask: impl Into<String>, rule: RuleId) -> Self {
        let (remember, ask) = (Remember::Never, ask.into());
        let (choices, usual_for) = (Vec::new(), Vec::new());
        Self { remember, ask, rule, choices, exact: None, usual: None, usual_for, several: None }
    }

    /// With its answer kept for the next time.
    #[must_use]
    pub fn remembered(self, remember: Remember) -> Self {
        Self { remember, ..self }
    }

    /// With these answers.
    #[must_use]
    pub fn choices(mut self, choices: impl IntoIterator<Item = Choice>) -> Self {
        self.choices.extend(choices);
        self
    }

    /// With a number to be typed.
    #[must_use]
    pub fn exact(mut self, least: i32, most: i32, unit: &'static str, scale: i32) -> Self {
        self.exact = Some(Exact { least, most, unit, scale });
        self
    }

    /// Whether yes or no: no, unless somebody says otherwise.
    #[must_use]
    pub fn yes_or_no(self) -> Self {
        self.choices([Choice::new("No", 0), Choice::new("Yes", 1)]).usual(0)
    }

    /// With the answer that is meant if nobody says anything.
    #[must_use]
    pub fn usual(mut self, value: i32) -> Self {
        self.usual = Some(value);
        self
    }

    /// With the answer that is meant for each answer to the first question, if nobody says anything.
    #[must_use]
    pub fn usual_for(mut self, usual: impl IntoIterator<Item = (i32, i32)>) -> Self {
        self.usual_for.extend(usual);
        self
    }

    /// The answer that is meant if nobody says anything and the first question is answered so.
    pub fn meant(&self, aim: Option<i32>) -> Option<i32> {
        let hangs = self.usual_for.iter().find(|(for_aim, _)| Some(*for_aim) == aim);
        hangs.map(|(_, usual)| *usual).or(self.usual)
    }

    /// Whether this can be an answer.
    pub fn allows(&self, value: i32) -> bool {
        self.choices.iter().any(|c| c.value == value)
            || self
                .exact
                .as_ref()
                .is_some_and(|e| value % e.scale == 0 && (e.least * e.scale..=e.most * e.scale).contains(&value))
    }
}

/// What becomes of the answers, one to each question.
pub type Make<C> = Arc<dyn Fn(&[i32]) -> C + Send + Sync>;

/// What becomes of a command and of the words that were typed for it.
pub type PutIn<C> = Arc<dyn Fn(C, &str) -> C + Send + Sync>;

/// The questions of one action, and the command their answers make.
#[derive(Clone)]
pub struct Form<C> {
    /// The questions; none if the action needs no facts.
    pub questions: Vec<Question>,
    make: Make<C>,
    /// What is asked for in words, if anything is.
    pub words: Option<&'static str>,
    put_in: Option<PutIn<C>>,
    /// The command as it stands, if the rules themselves keep the form.
    pub live: Option<C>,
    /// Whether it opens by itself: it is what a player does next who did what came before.
    pub at_once: bool,
    /// Whether it is often the last that is done in a phase, so that the phase can be ended with it.
    pub last: bool,
}

impl<C> std::fmt::Debug for Form<C> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Form").field("questions", &self.questions).finish_non_exhaustive()
    }
}

impl<C: Clone + Send + Sync + 'static> Form<C> {
    /// An action that needs no facts.
    pub fn plain(command: C) -> Self {
        Self::new(Vec::new(), move |_| command.clone())
    }
}

impl<C: Clone + Send + Sync + 'static> Form<C> {
    /// A form that the rules keep themselves: each answer turns the command into another one.
    pub fn live(command: C) -> Self {
        Self { live: Some(command.clone()), ..Self::plain(command) }
    }
}

impl<C> Form<C> {
    /// Questions and what becomes of the answers, of which there is one to each question.
    pub fn new(questions: Vec<Question>, make: impl Fn(&[i32]) -> C + Send + Sync + 'static) -> Self {
        Self { questions, make: Arc::new(make), words: None, put_in: None, live: None, at_once: false, last: false }
    }

    /// Opens by itself if that is so.
    #[must_use]
    pub fn at_once(self, at_once: bool) -> Self {
        Self { at_once, ..self }
    }

    /// Offers to end the phase with it if that is so.
    #[must_use]
    pub fn last(self, last: bool) -> Self {
        Self { last, ..self }
    }

    /// With something to be said in words.
    #[must_use]
    pub fn worded(mut self, ask: &'static str, put_in: impl Fn(C, &str) -> C + Send + Sync + 'static) -> Self {
        self.words = Some(ask);
        self.put_in = Some(Arc::new(put_in));
        self
    }

    /// Whether it asks for anything.
    pub fn asks(&self) -> bool {
        !self.questions.is_empty() || self.live.is_some() || self.words.is_some()
    }

    /// The command, once every question is answered and something is said where words are wanted.
    pub fn worded_command(&self, answers: &[Option<i32>], words: &str) -> Option<C> {
        let command = self.command(answers)?;
        match &self.put_in {
            Some(_) if words.trim().is_empty() => None,
            Some(put_in) => Some(put_in(command, words.trim())),
            None => Some(command),
        }
    }

    /// The command, once every question is answered with something it allows.
    pub fn command(&self, answers: &[Option<i32>]) -> Option<C> {
        let given: Option<Vec<i32>> = answers.iter().copied().collect();
        let given = given.filter(|g| g.len() == self.questions.len())?;
        let right = self.questions.iter().zip(&given).all(|(q, a)| q.allows(*a));
        right.then(|| (self.make)(&given))
    }
}

/// Something a player may do.
#[derive(Clone, Debug)]
pub struct Action<C> {
    /// What stands on its button.
    pub label: String,
    /// The heading it stands under.
    pub group: String,
    /// What it means, in a sentence; may be empty.
    pub hover: String,
    /// Whether it is the one that ends the phase or lets the other side go on.
    pub ends: bool,
    /// The key that it always has: a letter for its kind, or the digit that is printed on what it is about.
    pub key: Option<char>,
    /// What it wants to know.
    pub form: Form<C>,
    /// The squad or figure it turns to, if it does nothing else.
    pub picks: Option<u8>,
}

/// A question of a form that the rules keep themselves: each answer as the command it makes.
#[derive(Clone, Debug)]
pub struct LiveQuestion<C> {
    /// Whether the answer is kept for the next time, by its place among the answers.
    pub remember: Remember,
    /// The question, in a few words.
    pub ask: String,
    /// The rule that wants to know.
    pub rule: RuleId,
    /// Whether several answers can hold at once.
    pub several: bool,
    /// The answers: words, the command each makes, whether it holds now, and why it would be refused.
    pub answers: Vec<(String, C, bool, Option<tabletop::Refusal>)>,
}

impl<C> LiveQuestion<C> {
    /// As the screen shows it, with the answer that holds.
    pub fn shown(&self) -> (Question, Option<i32>) {
        let numbered = || (0_i32..).zip(&self.answers);
        let choices = numbered().map(|(n, (label, _, _, refusal))| {
            let choice = Choice::new(label, n);
            match refusal {
                Some(refusal) => choice.hover(format!("{} {}", refusal.because, refusal.remedy)),
                None => choice,
            }
        });
        let mut question = Question::new(&self.ask, self.rule.clone()).choices(choices);
        let holding: Vec<i32> = numbered().filter(|(_, (_, _, holds, _))| *holds).map(|(n, _)| n).collect();
        let answer = if self.several { Some(-1) } else { holding.first().copied() };
        question.several = self.several.then_some(holding);
        (question, answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn form() -> Form<i32> {
        let rule = RuleId::fixed("P-companion");
        let cover = Question::new("Cover?", rule.clone()).choices([Choice::new("none", 0), Choice::new("soft", 1)]);
        let range = Question::new("Range?", rule).exact(1, 36, "in", 100);
        Form::new(vec![cover, range], |given| given[0] * 10_000 + given[1])
    }

    #[test]
    fn a_form_makes_its_command_when_everything_is_answered() {
        let form = form();
        assert_eq!(form.command(&[Some(1), None]), None);
        assert_eq!(form.command(&[Some(1), Some(1200)]), Some(11_200));
    }

    #[test]
    fn a_form_takes_no_answer_that_is_not_among_its_choices() {
        let form = form();
        assert_eq!(form.command(&[Some(2), Some(1200)]), None, "there is no such cover");
        assert_eq!(form.command(&[Some(0), Some(3700)]), None, "beyond the longest range");
        assert_eq!(form.command(&[Some(0), Some(0)]), None, "nearer than the shortest");
    }

    #[test]
    fn where_words_are_wanted_they_go_into_the_command() {
        let form = Form::plain(7).worded("How much more?", |n, words| n + i32::try_from(words.len()).unwrap());
        assert!(form.asks() && !Form::plain(7).asks());
        assert_eq!(form.worded_command(&[], "  "), None);
        assert_eq!(form.worded_command(&[], " abc "), Some(10));
    }

    #[test]
    fn an_action_without_facts_is_ready_at_once() {
        assert_eq!(Form::plain(7).command(&[]), Some(7));
    }
}
