//! Pieces drawn up in rows.

use crate::{Colour, Picture, Placement, Rect, Sheet, pt, raster};

/// How much of its cell a piece takes.
const SHARE: f32 = 0.9;

/// Draws each group of pieces in rows of its own, `columns` to a row, in cells of `cell` pixels. A piece is a sheet of side 1 around
/// the origin. Nothing without pieces.
pub fn muster(groups: &[Vec<Sheet>], columns: usize, cell: u32, ground: Colour) -> Option<Picture> {
    let columns = columns.max(1);
    let mut sheet = Sheet::new();
    let mut row = 0;
    for group in groups.iter().filter(|group| !group.is_empty()) {
        for (n, piece) in group.iter().enumerate() {
            let at = pt((n % columns) as f32 + 0.5, (row + n / columns) as f32 + 0.5);
            sheet.stamp(piece, Placement::at(at, SHARE));
        }
        row += group.len().div_ceil(columns);
    }
    let (wide, high) = (columns as u32, u32::try_from(row).ok().filter(|row| *row > 0)?);
    raster(&sheet, Rect::new(0.0, 0.0, columns as f32, row as f32), (wide * cell, high * cell), ground).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Path;

    #[test]
    fn each_group_begins_a_row_and_no_pieces_are_no_picture() {
        let (ground, ink) = (Colour::rgb(0, 0, 0), Colour::rgb(255, 255, 255));
        let mut piece = Sheet::new();
        piece.fill(Path::rect(Rect::around(pt(0.0, 0.0), 1.0, 1.0)), ink);
        let picture = muster(&[vec![piece.clone(); 3], Vec::new(), vec![piece]], 2, 10, ground).unwrap();
        assert_eq!(picture.size(), (20, 30));
        let rgba = picture.rgba();
        let lit = |column: usize, row: usize| rgba[((row * 10 + 5) * 20 + column * 10 + 5) * 4] > 200;
        let cells = [lit(0, 0), lit(1, 0), lit(0, 1), lit(1, 1), lit(0, 2), lit(1, 2)];
        assert_eq!(cells, [true, true, true, false, true, false]);
        assert!(muster(&[Vec::new()], 2, 10, ground).is_none());
    }
}
