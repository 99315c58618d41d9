//! Phones beside a real table: each side's page in its player's browser. The one who keeps the game says what each phone shows, and
//! hears what its player presses; nothing of the game is known here.
//!
//! Pages are numbered by what changes on them, so that a number tells nothing of what was done out of a side's sight. A press names the
//! page it was made on; one on a page that has changed since is not obeyed. Each press is answered on its own line.

mod keys;

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Extension, State};
use axum::response::IntoResponse;
use axum::routing::get;
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::mpsc as answers;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, interval, sleep, timeout, timeout_at};

use crate::lots;
use crate::page;
use crate::server::{Allowance, Callers, HANDSHAKE, Place, SENDING, http, send, stopped};

pub use keys::PhoneKeys;

/// The longest message of a phone: a line of words and its page's number.
const LONGEST: usize = 4_096;
/// What may wait to be heard, in messages.
const QUEUE: usize = 128;
/// Lines in all, and from one address other than this machine's. Two phones need two; a page that is loaded needs a few.
const MOST_LINES: usize = 128;
const MOST_OF_ADDRESS: usize = 24;
/// Messages a second of one phone.
const RATE: f64 = 20.0;
/// How often a phone is asked whether it is there.
const PING: Duration = Duration::from_secs(4);
/// After how much silence it is not: it sleeps, or is out of the network. The table waits for the curtain as long.
const IDLE: Duration = Duration::from_secs(12);
/// How long a wrong key is kept waiting.
const WRONG: Duration = Duration::from_secs(1);

/// What a side's player has pressed on the page that is shown.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Press {
    /// The side, by its place in the rulebook.
    pub side: usize,
    /// What was pressed, as the page's script writes it: JSON.
    pub wants: String,
    line: u64,
    number: u64,
}

/// What came of a press.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Came {
    /// It was obeyed, or refused on the page that is shown now.
    Done,
    /// Its page had changed before it came.
    Late,
    /// Nobody goes on while it is asked whether an order may be taken back.
    Asked,
    /// Too many presses waited.
    Busy,
}

/// What is pressed on a page, as it is sent.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pressed<'a> {
    page: u64,
    press: u64,
    #[serde(borrow)]
    wants: &'a RawValue,
}

/// What a side's phones show: the page, and its number.
#[derive(Default)]
struct Shown {
    page: String,
    number: u64,
}

/// Listens for the phones of both sides, until it is dropped.
pub struct Phones {
    address: SocketAddr,
    keys: PhoneKeys,
    desk: Arc<Desk>,
    heard: Mutex<Receiver<Spoken>>,
    pages: Mutex<[Shown; 2]>,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

/// A message of a phone: its side, its line, and what stands in it.
type Spoken = (usize, u64, Utf8Bytes);

struct Desk {
    kept: [String; 2],
    shown: [watch::Sender<Utf8Bytes>; 2],
    here: [AtomicUsize; 2],
    say: SyncSender<Spoken>,
    lines: Mutex<AnswerLines>,
    wake: Mutex<Box<dyn Fn() + Send>>,
}

/// The way to answer each line.
#[derive(Default)]
struct AnswerLines {
    last: u64,
    lines: BTreeMap<u64, answers::Sender<Utf8Bytes>>,
}

fn locked<T: ?Sized>(of: &Mutex<T>) -> MutexGuard<'_, T> {
    of.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Desk {
    fn wake(&self) {
        locked(&self.wake)();
    }

    /// Answers a press. A line that does not take its answers is given up; the phone comes back.
    fn answer(&self, line: u64, number: u64, came: Came, page: u64) {
        let text = json!({"press": number, "came": came, "page": page}).to_string();
        let mut lines = locked(&self.lines);
        if lines.lines.get(&line).is_some_and(|to| to.try_send(text.into()).is_err()) {
            lines.lines.remove(&line);
        }
    }
}

/// A phone's line, for as long as it lasts.
struct Here<'a> {
    desk: &'a Desk,
    side: usize,
    line: u64,
}

impl<'a> Here<'a> {
    fn comes(desk: &'a Desk, side: usize) -> (Self, answers::Receiver<Utf8Bytes>) {
        let (answer, inbox) = answers::channel(QUEUE);
        let mut lines = locked(&desk.lines);
        lines.last += 1;
        let line = lines.last;
        lines.lines.insert(line, answer);
        drop(lines);
        desk.here[side].fetch_add(1, Ordering::SeqCst);
        desk.wake();
        (Self { desk, side, line }, inbox)
    }
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        locked(&self.desk.lines).lines.remove(&self.line);
        self.desk.here[self.side].fetch_sub(1, Ordering::SeqCst);
        self.desk.wake();
    }
}

impl Phones {
    /// Begins to listen for guests with one of these keys, at their port or any other if that is taken. `wake` is called from another
    /// thread whenever a phone comes, goes or says something.
    ///
    /// # Errors
    /// The address cannot be listened at, or the system gives no thread.
    pub fn listen(at: Ipv4Addr, keys: PhoneKeys, wake: impl Fn() + Send + 'static) -> Result<Self, String> {
        let runtime = Builder::new_current_thread().enable_all().build();
        let runtime = runtime.map_err(|error| format!("No threads could be started: {error}."))?;
        let listener = runtime.block_on(async {
            match TcpListener::bind((at, keys.port)).await {
                Err(_) => TcpListener::bind((at, 0)).await,
                listener => listener,
            }
        });
        let listener = listener.map_err(|error| format!("{at} cannot be listened at: {error}."))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let keys = PhoneKeys { port: address.port(), ..keys };
        let (say, heard) = mpsc::sync_channel(QUEUE);
        let desk = Arc::new(Desk {
            kept: [lots::kept(&keys.tokens[0]), lots::kept(&keys.tokens[1])],
            shown: [watch::Sender::new(Utf8Bytes::default()), watch::Sender::new(Utf8Bytes::default())],
            here: Default::default(),
            say,
            lines: Mutex::default(),
            wake: Mutex::new(Box::new(wake)),
        });
        let (stop, stopped) = watch::channel(false);
        let of_thread = Arc::clone(&desk);
        let thread = std::thread::Builder::new()
            .name("phones".into())
            .spawn(move || runtime.block_on(serve(listener, of_thread, stopped)))
            .map_err(|error| format!("No threads could be started: {error}."))?;
        let (heard, pages) = (Mutex::new(heard), Mutex::default());
        Ok(Self { address, keys, desk, heard, pages, stop, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What opens its pages, and where they are found.
    pub fn keys(&self) -> &PhoneKeys {
        &self.keys
    }

    /// The link that a side's phone opens, if this machine is to be found at `address`. The key stands where no server's log holds it.
    pub fn link(&self, address: SocketAddr, side: usize) -> String {
        format!("http://{address}/#key={}", self.keys.tokens[side])
    }

    /// Shows this on a side's phones from now on, JSON; a phone that comes later gets it at once. The same page once more changes
    /// nothing.
    pub fn show(&self, side: usize, page: String) {
        let mut pages = locked(&self.pages);
        let shown = &mut pages[side];
        if shown.page != page {
            shown.number += 1;
            let text = format!("{{\"page\":{},\"shows\":{page}}}", shown.number);
            shown.page = page;
            self.desk.shown[side].send_replace(text.into());
        }
    }

    /// What a player has pressed on the page that is shown; the oldest first. Other presses are answered at once.
    pub fn heard(&self) -> Option<Press> {
        loop {
            let (side, line, said) = locked(&self.heard).try_recv().ok()?;
            // What no page of ours says is no press.
            let Ok(Pressed { page, press, wants }) = serde_json::from_str(&said) else { continue };
            let now = locked(&self.pages)[side].number;
            if page == now {
                return Some(Press { side, wants: wants.get().to_owned(), line, number: press });
            }
            self.desk.answer(line, press, Came::Late, now);
        }
    }

    /// Says what came of a press, once the page shows it.
    pub fn answer(&self, press: &Press, came: Came) {
        let page = locked(&self.pages)[press.side].number;
        self.desk.answer(press.line, press.number, came, page);
    }

    /// Whether a phone of each side is there.
    pub fn there(&self) -> [bool; 2] {
        [0, 1].map(|side| self.desk.here[side].load(Ordering::SeqCst) > 0)
    }
}

impl Drop for Phones {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

type Shared = (Arc<Desk>, watch::Receiver<bool>);

async fn serve(listener: TcpListener, desk: Arc<Desk>, mut stop: watch::Receiver<bool>) {
    let (room, callers) = (Arc::new(Semaphore::new(MOST_LINES)), Callers::default());
    let routes = Router::new().route("/phone", get(phone)).with_state::<()>((desk, stop.clone()));
    let router = routes.merge(page::phone_routes());
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
        let Some(place) = Place::of(&room, &callers, caller, MOST_OF_ADDRESS) else { continue };
        let router = router.clone();
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            http(stream, place, router).await;
        });
    }
}

async fn phone(
    upgrade: WebSocketUpgrade,
    Extension(place): Extension<Place>,
    State((desk, stop)): State<Shared>,
) -> impl IntoResponse {
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(4_096).on_upgrade(async move |socket| {
        let _place = place;
        line(socket, desk, stop).await;
    })
}

/// A phone's first word.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Hello {
    key: String,
}

async fn line(mut socket: WebSocket, desk: Arc<Desk>, mut stop: watch::Receiver<bool>) {
    let Ok(Some(Ok(Message::Text(first)))) = timeout_at(Instant::now() + HANDSHAKE, socket.recv()).await else {
        return;
    };
    let key = serde_json::from_str::<Hello>(&first).ok().map(|hello| lots::kept(&hello.key));
    let Some(side) = key.and_then(|key| desk.kept.iter().position(|kept| *kept == key)) else {
        sleep(WRONG).await;
        let because = "This code is no longer good. Read the one at the table again.";
        send(&mut socket, serde_json::json!({"ended": because}).to_string().into()).await;
        let _ = timeout(SENDING, socket.send(Message::Close(None))).await;
        return;
    };
    let (here, mut answered) = Here::comes(&desk, side);
    let mut shown = desk.shown[side].subscribe();
    shown.mark_changed();
    let mut ping = interval(PING);
    let mut heard = Instant::now();
    let mut allowance = Allowance::new(RATE);
    loop {
        tokio::select! {
            () = stopped(&mut stop) => break,
            _ = shown.changed() => {
                let page = shown.borrow_and_update().clone();
                if !page.is_empty() && !send(&mut socket, page).await {
                    break;
                }
            }
            answer = answered.recv() => {
                let Some(answer) = answer else { break };
                if !send(&mut socket, answer).await {
                    break;
                }
            }
            _ = ping.tick() => {
                let asked = timeout(SENDING, socket.send(Message::Ping(Default::default())));
                if heard.elapsed() > IDLE || !matches!(asked.await, Ok(Ok(()))) {
                    break;
                }
            }
            message = socket.recv() => {
                heard = Instant::now();
                allowance.take().await;
                match message {
                    Some(Ok(Message::Text(said))) => match desk.say.try_send((side, here.line, said)) {
                        Ok(()) => desk.wake(),
                        Err(TrySendError::Full((.., said))) => {
                            if let Ok(Pressed { press, .. }) = serde_json::from_str(&said) {
                                desk.answer(here.line, press, Came::Busy, 0);
                            }
                        }
                        Err(TrySendError::Disconnected(_)) => break,
                    },
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    Some(Ok(Message::Binary(_) | Message::Close(_)) | Err(_)) | None => break,
                }
            }
        }
    }
    let _ = timeout(SENDING, socket.send(Message::Close(None))).await;
}

#[cfg(test)]
mod tests {
    use futures_util::{SinkExt, StreamExt};
    use tokio_tungstenite::connect_async;
    use tokio_tungstenite::tungstenite::Message as Said;

    use super::*;

    /// What a phone hears first, after it has said this; none if its line ends without a word.
    fn first(phones: &Phones, says: Vec<String>) -> Option<String> {
        Builder::new_current_thread().enable_all().build().unwrap().block_on(hears(phones, says))
    }

    async fn hears(phones: &Phones, says: Vec<String>) -> Option<String> {
        let (mut line, _) = connect_async(format!("ws://{}/phone", phones.address())).await.unwrap();
        for said in says {
            let _ = line.send(Said::text(said)).await;
        }
        loop {
            match timeout(Duration::from_secs(20), line.next()).await.unwrap() {
                Some(Ok(Said::Text(text))) => return Some(text.to_string()),
                Some(Ok(Said::Ping(_))) => {}
                _ => return None,
            }
        }
    }

    #[test]
    fn a_key_opens_its_own_side_and_a_wrong_one_nothing() {
        let phones = Phones::listen(Ipv4Addr::LOCALHOST, PhoneKeys::fresh(0).unwrap(), || {}).unwrap();
        phones.show(0, "\"first\"".into());
        phones.show(1, "\"second\"".into());
        for (side, name) in ["first", "second"].into_iter().enumerate() {
            let page = json!({"page": 1, "shows": name}).to_string();
            let link = phones.link(phones.address(), side);
            let key = link.split_once("#key=").unwrap().1;
            let hello = format!("{{\"key\":\"{key}\"}}");
            assert_eq!(first(&phones, vec![hello]), Some(page));
        }
        for hello in ["{\"key\":\"\"}".to_owned(), format!("{{\"key\":\"{}\"}}", "0".repeat(32)), "{}".to_owned()] {
            let heard = first(&phones, vec![hello]).unwrap();
            assert!(heard.contains("ended") && !heard.contains("first") && !heard.contains("second"), "{heard}");
        }
        assert_eq!(first(&phones, vec!["x".repeat(LONGEST + 1)]), None, "nothing so long is read");
        assert_eq!(phones.heard(), None);
    }

    /// A phone of the first side that has its page.
    async fn phone(
        phones: &Phones,
    ) -> tokio_tungstenite::WebSocketStream<impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin> {
        let (mut line, _) = connect_async(format!("ws://{}/phone", phones.address())).await.unwrap();
        let hello = json!({"key": phones.keys().tokens[0]}).to_string();
        line.send(Said::text(hello)).await.unwrap();
        line
    }

    async fn next(
        line: &mut (impl StreamExt<Item = Result<Said, impl std::fmt::Debug>> + Unpin),
    ) -> Option<serde_json::Value> {
        while let Some(Ok(said)) = timeout(Duration::from_secs(20), line.next()).await.unwrap() {
            if let Said::Text(text) = said {
                return serde_json::from_str(&text).ok();
            }
        }
        None
    }

    #[test]
    fn each_press_is_answered_on_its_own_line_and_one_on_an_older_page_is_late() {
        let phones = Phones::listen(Ipv4Addr::LOCALHOST, PhoneKeys::fresh(0).unwrap(), || {}).unwrap();
        phones.show(0, "1".into());
        Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
            let (mut one, mut other) = (phone(&phones).await, phone(&phones).await);
            for line in [&mut one, &mut other] {
                assert_eq!(next(line).await, Some(json!({"page": 1, "shows": 1})));
            }
            phones.show(0, "1".into());
            phones.show(1, "a secret".into());
            phones.show(0, "2".into());
            for line in [&mut one, &mut other] {
                assert_eq!(next(line).await, Some(json!({"page": 2, "shows": 2})), "the same page is not shown again");
            }
            let press = |page: u64, number: u64| json!({"page": page, "press": number, "wants": ["go"]}).to_string();
            for text in ["{}".to_owned(), "[".repeat(2_000), press(1, 7), press(2, 8)] {
                one.send(Said::text(text)).await.unwrap();
            }
            let heard = loop {
                match phones.heard() {
                    Some(press) => break press,
                    None => sleep(Duration::from_millis(5)).await,
                }
            };
            assert_eq!((heard.side, heard.wants.as_str(), heard.number), (0, "[\"go\"]", 8));
            assert_eq!(next(&mut one).await, Some(json!({"press": 7, "came": "Late", "page": 2})));
            phones.show(0, "3".into());
            phones.answer(&heard, Came::Done);
            let (first, second) = (next(&mut one).await.unwrap(), next(&mut one).await.unwrap());
            let (answer, page) = (json!({"press": 8, "came": "Done", "page": 3}), json!({"page": 3, "shows": 3}));
            assert!([first, second].iter().all(|said| *said == answer || *said == page));
            assert_eq!(next(&mut other).await, Some(page), "the other phone of the side hears of its page alone");
            // More than may wait.
            for n in 0..160 {
                one.send(Said::text(press(3, n))).await.unwrap();
            }
            let mut busy = 0;
            while let Some(said) = timeout(Duration::from_secs(8), next(&mut one)).await.ok().flatten() {
                busy += usize::from(said["came"] == "Busy");
            }
            let waiting = std::iter::from_fn(|| phones.heard()).count();
            assert_eq!((waiting, busy), (QUEUE, 160 - QUEUE));
        });
    }

    #[test]
    fn there_are_so_many_lines_and_those_that_say_nothing_hold_their_place_until_they_are_closed() {
        let phones = Phones::listen(Ipv4Addr::LOCALHOST, PhoneKeys::fresh(0).unwrap(), || {}).unwrap();
        Builder::new_current_thread().enable_all().build().unwrap().block_on(async {
            let mut lines = Vec::new();
            for _ in 0..MOST_LINES + 20 {
                let opened = connect_async(format!("ws://{}/phone", phones.address()));
                lines.extend(timeout(Duration::from_secs(5), opened).await.ok().and_then(Result::ok));
            }
            assert_eq!(lines.len(), MOST_LINES);
            drop(lines);
        });
    }
}
