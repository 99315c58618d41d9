//! What can be written after `referee`.

use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use clap::{Args, Parser, Subcommand};

use crate::contest::MatchOrder;
use crate::crowd::CrowdOrder;
use crate::players::Player;
use crate::rulesets::IDS;
use crate::serve::ServeOrder;
use crate::tune::TuneOrder;

/// Plays, checks, replays and measures games without a window.
#[derive(Clone, Debug, Parser)]
#[command(name = "referee", version, arg_required_else_help = true)]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub call: Call,
}

/// The subcommands.
#[derive(Clone, Debug, Subcommand)]
pub enum Call {
    /// Rulesets and their scenarios, one line each
    List {
        /// As one JSON object
        #[arg(long)]
        json: bool,
    },
    /// A fresh game file
    New {
        /// The ruleset
        #[arg(value_parser = PossibleValuesParser::new(IDS))]
        ruleset: String,
        /// A scenario's name, or the path of a scenario file
        #[arg(long)]
        scenario: String,
        /// Where the dice come from; without it, drawn by lot and told
        #[arg(long)]
        seed: Option<u64>,
        /// What the players agreed on; may be said several times. `briefing` lists what there is
        #[arg(long, value_name = "VARIANT=CHOICE")]
        agree: Vec<String>,
        /// The file to write
        #[arg(short, long, value_name = "FILE")]
        output: PathBuf,
    },
    /// What a scenario is about, and what can be agreed on before it is played
    Briefing {
        /// The ruleset
        #[arg(value_parser = PossibleValuesParser::new(IDS))]
        ruleset: String,
        /// A scenario's name, or the path of a scenario file
        #[arg(long)]
        scenario: String,
    },
    /// The position in plain text
    Show {
        /// A saved game or a scenario
        file: PathBuf,
        /// As this side may see it; without it, everything
        #[arg(long)]
        side: Option<String>,
        /// After this many commands; without it, where the game stands
        #[arg(long, value_name = "N")]
        at: Option<usize>,
    },
    /// Says what is wrong with scenarios, saved games, rulebooks, boards and tables, and where
    Check {
        /// Files, or folders with files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Plays a saved game again and verifies every command and roll
    Replay {
        /// The saved game
        file: PathBuf,
        /// Writes the after-action report, in Markdown
        #[arg(long, value_name = "OUT.md")]
        report: Option<PathBuf>,
    },
    /// Plays whole games by itself and counts
    Selfplay(SelfplayOrder),
    /// Lets two players meet, each seed twice with sides changed, and counts who came off better
    Match(MatchOrder),
    /// Finds by playing what the computer weighs its orders by, and writes it down
    Tune(TuneOrder),
    /// Hosts games for seats elsewhere, each order on the disk before it is acknowledged
    Serve(ServeOrder),
    /// Measures a host: many games at once with two bots each
    Crowd(CrowdOrder),
    /// JSON Lines: a request a line on standard input, an answer a line on standard output
    Talk,
}

/// What is to be played.
#[derive(Clone, Debug, Args)]
pub struct SelfplayOrder {
    /// The ruleset
    #[arg(value_parser = PossibleValuesParser::new(IDS))]
    pub ruleset: String,
    /// A scenario's name, or the path of a scenario file; without it, the ruleset's whole game
    #[arg(long)]
    pub scenario: Option<String>,
    /// What the players agreed on; may be said several times
    #[arg(long, value_name = "VARIANT=CHOICE")]
    pub agree: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..))]
    pub games: u64,
    /// The seed of the first game; the next one has the next
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Who plays: one for both sides, or one for each in the rulebook's order
    #[arg(long, value_enum, value_delimiter = ',', num_args = 1, default_value = "random")]
    pub players: Vec<Player>,
    /// How many games at a time; without it, as many as there are processors
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub threads: Option<u16>,
    /// As one JSON object
    #[arg(long)]
    pub json: bool,
}
