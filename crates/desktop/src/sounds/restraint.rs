//! Restraint: a volley is not thirty rifles, and what is heard again and again grows quieter.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use sound::Sound;

use super::Sounding;

/// Sounds that may begin in one frame.
const AT_ONCE: usize = 2;
/// Sounds that may begin within a second.
const A_SECOND: usize = 5;
/// The same sound begins again after so many seconds at the earliest.
const AGAIN: f32 = 0.12;
/// After so many seconds a sound is as loud as the first time.
const FORGOTTEN: f32 = 2.5;
/// How loud a sound is that was heard just before.
const QUIET: f32 = 0.35;

/// What was heard lately.
#[derive(Debug, Default)]
pub struct Restraint {
    last: BTreeMap<Sound, f32>,
    lately: Vec<f32>,
}

impl Restraint {
    /// Which of these begin now, at this second of the program's time, and how loud: the loudest first.
    pub fn choose(&mut self, now: f32, wished: &[Sound]) -> Vec<Sounding> {
        self.lately.retain(|begun| now - begun < 1.0);
        let mut fresh: Vec<Sound> = wished.to_vec();
        fresh.sort_by(|one, other| other.peak().total_cmp(&one.peak()).then(one.cmp(other)));
        fresh.dedup();
        // The gong tells that the game changes hands, however loud the rest is.
        fresh.sort_by_key(|sound| Reverse(*sound == Sound::Turn));
        fresh.retain(|sound| self.last.get(sound).is_none_or(|last| now - last >= AGAIN));
        fresh.truncate(AT_ONCE.min(A_SECOND.saturating_sub(self.lately.len())));
        fresh
            .into_iter()
            .map(|sound| {
                let gain = self.last.insert(sound, now).map_or(1.0, |last| louder_with_time(now - last));
                self.lately.push(now);
                Sounding { sound, gain }
            })
            .collect()
    }
}

/// How loud a sound is that was heard so many seconds ago.
fn louder_with_time(seconds: f32) -> f32 {
    QUIET + (1.0 - QUIET) * (seconds / FORGOTTEN).min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sound::{Arm, Distance};

    const RIFLE: Sound = Sound::Fire(Arm::Rifle, Distance::Near);
    const SHELL: Sound = Sound::Fire(Arm::Artillery, Distance::Near);

    fn sounds(chosen: &[Sounding]) -> Vec<Sound> {
        chosen.iter().map(|sounding| sounding.sound).collect()
    }

    #[test]
    fn a_volley_of_thirty_rifles_is_one() {
        let mut restraint = Restraint::default();
        assert_eq!(restraint.choose(5.0, &[RIFLE; 30]), [Sounding { sound: RIFLE, gain: 1.0 }]);
        assert!(restraint.choose(5.05, &[RIFLE]).is_empty(), "it has just been heard");
    }

    #[test]
    fn what_is_heard_again_is_quieter_until_time_has_passed() {
        let mut restraint = Restraint::default();
        let mut gain = |now: f32| restraint.choose(now, &[RIFLE])[0].gain;
        let (first, soon, later, at_last) = (gain(1.0), gain(1.5), gain(2.9), gain(9.0));
        assert_eq!((first, at_last), (1.0, 1.0));
        assert!(QUIET < soon && soon < later && later < 1.0, "{soon} {later}");
    }

    #[test]
    fn of_a_crowd_the_turn_and_the_loudest_are_heard() {
        let crowd = [Sound::Counter, RIFLE, Sound::Dice, SHELL, Sound::Turn];
        assert_eq!(sounds(&Restraint::default().choose(0.0, &crowd)), [Sound::Turn, SHELL]);
    }

    #[test]
    fn no_second_holds_more_than_five() {
        let mut restraint = Restraint::default();
        let all: Vec<Sound> = Sound::all().collect();
        let mut begun = 0;
        for (n, pair) in all.chunks(2).enumerate() {
            begun += restraint.choose(n as f32 * 0.1, pair).len();
        }
        assert_eq!(begun, A_SECOND);
        assert_eq!(restraint.choose(3.0, &[RIFLE]).len(), 1, "the next second has its own");
    }
}
