//! One run of the rules: what it sees, what it may change, and the functions that its code calls.

mod function;
mod pending;
pub(crate) mod reader;

use super::temp::TempLists;
use crate::event::Event;
use crate::ids::{Seat, StateId};
use crate::world::chance::{Chance, Drawing};
use crate::world::journal::Journal;
use crate::world::whole::World;
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
    /// Where events go, when anybody wants them.
    pub(crate) events: Option<&'a mut Vec<Event>>,
    /// Lists that live until this run ends.
    pub temp: TempLists,
    /// Decides shuffles and picks instead of the generator.
    pub(crate) chance: Option<&'a mut dyn Chance>,
    pub(crate) drawing: Drawing,
    pub(crate) fuel: u32,
    /// The acting seat, as bound just now.
    pub player: Option<Seat>,
    /// States entered in this run, the latest few.
    pub(crate) trail: smallvec::SmallVec<[StateId; 8]>,
    /// Automatic actions that are to run next.
    pub pending_autos: Option<PendingAutos>,
    /// Whether the bodies of kept choices are running: a transition waits.
    pub(crate) pending_transition: Option<PendingTransition>,
    /// What the function of a script did that is to go on.
    pub(crate) resumed: Option<Box<Journal>>,
    /// How many events there were before the step of a script.
    pub(crate) remembered: usize,
    /// The World before the latest step of a state that runs by itself.
    pub(crate) stepped: Option<Box<World>>,
    /// Whether cards move as those of a deck that everybody is told.
    pub(crate) deck_is_told: bool,
    /// How many states were entered since the rules ended the game, where it comes to rest before it is over.
    pub(crate) ending: Option<u8>,
}

impl<'a> Engine<'a> {
    /// Instructions a single choice may cost.
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
            temp: TempLists::default(),
            chance: None,
            drawing: Drawing::default(),
            fuel: Engine::FUEL,
            player: None,
            trail: smallvec::SmallVec::new(),
            pending_autos: None,
            pending_transition: None,
            resumed: None,
            remembered: 0,
            stepped: None,
            deck_is_told: false,
            ending: None,
        }
    }

    /// Makes ready for another choice on the same World.
    #[inline]
    pub(crate) fn renew(&mut self) {
        self.fuel = Engine::FUEL;
        self.temp.clear();
        self.trail.clear();
        self.ending = None;
        if let Some(events) = &mut self.events {
            events.clear();
        }
    }

    /// Records an event where somebody wants it.
    #[inline]
    pub(crate) fn emit(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }

    /// The reading side, as conditions and queries use it.
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
