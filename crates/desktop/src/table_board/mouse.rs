//! The mouse on the table: what is under it, clicks, and paths that are dragged.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use panels::prompt::Kind;
use table::{Board, Point};

use super::fielded::{Aim, Fielded, Key};
use super::hand::{Hand, Hovered, Question, corners};
use super::pieces::Lying;
use super::space::{on_table, world};
use crate::shell::game::{Order, Play, Refused};
use crate::shell::order::{GameSystems, Room};
use crate::shell::pointer::Pointer;
use crate::shell::seat::Seat;
use crate::shell::standing::Standing;
use tabletop::Refusal;

/// How far the hand may shake while it drags a path, in hundredths of an inch.
const SHAKE: i32 = 35;

pub(super) fn plugin<R: Fielded>(app: &mut App) {
    app.add_systems(
        Update,
        (hover::<R>, click::<R>, drag::<R>)
            .chain()
            .in_set(GameSystems::Input.of(Room::Board))
            .run_if(resource_exists::<Play<R>>),
    );
}

/// The piece that lies on top at a point of the map.
pub fn top<'a>(lying: impl Iterator<Item = &'a Lying>, at: Vec2) -> Option<&'a Lying> {
    lying.filter(|piece| piece.is_under(at)).max_by(|a, b| a.rank().total_cmp(&b.rank()))
}

/// The point of the table under a point of the map, if it is on the table.
fn point_on(board: &Board, at: Vec2) -> Option<Point> {
    let point = on_table(at);
    let slack = board.clamp(point);
    slack.within(point, 60).then_some(slack)
}

fn hover<R: Fielded>(
    pointer: Res<Pointer>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    standing: Res<Standing>,
    hand: Res<Hand<R>>,
    lying: Query<&Lying>,
    mut hovered: ResMut<Hovered<R>>,
) {
    let (Some(view), rules) = (seat.view(), play.game.rules()) else { return };
    let Some(board) = R::board(view) else { return };
    let mouse = pointer.map.filter(|_| pointer.on_board && !pointer.asleep && !pointer.panning());
    let at = mouse.or_else(|| hand.cursor.map(world));
    let piece = at.and_then(|at| top(lying.iter(), at));
    let point = piece.map(|piece| piece.goal).or_else(|| at.and_then(|at| point_on(board, at)));
    let aim = match (piece, point) {
        (Some(piece), _) => Aim::Piece(piece.key),
        (None, Some(point)) => Aim::Ground(point),
        (None, None) => {
            if hovered.stamp.is_some() || hovered.at.is_some() {
                *hovered = Hovered::default();
            }
            return;
        }
    };
    let busy =
        u64::from(hand.question.is_some()) | u64::from(hand.drag.is_some()) << 1 | u64::from(standing.still) << 2;
    let ruler = hand.ruler.map_or(0, |p| 1 + p.x as u64 * 4001 + p.y as u64);
    let stamp = Some((aim, hand.selected, (standing.point as u64) << 40 ^ ruler << 4 ^ busy));
    if hovered.stamp == stamp {
        return;
    }
    let mut now =
        Hovered::<R> { key: piece.map(|p| p.key), group: piece.and_then(|p| p.group), at: point, stamp, ..default() };
    let acting =
        standing.still && standing.now && !seat.offers().is_empty() && hand.question.is_none() && hand.drag.is_none();
    if let (Aim::Piece(_), Some(piece), true) = (aim, piece, acting) {
        let meant = rules.deeds(view, hand.selected, aim);
        let first = || meant.first().and_then(|deed| seat.check(rules, deed).err());
        if !piece.own {
            now.refusal = rules.why_not(view, hand.selected, piece.key).or_else(first);
        }
        now.deeds = meant.into_iter().filter(|deed| seat.check(rules, deed).is_ok()).collect();
        if !now.deeds.is_empty() {
            now.refusal = None;
        }
    }
    let enemy = piece.is_some_and(|piece| !piece.own);
    let from = hand.ruler.or_else(|| {
        let group = hand.selected.filter(|_| enemy && hand.drag.is_none())?;
        let goal = point?;
        let own = lying.iter().filter(|piece| piece.group == Some(group) && piece.own);
        own.map(|piece| piece.goal).min_by_key(|at| at.squared(goal))
    });
    // Where the fall of shot is guessed, nothing is measured.
    let measures = |at: &Point| hand.selected.is_none_or(|group| rules.guesses(view, group, *at).is_none());
    now.sight = from.zip(point.filter(measures)).map(|(from, to)| rules.sight(view, from, to));
    *hovered = now;
}

/// Carries out one order, or says why not.
pub fn give<R: Fielded>(
    order: R::Command,
    play: &Play<R>,
    seat: &Seat<R>,
    orders: &mut MessageWriter<Order<R::Command>>,
    refused: &mut Refused,
) {
    match seat.check(play.game.rules(), &order) {
        Ok(()) => {
            refused.0 = None;
            orders.write(Order(vec![order]));
        }
        Err(refusal) => refused.0 = Some(refusal),
    }
}

/// Goes the path that is planned: its first step, and the others after it while nothing comes between.
pub fn go<R: Fielded>(
    play: &Play<R>,
    seat: &Seat<R>,
    hand: &mut Hand<R>,
    orders: &mut MessageWriter<Order<R::Command>>,
    refused: &mut Refused,
) {
    let Some(way) = &hand.way else { return };
    let (Some(view), Some(side)) = (seat.view(), seat.side()) else { return };
    match (way.orders.first(), &way.refusal) {
        (Some(order), _) => {
            let seen = play.game.rules().pieces(view, side).iter().filter(|piece| !piece.own).count();
            hand.going = Some((play.game.cursor() + 1, seen));
            give(order.clone(), play, seat, orders, refused);
        }
        (None, refusal) => {
            // Nothing of it can be gone yet: what would make it possible is asked, if anything does.
            let end = way.points.last().copied().unwrap_or_default();
            let rules = play.game.rules();
            let meant = rules.deeds(view, hand.selected, Aim::Ground(end));
            let answers: Vec<R::Command> = meant.into_iter().filter(|deed| seat.check(rules, deed).is_ok()).collect();
            refused.0 = refusal.clone().filter(|_| answers.is_empty());
            if answers.is_empty() {
                hand.forget_way();
            } else {
                hand.question = Some(Question::new(end, answers));
            }
        }
    }
}

/// Carries out the order that was chosen from the list; the first step of the path that is shown goes the path.
pub fn answer<R: Fielded>(
    order: R::Command,
    play: &Play<R>,
    seat: &Seat<R>,
    hand: &mut Hand<R>,
    orders: &mut MessageWriter<Order<R::Command>>,
    refused: &mut Refused,
) {
    hand.question = None;
    if hand.way.as_ref().is_some_and(|way| way.orders.first() == Some(&order)) {
        go(play, seat, hand, orders, refused);
    } else {
        give(order, play, seat, orders, refused);
    }
}

/// What clicking a piece or a point of the ground comes to.
pub fn point_at<R: Fielded>(
    aim: Aim,
    at: Point,
    piece: Option<(Option<super::fielded::Group>, bool)>,
    play: &Play<R>,
    seat: &Seat<R>,
    hand: &mut Hand<R>,
    orders: &mut MessageWriter<Order<R::Command>>,
    refused: &mut Refused,
) {
    refused.0 = None;
    let (Some(view), rules) = (seat.view(), play.game.rules()) else { return };
    if let Some(question) = hand.question.take() {
        // The same target again: it is meant.
        if let Some(order) = question.only().filter(|_| piece.is_some() && question.at == at) {
            return give(order.clone(), play, seat, orders, refused);
        }
        if piece.is_none() {
            return;
        }
    }
    if hand.ruler.is_some() {
        hand.ruler = Some(at);
        return;
    }
    let meant = if seat.offers().is_empty() { Vec::new() } else { rules.deeds(view, hand.selected, aim) };
    let first = meant.first().and_then(|deed| seat.check(rules, deed).err());
    let (mut legal, mut barred): (Vec<R::Command>, Vec<(R::Sort, Refusal)>) = (Vec::new(), Vec::new());
    for deed in meant {
        match seat.check(rules, &deed) {
            Ok(()) => legal.push(deed),
            Err(refusal) => barred.push((R::sort(&deed), refusal)),
        }
    }
    barred.retain(|(sort, _)| legal.iter().all(|deed| R::sort(deed) != *sort));
    barred.dedup_by_key(|(sort, _)| *sort);
    let barred = barred.into_iter().map(|(sort, refusal)| (Into::<Kind>::into(sort).label, refusal)).collect();
    match (piece, legal.as_slice()) {
        (Some((Some(group), true)), []) => hand.select(Some(group)),
        (Some((Some(group), true)), _) if hand.selected == Some(group) => hand.select(Some(group)),
        (Some(_), [only]) if !R::harms(only) => {
            orders.write(Order(vec![only.clone()]));
        }
        (Some(_), []) => {
            refused.0 = match aim {
                Aim::Piece(key) => rules.why_not(view, hand.selected, key).or(first),
                Aim::Ground(_) => first,
            };
        }
        (Some(_), _) => hand.question = Some(Question { barred, ..Question::new(at, legal) }),
        (None, _) => {
            let group = hand.selected.filter(|group| hand.actors.contains(group));
            let again = hand.plan.last().is_some_and(|last| last.within(at, 60)) && hand.way.is_some();
            if again {
                return go(play, seat, hand, orders, refused);
            }
            let way = group.and_then(|group| rules.way(view, group, &[at]));
            hand.plan = way.as_ref().map(|_| vec![at]).unwrap_or_default();
            let open = way.as_ref().is_some_and(|way| !way.orders.is_empty());
            if let (Some(step), false) = (way.as_ref().and_then(|way| way.orders.first()), legal.is_empty()) {
                // A click on the ground most likely means to go there.
                legal.retain(|deed| deed != step);
                legal.insert(0, step.clone());
            }
            if legal.is_empty() {
                refused.0 =
                    way.as_ref().filter(|way| way.orders.is_empty()).and_then(|way| way.refusal.clone()).or(first);
            } else {
                hand.question = Some(Question { barred, ..Question::new(at, legal) });
            }
            hand.way = way.filter(|_| open);
            if !open && hand.question.is_none() {
                hand.plan.clear();
            }
        }
    }
}

fn click<R: Fielded>(
    pointer: Res<Pointer>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    standing: Res<Standing>,
    lying: Query<&Lying>,
    mut hand: ResMut<Hand<R>>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(at) = pointer.clicked.filter(|_| standing.still) else { return };
    let Some(board) = seat.view().and_then(R::board) else { return };
    redraw.write(RequestRedraw);
    hand.cursor = None;
    match (top(lying.iter(), at), point_on(board, at)) {
        (Some(piece), _) => {
            let aim = Aim::Piece(piece.key);
            let whose = Some((piece.group, piece.own));
            point_at(aim, piece.goal, whose, &play, &seat, &mut hand, &mut orders, &mut refused);
        }
        (None, Some(point)) => {
            point_at(Aim::Ground(point), point, None, &play, &seat, &mut hand, &mut orders, &mut refused);
        }
        (None, None) => {
            hand.select(None);
            refused.0 = None;
        }
    }
}

/// Drags a path from a figure that may act; when the button goes up, it is gone.
pub(super) fn drag<R: Fielded>(
    mut pointer: ResMut<Pointer>,
    play: Res<Play<R>>,
    seat: Res<Seat<R>>,
    standing: Res<Standing>,
    lying: Query<&Lying>,
    mut hand: ResMut<Hand<R>>,
    mut refused: ResMut<Refused>,
    mut orders: MessageWriter<Order<R::Command>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let Some(view) = seat.view() else { return };
    let Some(board) = R::board(view) else { return };
    let ready = standing.still && standing.now && !seat.offers().is_empty();
    if let Some(at) = pointer.pressed.filter(|_| ready)
        && let Some(piece) = top(lying.iter(), at)
        && let Some(group) = piece.group.filter(|group| piece.own && hand.actors.contains(group))
    {
        pointer.carrying = true;
        if hand.selected != Some(group) {
            hand.select(Some(group));
        }
        // The one in front leads: a path that is dragged from another figure of the squad is his, so many inches aside.
        let leader = lying.iter().filter(|other| other.group == Some(group)).min_by_key(|other| other.key);
        hand.grip = leader.map_or((0, 0), |leader| (leader.goal.x - piece.goal.x, leader.goal.y - piece.goal.y));
        hand.drag = Some(Vec::new());
    }
    let (aside, down) = hand.grip;
    let led = |at: Vec2| {
        let here = on_table(at);
        board.clamp(Point::new(here.x + aside, here.y + down))
    };
    if let Some((_, to)) = pointer.dropped {
        let Some(points) = hand.drag.take() else { return };
        redraw.write(RequestRedraw);
        let Some(group) = hand.selected else { return };
        let Some(way) = plan(&play, view, group, &points, led(to)) else { return };
        hand.plan = way.1;
        hand.way = Some(way.0);
        go(&play, &seat, &mut hand, &mut orders, &mut refused);
        return;
    }
    if hand.drag.is_some() && pointer.held.is_none() && !pointer.dragging {
        hand.drag = None;
        return;
    }
    if pointer.dragging
        && let (Some(at), Some(group)) = (pointer.map, hand.selected)
        && let Some(mut points) = hand.drag.clone()
    {
        let here = led(at);
        if points.last().is_none_or(|last| !last.within(here, 25)) {
            points.push(here);
            let way = plan(&play, view, group, &points, here);
            hand.drag = Some(points);
            if let Some((way, points)) = way {
                (hand.way, hand.plan) = (Some(way), points);
            }
            redraw.write(RequestRedraw);
        }
    }
}

/// The path along dragged points, and the corners it leads over.
fn plan<R: Fielded>(
    play: &Play<R>,
    view: &R::State,
    group: super::fielded::Group,
    points: &[Point],
    end: Point,
) -> Option<(super::fielded::Way<R::Command>, Vec<Point>)> {
    let mut all = points.to_vec();
    if all.last() != Some(&end) {
        all.push(end);
    }
    let over = corners(&all, SHAKE);
    let goal = if over.len() > 1 { over[1..].to_vec() } else { over };
    play.game.rules().way(view, group, &goal).map(|way| (way, goal))
}

/// Which piece a key names.
pub fn piece_of<'a>(lying: impl IntoIterator<Item = &'a Lying>, key: Key) -> Option<&'a Lying> {
    lying.into_iter().find(|piece| piece.key == key)
}
