//! Counters on their way: each is heard when it is set down, not when it is lifted.

use sound::Sound;

/// What will be heard in a while.
#[derive(Debug, Default)]
pub struct Falling(Vec<(f32, Sound)>);

impl Falling {
    /// This is heard after so many seconds at normal speed.
    pub fn push(&mut self, seconds: f32, sound: Sound) {
        self.0.push((seconds, sound));
    }

    /// Whether nothing is on its way.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// What has come down after so many seconds at normal speed; everything, if they are none because nothing is animated.
    pub fn pass(&mut self, seconds: Option<f32>) -> Vec<Sound> {
        let mut down = Vec::new();
        self.0.retain_mut(|(left, sound)| {
            *left -= seconds.unwrap_or(f32::INFINITY);
            let flies = *left > 0.0;
            if !flies {
                down.push(*sound);
            }
            flies
        });
        down
    }

    /// Forgets everything: another position is shown.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_is_heard_when_it_is_down() {
        let mut falling = Falling::default();
        falling.push(0.3, Sound::Counter);
        falling.push(0.5, Sound::Dice);
        assert!(falling.pass(Some(0.2)).is_empty());
        assert_eq!(falling.pass(Some(0.15)), [Sound::Counter]);
        assert!(!falling.is_empty());
        assert_eq!(falling.pass(None), [Sound::Dice], "without animation everything is down at once");
        assert!(falling.is_empty());
    }
}
