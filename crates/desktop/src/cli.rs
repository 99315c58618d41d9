//! The command line: what to open, and how the window begins.

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Four Vietnam rulesets on one table, played on screen with the computer as referee.
#[derive(Debug, Parser)]
#[command(name = "pointman", version, args_conflicts_with_subcommands = true)]
pub struct Cli {
    /// Something other than opening the window.
    #[command(subcommand)]
    pub task: Option<Task>,
    /// What to open, and how.
    #[command(flatten)]
    pub start: Start,
}

/// What the program does when it does not open the window.
#[derive(Debug, Subcommand)]
pub enum Task {
    /// Draw the position of a saved game or a scenario to a PNG file; needs no display.
    Picture(Picture),
    /// Show the report of a fault that ended the program.
    #[command(hide = true)]
    Fault {
        /// The report.
        report: PathBuf,
    },
}

/// How to draw a picture.
#[derive(Debug, Args)]
pub struct Picture {
    /// The saved game, or a scenario file.
    pub save: PathBuf,
    /// The PNG file to write.
    pub out: PathBuf,
    /// Width and height in pixels.
    #[arg(long, value_name = "WxH", default_value = "1600x1040", value_parser = size)]
    pub size: (u32, u32),
    /// The palette's name.
    #[arg(long, value_name = "NAME")]
    pub palette: Option<String>,
}

/// How the window begins.
#[derive(Clone, Debug, Default, PartialEq, Args)]
pub struct Start {
    /// The ruleset, `block-by-block`; or a saved game or scenario file.
    #[arg(value_name = "RULESET")]
    pub ruleset: Option<String>,
    /// The scenario's name, or a saved game or scenario file.
    #[arg(value_name = "SCENARIO|SAVE")]
    pub game: Option<String>,
    /// Seed of the dice of a new game; without it, every game has dice of its own.
    #[arg(long)]
    pub seed: Option<u64>,
    /// Size of letters and panels, from 0.75 to 2.
    #[arg(long, value_parser = scale)]
    pub scale: Option<f32>,
    /// The palette's name.
    #[arg(long, value_name = "NAME")]
    pub palette: Option<String>,
    /// Everything happens at once.
    #[arg(long)]
    pub no_animation: bool,
    /// Width and height of the window.
    #[arg(long, value_name = "WxH", value_parser = size)]
    pub size: Option<(u32, u32)>,
}

fn size(text: &str) -> Result<(u32, u32), String> {
    let (width, height) = text.split_once(['x', 'X']).ok_or("write it as 1600x1040")?;
    let side = |s: &str| s.trim().parse::<u32>().ok().filter(|n| (16..=16384).contains(n));
    side(width).zip(side(height)).ok_or_else(|| "both numbers must lie between 16 and 16384".into())
}

fn scale(text: &str) -> Result<f32, String> {
    text.parse::<f32>()
        .ok()
        .filter(|s| (0.75..=2.0).contains(s))
        .ok_or_else(|| "the scale must lie between 0.75 and 2".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(words: &[&str]) -> Cli {
        Cli::try_parse_from(std::iter::once(&"pointman").chain(words)).unwrap()
    }

    #[test]
    fn ruleset_and_scenario_start_a_game() {
        let cli = parse(&["block-by-block", "historical", "--seed", "7", "--scale", "1.5", "--no-animation"]);
        assert!(cli.task.is_none());
        assert_eq!(cli.start.ruleset.as_deref(), Some("block-by-block"));
        assert_eq!(cli.start.game.as_deref(), Some("historical"));
        assert_eq!((cli.start.seed, cli.start.scale, cli.start.no_animation), (Some(7), Some(1.5), true));
    }

    #[test]
    fn picture_has_a_size() {
        let Some(Task::Picture(picture)) = parse(&["picture", "a.ron", "b.png", "--size", "640x400"]).task else {
            panic!("no picture")
        };
        assert_eq!(picture.size, (640, 400));
    }

    #[test]
    fn nonsense_is_refused() {
        for words in [["picture", "a.ron", "b.png", "--size=0x400"].as_slice(), &["--scale", "9"], &["--seed", "x"]] {
            let error = Cli::try_parse_from(std::iter::once(&"pointman").chain(words)).unwrap_err();
            assert_eq!(error.exit_code(), 2, "{words:?}");
        }
    }
}
