//! What may be said, with the facts that are most usual: everything to be done, and a fair sample of answers.

use table::{Cover, INCH, Walk};

use super::check::command_of;
use super::{Aim, Crowd, Deed, Measuring, Said};
use crate::Skirmish;
use crate::command::Command;
use crate::event::Delivery;
use crate::facts::Facts;
use crate::figure::{FigureId, Grenade, Work};
use crate::hidden::knows_an_enemy;
use crate::moving::{on_wheels_or_foot, reach};
use crate::state::{State, Step};
use crate::support::farthest;
use crate::turn::has_for;

/// The facts a form begins with: near, in front, seen, in the open.
pub(crate) const USUAL: Facts = Facts { range: 6 * INCH, in_arc: true, clear: true, cover: Cover::None };
/// The same for a point, with nobody near it who is known.
pub(crate) const POINT: Aim =
    Aim { range: 6 * INCH, in_arc: true, clear: true, identified: false, shift: 0, mate: None };
/// Two inches over open ground.
pub(crate) const WALK: Walk = Walk { length: 2 * INCH, bad: 0, impassable: 0, obstacles: 0 };

/// Whether everything that answers the question that waits is in the list.
pub(crate) fn is_listed_whole(state: &State) -> bool {
    use Measuring::{Heir, Near, Room};
    matches!(state.beside().measuring, Some((_, Near { .. } | Room { .. } | Heir)))
}

/// Adds what may be said or done. `add` drops what is not legal.
pub(crate) fn list(rules: &Skirmish, state: &State, add: &mut impl FnMut(Command)) {
    let mut say = |said| add(Command::Beside(said));
    match state.beside().measuring {
        Some((asked, Measuring::Struck(burst))) => {
            let nobody = Crowd::default();
            say(Said::Struck { inner: nobody, outer: nobody, covered: nobody });
            for id in state.nameable(asked).each() {
                let one = nobody.toggled(id);
                say(Said::Struck { inner: one, outer: nobody, covered: nobody });
                say(Said::Struck { inner: nobody, outer: one, covered: nobody });
                if burst.asks_for_cover() {
                    say(Said::Struck { inner: one, outer: nobody, covered: one });
                }
            }
            return;
        }
        Some((asked, Measuring::Heard { .. })) => {
            say(Said::Heard { figures: Crowd::default() });
            state.nameable(asked).each().for_each(|id| say(Said::Heard { figures: Crowd::default().toggled(id) }));
            return;
        }
        Some((asked, Measuring::Sighted)) => {
            say(Said::Sighted { figures: Crowd::default() });
            state.nameable(asked).each().for_each(|id| say(Said::Sighted { figures: Crowd::default().toggled(id) }));
            return;
        }
        Some((_, Measuring::Room { .. })) => {
            say(Said::Room { room: true });
            say(Said::Room { room: false });
            return;
        }
        Some((_, Measuring::Near { .. })) => {
            say(Said::Near { near: true });
            say(Said::Near { near: false });
            return;
        }
        Some((asked, Measuring::Heir)) => {
            let men = state.of(asked).filter(|(id, _)| state.may_carry(asked, *id));
            men.for_each(|(figure, _)| say(Said::Heir { figure }));
            return;
        }
        None => {}
    }
    if state.pending().is_some() {
        for (target, _) in state.of(state.side().enemy()) {
            say(Said::Mark { target, facts: USUAL });
            say(Said::Mark { target, facts: Facts { cover: Cover::Soft, ..USUAL } });
        }
        say(Said::Spare);
        return;
    }
    match state.step() {
        Step::Over => {}
        Step::Support => {
            say(Said::CallFire);
            say(Said::SpottingRound);
            add(Command::NextRound);
            let step = farthest(rules) / 4;
            for (over, right) in [(0, 0), (step, 0), (0, -step)] {
                add(Command::Correct { over, right });
            }
            add(Command::Done);
        }
        Step::Figures => {
            let noisy = super::check::untested(state);
            if !noisy.is_empty() {
                say(Said::Noise { figures: noisy });
                noisy.each().for_each(|id| say(Said::Noise { figures: Crowd::default().toggled(id) }));
            }
            say(Said::LookOut);
            for (id, figure) in state.figures() {
                if super::check::may_be_shown(state, figure) {
                    say(Said::Show { figure: id });
                }
            }
            for (id, figure) in state.of(state.side()) {
                if figure.in_play() || just_moved(state, id) {
                    list_figure(rules, state, id, add);
                }
            }
            add(Command::Done);
        }
    }
}

/// Whether it may still be said what a figure has met, on the table or as it left it.
fn just_moved(state: &State, id: FigureId) -> bool {
    state.active() == Some(id) && state.beside().moved
}

fn list_figure(rules: &Skirmish, state: &State, id: FigureId, add: &mut impl FnMut(Command)) {
    let Some(figure) = state.figure(id) else { return };
    let granted = state.setting().rulings.before(3);
    let mut say = |said| add(Command::Beside(said));
    // What can be told cheaply to be refused is not tried.
    let just_moved = just_moved(state, id);
    if figure.phases == 0 {
        if just_moved {
            say(Said::SetOff { figure: id });
            let enemies = state.figures().filter(|(_, them)| them.side != figure.side && !them.vehicle);
            enemies.for_each(|(other, _)| say(Said::Over { vehicle: id, figure: other }));
        }
        return;
    }
    let far = reach(rules, on_wheels_or_foot(figure));
    let half = Walk { length: far / 2, bad: far / 2, ..WALK };
    for way in [Walk { length: far, ..WALK }, half] {
        say(Said::Go { figure: id, way, tactical: false });
        say(Said::Go { figure: id, way, tactical: true });
    }
    say(Said::Face { figure: id });
    if just_moved {
        say(Said::SetOff { figure: id });
    }
    if figure.kit.claymores > 0 {
        say(Said::Plant { figure: id });
    }
    say(Said::GetOut { figure: id });
    for weapon in figure.kit.weapons.each().filter(|w| w.is_direct()) {
        say(Said::Spray { figure: id, weapon, aim: POINT });
    }
    let identified = knows_an_enemy(state);
    for grenade in Grenade::ALL {
        for delivery in [Delivery::Thrown, Delivery::Launched, Delivery::Rocket, Delivery::Mortar] {
            let armed = match delivery {
                Delivery::Thrown => figure.kit.left(grenade) > 0 && has_for(figure, Work::Throw),
                Delivery::Launched => figure.kit.left(grenade) > 0 && has_for(figure, Work::Launch),
                Delivery::Rocket => grenade == Grenade::Fragmentation && has_for(figure, Work::Rocket),
                Delivery::Mortar => figure.mortar.is_some(),
            };
            if !armed {
                continue;
            }
            let range = if delivery == Delivery::Mortar { 20 * INCH } else { POINT.range };
            let mate = (delivery == Delivery::Mortar && !granted).then_some(true);
            let aim = Aim { range, mate, identified, ..POINT };
            say(Said::Send { figure: id, delivery, grenade, aim });
            say(Said::Send { figure: id, delivery, grenade, aim: Aim { identified: false, clear: false, ..aim } });
        }
    }
    for (other, them) in state.figures().filter(|(_, f)| f.side != figure.side) {
        if has_for(figure, Work::Rocket) {
            say(Said::Rocket { figure: id, target: other, facts: USUAL });
        }
        say(Said::Seek { figure: id, target: other, facts: USUAL });
        if just_moved && !them.vehicle {
            say(Said::Over { vehicle: id, figure: other });
        }
    }
    for weapon in figure.kit.weapons.each().filter(|w| w.is_direct()) {
        add(Command::Fire { figure: id, weapon, at: None });
    }
    for work in Work::ALL.into_iter().filter(|work| has_for(figure, *work)) {
        add(Command::Prepare { figure: id, work });
    }
    // What hangs on a distance is offered with it near enough. Ruling S-R42.
    let mut attempt = |deed| {
        let said = Command::Beside(Said::Try { figure: id, deed, near: true });
        add(if granted { command_of(id, deed) } else { said });
    };
    attempt(Deed::Finish);
    attempt(Deed::Leave);
    for claymore in state.claymores().iter().filter(|claymore| claymore.side == figure.side) {
        attempt(Deed::FireClaymore(claymore.number));
    }
    for (other, them) in state.figures() {
        if them.side != figure.side {
            attempt(Deed::Fight(other));
        } else if them.vehicle {
            attempt(Deed::Mount(other));
        }
    }
    add(Command::Beside(Said::Hark { figure: id, spoilt: false }));
    if !super::has_fired(state) {
        add(Command::Listen { figure: id });
    }
}
