//! The turn of Search & Destroy from the set-up to the level of victory, and what the US player sees on the way. Sections 4.1,
//! 4.7 and 4.18.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::state::Step;
use search_and_destroy::units::{Element, Kind};
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

#[test]
fn the_turn_runs_in_order_and_the_game_ends_with_a_level_of_victory() {
    proves!("base-4.1", "base-4.18");
    let mut field = Field::set(
        "level: Basic, turns: 2, par: -80, step: Some(UsMovement), caches_at: [\"4001\"], units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: MainForce, at: Some(\"4020\"))]",
    );
    let mut steps = Vec::new();
    while field.state.step() != Step::Over {
        steps.push((field.state.turn(), field.state.step()));
        field.done();
    }
    let nlf = [Step::NlfMovement, Step::NlfFire, Step::NlfAssault];
    let one = |turn| {
        let us = [(turn, Step::UsMovement), (turn, Step::UsSearch)];
        us.into_iter().chain(nlf.map(move |s| (turn, s)))
    };
    assert_eq!(steps, one(1).chain(one(2)).collect::<Vec<_>>(), "steps without a choice are taken by themselves");
    assert_eq!(field.points(), (0, 20), "the cache was never found");
    assert_eq!(rules().margin(&field.state), 60);
    assert_eq!(rules().outcome(&field.state).unwrap().winner, None);
    field.refuses(&Command::Done, "base-4.1");
}

#[test]
fn set_up_is_by_hand_in_the_scenarios_hexes_and_elements_go_to_cadres() {
    proves!("base-4.7", "31.1", "SD-A38", "SD-A46", "SD-A43");
    let entry = "entries: [(forces: [NvaCompany(1), BattalionCadre, Snipers(1)], at: Columns(1, 10))], traps: 1, caches: 1, \
         elements: [RecoillessRifle]";
    // The order of fifteen counters is dealt.
    let dice = [1; 14];
    let without = Field::arrange(&format!("level: Basic, {entry}"), &dice[..13]).unwrap();
    assert!(without.state.elements().is_empty() && !without.state.units().any(|(_, u)| u.kind == Kind::CompanyCadre));
    let mut field = Field::arrange(&format!("level: Basic, also: [CompanyCadres], {entry}"), &dice).unwrap();
    assert_eq!((field.state.step(), field.to_act()), (Step::Setup, Some(Side::Nlf)));
    let number = |field: &Field, kind| field.state.units().find(|(_, u)| u.kind == kind).unwrap().0;
    let (platoon, company) = (number(&field, Kind::PlatoonCadre), number(&field, Kind::CompanyCadre));
    let assign = |unit| Command::Assign { unit, element: Element::RecoillessRifle };
    field.refuses(&assign(platoon), "SD-A38");
    field.play(assign(company));
    field.refuses(&assign(number(&field, Kind::BattalionCadre)), "31.1");
    field.refuses(&Command::Place { unit: company, at: hex("2020") }, "base-4.7");
    field.play(Command::Place { unit: company, at: hex("0220") });
    field.refuses(&Command::Place { unit: platoon, at: hex("0220") }, "base-4.3");
    field.play(Command::LayTrap { at: hex("0220") });
    field.refuses(&Command::LayTrap { at: hex("0221") }, "base-4.17");
    // The rest is placed by dice, as many as are asked for.
    let mut dice = vec![1];
    while let Err(tabletop::Halt::NeedsRoll(_)) = {
        let tape = &mut tabletop::dice::Tape::new(dice.clone());
        rules().apply(&mut field.state.clone(), &Command::Done, tape, &mut Vec::new())
    } {
        dice.push(1);
        assert!(dice.len() < 200);
    }
    field.dice(&dice);
    field.done();
    assert!(field.state.units().all(|(_, u)| u.hex().is_some_and(|h| h.column <= 10)));
    assert_eq!((field.state.step(), field.state.caches().len()), (Step::UsMovement, 1));
    let wrong = Field::arrange(
        "level: Basic, also: [CompanyCadres], step: Some(NlfFire), units: [(kind: CompanyCadre, at: Some(\"0101\"), element: RecoillessRifle, rpg: true)]",
        &[],
    );
    assert!(matches!(wrong, Err(tabletop::Halt::Refused(r)) if r.rule.as_str() == "SD-A43"));
}

#[test]
fn the_us_view_holds_no_face_down_name_trap_or_cache() {
    proves!("base-4.7", "SD-A38");
    let field = Field::set(
        "level: Advanced, also: [CompanyCadres], step: Some(UsMovement), traps_at: [\"0110\"], caches_at: [\"0111\"], units: [\
         (kind: Rifle, at: Some(\"0106\")), (kind: MainForce, at: Some(\"0120\"), hidden: true), (kind: Dummy, at: Some(\"0122\")), \
         (kind: CompanyCadre, at: Some(\"0124\"), element: Sapper)]",
    );
    let seen = rules().view(&field.state, Side::Us);
    let kinds: Vec<Kind> = seen.units().map(|(_, u)| u.kind).collect();
    assert_eq!(kinds, [Kind::Rifle, Kind::Suspect, Kind::Suspect, Kind::CompanyCadre]);
    assert_eq!(seen.unit(id(3)).unwrap().element, Element::None);
    assert!(seen.traps().is_empty() && seen.caches().is_empty());
    assert_eq!(rules().view(&field.state, Side::Nlf), field.state);
}
