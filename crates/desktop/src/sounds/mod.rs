//! What is heard: which event of a ruleset brings which sound, how many sounds at once, and how loud. Nothing in it is needed to
//! understand a game.
//!
//! What is to be heard is decided in every build; `card.rs` plays it where the program was built with the feature `sound`.

mod block_by_block;
#[cfg(feature = "sound")]
mod card;
mod falling;
mod listening;
mod mute;
mod platoon;
mod restraint;
mod search_and_destroy;
mod skirmish;

use bevy::prelude::*;
use panels::screens::{Hearing, Settings as Likings};
use sound::Sound;

use crate::shell::order::{GameSystems, Room};
use crate::shell::screen::Screen;
use crate::shell::settings::Settings;
use crate::shell::standing::Standing;
use restraint::Restraint;

pub use listening::plugin as of;

/// Which sound an event brings, of each ruleset.
pub mod sound_of {
    pub use super::block_by_block::sound_of as block_by_block;
    pub use super::platoon::sound_of as platoon;
    pub use super::search_and_destroy::sound_of as search_and_destroy;
    pub use super::skirmish::sound_of as skirmish;
}

pub(super) fn plugin(app: &mut App) {
    app.add_message::<Heard>()
        .add_message::<Sounding>()
        .init_resource::<Rain>()
        .init_resource::<Ears>()
        .add_plugins((listening::shared, mute::plugin))
        .add_systems(Update, (mix, rain).chain().in_set(GameSystems::After.of(Room::Sounds)));
    #[cfg(feature = "sound")]
    app.add_plugins(card::plugin);
}

/// Something on the table could be heard now.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Heard(pub Sound);

/// A sound that is played now, with its gain from 0 to 1.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Sounding {
    pub sound: Sound,
    /// How loud it is beside its full volume.
    pub gain: f32,
}

/// Whether it rains where the game on the table is played. Each ruleset says so while its game is there.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rain {
    /// Whether it does.
    pub falls: bool,
    /// Whether it is heard: the board is there, and the player wants it.
    pub heard: bool,
}

/// Whether there is anything to hear with.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ears(pub Hearing);

impl Default for Ears {
    fn default() -> Self {
        Self(Hearing::NotBuilt)
    }
}

/// The loudest there is, of what a sound card can do: several sounds at once stay below its bound.
const FULL: f32 = 0.6;

/// How loud everything is, from 0 to [`FULL`]. Steps of the volume sound alike: loudness goes with the square.
pub fn level(likings: &Likings) -> f32 {
    if likings.muted { 0.0 } else { (f32::from(likings.volume) / 100.0).powi(2) * FULL }
}

fn mix(
    mut heard: MessageReader<Heard>,
    mut sounding: MessageWriter<Sounding>,
    time: Res<Time<Real>>,
    settings: Res<Settings>,
    mut restraint: Local<Restraint>,
) {
    if level(&settings) == 0.0 {
        heard.clear();
    }
    if heard.is_empty() {
        return;
    }
    let wished: Vec<Sound> = heard.read().map(|Heard(sound)| *sound).collect();
    for chosen in restraint.choose(time.elapsed_secs(), &wished) {
        sounding.write(chosen);
    }
}

fn rain(screen: Res<State<Screen>>, standing: Res<Standing>, settings: Res<Settings>, mut rain: ResMut<Rain>) {
    let heard = rain.falls && **screen == Screen::Game && !standing.beside && settings.rain;
    if rain.heard != heard {
        rain.heard = heard;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_heard_of_what_is_muted_or_at_nought() {
        let likings = |volume: u8, muted: bool| Likings { volume, muted, ..Likings::default() };
        assert_eq!((level(&likings(100, true)), level(&likings(0, false))), (0.0, 0.0));
        assert_eq!(level(&likings(100, false)), FULL);
        assert!(level(&likings(50, false)) < level(&likings(60, false)));
    }
}
