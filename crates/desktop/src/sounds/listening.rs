//! Events become sounds as they are shown: what the player may not see never gets here.

use bevy::prelude::*;
use sound::Sound;

use super::falling::Falling;
use super::{Heard, Rain};
use crate::shell::dice::Rolling;
use crate::shell::game::Play;
use crate::shell::order::{GameSystems, Room};
use crate::shell::playback::{Happened, Pace, Playback, Ticker, elapsed};
use crate::shell::screen::OnTable;
use crate::shell::staged::Staged;
use crate::shell::standing::Standing;

/// What all boards share: dice.
pub(super) fn shared(app: &mut App) {
    app.add_systems(Update, dice.in_set(GameSystems::After.of(Room::Sounds)).before(super::mix));
}

/// Listens to games of this ruleset.
pub fn plugin<R: Staged>(app: &mut App) {
    app.add_systems(
        Update,
        listen::<R>
            .after(dice)
            .in_set(GameSystems::After.of(Room::Sounds))
            .before(super::mix)
            .run_if(resource_exists::<Play<R>>),
    )
    .add_systems(OnExit(OnTable::of::<R>()), |mut rain: ResMut<Rain>| *rain = Rain::default());
}

/// What of a sound is heard at a table where it may be: behind the curtain nothing. Beside a real table the screen is seen by
/// everybody, so that only what everybody knows is heard.
fn may_be_heard(sound: Sound, curtain: bool, beside: bool) -> bool {
    !curtain && (!beside || sound == Sound::Turn)
}

fn listen<R: Staged>(
    mut happened: MessageReader<Happened<R::Event>>,
    playback: Res<Playback<R::Event>>,
    (ticker, pace): (Res<Ticker>, Res<Pace>),
    standing: Res<Standing>,
    mut rain: ResMut<Rain>,
    mut falling: Local<Falling>,
    mut heard: MessageWriter<Heard>,
) {
    if !rain.falls && R::MONSOON {
        rain.falls = true;
    }
    let mut down = Vec::new();
    if !falling.is_empty() {
        down = falling.pass(elapsed(*ticker, *pace).filter(|_| !playback.is_idle()));
    }
    for Happened(event) in happened.read() {
        match R::sound_of(event) {
            Some(Sound::Counter) if !playback.is_idle() => falling.push(R::pace(event), Sound::Counter),
            Some(sound) => down.push(sound),
            None => {}
        }
    }
    if standing.curtain {
        falling.clear();
    }
    heard.write_batch(
        down.into_iter().filter(|sound| may_be_heard(*sound, standing.curtain, standing.beside)).map(Heard),
    );
}

/// Dice are heard from the throw until they lie.
fn dice(rolling: Res<Rolling>, mut thrown: Local<u64>, mut heard: MessageWriter<Heard>) {
    if *thrown != rolling.number() {
        *thrown = rolling.number();
        heard.write(Heard(Sound::Dice));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_heard_behind_the_curtain_and_beside_a_real_table_only_what_everybody_knows() {
        assert!(may_be_heard(Sound::Rotor, false, false));
        assert!(!may_be_heard(Sound::Turn, true, false));
        assert!(may_be_heard(Sound::Turn, false, true) && !may_be_heard(Sound::Rotor, false, true));
    }
}
