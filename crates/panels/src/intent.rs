//! What a player wants, said by a panel to the window. Panels change nothing themselves.

use tabletop::{Player, RuleId};

use crate::computer::{Tempo, Watch};
use crate::screens::Settings;
use crate::teacher::Ask;

/// Something the player asked for by pressing a part of a panel.
#[derive(Clone, Debug, PartialEq)]
pub enum Intent {
    /// Give the order with this place in the list of those that were offered after so many orders: of whatever ruleset.
    /// It means nothing once another order was given. `point`: how many orders had been given when the list was made.
    /// `index`: its place in the list.
    Choose { point: usize, index: usize },
    /// Show what the order with this place in that list would do, before it is given: the board carries it out with
    /// Enter. `point`: how many orders had been given when the list was made. `index`: its place in the list.
    Plan { point: usize, index: usize },
    /// Select the piece with this number, as if it had been clicked; the board knows which that is.
    SelectPiece(u32),
    /// Bring a point of the board into view; in the board's own units, y downwards. `x`: to the right. `y`: down.
    LookAt { x: i32, y: i32 },
    /// Something that only the map of Block by Block understands.
    Area(crate::area::AreaIntent),
    /// Something that only the hex board of Search & Destroy understands.
    Hex(crate::hex::HexIntent),
    /// Show the part of the sidebar with this place in the row of its tabs.
    ShowPart(usize),
    /// The player who is asked for sits at the table: open the curtain.
    OpenCurtain,
    /// Nobody has to look away in this game any more.
    KeepCurtainOpen,
    /// Open the page on which the side that looks says in advance when it fires.
    SayWhenToFire,
    /// Nobody of the side that is asked fires in this turn: it is not asked again.
    HoldFireThisTurn,
    /// From now on the dice are rolled on the table and typed in, or rolled by the computer again.
    TypeDice(bool),
    /// A die on the table shows this.
    TypeDie(u8),
    /// Forget the order whose dice are asked for.
    ForgetDice,
    /// Open the rulebook at this rule.
    OpenRule(RuleId),
    /// Open the rulebook, wherever it was.
    OpenRulebook,
    /// Close the rulebook.
    CloseRulebook,
    /// Select nothing.
    ClearSelection,
    /// Take the last order back.
    Undo,
    /// Give the order that was taken back again.
    Redo,
    /// Show the position after this many orders.
    Seek(usize),
    /// Leave the past and show the game as it stands.
    ReturnToNow,
    /// Play on from the position shown; later orders are kept until a different one is given.
    ContinueFromHere,
    /// Show what the turn came to that ended with this order.
    OpenTurnEnd(usize),
    /// Open or close the log.
    ToggleLog,
    /// Skip the animation that is playing.
    SkipAnimation,
    /// Ask under what name a copy of the game is to be kept.
    Save,
    /// This is the name so far.
    NameSave(String),
    /// Put a copy of the game aside under this name.
    SaveAs(String),
    /// Fit the whole map into the window.
    FitMap,
    /// Open the list of keys.
    OpenKeys,
    /// Open the menu of the game under way.
    OpenMenu,
    /// Close the topmost dialog and go on playing.
    CloseDialog,
    /// Answer of a dialog: yes.
    Confirm,
    /// Answer of a dialog: the third way it offers.
    ConfirmOther,
    /// Go to the page on which forces of this ruleset are put together.
    OpenForces(String),
    /// Start a new game of this ruleset: go to its scenarios.
    ChooseRuleset(String),
    /// Draw the board of the scenario with this place in the list shown.
    ShowBoard(usize),
    /// Start the scenario with this place in the list shown.
    StartScenario(usize),
    /// Agrees on another choice of a variant of the scenario with this place in the list. `variant`: the variant's id.
    Agree { scenario: usize, variant: String, choice: usize },
    /// A side, by its place in the rulebook, is played by somebody else. `player`: who plays it.
    Seat { side: usize, player: Player },
    /// A spectator of two computers sees this.
    Watch(Watch),
    /// Show who plays which side.
    OpenPlayers,
    /// How the computer's turn goes on.
    Tempo(Tempo),
    /// Go on with the game that was played last.
    ContinueGame,
    /// Go to the list of saved games.
    OpenLoad,
    /// Draw the board of the saved game with this place in the list shown.
    ShowSavedBoard(usize),
    /// Load the saved game with this place in the list shown.
    LoadGame(usize),
    /// Ask whether the saved game with this place in the list shown is to be deleted.
    DeleteGame(usize),
    /// Go to the options.
    OpenOptions,
    /// Use these settings from now on and keep them.
    ChangeSettings(Settings),
    /// Go to the title screen.
    OpenTitle,
    /// Begin the same scenario again.
    PlayAgain,
    /// Take a lesson of a ruleset, by its place in the list. `ruleset`: the ruleset's id. `index`: the lesson's place.
    TakeLesson { ruleset: String, index: usize },
    /// Begin a game of a scenario by its name. `ruleset`: the ruleset's id. `scenario`: the name of the scenario's file
    /// without its ending.
    BeginScenario { ruleset: String, scenario: String },
    /// Something about a game that two machines share.
    Elsewhere(crate::elsewhere::Away),
    /// Something is asked of the teacher.
    Teacher(Ask),
    /// Put the banner away.
    DismissBanner,
    /// End the program.
    Quit,
}
