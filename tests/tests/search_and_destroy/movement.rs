//! Movement, stacking and digging of Search & Destroy. Sections 4.2, 4.3 and 4.10. Leaving the map stands in
//! `search_and_destroy_leaving.rs`.

use pointman_tests::search_and_destroy::*;
use search_and_destroy::command::Command;
use search_and_destroy::proves;
use search_and_destroy::state::Step;
use search_and_destroy::units::Kind;

#[test]
fn moves_cost_terrain_and_stop_at_the_allowance() {
    proves!("base-4.2");
    let field = basic("", "UsMovement", "(kind: Rifle, at: Some(\"1808\"))", "");
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
    let field = basic(
        "Vehicles",
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
    let basic = basic("", "UsMovement", "(kind: Rifle, at: Some(\"1808\"))", "");
    basic.refuses(&Command::Dig { unit: id(0) }, "base-4.10");
}
