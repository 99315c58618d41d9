//! What Search & Destroy, 20mm Platoon and Vietnam Skirmish add.

use platoon::Platoon;
use search_and_destroy::SearchAndDestroy;
use skirmish::Skirmish;

use crate::lesson::Shown;
use crate::teaching::{Teaching, Term};

impl Teaching for SearchAndDestroy {
    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        let margin = i64::from(self.margin(seen));
        let on_map = |whose| {
            let count = seen.units().filter(|(_, unit)| unit.side() == whose && unit.hex().is_some()).count();
            i64::try_from(count).unwrap_or(0)
        };
        let pinned = |whose| {
            let count = seen.units().filter(|(_, unit)| unit.side() == whose && unit.is_pinned()).count();
            i64::try_from(count).unwrap_or(0)
        };
        let sign = if side == search_and_destroy::Side::Us { 1 } else { -1 };
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", sign * margin * 4, "wins points", "loses points"),
            term("own units", on_map(side) * 10, "keeps your units in the fight", "may cost you units"),
            term("enemy units", -on_map(side.enemy()) * 10, "costs the enemy units", "lets the enemy come on"),
            term("own pins", -pinned(side) * 4, "frees pinned units", "may get units pinned"),
            term("enemy pins", pinned(side.enemy()) * 4, "pins the enemy down", "lets the enemy get up"),
        ]
    }
}

impl Teaching for Platoon {
    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        let score = platoon::victory::score(seen);
        let margin = i64::from(score.allied - score.vc);
        let sign = if side == platoon::Side::Allied { 1 } else { -1 };
        let strength = |own: bool| -> i64 {
            let squads = seen.squads.iter().filter(|squad| (squad.side == side) == own && squad.in_play());
            squads.map(|squad| i64::try_from(squad.strength()).unwrap_or(0)).sum()
        };
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", sign * margin * 4, "wins points", "loses points"),
            term("own figures", strength(true) * 6, "keeps your men in the fight", "may cost you men"),
            term("enemy figures", -strength(false) * 6, "costs the enemy men", "lets the enemy come on"),
        ]
    }
}

impl Teaching for Skirmish {
    /// A point of the table, or a figure by its number. Beside a real table there are no points.
    fn knows(&self, state: &Self::State, shown: &Shown) -> bool {
        match shown {
            Shown::Place(value) => {
                serde_json::from_value(value.clone()).is_ok_and(|at| !state.is_beside() && state.board().contains(at))
            }
            Shown::Piece(value) => serde_json::from_value(value.clone()).is_ok_and(|id| state.figure(id).is_some()),
        }
    }

    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        let points = |whose| i64::from(skirmish::score::points(seen, whose));
        let men = |whose| i64::try_from(seen.of(whose).filter(|(_, figure)| figure.in_play()).count()).unwrap_or(0);
        let counters = |whose| seen.of(whose).map(|(_, figure)| i64::from(figure.counters)).sum::<i64>();
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", (points(side) - points(side.enemy())) * 4, "wins points", "loses points"),
            term("own figures", men(side) * 10, "keeps your figures in the fight", "may cost you figures"),
            term("enemy figures", -men(side.enemy()) * 10, "costs the enemy figures", "lets the enemy come on"),
            term(
                "own suppression",
                -counters(side) * 3,
                "takes suppression off your figures",
                "may get figures suppressed",
            ),
            term("enemy suppression", counters(side.enemy()) * 3, "suppresses the enemy", "lets the enemy recover"),
        ]
    }
}
