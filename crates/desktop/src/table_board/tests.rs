//! What the table shows and offers, asked of whole games.

use artwork::field::Plate;
use artwork::field::mark::Mood;
use artwork::field::plate::Under;
use platoon::{Phase, Platoon};
use skirmish::Skirmish;
use table::{Point, Template};
use tabletop::Ruleset;
use tabletop::game::Game;

use super::around::kinds;
use super::fielded::{Aim, Fielded, Key, Look, Mark, Piece};
use super::hand::Hand;
use crate::shell::staged::Staged;
use crate::shell::start::{Source, fresh_seed, open};
use crate::shell::table::Table;

fn game<R: Staged>(name: &str) -> Game<R> {
    let table = Table::read().unwrap();
    open::<R>(&table, &Source::Scenario(name.into()), fresh_seed(Some(7))).map(|opened| opened.game).unwrap()
}

fn unders(pieces: &[Piece]) -> Vec<Under> {
    let under = |piece: &Piece| match piece.look {
        Look::Plate(Plate::Marker { under, .. }, _) => Some(under),
        _ => None,
    };
    pieces.iter().filter_map(under).collect()
}

#[test]
fn a_marker_shows_what_lies_under_it_to_its_owner_alone() {
    let game = game::<Platoon>("ambush");
    let (rules, state) = (game.rules(), game.state());
    let enemy = rules.pieces(&rules.view(state, platoon::Side::Allied), platoon::Side::Allied);
    let own = rules.pieces(&rules.view(state, platoon::Side::Vc), platoon::Side::Vc);
    assert_eq!(unders(&enemy), vec![Under::Unknown; 8]);
    for under in [Under::Nothing, Under::Figures, Under::Stores, Under::Trap] {
        assert!(unders(&own).contains(&under), "{under:?}");
    }
    assert!(enemy.iter().all(|piece| piece.own || piece.group.is_none()), "nothing of them can be selected");
    assert!(!enemy.iter().any(|piece| piece.name.contains("Ambush")), "nobody hidden has a name");
}

#[test]
fn hidden_figures_of_vietnam_skirmish_are_on_no_table_but_their_own() {
    let game = game::<Skirmish>("patrol-and-ambush");
    let (rules, state) = (game.rules(), game.state());
    for side in skirmish::Side::ALL {
        let view = rules.view(state, side);
        let pieces = rules.pieces(&view, side);
        let hidden = state.of(side.enemy()).filter(|(id, _)| !state.is_located(*id));
        for (id, _) in hidden {
            let key = Key::Figure(u16::from(id.0), 0);
            assert!(pieces.iter().all(|piece| piece.key != key), "{} is not to be seen", state.name(id));
        }
        assert!(pieces.iter().any(|piece| piece.own), "one's own figures are");
    }
}

#[test]
fn speculative_fire_shows_whom_it_would_reach_before_it_is_ordered() {
    let game = game::<Skirmish>("patrol-and-ambush");
    let rules = game.rules();
    let (figure, _) = game.state().of(skirmish::Side::UsArvn).next().unwrap();
    let at = Point::new(1_800, 1_200);
    let spray = skirmish::Command::Spray { figure, weapon: skirmish::Weapon::AssaultRifle, at };
    let radius = i32::from(rules.numbers().speculative_in.value) * table::INCH;
    let area = Mark::Area(Template::Circle { centre: at, radius }, Mood::Danger);
    assert_eq!(Fielded::marks(&**rules, game.state(), &spray), [area]);
}

#[test]
fn a_dragged_path_says_what_it_takes_and_is_gone_in_steps() {
    let mut game = game::<Platoon>("ambush");
    // Until somebody on foot acts.
    let squad = loop {
        if let Phase::Active(side) = game.state().phase
            && game.state().squad(game.state().active.squad).is_some_and(|s| s.side == side && s.hidden.is_none())
        {
            break game.state().active.squad;
        }
        let (options, _) = game.options();
        let end = options.iter().find(|c| matches!(c, platoon::Command::Done | platoon::Command::Pass)).unwrap();
        game.play(end.clone()).unwrap();
    };
    let group = u16::from(squad.0);
    let from = game.state().squad(squad).unwrap().at();
    let to = from.plus(500, 0);
    // Before the roll it cannot be gone; what is asked then is how.
    let way = game.rules().way(game.state(), group, &[to]).unwrap();
    assert!(way.orders.is_empty() && way.refusal.is_some());
    let deeds = game.rules().deeds(game.state(), Some(group), Aim::Ground(to));
    let march = deeds.iter().find(|deed| game.rules().check(game.state(), deed).is_ok()).unwrap();
    assert!(matches!(march, platoon::Command::March { .. }), "{march:?}");
    game.play(march.clone()).unwrap();
    let way = game.rules().way(game.state(), group, &[to]).unwrap();
    assert_eq!(way.points.first(), Some(&from));
    assert!(way.orders.len() >= 2, "three inches a step: {:?}", way.orders);
    assert!(way.words.contains("of ") && way.words.contains("heard within"), "{}", way.words);
    assert!(way.orders.iter().all(|order| Platoon::doer(order) == Some(group)));
}

#[test]
fn buttons_are_those_of_the_selected_group() {
    let game = game::<Skirmish>("m113-and-dismounts");
    let (rules, state) = (game.rules(), game.state());
    let (options, _) = game.options();
    let someone = options.iter().find_map(Skirmish::doer);
    let mut hand = Hand::<Skirmish>::default();
    hand.selected = someone;
    let shown = kinds(&**rules, state, &options, &hand);
    let offered = shown.iter().flat_map(|kind| &kind.choices).map(|choice| &options[choice.index]);
    for command in offered {
        assert!(Skirmish::doer(command).is_none_or(|group| Some(group) == someone), "{command:?}");
    }
    assert!(shown.iter().any(|kind| kind.ends), "there is always a way on");
}

#[test]
fn a_path_goes_on_after_its_first_order_where_what_was_pointed_at_lies_farther() {
    let mut game = game::<Skirmish>("patrol-and-ambush");
    game.play(skirmish::Command::Done).unwrap();
    let (rules, state) = (game.rules(), game.state());
    let first = state.figures().filter(|(_, it)| it.side == skirmish::Side::UsArvn);
    let (id, from) = first.filter_map(|(id, it)| Some((id, it.place()?))).max_by_key(|(_, at)| at.x).unwrap();
    let mut hand = Hand::<Skirmish>::default();
    for (far, on) in [(100, false), (900, true)] {
        hand.plan = vec![Point::new(from.x + far, from.y)];
        hand.way = rules.way(state, id.0.into(), &hand.plan);
        assert_eq!(hand.leads_on(), on, "{far}");
    }
}

#[test]
fn another_side_finds_nothing_in_the_hand_and_its_own_path_again() {
    let mut hand = Hand::<Platoon>::default();
    let (us, vc) = (platoon::Side::Allied, platoon::Side::Vc);
    hand.select(Some(2));
    hand.plan = vec![Point::new(900, 1300)];
    hand.change_sides(us, vc);
    assert!(hand.selected.is_none() && hand.plan.is_empty());
    hand.select(Some(11));
    hand.change_sides(vc, us);
    assert_eq!((hand.selected, hand.plan.as_slice()), (Some(2), [Point::new(900, 1300)].as_slice()));
}

#[test]
fn where_the_fall_of_shot_is_guessed_shells_are_called_by_distances_and_not_by_pointing() {
    let shells = |commands: &[platoon::Command]| {
        commands.iter().any(|command| {
            matches!(
                command,
                platoon::Command::Request { support: platoon::state::Support::Howitzer105, .. }
                    | platoon::Command::Correct { .. }
            )
        })
    };
    let table = Table::read().unwrap();
    for guess in [false, true] {
        let mut scenario = table.library.scenario::<Platoon>("downed-helicopter").unwrap();
        scenario.options.guess = guess;
        let rules = Platoon::rules(&table);
        let game = crate::shell::start::new_game(rules, scenario, "downed-helicopter", fresh_seed(Some(7))).unwrap();
        let state = game.state();
        let officer = state.squads.iter().find(|squad| squad.officer).unwrap();
        let (group, at) = (u16::from(officer.id.0), Point::new(1_250, 850));
        let pointed = rules.deeds(state, Some(group), Aim::Ground(at));
        assert_eq!(shells(&pointed), !guess, "pointing at the ground");
        let called = rules.guesses(state, group, at);
        assert_eq!(called.as_ref().is_some_and(|(_, calls)| shells(calls)), guess, "naming two distances");
        let other = state.squads.iter().find(|squad| !squad.officer).unwrap();
        assert!(rules.guesses(state, u16::from(other.id.0), at).is_none(), "who has no radio calls nothing");
    }
}
