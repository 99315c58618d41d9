//! A host in a thread of its own: a window whose loop stops while nobody looks goes on hosting.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use tabletop::save::Autosave;
use tabletop::{Game, Library, Ruleset};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;

use crate::hall::{Dicing, Hall, Opened};
use crate::invitation::{Invitation, Key};
use crate::server::{Lines, serve};
use crate::tls::Identity;

/// What a player or a quick bot needs, with room to spare.
pub const USUAL_RATE: f64 = 50.0;

/// How a host is to be run.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Where it listens. `127.0.0.1` is for this machine alone, `0.0.0.0` for the whole local network: that only after the player
    /// has asked for it. Port 0 is any that is free.
    pub listen: SocketAddr,
    /// The folder of its certificate, made if it is not there; without one the certificate is for this run.
    pub identity: Option<PathBuf>,
    /// The folder of the database for many games; without one only games that this program opens are hosted.
    pub games: Option<PathBuf>,
    /// What opens new games from outside. It needs the database.
    pub house_key: Option<String>,
    /// Whether lines that are not encrypted are taken from other machines: for phones at the table, which know no certificate of
    /// ours, or behind a proxy that encrypts. From this machine they always are.
    pub plain: bool,
    /// Whether every line comes through a proxy.
    pub behind_proxy: bool,
    /// Messages a second that are read of one seat; a seat that talks faster, or asks for more work, is read more slowly.
    pub rate: f64,
}

impl Settings {
    /// A host for this machine alone, at any free port.
    pub fn for_this_machine() -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            identity: None,
            games: None,
            house_key: None,
            plain: false,
            behind_proxy: false,
            rate: USUAL_RATE,
        }
    }
}

/// A host that runs. It stops when it is dropped.
pub struct Host {
    hall: Arc<Hall>,
    address: SocketAddr,
    certificate: String,
    stop: watch::Sender<bool>,
    runtime: tokio::runtime::Handle,
    thread: Option<JoinHandle<()>>,
}

impl Host {
    /// Starts a host. It listens when this returns.
    ///
    /// # Errors
    /// The address is taken, the folder cannot be used, or another host uses it.
    pub fn start(library: Library, settings: &Settings) -> Result<Self, String> {
        let identity = Identity::of(settings.identity.as_deref())?;
        let acceptor = TlsAcceptor::from(identity.server()?);
        if let Some(folder) = &settings.games {
            let failed = |error| format!("The folder {} cannot be made: {error}.", folder.display());
            std::fs::create_dir_all(folder).map_err(failed)?;
        }
        let hall = Arc::new(Hall::new(
            library,
            settings.games.as_deref(),
            settings.house_key.clone(),
            settings.rate.max(1.0),
        )?);
        let failed = |error: std::io::Error| format!("No threads could be started: {error}.");
        let runtime = Builder::new_multi_thread().thread_name("host").enable_all().build().map_err(failed)?;
        let listener = runtime.block_on(TcpListener::bind(settings.listen));
        let listener = listener
            .map_err(|error| format!("{} cannot be listened at: {error}. Choose another port.", settings.listen))?;
        let address = listener.local_addr().map_err(|error| error.to_string())?;
        let (stop, stopped) = watch::channel(false);
        let lines =
            Lines { hall: Arc::clone(&hall), acceptor, plain: settings.plain, behind_proxy: settings.behind_proxy };
        let handle = runtime.handle().clone();
        let thread = std::thread::Builder::new()
            .name("host".into())
            .spawn(move || run(&runtime, listener, lines, stopped))
            .map_err(failed)?;
        let certificate = identity.fingerprint();
        Ok(Self { hall, address, certificate, stop, runtime: handle, thread: Some(thread) })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The SHA-256 of its certificate, in hexadecimal.
    pub fn certificate(&self) -> &str {
        &self.certificate
    }

    /// Opens a game for guests. Each order is in `file` before it is acknowledged; without a file the game ends with the host.
    /// Links of a game whose file was open for guests before stay good, if `own` is the same.
    /// `real_dice` lets players say what they threw, in a game that hides nothing. `own` is the side of the one who invites: no words open that seat.
    ///
    /// # Errors
    /// The system gives no random numbers, or real dice would give away what is hidden.
    pub fn open<R: Ruleset>(
        &self,
        game: Game<R>,
        file: Option<Autosave>,
        real_dice: bool,
        own: Option<R::Side>,
    ) -> Result<Opened, String> {
        let dicing = if real_dice { Dicing::Typed } else { Dicing::Host };
        self.open_with(game, file, dicing, own)
    }

    /// Opens a game whose dice come from this host and the machines of its guests together, so that nobody can know or choose a
    /// roll before the order it is for. Guests' [`crate::Seat`]s take part by themselves; the seat `own` does not, for its
    /// machine is this one, and without it every seat's machine does. While one that takes part is away no order is given. An
    /// order waits for the next draw; `beat` is the time between two, a fifth of a second if it is not said.
    ///
    /// # Errors
    /// The system gives no random numbers.
    pub fn open_fair<R: Ruleset>(
        &self,
        game: Game<R>,
        file: Option<Autosave>,
        own: Option<R::Side>,
        beat: Option<Duration>,
    ) -> Result<Opened, String> {
        self.open_with(game, file, Dicing::Fair(beat), own)
    }

    fn open_with<R: Ruleset>(
        &self,
        game: Game<R>,
        file: Option<Autosave>,
        dicing: Dicing,
        own: Option<R::Side>,
    ) -> Result<Opened, String> {
        let own = own.and_then(|own| game.rules().sides().iter().position(|&side| side == own));
        let _inside = self.runtime.enter();
        self.hall.open(game, file, dicing, own, self.address)
    }

    /// An invitation with this key, to be read at `address` (a machine's name or number with its port).
    pub fn invitation(&self, address: impl Into<String>, key: Key) -> Invitation {
        Invitation { address: address.into(), key, certificate: Some(self.certificate.clone()), plain: false }
    }

    /// The link that a phone opens for a seat: a page of the host itself, the token where no server's log holds it.
    pub fn page(address: &str, token: &str) -> String {
        format!("http://{address}/#token={token}")
    }

    /// Waits until the host is stopped from elsewhere.
    pub fn wait(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.stop.send(true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

fn run(runtime: &Runtime, listener: TcpListener, lines: Lines, stopped: watch::Receiver<bool>) {
    runtime.block_on(serve(listener, lines, stopped));
}
