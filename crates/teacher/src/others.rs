//! What Search & Destroy, 20mm Platoon and Vietnam Skirmish add.

use platoon::Platoon;
use search_and_destroy::state::{Pending, Place, Step};
use search_and_destroy::units::Kind;
use search_and_destroy::{Command, Hex, SearchAndDestroy};
use skirmish::Skirmish;
use tabletop::Ruleset;

use crate::explain::Explanation;
use crate::lesson::Shown;
use crate::teaching::{self, Teaching, Term};

impl Teaching for SearchAndDestroy {
    fn kind(&self, state: &Self::State, command: &Self::Command) -> teaching::Kind {
        crate::search_and_destroy::kind(self, state, command)
    }

    /// The end of a set-up places everything that is left by dice.
    fn weighable(&self, state: &Self::State, command: &Self::Command) -> bool {
        *command != Command::Done || !matches!(state.step(), Step::UsSetup | Step::Setup)
    }

    fn explain(
        &self,
        before: &Self::State,
        command: Option<&Self::Command>,
        events: &[Self::Event],
        number: usize,
    ) -> Option<Explanation> {
        crate::search_and_destroy::explain(self, before, command, events, number)
    }

    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        // With what an end of the game would add: that is what objectives are.
        let margin = i64::from(self.score_sheet(seen).margin);
        let worth = |whose| -> i64 {
            let there = seen.units().filter(|(_, unit)| unit.side() == whose && unit.place != Place::Gone);
            there.map(|(_, unit)| worth_of(unit.kind)).sum()
        };
        let pinned = |whose| {
            let count = seen.units().filter(|(_, unit)| unit.side() == whose && unit.is_pinned()).count();
            i64::try_from(count).unwrap_or(0)
        };
        let mut named: Vec<Hex> = seen.probes().iter().map(|probe| probe.at).collect();
        named.sort_unstable();
        named.dedup();
        let own = side == search_and_destroy::Side::Us;
        let seeks = if own { i64::try_from(named.len()).unwrap_or(0) } else { 0 };
        let shells = if own { self.called_down(seen) } else { 0 };
        let sign = if own { 1 } else { -1 };
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", sign * margin * 4, "wins points", "loses points"),
            term("own units", worth(side), "keeps your units in the fight", "may cost you units"),
            term("enemy units", -worth(side.enemy()), "costs the enemy units", "lets the enemy advance"),
            term("own pins", -pinned(side) * 4, "frees pinned units", "may get units pinned"),
            term("enemy pins", pinned(side.enemy()) * 4, "pins the enemy down", "lets pinned enemies recover"),
            term(
                "way",
                self.nearness(seen, side),
                "brings you nearer to what counts",
                "takes you away from what counts",
            ),
            term("shelter", self.shelter(seen, side), "puts your troops into cover", "takes your troops out of cover"),
            term("search", seeks * 6, "reveals hidden enemies", "leaves the enemy hidden"),
            term("shells", shells * 3, "brings shells down on the enemy", "calls shells where they do no good"),
        ]
    }

    fn account(&self, state: &Self::State) -> Vec<(&'static str, i64)> {
        let sheet = self.score_sheet(state);
        let (us, nlf) = (i64::from(sheet.us), i64::from(sheet.nlf));
        vec![
            ("US points", us),
            ("NLF points", nlf),
            ("US less NLF", us - nlf),
            ("the same less the par", i64::from(sheet.margin)),
        ]
    }

    fn settle(&self, state: &Self::State) -> Option<Self::Command> {
        match state.pending() {
            Pending::Nothing => None,
            Pending::Answer(_) => Some(Command::Answer { double: false }),
            Pending::Retreat { .. } | Pending::Advance { .. } => {
                let mut options = Vec::new();
                self.options(state, &mut options);
                options.into_iter().next()
            }
        }
    }
}

/// What keeping a counter is worth, in the teacher's points.
const fn worth_of(kind: Kind) -> i64 {
    match kind {
        // Whoever lies face down may be nobody.
        Kind::Suspect => 3,
        Kind::Dummy => 1,
        Kind::Sniper | Kind::Mortar81 | Kind::Mortar82 => 5,
        Kind::M113 | Kind::M48 | Kind::Transport | Kind::Gunship | Kind::PatrolBoat => 15,
        _ => 10,
    }
}

impl Teaching for Platoon {
    fn kind(&self, _: &Self::State, command: &Self::Command) -> teaching::Kind {
        crate::platoon::kind(command)
    }

    fn explain(
        &self,
        before: &Self::State,
        command: Option<&Self::Command>,
        events: &[Self::Event],
        number: usize,
    ) -> Option<Explanation> {
        crate::platoon::explain(self, before, command, events, number)
    }

    fn account(&self, state: &Self::State) -> Vec<(&'static str, i64)> {
        let score = self.score(state);
        let (allied, vc) = (i64::from(score.allied), i64::from(score.vc));
        vec![("Allied points", allied), ("VC/NVA points", vc), ("Allied less VC/NVA", allied - vc)]
    }

    fn standing(&self, seen: &Self::State, side: Self::Side) -> Vec<Term> {
        let score = self.score(seen);
        let margin = i64::from(score.allied - score.vc);
        let sign = if side == platoon::Side::Allied { 1 } else { -1 };
        let strength = |own: bool| -> i64 {
            let squads = seen.squads.iter().filter(|squad| (squad.side == side) == own && squad.in_play());
            squads.map(|squad| i64::try_from(squad.strength()).unwrap_or(0)).sum()
        };
        let term = |what, points, better, worse| Term { what, points, better, worse };
        vec![
            term("points", sign * margin * 4, "wins points", "loses points"),
            term("own figures", strength(true) * 6, "keeps your troops in the fight", "may cost you troops"),
            term("enemy figures", -strength(false) * 6, "costs the enemy troops", "lets the enemy advance"),
            term(
                "way",
                -platoon::victory::way_to_enemies(seen, side),
                "brings you nearer to the enemy",
                "takes you away from the enemy",
            ),
        ]
    }
}

impl Teaching for Skirmish {
    fn kind(&self, state: &Self::State, command: &Self::Command) -> teaching::Kind {
        crate::skirmish::kind(self, state, command)
    }

    fn explain(
        &self,
        before: &Self::State,
        command: Option<&Self::Command>,
        events: &[Self::Event],
        number: usize,
    ) -> Option<Explanation> {
        crate::skirmish::explain(self, before, command, events, number)
    }

    fn account(&self, state: &Self::State) -> Vec<(&'static str, i64)> {
        let points = |side| i64::from(skirmish::score::points(state, side));
        let (us, vc) = (points(skirmish::Side::UsArvn), points(skirmish::Side::VcNva));
        vec![("US/ARVN points", us), ("VC/NVA points", vc), ("US/ARVN less VC/NVA", us - vc)]
    }

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
            term("enemy figures", -men(side.enemy()) * 10, "costs the enemy figures", "lets the enemy advance"),
            term(
                "own suppression",
                -counters(side) * 3,
                "takes suppression off your figures",
                "may get figures suppressed",
            ),
            term("enemy suppression", counters(side.enemy()) * 3, "suppresses the enemy", "lets the enemy recover"),
            term(
                "way",
                -skirmish::score::way_to_goals(seen, side),
                "brings you nearer to what counts",
                "takes you away from what counts",
            ),
        ]
    }
}
