//! One run of the rules: what it sees, what it can change, and the functions that its code calls.

mod calls;
mod function;
mod pending;
pub(crate) mod reader;

use super::temp::TempLists;
use crate::event::Event;
use crate::ids::{Seat, StateId};
use crate::program::Heard;
use crate::world::chance::{Chance, Drawing};
use crate::world::journal::Journal;
use crate::world::whole::World;
pub(crate) use calls::Calls;
pub use function::{Custom, Function, Functions, LinkedTable};
pub use pending::{PendingAutos, PendingTransition};
pub use reader::Reader;

/// One run of the rules over a World: what it may use and what it leaves behind.
///
/// ```
/// use cardable_core::primitives::{Engine, Param, ParamType, Primitive};
/// use cardable_core::value::{Type, Value};
/// fn riffle(engine: &mut Engine<'_>, args: &[Value]) -> cardable_core::primitives::Run<Value> {
///     if let [Value::Zone(zone)] = args {
///         engine.shuffle(*zone)?;
///     }
///     Ok(Value::Nothing)
/// }
/// let zone = Param::required("zone", "the zone", ParamType::Value(Type::ZONE));
/// let riffle = Primitive::step("riffle", "Shuffles a zone.", [zone], Type::Nothing, riffle);
/// # let _ = riffle;
/// ```
pub struct Engine<'a> {
    pub table: &'a LinkedTable,
    pub world: &'a mut World,
    /// Collects events. `None` if nobody wants them.
    pub(crate) events: Option<&'a mut Vec<Event>>,
    /// What the rules react to: it is looked at wherever something happens.
    pub(crate) heard: Heard,
    /// Lists that exist until this run ends.
    pub temp: TempLists,
    /// Decides shuffles and picks in place of the generator.
    pub(crate) chance: Option<&'a mut dyn Chance>,
    pub(crate) drawing: Drawing,
    pub(crate) fuel: u32,
    /// The acting seat in the current binding.
    pub player: Option<Seat>,
    /// The latest states entered in this run.
    pub(crate) trail: smallvec::SmallVec<[StateId; 8]>,
    /// Whether the state was entered where the ruleset lets searches stop (`cut` in `bots`).
    pub(crate) entered_cut: bool,
    /// Automatic actions to run next.
    pub pending_autos: Option<PendingAutos>,
    /// A transition that waits until all sealed choices have run. `Some` while they run.
    pub(crate) pending_transition: Option<PendingTransition>,
    /// Journal of the script call being resumed.
    pub(crate) resumed: Option<Box<Journal>>,
    /// Number of events before the script's step.
    pub(crate) remembered: usize,
    /// The World before the latest step of a state that runs by itself.
    pub(crate) stepped: Option<Box<World>>,
    /// Whether everybody is told which deck the moving cards belong to, so that their origins are not mixed.
    pub(crate) deck_is_public: bool,
    /// Number of states entered since the rules ended the game. `None` while it has not been ended.
    pub(crate) ending: Option<u8>,
    /// Reactions and abilities in progress, the newest last.
    pub(crate) calls: Calls,
}

impl<'a> Engine<'a> {
    /// Maximum number of instructions per choice.
    pub(crate) const FUEL: u32 = 200_000;

    pub fn new(
        table: &'a LinkedTable,
        world: &'a mut World,
        events: Option<&'a mut Vec<Event>>,
    ) -> Engine<'a> {
        Engine {
            table,
            world,
            events,
            heard: table.program.reactions.heard,
            temp: TempLists::default(),
            chance: None,
            drawing: Drawing::default(),
            fuel: Engine::FUEL,
            player: None,
            trail: smallvec::SmallVec::new(),
            entered_cut: false,
            pending_autos: None,
            pending_transition: None,
            resumed: None,
            remembered: 0,
            stepped: None,
            deck_is_public: false,
            ending: None,
            calls: Calls::default(),
        }
    }

    /// Prepares for another choice on the same World.
    #[inline]
    pub(crate) fn renew(&mut self) {
        self.fuel = Engine::FUEL;
        self.temp.clear();
        self.trail.clear();
        self.entered_cut = false;
        self.ending = None;
        self.calls.clear();
        if let Some(events) = &mut self.events {
            events.clear();
        }
    }

    /// Records an event if somebody wants events.
    #[inline]
    pub(crate) fn emit(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// Read access, for conditions and queries.
    #[inline]
    pub fn reader(&self) -> Reader<'_> {
        Reader {
            table: self.table,
            world: self.world,
            temp: &self.temp,
            player: self.player,
        }
    }
}
