//! Leaving: the game is on the disk before the window closes, or the player says that it need not be.

use bevy::log::info;
use bevy::prelude::*;
use bevy::window::{RequestRedraw, WindowCloseRequested};
use panels::Intent;
use panels::screens::ConfirmModel;

use super::banner::Banner;
use super::dialog::{Asked, Dialog};
use super::said::Said;
use super::storage::Storage;

/// What the diary says when the player left: without it, the program ended by a fault.
const CLOSED: &str = "closed by the player";

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Last, leave);
}

/// Ends the program when that is wished, once the game is on the disk.
pub fn leave(
    mut closed: MessageReader<WindowCloseRequested>,
    mut said: MessageReader<Said>,
    mut storage: ResMut<Storage>,
    mut banner: ResMut<Banner>,
    mut dialog: ResMut<Dialog>,
    mut exit: MessageWriter<AppExit>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let answered = matches!(&*dialog, Dialog::Ask(Asked::Leave, _));
    let (mut asked, mut agreed) = (closed.read().count() > 0, false);
    for Said(intent) in said.read() {
        asked |= *intent == Intent::Quit;
        agreed |= answered && *intent == Intent::Confirm;
    }
    let mut close = || {
        info!("{CLOSED}");
        exit.write(AppExit::Success);
    };
    if agreed {
        close();
    } else if asked {
        let kept = storage.try_again();
        banner.kept(kept.clone());
        match kept {
            Ok(()) => close(),
            Err(why) => {
                redraw.write(RequestRedraw);
                *dialog = Dialog::Ask(
                    Asked::Leave,
                    ConfirmModel {
                        title: "Leave without saving?".into(),
                        text: format!("{why} If you leave now you lose everything since the last save."),
                        yes: "Leave".into(),
                        no: "Stay".into(),
                        danger: true,
                        ..ConfirmModel::default()
                    },
                );
            }
        }
    }
}
