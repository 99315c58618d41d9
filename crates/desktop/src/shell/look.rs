//! Keeps everything that has a look in line with the settings: palette, size of letters, speed.

use artwork::Palette;
use bevy::asset::AssetEventSystems;
use bevy::platform::time::Instant;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::{EguiContext, EguiInput, EguiPostUpdateSet, EguiPreUpdateSet, PrimaryEguiContext, egui};
use panels::theme::{Colours, Theme, install_fonts, room, zoom};

use super::focus;
use super::playback::Pace;
use super::settings::Settings;
use super::table::{Look, Table};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(PreUpdate, dress.after(EguiPreUpdateSet::ProcessInput).before(focus::turn))
        // Letters drawn for the first time go to the graphics card in their own frame: a texture that grew for them would otherwise
        // be missing for one, and with it every panel.
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
}

/// Gives the panels their typeface once, and everything its look whenever the settings change.
fn dress(
    table: Res<Table>,
    settings: Res<Settings>,
    mut look: ResMut<Look>,
    mut pace: ResMut<Pace>,
    mut background: ResMut<ClearColor>,
    mut contexts: Query<(&mut EguiContext, &mut EguiInput, Ref<PrimaryEguiContext>)>,
    windows: Query<&Window, With<PrimaryWindow>>,
    mut palette: Local<Option<artwork::PaletteChoice>>,
    mut begun: Local<Option<Instant>>,
) {
    let now = begun.get_or_insert_with(Instant::now).elapsed();
    for (mut context, mut input, primary) in &mut contexts {
        // Bevy's clock says when the frame before was drawn: after a rest that is long ago, and a key pressed now would seem to
        // follow at once upon the last one.
        input.time = Some(now.as_secs_f64());
        let ctx = context.get_mut();
        if primary.is_added() {
            install_fonts(ctx, &table.fonts);
            // A button held long is pressed all the same: on a slow machine a frame alone may take most of a second.
            ctx.options_mut(|options| options.input_options.max_click_duration = f64::INFINITY);
        }
        if primary.is_added() || settings.is_changed() {
            Theme { colours: Colours::of(settings.palette) }.apply(ctx);
        }
        if let Ok(window) = windows.single() {
            let size = egui::vec2(window.width(), window.height());
            // Put into the options, since egui would take the room of the frame before with a zoom that is set; and the room is
            // taken from the window as it is now, since the camera's target and the density are those of the frame before.
            ctx.options_mut(|options| options.zoom_factor = zoom(settings.scale, size));
            input.screen_rect = Some(egui::Rect::from_min_size(egui::Pos2::ZERO, room(settings.scale, size)));
        }
    }
    if settings.is_changed() {
        pace.set_if_neq(Pace(settings.speed));
        if palette.replace(settings.palette) != Some(settings.palette) {
            *look = Look(Palette::built_in(settings.palette));
            let table = look.0.panel.table;
            background.0 = Color::srgb_u8(table.r, table.g, table.b);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Resource, Default, Debug, PartialEq)]
    struct Done(Vec<&'static str>);

    #[test]
    fn letters_are_in_their_texture_before_the_graphics_card_is_told_of_it() {
        let mut app = App::new();
        app.init_resource::<Done>()
            .add_systems(PostUpdate, (|mut done: ResMut<Done>| done.0.push("told")).in_set(AssetEventSystems))
            .add_systems(
                PostUpdate,
                (|mut done: ResMut<Done>| done.0.push("put")).in_set(EguiPostUpdateSet::PostProcessOutput),
            )
            .add_plugins(plugin);
        app.world_mut().run_schedule(PostUpdate);
        assert_eq!(app.world().resource::<Done>().0, ["put", "told"]);
    }
}
