//! `referee serve` is killed at random moments: no order that was acknowledged is ever lost, and both seats agree afterwards.

use std::io::{BufRead, BufReader, Lines};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use pointman_tests::library;
use pointman_tests::wire::Wire;
use serde_json::{Value, json};
use tabletop::dice::Seeded;

/// What this program does when it is started by itself as the host: the same as `referee serve`.
#[test]
#[ignore = "is the host that the others start"]
fn the_host() {
    let Ok(folder) = std::env::var("POINTMAN_TEST_SERVE") else { return };
    let call = ["referee", "serve", "--listen", "127.0.0.1:0", "--rate", "1000000", "--data", &folder].map(Into::into);
    let find = || Ok(library());
    let (mut out, mut err) = (std::io::stdout(), std::io::stderr());
    let status = referee::run(call, &find, &mut std::io::empty(), &mut out, &mut err);
    std::process::exit(i32::from(status));
}

/// A short game of each ruleset.
pub(crate) const SCENARIOS: [(&str, &str); 4] = [
    ("block-by-block", "historical"),
    ("search-and-destroy", "standard"),
    ("platoon", "ambush"),
    ("skirmish", "patrol-and-ambush"),
];

fn program(folder: &Path) -> Command {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args(["--ignored", "--exact", "--nocapture", "serve_killed::the_host"]).env("POINTMAN_TEST_SERVE", folder);
    command
}

/// A host in a process of its own.
pub(crate) struct Serve {
    child: Child,
    pub(crate) address: SocketAddr,
    pub(crate) key: String,
    /// Kept open: the test's own program ends when it can say nothing more.
    _out: Lines<BufReader<ChildStdout>>,
}

impl Serve {
    pub(crate) fn start(folder: &Path) -> Self {
        let mut child = program(folder).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        // The test's own words come first.
        let line =
            lines.by_ref().map(Result::unwrap).find_map(|line| line.find('{').map(|at| line[at..].to_owned())).unwrap();
        let said: Value = serde_json::from_str(&line).unwrap_or_else(|e| panic!("{e}: {line}"));
        let key = said["key"].as_str().unwrap().to_owned();
        Self { child, address: said["listening"].as_str().unwrap().parse().unwrap(), key, _out: lines }
    }

    /// Begins a game; what opens its seats.
    pub(crate) fn begin(&self, (ruleset, scenario): (&str, &str), seed: u64) -> [String; 2] {
        let what = json!({"key": self.key, "ruleset": ruleset, "scenario": scenario, "seed": seed});
        let opened = Wire::open(self.address).unwrap().ask("new", what);
        [0, 1]
            .map(|seat| opened["ok"]["seats"][seat]["token"].as_str().unwrap_or_else(|| panic!("{opened}")).to_owned())
    }

    /// The end without a warning: SIGKILL where there is such a thing.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn killed(times: u64) {
    let folder = tempfile::tempdir().unwrap();
    let mut serve = Serve::start(folder.path());
    let mut picks = Seeded::new(times);
    let mut seats = serve.begin(SCENARIOS[0], 1);
    // What each seat has noticed, by its own answers, by what it was shown at the last start, and how many orders came since.
    let (mut acknowledged, mut shown, mut given) = ([0_u64; 2], [0_u64; 2], 0_u64);
    let (mut total, mut kept) = (0_u64, 0_u64);
    // On a busy machine a host may die before it has heard an order: then it is killed more often.
    for kill in 0..times * 20 {
        if kill >= times && total > times {
            break;
        }
        let pid_dies_in = Duration::from_millis(5 + picks.choose(150) as u64);
        let mut wires: Vec<Wire> = seats.iter().map(|token| Wire::sit(serve.address, token)).collect();
        // Everything that was acknowledged before the last kill is there, for both.
        let views: Vec<Value> = wires.iter_mut().map(|wire| wire.ask("view", json!({}))["ok"].clone()).collect();
        for key in ["turn", "phase", "to_act", "outcome"] {
            assert_eq!(views[0][key], views[1][key], "{key}");
        }
        for (seat, view) in views.iter().enumerate() {
            let there = view["number"].as_u64().unwrap();
            let (least, most) = (acknowledged[seat], shown[seat] + given + 1);
            assert!(there >= least, "after {kill} kills {least} were acknowledged and {there} are there");
            assert!(
                there <= most,
                "{there} and not {most}: an order that was never acknowledged is at most the last one"
            );
            (acknowledged[seat], shown[seat]) = (there, there);
        }
        given = 0;
        kept += shown.iter().max().unwrap();
        if views[0]["to_act"].is_null() {
            seats = serve.begin(SCENARIOS[picks.choose(SCENARIOS.len())], kill);
            (acknowledged, shown) = ([0; 2], [0; 2]);
            continue;
        }
        let sides: Vec<Value> = views.iter().map(|view| view["side"].clone()).collect();
        let mut acting = views[0]["to_act"].clone();
        std::thread::scope(|scope| {
            let child = &mut serve;
            let (go, gone) = std::sync::mpsc::channel::<()>();
            scope.spawn(move || {
                let _ = gone.recv_timeout(pid_dies_in);
                child.kill();
            });
            while let Some(seat) = sides.iter().position(|side| *side == acting) {
                let Some(options) = wires[seat].try_ask("options", json!({})) else { break };
                let commands = options["ok"]["commands"].as_array().cloned().unwrap_or_default();
                if commands.is_empty() {
                    break;
                }
                let command = &commands[picks.choose(commands.len())];
                let Some(done) = wires[seat].try_ask("do", json!({"command": command})) else { break };
                let Some(number) = done["ok"]["number"].as_u64() else { panic!("{done}") };
                acknowledged[seat] = number;
                given += 1;
                acting = done["ok"]["to_act"].clone();
                total += 1;
            }
            drop(go);
        });
        serve = Serve::start(folder.path());
    }
    println!("{times} kills, {total} orders acknowledged, none lost ({kept} looked up)");
    assert!(total > times, "{total} orders in {times} runs");
}

#[test]
fn nothing_acknowledged_is_lost_when_the_host_is_killed() {
    killed(4);
}

#[test]
#[ignore = "takes minutes"]
fn nothing_acknowledged_is_lost_in_three_hundred_kills() {
    killed(300);
}

/// Both seats of a game that nobody plays just now are sat down at in the same moment: it is read once, and they sit together.
#[test]
fn two_who_come_at_once_sit_at_one_table() {
    let folder = tempfile::tempdir().unwrap();
    let serve = Serve::start(folder.path());
    for seed in 0..60 {
        let tokens = serve.begin(SCENARIOS[0], seed);
        let together = std::sync::Barrier::new(2);
        std::thread::scope(|scope| {
            let comes = tokens.map(|token| {
                let (together, address) = (&together, serve.address);
                scope.spawn(move || {
                    let mut wire = Wire::open(address).unwrap();
                    together.wait();
                    wire.ask("hello", json!({"protocol": host::PROTOCOL, "token": token}));
                    together.wait();
                    let who = wire.ask("who", json!({}));
                    together.wait();
                    who
                })
            });
            for who in comes.map(|comes| comes.join().unwrap()) {
                let seats = who["ok"]["seats"].as_array().unwrap();
                assert!(seats.iter().all(|seat| seat["here"] == 1), "game {seed}: {who}");
            }
        });
    }
}

#[test]
fn a_second_host_at_the_same_folder_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let _first = Serve::start(folder.path());
    let second = program(folder.path()).output().unwrap();
    let said = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success() && said.contains("is open in another host"), "{said}");
}
