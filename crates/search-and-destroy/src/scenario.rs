//! Scenario files: forces with where they set up or enter, single counters, and what counts for victory.

use serde::{Deserialize, Serialize};

use crate::hex::Hex;
use crate::region::Region;
use crate::state::{Step, Switch, Switches};
use crate::units::{Element, Kind, Side};

/// Which rulings a game is played by. What each set changed, for games that began before it:
///
/// 1. Platoon Leaders have to be within some hexes of their Company Commander. Rule base-4.8.
/// 2. SD-A64 to SD-A70.
/// 3. Helicopters come with the troops of a later turn that they carry. Rule base-4.14, ruling SD-A75.
/// 4. Mortars do not fire after crews of mortars have fired at a helicopter, a boat or a vehicle themselves. Rule base-4.13.
/// 5. SD-A76 to SD-A80.
/// 6. A leader off the map is missed (base-4.8), a boat sees from all its way (SD-A58), and a crew without leadership does not fire its
///    mortar with all its strength (base-4.13).
/// 7. Counters out of command are asked about surprise attacks (SD-A68), passengers without a way out of a wreck are not paid for (SD-A69),
///    and stopped units do not stay aboard or off the map (SD-A76).
/// 8. A squad out of command is measured from where its turn began (base-4.9), and troops go round an entry that the enemy holds (SD-A81).
/// 9. The river is open where no boats are (33.44), troops without helicopters come by their own entry (SD-A82), and close assaults are over
///    once a unit has hidden (base-4.1).
/// 10. A passenger that was stopped keeps its M113 where it is (SD-A76), US squads do not count among those of the NLF that got away
///     (27.24), and troops that never come are refused (base-4.2).
/// 11. A dummy takes no weapon, and a unit that takes one is turned up (base-4.16); nobody leaves from the middle of the map (base-4.2); civilians
///     are not led away from the enemy (base-4.17); and files that ask for what cannot be had are refused.
/// 12. Single counters of a file stay out of the game where their part of the rules is not played (base-4.1), and men thrown from a wreck set
///     off the trap they land on (base-4.17).
/// 13. Who would ride in a carrier that is left out finds room beside it, files that are no position once a part of the rules is added to them
///     are refused (base-4.1), who was lost to a trap does not search on (base-4.17), and nobody sets up on the enemy's mortars (base-4.16).
/// 14. Who is pinned by the trap that a friend has set off searches no further (base-4.6), and who is thrown from a carrier that has moved has
///     moved (base-4.13).
pub type Rulings = tabletop::Rulings<14>;

/// How much of the rules is played. Rule base-4.1; each part can also be chosen by itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Level {
    /// Movement, fire, hidden counters, probes and searches.
    Basic,
    /// Leadership, command control, Improved Positions, artillery, air strikes and helicopters besides.
    #[default]
    Standard,
    /// Platoon Leaders, Fire and Movement, ammunition, the Casualty table, vehicles, RPG-7s, mortars, evacuation and acting
    /// leaders besides.
    Advanced,
}

impl Level {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Basic, Self::Standard, Self::Advanced];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Basic => "Basic Game",
            Self::Standard => "Standard Game",
            Self::Advanced => "Advanced Game",
        }
    }

    /// The level that first plays a part of the rules; none for those that belong to no level.
    pub const fn of(switch: Switch) -> Option<Self> {
        match switch {
            Switch::Leadership
            | Switch::CommandControl
            | Switch::ImprovedPositions
            | Switch::Artillery
            | Switch::AirStrikes
            | Switch::Helicopters => Some(Self::Standard),
            Switch::PlatoonLeaders
            | Switch::FireAndMovement
            | Switch::Ammunition
            | Switch::Casualties
            | Switch::Vehicles
            | Switch::Rpgs
            | Switch::HeavyWeapons
            | Switch::Evacuation
            | Switch::ActingLeaders => Some(Self::Advanced),
            Switch::CompanyCadres
            | Switch::CloseAssault
            | Switch::PatrolBoats
            | Switch::ScaledDestruction
            | Switch::Civilians
            | Switch::FullyHidden => None,
        }
    }

    /// The parts of the rules it brings.
    pub fn switches(self) -> Switches {
        let on = Switch::ALL.into_iter().filter(|switch| Self::of(*switch).is_some_and(|level| level <= self));
        on.fold(Switches::default(), Switches::with)
    }
}

/// A body of troops. Reference table 5.1; numbers are those of the company, and of the platoon in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Force {
    /// US Company Commander.
    CompanyCommander(u8),
    /// US Forward Observer.
    Observer(u8),
    /// US platoon: three rifle squads and a weapons squad; with its leader if Platoon Leaders are played.
    RiflePlatoon(u8, u8),
    /// US company: commander, observer, three platoons, and its mortar if mortars are played.
    RifleCompany(u8),
    /// Armoured personnel carriers.
    M113(u8),
    M48(u8),
    /// River Patrol Boats. Rule 33.0.
    PatrolBoats(u8),
    /// Transport helicopters. Rule base-4.14.
    Transports(u8),
    /// Gunships. Rule base-4.14.
    Gunships(u8),
    /// The two men of an aircraft that is down.
    Crew,
    /// A mortar of 81 mm of this company. Rule base-4.16.
    Mortar81(u8),
    /// Mortars of 82 mm. Rule base-4.16.
    Mortar82(u8),
    /// Platoon Cadre and three squads of local guerrillas, who need no command.
    LocalPlatoon(u8, u8),
    /// Platoon Cadre and three VC squads.
    VcPlatoon(u8, u8),
    /// Platoon Cadre with an RPG-7 and three NVA squads.
    NvaPlatoon(u8, u8),
    /// Three VC platoons; a Company Cadre if rule 31.0 is played.
    VcCompany(u8),
    /// Three NVA platoons; a Company Cadre if rule 31.0 is played.
    NvaCompany(u8),
    /// One platoon of each, the guerrillas under command too; a Company Cadre if rule 31.0 is played.
    MixedCompany(u8),
    /// A Company Cadre by itself, if rule 31.0 is played.
    CompanyCadre(u8),
    BattalionCadre,
    Snipers(u8),
    Dummies(u8),
}

impl Force {
    /// Whose troops they are.
    pub const fn side(&self) -> Side {
        match self {
            Self::CompanyCommander(_)
            | Self::Observer(_)
            | Self::RiflePlatoon(..)
            | Self::RifleCompany(_)
            | Self::M113(_)
            | Self::M48(_)
            | Self::PatrolBoats(_)
            | Self::Transports(_)
            | Self::Gunships(_)
            | Self::Crew
            | Self::Mortar81(_) => Side::Us,
            Self::Mortar82(_)
            | Self::LocalPlatoon(..)
            | Self::VcPlatoon(..)
            | Self::NvaPlatoon(..)
            | Self::VcCompany(_)
            | Self::NvaCompany(_)
            | Self::MixedCompany(_)
            | Self::CompanyCadre(_)
            | Self::BattalionCadre
            | Self::Snipers(_)
            | Self::Dummies(_) => Side::Nlf,
        }
    }
}

/// Troops with their place and time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    pub forces: Vec<Force>,
    /// Where they set up, or come onto the map.
    pub at: Region,
    /// River hexsides for boats to set up on.
    #[serde(default)]
    pub river: Vec<u8>,
    /// The turn in which they come; 0 if they are set up before play.
    #[serde(default)]
    pub turn: u8,
    /// Whether they may set up in Improved Positions, as their owner chooses. Rule base-4.10.
    #[serde(default)]
    pub improved: bool,
    /// Where helicopters bring them; without helicopters they come there on foot. Rule base-4.14.
    #[serde(default)]
    pub by_air: Option<Region>,
    /// Squads come aboard the M113s of the same entry. Rule base-4.15.
    #[serde(default)]
    pub mounted: bool,
    /// The turn from which they may also come on foot, if that is later than the turn in which helicopters bring them.
    #[serde(default)]
    pub on_foot_from: u8,
}

/// Where and from when helicopters take men and casualties off the map. Rule base-4.14.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PickUp {
    pub at: Region,
    /// From which turn on.
    #[serde(default)]
    pub turn: u8,
}

/// One counter where it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Posted {
    pub kind: Kind,
    /// Its hex; boats have `river` instead, passengers and mortars `with`, and helicopters none until they come.
    #[serde(default)]
    pub at: Option<Hex>,
    /// A boat's river hexside.
    #[serde(default)]
    pub river: Option<u8>,
    /// The place in this list, from 0, of the unit it is aboard of or carried by.
    #[serde(default)]
    pub with: Option<u8>,
    /// Casualty markers it carries: killed and wounded.
    #[serde(default)]
    pub burden: (u8, u8),
    /// It moved in its last player turn.
    #[serde(default)]
    pub moved: bool,
    #[serde(default = "one")]
    pub company: u8,
    #[serde(default = "one")]
    pub platoon: u8,
    /// Face down.
    #[serde(default)]
    pub hidden: bool,
    /// Pinned in an earlier player turn.
    #[serde(default)]
    pub pinned: bool,
    /// Without command by order of the scenario.
    #[serde(default)]
    pub independent: bool,
    /// Casualties already taken and scored.
    #[serde(default)]
    pub losses: u8,
    /// Units of fire, if not a full load.
    #[serde(default)]
    pub ammunition: Option<u8>,
    /// What a Cadre has with it.
    #[serde(default)]
    pub element: Element,
    #[serde(default)]
    pub rpg: bool,
    /// Points already scored against a boat.
    #[serde(default)]
    pub tally: u16,
}

fn one() -> u8 {
    1
}

/// What counts besides rule base-4.18.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Objective {
    /// US points for each village with a US unit in it and no NLF unit in or beside it at the end.
    ClearVillages(u16),
    /// NLF points, once, for a unit with Attack Strength in one of these hexes at the end of an NLF player turn.
    Overrun(Vec<Hex>, u16),
    /// US points for each vehicle that has left the map at the end, NLF points for each other.
    Convoy(u16, u16),
    /// US points for the elimination of the Battalion Cadre.
    BattalionCadre(u16),
    /// NLF points at the end unless a US unit with Attack Strength is within two hexes of one of these.
    KeepLandingZone(Vec<Hex>, u16),
    /// US points for a hill of which so many hexes are free of NLF units, with a US unit on it, at the end.
    TakeHill(String, u8, u16),
    /// NLF points for this company's and platoon's having no squad left at the end.
    DestroyPlatoon(u8, u8, u16),
    /// NLF points for units in at least so many of these hexes at the end.
    Seize(Vec<Hex>, u8, u16),
    /// NLF points for each US squad on the map at the end.
    Stragglers(u16),
    /// NLF points for each NLF squad that has left the map after this turn.
    Escape(u8, u16),
    /// NLF points for each squad or Cadre that has left the map.
    Crossing(u16),
    /// US points for each boat that left the map at the other end of the river, NLF points for each one destroyed.
    Boats(u16, u16),
    /// Points for a cache destroyed in place of those of rule base-4.18.
    CacheWorth(u16),
    /// US points for the crew's having left the map, NLF points for its being lost, or with an NLF unit beside it and no US
    /// unit with Attack Strength in or beside its hex, at the end.
    Rescue(u16, u16),
}

impl Objective {
    /// The hexes that it names one by one.
    pub(crate) fn hexes(&self) -> Option<&[Hex]> {
        match self {
            Self::Overrun(hexes, _) | Self::KeepLandingZone(hexes, _) | Self::Seize(hexes, ..) => Some(hexes),
            _ => None,
        }
    }
}

/// A scenario.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The name on the title page.
    pub title: String,
    /// One or two sentences for the one who chooses.
    pub summary: String,
    /// A page of history.
    #[serde(default)]
    pub background: String,
    /// How much of the rules is played.
    #[serde(default)]
    pub level: Level,
    /// Parts of the rules besides those of the level.
    #[serde(default)]
    pub also: Vec<Switch>,
    /// Parts of the level that are left out.
    #[serde(default)]
    pub without: Vec<Switch>,
    pub turns: u8,
    #[serde(default = "one")]
    pub turn: u8,
    /// The step it begins with; set-up if left out.
    #[serde(default)]
    pub step: Option<Step>,
    /// The NLF player turn comes first.
    #[serde(default)]
    pub nlf_first: bool,
    /// How far anybody sees, in hexes.
    #[serde(default = "daylight")]
    pub sight: u8,
    /// Taken off the difference of points; each Company Cadre of rule 31.0 lowers it by the value in the table of points.
    #[serde(default)]
    pub par: i16,
    /// Troops to set up and to come.
    #[serde(default)]
    pub entries: Vec<Entry>,
    /// Counters already on the map.
    #[serde(default)]
    pub units: Vec<Posted>,
    /// Improved Positions already dug.
    #[serde(default)]
    pub positions: Vec<Hex>,
    /// Booby traps for the NLF player to lay, and caches to hide.
    #[serde(default)]
    pub traps: u8,
    /// Booby traps already laid.
    #[serde(default)]
    pub traps_at: Vec<Hex>,
    /// Caches for the NLF player to hide.
    #[serde(default)]
    pub caches: u8,
    /// Caches already hidden.
    #[serde(default)]
    pub caches_at: Vec<Hex>,
    /// Where traps and caches may be, if not wherever NLF troops set up.
    #[serde(default)]
    pub hiding_places: Option<Region>,
    /// Support elements for the NLF player to assign if rule 31.0 is played. Rule 31.17.
    #[serde(default)]
    pub elements: Vec<Element>,
    /// RPG-7s more than those of the forces.
    #[serde(default)]
    pub rpgs: u8,
    /// With rule 31.0 the support elements take the place of these RPG-7s.
    #[serde(default)]
    pub rpgs_replaced: bool,
    /// How many RPG-7s there are, if not those of the forces: the Cadres that come first in the list keep theirs.
    #[serde(default)]
    pub rpgs_in_all: Option<u8>,
    /// Artillery missions. Rule base-4.13.
    #[serde(default)]
    pub missions: u8,
    /// Air strikes. Rule base-4.13.
    #[serde(default)]
    pub strikes: u8,
    /// Hexes of preplanned fire for the US player to write down. Rule base-4.13.
    #[serde(default)]
    pub preplanned: u8,
    /// How many helicopters may land in a turn, if not any number. Rule base-4.14.
    #[serde(default)]
    pub landings: Option<u8>,
    /// Where helicopters take men and casualties off the map, if not wherever they can land.
    #[serde(default)]
    pub pick_up: Option<PickUp>,
    /// Hexes with a marker of civilians. Rule base-4.17.
    #[serde(default)]
    pub civilians_at: Vec<Hex>,
    /// The NLF player may give up platoons, snipers and traps for a better par. Rule base-4.18.
    #[serde(default)]
    pub forgo: bool,
    /// The rulings the game is played by.
    #[serde(default)]
    pub rulings: Rulings,
    /// Where US units may leave the map.
    #[serde(default)]
    pub us_exit: Option<Region>,
    /// Where NLF units may leave the map.
    #[serde(default)]
    pub nlf_exit: Option<Region>,
    /// What counts besides the ordinary points.
    #[serde(default)]
    pub objectives: Vec<Objective>,
}

fn daylight() -> u8 {
    u8::MAX
}

impl Scenario {
    /// The parts of the rules that are played.
    pub fn switches(&self) -> Switches {
        let on = self.also.iter().fold(self.level.switches(), |on, s| on.with(*s));
        self.without.iter().fold(on, |on, s| on.without(*s))
    }

    /// The same scenario with one part of the rules switched on or off.
    #[must_use]
    pub fn switched(&self, switch: Switch, on: bool) -> Self {
        let mut other = self.clone();
        other.also.retain(|s| *s != switch);
        other.without.retain(|s| *s != switch);
        if other.level.switches().has(switch) != on {
            if on { other.also.push(switch) } else { other.without.push(switch) }
        }
        other
    }
}
