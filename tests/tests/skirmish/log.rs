//! What the log of Vietnam Skirmish tells of the other side's orders: nothing of what comes of them unseen.

use std::sync::Arc;

use pointman_tests::skirmish::*;
use skirmish::{Command, Deed, FigureId, Said, Scenario, Side, State, Weapon, Work};
use table::Point;
use tabletop::dice::Roll;
use tabletop::{Game, Ruleset};

use super::companion::{Desk, X};

/// A game of these figures, and what the other side then reads of the orders of US/ARVN: their words and their dice.
fn read_by_vc(us: &[String], vc: &[String], orders: &[Command], seed: u64) -> Vec<(Option<String>, Vec<Roll>)> {
    read(us, vc, "Kill(points: 1)", orders, seed)
}

/// The same where US/ARVN has this goal.
fn read(us: &[String], vc: &[String], goal: &str, orders: &[Command], seed: u64) -> Vec<(Option<String>, Vec<Roll>)> {
    let figures = |of: &[String]| of.iter().map(|figure| format!("({figure})")).collect::<Vec<_>>().join(", ");
    let text = format!(
        "(title: \"T\", summary: \"T\", board: (rows: {:?}), turns: 9, first: UsArvn, us_arvn: (edge: West, figures: [{}], \
         goals: [{goal}]), vc_nva: (edge: East, figures: [{}], goals: [Kill(points: 1)]))",
        open_ground(),
        figures(us),
        figures(vc),
    );
    let scenario: Scenario = tabletop::files::parse_ron("scenario", &text).unwrap();
    let mut game = Game::new(Arc::new(skirmish_rules().clone()), scenario, "", seed).unwrap();
    for order in orders {
        game.play(*order).unwrap();
    }
    let lines = game.log(0..orders.len(), Some(Side::VcNva)).into_iter();
    lines.map(|line| (line.phrase, line.rolls)).collect()
}

#[test]
fn whether_anything_happened_unseen_at_the_end_of_a_turn_is_in_nobody_elses_log() {
    skirmish::proves!("S-R28", "S-noise");
    let z = [a("Rifleman", "Z", 3900, 1900)];
    let figure = FigureId(0);
    let step = Command::Move { figure, to: at(300, 500), facing: WEST };
    let told = |counters: u8, orders: &[Command], seed: u64| {
        let us = [a("Rifleman", "A", 500, 500) + &format!(", counters: {counters}"), a("Rifleman", "B", 100, 1900)];
        read_by_vc(&us, &z, orders, seed).pop().unwrap()
    };
    let ended = (Some("US/ARVN ends the turn.".to_owned()), Vec::new());
    for seed in 0..6 {
        assert_eq!(told(0, &[Command::Done], seed), ended);
        assert_eq!(told(0, &[step, Command::Done], seed), ended, "it moved, and was not heard");
        assert_eq!(told(1, &[Command::Done], seed), ended, "it recovered, if it is alive");
    }
}

#[test]
fn whether_a_burst_has_caught_hidden_comrades_is_in_nobody_elses_log() {
    skirmish::proves!("S-R28", "S-R26");
    let z = [a("Rifleman", "Z", 3900, 1900)];
    let spray = Command::Spray { figure: FigureId(0), weapon: Weapon::AssaultRifle, at: at(1000, 500) };
    let told = |comrade: Point, seed: u64| {
        let us = [a("Rifleman", "A", 500, 500) + ", hidden: false", a("Rifleman", "B", comrade.x, comrade.y)];
        read_by_vc(&us, &z, &[spray], seed)
    };
    let mut told_on = 0;
    for seed in 0..40 {
        let near = told(at(1100, 500), seed);
        assert_eq!(near, told(at(100, 1900), seed));
        told_on += usize::from(near[0].1.first().is_some_and(|roll| roll.value == 6));
        assert!(
            near[0].0.as_deref().is_some_and(|words| words.starts_with("A fires the assault rifle on speculation"))
        );
    }
    assert!(told_on > 2, "it took effect now and then");
}

#[test]
fn whether_somebody_rides_out_with_a_vehicle_is_in_nobody_elses_log() {
    skirmish::proves!("S-R28", "S-R31");
    let told = |rider: &str| {
        let us = [a("M113", "V", 300, 500), rider.to_owned(), a("Rifleman", "B", 100, 1900)];
        let leave = [Command::Leave { figure: FigureId(0) }];
        read(&us, &[a("Rifleman", "Z", 3900, 1900)], "Exit(edge: West, points: 1)", &leave, 7)
    };
    let carries = told("name: \"P\", kind: \"Rifleman\", aboard: \"V\"");
    assert_eq!(carries, told(&a("Rifleman", "P", 100, 1000)));
    assert_eq!(carries[0].0.as_deref(), Some("V leaves the table."));
}

/// Where a smoke round was meant to fall is not told, not even where it falls on its point; nor how many Claymores there are.
#[test]
fn an_order_tells_nobody_else_more_than_is_seen_of_it() {
    skirmish::proves!("S-R28", "S-R11", "S-claymore");
    let told = |field: &mut Field, order: Command, dice: &[u8]| {
        let before = field.state.clone();
        let events = field.dice(dice).play(order);
        let noticed: Vec<_> =
            events.iter().filter_map(|e| skirmish_rules().seen(e, &field.state, Side::VcNva)).collect();
        let words = skirmish_rules().phrase_to_others(&before, &order);
        words.filter(|_| skirmish_rules().words_are_told(&order, &events, &noticed))
    };
    let us = [a("Radio operator", "R", 500, 500), a("Claymore man", "C", 900, 500) + ", hidden: false"];
    let more = "battery: (turns: 3, rounds: 3, spotting: true), claymores: [(at: (900, 600), facing: South), (at: (900, 650), facing: South)],";
    let mut field = Field::on(&open_ground(), &us, &[a("Guerrilla", "Z", 3900, 1900)], more, "", "");
    assert_eq!(told(&mut field, Command::SpottingRound { at: at(2000, 500) }, &[1, 1, 1]), None);
    field.play(Command::Done);
    let second = Command::FireClaymore { figure: field.id("C"), number: 1 };
    assert_eq!(told(&mut field, second, &[]).as_deref(), Some("C fires a Claymore."));
    // Beside a real table its owner is told which.
    let mut desk = Desk::set("(name: \"C\", kind: \"Claymore man\", hidden: false)", X, "");
    desk.prepare("C", Work::Claymore, 2);
    desk.say(Said::Plant { figure: desk.id("C") }, &[]);
    desk.play(Command::Done, &[]);
    desk.play(Command::Done, &[]);
    let fires = Said::Try { figure: desk.id("C"), deed: Deed::FireClaymore(0), near: true };
    let events = desk.say(fires, &[]);
    let read = Side::ALL.map(|side| {
        let seen = skirmish_rules().seen(&events[0], &desk.state, side).unwrap();
        skirmish_rules().tell(&seen)
    });
    assert_eq!(read, ["C fires Claymore 1.", "C fires a Claymore."]);
}

/// A place is held at the end where no enemy is, hidden or not: no seat reads another result than the game has.
#[test]
fn everybody_reads_the_same_points_at_the_end() {
    skirmish::proves!("S-R28");
    let us = [a("Rifleman", "A", 1000, 1000)];
    let goals = "goals: [Hold(at: (1000, 1000), within_in: 6, points: 5)],";
    let ended = |z: i32| {
        let mut field = Field::on(&open_ground(), &us, &[a("Guerrilla", "Z", z, 1000)], goals, "", "turns: 1,");
        for side in Side::ALL {
            let view = skirmish_rules().view(&field.state, side);
            assert!(view.figure(field.id(if side == Side::UsArvn { "Z" } else { "A" })).unwrap().at.is_none());
            field.end_turn(&[]);
        }
        let words = &skirmish::score::lines(&field.state, Side::UsArvn)[0].words;
        assert!(words.contains("a figure on foot"), "a vehicle holds nothing: {words}");
        let result = |state: &State| skirmish_rules().outcome(state).map(|outcome| outcome.because);
        for side in Side::ALL {
            assert_eq!(result(&skirmish_rules().view(&field.state, side)), result(&field.state), "{side:?}");
        }
        result(&field.state).unwrap()
    };
    assert_eq!(ended(1500), "US/ARVN has 0 points, VC/NVA 0.");
    assert_eq!(ended(1700), "US/ARVN has 5 points, VC/NVA 0.");
}
