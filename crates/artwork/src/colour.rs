//! Colours: sRGB bytes, mixing, contrast and how colour-blind eyes see them.

use std::fmt;
use tabletop::between;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// A colour in sRGB with straight (not premultiplied) alpha. Files write it `"#rrggbb"` or `"#rrggbbaa"`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Colour {
    /// Red, 0 to 255.
    pub r: u8,
    /// Green, 0 to 255.
    pub g: u8,
    /// Blue, 0 to 255.
    pub b: u8,
    /// Opacity, 0 to 255.
    pub a: u8,
}

/// The three common kinds of colour-blindness, at full strength.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blindness {
    /// No working green cones.
    Deutan,
    /// No working red cones.
    Protan,
    /// No working blue cones.
    Tritan,
}

impl Blindness {
    /// All three.
    pub const ALL: [Self; 3] = [Self::Deutan, Self::Protan, Self::Tritan];

    /// Rows of the matrix of Machado, Oliveira and Fernandes (2009) for severity 1, on linear RGB.
    const fn matrix(self) -> [[f32; 3]; 3] {
        match self {
            Self::Protan => [
                [0.152_286, 1.052_583, -0.204_868],
                [0.114_503, 0.786_281, 0.099_216],
                [-0.003_882, -0.048_116, 1.051_998],
            ],
            Self::Deutan => [
                [0.367_322, 0.860_646, -0.227_968],
                [0.280_085, 0.672_501, 0.047_413],
                [-0.011_820, 0.042_940, 0.968_881],
            ],
            Self::Tritan => [
                [1.255_528, -0.076_749, -0.178_779],
                [-0.078_411, 0.930_809, 0.147_602],
                [0.004_733, 0.691_367, 0.303_900],
            ],
        }
    }
}

impl Colour {
    /// White.
    pub const WHITE: Self = Self::rgb(255, 255, 255);
    /// Black.
    pub const BLACK: Self = Self::rgb(0, 0, 0);
    /// Nothing.
    pub const CLEAR: Self = Self { r: 0, g: 0, b: 0, a: 0 };

    /// An opaque colour.
    pub const fn rgb(r: u8, g: u8, b: u8) -> Self {
        Self { r, g, b, a: 255 }
    }

    /// The same colour with this opacity, 0 to 1.
    pub fn alpha(self, opacity: f32) -> Self {
        Self { a: byte(opacity), ..self }
    }

    /// The opacity, 0 to 1.
    pub fn opacity(self) -> f32 {
        f32::from(self.a) / 255.0
    }

    /// `share` of `other` in this colour: 0 leaves it, 1 gives `other`. Mixed in sRGB, as a painter's eye expects.
    pub fn mix(self, other: Self, share: f32) -> Self {
        let part = |x: u8, y: u8| {
            let (x, y) = (f32::from(x), f32::from(y));
            between((x + (y - x) * share).round(), 0.0, 255.0) as u8
        };
        Self { r: part(self.r, other.r), g: part(self.g, other.g), b: part(self.b, other.b), a: part(self.a, other.a) }
    }

    /// What is seen when this colour lies over an opaque `ground`.
    pub fn over(self, ground: Self) -> Self {
        ground.mix(Self { a: 255, ..self }, self.opacity())
    }

    /// Red, green and blue as light, 0 to 1 each.
    pub fn linear(self) -> [f32; 3] {
        [self.r, self.g, self.b].map(|c| to_linear(f32::from(c) / 255.0))
    }

    /// Relative luminance, 0 to 1, by WCAG 2.
    pub fn luminance(self) -> f32 {
        let [r, g, b] = self.linear();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    /// Contrast ratio with another opaque colour, 1 to 21, by WCAG 2.
    pub fn contrast(self, other: Self) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// As eyes with this blindness see it.
    pub fn seen_with(self, blindness: Blindness) -> Self {
        let light = self.linear();
        let [r, g, b] =
            blindness.matrix().map(|row| byte(to_srgb(row[0] * light[0] + row[1] * light[1] + row[2] * light[2])));
        Self { r, g, b, a: self.a }
    }

    /// How different two opaque colours look: distance in OKLab, where 0.02 is just noticeable and 0.1 is plain.
    pub fn difference(self, other: Self) -> f32 {
        let (a, b) = (self.oklab(), other.oklab());
        ((a[0] - b[0]).powi(2) + (a[1] - b[1]).powi(2) + (a[2] - b[2]).powi(2)).sqrt()
    }

    /// Lightness and the two colour axes of Björn Ottosson's OKLab.
    fn oklab(self) -> [f32; 3] {
        let [r, g, b] = self.linear();
        let l = (0.412_221_5 * r + 0.536_332_5 * g + 0.051_445_99 * b).cbrt();
        let m = (0.211_903_5 * r + 0.680_699_5 * g + 0.107_396_96 * b).cbrt();
        let s = (0.088_302_46 * r + 0.281_718_85 * g + 0.629_978_7 * b).cbrt();
        [
            0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s,
            1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s,
            0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s,
        ]
    }
}

fn byte(share: f32) -> u8 {
    between((share * 255.0).round(), 0.0, 255.0) as u8
}

/// sRGB share to light.
pub(crate) fn to_linear(c: f32) -> f32 {
    if c <= 0.040_45 { c / 12.92 } else { ((c + 0.055) / 1.055).powf(2.4) }
}

fn to_srgb(c: f32) -> f32 {
    if c <= 0.003_130_8 { c * 12.92 } else { 1.055 * c.powf(1.0 / 2.4) - 0.055 }
}

impl std::str::FromStr for Colour {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("\"{text}\" is no colour: write \"#rrggbb\" or \"#rrggbbaa\".");
        let digits = text.strip_prefix('#').filter(|d| d.is_ascii() && matches!(d.len(), 6 | 8)).ok_or_else(wrong)?;
        let part = |i: usize| u8::from_str_radix(&digits[i..i + 2], 16).map_err(|_| wrong());
        Ok(Self { r: part(0)?, g: part(2)?, b: part(4)?, a: if digits.len() == 8 { part(6)? } else { 255 } })
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.r, self.g, self.b)?;
        if self.a == 255 { Ok(()) } else { write!(f, "{:02x}", self.a) }
    }
}

impl fmt::Debug for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Serialize for Colour {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Colour {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_colour_reads_and_writes_as_hex() {
        let c: Colour = "#3f5b3a".parse().unwrap();
        assert_eq!(c, Colour::rgb(0x3f, 0x5b, 0x3a));
        assert_eq!(c.to_string(), "#3f5b3a");
        assert_eq!("#01020380".parse::<Colour>().unwrap().a, 0x80);
        assert!("3f5b3a".parse::<Colour>().is_err());
        assert!("#3f5b3".parse::<Colour>().is_err());
        assert!("#éé00".parse::<Colour>().is_err());
    }

    #[test]
    fn contrast_is_that_of_wcag() {
        assert!((Colour::BLACK.contrast(Colour::WHITE) - 21.0).abs() < 0.01);
        assert!((Colour::rgb(0x77, 0x77, 0x77).contrast(Colour::WHITE) - 4.48).abs() < 0.01);
    }

    #[test]
    fn red_and_green_of_one_lightness_meet_in_deutan_eyes() {
        let (red, green) = (Colour::rgb(0xb0, 0x60, 0x40), Colour::rgb(0x70, 0x80, 0x40));
        let plain = red.difference(green);
        let deutan = red.seen_with(Blindness::Deutan).difference(green.seen_with(Blindness::Deutan));
        assert!(deutan < plain / 2.0, "{deutan} against {plain}");
    }
}
