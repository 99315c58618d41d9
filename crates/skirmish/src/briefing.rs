//! What both players may know of a scenario before the game: no more than each side is shown of the other when it begins.
//! Who hides is a number and nothing else, and mines, Claymores and off-table fire are their owner's secret (rules S-hidden,
//! S-mines, S-claymore and S-support), so that it is not even told whether there are any.

use std::collections::BTreeMap;

use table::Board;
use tabletop::Section;
use tabletop::briefing::{capital, count, listed};

use crate::Skirmish;
use crate::figure::Side;
use crate::scenario::{Goal, Hiding, Placed, Scenario};
use crate::tables::KindRow;

/// The sections, in the order in which they are read.
pub(crate) fn briefing(rules: &Skirmish, scenario: &Scenario) -> Vec<Section> {
    let mut sections: Vec<Section> = Side::ALL.map(|side| forces(rules, scenario, side)).into();
    sections.push(Section::new("Deployment", deployment(rules, scenario)));
    sections.push(Section::new("What decides", decides(rules, scenario)));
    sections.push(Section::new("Hiding", hiding(rules, scenario)));
    sections.push(Section::new("Support", support()));
    if let Some(inches) = scenario.night_in {
        sections.push(Section::new("Night", vec![format!("It is dark: figures see {inches} inches.")]));
    }
    sections
}

fn kind<'a>(rules: &'a Skirmish, figure: &Placed) -> Option<&'a KindRow> {
    rules.figure_table().kind(&figure.kind)
}

/// Whether the enemy does not know where a figure is when the game begins, nor who it is. Under the alternate rules
/// everybody stands on the table, but for those who ride. Ruling S-R28.
fn is_secret(rules: &Skirmish, scenario: &Scenario, figure: &Placed) -> bool {
    let vehicle = kind(rules, figure).is_some_and(|kind| kind.vehicle);
    let may_hide = figure.aboard.is_some() || scenario.hiding == Hiding::Standard;
    may_hide && !vehicle && figure.hidden.unwrap_or(true)
}

/// The kind of figure with what it carries, for as many as there are of it.
fn described(rules: &Skirmish, kind: &str, number: usize) -> String {
    let name = if number == 1 { kind.to_owned() } else { format!("{number} × {kind}") };
    let Some(row) = rules.figure_table().kind(kind) else { return format!("{name}.") };
    let mut kit: Vec<String> = row.weapons.iter().map(|weapon| weapon.name().to_owned()).collect();
    if row.radio {
        kit.push("radio".into());
    }
    format!("{name}: {}.", listed(&kit))
}

fn forces(rules: &Skirmish, scenario: &Scenario, side: Side) -> Section {
    let figures = &scenario.party(side).figures;
    let drives = figures.iter().any(|f| kind(rules, f).is_some_and(|kind| kind.vehicle));
    let (hidden, known): (Vec<&Placed>, Vec<&Placed>) = figures.iter().partition(|f| is_secret(rules, scenario, f));
    let mut kinds: BTreeMap<usize, (&str, usize)> = BTreeMap::new();
    for figure in &known {
        // In the order in which the scenario names them.
        let first = figures.iter().position(|other| other.kind == figure.kind).unwrap_or_default();
        kinds.entry(first).or_insert((&figure.kind, 0)).1 += 1;
    }
    let mut lines: Vec<String> = kinds.values().map(|(kind, number)| described(rules, kind, *number)).collect();
    if !hidden.is_empty() {
        let them = capital(&count(hidden.len(), "figure"));
        let verb = if hidden.len() == 1 { "hides" } else { "hide" };
        let place = if drives { "on foot or in a vehicle" } else { "on foot" };
        lines.push(format!("{them} {verb} {place}: the enemy learns who and where during the game."));
    }
    Section::new(format!("{} forces", side.name()), lines)
}

fn deployment(rules: &Skirmish, scenario: &Scenario) -> Vec<String> {
    let mut lines = Vec::new();
    for side in Side::ALL {
        let party = scenario.party(side);
        lines.push(format!("{} has the {} edge behind it.", side.name(), party.edge.name()));
        let Some(board) = &scenario.board else { continue };
        lines.extend(
            places(rules, scenario, side, board)
                .into_iter()
                .map(|(place, names)| format!("{}: {place}.", listed(&names))),
        );
    }
    if scenario.board.is_none() {
        lines.push("The game is played beside a table of your own: agree where all figures start.".into());
    }
    lines
}

/// Those whose place everybody sees, by the place.
fn places<'a>(rules: &Skirmish, scenario: &'a Scenario, side: Side, board: &Board) -> BTreeMap<String, Vec<&'a str>> {
    let mut places: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for figure in scenario.party(side).figures.iter().filter(|figure| !is_secret(rules, scenario, figure)) {
        if let Some(at) = figure.at {
            places.entry(board.whereabouts(at)).or_default().push(&figure.name);
        }
    }
    places
}

fn decides(rules: &Skirmish, scenario: &Scenario) -> Vec<String> {
    let (first, clear) = (scenario.first.name(), rules.numbers().clear_victory.value);
    let clear = if clear == 2 { "Twice".to_owned() } else { format!("{clear} times") };
    let mut lines = vec![
        format!("Each side has {}; {first} goes first.", count(scenario.turns.into(), "turn")),
        format!("The side with more points at the end wins. {clear} the enemy's points is a clear win."),
    ];
    for side in Side::ALL {
        let goals = scenario.party(side).goals.iter();
        lines.extend(goals.map(|goal| format!("{}: {}.", side.name(), worth(scenario, goal))));
    }
    lines
}

/// A goal in words; a place with where on the table it is.
fn worth(scenario: &Scenario, goal: &Goal) -> String {
    match (goal, &scenario.board) {
        (Goal::Hold { at, within_in, points }, Some(board)) => format!(
            "{} for a figure on foot within {within_in} inches of a place {}, if the enemy has none there at the end",
            count((*points).into(), "point"),
            board.whereabouts(*at)
        ),
        _ => goal.words(),
    }
}

fn hiding(rules: &Skirmish, scenario: &Scenario) -> Vec<String> {
    let numbers = rules.numbers();
    let mut lines = match scenario.hiding {
        Hiding::Standard => vec![
            "Every figure on foot is hidden, on both sides, unless the list of forces names it.".to_owned(),
            format!(
                "Fire at an enemy that was heard, that has fired, or that is within {} inches.",
                numbers.see_in.value
            ),
        ],
        Hiding::Alternate => vec![format!(
            "Figures stand in sight on the table. Hidden figures must be spotted, which you can try from within \
             {} inches, before they can be fired at.",
            numbers.spot_in.value
        )],
    };
    lines.push("Either side may have mines and Claymores on the table; only their owner knows.".into());
    lines
}

/// The same for every scenario, for what a side can call for is its own secret.
fn support() -> Vec<String> {
    vec![
        "Off-table fire may be on call: a figure with a radio asks for it. When the game begins \
         each side learns what it has itself."
            .into(),
    ]
}
