//! From a scenario file to a position: the counters of its troops, and what is played of them. Rules base-4.7 and 31.17.

use tabletop::{Dice, Halt, Need, Refusal};

use crate::hex::Hex;
use crate::hexset::HexSet;
use crate::lay::Lay;
use crate::map::Terrain;
use crate::movement::room;
use crate::play::Play;
use crate::region::Region;
use crate::scenario::{Entry, Force, Objective, Posted, Scenario};
use crate::state::{Cache, Pending, Pin, Place, Position, Score, State, Step, Support, Switch, Switches, Unit};
use crate::units::{Element, Kind, Side, UnitId};
use crate::{SearchAndDestroy, rule};

/// Counters of a position, dummies and helicopters counted.
const MOST_COUNTERS: usize = 140;

fn no<T>(id: tabletop::RuleId, because: impl Into<String>, remedy: &str) -> Result<T, Refusal> {
    Err(Refusal::new(id, because, remedy))
}

/// The part of the rules without which a counter is left out.
const fn needs(kind: Kind) -> Option<Switch> {
    match kind {
        Kind::PlatoonLeader => Some(Switch::PlatoonLeaders),
        Kind::M113 | Kind::M48 => Some(Switch::Vehicles),
        Kind::PatrolBoat => Some(Switch::PatrolBoats),
        Kind::Transport | Kind::Gunship => Some(Switch::Helicopters),
        Kind::Mortar81 | Kind::Mortar82 => Some(Switch::HeavyWeapons),
        Kind::CompanyCadre => Some(Switch::CompanyCadres),
        _ => None,
    }
}

/// Whether a game with these parts of the rules leaves a counter out.
fn lacks(switches: Switches, kind: Kind) -> bool {
    needs(kind).is_some_and(|switch| !switches.has(switch))
}

/// The counters of a body of troops.
pub(crate) fn muster(force: Force, switches: Switches, place: Place, list: &mut Vec<Unit>) {
    let first = list.len();
    let mut add = |kind: Kind, company: u8, platoon: u8| {
        if lacks(switches, kind) {
            return;
        }
        let mut unit = Unit::fresh(kind, if kind.is_helicopter() { Place::Base } else { place });
        (unit.company, unit.platoon) = (company, platoon);
        // The guerrillas of a company are under its command; a platoon by itself is independent.
        unit.independent = kind == Kind::Local && matches!(force, Force::LocalPlatoon(..));
        list.push(unit);
    };
    let nlf = |add: &mut dyn FnMut(Kind, u8, u8), company, platoon, squad| {
        add(Kind::PlatoonCadre, company, platoon);
        (0..3).for_each(|_| add(squad, company, platoon));
    };
    let us = |add: &mut dyn FnMut(Kind, u8, u8), company, platoon| {
        add(Kind::PlatoonLeader, company, platoon);
        (0..3).for_each(|_| add(Kind::Rifle, company, platoon));
        add(Kind::Weapons, company, platoon);
    };
    let count = |add: &mut dyn FnMut(Kind, u8, u8), kind, count| (0..count).for_each(|_| add(kind, 0, 0));
    match force {
        Force::CompanyCommander(company) => add(Kind::CompanyCommander, company, 0),
        Force::Observer(company) => add(Kind::Observer, company, 0),
        Force::RiflePlatoon(company, platoon) => us(&mut add, company, platoon),
        Force::RifleCompany(company) => {
            add(Kind::CompanyCommander, company, 0);
            add(Kind::Observer, company, 0);
            (1..=3).for_each(|platoon| us(&mut add, company, platoon));
            add(Kind::Mortar81, company, 0);
        }
        Force::M113(n) => count(&mut add, Kind::M113, n),
        Force::M48(n) => count(&mut add, Kind::M48, n),
        Force::PatrolBoats(n) => count(&mut add, Kind::PatrolBoat, n),
        Force::Transports(n) => count(&mut add, Kind::Transport, n),
        Force::Gunships(n) => count(&mut add, Kind::Gunship, n),
        Force::Crew => add(Kind::Crew, 0, 0),
        Force::Mortar81(company) => add(Kind::Mortar81, company, 0),
        Force::Mortar82(n) => count(&mut add, Kind::Mortar82, n),
        Force::LocalPlatoon(company, platoon) => nlf(&mut add, company, platoon, Kind::Local),
        Force::VcPlatoon(company, platoon) => nlf(&mut add, company, platoon, Kind::MainForce),
        Force::NvaPlatoon(company, platoon) => nlf(&mut add, company, platoon, Kind::Nva),
        Force::VcCompany(company) => (1..=3).for_each(|platoon| nlf(&mut add, company, platoon, Kind::MainForce)),
        Force::NvaCompany(company) => (1..=3).for_each(|platoon| nlf(&mut add, company, platoon, Kind::Nva)),
        Force::MixedCompany(company) => {
            nlf(&mut add, company, 1, Kind::Nva);
            nlf(&mut add, company, 2, Kind::MainForce);
            nlf(&mut add, company, 3, Kind::Local);
        }
        Force::CompanyCadre(company) => add(Kind::CompanyCadre, company, 0),
        Force::BattalionCadre => add(Kind::BattalionCadre, 0, 0),
        Force::Snipers(n) => count(&mut add, Kind::Sniper, n),
        Force::Dummies(n) => count(&mut add, Kind::Dummy, n),
    }
    if let Force::VcCompany(company) | Force::NvaCompany(company) | Force::MixedCompany(company) = force {
        add(Kind::CompanyCadre, company, 0);
    }
    // An RPG-7 for each NVA platoon, and for the first VC platoon of a mixed company.
    let armed = |unit: &Unit| match force {
        Force::NvaPlatoon(..) | Force::NvaCompany(_) => true,
        Force::MixedCompany(_) => unit.platoon <= 2,
        _ => false,
    };
    for unit in &mut list[first..] {
        unit.rpg = switches.has(Switch::Rpgs) && unit.kind == Kind::PlatoonCadre && armed(unit);
    }
}

/// Rule base-4.15: squads that come mounted are put aboard the carriers of their entry, one to each.
fn mount(entry: &Entry, list: &[Unit], offset: usize) -> Vec<(usize, usize)> {
    if !entry.mounted {
        return Vec::new();
    }
    let carriers = (0..list.len()).filter(|n| list[*n].kind == Kind::M113);
    let squads = (0..list.len()).filter(|n| list[*n].kind.is_squad());
    squads.zip(carriers).map(|(squad, carrier)| (offset + squad, offset + carrier)).collect()
}

/// Rule base-4.7.
pub(crate) fn begin(rules: &SearchAndDestroy, scenario: &Scenario, dice: &mut dyn Dice) -> Result<State, Halt> {
    let switches = scenario.switches();
    let mut units = posted(rules, scenario, switches)?;
    let mut nlf = Vec::new();
    let mut aboard = Vec::new();
    for (n, entry) in scenario.entries.iter().enumerate() {
        let n = u8::try_from(n).unwrap_or(u8::MAX);
        let place = if entry.turn == 0 { Place::Pool(n) } else { Place::Reserve(n) };
        let mut list = Vec::new();
        entry.forces.iter().for_each(|force| muster(*force, switches, place, &mut list));
        let mut own = Vec::new();
        for mut unit in list {
            unit.ammunition = rules.full_ammunition(unit.kind);
            unit.face_down = unit.side() == Side::Nlf;
            // Helicopters come with the troops they bring. Ruling SD-A75.
            if unit.place == Place::Base && entry.turn > scenario.turn && !scenario.rulings.before(3) {
                unit.place = place;
            }
            if unit.face_down {
                nlf.push(unit);
            } else {
                own.push(unit);
            }
        }
        aboard.extend(mount(entry, &own, units.len()));
        units.extend(own);
    }
    let replaced = scenario.rpgs_replaced && switches.has(Switch::CompanyCadres);
    let mut more = if switches.has(Switch::Rpgs) && !replaced { scenario.rpgs } else { 0 };
    if let Some(all) = scenario.rpgs_in_all {
        let mut left = all;
        for unit in nlf.iter_mut().filter(|u| u.rpg) {
            unit.rpg = left > 0;
            left = left.saturating_sub(1);
        }
    }
    // To Platoon Cadres first; what is left goes to squads.
    for cadre in [true, false] {
        let takes = |u: &Unit| (u.kind == Kind::PlatoonCadre) == cadre && (cadre || u.kind.is_squad()) && !u.rpg;
        for unit in nlf.iter_mut().filter(|u| takes(u)) {
            unit.rpg = more > 0;
            more = more.saturating_sub(1);
        }
    }
    // The numbers of hidden counters are dealt, so that they tell nothing.
    while !nlf.is_empty() {
        let sides = u8::try_from(nlf.len()).unwrap_or(u8::MAX);
        let need = Need { sides, purpose: "the order of hidden counters".into(), rule: rule!("base-4.7") };
        let drawn = if sides == 1 { 1 } else { dice.roll(&need)? };
        units.push(nlf.swap_remove(usize::from(drawn) - 1));
    }
    if units.len() > MOST_COUNTERS {
        let because = format!("The scenario has more than {MOST_COUNTERS} counters.");
        return Err(Refusal::new(rule!("base-4.1"), because, "Leave some out.").into());
    }
    for (squad, carrier) in aboard {
        units[squad].place = Place::With(UnitId(u8::try_from(carrier).unwrap_or(u8::MAX)));
    }
    let entries = scenario.entries.iter().flat_map(|e| std::iter::once(&e.at).chain(&e.by_air));
    let others = scenario.us_exit.iter().chain(&scenario.nlf_exit).chain(&scenario.hiding_places);
    let others = others.chain(scenario.pick_up.iter().map(|pick_up| &pick_up.at));
    let hills = scenario.objectives.iter().find_map(|objective| match objective {
        Objective::TakeHill(name, ..) if rules.map().hill(name).is_empty() => Some(name.as_str()),
        _ => None,
    });
    if let Some(name) = entries.chain(others).find_map(|region| region.unknown(rules.map())).or(hills) {
        let because = format!("The map has no `{name}`.");
        return Err(
            Refusal::new(rule!("base-4.2"), because, "Use the name of a village, hill or landing zone on it.").into()
        );
    }
    let hidden = |hexes: &[Hex]| hexes.iter().find(|h| !rules.map().contains(**h)).copied();
    for hexes in [&scenario.traps_at, &scenario.caches_at, &scenario.positions, &scenario.civilians_at] {
        if let Some(hex) = hidden(hexes) {
            let because = format!("{hex} is not on the map.");
            return Err(Refusal::new(rule!("base-4.2"), because, "Name a hex of the map.").into());
        }
    }
    if !scenario.rulings.before(7) {
        check_places(rules, scenario)?;
        check_us_ground(rules, scenario, &units)?;
    }
    if !scenario.rulings.before(9) {
        check_boats(scenario)?;
    }
    if !scenario.rulings.before(10) {
        check_arrivals(rules, scenario)?;
    }
    if !scenario.rulings.before(11) {
        check_sense(rules, scenario, &units)?;
    }
    if !scenario.rulings.before(13) {
        check_every_part(rules, scenario)?;
    }
    let state = position(rules, scenario, switches, units);
    start(rules, scenario, state, dice)
}

/// What a file lists one by one is a position with the parts of the rules that players may add to it as well. Rule base-4.1.
fn check_every_part(rules: &SearchAndDestroy, scenario: &Scenario) -> Result<(), Refusal> {
    // With the Combat Results Table of the file, for boats are counted by it.
    let without = if scenario.switches().has(Switch::Casualties) { Vec::new() } else { vec![Switch::Casualties] };
    let all = Scenario { also: Switch::ALL.to_vec(), without, ..scenario.clone() };
    let mut state = position(rules, &all, all.switches(), posted(rules, &all, all.switches())?);
    state.step = scenario.step.unwrap_or(state.step);
    let remedy = "Correct the scenario, also for parts of the rules that it does not use.";
    crate::audit::audit(rules, &state).map_err(|broken| Refusal::new(rule!("base-4.3"), broken, remedy))
}

/// The places of a scenario file are those of the map, and each trap and cache has its own.
fn check_places(rules: &SearchAndDestroy, scenario: &Scenario) -> Result<(), Refusal> {
    let map = rules.map();
    let entries = scenario.entries.iter().flat_map(|e| std::iter::once(&e.at).chain(&e.by_air));
    let others = scenario.us_exit.iter().chain(&scenario.nlf_exit).chain(&scenario.hiding_places);
    let mut regions = entries.chain(others).chain(scenario.pick_up.iter().map(|pick_up| &pick_up.at));
    let outside =
        scenario.objectives.iter().filter_map(Objective::hexes).flatten().copied().find(|hex| !map.contains(*hex));
    if let Some(hex) = regions.find_map(|region| region.outside(map)).or(outside) {
        return no(rule!("base-4.2"), format!("{hex} is not on the map."), "Name a hex of the map.");
    }
    let mut river = scenario.entries.iter().flat_map(|e| &e.river);
    if let Some(number) = river.find(|number| usize::from(**number) >= map.river().len()) {
        let last = map.river().len() - 1;
        let because = format!("The river has no hexside {number}.");
        return no(rule!("33.1"), because, &format!("Name a river hexside from 0 to {last}."));
    }
    let aims = scenario.objectives.iter().filter(|_| !scenario.rulings.before(12)).filter_map(Objective::hexes);
    let hidden = [scenario.traps_at.as_slice(), &scenario.caches_at].map(|hexes| (rule!("base-4.17"), hexes));
    for (id, hexes) in hidden.into_iter().chain(aims.map(|hexes| (rule!("base-4.18"), hexes))) {
        if let Some(n) = (1..hexes.len()).find(|n| hexes[..*n].contains(&hexes[*n])) {
            return no(id, format!("{} is listed twice.", hexes[n]), "List each hex once.");
        }
    }
    Ok(())
}

/// Rule 33.1: boats set up on the river before play.
fn check_boats(scenario: &Scenario) -> Result<(), Refusal> {
    let mut afloat = scenario.entries.iter().filter(|e| e.forces.iter().any(|f| matches!(f, Force::PatrolBoats(1..))));
    match afloat.find(|entry| entry.turn > 0 || entry.river.is_empty()) {
        Some(entry) if entry.turn > 0 => {
            let because = format!("Boats cannot come in turn {}: they set up on the river.", entry.turn);
            no(rule!("33.1"), because, "Leave `turn` out of the entry that has the boats.")
        }
        Some(_) => no(rule!("33.1"), "The boats have no place.", "List the hexsides they may set up on in `river`."),
        None => Ok(()),
    }
}

/// Nobody comes after the last turn, or by no hex of the map; and vehicles are not flown in. Rules base-4.1, base-4.2 and base-4.14.
fn check_arrivals(rules: &SearchAndDestroy, scenario: &Scenario) -> Result<(), Refusal> {
    if scenario.sight == 0 {
        return no(rule!("base-4.5"), "With a `sight` of 0 nobody sees anything.", "Write a `sight` of 1 or more.");
    }
    let map = rules.map();
    let is_somewhere = |part: &Region| map.hexes().any(|hex| part.may_hold(map, hex));
    for entry in &scenario.entries {
        let mut all = Vec::new();
        let every = Switch::ALL.into_iter().fold(Switches::default(), Switches::with);
        entry.forces.iter().for_each(|force| muster(*force, every, Place::Base, &mut all));
        if entry.turn > scenario.turns && !all.is_empty() {
            let because = format!("Troops cannot come in turn {}: the game has {}.", entry.turn, scenario.turns);
            return no(rule!("base-4.1"), because, "Write a `turn` that the game has.");
        }
        let sets_up = entry.turn == 0;
        let flies =
            |unit: &Unit| !sets_up && entry.by_air.as_ref().is_some_and(is_somewhere) && !unit.kind.is_vehicle();
        let lost = |unit: &Unit| {
            (unit.kind.is_personnel() || unit.kind.is_vehicle() || unit.kind == Kind::Dummy) && !flies(unit)
        };
        if let Some(unit) = all.iter().find(|unit| lost(unit))
            && !is_somewhere(&entry.at)
            && !(sets_up && scenario.step.is_some())
        {
            let because = format!("The {} has no place to set up or to come onto the map.", unit.kind.name());
            return no(rule!("base-4.2"), because, "Name hexes of the map in `at` of its entry.");
        }
    }
    Ok(())
}

/// What a scenario pays for can be had, nobody waits for a landing that never comes, and civilians live in villages. Rules base-4.2,
/// base-4.14, base-4.17 and base-4.18.
fn check_sense(rules: &SearchAndDestroy, scenario: &Scenario, units: &[Unit]) -> Result<(), Refusal> {
    let map = rules.map();
    for (side, way) in [("us_exit", &scenario.us_exit), ("nlf_exit", &scenario.nlf_exit)] {
        let leaves = |region: &Region| map.hexes().any(|hex| map.is_edge(hex) && region.may_hold(map, hex));
        if way.as_ref().is_some_and(|region| !leaves(region)) {
            let because = format!("No hex at the edge of the map is in `{side}`.");
            return no(rule!("base-4.2"), because, "Name hexes of the edge, or leave it out if nobody leaves.");
        }
    }
    if let Some(hex) = scenario.civilians_at.iter().find(|hex| map.terrain(**hex) != Terrain::Village) {
        let because = format!("Civilians cannot live in {hex}: it is no village.");
        return no(rule!("base-4.17"), because, "Name village hexes in `civilians_at`.");
    }
    let strict = !scenario.rulings.before(12);
    let nowhere = |at: &Region| match at {
        Region::Hexes(hexes) if !strict => hexes.is_empty(),
        _ => strict && !map.hexes().any(|hex| at.may_hold(map, hex)),
    };
    let flies = |entry: &Entry| nowhere(&entry.at) && entry.by_air.is_some();
    let waits = |unit: &Unit| {
        let Place::Reserve(entry) = unit.place else { return false };
        unit.kind.is_personnel() && scenario.entries.get(usize::from(entry)).is_some_and(flies)
    };
    let from_start = strict && scenario.step.is_none();
    let flown = scenario.switches().has(Switch::Helicopters);
    if let Some(unit) = units.iter().find(|u| flown && waits(u)) {
        let transport = |u: &Unit| u.kind == Kind::Transport && u.place != Place::Gone;
        if scenario.landings == Some(0) {
            let because = "No helicopter may land, and there are troops that come by helicopter alone.";
            return no(rule!("base-4.14"), because, "Allow a landing or more, or let them come on foot.");
        }
        // In the middle of a game they may have been lost.
        if from_start && !units.iter().any(transport) {
            let because = format!("The {} comes by helicopter alone, and there is no transport.", unit.kind.name());
            return no(rule!("base-4.14"), because, "List `Transports` with it, or let it come on foot.");
        }
    }
    let lands =
        |region: &Region| map.hexes().any(|hex| map.lands().contains(map.number(hex)) && region.may_hold(map, hex));
    let by_air = scenario.entries.iter().filter_map(|entry| entry.by_air.as_ref());
    let pick_up = scenario.pick_up.iter().map(|pick_up| ("pick_up", &pick_up.at));
    let mut air = by_air.map(|at| ("by_air", at)).chain(pick_up);
    if let Some((field, _)) = air.find(|(_, region)| from_start && flown && !lands(region)) {
        let because = format!("No helicopter can land in any hex of `{field}`.");
        return no(rule!("base-4.14"), because, "Name clear ground, paddy or a landing zone.");
    }
    for (n, objective) in scenario.objectives.iter().enumerate() {
        let once = matches!(objective, Objective::Overrun(..) | Objective::Escape(..) | Objective::CacheWorth(_));
        let same = |other: &Objective| std::mem::discriminant(other) == std::mem::discriminant(objective);
        if strict && once && scenario.objectives[..n].iter().any(same) {
            let because = "Two objectives are of a sort that a scenario has once.";
            return no(rule!("base-4.18"), because, "List `Overrun`, `Escape` and `CacheWorth` once each.");
        }
        let (wanted, there) = match objective {
            Objective::Overrun(hexes, _) | Objective::KeepLandingZone(hexes, _) if strict => (1, hexes.len()),
            Objective::Seize(hexes, enough, _) => (usize::from(*enough), hexes.len()),
            Objective::TakeHill(name, free, _) => (usize::from(*free), map.hill(name).len()),
            // In the middle of a game it may be gone.
            Objective::DestroyPlatoon(company, platoon, _) if scenario.step.is_none() => {
                let squad = |u: &&Unit| {
                    u.side() == Side::Us && u.kind.is_squad() && (u.company, u.platoon) == (*company, *platoon)
                };
                if !units.iter().any(|unit| squad(&unit)) {
                    let because = format!("The US side has no squad of platoon {platoon} of company {company}.");
                    return no(rule!("base-4.18"), because, "Name a platoon of the scenario in `DestroyPlatoon`.");
                }
                continue;
            }
            _ => continue,
        };
        if wanted == 0 || wanted > there {
            let because = format!("An objective asks for {wanted} of {there} hexes.");
            return no(rule!("base-4.18"), because, "Ask for one hex or more, and no more than there are.");
        }
    }
    Ok(())
}

/// Rule base-4.7, where hidden counters are not shown: those already on the map may not be where the US side sets up, for a hex that
/// is closed to it would tell of them.
fn check_us_ground(rules: &SearchAndDestroy, scenario: &Scenario, units: &[Unit]) -> Result<(), Refusal> {
    if !scenario.switches().has(Switch::FullyHidden) || scenario.step.is_some() {
        return Ok(());
    }
    let lands = |u: &Unit| u.side() == Side::Us && !u.kind.is_boat() && !u.kind.is_heavy_weapon();
    let sets_up = |n: u8| units.iter().any(|u| u.place == Place::Pool(n) && lands(u));
    let hidden = units.iter().filter(|u| u.face_down && !u.kind.is_heavy_weapon()).filter_map(Unit::hex);
    for hex in hidden {
        let mut entries = (0..).zip(&scenario.entries).filter(|(n, _)| sets_up(*n));
        if entries.any(|(_, e)| e.at.may_hold(rules.map(), hex)) {
            let because =
                format!("A hidden unit is in {hex}, where the US side sets up, and this game does not show it.");
            return no(rule!("base-4.7"), because, "Move the unit or the set-up, or show hidden counters.");
        }
    }
    Ok(())
}

fn position(rules: &SearchAndDestroy, scenario: &Scenario, switches: Switches, units: Vec<Unit>) -> State {
    let cache = |hex| Cache { hex, found: None, supply: rules.numbers.cache_supply.value };
    let when = |switch, number: u8| if switches.has(switch) { number } else { 0 };
    let cadres =
        units.iter().filter(|u| u.kind == Kind::CompanyCadre && matches!(u.place, Place::Pool(_) | Place::Reserve(_)));
    let cadres = i16::try_from(cadres.count()).unwrap_or(0);
    let mut civilians = if switches.has(Switch::Civilians) { scenario.civilians_at.clone() } else { Vec::new() };
    civilians.sort_unstable();
    civilians.dedup();
    let protect = switches.has(Switch::ImprovedPositions) || scenario.rulings.before(7);
    let mut dug = if protect { scenario.positions.clone() } else { Vec::new() };
    dug.sort_unstable();
    dug.dedup();
    let landings = scenario.landings.unwrap_or(u8::MAX);
    State {
        switches,
        turn: scenario.turn,
        turns: scenario.turns,
        nlf_first: scenario.nlf_first,
        sight: scenario.sight,
        par: scenario.par.saturating_sub(cadres.saturating_mul(rules.points.company_cadre_par.value)),
        step: Step::UsSetup,
        units,
        entries: scenario.entries.clone().into(),
        lay: Lay::of(rules.map(), scenario).into(),
        objectives: scenario.objectives.clone().into(),
        pick_up: scenario.pick_up.clone().map(Into::into),
        forgo: scenario.forgo,
        rulings: scenario.rulings,
        positions: dug.into_iter().map(|hex| Position { hex, known: true }).collect(),
        permits: Vec::new(),
        traps: scenario.traps_at.iter().map(|h| Some(*h)).chain((0..scenario.traps).map(|_| None)).collect(),
        searched: HexSet::for_map(rules.map().size()),
        caches: scenario
            .caches_at
            .iter()
            .map(|h| cache(Some(*h)))
            .chain((0..scenario.caches).map(|_| cache(None)))
            .collect(),
        elements: if switches.has(Switch::CompanyCadres) { scenario.elements.clone() } else { Vec::new() },
        casualties: Vec::new(),
        assaulted: Vec::new(),
        fired_at: Vec::new(),
        split: Vec::new(),
        escaped: Vec::new(),
        overrun: false,
        hid: false,
        probes: Vec::new(),
        surprises: Vec::new(),
        pending: Pending::Nothing,
        score: Score::default(),
        support: Support {
            missions: when(Switch::Artillery, scenario.missions),
            strikes: when(Switch::AirStrikes, scenario.strikes),
            preplanned: (0..when(Switch::Artillery, scenario.preplanned)).map(|_| None).collect(),
            ..Support::default()
        },
        supplies: Vec::new(),
        civilians,
        landings,
        landings_left: landings,
        lost_leaders: Vec::new(),
        appointed: Vec::new(),
        evacuated: 0,
        ledger: Vec::new(),
    }
}

/// Those who would ride in carriers that are left out are on foot: in the carrier's hex, or in the nearest one that has room. Rules
/// base-4.1 and base-4.3.
fn put_on_foot(rules: &SearchAndDestroy, scenario: &Scenario, state: &mut State) {
    for at in 0..state.units.len() {
        let rider = state.units[at];
        let Place::With(carrier) = rider.place else { continue };
        if rider.kind.is_heavy_weapon() || state.unit(carrier).is_none_or(|carrier| carrier.place != Place::Gone) {
            continue;
        }
        let id = UnitId(u8::try_from(at).unwrap_or(u8::MAX));
        let enemy = rider.side().enemy();
        let free = |hex: &Hex| state.in_hex(*hex, enemy).next().is_none() && room(state, id, rider.kind, *hex);
        if let Some(from) = scenario.units.get(carrier.index()).and_then(|carrier| carrier.at)
            && let Some(to) = rules.map().hexes().filter(free).min_by_key(|hex| hex.distance(from))
        {
            state.units[at].place = Place::Hex(to);
        }
    }
}

/// Rule base-4.16: every heavy weapon begins with a squad of its company and its part of the force.
fn man_weapons(state: &mut State) {
    for at in 0..state.units.len() {
        let weapon = state.units[at];
        if !weapon.kind.is_heavy_weapon() || matches!(weapon.place, Place::Hex(_) | Place::With(_)) {
            continue;
        }
        // Those who ride are where their carrier is.
        let place = |u: &Unit| match u.place {
            Place::With(carrier) if !state.rulings.before(10) => state.unit(carrier).map(|carrier| carrier.place),
            place => Some(place),
        };
        let able = |u: &Unit| {
            place(u) == Some(weapon.place)
                && u.side() == weapon.side()
                && u.kind.is_squad()
                && u.weapon.is_none()
                && (weapon.company == 0 || u.company == weapon.company)
        };
        let crew = (0..state.units.len())
            .filter(|n| able(&state.units[*n]))
            .min_by_key(|n| (state.units[*n].kind != Kind::Weapons, state.units[*n].platoon, *n));
        let number = |n: usize| UnitId(u8::try_from(n).unwrap_or(u8::MAX));
        match crew {
            Some(crew) => {
                state.units[crew].weapon = Some(number(at));
                state.units[at].place = Place::With(number(crew));
            }
            None => state.units[at].place = Place::Gone,
        }
    }
}

fn start(rules: &SearchAndDestroy, scenario: &Scenario, mut state: State, dice: &mut dyn Dice) -> Result<State, Halt> {
    if state.turn == 0 || state.turn > state.turns || state.turns > 60 {
        let because = format!("The scenario has no turn {} of {}.", state.turn, state.turns);
        return Err(Refusal::new(rule!("base-4.1"), because, "Write a `turn` from 1 to `turns`, 60 at most.").into());
    }
    if !state.rulings.before(13) {
        put_on_foot(rules, scenario, &mut state);
    }
    man_weapons(&mut state);
    let mut events = Vec::new();
    let mut play = Play { rules, state: &mut state, dice, events: &mut events, thrown: Vec::new() };
    match scenario.step {
        None if play.to_set_up(Side::Us) => play.state.step = Step::UsSetup,
        None => play.begin_nlf_setup()?,
        Some(Step::Setup | Step::UsSetup | Step::Surprise | Step::Over) => {
            let because = "A scenario cannot begin with that step.";
            return Err(Refusal::new(rule!("base-4.1"), because, "Leave `step` out for the set-up.").into());
        }
        Some(step) => {
            play.state.step = step;
            for (id, unit) in play.state.units().map(|(id, u)| (id, *u)).collect::<Vec<_>>() {
                if matches!(unit.place, Place::Pool(_)) {
                    play.unit(id).place = Place::Gone;
                }
            }
            play.state.traps.retain(Option::is_some);
            play.state.caches.retain(|c| c.hex.is_some());
            play.state.support.preplanned.retain(Option::is_some);
            play.state.elements.clear();
        }
    }
    crate::audit::audit(rules, &state)
        .map_err(|broken| Refusal::new(rule!("base-4.3"), broken, "Correct the scenario."))?;
    Ok(state)
}

/// Whether a counter that the scenario lists by itself stays out of the game, for its part of the rules is not played. A Platoon Leader
/// is there and leads nobody. Rule base-4.1.
pub(crate) fn is_left_out(scenario: &Scenario, posted: &Posted) -> bool {
    let from = if posted.kind.is_boat() { 10 } else { 12 };
    // A heavy weapon is not left without its crew.
    let crew = posted.with.filter(|_| posted.kind.is_heavy_weapon()).and_then(|n| scenario.units.get(usize::from(n)));
    let lacks = |posted: &Posted| posted.kind != Kind::PlatoonLeader && lacks(scenario.switches(), posted.kind);
    !scenario.rulings.before(from) && (lacks(posted) || crew.is_some_and(lacks))
}

/// Counters that the scenario puts on the map one by one.
fn posted(rules: &SearchAndDestroy, scenario: &Scenario, switches: Switches) -> Result<Vec<Unit>, Refusal> {
    let mut units = Vec::new();
    for posted in &scenario.units {
        if is_left_out(scenario, posted) && !scenario.rulings.before(12) {
            units.push(Unit::fresh(posted.kind, Place::Gone));
            continue;
        }
        // Who would ride in a carrier that is left out is on foot in its hex.
        let with = posted.with.filter(|_| scenario.rulings.before(13));
        let carrier = with.and_then(|n| scenario.units.get(usize::from(n)));
        let on_foot = carrier.filter(|carrier| is_left_out(scenario, carrier)).and_then(|carrier| carrier.at);
        let place = match (posted.at.or(on_foot), posted.river, posted.with.filter(|_| on_foot.is_none())) {
            (Some(hex), None, None) if rules.map().contains(hex) && !posted.kind.is_boat() => {
                if posted.kind == Kind::Gunship { Place::Air(hex) } else { Place::Hex(hex) }
            }
            (None, Some(n), None) if usize::from(n) < rules.map().river().len() && posted.kind.is_boat() => {
                Place::River(n)
            }
            (None, None, Some(other)) if usize::from(other) < scenario.units.len() => Place::With(UnitId(other)),
            (None, None, None) if posted.kind.is_helicopter() => Place::Base,
            _ => {
                let because = format!("The {} has no place.", posted.kind.name());
                return no(
                    rule!("base-4.2"),
                    because,
                    "Give units a map hex in `at`, boats a `river` hexside; for passengers and mortars name the unit that is `with` them.",
                );
            }
        };
        let place = if is_left_out(scenario, posted) { Place::Gone } else { place };
        let mut unit = Unit::fresh(posted.kind, place);
        if posted.kind == Kind::Suspect || (posted.hidden && unit.side() == Side::Us) {
            return no(
                rule!("base-4.7"),
                "Only NLF units start face down.",
                "Name the kind, and add `hidden` if it is hidden.",
            );
        }
        let strict = !scenario.rulings.before(9);
        if strict && posted.hidden && posted.kind.is_heavy_weapon() && posted.at.is_some() {
            return no(
                rule!("base-4.16"),
                "A heavy weapon cannot hide by itself.",
                "Put it `with` the unit that carries it, or leave `hidden` out.",
            );
        }
        if posted.element != Element::None && !posted.kind.may_carry_element() {
            return no(
                rule!("SD-A38"),
                "Only Company and Battalion Cadres have support elements.",
                "Leave `element` out.",
            );
        }
        if posted.element == Element::RecoillessRifle && posted.rpg {
            return no(
                rule!("SD-A43"),
                "A Cadre cannot have both a Recoilless Rifle and an RPG-7.",
                "Leave out one of the two.",
            );
        }
        (unit.company, unit.platoon) = (posted.company, posted.platoon);
        (unit.face_down, unit.independent) = (posted.hidden || posted.kind == Kind::Dummy, posted.independent);
        (unit.losses, unit.element, unit.rpg, unit.tally) = (posted.losses, posted.element, posted.rpg, posted.tally);
        unit.rpg &= switches.has(Switch::Rpgs) || !strict;
        if !switches.has(Switch::CompanyCadres) {
            unit.element = Element::None;
        }
        unit.pin = if posted.pinned { Pin::Old } else { Pin::No };
        unit.home = posted.river;
        let full = rules.full_ammunition(unit.kind);
        unit.ammunition = posted.ammunition.unwrap_or(full).min(full);
        (unit.burden.killed, unit.burden.wounded) = posted.burden;
        (unit.landed, unit.moved_before) = (false, posted.moved);
        units.push(unit);
    }
    for n in 0..units.len() {
        if let Place::With(carrier) = units[n].place {
            let weapon = units[n].kind.is_heavy_weapon();
            let holder = &mut units[carrier.index()];
            if weapon {
                holder.weapon = Some(UnitId(u8::try_from(n).unwrap_or(u8::MAX)));
            }
            units[n].face_down = units[carrier.index()].face_down;
        }
    }
    Ok(units)
}

impl SearchAndDestroy {
    /// Units of fire of a fresh unit, or attacks of a gunship. Rules base-4.12 and base-4.14.
    pub fn full_ammunition(&self, kind: Kind) -> u8 {
        match kind {
            Kind::Gunship => self.support.gunship_attacks.value,
            kind if kind.is_heavy_weapon() || self.units.of(kind).attack.value == 0 => 0,
            _ => self.units.units_of_fire.value,
        }
    }
}
