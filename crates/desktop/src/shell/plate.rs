//! The map's plate: the map is a few hundred thousand triangles, and most frames show it just as the frame before did.
//! A camera of its own prints it onto a picture as large as the window whenever the view or the map changes; all other
//! frames show that picture, pixel for pixel.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::asset::AssetEventSystems;
use bevy::camera::visibility::RenderLayers;
use bevy::camera::{CameraUpdateSystems, ImageRenderTarget, RenderTarget};
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{PipelineCache, TextureFormat};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::window::{PrimaryWindow, RequestRedraw};

use super::camera::{CameraSystems, Eye};
use super::screen::Screen;

/// Prints of a map that is new: part of it may reach the graphics card a frame late. Of a map that only lies elsewhere one is enough,
/// and without a graphics card each takes half a second.
const FRAMES: u8 = 2;
/// Frames after which Bevy forgets the textures of a camera that has gone.
const FORGOTTEN: u8 = 4;

pub(super) fn plugin(app: &mut App) {
    let unread = Unread::default();
    if let Some(renderer) = app.get_sub_app_mut(RenderApp) {
        renderer.insert_resource(unread.clone()).add_systems(Render, notice.in_set(RenderSystems::Cleanup));
    }
    app.insert_resource(unread)
        .init_resource::<Press>()
        .add_systems(OnEnter(Screen::Game), set_up)
        .add_systems(OnExit(Screen::Game), take_down)
        .add_systems(
            PostUpdate,
            // Both eyes must have the same lens in the same frame, or the plate would lag behind what lies on it.
            print
                .after(CameraSystems)
                .before(CameraUpdateSystems)
                // What it prints on is made in the same frame.
                .before(AssetEventSystems)
                .before(TransformSystems::Propagate)
                .run_if(in_state(Screen::Game)),
        );
}

/// Whether the renderer left something out of a frame since this was asked last, because a shader had not been read.
#[derive(Resource, Clone, Debug, Default)]
struct Unread(Arc<AtomicBool>);

fn notice(pipelines: Res<PipelineCache>, unread: Res<Unread>) {
    unread.0.fetch_or(pipelines.waiting_pipelines().next().is_some(), Ordering::Relaxed);
}

/// What is printed onto the plate; everything else is drawn again in each frame.
pub fn layer() -> RenderLayers {
    RenderLayers::layer(1)
}

/// Says when the plate must be printed again.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Press {
    /// Whether a map was laid out.
    laid: bool,
    /// How many frames more are to be printed, and then drawn until the printer is forgotten.
    frames: u8,
    forgetting: u8,
    /// What the plate shows: the eye's place, its scale, and the window's size and scale factor.
    shows: Option<(Vec3, f32, UVec2, f32)>,
}

impl Press {
    /// A map was laid out.
    pub fn again(&mut self) {
        (self.laid, self.frames) = (true, FRAMES);
    }

    /// The same map is seen in another way.
    pub fn once(&mut self) {
        self.frames = self.frames.max(1);
    }

    #[cfg(test)]
    pub fn is_asked(self) -> bool {
        self.frames > 0
    }
}

/// Whether nothing is to be printed.
#[cfg(feature = "sound")]
pub fn is_idle(press: Res<Press>, printers: Query<(), With<Printer>>) -> bool {
    press.frames == 0 && press.forgetting == 0 && printers.is_empty()
}

/// The camera that prints. It is there only while it does: it draws on textures several times as large as the window.
#[derive(Component)]
pub struct Printer;

/// The picture that is shown.
#[derive(Component)]
struct Plate;

fn set_up(
    mut commands: Commands,
    window: Single<&Window, With<PrimaryWindow>>,
    mut images: ResMut<Assets<Image>>,
    mut press: ResMut<Press>,
) {
    let picture = blank(&window, &mut images);
    commands.spawn((Plate, Sprite::from_image(picture), Transform::default()));
    *press = Press::default();
}

fn take_down(mut commands: Commands, parts: Query<Entity, Or<(With<Printer>, With<Plate>)>>) {
    for part in &parts {
        commands.entity(part).despawn();
    }
}

/// A picture as large as the window.
fn blank(window: &Window, images: &mut Assets<Image>) -> Handle<Image> {
    let size = window.physical_size().max(UVec2::ONE);
    let mut picture = Image::new_target_texture(size.x, size.y, TextureFormat::Bgra8UnormSrgb, None);
    // It is printed before it is shown: there is nothing to keep or to send to the graphics card.
    picture.data = None;
    picture.sampler = ImageSampler::nearest();
    images.add(picture)
}

/// Prints if anything changed, and lays the plate before the eye.
fn print(
    mut commands: Commands,
    window: Single<&Window, With<PrimaryWindow>>,
    eye: Single<(&Transform, &Projection), (With<Eye>, Without<Plate>)>,
    printer: Option<Single<Entity, With<Printer>>>,
    plate: Single<(&mut Transform, &mut Sprite), With<Plate>>,
    mut images: ResMut<Assets<Image>>,
    mut press: ResMut<Press>,
    unread: Res<Unread>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let (eye, projection) = eye.into_inner();
    let (mut plate, mut sprite) = plate.into_inner();
    let Projection::Orthographic(lens) = projection else { return };
    let now = (eye.translation, lens.scale, window.physical_size(), window.scale_factor());
    if press.shows != Some(now) {
        if press.shows.is_none_or(|(_, _, size, factor)| (size, factor) != (now.2, now.3)) {
            sprite.image = blank(&window, &mut images);
        }
        press.shows = Some(now);
        if press.laid {
            press.once();
        }
        plate.translation = eye.translation.with_z(0.0);
        sprite.custom_size = Some(window.size() * lens.scale);
    }
    if unread.0.swap(false, Ordering::Relaxed) && press.laid {
        press.once();
    }
    let target = ImageRenderTarget { handle: sprite.image.clone(), scale_factor: window.scale_factor() };
    let looks = (*eye, projection.clone(), RenderTarget::Image(target));
    match (printer, press.frames) {
        (None, 0) => {}
        (None, _) => {
            let camera = Camera { order: -1, ..default() };
            commands.spawn((Printer, Camera2d, camera, looks, Msaa::Sample4, layer()));
        }
        (Some(printer), 0) => {
            commands.entity(*printer).despawn();
            press.forgetting = FORGOTTEN;
        }
        (Some(printer), _) => _ = commands.entity(*printer).insert(looks),
    }
    let drawn = press.frames > 0 || press.forgetting > 0;
    press.frames = press.frames.saturating_sub(1);
    if drawn {
        redraw.write(RequestRedraw);
    }
    if press.frames == 0 {
        press.forgetting = press.forgetting.saturating_sub(1);
    }
}

#[cfg(test)]
mod tests {
    use bevy::state::app::StatesPlugin;

    use super::*;

    fn app() -> App {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), StatesPlugin))
            .init_asset::<Image>()
            .add_message::<RequestRedraw>()
            .insert_state(Screen::Game)
            .add_plugins(plugin);
        app.world_mut().spawn((Window::default(), PrimaryWindow));
        app.world_mut().spawn((Eye, Transform::default(), Projection::from(OrthographicProjection::default_2d())));
        app
    }

    /// Frames until the printer has gone.
    fn printed(app: &mut App) -> u32 {
        let mut printers = app.world_mut().query_filtered::<Entity, With<Printer>>();
        for frame in 0..20 {
            app.update();
            if frame > 0 && printers.iter(app.world()).count() == 0 {
                return frame;
            }
        }
        panic!("it prints for ever");
    }

    #[test]
    fn the_camera_that_prints_goes_when_it_has_printed_and_comes_again_when_the_eye_moves() {
        let mut app = app();
        let printers = |app: &mut App| app.world_mut().query::<&Printer>().iter(app.world()).count();
        app.update();
        app.update();
        assert_eq!(printers(&mut app), 0, "there is no map yet");
        app.world_mut().resource_mut::<Press>().again();
        assert_eq!(printed(&mut app), u32::from(FRAMES), "the map is new");
        app.update();
        assert_eq!(printers(&mut app), 0, "nothing has changed");
        let mut eyes = app.world_mut().query_filtered::<&mut Transform, With<Eye>>();
        eyes.single_mut(app.world_mut()).unwrap().translation.x = 40.0;
        assert_eq!(printed(&mut app), 1, "it lies elsewhere, and is the same");
        app.world().resource::<Unread>().0.store(true, Ordering::Relaxed);
        app.update();
        assert_eq!(printers(&mut app), 1, "it was printed without a shader that had not been read");
        assert_eq!(printed(&mut app), 1);
    }
}
