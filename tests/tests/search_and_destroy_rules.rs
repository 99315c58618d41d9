//! The base game of Search & Destroy: map, sight, movement, hidden counters, searches, leadership, command, sequence and points.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::event::{Event, Modifier};
use search_and_destroy::hex::{Direction, Hex, Point};
use search_and_destroy::map::Terrain;
use search_and_destroy::sight::Eye;
use search_and_destroy::state::{Place, Step};
use search_and_destroy::units::{Element, Kind};
use search_and_destroy::{Side, proves};
use tabletop::Ruleset;

#[test]
fn the_map_has_its_terrain_and_one_unbroken_river() {
    proves!("base-4.2");
    let map = rules().map();
    let count = |terrain| map.hexes().filter(|h| map.terrain(*h) == terrain).count();
    let counts = [Terrain::Broken, Terrain::Jungle, Terrain::Clear, Terrain::Paddy, Terrain::Village].map(count);
    assert_eq!(counts, [382, 374, 193, 157, 14]);
    assert_eq!((map.river().len(), map.bridge()), (97, 48));
    assert_eq!(map.river()[0], (hex("0109"), Direction::S));
    assert_eq!(map.river()[96], (hex("4017"), Direction::S));
    for side in Direction::ALL {
        let (a, b) = (hex("1510"), hex("1610"));
        assert_eq!(a.neighbour(side).neighbour(side.opposite()), a);
        assert_eq!(b.neighbour(side).distance(b), 1);
    }
    assert_eq!(hex("0101").distance(hex("4028")), 47);
}

/// The corners of a hex in the plane.
fn corners(hex: Hex) -> [(i64, i64); 6] {
    let c = hex.centre();
    [(-2, -2), (2, -2), (4, 0), (2, 2), (-2, 2), (-4, 0)].map(|(x, y)| (i64::from(c.x + x), i64::from(c.y + y)))
}

/// The slow, obvious reference: every hex of the map is cut with the line, and the cut is found by its two ends.
fn obvious_blocked(from: Hex, to: Hex) -> bool {
    let map = rules().map();
    if from.distance(to) <= 1 {
        return false;
    }
    let (a, b): (Point, Point) = (from.centre(), to.centre());
    let (ax, ay, bx, by) = (i64::from(a.x), i64::from(a.y), i64::from(b.x), i64::from(b.y));
    let (dx, dy) = (bx - ax, by - ay);
    // Twice the signed area: on which side of the line a point lies; and how far along it.
    let side = |(x, y): (i64, i64)| dx * (y - ay) - dy * (x - ax);
    let along = |(x, y): (i64, i64)| dx * (x - ax) + dy * (y - ay);
    let whole = dx * dx + dy * dy;
    let blocks = |hex: Hex| {
        let (thick, high) = (map.terrain(hex).blocks(), map.level(hex) == 1);
        match (map.level(from), map.level(to)) {
            (0, 0) => thick || high,
            (1, 1) => thick && high,
            (0, _) => thick && (high || hex.is_adjacent(from)),
            _ => thick && (high || hex.is_adjacent(to)),
        }
    };
    let mut touching = Vec::new();
    // What lies outside the box of the two hexes, with a hex to spare, is not cut.
    let span = |a: u8, b: u8| a.min(b).saturating_sub(1)..=a.max(b) + 1;
    let box_of =
        span(from.column, to.column).flat_map(|column| span(from.row, to.row).map(move |row| Hex::at(column, row)));
    for hex in box_of.filter(|h| *h != from && *h != to && map.contains(*h)) {
        // No corner is farther from the centre than four across and two down: a line that passes at a greater distance
        // does not touch the hex.
        let centre = hex.centre();
        if side((i64::from(centre.x), i64::from(centre.y))).abs() > 4 * dy.abs() + 2 * dx.abs() {
            continue;
        }
        let points = corners(hex);
        let sides = points.map(side);
        if sides.iter().any(|s| *s > 0) && sides.iter().any(|s| *s < 0) {
            // Where the line crosses the outline: between corners on different sides, or at a corner on the line.
            let mut cuts = Vec::new();
            for n in 0..6 {
                let (p, q) = (points[n], points[(n + 1) % 6]);
                let (sp, sq) = (side(p), side(q));
                if sp == 0 {
                    cuts.push((along(p), 1));
                }
                if sp * sq < 0 {
                    cuts.push((along(p) * sq - along(q) * sp, sq - sp));
                }
            }
            let inside = cuts.iter().all(|(n, d)| {
                let (n, d) = if *d < 0 { (-n, -d) } else { (*n, *d) };
                n >= 0 && n <= whole * d
            });
            if inside && blocks(hex) {
                return true;
            }
        } else {
            let on: Vec<i64> = points.into_iter().filter(|p| side(*p) == 0).map(along).collect();
            if let [one, other] = on[..]
                && one.min(other) >= 0
                && one.max(other) <= whole
                && blocks(hex)
            {
                touching.push((one.min(other), one.max(other)));
            }
        }
    }
    // Along a side both hexes have to block.
    touching.sort_unstable();
    touching.windows(2).any(|pair| pair[0] == pair[1])
}

#[test]
fn line_of_sight_agrees_with_a_slow_reference() {
    proves!("base-4.5");
    let hexes: Vec<Hex> = rules().map().hexes().collect();
    // All pairs, shared among threads: every hex with those after it in the list.
    let next = AtomicUsize::new(0);
    let share = || {
        let (mut pairs, mut blocked) = (0, 0);
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(&from) = hexes.get(n) else { return (pairs, blocked) };
            for &to in &hexes[n + 1..] {
                let expected = obvious_blocked(from, to);
                pairs += 1;
                blocked += usize::from(expected);
                assert_eq!(!rules().map().sees(Eye::Hex(from), Eye::Hex(to)), expected, "{from} to {to}");
                assert_eq!(!rules().map().sees(Eye::Hex(to), Eye::Hex(from)), expected, "{to} to {from}");
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (pairs, blocked) = thread::scope(|scope| {
        let running: Vec<_> = (0..threads).map(|_| scope.spawn(share)).collect();
        let counts = running.into_iter().map(|thread| thread.join().unwrap());
        counts.fold((0, 0), |(pairs, blocked), (more, also)| (pairs + more, blocked + also))
    });
    assert_eq!(pairs, 1_120 * 1_119 / 2, "every pair of the 40 x 28 hexes");
    assert!(blocked > 1_000, "{blocked}");
}

#[test]
fn a_line_along_a_side_is_free_unless_both_hexes_block_and_neighbours_always_see() {
    proves!("base-4.5");
    let map = rules().map();
    let mut free = 0;
    for from in map.hexes() {
        // Two columns on, the line runs along the side between the two hexes of the column between.
        let to = Hex::at(from.column + 2, from.row);
        let (one, other) = (from.neighbour(Direction::NE), from.neighbour(Direction::SE));
        if !map.contains(to) || [one, other].iter().any(|h| !map.contains(*h)) || map.level(from) + map.level(to) > 0 {
            continue;
        }
        let block = [one, other].map(|h| map.terrain(h).blocks() || map.level(h) == 1);
        assert_eq!(map.sees(Eye::Hex(from), Eye::Hex(to)), block != [true, true], "{from}");
        free += usize::from(block[0] != block[1]);
        assert!(map.sees(Eye::Hex(from), Eye::Hex(one)));
    }
    assert!(free > 20, "half-blocked sides were tried: {free}");
}

#[test]
fn a_boat_sees_from_its_hexside_and_counts_the_bank_as_the_first_hex() {
    proves!("SD-A52", "33.2");
    let map = rules().map();
    let boat = Eye::River(48);
    assert_eq!(map.range(boat, Eye::Hex(hex("2116"))), Some(1));
    assert_eq!(map.range(Eye::Hex(hex("2117")), boat), Some(1));
    assert_eq!(map.range(boat, Eye::Hex(hex("2114"))), Some(3));
    assert!(map.sees(boat, Eye::Hex(hex("2115"))));
}

fn walkers(step: &str, units: &str, fields: &str) -> Field {
    Field::set(&format!("level: Basic, step: Some({step}), units: [{units}], {fields}"))
}

#[test]
fn moves_cost_terrain_and_stop_at_the_allowance() {
    proves!("base-4.2");
    let field = walkers("UsMovement", "(kind: Rifle, at: Some(\"1808\")), (kind: M48, at: Some(\"1908\"))", "");
    let cost = |kind, a: &str, b: &str| rules().step_cost(&field.state, kind, hex(a), hex(b));
    assert_eq!(cost(Kind::Rifle, "1808", "1708"), Some(1));
    assert_eq!(cost(Kind::M48, "1808", "1708"), Some(2));
    assert_eq!(cost(Kind::Rifle, "2302", "2303"), Some(1), "along the road");
    assert_eq!(cost(Kind::Rifle, "0301", "0302"), Some(3), "jungle");
    assert_eq!(cost(Kind::Rifle, "3302", "3403"), None, "no neighbour");
    assert_eq!(cost(Kind::Rifle, "3303", "3403"), Some(3));
    assert_eq!(cost(Kind::Rifle, "3403", "3404"), Some(4), "uphill");
    assert_eq!(cost(Kind::M48, "1916", "1917"), None, "a tank does not wade");
    assert_eq!(cost(Kind::M113, "1916", "1917"), Some(11), "an APC swims");
    let far: Vec<String> = (9..=21).map(|c| format!("{c:02}08")).collect();
    let path: Vec<&str> = far.iter().map(String::as_str).collect();
    field.refuses(&march(0, &path), "base-4.2");
    field.refuses(&march(0, &[]), "base-4.2");
}

#[test]
fn the_enemy_bars_the_way_and_a_hex_has_limited_room() {
    proves!("base-4.2", "base-4.3");
    let field = walkers(
        "UsMovement",
        "(kind: Rifle, at: Some(\"1808\")), (kind: Rifle, at: Some(\"1908\")), (kind: Observer, at: Some(\"1807\")), \
         (kind: Dummy, at: Some(\"1708\")), (kind: M48, at: Some(\"1909\"))",
        "",
    );
    field.refuses(&march(0, &["1708"]), "base-4.2");
    field.refuses(&march(0, &["1908"]), "base-4.3");
    assert!(field.allows(&march(0, &["1807"])) && field.allows(&march(0, &["1908", "2008"])));
    assert!(field.allows(&march(0, &["1908", "1909"])), "a squad and a tank share a hex");
    field.refuses(&march(0, &["1810"]), "base-4.2");
    field.refuses(&march(3, &["1709"]), "base-4.1");
}

#[test]
fn whoever_leaves_by_another_edge_does_not() {
    proves!("base-4.2");
    let mut field = walkers(
        "UsMovement",
        "(kind: Rifle, at: Some(\"1501\")), (kind: Rifle, at: Some(\"1508\"))",
        "us_exit: Some(Rows(1, 1))",
    );
    field.refuses(&Command::Leave { unit: id(1) }, "base-4.2");
    field.play(Command::Leave { unit: id(0) });
    assert_eq!(field.unit(0).place, Place::Exited);
}

#[test]
fn a_face_down_counter_is_seen_when_it_crosses_open_ground_and_a_dummy_is_removed() {
    proves!("base-4.7");
    let mut field = walkers(
        "NlfMovement",
        "(kind: Rifle, at: Some(\"1810\")), (kind: MainForce, at: Some(\"1608\"), hidden: true), (kind: Dummy, at: Some(\"1508\")), \
         (kind: MainForce, at: Some(\"0120\"), hidden: true)",
        "",
    );
    let events = field.play(march(1, &["1708"]));
    assert!(events.iter().any(|e| matches!(e, Event::Revealed { .. })), "{events:?}");
    assert!(!field.unit(1).face_down);
    field.play(march(2, &["1509"]));
    field.is_gone(2);
    field.play(march(3, &["0121"]));
    assert!(field.unit(3).face_down);
}

#[test]
fn a_probe_turns_counters_up_and_they_may_attack_by_surprise() {
    proves!("base-4.7", "32.3", "SD-A28", "SD-A30", "SD-A31");
    let set = || {
        Field::set(
            "level: Basic, also: [CloseAssault, CompanyCadres], step: Some(UsSearch), units: [(kind: Rifle, at: Some(\"0106\")), \
             (kind: CompanyCadre, at: Some(\"0105\"), hidden: true, element: Sapper), (kind: Rifle, at: Some(\"0207\")), \
             (kind: Dummy, at: Some(\"0205\")), (kind: MainForce, at: Some(\"0107\"), hidden: true)]",
        )
    };
    let mut field = set();
    field.refuses(&probe(0, "0303"), "base-4.7");
    field.refuses(&probe(0, "0206"), "base-4.7");
    field.play(probe(0, "0105"));
    field.refuses(&probe(0, "0107"), "base-4.7");
    field.done();
    assert_eq!((field.state.step(), field.to_act()), (Step::Surprise, Some(Side::Nlf)));
    field.refuses(&fire(&[shot(1)], 2), "SD-A28");
    field.refuses(&fire(&[shot(4)], 0), "SD-A28");
    // Two against four is 1-2; three, and four for surprise and Sappers, is seven: pinned and one killed.
    field.dice(&[3]);
    let events = field.play(assault(&[shot(1)], 0));
    let found = events.iter().find_map(|e| match e {
        Event::Attacked { column, modifiers, .. } => Some((*column, modifiers.clone())),
        _ => None,
    });
    assert_eq!(found, Some((1, vec![Modifier::Surprise, Modifier::SappersAttack])));
    assert_eq!(field.points(), (0, 40));
    // Only 0206 is free: it goes there, and the Cadre must follow.
    field.stands(0, "0206");
    field.stands(1, "0106");
    assert!(!field.unit(1).assaulted, "its own turn is not used up");
    let mut field = set();
    field.play(probe(0, "0205"));
    field.done();
    field.is_gone(3);
    assert_ne!(field.state.step(), Step::Surprise, "nobody was there");
    let mut field = set();
    field.play(probe(2, "0107"));
    field.done();
    field.done();
    assert_eq!(field.state.step(), Step::UsFire, "the US unit goes on");
}

#[test]
fn the_surprise_attacker_advances_into_the_vacated_hex() {
    proves!("SD-A29", "32.3");
    let mut field = Field::set(
        "level: Basic, also: [CloseAssault], step: Some(UsSearch), units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: MainForce, at: Some(\"0105\"), hidden: true)]",
    );
    field.play(probe(0, "0105"));
    field.dice(&[6]);
    field.play(assault(&[shot(1)], 0));
    // Eight on 1-2: destroyed.
    field.is_gone(0);
    field.stands(1, "0106");
}

#[test]
fn whoever_assaults_from_hiding_is_turned_up_without_a_bonus() {
    proves!("SD-A61");
    let mut field = Field::set(
        "level: Basic, also: [CloseAssault], step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: MainForce, at: Some(\"0105\"), hidden: true)]",
    );
    field.dice(&[1]);
    let events = field.play(assault(&[shot(1)], 0));
    assert!(!field.unit(1).face_down);
    assert!(events.iter().any(|e| matches!(e, Event::Attacked { modifiers, .. } if modifiers.is_empty())));
}

#[test]
fn fire_at_a_face_down_counter_is_worse_and_a_dummy_stays() {
    proves!("base-4.4", "base-4.7");
    let mut field = Field::set(
        "level: Basic, step: Some(UsFire), units: [(kind: Rifle, at: Some(\"0106\")), (kind: Dummy, at: Some(\"0105\")), \
         (kind: Rifle, at: Some(\"0107\")), (kind: MainForce, at: Some(\"0108\"), hidden: true)]",
    );
    field.dice(&[6, 6]);
    let events = field.play(fire(&[shot(0)], 1));
    assert!(
        events.iter().any(|e| matches!(e, Event::Attacked { modifiers, .. } if *modifiers == [Modifier::FaceDown]))
    );
    field.stands(1, "0105");
    assert!(field.unit(1).face_down);
    field.play(fire(&[shot(2)], 3));
    assert!(!field.unit(3).face_down && field.unit(3).is_pinned());
}

#[test]
fn a_sniper_stays_hidden_and_picks_his_man_and_others_hide_again() {
    proves!("base-4.7");
    let set = || {
        Field::set(
            "level: Basic, step: Some(NlfFire), units: [(kind: Rifle, at: Some(\"1808\")), (kind: CompanyCommander, at: Some(\"1808\")), \
             (kind: Sniper, at: Some(\"1506\"), hidden: true), (kind: MainForce, at: Some(\"0120\")), (kind: MainForce, at: Some(\"0122\"), hidden: true)]",
        )
    };
    let mut field = set();
    field.refuses(&fire(&[shot(4)], 1), "base-4.4");
    field.dice(&[1, 5]);
    field.play(fire(&[shot(2)], 1));
    assert!(field.unit(2).face_down, "nobody saw him");
    field.done();
    field.play(Command::Hide { unit: id(3) });
    assert!(field.unit(3).face_down);
    let mut field = set();
    field.dice(&[1, 6]);
    field.play(fire(&[shot(2)], 1));
    assert!(!field.unit(2).face_down, "a six gives him away");
}

#[test]
fn caches_are_found_and_then_destroyed_and_traps_are_disarmed_or_go_off() {
    proves!("base-4.7", "base-4.17", "base-4.18");
    let mut field = Field::set(
        "level: Basic, step: Some(UsSearch), caches_at: [\"0106\"], traps_at: [\"0110\"], units: [(kind: Rifle, at: Some(\"0106\")), \
         (kind: Rifle, at: Some(\"0110\")), (kind: MainForce, at: Some(\"4020\"), hidden: true)]",
    );
    field.play(search(0, "0106"));
    field.dice(&[4]);
    // With the last search named the segment ends by itself.
    let events = field.play(search(1, "0110"));
    assert!(events.iter().any(|e| matches!(e, Event::CacheFound { .. })));
    assert!(events.iter().any(|e| matches!(e, Event::Disarmed { die: 4, .. })));
    while field.state.turn() == 1 || field.state.step() != Step::UsMovement {
        field.done();
    }
    field.done();
    field.play(search(1, "0110"));
    let events = field.done();
    assert!(events.iter().any(|e| matches!(e, Event::CacheDestroyed { .. })), "{events:?}");
    assert_eq!(field.points(), (60, 0));
}

#[test]
fn a_trap_stops_whoever_walks_into_it() {
    proves!("base-4.17");
    let mut field = walkers(
        "UsMovement",
        "(kind: Rifle, at: Some(\"1808\")), (kind: M113, at: Some(\"2008\"))",
        "traps_at: [\"1708\", \"2108\"]",
    );
    field.dice(&[4, 6]);
    field.play(march(0, &["1708", "1608"]));
    field.stands(0, "1708");
    assert!(field.unit(0).is_pinned() && field.state.traps().len() == 1);
    field.play(march(1, &["2108", "2208"]));
    field.stands(1, "2108");
    assert!(field.unit(1).immobilized);
}

#[test]
fn digging_takes_a_whole_turn_of_rest() {
    proves!("base-4.10");
    let mut field = Field::set(
        "level: Standard, step: Some(UsMovement), units: [(kind: Rifle, at: Some(\"1808\")), (kind: MainForce, at: Some(\"1811\"))]",
    );
    field.play(Command::Dig { unit: id(0) });
    field.refuses(&march(0, &["1807"]), "base-4.10");
    field.done();
    assert_eq!(field.state.step(), Step::NlfMovement);
    assert!(field.state.has_position(hex("1808")));
    let basic = walkers("UsMovement", "(kind: Rifle, at: Some(\"1808\"))", "");
    basic.refuses(&Command::Dig { unit: id(0) }, "base-4.10");
}

#[test]
fn a_lost_commander_costs_squads_their_leadership() {
    proves!("base-4.8", "SD-A63");
    let set = |commander: &str| {
        Field::set(&format!(
            "level: Standard, step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0106\")), (kind: Rifle, at: Some(\"0108\")), \
             (kind: CompanyCommander, at: Some(\"{commander}\"), pinned: true, platoon: 0), (kind: MainForce, at: Some(\"4020\"))]"
        ))
    };
    // The pinned commander loses his hold on a one, then each squad its own on a one or two.
    let mut field = set("0106");
    field.dice(&[1, 2, 3]);
    field.done();
    assert_eq!((field.unit(0).controlled, field.unit(1).controlled), (false, true));
    field.refuses(&march(0, &["0107"]), "base-4.8");
    // Out of his radius the squads roll although he leads.
    let mut field = set("2008");
    field.dice(&[6, 1, 6]);
    field.done();
    assert_eq!((field.unit(0).controlled, field.unit(1).controlled), (false, true));
}

#[test]
fn platoon_leaders_lead_their_own_in_the_advanced_game() {
    proves!("base-4.8");
    let mut field = Field::set(
        "level: Advanced, step: Some(NlfAssault), units: [(kind: Rifle, at: Some(\"0106\")), (kind: Rifle, at: Some(\"0108\"), platoon: 2), \
         (kind: PlatoonLeader, at: Some(\"0106\"), pinned: true), (kind: PlatoonLeader, at: Some(\"0108\"), platoon: 2), \
         (kind: CompanyCommander, at: Some(\"0112\"), platoon: 0), (kind: MainForce, at: Some(\"4020\"))]",
    );
    field.dice(&[1, 1]);
    field.done();
    assert_eq!((field.unit(0).controlled, field.unit(1).controlled), (false, true));
}

#[test]
fn squads_out_of_command_fall_back_and_do_not_assault() {
    proves!("base-4.9", "SD-A44", "SD-A45", "31.0", "31.16");
    let mut field = Field::set(
        "level: Standard, also: [CloseAssault, CompanyCadres], step: Some(UsAssault), units: [\
         (kind: MainForce, at: Some(\"1809\")), (kind: PlatoonCadre, at: Some(\"1803\"), platoon: 1), \
         (kind: MainForce, at: Some(\"0110\"), platoon: 2), (kind: CompanyCadre, at: Some(\"0112\"), platoon: 0), \
         (kind: MainForce, at: Some(\"0116\"), company: 2), (kind: BattalionCadre, at: Some(\"0118\"), company: 0, platoon: 0), \
         (kind: Local, at: Some(\"2009\"), company: 3, independent: true), (kind: Rifle, at: Some(\"1810\"))]",
    );
    field.done();
    let controlled: Vec<bool> = [0, 2, 4, 6].iter().map(|n| field.unit(*n).controlled).collect();
    assert_eq!(controlled, [false, true, true, true]);
    field.refuses(&march(0, &["1909"]), "base-4.9");
    assert!(field.allows(&march(0, &["1808"])));
    field.done();
    field.done();
    field.refuses(&assault(&[shot(0)], 7), "SD-A10");
}

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
