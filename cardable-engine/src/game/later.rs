//! Code that was compiled when the game had begun: what authors of rules ask of it.

use super::given::Given;
use super::look::at_the_table;
use crate::fault::{FaultReport, Run};
use crate::game::Game;
use crate::ids::{ActionId, Seat, Viewer};
use crate::play::legal::candidates_of;
use crate::play::valid::candidate_value;
use crate::program::Code;
use crate::ruleset::Ruleset;
use crate::value::Value;
use crate::vm::engine::{LinkedTable, Reader};
use crate::vm::temp::TempLists;
use crate::world::table::Table;
use std::sync::Arc;

/// A game that is read by code of rules that were compiled anew, with something added to them.
pub struct LaterCode<'g> {
    game: &'g Game,
    table: LinkedTable,
}

/// What code is handed in its first registers.
#[derive(Clone, Copy, Debug)]
pub enum Handed<'v> {
    /// Each value in a register.
    Values(&'v [Value]),
    /// All of them as a list in the first.
    List(&'v [Value]),
}

/// What was worked out, for somebody to read.
///
/// ```
/// use cardable_core::debug::{Expression, OpenRules};
/// use cardable_core::{Game, Loader, Seed, Setup, setup::Given, testing::TINY};
/// let rules: OpenRules = Loader::new().open_text("stones.json", TINY).map_err(|_| "it has mistakes")?;
/// let game = Game::new(rules.ruleset(), &Setup::seats(2), Seed::from(7))?;
/// let stones = Expression::compile(&rules, &game, None, "count_cards(deck)")?;
/// let found = stones.value(&game)?;
/// assert_eq!((found.value, found.is_unseen), (Given::Int(6), false));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug)]
pub struct WorkedOut {
    /// The value. A card whose face the reader does not see is a text.
    pub value: Given,
    /// Whether it depends on a card that the reader does not see, and so cannot be told.
    pub is_unseen: bool,
}

impl<'g> LaterCode<'g> {
    /// A game, read by code of these rules. None where it is played by others.
    pub fn new(game: &'g Game, rules: &Ruleset) -> Option<LaterCode<'g>> {
        let own = &game.table.program.metadata.hashes;
        if own.rules != rules.program.metadata.hashes.rules {
            return None;
        }
        let (seating, settings) = (game.table.seating.clone(), game.table.settings.clone());
        let table = Table::new(Arc::clone(&rules.program), seating, settings);
        Some(LaterCode {
            game,
            table: LinkedTable::new(table, Arc::clone(&rules.functions)),
        })
    }

    /// Works code out as a seat reads it, or as the all-seeing.
    pub fn value(
        &self,
        code: Code,
        handed: Handed<'_>,
        seat: Option<Seat>,
    ) -> Result<WorkedOut, FaultReport> {
        let viewer = seat.map_or(Viewer::Omniscient, Viewer::Seat);
        let viewer = at_the_table(self.game, viewer);
        self.reading(seat, |reader| {
            let value = match handed {
                Handed::Values(values) => reader.eval_with(code, values)?,
                Handed::List(items) => reader.eval_with(code, &[reader.list(items.iter().copied())?])?,
            };
            // What is not known does not hold, and no value stands for one that is not known.
            let may_be_unknown = matches!(value, Value::Nothing | Value::Bool(false));
            Ok(WorkedOut {
                value: as_seen(reader, viewer, value),
                is_unseen: may_be_unknown && reader.temp.met_unseen.get(),
            })
        })
    }

    /// All that an action would let a seat pick if everything were legal. Cards that the seat cannot tell apart are left out.
    pub fn candidates(&self, action: ActionId, seat: Seat) -> Result<Vec<Value>, FaultReport> {
        let Some(mut pick) = self
            .table
            .program
            .actions
            .get(action.index())
            .and_then(|action| action.pick.clone())
        else {
            return Ok(Vec::new());
        };
        pick.legal = None;
        self.reading(Some(seat), |reader| {
            let all = candidates_of(reader, seat, &pick)?;
            let values = all
                .iter()
                .filter_map(|candidate| candidate_value(reader, &pick, *candidate));
            Ok(values.collect())
        })
    }

    fn reading<T>(
        &self,
        seat: Option<Seat>,
        read: impl FnOnce(&Reader<'_>) -> Run<T>,
    ) -> Result<T, FaultReport> {
        let temp = TempLists::default();
        let reader = Reader {
            table: &self.table,
            world: &self.game.world,
            temp: &temp,
            player: seat,
        };
        read(&reader).map_err(|mut fault| {
            fault.state = self.game.world.scene.state;
            FaultReport::new(&self.table.program, &fault)
        })
    }
}

/// A value as far as a viewer may know it.
fn as_seen(reader: &Reader<'_>, viewer: Viewer, value: Value) -> Given {
    match value {
        Value::Card(card) if !reader.world.face_audience(reader.table, card).contains(viewer) => {
            Given::Text(reader.language().unseen_card().to_owned())
        }
        Value::List(_) => {
            let items = reader.each_item(value);
            Given::List(items.map(|item| as_seen(reader, viewer, item)).collect())
        }
        other => Given::of(reader, other),
    }
}
