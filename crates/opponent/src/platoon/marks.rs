//! What may come of an order in Platoon, by name.

use std::collections::BTreeSet;

use ::platoon::state::{Condition, Content, Hull, Order};
use ::platoon::{MarkerId, Side, SquadId, State};

use crate::prospects::Named;

/// Something that may come about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// A squad is lost, to the last man; none for somebody unseen, here and below.
    Lost(Option<SquadId>),
    /// A squad loses men.
    Hit(Option<SquadId>),
    /// Men of a squad are pinned.
    Pinned(Option<SquadId>),
    /// A squad is shaken: what it will do.
    Shaken(Option<SquadId>, Order),
    /// A vehicle is brought to a stand, or destroyed.
    Hull(Option<SquadId>, Hull),
    /// Stores are found under a marker.
    Stores(MarkerId),
    /// Stores under a marker are taken.
    Taken(MarkerId),
    /// A squad comes out from under its marker.
    Shown(MarkerId),
    /// A marker has nothing under it, or a trap.
    Empty(MarkerId),
}

pub(super) fn between(seen: &State, before: &State, after: &State) -> BTreeSet<Mark> {
    let mut found = BTreeSet::new();
    for old in &before.squads {
        let Some(now) = after.squads.iter().find(|squad| squad.id == old.id) else { continue };
        // Who was drawn from under a marker is not in the view.
        let who = Some(old.id).filter(|id| seen.squads.iter().any(|squad| squad.id == *id));
        let pinned = |squad: &::platoon::state::Squad| squad.able().filter(|(_, f)| f.pinned.is_some()).count();
        if now.casualties() > old.casualties() {
            found.insert(if now.strength() == 0 { Mark::Lost(who) } else { Mark::Hit(who) });
        }
        found.extend((pinned(now) > pinned(old)).then_some(Mark::Pinned(who)));
        found.extend((now.order > old.order).then_some(Mark::Shaken(who, now.order)));
        found.extend((now.hull > old.hull).then_some(Mark::Hull(who, now.hull)));
    }
    for old in before.markers.iter().filter(|marker| marker.condition != Condition::Removed) {
        let Some(now) = after.markers.iter().find(|marker| marker.id == old.id) else { continue };
        found.extend(match (old.condition, now.condition, old.content) {
            (Condition::Down, Condition::Found, _) => Some(Mark::Stores(old.id)),
            (Condition::Found, Condition::Removed, _) => Some(Mark::Taken(old.id)),
            (Condition::Down, Condition::Removed, Content::Squad(_)) => Some(Mark::Shown(old.id)),
            (Condition::Down, Condition::Removed, _) => Some(Mark::Empty(old.id)),
            _ => None,
        });
    }
    found
}

pub(super) fn named(seen: &State, side: Side, mark: Mark) -> Named {
    let squad = |id: Option<SquadId>| seen.squads.iter().find(|squad| Some(squad.id) == id);
    let ours = |id| squad(id).is_some_and(|squad| squad.side == side);
    let who = |id| squad(id).map_or_else(|| "somebody unseen".to_owned(), |squad| squad.name.to_string());
    let against = |id, worth: i64| if ours(id) { -worth } else { worth };
    let marker = |id: MarkerId| format!("marker {}", id.0);
    let mine = |id| seen.markers.iter().any(|marker| marker.id == id && marker.side == side);
    let for_finder = |id, worth: i64| if mine(id) { -worth } else { worth };
    let (words, stake) = match mark {
        Mark::Lost(id) => (format!("{} is lost to the last man", who(id)), against(id, 600)),
        Mark::Hit(id) => (format!("{} loses men", who(id)), against(id, 400)),
        Mark::Pinned(id) => (format!("men of {} are pinned", who(id)), against(id, 80)),
        Mark::Shaken(id, order) => (format!("{} {}", who(id), order.told()), against(id, 200)),
        Mark::Hull(id, hull) => (format!("{} {}", who(id), hull.told()), against(id, 500)),
        Mark::Stores(id) => (format!("stores are found under {}", marker(id)), for_finder(id, 400)),
        Mark::Taken(id) => (format!("the stores of {} are taken or destroyed", marker(id)), for_finder(id, 500)),
        Mark::Shown(id) if mine(id) => (format!("the troops under {} are seen", marker(id)), -150),
        Mark::Shown(id) => (format!("troops are found under {}", marker(id)), 250),
        Mark::Empty(id) => (format!("{} turns out to hide no troops", marker(id)), for_finder(id, 60)),
    };
    Named { words, stake }
}
