//! The sound card. Without one nothing is played, and nothing else changes.

mod stream;

use std::collections::BTreeMap;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_audio::{AddAudioSource as _, AudioPlayer, AudioPlugin, AudioSink, PlaybackSettings, Volume};
use panels::screens::Hearing;
use sound::Sound;

use super::{Ears, Rain, Sounding, level};
use crate::shell::pool::WorkedOut;
use crate::shell::settings::Settings;
use crate::shell::{frame, plate, printed};
use stream::{Fader, Samples};

/// The environment variable that lets the program be heard under test.
const VARIABLE: &str = "POINTMAN_SOUND";

/// Whether the sound card is to be opened: under test only if it is asked for.
fn wanted() -> bool {
    std::env::var_os(crate::shell::probe::VARIABLE).is_none() || std::env::var_os(VARIABLE).is_some()
}

pub(super) fn plugin(app: &mut App) {
    if !wanted() {
        app.insert_resource(Ears(Hearing::Withheld));
        return;
    }
    app.add_plugins(AudioPlugin::default())
        .add_audio_source::<Samples>()
        .insert_resource(Ears(Hearing::Ready))
        .init_resource::<Faders>()
        .init_resource::<Shelf>()
        .add_systems(Startup, try_card)
        .add_systems(
            Update,
            make.run_if(frame::shown.and_then(printed::is_idle).and_then(plate::is_idle).and_then(run_once))
                .before(take),
        )
        .add_systems(Update, (take, turn_faders, play, begin_to_rain).chain().after(super::mix).after(super::rain))
        .add_systems(Last, notice_deafness);
}

/// How loud the table is, and how loud the rain.
#[derive(Resource, Clone, Default)]
struct Faders {
    table: Fader,
    rain: Fader,
}

/// Every sound, once it is made.
#[derive(Resource, Default)]
struct Shelf {
    making: Option<WorkedOut<BTreeMap<Sound, Arc<[f32]>>>>,
    made: BTreeMap<Sound, Handle<Samples>>,
}

/// Sounds are made once the first page is drawn, and the map.
fn make(mut shelf: ResMut<Shelf>) {
    shelf.making = Some(WorkedOut::begin(|| Sound::all().map(|sound| (sound, sound.samples().into())).collect()));
}

fn take(mut shelf: ResMut<Shelf>, faders: Res<Faders>, mut samples: ResMut<Assets<Samples>>) {
    if let Some(Ok(made)) = shelf.bypass_change_detection().making.as_mut().and_then(WorkedOut::ready) {
        shelf.making = None;
        let mut handle = |(sound, made): (Sound, Arc<[f32]>)| {
            let fader = if sound == Sound::Rain { &faders.rain } else { &faders.table };
            (sound, samples.add(Samples::new(made, sound.loops(), fader.clone())))
        };
        shelf.made = made.into_iter().map(&mut handle).collect();
    }
}

/// A moment of silence at the start tells whether there is a sound card.
fn try_card(mut commands: Commands, faders: Res<Faders>, mut samples: ResMut<Assets<Samples>>) {
    let silence = samples.add(Samples::new([0.0; 64].into(), false, faders.table.clone()));
    commands.spawn((AudioPlayer(silence), PlaybackSettings::DESPAWN));
}

/// What has not begun to sound in the frame in which it was to be heard never will: there is no sound card.
fn notice_deafness(
    mut commands: Commands,
    unheard: Query<Entity, (With<AudioPlayer<Samples>>, Without<AudioSink>)>,
    mut ears: ResMut<Ears>,
) {
    for entity in &unheard {
        commands.entity(entity).despawn();
        ears.set_if_neq(Ears(Hearing::NoCard));
    }
}

fn turn_faders(settings: Res<Settings>, rain: Res<Rain>, faders: Res<Faders>) {
    if settings.is_changed() || rain.is_changed() {
        faders.table.set(level(&settings));
        faders.rain.set(if rain.heard { level(&settings) } else { 0.0 });
    }
}

fn play(mut commands: Commands, mut sounding: MessageReader<Sounding>, ears: Res<Ears>, shelf: Res<Shelf>) {
    for Sounding { sound, gain } in sounding.read() {
        if let Some(samples) = shelf.made.get(sound).filter(|_| ears.0 == Hearing::Ready) {
            let settings = PlaybackSettings::DESPAWN.with_volume(Volume::Linear(*gain));
            commands.spawn((AudioPlayer(samples.clone()), settings));
        }
    }
}

/// The bed is laid when it rains for the first time; from then on its fader alone is moved.
fn begin_to_rain(mut commands: Commands, rain: Res<Rain>, ears: Res<Ears>, shelf: Res<Shelf>, mut begun: Local<bool>) {
    let bed = shelf.made.get(&Sound::Rain).filter(|_| rain.heard && ears.0 == Hearing::Ready && !*begun);
    if let Some(bed) = bed {
        *begun = true;
        commands.spawn((AudioPlayer(bed.clone()), PlaybackSettings::ONCE));
    }
}
