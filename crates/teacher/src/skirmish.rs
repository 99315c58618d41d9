//! What Vietnam Skirmish adds: its standing, its kinds of decision and its arithmetic.

use skirmish::event::Event;
use skirmish::{Command, Skirmish, State, rule};
use tabletop::numbers::signed;
use tabletop::{RuleId, Ruleset, capital};

use crate::explain::{Explanation, Line};
use crate::lesson::Shown;
use crate::teaching::{Kind, Teaching, Term};

impl Teaching for Skirmish {
    fn kind(&self, state: &State, command: &Command) -> Kind {
        let kind = |title: &str, rule: RuleId| Kind { title: title.to_owned(), rule: Some(rule) };
        match command {
            Command::Done => kind(self.phrase(state, command).trim_end_matches('.'), rule!("S-turn")),
            Command::CallFire { .. } => kind("Call for off-table fire", rule!("S-support")),
            Command::NextRound => kind("Fire another round", rule!("S-R10")),
            Command::SpottingRound { .. } => kind("Call for a spotting round", rule!("S-R11")),
            Command::Correct { .. } => kind("Correct the fire", rule!("S-R11")),
            Command::Move { .. } => kind("Move", rule!("S-turn")),
            Command::Turn { .. } => kind("Turn", rule!("S-R05")),
            Command::Prepare { .. } => kind("Prepare an action of several phases", rule!("S-R08")),
            Command::Sneak { .. } => kind("Move tactically", rule!("S-tactical")),
            Command::Fire { .. } => kind("Fire", rule!("S-fire")),
            Command::Suppress { .. } => kind("Choose which figure is suppressed", rule!("S-R04")),
            Command::Spray { .. } => kind("Fire on speculation", rule!("S-speculative")),
            Command::Listen { .. } => kind("Listen", rule!("S-listen")),
            Command::Throw { .. } => kind("Throw a grenade", rule!("S-grenade")),
            Command::Launch { .. } => kind("Launch a grenade", rule!("S-grenade")),
            Command::Rocket { .. } => kind("Fire the RPG", rule!("S-R15")),
            Command::Shell { .. } => kind("Fire the mortar", rule!("S-mortar")),
            Command::Finish { .. } => kind("Finish with the mortar", rule!("S-R17")),
            Command::PlaceClaymore { .. } => kind("Place a Claymore", rule!("S-claymore")),
            Command::FireClaymore { .. } => kind("Fire a Claymore", rule!("S-claymore")),
            Command::Fight { .. } => kind("Fight hand to hand", rule!("S-close-combat")),
            Command::Mount { .. } => kind("Get in", rule!("S-apc")),
            Command::Dismount { .. } => kind("Get out", rule!("S-apc")),
            Command::Spot { .. } => kind("Look for a hidden figure", rule!("S-hidden")),
            Command::Leave { .. } => kind("Leave the table", rule!("S-turn")),
            Command::Beside(_) => kind("Say what happens on the table", rule!("S-companion")),
        }
    }

    fn explain(
        &self,
        before: &State,
        command: Option<&Command>,
        events: &[Event],
        number: usize,
    ) -> Option<Explanation> {
        let told = || self.tell(&events[number]);
        // What counted before the die, each number with its rule.
        let counted = || -> Vec<Line> {
            let found = command.and_then(|command| self.fire_forecast(before, command).ok());
            let lines = found.map(|found| found.lines).unwrap_or_default();
            lines.into_iter().map(|line| Line::new(capital(&line.what), line.value, Some(line.rule))).collect()
        };
        let made = |title: &str, lines: Vec<Line>| {
            Some(Explanation { title: title.to_owned(), lines, result: told(), from: None })
        };
        let rolled = |title: &str, die: u8, rule: RuleId| {
            let mut lines = counted();
            lines.push(Line::new("Die", die, Some(rule)));
            made(title, lines)
        };
        match &events[number] {
            Event::Checked { counters, die, .. } => {
                let mut lines = vec![Line::new("Counters", counters, Some(rule!("S-R02")))];
                match die {
                    Some(die) => {
                        lines.push(Line::new("Die", die, Some(rule!("S-R02"))));
                        lines.push(Line::new(
                            "Removed at or under",
                            counters.min(&skirmish::facts::FACES),
                            Some(rule!("S-R02")),
                        ));
                    }
                    None => lines.push(Line::new("No roll is needed", "", Some(rule!("S-R02")))),
                }
                made("KIA check", lines)
            }
            Event::Fired { weapon, die, .. } => {
                rolled(&format!("Fire with the {}", weapon.name()), *die, rule!("S-fire"))
            }
            Event::Sprayed { die, .. } => rolled("Speculative fire", *die, rule!("S-speculative")),
            Event::Listened { die, .. } => rolled("Listening", *die, rule!("S-listen")),
            Event::Noise { pips, against, die, .. } => {
                let line = |what, value| Line::new(what, value, Some(rule!("S-noise")));
                let against =
                    against.as_ref().map(|against| Line::new("Heard at or under", against, Some(rule!("S-R22"))));
                made(
                    "Is it heard?",
                    [line("Noise", pips)].into_iter().chain(against).chain([line("Die", die)]).collect(),
                )
            }
            Event::Landed { die, .. } => rolled("Where it lands", *die, rule!("S-grenade")),
            Event::Round { die, .. } => rolled("Where the round lands", *die, rule!("S-support")),
            Event::RocketFired { die, .. } => rolled("RPG at a vehicle", *die, rule!("S-apc")),
            Event::VehicleStruck { die, .. } => {
                made("A round beside a vehicle", vec![Line::new("Die", die, Some(rule!("S-R14")))])
            }
            Event::Radio { die, .. } => made("The radio", vec![Line::new("Die", die, Some(rule!("S-R12")))]),
            Event::Fought { attacker, defender, dice, scores, .. } => {
                let mut lines = Vec::new();
                for (who, die, score) in [(attacker, dice.0, scores.0), (defender, dice.1, scores.1)] {
                    lines.push(Line::new(format!("{}: die", who.name), die, Some(rule!("S-close-combat"))));
                    let less = i16::from(score) - i16::from(die);
                    if less != 0 {
                        let counters = "Minus the figure's counters";
                        let what =
                            if score == 1 { format!("{counters}, to no less than one") } else { counters.into() };
                        lines.push(Line::new(what, signed(less), Some(rule!("S-R20"))));
                    }
                    lines.push(Line::new(format!("{}: score", who.name), score, Some(rule!("S-R20"))));
                }
                made("Close combat", lines)
            }
            Event::Spotted { dice, .. } => {
                let mut lines = counted();
                lines.push(Line::new("Dice", format!("{} {}", dice.0, dice.1), Some(rule!("S-hidden"))));
                lines.push(Line::new("Together", dice.0 + dice.1, None));
                made("Spotting a hidden figure", lines)
            }
            Event::Suppressed { counters, now, .. } => made(
                "Suppression",
                vec![
                    Line::new("Before", now.saturating_sub(*counters), None),
                    Line::new("Counters", format!("+{counters}"), Some(rule!("S-fire"))),
                    Line::new("Now", now, Some(rule!("S-R03"))),
                ],
            ),
            _ => None,
        }
    }

    fn account(&self, state: &Self::State) -> Vec<(&'static str, i64)> {
        let points = |side| i64::from(skirmish::score::points(state, side));
        let (us, vc) = (points(skirmish::Side::UsArvn), points(skirmish::Side::VcNva));
        vec![("US/ARVN points", us), ("VC/NVA points", vc), ("US/ARVN less VC/NVA", us - vc)]
    }

    /// A point of the table, or a figure by its number. Beside a real table there are no points.
    fn knows(&self, state: &Self::State, shown: &Shown) -> bool {
        match shown {
            Shown::Place(value) => {
                serde_json::from_value(value.clone()).is_ok_and(|at| !state.is_beside() && state.board().contains(at))
            }
            Shown::Piece(value) => serde_json::from_value(value.clone()).is_ok_and(|id| state.figure(id).is_some()),
        }
    }

    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        let points = |whose| i64::from(skirmish::score::points(seen, whose));
        let men = |whose| i64::try_from(seen.of(whose).filter(|(_, figure)| figure.in_play()).count()).unwrap_or(0);
        let counters = |whose| seen.of(whose).map(|(_, figure)| i64::from(figure.counters)).sum::<i64>();
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", (points(side) - points(side.enemy())) * 4, "wins points", "loses points"),
            term("own figures", men(side) * 10, "keeps your figures in the fight", "may cost you figures"),
            term("enemy figures", -men(side.enemy()) * 10, "costs the enemy figures", "lets the enemy advance"),
            term(
                "own suppression",
                -counters(side) * 3,
                "takes suppression off your figures",
                "may get figures suppressed",
            ),
            term("enemy suppression", counters(side.enemy()) * 3, "suppresses the enemy", "lets the enemy recover"),
            term(
                "way",
                -skirmish::score::way_to_goals(seen, side),
                "brings you nearer to what counts",
                "takes you away from what counts",
            ),
        ]
    }
}
