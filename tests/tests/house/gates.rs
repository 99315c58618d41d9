//! What a Veteran of Block by Block does about the gates of the citadel.

use block_by_block::units::PLATOONS;
use block_by_block::{BlockByBlock, Gate, Place, Scenario, Side, State, Step};
use opponent::{Level, Mind, Patience, View};
use pointman_tests::library;
use tabletop::Ruleset;
use tabletop::dice::Seeded;
use tabletop::files::parse_ron;

/// Three companies that came over the river stand inside the wall beside gate B; two NLF companies hold the zone.
const BESIDE_GATE_B: &str = r#"
    "N2-3": ["1st Division HQ"], "N4-1": ["A/1/5 Marines", "B/1/5 Marines", "C/1/5 Marines"], "Gate B": ["Tower B"],
    "N4-2": ["NLF Company 1"], "N5-1": ["800th Battalion"], "S2-1": ["NLF Company 5"], "MACV": ["MACV Team"],
    "Gate A": ["Tower A"], "Gate C": ["Platoon C"], "Gate D": ["Platoon D"],
    "Gate E": ["Tower E"], "Gate F": ["Tower F"], "Gate G": ["Tower G"], "Gate H": ["Tower H"],"#;

/// The same companies have just landed outside. PAVN/NLF holds every other zone; nobody bars the way to gate B.
const LANDED: &str = r#"
    "N2-3": ["1st Division HQ"], "O-3": ["A/1/5 Marines", "B/1/5 Marines", "C/1/5 Marines"], "Gate B": ["Tower B"],
    "N1-5": ["12th Sappers"], "N3-3": ["802nd Battalion"], "N4-2": ["NLF Company 1"], "N5-2": ["800th Battalion"],
    "S1-3": ["NLF Company 2"], "S2-2": ["810th Battalion"], "S3-3": ["804th Battalion"], "S4-2": ["K4B Battalion"],
    "S5-1": ["2nd Sappers"], "S5-2": ["1st Sappers"], "S6-1": ["K4C Battalion"], "S6-3": ["1st Reserve"], "MACV": ["MACV Team"],
    "Gate A": ["Tower A"], "Gate C": ["Platoon C"], "Gate D": ["Platoon D"],
    "Gate E": ["Tower E"], "Gate F": ["Tower F"], "Gate G": ["Tower G"], "Gate H": ["Tower H"],"#;

/// Gate B has fallen and a platoon keeps it; US/ARVN has left the zone behind it. Three PAVN battalions stand in the zones beside.
const LOST: &str = r#"
    "N2-3": ["1st Division HQ"], "N2-2": ["1/3 Regiment"], "Gate B": ["Platoon B"],
    "N5-1": ["800th Battalion", "802nd Battalion"], "N5-3": ["806th Battalion", "NLF Company 1"], "N3-3": ["1st Reserve"],
    "N1-5": ["12th Sappers"], "S1-3": ["NLF Company 2"], "S2-2": ["810th Battalion"], "S3-3": ["804th Battalion"],
    "S4-2": ["K4B Battalion"], "S5-1": ["2nd Sappers"], "S6-1": ["K4C Battalion"], "MACV": ["MACV Team"],
    "Gate A": ["Tower A"], "Gate C": ["Platoon C"], "Gate D": ["Platoon D"],
    "Gate E": ["Tower E"], "Gate F": ["Tower F"], "Gate G": ["Tower G"], "Gate H": ["Tower H"],"#;

/// Two Veterans play turn 3 from `step` on, until `over`. Gives the position then.
fn played(step: &str, units: &str, seed: u64, over: impl Fn(&State) -> bool) -> State {
    held(step, "us_arvn_gates: ['C', 'D'], us_arvn_zones: [N2]", units, seed, over)
}

/// The same, with what US/ARVN holds.
fn held(step: &str, holds: &str, units: &str, seed: u64, over: impl Fn(&State) -> bool) -> State {
    let rules: BlockByBlock = library().load().unwrap();
    let text = format!(r#"(title: "Test", summary: "Test", turn: 3, step: {step}, {holds}, units: {{{units}}})"#);
    let scenario: Scenario = parse_ron("scenario", &text).unwrap();
    let mut dice = Seeded::new(seed);
    let mut state = rules.begin(&scenario, &mut dice).unwrap();
    let veteran = Mind::<BlockByBlock>::load(&|path| library().read(path), Level::Veteran, seed).unwrap();
    for _ in 0..200 {
        if over(&state) {
            return state;
        }
        let side = rules.to_act(&state).unwrap();
        let order = veteran.decide(&rules, &View::of(&rules, &state, side), &Patience::ENDLESS).unwrap().command;
        rules.apply(&mut state, &order, &mut dice, &mut Vec::new()).unwrap();
    }
    panic!("it goes in circles");
}

fn gate_b() -> Gate {
    Gate::lettered('B').unwrap()
}

fn fought(state: &State) -> bool {
    state.step() > Step::UsArvnCombat || state.turn() > 3
}

#[test]
fn a_veteran_with_a_strong_group_beside_a_gate_storms_it_and_leaves_a_garrison() {
    let taken = (0..8).filter(|&seed| {
        let end = played("UsArvnGroups", BESIDE_GATE_B, seed, fought);
        let held = end.gate_control(gate_b()) == Side::UsArvn;
        assert!(
            !held || !end.side_at(Side::UsArvn, gate_b().place()).is_empty(),
            "seed {seed}: the gate was left open"
        );
        held
    });
    // The best dice-players lose some: three fresh companies take a tower in more than nine of ten.
    let taken = taken.count();
    assert!(taken >= 6, "the gate fell in {taken} of 8 games");
}

#[test]
fn a_garrison_is_a_platoon_where_its_company_can_fight_on() {
    let end = (0..8).map(|seed| played("UsArvnGroups", BESIDE_GATE_B, seed, fought));
    let platoons = end.filter(|end| end.side_at(Side::UsArvn, gate_b().place()).meets(PLATOONS)).count();
    assert!(platoons >= 4, "{platoons} of 8 garrisons are platoons");
}

#[test]
fn a_veteran_brings_his_strong_group_to_where_the_gate_can_be_stormed() {
    let moved = |state: &State| state.step() != Step::UsArvnMovement;
    let marines = |state: &State, place: Place| state.side_at(Side::UsArvn, place).len();
    for seed in 0..3 {
        let end = played("UsArvnMovement", LANDED, seed, moved);
        let beside = Place::named("N4-1").unwrap();
        assert_eq!(marines(&end, beside), 3, "seed {seed}: they stand elsewhere");
    }
}

#[test]
fn a_veteran_of_pavn_nlf_brings_a_group_together_to_take_a_gate_back() {
    let holds = "us_arvn_gates: ['B', 'C', 'D'], us_arvn_zones: [N2, N4]";
    let moved = |state: &State| state.step() != Step::PavnNlfMovement;
    let together = (0..4).filter(|&seed| {
        let end = held("PavnNlfMovement", holds, LOST, seed, moved);
        ["N4-1", "N4-2"].iter().any(|area| end.side_at(Side::PavnNlf, Place::named(area).unwrap()).len() >= 2)
    });
    let together = together.count();
    assert!(together >= 3, "they came together beside the gate in {together} of 4 games");
}
