//! What authors of rules look at, and nobody who plays.

use crate::event::Event;
use crate::fault::FaultReport;
use crate::game::Game;
use crate::game::given::{Given, Item};
use crate::game::look::with_reader;
use crate::ids::{CardId, CardTypeId, StateId, Viewer, ZoneId};
use crate::program::Order;
use crate::vm::computed::{seat_value, shared_value};
use crate::world::card_data;

/// What authors look at when they test a ruleset: what its scripts printed, what could not be worked out, which
/// states were reached. It may tell what is hidden, so only the all-seeing viewer finds anything in it.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let taking = ruleset.state("taking").ok_or("it has that state")?;
/// let inspection = game.inspect(Viewer::Omniscient);
/// assert!(inspection.has_reached(taking) && inspection.printed().is_empty());
/// assert!(!game.inspect(Viewer::Spectator).has_reached(taking));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[doc(alias = "debug")]
#[doc(alias = "trace")]
pub struct Inspection<'g> {
    /// None for viewers who may not inspect it.
    pub(super) game: Option<&'g Game>,
}

impl Game {
    /// What authors look at in the game and in its last choice. For other viewers than
    /// [`Viewer::Omniscient`] it is empty.
    pub fn inspect(&self, viewer: Viewer) -> Inspection<'_> {
        Inspection {
            game: (viewer == Viewer::Omniscient).then_some(self),
        }
    }
}

impl<'g> Inspection<'g> {
    /// What scripts printed in the last choice, and what they said when one erred.
    pub fn printed(self) -> &'g [Box<str>] {
        let trace = self.game.and_then(|game| game.trace.as_ref());
        trace.map_or(&[], |trace| &trace.printed)
    }

    /// Conditions that could not be worked out in the last choice, where the ruleset's dialect takes
    /// them for false (`.cardgame.json` does): each place once, as a fault would tell it.
    pub fn warnings(self) -> &'g [FaultReport] {
        let trace = self.game.and_then(|game| game.trace.as_ref());
        trace.map_or(&[], |trace| &trace.warnings)
    }

    /// Whether some scene is in a state, or, of a game made [`Game::with_events`], entered it in the
    /// last choice.
    pub fn has_reached(self, state: StateId) -> bool {
        let entered = |e: &Event| matches!(e, Event::Entered { state: at, .. } if *at == state);
        self.game.is_some_and(|game| {
            let scenes = game.world.extras.iter().flat_map(|extras| &extras.scenes);
            let mut layers = scenes.map(|(layer, _)| layer);
            game.world.scene.state == state
                || layers.any(|layer| layer.state == state)
                || game.events.iter().flatten().any(entered)
        })
    }

    /// The names that cards of a zone have beside what is printed on them, in their order, where
    /// the generator is [`Generator::Mulberry32`](crate::setup::Generator::Mulberry32).
    pub fn card_names(self, zone: ZoneId) -> Vec<String> {
        let Some(game) = self.game.filter(|game| zone.index() < game.table.zones) else {
            return Vec::new();
        };
        let Some(names) = game.world.extras.as_ref().and_then(|extras| extras.mulberry) else {
            return Vec::new();
        };
        let cards = game.world.zone_cards(&game.table, zone).iter();
        cards.map(|card| names.name(CardId(*card))).collect()
    }

    /// The cards of a zone, the one that would be drawn first at the beginning. Empty where there is no such zone.
    pub fn cards(self, zone: ZoneId) -> Vec<CardTypeId> {
        let Some(game) = self.game.filter(|game| zone.index() < game.table.zones) else {
            return Vec::new();
        };
        let lying = game.world.zone_cards(&game.table, zone).iter();
        let mut cards: Vec<CardTypeId> = lying
            .map(|card| game.world.type_of(&game.table, CardId(*card)))
            .collect();
        if !game.table.traits[zone.index()].fifo {
            cards.reverse();
        }
        cards
    }

    /// The places of a zone's cards as views and picks count them, in the order of [`Inspection::cards`].
    pub fn places(self, zone: ZoneId) -> Vec<u16> {
        let Some(game) = self.game.filter(|game| zone.index() < game.table.zones) else {
            return Vec::new();
        };
        let mut places: Vec<u16> = (0..game.world.zone_cards(&game.table, zone).len() as u16).collect();
        if !game.table.traits[zone.index()].fifo {
            places.reverse();
        }
        places
    }

    /// Whether the order of a zone's cards means something.
    pub fn is_ordered(self, zone: ZoneId) -> bool {
        let game = self.game.filter(|game| zone.index() < game.table.zones);
        game.is_some_and(|game| {
            matches!(
                game.table.zone_def(zone).order,
                Order::FixedFifo | Order::FixedLifo
            )
        })
    }

    /// Whether a zone is part of this game: the role of a seat may lack it.
    pub fn has_zone(self, zone: ZoneId) -> bool {
        let traits = self.game.and_then(|game| game.table.traits.get(zone.index()));
        traits.is_some_and(|traits| !traits.absent)
    }

    /// The value of an item of data, whoever sees it; of the state that runs where it is the state's. None where there is no
    /// such item, or where it faults when it is worked out.
    pub fn datum(self, item: Item) -> Option<Given> {
        let game = self.game?;
        with_reader(game, None, |reader| {
            let value = match item {
                Item::Global(at) => {
                    reader.program().data.globals.get(usize::from(at))?;
                    shared_value(reader, at).ok()?
                }
                Item::Seat(seat, at) => {
                    reader.program().data.seat.get(usize::from(at))?;
                    let is_there = seat.index() < reader.table.seats;
                    seat_value(reader, is_there.then_some(seat)?, at).ok()?
                }
                Item::State(at) => {
                    let state = reader.program().state(reader.world.scene.state);
                    state.data.get(usize::from(at))?;
                    *reader
                        .world
                        .values
                        .get(reader.world.state_data_at(reader.table) + usize::from(at))?
                }
                Item::Card {
                    card,
                    at: place,
                    item,
                } => {
                    reader.program().data.card.get(usize::from(item))?;
                    let is_there = place.zone.index() < reader.table.zones;
                    let card = is_there.then(|| place.card(reader.world, reader.table, card))??;
                    card_data::value(reader.world, reader.table, card, item)
                }
            };
            Some(Given::of(reader, value))
        })
    }
}
