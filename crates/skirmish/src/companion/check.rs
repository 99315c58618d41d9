//! What may be said when. The rules are those of the table; only where they measure, they are told.

use table::INCH;

use super::{Aim, Burst, Crowd, Deed, Measuring, Said};
use crate::event::Delivery;
use crate::facts::Facts;
use crate::figure::{Figure, FigureId, Grenade, Side, Standing, Weapon};
use crate::moving::Bar;
use crate::refuse::{Counted, No, Part, no, said};
use crate::scenario::Hiding;
use crate::state::{State, Step};
use crate::tables::inches;
use crate::turn::{actor, own_figure, passenger};
use crate::{Command, Skirmish, close_combat, devices, fire, grenades, hidden, moving, rule, support, vehicles};

fn refuse(because: &'static str, remedy: &'static str) -> Result<(), No> {
    Err(No::new(rule!("S-companion"), because, remedy))
}

/// Whether something may be said now.
pub(crate) fn check(rules: &Skirmish, state: &State, said: &Said) -> Result<(), No> {
    if !state.is_beside() {
        return refuse("The table measures this itself.", "Give the command without measurements.");
    }
    let figures = matches!(said, Said::Noise { .. } | Said::Show { .. } | Said::LookOut);
    if figures && state.step() != Step::Figures {
        return Err(No::new(
            rule!("S-R01"),
            "Off-table fire comes before the figures.",
            "Move on to the figures first.",
        ));
    }
    match *said {
        Said::Go { figure, way, tactical } => {
            let pace = moving::check_pace(rules, state, figure, tactical)?;
            let sane = (1..=100 * INCH).contains(&way.length) && (0..=way.length).contains(&way.bad);
            if way.impassable != 0 {
                return Err(Bar::Water.refusal(rules, figure, pace));
            }
            if !sane {
                return refuse(
                    "No figure can move like that.",
                    "Give the length of the way and how much of it is bad going.",
                );
            }
            moving::check_length(rules, figure, &way, pace)
        }
        Said::Face { figure } => moving::check_turning(actor(state, figure)?),
        Said::SetOff { figure } => check_set_off(state, figure),
        Said::Over { vehicle, figure } => check_over(rules, state, vehicle, figure),
        Said::Mark { target, facts } => {
            let pending = state.pending().ok_or_else(fire::nothing_waits)?;
            hidden::target(state, target)?;
            sensible(facts.range)?;
            let in_arc = facts.in_arc || turns_all_round(state, pending.firer);
            fire::check_facts(rules, state, pending.weapon, target, &Facts { in_arc, ..facts })
        }
        Said::Spare => state.pending().map(|_| ()).ok_or_else(fire::nothing_waits),
        Said::Spray { figure, weapon, aim } => {
            sensible(aim.range)?;
            fire::check_sprayed(rules, state, figure, weapon, &all_round(state, figure, aim))
        }
        Said::Send { figure, delivery, grenade, aim } => {
            sensible(aim.range)?;
            sensible(aim.shift)?;
            check_mate(rules, state, figure, delivery, aim)?;
            grenades::check_send(rules, state, figure, delivery, grenade, &all_round(state, figure, aim))?;
            check_identified(rules, state, delivery, grenade, aim)
        }
        Said::Rocket { figure, target, facts } => {
            grenades::check_rocket_at(rules, state, figure, target)?;
            hidden::target(state, target)?;
            sensible(facts.range)?;
            fire::check_facts(rules, state, Weapon::Rpg, target, &facts)
        }
        Said::Seek { figure, target, facts } => {
            sensible(facts.range)?;
            hidden::check_look(rules, state, figure, target, facts.range, facts.clear)
        }
        Said::Show { figure } => check_show(state, figure),
        Said::Plant { figure } => devices::check_laying(rules, state, figure),
        Said::GetOut { figure } => passenger(state, figure).map(|_| ()),
        Said::CallFire => support::check_first(state),
        Said::SpottingRound => support::check_ranging(state),
        Said::Noise { figures } => check_noise(rules, state, figures),
        Said::Struck { inner, outer, covered } => check_struck(state, inner, outer, covered),
        Said::Heard { figures } => match state.beside().measuring {
            Some((asked, Measuring::Heard { die, .. })) if figures.except(state.nameable(asked)).is_empty() => {
                let heard = |id| rules.heard_within(state, id, die).is_some();
                if figures.each().all(heard) || state.setting().rulings.before(11) {
                    return Ok(());
                }
                let because = "This die does not hear one of those figures at any distance.";
                Err(No::new(rule!("S-R41"), because, "Leave that figure out."))
            }
            Some((_, Measuring::Heard { .. })) => refuse("Only hidden figures can be heard.", "Choose hidden figures."),
            _ => nobody_asked(),
        },
        Said::Hark { figure, spoilt } => check_hark(state, figure, spoilt),
        Said::LookOut => check_look_out(state),
        Said::Sighted { figures } => match state.beside().measuring {
            Some((asked, Measuring::Sighted)) if figures.except(state.nameable(asked)).is_empty() => Ok(()),
            Some((_, Measuring::Sighted)) => {
                refuse("Only hidden figures can come into sight.", "Choose hidden figures.")
            }
            _ => nobody_asked(),
        },
        Said::Heir { figure } => match state.beside().measuring {
            Some((asked, Measuring::Heir)) if state.may_carry(asked, figure) => Ok(()),
            Some((_, Measuring::Heir)) => {
                refuse("The radio goes to a figure of the same side, on foot or riding.", "Choose one.")
            }
            _ => nobody_asked(),
        },
        Said::Try { figure, deed, near } => check_deed(rules, state, figure, deed, near),
        Said::Room { .. } => match state.beside().measuring {
            Some((_, Measuring::Room { .. })) => Ok(()),
            _ => nobody_asked(),
        },
        Said::Near { near } => match state.beside().measuring {
            Some((asked, Measuring::Near { .. })) => check_near(state, asked, near),
            _ => nobody_asked(),
        },
    }
}

/// The same deed, as it is given on the computer's table and in earlier saved games.
pub(super) const fn command_of(figure: FigureId, deed: Deed) -> Command {
    match deed {
        Deed::Mount(vehicle) => Command::Mount { figure, vehicle },
        Deed::FireClaymore(number) => Command::FireClaymore { figure, number },
        Deed::Fight(target) => Command::Fight { figure, target },
        Deed::Finish => Command::Finish { figure },
        Deed::Leave => Command::Leave { figure },
    }
}

/// What hangs on a distance, which is said. Ruling S-R42.
fn check_deed(rules: &Skirmish, state: &State, figure: FigureId, deed: Deed, near: bool) -> Result<(), No> {
    crate::options::check_deed(rules, state, &command_of(figure, deed))?;
    if near {
        return Ok(());
    }
    Err(match deed {
        Deed::Finish => devices::no_mate(rules, state, figure),
        Deed::Mount(vehicle) => vehicles::too_far(rules, figure, vehicle),
        Deed::FireClaymore(_) => devices::beyond_wire(rules, figure),
        Deed::Fight(target) => close_combat::out_of_touch(rules, figure, target),
        Deed::Leave => moving::not_over(figure),
    })
}

/// Ruling S-R39: a mortar's second man is asked for, of mortars alone.
fn check_mate(rules: &Skirmish, state: &State, figure: FigureId, delivery: Delivery, aim: Aim) -> Result<(), No> {
    let wanted = delivery == Delivery::Mortar && !state.setting().rulings.before(3);
    match aim.mate {
        None if wanted => refuse("You have not said whether the second figure is near the mortar.", "Say so."),
        Some(_) if !wanted => refuse("Only a mortar needs a second figure.", "Leave it out."),
        Some(false) => Err(devices::no_mate(rules, state, figure)),
        None | Some(true) => Ok(()),
    }
}

/// Ruling S-R24: near a point can only be an enemy who is known.
fn check_identified(rules: &Skirmish, state: &State, delivery: Delivery, grenade: Grenade, aim: Aim) -> Result<(), No> {
    let wrong = aim.identified && rules.may_speculate(grenade, delivery) && !hidden::knows_an_enemy(state);
    if !wrong || state.setting().rulings.before(7) {
        return Ok(());
    }
    Err(No::new(rule!("S-speculative"), "Your side knows of no enemy.", "Say that none is near: it is speculation."))
}

/// Rulings S-R21 and S-R24: the side that is asked has to know of somebody who may hear.
fn check_near(state: &State, asked: Side, near: bool) -> Result<(), No> {
    if !near || state.setting().rulings.before(9) || knows_a_hearer(state, asked) {
        return Ok(());
    }
    let because = if asked == state.side() {
        "Your side knows of no enemy figure on foot on the table."
    } else {
        "Your side has no hidden figure on foot on the table."
    };
    Err(No::new(rule!("S-R21"), because, "Say that none is close enough."))
}

/// Whether a side that is asked knows of an enemy of the side to act who may hear it.
pub(super) fn knows_a_hearer(state: &State, asked: Side) -> bool {
    let hears = |id| state.figure(id).is_some_and(|f| f.side != state.side() && !f.vehicle);
    state.nameable(asked).each().any(hears)
}

/// A vehicle's gun turns all round, whatever was said of its arc.
fn all_round(state: &State, figure: FigureId, aim: Aim) -> Aim {
    Aim { in_arc: aim.in_arc || turns_all_round(state, figure), ..aim }
}

/// Ruling S-R05.
pub(super) fn turns_all_round(state: &State, firer: FigureId) -> bool {
    state.figure(firer).is_some_and(|f| f.vehicle)
}

/// The refusal of an answer to what nobody asked.
fn nobody_asked() -> Result<(), No> {
    refuse("Nobody asked for this.", "Give a command instead.")
}

/// Distances on a table.
fn sensible(range: i32) -> Result<(), No> {
    if (0..=300 * INCH).contains(&range) {
        return Ok(());
    }
    refuse("No table is that large.", "Say the distance in hundredths of an inch, from 0 to 30000.")
}

/// The figure that has just moved.
fn moved(state: &State, figure: FigureId) -> Option<&Figure> {
    state.figure(figure).filter(|_| state.active() == Some(figure) && state.beside().moved)
}

/// A mine keeps the figure that meets it on the table, and out of a vehicle.
fn check_set_off(state: &State, figure: FigureId) -> Result<(), No> {
    match moved(state, figure) {
        Some(mover) if mover.in_play() && !state.beside().mined => Ok(()),
        Some(mover) if mover.in_play() => {
            let because = said!("{} has already set off a mine on this move.", figure);
            Err(No::new(rule!("S-mines"), because, "Go on: it stopped at the first one."))
        }
        Some(mover) if mover.standing == Standing::Left => {
            let because = said!("{} has left, and a mine would have kept it on the table.", figure);
            Err(No::new(rule!("S-mines"), because, "Undo that, move it as far as the mine, and say so then."))
        }
        _ => Err(No::new(
            rule!("S-mines"),
            "This figure has not just moved.",
            "Say so right after the move that met it.",
        )),
    }
}

fn check_over(rules: &Skirmish, state: &State, vehicle: FigureId, figure: FigureId) -> Result<(), No> {
    if !own_figure(state, vehicle)?.vehicle {
        let because = said!("{} is not a vehicle.", vehicle);
        return Err(No::new(rule!("S-R16"), because, "Only vehicles run figures over: name the one that did."));
    }
    if moved(state, vehicle).is_none() {
        let because = "This vehicle has not just moved.";
        return Err(No::new(rule!("S-R16"), because, "Say so right after the move that went over the figure."));
    }
    let under = match state.figure(figure).filter(|f| f.side != state.side()) {
        // Under the alternate rules one that hides stands on the table as well, and stays as hidden as it is.
        Some(enemy) if enemy.standing == Standing::Up && state.is_located(figure) => enemy,
        Some(_) if state.setting().hiding == Hiding::Standard && !state.is_located(figure) => {
            let remedy = "Ask first whether a hidden figure is close enough to be seen: then the other side also names who was under the vehicle.";
            return Err(No::new(rule!("S-R16"), "Your side does not know of that figure.", remedy));
        }
        _ => hidden::target(state, figure)?,
    };
    if under.vehicle {
        let because = said!("{} is a vehicle, and no vehicle drives over another one.", figure);
        return Err(No::new(rule!("S-R16"), because, "Name the figures on foot that were under it."));
    }
    let most = rules.numbers().run_over_counters.value;
    if under.counters < most {
        return Ok(());
    }
    let because = said!("A vehicle runs over only figures with fewer than {}.", Part::Count(most, Counted::Counters));
    Err(No::new(rule!("S-R16"), because, "Other figures are unaffected."))
}

/// A hidden figure that nobody knows of comes near. The side that says it knows it: of one that is not on the table only its own
/// side is asked ([`may_be_shown`]).
fn check_show(state: &State, figure: FigureId) -> Result<(), No> {
    // An enemy who hides off the table is asked after, not named: whether he is still there is his secret.
    let asked_after = |f: &Figure| f.side != state.side() && !may_be_shown(state, f) && !state.is_known(figure);
    if !state.setting().rulings.before(2) && state.figure(figure).is_some_and(asked_after) {
        let because = "Only the enemy knows where its hidden figures are.";
        return Err(No::new(
            rule!("S-hidden"),
            because,
            "Ask the other side which figures are near enough to be seen.",
        ));
    }
    let there = state.figure(figure).is_some_and(|f| f.standing == Standing::Up && f.trace.hidden);
    if there && !state.is_known(figure) {
        return Ok(());
    }
    let because = "It is already known, or not on the table.";
    Err(No::new(rule!("S-hidden"), because, "Only hidden figures come into sight."))
}

/// Whether the side to act may be offered to say that a figure is near enough to be seen: its own, or one that stands on the
/// table. Rule S-hidden.
pub(super) fn may_be_shown(state: &State, figure: &Figure) -> bool {
    figure.trace.hidden && (figure.side == state.side() || state.setting().hiding == Hiding::Alternate)
}

/// Whether anybody of the side to act has fired in this turn.
pub(crate) fn has_fired(state: &State) -> bool {
    state.of(state.side()).any(|(_, f)| f.trace.fired_from.is_some())
}

/// Listening after one's own fire: how near that was is said. Ruling S-R23.
fn check_hark(state: &State, figure: FigureId, spoilt: bool) -> Result<(), No> {
    hidden::check_listening(state, figure)?;
    if !has_fired(state) {
        return refuse("None of your figures has fired this turn.", "Listen without saying how near it was.");
    }
    if spoilt {
        let because = said!("A figure fired too close to {}.", figure);
        return Err(No::new(rule!("S-R23"), because, "Listen before any figure fires nearby."));
    }
    Ok(())
}

/// Whether there is anybody to ask who hidden is near enough, and it has not been asked since the last phase was spent.
fn check_look_out(state: &State) -> Result<(), No> {
    if state.beside().looked {
        let because = "You have asked that already, and no figure has acted since.";
        return Err(No::new(rule!("S-hidden"), because, "Ask again after the next phase."));
    }
    if next_to_ask(state, state.side()).is_none() {
        let because = "No enemy figure is out of sight.";
        return Err(No::new(rule!("S-hidden"), because, "You have no figure to ask about."));
    }
    Ok(())
}

/// Figures of the side to act whose noise is still to be tested.
pub(super) fn untested(state: &State) -> Crowd {
    if state.setting().hiding == Hiding::Alternate {
        return Crowd::default();
    }
    let all_loud = state.of(state.side()).filter(|(_, f)| f.pips > 0).map(|(id, _)| id).collect::<Crowd>();
    let loud = all_loud.except(state.beside().tested);
    let up: Crowd = loud.each().filter(|id| is_up(state, *id)).collect();
    // Those who ride, have fallen or left are counted with those who are still there.
    if up.is_empty() || state.setting().rulings.before(7) { up } else { loud }
}

/// Those of them that might be heard: before they are tested the turn cannot end. Who is only seen might.
pub(crate) fn to_be_tested(state: &State) -> bool {
    untested(state).each().any(|id| is_up(state, id) && state.is_to_be_heard(id))
}

fn is_up(state: &State, id: FigureId) -> bool {
    state.figure(id).is_some_and(|f| f.standing == Standing::Up)
}

fn check_noise(rules: &Skirmish, state: &State, figures: Crowd) -> Result<(), No> {
    let near = Part::Length(inches(&rules.numbers().noise_pool_in));
    if !figures.is_empty() && figures.except(untested(state)).is_empty() {
        if state.setting().rulings.before(10) || figures.each().any(|id| is_up(state, id)) {
            return Ok(());
        }
        let because = "None of those figures is left on the table.";
        let remedy = said!("Name them with figures on the table that moved within {} of them, or not at all.", near);
        return no(rule!("S-R21"), because, remedy);
    }
    let because = "Those figures made no noise this turn, or were already tested.";
    no(rule!("S-noise"), because, said!("Name figures that moved within {} of each other.", near))
}

fn check_struck(state: &State, inner: Crowd, outer: Crowd, covered: Crowd) -> Result<(), No> {
    let Some((asked, Measuring::Struck(burst))) = state.beside().measuring else { return nobody_asked() };
    let all = inner.and(outer);
    if !all.except(state.nameable(asked)).is_empty() {
        return refuse(
            "A figure is named on which nothing can come, or that the other side must name.",
            "Leave that figure out.",
        );
    }
    if inner.except(outer) != inner {
        return refuse("A figure is in both bands.", "Name each figure once, in the inner band if it is there.");
    }
    let sheltered: Crowd = all.each().filter(|id| may_be_covered(state, *id)).collect();
    if !covered.except(sheltered).is_empty() || (!covered.is_empty() && !burst.asks_for_cover()) {
        return refuse("Cover is given for a figure that it does not affect.", "Leave that figure out.");
    }
    if !outer.is_empty() && !burst.has_outer_band() {
        return refuse("This burst has no outer band.", "Name the figures in it as one group.");
    }
    Ok(())
}

/// Whether cover makes a difference to a figure in a burst: it never protects a vehicle. Ruling S-R07.
fn may_be_covered(state: &State, id: FigureId) -> bool {
    !turns_all_round(state, id) || state.setting().rulings.before(11)
}

impl Burst {
    /// Whether there is a second band.
    pub(crate) const fn has_outer_band(self) -> bool {
        !matches!(self, Self::Speculation | Self::Round)
    }

    /// Whether cover makes a difference. Rulings S-R07 and S-R13.
    pub(crate) const fn asks_for_cover(self) -> bool {
        matches!(
            self,
            Self::Round | Self::Grenade { delivery: Delivery::Thrown | Delivery::Launched | Delivery::Rocket, .. }
        )
    }
}

/// Who is asked after the side to act: the enemy, if he has figures that only he knows of.
pub(super) fn next_to_ask(state: &State, asked: Side) -> Option<Side> {
    let enemy = state.side().enemy();
    (asked == state.side() && may_hide(state, enemy)).then_some(enemy)
}

/// Whether a side is asked about those who hide: as long as the other one cannot tell that nobody does. Whether they are still on
/// the table, ride or have gone is its secret. Ruling S-R28.
pub(crate) fn may_hide(state: &State, side: Side) -> bool {
    if state.setting().rulings.before(3) {
        return !state.nameable(side).is_empty();
    }
    state.setting().hiding == Hiding::Standard && state.of(side).any(|(id, _)| !state.is_located(id))
}
