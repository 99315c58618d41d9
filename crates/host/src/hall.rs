//! All games of a host, and the doors to them: who gets in, to which seat, and what a wrong key costs.

use std::any::Any;
use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use opponent::Thinking;
use tabletop::fair::{Digest, Fair};
use tabletop::save::{self, Autosave};
use tabletop::{Game, Library, Ruleset};
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::games;
use crate::invitation::Key;
use crate::keys::Keys;
use crate::ledger::{Door, Kept, Ledger, Lock, Write};
use crate::lots;
use crate::room::{Room, Shared};
use crate::rulesets::{self, About, Visit};
use crate::table::{Around, Ask, Entered, Guest, Keeping, Table, Works, draws};

/// Messages of all guests of a game that wait for it.
const WAITING: usize = 64;
/// What the first wrong key of an address costs; each further one costs twice as much, up to the most.
const FIRST_COST: Duration = Duration::from_millis(500);
/// Who waits for what others tried and is then wrong waits twice this long: less than a guest's patience, which is a minute.
const MOST_COST: Duration = Duration::from_secs(20);
/// After so long without a wrong key the next one is the first again.
const FORGIVEN: Duration = Duration::from_secs(600);
/// Tokens given out for one free seat that nobody has used yet.
const MOST_FRESH: usize = 16;
/// Seats of so many games can be taken at once.
const TAKINGS: usize = 64;
/// Addresses remembered for wrong keys.
const MOST_ADDRESSES: usize = 10_000;

/// A seat of a new game, for the one who opens it to hand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenSeat {
    pub side: String,
    /// The secret that opens it.
    pub token: String,
}

/// A game that is open for guests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// Its name at this host.
    pub game: String,
    /// Three words that open a seat nobody has taken; none once all are taken.
    pub word: Option<String>,
    /// Its seats in the order of the rulebook.
    pub seats: Vec<OpenSeat>,
}

/// Who is let in.
pub(crate) struct Admitted {
    pub(crate) game: String,
    pub(crate) seat: usize,
    /// The token that was given for words.
    pub(crate) token: Option<String>,
    /// The same as it is kept, until it has been used: only then is the seat taken.
    pub(crate) fresh: Option<String>,
}

/// What came of taking a seat with a token that was given for words.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Taken {
    /// The token opens the seat, alone and for good.
    Sat,
    /// That could not be kept, so all is as it was. To be tried again.
    NotKept,
    /// Somebody else has taken the seat meanwhile.
    Late,
}

/// A token that was given for words. Until it has been used the words, and the seat's older token, are good as before: the
/// answer that brings it may be lost.
struct Fresh {
    token: String,
    /// The same as it was given.
    given: String,
    game: String,
    seat: usize,
    /// Whether the line to which it was given is there. Others with the same words get another seat, if there is one.
    is_held: bool,
}

/// What a wrong key has cost an address so far.
struct Cost {
    wrong: u32,
    until: Instant,
}

impl Cost {
    /// What the next wrong key costs.
    fn next(&self) -> Duration {
        MOST_COST.min(FIRST_COST * 2_u32.saturating_pow(self.wrong.min(16)))
    }
}

#[derive(Default)]
struct Doors {
    doors: HashMap<String, Door>,
    tokens: HashMap<String, (String, usize)>,
    words: HashMap<String, String>,
    fresh: Vec<Fresh>,
    costs: HashMap<IpAddr, Cost>,
}

impl Doors {
    fn add(&mut self, door: Door) {
        for (seat, lock) in door.seats.iter().enumerate() {
            self.tokens.insert(lock.token.clone(), (door.game.clone(), seat));
        }
        self.words.extend(door.word.clone().map(|word| (word, door.game.clone())));
        self.doors.insert(door.game.clone(), door);
    }

    /// Who comes with this key, and with a link the door as it then is, if that changes it. Nothing is changed but that words
    /// get a token.
    fn admit(&mut self, key: &Key) -> Result<Option<(Admitted, Option<Door>)>, String> {
        match key {
            Key::Token(token) => {
                let kept = lots::kept(token);
                if let Some((game, seat)) = self.tokens.get(&kept).cloned() {
                    let door = self.taken(&game, seat, &kept);
                    return Ok(Some((Admitted { game, seat, token: None, fresh: None }, door)));
                }
                let fresh = self.fresh.iter().find(|fresh| fresh.token == kept);
                Ok(fresh.map(|fresh| {
                    let (game, seat) = (fresh.game.clone(), fresh.seat);
                    (Admitted { game, seat, token: None, fresh: Some(kept) }, None)
                }))
            }
            Key::Word(word) => {
                let Some(game) = self.words.get(&lots::plain_words(word)).cloned() else { return Ok(None) };
                let Some(seat) = self.free_seat(&game) else { return Ok(None) };
                let token = lots::token()?;
                let kept = lots::kept(&token);
                let of_seat = |fresh: &&Fresh| fresh.game == game && fresh.seat == seat;
                if self.fresh.iter().filter(of_seat).count() >= MOST_FRESH
                    && let Some(oldest) = self.fresh.iter().position(|fresh| of_seat(&fresh))
                {
                    self.fresh.remove(oldest);
                }
                self.fresh.push(Fresh {
                    token: kept.clone(),
                    given: token.clone(),
                    game: game.clone(),
                    seat,
                    is_held: true,
                });
                Ok(Some((Admitted { game, seat, token: Some(token), fresh: Some(kept) }, None)))
            }
        }
    }

    /// The game that this key belongs to.
    fn game_of(&self, key: &Key) -> Option<String> {
        match key {
            Key::Token(token) => {
                let kept = lots::kept(token);
                let fresh = || self.fresh.iter().find(|fresh| fresh.token == kept).map(|fresh| fresh.game.clone());
                self.tokens.get(&kept).map(|(game, _)| game.clone()).or_else(fresh)
            }
            Key::Word(word) => self.words.get(&lots::plain_words(word)).cloned(),
        }
    }

    /// The seat that words open: a free one, and rather one for which nobody holds a token.
    fn free_seat(&self, game: &str) -> Option<usize> {
        let door = self.doors.get(game)?;
        let is_held = |seat| self.fresh.iter().any(|fresh| fresh.is_held && fresh.game == game && fresh.seat == seat);
        let mut free = (0..door.seats.len()).filter(|&seat| door.seats[seat].free);
        let first = free.clone().next();
        free.find(|&seat| !is_held(seat)).or(first)
    }

    /// The door as it is once this token has taken its seat; `None` if it is so already.
    fn taken(&self, game: &str, seat: usize, token: &str) -> Option<Door> {
        let mut door = self.doors.get(game)?.clone();
        let lock = door.seats.get_mut(seat)?;
        if !lock.free && lock.token == token {
            return None;
        }
        *lock = Lock { token: token.to_owned(), free: false };
        if door.seats.iter().all(|lock| !lock.free) {
            door.word = None;
        }
        Some(door)
    }

    /// The door as it is on the disk by now.
    fn change(&mut self, door: Door) {
        if let Some(old) = self.doors.remove(&door.game) {
            old.seats.iter().for_each(|lock| drop(self.tokens.remove(&lock.token)));
            old.word.iter().for_each(|word| drop(self.words.remove(word)));
        }
        let is_taken = |fresh: &Fresh| fresh.game == door.game && !door.seats[fresh.seat].free;
        self.fresh.retain(|fresh| !is_taken(fresh));
        self.add(door);
    }

    /// When an address may try words.
    fn try_at(&mut self, address: IpAddr) -> Instant {
        let now = Instant::now();
        let Some(cost) = self.costs.get_mut(&address) else { return now };
        // Several lines of one address wait for each other, but for no longer than one wrong key can cost.
        let at = cost.until.max(now);
        cost.until = (at + cost.next()).min(now + MOST_COST);
        at
    }

    /// Counts a wrong key; when its address is to be told.
    fn was_wrong(&mut self, address: IpAddr) -> Instant {
        let now = Instant::now();
        if self.costs.len() >= MOST_ADDRESSES {
            self.costs.retain(|_, cost| cost.until + FORGIVEN > now);
            if self.costs.len() >= MOST_ADDRESSES {
                self.costs.clear();
            }
        }
        let cost = self.costs.entry(address).or_insert(Cost { wrong: 0, until: now });
        // A right key in between forgives nothing: its owner might guess at others.
        if now > cost.until + FORGIVEN {
            cost.wrong = 0;
        }
        cost.until = cost.until.max(now + cost.next());
        cost.wrong += 1;
        cost.until
    }
}

/// All games of a host.
pub(crate) struct Hall {
    library: Arc<Library>,
    ledger: Option<Ledger>,
    doors: Mutex<Doors>,
    /// The keys of games in players' files, with the files they lie beside.
    files: Mutex<HashMap<String, (PathBuf, Keys)>>,
    /// Held while a seat is taken, so that what is on the disk and what holds here are one. There are several, each for some of
    /// the games: nobody waits until all others have their seats on the disk.
    taking: [tokio::sync::Mutex<()>; TAKINGS],
    tables: Mutex<HashMap<String, mpsc::Sender<Ask>>>,
    /// The rules of each ruleset, loaded once.
    rules: Mutex<HashMap<&'static str, Box<dyn Any + Send>>>,
    works: Works,
    /// Messages a second that are read of one seat; twice as many may come at once.
    rate: f64,
    /// What opens new games to those who know it; nobody opens one from outside if there is none.
    house_key: Option<String>,
}

/// A new game as somebody asks for it.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewGame {
    pub(crate) key: String,
    pub(crate) ruleset: String,
    pub(crate) scenario: String,
    pub(crate) seed: Option<u64>,
    #[serde(default)]
    pub(crate) agree: Vec<String>,
    /// Whether players throw real dice and say what they show.
    #[serde(default)]
    pub(crate) real_dice: bool,
    /// Whether the dice come from the machines of both players together.
    #[serde(default)]
    pub(crate) fair_dice: bool,
    /// How often fair dice are drawn, in milliseconds.
    pub(crate) beat: Option<u64>,
}

/// How often fair dice are drawn, if nothing else is said: often enough that nobody waits, and seldom enough for any line.
const USUAL_BEAT: Duration = Duration::from_millis(200);
/// The shortest and the longest time between two draws, in milliseconds.
const BEATS: RangeInclusive<u64> = 5..=5_000;

/// How the dice of a game that is opened are thrown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dicing {
    /// The host rolls them.
    Host,
    /// The host rolls them, or players say what real ones show.
    Typed,
    /// All machines together, at this beat.
    Fair(Option<Duration>),
}

impl Dicing {
    /// The time between two draws, if dice are fair.
    fn beat(self) -> Option<Duration> {
        match self {
            Self::Fair(beat) => Some(beat.unwrap_or(USUAL_BEAT)),
            Self::Host | Self::Typed => None,
        }
    }
}

/// Whether players may say what real dice show. Which dice an order needs follows from the true position, and the player who is asked
/// for them can still give another order: where anything is hidden that would show it.
fn real_dice_are_allowed<R: Ruleset>() -> Result<(), String> {
    if R::SECRETS {
        return Err(format!(
            "{} hides troops from the other side, and being asked for real dice would give them away. \
             Let the host roll, or play with real dice at one machine.",
            R::TITLE
        ));
    }
    Ok(())
}

/// Prepares a game for fair dice. Every seat takes part but the host's own. A game whose dice were fair in the same way before
/// goes on with its secret, for an order may be waiting.
fn make_fair<R: Ruleset>(game: &mut Game<R>, own: Option<usize>) -> Result<(), String> {
    let takes_part = |seat: usize| own != Some(seat);
    let seats = game.rules().sides().len();
    let goes_on = game.fair().is_some_and(|fair| (0..seats).all(|seat| fair.takes_part(seat) == takes_part(seat)));
    if !goes_on {
        let from = game.fair().map_or(0, Fair::latest) + 1;
        game.begin_fair(Fair::new(Digest::new(lots::bits()?), from, (0..seats).map(takes_part)));
    }
    Ok(())
}

/// What another thread left half done is not looked at: every value is whole between two statements.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Hall {
    pub(crate) fn new(
        library: Library,
        data: Option<&Path>,
        house_key: Option<String>,
        rate: f64,
    ) -> Result<Self, String> {
        let mut doors = Doors::default();
        let ledger = match data {
            Some(folder) => {
                let (ledger, kept) = Ledger::open(&folder.join("games.sqlite"))?;
                kept.into_iter().for_each(|door| doors.add(door));
                Some(ledger)
            }
            None => None,
        };

        Ok(Self {
            library: Arc::new(library),
            ledger,
            doors: Mutex::new(doors),
            files: Mutex::default(),
            taking: std::array::from_fn(|_| tokio::sync::Mutex::default()),
            tables: Mutex::default(),
            rules: Mutex::default(),
            works: Works::new()?,
            rate,
            house_key,
        })
    }

    /// The rules, loaded once for all games.
    pub(crate) fn rules<R: Ruleset>(&self) -> Result<Arc<R>, String> {
        let mut all = locked(&self.rules);
        if let Some(rules) = all.get(R::ID).and_then(|rules| rules.downcast_ref::<Arc<R>>()) {
            return Ok(Arc::clone(rules));
        }
        let rules = rulesets::load::<R>(&self.library).map_err(|error| error.to_string())?;
        all.insert(R::ID, Box::new(Arc::clone(&rules)));
        Ok(rules)
    }

    /// Lets somebody in by his key. A wrong one costs his address time, and more each time; who has the secret of a seat never
    /// waits for what others tried, for nobody guesses 128 bits.
    ///
    /// # Errors
    /// A sentence for him.
    pub(crate) async fn admit(&self, address: IpAddr, key: &Key) -> Result<Admitted, String> {
        if matches!(key, Key::Word(_)) {
            let at = locked(&self.doors).try_at(address);
            tokio::time::sleep_until(at).await;
        }
        let game = locked(&self.doors).game_of(key);
        let admitted = match &game {
            Some(game) => {
                let _taking = self.taking(game).lock().await;
                let admitted = locked(&self.doors).admit(key)?;
                if let Some((_, Some(door))) = &admitted {
                    self.change(door.clone()).await?;
                }
                admitted
            }
            None => None,
        };
        if let Some((mut admitted, _)) = admitted {
            // Who shows the token has got it.
            if let (Key::Token(_), Some(fresh)) = (key, &admitted.fresh)
                && self.take(fresh).await == Taken::Sat
            {
                admitted.fresh = None;
            }
            return Ok(admitted);
        }
        self.wrong_key(address).await;
        Err(match key {
            Key::Token(_) => "This link opens no seat here. Ask for a new one.",
            Key::Word(_) => {
                "These words open no free seat here. Listen again; if somebody has taken the seat, ask for a link."
            }
        }
        .to_owned())
    }

    /// What is held while a seat of this game is taken.
    fn taking(&self, game: &str) -> &tokio::sync::Mutex<()> {
        let sum = game.bytes().fold(0_usize, |sum, byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
        &self.taking[sum % TAKINGS]
    }

    /// A token that was given for words has been used: from now on it alone opens its seat.
    pub(crate) async fn take(&self, fresh: &str) -> Taken {
        let game = locked(&self.doors).fresh.iter().find(|given| given.token == fresh).map(|given| given.game.clone());
        let _taking = match &game {
            Some(game) => Some(self.taking(game).lock().await),
            None => None,
        };
        let door = {
            let doors = locked(&self.doors);
            let given = doors.fresh.iter().find(|given| given.token == fresh);
            match given {
                Some(given) => doors.taken(&given.game, given.seat, fresh),
                // The same token may have come on two lines.
                None if doors.tokens.contains_key(fresh) => return Taken::Sat,
                None => return Taken::Late,
            }
        };
        let Some(door) = door else { return Taken::Sat };
        if self.change(door).await.is_ok() { Taken::Sat } else { Taken::NotKept }
    }

    /// The line to which a token was given has ended. The token stays good: it may have been heard.
    pub(crate) fn let_go(&self, fresh: &str) {
        let mut doors = locked(&self.doors);
        doors.fresh.iter_mut().filter(|given| given.token == fresh).for_each(|given| given.is_held = false);
    }

    /// Changes a door, first on the disk.
    async fn change(&self, door: Door) -> Result<(), String> {
        if let Some(ledger) = &self.ledger {
            ledger.write(Write::Door(door.clone())).await?;
        }
        let mut doors = locked(&self.doors);
        if let Some((file, keys)) = locked(&self.files).get_mut(&door.game) {
            let given: Vec<String> = doors.fresh.iter().map(|fresh| fresh.given.clone()).collect();
            let changed = keys.changed(&door, &given);
            changed.keep(file)?;
            *keys = changed;
        }
        doors.change(door);
        Ok(())
    }

    /// Opens a game of this program for guests. `own` is the seat of the one who opens it, which no words open.
    pub(crate) fn open<R: Ruleset>(
        &self,
        game: Game<R>,
        file: Option<Autosave>,
        dicing: Dicing,
        own: Option<usize>,
        address: SocketAddr,
    ) -> Result<Opened, String> {
        if dicing == Dicing::Typed {
            real_dice_are_allowed::<R>()?;
        }
        let mut game = game;
        if dicing.beat().is_some() {
            make_fair(&mut game, own)?;
        }
        let room = Box::new(Room::new(game, dicing == Dicing::Typed));
        let path = file.as_ref().map(|file| file.path().to_path_buf());
        let before = path.as_deref().and_then(Keys::beside).filter(|keys| keys.fit(&room.sides(), own));
        let keys = match before {
            Some(keys) => keys,
            None => self.fresh_keys(&room.sides(), own)?,
        };
        let (opened, door) = (keys.opened(), keys.door());
        if let Some(path) = path {
            let keys = keys.at(address);
            keys.keep(&path)?;
            locked(&self.files).insert(opened.game.clone(), (path, keys));
        }
        locked(&self.doors).add(door);
        let keeping = file.map_or(Keeping::Nowhere, |file| Keeping::File(Box::new(file)));
        self.seat(&opened.game, room, keeping, dicing.beat())?;
        Ok(opened)
    }

    /// Begins a game for somebody outside who knows the house key, and keeps it.
    pub(crate) async fn begin(&self, address: IpAddr, new: &NewGame) -> Result<Opened, String> {
        let is_right = self.house_key.as_ref().is_some_and(|key| lots::kept(key) == lots::kept(&new.key));
        if !is_right {
            self.wrong_key(address).await;
            return Err("This key begins no games here. Ask the one who runs this host.".to_owned());
        }
        if new.fair_dice && new.real_dice {
            return Err("Dice are either thrown at a table or come from both machines. Choose one of them.".to_owned());
        }
        if new.beat.is_some_and(|beat| !BEATS.contains(&beat)) {
            return Err(format!("A beat has from {} to {} milliseconds.", BEATS.start(), BEATS.end()));
        }
        let seed = match new.seed {
            Some(seed) => seed,
            None => u64::from_le_bytes(lots::bits()?) >> 11,
        };
        let (kept, sides) = rulesets::with(&new.ruleset, Begin { hall: self, new, seed })??;
        let keys = self.fresh_keys(&sides, None)?;
        let (opened, door) = (keys.opened(), keys.door());
        let Some(ledger) = &self.ledger else { return Err("This host keeps only its own game.".to_owned()) };
        ledger.write(Write::Game { id: opened.game.clone(), kept }).await?;
        ledger.write(Write::Door(door.clone())).await?;
        locked(&self.doors).add(door);
        Ok(opened)
    }

    async fn wrong_key(&self, address: IpAddr) {
        let told = locked(&self.doors).was_wrong(address);
        tokio::time::sleep_until(told).await;
    }

    fn fresh_keys(&self, sides: &[&str], own: Option<usize>) -> Result<Keys, String> {
        let word = loop {
            let word = lots::words()?;
            if !locked(&self.doors).words.contains_key(&word) {
                break word;
            }
        };
        Keys::fresh(sides, own, word)
    }

    /// Gives a game a task of its own.
    fn seat(
        &self,
        id: &str,
        room: Box<dyn Shared>,
        keeping: Keeping,
        beat: Option<Duration>,
    ) -> Result<mpsc::Sender<Ask>, String> {
        let epoch = u64::from_le_bytes(lots::bits()?) >> 11;
        let (library, works) = (Arc::clone(&self.library), self.works.clone());
        let (send, inbox) = mpsc::channel(WAITING);
        let around = Around { library, works, rate: self.rate, table: send.downgrade() };
        let table = Table::new(id.to_owned(), room, keeping, around, epoch, beat);
        // Two may have come at once: both sit at the first one's table. One game at two tables would be two games.
        let mut tables = locked(&self.tables);
        if let Some(open) = tables.get(id).filter(|table| !table.is_closed()) {
            return Ok(open.clone());
        }
        tables.insert(id.to_owned(), send.clone());
        tokio::spawn(table.run(inbox));
        Ok(send)
    }

    /// Somebody who was let in sits down at his game, which is read from the ledger if nobody plays it just now.
    pub(crate) async fn enter(
        &self,
        admitted: &Admitted,
        push: &mpsc::Sender<axum::extract::ws::Utf8Bytes>,
        views: bool,
        since: Option<(u64, u64)>,
    ) -> Result<(mpsc::Sender<Ask>, Entered), String> {
        // A table at which nobody sits any more may just be closing: then it is opened again.
        for _ in 0..5 {
            let table = locked(&self.tables).get(&admitted.game).filter(|table| !table.is_closed()).cloned();
            let table = match table {
                Some(table) => table,
                None => self.read(&admitted.game).await?,
            };
            let (done, entered) = oneshot::channel();
            let guest = Guest { seat: admitted.seat, push: push.clone(), views };
            if table.send(Ask::Enter { guest, since, done }).await.is_ok()
                && let Ok(entered) = entered.await
            {
                return Ok((table, entered));
            }
        }
        Err("The game could not be opened. Try again.".to_owned())
    }

    async fn read(&self, id: &str) -> Result<mpsc::Sender<Ask>, String> {
        let gone = || "This game is not here any more.".to_owned();
        let Some(ledger) = &self.ledger else { return Err(gone()) };
        let kept = ledger.read(id).await?.ok_or_else(gone)?;
        let room = tokio::task::block_in_place(|| {
            rulesets::with(&kept.ruleset, Reopen { hall: self, name: id, kept: &kept })?
        })?;
        let beat = kept.fair.as_ref().map(|(beat, _)| Duration::from_millis(*beat));
        self.seat(id, room, Keeping::Ledger(ledger.clone()), beat)
    }
}

struct Begin<'a> {
    hall: &'a Hall,
    new: &'a NewGame,
    seed: u64,
}

impl Visit for Begin<'_> {
    type Answer = Result<(Kept, Vec<&'static str>), String>;

    fn visit<R: Thinking>(self, _: &About) -> Self::Answer {
        if self.new.real_dice {
            real_dice_are_allowed::<R>()?;
        }
        let rules = self.hall.rules::<R>()?;
        // Only scenarios of the program: a name must not reach the host's own files.
        let known = self.hall.library.scenarios(R::ID).map_err(|error| error.to_string())?;
        if !known.iter().any(|file| file.name == self.new.scenario) {
            let names: Vec<String> = known.iter().map(|file| format!("`{}`", file.name)).collect();
            return Err(format!("There is no such scenario here. There is: {}.", names.join(", ")));
        }
        let sides = rules.sides().iter().map(|&side| R::side_name(side)).collect();
        let mut game = games::begin(&self.hall.library, rules, &self.new.scenario, &self.new.agree, self.seed)?;
        let beginning = save::to_text(&game, &games::note(&game))?;
        if self.new.fair_dice {
            make_fair(&mut game, None)?;
        }
        let beat = self.new.beat.unwrap_or(USUAL_BEAT.as_millis() as u64);
        let fair = draws::kept(game.fair())?.map(|fair| (beat, fair));
        let kept = Kept { ruleset: R::ID.to_owned(), beginning, typed: self.new.real_dice, orders: Vec::new(), fair };
        Ok((kept, sides))
    }
}

struct Reopen<'a> {
    hall: &'a Hall,
    name: &'a str,
    kept: &'a Kept,
}

impl Visit for Reopen<'_> {
    type Answer = Result<Box<dyn Shared>, String>;

    fn visit<R: Thinking>(self, _: &About) -> Self::Answer {
        let Kept { beginning, orders, typed, fair, .. } = self.kept;
        let fair = fair.as_ref().map(|(_, fair)| serde_json::from_str(fair)).transpose();
        let fair = fair.map_err(|error| format!("What the fair dice come from cannot be read: {error}."))?;
        let fair = fair.into_iter().collect();
        let game = save::from_entries::<R>(self.hall.rules()?, self.name, beginning, orders, orders.len(), fair)
            .map_err(|error| error.to_string())?;
        Ok(Box::new(Room::new(game, *typed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A door of two seats whose taking cannot be kept.
    #[test]
    fn a_seat_whose_taking_cannot_be_kept_stays_free_and_its_link_and_words_stay_good() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.sqlite");
        drop(Ledger::open(&path).unwrap());
        // The thread lets go of the file a moment later.
        std::thread::sleep(Duration::from_millis(300));
        let connection = rusqlite::Connection::open(&path).unwrap();
        let full = "CREATE TRIGGER full BEFORE INSERT ON seats BEGIN SELECT RAISE(ABORT, 'full'); END";
        connection.execute_batch(full).unwrap();
        drop(connection);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let hall = Hall::new(Library::at("../..".into()).unwrap(), Some(folder.path()), None, 50.0).unwrap();
        let keys = hall.fresh_keys(&["One", "Two"], None).unwrap();
        let (opened, door) = (keys.opened(), keys.door());
        locked(&hall.doors).add(door.clone());
        let address = IpAddr::from([127, 0, 0, 1]);
        runtime.block_on(async {
            let link = Key::Token(opened.seats[0].token.clone());
            assert!(hall.admit(address, &link).await.is_err());
            let admitted = hall.admit(address, &Key::Word(opened.word.clone().unwrap())).await.unwrap();
            let (token, fresh) = (admitted.token.unwrap(), admitted.fresh.unwrap());
            assert_eq!(hall.take(&fresh).await, Taken::NotKept);
            let again = hall.admit(address, &Key::Token(token)).await.unwrap();
            assert_eq!((again.seat, again.fresh), (admitted.seat, Some(fresh)), "it is tried again later");
        });
        let doors = locked(&hall.doors);
        assert_eq!(doors.doors[&opened.game], door, "nothing has changed");
        assert!(
            doors.words.contains_key(opened.word.as_ref().unwrap()) && doors.tokens.contains_key(&door.seats[0].token)
        );
    }
}
