//! How the log of each ruleset is told.

use block_by_block::{BlockByBlock, Event, Side};
use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;
use tabletop::Ruleset;
use tabletop::game::LineOf;

use super::LogKind;
use crate::theme::SideMark;

/// A ruleset whose games have a log.
pub trait Logged: Ruleset {
    /// How it is told.
    const TELLING: Telling<Self::Event>;

    /// A side as the panels show it.
    fn mark(side: Self::Side) -> SideMark;
}

/// How a log is told.
pub enum Telling<E> {
    /// By orders: a line is about whether dice were rolled. For games in which not everybody notices every event. Told is what has a
    /// form of its own.
    ByOrders(fn(&E) -> Option<Form>),
    /// By events, which are headings themselves where a turn or a step begins.
    ByEvents(fn(&E) -> About),
}

/// The form of a line that is not one sentence of an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// The heading of this turn, or of a part of it for one side; nobody's doing.
    Turn(u8),
    /// The heading of a step of a turn; nobody's doing.
    Step,
    /// A counter is set up: those of one order stand together in one line, which opens to them.
    SetUp,
}

impl<E> Telling<E> {
    /// The kinds of lines that can be left out, each with its name.
    pub const fn filters(&self) -> &'static [(LogKind, &'static str)] {
        match self {
            Self::ByOrders(_) => &[(LogKind::Deed, "Without dice"), (LogKind::Rolled, "With dice")],
            Self::ByEvents(_) => {
                &[(LogKind::Movement, "Movement"), (LogKind::Combat, "Combat"), (LogKind::Politics, "Politics")]
            }
        }
    }
}

/// What an order itself brought about, a sentence each: no heading, and where a step tells its own events nothing after one.
pub fn brought_about<'a, R: Logged>(rules: &R, line: &'a LineOf<R>) -> Vec<&'a str> {
    let ends = match R::TELLING {
        Telling::ByEvents(_) => line.events.iter().position(|event| rules.is_heading(event)),
        Telling::ByOrders(_) => None,
    };
    let own = line.events.iter().zip(&line.told).take(ends.unwrap_or(line.told.len()));
    own.filter(|(event, _)| !rules.is_heading(event)).map(|(_, text)| text.as_str()).collect()
}

/// What an event is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct About {
    /// The kind of its line.
    pub kind: LogKind,
    /// Whose doing it is, if one can say.
    pub side: Option<SideMark>,
    /// The turn that it ends, whose results can be opened.
    pub ends: Option<u8>,
}

impl Logged for BlockByBlock {
    const TELLING: Telling<Event> = Telling::ByEvents(about);

    fn mark(side: Self::Side) -> SideMark {
        side.into()
    }
}

impl Logged for SearchAndDestroy {
    const TELLING: Telling<Self::Event> = Telling::ByOrders(|event| match event {
        search_and_destroy::event::Event::TurnBegan { turn } => Some(Form::Turn(*turn)),
        search_and_destroy::event::Event::StepBegan { .. } => Some(Form::Step),
        search_and_destroy::event::Event::Placed { .. } => Some(Form::SetUp),
        _ => None,
    });

    fn mark(side: Self::Side) -> SideMark {
        match side {
            search_and_destroy::Side::Us => SideMark::allied(Self::side_name(side)),
            search_and_destroy::Side::Nlf => SideMark::liberation(Self::side_name(side)),
        }
    }
}

impl Logged for Platoon {
    const TELLING: Telling<Self::Event> = Telling::ByOrders(|event| match event {
        platoon::event::Event::TurnBegan { turn } => Some(Form::Turn(*turn)),
        _ => None,
    });

    fn mark(side: Self::Side) -> SideMark {
        match side {
            platoon::Side::Allied => SideMark::allied(Self::side_name(side)),
            platoon::Side::Vc => SideMark::liberation(Self::side_name(side)),
        }
    }
}

impl Logged for Skirmish {
    const TELLING: Telling<Self::Event> = Telling::ByOrders(|event| match event {
        skirmish::event::Event::TurnBegan { turn, .. } => Some(Form::Turn(*turn)),
        _ => None,
    });

    fn mark(side: Self::Side) -> SideMark {
        match side {
            skirmish::Side::UsArvn => SideMark::allied(Self::side_name(side)),
            skirmish::Side::VcNva => SideMark::liberation(Self::side_name(side)),
        }
    }
}

fn about(event: &Event) -> About {
    let ends = match event {
        Event::TurnBegan { turn: turn @ 2.. } => Some(turn - 1),
        _ => None,
    };
    About { kind: kind(event), side: side(event).map(SideMark::from), ends }
}

fn kind(event: &Event) -> LogKind {
    use Event as E;
    match event {
        E::TurnBegan { .. } => LogKind::Turn,
        E::StepBegan { .. } => LogKind::Step,
        E::PointsReceived { .. }
        | E::Restored { .. }
        | E::TowerRolled { .. }
        | E::Appeared { .. }
        | E::Detached { .. }
        | E::Left { .. }
        | E::Travelled { .. } => LogKind::Movement,
        E::ZoneTaken { .. }
        | E::GateTaken { .. }
        | E::DestructionRose { .. }
        | E::PublicityRose { .. }
        | E::ClearingRose { .. }
        | E::GameEnded { .. } => LogKind::Politics,
        _ => LogKind::Combat,
    }
}

fn side(event: &Event) -> Option<Side> {
    use Event as E;
    match event {
        E::StepBegan { step } => step.side(),
        E::PointsReceived { side, .. } | E::HitsWasted { side, .. } => Some(*side),
        E::Restored { unit, .. } | E::Appeared { unit, .. } | E::Left { unit, .. } | E::Travelled { unit, .. } => {
            Some(unit.side())
        }
        E::StepLost { unit, .. } | E::CounterattackDeclared { unit, .. } => Some(unit.side()),
        E::Detached { parent, .. } => Some(parent.side()),
        E::TowerRolled { .. } => Some(Side::PavnNlf),
        E::ZoneTaken { by, .. } | E::GateTaken { by, .. } => Some(*by),
        E::GroupFormed { units, .. }
        | E::LeftGroup { units, .. }
        | E::AttackDeclared { units, .. }
        | E::DefendersChosen { units } => units.first().map(|u| u.side()),
        E::AssaultRolled { roll, .. } => Some(roll.side),
        E::CloseCombatRolled { attacker, .. } => Some(attacker.side),
        E::FriendlyFireRolled { .. } | E::LevelChosen { .. } | E::DestructionRose { .. } => Some(Side::UsArvn),
        E::ClearingRose { .. } => Some(Side::PavnNlf),
        _ => None,
    }
}
