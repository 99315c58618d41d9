//! What 20mm Platoon adds: its standing, its kinds of decision and its arithmetic.

use platoon::event::{Event, Test, Told};
use platoon::fire::Volley;
use platoon::{Command, Platoon, State, rule};
use tabletop::numbers::{quarters, signed};
use tabletop::{RuleId, Ruleset, capital};

use crate::explain::{Explanation, Line};
use crate::teaching::{Kind, Teaching, Term};

/// What kind of decision a command is.
fn kind(command: &Command) -> Kind {
    let kind = |title: &str, rule: RuleId| Kind { title: title.to_owned(), rule: Some(rule) };
    match command {
        Command::Deed { .. } => self::kind(&command.plain()),
        Command::March { mode: Some(_), .. } => kind("Roll for a move", rule!("P-infantry-move")),
        Command::March { mode: None, .. } => kind("Drive", rule!("P-vehicle-move")),
        Command::Step { .. } => kind("Move part of the way", rule!("P-R09")),
        Command::Stand { .. } => kind("Say where a squad stands", rule!("P-companion")),
        Command::LieDown { .. } => kind("Lie down", rule!("P-prone")),
        Command::StandUp { .. } => kind("Stand up", rule!("P-prone")),
        Command::Fire { .. } => kind("Fire", rule!("P-fire")),
        Command::Launch { .. } => kind("Fire a rocket or gun", rule!("P-direct")),
        Command::Snipe { .. } => kind("Snipe at one figure", rule!("P-sniper")),
        Command::BugOut { .. } => kind("Hide a sniper again", rule!("P-sniper")),
        Command::Search { .. } => kind("Search", rule!("P-search")),
        Command::Stores { .. } => kind("Take or destroy stores", rule!("P-search")),
        Command::Request { .. } => kind("Ask for support", rule!("P-artillery")),
        Command::Correct { .. } => kind("Correct the fire", rule!("P-R29")),
        Command::Strike { .. } => kind("Let the aircraft attack", rule!("P-air")),
        Command::FireAtAircraft { .. } => kind("Fire at the aircraft", rule!("P-R26")),
        Command::Burst { .. } => kind("Say which figures it reaches", rule!("P-companion")),
        Command::Mortar { .. } => kind("Fire a mortar", rule!("P-mortar")),
        Command::Close { .. } => kind("Fight hand to hand", rule!("P-close-combat")),
        Command::Question { .. } => kind("Question villagers or a prisoner", rule!("P-interrogation")),
        Command::Tell { .. } => kind("Choose what is revealed", rule!("P-interrogation")),
        Command::Carry { .. } => kind("Pick up a casualty", rule!("P-victory")),
        Command::PutDown { .. } => kind("Put casualties down", rule!("P-victory")),
        Command::Message { .. } => kind("Send a message", rule!("P-messages")),
        Command::Try { .. } => kind("Try something the rules do not cover", rule!("P-R46")),
        Command::OutOfReach { .. } => kind("Say that a withdrawing squad is out of reach", rule!("P-R49")),
        Command::LeaveTable { .. } => kind("Leave the table", rule!("P-victory")),
        Command::Capture { .. } => kind("Take enemy wounded", rule!("P-victory")),
        Command::Mount { .. } => kind("Get in", rule!("P-vehicle-move")),
        Command::Dismount { .. } => kind("Get out", rule!("P-vehicle-move")),
        Command::Fly { .. } => kind("Fly on", rule!("P-vehicle-move")),
        Command::Reveal { .. } => kind("Show yourself", rule!("P-hidden")),
        Command::MoveMarker { .. } => kind("Move a marker", rule!("P-hidden")),
        Command::Reach { .. } => kind("Reach a marker", rule!("P-hidden")),
        Command::Pass => kind("Let no squad fire", rule!("P-opportunity")),
        Command::HoldFire => kind("Hold fire while this squad acts", rule!("P-opportunity")),
        Command::Done => kind("Finish with this squad", rule!("P-turn")),
    }
}

impl Teaching for Platoon {
    fn kind(&self, _: &State, command: &Command) -> Kind {
        kind(command)
    }

    fn explain(&self, _: &State, _: Option<&Command>, events: &[Event], number: usize) -> Option<Explanation> {
        let told = || self.tell(&events[number]);
        let made = |title: &str, lines: Vec<Line>| {
            Some(Explanation { title: title.to_owned(), lines, result: told(), from: None })
        };
        let needing = |title: &str, die: u8, needs: u8, rule: RuleId| {
            made(
                title,
                vec![Line::new("Die", die, Some(rule.clone())), Line::new("Needed at least", needs, Some(rule))],
            )
        };
        let read = |title: &str, die: u8, rule: RuleId| made(title, vec![Line::new("Die", die, Some(rule))]);
        match &events[number] {
            Event::Levelled { die, gung_ho, reasons, level, .. } => {
                let mut lines = vec![
                    Line::new("Die", die, Some(rule!("P-activation"))),
                    Line::new("Gung-Ho", gung_ho, Some(rule!("P-gung-ho"))),
                ];
                for (reason, value) in reasons {
                    lines.push(Line::new(capital(reason.name()), signed(*value), Some(reason.rule())));
                }
                lines.push(Line::new("Activation level; the lowest acts first", level, Some(rule!("P-R05"))));
                made("Activation", lines)
            }
            Event::Marched { mode, dice, good, bad, .. } => {
                let rule = if mode.is_some() { rule!("P-infantry-move") } else { rule!("P-vehicle-move") };
                let reach = |hundredths: i32| format!("{}\"", f64::from(hundredths) / 100.0);
                made(
                    "The roll for the move",
                    vec![
                        Line::new("Dice", listed(dice), Some(rule)),
                        Line::new("The two highest: good terrain", reach(*good), Some(rule!("P-R07"))),
                        Line::new("Bad terrain", reach(*bad), Some(rule!("P-R09"))),
                    ],
                )
            }
            Event::Volley { volley, dice, hits, pins, .. } => {
                made("The volley", fired(self, volley, dice, *hits, *pins))
            }
            Event::Saved { die, needs, .. } => needing("A save", *die, *needs, rule!("P-save")),
            Event::Launched { die, needs, .. } => needing("Direct fire", *die, *needs, rule!("P-direct")),
            Event::TrapMet { die, needs, .. } => made(
                "A booby trap",
                vec![
                    Line::new("Die", die, Some(rule!("P-traps"))),
                    Line::new("Set off from", needs, Some(rule!("P-traps"))),
                ],
            ),
            Event::ChopperSaved { die, needs, .. } => {
                needing("The helicopter's save", *die, *needs, rule!("P-helicopter-fire"))
            }
            Event::AircraftSaved { die, needs, .. } => needing("The aircraft's save", *die, *needs, rule!("P-R26")),
            Event::MessageTried { die, needs, .. } => needing("A message", *die, *needs, rule!("P-messages")),
            Event::VehicleHit { die, .. } => read("Damage to a vehicle", *die, rule!("P-direct")),
            Event::Freeing { die, .. } => read("Getting going again", *die, rule!("P-R23")),
            Event::Drawn { die, .. } => read("What the marker hid", *die, rule!("P-vc-table")),
            Event::Sniped { die, .. } => read("The sniper's die", *die, rule!("P-sniper")),
            Event::Caught { die, .. } => needing("In the burst", *die, 4, rule!("P-artillery")),
            Event::Salvo { die: Some(die), .. } => read("Where the salvo lands", *die, rule!("P-artillery")),
            Event::Rated { die, gung_ho, .. } => made(
                "The rating",
                vec![
                    Line::new("Die", die, Some(rule!("P-gung-ho"))),
                    Line::new("Gung-Ho", gung_ho, Some(rule!("P-gung-ho"))),
                ],
            ),
            Event::FiredAtAircraft { dice, hits, .. } => made(
                "Fire at the aircraft",
                vec![
                    Line::new("Dice", listed(dice), Some(rule!("P-R26"))),
                    Line::new("Hits", hits, Some(rule!("P-R26"))),
                ],
            ),
            Event::Questioned { die, told: answer, .. } => {
                let rule = if *answer == Told::Nothing { rule!("P-interrogation") } else { rule!("P-R41") };
                read("Questioning", *die, rule)
            }
            Event::Fought { dice, sums, .. } => made(
                "Hand to hand",
                vec![
                    Line::new("The attacker's die", dice[0], Some(rule!("P-close-combat"))),
                    Line::new("His sum", sums[0], Some(rule!("P-R33"))),
                    Line::new("The defender's die", dice[1], Some(rule!("P-close-combat"))),
                    Line::new("His sum", sums[1], Some(rule!("P-R33"))),
                ],
            ),
            Event::Panic { test, .. } => made("Panic", tested(test, rule!("P-panic"))),
            Event::Morale { test, .. } => made("Morale", tested(test, rule!("P-morale"))),
            Event::Unpinning { test, .. } => made("A pinned marker", tested(test, rule!("P-unpin"))),
            Event::BuggedOut { test, .. } => made("Disappearing", tested(test, rule!("P-sniper"))),
            Event::Requested { test, .. } => made("Asking for support", tested(test, rule!("P-artillery"))),
            Event::Corrected { test, .. } => made("Correcting the fire", tested(test, rule!("P-R29"))),
            Event::Tried { test, .. } => made("A try", tested(test, rule!("P-R46"))),
            _ => None,
        }
    }

    fn account(&self, state: &Self::State) -> Vec<(&'static str, i64)> {
        let score = self.score(state);
        let (allied, vc) = (i64::from(score.allied), i64::from(score.vc));
        vec![("Allied points", allied), ("VC/NVA points", vc), ("Allied less VC/NVA", allied - vc)]
    }

    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        let score = self.score(seen);
        let margin = i64::from(score.allied - score.vc);
        let sign = if side == platoon::Side::Allied { 1 } else { -1 };
        let strength = |own: bool| -> i64 {
            let squads = seen.squads.iter().filter(|squad| (squad.side == side) == own && squad.in_play());
            squads.map(|squad| i64::try_from(squad.strength()).unwrap_or(0)).sum()
        };
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", sign * margin * 4, "wins points", "loses points"),
            term("own figures", strength(true) * 6, "keeps your troops in the fight", "may cost you troops"),
            term("enemy figures", -strength(false) * 6, "costs the enemy troops", "lets the enemy advance"),
            term(
                "way",
                -platoon::victory::way_to_enemies(seen, side),
                "brings you nearer to the enemy",
                "takes you away from the enemy",
            ),
        ]
    }
}

/// The dice of a volley: what each weapon brings, what multiplies them, what they show.
fn fired(rules: &Platoon, volley: &Volley, dice: &[u8], hits: u8, pins: u8) -> Vec<Line> {
    let mut lines = Vec::new();
    for arms in &volley.arms {
        let pinned = if arms.pinned { ", pinned" } else { "" };
        let far = if arms.far { ", at long range" } else { "" };
        let text = format!("{} × {}{pinned}{far}", arms.figures, arms.weapon.name());
        lines.push(Line::new(text, quarters(arms.quarters), Some(rule!("P-fire"))));
    }
    let n = &rules.tables().numbers;
    let on = |least: u8, most: u8| if least == most { least.to_string() } else { format!("{least} to {most}") };
    let or_more = |least: u8| if least == 6 { least.to_string() } else { format!("{least} or more") };
    if volley.grenades {
        lines.push(Line::new("Hand grenades among them", "", Some(rule!("P-R17"))));
    }
    lines.push(Line::new("Dice before anything multiplies them", quarters(volley.base_quarters), Some(rule!("P-R12"))));
    for factor in &volley.factors {
        let by = format!("×{}", quarters(factor.quarters()));
        lines.push(Line::new(capital(factor.name()), by, Some(factor.rule())));
    }
    for (count, text, rule) in [
        (
            volley.near,
            format!("Dice: {} hits, {} pins", or_more(n.hit.value), on(n.pin.value, n.hit.value - 1)),
            rule!("P-fire"),
        ),
        (volley.far, "Dice at long range: halved".to_owned(), rule!("P-R13")),
        (volley.cannon, format!("Dice: {} hits", or_more(n.cannon.value)), rule!("P-fire")),
    ] {
        if count > 0 {
            lines.push(Line::new(text, count, Some(rule)));
        }
    }
    lines.push(Line::new("They show", listed(dice), None));
    lines.push(Line::new("Hits", hits, Some(rule!("P-R14"))));
    lines.push(Line::new("Pins", pins, Some(rule!("P-R15"))));
    lines
}

/// A test against a rating: pass at or under it.
fn tested(test: &Test, rule: RuleId) -> Vec<Line> {
    let mut lines = vec![Line::new("Dice", listed(&test.dice), Some(rule))];
    let thrown = i16::from(test.dice[0]) + i16::from(test.dice[1]);
    let changed = i16::from(test.total) - thrown;
    if changed != 0 {
        lines.push(Line::new("Modifiers", signed(changed), None));
        lines.push(Line::new("Total", test.total, None));
    }
    lines.push(Line::new("Passed at or under", test.rating, Some(rule!("P-R01"))));
    if test.double {
        lines.push(Line::new("A double", "", Some(rule!("P-R02"))));
    }
    lines
}

fn listed(dice: &[u8]) -> String {
    let words: Vec<String> = dice.iter().map(u8::to_string).collect();
    words.join(" ")
}
