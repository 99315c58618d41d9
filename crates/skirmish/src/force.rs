//! Forces of a player's own: how many figures of each kind, put into a scenario in ranks behind the places it gives.

use table::Point;

use crate::Skirmish;
use crate::figure::Side;
use crate::scenario::{Party, Placed, Scenario};
use crate::sight::BASE;
use crate::tables::Force;

impl Skirmish {
    /// A scenario in which one side plays another force. The force stands where the scenario's own figures stood: one figure
    /// to each of their places, and beside the last of them if it has more.
    ///
    /// # Errors
    /// In a sentence, what is wrong with the force, or that there is no room for it.
    pub fn with_force(&self, scenario: &Scenario, force: &Force) -> Result<Scenario, String> {
        self.figure_table().check(force)?;
        let mut changed = scenario.clone();
        let board = scenario.board.clone();
        let party: &mut Party = match force.side {
            Side::UsArvn => &mut changed.us_arvn,
            Side::VcNva => &mut changed.vc_nva,
        };
        let old: Vec<Placed> = std::mem::take(&mut party.figures);
        let places: Vec<Point> = old.iter().filter_map(|f| f.at).collect();
        let mut taken: Vec<Point> = scenario.party(force.side.enemy()).figures.iter().filter_map(|f| f.at).collect();
        for (kind, &count) in &force.figures {
            for n in 1..=count {
                let free = |at: &Point| {
                    board.contains(*at)
                        && board.terrain(*at).going() != table::Going::Impassable
                        && !taken.iter().any(|other| other.within(*at, BASE - 1))
                };
                let ring = |at: Point| (0..8).flat_map(move |y| (-4..=4).map(move |x| at.plus(x * 100, y * 100 - 400)));
                let mut candidates = places.iter().copied().chain(places.iter().copied().flat_map(ring));
                let Some(at) = candidates.find(free) else {
                    return Err(format!("There is no room for \"{}\" in \"{}\".", force.name, scenario.title));
                };
                taken.push(at);
                let name = if count == 1 { kind.clone() } else { format!("{kind} {n}") };
                // The enemy may have a figure of this name.
                let clash = scenario.party(force.side.enemy()).figures.iter().any(|f| f.name == name);
                let name = if clash { format!("{} {name}", force.side.name()) } else { name };
                let bare = Placed {
                    name,
                    kind: kind.clone(),
                    at: Some(at),
                    aboard: None,
                    facing: None,
                    hidden: None,
                    counters: 0,
                    ready: false,
                };
                party.figures.push(bare);
            }
        }
        Ok(changed)
    }
}
