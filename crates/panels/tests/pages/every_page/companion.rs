//! The companion beside a real table, led by chance: every question, form and throw of dice, every column.

use std::sync::Arc;

use panels::Theme;
use panels::companion::{Ask, Companion, Deed, Desk, DiceSource, Page as Shown, Side, Want, companion_screen};
use platoon::Platoon;
use skirmish::Skirmish;
use tabletop::Game;
use tabletop::dice::Seeded;

use super::stage::Page;
use super::{look_at, rules, scenarios};

/// What somebody wants who chooses by chance.
fn want(page: &Shown, chance: &mut Seeded) -> Vec<Want> {
    if let Some(flag) = page.curtain {
        return vec![Want::LookAlone(flag.place())];
    }
    match &page.ask {
        Ask::Choose(actions) if actions.is_empty() => vec![Want::LookAs(None)],
        Ask::Choose(actions) => {
            let ends = actions.iter().position(|action| action.ends).filter(|_| chance.choose(2) > 0);
            vec![Want::Choose(ends.unwrap_or_else(|| chance.choose(actions.len())))]
        }
        Ask::Past { .. } => vec![Want::LookBack(None)],
        Ask::Facts { words: Some((_, text)), .. } if text.is_empty() => vec![Want::Word("the bridge at noon".into())],
        Ask::Facts { questions, answers, refusal, .. } => match answers.iter().position(Option::is_none) {
            Some(open) if questions[open].choices.is_empty() => vec![Want::Back],
            Some(open) => {
                let choices = &questions[open].choices;
                vec![Want::Answer(open, choices[chance.choose(choices.len())].value)]
            }
            None if refusal.is_some() => vec![Want::Back],
            None => vec![Want::Go],
        },
        Ask::Throw(throw) => vec![Want::Die(u8::try_from(chance.choose(usize::from(throw.sides)) + 1).unwrap())],
        Ask::Secret { flag, .. } if chance.choose(2) > 0 => vec![Want::LookAs(Some(flag.place()))],
        Ask::Secret { flag, .. } => vec![Want::LookAlone(flag.place())],
        Ask::Computer { .. } | Ask::Over { .. } => Vec::new(),
    }
}

fn kind(page: &Shown) -> &'static str {
    match &page.ask {
        _ if page.curtain.is_some() => "curtain",
        Ask::Choose(_) => "choice",
        Ask::Facts { .. } => "facts",
        Ask::Throw(_) => "throw",
        Ask::Secret { .. } => "secret",
        Ask::Past { .. } => "past",
        Ask::Computer { .. } => "computer",
        Ask::Over { .. } => "over",
    }
}

fn pages<R: Companion>(game: &mut Game<R>, steps: usize, seed: u64) -> Vec<Page> {
    let mut desk = Desk::new(game.rules().clone(), DiceSource::Typed);
    let mut chance = Seeded::new(seed);
    let mut pages = Vec::new();
    for step in 0..steps {
        match step % 9 {
            0 => _ = desk.want(game, Want::Show(Side::ALL[step / 9 % 3].0)),
            6 => _ = desk.want(game, Want::SayWhen),
            4 if step % 2 == 0 => _ = desk.want(game, Want::Select(u8::try_from(step % 7 + 1).unwrap())),
            _ => {}
        }
        let magnified = step % 23 == 7;
        let mut shown = desk.page(game, true);
        shown.magnified = magnified;
        let name = if magnified { "large order" } else { kind(&shown) };
        let page = shown.clone();
        pages.push(Page::new(format!("{} companion {name}", R::TITLE), step, move |ui| {
            let colours = Theme::of(ui).colours;
            let frame = egui::Frame::new().fill(colours.panel).inner_margin(egui::Margin::symmetric(16, 12));
            egui::CentralPanel::default().frame(frame).show(ui, |ui| companion_screen(ui, &page));
        }));
        if matches!(shown.ask, Ask::Over { .. }) {
            break;
        }
        for want in want(&shown, &mut chance) {
            match desk.want(game, want) {
                Some(Deed::Play(command)) => _ = game.play(command).expect("what the desk offers is legal"),
                Some(Deed::PlayTape(command, dice)) => _ = game.play_tape(command, dice).expect("the dice are right"),
                Some(other) => panic!("nobody asked for {other:?}"),
                None => continue,
            }
            desk.changed(game);
        }
    }
    pages
}

fn every_game<R: Companion>(seeds: u64, steps: usize) {
    let rules: Arc<R> = rules();
    let mut all = Vec::new();
    for (name, scenario) in scenarios::<R>().into_iter().filter(|(name, _)| name == "beside-your-table.ron") {
        for seed in 1..=seeds {
            let mut game = Game::new(Arc::clone(&rules), scenario.clone(), name.as_str(), seed).unwrap();
            all.extend(pages(&mut game, steps, seed));
        }
    }
    look_at(&format!("{} companion", R::TITLE), 1, all);
}

#[test]
fn the_companion_of_platoon_fits_every_window() {
    every_game::<Platoon>(2, 110);
}

#[test]
fn the_companion_of_skirmish_fits_every_window() {
    every_game::<Skirmish>(2, 110);
}
