//! The sidebar: four tabs, each a column of panels that scrolls.

use egui::{ScrollArea, Ui};

use crate::Intent;
use crate::combat::{CrtModel, ForecastModel, ResolutionModel, crt_panel, forecast_panel, resolution_panel};
use crate::inspector::{AreaModel, BoxesModel, UnitModel, area_panel, boxes_panel, unit_panel};
use crate::intent::Tab;
use crate::politics::{PoliticsModel, politics_panel};
use crate::theme::{note, tab_strip};
use crate::turns::{TurnRecordModel, turn_record_panel};

/// What the sidebar shows: the tab, and the models of that tab.
#[derive(Clone, Debug, PartialEq)]
pub struct SidebarModel {
    /// The tab that is open.
    pub tab: Tab,
    /// The attack being considered.
    pub forecast: Option<ForecastModel>,
    /// The last attack.
    pub resolution: Option<ResolutionModel>,
    /// The Combat Results Table.
    pub table: CrtModel,
    /// The unit under inspection.
    pub unit: Option<UnitModel>,
    /// The place under inspection.
    pub area: Option<AreaModel>,
    /// The counters off the map.
    pub boxes: BoxesModel,
    /// Tracks, zones and score.
    pub politics: PoliticsModel,
    /// The Turn Record Track.
    pub turns: TurnRecordModel,
}

/// The sidebar. Fills what room it has; 340 points is a good width.
pub fn sidebar(ui: &mut Ui, model: &SidebarModel) -> Vec<Intent> {
    let mut intents = Vec::new();
    let tabs = Tab::ALL.map(|tab| (tab, tab.name()));
    if let Some(tab) = tab_strip(ui, &tabs, model.tab) {
        intents.push(Intent::ShowTab(tab));
    }
    ui.add_space(4.0);
    ScrollArea::vertical().id_salt(model.tab).auto_shrink(false).show(ui, |ui| match model.tab {
        Tab::Combat => combat_tab(ui, model, &mut intents),
        Tab::Inspector => inspector_tab(ui, model, &mut intents),
        Tab::Politics => intents.extend(politics_panel(ui, &model.politics)),
        Tab::Turns => intents.extend(turn_record_panel(ui, &model.turns)),
    });
    intents
}

fn combat_tab(ui: &mut Ui, model: &SidebarModel, intents: &mut Vec<Intent>) {
    if let Some(forecast) = &model.forecast {
        intents.extend(forecast_panel(ui, forecast));
    } else if let Some(resolution) = &model.resolution {
        intents.extend(resolution_panel(ui, resolution));
    } else {
        note(ui, "No attack has been made yet. Before an attack its odds stand here, afterwards its dice.");
    }
    intents.extend(crt_panel(ui, &model.table));
}

fn inspector_tab(ui: &mut Ui, model: &SidebarModel, intents: &mut Vec<Intent>) {
    if let Some(unit) = &model.unit {
        intents.extend(unit_panel(ui, unit));
        ui.add_space(8.0);
    }
    if let Some(area) = &model.area {
        intents.extend(area_panel(ui, area));
    }
    if model.unit.is_none() && model.area.is_none() {
        note(ui, "Press a counter or an area of the map to see it closely.");
    }
    intents.extend(boxes_panel(ui, &model.boxes));
}
