//! The odds of an answer while the pointer rests on it. The bar asks for them, the window works them out, the bar shows them.

use std::sync::Arc;

use egui::{Context, Id, Response};

use crate::Intent;
use crate::area::AreaIntent;
use crate::theme::{Outcome, odds_told};

/// The odds of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Weighed {
    /// What pressing it means.
    pub about: Intent,
    /// What may come of it, likeliest first; fewer than two where nothing is rolled.
    pub outcomes: Vec<Outcome>,
    /// Whether every run of the dice was looked at.
    pub exact: bool,
}

fn memory() -> Id {
    Id::new("odds of an answer")
}

fn asked() -> Id {
    Id::new("answer whose odds are asked for")
}

/// The answer whose odds are asked for since this was called last.
pub fn odds_asked(ctx: &Context) -> Option<Intent> {
    ctx.data_mut(|data| {
        let about = data.get_temp::<Arc<Intent>>(asked());
        data.remove::<Arc<Intent>>(asked());
        about.map(Arc::unwrap_or_clone)
    })
}

/// Tells the bar the odds it asked for; `None` once the position is another.
pub fn tell_odds(ctx: &Context, weighed: Option<Weighed>) {
    ctx.data_mut(|data| match weighed {
        Some(weighed) => _ = data.insert_temp(memory(), Arc::new(weighed)),
        None => data.remove::<Arc<Weighed>>(memory()),
    });
}

/// Shows the odds of an answer under the pointer, or asks for them.
pub(super) fn with_odds(response: Response, intent: &Intent) -> Response {
    if !response.hovered()
        || !response.enabled()
        || !matches!(intent, Intent::Area(AreaIntent::Order(_)) | Intent::Choose { .. } | Intent::Plan { .. })
    {
        return response;
    }
    let known = response.ctx.data(|data| data.get_temp::<Arc<Weighed>>(memory()));
    match known.filter(|weighed| weighed.about == *intent) {
        None => {
            response.ctx.data_mut(|data| _ = data.insert_temp(asked(), Arc::new(intent.clone())));
            response
        }
        Some(weighed) if weighed.outcomes.len() < 2 => response,
        Some(weighed) => response.on_hover_ui(|ui| {
            ui.set_width(300.0);
            odds_told(ui, &weighed.outcomes, weighed.exact);
        }),
    }
}
