//! What a squad may do beside a real table, with the facts that each action wants to know. Rule P-companion.

use std::mem::discriminant;

use platoon::query::{Answer, Fact, FactQuestion, Offer};
use platoon::state::{Condition, Squad, Support};
use platoon::{Command, Deed, Figures, Mode, News, Platoon, State, Target, Way};
use tabletop::Ruleset as _;

use super::Doing;
use super::name;
use crate::companion::{Action, Choice, Form, LiveQuestion, Question, Remember, Topic};

/// Everything the side to act may do, as far as the view tells. `private` adds what would give a secret away.
pub(super) fn actions(rules: &Platoon, shown: &State, private: bool) -> Vec<Action<Command>> {
    let legal = |offer: &Offer| offer.refusal.is_none() && (private || !betrays(&offer.command));
    let offers: Vec<Offer> = rules.offers(shown).into_iter().filter(legal).collect();
    let mut alike: Vec<Vec<Offer>> = Vec::new();
    for offer in offers {
        match alike.iter_mut().find(|found| are_alike(&found[0].command, &offer.command)) {
            Some(found) => found.push(offer),
            None => alike.push(vec![offer]),
        }
    }
    let mut actions: Vec<(u8, Action<Command>)> =
        alike.into_iter().map(|offers| action(rules, shown, offers)).collect();
    actions.extend(in_words(rules, shown));
    actions.sort_by_key(|(place, _)| *place);
    actions.into_iter().map(|(_, action)| action).collect()
}

/// What is said in words: messages to other squads, and whatever the rules do not mention. Rules P-messages and P-R46.
fn in_words(rules: &Platoon, shown: &State) -> Vec<(u8, Action<Command>)> {
    let squad = shown.active.squad;
    let runner = shown.squad(squad).and_then(|s| s.able().find(|(_, f)| f.pinned.is_none() && !f.running));
    let runner = runner.and_then(|(n, _)| u8::try_from(n + 1).ok());
    let ways = [Some(Way::Radio), runner.map(|figure| Way::Runner { figure, distance: Some(1_000) })];
    let words = || News::Words("?".into());
    let mut found = Vec::new();
    for way in ways.into_iter().flatten() {
        let to = shown.squads.iter().map(|s| Command::Message { squad, to: s.id, way, news: words() });
        let offers: Vec<Offer> = (to.filter(|command| rules.check(shown, command).is_ok()))
            .map(|command| Offer {
                facts: rules.facts_needed(shown, &command),
                says: rules.phrase(shown, &command),
                command,
                refusal: None,
            })
            .collect();
        if !offers.is_empty() {
            let (place, mut action) = action(rules, shown, offers);
            action.label = if way == Way::Radio { "Radio or voice message" } else { "Runner with a message" }.into();
            action.hover = String::new();
            action.form = action.form.worded("What is the message?", |command, said| match command {
                Command::Message { squad, to, way, .. } => {
                    Command::Message { squad, to, way, news: News::Words(said.to_owned()) }
                }
                other => other,
            });
            found.push((place, action));
        }
    }
    let attempt = Command::Try { squad, what: "?".into() };
    if rules.check(shown, &attempt).is_ok() {
        let (place, group, label) = words_of(shown, &attempt);
        let put_in = |command, said: &str| match command {
            Command::Try { squad, .. } => Command::Try { squad, what: said.to_owned() },
            other => other,
        };
        let form = Form::plain(attempt).worded("What do you try?", put_in);
        let hover = "Roll two dice against its Gung-Ho.".to_owned();
        let key = Some('t');
        found.push((place, Action { label, group: group.to_owned(), hover, ends: false, key, form, picks: None }));
    }
    found
}

/// Whether the very offer tells the enemy something: that a marker of one's own is a dummy, that somebody hides.
fn betrays(command: &Command) -> bool {
    matches!(command, Command::MoveMarker { .. } | Command::Reveal { .. } | Command::BugOut { .. })
}

/// Whether two commands differ in nothing but their target, so that one button serves both.
fn are_alike(one: &Command, other: &Command) -> bool {
    if discriminant(one) != discriminant(other) {
        return false;
    }
    match (one, other) {
        (Command::March { mode: one, .. }, Command::March { mode: other, .. }) => one == other,
        (
            Command::Launch { squad, figure, .. } | Command::Mortar { squad, figure, .. },
            Command::Launch { squad: other_squad, figure: other_figure, .. }
            | Command::Mortar { squad: other_squad, figure: other_figure, .. },
        ) => (squad, figure) == (other_squad, other_figure),
        (Command::Fire { squad: one, .. }, Command::Fire { squad: other, .. })
        | (Command::Snipe { squad: one, .. }, Command::Snipe { squad: other, .. })
        | (Command::Stand { squad: one, .. }, Command::Stand { squad: other, .. }) => one == other,
        (Command::Request { support: one, .. }, Command::Request { support: other, .. }) => one == other,
        (Command::Stores { what: one, .. }, Command::Stores { what: other, .. }) => one == other,
        (Command::Deed { deed: one, .. }, Command::Deed { deed: other, .. }) => match (one, other) {
            (Deed::Stores(_, one), Deed::Stores(_, other)) => one == other,
            // Each has its own wounded.
            (Deed::Capture(_), Deed::Capture(_)) => false,
            _ => discriminant(one) == discriminant(other),
        },
        // What touches is asked figure by figure.
        (Command::Close { .. }, Command::Close { .. }) => false,
        (Command::Strike { squad: one, .. }, Command::Strike { squad: other, .. })
        | (Command::FireAtAircraft { squad: one, .. }, Command::FireAtAircraft { squad: other, .. }) => one == other,
        (Command::Message { way: one, .. }, Command::Message { way: other, .. }) => {
            discriminant(one) == discriminant(other)
        }
        _ => true,
    }
}

/// Where an action stands in the list, its heading, and the words on its button. Rule P-companion.
fn words_of(shown: &State, command: &Command) -> (u8, &'static str, String) {
    let of = |squad: &platoon::SquadId| name(shown, *squad);
    let figure = |squad: &platoon::SquadId, figure: &u8| {
        let weapon = shown.squad(*squad).and_then(|s| s.figures.get(usize::from(*figure).saturating_sub(1)));
        weapon.map_or("weapon", |f| f.weapon.name())
    };
    match command {
        Command::Deed { deed: Deed::Question(_), .. } => (35, "On the table", "Questions villagers".into()),
        Command::Deed { .. } => words_of(shown, &command.plain()),
        Command::Pass => (0, "Go on", "Nobody fires".into()),
        Command::HoldFire => (1, "Go on", "Nobody fires while it acts".into()),
        Command::March { mode: Some(Mode::Cautious), .. } => (10, "Move", "Roll to move cautiously".into()),
        Command::March { mode: Some(Mode::Patrol), .. } => (11, "Move", "Roll to move on patrol".into()),
        Command::March { mode: Some(Mode::Fast), .. } => (12, "Move", "Roll to move fast".into()),
        Command::March { mode: None, .. } => (10, "Move", "Roll to drive".into()),
        Command::Step { .. } => (9, "Move", "Goes on".into()),
        Command::Stand { squad, .. } => (1, "At the start", format!("{} stands", of(squad))),
        Command::LieDown { .. } => (14, "Move", "Lie down".into()),
        Command::StandUp { .. } => (13, "Move", "Stand up".into()),
        Command::Mount { .. } => (15, "Move", "Get in".into()),
        Command::Dismount { .. } => (16, "Move", "Get out".into()),
        Command::Fly { .. } => (10, "Move", "Fly".into()),
        Command::Fire { squad, .. } => (20, "Fire", format!("{} fires", of(squad))),
        Command::Launch { squad, figure: n, .. } => {
            (21, "Fire", format!("{}: figure {n} fires the {}", of(squad), figure(squad, n)))
        }
        Command::Mortar { squad, figure: n, .. } => {
            (22, "Fire", format!("{}: figure {n} fires the {}", of(squad), figure(squad, n)))
        }
        Command::Snipe { squad, .. } => (20, "Fire", format!("{} takes a shot", of(squad))),
        Command::Reach { .. } => (30, "On the table", "Reaches a marker".into()),
        Command::Close { .. } => (31, "On the table", "Fights hand to hand".into()),
        Command::Search { .. } => (32, "On the table", "Searches at a marker".into()),
        Command::Stores { what: platoon::command::Stores::Capture, .. } => {
            (33, "On the table", "Takes the stores".into())
        }
        Command::Stores { what: platoon::command::Stores::Destroy, .. } => {
            (34, "On the table", "Destroys the stores".into())
        }
        Command::Question { .. } if shown.asks_distances() => (35, "On the table", "Questions prisoners".into()),
        Command::Question { .. } => (35, "On the table", "Questions villagers or prisoners".into()),
        Command::Capture { .. } => (36, "On the table", "Takes wounded prisoner".into()),
        Command::Request { support, .. } => (40, "Support", format!("Asks for {}", support.name())),
        Command::Correct { squad, .. } => (41, "Support", format!("{} names other distances", of(squad))),
        Command::Strike { squad, .. } => (42, "Support", format!("The aircraft of {} attacks", of(squad))),
        Command::FireAtAircraft { squad, .. } => (20, "Fire", format!("{} fires at the aircraft", of(squad))),
        Command::Burst { .. } if shown.asks_abandoned() => {
            (1, "On the table", "Say whom the Allies leave behind".into())
        }
        Command::Burst { .. } => (1, "On the table", "Say which figures it reaches".into()),
        Command::Tell { .. } => (1, "In secret", "The prisoner reveals a marker".into()),
        Command::Carry { .. } => (37, "On the table", "Picks up a casualty".into()),
        Command::PutDown { .. } => (38, "On the table", "Puts its casualties down".into()),
        Command::Message { way, .. } => match way {
            platoon::command::Way::Radio => (43, "Messages", "Sends news by radio or voice".into()),
            platoon::command::Way::Signal => (44, "Messages", "Gives a signal".into()),
            platoon::command::Way::Runner { .. } => (45, "Messages", "Sends a runner".into()),
        },
        Command::LeaveTable { .. } => (17, "Move", "Has reached the edge of the table".into()),
        Command::OutOfReach { .. } => (17, "Move", "Is out of the enemy's reach".into()),
        Command::Reveal { .. } => (50, "In secret", "Shows itself".into()),
        Command::MoveMarker { .. } => (51, "In secret", "Moves a marker with nothing under it".into()),
        Command::BugOut { .. } => (52, "In secret", "Tries to disappear".into()),
        Command::Done => (90, "Go on", "Its phase is over".into()),
        Command::Try { .. } => (39, "On the table", "Tries something the rules do not cover".into()),
    }
}

/// The key that an action always has: a letter for its kind; where each squad has an action of its own, the digit printed on its
/// marker, or its place among those of its side.
fn key(shown: &State, command: &Command) -> Option<char> {
    Some(match command {
        Command::Deed { deed: Deed::Question(_), .. } | Command::Question { .. } => 'q',
        Command::Deed { .. } => return key(shown, &command.plain()),
        Command::Stand { squad, .. } => return printed(shown, *squad),
        Command::Fire { squad, .. } | Command::Snipe { squad, .. } if *squad != shown.active.squad => {
            return printed(shown, *squad);
        }
        Command::HoldFire => 'h',
        Command::March { mode: Some(Mode::Cautious), .. } => 'c',
        Command::March { mode: Some(Mode::Patrol), .. } => 'x',
        Command::March { mode: Some(Mode::Fast), .. } => 'z',
        Command::March { mode: None, .. } | Command::Fly { .. } => 'm',
        Command::Step { .. } => 'g',
        Command::LieDown { .. } | Command::StandUp { .. } => 'd',
        Command::Fire { .. } | Command::Snipe { .. } => 'f',
        // Those who fire at aircraft have none, and caches and prisoners are seldom at hand where support is asked for.
        Command::FireAtAircraft { .. } | Command::Request { support: Support::Air, .. } => 'a',
        Command::Request { support: Support::Howitzer105, .. } => 'k',
        Command::Request { support: Support::Howitzer155, .. } => 'j',
        Command::Request { support: Support::Mortar, .. } => 'v',
        Command::Launch { .. } | Command::Mortar { .. } => 'w',
        Command::Reach { .. } => 'n',
        // Against each squad an action of its own.
        Command::Close { target, .. } => return printed(shown, *target),
        Command::Search { .. } => 's',
        Command::Stores { what: platoon::command::Stores::Capture, .. } => 'k',
        Command::Stores { what: platoon::command::Stores::Destroy, .. } => 'v',
        Command::Capture { .. } => 'j',
        Command::Carry { .. } => 'e',
        Command::Mount { .. } | Command::Dismount { .. } => 'g',
        Command::LeaveTable { .. } => 'x',
        Command::Message { way: platoon::command::Way::Radio, .. } => 'm',
        Command::Message { .. } => 'h',
        Command::Reveal { .. } => 'v',
        Command::MoveMarker { .. } => 'n',
        Command::BugOut { .. } => 'q',
        Command::Try { .. } => 't',
        _ => return None,
    })
}

fn printed(shown: &State, squad: platoon::SquadId) -> Option<char> {
    let its = shown.squad(squad)?;
    let place = || shown.squads.iter().filter(|other| other.side == its.side).position(|other| other.id == squad);
    let number =
        its.hidden.map_or_else(|| place().and_then(|place| u32::try_from(place + 1).ok()), |m| Some(m.0.into()))?;
    char::from_digit(number, 10)
}

/// What tells one of several alike apart.
fn aim(shown: &State, command: &Command) -> String {
    match command {
        Command::Deed { .. } => aim(shown, &command.plain()),
        Command::Fire { target: Target::Marker(marker), .. }
        | Command::Search { marker, .. }
        | Command::Reach { marker, .. }
        | Command::Stores { marker, .. }
        | Command::MoveMarker { marker, .. }
        | Command::Tell { marker } => format!("Marker {}", marker.0),
        Command::Fire { target: Target::Squad(target), .. }
        | Command::Launch { target, .. }
        | Command::Mortar { target, .. }
        | Command::BugOut { target: Some(target), .. }
        | Command::Close { target, .. }
        | Command::Question { target, .. }
        | Command::Capture { target, .. }
        | Command::Message { to: target, .. }
        | Command::Mount { vehicle: target, .. } => name(shown, *target),
        Command::Carry { of, figure, .. } => format!("{}, figure {figure}", name(shown, *of)),
        // The figure that falls is the sniper's choice.
        Command::Snipe { target, figure, .. } => {
            let carries = shown.squad(*target).and_then(|s| s.figures.get(usize::from(*figure).checked_sub(1)?));
            let weapon = carries.map_or_else(String::new, |f| format!(", {}", f.weapon.name()));
            format!("{}, figure {figure}{weapon}", name(shown, *target))
        }
        Command::LieDown { only_pinned: true, .. } => "Only the pinned figures".into(),
        Command::Fly { to, .. } => if to.is_some() { "On through the air" } else { "Landing or rising" }.into(),
        Command::Request { support, pattern, .. } if support.lies_either_way() => match pattern {
            platoon::state::Pattern::Box => "Its long side parallel to your table edge".into(),
            platoon::state::Pattern::Sheaf => "Its long side straight out from your table edge".into(),
        },
        _ => String::new(),
    }
}

/// The number that stands for what one of several alike is aimed at: the same each time for squads and markers, which are told
/// apart by a thousand, so that what was said of them is found again; else its place.
fn aim_code(command: &Command, place: i32) -> i32 {
    const MARKERS: i32 = 1_000;
    match *command.plain() {
        Command::Fire { target: Target::Marker(marker), .. }
        | Command::Search { marker, .. }
        | Command::Reach { marker, .. }
        | Command::Stores { marker, .. }
        | Command::MoveMarker { marker, .. }
        | Command::Tell { marker } => MARKERS + i32::from(marker.0),
        Command::Fire { target: Target::Squad(target), .. }
        | Command::Launch { target, .. }
        | Command::Mortar { target, .. }
        | Command::BugOut { target: Some(target), .. }
        | Command::Question { target, .. }
        | Command::Message { to: target, .. }
        | Command::Mount { vehicle: target, .. } => i32::from(target.0),
        Command::Carry { of, figure, .. } | Command::Snipe { target: of, figure, .. } => {
            i32::from(of.0) * 100 + i32::from(figure)
        }
        _ => place,
    }
}

/// What a button says of the distance that it states: of what is asked, nothing. Ruling P-R64.
fn distance(rules: &Platoon, command: &Command) -> String {
    let n = &rules.tables().numbers;
    let within = match command {
        Command::Reach { .. } => &n.trap_reach,
        Command::Search { .. } | Command::Stores { .. } => &n.search_reach,
        Command::Carry { .. } | Command::Capture { .. } => &n.casualty_reach,
        Command::Mount { .. } => &n.boarding,
        _ => return String::new(),
    };
    format!(", within {}\"", within.value)
}

fn action(rules: &Platoon, shown: &State, offers: Vec<Offer>) -> (u8, Action<Command>) {
    let (place, group, mut label) = words_of(shown, &offers[0].command);
    label.push_str(&distance(rules, &offers[0].command));
    let group = group.to_owned();
    if matches!(offers[0].command, Command::Burst { .. }) {
        // Of a round or a trap the figure that it cannot miss is reached in any case.
        let least = offers[0].command.clone();
        return (
            place,
            Action { label, group, hover: String::new(), ends: false, key: None, form: Form::live(least), picks: None },
        );
    }
    let ends = matches!(offers[0].command, Command::Pass | Command::Done);
    let key = key(shown, &offers[0].command);
    let hover = if offers.len() == 1 { offers[0].says.clone() } else { String::new() };
    let facts = offers[0].facts.clone();
    let covers = covers(&offers);
    let commands: Vec<Command> = offers.into_iter().map(|offer| offer.command).collect();
    let mut questions = Vec::new();
    let doing = Doing::of(&commands[0]);
    let several = commands.len() > 1;
    if several {
        let rule = facts.first().map_or(tabletop::RuleId::fixed("P-companion"), |f| f.rule.clone());
        let ask = match *commands[0].plain() {
            Command::Request { .. } => "Which way does it lie?",
            Command::Mount { .. } => "Into what?",
            Command::Search { .. } | Command::Reach { .. } | Command::MoveMarker { .. } | Command::Tell { .. } => {
                "Which marker?"
            }
            Command::Carry { .. } => "Whom?",
            Command::Snipe { .. } => "Whom does it aim at?",
            Command::Message { .. } => "To whom?",
            Command::Fly { .. } => "Where to?",
            _ => "At whom?",
        };
        let choices =
            (0_i32..).zip(&commands).map(|(n, command)| Choice::new(aim(shown, command), aim_code(command, n)));
        let again = doing.filter(|doing| matches!(doing, Doing::Fire(_))).map(Topic::PlatoonAim);
        let again = again.map_or(Remember::Never, Remember::Always);
        questions.push(Question::new(ask, rule).choices(choices).remembered(again));
    } else {
        let at = aim(shown, &commands[0]);
        if !at.is_empty() {
            let shot = matches!(
                commands[0].plain().as_ref(),
                Command::Fire { .. } | Command::Launch { .. } | Command::Mortar { .. }
            );
            label = if shot { format!("{label} at {at}") } else { format!("{label}: {at}") };
        }
    }
    let aims = match doing {
        _ if several => Aims::Asked,
        Some(Doing::Fire(_)) => Aims::At(aim_code(&commands[0], 0)),
        _ => Aims::None,
    };
    questions.extend(facts.iter().map(|fact| {
        let asked = question(fact, doing, aims);
        match (fact.fact, covers.first()) {
            (Fact::Cover, Some((_, cover))) if !several => asked.usual_for(covers.clone()).usual(*cover),
            (Fact::Cover, Some(_)) => asked.usual_for(covers.clone()),
            _ => asked,
        }
    }));
    if questions.is_empty() {
        let command = commands.into_iter().next().unwrap_or(Command::Done);
        return (place, Action { label, group, hover, ends, key, form: Form::plain(command), picks: None });
    }
    let at_once = follows(shown, &commands[0]);
    let own_phase = matches!(shown.phase, platoon::Phase::Active(_));
    let last = own_phase && matches!(commands[0], Command::Step { .. } | Command::Fire { .. });
    let form = Form::new(questions, move |given| {
        let (aimed, said) = if several { (given[0], &given[1..]) } else { (0, given) };
        let aims = (0_i32..).zip(&commands).find(|(n, command)| aim_code(command, *n) == aimed);
        let chosen = aims.map_or(&commands[0], |(_, command)| command).clone();
        let facts = facts.iter().zip(said);
        facts.fold(chosen, |command, (fact, value)| command.with_fact(fact.fact, answer(fact, *value)))
    });
    (place, Action { label, group, hover, ends, key, form: form.at_once(at_once).last(last), picks: None })
}

/// Whether an action follows from the one before, so that its facts are asked without its being chosen: after a roll to move, the
/// move; before the first turn, one squad's ground after the other's, once nobody has markers to place.
fn follows(shown: &State, command: &Command) -> bool {
    match command {
        Command::Step { .. } => shown.active.march.is_some_and(|march| march.used == 0),
        Command::Stand { squad, .. } => shown.squad(*squad).is_some_and(|next| {
            let asked = |own: &&Squad| own.in_play() && own.aboard.is_none() && !own.kind.is_vehicle();
            let mut own = shown.squads.iter().filter(|own| own.side == next.side).filter(asked);
            let mut markers = shown.markers.iter().filter(|marker| marker.side == next.side);
            let stands = own.any(|own| !shown.unplaced.contains(&own.id));
            stands || !markers.any(|marker| marker.condition == Condition::Down)
        }),
        _ => false,
    }
}

/// The cover that each target's ground gives, by the number that stands for the target; of a marker nobody knows what is under it.
/// Where there is one target alone, there is no first question to hang on. Ruling P-R10.
fn covers(offers: &[Offer]) -> Vec<(i32, i32)> {
    let cover = |(place, offer): (i32, &Offer)| {
        let at_squad = matches!(offer.command, Command::Fire { target: Target::Squad(_), .. });
        let asked = offer.facts.iter().find(|fact| at_squad && fact.fact == Fact::Cover)?;
        Some((aim_code(&offer.command, place), code(asked, &asked.usual)?))
    };
    (0_i32..).zip(offers).filter_map(cover).collect()
}

/// Who lies in the area of a salvo: figure by figure, and marker by marker. Rule P-artillery.
pub(super) fn burst_questions(rules: &Platoon, shown: &State, command: &Command) -> Vec<LiveQuestion<Command>> {
    let Command::Burst { caught, markers } = command else { return Vec::new() };
    let facts = rules.facts_needed(shown, command);
    let asked = facts.iter().filter_map(|fact| {
        let (ask, several, answers) = match fact.fact {
            Fact::Caught(squad) => {
                let holds = caught.iter().filter(|(id, _)| *id == squad);
                let held: Figures = holds.filter_map(|(_, n)| usize::from(*n).checked_sub(1)).collect();
                let toggled = |those: Figures| match those.count() {
                    1 if held.of(those).is_empty() => held.and(those),
                    1 => held.except(those),
                    _ => those,
                };
                let answers = fact.choices.iter().filter_map(|choice| match choice.answer {
                    Answer::Figures(those) => {
                        let chosen = if those.is_empty() { held.is_empty() } else { held.of(those) == those };
                        let next = command.with_fact(fact.fact, Answer::Figures(toggled(those)));
                        Some((choice.label.clone(), next, chosen, None))
                    }
                    _ => None,
                });
                (format!("{}: {}", name(shown, squad), fact.asks), true, answers.collect())
            }
            Fact::MarkerCaught(marker) => {
                let lies = markers.contains(&marker);
                let answers = fact.choices.iter().map(|choice| {
                    let chosen = choice.answer == Answer::Yes(lies);
                    (choice.label.clone(), command.with_fact(fact.fact, choice.answer), chosen, None)
                });
                (format!("Is marker {} inside it?", marker.0), false, answers.collect())
            }
            _ => return None,
        };
        Some(LiveQuestion { remember: Remember::Never, ask, rule: fact.rule.clone(), several, answers })
    });
    asked.collect()
}

/// Whether its answers are lengths.
fn is_length(fact: &FactQuestion) -> bool {
    matches!(fact.usual, Answer::Inches(_))
}

/// The number that stands for an answer: a length itself, anything else its place among the choices.
fn code(fact: &FactQuestion, answer: &Answer) -> Option<i32> {
    match answer {
        Answer::Inches(length) => Some(*length),
        other => fact.choices.iter().position(|c| c.answer == *other).and_then(|n| i32::try_from(n).ok()),
    }
}

fn answer(fact: &FactQuestion, value: i32) -> Answer {
    if is_length(fact) {
        return Answer::Inches(value);
    }
    let chosen = usize::try_from(value).ok().and_then(|n| fact.choices.get(n));
    chosen.map_or(fact.usual, |choice| choice.answer)
}

/// At whom something is done, as far as answers hang on it.
#[derive(Clone, Copy)]
enum Aims {
    /// The first question asks.
    Asked,
    /// There is only this one.
    At(i32),
    /// At nobody, or it makes no difference.
    None,
}

/// The questions of an order that is decided on but for what has to be measured. What it says already is their usual answer.
pub(super) fn form_of(rules: &Platoon, view: &State, command: &Command) -> Form<Command> {
    let (facts, command) = (rules.facts_needed(view, command), command.clone());
    let asked = |fact: &FactQuestion| {
        let question = question(fact, None, Aims::None);
        code(fact, &fact.usual).map_or(question.clone(), |usual| question.usual(usual))
    };
    let questions = facts.iter().map(asked).collect();
    Form::new(questions, move |said| {
        let facts = facts.iter().zip(said);
        facts.fold(command.clone(), |command, (fact, value)| command.with_fact(fact.fact, answer(fact, *value)))
    })
}

/// A fact as the form asks for it. The last answer is remembered, of each target by itself; but how far a move goes and which
/// marker it comes to is another one each time.
fn question(fact: &FactQuestion, doing: Option<Doing>, aims: Aims) -> Question {
    let remember = match doing
        .filter(|_| !matches!(fact.fact, Fact::Meets | Fact::Length))
        .map(|doing| Topic::Platoon(doing, fact.fact))
    {
        Some(topic) => match aims {
            Aims::Asked => Remember::ForEachAim(topic),
            Aims::At(aim) => Remember::ForAim(topic, aim),
            Aims::None => Remember::Always(topic),
        },
        None => Remember::Never,
    };
    let choices = fact.choices.iter().filter_map(|c| code(fact, &c.answer).map(|n| Choice::new(&c.label, n)));
    let mut question = Question::new(fact.asks.clone(), fact.rule.clone()).choices(choices).remembered(remember);
    if !matches!(fact.fact, Fact::Range | Fact::Cover)
        && let Some(usual) = code(fact, &fact.usual)
    {
        question = question.usual(usual);
    }
    if let Some((least, most)) = fact.between.filter(|_| is_length(fact)) {
        question = question.exact((least + 99) / 100, most / 100, "inches", 100);
    }
    question
}
