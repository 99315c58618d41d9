//! Messages between squads, and what the rules do not mention. Rules P-messages and P-R46.

use table::{INCH, Point};
use tabletop::Halt;

use crate::command::{News, Way};
use crate::deed::Nearby;
use crate::direct::figure;
use crate::event::Event;
use crate::movement::{acting, check_unlocked, wrong_facts};
use crate::play::Play;
use crate::refuse::{Because, No, Part, no, said};
use crate::state::{Message, Squad, State};
use crate::tables::Length;
use crate::thrower::DieOf;
use crate::troops::{Side, SquadId};
use crate::{Platoon, rule};

/// How far a whistle is heard, in hundredths of an inch.
fn whistle(rules: &Platoon) -> i32 {
    rules.tables().numbers.whistle.inches()
}

/// Where the figures of a squad are: of troops that are not drawn yet, their marker.
fn everybody(state: &State, squad: &Squad) -> Vec<Point> {
    let marker = squad.hidden.filter(|_| squad.drawn_from.is_some()).and_then(|marker| state.marker(marker));
    squad.able().map(|(_, figure)| figure.at).chain(marker.map(|marker| marker.at)).collect()
}

/// How far the nearest of those are from the nearest of these.
fn away(these: &[Point], those: &[Point]) -> i32 {
    let lengths = these.iter().flat_map(|one| those.iter().map(|other| one.distance(*other)));
    lengths.min().unwrap_or(0)
}

/// What a whistle can say.
fn one_of(signs: u8) -> Because {
    said!("Give one of the signals 1 to {}.", signs)
}

pub(crate) fn check_message(
    rules: &Platoon,
    state: &State,
    (squad, to): (SquadId, SquadId),
    way: Way,
    news: &News,
    said: Nearby,
) -> Result<(), No> {
    let it = acting(state, squad)?;
    fn refuse<T>(because: &'static str, remedy: impl Into<Because>) -> Result<T, No> {
        no(rule!("P-messages"), because, remedy)
    }
    let found = state.squad(to).filter(|s| s.side == it.side && s.in_play() && s.id != squad);
    if found.is_none() {
        return refuse("Its side has no such squad.", "Choose another squad of your own.");
    }
    if state.active.asked {
        return Err(No::new(
            rule!("P-R04"),
            "This squad has already asked or sent something this turn.",
            "Send it next turn.",
        ));
    }
    let signs = rules.tables().numbers.signs.value;
    match (way, it.side) {
        (Way::Radio, Side::Vc) => {
            return refuse("VC and NVA have no radios.", "Give a signal, or send a runner.");
        }
        (Way::Signal, Side::Allied) => {
            return refuse("Only the VC and NVA signal by whistle.", "Use the radio, or send a runner.");
        }
        _ => {}
    }
    match (way, news) {
        (Way::Signal, News::Sign(sign)) if (1..=signs).contains(sign) => {}
        (Way::Signal, _) => {
            return refuse("A whistle gives only signals agreed beforehand.", one_of(signs));
        }
        (_, News::Sign(sign)) if !(1..=signs).contains(sign) => {
            return refuse("No such signal exists.", one_of(signs));
        }
        (_, News::Words(words)) if words.is_empty() || words.chars().count() > News::LONGEST.into() => {
            let remedy = said!("Write 1 to {} letters.", News::LONGEST);
            return refuse("The message is empty or too long.", remedy);
        }
        (_, News::Enemy(enemy)) if state.squad(*enemy).is_none_or(|s| s.side == it.side || !s.on_table()) => {
            return refuse("No such enemy is on the table.", "Report an enemy you can see.");
        }
        _ => {}
    }
    // On the computer's table every squad near enough hears it.
    if way == Way::Signal && !said.near {
        let remedy = said!("A whistle is heard within {}.", Part::Length(whistle(rules)));
        return refuse("That squad is too far away to hear it.", remedy);
    }
    if let Way::Runner { figure: number, distance } = way {
        let runner = &it.figures[figure(it, number)?];
        if runner.pinned.is_some() || runner.running || it.strength() < 2 || it.kind.is_vehicle() {
            return refuse("This figure cannot run.", "Send an unpinned figure from a squad of at least two.");
        }
        // Once a runner left a fight hand to hand.
        if !state.options.rulings.before(12) {
            check_unlocked(state)?;
        }
        if it.aboard.is_some() && !state.options.rulings.before(5) {
            return refuse("This squad is riding in a vehicle.", "Get out first, or use the radio.");
        }
        if state.board.is_some() == distance.is_some() {
            return Err(wrong_facts(state.board.is_some()));
        }
        if distance.is_some_and(|length| !(0..=20_000).contains(&length)) {
            return refuse("That is not a distance.", "Give the distance in inches.");
        }
    }
    Ok(())
}

/// Whether a squad may try something the rules do not mention. Ruling P-R46.
pub(crate) fn check_try(state: &State, squad: SquadId, what: &str) -> Result<(), No> {
    acting(state, squad)?;
    if state.active.tried {
        return Err(No::new(rule!("P-R46"), "This squad has already tried something this turn.", "Try it next turn."));
    }
    if what.is_empty() || what.chars().count() > News::LONGEST.into() {
        let remedy = said!("Write 1 to {} letters.", News::LONGEST);
        return Err(No::new(rule!("P-R46"), "The text is empty or too long.", remedy));
    }
    Ok(())
}

impl Play<'_> {
    /// Two dice against the rating, for whatever the players make of it. Ruling P-R46.
    pub fn try_against_rating(&mut self, squad: SquadId, what: String) -> Result<(), Halt> {
        self.state.active.tried = true;
        let test = self.test(squad, 0, "something the rules do not cover", rule!("P-R46"))?;
        self.say(Event::Tried { squad, what, test });
        Ok(())
    }

    /// A message sets out; by radio its first die is thrown at once.
    pub fn send(&mut self, squad: SquadId, to: SquadId, way: Way, news: News) -> Result<(), Halt> {
        self.state.active.asked = true;
        let it = self.state.named(squad)?;
        let side = it.side;
        let earlier = self.state.options.rulings.before(8);
        let from = if earlier { vec![it.at()] } else { everybody(self.state, it) };
        self.say(Event::MessageSent { squad, to });
        match way {
            Way::Signal => {
                let reach = whistle(self.rules);
                let on_board = self.state.board.is_some();
                let ears = |s: &Squad| if earlier { vec![s.at()] } else { everybody(self.state, s) };
                let hears = |s: &&Squad| {
                    let near = if on_board { away(&from, &ears(s)) <= reach } else { s.id == to };
                    s.side == side && s.in_play() && s.id != squad && near
                };
                let heard: Vec<SquadId> = self.state.squads.iter().filter(hears).map(|s| s.id).collect();
                for to in heard {
                    self.arrives(Message { from: squad, to, side, way, news: news.clone(), left: 0, arrived: false });
                }
                Ok(())
            }
            Way::Runner { figure, distance } => {
                let runner = usize::from(figure) - 1;
                let goal = self.state.named(to)?;
                let goal = if earlier { vec![goal.at()] } else { everybody(self.state, goal) };
                let runner = self.figure(squad, runner)?;
                runner.running = true;
                let start = if earlier { from } else { vec![runner.at] };
                let left = distance.unwrap_or_else(|| away(&start, &goal));
                self.state.messages.push(Message { from: squad, to, side, way, news, left, arrived: false });
                Ok(())
            }
            Way::Radio => {
                let message = Message { from: squad, to, side, way, news, left: 0, arrived: false };
                if self.got_through(DieOf::secret(squad), &message)? {
                    self.arrives(message);
                } else {
                    self.state.messages.push(message);
                }
                Ok(())
            }
        }
    }

    /// The die of a message by radio: 3 and more, under fire 4 and more.
    fn got_through(&mut self, of: DieOf, message: &Message) -> Result<bool, Halt> {
        let n = &self.rules.tables().numbers;
        let under_fire =
            [message.from, message.to].iter().any(|id| self.state.squad(*id).is_some_and(|s| s.since.under_fire));
        let needs = if under_fire { n.message_under_fire.value } else { n.message.value };
        let die = self.d6(of, "message", rule!("P-messages"))?;
        let (squad, to) = (message.from, message.to);
        self.say(Event::MessageTried { squad, to, die, needs });
        Ok(die >= needs)
    }

    fn arrives(&mut self, message: Message) {
        self.say(Event::MessageCame { squad: message.from, to: message.to, news: message.news.clone() });
        self.state.messages.push(Message { arrived: true, ..message });
    }

    /// At the start of a turn messages that are not through try again, and runners run as far as three dice.
    pub fn messages_go_on(&mut self) -> Result<(), Halt> {
        for message in std::mem::take(&mut self.state.messages) {
            if message.arrived {
                self.state.messages.push(message);
                continue;
            }
            let out = |id| self.state.squad(id).is_none_or(|s| !s.in_play());
            // Once the radio of who had fallen sent on.
            let silent = message.way == Way::Radio && out(message.from) && !self.state.options.rulings.before(9);
            let lost = out(message.to) || silent;
            let through = match message.way {
                _ if lost => false,
                Way::Runner { figure, .. } => {
                    let runner = usize::from(figure) - 1;
                    let figure = self.figure(message.from, runner)?;
                    if !figure.able() {
                        continue;
                    }
                    // A pinned figure does not move.
                    let pinned = figure.pinned.is_some();
                    if pinned && !self.state.options.rulings.before(5) {
                        self.state.messages.push(message);
                        continue;
                    }
                    let mut gone = 0;
                    for _ in 0..self.rules.tables().numbers.runner_dice.value {
                        gone += i32::from(self.d6(DieOf::secret(message.from), "runner", rule!("P-messages"))?) * INCH;
                    }
                    // Once a runner was not slower by night.
                    let dark = self.state.options.night && !self.state.options.rulings.before(8);
                    let left = message.left - if dark { gone / 2 } else { gone };
                    if left > 0 {
                        self.state.messages.push(Message { left, ..message });
                        continue;
                    }
                    true
                }
                _ => self.got_through(DieOf::secret(message.from), &message)?,
            };
            if let Way::Runner { figure, .. } = message.way {
                self.figure(message.from, usize::from(figure) - 1)?.running = false;
            }
            if through {
                self.arrives(message);
            } else if !lost {
                self.state.messages.push(message);
            }
        }
        Ok(())
    }
}
