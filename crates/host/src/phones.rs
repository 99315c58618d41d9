//! Phones beside a real table: each side's page in its player's browser. The one who keeps the game says what each phone shows, and
//! hears what its player presses; nothing of the game is known here.

mod keys;

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TrySendError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::response::IntoResponse;
use axum::routing::get;
use serde::Deserialize;
use tokio::net::TcpListener;
use tokio::runtime::Builder;
use tokio::sync::{Semaphore, watch};
use tokio::time::{Instant, interval, sleep, timeout, timeout_at};

use crate::lots;
use crate::page;
use crate::server::{Allowance, HANDSHAKE, SENDING, http, send, stopped};

pub use keys::PhoneKeys;

/// The longest message of a phone: a line of words and its page's number.
const LONGEST: usize = 4_096;
/// What may wait to be heard, in messages.
const QUEUE: usize = 128;
/// Lines in all. Two phones need two; a page that is loaded needs a few.
const MOST_LINES: usize = 128;
/// Messages a second of one phone.
const RATE: f64 = 20.0;
/// How often a phone is asked whether it is there.
const PING: Duration = Duration::from_secs(4);
/// After how much silence it is not: it sleeps, or is out of the network. The table waits for the curtain as long.
const IDLE: Duration = Duration::from_secs(12);
/// How long a wrong key is kept waiting.
const WRONG: Duration = Duration::from_secs(1);

/// Listens for the phones of both sides, until it is dropped.
pub struct Phones {
    address: SocketAddr,
    keys: PhoneKeys,
    desk: Arc<Desk>,
    heard: Mutex<Receiver<(usize, String)>>,
    stop: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

struct Desk {
    kept: [String; 2],
    shown: [watch::Sender<Utf8Bytes>; 2],
    here: [AtomicUsize; 2],
    say: SyncSender<(usize, String)>,
    wake: Mutex<Box<dyn Fn() + Send>>,
}

impl Desk {
    fn wake(&self) {
        self.wake.lock().unwrap_or_else(PoisonError::into_inner)();
    }
}

/// A phone's line, for as long as it lasts.
struct Here<'a> {
    desk: &'a Desk,
    side: usize,
}

impl<'a> Here<'a> {
    fn comes(desk: &'a Desk, side: usize) -> Self {
        desk.here[side].fetch_add(1, Ordering::SeqCst);
        desk.wake();
        Self { desk, side }
    }
}

impl Drop for Here<'_> {
    fn drop(&mut self) {
        self.desk.here[self.side].fetch_sub(1, Ordering::SeqCst);
        self.desk.wake();
    }
}

impl Phones {
    /// Begins to listen for whoever has one of these keys, at their port or any other if that is taken. `wake` is called from another
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
            wake: Mutex::new(Box::new(wake)),
        });
        let (stop, stopped) = watch::channel(false);
        let of_thread = Arc::clone(&desk);
        let thread = std::thread::Builder::new()
            .name("phones".into())
            .spawn(move || runtime.block_on(serve(listener, of_thread, stopped)))
            .map_err(|error| format!("No threads could be started: {error}."))?;
        Ok(Self { address, keys, desk, heard: Mutex::new(heard), stop, thread: Some(thread) })
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

    /// Shows this on a side's phones from now on; a phone that comes later gets it at once. JSON, see [`Phones::heard`] for its answer.
    pub fn show(&self, side: usize, page: String) {
        self.desk.shown[side].send_replace(page.into());
    }

    /// What a side's player has pressed, as the page's script writes it; the oldest first.
    pub fn heard(&self) -> Option<(usize, String)> {
        self.heard.lock().unwrap_or_else(PoisonError::into_inner).try_recv().ok()
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
    let room = Arc::new(Semaphore::new(MOST_LINES));
    let routes = Router::new().route("/phone", get(phone)).with_state::<()>((desk, stop.clone()));
    let router = routes.merge(page::phone_routes());
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            _ = stop.changed() => return,
        };
        let Ok((stream, _)) = accepted else {
            // Too many open files, for one: it passes.
            sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(permit) = Arc::clone(&room).try_acquire_owned() else { continue };
        let router = router.clone();
        tokio::spawn(async move {
            let _ = stream.set_nodelay(true);
            http(stream, router).await;
            drop(permit);
        });
    }
}

async fn phone(upgrade: WebSocketUpgrade, State((desk, stop)): State<Shared>) -> impl IntoResponse {
    upgrade
        .max_message_size(LONGEST)
        .max_frame_size(LONGEST)
        .read_buffer_size(4_096)
        .on_upgrade(move |socket| line(socket, desk, stop))
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
    let _here = Here::comes(&desk, side);
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
                    Some(Ok(Message::Text(said))) => match desk.say.try_send((side, said.as_str().to_owned())) {
                        Ok(()) => desk.wake(),
                        // The window is busy: the phone presses again.
                        Err(TrySendError::Full(_)) => {}
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
        for (side, page) in ["\"first\"", "\"second\""].into_iter().enumerate() {
            let link = phones.link(phones.address(), side);
            let key = link.split_once("#key=").unwrap().1;
            let hello = format!("{{\"key\":\"{key}\"}}");
            assert_eq!(first(&phones, vec![hello]).as_deref(), Some(page));
        }
        for hello in ["{\"key\":\"\"}".to_owned(), format!("{{\"key\":\"{}\"}}", "0".repeat(32)), "{}".to_owned()] {
            let heard = first(&phones, vec![hello]).unwrap();
            assert!(heard.contains("ended") && !heard.contains("first") && !heard.contains("second"), "{heard}");
        }
        assert_eq!(first(&phones, vec!["x".repeat(LONGEST + 1)]), None, "nothing so long is read");
        assert_eq!(phones.heard(), None);
    }
}
