//! What the player may set.

use serde::{Deserialize, Serialize};

/// How fast counters travel and dice roll.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Speed {
    /// Half as fast.
    Half,
    /// As drawn: everything ends in under half a second.
    #[default]
    Normal,
    /// Twice as fast.
    Double,
    /// Four times as fast.
    Fourfold,
    /// Everything happens at once.
    Off,
}

impl Speed {
    /// All, slowest first.
    pub const ALL: [Self; 5] = [Self::Half, Self::Normal, Self::Double, Self::Fourfold, Self::Off];

    /// The word in the options.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Half => "0.5×",
            Self::Normal => "1×",
            Self::Double => "2×",
            Self::Fourfold => "4×",
            Self::Off => "Off",
        }
    }

    /// The next slower one, if there is one.
    pub fn slower(self) -> Option<Self> {
        let place = Self::ALL.iter().position(|other| *other == self)?;
        place.checked_sub(1).map(|place| Self::ALL[place])
    }

    /// The next faster one, if there is one.
    pub fn faster(self) -> Option<Self> {
        let place = Self::ALL.iter().position(|other| *other == self)?;
        Self::ALL.get(place + 1).copied()
    }
}

/// Whether there is anything to hear with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Hearing {
    /// The program was built without sound.
    #[default]
    NotBuilt,
    /// The program is under test, and silent.
    Withheld,
    /// There is no sound card.
    NoCard,
    /// Sounds are played.
    Ready,
}

impl Hearing {
    /// Why nothing is heard, in a sentence or two; none if it is.
    pub const fn why_silent(self) -> Option<&'static str> {
        match self {
            Self::NotBuilt => {
                Some("This program was built without sound. Start it with ./play to build it with sound.")
            }
            Self::Withheld => Some("The program is under test and makes no sound."),
            Self::NoCard => Some("No sound card was found when the program started."),
            Self::Ready => None,
        }
    }
}

/// The window as it was left, in points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowSize {
    pub width: u32,
    pub height: u32,
    /// Whether it filled the screen between its edges; width and height are then what it has otherwise.
    pub maximized: bool,
}

/// What the player may set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    pub palette: artwork::PaletteChoice,
    /// Size of letters and panels, from 0.75 to 2, beside what is usual in a window of the size.
    pub scale: f32,
    /// How the window was left; none before the first time.
    pub window: Option<WindowSize>,
    /// Whether the window has the whole screen, without edges.
    pub full_screen: bool,
    /// Speed of the animation.
    pub speed: Speed,
    /// Whether the log stands open.
    pub log: bool,
    /// Whether "What can I do?" gives hints.
    pub hints: bool,
    /// How loud the sound is, from 0 to 100.
    pub volume: u8,
    pub muted: bool,
    /// Whether the rain of the monsoon is heard.
    pub rain: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            palette: artwork::PaletteChoice::StaffMap,
            scale: 1.0,
            window: None,
            full_screen: false,
            speed: Speed::Normal,
            log: true,
            hints: false,
            volume: 60,
            muted: false,
            rain: true,
        }
    }
}
