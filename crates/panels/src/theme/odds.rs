//! Chances as a bar: what may come of the dice, each outcome as wide as it is likely, with its chance in percent.

use egui::{
    Color32, CornerRadius, Rect, Response, RichText, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType, pos2, vec2,
};
use serde::{Serialize, Serializer};
use tabletop::odds::Fraction;

use super::{Face, Theme, hint, mix, size};

/// One thing that may come of the dice.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Outcome {
    /// What it is, in a few words.
    pub what: String,
    /// How likely it is; of a sample, its share.
    #[serde(serialize_with = "in_words")]
    pub chance: Fraction,
    /// Whether that is the share of a sample.
    pub sampled: bool,
    /// How good it is, from 0 to 100: its colour means that on every bar. Without it the colour goes by the place on this one.
    #[serde(skip)]
    pub good: Option<u8>,
}

impl Outcome {
    /// An outcome with its chance.
    pub fn new(what: impl Into<String>, chance: Fraction) -> Self {
        Self { what: what.into(), chance, sampled: false, good: None }
    }

    /// The same outcome, so good from 0 to 100.
    #[must_use]
    pub fn good(self, good: u8) -> Self {
        Self { good: Some(good), ..self }
    }

    /// An outcome on so many faces of a die of six.
    pub fn of_six(what: impl Into<String>, faces: u8) -> Self {
        Self::new(what, Fraction::new(u128::from(faces.min(6)), 6).unwrap_or(Fraction::ZERO))
    }
}

impl Outcome {
    /// How likely it is, in words: of a sample about so much.
    fn words(&self) -> String {
        let words = chance_words(self.chance);
        if self.sampled && !words.starts_with(['<', '>']) { format!("≈ {words}") } else { words }
    }
}

fn in_words<S: Serializer>(chance: &Fraction, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&chance_words(*chance))
}

/// A chance as players say it: whole percents, never nought or a hundred unless it is.
pub fn chance_words(chance: Fraction) -> String {
    let value = chance.value();
    match (value * 100.0).round() {
        h if h < 1.0 && value > 0.0 => "<1 %".into(),
        h if h > 99.0 && value < 1.0 => ">99 %".into(),
        h => format!("{h} %"),
    }
}

/// The bar and its legend, in the order given: from the best outcome to the worst where there is such an order, or else
/// from the likeliest. What cannot happen is left out.
pub fn odds_bar(ui: &mut Ui, outcomes: &[Outcome]) -> Response {
    let response = odds_row(ui, outcomes);
    let outcomes: Vec<&Outcome> = outcomes.iter().filter(|o| o.chance.numerator() > 0).collect();
    ui.add_space(2.0);
    for (i, outcome) in outcomes.iter().enumerate() {
        legend(ui, outcome, (i, outcomes.len()));
    }
    response
}

/// The bar and its legend; `exact` says whether every run of the dice was looked at.
pub fn odds_told(ui: &mut Ui, outcomes: &[Outcome], exact: bool) {
    let told: Vec<Outcome> = outcomes.iter().map(|one| Outcome { sampled: !exact, ..one.clone() }).collect();
    odds_bar(ui, &told);
    if !exact {
        hint(
            ui,
            "≈: from a sample. With the dice that follow from these, there are too many combinations to examine them all.",
        );
    }
}

/// The bar alone with its chances; what its parts are, stands beside it.
pub fn odds_row(ui: &mut Ui, outcomes: &[Outcome]) -> Response {
    let outcomes: Vec<&Outcome> = outcomes.iter().filter(|o| o.chance.numerator() > 0).collect();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 20.0), Sense::hover());
    let words: Vec<String> = outcomes.iter().map(|o| format!("{} {}", o.what, o.words())).collect();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("Odds: {}", words.join(", "))));
    odds_segments(ui, rect, &outcomes, true);
    response
}

/// What may come besides, whatever else comes: a line with its chance.
pub fn further(ui: &mut Ui, outcome: &Outcome, exact: bool) {
    let told = Outcome { sampled: !exact, ..outcome.clone() };
    ui.horizontal_top(|ui| {
        let font = Theme::font(ui, Face::Medium, size::BODY);
        ui.label(RichText::new(told.words()).font(font));
        let muted = Theme::of(ui).colours.muted;
        ui.add(egui::Label::new(RichText::new(&told.what).color(muted)).wrap());
    });
}

/// The colour of an outcome with this place on a bar of so many, as a small square.
pub fn odds_swatch(ui: &mut Ui, outcome: &Outcome, place: (usize, usize)) {
    let (spot, _) = ui.allocate_exact_size(vec2(10.0, 18.0), Sense::hover());
    let spot = Rect::from_center_size(spot.center(), vec2(10.0, 10.0));
    let edge = Theme::of(ui).colours.edge;
    let fill = shade(ui, outcome, place);
    ui.painter().rect(spot, CornerRadius::same(2), fill, Stroke::new(1.0, edge), StrokeKind::Inside);
}

/// The bar alone, for a tight place.
pub fn odds_strip(ui: &Ui, rect: Rect, outcomes: &[Outcome]) {
    let outcomes: Vec<&Outcome> = outcomes.iter().filter(|o| o.chance.numerator() > 0).collect();
    odds_segments(ui, rect, &outcomes, false);
}

fn legend(ui: &mut Ui, outcome: &Outcome, place: (usize, usize)) {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let c = Theme::of(ui).colours;
        odds_swatch(ui, outcome, place);
        let font = Theme::font(ui, Face::Medium, size::BODY);
        let fraction = outcome.words();
        let width = ui.painter().layout_no_wrap(fraction.clone(), font.clone(), c.text).size().x;
        ui.scope(|ui| {
            ui.set_min_width(width.max(36.0));
            ui.label(RichText::new(fraction).font(font));
        });
        ui.add(egui::Label::new(RichText::new(&outcome.what).color(c.muted)).wrap());
    });
}

/// From full accent for the best outcome to the sunken ground for the worst.
fn shade(ui: &Ui, outcome: &Outcome, (index, of): (usize, usize)) -> Color32 {
    let c = Theme::of(ui).colours;
    mix(c.accent, c.edge, sinking(outcome, index, of))
}

/// How far from the best an outcome is, from 0 to 1.
fn sinking(outcome: &Outcome, index: usize, of: usize) -> f32 {
    match outcome.good {
        Some(good) => 1.0 - f32::from(good.min(100)) / 100.0,
        None => index as f32 / (of.max(2) - 1) as f32,
    }
}

fn odds_segments(ui: &Ui, rect: Rect, outcomes: &[&Outcome], with_fractions: bool) {
    let c = Theme::of(ui).colours;
    let font = Theme::font(ui, Face::CondensedSemiBold, size::SMALL);
    let painter = ui.painter();
    painter.rect_filled(rect, CornerRadius::same(3), c.ground);
    let mut left = rect.left();
    for (i, outcome) in outcomes.iter().enumerate() {
        let right = (left + rect.width() * outcome.chance.value() as f32).min(rect.right());
        // The last pixel parts it from the next; what is very unlikely is a hairline.
        let end = if right - left > 2.0 { right - 1.0 } else { (left + 1.0).min(rect.right()) };
        let piece = Rect::from_min_max(pos2(left, rect.top()), pos2(end, rect.bottom()));
        let fill = shade(ui, outcome, (i, outcomes.len()));
        painter.rect_filled(piece, CornerRadius::same(2), fill);
        if with_fractions {
            let ink = readable(fill, c.on_accent, c.text);
            let galley = painter.layout_no_wrap(outcome.words(), font.clone(), ink);
            if galley.size().x + 6.0 <= piece.width() {
                painter.galley(piece.center() - galley.size() / 2.0, galley, ink);
            }
        }
        left = right;
    }
}

/// An ink that can be read on this ground: one of the palette's, or where both are too near to it black or white.
fn readable(ground: Color32, dark: Color32, light: Color32) -> Color32 {
    let colour = |c: Color32| artwork::Colour::rgb(c.r(), c.g(), c.b());
    let contrast = |ink: &Color32| colour(*ink).contrast(colour(ground));
    let inks = [dark, light, Color32::BLACK, Color32::WHITE];
    inks.into_iter().find(|ink| contrast(ink) >= 4.5).unwrap_or(light)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_are_whole_percents_and_those_of_a_sample_say_so() {
        let of = |a, b| Outcome::new("", Fraction::new(a, b).expect("a fraction"));
        assert_eq!([of(3, 6), of(5, 36), of(1, 1), of(0, 6)].map(|o| o.words()), ["50 %", "14 %", "100 %", "0 %"]);
        assert_eq!([of(1, 7776), of(7775, 7776)].map(|o| o.words()), ["<1 %", ">99 %"]);
        let sampled = Outcome { sampled: true, ..of(43, 150) };
        assert_eq!(sampled.words(), "≈ 29 %");
    }

    #[test]
    fn an_outcome_that_says_how_good_it_is_has_one_colour_on_every_bar() {
        let success = Outcome::new("success", Fraction::ONE).good(70);
        let shades = [(0, 2), (1, 2), (0, 1)].map(|(index, of)| sinking(&success, index, of));
        assert!(shades.iter().all(|shade| (shade - 0.3).abs() < 0.001), "{shades:?}");
        let plain = Outcome::new("by place", Fraction::ONE);
        assert_eq!([sinking(&plain, 0, 3), sinking(&plain, 1, 3), sinking(&plain, 2, 3)], [0.0, 0.5, 1.0]);
    }

    #[test]
    fn fractions_can_be_read_on_every_part_of_the_bar() {
        for choice in artwork::PaletteChoice::ALL {
            let c = crate::Colours::of(choice);
            let colour = |c: Color32| artwork::Colour::rgb(c.r(), c.g(), c.b());
            for step in 0..=10_u8 {
                let fill = mix(c.accent, c.edge, f32::from(step) / 10.0);
                let contrast = colour(readable(fill, c.on_accent, c.text)).contrast(colour(fill));
                assert!(contrast >= 4.5, "{}: step {step} has {contrast:.2}", choice.name());
            }
        }
    }
}
