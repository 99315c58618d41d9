//! The page of a turn that is over: it says what the events and the positions say, and counts up to it.

use crate::common::{random_game, rules, scenario, screen_of};
use block_by_block::Event;
use panels::Intent;
use panels::area::politics::{TurnEndModel, politics_model, turn_end_model, turn_end_panel};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// The pages of the turns of a game played at random.
fn pages(seed: u64) -> Vec<TurnEndModel> {
    let game = random_game(seed);
    let mut pages = Vec::new();
    let (mut first, mut told) = (0, Vec::new());
    for (order, events) in game.events.iter().enumerate() {
        let ends = events.iter().position(|event| matches!(event, Event::TurnBegan { turn } if *turn > 1));
        told.extend_from_slice(&events[..ends.unwrap_or(events.len())]);
        if ends.is_some() {
            let (before, after) = (&game.states[first], &game.states[order + 1]);
            let model = turn_end_model(rules(), before, &told, after);
            assert_eq!(model.total, rules().score(after).total);
            assert_eq!(model.before, rules().score(before).total);
            pages.push(model);
            (first, told) = (order + 1, Vec::new());
        }
    }
    pages
}

#[test]
fn what_a_turn_came_to_adds_up() {
    let pages: Vec<TurnEndModel> = (1..=4).flat_map(pages).collect();
    assert!(pages.len() >= 8, "{} turns ended", pages.len());
    for page in &pages {
        for track in &page.tracks {
            let causes: u8 = track.causes.iter().map(|(_, by, _)| by).sum();
            assert_eq!(track.to - track.from, causes, "{} of turn {}: {:?}", track.name, page.turn, track.causes);
        }
        assert_eq!(page.parts.iter().map(|part| part.points).sum::<u8>(), page.total);
        assert!(page.zones.iter().all(|zone| zone.from <= zone.to && zone.to <= zone.size));
    }
    assert!(pages.iter().any(|page| page.zones.iter().any(|zone| zone.to > zone.from)), "something is cleared");
    assert!(pages.iter().any(|page| page.zones.iter().any(|zone| zone.before != zone.control)), "a zone is taken");
}

#[test]
fn the_line_that_was_agreed_on_is_the_one_that_is_told() {
    block_by_block::proves!("BB-R61", "BB-R62");
    let numbers = rules().numbers();
    let scores = [numbers.great_score.value, numbers.even_great_score.value];
    let zones = [numbers.winning_zones.value, numbers.even_winning_zones.value];
    for (even_score, even_zones) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
        let mut scenario = scenario();
        rules().vary(&mut scenario, "even-score-line", even_score);
        rules().vary(&mut scenario, "even-zone-line", even_zones);
        let (score, zones) = (scores[even_score], zones[even_zones]);
        let state = rules().begin(&scenario, &mut Seeded::new(1)).expect("it begins");
        let politics = politics_model(rules(), &state);
        assert_eq!((politics.lines.great_score, politics.lines.winning_zones), (score, zones));
        let rows: Vec<&str> = politics.matrix.iter().map(|row| row.zones.as_str()).collect();
        assert_eq!(rows, if even_zones == 1 { ["6–11", "5", "0–4"] } else { ["9–11", "5–8", "0–4"] });
        let page = turn_end_model(rules(), &state, &[], &state);
        for told in [format!("Below {score} "), format!("US/ARVN wins with {zones} zones")] {
            assert!(page.needs.iter().any(|need| need.starts_with(&told)), "{told}: {:?}", page.needs);
        }
    }
}

#[test]
fn the_page_counts_up_and_is_closed_by_its_button() {
    let model = pages(1).into_iter().find(|page| page.total != page.before).expect("the score moves");
    let mut begun = screen_of(860.0, 640.0, 1.0, |ui| turn_end_panel(ui, &model, 0.0));
    assert!(begun.shows(&format!("Turn {} is over", model.turn)));
    begun.picture("turn-end-begun");
    let mut whole = screen_of(860.0, 640.0, 1.0, |ui| turn_end_panel(ui, &model, 1.0));
    assert!(whole.shows(&model.result) && whole.shows(&model.needs[0]));
    let publicity = &model.tracks[0];
    assert!(whole.shows(&format!("Publicity: {} of {}", publicity.to, model.track_end)));
    assert!(begun.shows(&format!("Publicity: {} of {}", publicity.from, model.track_end)));
    whole.assert_fits();
    whole.picture("turn-end");
    assert_eq!(whole.click("Go on"), vec![Intent::CloseDialog]);
    screen_of(1280.0, 720.0, 2.0, |ui| turn_end_panel(ui, &model, 1.0)).assert_nothing_is_cut();
}
