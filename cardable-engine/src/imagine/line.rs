//! One deal, and the choices made from there, with cards that trade places in it.

use super::cards::trade;
use super::classes::class;
use super::history::SeenHistory;
use super::seen_choice::{Stray, Way};
use crate::game::{Game, list_again};
use crate::ids::{CardId, Viewer};
use crate::play::computed::refresh_computed;
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::whole::World;
use smallvec::SmallVec;

/// A deal, and how the choices were made from there.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The game before each choice, as far as it has come.
    pub(super) games: Vec<Game>,
    pub(super) ways: Vec<Option<Way>>,
    /// Cards that trade places before a choice, where nobody can have seen it: they lay otherwise before.
    pub(super) trades: Vec<Trades>,
    /// The place at the beginning in which each card lies.
    pub(super) places: Vec<CardId>,
    /// How many choices could be made; one more where the game is also what the viewer knows now.
    pub(super) made: usize,
    /// Why it goes no further.
    pub(super) stray: Stray,
}

/// Cards that trade their places.
pub(super) type Trades = SmallVec<[(CardId, CardId); 4]>;

impl Line {
    /// No choice is made yet.
    pub(super) fn new(seen: &SeenHistory) -> Line {
        Line {
            games: vec![seen.begin().clone()],
            ways: vec![None; seen.choices.len()],
            trades: vec![Trades::new(); seen.choices.len()],
            places: seen.begin().table.card_ids().collect(),
            made: 0,
            stray: Stray::default(),
        }
    }

    /// The same games up to a choice, and the same ways.
    pub(super) fn begin_as(&mut self, line: &Line, at: usize) {
        let games = line.games.get(..=at).unwrap_or_default();
        for (at, game) in games.iter().enumerate() {
            match self.games.get_mut(at) {
                Some(own) => own.clone_from(game),
                None => self.games.push(game.clone()),
            }
        }
        self.ways.clone_from(&line.ways);
        self.trades.clone_from(&line.trades);
        self.places.clone_from(&line.places);
        self.stray.clone_from(&line.stray);
        self.made = at;
    }

    /// Whether two cards may trade the places in which they lay at the beginning.
    pub(super) fn may_trade(&self, seen: &SeenHistory, game: &Game, one: CardId, other: CardId) -> bool {
        let (t, world) = (&*game.table, &game.world);
        let ty = |card| world.type_of(t, card);
        let place = |card: CardId| self.places.get(card.index()).copied().unwrap_or(card);
        ty(one) != ty(other)
            && class(t, world, one) == class(t, world, other)
            && seen.begin.hindsight.allows(place(one), ty(other))
            && seen.begin.hindsight.allows(place(other), ty(one))
    }

    /// Two cards trade before a choice, or from the beginning, and in all that comes after it. Of the games only the one
    /// before the choice `from` is there.
    pub(super) fn trade(&mut self, one: CardId, other: CardId, unseen: Option<usize>, from: usize) {
        let at = unseen.unwrap_or(0);
        // What was said of one of them is true of the other from there on.
        for later in self
            .trades
            .iter_mut()
            .skip(unseen.map_or(0, |at| at + 1))
            .flatten()
        {
            for card in [&mut later.0, &mut later.1] {
                *card = match *card {
                    card if card == one => other,
                    card if card == other => one,
                    card => card,
                };
            }
        }
        match (unseen, self.trades.get_mut(at)) {
            (Some(_), Some(trades)) => trades.push((one, other)),
            (Some(_), None) => {}
            (None, _) => self.places.swap(one.index(), other.index()),
        }
        if let (true, Some(game)) = (at == from, self.games.get_mut(from)) {
            trade(game, one, other);
        }
    }
}

/// The games before a choice and after it.
pub(super) fn neighbours(games: &mut [Game], at: usize) -> Option<(&mut Game, &mut Game)> {
    let (before, after) = games.split_at_mut_checked(at + 1)?;
    Some((before.last_mut()?, after.first_mut()?))
}

/// Whether a viewer cannot see which of two cards is which: he knows neither, and cannot tell their places.
pub(super) fn is_unseen(game: &Game, viewer: Viewer, one: CardId, other: CardId) -> bool {
    let (t, world) = (&*game.table, &game.world);
    let zone = world.zone_of(t, one);
    let is_told = |card| world.knows(t, card).contains(viewer) || is_named(world, card);
    zone == world.zone_of(t, other)
        && !world.places(t, zone).contains(viewer)
        && !is_told(one)
        && !is_told(other)
}

/// Whether something refers to a card, as a choice does that is kept until all are in.
fn is_named(world: &World, card: CardId) -> bool {
    let card = Value::Card(card);
    let mut sealed = world.extras.iter().flat_map(|extras| &extras.sealed);
    world.values.contains(&card) || sealed.any(|sealed| sealed.values().any(|value| *value == card))
}

pub(super) fn trade_all(game: &mut Game, trades: &Trades) {
    if trades.is_empty() {
        return;
    }
    for (one, other) in trades {
        trade(game, *one, *other);
    }
    list_anew(game);
}

/// Works out what follows from where the cards lie.
pub(super) fn list_anew(game: &mut Game) {
    if game.table.program.data.computes {
        // What cannot be worked out at this table stays as it was.
        let _ = refresh_computed(&mut Engine::new(&game.table, &mut game.world, None));
    }
    list_again(game);
}
