//! `referee crowd`: how a host bears many games at once. It starts `referee serve` as a program of its own, begins games there,
//! sits two bots down at each, and lets them give orders at a steady pace.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tabletop::dice::Seeded;
use tokio::net::TcpStream;
use tokio::time::{sleep_until, timeout};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;

use crate::Answer;
use crate::rulesets::{self, IDS};

/// What is to be measured.
#[derive(Clone, Debug, Args)]
pub struct CrowdOrder {
    /// The ruleset
    #[arg(value_parser = PossibleValuesParser::new(IDS), default_value = "block-by-block")]
    pub ruleset: String,
    /// The scenario; without it, the ruleset's whole game
    #[arg(long)]
    pub scenario: Option<String>,
    /// How many games at once
    #[arg(long, default_value_t = 1_000)]
    pub games: u64,
    /// For how many seconds
    #[arg(long, default_value_t = 30)]
    pub seconds: u64,
    /// Orders a second in each game, by whichever bot is to act
    #[arg(long, default_value_t = 2.0)]
    pub rate: f64,
    /// As one JSON object
    #[arg(long)]
    pub json: bool,
}

/// A host that ends with us.
struct Hosting {
    child: Child,
    address: SocketAddr,
    key: String,
}

impl Hosting {
    fn start(folder: &std::path::Path) -> Result<Self, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut child = Command::new(program)
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder)
            .stdout(Stdio::piped())
            .spawn()
            .map_err(|error| format!("The host could not be started: {error}."))?;
        let mut line = String::new();
        let told = child.stdout.take().map(|out| BufReader::new(out).read_line(&mut line));
        let said: Value = serde_json::from_str(&line).unwrap_or_default();
        let address = said["listening"].as_str().and_then(|address| address.parse().ok());
        match (told, address) {
            (Some(Ok(_)), Some(address)) => {
                Ok(Self { child, address, key: said["key"].as_str().unwrap_or_default().to_owned() })
            }
            _ => {
                let _ = child.kill();
                Err("The host did not say where it listens.".to_owned())
            }
        }
    }

    /// A number of the process's status, in kilobytes; none where that is not told.
    fn status(&self, name: &str) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        status.lines().find(|line| line.starts_with(name))?.split_whitespace().nth(1)?.parse().ok()
    }
}

impl Drop for Hosting {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

type Line = WebSocketStream<TcpStream>;

async fn line(address: SocketAddr) -> Result<Line, String> {
    let stream = TcpStream::connect(address).await.map_err(|error| error.to_string())?;
    let _ = stream.set_nodelay(true);
    let opened = tokio_tungstenite::client_async(format!("ws://{address}/seat"), stream).await;
    opened.map(|(line, _)| line).map_err(|error| error.to_string())
}

/// Asks a word; everything that comes before the answer is passed over.
async fn ask(line: &mut Line, word: &str, what: Value) -> Result<Value, String> {
    let asked = json!({"id": word, word: what}).to_string();
    line.send(Message::text(asked)).await.map_err(|error| error.to_string())?;
    let answer = async {
        while let Some(message) = line.next().await {
            if let Message::Text(text) = message.map_err(|error| error.to_string())? {
                let mut said: Value = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                if said["id"] == word {
                    let ok = said.get_mut("ok").map(Value::take);
                    return ok.ok_or_else(|| format!("{word} was answered {said}"));
                }
            }
        }
        Err("The host has ended the line.".to_owned())
    };
    timeout(Duration::from_secs(30), answer).await.map_err(|_| format!("Nothing answers {word}."))?
}

/// Two bots at one game: gives orders until the time is over or the game is. How long each took to be kept and answered.
async fn game(
    address: SocketAddr,
    new: Value,
    begin: Instant,
    end: Instant,
    pace: Duration,
) -> Result<Vec<Duration>, String> {
    let seed = new["seed"].as_u64().unwrap_or(0);
    let opened = ask(&mut line(address).await?, "new", new).await?;
    let (mut lines, mut sides) = (Vec::new(), Vec::new());
    for seat in opened["seats"].as_array().into_iter().flatten() {
        let mut line = line(address).await?;
        ask(&mut line, "hello", json!({"protocol": host::PROTOCOL, "token": seat["token"]})).await?;
        lines.push(line);
        sides.push(seat["side"].clone());
    }
    let mut picks = Seeded::new(seed);
    let mut took = Vec::new();
    let Some(first) = lines.first_mut() else { return Err("The game has no seats.".to_owned()) };
    let mut acting = ask(first, "view", json!({})).await?["to_act"].clone();
    // Not all at the same moment.
    let mut next = begin + pace.mul_f64(picks.choose(1_000) as f64 / 1_000.0);
    while next < end {
        sleep_until(next.into()).await;
        next += pace;
        let Some(seat) = sides.iter().position(|side| *side == acting) else { break };
        let options = ask(&mut lines[seat], "options", json!({})).await?;
        let Some(commands) = options["commands"].as_array().filter(|commands| !commands.is_empty()) else { break };
        let command = &commands[picks.choose(commands.len())];
        let begun = Instant::now();
        let done = ask(&mut lines[seat], "do", json!({"command": command})).await?;
        took.push(begun.elapsed());
        acting = done["to_act"].clone();
    }
    Ok(took)
}

/// Measures, and says what came of it.
///
/// # Errors
/// The host could not be started, or a game went wrong.
pub fn crowd(order: &CrowdOrder) -> Result<Answer, String> {
    let about = rulesets::about(&order.ruleset)?;
    let scenario = order.scenario.as_deref().unwrap_or(about.whole_game);
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let host = Hosting::start(folder.path())?;
    let empty = host.status("VmRSS:");
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    let pace = Duration::from_secs_f64(1.0 / order.rate.max(0.01));
    // Sitting down takes a moment, and is not measured.
    let begin = Instant::now() + Duration::from_millis(500 + order.games * 6);
    let end = begin + Duration::from_secs(order.seconds);
    let (mut took, mut failed) = runtime.block_on(async {
        let games: Vec<_> = (1..=order.games)
            .map(|seed| {
                let new = json!({"key": host.key, "ruleset": order.ruleset, "scenario": scenario, "seed": seed});
                tokio::spawn(game(host.address, new, begin, end, pace))
            })
            .collect();
        let (mut took, mut failed) = (Vec::new(), Vec::new());
        for game in games {
            match game.await.map_err(|error| error.to_string()).and_then(|played| played) {
                Ok(played) => took.extend(played),
                Err(why) => failed.push(why),
            }
        }
        (took, failed)
    });
    took.sort_unstable();
    let share =
        |of: f64| took.get(((took.len() as f64 - 1.0) * of) as usize).map_or(0.0, |d| d.as_secs_f64() * 1_000.0);
    let per_second = took.len() as f64 / order.seconds.max(1) as f64;
    let memory = host.status("VmHWM:").map(|kilobytes| kilobytes / 1_024);
    let told = json!({
        "ruleset": order.ruleset, "scenario": scenario, "games": order.games, "seconds": order.seconds,
        "orders": took.len(), "orders_per_second": per_second, "failed_games": failed.len(),
        "milliseconds": {"median": share(0.5), "of_100_99": share(0.99), "longest": share(1.0)},
        "megabytes": memory, "megabytes_empty": empty.map(|kilobytes| kilobytes / 1_024),
    });
    let mut answer = Answer { wrong: !failed.is_empty(), ..Answer::default() };
    failed.truncate(3);
    answer.remarks = failed;
    if order.json {
        answer.text = format!("{told}\n");
        return Ok(answer);
    }
    let _ =
        writeln!(answer.text, "{} games of {} ({scenario}) for {} seconds", order.games, about.title, order.seconds);
    let _ =
        writeln!(answer.text, "  {} orders, {per_second:.0} a second, each on the disk before its answer", took.len());
    let _ = writeln!(
        answer.text,
        "  answered in {:.1} ms (median), {:.1} ms (99 of 100), {:.1} ms (longest)",
        share(0.5),
        share(0.99),
        share(1.0)
    );
    if let Some(megabytes) = memory {
        let _ = writeln!(answer.text, "  the host held {megabytes} MB at most");
    }
    Ok(answer)
}
