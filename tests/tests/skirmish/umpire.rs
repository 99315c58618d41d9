//! What an umpire who read the printed rules beside the game found wrong, and how it is now.

use pointman_tests::skirmish::*;
use skirmish::event::Event;
use skirmish::figure::Standing;
use skirmish::{Command, Grenade, Side, Weapon, Work, score};
use tabletop::Ruleset;
use tabletop::odds::Fraction;

const ALTERNATE: &str = "hiding: Alternate,";
/// The rulings of saved games from before.
const EARLIER: &str = "rulings: 6,";

#[test]
fn a_look_is_forecast_by_the_range_that_its_dice_must_reach() {
    skirmish::proves!("S-hidden", "S-R45");
    // Eight inches and six ten-thousandths.
    let z = format!("{}, hidden: true", a("Rifleman", "Z", 1300, 501));
    let mut field = Field::set(&[a("Rifleman", "A", 500, 500)], &[z], ALTERNATE);
    let spot = Command::Spot { figure: field.id("A"), target: field.id("Z") };
    let told = skirmish_rules().fire_forecast(&field.state, &spot).unwrap();
    assert_eq!(told.chances[0].chance, Fraction::new(10, 36).unwrap(), "{told:?}");
    field.dice(&[4, 4]).play(spot);
    assert!(!field.state.is_known(field.id("Z")));
}
