//! The prompt bar is as high as its two rows, whatever is asked: where it grows, the board below it jumps.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use block_by_block::{BlockByBlock, Side, State, UnitId, UnitSet};
use panels::Intent;
use panels::computer::ComputerModel;
use panels::log::Logged;
use panels::prompt::{Answer, Does, PromptModel, prompt_bar};
use panels::theme::Weight;
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::Ruleset;

use super::{played, rules, scenarios};
use crate::common::{area_prompt, screen_of};

/// Shows each of these in a window 1280 points wide and names the questions that make the bar higher than its rows.
fn higher(models: impl IntoIterator<Item = PromptModel>) -> Vec<String> {
    let shown = RefCell::new(PromptModel::default());
    let height = Cell::new(0.0);
    let mut screen = screen_of(1280.0, 200.0, 1.0, |ui| {
        let bar = ui.scope(|ui| prompt_bar(ui, &shown.borrow()));
        height.set(bar.response.rect.height());
        Vec::<Intent>::new()
    });
    let mut grown = Vec::new();
    for model in models {
        let labels: Vec<_> = model.answers.iter().map(|answer| answer.label.as_str()).collect();
        let said = format!("{} {} {}", model.moment, model.question, labels.join(", "));
        *shown.borrow_mut() = model;
        screen.harness.run();
        if height.get() > 72.0 {
            grown.push(format!("{said} ({})", height.get()));
        }
    }
    grown
}

/// What is asked in games of every scenario, each question once.
fn asked<R: Ruleset>(
    games: u64,
    orders: usize,
    models: impl Fn(&R, &R::State, usize) -> Vec<PromptModel>,
) -> Vec<PromptModel> {
    let rules: Arc<R> = rules();
    let mut distinct = BTreeMap::new();
    // Beside a real table there is no board that could jump.
    let on_a_board = scenarios::<R>().into_iter().filter(|(name, _)| name != "beside-your-table.ron");
    for (n, (name, scenario)) in on_a_board.enumerate() {
        for game in 0..games {
            let game = played(&rules, &name, scenario.clone(), game * 100 + n as u64, orders);
            for at in 0..=game.len() {
                for model in models(&rules, game.state_at(at), at) {
                    let labels: Vec<_> = model.answers.iter().map(|answer| answer.label.as_str()).collect();
                    distinct
                        .entry((
                            model.moment.clone(),
                            model.question.clone(),
                            labels.join("\n"),
                            model.computer.is_some(),
                        ))
                        .or_insert(model);
                }
            }
        }
    }
    distinct.into_values().collect()
}

/// The question as the side that acts reads it, and as it stands there while the computer thinks about it.
fn plain<R: Logged>(rules: &R, state: &R::State, _: usize) -> Vec<PromptModel> {
    let side = rules.to_act(state);
    let view = rules.view(state, side.unwrap_or_else(|| rules.sides()[0]));
    let asked = PromptModel {
        side: side.map(R::mark),
        moment: rules.moment(&view).1,
        question: rules.question(&view),
        rule: Some(rules.question_rule(&view)),
        ..PromptModel::default()
    };
    let computer =
        ComputerModel { name: "Veteran", paused: false, skipping: false, slower: true, faster: true, opposed: true };
    vec![PromptModel { computer: Some(computer), ..asked.clone() }, asked]
}

/// The question and its answers with nothing, one unit and two units in hand.
fn of_areas(rules: &BlockByBlock, state: &State, at: usize) -> Vec<PromptModel> {
    let mut options = Vec::new();
    rules.options(state, &mut options);
    let unit = |n: usize| UnitId::all().nth(n % UnitId::all().count()).map_or(UnitSet::EMPTY, UnitId::set);
    let mut models = plain(rules, state, at);
    let selected = [UnitSet::EMPTY, unit(at), unit(at) | unit(at * 7 + 1)];
    models.extend(selected.map(|selected| area_prompt(rules, state, &options, selected)));
    models
}

/// A group of the three units with the longest names.
fn longest_group(side: Side) -> PromptModel {
    let mut names: Vec<String> =
        UnitId::all().filter(|unit| unit.side() == side).map(|unit| unit.to_string()).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.len()));
    let answer = Answer {
        label: format!("Form group: {}", names[..3].join(" + ")),
        hover: String::new(),
        weight: Weight::Primary,
        key: Some('1'),
        does: Does::At(Intent::OpenMenu),
        confirm: None,
    };
    PromptModel { side: Some(side.into()), answers: vec![answer], ..PromptModel::default() }
}

#[test]
fn no_question_makes_the_bar_higher() {
    for (ruleset, models) in [
        (BlockByBlock::ID, asked(40, 2_000, of_areas)),
        (Platoon::ID, asked(8, 200, plain::<Platoon>)),
        (SearchAndDestroy::ID, asked(3, 300, plain::<SearchAndDestroy>)),
        (Skirmish::ID, asked(8, 200, plain::<Skirmish>)),
    ] {
        assert!(models.len() > 20, "{ruleset} asks {} questions", models.len());
        let grown = higher(models.into_iter().chain([Side::UsArvn, Side::PavnNlf].map(longest_group)));
        assert!(grown.is_empty(), "{ruleset}, {} questions:\n{}", grown.len(), grown.join("\n"));
    }
}
