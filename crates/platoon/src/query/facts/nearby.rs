//! What is asked of a deed that hangs on a distance, of a fight and at the end of the game. Ruling P-R64.

use table::Terrain;

use super::{Answer, Choice, Fact, FactQuestion, choice, ground_question, yes_no};
use crate::deed::{self, Deed};
use crate::figures::Figures;
use crate::movement::inches;
use crate::state::{Figure, Squad, State};
use crate::tables::{Length, Number};
use crate::troops::{Kind, SquadId, Weapon};
use crate::{Platoon, rule, victory, words};

/// Of every squad of whom casualties lie on the table, which of them nobody is near. Rule P-victory.
pub(super) fn abandoned_questions(
    rules: &Platoon,
    state: &State,
    said: &[(SquadId, u8)],
    asks: &str,
) -> Vec<FactQuestion> {
    let lying = victory::left_lying(rules, state);
    let of = |squad: &Squad, those: &[(SquadId, u8)]| -> Figures {
        let own = those.iter().filter(|(id, _)| *id == squad.id);
        own.filter_map(|(_, n)| usize::from(*n).checked_sub(1)).collect()
    };
    let asked = state.squads.iter().filter(|squad| !of(squad, &lying).is_empty()).map(|squad| {
        let all = of(squad, &lying);
        let each = squad.figures.iter().enumerate().filter(|(n, _)| all.has(*n));
        let mut choices =
            vec![choice("none", Answer::Figures(Figures::NONE)), choice("all of them", Answer::Figures(all))];
        choices.extend(each.map(|(n, f)| {
            let one = Answer::Figures(Figures::from_iter([n]));
            choice(format!("figure {}, {}", n + 1, f.weapon.name()), one)
        }));
        let (fact, usual) = (Fact::Caught(squad.id), Answer::Figures(of(squad, said)));
        FactQuestion { fact, asks: asks.to_owned(), choices, between: None, usual, rule: rule!("P-victory") }
    });
    asked.collect()
}

/// Able figures that carry the same and, where that is asked, are pinned alike.
pub(super) struct Alike {
    /// Of the same weapon.
    pub weapon: Weapon,
    /// `pinned `, if they are.
    pub how: &'static str,
    pub figures: Vec<usize>,
}

/// The able figures of a squad for whom something holds, kind by kind.
pub(super) fn alike(squad: &Squad, holds: impl Fn(&Figure) -> bool, pinned: bool) -> Vec<Alike> {
    let mut kinds: Vec<Alike> = Vec::new();
    for (n, figure) in squad.able().filter(|(_, f)| holds(f)) {
        let (weapon, how) = (figure.weapon, if pinned && figure.pinned.is_some() { "pinned " } else { "" });
        match kinds.iter_mut().find(|kind| (kind.weapon, kind.how) == (weapon, how)) {
            Some(kind) => kind.figures.push(n),
            None => kinds.push(Alike { weapon, how, figures: vec![n] }),
        }
    }
    kinds
}

/// Of both squads how many of those who carry the same are base to base: of each kind one, to begin with, or none of the others.
pub(super) fn touching_questions(state: &State, squad: SquadId, target: SquadId) -> Vec<FactQuestion> {
    let of = |own: bool, id: SquadId| -> Vec<FactQuestion> {
        let here = |figure: &Figure| !own || figure.is_here(&state.options);
        let kinds = state.squad(id).map(|s| alike(s, here, true)).unwrap_or_default();
        // Somebody touches, or it is no fight.
        let least = usize::from(kinds.len() == 1);
        let asked = kinds.into_iter().enumerate().map(|(place, Alike { weapon, how, figures })| {
            let first = |count: usize| Answer::Figures(figures.iter().copied().take(count).collect());
            let whose = if own { format!("of your {how}figures") } else { format!("{how}enemies") };
            FactQuestion {
                fact: Fact::Touching { own, of: figures.iter().copied().collect() },
                asks: format!("How many {whose} with {} are base to base?", weapon.with_article()),
                choices: (least..=figures.len()).map(|count| choice(count.to_string(), first(count))).collect(),
                between: None,
                usual: first(usize::from(place == 0)),
                rule: rule!("P-close-combat"),
            }
        });
        asked.collect()
    };
    let mut asked = of(true, squad);
    asked.extend(of(false, target));
    asked
}

impl Platoon {
    /// Whether the squad is near enough, which of its figures do it or whom they reach, and where it gets out. Ruling P-R64.
    pub(super) fn deed_questions(
        &self,
        state: &State,
        squad: SquadId,
        deed: Deed,
        ground: Option<Terrain>,
    ) -> Vec<FactQuestion> {
        let n = &self.tables().numbers;
        let within = |number: &Number| inches(number.inches());
        let near = |asks: String, rule| FactQuestion { usual: Answer::Yes(true), ..yes_no(Fact::Near, &asks, rule) };
        let which = |asks: String, rule| {
            let choices = deed::choice(self, state, squad, deed);
            let choices = choices.into_iter().map(|(pick, those)| choice(words::pick(pick), Answer::Figures(those)));
            let choices: Vec<Choice> = choices.collect();
            let usual = choices.first()?.answer;
            Some(FactQuestion { fact: Fact::Which, asks, choices, between: None, usual, rule })
        };
        let kind = |id: SquadId| state.squad(id).map(|s| s.kind);
        match deed {
            Deed::Search(_) | Deed::Stores(..) => {
                let who = match kind(squad).is_some_and(|kind| kind.is_vehicle()) {
                    true => "Is it",
                    false => "Are two of its unpinned figures",
                };
                let at = within(&n.search_reach);
                let mut asked = vec![near(format!("{who} within {at} of the marker?"), rule!("P-search"))];
                asked.extend(which("Which two do it?".to_owned(), rule!("P-R51")));
                asked
            }
            Deed::Question(_) => {
                let at = within(&n.question_reach);
                vec![near(format!("Is one of its figures within {at} of them?"), rule!("P-interrogation"))]
            }
            Deed::Capture(_) => {
                let at = within(&n.casualty_reach);
                let several =
                    which(format!("How many of the wounded lie within {at} of its figures?"), rule!("P-interrogation"));
                let one =
                    || near(format!("Is one of its figures within {at} of the wounded?"), rule!("P-interrogation"));
                vec![several.unwrap_or_else(one)]
            }
            Deed::Carry(..) => {
                let at = within(&n.casualty_reach);
                let asks = format!("Is one of its unpinned figures within {at} of the casualty?");
                vec![near(asks, rule!("P-infantry-move"))]
            }
            Deed::Mount(_) => {
                let asks = format!("Are all its figures within {} of the vehicle?", within(&n.boarding));
                vec![near(asks, rule!("P-infantry-move"))]
            }
            Deed::Signal(..) => {
                let asks = format!("Is that squad within {} of it?", within(&n.whistle));
                vec![near(asks, rule!("P-messages"))]
            }
            Deed::Dismount => {
                let boat = state.squad(squad).and_then(|s| s.aboard).and_then(kind) == Some(Kind::Boat);
                let asks = format!("Is the bank within {} of the boat?", within(&n.landing));
                let mut asked: Vec<FactQuestion> =
                    boat.then(|| near(asks, rule!("P-infantry-move"))).into_iter().collect();
                let usual = ground.unwrap_or_else(|| deed::ground_below(state, squad));
                let asks = "On what ground does it get out?";
                asked.push(ground_question(Fact::GetsOutOn, asks, Kind::Foot, usual, rule!("P-companion")));
                asked
            }
        }
    }
}
