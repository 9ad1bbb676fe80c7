//! Of the engine: the World (all that changes), and what changes it. Programs need of it what
//! [primitives of their own](crate::primitives) are given, [`Reader`] and [`Engine`].

pub(crate) mod apply;
pub(crate) mod arrange;
pub(crate) mod beginning;
pub(crate) mod budget;
pub(crate) mod by_name;
pub mod cards;
pub(crate) mod columns;
pub mod chance;
pub(crate) mod choose;
mod combine;
pub(crate) mod computed;
pub(crate) mod draw;
mod entry;
pub(crate) mod evaluate;
pub mod exec;
pub mod fault;
mod forgiven;
pub(crate) mod function;
mod interpret;
pub(crate) mod kept;
pub(crate) mod kinds;
pub mod legal;
pub mod lists;
pub(crate) mod marks;
pub(crate) mod members;
pub mod mulberry;
pub(crate) mod nesting;
pub(crate) mod obstacles;
mod onward;
pub(crate) mod opening;
pub mod operators;
pub(crate) mod order;
pub(crate) mod origins;
pub(crate) mod prompts;
pub(crate) mod query;
pub(crate) mod reader;
pub(crate) mod report;
pub(crate) mod room;
pub(crate) mod rounds;
pub mod run;
pub mod scene;
pub(crate) mod scenes;
pub(crate) mod script;
pub(crate) mod select;
pub(crate) mod setup;
pub mod table;
pub mod texts;
mod together;
pub(crate) mod turns;
pub(crate) mod visibility;
pub mod wording;
pub mod world;

pub use crate::program::Facing;
pub use cards::End;
pub use fault::{Fault, FaultKind, Halt, Run};
pub use function::{Custom, Function, Functions};
pub use lists::Items;
pub use reader::Reader;
pub use report::{FaultReport, Traceback};
pub use world::GameResult;

/// How many zones a game with drags may have.
pub const MOST_DRAG_ZONES: usize = legal::Candidate::MOST_ZONES;

use crate::event::Event;
use crate::ids::{Seat, StateId};
use chance::{Chance, Drawing};
use lists::TempLists;
use table::Table;
use world::World;

/// One run of the rules over a World: what it may use and what it leaves behind.
///
/// ```
/// use cardable_core::primitives::{Engine, Param, ParamType, Primitive};
/// use cardable_core::value::{Type, Value};
/// fn riffle(engine: &mut Engine<'_>, args: &[Value]) -> cardable_core::primitives::Run<Value> {
///     if let [Value::Zone(zone)] = args {
///         engine.shuffle(*zone);
///     }
///     Ok(Value::Nothing)
/// }
/// let zone = Param::required("zone", "the zone", ParamType::Value(Type::ZONE));
/// let riffle = Primitive::step("riffle", "Shuffles a zone.", [zone], Type::Nothing, riffle);
/// # let _ = riffle;
/// ```
pub struct Engine<'a> {
    pub table: &'a Table,
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
    pub pending_autos: Option<run::PendingAutos>,
    /// Whether the bodies of kept choices are running: a transition waits.
    pub(crate) pending_transition: Option<run::PendingTransition>,
    /// What the function of a script did that is to go on.
    pub(crate) resumed: Option<Box<script::Journal>>,
    /// How many events there were before the step of a script.
    pub(crate) remembered: usize,
    /// The World before the latest step of a state that runs by itself.
    pub(crate) stepped: Option<Box<world::World>>,
    /// Whether cards move as those of a deck that everybody is told.
    pub(crate) deck_is_told: bool,
    /// How many states were entered since the rules ended the game, where it comes to rest before it is over.
    pub(crate) ending: Option<u8>,
}

impl<'a> Engine<'a> {
    /// Instructions a single choice may cost.
    pub(crate) const FUEL: u32 = 200_000;

    pub fn new(table: &'a Table, world: &'a mut World, events: Option<&'a mut Vec<Event>>) -> Engine<'a> {
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
