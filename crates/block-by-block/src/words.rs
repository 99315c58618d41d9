//! What is asked, said and done, in plain English. Unit and place names are the rulebook's.

use std::fmt::Write as _;

use tabletop::briefing::listed;
use tabletop::numbers::counted;

use crate::defence;
use crate::event::{Appearance, CombatRoll, Departure, GroupEnd, LossCause, ModifierReason, PublicityCause, Travel};
use crate::groups::{place_of, strong_enough};
use crate::losses::due;
use crate::places::{Gate, Place, Zone};
use crate::reckoning::{Ground, Reckoning};
use crate::rules::RuleId;
use crate::state::{AttackKind, Condition, Location, Stage, State, Step};
use crate::tables::AssaultResult;
use crate::units::{Side, UnitId, UnitSet};
use crate::ways::Ways;
use crate::{BlockByBlock, Command, Event, Garrison, HeavyLevel, rule};

/// `A, B and C`.
pub(crate) fn and<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|i| i.to_string()).collect();
    if items.is_empty() { "no unit".into() } else { listed(&items) }
}

fn verb<'a>(count: usize, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// A condition in lower case.
pub(crate) fn condition_word(condition: Condition) -> &'static str {
    match condition {
        Condition::Fresh => "fresh",
        Condition::Spent => "spent",
        Condition::Routed => "routed",
    }
}

fn replacement_points(points: u8) -> String {
    counted(points, "replacement point", "replacement points")
}

fn group_units(state: &State, group: u8) -> String {
    and(UnitId::each(state.group(group).map_or(UnitSet::EMPTY, |g| g.units)))
}

/// The question of the prompt bar.
pub(crate) fn question(rules: &BlockByBlock, state: &State) -> String {
    let Some(attack) = state.attack() else { return step_question(rules, state) };
    let side = |s: Side| s.name();
    match attack.stage {
        Stage::FriendlyFireLoss | Stage::Losses => match due(state) {
            Some(due) => {
                let why = match due.cause {
                    LossCause::FriendlyFire => "Friendly fire",
                    LossCause::GateFromOutside => "Assault on a gate from outside",
                    LossCause::Assault => "The assault costs steps",
                    LossCause::CloseCombat => "The close combat costs steps",
                };
                let left = if due.hits > 1 { format!(" ({} to take)", due.hits) } else { String::new() };
                format!("{why}: which {} unit takes a step loss{left}?", side(due.side))
            }
            None => "Go on.".into(),
        },
        Stage::Level => {
            let [one, two] = [HeavyLevel::One, HeavyLevel::Two].map(|level| rules.numbers().heavy_weapons(level));
            format!(
                "Choose the level of heavy weapons: {} for {} destruction, or {} for {}?",
                signed(one.modifier),
                one.destruction,
                signed(two.modifier),
                two.destruction
            )
        }
        Stage::Defenders => {
            let most = rules.numbers().close_combat_defenders.value;
            format!("{} is attacked in close combat: which units defend ({most} at most)?", attack.target)
        }
        Stage::DefensiveAction => {
            let place = attack.target;
            let ways = match (defence::may_strike_back(state, attack), defence::may_retreat(rules, state, attack)) {
                (true, true) => "hold, counterattack or retreat",
                (true, false) => "hold or counterattack",
                (false, true) => "hold or retreat",
                (false, false) => return format!("The defenders of {place} can only hold."),
            };
            format!("How do the defenders of {place} react: {ways}?")
        }
        Stage::Retreat => format!("Where do the defenders of {} retreat to?", attack.target),
        Stage::FriendsRetreat => format!("Units beside {} may retreat too: which, and where?", attack.target),
        Stage::Occupy => {
            let name = rules.map().local_name(attack.target);
            format!("The {name} is cleared: who is left in the box?")
        }
    }
}

fn step_question(rules: &BlockByBlock, state: &State) -> String {
    match state.step {
        Step::Garrisons => "Leave a platoon in the gates you hold? An empty gate may be infiltrated.".into(),
        Step::UsArvnReplacements | Step::PavnNlfReplacements => {
            format!("Which units recover? {} left.", replacement_points(state.points))
        }
        Step::Infiltration => "Which unguarded gates does a spent Gate Tower infiltrate?".into(),
        Step::UsArvnReinforcements | Step::PavnNlfReinforcements => "Where do the reinforcements arrive?".into(),
        Step::Exit => "Which units leave the map? They count as survivors but fight no more.".into(),
        Step::UsArvnMovement | Step::PavnNlfMovement => "Move any of your units, then end the segment.".into(),
        Step::UsArvnGroups | Step::PavnNlfGroups => {
            let most = rules.numbers().group_size.value;
            format!("Name your assault groups: 1 to {most} units of one area each.")
        }
        Step::UsArvnCombat | Step::PavnNlfCombat => match state.active_group() {
            Some(number) => match state.group(number) {
                Some(group) => {
                    let steady = strong_enough(state, group.units);
                    let is = if steady { "may act again" } else { "is too weak to attack" };
                    format!("Group {number} {is}: {}?", Ways::of(rules, state, number, group).question())
                }
                None => "Go on.".into(),
            },
            None => "Which group attacks, and what?".into(),
        },
        Step::Political => "The Political Phase.".into(),
        Step::Over => "The game is over.".into(),
    }
}

/// The rule that is asked about.
pub(crate) fn question_rule(rules: &BlockByBlock, state: &State) -> RuleId {
    let Some(stage) = state.stage() else {
        return match state.step {
            Step::Garrisons => rule!("8.2a"),
            Step::UsArvnReplacements => rule!("10.1"),
            Step::PavnNlfReplacements => rule!("10.2"),
            Step::Infiltration => rule!("8.0d"),
            Step::UsArvnReinforcements | Step::PavnNlfReinforcements => rule!("11.1a"),
            Step::Exit => rule!("12.1"),
            Step::UsArvnMovement | Step::PavnNlfMovement => rule!("6.2a"),
            Step::UsArvnGroups | Step::PavnNlfGroups => rule!("7.2a"),
            Step::UsArvnCombat | Step::PavnNlfCombat => acting_rule(rules, state),
            Step::Political => rule!("9.1a"),
            Step::Over => rule!("3.2"),
        };
    };
    match stage {
        Stage::FriendlyFireLoss => rule!("7.4a"),
        Stage::Losses => rule!("2.5e"),
        Stage::Level => rule!("7.4a"),
        Stage::Defenders => rule!("7.6a"),
        Stage::DefensiveAction => rule!("7.7a"),
        Stage::Retreat => rule!("7.7c"),
        Stage::FriendsRetreat => rule!("7.7f"),
        Stage::Occupy => rule!("8.1d"),
    }
}

/// The rule by which the acting group goes on, or the next one begins.
fn acting_rule(rules: &BlockByBlock, state: &State) -> RuleId {
    let acting = state.active_group().and_then(|number| Some((number, state.group(number)?)));
    match acting.map(|(number, group)| Ways::of(rules, state, number, group)) {
        Some(ways) if !ways.attack() && ways.walk => rule!("8.1d"),
        Some(ways) if !ways.attack() && ways.split => rule!("BB-R59"),
        _ => rule!("7.2h"),
    }
}

/// A command as a sentence.
pub(crate) fn phrase(rules: &BlockByBlock, state: &State, command: &Command) -> String {
    let at = |unit: &UnitId| state.place(*unit).map_or_else(String::new, |p| format!(" from {p}"));
    match command {
        Command::Done => match state.step {
            _ if state.stage() == Some(Stage::FriendsRetreat) => "No further retreats.".into(),
            Step::Garrisons => "Begin the battle.".into(),
            Step::UsArvnReplacements | Step::PavnNlfReplacements => "End replacements.".into(),
            Step::Infiltration => "End infiltration.".into(),
            Step::Exit => "End withdrawal.".into(),
            Step::UsArvnMovement | Step::PavnNlfMovement => "End movement.".into(),
            Step::UsArvnGroups | Step::PavnNlfGroups => "Begin the attacks.".into(),
            Step::UsArvnCombat | Step::PavnNlfCombat => "End combat.".into(),
            _ => "Go on.".into(),
        },
        Command::Detach { unit, gate, .. } if state.step == Step::Garrisons => {
            format!("{unit} leaves a platoon in gate {}.", gate.letter())
        }
        Command::Detach { unit, gate, to } => {
            format!("{unit} leaves a platoon in gate {} and steps out to {to}.", gate.letter())
        }
        Command::Restore { unit } => match state.condition(*unit) {
            Condition::Routed => format!("{unit} recovers from rout."),
            _ => format!("{unit} becomes fresh."),
        },
        Command::Return { unit, to } => format!("{unit} returns in {to}."),
        Command::Infiltrate { gate, step_out: None } => format!("Tower {} infiltrates.", gate.letter()),
        Command::Infiltrate { gate, step_out: Some(to) } => {
            format!("Tower {} infiltrates; the unit there steps out to {to}.", gate.letter())
        }
        Command::Reinforce { unit, to } => format!("{unit} arrives in {to}."),
        Command::Exit { unit } => format!("{unit} leaves the map{}.", at(unit)),
        Command::Move { unit, to } => format!("{unit} moves{} to {to}.", at(unit)),
        Command::FormGroup { units } => {
            format!("{} {} an assault group.", and(units), verb(units.len(), "forms", "form"))
        }
        Command::Assault { group, target, heavy_weapons } => {
            let heavy = if *heavy_weapons { " with heavy weapons" } else { "" };
            format!("Group {group} ({}) assaults {target}{heavy}.", group_units(state, *group))
        }
        Command::CloseCombat { group, heavy_weapons } => {
            let heavy = if *heavy_weapons { " with heavy weapons" } else { "" };
            let place =
                state.group(*group).and_then(|g| place_of(state, g)).map_or_else(String::new, |p| format!(" in {p}"));
            format!("Group {group} ({}) fights a close combat{place}{heavy}.", group_units(state, *group))
        }
        Command::Split { group, units, as_group } => {
            let how = match (as_group, units.len()) {
                (true, 1) => "as a group of its own",
                (true, _) => "as a group of their own",
                (false, 1) => "and ends its phase",
                (false, _) => "and end their phase",
            };
            format!("{} {} group {group} {how}.", and(units), verb(units.len(), "leaves", "leave"))
        }
        Command::WalkThrough { group, to } => {
            format!("Group {group} walks through the gate to {to}.")
        }
        Command::Pause { group } => format!("Group {group} pauses."),
        Command::ChooseLevel { level } => {
            let weapons = rules.numbers().heavy_weapons(*level);
            let (n, modifier) = (level.number(), signed(weapons.modifier));
            format!("Level {n}: {modifier} to the die, {} destruction.", weapons.destruction)
        }
        Command::Defend { units } => {
            format!("{} {}.", and(units), verb(units.len(), "defends", "defend"))
        }
        Command::TakeLoss { unit } => format!("{unit} takes the loss."),
        Command::Hold => "Hold.".into(),
        Command::Counterattack { unit, target } => format!("{unit} counterattacks {target}."),
        Command::Retreat => "Retreat.".into(),
        Command::RetreatTo { unit, to } => format!("{unit} retreats{} to {to}.", at(unit)),
        Command::Occupy { garrison } => match garrison {
            Garrison::Nobody => "The box stays empty.".into(),
            Garrison::Unit(unit) => format!("{unit} stays in the box."),
            Garrison::PlatoonOf(unit) => format!("{unit} leaves a platoon in the box."),
        },
    }
}

fn dice_words(rules: &BlockByBlock, roll: &CombatRoll) -> String {
    let table = rules.combat_table();
    let mut text = format!("strength {} (column {}), die {}", roll.strength, table.heading(roll.column), roll.die);
    for modifier in &roll.modifiers {
        let _ = write!(text, ", {}", rules.modifier_text(modifier));
    }
    if !roll.modifiers.is_empty() {
        let _ = write!(text, ", total {}", roll.total);
    }
    text
}

/// An event as a sentence of the log.
pub(crate) fn tell(rules: &BlockByBlock, event: &Event) -> String {
    match event {
        Event::TurnBegan { turn } => {
            format!("Turn {turn} begins: {}.", rules.calendar().turn(*turn).dates)
        }
        Event::StepBegan { step } => format!("{}.", step.name()),
        Event::PointsReceived { side, points, withheld: 0 } => {
            format!("{} receives {}.", side.name(), replacement_points(*points))
        }
        Event::PointsReceived { side, points, withheld } => {
            let points = replacement_points(*points);
            format!("{} receives {points}; the Airborne withdrawal cost {withheld}.", side.name())
        }
        Event::Restored { unit, to, cost, .. } => {
            let price = match cost {
                0 => String::new(),
                1 => " for one point".into(),
                n => format!(" for {n} points"),
            };
            let what = match to {
                Condition::Spent => "recovers from rout and is spent".to_owned(),
                _ => format!("is {} again", condition_word(*to)),
            };
            format!("{unit} {what}{price}.")
        }
        Event::TowerRolled { gate, die, recovered } => {
            let result = if *recovered { "it is fresh again" } else { "it does not recover" };
            format!("Tower {} rolls {die} for recovery: {result}.", gate.letter())
        }
        Event::Appeared { unit, at, condition, how } => match how {
            Appearance::Reinforcement => format!("{unit} arrives in {at}."),
            Appearance::Replacement => {
                format!("{unit} returns in {at}, {}.", condition_word(*condition))
            }
            Appearance::Infiltration => {
                format!("{unit} infiltrates its gate, spent: the gate was unguarded.")
            }
            Appearance::Detachment => format!("{unit} takes its post in {at}."),
        },
        Event::Detached { parent, gate } => {
            format!("{parent} detaches a platoon for gate {} and fights with one less, one at least.", gate.letter())
        }
        Event::Left { unit, from, how } => {
            let place = |word: &str| from.map_or_else(String::new, |place| format!(" {word} {place}"));
            match how {
                Departure::Eliminated => format!("{unit} is eliminated{}.", place("in")),
                Departure::Exit => format!("{unit} leaves the map{}.", place("from")),
                Departure::AirborneWithdrawal => format!("{unit} is withdrawn to Saigon."),
                Departure::NoRoom => format!("{unit} cannot be placed in any area and is lost."),
            }
        }
        Event::Travelled { unit, path, how } => travel_words(*unit, path, *how),
        Event::ZoneTaken { zone, by } => format!("Zone {zone} is now under {} control.", by.name()),
        Event::GateTaken { gate, by } => {
            format!("Gate {} is now in {} hands.", gate.letter(), by.name())
        }
        Event::GroupFormed { group, units, at, split_from } => match split_from {
            None => format!("Group {group} in {at}: {}.", and(units)),
            Some(from) => format!("Group {group} splits from group {from}: {}.", and(units)),
        },
        Event::LeftGroup { group, units } => {
            format!("{} {} group {group}.", and(units), verb(units.len(), "leaves", "leave"))
        }
        Event::GroupFinished { group, why } => {
            let why = match why {
                GroupEnd::Paused => "it pauses",
                GroupEnd::Repulsed => "its assault was repulsed",
                GroupEnd::DefenderRetreated => "the defender retreated",
                GroupEnd::TooWeak => "no unit that would survive a hit is left in it",
                GroupEnd::NoTarget => "it has nothing left to attack",
                GroupEnd::SegmentOver => "the segment ends",
            };
            format!("Group {group} is finished: {why}.")
        }
        Event::AttackDeclared { units, from, target, heavy_weapons, .. } => {
            let heavy = if *heavy_weapons { ", calling in heavy weapons" } else { "" };
            if from == target {
                format!("{} {} in close combat in {target}{heavy}.", and(units), verb(units.len(), "attacks", "attack"))
            } else {
                format!("{} {} {target} from {from}{heavy}.", and(units), verb(units.len(), "assaults", "assault"))
            }
        }
        Event::FriendlyFireRolled { die, hit } => {
            let result = if *hit { "the group loses a step" } else { "no friendly loss" };
            format!("Friendly fire, die {die}: {result}.")
        }
        Event::LevelChosen { level } => {
            let modifier = signed(rules.numbers().heavy_weapons(*level).modifier);
            format!("Heavy weapons of level {}: {modifier} to the die.", level.number())
        }
        Event::DestructionRose { by, now } => format!("Destruction rises by {by} to {now}."),
        Event::PublicityRose { by, now, cause } => {
            let why = match cause {
                PublicityCause::StepLost(unit) => format!("{unit} lost a step in close combat"),
                PublicityCause::Rout(unit) => format!("{unit} is routed"),
                PublicityCause::Zones => "zones under PAVN/NLF control".into(),
                PublicityCause::Macv => "the MACV Compound is in PAVN/NLF hands".into(),
            };
            format!("Publicity rises by {by} to {now}: {why}.")
        }
        Event::DefendersChosen { units } => {
            format!("{} {}.", and(units), verb(units.len(), "defends", "defend"))
        }
        Event::AssaultRolled { roll, result, doubled } => {
            let meaning = match result {
                AssaultResult::Repulsed => "repulsed",
                AssaultResult::Success => "success",
                AssaultResult::Breakthrough => "breakthrough",
            };
            let double = if *doubled { format!(" {}.", rules.crowd_text()) } else { String::new() };
            format!("Assault: {}: {} {meaning}.{double}", dice_words(rules, roll), result.sign())
        }
        Event::CloseCombatRolled { attacker, hits_on_defender, defender, hits_on_attacker, counterattack, doubled } => {
            let name = if *counterattack { "Counterattack" } else { "Close combat" };
            let double = if *doubled { format!(" {}.", rules.crowd_text()) } else { String::new() };
            format!(
                "{name}: {} {}: {}; {} {}: {}.{double}",
                attacker.side.name(),
                dice_words(rules, attacker),
                hits(*hits_on_defender),
                defender.side.name(),
                dice_words(rules, defender),
                hits(*hits_on_attacker),
            )
        }
        Event::AttackerLossRolled { die, after, hit } => {
            let result = if *hit { "the group loses a step" } else { "no loss" };
            format!("Attacker's loss after {}, die {die}: {result}.", after.sign())
        }
        Event::AttackFailed { group } => format!("Group {group} can no longer attack."),
        Event::StepLost { unit, to, .. } => match to {
            Some(condition) => {
                format!("{unit} loses a step and is {}.", condition_word(*condition))
            }
            None => format!("{unit} loses its last step."),
        },
        Event::HitsWasted { side, hits } => {
            format!(
                "{hits} {} on {} {} no unit.",
                verb(usize::from(*hits), "hit", "hits"),
                side.name(),
                verb(usize::from(*hits), "finds", "find")
            )
        }
        Event::RouteMarked { from } => format!("An advance route marker lies in {from}."),
        Event::Held => "The defenders hold.".into(),
        Event::CounterattackDeclared { unit, target } => format!("{unit} counterattacks {target}."),
        Event::RetreatDeclared => "The defenders retreat.".into(),
        Event::GateCleared { gate } => format!("The box of gate {} is cleared.", gate.letter()),
        Event::ClearingRose { zone, from, to } => {
            format!("Clearing in zone {zone} rises from {from} to {to}.")
        }
        Event::GameEnded { outcome } => format!("{}. {}", outcome.title, outcome.because),
    }
}

/// What came of a command without the dice that led to it: of an attack its reckoning, then what follows from it.
pub(crate) fn sum_up(rules: &BlockByBlock, before: &State, after: &State, events: &[Event]) -> String {
    let reckoning = Reckoning::of(before, after, events);
    let mut told: Vec<String> = reckoning.iter().map(reckoning_words).collect();
    // What the next turn brings is none of the last attack's doing.
    let own = |event: &&Event| reckoning.is_none() || !matches!(event, Event::TurnBegan { .. });
    for event in events.iter().take_while(own) {
        match event {
            Event::AttackDeclared { .. }
            | Event::FriendlyFireRolled { .. }
            | Event::AttackerLossRolled { .. }
            | Event::AssaultRolled { .. }
            | Event::CloseCombatRolled { .. }
            | Event::AttackFailed { .. }
            | Event::HitsWasted { .. }
            | Event::Travelled { how: Travel::Advance, .. }
            | Event::TowerRolled { .. }
            | Event::StepBegan { .. }
            | Event::RouteMarked { .. } => {}
            Event::StepLost { .. } | Event::LevelChosen { .. } | Event::DefendersChosen { .. }
                if reckoning.is_some() => {}
            other => told.push(tell(rules, other)),
        }
    }
    told.extend(match after.stage() {
        Some(Stage::FriendlyFireLoss | Stage::Level) => {
            Some("The level of heavy weapons is still to be chosen.".into())
        }
        Some(Stage::Defenders) => Some("The defender chooses who defends; then both sides roll.".into()),
        _ => None,
    });
    if told.is_empty() { "Nothing more happens.".into() } else { told.join(" ") }
}

/// A reckoning in a few sentences: the result, the steps each side loses, who holds the ground.
pub(crate) fn reckoning_words(reckoning: &Reckoning) -> String {
    let Reckoning { attacker, target, result, called_off, fought, ground, .. } = *reckoning;
    let mut told = match result {
        Some(AssaultResult::Repulsed) => "Repulsed (-). ".to_owned(),
        Some(AssaultResult::Success) => "Success (*). ".into(),
        Some(AssaultResult::Breakthrough) => "Breakthrough (X). ".into(),
        None if called_off => "The group is too weak to attack. ".into(),
        None => String::new(),
    };
    let lost: Vec<String> = [attacker.enemy(), attacker]
        .into_iter()
        .filter(|side| reckoning.steps_of(*side) > 0)
        .map(|side| format!("{} loses {}", side.name(), steps(reckoning.steps_of(side))))
        .collect();
    told += &match lost.is_empty() {
        true => "Neither side loses a step.".to_owned(),
        false => format!("{}.", lost.join("; ")),
    };
    if result.is_some() || fought {
        told += &match ground {
            Ground::Attacker => format!(" {} alone holds {target}.", attacker.name()),
            Ground::Shared => format!(" Both sides stand in {target}."),
            Ground::Defender => format!(" {} holds {target}.", attacker.enemy().name()),
            Ground::Nobody => format!(" No unit is left in {target}."),
        };
    }
    told
}

/// `one step`, `2 steps`.
pub(crate) fn steps(n: u8) -> String {
    if n == 1 { "one step".into() } else { format!("{n} steps") }
}

fn hits(n: u8) -> String {
    match n {
        0 => "no hit".into(),
        1 => "one hit".into(),
        n => format!("{n} hits"),
    }
}

fn travel_words(unit: UnitId, path: &[Place], how: Travel) -> String {
    let (Some(from), Some(to)) = (path.first(), path.last()) else {
        return format!("{unit} stays.");
    };
    let way = match &path[1..path.len().saturating_sub(1).max(1)] {
        [] => String::new(),
        over => format!(" by {}", and(over)),
    };
    match how {
        Travel::March => format!("{unit} moves from {from} to {to}{way}."),
        Travel::RiverLanding => format!("{unit} goes by boat from {from} to {to}."),
        Travel::Advance => format!("{unit} advances into {to}."),
        Travel::Retreat => format!("{unit} retreats from {from} to {to}{way}."),
        Travel::Gate => format!("{unit} goes from {from} to {to}{way}."),
    }
}

impl BlockByBlock {
    /// A modifier in words: `terrain of N1-1 +2`.
    pub fn modifier_text(&self, modifier: &crate::event::Modifier) -> String {
        format!("{} {}", self.modifier_reason(modifier), signed(modifier.value))
    }

    /// What a modifier is for: `terrain of N1-1`.
    pub fn modifier_reason(&self, modifier: &crate::event::Modifier) -> String {
        match modifier.reason {
            ModifierReason::Terrain(place) => format!("terrain of {place}"),
            ModifierReason::EnemyGate(gate) => format!("PAVN/NLF holds gate {}", gate.letter()),
            ModifierReason::GateFromInside => "gate from inside the citadel".into(),
            ModifierReason::GateFromOutside => "gate from outside the citadel".into(),
            ModifierReason::AcrossBridge => "across a bridge".into(),
            ModifierReason::AcrossGate(gate) => {
                format!("across the border of gate {}", gate.letter())
            }
            ModifierReason::HeavyWeapons(level) => {
                format!("heavy weapons, level {}", level.number())
            }
        }
    }

    /// Why losses are doubled: `4 or more defenders: their losses double`. Rule 7.5e.
    pub fn crowd_text(&self) -> String {
        format!("{} or more defenders: their losses double", self.numbers().crowd.value)
    }
}

/// `+1` or `−2`, with a real minus.
fn signed(value: i8) -> String {
    let sign = if value < 0 { '−' } else { '+' };
    format!("{sign}{}", value.unsigned_abs())
}

/// The position in plain text.
pub(crate) fn show(rules: &BlockByBlock, state: &State) -> String {
    let mut text = String::new();
    let score = rules.score(state);
    let _ = writeln!(text, "Turn {} of {}, {}.", state.turn, rules.calendar().last_turn(), state.step.name());
    let _ = writeln!(
        text,
        "Publicity {}, destruction {}, clearing score {}, {} of 11 zones under US/ARVN control.",
        state.publicity, state.destruction, score.total, score.us_arvn_zones
    );
    let gates: Vec<String> = Gate::all()
        .map(|g| {
            format!("{} {}", g.letter(), if state.gate_control(g) == Side::UsArvn { "US/ARVN" } else { "PAVN/NLF" })
        })
        .collect();
    let _ = writeln!(text, "Gates: {}.", gates.join(", "));
    for zone in Zone::ALL {
        let _ = writeln!(
            text,
            "\nZone {zone}: {} control, cleared {} of {}",
            state.zone_control(zone).name(),
            state.clearing(zone),
            zone.size()
        );
        for place in zone.areas() {
            show_place(rules, state, place, &mut text);
        }
    }
    let _ = writeln!(text, "\nOutside the zones");
    for place in Place::all().filter(|p| p.zone().is_none()) {
        show_place(rules, state, place, &mut text);
    }
    for (title, location) in [
        ("Eliminated", Location::Eliminated),
        ("Withdrawn", Location::Exited),
        ("Sent to Saigon", Location::Departed),
        ("Lost on arrival", Location::Lost),
    ] {
        let units: Vec<UnitId> = UnitId::all().filter(|u| state.location(*u) == location).collect();
        if !units.is_empty() {
            let _ = writeln!(text, "\n{title}: {}.", and(units));
        }
    }
    for (number, group) in state.groups().filter(|(_, g)| !g.finished) {
        let _ = writeln!(text, "Group {number}: {}.", and(UnitId::each(group.units)));
    }
    text
}

fn show_place(rules: &BlockByBlock, state: &State, place: Place, text: &mut String) {
    let units = state.units_at(place);
    if units.is_empty() {
        return;
    }
    let _ = writeln!(text, "  {place:<7} {:<18} {}", rules.map().local_name(place), list(state, units));
}

fn list(state: &State, units: UnitSet) -> String {
    let one = |u: UnitId| {
        let mut marks = Vec::new();
        if state.condition(u) != Condition::Fresh {
            marks.push(condition_word(state.condition(u)).to_owned());
        }
        if state.detached(u) > 0 {
            marks.push(format!("−{}", state.detached(u)));
        }
        if marks.is_empty() { u.to_string() } else { format!("{u} ({})", marks.join(", ")) }
    };
    UnitId::each(units).map(one).collect::<Vec<_>>().join(", ")
}

/// Turn and step, for titles.
pub(crate) fn moment(rules: &BlockByBlock, state: &State) -> (u32, String) {
    let step = state.step.name();
    let what = match state.attack() {
        None => step.to_owned(),
        Some(attack) if attack.kind == AttackKind::CloseCombat => format!("{step}, close combat in {}", attack.target),
        Some(attack) => format!("{step}, assault on {}", attack.target),
    };
    (u32::from(state.turn), format!("Turn {} of {}, {what}", state.turn, rules.calendar().last_turn()))
}
