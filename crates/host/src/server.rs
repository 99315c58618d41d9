//! The lines to a host: accepting them, bounding what may come through them, and the first word of each.

use std::collections::HashMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::IntoResponse;
use axum::routing::get;
use futures_util::{SinkExt, StreamExt};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, mpsc, watch};
use tokio::time::{Instant, interval, sleep, sleep_until, timeout};
use tokio_rustls::TlsAcceptor;

use crate::hall::{Hall, NewGame, Taken};
use crate::invitation::Key;
use crate::page;
use crate::table::{Ask, Entered};
use crate::talk::request::one_word;
use crate::talk::{Trouble, envelope};

/// The version of what is said on a line. Another one is refused with a sentence.
///
/// 2: dice may be fair (`bind`, `link`, `secrets`). 3: positions have another form.
pub const PROTOCOL: u32 = 3;

/// The longest message that is read, in bytes. The longest orders have a few thousand.
pub const LONGEST_MESSAGE: usize = 64 * 1024;
/// How long a line may take for the handshake, a request's head and its first word.
pub(crate) const HANDSHAKE: Duration = Duration::from_secs(10);
/// A line that says nothing for so long is asked whether it is still there …
pub(crate) const PING: Duration = Duration::from_secs(20);
/// … and one that has said nothing for so long is closed.
pub(crate) const IDLE: Duration = Duration::from_secs(65);
/// How long a line may take to accept what is sent.
pub(crate) const SENDING: Duration = Duration::from_secs(15);
/// How long a line may go on with requests before it is a WebSocket: browsers come again for what they still want.
const REQUESTS: Duration = Duration::from_secs(60);
/// What may wait to be sent on one line, in messages.
const QUEUE: usize = 128;
/// Lines in all, and from one address other than this machine's.
const MOST_LINES: usize = 4_096;
const MOST_OF_ADDRESS: usize = 64;

/// How lines are taken.
#[derive(Clone)]
pub(crate) struct Lines {
    pub(crate) hall: Arc<Hall>,
    pub(crate) acceptor: TlsAcceptor,
    /// Whether lines that are not encrypted are taken: for phones at the table, or behind a proxy that encrypts.
    pub(crate) plain: bool,
    /// Whether all lines come through a proxy, so that an address says nothing about who calls.
    pub(crate) behind_proxy: bool,
}

#[derive(Clone, Copy)]
struct Caller(IpAddr);

/// Takes lines until told to stop.
pub(crate) async fn serve(listener: TcpListener, lines: Lines, mut stop: watch::Receiver<bool>) {
    let room = Arc::new(Semaphore::new(MOST_LINES));
    let callers = Callers::default();
    let router =
        Router::new().route("/seat", get(seat)).merge(page::routes()).with_state((lines.clone(), stop.clone()));
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => return,
        };
        let Ok((stream, caller)) = accepted else {
            // Too many open files, for one: it passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let most = if lines.behind_proxy { usize::MAX } else { MOST_OF_ADDRESS };
        let Some(place) = Place::of(&room, &callers, caller, most) else { continue };
        let (router, lines, mut stop) = (router.clone(), lines.clone(), stop.clone());
        tokio::spawn(async move {
            tokio::select! {
                () = attend(stream, caller, place, router, &lines) => {}
                () = stopped(&mut stop) => {}
            }
        });
    }
}

/// A line's place among all and among those of its address. Whatever the line has become holds a copy, for as long as it lasts.
#[derive(Clone)]
pub(crate) struct Place {
    _held: Arc<(OwnedSemaphorePermit, Counted)>,
}

impl Place {
    /// `None` if there is no room for one more, in all or for this address.
    pub(crate) fn of(room: &Arc<Semaphore>, callers: &Callers, caller: SocketAddr, most: usize) -> Option<Self> {
        let permit = Arc::clone(room).try_acquire_owned().ok()?;
        Some(Self { _held: Arc::new((permit, Counted::one_more(callers, caller, most)?)) })
    }
}

/// How many lines each address has.
pub(crate) type Callers = Arc<Mutex<HashMap<IpAddr, usize>>>;

/// Until the host stops.
pub(crate) async fn stopped(stop: &mut watch::Receiver<bool>) {
    let _ = stop.wait_for(|stop| *stop).await;
}

/// One of the lines of an address, for as long as it lasts.
struct Counted {
    callers: Callers,
    caller: IpAddr,
}

impl Counted {
    fn one_more(callers: &Callers, caller: SocketAddr, most: usize) -> Option<Self> {
        let caller = caller.ip().to_canonical();
        let mut counts = callers.lock().unwrap_or_else(PoisonError::into_inner);
        let count = counts.entry(caller).or_insert(0);
        if *count >= most && !caller.is_loopback() {
            return None;
        }
        *count += 1;
        Some(Self { callers: Arc::clone(callers), caller })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.callers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = counts.get_mut(&self.caller) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.caller);
            }
        }
    }
}

/// One line from its first byte. What begins like TLS is TLS.
async fn attend(stream: TcpStream, caller: SocketAddr, place: Place, router: Router, lines: &Lines) {
    let _ = stream.set_nodelay(true);
    let mut first = [0; 1];
    let Ok(Ok(1)) = timeout(HANDSHAKE, stream.peek(&mut first)).await else { return };
    let router = router.layer(Extension(Caller(caller.ip().to_canonical())));
    const TLS_HANDSHAKE: u8 = 0x16;
    if first[0] == TLS_HANDSHAKE {
        if let Ok(Ok(stream)) = timeout(HANDSHAKE, lines.acceptor.accept(stream)).await {
            http(stream, place, router).await;
        }
    } else if lines.plain || caller.ip().is_loopback() {
        http(stream, place, router).await;
    }
}

/// Answers requests on a line, until one of them makes it a WebSocket, which then holds its place by itself.
pub(crate) async fn http(stream: impl AsyncRead + AsyncWrite + Unpin + Send + 'static, place: Place, router: Router) {
    let router = router.layer(Extension(place));
    let served = hyper::server::conn::http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HANDSHAKE)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(router))
        .with_upgrades();
    // A line that breaks is nobody's news, and neither is one that takes its pages too slowly.
    let _ = timeout(REQUESTS, served).await;
}

pub(crate) type Shared = (Lines, watch::Receiver<bool>);

async fn seat(
    upgrade: WebSocketUpgrade,
    Extension(caller): Extension<Caller>,
    Extension(place): Extension<Place>,
    State((lines, stop)): State<Shared>,
) -> impl IntoResponse {
    upgrade.max_message_size(LONGEST_MESSAGE).max_frame_size(LONGEST_MESSAGE).read_buffer_size(4_096).on_upgrade(
        async move |socket| {
            let _place = place;
            line(socket, caller.0, lines, stop).await;
        },
    )
}

/// The first word of a line: who is there.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    /// Read before the rest; see [`first_word`].
    #[serde(rename = "protocol")]
    _protocol: u32,
    token: Option<String>,
    word: Option<String>,
    /// Whether the whole view is wanted with each notice.
    #[serde(default)]
    views: bool,
    /// What was seen last: the number of the host's run, and of the notice.
    since: Option<(u64, u64)>,
}

enum First {
    Hello(Hello),
    New(NewGame),
}

const FIRST: &str = "hello, new";

fn first_word(text: &str) -> (Option<Value>, Result<First, Trouble>) {
    let parsed = one_word(text.as_bytes(), FIRST, |key, piece| match key {
        "hello" => {
            // A later version may say more: its number is read before the rest.
            let said: Value = piece.read()?;
            match said.get("protocol").and_then(Value::as_u64) {
                Some(version) if version == u64::from(PROTOCOL) => piece.read().map(First::Hello),
                Some(version) => Err(Trouble::error(format!(
                    "You speak version {version} of the protocol, and this host version {PROTOCOL}. \
                     The one of you with the lower number needs a newer program."
                ))),
                None => Err(Trouble::error(format!("Say which protocol you speak: {{\"protocol\": {PROTOCOL}, …}}."))),
            }
        }
        "new" => piece.read().map(First::New),
        other => Err(piece.unknown(other, FIRST)),
    });
    parsed.unwrap_or_else(|trouble| (None, Err(trouble)))
}

async fn line(mut socket: WebSocket, caller: IpAddr, lines: Lines, mut stop: watch::Receiver<bool>) {
    let deadline = Instant::now() + HANDSHAKE;
    let (table, entered, inbox, mut unused, allowance) = loop {
        let Ok(Some(Ok(message))) = tokio::time::timeout_at(deadline, socket.recv()).await else { return };
        let text = match message {
            Message::Text(text) => text,
            Message::Close(_) => return,
            Message::Ping(_) | Message::Pong(_) => continue,
            Message::Binary(_) => return refuse(socket, None, Trouble::error("Messages are text.")).await,
        };
        let (id, first) = first_word(&text);
        match first {
            Ok(First::Hello(hello)) => match sit_down(&lines.hall, caller, hello).await {
                Ok(Seated { table, number, welcome, inbox, unused, allowance }) => {
                    let welcome = envelope(id, Ok(welcome));
                    if !send(&mut socket, welcome.to_string().into()).await {
                        let _ = table.send(Ask::Leave(number)).await;
                        return;
                    }
                    break (table, number, inbox, unused, allowance);
                }
                Err(trouble) => return refuse(socket, id, trouble).await,
            },
            Ok(First::New(new)) => {
                let opened = match lines.hall.begin(caller, &new).await {
                    Ok(opened) => opened,
                    Err(because) => return refuse(socket, id, Trouble::error(because)).await,
                };
                let seats: Vec<Value> =
                    opened.seats.iter().map(|seat| json!({"side": seat.side, "token": seat.token})).collect();
                let answer = envelope(id, Ok(json!({"game": opened.game, "word": opened.word, "seats": seats})));
                // One game a line: who begins many comes again.
                send(&mut socket, answer.to_string().into()).await;
                let _ = socket.close_gently().await;
                return;
            }
            Err(trouble) => return refuse(socket, id, trouble).await,
        }
    };
    converse(socket, &table, entered, inbox, &mut unused, &allowance, &mut stop).await;
    let _ = table.send(Ask::Leave(entered)).await;
}

/// Somebody who sits at a table.
struct Seated {
    table: mpsc::Sender<Ask>,
    number: u64,
    welcome: Value,
    inbox: mpsc::Receiver<Utf8Bytes>,
    unused: Unused,
    allowance: Arc<Mutex<Allowance>>,
}

/// The token that was given on a line for words, until something shows that the guest has it.
struct Unused {
    hall: Arc<Hall>,
    token: Option<String>,
}

impl Unused {
    /// The guest has answered after the welcome. Whether the seat is his.
    async fn use_it(&mut self) -> bool {
        let Some(token) = &self.token else { return true };
        match self.hall.take(token).await {
            Taken::Sat => self.token = None,
            Taken::NotKept => {}
            Taken::Late => return false,
        }
        true
    }
}

impl Drop for Unused {
    fn drop(&mut self) {
        if let Some(token) = &self.token {
            self.hall.let_go(token);
        }
    }
}

async fn sit_down(hall: &Arc<Hall>, caller: IpAddr, hello: Hello) -> Result<Seated, Trouble> {
    let key = match (hello.token, hello.word) {
        (Some(token), None) => Key::Token(token),
        (None, Some(word)) => Key::Word(word),
        _ => return Err(Trouble::error("Say either a token or the three words.")),
    };
    let admitted = hall.admit(caller, &key).await.map_err(Trouble::error)?;
    let unused = Unused { hall: Arc::clone(hall), token: admitted.fresh.clone() };
    let (push, inbox) = mpsc::channel(QUEUE);
    let (table, entered) = hall.enter(&admitted, &push, hello.views, hello.since).await.map_err(Trouble::error)?;
    let Entered { number, mut welcome, allowance } = entered;
    if let Value::Object(welcome) = &mut welcome {
        welcome.insert("protocol".into(), PROTOCOL.into());
        welcome.insert("game".into(), admitted.game.into());
        welcome.extend(admitted.token.map(|token| ("token".to_owned(), token.into())));
    }
    Ok(Seated { table, number, welcome, inbox, unused, allowance })
}

/// A sentence, and the end of the line: `ended`, for it is no use to come again in the same way.
async fn refuse(mut socket: WebSocket, id: Option<Value>, trouble: Trouble) {
    let mut answer = envelope(id, Err(trouble));
    if let Value::Object(answer) = &mut answer
        && let Some(error) = answer.remove("error")
    {
        answer.insert("ended".into(), error);
    }
    send(&mut socket, answer.to_string().into()).await;
    let _ = socket.close_gently().await;
}

trait CloseGently {
    /// Says that the line ends and lets the other end say so too, so that what was sent before is read.
    async fn close_gently(self);
}

impl CloseGently for WebSocket {
    async fn close_gently(mut self) {
        let _ = timeout(SENDING, self.send(Message::Close(None))).await;
        let _ = timeout(Duration::from_secs(1), async { while let Some(Ok(_)) = self.recv().await {} }).await;
    }
}

pub(crate) async fn send(socket: &mut WebSocket, text: Utf8Bytes) -> bool {
    matches!(timeout(SENDING, socket.send(Message::Text(text))).await, Ok(Ok(())))
}

/// Carries messages between a line and its table until one of them has enough.
async fn converse(
    socket: WebSocket,
    table: &mpsc::Sender<Ask>,
    from: u64,
    mut inbox: mpsc::Receiver<Utf8Bytes>,
    unused: &mut Unused,
    allowance: &Mutex<Allowance>,
    stop: &mut watch::Receiver<bool>,
) {
    let (mut sink, mut stream) = socket.split();
    let mut ping = interval(PING);
    let mut heard = Instant::now();
    let mut reads_at = heard;
    loop {
        let waits = Instant::now() < reads_at;
        tokio::select! {
            biased;
            () = stopped(stop) => break,
            () = sleep_until(reads_at), if waits => {}
            pushed = inbox.recv() => {
                // A table that has shown this guest out sends no more.
                let Some(text) = pushed else { break };
                if !matches!(timeout(SENDING, sink.send(Message::Text(text))).await, Ok(Ok(()))) {
                    break;
                }
            }
            _ = ping.tick() => {
                let silent = heard.elapsed() > IDLE;
                if silent || !matches!(timeout(SENDING, sink.send(Message::Ping(Default::default()))).await, Ok(Ok(()))) {
                    break;
                }
            }
            message = stream.next(), if !waits => {
                heard = Instant::now();
                reads_at = heard + allowance.lock().unwrap_or_else(PoisonError::into_inner).read();
                // The first ping follows the welcome: who answers it has heard both.
                if matches!(message, Some(Ok(Message::Text(_) | Message::Pong(_)))) && !unused.use_it().await {
                    let because = "Somebody else has taken this seat with the same words. Ask for another invitation.";
                    let ended = json!({"ended": {"because": because}}).to_string();
                    let _ = timeout(SENDING, sink.send(Message::Text(ended.into()))).await;
                    break;
                }
                match message {
                    Some(Ok(Message::Text(line))) => {
                        if table.send(Ask::Message { from, line }).await.is_err() {
                            break;
                        }
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
                }
            }
        }
    }
    let _ = timeout(SENDING, sink.send(Message::Close(None))).await;
}

/// Work that a message may make; one that makes more counts as several.
const WORK: Duration = Duration::from_millis(5);
/// No line waits longer than this, whatever it has asked for: it is to be heard that it is still there.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// How fast a guest may talk, and how much work they may make: one who does more is read more slowly. All lines of a seat have one.
#[derive(Debug)]
pub(crate) struct Allowance {
    rate: f64,
    left: f64,
    at: Instant,
}

impl Allowance {
    pub(crate) fn new(rate: f64) -> Self {
        Self { rate, left: 2.0 * rate, at: Instant::now() }
    }

    /// A message was read; how long it takes until the next one may be.
    pub(crate) fn read(&mut self) -> Duration {
        let now = Instant::now();
        self.left = (2.0 * self.rate).min(self.left + (now - self.at).as_secs_f64() * self.rate);
        self.at = now;
        self.spend(1.0);
        Duration::from_secs_f64((-self.left / self.rate).max(0.0))
    }

    /// What a message asked for took so much work.
    pub(crate) fn worked(&mut self, took: Duration) {
        self.spend((took.as_secs_f64() / WORK.as_secs_f64() - 1.0).max(0.0));
    }

    fn spend(&mut self, messages: f64) {
        self.left = (self.left - messages).max(-self.rate * LONGEST_PAUSE.as_secs_f64());
    }

    pub(crate) async fn take(&mut self) {
        let pause = self.read();
        if !pause.is_zero() {
            sleep(pause).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_asks_for_more_work_is_read_more_slowly_and_nobody_waits_for_ever() {
        let mut allowance = Allowance::new(50.0);
        for _ in 0..100 {
            assert_eq!(allowance.read(), Duration::ZERO, "what a player needs is read at once");
            allowance.worked(WORK);
        }
        let pause = allowance.read();
        assert!(Duration::from_millis(1) < pause && pause < Duration::from_millis(40), "{pause:?}");
        allowance.worked(Duration::from_secs(1));
        let pause = allowance.read();
        assert!((3.0..4.2).contains(&pause.as_secs_f64()), "a second of work is 200 messages: {pause:?}");
        allowance.worked(Duration::from_secs(3_600));
        assert!(allowance.read() <= LONGEST_PAUSE);
    }

    #[test]
    fn an_address_has_so_many_lines_and_what_a_line_has_become_holds_its_place() {
        let (room, callers) = (Arc::new(Semaphore::new(5)), Callers::default());
        let from = |last: u8| SocketAddr::from(([192, 168, 0, last], 1_000));
        let of = |caller| Place::of(&room, &callers, caller, 2);
        let (first, second) = (of(from(1)), of(from(1)));
        assert!(first.is_some() && second.is_some() && of(from(1)).is_none() && of(from(2)).is_some());
        let becomes = first.clone();
        drop(first);
        assert!(of(from(1)).is_none());
        drop(becomes);
        assert!(of(from(1)).is_some());
        let local = SocketAddr::from(([127, 0, 0, 1], 1_000));
        let all: Vec<_> = (0..5).map_while(|_| of(local)).collect();
        assert_eq!(all.len(), 4, "this machine has as many as there is room for");
        assert!(of(from(3)).is_none());
        drop((all, second));
        assert!(callers.lock().unwrap().is_empty(), "addresses are forgotten");
    }
}
