//! What both players may know of a scenario before the game: what is printed on its page. Both sides' forces are, in number
//! and with where they may set up; secret is where each counter, trap and cache then lies and which Cadre has a support element
//! (rules base-4.7 and 31.16, ruling SD-A38). Of counters that a scenario puts on the map face down only the number is told.

mod aims;

use tabletop::Section;
use tabletop::briefing::{capital, count, listed};

use crate::SearchAndDestroy;
use crate::muster::{is_left_out, muster};
use crate::scenario::{Entry, Force, Level, Posted, Scenario};
use crate::state::{Place, Unit};
use crate::switches::Switch;
use crate::units::{Kind, Side};
use crate::words::in_hexes;

/// The sections, in the order in which they are read.
pub(crate) fn briefing(rules: &SearchAndDestroy, scenario: &Scenario) -> Vec<Section> {
    let mut sections = vec![
        Section::new("How this game is played", played(scenario)),
        Section::new("US forces", forces(rules, scenario, Side::Us)),
        Section::new("NLF forces", forces(rules, scenario, Side::Nlf)),
    ];
    let support = support(rules, scenario);
    if !support.is_empty() {
        sections.push(Section::new("Support", support));
    }
    sections.push(Section::new("What decides", aims::decides(rules, scenario, cadres(scenario))));
    let exits = aims::exits(rules, scenario);
    if !exits.is_empty() {
        sections.push(Section::new("Ways out", exits));
    }
    sections
}

fn played(scenario: &Scenario) -> Vec<String> {
    let switches = scenario.switches();
    let names = |wanted: &dyn Fn(Switch) -> bool| -> Vec<&str> {
        Switch::ALL.into_iter().filter(|switch| wanted(*switch)).map(Switch::name).collect()
    };
    let brings = |switch: Switch| Level::of(switch).is_some_and(|level| level <= scenario.level);
    let (also, without) = (names(&|s| switches.has(s) && !brings(s)), names(&|s| !switches.has(s) && brings(s)));
    let mut lines = vec![format!("{}.", scenario.level.name())];
    if !also.is_empty() {
        lines.push(format!("Besides: {}.", also.join(", ")));
    }
    if !without.is_empty() {
        lines.push(format!("Without: {}.", without.join(", ")));
    }
    let (first, second) = if scenario.nlf_first { (Side::Nlf, Side::Us) } else { (Side::Us, Side::Nlf) };
    let begins = if scenario.turn > 1 { format!(", beginning with turn {}", scenario.turn) } else { String::new() };
    let turns = count(scenario.turns.into(), "turn");
    lines.push(format!("{}{begins}; {} goes first, then {}.", capital(&turns), first.name(), second.name()));
    lines.push(match scenario.sight {
        u8::MAX => "By day: units see as far as the ground allows.".into(),
        hexes => format!("By night: units see {} far.", in_hexes(hexes.into())),
    });
    lines
}

/// The counters of an entry that are played.
fn counters(scenario: &Scenario, entry: &Entry) -> Vec<Unit> {
    let mut list = Vec::new();
    entry.forces.iter().for_each(|force| muster(*force, scenario.switches(), Place::Pool(0), &mut list));
    list
}

/// The Company Cadres that come into play: each changes the par.
fn cadres(scenario: &Scenario) -> usize {
    let all = scenario.entries.iter().flat_map(|entry| counters(scenario, entry));
    all.filter(|unit| unit.kind == Kind::CompanyCadre).count()
}

/// `3 rifle squads and one weapons squad`, in the order of the table.
fn by_kind(kinds: &[Kind]) -> String {
    let number = |kind: Kind| kinds.iter().filter(|other| **other == kind).count();
    let named = |kind: Kind| match (kind, number(kind)) {
        (_, 0) => None,
        (Kind::Dummy, n) if n > 1 => Some(format!("{n} dummies")),
        (kind, n) => Some(count(n, kind.name())),
    };
    listed(&Kind::ALL.into_iter().filter_map(named).collect::<Vec<_>>())
}

fn forces(rules: &SearchAndDestroy, scenario: &Scenario, side: Side) -> Vec<String> {
    let mut lines = Vec::new();
    let mut all: Vec<Kind> = Vec::new();
    let mut rpgs = 0;
    for entry in &scenario.entries {
        let ours: Vec<Unit> = counters(scenario, entry).into_iter().filter(|unit| unit.side() == side).collect();
        if ours.is_empty() {
            continue;
        }
        rpgs += ours.iter().filter(|unit| unit.rpg).count();
        all.extend(ours.iter().map(|unit| unit.kind));
        lines.push(format!("{}: {}.", coming(rules, scenario, entry), bodies(scenario, entry)));
    }
    let ours = |posted: &&Posted| posted.kind.side() == side && !is_left_out(scenario, posted);
    let posted: Vec<_> = scenario.units.iter().filter(ours).collect();
    // A unit with a hidden counter is hidden too.
    let is_hidden = |posted: &&&Posted| {
        let carrier = posted.with.and_then(|n| scenario.units.get(usize::from(n)));
        std::iter::once(**posted).chain(carrier).any(|unit| unit.hidden || unit.kind == Kind::Dummy)
    };
    let face_down = posted.iter().filter(is_hidden).count();
    let open: Vec<Kind> = posted.iter().filter(|posted| !is_hidden(posted)).map(|posted| posted.kind).collect();
    if !open.is_empty() {
        lines.push(format!("On the map: {}.", by_kind(&open)));
    }
    if face_down > 0 && !scenario.switches().has(Switch::FullyHidden) {
        lines.push(format!("Face down on the map: {}.", count(face_down, "counter")));
    }
    if !all.is_empty() {
        lines.push(format!("In all: {}.", by_kind(&all)));
    }
    if side == Side::Nlf {
        lines.extend(besides(scenario, rpgs));
    }
    if lines.is_empty() {
        lines.push("No unit is in sight.".into());
    }
    lines
}

/// When and where the troops of an entry come.
fn coming(rules: &SearchAndDestroy, scenario: &Scenario, entry: &Entry) -> String {
    let switches = scenario.switches();
    let nowhere = matches!(&entry.at, crate::region::Region::Hexes(hexes) if hexes.is_empty());
    let on_the_river = !entry.river.is_empty();
    let ground = if on_the_river { "on the river".into() } else { entry.at.words(rules.map()) };
    let by_air = entry.by_air.as_ref().map(|region| match region.words(rules.map()) {
        place if switches.has(Switch::Helicopters) => format!("by helicopter {place}"),
        place => format!("on foot {place}"),
    });
    // Ruling SD-A82.
    let walks_in = !nowhere && !switches.has(Switch::Helicopters) && !scenario.rulings.before(9);
    let place = match by_air {
        Some(by_air) if nowhere => by_air,
        Some(by_air) if !walks_in => format!("{ground}, or {by_air}"),
        _ => ground,
    };
    let turn = if walks_in { entry.turn.max(entry.on_foot_from) } else { entry.turn };
    let when = if turn == 0 { "Set up".to_owned() } else { format!("Turn {turn}") };
    let dug_in = if entry.improved && switches.has(Switch::ImprovedPositions) { ", in Improved Positions" } else { "" };
    let walks = if entry.on_foot_from > entry.turn && entry.by_air.is_some() && switches.has(Switch::Helicopters) {
        format!("; on foot from turn {} on", entry.on_foot_from)
    } else {
        String::new()
    };
    let mounted = if entry.mounted && switches.has(Switch::Vehicles) { ", squads aboard the M113s" } else { "" };
    format!("{when} {place}{walks}{dug_in}{mounted}")
}

/// The bodies of troops of an entry, without those whose rules are not played.
fn bodies(scenario: &Scenario, entry: &Entry) -> String {
    let played = |force: &&Force| {
        let mut list = Vec::new();
        muster(**force, scenario.switches(), Place::Pool(0), &mut list);
        !list.is_empty()
    };
    listed(&entry.forces.iter().filter(played).map(|force| body(*force)).collect::<Vec<_>>())
}

fn body(force: Force) -> String {
    let some = |number: u8, kind: Kind| by_kind(&vec![kind; usize::from(number)]);
    let platoon = |what: &str, company: u8, platoon: u8| format!("{what} platoon {platoon} of company {company}");
    match force {
        Force::CompanyCommander(company) => format!("the Company Commander of company {company}"),
        Force::Observer(company) => format!("the Forward Observer of company {company}"),
        Force::RiflePlatoon(company, number) => platoon("rifle", company, number),
        Force::RifleCompany(company) => format!("rifle company {company}"),
        Force::M113(number) => some(number, Kind::M113),
        Force::M48(number) => some(number, Kind::M48),
        Force::PatrolBoats(number) => some(number, Kind::PatrolBoat),
        Force::Transports(number) => some(number, Kind::Transport),
        Force::Gunships(number) => some(number, Kind::Gunship),
        Force::Crew => "the aircrew".into(),
        Force::Mortar81(_) => some(1, Kind::Mortar81),
        Force::Mortar82(number) => some(number, Kind::Mortar82),
        Force::LocalPlatoon(company, number) => platoon("guerrilla", company, number),
        Force::VcPlatoon(company, number) => platoon("VC", company, number),
        Force::NvaPlatoon(company, number) => platoon("NVA", company, number),
        Force::VcCompany(company) => format!("VC company {company}"),
        Force::NvaCompany(company) => format!("NVA company {company}"),
        Force::MixedCompany(company) => format!("mixed company {company}"),
        Force::CompanyCadre(company) => format!("the Company Cadre of company {company}"),
        Force::BattalionCadre => "the Battalion Cadre".into(),
        Force::Snipers(number) => some(number, Kind::Sniper),
        Force::Dummies(number) => some(number, Kind::Dummy),
    }
}

/// What the NLF player has besides, in number: who has it and where it lies is his alone.
fn besides(scenario: &Scenario, rpgs: usize) -> Vec<String> {
    let switches = scenario.switches();
    let replaced = scenario.rpgs_replaced && switches.has(Switch::CompanyCadres);
    let more = if switches.has(Switch::Rpgs) && !replaced { usize::from(scenario.rpgs) } else { 0 };
    let mut lines = Vec::new();
    let rpgs = scenario.rpgs_in_all.map_or(rpgs, |all| rpgs.min(all.into()));
    if rpgs + more > 0 {
        lines.push(format!("Among them: {}.", count(rpgs + more, "RPG-7")));
    }
    if switches.has(Switch::CompanyCadres) && !scenario.elements.is_empty() {
        let names: Vec<&str> = scenario.elements.iter().map(|element| element.name()).collect();
        lines.push(format!("Support elements, each with a Cadre of the NLF player's choice: {}.", listed(&names)));
    }
    let (traps, caches) = (
        usize::from(scenario.traps) + scenario.traps_at.len(),
        usize::from(scenario.caches) + scenario.caches_at.len(),
    );
    let hidden: Vec<String> = [(traps, "booby trap"), (caches, "cache")]
        .iter()
        .filter(|(n, _)| *n > 0)
        .map(|(n, what)| count(*n, what))
        .collect();
    if !hidden.is_empty() {
        lines.push(format!("Hidden somewhere: {}.", listed(&hidden)));
    }
    lines.push("NLF counters start face down; only the NLF player knows which are dummies.".into());
    lines.push("Booby traps and caches have no counter.".into());
    lines
}

fn support(rules: &SearchAndDestroy, scenario: &Scenario) -> Vec<String> {
    let switches = scenario.switches();
    let mut lines = Vec::new();
    if scenario.missions > 0 && switches.has(Switch::Artillery) {
        let missions = capital(&count(scenario.missions.into(), "artillery mission"));
        lines.push(format!("{missions} for the US side."));
    }
    if scenario.preplanned > 0 && switches.has(Switch::Artillery) {
        let hexes = in_hexes(scenario.preplanned.into());
        lines.push(format!("Preplanned fire on {hexes}, which the US player records in secret before play."));
    }
    if scenario.strikes > 0 && switches.has(Switch::AirStrikes) {
        lines.push(format!("{} for the US side.", capital(&count(scenario.strikes.into(), "air strike"))));
    }
    if let Some(number) = scenario.landings.filter(|_| switches.has(Switch::Helicopters)) {
        lines.push(format!("At most {} may land each turn.", count(number.into(), "helicopter")));
    }
    if let Some(pick_up) = scenario.pick_up.as_ref().filter(|_| switches.has(Switch::Helicopters)) {
        let from = if pick_up.turn > 1 { format!(" from turn {} on", pick_up.turn) } else { String::new() };
        lines.push(format!("Helicopters take troops and casualties off {}{from}.", pick_up.at.words(rules.map())));
    }
    if switches.has(Switch::Civilians) && !scenario.civilians_at.is_empty() {
        lines.push(format!(
            "Civilians live in {}; hurting them brings the NLF side points.",
            in_hexes(scenario.civilians_at.len())
        ));
    }
    lines
}
