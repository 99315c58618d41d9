//! **No sentence says a number that a table owns.** Every number of every table is changed, and the same is asked in the same
//! positions: a number in a sentence that stays as it was comes from the position, or it is written by hand.

use std::collections::{BTreeMap, BTreeSet};

use platoon::Platoon;
use pointman_tests::library;
use skirmish::Skirmish;
use tabletop::dice::Seeded;
use tabletop::{Refusal, Ruleset};

/// Faces of dice, which cannot grow: they shrink instead.
const SHRINKS: [&str; 19] = [
    "hit",
    "pin",
    "cannon",
    "freed",
    "direct",
    "direct_moving",
    "rpg_destroys",
    "snipe_kill",
    "snipe_pin",
    "on_target",
    "caught",
    "gunship",
    "attack_over",
    "speculative_die",
    "suppress_on",
    "die",
    "best",
    "very_good",
    "radio_lost_on",
];
/// Entries of a table of six faces, of which one hangs on the others.
const STAYS: [&str; 1] = ["on_point_up_to"];

/// A table with other numbers in it: texts and comments stay as they are.
fn changed(path: &str, text: &str) -> String {
    let ratings = path.ends_with("gung_ho.ron") || path.ends_with("quality.ron");
    let (mut out, mut name, mut word) = (String::new(), String::new(), String::new());
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        if letter.is_ascii_alphanumeric() || letter == '_' {
            word.push(letter);
            if letters.peek().is_some_and(|next| next.is_ascii_alphanumeric() || *next == '_') {
                continue;
            }
            match word.parse::<i32>() {
                Ok(number) => {
                    let shrinks = SHRINKS.contains(&name.as_str()) || ratings;
                    let stays = STAYS.contains(&name.as_str());
                    let other = match number {
                        _ if stays => number,
                        number if shrinks && number > if ratings { 4 } else { 1 } => number - 1,
                        number => number + 1,
                    };
                    out += &other.to_string();
                }
                Err(_) => {
                    // `value` and `from` say nothing of what the number is.
                    if !["value", "from", "Some"].contains(&word.as_str()) {
                        name.clone_from(&word);
                    }
                    out += &word;
                }
            }
            word.clear();
            continue;
        }
        out.push(letter);
        let ends = |letters: &mut std::iter::Peekable<std::str::Chars<'_>>, out: &mut String, end: char| {
            for next in letters.by_ref() {
                out.push(next);
                if next == end {
                    break;
                }
            }
        };
        match letter {
            '"' => ends(&mut letters, &mut out, '"'),
            '/' if letters.peek() == Some(&'/') => ends(&mut letters, &mut out, '\n'),
            _ => {}
        }
    }
    out
}

/// The rules with other numbers in every table.
fn others<R: Ruleset>() -> R {
    R::load(&|path| {
        let text = library().read(path)?;
        Ok(if path.starts_with("tables/") { changed(path, &text) } else { text })
    })
    .unwrap_or_else(|e| panic!("{e}"))
}

/// A sentence with a sign for each number, and the numbers.
fn taken_apart(sentence: &str, names: &[String]) -> (String, Vec<String>) {
    const WORDS: [&str; 10] = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twice"];
    let mut sentence = sentence.to_owned();
    for name in names.iter().filter(|name| !name.is_empty()) {
        sentence = sentence.replace(name.as_str(), "@");
    }
    let (mut form, mut numbers) = (String::new(), Vec::new());
    let parts = sentence.split_inclusive(|c: char| !c.is_alphanumeric() && c != '.');
    for part in parts {
        let end = part.chars().last().filter(|c| !c.is_alphanumeric());
        let word = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        let number = word.parse::<f64>().is_ok() || WORDS.contains(&word.to_lowercase().as_str());
        if number && !word.is_empty() {
            numbers.push(word.to_lowercase());
            form.push('#');
        } else {
            // One counter, two counters.
            form += word.trim_end_matches('s');
        }
        form.extend(end);
    }
    (form.replace(" time", ""), numbers)
}

/// What is said in a position, with what it is said about.
type Said<R> = dyn Fn(&R, &<R as Ruleset>::State, &[<R as Ruleset>::Command]) -> Vec<(String, String)>;

/// Every form of sentence in which a number never changed though all tables did, with an example.
fn unchanged<R: Ruleset>(
    orders: usize,
    said: &Said<R>,
    names: &dyn Fn(&R::State) -> Vec<String>,
) -> BTreeMap<String, String> {
    let (rules, other) = (library().load::<R>().unwrap(), others::<R>());
    let (mut same, mut moved) = (BTreeMap::new(), BTreeSet::new());
    let mut compare = |one: Vec<(String, String)>, two: Vec<(String, String)>, names: &[String]| {
        let mut two: BTreeMap<String, String> = two.into_iter().collect();
        for (about, sentence) in one {
            let Some(changed) = two.remove(&about) else { continue };
            let ((form, numbers), (now, others)) = (taken_apart(&sentence, names), taken_apart(&changed, names));
            if form != now {
                continue;
            }
            for (place, (one, two)) in numbers.iter().zip(&others).enumerate() {
                if one == two {
                    same.entry((form.clone(), place)).or_insert_with(|| sentence.clone());
                } else {
                    moved.insert((form.clone(), place));
                }
            }
        }
    };
    for file in library().scenarios(R::ID).unwrap() {
        let scenario = library().scenario::<R>(&file.name).unwrap();
        let told = |rules: &R| -> Vec<(String, String)> {
            let sections = rules.briefing(&scenario).into_iter().flat_map(|section| section.lines);
            let variants = rules.variants(&scenario).into_iter().map(|variant| variant.about.to_string());
            sections.chain(variants).enumerate().map(|(n, line)| (format!("briefing {n}"), line)).collect()
        };
        let (mut dice, mut picks) = (Seeded::new(5), Seeded::new(6));
        let mut state = rules.begin(&scenario, &mut dice).unwrap();
        compare(told(&rules), told(&other), &names(&state));
        let mut offered: Vec<R::Command> = Vec::new();
        for _ in 0..orders {
            let mut options = Vec::new();
            rules.options(&state, &mut options);
            let Some(command) = options.get(picks.choose(options.len().max(1))).cloned() else { break };
            let mut tried: Vec<R::Command> =
                (0..40).filter(|_| !offered.is_empty()).map(|_| offered[picks.choose(offered.len())].clone()).collect();
            tried.extend(options.iter().take(60).cloned());
            let all = |rules: &R| {
                let refused = |(n, command): (usize, &R::Command)| {
                    let Refusal { rule, because, remedy } = rules.check(&state, command).err()?;
                    Some([(format!("{n} {rule}"), because), (format!("{n} {rule} remedy"), remedy)])
                };
                let mut all: Vec<(String, String)> = tried.iter().enumerate().filter_map(refused).flatten().collect();
                all.push(("question".into(), rules.question(&state)));
                all.extend(said(rules, &state, &tried));
                all
            };
            compare(all(&rules), all(&other), &names(&state));
            if offered.len() < 4_000 {
                offered.extend(options);
            }
            rules.apply(&mut state, &command, &mut dice, &mut Vec::new()).unwrap();
        }
    }
    println!("{}: {} numbers in sentences changed, {} did not", R::ID, moved.len(), same.len());
    assert!(moved.len() > 20, "{}: the tables are hardly spoken of: {moved:?}", R::ID);
    same.into_iter().filter(|(key, _)| !moved.contains(key)).map(|((form, _), sentence)| (form, sentence)).collect()
}

/// Sentences of 20mm Platoon whose numbers come from the position or the scenario, from the ground on which steps are measured, or are words
/// of a rule that no table has: two figures carry, two distances are named, twice the dice.
const PLATOON: [&str; 21] = [
    "marker lie face down",
    "unpinned figure carry",
    "Gung-Ho #",
    "to the right of it path",
    "beyond it along the aircraft",
    "out of action Which figure stand near",
    "of it move left",
    "Are # of it unpinned figure within",
    "counted from #",
    "Each part of a move i",
    "of the marker?",
    "of the casualty?",
    "Move it #",
    "by naming # distance",
    "mm howitzer",
    "#\" are left",
    "The game last # turn",
    "fewer than # figure free",
    "a round burst at figure",
    "with # the dice",
    "Which # do it",
];

/// The same of Vietnam Skirmish: the arc, the phases of a tactical move and the highest face of a die stand in no table.
const SKIRMISH: [&str; 18] = [
    // How much of it is done.
    "The grenade launcher take",
    "dice reach the range",
    "figure hide on foot",
    "× ",
    "#\"",
    "° arc",
    "A tactical move take",
    "Each side ha # turn",
    "It i dark: figure see",
    "# point for",
    "listen, die #",
    "closer than #",
    "more phase",
    "distance: # pip",
    "suppresse on # to",
    "on the point: on",
    "counter on # to",
    "The gun fire # round each turn",
];

/// The sentences that take a number from the position, by how they begin once their numbers are gone.
fn assert_all_from_the_position(found: BTreeMap<String, String>, from_the_position: &[&str]) {
    let by_hand: Vec<String> = found
        .into_iter()
        .filter(|(form, _)| !from_the_position.iter().any(|known| form.contains(known)))
        .map(|(form, sentence)| format!("{form}   {sentence}"))
        .collect();
    assert!(by_hand.is_empty(), "these numbers are written by hand:\n{}", by_hand.join("\n"));
}

#[test]
fn sentences_of_platoon_say_no_number_by_hand() {
    let said = |rules: &Platoon, state: &platoon::State, commands: &[platoon::Command]| {
        let mut all = Vec::new();
        for (n, command) in commands.iter().enumerate() {
            for fact in rules.facts_needed(state, command) {
                all.push((format!("{n} {:?}", fact.fact), fact.asks));
            }
        }
        all
    };
    let names = |state: &platoon::State| state.squads.iter().map(|squad| squad.name.to_string()).collect();
    assert_all_from_the_position(unchanged::<Platoon>(120, &said, &names), &PLATOON);
}

#[test]
fn sentences_of_skirmish_say_no_number_by_hand() {
    let said = |rules: &Skirmish, state: &skirmish::State, commands: &[skirmish::Command]| {
        let mut all = Vec::new();
        for (n, command) in commands.iter().enumerate() {
            for (q, fact) in rules.facts_needed(state, command).into_iter().enumerate() {
                all.push((format!("{n} {q}"), fact.ask));
                all.extend(
                    fact.choices.into_iter().enumerate().map(|(c, choice)| (format!("{n} {q} {c}"), choice.label)),
                );
            }
            for (l, line) in rules.fire_forecast(state, command).into_iter().flat_map(|told| told.lines).enumerate() {
                all.push((format!("{n} line {l}"), format!("{}: {}", line.what, line.value)));
            }
        }
        all
    };
    let names = |state: &skirmish::State| state.setting().names.clone();
    assert_all_from_the_position(unchanged::<Skirmish>(120, &said, &names), &SKIRMISH);
}
