//! The options.

use artwork::PaletteChoice;
use egui::{CornerRadius, Rect, ScrollArea, Sense, Ui, vec2};

use super::page;
use super::settings::{Hearing, Settings, Speed};
use crate::theme::{Press, hint, scrolling, section};
use crate::{Colours, Intent};

/// What the options show.
#[derive(Clone, Debug, PartialEq)]
pub struct OptionsModel {
    /// The settings in use.
    pub settings: Settings,
    /// Whether there is anything to hear with.
    pub hearing: Hearing,
    /// Where the way back leads.
    pub back: Intent,
}

const SCALES: [f32; 6] = [0.75, 1.0, 1.25, 1.5, 1.75, 2.0];
const VOLUMES: [u8; 6] = [0, 20, 40, 60, 80, 100];

/// The options; every press is in force at once.
pub fn options_screen(ui: &mut Ui, model: &OptionsModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let now = &model.settings;
    page(ui, "Options", model.back.clone(), &mut intents, |ui, intents| {
        scrolling(ui, ScrollArea::vertical().auto_shrink(false), |ui| {
            let mut change = |settings: Settings| intents.push(Intent::ChangeSettings(settings));
            section(ui, "Palette", |ui| {
                ui.horizontal_wrapped(|ui| {
                    for palette in PaletteChoice::ALL {
                        let (name, more) = match palette {
                            PaletteChoice::StaffMap => ("Staff map", "Warm paper, sides in their colours."),
                            PaletteChoice::ColourSafe => {
                                ("Colour-safe", "Colours that remain distinct for colour-blind players.")
                            }
                        };
                        if ui.add(Press::new(name).selected(now.palette == palette).hover(more)).clicked() {
                            change(Settings { palette, ..now.clone() });
                        }
                        swatches(ui, &Colours::of(palette));
                        ui.add_space(16.0);
                    }
                });
            });
            section(ui, "Window", |ui| {
                ui.horizontal_wrapped(|ui| {
                    for (name, full_screen) in [("In a window", false), ("Full screen", true)] {
                        if ui.add(Press::new(name).selected(now.full_screen == full_screen)).clicked() {
                            change(Settings { full_screen, ..now.clone() });
                        }
                    }
                });
                hint(ui, "F11 switches between the two. The window reopens as you left it.");
            });
            section(ui, "Size of text and panels", |ui| {
                ui.horizontal_wrapped(|ui| {
                    for scale in SCALES {
                        let press = Press::new(format!("{} %", (scale * 100.0).round()))
                            .selected((now.scale - scale).abs() < 0.01);
                        if ui.add(press).clicked() {
                            change(Settings { scale, ..now.clone() });
                        }
                    }
                });
                hint(ui, "100 % suits the window: on a large screen text and panels grow with it.");
            });
            section(ui, "Speed of the animation", |ui| {
                ui.horizontal_wrapped(|ui| {
                    for speed in Speed::ALL {
                        let name = format!("Animation {}", speed.name().to_lowercase());
                        if ui.add(Press::new(speed.name()).name(name).selected(now.speed == speed)).clicked() {
                            change(Settings { speed, ..now.clone() });
                        }
                    }
                });
                hint(ui, "Space skips the animation.");
            });
            section(ui, "Sound", |ui| match model.hearing.why_silent() {
                Some(why) => _ = hint(ui, why),
                None => sound(ui, now, &mut change),
            });
            section(ui, "Log", |ui| {
                ui.horizontal_wrapped(|ui| {
                    for (name, log) in [("Open", true), ("Closed", false)] {
                        if ui
                            .add(Press::new(name).name(format!("Log {}", name.to_lowercase())).selected(now.log == log))
                            .clicked()
                        {
                            change(Settings { log, ..now.clone() });
                        }
                    }
                });
                hint(ui, "Whether the log is open when a game starts. L opens and closes it.");
            });
            section(ui, "Hints", |ui| {
                ui.horizontal_wrapped(|ui| {
                    for (name, hints) in [("Off", false), ("On", true)] {
                        let press = Press::new(name).name(format!("Hints {}", name.to_lowercase()));
                        if ui.add(press.selected(now.hints == hints)).clicked() {
                            change(Settings { hints, ..now.clone() });
                        }
                    }
                });
                hint(ui, "Whether “What can I do?” also shows which orders look best one decision ahead, and why.");
            });
        });
    });
    intents
}

/// How loud the sound is, whether it is muted, and whether it rains.
fn sound(ui: &mut Ui, now: &Settings, change: &mut impl FnMut(Settings)) {
    ui.horizontal_wrapped(|ui| {
        for volume in VOLUMES {
            let press = Press::new(format!("{volume} %")).name(format!("Volume {volume} %"));
            if ui.add(press.selected(now.volume == volume)).clicked() {
                change(Settings { volume, ..now.clone() });
            }
        }
        ui.add_space(16.0);
        for (name, muted) in [("On", false), ("Muted", true)] {
            let press = Press::new(name).name(format!("Sound {}", name.to_lowercase()));
            if ui.add(press.selected(now.muted == muted)).clicked() {
                change(Settings { muted, ..now.clone() });
            }
        }
        ui.add_space(16.0);
        for (name, rain) in [("With rain", true), ("Without rain", false)] {
            if ui.add(Press::new(name).selected(now.rain == rain)).clicked() {
                change(Settings { rain, ..now.clone() });
            }
        }
    });
    hint(ui, "Ctrl+M mutes the sound. Rain is heard where a battle was fought in the monsoon.");
}

/// The two sides, the accent and the danger of a palette.
fn swatches(ui: &mut Ui, c: &Colours) {
    let (rect, _) = ui.allocate_exact_size(vec2(4.0 * 20.0, 32.0), Sense::hover());
    for (i, colour) in [c.us_arvn, c.pavn_nlf, c.accent, c.danger].into_iter().enumerate() {
        let spot = Rect::from_min_size(rect.min + vec2(20.0 * i as f32, 8.0), vec2(16.0, 16.0));
        ui.painter().rect_filled(spot, CornerRadius::same(3), colour);
    }
}
