//! What a command may come to, before the dice: every number that counts with its rule, and every figure's chances.

use serde::Serialize;
use table::{Angle, Cover, INCH, Point, Template};
use tabletop::odds::Fraction;
use tabletop::{Refusal, RuleId};

use super::{both, either, from_face, pairs, share, sixths};
use crate::command::RocketAim;
use crate::event::{Bout, Delivery};
use crate::facts::{self, FACES, Obstruction};
use crate::figure::{Figure, FigureId, Grenade, Weapon};
use crate::fire::identified;
use crate::sight::is_behind_hard_cover;
use crate::state::State;
use crate::tables::{Band, band, inches};
use crate::words::{count, inches as told};
use crate::{Command, Skirmish, rule};

/// A number that counts, or something that stands in the way, with its rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What: `assault rifle`.
    pub what: String,
    /// What it comes to: `suppresses on 5 or 6`.
    pub value: String,
    /// Whether it forbids or spoils something.
    pub against: bool,
    pub rule: RuleId,
}

/// What may come to one figure.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Expectation {
    pub figure: FigureId,
    pub name: String,
    /// Whether it belongs to the side that acts. Ruling S-R26.
    pub friend: bool,
    /// The chance to take a counter at least.
    pub suppressed: Fraction,
    /// The most counters it may take.
    pub most: u8,
    /// The chance to be removed, or a vehicle to take a kill, at its next KIA check as things stand now. Ruling S-R02.
    pub falls_now: Fraction,
    /// The same after this command.
    pub falls_then: Fraction,
    /// Why fire can give it nothing; none if it can.
    pub obstruction: Option<Obstruction>,
}

/// One thing that may come of the dice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prospect {
    /// What it is, in a few words.
    pub what: String,
    /// How likely it is.
    pub chance: Fraction,
    /// How good it is for who gives the command, from 0 to 100; none where only the point is told on which something falls.
    #[serde(skip)]
    pub good: Option<u8>,
}

/// A forecast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Forecast {
    /// What counts, in the order in which the rules ask.
    pub lines: Vec<Line>,
    /// What may come of the dice, each with its chance; they sum to one. Empty where nothing is rolled.
    pub chances: Vec<Prospect>,
    /// What may come to the figures that are known; where the target of a shot is said after the die, each as if it were the one
    /// that is chosen (S-R04).
    pub figures: Vec<Expectation>,
}

impl Obstruction {
    /// What is in the way, and by which rule.
    pub fn words(self) -> (String, RuleId) {
        match self {
            Self::Arc => ("outside the arc".into(), rule!("S-R05")),
            Self::Range => ("out of range".into(), rule!("S-R35")),
            Self::Sight => ("out of sight".into(), rule!("S-R32")),
            Self::Cover { most } => (format!("in cover, already with {}", count(most, "counter")), rule!("S-R07")),
            Self::Armour => ("this weapon cannot hurt it".into(), rule!("S-apc")),
        }
    }
}

/// `5 or 6`, `6`, `4 to 6`.
fn faces(lowest: u8) -> String {
    match lowest {
        0..=4 => format!("{} to {FACES}", lowest.max(1)),
        5 => format!("5 or {FACES}"),
        _ => FACES.to_string(),
    }
}

fn line(what: impl Into<String>, value: impl Into<String>, rule: RuleId) -> Line {
    Line { what: what.into(), value: value.into(), against: false, rule }
}

/// A chance and its opposite.
fn or_not(yes: &str, no: &str, chance: Fraction) -> Vec<Prospect> {
    let rest = chance.denominator() - chance.numerator().min(chance.denominator());
    let other = share(rest, chance.denominator());
    let prospect = |what: &str, chance, good| Prospect { what: what.into(), chance, good: Some(good) };
    vec![prospect(yes, chance, 100), prospect(no, other, 0)]
}

/// Where something falls.
fn fallen(landing: &super::Landing) -> Prospect {
    let what = match landing.deviation {
        None => "on the point".to_owned(),
        Some(way) => format!("{}\" {}", landing.by / INCH, way.words()),
    };
    Prospect { what, chance: landing.chance, good: None }
}

/// What a figure is dealt: how likely, and how many counters.
#[derive(Clone, Copy)]
struct Deal {
    chance: Fraction,
    counters: u8,
}

impl Skirmish {
    /// What a legal command may come to: every number with its rule, the outcomes of its dice, and each known figure's
    /// chances. All of it exact. Commands that roll nothing have an empty forecast.
    ///
    /// # Errors
    /// The refusal, if the command is not legal.
    pub fn fire_forecast(&self, state: &State, command: &Command) -> Result<Forecast, Refusal> {
        tabletop::Ruleset::check(self, state, command)?;
        Ok(match *command {
            Command::Fire { figure, weapon, at } => self.fire_at_figures(state, figure, weapon, at),
            Command::Spray { weapon, at, .. } => {
                self.speculation(state, at, line(weapon.name(), "one die for all figures", rule!("S-R24")))
            }
            Command::Throw { grenade, at, .. } => self.sent(state, command, grenade, at, Delivery::Thrown),
            Command::Launch { grenade, at, .. } => self.sent(state, command, grenade, at, Delivery::Launched),
            Command::Shell { grenade, at, .. } => self.sent(state, command, grenade, at, Delivery::Mortar),
            Command::Rocket { aim: RocketAim::Ground(at), .. } => {
                self.sent(state, command, Grenade::Fragmentation, at, Delivery::Rocket)
            }
            Command::Rocket { aim: RocketAim::Vehicle(target), .. } => self.rocket_at(state, target),
            Command::CallFire { .. } | Command::NextRound | Command::Correct { .. } => self.rounds(state, command),
            Command::FireClaymore { number, .. } => self.claymore(state, number),
            Command::Fight { figure, target } => self.melee(state, figure, target),
            Command::Spot { figure, target } => self.spotting(state, figure, target),
            Command::Listen { .. } => self.listening(),
            _ => Forecast { lines: Vec::new(), chances: Vec::new(), figures: Vec::new() },
        })
    }

    /// The chance to fall at the next KIA check.
    fn falls(state: &State, figure: &Figure, more: u8) -> Fraction {
        let counters = figure.counters.saturating_add(more);
        super::falls(super::counters_then(state, &Figure { counters, ..*figure }))
    }

    /// A figure's expectation from everything that may happen to it; what is left over changes nothing.
    fn expectation(state: &State, id: FigureId, deals: &[Deal]) -> Option<Expectation> {
        let figure = state.figure(id)?;
        let now = Self::falls(state, figure, 0);
        let (mut suppressed, mut then, mut most) = (Fraction::ZERO, Fraction::ZERO, 0);
        for deal in deals.iter().filter(|deal| deal.counters > 0) {
            suppressed = either(suppressed, deal.chance);
            then = either(then, both(deal.chance, Self::falls(state, figure, deal.counters)));
            most = most.max(deal.counters);
        }
        let rest = Fraction::new(suppressed.denominator() - suppressed.numerator(), suppressed.denominator())?;
        Some(Expectation {
            figure: id,
            name: state.name(id).to_owned(),
            friend: figure.side == state.side(),
            suppressed,
            most,
            falls_now: now,
            falls_then: either(then, both(rest, now)),
            obstruction: None,
        })
    }

    /// Rule S-fire: the target, or each as if it were chosen.
    fn fire_at_figures(&self, state: &State, firer: FigureId, weapon: Weapon, at: Option<FigureId>) -> Forecast {
        let Some(row) = self.weapons().of(weapon) else {
            return Forecast { lines: Vec::new(), chances: Vec::new(), figures: Vec::new() };
        };
        let chance = from_face(row.suppress_on.value);
        let mut lines = vec![
            line(weapon.name(), format!("suppresses on {}", faces(row.suppress_on.value)), rule!("S-fire")),
            line("a hit", count(row.counters.value, "counter"), rule!("S-fire")),
        ];
        if let Some(range) = &row.range_in {
            lines.push(line("range", format!("{}\"", range.value), rule!("S-fire")));
        }
        let mut figures = Vec::new();
        for (target, figure) in state.of(state.side().enemy()) {
            if figure.place().is_none() || !state.is_known(target) || at.is_some_and(|at| at != target) {
                continue;
            }
            let Some(fire) = self.fire_line(state, firer, weapon, target) else { continue };
            let given = facts::given(self.numbers(), row.counters.value, fire.facts.cover, figure);
            let deals = [Deal { chance, counters: if fire.obstruction.is_some() { 0 } else { given } }];
            let Some(mut expectation) = Self::expectation(state, target, &deals) else { continue };
            expectation.obstruction = fire.obstruction;
            if let Some(obstruction) = fire.obstruction {
                let (value, rule) = obstruction.words();
                lines.push(Line { what: expectation.name.clone(), value, against: true, rule });
            } else if let Some(most) = fire.limit {
                let kind = if fire.facts.cover == Cover::Hard { "in hard cover" } else { "in cover" };
                let value = format!("{kind}: {} at most", count(most, "counter"));
                lines.push(Line { what: expectation.name.clone(), value, against: true, rule: rule!("S-R07") });
            }
            figures.push(expectation);
        }
        Forecast { lines, chances: or_not("suppressed", "no effect", chance), figures }
    }

    /// Rule S-speculative: one die for all who have no counter.
    fn speculation(&self, state: &State, at: Point, first: Line) -> Forecast {
        let numbers = self.numbers();
        let chance = from_face(numbers.speculative_die.value);
        let near = inches(&numbers.speculative_in);
        let within = state.placed().filter(|(_, f, p)| !f.vehicle && f.counters == 0 && p.within(at, near));
        let counters = numbers.speculative_counters.value;
        let figures = within.filter_map(|(id, ..)| Self::expectation(state, id, &[Deal { chance, counters }]));
        let value = format!("works on {}", faces(numbers.speculative_die.value));
        let given = count(counters, "counter");
        let reach = format!("{}, friends included; {given} to each figure that has none", told(near));
        Forecast {
            lines: vec![
                first,
                line("speculative fire", value, rule!("S-speculative")),
                line("every figure within", reach, rule!("S-R24")),
            ],
            chances: or_not("it takes effect", "nothing", chance),
            figures: figures.collect(),
        }
    }

    /// Rule S-grenade: everywhere it may land, everybody it may reach.
    fn sent(&self, state: &State, command: &Command, grenade: Grenade, at: Point, delivery: Delivery) -> Forecast {
        let row = self.bursts().of(grenade);
        if self.may_speculate(grenade, delivery) && !identified(self, state, at) {
            let value = "no figure is identified there".to_owned();
            return self.speculation(state, at, line("a grenade", value, rule!("S-R24")));
        }
        let landings = self.landings(state, command);
        let mut lines = Vec::new();
        for (n, found) in row.bands.iter().enumerate() {
            let what = if n == 0 {
                format!("up to {}\"", found.up_to_in)
            } else {
                format!("beyond, up to {}\"", found.up_to_in)
            };
            let value = format!("{} on {}", count(found.counters, "counter"), faces(found.die));
            lines.push(line(what, value, rule!("S-grenade")));
        }
        if row.smoke_in.value > 0 {
            lines.push(line("smoke", format!("{}\" around", row.smoke_in.value), rule!("S-smoke")));
        }
        let chances = landings.iter().map(fallen).collect();
        let figures = state.placed().filter_map(|(id, figure, place)| {
            let deals: Vec<Deal> = landings
                .iter()
                .filter_map(|landing| {
                    let row = band(&row.bands, landing.at.squared(place))?;
                    let deal = self.one_burst(state, figure, (landing.at, place), row, grenade, delivery);
                    Some(Deal { chance: both(landing.chance, deal.chance), ..deal })
                })
                .collect();
            Self::expectation(state, id, &deals).filter(|e| e.most > 0)
        });
        Forecast { lines, chances, figures: figures.collect() }
    }

    fn one_burst(
        &self,
        state: &State,
        figure: &Figure,
        (burst, place): (Point, Point),
        row: &Band,
        grenade: Grenade,
        delivery: Delivery,
    ) -> Deal {
        let rpg = self.weapons().rpg();
        if self.strikes(figure, row, grenade, delivery) {
            return Deal { chance: from_face(rpg.suppress_on.value), counters: rpg.counters.value };
        }
        let covered = delivery != Delivery::Mortar && self.covered_from_burst(state, burst, place);
        Deal { chance: from_face(row.die), counters: self.fragments(figure, row, covered) }
    }

    /// Rule S-apc, ruling S-R15.
    fn rocket_at(&self, state: &State, target: FigureId) -> Forecast {
        let row = self.weapons().rpg();
        let (needed, counters) = (row.suppress_on.value, row.counters.value);
        let chance = from_face(needed);
        let lines = vec![
            line("RPG at a vehicle", format!("hits on {}", faces(needed)), rule!("S-apc")),
            line("a hit", count(counters, "counter"), rule!("S-apc")),
        ];
        let figures = Self::expectation(state, target, &[Deal { chance, counters }]).into_iter().collect();
        Forecast { lines, chances: or_not("a hit", "a miss", chance), figures }
    }

    /// Rule S-support: no die but the one for deviation.
    fn rounds(&self, state: &State, command: &Command) -> Forecast {
        let numbers = self.numbers();
        let landings = self.landings(state, command);
        let near = inches(&numbers.support_in);
        let figures = state.placed().filter_map(|(id, figure, place)| {
            let within = landings.iter().filter(|landing| place.within(landing.at, near));
            let deals: Vec<Deal> = within
                .map(|landing| Deal {
                    chance: landing.chance,
                    counters: self.round_counters(figure, is_behind_hard_cover(state, landing.at, place)),
                })
                .collect();
            Self::expectation(state, id, &deals).filter(|e| e.most > 0)
        });
        let first = state.support(state.side()).fired == 0;
        let rule_of_point = if first { rule!("S-R09") } else { rule!("S-support") };
        Forecast {
            lines: vec![
                line("on the point", format!("on 1 to {}", self.bursts().on_point_up_to.value), rule_of_point),
                line(
                    format!("within {}\"", numbers.support_in.value),
                    count(numbers.support_counters.value, "counter"),
                    rule!("S-support"),
                ),
                line("behind hard cover", count(numbers.support_hard_counters.value, "counter"), rule!("S-R13")),
            ],
            chances: landings.iter().map(fallen).collect(),
            figures: figures.collect(),
        }
    }

    /// Rule S-claymore.
    fn claymore(&self, state: &State, number: u8) -> Forecast {
        let bands = &self.bursts().claymore;
        let mut forecast = Forecast { lines: Vec::new(), chances: Vec::new(), figures: Vec::new() };
        for (n, row) in bands.iter().enumerate() {
            let what =
                if n == 0 { format!("up to {}\"", row.up_to_in) } else { format!("beyond, up to {}\"", row.up_to_in) };
            let value = format!("{} on {}", count(row.counters, "counter"), faces(row.die));
            forecast.lines.push(line(what, value, if n == 0 { rule!("S-R25") } else { rule!("S-claymore") }));
        }
        let Some((at, facing)) = state.claymore(state.side(), number).and_then(|claymore| claymore.laid) else {
            return forecast;
        };
        let reach = bands.last().map_or(0, Band::reach);
        let fan = Template::Fan { tip: at, facing, half: Angle::FortyFive, reach };
        for (id, figure, place) in state.placed().filter(|(.., place)| fan.covers(*place)) {
            let Some(row) = band(bands, at.squared(place)) else { continue };
            let deal = Deal { chance: from_face(row.die), counters: self.fragments(figure, row, false) };
            forecast.figures.extend(Self::expectation(state, id, &[deal]));
        }
        forecast
    }

    /// Ruling S-R20: 36 pairs of dice.
    fn melee(&self, state: &State, figure: FigureId, target: FigureId) -> Forecast {
        let counters = |id| state.figure(id).map_or(0, |f| f.counters);
        let (ours, theirs) = (counters(figure), counters(target));
        let (one, other) = (state.name(figure), state.name(target));
        let told = [
            (Bout::AttackerKills, format!("{other} is killed"), 100),
            (Bout::AttackerWins, format!("{other} is driven back"), 75),
            (Bout::Tie, "neither gives way".to_owned(), 50),
            (Bout::DefenderWins, format!("{one} is driven back"), 25),
            (Bout::DefenderKills, format!("{one} is killed"), 0),
        ];
        let chance = |which: Bout| pairs(|a, d| self.bout(facts::score(a, ours), facts::score(d, theirs)) == which);
        let less = |counters: u8| if counters == 0 { "a die".to_owned() } else { format!("a die less {counters}") };
        Forecast {
            lines: vec![
                line(one, less(ours), rule!("S-R20")),
                line(other, less(theirs), rule!("S-R20")),
                line(format!("{} times as much", self.numbers().close_combat_kill.value), "kills", rule!("S-R20")),
            ],
            chances: told
                .into_iter()
                .map(|(which, what, good)| Prospect { what, chance: chance(which), good: Some(good) })
                .filter(|prospect| prospect.chance != Fraction::ZERO)
                .collect(),
            figures: Vec::new(),
        }
    }

    /// Rule S-hidden, alternate rules: two dice against the range.
    fn spotting(&self, state: &State, figure: FigureId, target: FigureId) -> Forecast {
        let place = |id| state.figure(id).and_then(Figure::place);
        let places = place(figure).zip(place(target));
        let range = places.map_or(i32::MAX, |(here, there)| crate::sight::range(state, here, there));
        let chance = pairs(|one, other| facts::spotted(one + other, range));
        let told = told(range);
        Forecast {
            lines: vec![line("two dice reach the range", told, rule!("S-hidden"))],
            chances: or_not("spotted", "not spotted", chance),
            figures: Vec::new(),
        }
    }

    /// Rule S-listen: what a silent enemy is heard at.
    fn listening(&self) -> Forecast {
        let numbers = self.numbers();
        let silent = sixths(numbers.listen_pips.value);
        let near = format!("nearer than {}\"", numbers.noise_step_in.value);
        Forecast {
            lines: vec![
                line("a silent enemy", count(numbers.listen_pips.value, "pip"), rule!("S-listen")),
                line(
                    "distance",
                    format!("one pip less for each full {}\"", numbers.noise_step_in.value),
                    rule!("S-noise"),
                ),
            ],
            chances: or_not(&format!("a silent enemy {near} is heard"), "it is not heard", silent),
            figures: Vec::new(),
        }
    }
}
