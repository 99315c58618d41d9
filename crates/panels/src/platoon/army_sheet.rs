//! Army sheets: the squads of a side on paper, with a box to tick for every figure. Plain HTML that any browser prints.

use std::fmt::Write as _;

use platoon::state::Trap;
use platoon::{Platoon, Side, Weapon};

use super::roster::{Enlisted, Roster};
use crate::words::inches;

const STYLE: &str = "@page { margin: 14mm } \
body { font: 11pt/1.35 Georgia, serif; color: #000; background: #fff; margin: 0 auto; max-width: 180mm } \
h1 { font-size: 18pt; margin: 0 } h2 { font-size: 13pt; margin: 0 } p { margin: 1mm 0 } \
section { border: 1px solid #000; padding: 3mm; margin: 4mm 0; break-inside: avoid } \
table { border-collapse: collapse; width: 100%; margin-top: 2mm } \
th, td { border-bottom: 1px solid #888; padding: 1mm 2mm 1mm 0; text-align: left } td.n, th.n { text-align: right } \
.box { display: inline-block; width: 4mm; height: 4mm; border: 1px solid #000; margin-right: 1mm; vertical-align: middle }";

/// Text as HTML takes it.
fn plain(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            other => safe.push(other),
        }
    }
    safe
}

impl Roster {
    /// The army sheet of a side: squads with their ratings, figures with what they carry, and for a side with markers how many lie
    /// with what under them.
    pub fn sheet(&self, rules: &Platoon, side: Side) -> String {
        let (title, name) = (plain(self.title.trim()), plain(side.name()));
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title}: {name}</title>\n\
             <style>{STYLE}</style></head>\n<body>\n<h1>{name}</h1>\n<p>{title}, {} turns</p>\n",
            self.turns
        );
        let hides = self.side(side).any(|(_, enlisted)| enlisted.hidden);
        if side == Side::Vc && (hides || self.markers() > 0) {
            page.push_str("<p><strong>For the player of this side alone.</strong></p>\n");
        }
        for (_, enlisted) in self.side(side) {
            squad(&mut page, rules, enlisted);
        }
        if side == Side::Vc && self.markers() > 0 {
            self.under_markers(&mut page);
        }
        page.push_str("</body></html>\n");
        page
    }

    /// Markers that hide no squad.
    fn markers(&self) -> usize {
        usize::from(self.dummies) + usize::from(self.caches) + self.traps.len()
    }

    fn under_markers(&self, page: &mut String) {
        let mut lines = vec![("nothing".to_owned(), usize::from(self.dummies)), ("a cache".into(), self.caches.into())];
        for kind in [Trap::Punji, Trap::Grenade, Trap::Mortar, Trap::Claymore] {
            lines.push((kind.name().to_owned(), self.traps.iter().filter(|trap| **trap == kind).count()));
        }
        page.push_str("<section><h2>Markers without a squad</h2>\n<table>");
        for (what, count) in lines.into_iter().filter(|(_, count)| *count > 0) {
            let _ = write!(page, "<tr><td>{what}</td><td class=\"n\">{count}</td></tr>");
        }
        page.push_str("</table></section>\n");
    }
}

fn squad(page: &mut String, rules: &Platoon, enlisted: &Enlisted) {
    let squad = &enlisted.squad;
    let mut about = vec![plain(squad.troops.name()), enlisted.rating_words(rules)];
    let extras =
        [(squad.officer, "with an officer"), (squad.flak, "flak jackets"), (enlisted.hidden, "under a marker")];
    about.extend(extras.into_iter().filter(|(so, _)| *so).map(|(_, words)| words.to_owned()));
    let _ = write!(page, "<section><h2>{}</h2>\n<p>{}</p>\n", plain(&squad.name), about.join(", "));
    if let Some(list) = squad.drawn_from {
        let _ = write!(page, "<p>Drawn from the table of {} at first contact.</p>\n</section>\n", plain(list.name()));
        return;
    }
    page.push_str(
        "<table><tr><th>Weapon</th><th>Figures</th><th class=\"n\">Range</th><th class=\"n\">Dice for two</th></tr>",
    );
    for (count, weapon) in &squad.figures {
        let tables = rules.tables();
        let range = tables.volley_range(*weapon).max(tables.range(*weapon));
        let range = match range {
            _ if *weapon == Weapon::Nothing => "–".to_owned(),
            // Farther than any table is long.
            range if range > i32::from(u8::MAX) * 100 => "any".to_owned(),
            range => inches(range),
        };
        let dice = match tables.dice_for_two(*weapon) {
            0 => "–".to_owned(),
            dice => dice.to_string(),
        };
        let boxes = "<span class=\"box\"></span>".repeat(usize::from(*count));
        let name = plain(weapon.name());
        let _ = write!(
            page,
            "<tr><td>{name}</td><td>{boxes}</td><td class=\"n\">{range}</td><td class=\"n\">{dice}</td></tr>"
        );
    }
    page.push_str("</table></section>\n");
}
