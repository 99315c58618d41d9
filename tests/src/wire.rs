//! A line to a host, word by word as it is sent: what another program than ours would see.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::runtime::{Builder, Runtime};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

/// A line, and every message that came on it.
pub struct Wire {
    runtime: Runtime,
    socket: WebSocketStream<TcpStream>,
    /// Each message in order, as it came.
    pub heard: Vec<String>,
}

impl Wire {
    /// Opens a line from this machine; nothing has been said on it yet.
    ///
    /// # Errors
    /// Nobody takes it.
    pub fn open(address: SocketAddr) -> Result<Self, String> {
        let runtime = Builder::new_current_thread().enable_all().build().map_err(|e| e.to_string())?;
        let socket = runtime.block_on(async {
            let stream = TcpStream::connect(address).await.map_err(|e| e.to_string())?;
            stream.set_nodelay(true).map_err(|e| e.to_string())?;
            let opened = tokio_tungstenite::client_async(format!("ws://{address}/seat"), stream).await;
            opened.map(|(socket, _)| socket).map_err(|e| e.to_string())
        })?;
        Ok(Self { runtime, socket, heard: Vec::new() })
    }

    /// Opens a line and sits down with a token.
    ///
    /// # Panics
    /// The host will not have it.
    #[track_caller]
    pub fn sit(address: SocketAddr, token: &str) -> Self {
        let mut wire = Self::open(address).unwrap_or_else(|e| panic!("{e}"));
        let welcome = wire.ask("hello", json!({"protocol": host::PROTOCOL, "token": token}));
        assert!(welcome["ok"]["side"].is_string(), "{welcome}");
        wire
    }

    /// Sends a text as it is.
    ///
    /// # Errors
    /// The line is closed.
    pub fn send(&mut self, text: &str) -> Result<(), String> {
        self.runtime.block_on(self.socket.send(Message::text(text))).map_err(|e| e.to_string())
    }

    /// The next message within this time; `None` if there is none, or the line is closed.
    pub fn next(&mut self, most: Duration) -> Option<Value> {
        let socket = &mut self.socket;
        let message = self.runtime.block_on(async {
            tokio::time::timeout(most, async {
                loop {
                    match socket.next().await? {
                        Ok(Message::Text(text)) => return Some(text.as_str().to_owned()),
                        Ok(Message::Close(_)) | Err(_) => return None,
                        Ok(_) => {}
                    }
                }
            })
            .await
        });
        let text = message.ok()??;
        let value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{e}: {text}"));
        self.heard.push(text);
        Some(value)
    }

    /// Asks a word and gives its answer; what comes before it is heard as well.
    ///
    /// # Panics
    /// There is no answer.
    #[track_caller]
    pub fn ask(&mut self, word: &str, what: Value) -> Value {
        self.try_ask(word, what).unwrap_or_else(|| panic!("no answer to {word}"))
    }

    /// As [`Wire::ask`]; `None` if the line breaks or nothing comes for a minute.
    pub fn try_ask(&mut self, word: &str, what: Value) -> Option<Value> {
        self.send(&json!({"id": word, word: what}).to_string()).ok()?;
        loop {
            let said = self.next(Duration::from_secs(60))?;
            if said["id"] == word {
                return Some(said);
            }
        }
    }

    /// Hears what comes until nothing has come for this long.
    pub fn drain(&mut self, quiet: Duration) -> Vec<Value> {
        std::iter::from_fn(|| self.next(quiet)).collect()
    }
}
