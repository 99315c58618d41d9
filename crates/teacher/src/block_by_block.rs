//! What Block by Block adds: its standing, its kinds of decision, its questions and its arithmetic.

use block_by_block::command::Garrison;
use block_by_block::event::CombatRoll;
use block_by_block::state::Stage;
use block_by_block::tables::{AssaultResult, Numbers};
use block_by_block::{
    BlockByBlock, Command, Event, Gate, HeavyLevel, Place, PlaceSet, Side, State, Step, UnitId, UnitSet, Zone, rule,
};
use serde_json::Value;
use tabletop::numbers::signed;
use tabletop::{RuleId, Ruleset, Sourced};

use crate::explain::{Explanation, Line};
use crate::lesson::Shown;
use crate::teaching::{Kind, Teaching, Term};

/// Points of the teacher's own for each thing that counts; a zone is worth most because zones decide the game (3.2).
mod points {
    pub const ZONE: i64 = 60;
    pub const GATE: i64 = 12;
    pub const CLEARING: i64 = 10;
    pub const PUBLICITY: i64 = 3;
    pub const DESTRUCTION: i64 = 3;
    pub const STEP: i64 = 8;
    pub const AREA: i64 = 6;
    pub const FORCE: i64 = 2;
}

impl Teaching for BlockByBlock {
    fn account(&self, state: &State) -> Vec<(&'static str, i64)> {
        let score = self.score(state);
        let gates = Gate::all().filter(|gate| state.gate_control(*gate) == Side::UsArvn).count();
        vec![
            ("US/ARVN zones", i64::from(score.us_arvn_zones)),
            ("US/ARVN gates", i64::try_from(gates).unwrap_or(0)),
            ("clearing score", i64::from(score.total)),
        ]
    }

    fn standing(&self, seen: &State, side: Side) -> Vec<Term> {
        let sign = if side == Side::UsArvn { 1 } else { -1 };
        let count = |n: usize| i64::try_from(n).unwrap_or(0);
        let zones = count(Zone::ALL.into_iter().filter(|z| seen.zone_control(*z) == Side::UsArvn).count());
        let gates = count(Gate::all().filter(|g| seen.gate_control(*g) == Side::UsArvn).count());
        let clearing: i64 = Zone::ALL.into_iter().map(|z| i64::from(seen.clearing(z))).sum();
        let steps = |whose: Side| -> i64 {
            let on_map = UnitId::all().filter(|u| u.side() == whose && seen.place(*u).is_some());
            on_map.map(|u| i64::from(seen.steps_left(u))).sum()
        };
        let (us, enemy) = (seen.presence(Side::UsArvn), seen.presence(Side::PavnNlf));
        // What counts is where PAVN/NLF is alone: those areas are cleared, and all others are as good as free.
        let held =
            |here: PlaceSet, other: PlaceSet| count(Place::each(here & !other).filter(|p| p.zone().is_some()).count());
        let term = |what, points, better, worse| Term { what, points, better, worse };
        let loss = points::STEP;
        vec![
            term("zones", sign * zones * points::ZONE, "wins a zone", "loses a zone"),
            term("gates", sign * gates * points::GATE, "wins a gate", "loses a gate"),
            term("ground", -sign * held(enemy, us) * points::AREA, "gains ground", "gives up ground"),
            term(
                "clearing",
                -sign * clearing * points::CLEARING,
                "improves the clearing score",
                "worsens the clearing score",
            ),
            term(
                "headlines",
                -sign * i64::from(seen.publicity()) * points::PUBLICITY,
                "moves the headlines your way",
                "makes headlines against you",
            ),
            term(
                "rubble",
                -sign * i64::from(seen.destruction()) * points::DESTRUCTION,
                "adds to the rubble that counts",
                "leaves more of the city in ruins",
            ),
            term("own losses", steps(side) * loss, "saves steps of your own", "may cost you steps"),
            term("enemy losses", -steps(side.enemy()) * loss, "costs the enemy steps", "lets the enemy recover"),
            term("force", force(self, seen, side), "brings force to bear on the enemy", "takes force off the enemy"),
        ]
    }

    fn kind(&self, state: &State, command: &Command) -> Kind {
        let kind = |title: &str, rule: RuleId| Kind { title: title.to_owned(), rule: Some(rule) };
        match command {
            Command::Done => {
                let title = self.phrase(state, command);
                kind(title.trim_end_matches('.'), rule!("5.0"))
            }
            Command::Detach { .. } => kind("Leave a platoon in a gate", rule!("8.2a")),
            Command::Restore { unit } => kind(
                "Recover a unit",
                match unit.side() {
                    Side::UsArvn => rule!("10.1"),
                    Side::PavnNlf => rule!("10.2"),
                },
            ),
            Command::Return { .. } => kind("Bring an eliminated unit back", rule!("10.2")),
            Command::Infiltrate { .. } => kind("Infiltrate a gate", rule!("8.0d")),
            Command::Reinforce { .. } => kind("Place a reinforcement", rule!("11.1a")),
            Command::Exit { .. } => kind("Take a unit off the map", rule!("12.1")),
            Command::Move { .. } => kind("Move a unit", rule!("6.2a")),
            Command::FormGroup { .. } => kind("Name an assault group", rule!("7.2a")),
            Command::Assault { target, heavy_weapons: false, .. } if target.is_box() => {
                kind("Assault a gate", rule!("8.1b"))
            }
            Command::Assault { target, .. } if target.is_box() => {
                kind("Assault a gate with heavy weapons", rule!("7.4a"))
            }
            Command::Assault { heavy_weapons: false, .. } => kind("Assault an area", rule!("7.5a")),
            Command::Assault { .. } => kind("Assault an area with heavy weapons", rule!("7.4a")),
            Command::CloseCombat { heavy_weapons: false, .. } => kind("Fight a close combat", rule!("7.6a")),
            Command::CloseCombat { .. } => kind("Fight a close combat with heavy weapons", rule!("7.4a")),
            Command::Split { .. } => kind("Split a group", rule!("7.2f")),
            Command::WalkThrough { .. } => kind("Walk through a cleared gate", rule!("8.1d")),
            Command::Pause { .. } => kind("Pause a group", rule!("7.2i")),
            Command::ChooseLevel { .. } => kind("Choose the level of heavy weapons", rule!("7.4a")),
            Command::Defend { .. } => kind("Choose defenders", rule!("7.6a")),
            Command::TakeLoss { .. } => kind("Choose which unit takes the loss", rule!("2.5e")),
            Command::Hold => kind("Hold", rule!("7.7a")),
            Command::Counterattack { .. } => kind("Counterattack", rule!("7.7b")),
            Command::Retreat => kind("Retreat", rule!("7.7c")),
            Command::RetreatTo { .. } => kind("Choose where a unit retreats", rule!("7.7d")),
            Command::Occupy { .. } => kind("Choose which unit occupies the Gate Box", rule!("8.1d")),
        }
    }

    fn ask(&self, state: &State, command: &Command) -> Option<String> {
        let from = |unit: &UnitId| state.place(*unit).map_or_else(String::new, |place| format!(" from {place}"));
        Some(match command {
            Command::Move { unit, to } => format!("May {unit} move{} to {to}?", from(unit)),
            Command::Reinforce { unit, to } => format!("May {unit} arrive in {to}?"),
            Command::Return { unit, to } => format!("May {unit} return in {to}?"),
            Command::Restore { unit } => format!("May {unit} recover now?"),
            Command::RetreatTo { unit, to } => format!("May {unit} retreat{} to {to}?", from(unit)),
            Command::Counterattack { unit, target } => format!("May {unit} counterattack {target}?"),
            Command::TakeLoss { unit } => format!("May {unit} take this loss?"),
            Command::Infiltrate { gate, .. } => format!("May Tower {} infiltrate its gate?", gate.letter()),
            Command::Detach { unit, gate, .. } => format!("May {unit} leave a platoon in gate {}?", gate.letter()),
            Command::FormGroup { units } if units.len() > 1 => {
                let names: Vec<&str> = units.iter().map(|unit| unit.name()).collect();
                format!("May these form one assault group: {}?", names.join(", "))
            }
            Command::Assault { .. } | Command::CloseCombat { .. } | Command::WalkThrough { .. } => {
                let phrase = self.phrase(state, command);
                format!("Is this allowed? {phrase}")
            }
            _ => return None,
        })
    }

    fn settle(&self, state: &State) -> Option<Command> {
        let attack = state.attack()?;
        let mut options = Vec::new();
        self.options(state, &mut options);
        let preferred = match attack.stage {
            Stage::DefensiveAction if options.contains(&Command::Hold) => Some(Command::Hold),
            Stage::Level => Some(Command::ChooseLevel { level: HeavyLevel::One }),
            Stage::FriendsRetreat => Some(Command::Done),
            Stage::Occupy => {
                options.iter().find(|o| matches!(o, Command::Occupy { garrison: Garrison::PlatoonOf(_) })).cloned()
            }
            // Who defends: the three strongest there are, which the list has last.
            Stage::Defenders => options.iter().max_by_key(|option| strength_of(self, state, option)).cloned(),
            _ => None,
        };
        preferred.or_else(|| options.into_iter().next())
    }

    fn explain(&self, before: &State, _: Option<&Command>, events: &[Event], number: usize) -> Option<Explanation> {
        let declared = events.iter().find_map(|event| match event {
            Event::AttackDeclared { units, target, .. } => Some((units.clone(), *target)),
            _ => None,
        });
        let under_way = || {
            let attack = before.attack()?;
            let units = before.group(attack.group).map_or(UnitSet::EMPTY, |group| group.units);
            Some((UnitId::each(units).collect::<Vec<_>>(), attack.target))
        };
        let (units, target) = declared.or_else(under_way).map_or((Vec::new(), None), |(u, t)| (u, Some(t)));
        match &events[number] {
            Event::AssaultRolled { roll, result, doubled } => {
                let title = target.map_or_else(|| "Assault".into(), |target| format!("Assault on {target}"));
                let steps = |which: fn(&Numbers) -> &Sourced<u8>| match which(self.numbers())
                    .value
                    .saturating_mul(if *doubled { 2 } else { 1 })
                {
                    1 => "one step".to_owned(),
                    steps => format!("{steps} steps"),
                };
                let outcome = match (result, target.is_some_and(Place::is_box)) {
                    (AssaultResult::Repulsed, _) => {
                        "repulsed: no unit advances, and a die decides on a loss".to_owned()
                    }
                    (AssaultResult::Success, false) => {
                        format!(
                            "success: the group advances and loses a step, the defender {}",
                            steps(|n| &n.success_steps)
                        )
                    }
                    (AssaultResult::Breakthrough, false) => {
                        format!(
                            "breakthrough: the group advances, the defender loses {}",
                            steps(|n| &n.breakthrough_steps)
                        )
                    }
                    (AssaultResult::Success, true) => {
                        format!(
                            "success: the group loses a step, the defender {}; nobody enters the box before it is cleared",
                            steps(|n| &n.success_steps)
                        )
                    }
                    (AssaultResult::Breakthrough, true) => {
                        format!(
                            "breakthrough: the defender loses {}; nobody enters the box before it is cleared",
                            steps(|n| &n.breakthrough_steps)
                        )
                    }
                };
                let mut lines = arithmetic(self, before, roll, &units);
                if *doubled {
                    lines.push(Line::new(self.crowd_text(), "×2", Some(rule!("7.5e"))));
                }
                let result = format!("{} {outcome}.", result.sign());
                let from = Some(self.combat_table().source(roll.column, roll.total).clone());
                Some(Explanation { title, lines, result, from })
            }
            Event::CloseCombatRolled {
                attacker,
                hits_on_defender,
                defender,
                hits_on_attacker,
                counterattack,
                doubled,
            } => {
                let name = if *counterattack { "Counterattack" } else { "Close combat" };
                let duel = events.iter().find_map(|event| match event {
                    Event::CounterattackDeclared { unit, target } => Some((vec![*unit], vec![*target])),
                    _ => None,
                });
                let chosen = events.iter().find_map(|event| match event {
                    Event::DefendersChosen { units } => Some(units.clone()),
                    _ => None,
                });
                let (strikers, struck) = duel.unwrap_or((units, chosen.unwrap_or_default()));
                let mut lines = vec![Line::new(attacker.side.name(), "", Some(rule!("7.6a")))];
                lines.extend(arithmetic(self, before, attacker, &strikers));
                if *doubled {
                    lines.push(Line::new(self.crowd_text(), "×2", Some(rule!("BB-R11"))));
                }
                lines.push(Line::new(format!("Hits on {}", defender.side.name()), hits_on_defender, None));
                lines.push(Line::new(defender.side.name(), "", Some(rule!("7.6b"))));
                lines.extend(arithmetic(self, before, defender, &struck));
                lines.push(Line::new(format!("Hits on {}", attacker.side.name()), hits_on_attacker, None));
                let title = match (counterattack, target) {
                    (false, Some(target)) => format!("{name} in {target}"),
                    _ => name.to_owned(),
                };
                let result = format!(
                    "{} takes {hits_on_defender}, {} takes {hits_on_attacker}.",
                    defender.side.name(),
                    attacker.side.name()
                );
                let from = Some(self.combat_table().source(attacker.column, attacker.total).clone());
                Some(Explanation { title, lines, result, from })
            }
            Event::FriendlyFireRolled { die, .. } => {
                Some(single("Friendly fire", "The die", *die, rule!("7.4a"), self.tell(&events[number])))
            }
            Event::AttackerLossRolled { die, after, .. } => Some(single(
                "Attacker's loss",
                &format!("The die after {}", after.sign()),
                *die,
                after.rule(),
                self.tell(&events[number]),
            )),
            Event::TowerRolled { die, .. } => {
                Some(single("Recovery of a Gate Tower", "The die", *die, rule!("8.0c"), self.tell(&events[number])))
            }
            Event::PublicityRose { by, now, cause } => {
                Some(track("Publicity", *by, *now, cause.rule(), self.tell(&events[number])))
            }
            Event::DestructionRose { by, now } => {
                Some(track("Destruction", *by, *now, rule!("7.4a"), self.tell(&events[number])))
            }
            _ => None,
        }
    }

    fn knows(&self, _: &State, shown: &Shown) -> bool {
        match shown {
            Shown::Place(Value::String(name)) => Place::named(name).is_some(),
            Shown::Piece(Value::String(name)) => UnitId::named(name).is_some(),
            _ => false,
        }
    }
}

fn single(title: &str, text: &str, die: u8, rule: RuleId, result: String) -> Explanation {
    Explanation { title: title.to_owned(), lines: vec![Line::new(text, die, Some(rule))], result, from: None }
}

fn track(title: &str, by: u8, now: u8, rule: RuleId, result: String) -> Explanation {
    let lines = vec![
        Line::new("Before", now.saturating_sub(by), None),
        Line::new("Added", format!("+{by}"), Some(rule)),
        Line::new("Now", now, None),
    ];
    Explanation { title: title.to_owned(), lines, result, from: None }
}

/// A die on the Combat Results Table, from who fights to the row that is read.
fn arithmetic(rules: &BlockByBlock, before: &State, roll: &CombatRoll, units: &[UnitId]) -> Vec<Line> {
    let mut lines = Vec::new();
    // What each brings, if it adds up: a loss on the way may have changed it since.
    let attacking = units.iter().map(|unit| rules.attack_value(before, *unit));
    let defending = units.iter().map(|unit| rules.defence_value(before, *unit));
    let values: Vec<Vec<u8>> = vec![attacking.collect(), defending.collect()];
    let adds_up = |values: &Vec<u8>| values.iter().map(|v| u16::from(*v)).sum::<u16>() == u16::from(roll.strength);
    if let Some(values) = values.into_iter().find(|values| !values.is_empty() && adds_up(values)) {
        for (unit, value) in units.iter().zip(values) {
            lines.push(Line::new(unit.name(), value, Some(rule!("2.4a"))));
        }
    }
    lines.push(Line::new("Strength", roll.strength, Some(rule!("2.4a"))));
    lines.push(Line::new("Column", rules.combat_table().heading(roll.column), Some(rule!("BB-R37"))));
    lines.push(Line::new("Die", roll.die, None));
    for modifier in &roll.modifiers {
        let value = signed(modifier.value);
        lines.push(Line::new(rules.modifier_reason(modifier), value, Some(modifier.rule())));
    }
    lines.push(Line::new("Total, the row", roll.total, Some(rule!("13.0"))));
    lines
}

fn strength_of(rules: &BlockByBlock, state: &State, command: &Command) -> u32 {
    match command {
        Command::Defend { units } => units.iter().map(|unit| u32::from(rules.defence_value(state, *unit))).sum(),
        _ => 0,
    }
}

/// How much of a side's strength stands beside the enemy or among him, more if it is in a group that may still act.
/// Without it a search that looks one command ahead would see no use in moving up or in naming groups.
fn force(rules: &BlockByBlock, state: &State, side: Side) -> i64 {
    let enemy = state.presence(side.enemy());
    let mut force = 0;
    for unit in UnitId::all().filter(|unit| unit.side() == side && !unit.kind().is_static()) {
        let Some(place) = state.place(unit) else { continue };
        let near = !(enemy & (rules.map().beside(place) | place.set())).is_empty();
        let value = i64::from(rules.attack_value(state, unit));
        if near {
            force += value * points::FORCE;
        }
        if near && state.group_of(unit).is_some() && matches!(state.step(), Step::UsArvnGroups | Step::PavnNlfGroups) {
            let mates = state.group_of(unit).and_then(|n| state.group(n)).map_or(0, |g| g.units.len());
            force += value + i64::from(mates);
        }
    }
    force
}
