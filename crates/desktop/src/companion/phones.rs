//! Secrets on phones: each side's desk in its player's hand, beside the laptop that shows what everybody may know.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use host::{Came, PhoneKeys, Press, squares};
use panels::Intent;
use panels::companion::{Companion, Deed, Desk, PhoneWant, TakeBack, Want};
use panels::elsewhere::{Away, PhoneLine, PhonesModel};
use tabletop::Game;

use super::computer::plays;
use super::desk::{Laptop, Outbox, carry_out};
use crate::elsewhere::own_address;
use crate::shell::banner::Banner;
use crate::shell::game::{Given, Play, TimeStep};
use crate::shell::order::{GameSystems, Room};
use crate::shell::pool::wake;
use crate::shell::said::Said;
use crate::shell::screen::Screen;
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;
use crate::shell::storage::Storage;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Phones>()
        .add_systems(Update, (obey, keep).chain().in_set(GameSystems::Heed.of(Room::Companion)))
        .add_systems(OnEnter(Screen::Title), |mut phones: ResMut<Phones>| *phones = Phones::default());
}

/// Where phones find this machine; at any free port if that is taken.
const PORT: u16 = 7469;

/// The phones beside the table, once the players asked for them.
#[derive(Resource, Default)]
pub struct Phones {
    /// The page with their codes.
    pub model: PhonesModel,
    lines: Option<host::Phones>,
    /// The file of the game beside which the keys lie.
    kept: Option<PathBuf>,
}

/// What is said of a game that had phones before.
const BEFORE: &str = "Phones were at this table. To go on with them, choose Secrets on phones in the menu: their pages come back by themselves.";

/// A game that had phones is laid on the table again.
pub(super) fn laid<R: Staged>(
    play: Res<Play<R>>,
    phones: Res<Phones>,
    storage: Res<Storage>,
    mut banner: ResMut<Banner>,
) {
    let beside = play.game.whole().is_some_and(|game| R::beside(game.scenario()) && game.outcome().is_none());
    if beside && phones.lines.is_none() && storage.path().and_then(PhoneKeys::beside).is_some() {
        banner.news = Some(BEFORE.into());
    }
}

/// Why there are no phones beside a game in which the computer plays a side.
const NOT_WITH_THE_COMPUTER: &str =
    "The computer plays a side: the screen shows only what you may know, and needs no phones.";

/// Keeps the keys beside the file of the game, so that the pages come back when it is gone on with.
fn keep(mut phones: ResMut<Phones>, storage: Res<Storage>, mut banner: ResMut<Banner>) {
    let phones = phones.bypass_change_detection();
    if let (Some(lines), Some(path)) = (&phones.lines, storage.path())
        && phones.kept.as_deref() != Some(path)
    {
        phones.kept = Some(path.to_path_buf());
        banner.say(lines.keys().keep(path).err());
    }
}

fn obey(
    mut said: MessageReader<Said>,
    standing: Res<Standing>,
    storage: Res<Storage>,
    mut banner: ResMut<Banner>,
    mut phones: ResMut<Phones>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    // Another game lies on the table, one with a board.
    if phones.lines.is_some() && !standing.beside {
        *phones = Phones::default();
    }
    for Said(intent) in said.read() {
        let Intent::Elsewhere(Away::Phones(on)) = intent else { continue };
        redraw.write(RequestRedraw);
        *phones = Phones::default();
        if !on {
            // The next codes have new keys.
            banner.say(storage.path().and_then(|path| PhoneKeys::forget(path).err()).map(|error| error.to_string()));
        }
        if !on || !standing.beside {
            continue;
        }
        let before = storage.path().and_then(PhoneKeys::beside);
        let keys = before.map_or_else(|| PhoneKeys::fresh(PORT), Ok);
        let listen = |keys| host::Phones::listen(Ipv4Addr::UNSPECIFIED, keys, wake);
        match keys.and_then(listen) {
            Ok(lines) => phones.lines = Some(lines),
            Err(why) => phones.model.why_not = Some(why),
        }
    }
}

/// The desks in the players' hands.
pub struct Hands<R: Companion> {
    desks: [Desk<R>; 2],
    stale: bool,
    /// The press whose order is under way, and for how many frames at most.
    asked: Option<(Press, u8)>,
    /// Presses that are answered as soon as the pages show what came of them.
    came: Vec<(Press, Came)>,
    /// What is to be taken back once these sides agree.
    back: Option<(usize, [bool; 2])>,
}

impl<R: Staged + Companion> Hands<R> {
    fn new(game: &Game<R>, table: &Desk<R>) -> Self {
        let desk = |side| {
            let mut desk = Desk::in_hand(Arc::clone(game.rules()), table.dice(), side);
            let _ = desk.changed(game);
            desk
        };
        Self { desks: [desk(0), desk(1)], stale: true, asked: None, came: Vec::new(), back: None }
    }

    /// Takes back what was noticed last at the table, once the phones of those agree whose orders may go with it.
    pub(super) fn take_back(&mut self, game: &Game<R>, table: &mut Desk<R>, out: &mut Outbox<R>) {
        let Some(TakeBack { to, asks, phrase }) = table.take_back(game) else { return };
        self.stale = true;
        if asks == [false; 2] {
            out.steps.write(TimeStep::BackTo(to));
            return;
        }
        let what = phrase.map_or_else(
            || "The table wants to take an order back.".to_owned(),
            |phrase| format!("The table wants to take this order back: {phrase}"),
        );
        let sides = game.rules().sides();
        let names: Vec<_> =
            asks.iter().zip(sides).filter(|(asks, _)| **asks).map(|(_, side)| R::side_name(*side)).collect();
        table.ask_to_agree(Some(format!(
            "Asked on the phone of {}: may the last order be taken back?",
            names.join(" and of ")
        )));
        for (desk, asks) in self.desks.iter_mut().zip(asks) {
            desk.ask_to_agree(asks.then(|| format!("{what} Orders that you gave in secret since then go with it.")));
        }
        self.back = Some((to, asks));
    }

    /// Everything stays as it is.
    pub(super) fn leave(&mut self, table: &mut Desk<R>) {
        self.back = None;
        self.stale = true;
        table.ask_to_agree(None);
        self.desks.iter_mut().for_each(|desk| desk.ask_to_agree(None));
    }

    /// A phone has said whether it agrees.
    fn agrees(&mut self, side: usize, yes: bool, table: &mut Desk<R>, out: &mut Outbox<R>) {
        let Some((to, mut asks)) = self.back else { return };
        asks[side] = false;
        if yes && asks != [false; 2] {
            self.back = Some((to, asks));
            return;
        }
        self.leave(table);
        if yes {
            out.steps.write(TimeStep::BackTo(to));
        } else {
            out.banner.news = Some("The order stays: the phone did not agree.".into());
        }
    }

    /// The desk whose order is under way.
    pub(super) fn asked(&mut self) -> Option<&mut Desk<R>> {
        let (press, _) = self.asked.as_ref()?;
        self.stale = true;
        Some(&mut self.desks[press.side])
    }

    /// The game has changed. What a side said on its phone of when it fires is answered for it.
    pub(super) fn changed(&mut self, game: &Game<R>) -> Option<Deed<R::Command>> {
        let [first, second] = self.desks.each_mut().map(|desk| desk.changed(game));
        self.stale = true;
        self.settled();
        self.back = None;
        first.or(second)
    }

    /// The order under way was carried out or refused, or took too long.
    fn settled(&mut self) {
        self.came.extend(self.asked.take().map(|(press, _)| (press, Came::Done)));
    }
}

/// The most presses that one message brings: words and what is done with them.
const MOST: usize = 4;
/// So many frames an order may take to be carried out or refused.
const FRAMES: u8 = 4;

/// Shows each phone its page, and does what is pressed there.
pub fn serve<R: Staged + Companion>(
    play: Res<Play<R>>,
    mut phones: ResMut<Phones>,
    mut laptop: ResMut<Laptop<R>>,
    mut given: ResMut<Given<R>>,
    mut out: Outbox<R>,
) {
    let Some(game) = play.game.whole().filter(|game| R::beside(game.scenario())) else { return };
    if phones.lines.is_some() && plays(game.players()).contains(&true) {
        *phones = Phones::default();
        phones.model.why_not = Some(NOT_WITH_THE_COMPUTER.into());
    }
    let Phones { model, lines, .. } = phones.bypass_change_detection();
    let Some(lines) = lines else {
        if laptop.hands.take().is_some() {
            laptop.desk.phones(None);
            laptop.stale = true;
        }
        return;
    };
    let there = lines.there();
    let first = model.lines.is_empty();
    if first {
        *model = codes::<R>(lines);
        // Lines of before are gone, with what was pressed there.
        if let Some(hands) = &mut laptop.hands {
            (hands.asked, hands.stale) = (None, true);
            hands.came.clear();
        }
    }
    if first || model.lines.iter().zip(there).any(|(line, there)| line.there != there) {
        model.lines.iter_mut().zip(there).for_each(|(line, there)| line.there = there);
        laptop.desk.phones(Some(there));
        laptop.stale = true;
        // Who has gone cannot agree; it can be asked again of who is there.
        let Laptop { desk, hands, .. } = &mut *laptop;
        if let Some(hands) = hands.as_mut().filter(|hands| hands.back.is_some()) {
            hands.leave(desk);
        }
        out.redraw.write(RequestRedraw);
    }
    let Laptop { desk, hands, stale, .. } = &mut *laptop;
    let hands = hands.get_or_insert_with(|| {
        desk.phones(Some(there));
        *stale = true;
        Hands::new(game, desk)
    });
    for hand in &mut hands.desks {
        if hand.dice() != desk.dice() {
            hand.want(game, Want::UseDice(desk.dice()));
            hands.stale = true;
        }
    }
    match &mut hands.asked {
        Some((_, 0)) => hands.settled(),
        Some((_, frames)) => {
            *frames -= 1;
            out.redraw.write(RequestRedraw);
        }
        None => *stale |= hear(game, lines, hands, desk, (&mut out, &mut given)),
    }
    if std::mem::take(&mut hands.stale) {
        for (side, desk) in hands.desks.iter().enumerate() {
            let Ok(text) = serde_json::to_string(&desk.page_in_hand(game)) else { continue };
            lines.show(side, text);
        }
    }
    for (press, came) in hands.came.drain(..) {
        lines.answer(&press, came);
    }
}

/// Does what was pressed, up to the first order; whether the table has to be drawn again.
fn hear<R: Staged + Companion>(
    game: &Game<R>,
    lines: &host::Phones,
    hands: &mut Hands<R>,
    table: &mut Desk<R>,
    (out, given): (&mut Outbox<R>, &mut Given<R>),
) -> bool {
    while let Some(press) = lines.heard() {
        let Ok(wants) = serde_json::from_str::<Vec<PhoneWant>>(&press.wants) else {
            // No page of ours says that.
            hands.came.push((press, Came::Late));
            continue;
        };
        hands.stale = true;
        let (mut came, mut ordered) = (Came::Done, false);
        for want in wants.into_iter().take(MOST) {
            // Nobody goes on while it is asked whether an order may be taken back.
            if hands.back.is_some() && !matches!(want, PhoneWant::Agree(_)) {
                came = Came::Asked;
                continue;
            }
            match hands.desks[press.side].want(game, want.into()) {
                Some(Deed::Agree(yes)) => hands.agrees(press.side, yes, table, out),
                Some(deed) => {
                    carry_out(game, deed, out, given);
                    ordered = true;
                }
                None => {}
            }
        }
        if ordered {
            hands.asked = Some((press, FRAMES));
        } else {
            hands.came.push((press, came));
        }
        out.redraw.write(RequestRedraw);
        // What is pressed after this is pressed on the page that comes of it.
        return true;
    }
    false
}

fn codes<R: Staged>(lines: &host::Phones) -> PhonesModel {
    let address = SocketAddr::new(own_address(), lines.address().port());
    let line = |side: usize| {
        let link = lines.link(address, side);
        PhoneLine { side: R::mark(R::SEATS[side]), code: squares(&link).unwrap_or_default(), link, there: false }
    };
    PhonesModel { why_not: None, lines: vec![line(0), line(1)] }
}
