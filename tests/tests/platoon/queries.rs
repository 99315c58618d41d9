//! What a window asks of 20mm Platoon before anything is decided.

use platoon::fire::Factor;
use platoon::query::{Answer, Due, Fact, Stop, Turn};
use platoon::state::{Pattern, Support};
use platoon::{Command, Leg, Mode, Phase, SquadId, Target, proves};
use pointman_tests::platoon::*;
use table::{Point, Terrain};
use tabletop::Ruleset;
use tabletop::dice::Seeded;

const US: &str = r#"(id: 1, name: "A", side: Allied, troops: UsInfantry, officer: true, figures: [(4, AssaultRifle), (1, Lmg)], at: Some((2, 5)), facing: (dx: 1, dy: 0))"#;
const NVA: &str = r#"(id: 11, name: "X", side: Vc, troops: Nva, figures: [(2, AssaultRifle), (1, Rpg)], at: Some((12, 5)), facing: (dx: -1, dy: 0))"#;

fn on(letter: &str, from: usize, dice: &[u8]) -> Field {
    let mut ground = open(40, 12);
    for row in &mut ground {
        row.replace_range(from..from + 3, &letter.repeat(3));
    }
    Field::begin(&scenario(&ground, &[US, NVA], &[]), dice)
}

#[test]
fn the_order_of_the_turn_adds_up_item_by_item() {
    proves!("P-activation");
    let mut field = on("t", 11, &[2, 3]);
    let order = rules().activation_order(&field.state);
    assert_eq!(order.len(), 2);
    for line in &order {
        assert_eq!(line.sum.iter().map(|item| item.value).sum::<i8>(), line.level, "{line:?}");
        assert!(line.sum.iter().all(|item| platoon::rules::RULE_IDS.contains(&item.rule.as_str())));
    }
    assert_eq!((order[0].squad, order[0].turn), (SquadId(1), Turn::Acting));
    assert_eq!((order[1].squad, order[1].turn, order[1].may_fire), (SquadId(11), Turn::Waiting, true));
    assert!(order[1].sum.iter().any(|item| item.what == "hard cover" && item.value == 2));
    field.play(Command::Done, &[]);
    assert_eq!(rules().activation_order(&field.state)[0].turn, Turn::Done);
    // A tie shows its dice.
    let tie = on(".", 11, &[3, 3, 5, 2]);
    let order = rules().activation_order(&tie.state);
    assert_eq!((order[0].squad, order[0].tie, order[1].tie), (SquadId(11), Some(2), Some(5)));
}

#[test]
fn a_squad_card_shows_weapons_posture_pins_and_saves() {
    proves!("P-save", "P-unpin");
    let mut field = on("J", 1, &[1, 6]);
    field.state.squads[0].figures[1].pinned = Some(1);
    field.state.squads[0].figures[1].prone = true;
    let card = rules().squad_card(&field.state, SquadId(1)).unwrap();
    assert_eq!((card.able, card.pinned, card.prone, card.casualties), (5, 1, 1, 0));
    assert_eq!(card.figures[4].range, Some(8_000));
    assert_eq!((card.figures[0].save.needs, card.figures[1].save.needs), (3, 2), "jungle; and lying down");
    assert_eq!(rules().squad_card(&field.state, SquadId(77)), None);
}

#[test]
fn a_forecast_names_base_dice_each_multiplier_what_hits_and_who_saves() {
    proves!("P-fire", "P-save");
    let field = on("J", 11, &[1, 6]);
    let forecast = rules().fire_forecast(&field.state, &fire(1, 11)).unwrap();
    let base: Vec<_> = forecast.base.iter().map(|line| (line.arms.figures, line.arms.quarters)).collect();
    assert_eq!(base, [(4, 16), (1, 12)]);
    let factors: Vec<_> =
        forecast.factors.iter().map(|line| (line.factor, line.quarters, line.rule.as_str())).collect();
    assert_eq!(factors, [(Factor::SoftCover, 2, "P-R10")]);
    assert_eq!((forecast.total(), forecast.dice[0].hits_on, forecast.dice[0].pins_on), (3, 6, Some(5)));
    assert!(forecast.saves.iter().any(|line| line.save.needs == 3), "in jungle");
    assert_eq!(forecast.saves.iter().map(|line| line.figures).sum::<usize>(), 3);
    // What the forecast says is what is thrown.
    let volley = rules().volley(&field.state, SquadId(1), Target::Squad(SquadId(11)), None).unwrap();
    assert_eq!(volley.near + volley.far + volley.cannon, forecast.total());
    assert_eq!(rules().fire_forecast(&field.state, &Command::Done).unwrap_err().rule.as_str(), "P-fire");
    // A rocket at infantry in the open.
    let mut field = on(".", 11, &[6, 1]);
    field.until(11);
    let launch = Command::Launch { squad: SquadId(11), figure: 3, target: SquadId(1), facts: None };
    let forecast = rules().fire_forecast(&field.state, &launch).unwrap();
    assert_eq!((forecast.total(), forecast.dice[0].hits_on, forecast.saves[0].save.needs), (1, 5, 5));
}

#[test]
fn a_path_shows_inches_terrain_noise_and_where_it_must_end() {
    proves!("P-infantry-move", "P-R09");
    let mut field = on("J", 6, &[1, 6]);
    let goal = [Point::new(850, 550)];
    let before = rules().path(&field.state, SquadId(1), &goal).unwrap();
    assert_eq!(before.refusal.unwrap().rule.as_str(), "P-infantry-move", "the dice come first");
    field.play(march(1, Mode::Patrol), &[5, 3, 2]);
    let path = rules().path(&field.state, SquadId(1), &goal).unwrap();
    // Eight inches in the open, five with jungle in it: the second part of three would be too much.
    assert_eq!((path.used, path.heard, path.legs.len()), (300, 800, 1));
    assert_eq!(path.refusal.as_ref().unwrap().rule.as_str(), "P-infantry-move");
    let path = rules().path(&field.state, SquadId(1), &[Point::new(700, 550)]).unwrap();
    assert_eq!((path.used, path.allowance, path.refusal.as_ref()), (450, 500, None));
    assert!(path.legs[1].bad && path.legs[1].terrain.iter().any(|&(kind, _)| kind == Terrain::Jungle));
    for command in path.steps {
        field.play(command, &[]);
        if matches!(field.state.phase, Phase::Interrupt(_)) {
            field.play(Command::Pass, &[]);
        }
    }
    assert_eq!(field.state.active.march.unwrap().used, 450);
    assert!(
        rules().path(&Field::begin(&scenario(&BESIDE, &[US, NVA], &[]), &[1, 6]).state, SquadId(1), &goal).is_err()
    );
}

#[test]
fn a_sight_line_says_where_it_ends_and_why() {
    proves!("P-hidden", "P-R38");
    let clear = on(".", 6, &[1, 6]);
    let line = rules().sight_line(&clear.state, SquadId(1), Target::Squad(SquadId(11))).unwrap();
    assert!(line.blocked.is_none() && line.range < 1_000);
    let wall = on("H", 6, &[1, 6]);
    let line = rules().sight_line(&wall.state, SquadId(1), Target::Squad(SquadId(11))).unwrap();
    assert!(matches!(line.blocked, Some((_, Stop::Solid(Terrain::Masonry)))));
    let mut ground = open(40, 12);
    ground.iter_mut().for_each(|row| row.replace_range(5..10, "JJJJJ"));
    let growth = Field::begin(&scenario(&ground, &[US, NVA], &[]), &[1, 6]);
    let line = rules().sight_line(&growth.state, SquadId(1), Target::Squad(SquadId(11))).unwrap();
    assert!(matches!(line.blocked, Some((_, Stop::Growth { limit: 400, .. }))), "{line:?}");
    let mut night = clear;
    night.state.options.night = true;
    let far = rules().sight_between(&night.state, Point::new(50, 50), Point::new(1_550, 50)).unwrap();
    assert!(matches!(far.blocked, Some((_, Stop::Night { limit: 1_000 }))));
}

#[test]
fn the_support_clock_tells_what_is_due() {
    proves!("P-artillery");
    let mut field = on(".", 6, &[1, 6]);
    let target = Point::inches(12, 5).middle();
    let ask = Command::Request {
        squad: SquadId(1),
        support: Support::Howitzer105,
        target,
        pattern: Pattern::Box,
        path: None,
        facts: None,
    };
    field.play(ask, &[1, 2, 2]);
    let clock = rules().support_clock(&field.state);
    assert_eq!((clock.len(), clock[0].due, clock[0].dice), (1, Due::Arrives(3), 3));
    assert!(clock[0].area.is_some_and(|area| area.covers(target)));
}

#[test]
fn the_farthest_range_that_may_be_said_is_the_farthest_at_which_fire_is_accepted() {
    proves!("P-companion", "P-R57");
    let undrawn = r#"(id: 12, name: "Y", side: Vc, troops: VcLocal, drawn_from: Some(Local), ground: Some(Jungle))"#;
    let hidden = ["(id: 1, side: Vc, hides: Squad(12))"];
    let mut field = Field::begin(&scenario(&BESIDE, &[US, NVA, undrawn], &hidden), &[6, 5, 1]);
    let mut said = Vec::new();
    for turn in 0..3 {
        if turn > 0 {
            field.play(Command::Done, &[]);
        }
        let offers = rules().offers(&field.state);
        for offer in offers {
            let Command::Fire { squad, .. } = offer.command else { continue };
            let range = offer.facts.iter().find(|question| question.fact == Fact::Range).unwrap();
            let (_, most) = range.between.unwrap();
            let at = |range| offer.command.with_fact(Fact::Range, Answer::Inches(range));
            assert!(rules().check(&field.state, &at(most)).is_ok(), "{:?} at {most}", offer.command);
            assert!(rules().check(&field.state, &at(most + 1)).is_err(), "{:?} beyond {most}", offer.command);
            said.push((squad.0, most));
        }
    }
    said.sort_unstable();
    said.dedup();
    assert_eq!(
        said,
        [(1, 8_000), (11, 4_000), (12, 4_000)],
        "a machine gun, rifles, and those who carry rifles once drawn"
    );
}

#[test]
fn beside_a_real_table_every_offer_asks_for_its_facts_and_is_legal_with_the_usual_answers() {
    proves!("P-companion");
    let mut field = Field::begin(&scenario(&BESIDE, &[US, NVA], &[]), &[1, 6]);
    let offers = rules().offers(&field.state);
    let volley = offers.iter().find(|o| matches!(o.command, Command::Fire { .. })).unwrap();
    assert_eq!(volley.refusal, None);
    let asked: Vec<Fact> = volley.facts.iter().map(|q| q.fact).collect();
    let (rifles, gun) = (Fact::Seeing { of: figures([1, 2, 3, 4]) }, Fact::Seeing { of: figures([5]) });
    assert_eq!(asked, [Fact::Range, Fact::Cover, rifles, gun, Fact::Side]);
    // A band for grenades, short range, the rifle and the machine gun.
    let bands: Vec<_> = volley.facts[0].choices.iter().map(|c| c.answer).collect();
    assert_eq!(bands, [400, 1_500, 4_000, 8_000].map(Answer::Inches));
    let far = volley.command.with_fact(Fact::Range, Answer::Inches(4_000));
    assert_eq!(rules().fire_forecast(&field.state, &far).unwrap().dice[0].what, "long range");
    // Each choice of each question is a legal command.
    field.play(march(1, Mode::Fast), &[6, 6, 6]);
    let mut seen = 0;
    for _ in 0..40 {
        for offer in rules().offers(&field.state).iter().filter(|o| o.refusal.is_none()) {
            rules().check(&field.state, &offer.command).unwrap();
            for question in &offer.facts {
                assert!(!question.choices.is_empty());
                for choice in &question.choices {
                    let said = offer.command.with_fact(question.fact, choice.answer);
                    let legal = rules().check(&field.state, &said);
                    assert!(
                        legal.is_ok()
                            || matches!(said, Command::Step { .. } | Command::Launch { .. } | Command::Request { .. })
                            || matches!(said, Command::Burst { .. })
                            || matches!(
                                question.fact,
                                Fact::Seeing { .. } | Fact::Touching { .. } | Fact::Near | Fact::Which
                            ),
                        "{said:?}"
                    );
                    seen += 1;
                }
            }
        }
        let mut options = Vec::new();
        rules().options(&field.state, &mut options);
        let Some(next) = options.get(usize::try_from(seen).unwrap() * 7 % options.len().max(1)) else { break };
        let mut events = Vec::new();
        rules().apply(&mut field.state, &next.clone(), &mut Seeded::new(seen), &mut events).unwrap();
    }
    assert!(seen > 100, "{seen}");
    // Where the fall of shot is guessed, both lengths are asked for, and may be called again.
    let mut guessed = scenario(&BESIDE, &[US, NVA], &[]);
    guessed.options.guess = true;
    let mut field = Field::begin(&guessed, &[1, 6]);
    let lengths = [(Fact::FromOwnEdge, 2_000), (Fact::FromLeft, 1_500)];
    let say = |field: &Field, wanted: &dyn Fn(&Command) -> bool| {
        let offer = rules().offers(&field.state).into_iter().find(|o| wanted(&o.command)).unwrap();
        assert!(lengths.iter().all(|(fact, _)| offer.facts.iter().any(|asked| asked.fact == *fact)));
        lengths.iter().fold(offer.command, |said, (fact, length)| said.with_fact(*fact, Answer::Inches(*length)))
    };
    let ask = say(&field, &|c| matches!(c, Command::Request { support: Support::Howitzer105, .. }));
    assert_eq!(ask.fact(Fact::FromLeft), Some(Answer::Inches(1_500)));
    // The target is not located: 1 and 1 make 4, and a double brings it on the next turn.
    field.play(ask, &[1, 1]);
    assert_eq!(field.state.missions[0].target, Point::new(1_500, 2_000));
    field.until(11);
    field.play(Command::Done, &[]);
    assert!(matches!(field.state.phase, Phase::Burst(_)), "who lies there is asked before anybody rolls his level");
    field.play(Command::Burst { caught: vec![(SquadId(11), 1)], markers: vec![] }, &[1, 3, 4, 1, 5]);
    field.until(1);
    field.play(say(&field, &|c| matches!(c, Command::Correct { .. })), &[]);
    // On the computer's table nothing is asked.
    let table = on(".", 6, &[1, 6]);
    assert!(rules().offers(&table.state).iter().all(|o| o.facts.is_empty()));
    let leg = Leg::To(Point::new(500, 550));
    assert!(rules().facts_needed(&table.state, &Command::Step { squad: SquadId(1), leg }).is_empty());
}
