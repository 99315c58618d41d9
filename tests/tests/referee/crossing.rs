//! How long an order takes from one seat to the other, over a line that is encrypted like that of two machines.

use std::sync::Arc;
use std::time::{Duration, Instant};

use block_by_block::BlockByBlock;
use host::{Heard, Host, Key, Seat, Settings};
use platoon::Platoon;
use pointman_tests::library;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::dice::Seeded;
use tabletop::save::Autosave;

use crate::shared_games::game;

/// What this seat hears next of an order: its own answer, or the notice of the other's.
fn hears<R: Ruleset>(seat: &Seat<R>) {
    loop {
        match seat.wait(Duration::from_secs(60)).expect("nothing is heard") {
            Heard::Noticed(_) => return,
            Heard::Lost(why) | Heard::Ended(why) => panic!("{why}"),
            _ => {}
        }
    }
}

/// Plays some orders of a game that lies in a file, as a window's does; for each that the other seat notices, the time from
/// giving it until the other seat has it, in milliseconds.
fn crossings<R: Ruleset>(scenario: &str, orders: usize) -> Vec<f64> {
    let mut truth = game::<R>(scenario, 3);
    let folder = tempfile::tempdir().unwrap();
    let file = Autosave::begin(&folder.path().join("game.ron")).unwrap();
    let host = Host::start(library(), &Settings::for_this_machine()).unwrap();
    let opened = host.open(truth.clone(), Some(file), false, None).unwrap();
    let sit = |token: &str| {
        let invitation = host.invitation(host.address().to_string(), Key::Token(token.to_owned()));
        assert!(!invitation.plain, "the line is encrypted");
        let seat = Seat::<R>::join(invitation, || {}).unwrap();
        while !matches!(seat.wait(Duration::from_secs(60)), Some(Heard::Position(_))) {}
        seat
    };
    let seats: Vec<Seat<R>> = opened.seats.iter().map(|seat| sit(&seat.token)).collect();
    let rules = Arc::clone(truth.rules());
    let mut picks = Seeded::new(5);
    let mut took = Vec::new();
    for _ in 0..orders {
        let Some(acting) = truth.to_act() else { break };
        let (options, _) = truth.options();
        let command = options[picks.choose(options.len())].clone();
        let giver = rules.giver(truth.state(), &command).unwrap_or(acting);
        let at = rules.sides().iter().position(|side| *side == giver).unwrap();
        let other = rules.sides()[1 - at];
        let before = truth.state().clone();
        truth.play(command.clone()).unwrap();
        let n = truth.cursor() - 1;
        let (was, is) = (rules.view(&before, other), rules.view(truth.state(), other));
        let notices =
            was != is || truth.events(n).iter().any(|event| rules.seen(event, truth.state(), other).is_some());
        let begun = Instant::now();
        seats[at].order(&command);
        if notices {
            hears(&seats[1 - at]);
            took.push(begun.elapsed().as_secs_f64() * 1_000.0);
        }
        hears(&seats[at]);
    }
    took
}

fn crosses<R: Ruleset>(scenario: &str, orders: usize) {
    let took = crossings::<R>(scenario, orders);
    let first = took[0];
    let mut sorted = took.clone();
    sorted.sort_by(f64::total_cmp);
    let (median, longest) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    println!(
        "{}: the first order crossed in {first:.1} ms, {} in {median:.1} ms (median), {longest:.1} ms (longest)",
        R::ID,
        took.len()
    );
    // What a machine with nothing else to do needs is in the docs; half a second is too long anywhere.
    assert!(median < 500.0, "{sorted:?}");
}

#[test]
fn an_order_is_at_the_other_seat_before_anybody_waits_for_it() {
    crosses::<BlockByBlock>("historical", 30);
    crosses::<SearchAndDestroy>("standard", 30);
    crosses::<Platoon>("ambush", 30);
    crosses::<Skirmish>("patrol-and-ambush", 30);
}
