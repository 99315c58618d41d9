//! The colours of the panels, taken from the palette everything is drawn with.

use artwork::{Colour, Palette, PaletteChoice};
use egui::Color32;

/// The colours of the panels. Each means one thing: sides, one accent for what can be acted on, one for danger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colours {
    /// Behind everything: the table at night; fields and tracks sunk into a panel.
    pub ground: Color32,
    pub panel: Color32,
    /// Something that lies on a panel: a card, a button.
    pub raised: Color32,
    /// The same under the pointer.
    pub lifted: Color32,
    /// Hairlines between things.
    pub line: Color32,
    /// Edges of things that can be pressed.
    pub edge: Color32,
    pub text: Color32,
    /// Text of lesser weight.
    pub muted: Color32,
    /// What can be acted on now.
    pub accent: Color32,
    /// Text on the accent.
    pub on_accent: Color32,
    /// The accent as a quiet ground.
    pub accent_ground: Color32,
    /// What is refused, lost or dangerous.
    pub danger: Color32,
    /// Text on danger.
    pub on_danger: Color32,
    /// Danger as a quiet ground.
    pub danger_ground: Color32,
    /// US/ARVN as a plate.
    pub us_arvn: Color32,
    /// Text on US/ARVN.
    pub on_us_arvn: Color32,
    /// US/ARVN as a line or a word on a panel.
    pub us_arvn_ink: Color32,
    /// PAVN/NLF as a plate.
    pub pavn_nlf: Color32,
    /// Text on PAVN/NLF.
    pub on_pavn_nlf: Color32,
    /// PAVN/NLF as a line or a word on a panel.
    pub pavn_nlf_ink: Color32,
    /// The paper of the map: die faces, art.
    pub paper: Color32,
    /// Ink on paper.
    pub ink: Color32,
    /// Water in the small drawings.
    pub water: Color32,
}

impl From<&Palette> for Colours {
    fn from(palette: &Palette) -> Self {
        let solid = |c: Colour| Color32::from_rgb(c.r, c.g, c.b);
        let panel = &palette.panel;
        Self {
            ground: solid(panel.sunk),
            panel: solid(panel.ground),
            raised: solid(panel.raised),
            lifted: solid(panel.hover),
            line: solid(panel.line),
            edge: solid(panel.line.mix(panel.text_quiet, 0.35)),
            text: solid(panel.text),
            muted: solid(panel.text_quiet),
            accent: solid(palette.accent.ground),
            on_accent: solid(palette.accent.ink),
            accent_ground: solid(panel.ground.mix(palette.accent.ground, 0.16)),
            danger: solid(palette.danger.ground),
            on_danger: solid(palette.danger.ink),
            danger_ground: solid(panel.ground.mix(palette.danger.ground, 0.18)),
            us_arvn: solid(palette.sides.marines.ground),
            on_us_arvn: solid(palette.sides.marines.ink),
            us_arvn_ink: solid(panel.us_arvn),
            pavn_nlf: solid(palette.sides.pavn.ground),
            on_pavn_nlf: solid(palette.sides.pavn.ink),
            pavn_nlf_ink: solid(panel.pavn_nlf),
            paper: solid(palette.map.paper),
            ink: solid(palette.map.ink),
            water: solid(palette.map.water_deep),
        }
    }
}

impl Colours {
    /// The colours of a palette that is built in.
    pub fn of(choice: PaletteChoice) -> Self {
        Self::from(&Palette::built_in(choice))
    }

    /// Every pair of text and ground the panels use: each must reach a contrast of 4.5.
    pub fn text_pairs(&self) -> Vec<(&'static str, Color32, Color32)> {
        let mut pairs = vec![
            ("text on accent", self.on_accent, self.accent),
            ("text on danger", self.on_danger, self.danger),
            ("text on US/ARVN", self.on_us_arvn, self.us_arvn),
            ("text on PAVN/NLF", self.on_pavn_nlf, self.pavn_nlf),
            ("ink on paper", self.ink, self.paper),
            ("text on the quiet accent", self.text, self.accent_ground),
            ("accent on the quiet accent", self.accent, self.accent_ground),
            ("muted text on the quiet accent", self.muted, self.accent_ground),
            ("text on quiet danger", self.text, self.danger_ground),
            ("danger on quiet danger", self.danger, self.danger_ground),
        ];
        for ground in [self.ground, self.panel, self.raised, self.lifted] {
            for (what, ink) in [
                ("text", self.text),
                ("muted text", self.muted),
                ("accent", self.accent),
                ("danger", self.danger),
                ("US/ARVN", self.us_arvn_ink),
                ("PAVN/NLF", self.pavn_nlf_ink),
            ] {
                pairs.push((what, ink, ground));
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_can_be_read_in_both_palettes() {
        let colour = |c: Color32| Colour::rgb(c.r(), c.g(), c.b());
        for choice in PaletteChoice::ALL {
            for (name, ink, ground) in Colours::of(choice).text_pairs() {
                let contrast = colour(ink).contrast(colour(ground));
                assert!(
                    contrast >= 4.5,
                    "{}, {name}: {ink:?} on {ground:?} has a contrast of {contrast:.2}",
                    choice.name()
                );
            }
        }
    }
}
