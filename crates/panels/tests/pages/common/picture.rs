//! A small software painter for egui's triangles: enough to look at a panel.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use tabletop::between;

use egui::epaint::{ImageData, Mesh, Primitive, Vertex};
use egui::{Color32, ColorImage, Context, FullOutput, Rect, TextureId, TexturesDelta, Theme};
use egui_kittest::TestRenderer;

/// The textures egui has handed over so far.
#[derive(Clone, Default)]
pub struct Canvas {
    textures: Rc<RefCell<HashMap<TextureId, ColorImage>>>,
}

impl TestRenderer for Canvas {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut textures = self.textures.borrow_mut();
        let changes = std::mem::take(&mut delta.set).into_iter();
        for (id, change) in changes.flat_map(|(id, changes)| changes.into_iter().map(move |change| (id, change))) {
            let ImageData::Color(image) = change.image;
            match change.pos {
                None => {
                    textures.insert(id, image.as_ref().clone());
                }
                Some([x, y]) => {
                    let whole = textures.get_mut(&id).expect("a part belongs to a texture");
                    for row in 0..image.height() {
                        for column in 0..image.width() {
                            whole[(x + column, y + row)] = image[(column, row)];
                        }
                    }
                }
            }
        }
        for id in std::mem::take(&mut delta.free) {
            textures.remove(&id);
        }
    }
}

impl Canvas {
    /// What the screen shows, as PNG.
    pub fn paint(&self, ctx: &Context, output: &FullOutput) -> Vec<u8> {
        let scale = output.pixels_per_point;
        let size = ctx.content_rect().size() * scale;
        let (width, height) = (size.x.round() as usize, size.y.round() as usize);
        let ground = ctx.style_of(Theme::Dark).visuals.extreme_bg_color;
        let mut pixels = vec![ground; width * height];
        let textures = self.textures.borrow();
        for clipped in ctx.tessellate(output.shapes.clone(), scale) {
            if let Primitive::Mesh(mesh) = &clipped.primitive
                && let Some(texture) = textures.get(&mesh.texture_id)
            {
                paint_mesh(&mut pixels, width, height, scale, clipped.clip_rect, mesh, texture);
            }
        }
        let bytes: Vec<u8> = pixels.iter().flat_map(|c| [c.r(), c.g(), c.b(), 255]).collect();
        let size = tiny_skia::IntSize::from_wh(width as u32, height as u32).expect("the screen has a size");
        let picture = tiny_skia::Pixmap::from_vec(bytes, size).expect("the picture has that size");
        picture.encode_png().expect("a picture can be written")
    }
}

fn paint_mesh(
    pixels: &mut [Color32],
    width: usize,
    height: usize,
    scale: f32,
    clip: Rect,
    mesh: &Mesh,
    texture: &ColorImage,
) {
    let clip = Rect::from_min_max((clip.min.to_vec2() * scale).to_pos2(), (clip.max.to_vec2() * scale).to_pos2());
    for corners in mesh.indices.chunks_exact(3) {
        let [a, b, c] = [0, 1, 2].map(|i| mesh.vertices[corners[i] as usize]);
        let [pa, pb, pc] = [a, b, c].map(|v: Vertex| v.pos.to_vec2() * scale);
        let area = (pb - pa).x * (pc - pa).y - (pb - pa).y * (pc - pa).x;
        if area == 0.0 {
            continue;
        }
        let left = pa.x.min(pb.x).min(pc.x).max(clip.left()).max(0.0).floor() as usize;
        let right = (pa.x.max(pb.x).max(pc.x).min(clip.right()).ceil().max(0.0) as usize).min(width);
        let top = pa.y.min(pb.y).min(pc.y).max(clip.top()).max(0.0).floor() as usize;
        let bottom = (pa.y.max(pb.y).max(pc.y).min(clip.bottom()).ceil().max(0.0) as usize).min(height);
        for y in top..bottom {
            for x in left..right {
                let p = egui::vec2(x as f32 + 0.5, y as f32 + 0.5);
                if p.x < clip.left() || p.x >= clip.right() || p.y < clip.top() || p.y >= clip.bottom() {
                    continue;
                }
                let wb = ((p - pa).x * (pc - pa).y - (p - pa).y * (pc - pa).x) / area;
                let wc = ((pb - pa).x * (p - pa).y - (pb - pa).y * (p - pa).x) / area;
                let wa = 1.0 - wb - wc;
                if wa < 0.0 || wb < 0.0 || wc < 0.0 {
                    continue;
                }
                let uv = a.uv.to_vec2() * wa + b.uv.to_vec2() * wb + c.uv.to_vec2() * wc;
                let texel = sample(texture, uv.x, uv.y);
                let under = &mut pixels[y * width + x];
                let mut channels = [0.0_f32; 4];
                for (i, channel) in channels.iter_mut().enumerate() {
                    let tint = f32::from(a.color[i]) * wa + f32::from(b.color[i]) * wb + f32::from(c.color[i]) * wc;
                    *channel = tint * texel[i] / 255.0;
                }
                let kept = 1.0 - channels[3] / 255.0;
                let mix = |over: f32, below: u8| between((over + f32::from(below) * kept).round(), 0.0, 255.0) as u8;
                *under = Color32::from_rgb(
                    mix(channels[0], under.r()),
                    mix(channels[1], under.g()),
                    mix(channels[2], under.b()),
                );
            }
        }
    }
}

/// The colour at a point of a texture, blended from its four neighbours.
fn sample(texture: &ColorImage, u: f32, v: f32) -> [f32; 4] {
    let (w, h) = (texture.width(), texture.height());
    let x = between(u * w as f32 - 0.5, 0.0, w as f32 - 1.0);
    let y = between(v * h as f32 - 0.5, 0.0, h as f32 - 1.0);
    let (x0, y0) = (x as usize, y as usize);
    let (x1, y1) = ((x0 + 1).min(w - 1), (y0 + 1).min(h - 1));
    let (fx, fy) = (x - x0 as f32, y - y0 as f32);
    let mut out = [0.0; 4];
    for (i, channel) in out.iter_mut().enumerate() {
        let at = |x: usize, y: usize| f32::from(texture[(x, y)].to_array()[i]);
        let top = at(x0, y0) * (1.0 - fx) + at(x1, y0) * fx;
        let bottom = at(x0, y1) * (1.0 - fx) + at(x1, y1) * fx;
        *channel = top * (1.0 - fy) + bottom * fy;
    }
    out
}
