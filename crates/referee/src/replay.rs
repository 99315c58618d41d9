//! `referee replay`: a saved game played again and verified, and its after-action report.

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;

use tabletop::disk::write_atomically;
use tabletop::files::read_text;
use tabletop::journal::Throw;
use tabletop::save;
use tabletop::{Game, Library, Roll, Ruleset};

use crate::Answer;
use crate::rulesets::{self, About, Visit};

/// Replays a saved game and says what it was; writes the report if it is asked for.
///
/// # Errors
/// The file is wrong, or an entry cannot have been played: with file, line and column; or the report cannot be written.
pub fn replay(library: &Library, file: &Path, report: Option<&Path>) -> Result<Answer, String> {
    let name = file.display().to_string();
    let text = read_text(&name, file).map_err(|error| error.to_string())?;
    let header = save::header(&name, &text).map_err(|error| error.to_string())?;
    rulesets::with(&header.ruleset, Replay { library, name: &name, text: &text, report })?.map(Answer::from)
}

struct Replay<'a> {
    library: &'a Library,
    name: &'a str,
    text: &'a str,
    report: Option<&'a Path>,
}

impl Visit for Replay<'_> {
    type Answer = Result<String, String>;

    fn visit<R: Ruleset>(self, _: &About) -> Self::Answer {
        let rules = rulesets::load::<R>(self.library).map_err(|error| error.to_string())?;
        let (game, _) = save::from_text(Arc::clone(&rules), self.name, self.text).map_err(|error| error.to_string())?;
        for n in 0..=game.len() {
            rules.audit(game.state_at(n)).map_err(|broken| format!("{}: after entry {n}: {broken}", self.name))?;
        }
        let rolls = game.record().opening.len() + game.entries().iter().map(|entry| entry.rolls.len()).sum::<usize>();
        let mut told = format!("{}: {} commands and {rolls} rolls verified", self.name, game.len());
        told.push_str(&provenance(&game));
        if game.can_redo() {
            let _ = write!(told, ", {} of them taken back", game.len() - game.cursor());
        }
        let standing = match game.outcome() {
            Some(outcome) => format!("{}. {}", outcome.title, outcome.because),
            None => format!("{}.", rules.moment(game.state()).1),
        };
        let _ = writeln!(told, ". {standing}");
        if let Some(path) = self.report {
            if save::is_saved_game_at(path) {
                return Err(format!("{} is a saved game. Write the report to another file.", path.display()));
            }
            write_atomically(path, &after_action_report(&game)).map_err(|error| error.to_string())?;
        }
        Ok(told)
    }
}

/// Where the dice came from, if some were fair: what the secrets prove and what they do not.
fn provenance<R: Ruleset>(game: &Game<R>) -> String {
    let record = game.record();
    if record.fair.is_empty() {
        return String::new();
    }
    let count = |is: fn(&Throw) -> bool| {
        let opening = if is(&record.opening_dice) { record.opening.len() } else { 0 };
        opening + game.entries().iter().filter(|entry| is(&entry.dice)).map(|entry| entry.rolls.len()).sum::<usize>()
    };
    let of_draws = count(|throw| throw.draw().is_some());
    let (seeded, typed) = (count(|throw| *throw == Throw::Seeded), count(|throw| *throw == Throw::Typed));
    let mut told = format!(" ({of_draws} of draws from the secrets of the machines");
    if seeded > 0 {
        let _ = write!(told, ", {seeded} from the host's seed, which prove nothing");
    }
    if typed > 0 {
        let _ = write!(told, ", {typed} typed, which prove nothing");
    }
    let in_journal = |draw: u64| game.entries().iter().any(|entry| entry.dice.draw() == Some(draw));
    let left = record.fair.iter().flat_map(|fair| &fair.spent).filter(|spent| !in_journal(spent.draw)).count();
    if left > 0 {
        let _ = write!(told, "; {left} draws whose orders were taken back, or that a machine left by beginning again");
    }
    told + ")"
}

/// The game so far as a page of Markdown: what was decided, rolled and happened, moment by moment.
pub fn after_action_report<R: Ruleset>(game: &Game<R>) -> String {
    let rules = game.rules();
    let mut text = format!("# {}: {}\n\n", R::TITLE, R::title(game.scenario()));
    let _ = match game.outcome() {
        Some(outcome) => writeln!(text, "**{}.** {}\n", outcome.title, outcome.because),
        None => writeln!(text, "**Not finished.** {}.\n", rules.moment(game.state()).1),
    };
    let _ = writeln!(text, "| | commands | dice | mean of the six-sided |\n|---|---|---|---|");
    for &side in rules.sides() {
        let _ = writeln!(text, "{}", ledger(game, side));
    }
    let _ = writeln!(text, "\nScenario `{}`, seed {}.", game.scenario_name(), game.seed());
    if !game.record().opening.is_empty() {
        let _ = writeln!(text, "\n## Set-up\n\n- Dice: {}.", dice(&game.record().opening));
    }
    let mut moment = String::new();
    for line in game.log(0..game.cursor(), None) {
        if line.moment.1 != moment {
            moment = line.moment.1;
            let _ = writeln!(text, "\n## {moment}\n");
        }
        let who = line.side.map_or("Referee", R::side_name);
        let _ = writeln!(text, "- **{who}**: {}", line.phrase.unwrap_or_default());
        if !line.rolls.is_empty() {
            let _ = writeln!(text, "  - Dice: {}.", dice(&line.rolls));
        }
        for told in line.told {
            let _ = writeln!(text, "  - {told}");
        }
    }
    text
}

fn dice(rolls: &[Roll]) -> String {
    let told: Vec<_> =
        rolls.iter().map(|roll| format!("{} for {} ({})", roll.value, roll.purpose, roll.rule)).collect();
    told.join(", ")
}

/// A line of the table: how often a side decided, and what its dice were like.
fn ledger<R: Ruleset>(game: &Game<R>, side: R::Side) -> String {
    let gives = |n: &usize| game.rules().giver(game.state_at(*n), &game.entries()[*n].command) == Some(side);
    let decided = (0..game.cursor()).filter(gives);
    let (mut commands, mut rolls, mut six_sided) = (0_u32, 0_u32, Vec::new());
    for n in decided {
        commands += 1;
        for roll in &game.entries()[n].rolls {
            rolls += 1;
            if roll.sides == 6 {
                six_sided.push(f64::from(roll.value));
            }
        }
    }
    let mean = match six_sided.len() {
        0 => "–".to_owned(),
        count => format!("{:.2}", six_sided.iter().sum::<f64>() / count as f64),
    };
    format!("| {} | {commands} | {rolls} | {mean} |", R::side_name(side))
}
