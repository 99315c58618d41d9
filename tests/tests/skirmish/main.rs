//! Vietnam Skirmish: every rule by its id, what is hidden, odds, random games, and the companion beside a real table.

mod asked;
mod companion;
mod conformance;
mod fire;
mod forms;
mod golden;
mod log;
mod meeting;
mod odds;
mod places;
mod random;
mod remedies;
mod rulings;
mod secrets;
mod survey;
mod turn;
mod umpire;
mod umpire_again;
mod umpire_again_beside;
mod umpire_beside;
mod umpire_fifth;
mod umpire_fourth;
mod umpire_third;
mod umpire_third_beside;
mod weapons;
