//! The position of a game as it stands, to be changed and set up anew.

use super::given::{InZone, Item};
use super::inspection::Inspection;
use super::position::{Known, Laid, Position};
use crate::error::PositionError;
use crate::game::Game;
use crate::ids::{CardId, Seat, SeatSet, Viewer, ZoneId};
use crate::program::DataDef;
use crate::setup::{Seed, Setup};
use crate::view::{SceneSeen, View};
use crate::world::{card_data, members};
use thiserror::Error;

/// Why a game as it stands is no position that can be set up.
///
/// ```
/// use cardable_core::setup::NoPosition;
/// assert_eq!(NoPosition::Asking.to_string(), "an action waits for the answer to its question");
/// ```
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NoPosition {
    /// The viewer may not inspect the game.
    #[error("whoever looks may not see everything")]
    NotAllSeeing,
    /// It is over.
    #[error("the game is over")]
    Over,
    /// Some steps of an action are done, and others are to come.
    #[error("an action waits for the answer to its question")]
    Asking,
    /// Several states run.
    #[error("several states run at once, or one on top of another")]
    Scenes,
    /// Something would be another.
    #[error("this would be lost: {0}")]
    Lost(&'static str),
    /// It cannot be set up.
    #[error("{0}")]
    NotSetUp(#[from] PositionError),
}

impl Inspection<'_> {
    /// The position that the game is in, where nothing is lost when it is set up anew. What has been chosen before is no part
    /// of it.
    ///
    /// ```
    /// use cardable_core::{Game, Seat, Seed, Setup, Viewer, setup::{Given, Item}};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let (setup, seed) = (Setup::seats(2), Seed::from(7));
    /// let mut game = Game::new(&ruleset, &setup, seed)?;
    /// game.submit_nth(Seat(0), 0)?;
    /// let mut position = game.inspect(Viewer::Omniscient).position(&setup, seed)?;
    /// position.data.push((Item::Seat(Seat(0), 0), Given::Int(5)));
    /// let edited = position.set_up(&ruleset, &setup, seed)?;
    /// assert_eq!(edited.inspect(Viewer::Omniscient).datum(Item::Seat(Seat(0), 0)), Some(Given::Int(5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(self, setup: &Setup, seed: Seed) -> Result<Position, NoPosition> {
        let game = self.game.ok_or(NoPosition::NotAllSeeing)?;
        let world = &game.world;
        if world.over {
            return Err(NoPosition::Over);
        }
        if !world.suspended.is_empty() {
            return Err(NoPosition::Asking);
        }
        if world
            .extras
            .as_ref()
            .is_some_and(|extras| !extras.scenes.is_empty())
        {
            return Err(NoPosition::Scenes);
        }
        let position = captured(game, self);
        let again = position.set_up(&game.ruleset(), setup, seed)?;
        match lost(game, &again) {
            Some(what) => Err(NoPosition::Lost(what)),
            None => Ok(position),
        }
    }
}

fn captured(game: &Game, inspection: Inspection<'_>) -> Position {
    let (table, world) = (&game.table, &game.world);
    let zones = table
        .zone_ids()
        .filter(|zone| inspection.has_zone(*zone))
        .map(|zone| {
            let mut lying = world.zone_cards(table, zone).iter();
            Laid {
                zone,
                cards: inspection.cards(zone),
                others: None,
                face_down: !lying.any(|card| world.face_up(table, CardId(*card))),
            }
        });
    let data = &table.program.data;
    let state = &table.program.state(world.scene.state).data;
    let globals = given(&data.globals, Item::Global);
    let of_seats = table
        .every_seat()
        .into_iter()
        .flat_map(|seat| given(&data.seat, move |at| Item::Seat(seat, at)));
    let of_state = given(state, Item::State);
    let items = globals.chain(of_seats).chain(of_state).chain(of_cards(game));
    Position {
        state: Some(world.scene.state),
        enters: false,
        turn: world.scene.turn,
        teams: members::formed_teams(world),
        zones: zones.collect(),
        data: items
            .filter_map(|item| Some((item, inspection.datum(item)?)))
            .collect(),
        knows: known(game),
    }
}

/// The items of cards that are not what they are at first.
fn of_cards(game: &Game) -> Vec<Item> {
    let (table, world) = (&game.table, &game.world);
    let mut items = Vec::new();
    for card in table.card_ids() {
        for (item, _) in card_data::changed(world, table, card) {
            items.push(Item::Card {
                card: world.type_of(table, card),
                at: InZone::of(world, table, card),
                item,
            });
        }
    }
    items
}

/// The items of data that steps set.
fn given(defs: &[DataDef], item: impl Fn(u16) -> Item) -> impl Iterator<Item = Item> {
    let set = defs.iter().enumerate().filter(|(_, def)| def.computed.is_none());
    set.map(move |(at, _)| item(at as u16))
}

/// The cards that seats know without seeing them.
fn known(game: &Game) -> Vec<Known> {
    let mut all: Vec<Known> = Vec::new();
    for seat in game.table.all_seats() {
        for card in game.knowledge(Viewer::Seat(seat)).cards() {
            let (zone, card) = (card.zone, card.card);
            match all.iter_mut().find(|one| (one.zone, one.card) == (zone, card)) {
                Some(one) => one.by.insert(seat),
                None => all.push(Known {
                    zone,
                    card,
                    by: SeatSet::one(seat),
                }),
            }
        }
    }
    all
}

/// What is not the same in two games.
fn lost(game: &Game, again: &Game) -> Option<&'static str> {
    let (all, all_again) = (game.view(Viewer::Omniscient), again.view(Viewer::Omniscient));
    let zone = |view: &View, at: usize| view.zones.get(at).cloned().unwrap_or_default();
    for at in 0..all.zones.len() {
        let (one, other) = (zone(&all, at), zone(&all_again, at));
        let order = |game: &Game| game.inspect(Viewer::Omniscient).cards(ZoneId(at as u16));
        if one.closed != other.closed || one.designations != other.designations {
            return Some("which copies of a zone are open, and what they are designated as");
        }
        if order(game) != order(again) {
            return Some("how the cards lie");
        }
    }
    if all.globals != all_again.globals || all.seat_data != all_again.seat_data {
        return Some("a value of some data, such as a card that cannot be told from others");
    }
    let (status, status_again) = (&all.status, &all_again.status);
    if status.cards != status_again.cards {
        return Some("the data of a card that cannot be told from others");
    }
    if status.teams != status_again.teams {
        return Some("the teams that were formed");
    }
    let scene = |scenes: &[SceneSeen]| {
        let scene = scenes.first()?;
        Some((scene.members, scene.resting, scene.turn, scene.data.clone()))
    };
    if scene(&status.scenes) != scene(&status_again.scenes) {
        return Some("who takes part in the state, and its data");
    }
    let acted = |scenes: &[SceneSeen]| scenes.first().map(|scene| (scene.acted, scene.passed));
    if acted(&status.scenes) != acted(&status_again.scenes) {
        return Some("who has acted or passed in this round");
    }
    if status.dismissed != status_again.dismissed {
        return Some("who is out of the game");
    }
    if status.places != status_again.places {
        return Some("which seats have swapped their places");
    }
    if status.direction != status_again.direction {
        return Some("which way round play goes");
    }
    let seats: Vec<Seat> = game.table.all_seats().into_iter().collect();
    let viewers = seats.iter().map(|seat| Viewer::Seat(*seat));
    for viewer in viewers.chain([Viewer::Spectator]) {
        if game.view(viewer).status.told != again.view(viewer).status.told {
            return Some("what seats were told of cards");
        }
        if game.view(viewer).zones != again.view(viewer).zones {
            return Some("who sees which card");
        }
    }
    let choices = |game: &Game| -> Vec<Option<u64>> {
        let count = |seat: &Seat| Some(game.decision(*seat)?.count().get());
        seats.iter().map(count).collect()
    };
    (choices(game) != choices(again)).then_some("what seats can choose")
}
