//! `referee crowd`: how a host bears many games at once. It starts `referee serve` as a program of its own, begins games there,
//! sits two bots down at each, and lets them give orders at a steady pace.

use std::convert::Infallible;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use futures_util::future::{Either, select, select_all};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Value, json};
use tabletop::dice::Seeded;
use tokio::net::TcpStream;
use tokio::sync::{mpsc, watch};
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

/// Seconds of processor time that a process has taken so far: its own, and what the system did for it.
fn processor_time(process: u32) -> Option<f64> {
    let told = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // Its name, which may hold anything, ends with the last bracket; the two numbers are the twelfth and the next after it.
    let mut numbers = told.rsplit_once(')')?.1.split_whitespace().skip(11);
    let (own, system): (f64, f64) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
    const TICKS_A_SECOND: f64 = 100.0;
    Some((own + system) / TICKS_A_SECOND)
}

/// What the host's process and this one have taken so far; none where that is not told.
fn worked(host: &Hosting) -> Option<[f64; 2]> {
    Some([processor_time(host.child.id())?, processor_time(std::process::id())?])
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

/// A message of the host. What is not looked at is not read: the bots must not take the host's time.
#[derive(Deserialize)]
struct Said<'a> {
    id: Option<&'a str>,
    #[serde(borrow)]
    ok: Option<&'a RawValue>,
}

/// The orders that may be given.
#[derive(Deserialize)]
struct Options {
    commands: Vec<Box<RawValue>>,
}

/// Who decides.
#[derive(Deserialize)]
struct Acting {
    to_act: Option<String>,
}

/// Asks a word; everything that comes before the answer is passed over.
async fn ask<T: DeserializeOwned>(line: &mut Line, word: &str, what: Value) -> Result<T, String> {
    let asked = json!({"id": word, word: what}).to_string();
    line.send(Message::text(asked)).await.map_err(|error| error.to_string())?;
    let answer = async {
        while let Some(message) = line.next().await {
            if let Message::Text(text) = message.map_err(|error| error.to_string())? {
                let said: Said = serde_json::from_str(&text).map_err(|error| error.to_string())?;
                if said.id == Some(word) {
                    let ok = said.ok.ok_or_else(|| format!("{word} was answered {text}"))?;
                    return serde_json::from_str(ok.get()).map_err(|error| error.to_string());
                }
            }
        }
        Err("The host has ended the line.".to_owned())
    };
    timeout(Duration::from_secs(30), answer).await.map_err(|_| format!("Nothing answers {word}."))?
}

/// Waits for something, and hears meanwhile what comes on these lines: a host gives up who answers nothing.
async fn hearing<T>(lines: &mut [Line], until: impl Future<Output = T>) -> T {
    let until = std::pin::pin!(until);
    let all = lines.iter_mut().map(|line| async move {
        while let Some(Ok(_)) = line.next().await {}
        std::future::pending::<Infallible>().await
    });
    let all: Vec<_> = all.map(Box::pin).collect();
    if all.is_empty() {
        return until.await;
    }
    match select(until, select_all(all)).await {
        Either::Left((done, _)) => done,
        Either::Right(((never, ..), _)) => match never {},
    }
}

/// When orders are given; none until everybody sits.
type Time = watch::Receiver<Option<(Instant, Instant)>>;

/// How long answers took: of orders, each on the disk by then, and of lists of orders.
#[derive(Default)]
struct Took {
    orders: Vec<Duration>,
    lists: Vec<Duration>,
}

/// Two bots at one game: gives orders until the time is over or the game is.
/// `sits` is let go of once both sit.
async fn game(
    address: SocketAddr,
    new: Value,
    sits: mpsc::Sender<()>,
    mut time: Time,
    pace: Duration,
) -> Result<Took, String> {
    let seed = new["seed"].as_u64().unwrap_or(0);
    let opened: Value = ask(&mut line(address).await?, "new", new).await?;
    let (mut lines, mut sides) = (Vec::new(), Vec::new());
    for seat in opened["seats"].as_array().into_iter().flatten() {
        let mut line = line(address).await?;
        let _: Value = ask(&mut line, "hello", json!({"protocol": host::PROTOCOL, "token": seat["token"]})).await?;
        lines.push(line);
        sides.push(seat["side"].as_str().map(str::to_owned));
    }
    let mut picks = Seeded::new(seed);
    let mut took = Took::default();
    let Some(first) = lines.first_mut() else { return Err("The game has no seats.".to_owned()) };
    let Acting { to_act: mut acting } = ask(first, "view", json!({})).await?;
    drop(sits);
    let time = hearing(&mut lines, async { time.wait_for(Option::is_some).await.ok().and_then(|time| *time) }).await;
    let Some((begin, end)) = time else { return Ok(took) };
    // Not all at the same moment.
    let mut next = begin + pace.mul_f64(picks.choose(1_000) as f64 / 1_000.0);
    while next < end {
        hearing(&mut lines, sleep_until(next.into())).await;
        next += pace;
        let Some(seat) = sides.iter().position(|side| *side == acting) else { break };
        let begun = Instant::now();
        let Options { commands } = ask(&mut lines[seat], "options", json!({})).await?;
        took.lists.push(begun.elapsed());
        let Some(command) = commands.get(picks.choose(commands.len().max(1))) else { break };
        let begun = Instant::now();
        Acting { to_act: acting } = ask(&mut lines[seat], "do", json!({"command": command})).await?;
        took.orders.push(begun.elapsed());
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
    let (took, mut failed, worked) = runtime.block_on(async {
        let (sit, mut all_sit) = mpsc::channel(1);
        let (tell, time) = watch::channel(None);
        let games: Vec<_> = (1..=order.games)
            .map(|seed| {
                let new = json!({"key": host.key, "ruleset": order.ruleset, "scenario": scenario, "seed": seed});
                tokio::spawn(game(host.address, new, sit.clone(), time.clone(), pace))
            })
            .collect();
        drop(sit);
        // Sitting down is not measured.
        while all_sit.recv().await.is_some() {}
        let begin = Instant::now();
        let end = begin + Duration::from_secs(order.seconds);
        let before = worked(&host);
        let _ = tell.send(Some((begin, end)));
        sleep_until(end.into()).await;
        let after = worked(&host);
        let worked = before.zip(after).map(|(before, after)| [after[0] - before[0], after[1] - before[1]]);
        let (mut took, mut failed) = (Took::default(), Vec::new());
        for game in games {
            match game.await.map_err(|error| error.to_string()).and_then(|played| played) {
                Ok(played) => {
                    took.orders.extend(played.orders);
                    took.lists.extend(played.lists);
                }
                Err(why) => failed.push(why),
            }
        }
        (took, failed, worked)
    });
    let Took { orders: mut took, mut lists } = took;
    let orders = took.len().max(1) as f64;
    let worked: Option<[f64; 2]> = worked.map(|both: [f64; 2]| both.map(|seconds| seconds * 1_000.0 / orders));
    took.sort_unstable();
    lists.sort_unstable();
    let share_of = |took: &[Duration], of: f64| {
        took.get(((took.len() as f64 - 1.0) * of) as usize).map_or(0.0, |d| d.as_secs_f64() * 1_000.0)
    };
    let share = |of: f64| share_of(&took, of);
    let per_second = took.len() as f64 / order.seconds.max(1) as f64;
    let memory = host.status("VmHWM:").map(|kilobytes| kilobytes / 1_024);
    let told = json!({
        "ruleset": order.ruleset, "scenario": scenario, "games": order.games, "seconds": order.seconds,
        "orders": took.len(), "orders_per_second": per_second, "failed_games": failed.len(),
        "milliseconds": {"median": share(0.5), "of_100_99": share(0.99), "longest": share(1.0)},
        "milliseconds_of_lists": {"median": share_of(&lists, 0.5), "of_100_99": share_of(&lists, 0.99)},
        "processor_milliseconds_an_order": worked.map(|[host, bots]| json!({"host": host, "bots": bots})),
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
    let _ = writeln!(
        answer.text,
        "  lists of orders in {:.1} ms (median), {:.1} ms (99 of 100)",
        share_of(&lists, 0.5),
        share_of(&lists, 0.99)
    );
    if let Some([host, bots]) = worked {
        let _ = writeln!(
            answer.text,
            "  processor time for an order with its list of options: {host:.2} ms at the host, {bots:.2} ms for the bots"
        );
    }
    if let Some(megabytes) = memory {
        let _ = writeln!(answer.text, "  the host held {megabytes} MB at most");
    }
    Ok(answer)
}
