//! The game a client plays, whatever its ruleset.

use std::path::Path;
use std::sync::Arc;

use opponent::Thinking;
use serde::Serialize;
use serde_json::{Value, json};
use tabletop::files::read_text;
use tabletop::odds::odds_within;
use tabletop::save;
use tabletop::{Game, Library, Rulebook};
use teacher::Teaching;

use super::Trouble;
use super::advise::{Advise, advise};
use super::listening::{Cancelled, Watch};
use super::request::{Limit, Listing, Piece, Request};
use crate::games;
use crate::rulesets::{self, About, Visit};

/// What has been asked for so far.
pub(crate) struct Session<'a> {
    library: &'a Library,
    game: Option<Box<dyn Playing>>,
}

impl<'a> Session<'a> {
    pub(crate) fn new(library: &'a Library) -> Self {
        Self { library, game: None }
    }

    pub(crate) fn answer(&mut self, request: &Request, watch: &Watch<'_>) -> Result<Value, Trouble> {
        match request {
            Request::New(new) => {
                let fresh = Fresh { library: self.library, scenario: &new.scenario, agree: &new.agree, seed: new.seed };
                self.sit_down(rulesets::with(&new.ruleset, fresh))
            }
            Request::Load(file) => {
                let path = Path::new(&file.path);
                let text = read_text(&file.path, path).map_err(Trouble::error)?;
                let header = save::header(&file.path, &text).map_err(Trouble::error)?;
                let saved = Saved { library: self.library, name: &file.path, text: &text };
                self.sit_down(rulesets::with(&header.ruleset, saved))
            }
            Request::Rule(rule) => {
                let playing = self.game.as_ref().map(|game| game.ruleset());
                let ruleset = rule.ruleset.as_deref().or(playing).ok_or_else(|| {
                    Trouble::error(
                        "No game is being played. Name the ruleset: {\"rule\": {\"id\": …, \"ruleset\": …}}.",
                    )
                })?;
                rule_of(self.library, ruleset, &rule.id)
            }
            Request::Position => self.game()?.position(None),
            Request::View(view) => self.game()?.position(Some(&view.side)),
            Request::Options(listing) => self.game()?.options(*listing),
            Request::Do(command, dice) => self.game()?.carry_out(command, dice.clone()),
            Request::Odds(command, limit) => self.game()?.odds(command, limit, watch),
            Request::Advise(asked, limit) => {
                let library = self.library;
                self.game()?.advise(library, asked, limit, watch)
            }
            Request::Undo => self.game()?.undo(),
            Request::Save(file) => self.game()?.save(Path::new(&file.path)),
            Request::Cancel { cancelled, .. } => {
                Ok(json!({"given_up": cancelled.as_ref().is_some_and(Cancelled::any_given_up)}))
            }
        }
    }

    fn game(&mut self) -> Result<&mut (dyn Playing + 'static), Trouble> {
        let nobody = || Trouble::error("No game is being played. Begin with `new` or `load`.");
        self.game.as_deref_mut().ok_or_else(nobody)
    }

    /// A game that could be begun takes the place of the one before; otherwise that one goes on.
    fn sit_down(&mut self, begun: Result<Result<Box<dyn Playing>, Trouble>, String>) -> Result<Value, Trouble> {
        let game = begun.map_err(Trouble::error)??;
        let position = game.position(None)?;
        self.game = Some(game);
        Ok(position)
    }
}

/// A rule of a rulebook.
pub(crate) fn rule_of(library: &Library, ruleset: &str, id: &str) -> Result<Value, Trouble> {
    let about = rulesets::about(ruleset).map_err(Trouble::error)?;
    let book = Rulebook::load(&|path| library.read(path), about.id).map_err(Trouble::error)?;
    let unknown = || Trouble::error(format!("There is no rule `{id}` in the rulebook of {}.", about.id));
    let (chapter, rule) = book.find(id).ok_or_else(unknown)?;
    Ok(json!({
        "id": rule.id,
        "title": rule.title,
        "chapter": chapter.title,
        "text": rule.text,
        "reason": rule.reason,
        "provenance": {"word": rule.from.word(), "detail": rule.from.detail()},
    }))
}

/// A game of any ruleset, in JSON.
pub(crate) trait Playing {
    fn ruleset(&self) -> &'static str;
    fn position(&self, side: Option<&str>) -> Result<Value, Trouble>;
    fn options(&self, listing: Listing) -> Result<Value, Trouble>;
    fn carry_out(&mut self, command: &Piece, dice: Option<Vec<u8>>) -> Result<Value, Trouble>;
    fn odds(&self, command: &Piece, limit: &Limit, watch: &Watch<'_>) -> Result<Value, Trouble>;
    fn advise(&self, library: &Library, asked: &Advise, limit: &Limit, watch: &Watch<'_>) -> Result<Value, Trouble>;
    fn undo(&mut self) -> Result<Value, Trouble>;
    fn save(&self, path: &Path) -> Result<Value, Trouble>;
}

fn value(of: impl Serialize) -> Result<Value, Trouble> {
    serde_json::to_value(of).map_err(Trouble::error)
}

impl<R: Teaching + Thinking> Playing for Game<R> {
    fn ruleset(&self) -> &'static str {
        R::ID
    }

    fn position(&self, side: Option<&str>) -> Result<Value, Trouble> {
        let rules = self.rules();
        let state = match side {
            Some(side) => {
                let side = rulesets::side_named(&**rules, side).map_err(Trouble::error)?;
                value(rules.view(self.state(), side))?
            }
            None => value(self.state())?,
        };
        let (turn, phase) = rules.moment(self.state());
        Ok(json!({
            "ruleset": R::ID,
            "scenario": self.scenario_name(),
            "turn": turn,
            "phase": phase,
            "to_act": self.to_act().map(R::side_name),
            "outcome": value(self.outcome())?,
            "state": state,
        }))
    }

    fn options(&self, listing: Listing) -> Result<Value, Trouble> {
        value(listing.of(&**self.rules(), self.state(), Self::options(self)))
    }

    fn carry_out(&mut self, command: &Piece, dice: Option<Vec<u8>>) -> Result<Value, Trouble> {
        let command = command.read_command::<R::Command>()?;
        let played = match dice {
            Some(values) => self.play_tape(command, values)?,
            None => self.play(command)?,
        };
        Ok(json!({
            "events": value(&played.events)?,
            "rolls": value(&played.rolls)?,
            "to_act": self.to_act().map(R::side_name),
        }))
    }

    fn odds(&self, command: &Piece, limit: &Limit, watch: &Watch<'_>) -> Result<Value, Trouble> {
        let rules = &**self.rules();
        let command = command.read_command::<R::Command>()?;
        // Asked of what the player to act may know: odds of the true position would betray what is hidden.
        let known = self.to_act().map_or_else(|| self.state().clone(), |side| rules.view(self.state(), side));
        let sum_up = |after: &R::State, events: &[R::Event]| rules.sum_up(&known, after, events);
        let passed = || watch.passed(limit.time);
        let told = odds_within(rules, &known, &command, &sum_up, &|_| None, limit.effort, &passed)?;
        value(told)
    }

    fn advise(&self, library: &Library, asked: &Advise, limit: &Limit, watch: &Watch<'_>) -> Result<Value, Trouble> {
        advise(self, library, asked, limit, watch)
    }

    fn undo(&mut self) -> Result<Value, Trouble> {
        if Self::undo(self) { self.position(None) } else { Err(Trouble::error("There is nothing to take back.")) }
    }

    fn save(&self, path: &Path) -> Result<Value, Trouble> {
        save::write(path, self, &games::note(self)).map_err(Trouble::error)?;
        self.position(None)
    }
}

struct Fresh<'a> {
    library: &'a Library,
    scenario: &'a str,
    agree: &'a [String],
    seed: u64,
}

impl Visit for Fresh<'_> {
    type Answer = Result<Box<dyn Playing>, Trouble>;

    fn visit<R: Teaching + Thinking>(self, _: &About) -> Self::Answer {
        let rules = rulesets::load::<R>(self.library).map_err(Trouble::error)?;
        let arrangement = games::arranged(self.library, &*rules, self.scenario, self.agree).map_err(Trouble::error)?;
        let name = games::scenario_name(self.scenario);
        Ok(Box::new(Game::new(rules, arrangement, name, self.seed)?))
    }
}

struct Saved<'a> {
    library: &'a Library,
    name: &'a str,
    text: &'a str,
}

impl Visit for Saved<'_> {
    type Answer = Result<Box<dyn Playing>, Trouble>;

    fn visit<R: Teaching + Thinking>(self, _: &About) -> Self::Answer {
        let rules: Arc<R> = rulesets::load(self.library).map_err(Trouble::error)?;
        let (game, _) = save::from_text(rules, self.name, self.text).map_err(Trouble::error)?;
        Ok(Box::new(game))
    }
}
