//! A painted ground cut into tiles of an inch, for windows that show terrain tile by tile.

use super::Ground;
use crate::raster::RasterError;

/// A block of tiles as the layers of one texture, row by row, each with smaller and smaller versions of itself down to one
/// pixel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSheet {
    /// The column of its first tile.
    pub left: u32,
    /// The row of its first tile, from the top.
    pub top: u32,
    /// Its tiles from left to right and from top to bottom.
    pub size: (u32, u32),
    /// How many layers there are: one a tile, and perhaps one more that is not used.
    pub layers: u32,
    /// How many versions of each tile.
    pub levels: u32,
    /// Red, green, blue and straight alpha of every pixel: layer after layer, in each the largest version first.
    pub data: Vec<u8>,
}

impl Ground {
    /// The whole table as blocks of at most `block` tiles a side, each tile `pixels` wide.
    ///
    /// # Errors
    /// [`RasterError::Size`] if the table would be larger than a picture can be.
    pub fn tiles(&self, pixels: u32, block: u32) -> Result<Vec<TileSheet>, RasterError> {
        let (columns, lines) = self.size();
        let rgba = self.picture(pixels)?.rgba();
        let corners = (0..lines)
            .step_by(block as usize)
            .flat_map(|top| (0..columns).step_by(block as usize).map(move |left| (left, top)));
        let cut = |(left, top): (u32, u32)| {
            let size = ((columns - left).min(block), (lines - top).min(block));
            cut(&rgba, (columns * pixels) as usize * 4, (left, top), size, pixels)
        };
        Ok(corners.map(cut).collect())
    }
}

fn cut(rgba: &[u8], row: usize, (left, top): (u32, u32), size: (u32, u32), pixels: u32) -> TileSheet {
    let count = size.0 * size.1;
    // Some drivers take a single layer, or a multiple of six, for something else.
    let layers = if count == 1 || count.is_multiple_of(6) { count + 1 } else { count };
    let wide = pixels as usize * 4;
    let mut data = Vec::new();
    for layer in 0..layers {
        let (x, y) = (left + layer.min(count - 1) % size.0, top + layer.min(count - 1) / size.0);
        let mut tile = Vec::with_capacity(wide * pixels as usize);
        for line in 0..pixels {
            let start = (y * pixels + line) as usize * row + x as usize * wide;
            tile.extend_from_slice(&rgba[start..start + wide]);
        }
        let mut side = pixels as usize;
        while side > 1 {
            data.extend_from_slice(&tile);
            tile = halved(&tile, side);
            side /= 2;
        }
        data.extend_from_slice(&tile);
    }
    TileSheet { left, top, size, layers, levels: pixels.ilog2() + 1, data }
}

/// A square picture at half its size; of an odd one the last line and column are left out.
fn halved(pixels: &[u8], side: usize) -> Vec<u8> {
    let half = side / 2;
    let mut small = Vec::with_capacity(half * half * 4);
    for y in 0..half {
        for x in 0..half {
            for channel in 0..4 {
                let at = |dx: usize, dy: usize| u16::from(pixels[((y * 2 + dy) * side + x * 2 + dx) * 4 + channel]);
                let sum = at(0, 0) + at(1, 0) + at(0, 1) + at(1, 1);
                small.push(u8::try_from(sum / 4).unwrap_or(u8::MAX));
            }
        }
    }
    small
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_half_sized_picture_is_the_mean_of_its_pixels() {
        let pixels = [[0, 0, 0, 255], [100, 0, 0, 255], [100, 0, 0, 255], [200, 40, 0, 255]].concat();
        assert_eq!(halved(&pixels, 2), [100, 10, 0, 255]);
    }

    #[test]
    fn every_tile_is_in_one_sheet_with_its_smaller_versions() {
        let board = table::Board::new(&["...", "JJJ"], &[]).unwrap();
        let sheets = Ground::new(&board).tiles(8, 2).unwrap();
        assert_eq!(
            sheets.iter().map(|s| (s.left, s.top, s.size)).collect::<Vec<_>>(),
            [(0, 0, (2, 2)), (2, 0, (1, 2))]
        );
        let one: u32 = [8, 4, 2, 1].iter().map(|side| side * side * 4).sum();
        for sheet in &sheets {
            assert_eq!((sheet.levels, sheet.data.len()), (4, (one * sheet.layers) as usize));
        }
        let odd = Ground::new(&board).tiles(12, 2).unwrap();
        let one: u32 = [12, 6, 3, 1].iter().map(|side| side * side * 4).sum();
        assert_eq!((odd[0].levels, odd[0].data.len()), (4, (one * odd[0].layers) as usize));
        let whole = Ground::new(&board).tiles(8, 16).unwrap();
        assert_eq!(whole[0].layers, 7, "six layers are taken for a cube by some drivers");
    }
}
