//! Rings around counters: who is selected, who can be clicked, who can act.

use artwork::{Colour, Highlight, Palette, Path, Rect, Sheet, highlight_sheet, pt};
use block_by_block::UnitId;

use super::hand::Hand;

/// What a counter's ring says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ring {
    Selected,
    /// It can be clicked to answer the question.
    Target,
    /// It can do something.
    Ready,
}

impl Ring {
    /// The ring of a counter, if it has one.
    pub fn of(hand: &Hand, unit: UnitId) -> Option<Self> {
        if hand.selected.has(unit) {
            Some(Self::Selected)
        } else if hand.offers.target_units(hand.selected).has(unit) {
            Some(Self::Target)
        } else if hand.offers.actors().has(unit) {
            Some(Self::Ready)
        } else {
            None
        }
    }
}

/// A ring in the counter's own square: full for the selected, double for targets, corners for the ready.
pub fn ring_sheet(ring: Ring, palette: &Palette) -> Sheet {
    let accent = palette.accent.ground;
    let frame =
        |by: f32, radius: f32| Path::rounded(Rect::around(pt(0.0, 0.0), 1.0 + 2.0 * by, 1.0 + 2.0 * by), radius);
    match ring {
        Ring::Selected => {
            let mut sheet = Sheet::new();
            sheet.fill(frame(0.17, 0.22), palette.map.ink);
            sheet.fill(frame(0.13, 0.19), accent);
            sheet
        }
        Ring::Ready => highlight_sheet(Highlight::Offered, palette),
        Ring::Target => {
            let mut sheet = Sheet::new();
            sheet.fill(frame(0.15, 0.2), palette.map.ink);
            sheet.fill(frame(0.12, 0.17), Colour::WHITE);
            sheet.fill(frame(0.07, 0.13), accent);
            sheet
        }
    }
}
