//! Listing what can be played, beginning a game, and looking at one.

use std::collections::hash_map::RandomState;
use std::fmt::Write as _;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::sync::Arc;

use serde_json::json;
use tabletop::dice::Seeded;
use tabletop::files::read_text;
use tabletop::save::{self, is_saved_game};
use tabletop::{DataError, Game, Library, Ruleset, Variant, parse_ron};

use crate::Answer;
use crate::rulesets::{self, About, Visit};
pub use host::games::{arranged, begin, note, scenario_name};

/// `referee list`.
///
/// # Errors
/// A folder of scenarios that cannot be read.
pub fn list(library: &Library, as_json: bool) -> Result<Answer, String> {
    let mut answer = Answer::default();
    let mut listed = Vec::new();
    for about in rulesets::all() {
        let Titles { scenarios, lessons } = rulesets::with(about.id, Read { library, remarks: &mut answer.remarks })??;
        let _ = writeln!(answer.text, "{:<24}{}", about.id, about.title);
        for (name, title) in &scenarios {
            let _ = writeln!(answer.text, "  {name:<22}{title}");
        }
        let [scenarios, lessons] = [scenarios, lessons]
            .map(|titles| titles.iter().map(|(name, title)| json!({"id": name, "title": title})).collect::<Vec<_>>());
        listed.push(json!({"id": about.id, "title": about.title, "scenarios": scenarios, "lessons": lessons}));
    }
    if as_json {
        answer.text = format!("{}\n", json!({ "rulesets": listed }));
    }
    Ok(answer)
}

/// Names and titles of what a ruleset has to play and to learn.
struct Titles {
    scenarios: Vec<(String, String)>,
    lessons: Vec<(String, String)>,
}

/// Reads the [`Titles`] of a ruleset. What is broken is listed under its name, with a remark.
struct Read<'a> {
    library: &'a Library,
    remarks: &'a mut Vec<String>,
}

impl Visit for Read<'_> {
    type Answer = Result<Titles, String>;

    fn visit<R: Ruleset>(self, about: &About) -> Self::Answer {
        let Read { library, remarks } = self;
        let mut titled = |name: String, title: Result<String, DataError>| {
            let title = title.unwrap_or_else(|error| {
                remarks.push(error.to_string());
                name.clone()
            });
            (name, title)
        };
        let scenarios = library.scenarios(about.id).map_err(|error| error.to_string())?;
        let scenarios = scenarios.into_iter().map(|file| {
            let scenario = library.scenario::<R>(&file.name);
            let title = scenario.map(|scenario| R::title(&scenario).to_owned());
            titled(file.name, title)
        });
        let scenarios = scenarios.collect();
        let lessons = teacher::library::files(library, about.id).map_err(|error| error.to_string())?;
        let lessons = lessons.iter().map(|path| {
            let lesson = teacher::library::read::<R>(library, path);
            titled(teacher::library::id_of(path), lesson.map(|lesson| lesson.title))
        });
        Ok(Titles { scenarios, lessons: lessons.collect() })
    }
}

/// `referee new`.
///
/// # Errors
/// No such scenario, one that is wrong, or a file that cannot be written.
pub fn new(
    library: &Library,
    ruleset: &str,
    scenario: &str,
    agree: &[String],
    seed: Option<u64>,
    output: &Path,
) -> Result<Answer, String> {
    let seed = seed.unwrap_or_else(by_lot);
    rulesets::with(ruleset, Fresh { library, scenario, agree, seed, output })?.map(Answer::from)
}

struct Fresh<'a> {
    library: &'a Library,
    scenario: &'a str,
    agree: &'a [String],
    seed: u64,
    output: &'a Path,
}

impl Visit for Fresh<'_> {
    type Answer = Result<String, String>;

    fn visit<R: Ruleset>(self, _: &About) -> Self::Answer {
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let game = begin(self.library, rules, self.scenario, self.agree, self.seed)?;
        save::write(self.output, &game, &note(&game)).map_err(|error| error.to_string())?;
        let title = R::title(game.scenario());
        Ok(format!("{}: {}, {title}, seed {}.\n", self.output.display(), R::TITLE, self.seed))
    }
}

/// What a scenario is about, and what can be agreed on.
///
/// # Errors
/// No such scenario.
pub fn briefing(library: &Library, ruleset: &str, scenario: &str) -> Result<Answer, String> {
    rulesets::with(ruleset, Brief { library, scenario })?.map(Answer::from)
}

struct Brief<'a> {
    library: &'a Library,
    scenario: &'a str,
}

impl Visit for Brief<'_> {
    type Answer = Result<String, String>;

    fn visit<R: Ruleset>(self, _: &About) -> Self::Answer {
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let scenario = arranged(self.library, &*rules, self.scenario, &[])?;
        let mut text = format!("{}\n", R::title(&scenario));
        for section in rules.briefing(&scenario) {
            let lines: Vec<String> = section.lines.iter().map(|line| format!("  {line}\n")).collect();
            text.push_str(&format!("\n{}\n{}", section.title, lines.concat()));
        }
        text.push_str("\nWhat can be agreed on, with what the scenario has in brackets\n");
        for Variant { id, about, rule, choices, chosen, .. } in rules.variants(&scenario) {
            let plain = |(place, words): (usize, &&str)| {
                let words = words.to_lowercase().replace(' ', "-");
                if place == chosen { format!("[{words}]") } else { words }
            };
            let choices: Vec<String> = choices.iter().enumerate().map(plain).collect();
            text.push_str(&format!("  --agree {id}={}  {about} ({rule})\n", choices.join("|")));
        }
        Ok(text)
    }
}

/// A seed nobody chose. It is told, so that the game can be played again.
fn by_lot() -> u64 {
    // The hasher's keys are the standard library's own source of chance. 53 bits fit a number of any JSON reader.
    RandomState::new().build_hasher().finish() >> 11
}

/// `referee show`.
///
/// # Errors
/// A file that is neither a game nor a scenario, or is wrong; no such side; a point beyond the game's end.
pub fn show(library: &Library, file: &Path, side: Option<&str>, at: Option<usize>) -> Result<Answer, String> {
    let name = file.display().to_string();
    let text = read_text(&name, file).map_err(|error| error.to_string())?;
    let shown =
        |ruleset: &str, saved| rulesets::with(ruleset, Shown { library, name: &name, text: &text, saved, side, at })?;
    if is_saved_game(&text) {
        let header = save::header(&name, &text).map_err(|error| error.to_string())?;
        return shown(&header.ruleset, true).map(Answer::from);
    }
    let ruleset = crate::check::ruleset_of_scenario(library, file, &text).map_err(|error| error.to_string())?;
    shown(ruleset, false).map(Answer::from)
}

struct Shown<'a> {
    library: &'a Library,
    name: &'a str,
    text: &'a str,
    saved: bool,
    side: Option<&'a str>,
    at: Option<usize>,
}

impl Visit for Shown<'_> {
    type Answer = Result<String, String>;

    fn visit<R: Ruleset>(self, _: &About) -> Self::Answer {
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let side = self.side.map(|side| rulesets::side_named(&*rules, side)).transpose()?;
        let game = if self.saved {
            save::from_text(Arc::clone(&rules), self.name, self.text).map_err(|error| error.to_string())?.0
        } else {
            let scenario = parse_ron(self.name, self.text).map_err(|error| error.to_string())?;
            Game::new(Arc::clone(&rules), scenario, "", 0).map_err(|refusal| format!("{}: {refusal}", self.name))?
        };
        let at = self.at.unwrap_or(game.cursor());
        if at > game.len() {
            return Err(format!("{} has {} commands. --at can be 0 to {}.", self.name, game.len(), game.len()));
        }
        let state = game.state_at(at);
        let view = side.map(|side| rules.view(state, side));
        let (_, moment) = rules.moment(state);
        let shown = rules.show(view.as_ref().unwrap_or(state));
        let mut text = format!("{}: {}", R::TITLE, R::title(game.scenario()));
        if self.saved {
            let _ = write!(text, " · after {at} of {} commands", game.len());
        }
        if let Some(side) = side {
            let _ = write!(text, " · as {} sees it", R::side_name(side));
        }
        // Most rulesets begin their own description with it.
        if !shown.contains(&moment) {
            let _ = write!(text, "\n{moment}");
        }
        let _ = match (rules.to_act(state), rules.outcome(state)) {
            (_, Some(outcome)) => write!(text, "\n{}. {}", outcome.title, outcome.because),
            (Some(side), None) => write!(text, "\n{}: {}", R::side_name(side), rules.question(state)),
            (None, None) => Ok(()),
        };
        let _ = write!(text, "\n\n{}\n", shown.trim_end());
        Ok(text)
    }
}

/// An even choice of the options, for players who do not think.
pub(crate) fn pick<'a, C>(options: &'a [C], picks: &mut Seeded) -> &'a C {
    &options[picks.choose(options.len())]
}
