//! The two palettes: every colour of the map, the counters and the panels.

use std::collections::BTreeMap;

use block_by_block::{Side, UnitKind, Zone};
use serde::Deserialize;

use crate::colour::Colour;

/// A ground and the ink that is written on it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tone {
    /// The surface.
    pub ground: Colour,
    /// Text and symbols on it; contrast at least 4.5.
    pub ink: Colour,
}

/// The paper map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MapColours {
    /// The paper, seen in the margin.
    pub paper: Colour,
    /// What the paper darkens to at its edges.
    pub paper_edge: Colour,
    /// All lettering and symbols.
    pub ink: Colour,
    /// Quieter lettering: place names, the scale.
    pub ink_quiet: Colour,
    /// Country outside the wall.
    pub country: Colour,
    /// Rice paddies: their water and their dykes.
    pub paddy: Colour,
    /// The dykes between paddies.
    pub dyke: Colour,
    /// Crowns of trees.
    pub tree: Colour,
    /// The shaded side of trees.
    pub tree_shade: Colour,
    /// Roofs, mixed into the tint of the zone they stand in.
    pub roof: Colour,
    /// Roofs of temples, the palace and other places people know.
    pub landmark: Colour,
    /// Road surface.
    pub road: Colour,
    /// The edge of a road, and its casing.
    pub road_edge: Colour,
    /// Railway.
    pub rail: Colour,
    /// Shallow water.
    pub water: Colour,
    pub water_deep: Colour,
    /// Shore lines and waves.
    pub shore: Colour,
    /// Lettering on water.
    pub water_ink: Colour,
    /// The citadel wall.
    pub wall: Colour,
    /// The crown of the wall, where the light falls.
    pub wall_light: Colour,
    /// Lines around zones.
    pub zone_line: Colour,
    /// Dashed lines between areas of a zone.
    pub area_line: Colour,
    /// Tints of the zones.
    pub zones: BTreeMap<Zone, Colour>,
    /// The MACV Compound.
    pub macv: Colour,
    /// The Imperial Palace.
    pub palace: Colour,
    /// Terrain values inside zones.
    pub terrain: Tone,
    /// Terrain values outside the citadel: the white circles.
    pub terrain_outside: Tone,
    pub gate_letter: Tone,
}

/// The ground of the valley in Search & Destroy. Everything else on that map has the colours of [`MapColours`].
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ValleyColours {
    /// Open ground.
    pub clear: Colour,
    /// Blades of grass on it.
    pub grass: Colour,
    /// A paddy under water.
    pub paddy_wet: Colour,
    /// Young rice.
    pub paddy_green: Colour,
    /// Ripe rice.
    pub paddy_ripe: Colour,
    /// The dikes between paddies.
    pub dike: Colour,
    /// Broken ground.
    pub broken: Colour,
    /// Brush and elephant grass on it.
    pub scrub: Colour,
    pub jungle: Colour,
    /// Crowns in the sun.
    pub jungle_light: Colour,
    /// Gaps between crowns.
    pub jungle_dark: Colour,
    /// High ground.
    pub hill: Colour,
    /// Contour lines.
    pub contour: Colour,
    /// Trodden earth between huts.
    pub village: Colour,
    /// Thatched roofs.
    pub thatch: Colour,
    pub trail: Colour,
    /// The net of hexes.
    pub net: Colour,
}

/// Sides and their counters. Rule 2.2.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SideColours {
    /// US Marines: dark green.
    pub marines: Tone,
    /// MACV: light green.
    pub macv: Tone,
    /// ARVN and RVN: orange.
    pub arvn: Tone,
    /// Hac Bao: light tan.
    pub hac_bao: Tone,
    /// PAVN: red.
    pub pavn: Tone,
    /// NLF: red and blue; the red half.
    pub nlf: Tone,
    /// NLF: the blue half.
    pub nlf_blue: Tone,
    /// Ground and lines of the unit symbol.
    pub symbol: Tone,
    /// The band of a spent counter. Rule 2.5.
    pub spent: Tone,
}

/// The dark panels around the map.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PanelColours {
    /// The table the map lies on.
    pub table: Colour,
    pub ground: Colour,
    /// A card or a button on a panel.
    pub raised: Colour,
    /// A raised thing under the pointer.
    pub hover: Colour,
    /// A field or a track sunk into a panel.
    pub sunk: Colour,
    /// Hairlines between things.
    pub line: Colour,
    pub text: Colour,
    /// Quieter text; still contrast 4.5 on ground, raised and sunk.
    pub text_quiet: Colour,
    /// The US/ARVN side as text or symbol on a panel.
    pub us_arvn: Colour,
    /// The PAVN/NLF side as text or symbol on a panel.
    pub pavn_nlf: Colour,
}

/// Every colour there is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Palette {
    /// The name in the list of palettes.
    pub title: String,
    pub map: MapColours,
    /// The valley of Search & Destroy.
    pub valley: ValleyColours,
    /// Counters.
    pub sides: SideColours,
    pub panel: PanelColours,
    /// What can be acted on now; `ink` is text on it.
    pub accent: Tone,
    /// What is dangerous or lost; `ink` is text on it.
    pub danger: Tone,
}

/// Which palette.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, serde::Serialize)]
pub enum PaletteChoice {
    /// A staff map on warm paper.
    #[default]
    StaffMap,
    /// The same, with sides that colour-blind eyes keep apart.
    ColourSafe,
}

impl PaletteChoice {
    /// Both.
    pub const ALL: [Self; 2] = [Self::StaffMap, Self::ColourSafe];

    /// The name of its file under `assets/palettes`, without the ending; also its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::StaffMap => "staff-map",
            Self::ColourSafe => "colour-safe",
        }
    }

    /// The palette with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|p| p.name() == name)
    }

    /// The text of the palette file that is built in.
    pub const fn text(self) -> &'static str {
        match self {
            Self::StaffMap => include_str!("../../../assets/palettes/staff-map.ron"),
            Self::ColourSafe => include_str!("../../../assets/palettes/colour-safe.ron"),
        }
    }
}

impl Palette {
    /// A palette that is built in.
    ///
    /// # Panics
    /// Never: both files are read by the tests.
    pub fn built_in(choice: PaletteChoice) -> Self {
        match Self::parse(choice.text()) {
            Ok(palette) => palette,
            Err(problem) => unreachable!("palette {}: {problem}", choice.name()),
        }
    }

    /// Reads a palette file.
    ///
    /// # Errors
    /// What is wrong with it and where.
    pub fn parse(text: &str) -> Result<Self, String> {
        let palette: Self = ron::from_str(text).map_err(|e| e.to_string())?;
        match Zone::ALL.into_iter().find(|z| !palette.map.zones.contains_key(z)) {
            Some(zone) => Err(format!("map.zones has no tint for {zone}.")),
            None => Ok(palette),
        }
    }

    /// The tint of a zone.
    pub fn zone(&self, zone: Zone) -> Colour {
        self.map.zones.get(&zone).copied().unwrap_or(self.map.country)
    }

    /// The colours of a kind of counter. Rule 2.2.
    pub fn unit(&self, kind: UnitKind) -> Tone {
        match kind {
            UnitKind::MacvTeam => self.sides.macv,
            UnitKind::Marines => self.sides.marines,
            UnitKind::HacBao => self.sides.hac_bao,
            UnitKind::DivisionHq
            | UnitKind::Airborne
            | UnitKind::Regiment
            | UnitKind::RvnMarines
            | UnitKind::Rangers
            | UnitKind::Platoon => self.sides.arvn,
            UnitKind::Pavn4th | UnitKind::Pavn6th | UnitKind::GateTower => self.sides.pavn,
            UnitKind::NlfCompany => self.sides.nlf,
        }
    }

    /// The colours of a side's own markers.
    pub fn side(&self, side: Side) -> Tone {
        match side {
            Side::UsArvn => self.sides.marines,
            Side::PavnNlf => self.sides.pavn,
        }
    }

    /// Every pair of text and ground that is used anywhere, with a name, for the test of contrast.
    pub fn text_pairs(&self) -> Vec<(String, Colour, Colour)> {
        let (map, sides, panel) = (&self.map, &self.sides, &self.panel);
        let mut pairs = Vec::new();
        let mut add = |name: &str, ink: Colour, ground: Colour| pairs.push((name.to_owned(), ink, ground));
        let grounds = [
            ("paper", map.paper),
            ("country", map.country),
            ("paddy", map.paddy),
            ("MACV", map.macv),
            ("palace", map.palace),
        ];
        for (name, ground) in grounds {
            add(&format!("ink on {name}"), map.ink, ground);
            add(&format!("quiet ink on {name}"), map.ink_quiet, ground);
        }
        let valley = &self.valley;
        for (name, ground) in [
            ("clear ground", valley.clear),
            ("a wet paddy", valley.paddy_wet),
            ("young rice", valley.paddy_green),
            ("ripe rice", valley.paddy_ripe),
            ("broken ground", valley.broken),
            ("jungle", valley.jungle),
            ("crowns", valley.jungle_light),
            ("high ground", valley.hill),
            ("village", valley.village),
        ] {
            add(&format!("ink on {name}"), map.ink, ground);
        }
        for (zone, tint) in &map.zones {
            add(&format!("ink on {zone}"), map.ink, *tint);
            add(&format!("quiet ink on {zone}"), map.ink_quiet, *tint);
        }
        add("water ink on deep water", map.water_ink, map.water_deep);
        add("water ink on water", map.water_ink, map.water);
        for (name, tone) in [
            ("terrain", map.terrain),
            ("terrain outside", map.terrain_outside),
            ("gate letter", map.gate_letter),
            ("marines", sides.marines),
            ("macv", sides.macv),
            ("arvn", sides.arvn),
            ("hac bao", sides.hac_bao),
            ("pavn", sides.pavn),
            ("nlf", sides.nlf),
            ("nlf blue", sides.nlf_blue),
            ("symbol", sides.symbol),
            ("spent", sides.spent),
            ("accent", self.accent),
            ("danger", self.danger),
        ] {
            add(name, tone.ink, tone.ground);
        }
        for (name, ground) in [
            ("panel", panel.ground),
            ("raised", panel.raised),
            ("hover", panel.hover),
            ("sunk", panel.sunk),
            ("table", panel.table),
        ] {
            add(&format!("text on {name}"), panel.text, ground);
            add(&format!("quiet text on {name}"), panel.text_quiet, ground);
            add(&format!("accent on {name}"), self.accent.ground, ground);
            add(&format!("US/ARVN on {name}"), panel.us_arvn, ground);
            add(&format!("PAVN/NLF on {name}"), panel.pavn_nlf, ground);
        }
        pairs
    }

    /// Every symbol with what it lies on or is edged by: rings, paths, marks on panels, for the test of contrast. What is drawn on
    /// bases and counters is among the pairs of text.
    pub fn symbol_pairs(&self) -> Vec<(String, Colour, Colour)> {
        let (sides, panel) = (&self.sides, &self.panel);
        let edge = sides.symbol.ink;
        let mut pairs = Vec::new();
        for (name, colour) in [
            ("what can be done now", self.accent.ground),
            ("danger", self.danger.ground),
            ("what is measured", sides.symbol.ground),
        ] {
            pairs.push((format!("{name} and its edge"), colour, edge));
        }
        for (name, colour) in [("accent", self.accent.ground), ("danger", self.danger.ground)] {
            for (where_, ground) in [("panel", panel.ground), ("raised", panel.raised), ("sunk", panel.sunk)] {
                pairs.push((format!("{name} on {where_}"), colour, ground));
            }
        }
        pairs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::Blindness;

    fn both() -> [Palette; 2] {
        PaletteChoice::ALL.map(|p| Palette::parse(p.text()).unwrap())
    }

    #[test]
    fn all_text_has_contrast() {
        for palette in both() {
            for (name, ink, ground) in palette.text_pairs() {
                let contrast = ink.contrast(ground);
                assert!(contrast >= 4.5, "{}: {name}: {ink} on {ground} has {contrast:.2}", palette.title);
            }
        }
    }

    /// Text needs a contrast of 4.5, a symbol beside its outline one of 3, as WCAG 2 has it, with every kind of sight.
    #[test]
    fn text_and_symbols_can_be_read_by_colour_blind_eyes_in_both_palettes() {
        for palette in both() {
            let text = palette.text_pairs().into_iter().map(|pair| (pair, 4.5));
            let symbols = palette.symbol_pairs().into_iter().map(|pair| (pair, 3.0));
            for ((name, ink, ground), least) in text.chain(symbols) {
                for blindness in Blindness::ALL {
                    let contrast = ink.seen_with(blindness).contrast(ground.seen_with(blindness));
                    assert!(
                        contrast >= least,
                        "{} with {blindness:?}: {name}: {ink} on {ground} has {contrast:.2}",
                        palette.title
                    );
                }
            }
        }
    }

    #[test]
    fn the_safe_palette_keeps_the_sides_apart_in_every_eye() {
        let palette = Palette::built_in(PaletteChoice::ColourSafe);
        let ours = [palette.sides.marines, palette.sides.macv, palette.sides.arvn, palette.sides.hac_bao];
        let theirs = [palette.sides.pavn, palette.sides.nlf];
        let mut pairs: Vec<_> = ours.iter().flat_map(|a| theirs.iter().map(|b| (a.ground, b.ground))).collect();
        pairs.push((palette.accent.ground, palette.danger.ground));
        pairs.push((palette.panel.us_arvn, palette.panel.pavn_nlf));
        for (a, b) in pairs {
            assert!(a.difference(b) > 0.12, "{a} and {b}");
            for blindness in Blindness::ALL {
                let seen = a.seen_with(blindness).difference(b.seen_with(blindness));
                assert!(seen > 0.12, "{a} and {b} with {blindness:?}: {seen:.3}");
            }
        }
    }

    #[test]
    fn neighbouring_sides_differ_in_the_staff_palette() {
        let sides = Palette::built_in(PaletteChoice::StaffMap).sides;
        let grounds = [sides.marines, sides.macv, sides.arvn, sides.hac_bao, sides.pavn].map(|t| t.ground);
        for (i, a) in grounds.iter().enumerate() {
            for b in &grounds[i + 1..] {
                assert!(a.difference(*b) > 0.1, "{a} and {b}");
            }
        }
    }

    #[test]
    fn a_palette_without_a_zone_is_refused() {
        let text =
            PaletteChoice::StaffMap.text().lines().filter(|l| !l.trim_start().starts_with("N3:")).collect::<Vec<_>>();
        assert!(Palette::parse(&text.join("\n")).unwrap_err().contains("N3"));
    }
}
