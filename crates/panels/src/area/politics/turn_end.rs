//! What a turn came to: the page that stands between it and the next.

use block_by_block::event::PublicityCause;
use block_by_block::score::Lines;
use block_by_block::{BlockByBlock, Event, Side, State, Zone, rule};
use tabletop::RuleId;
use tabletop::numbers::counted;

use super::{PoliticsModel, ScorePart, politics_model};

/// What a turn came to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TurnEndModel {
    /// Which turn is over.
    pub turn: u8,
    /// The zones, N1 to N5 and S1 to S6.
    pub zones: Vec<ZoneEnd>,
    /// Publicity and destruction.
    pub tracks: [Rise; 2],
    /// The end of both tracks.
    pub track_end: u8,
    /// The parts of the clearing score as they stand now.
    pub parts: Vec<ScorePart>,
    /// The clearing score before the turn.
    pub before: u8,
    /// The clearing score now.
    pub total: u8,
    /// The result if the game ended now.
    pub result: String,
    pub because: String,
    /// What is still needed, in sentences.
    pub needs: Vec<String>,
}

/// What became of a zone in a turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZoneEnd {
    pub name: &'static str,
    pub before: Side,
    pub control: Side,
    /// How many of its areas were cleared before.
    pub from: u8,
    /// How many are now.
    pub to: u8,
    pub size: u8,
}

impl ZoneEnd {
    /// Whether the turn changed anything here.
    pub fn is_changed(&self) -> bool {
        self.before != self.control || self.from != self.to
    }
}

/// How far a track rose in a turn, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rise {
    /// The name of the track.
    pub name: &'static str,
    /// Where it stood.
    pub from: u8,
    /// Where it stands.
    pub to: u8,
    /// What it rose for: words, by how much, the rule.
    pub causes: Vec<(String, u8, RuleId)>,
}

/// What the turn came to that `before` began, `events` made and `after` ended.
pub fn turn_end_model(rules: &BlockByBlock, before: &State, events: &[Event], after: &State) -> TurnEndModel {
    let zone = |zone: Zone| ZoneEnd {
        name: zone.name(),
        before: before.zone_control(zone),
        control: after.zone_control(zone),
        from: before.clearing(zone),
        to: after.clearing(zone),
        size: zone.size(),
    };
    let politics = politics_model(rules, after);
    TurnEndModel {
        turn: before.turn(),
        zones: Zone::ALL.into_iter().map(zone).collect(),
        tracks: [
            Rise { name: "Publicity", from: before.publicity(), to: after.publicity(), causes: publicity(events) },
            Rise {
                name: "Destruction",
                from: before.destruction(),
                to: after.destruction(),
                causes: destruction(events),
            },
        ],
        track_end: politics.track_end,
        before: rules.score(before).total,
        needs: needs(&politics),
        parts: politics.parts,
        total: politics.total,
        result: politics.result.title(),
        because: politics.because,
    }
}

/// Publicity by its causes, in the order of the rules.
fn publicity(events: &[Event]) -> Vec<(String, u8, RuleId)> {
    type Cause<'a> = (&'a str, &'a dyn Fn(&PublicityCause) -> bool);
    let told = |(words, wanted): Cause<'_>| {
        let mut found = events.iter().filter_map(|event| match event {
            Event::PublicityRose { by, cause, .. } if wanted(cause) => Some((*by, cause.rule())),
            _ => None,
        });
        let (first, rule) = found.next()?;
        let by = found.fold(first, |sum, (by, _)| sum.saturating_add(by));
        Some((words.to_owned(), by, rule))
    };
    let causes: [Cause<'_>; 4] = [
        ("US/ARVN steps lost in close combat", &|cause| matches!(cause, PublicityCause::StepLost(_))),
        ("US/ARVN units routed", &|cause| matches!(cause, PublicityCause::Rout(_))),
        ("Zones under PAVN/NLF control", &|cause| matches!(cause, PublicityCause::Zones)),
        ("The MACV Compound in PAVN/NLF hands", &|cause| matches!(cause, PublicityCause::Macv)),
    ];
    causes.into_iter().filter_map(told).filter(|(_, by, _)| *by > 0).collect()
}

/// Destruction by its cause: the heavy weapons.
fn destruction(events: &[Event]) -> Vec<(String, u8, RuleId)> {
    let rises = events.iter().filter_map(|event| match event {
        Event::DestructionRose { by, .. } => Some(*by),
        _ => None,
    });
    let by = rises.fold(0_u8, u8::saturating_add);
    if by == 0 { Vec::new() } else { vec![("Heavy weapons".to_owned(), by, rule!("7.4a"))] }
}

/// What each side still needs. Rules 3.2 and 3.3, rulings BB-R61 and BB-R62.
fn needs(politics: &PoliticsModel) -> Vec<String> {
    let (us, pavn) = (Side::UsArvn.name(), Side::PavnNlf.name());
    let PoliticsModel { us_arvn_zones: zones, total, lines, .. } = *politics;
    let Lines { winning_zones: winning, draw_zones: draw, great_score: great } = lines;
    let count = |n: u8| counted(n, "zone", "zones");
    let wins = if zones >= winning {
        format!("{us} holds {zones} zones; {winning} win.")
    } else {
        format!("{us} wins with {winning} zones: {} more needed.", count(winning - zones))
    };
    let loses = if zones < draw {
        format!("{pavn} wins while {us} holds fewer than {draw}: {} more for a draw.", count(draw - zones))
    } else {
        format!("{pavn} wins if {us} holds fewer than {draw}: {} to take.", count((zones + 1).saturating_sub(draw)))
    };
    let score = if total >= great {
        format!("The clearing score has reached {great}: it now favours {pavn}.")
    } else {
        format!("Below {great} the clearing score favours {us}: {} to go.", great - total)
    };
    vec![wins, loses, score]
}
