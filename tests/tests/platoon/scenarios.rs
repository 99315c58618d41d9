//! Scenarios as they lie on the table when a game begins.

use platoon::Platoon;
use platoon::state::Squad;
use pointman_tests::library;
use tabletop::Ruleset;
use tabletop::dice::Seeded;

/// The bases of two figures, in hundredths of an inch.
const BASES: i32 = 100;

fn on_foot(squad: &&Squad) -> bool {
    !squad.kind.is_vehicle() && squad.aboard.is_none() && squad.hidden.is_none()
}

#[test]
fn no_figure_begins_on_one_of_another_squad() {
    let rules = library().load::<Platoon>().unwrap();
    let mut crowded = Vec::new();
    for file in library().scenarios(Platoon::ID).unwrap() {
        let name = &file.name;
        let state = rules.begin(&library().scenario::<Platoon>(name).unwrap(), &mut Seeded::new(1)).unwrap();
        if state.board.is_none() {
            continue;
        }
        let squads: Vec<&Squad> = state.squads.iter().filter(on_foot).collect();
        for (n, squad) in squads.iter().enumerate() {
            for other in &squads[n + 1..] {
                let near = |a: &platoon::state::Figure| other.figures.iter().any(|b| a.at.within(b.at, BASES));
                if squad.figures.iter().any(near) {
                    crowded.push(format!("{name}: {} and {}", squad.name, other.name));
                }
            }
        }
    }
    assert!(crowded.is_empty(), "{crowded:#?}");
}
