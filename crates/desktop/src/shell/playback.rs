//! Events are shown one after another. Input waits for this queue, never for a timer.

use std::collections::VecDeque;
use std::time::Duration;

use bevy::prelude::*;
use bevy::time::TimeSystems;
use bevy::window::RequestRedraw;

use panels::screens::Speed;

/// A frame longer than this counts as this long.
const LONGEST_FRAME: Duration = Duration::from_millis(250);

pub fn plugin(app: &mut App) {
    app.init_resource::<Ticker>().add_systems(First, tick.after(TimeSystems));
}

/// An order's events share this many seconds at normal speed: the next order is accepted within one.
const LONGEST_WAIT: f32 = 0.9;

/// The clock of everything that moves. It stands still while nothing does, so that the first frame after a rest, which may
/// come after minutes, does not skip what begins in it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Ticker {
    seconds: f32,
    running: bool,
}

impl Ticker {
    /// Seconds since the last frame, if that one was part of a movement.
    pub fn seconds(self) -> f32 {
        self.seconds
    }

    /// Something is still moving: there must be another frame.
    pub fn keep_going(&mut self, redraw: &mut MessageWriter<RequestRedraw>) {
        self.running = true;
        redraw.write(RequestRedraw);
    }
}

fn tick(time: Res<Time<Real>>, mut ticker: ResMut<Ticker>) {
    let seconds = if ticker.running { time.delta().min(LONGEST_FRAME).as_secs_f32() } else { 0.0 };
    *ticker = Ticker { seconds, running: false };
}

/// Something happened on the board now: the animation has come to it.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Happened<E: Send + Sync + 'static>(pub E);

/// The events still to be shown.
#[derive(Resource)]
pub struct Playback<E: Send + Sync + 'static> {
    queue: VecDeque<E>,
    /// Seconds at normal speed until the event being shown is over.
    left: f32,
    /// How long an event is shown at normal speed, in seconds.
    pace: fn(&E) -> f32,
    /// How much faster than their pace the events go, so that all of them fit.
    hurry: f32,
    skipping: bool,
}

impl<E: Send + Sync + 'static> Playback<E> {
    /// An empty queue that shows each event as long as `pace` says.
    pub fn new(pace: fn(&E) -> f32) -> Self {
        Self { queue: VecDeque::new(), left: 0.0, pace, hurry: 1.0, skipping: false }
    }

    /// Adds events at the end. Many make haste.
    pub fn push(&mut self, events: impl IntoIterator<Item = E>) {
        self.queue.extend(events);
        let waiting = self.left + self.queue.iter().map(self.pace).sum::<f32>();
        self.hurry = self.hurry.max(waiting / LONGEST_WAIT);
    }

    /// Everything that waits happens at once.
    pub fn skip(&mut self) {
        self.skipping = !self.is_idle();
    }

    /// Forgets everything: another position is shown.
    pub fn clear(&mut self) {
        self.queue.clear();
        self.left = 0.0;
        self.hurry = 1.0;
        self.skipping = false;
    }

    /// Whether everything has been shown.
    pub fn is_idle(&self) -> bool {
        self.queue.is_empty() && self.left <= 0.0
    }

    /// The events that begin now, after `seconds` at `speed`.
    fn advance(&mut self, seconds: f32, speed: Speed) -> Vec<E> {
        let mut begun = Vec::new();
        let factor = if self.skipping { None } else { factor(speed) };
        let mut budget = factor.map(|f| seconds * f * self.hurry);
        loop {
            match &mut budget {
                Some(budget) => {
                    let used = budget.min(self.left);
                    self.left -= used;
                    *budget -= used;
                    if self.left > 0.0 {
                        break;
                    }
                }
                None => self.left = 0.0,
            }
            let Some(event) = self.queue.pop_front() else { break };
            self.left = (self.pace)(&event);
            begun.push(event);
        }
        if self.is_idle() {
            self.hurry = 1.0;
            self.skipping = false;
        }
        begun
    }
}

/// How fast things move now.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct Pace(pub Speed);

/// How many seconds of animation pass in one, or nothing if there is no animation.
fn factor(speed: Speed) -> Option<f32> {
    match speed {
        Speed::Half => Some(0.5),
        Speed::Normal => Some(1.0),
        Speed::Double => Some(2.0),
        Speed::Fourfold => Some(4.0),
        Speed::Off => None,
    }
}

/// The seconds of animation that passed since the last frame; `None` if everything happens at once.
pub fn elapsed(ticker: Ticker, pace: Pace) -> Option<f32> {
    factor(pace.0).map(|factor| ticker.seconds * factor)
}

/// Shows the events that are due.
pub fn play_back<E: Clone + Send + Sync + 'static>(
    mut ticker: ResMut<Ticker>,
    pace: Res<Pace>,
    mut playback: ResMut<Playback<E>>,
    mut happened: MessageWriter<Happened<E>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if playback.is_idle() {
        return;
    }
    let begun = playback.advance(ticker.seconds, pace.0);
    happened.write_batch(begun.into_iter().map(Happened));
    ticker.keep_going(&mut redraw);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters() -> Playback<char> {
        let mut playback = Playback::new(|_| 0.3);
        playback.push("abc".chars());
        playback
    }

    #[test]
    fn events_come_one_after_another() {
        let mut playback = letters();
        assert_eq!(playback.advance(0.016, Speed::Normal), ['a']);
        assert!(playback.advance(0.2, Speed::Normal).is_empty());
        assert_eq!(playback.advance(0.11, Speed::Normal), ['b']);
        assert_eq!(playback.advance(0.3, Speed::Normal), ['c']);
        assert!(!playback.is_idle(), "the last one is still being shown");
        assert!(playback.advance(0.3, Speed::Normal).is_empty());
        assert!(playback.is_idle());
    }

    #[test]
    fn speed_shortens_and_off_shows_everything_at_once() {
        let mut playback = letters();
        playback.advance(0.0, Speed::Fourfold);
        assert_eq!(playback.advance(0.1, Speed::Fourfold), ['b']);
        assert_eq!(letters().advance(0.0, Speed::Off), ['a', 'b', 'c']);
    }

    #[test]
    fn many_events_make_haste_and_the_next_do_not() {
        let mut playback = letters();
        playback.advance(0.016, Speed::Normal);
        playback.push("defghijkl".chars());
        let mut seconds = 0.016;
        while !playback.is_idle() {
            playback.advance(0.016, Speed::Normal);
            seconds += 0.016;
        }
        assert!((0.8..1.0).contains(&seconds), "{seconds}");
        playback.push(['m']);
        playback.advance(0.016, Speed::Normal);
        assert!(playback.advance(0.28, Speed::Normal).is_empty() && !playback.is_idle());
    }

    #[test]
    fn skipping_ends_the_queue_and_nothing_else() {
        let mut playback = letters();
        playback.advance(0.016, Speed::Normal);
        playback.skip();
        assert_eq!(playback.advance(0.0, Speed::Normal), ['b', 'c']);
        assert!(playback.advance(0.0, Speed::Normal).is_empty() && playback.is_idle());
        playback.push(['d', 'e']);
        assert_eq!(playback.advance(0.016, Speed::Normal), ['d'], "the next order is shown again");
    }
}
