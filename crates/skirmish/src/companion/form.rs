//! Forms: what has to be said with a command, and the answers to choose from, each as the command it makes.

use std::borrow::Cow;

use serde::Serialize;
use table::{COVER_REACH, Cover, INCH, Walk};
use tabletop::{Refusal, RuleId, Ruleset};

use super::check::turns_all_round;
use super::words::hearer;
use super::{Aim, Burst, Crowd, Deed, Measuring, Said};
use crate::event::Delivery;
use crate::facts::{self, Facts};
use crate::figure::{FigureId, Weapon};
use crate::hidden::knows_an_enemy;
use crate::state::State;
use crate::tables::{Band, WeaponRow, inches};
use crate::words::inches as told;
use crate::{Command, Skirmish, rule};

/// One answer to a question of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The answer: `in cover`.
    pub label: String,
    /// The command with this answer in it; for several answers, with this one added or taken out.
    pub command: Command,
    /// Whether the command that was asked about gives it.
    pub chosen: bool,
    /// Why the command with this answer would be refused, if it would.
    pub refusal: Option<Refusal>,
}

/// What is seen or measured on a real table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fact {
    /// The length of a way.
    Length,
    /// What it goes over.
    Ground,
    /// Whether it crosses something.
    Obstacle,
    /// How far something is.
    Range,
    /// Whether it lies in the arc.
    Arc,
    /// Whether it is seen.
    Sight,
    Cover,
    /// Whether a known enemy is near it.
    Identified,
    /// Whether a mortar's second man is near.
    Mate,
    /// Whether it is near the last aiming point.
    Shift,
    /// Whether a distance allows a deed, or was kept.
    Near,
    Room,
    /// Which figures, or which of them.
    Figures,
    /// Which figures are farther out.
    Outer,
    /// Which figures are covered.
    Covered,
}

/// A question of a form.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FactNeeded {
    /// What is asked. Programs know it by its place in the form.
    #[serde(skip)]
    pub fact: Fact,
    /// The question: `How far is it?`
    pub ask: String,
    /// The rule that wants to know.
    pub rule: RuleId,
    /// Whether several answers can hold at once.
    pub several: bool,
    pub choices: Vec<Choice>,
}

/// A question that is being put together.
struct Draft {
    fact: Fact,
    ask: Cow<'static, str>,
    rule: RuleId,
    several: bool,
    answers: Vec<(String, Said, bool)>,
}

impl Draft {
    fn one(fact: Fact, ask: impl Into<Cow<'static, str>>, rule: RuleId) -> Self {
        Self { fact, ask: ask.into(), rule, several: false, answers: Vec::new() }
    }

    fn of_figures(fact: Fact, ask: impl Into<Cow<'static, str>>, rule: RuleId) -> Self {
        Self { several: true, ..Self::one(fact, ask, rule) }
    }

    fn answer(mut self, label: impl Into<String>, said: Said, chosen: bool) -> Self {
        self.answers.push((label.into(), said, chosen));
        self
    }
}

impl Skirmish {
    /// The questions that a command needs answered beside a real table, in the order in which one looks at a table. Empty for
    /// commands that need none, and on the computer's table. Rule S-companion.
    pub fn facts_needed(&self, state: &State, command: &Command) -> Vec<FactNeeded> {
        let Command::Beside(said) = command else { return Vec::new() };
        if !state.is_beside() {
            return Vec::new();
        }
        let drafts = match *said {
            Said::Go { figure, way, tactical } => self.way_form(state, figure, way, tactical),
            Said::Mark { target, facts } => {
                let row = state.pending().and_then(|pending| self.weapons().of(pending.weapon));
                let arc = state.pending().is_some_and(|pending| !turns_all_round(state, pending.firer));
                let shot = state.pending().zip(state.figure(target));
                let cover =
                    shot.is_some_and(|(shot, figure)| facts::cover_counts(self.numbers(), figure, shot.counters));
                self.facts_form(row, facts, (arc, cover), &|facts| Said::Mark { target, facts })
            }
            Said::Rocket { figure, target, facts } => {
                let row = self.weapons().of(Weapon::Rpg);
                self.facts_form(row, facts, (true, false), &|facts| Said::Rocket { figure, target, facts })
            }
            Said::Seek { figure, target, facts } => {
                self.look_form(facts, &|facts| Said::Seek { figure, target, facts })
            }
            Said::Spray { figure, weapon, aim } => {
                let row = self.weapons().of(weapon);
                let arc = !turns_all_round(state, figure);
                let said = |aim| Said::Spray { figure, weapon, aim };
                self.point_form(row.map(|row| (row.range(), rule!("S-R35"))), aim, arc, knows_an_enemy(state), &said)
            }
            Said::Send { figure, delivery, grenade, aim } => {
                let known = knows_an_enemy(state) && self.may_speculate(grenade, delivery);
                let said = |aim| Said::Send { figure, delivery, grenade, aim };
                self.send_form(state, (figure, delivery), known, aim, &said)
            }
            Said::Noise { figures } => noise_form(self, state, figures),
            Said::Struck { inner, outer, covered } => self.struck_form(state, inner, outer, covered),
            Said::Heard { figures } => self.heard_form(state, figures),
            Said::Near { near } => near_form(state, near),
            Said::Hark { figure, spoilt } => {
                let near = told(inches(&self.numbers().listen_spoilt_in));
                let ask = format!("Has one of your figures fired within {near} of this figure this turn?");
                vec![yes_or_no(Fact::Near, ask, rule!("S-R23"), spoilt, &|spoilt| Said::Hark { figure, spoilt })]
            }
            Said::Sighted { figures } => sighted_form(state, figures),
            Said::Heir { figure } => heir_form(state, figure),
            Said::Try { figure, deed, near } => vec![self.deed_form(state, figure, deed, near)],
            Said::Room { room } => {
                let far = told(inches(&self.numbers().fall_back_in));
                let ask = format!("Is there {far} of free, dry table straight behind it?");
                vec![yes_or_no(Fact::Room, ask, rule!("S-R29"), room, &|room| Said::Room { room })]
            }
            Said::Face { .. }
            | Said::SetOff { .. }
            | Said::Over { .. }
            | Said::Spare
            | Said::Show { .. }
            | Said::Plant { .. }
            | Said::GetOut { .. }
            | Said::CallFire
            | Said::LookOut
            | Said::SpottingRound => Vec::new(),
        };
        let choice = |(label, said, chosen): (String, Said, bool)| {
            let command = Command::Beside(said);
            Choice { label, command, chosen, refusal: self.check(state, &command).err() }
        };
        let finished = |draft: Draft| FactNeeded {
            fact: draft.fact,
            ask: draft.ask.into_owned(),
            rule: draft.rule,
            several: draft.several,
            choices: draft.answers.into_iter().map(choice).collect(),
        };
        drafts.into_iter().map(finished).collect()
    }

    /// What the players are asked next, in words for the side that is asked. None when nothing waits. Rule S-companion.
    pub fn asks(&self, state: &State) -> Option<String> {
        super::asks(self, state)
    }

    /// What the players are asked next, with no answer given yet. None when nothing waits. Rule S-companion.
    pub fn blank_answer(&self, state: &State) -> Option<Command> {
        let nobody = Crowd::default();
        state.beside().measuring.map(|(asked, what)| {
            Command::Beside(match what {
                Measuring::Struck(_) => Said::Struck { inner: nobody, outer: nobody, covered: nobody },
                Measuring::Heard { .. } => Said::Heard { figures: nobody },
                Measuring::Near { .. } => Said::Near { near: false },
                Measuring::Room { .. } => Said::Room { room: true },
                Measuring::Sighted => Said::Sighted { figures: nobody },
                Measuring::Heir => {
                    let first = state.of(asked).find(|(id, _)| state.may_carry(asked, *id));
                    Said::Heir { figure: first.map_or(FigureId(u8::MAX), |(id, _)| id) }
                }
            })
        })
    }

    fn way_form(&self, state: &State, figure: FigureId, way: Walk, tactical: bool) -> Vec<Draft> {
        let vehicle = state.figure(figure).is_some_and(|f| f.vehicle);
        let numbers = self.numbers();
        let reach = if vehicle {
            &numbers.vehicle_in
        } else if tactical {
            &numbers.tactical_in
        } else {
            &numbers.walk_in
        };
        let of_pace = match (vehicle, tactical) {
            (true, _) => rule!("S-apc"),
            (false, true) => rule!("S-tactical"),
            (false, false) => rule!("S-R34"),
        };
        let go = |way| Said::Go { figure, way, tactical };
        let mut far = Draft::one(Fact::Length, "How far does the figure move?", of_pace);
        let whole = way.bad == way.length;
        let halves = |length: i32| (1..=length * 2 / INCH).map(|half| half * INCH / 2);
        for length in halves(i32::from(reach.value) * INCH) {
            let bad = if whole { length } else { way.bad.min(length) };
            far = far.answer(told(length), go(Walk { length, bad, ..way }), way.length == length);
        }
        if vehicle {
            return vec![far];
        }
        let over = |bad| go(Walk { bad, ..way });
        let mut ground = Draft::one(Fact::Ground, "Over what ground?", rule!("S-R34"))
            .answer("good going", over(0), way.bad == 0)
            .answer("bad going", over(way.length), whole);
        for bad in halves(way.length - 1) {
            ground = ground.answer(format!("{} of it bad going", told(bad)), over(bad), way.bad == bad);
        }
        let obstacle = Draft::one(Fact::Obstacle, "Does it cross a wall, a hedge, a bund or a stream?", rule!("S-R34"))
            .answer("no", go(Walk { obstacles: 0, ..way }), way.obstacles == 0)
            .answer("yes", go(Walk { obstacles: 1, ..way }), way.obstacles > 0);
        // A tactical move goes as far in bad going, and what is short enough may be bad from end to end or cross something.
        let worst = way.length.saturating_mul(numbers.bad_going_factor.value.into());
        let asks_ground = !tactical && worst > inches(reach);
        let asks_obstacle = way.length > inches(&numbers.obstacle_in);
        let ground = Some(ground).filter(|_| asks_ground);
        [far].into_iter().chain(ground).chain(Some(obstacle).filter(|_| asks_obstacle)).collect()
    }

    /// Range, arc, sight and cover of a target; `(arc, cover)`: whether these two are asked for.
    fn facts_form(
        &self,
        row: Option<&WeaponRow>,
        facts: Facts,
        (arc, cover): (bool, bool),
        said: &dyn Fn(Facts) -> Said,
    ) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let range = row.map(WeaponRow::range).filter(|range| *range < i32::MAX);
        let rpg = row.is_some_and(|row| row.weapon == Weapon::Rpg);
        let rule = if rpg { rule!("S-R15") } else { rule!("S-R35") };
        let far = |range| said(Facts { range, ..facts });
        drafts.extend(range.map(|most| range_draft(most, rule, facts.range, &far)));
        if arc {
            let ask = "Is it in the firer's 90° arc?";
            drafts.push(yes_or_no(Fact::Arc, ask, rule!("S-R05"), facts.in_arc, &|in_arc| {
                said(Facts { in_arc, ..facts })
            }));
        }
        drafts.push(yes_or_no(Fact::Sight, "Is it in sight?", rule!("S-R32"), facts.clear, &|clear| {
            said(Facts { clear, ..facts })
        }));
        if cover {
            let with = |cover| said(Facts { cover, ..facts });
            let near = told(COVER_REACH);
            let ask = format!("What cover is it in, or has it within {near} before it, seen from the firer?");
            drafts.push(
                Draft::one(Fact::Cover, ask, rule!("S-R06"))
                    .answer("none", with(Cover::None), facts.cover == Cover::None)
                    .answer("cover", with(Cover::Soft), facts.cover == Cover::Soft)
                    .answer("hard cover", with(Cover::Hard), facts.cover == Cover::Hard),
            );
        }
        drafts
    }

    /// Rule S-hidden, alternate rules: an inch more or less counts.
    fn look_form(&self, facts: Facts, said: &dyn Fn(Facts) -> Said) -> Vec<Draft> {
        let mut far =
            Draft::one(Fact::Range, "How far away is it, rounding fractions of an inch up?", rule!("S-hidden"));
        for inches in 1..=i32::from(self.numbers().spot_in.value) {
            let range = inches * INCH;
            far = far.answer(format!("{inches}\""), said(Facts { range, ..facts }), facts.range == range);
        }
        let sight = yes_or_no(Fact::Sight, "Is it in sight?", rule!("S-R32"), facts.clear, &|clear| {
            said(Facts { clear, ..facts })
        });
        vec![far, sight]
    }

    fn point_form(
        &self,
        range: Option<(i32, RuleId)>,
        aim: Aim,
        arc: bool,
        identified: bool,
        said: &dyn Fn(Aim) -> Said,
    ) -> Vec<Draft> {
        let mut drafts = Vec::new();
        let range = range.filter(|(most, _)| *most < i32::MAX);
        let far = |range| said(Aim { range, ..aim });
        drafts.extend(range.map(|(most, rule)| range_draft(most, rule, aim.range, &far)));
        if arc {
            drafts.push(yes_or_no(Fact::Arc, "Is the point in the 90° arc?", rule!("S-R05"), aim.in_arc, &|in_arc| {
                said(Aim { in_arc, ..aim })
            }));
        }
        if identified {
            let near = told(inches(&self.numbers().speculative_in));
            let ask = format!("Is a known enemy within {near} of it?");
            drafts.push(yes_or_no(Fact::Identified, ask, rule!("S-speculative"), aim.identified, &|identified| {
                said(Aim { identified, ..aim })
            }));
        }
        drafts
    }

    /// `known`: whether it is asked if a known enemy is near the point.
    fn send_form(
        &self,
        state: &State,
        (figure, delivery): (FigureId, Delivery),
        known: bool,
        aim: Aim,
        said: &dyn Fn(Aim) -> Said,
    ) -> Vec<Draft> {
        let numbers = self.numbers();
        let of_sight = if delivery == Delivery::Mortar { rule!("S-mortar") } else { rule!("S-R15") };
        let seen = |ask| yes_or_no(Fact::Sight, ask, of_sight, aim.clear, &|clear| said(Aim { clear, ..aim }));
        match delivery {
            Delivery::Thrown => {
                self.point_form(Some((inches(&numbers.throw_in), rule!("S-R36"))), aim, false, known, said)
            }
            Delivery::Launched => self.point_form(None, aim, true, known, said),
            Delivery::Rocket => {
                let range = (self.weapons().rpg().range(), rule!("S-R15"));
                let mut drafts = self.point_form(Some(range), aim, true, known, said);
                drafts.push(seen("Is the point in sight?"));
                drafts
            }
            Delivery::Mortar => {
                let least = inches(&numbers.mortar_minimum_in);
                let range = Draft::one(Fact::Range, "How far away is it?", rule!("S-R39"))
                    .answer(
                        format!("nearer than {}\"", least / INCH),
                        said(Aim { range: least - 1, ..aim }),
                        aim.range < least,
                    )
                    .answer(
                        format!("{}\" or more", least / INCH),
                        said(Aim { range: least, ..aim }),
                        aim.range >= least,
                    );
                let mut drafts = vec![range, seen("Can the crew see the point?")];
                if let Some(there) = aim.mate {
                    let ask =
                        format!("Is a second figure within {} of the mortar?", told(inches(&numbers.mortar_mate_in)));
                    drafts.push(yes_or_no(Fact::Mate, ask, rule!("S-R39"), there, &|there| {
                        said(Aim { mate: Some(there), ..aim })
                    }));
                }
                let mortar = state.figure(figure).and_then(|gunner| gunner.mortar);
                if mortar.is_some_and(|mortar| mortar.aim.is_some()) {
                    let most = inches(&numbers.mortar_shift_in);
                    let ask = format!("Is it within {} of the last aiming point?", told(most));
                    drafts.push(yes_or_no(Fact::Shift, ask, rule!("S-R18"), aim.shift <= most, &|near| {
                        said(Aim { shift: if near { 0 } else { most + 1 }, ..aim })
                    }));
                }
                drafts
            }
        }
    }

    /// The one distance that a deed hangs on. Ruling S-R42.
    fn deed_form(&self, state: &State, figure: FigureId, deed: Deed, near: bool) -> Draft {
        let n = self.numbers();
        let whole = |length| told(inches(length));
        let (rule, ask) = match deed {
            Deed::Mount(vehicle) => {
                (rule!("S-R38"), format!("Is {} within {}?", state.name(vehicle), whole(&n.boarding_in)))
            }
            Deed::FireClaymore(_) => {
                (rule!("S-claymore"), format!("Is the Claymore within {}?", whole(&n.claymore_wire_in)))
            }
            Deed::Fight(target) => {
                (rule!("S-close-combat"), format!("Is {} within {}?", state.name(target), whole(&n.contact_in)))
            }
            Deed::Finish => (rule!("S-R39"), format!("Is a second figure within {}?", whole(&n.mortar_mate_in))),
            Deed::Leave => (
                rule!("S-R31"),
                "Does one phase's move take it over the edge, counting ground and mines on the way as for any move?"
                    .to_owned(),
            ),
        };
        yes_or_no(Fact::Near, ask, rule, near, &|near| Said::Try { figure, deed, near })
    }

    fn struck_form(&self, state: &State, inner: Crowd, outer: Crowd, covered: Crowd) -> Vec<Draft> {
        let Some((asked, Measuring::Struck(burst))) = state.beside().measuring else { return Vec::new() };
        let bands: &[Band] = match burst {
            Burst::Grenade { grenade, .. } => self.burst_bands(grenade),
            Burst::Mine { .. } => self.burst_bands(crate::Grenade::Fragmentation),
            Burst::Claymore => &self.bursts().claymore,
            Burst::Speculation | Burst::Round => &[],
        };
        let numbers = self.numbers();
        let reach = |n: usize| bands.get(n).map_or(0, |band| band.up_to_in);
        let within = match burst {
            Burst::Speculation => numbers.speculative_in.value,
            Burst::Round => numbers.support_in.value,
            _ => reach(0),
        };
        let say = |inner: Crowd, outer: Crowd, covered: Crowd| Said::Struck {
            inner,
            outer,
            covered: covered.except(covered.except(inner.and(outer))),
        };
        let mut place = Vec::new();
        for id in state.nameable(asked).each() {
            let one = Crowd::default().toggled(id);
            let (in_inner, in_outer) = (inner.has(id), outer.has(id));
            let mut draft = Draft::one(Fact::Figures, "", rule!("S-companion"))
                .answer("not in it", say(inner.except(one), outer.except(one), covered), !in_inner && !in_outer)
                .answer(format!("within {within}\""), say(inner.and(one), outer.except(one), covered), in_inner);
            if burst.has_outer_band() {
                let label = format!("within {}\"", reach(1));
                draft = draft.answer(label, say(inner.except(one), outer.and(one), covered), in_outer);
            }
            place.push((id, draft));
        }
        let mut drafts: Vec<Draft> = Vec::new();
        let rule = match burst {
            Burst::Grenade { .. } => rule!("S-grenade"),
            Burst::Speculation => rule!("S-speculative"),
            Burst::Round => rule!("S-support"),
            Burst::Mine { .. } => rule!("S-mines"),
            Burst::Claymore => rule!("S-claymore"),
        };
        let inner_part =
            if burst.has_outer_band() { "Which figures are in the inner part?" } else { "Which figures are in it?" };
        let mut inside = Draft::of_figures(Fact::Figures, inner_part, rule.clone());
        let mut farther = Draft::of_figures(Fact::Outer, "Which figures are farther out?", rule);
        for (id, draft) in place {
            let name = state.name(id);
            let mut answers = draft.answers.into_iter();
            let (out, near, far) = (answers.next(), answers.next(), answers.next());
            let Some(((_, out, _), (reach, near, is_near))) = out.zip(near) else { continue };
            inside.answers.push((format!("{name}, {reach}"), if is_near { out } else { near }, is_near));
            if let Some((reach, far, is_far)) = far {
                farther.answers.push((format!("{name}, {reach}"), if is_far { out } else { far }, is_far));
            }
        }
        drafts.push(inside);
        if burst.has_outer_band() {
            drafts.push(farther);
        }
        let given = |id| match (burst, inner.has(id)) {
            (Burst::Round, _) => numbers.support_counters.value,
            (_, near) => bands.get(usize::from(!near)).map_or(0, |band| band.counters),
        };
        let counts = |id: &FigureId| state.figure(*id).is_some_and(|f| facts::cover_counts(numbers, f, given(*id)));
        let sheltered: Vec<FigureId> = inner.and(outer).each().filter(counts).collect();
        if burst.asks_for_cover() && !sheltered.is_empty() {
            let ask = if burst == Burst::Round {
                "Which figures are behind hard cover?"
            } else {
                "Which figures are behind cover that the burst is not beyond?"
            };
            let rule = if burst == Burst::Round { rule!("S-R13") } else { rule!("S-R07") };
            let mut draft = Draft::of_figures(Fact::Covered, ask, rule);
            for id in sheltered {
                draft.answers.push((
                    state.name(id).to_owned(),
                    say(inner, outer, covered.toggled(id)),
                    covered.has(id),
                ));
            }
            drafts.push(draft);
        }
        drafts
    }

    /// Rule S-listen: only those whom the die could hear.
    fn heard_form(&self, state: &State, figures: Crowd) -> Vec<Draft> {
        let Some((asked, Measuring::Heard { die, .. })) = state.beside().measuring else { return Vec::new() };
        let mut draft = Draft::of_figures(Fact::Figures, "Which figures are close enough?", rule!("S-listen"));
        for id in state.nameable(asked).each() {
            if let Some(within) = self.heard_within(state, id, die) {
                let label = format!("{}, nearer than {}\"", state.name(id), within / INCH);
                draft.answers.push((label, Said::Heard { figures: figures.toggled(id) }, figures.has(id)));
            }
        }
        vec![draft]
    }
}

fn yes_or_no(
    fact: Fact,
    ask: impl Into<Cow<'static, str>>,
    rule: RuleId,
    now: bool,
    said: &dyn Fn(bool) -> Said,
) -> Draft {
    Draft::one(fact, ask, rule).answer("yes", said(true), now).answer("no", said(false), !now)
}

fn range_draft(most: i32, rule: RuleId, now: i32, said: &dyn Fn(i32) -> Said) -> Draft {
    let label = most / INCH;
    Draft::one(Fact::Range, "How far away is it?", rule)
        .answer(format!("up to {label}\""), said(now.min(most)), now <= most)
        .answer(format!("more than {label}\""), said(now.max(most + 1)), now > most)
}

fn near_form(state: &State, near: bool) -> Vec<Draft> {
    let (article, who) = hearer(state);
    let ask = format!("Is {article} {who} close enough?");
    vec![yes_or_no(Fact::Near, ask, rule!("S-noise"), near, &|near| Said::Near { near })]
}

/// Rule S-hidden: those of whom only their own side knows.
fn sighted_form(state: &State, figures: Crowd) -> Vec<Draft> {
    let Some((asked, Measuring::Sighted)) = state.beside().measuring else { return Vec::new() };
    let mut draft = Draft::of_figures(Fact::Figures, "Which figures are close enough?", rule!("S-hidden"));
    for id in state.nameable(asked).each() {
        let label = state.name(id).to_owned();
        draft.answers.push((label, Said::Sighted { figures: figures.toggled(id) }, figures.has(id)));
    }
    vec![draft]
}

fn noise_form(rules: &Skirmish, state: &State, figures: Crowd) -> Vec<Draft> {
    let near = told(inches(&rules.numbers().noise_pool_in));
    let mut draft =
        Draft::of_figures(Fact::Figures, format!("Which figures moved within {near} of each other?"), rule!("S-noise"));
    for id in super::check::untested(state).each() {
        let label = state.name(id).to_owned();
        draft.answers.push((label, Said::Noise { figures: figures.toggled(id) }, figures.has(id)));
    }
    vec![draft]
}

/// Ruling S-R12: everybody of the side who could be the nearest.
fn heir_form(state: &State, figure: FigureId) -> Vec<Draft> {
    let Some((asked, Measuring::Heir)) = state.beside().measuring else { return Vec::new() };
    let men = state.of(asked).filter(|(id, _)| state.may_carry(asked, *id));
    let draft = Draft::one(Fact::Figures, "Which figure is nearest to the radio?", rule!("S-R12"));
    vec![men.fold(draft, |draft, (id, _)| draft.answer(state.name(id), Said::Heir { figure: id }, id == figure))]
}
