//! One key a frame. Keys that were pressed while a slow frame was drawn are heard by the panels one after the other, each by the
//! page that the key before it left: three digits are three answers, not three answers to the first question.

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy_egui::egui::Event;
use bevy_egui::{EguiContext, EguiInput, EguiPreUpdateSet, PrimaryEguiContext};

use super::focus;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, hear.after(focus::hush_modifiers).before(EguiPreUpdateSet::BeginPass));
}

fn hear(
    context: Single<(&mut EguiContext, &mut EguiInput), With<PrimaryEguiContext>>,
    mut waiting: Local<Vec<Event>>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (mut context, mut input) = context.into_inner();
    if waiting.is_empty() && input.0.events.iter().filter(|event| is_press(event)).count() < 2 {
        return;
    }
    let mut events = std::mem::take(&mut *waiting);
    events.append(&mut input.0.events);
    // What is written is taken as it comes.
    *waiting = if context.get_mut().text_edit_focused() { Vec::new() } else { after_first_key(&mut events) };
    input.0.events = events;
    if !waiting.is_empty() {
        redraw.write(RequestRedraw);
    }
}

fn is_press(event: &Event) -> bool {
    matches!(event, Event::Key { pressed: true, .. })
}

/// Takes what comes with the second key and after it away from the events. Of a key that is held down the repetitions are dropped
/// then: nobody waits for them.
fn after_first_key(events: &mut Vec<Event>) -> Vec<Event> {
    let second = events.iter().enumerate().filter(|(_, event)| is_press(event)).nth(1);
    let Some((second, _)) = second else { return Vec::new() };
    let mut later = events.split_off(second);
    later.retain(|event| !matches!(event, Event::Key { repeat: true, .. }));
    later
}

#[cfg(test)]
mod tests {
    use bevy_egui::egui::{Key, Modifiers};

    use super::*;

    fn key(key: Key, pressed: bool, repeat: bool) -> Event {
        Event::Key { key, physical_key: None, pressed, repeat, modifiers: Modifiers::NONE }
    }

    #[test]
    fn keys_of_a_slow_frame_are_heard_one_after_the_other() {
        let press = |of| key(of, true, false);
        let release = |of| key(of, false, false);
        let mut events = vec![
            press(Key::Num1),
            release(Key::Num1),
            press(Key::Num2),
            release(Key::Num2),
            key(Key::Num2, true, true),
            press(Key::Num2),
        ];
        let mut frames = Vec::new();
        while !events.is_empty() {
            let later = after_first_key(&mut events);
            frames.push(std::mem::replace(&mut events, later));
        }
        assert_eq!(
            frames,
            [
                vec![press(Key::Num1), release(Key::Num1)],
                vec![press(Key::Num2), release(Key::Num2)],
                vec![press(Key::Num2)]
            ]
        );
    }
}
