//! What figures may do beside a real table, with the facts that each action wants to know. Rule S-companion.

use skirmish::companion::{Deed, Said};
use skirmish::event::Delivery;
use skirmish::facts::Facts;
use skirmish::{Aim, Command, FigureId, Skirmish, State, claymore_name};
use table::{Cover, Walk};
use tabletop::Ruleset as _;
use tabletop::capital;
use tabletop::numbers::signed;

use crate::companion::{Action, Choice, Form, LiveQuestion, Question, Remember, Topic};

/// Everything the side to act may do, as far as the view tells: first what concerns nobody in particular, then whom to turn
/// to, then what the figure does that is turned to.
pub(super) fn actions(rules: &Skirmish, shown: &State, private: bool, selected: Option<u8>) -> Vec<Action<Command>> {
    if let Some(blank) = rules.blank_answer(shown) {
        let label = rules.asks(shown).map_or_else(|| rules.question(shown), |asks| capital(&asks));
        return vec![Action {
            label,
            group: String::new(),
            hover: String::new(),
            ends: true,
            form: Form::live(blank),
            key: None,
            picks: None,
        }];
    }
    let mut commands = Vec::new();
    rules.options(shown, &mut commands);
    let active = shown.active().filter(|id| shown.figure(*id).is_some_and(|f| f.phases > 0));
    let turned_to = selected.map(FigureId).filter(|id| commands.iter().any(|c| c.figure() == Some(*id))).or(active);
    let mut actions: Vec<Action<Command>> = Vec::new();
    let mut figures: Vec<FigureId> = Vec::new();
    let mut shows: Vec<Command> = Vec::new();
    // Those that differ only in what is still to be measured are one.
    let mut done = Vec::new();
    for command in &commands {
        let doing = match command {
            Command::Beside(said) => Command::Beside(unmeasured(*said)),
            other => *other,
        };
        if done.contains(&doing) {
            continue;
        }
        done.push(doing);
        match command.figure() {
            Some(figure) => {
                if !figures.contains(&figure) {
                    figures.push(figure);
                }
                if turned_to == Some(figure) {
                    actions.push(action(rules, shown, command, shown.name(figure).to_owned()));
                }
            }
            None if matches!(command, Command::Beside(Said::Show { .. })) => shows.push(*command),
            None => actions.push(action(rules, shown, command, "The table".to_owned())),
        }
    }
    // That somebody hides who is not on the table is said by his own side alone.
    shows.retain(|command| match command {
        Command::Beside(Said::Show { figure }) => private || shown.is_located(*figure),
        _ => false,
    });
    if !shows.is_empty() {
        actions.push(show(shown, shows));
    }
    let others = figures.into_iter().filter(|figure| turned_to != Some(*figure)).map(|figure| Action {
        label: shown.name(figure).to_owned(),
        group: "Turn to".to_owned(),
        hover: format!("What does {} do?", shown.name(figure)),
        ends: false,
        form: Form::plain(Command::Done),
        key: None,
        picks: Some(figure.0),
    });
    let (mut own, table): (Vec<_>, Vec<_>) = actions.into_iter().partition(|a| a.group != "The table" && !a.ends);
    own.extend(others);
    own.extend(table);
    own
}

/// Somebody hidden has come near enough to be seen: who it is, is asked.
fn show(shown: &State, commands: Vec<Command>) -> Action<Command> {
    let name = |command: &Command| match command {
        Command::Beside(Said::Show { figure }) => shown.name(*figure).to_owned(),
        _ => String::new(),
    };
    let choices = (0_i32..).zip(&commands).map(|(n, command)| Choice::new(name(command), n));
    let rule = tabletop::RuleId::fixed("S-hidden");
    let question = Question::new("Which figure?", rule).choices(choices);
    let form = Form::new(vec![question], move |given| {
        usize::try_from(given[0]).ok().and_then(|n| commands.get(n)).copied().unwrap_or(Command::Done)
    });
    Action {
        label: "A hidden figure is close enough to be seen".to_owned(),
        group: "The table".to_owned(),
        hover: String::new(),
        ends: false,
        form,
        key: Some('z'),
        picks: None,
    }
}

/// A command as a button.
fn action(rules: &Skirmish, shown: &State, command: &Command, group: String) -> Action<Command> {
    let asks = !rules.facts_needed(shown, command).is_empty();
    let form = if asks { Form::live(*command) } else { Form::plain(*command) };
    let ends = *command == Command::Done;
    let hover = rules.phrase(shown, command);
    Action { label: words(rules, shown, command), group, hover, ends, key: key(command), form, picks: None }
}

/// The letter that a kind of action always has.
fn key(command: &Command) -> Option<char> {
    let Command::Beside(said) = command else {
        return Some(match command {
            Command::Fire { .. } => 'f',
            Command::Prepare { .. } => 'a',
            Command::Listen { .. } => 'n',
            Command::Fight { .. } => 'h',
            Command::FireClaymore { .. } => 'x',
            Command::Mount { .. } => 'e',
            _ => return None,
        });
    };
    Some(match said {
        Said::Go { tactical: true, .. } => 'c',
        Said::Go { .. } => 'm',
        Said::Face { .. } => 't',
        Said::Spray { .. } => 's',
        Said::Send { .. } => 'g',
        Said::Rocket { .. } => 'w',
        Said::Seek { .. } => 'k',
        Said::Plant { .. } => 'v',
        Said::GetOut { .. } | Said::Try { deed: Deed::Mount(_), .. } => 'e',
        Said::Hark { .. } => 'n',
        Said::LookOut => 'q',
        Said::Try { deed: Deed::FireClaymore(_), .. } => 'x',
        Said::Try { deed: Deed::Fight(_), .. } => 'h',
        _ => return None,
    })
}

/// The words on its button. What was measured is not in them.
fn words(rules: &Skirmish, shown: &State, command: &Command) -> String {
    let name = |id: &FigureId| shown.name(*id);
    match command {
        Command::Done => match shown.step() {
            skirmish::Step::Support => "No more support".into(),
            _ => "The turn is over".into(),
        },
        Command::NextRound => "The next round".into(),
        Command::Correct { over, right } => match (over, right) {
            (0, 0) => "Fire for effect at the smoke".into(),
            _ => format!("Correct {}\" over and {}\" right", signed(*over), signed(*right)),
        },
        Command::Prepare { work, .. } => format!("Prepares {}", work.name()),
        Command::Fire { weapon, at: Some(target), .. } => format!("Fires the {} at {}", weapon.name(), name(target)),
        Command::Fire { weapon, at: None, .. } => format!("Fires the {}", weapon.name()),
        Command::Listen { .. } => "Listens".into(),
        Command::Finish { .. } => "Finishes with the mortar".into(),
        Command::FireClaymore { number, .. } => format!("Fires {}", claymore_name(*number)),
        Command::Fight { target, .. } => format!("Fights {} hand to hand", name(target)),
        Command::Mount { vehicle, .. } => format!("Gets into {}", name(vehicle)),
        Command::Leave { .. } => "Leaves the table".into(),
        Command::Beside(said) => said_words(shown, said),
        other => {
            let phrase = rules.phrase(shown, other);
            phrase.trim_end_matches('.').to_owned()
        }
    }
}

fn said_words(shown: &State, said: &Said) -> String {
    let name = |id: &FigureId| shown.name(*id);
    match said {
        Said::Go { tactical: true, .. } => "Moves tactically".into(),
        Said::Go { figure, .. } => {
            let drives = shown.figure(*figure).is_some_and(|f| f.vehicle);
            if drives { "Drives".into() } else { "Moves".into() }
        }
        Said::Face { .. } => "Turns in place".into(),
        Said::SetOff { .. } => "Has triggered a mine".into(),
        Said::Over { figure, .. } => format!("Has run over {}", name(figure)),
        Said::Mark { target, .. } => format!("The counter goes to {}", name(target)),
        Said::Spare => "No figure takes the counter".into(),
        Said::Spray { weapon, .. } => format!("Sprays a place with the {}", weapon.name()),
        Said::Send { delivery, grenade, .. } => match delivery {
            Delivery::Thrown => format!("Throws a {} grenade", grenade.name()),
            Delivery::Launched => format!("Launches a {} grenade", grenade.name()),
            Delivery::Rocket => "Fires the RPG at the ground".into(),
            Delivery::Mortar => format!("Fires a {} mortar round", grenade.name()),
        },
        Said::Rocket { target, .. } => format!("Fires the RPG at {}", name(target)),
        Said::Seek { target, .. } => format!("Looks for {}", name(target)),
        Said::Show { figure } => format!("{} is close enough to be seen", name(figure)),
        Said::Plant { .. } => "Places a Claymore".into(),
        Said::GetOut { .. } => "Gets out".into(),
        Said::CallFire => "Call for fire at a point you show".into(),
        Said::SpottingRound => "A spotting round at a point you show".into(),
        Said::Noise { .. } => "Test the noise of figures that moved together: after it no figure acts".into(),
        Said::Hark { .. } => "Listens".into(),
        Said::LookOut => "Ask whether a hidden figure is close enough to be seen".into(),
        Said::Heir { figure } => format!("{} takes the radio", name(figure)),
        Said::Try { deed, .. } => match deed {
            Deed::Mount(vehicle) => format!("Gets into {}", name(vehicle)),
            Deed::FireClaymore(number) => format!("Fires {}", claymore_name(*number)),
            Deed::Fight(target) => format!("Fights {} hand to hand", name(target)),
            Deed::Finish => "Finishes with the mortar".into(),
            Deed::Leave => "Leaves the table".into(),
        },
        Said::Struck { .. } | Said::Heard { .. } | Said::Near { .. } | Said::Sighted { .. } | Said::Room { .. } => {
            "Answer".into()
        }
    }
}

/// What is done, without what was measured for it.
fn unmeasured(said: Said) -> Said {
    let nothing = Facts { range: 0, in_arc: false, clear: false, cover: Cover::None };
    match said {
        Said::Go { figure, way: _, tactical } => Said::Go { figure, way: Walk::default(), tactical },
        Said::Mark { target, facts: _ } => Said::Mark { target, facts: nothing },
        Said::Rocket { figure, target, facts: _ } => Said::Rocket { figure, target, facts: nothing },
        Said::Seek { figure, target, facts: _ } => Said::Seek { figure, target, facts: nothing },
        Said::Spray { figure, weapon, aim: _ } => Said::Spray { figure, weapon, aim: Aim::default() },
        Said::Send { figure, delivery, grenade, aim: _ } => {
            Said::Send { figure, delivery, grenade, aim: Aim::default() }
        }
        Said::Hark { figure, spoilt: _ } => Said::Hark { figure, spoilt: false },
        Said::Try { figure, deed, near: _ } => Said::Try { figure, deed, near: true },
        other => other,
    }
}

/// The questions of a command that the rules keep themselves.
pub(super) fn live(rules: &Skirmish, shown: &State, command: &Command) -> Vec<LiveQuestion<Command>> {
    // What the rules ask in between concerns other men each time.
    let again = shown.beside().measuring.is_none();
    let who = command.figure().or(shown.pending().map(|pending| pending.firer));
    let doing = if let Command::Beside(said) = command { Some(unmeasured(*said)) } else { None };
    let asked = rules.facts_needed(shown, command).into_iter().map(|fact| LiveQuestion {
        remember: match doing {
            Some(doing) if again && !fact.several => Remember::Always(Topic::Skirmish(who, doing, fact.fact)),
            _ => Remember::Never,
        },
        ask: fact.ask,
        rule: fact.rule,
        several: fact.several,
        answers: fact.choices.into_iter().map(|c| (c.label, c.command, c.chosen, c.refusal)).collect(),
    });
    asked.collect()
}
