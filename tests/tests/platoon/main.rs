//! 20mm Platoon: every rule by its id, what is hidden, odds, random games, and the companion beside a real table.

mod air;
mod beside;
mod carrying;
mod clauses;
mod companion;
mod conformance;
mod fourth_look;
mod hidden;
mod interrupting;
mod looks;
mod meeting;
mod men;
mod nearby;
mod odds;
mod queries;
mod random;
mod rules;
mod rulings;
mod scenarios;
mod second_look;
mod secrets;
mod support;
mod tables;
mod third_look;
mod umpire;
mod unknown;
