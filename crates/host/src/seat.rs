//! A seat at a host elsewhere: what a window or a bot holds in the place of a whole game. The line to the host lives in a thread
//! of its own and mends itself; what happened meanwhile comes in order.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use rustls::pki_types::ServerName;
use serde::Deserialize;
use serde_json::{Value, json};
use tabletop::fair::Digest;
use tabletop::{Need, Outcome, Refusal, Roll, Ruleset};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpStream;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::sync::oneshot;
use tokio::time::{sleep, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::invitation::{Invitation, Key};
use crate::oath::{Asked, Oath, own_order};
use crate::server::PROTOCOL;
use crate::tls;

/// How long finding the host may take.
const CONNECTING: Duration = Duration::from_secs(15);
/// How long the host may take to accept what is sent.
const SENDING: Duration = Duration::from_secs(15);
/// A line on which nothing comes for so long, not even the host's question whether we are there, is lost.
const SILENCE: Duration = Duration::from_secs(60);
/// Between two tries to find the host again: this long at first, twice as long each time, this long at most.
const FIRST_TRY: Duration = Duration::from_millis(300);
const LAST_TRY: Duration = Duration::from_secs(15);
/// The longest message of a host: a whole view with much on the table.
const LONGEST: usize = 8 << 20;

/// Who is at a side.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Present {
    pub side: String,
    /// How many machines sit there.
    pub here: usize,
    /// Whether a machine there takes its part in fair dice just now; none if none has to.
    #[serde(default)]
    pub dice: Option<bool>,
}

/// What was written to each other.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Said {
    /// The side.
    pub by: String,
    pub text: String,
}

/// What the host says when one sits down.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Welcome {
    /// The game's name at the host.
    pub game: String,
    pub ruleset: String,
    /// Its scenario's title.
    pub title: String,
    /// The side one sits at.
    pub side: String,
    /// All sides, in the order of the rulebook.
    pub sides: Vec<String>,
    /// The token of the seat, if it was taken with words: it opens the seat from now on.
    pub token: Option<String>,
    /// What was written to each other lately.
    pub said: Vec<Said>,
    epoch: u64,
    number: u64,
}

/// The position as this seat may know it.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(bound(deserialize = ""))]
pub struct Position<R: Ruleset> {
    /// How much this seat has noticed.
    pub number: u64,
    pub state: R::State,
    /// The question, if this seat is to answer it.
    pub question: Option<String>,
    pub to_act: Option<String>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
}

/// What this seat notices of an order, its own or another's.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(bound(deserialize = ""))]
pub struct Notice<R: Ruleset> {
    /// How much this seat has noticed with it.
    pub number: u64,
    #[serde(default = "Vec::new")]
    pub events: Vec<R::Event>,
    /// The dice it may know of.
    #[serde(default)]
    pub rolls: Vec<Roll>,
    /// What happened, a sentence each.
    #[serde(default)]
    pub told: Vec<String>,
    /// Who gave the order, and the order, if this seat may know them.
    pub by: Option<String>,
    /// The order as a sentence.
    pub phrase: Option<String>,
    /// How many of the last notices no longer hold.
    #[serde(default)]
    pub taken_back: u64,
    /// Who decides next.
    pub to_act: Option<String>,
    /// The result, once there is one.
    pub outcome: Option<Outcome>,
    /// The position afterwards.
    pub state: Option<R::State>,
    /// The question, if this seat is to answer it.
    pub question: Option<String>,
}

/// Why a request was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum No {
    /// The rules forbid it.
    Refused(Refusal),
    /// A die is still to be thrown.
    NeedsRoll(Need),
    /// Anything else, in a sentence.
    Error(String),
}

/// What comes from the host.
#[derive(Clone, Debug, PartialEq)]
pub enum Heard<R: Ruleset> {
    /// One has sat down, for the first time or again.
    Welcome(Box<Welcome>),
    /// The position as a whole: after sitting down, and where notices do not tell all.
    Position(Box<Position<R>>),
    /// Something happened.
    Noticed(Box<Notice<R>>),
    /// The answer to a request, but for an order that was carried out, which comes as [`Heard::Noticed`] before.
    Answer(u64, Result<Value, No>),
    /// Who is there has changed.
    Who(Vec<Present>),
    /// Somebody wrote a line.
    Said(Said),
    /// This side asks to take its last order back.
    UndoAsked(String),
    /// The other side has answered.
    UndoAnswered(bool),
    /// The line is lost, and is being mended; requests that were not answered may have been done or not: what happened tells.
    Lost(String),
    /// The host will not have us, or is not the one we were invited to.
    Ended(String),
}

/// A seat at a host.
pub struct Seat<R: Ruleset> {
    send: UnboundedSender<String>,
    heard: mpsc::Receiver<Heard<R>>,
    next: AtomicU64,
    /// Dropped with the seat: the thread then ends, whatever it waits for.
    _here: oneshot::Sender<()>,
}

impl<R: Ruleset> Seat<R> {
    /// Sits down. `wake` is called whenever something was heard, from another thread.
    ///
    /// # Errors
    /// The thread could not be started. That the host is not there is heard later.
    pub fn join(invitation: Invitation, wake: impl Fn() + Send + 'static) -> Result<Self, String> {
        let (send, outbox) = unbounded_channel();
        let (told, heard) = mpsc::channel();
        let (_here, left) = oneshot::channel();
        let failed = |error: std::io::Error| format!("No thread could be started: {error}.");
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(failed)?;
        let line = Line {
            invitation,
            outbox,
            left,
            told,
            wake: Box::new(wake),
            since: None,
            shown: None,
            oath: None,
            given: HashMap::new(),
            replies: Vec::new(),
            is_over: false,
        };
        std::thread::Builder::new()
            .name("seat".into())
            .spawn(move || runtime.block_on(line.keep_up()))
            .map_err(failed)?;
        Ok(Self { send, heard, next: AtomicU64::new(0), _here })
    }

    /// What was heard next, if anything was.
    pub fn heard(&self) -> Option<Heard<R>> {
        self.heard.try_recv().ok()
    }

    /// What is heard next, waiting for it.
    pub fn wait(&self, most: Duration) -> Option<Heard<R>> {
        self.heard.recv_timeout(most).ok()
    }

    /// Gives an order. Its number comes back with the answer.
    pub fn order(&self, command: &R::Command) -> u64 {
        self.ask("do", json!({"command": command}))
    }

    /// Asks one of the protocol's words: `options`, `odds`, `undo`, `answer`, `rule`, `say`, `who` and so on.
    pub fn ask(&self, word: &str, what: Value) -> u64 {
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        // A line that has ended has said so; a caller that goes on asking is told nothing more.
        let _ = self.send.send(json!({"id": id, word: what}).to_string());
        id
    }
}

trait Bytes: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Bytes for T {}

type Socket = WebSocketStream<Box<dyn Bytes>>;

/// How a line ended.
enum End {
    /// To be mended.
    Lost(String),
    /// For good.
    Ended(String),
    /// The one who sat there has gone.
    Left,
}

struct Line<R: Ruleset> {
    invitation: Invitation,
    outbox: UnboundedReceiver<String>,
    left: oneshot::Receiver<()>,
    told: mpsc::Sender<Heard<R>>,
    wake: Box<dyn Fn() + Send>,
    since: Option<(u64, u64)>,
    /// The fingerprint of the certificate on this line.
    shown: Option<String>,
    /// This seat's part in fair dice.
    oath: Option<Oath>,
    /// The orders that were not answered yet.
    given: HashMap<u64, Digest>,
    /// What is to be said of oneself.
    replies: Vec<String>,
    /// Whether the secrets of the dice were asked for.
    is_over: bool,
}

/// What this thread asks of itself.
const BIND: &str = "bind";
const SECRETS: &str = "secrets";
const LINK: &str = "link";

/// The question after the position, once one has sat down.
fn first_look() -> String {
    json!({"id": 0, "view": {}}).to_string()
}

/// Sends a message, within the time that a host may take to accept it.
async fn say(socket: &mut Socket, text: String) -> Result<(), String> {
    match timeout(SENDING, socket.send(Message::text(text))).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(format!("The line broke: {error}.")),
        Err(_) => Err("The host takes nothing any more.".to_owned()),
    }
}

/// Opens a line to a host, without a word on it.
///
/// With it comes the fingerprint of the certificate that was shown.
///
/// # Errors
/// A sentence; and whether there is no use in trying again.
async fn connect(invitation: &Invitation) -> Result<(Socket, Option<String>), (String, bool)> {
    let address = &invitation.address;
    let lost = |why: String| (why, false);
    let stream = match timeout(CONNECTING, TcpStream::connect(address.as_str())).await {
        Ok(Ok(stream)) => stream,
        Ok(Err(error)) => return Err(lost(format!("{address} cannot be reached: {error}."))),
        Err(_) => return Err(lost(format!("{address} does not answer."))),
    };
    let _ = stream.set_nodelay(true);
    let (stream, shown): (Box<dyn Bytes>, _) = if invitation.plain {
        (Box::new(stream), None)
    } else {
        let config = tls::client(invitation.certificate.clone()).map_err(|why| (why, true))?;
        let name = ServerName::try_from(tls::NAME).map_err(|error| (error.to_string(), true))?;
        let secured = tokio_rustls::TlsConnector::from(config).connect(name, stream);
        match timeout(CONNECTING, secured).await {
            Ok(Ok(stream)) => {
                let certificate = stream.get_ref().1.peer_certificates().and_then(<[_]>::first);
                let shown = certificate.map(|certificate| tls::fingerprint(certificate));
                (Box::new(stream), shown)
            }
            Ok(Err(error)) => {
                let is_other = error.get_ref().and_then(|error| error.downcast_ref::<rustls::Error>());
                if matches!(is_other, Some(rustls::Error::InvalidCertificate(_))) {
                    let why = format!(
                        "The machine at {address} is not the one that invited you: it shows another certificate."
                    );
                    return Err((why, true));
                }
                return Err(lost(format!("No encrypted line to {address}: {error}.")));
            }
            Err(_) => return Err(lost(format!("{address} does not answer."))),
        }
    };
    let config = WebSocketConfig::default().max_message_size(Some(LONGEST)).max_frame_size(Some(LONGEST));
    let url = format!("ws://{address}/seat");
    let opened = tokio_tungstenite::client_async_with_config(url, stream, Some(config));
    match timeout(CONNECTING, opened).await {
        Ok(Ok((socket, _))) => Ok((socket, shown)),
        Ok(Err(error)) => Err(lost(format!("{address} is no host of this game: {error}."))),
        Err(_) => Err(lost(format!("{address} does not answer."))),
    }
}

impl<R: Ruleset> Line<R> {
    async fn keep_up(mut self) {
        let mut pause = FIRST_TRY;
        loop {
            let connected = tokio::select! {
                connected = connect(&self.invitation) => connected,
                _ = &mut self.left => return,
            };
            let end = match connected {
                Ok((socket, shown)) => {
                    self.shown = shown;
                    self.talk(socket, &mut pause).await
                }
                Err((why, true)) => End::Ended(why),
                Err((why, false)) => End::Lost(why),
            };
            match end {
                End::Left => return,
                End::Ended(why) => return self.tell(Heard::Ended(why)),
                End::Lost(why) => self.tell(Heard::Lost(why)),
            }
            // What was asked of the lost line is not asked again: it may have been done.
            let waiting = sleep(pause);
            tokio::pin!(waiting);
            loop {
                tokio::select! {
                    () = &mut waiting => break,
                    asked = self.outbox.recv() => match asked {
                        Some(asked) => self.not_sent(&asked),
                        None => return,
                    },
                }
            }
            pause = LAST_TRY.min(pause * 2);
        }
    }

    fn tell(&self, heard: Heard<R>) {
        let _ = self.told.send(heard);
        (self.wake)();
    }

    fn not_sent(&self, asked: &str) {
        let id = serde_json::from_str::<Value>(asked).ok().and_then(|asked| asked["id"].as_u64()).unwrap_or(0);
        let no = No::Error("There is no line to the host just now. Try again when it is back.".into());
        self.tell(Heard::Answer(id, Err(no)));
    }

    async fn talk(&mut self, mut socket: Socket, pause: &mut Duration) -> End {
        // What was to be said on the line before is not said on this one.
        self.replies.clear();
        self.is_over = false;
        let mut hello = json!({"protocol": PROTOCOL, "views": true});
        // With words the first look waits for the welcome: it tells the host that the token has come.
        let look = match &self.invitation.key {
            Key::Token(token) => {
                hello["token"] = token.as_str().into();
                Some(first_look())
            }
            Key::Word(word) => {
                hello["word"] = word.as_str().into();
                None
            }
        };
        if let Some(since) = self.since {
            hello["since"] = json!(since);
        }
        for first in std::iter::once(json!({"id": 0, "hello": hello}).to_string()).chain(look) {
            if let Err(why) = say(&mut socket, first).await {
                return End::Lost(why);
            }
        }
        loop {
            tokio::select! {
                asked = self.outbox.recv() => {
                    let Some(asked) = asked else {
                        let _ = timeout(Duration::from_secs(1), socket.close(None)).await;
                        return End::Left;
                    };
                    self.remember(&asked);
                    if let Err(why) = say(&mut socket, asked).await {
                        return End::Lost(why);
                    }
                }
                message = timeout(SILENCE, socket.next()) => {
                    let text = match message {
                        Ok(Some(Ok(Message::Text(text)))) => text,
                        Ok(Some(Ok(Message::Close(_)))) | Ok(None) => return End::Lost("The host has ended the line.".into()),
                        Ok(Some(Ok(_))) => continue,
                        Ok(Some(Err(error))) => return End::Lost(format!("The line broke: {error}.")),
                        Err(_) => return End::Lost("The host has fallen silent.".into()),
                    };
                    match serde_json::from_str(&text).map_err(|error| error.to_string()).and_then(|said| self.hear(said)) {
                        Ok(None) => *pause = FIRST_TRY,
                        Ok(Some(ended)) => return End::Ended(ended),
                        Err(error) => return End::Ended(format!("The host says what this program does not understand: {error}.")),
                    }
                    for reply in std::mem::take(&mut self.replies) {
                        if let Err(why) = say(&mut socket, reply).await {
                            return End::Lost(why);
                        }
                    }
                }
            }
        }
    }

    /// Keeps the hash of an order until it is answered, if dice are fair.
    fn remember(&mut self, asked: &str) {
        let Some(asked) = self.oath.is_some().then(|| serde_json::from_str::<Value>(asked).ok()).flatten() else {
            return;
        };
        if let (Some(id), Some(command)) = (asked["id"].as_u64(), asked["do"].get("command")) {
            self.given.insert(id, own_order(command));
        }
    }

    /// What the host says of fair dice when one has sat down: this machine binds itself.
    fn bind(&mut self, fair: Option<Value>) -> Result<Option<String>, String> {
        let Some(fair) = fair.filter(|fair| !fair.is_null()) else {
            let changed = "The host rolls the dice now, to which both machines were bound before.";
            return Ok(self.oath.is_some().then(|| changed.to_owned()));
        };
        let asked: Asked = serde_json::from_value(fair).map_err(|error| error.to_string())?;
        let oath = match self.oath.take() {
            Some(oath) if oath.is_as_before(&asked) => oath,
            Some(_) => return Ok(Some("The host has bound itself to another secret for the dice than before.".into())),
            None => Oath::new(asked)?,
        };
        if oath.takes_part() {
            self.replies.push(json!({"id": BIND, "bind": oath.bind()}).to_string());
        }
        self.oath = Some(oath);
        Ok(None)
    }

    /// Once the game is over, everything is checked.
    fn ask_for_secrets(&mut self, is_over: bool) {
        if is_over && self.oath.is_some() && !self.is_over {
            self.is_over = true;
            self.replies.push(json!({"id": SECRETS, SECRETS: {}}).to_string());
        }
    }

    /// The answer to what this thread has asked for fair dice; a sentence if it is the end.
    fn own_answer(&mut self, id: &str, said: &mut Value) -> Option<String> {
        let oath = self.oath.as_mut()?;
        match (id, said.get_mut("ok").map(Value::take)) {
            (BIND, Some(ok)) => oath.bound(ok["from"].as_u64().unwrap_or(0)).err(),
            // Another machine was bound at this seat meanwhile: this one begins again.
            (BIND, None) if !oath.is_fresh() => {
                let again = oath.again();
                match again {
                    Ok(fresh) => {
                        self.replies.push(json!({"id": BIND, "bind": fresh.bind()}).to_string());
                        self.oath = Some(fresh);
                        None
                    }
                    Err(why) => Some(why),
                }
            }
            (BIND, None) => Some("The host does not let this machine take part in the dice.".to_owned()),
            (SECRETS, Some(shown)) => oath.finish(shown).err(),
            (SECRETS, None) => Some("The game is over, and the host does not show what the dice came from.".to_owned()),
            _ => None,
        }
    }

    /// Hears one message; a sentence if it is the end.
    fn hear(&mut self, mut said: Value) -> Result<Option<String>, String> {
        fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, String> {
            serde_json::from_value(value).map_err(|error| error.to_string())
        }
        if let Some(id) = said.get("id").and_then(Value::as_str).map(str::to_owned) {
            return Ok(self.own_answer(&id, &mut said));
        }
        let id = said.get("id").and_then(Value::as_u64);
        let mut part = |key: &str| said.get_mut(key).map(Value::take);
        if let Some(ended) = part("ended") {
            return Ok(Some(ended["because"].as_str().unwrap_or("The host will not have us.").to_owned()));
        }
        let answer = if let Some(ok) = part("ok") {
            Ok(ok)
        } else if let Some(refused) = part("refused") {
            Err(No::Refused(read(refused)?))
        } else if let Some(need) = part("needs_roll") {
            Err(No::NeedsRoll(read(need)?))
        } else if let Some(error) = part("error") {
            Err(No::Error(error["because"].as_str().unwrap_or_default().to_owned()))
        } else {
            if let Some(draw) = part("draw") {
                let Some(oath) = &mut self.oath else { return Ok(None) };
                match oath.draw(draw) {
                    Ok(link) => self.replies.push(json!({"id": LINK, LINK: link}).to_string()),
                    Err(wrong) => return Ok(Some(wrong)),
                }
            } else if let Some(noticed) = part("noticed") {
                return self.notice(noticed, None);
            } else if let Some(mut who) = part("who") {
                self.tell(Heard::Who(read(who["seats"].take())?));
            } else if let Some(line) = part("said") {
                self.tell(Heard::Said(read(line)?));
            } else if let Some(asked) = part("asked") {
                self.tell(Heard::UndoAsked(asked["undo"]["by"].as_str().unwrap_or_default().to_owned()));
            } else if let Some(answered) = part("answered") {
                self.tell(Heard::UndoAnswered(answered["undo"].as_bool().unwrap_or(false)));
            }
            return Ok(None);
        };
        match (id, answer) {
            (Some(0), Ok(mut ok)) if ok.get("epoch").is_some() => {
                let fair = ok.get_mut("fair").map(Value::take);
                let missed = ok.get_mut("missed").map(Value::take).filter(|missed| !missed.is_null());
                let asked = ok.get("asked").and_then(|asked| asked["undo"]["by"].as_str()).map(str::to_owned);
                let welcome: Welcome = read(ok)?;
                if welcome.ruleset != R::ID {
                    return Ok(Some(format!("This is a game of `{}`, not of {}.", welcome.ruleset, R::TITLE)));
                }
                if let Some(token) = &welcome.token {
                    // From now on the seat is opened by its own secret; the words are void.
                    self.invitation.key = Key::Token(token.clone());
                    self.replies.push(first_look());
                }
                // The seat's secret goes to no other machine than the one that gave or took it.
                if self.invitation.certificate.is_none() {
                    self.invitation.certificate = self.shown.take();
                }
                self.since = Some((welcome.epoch, welcome.number));
                self.tell(Heard::Welcome(Box::new(welcome)));
                if let Some(ended) = self.bind(fair)? {
                    return Ok(Some(ended));
                }
                for notice in missed.map(read::<Vec<Value>>).transpose()?.into_iter().flatten() {
                    if let Some(ended) = self.hear_notice(notice, None, false)? {
                        return Ok(Some(ended));
                    }
                }
                if let Some(by) = asked {
                    self.tell(Heard::UndoAsked(by));
                }
            }
            (Some(0), Ok(ok)) => {
                let position: Box<Position<R>> = read(ok)?;
                self.ask_for_secrets(position.outcome.is_some());
                self.tell(Heard::Position(position));
            }
            (id, Ok(ok)) if ok.get("events").is_some() => {
                let own = id.and_then(|id| self.given.remove(&id));
                if let Some(ended) = self.notice(ok, own)? {
                    return Ok(Some(ended));
                }
                self.tell(Heard::Answer(id.unwrap_or(0), Ok(Value::Null)));
            }
            (id, answer) => {
                id.and_then(|id| self.given.remove(&id));
                self.tell(Heard::Answer(id.unwrap_or(0), answer));
            }
        }
        Ok(None)
    }

    fn notice(&mut self, notice: Value, own: Option<Digest>) -> Result<Option<String>, String> {
        self.hear_notice(notice, own, true)
    }

    /// Hears a notice, and checks its dice; a sentence if they are wrong. `counts` is whether it is the last one so far.
    fn hear_notice(&mut self, mut notice: Value, own: Option<Digest>, counts: bool) -> Result<Option<String>, String> {
        let proof = notice.get_mut("dice").map(Value::take);
        let notice: Notice<R> = serde_json::from_value(notice).map_err(|error| error.to_string())?;
        if let Some(oath) = &mut self.oath
            && let Err(wrong) = oath.check(proof, &notice.rolls, own)
        {
            return Ok(Some(wrong));
        }
        self.ask_for_secrets(notice.outcome.is_some());
        if let Some((_, number)) = self.since.as_mut().filter(|_| counts) {
            *number = notice.number;
        }
        self.tell(Heard::Noticed(Box::new(notice)));
        Ok(None)
    }
}

/// Says one word to a host and gives its answer: how a game is begun at a host that keeps many. The invitation holds from then on
/// to the certificate that was shown.
///
/// # Errors
/// The host is not there, or a sentence of its own.
pub fn say_once(invitation: &mut Invitation, word: &str, what: Value) -> Result<Value, String> {
    let runtime =
        tokio::runtime::Builder::new_current_thread().enable_all().build().map_err(|error| error.to_string())?;
    let broke = |error| format!("The line broke: {error}.");
    runtime.block_on(async {
        let (mut socket, shown) = connect(invitation).await.map_err(|(why, _)| why)?;
        invitation.certificate = shown.or(invitation.certificate.take());
        say(&mut socket, json!({ word: what }).to_string()).await?;
        let silent = |_| "The host has fallen silent.".to_owned();
        while let Some(message) = timeout(SILENCE, socket.next()).await.map_err(silent)? {
            if let Message::Text(text) = message.map_err(broke)? {
                let mut said: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                return match said.get_mut("ok") {
                    Some(ok) => Ok(ok.take()),
                    None => Err(said["ended"]["because"].as_str().unwrap_or("The host says no.").to_owned()),
                };
            }
        }
        Err("The host has ended the line.".to_owned())
    })
}
