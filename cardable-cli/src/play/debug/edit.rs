//! Changes one thing of a game: a new one is set up that is like it in everything else.

use super::names::{self, Line, running_state};
use super::{Obeyed, worked_out};
use cardable_core::debug::{OpenRules, value_text};
use cardable_core::ids::CardTypeId;
use cardable_core::info::Order;
use cardable_core::setup::{Item, Position, PositionError};
use cardable_core::{Game, Log, Viewer};

/// `set PLACE VALUE`
pub(super) fn set(
    rules: &OpenRules<'_>,
    game: &Game,
    begun: &Log,
    asked: &Line<'_>,
) -> Result<Obeyed, Vec<String>> {
    let text = asked.rest;
    let end = text.find([' ', '=']).unwrap_or(text.len());
    let (place, value) = text.split_at(end);
    let value = value.trim_start();
    let value = value.strip_prefix('=').unwrap_or(value).trim();
    if place.is_empty() || value.is_empty() {
        return Err(vec![
            "Write a place and a value: `set $globals.x 3`, `set as 2 $player.score 10`.".to_owned(),
        ]);
    }
    let item = item(game, asked, place)?;
    let found = worked_out(rules, game, asked.by, value)?;
    let mut position = position(game, begun)?;
    let known = position.data.iter_mut().find(|(one, _)| *one == item);
    let Some((_, old)) = known else {
        return Err(vec![format!(
            "`{place}` is worked out from other data: set what it is worked out from."
        )]);
    };
    let was = value_text(game, old);
    let is = value_text(game, &found.value);
    *old = found.value;
    let of = match item {
        Item::Seat(seat, _) => format!(" of {}", game.words().seat_name(seat)),
        Item::Global(_) | Item::State(_) | Item::Card { .. } => String::new(),
    };
    edited(
        game,
        begun,
        &position,
        format!("{place}{of} was {was} and is {is}."),
    )
}

/// `move CARD to ZONE`
pub(super) fn move_card(game: &Game, begun: &Log, asked: &Line<'_>) -> Result<Obeyed, Vec<String>> {
    let Some((card, to)) = asked.rest.rsplit_once(" to ") else {
        return Err(vec!["Write a card and a zone: `move QS to discard`.".to_owned()]);
    };
    let (card, from) = match card.split_once('@') {
        Some((card, zone)) => (card, Some(names::zone(game, asked.seat(), zone.trim())?)),
        None => (card, None),
    };
    let card: CardTypeId = names::card(game, card.trim())?;
    let to = names::zone(game, asked.seat(), to.trim())?;
    let words = game.words();
    let name = words.card_name(card).unwrap_or_default();
    let mut position = position(game, begun)?;
    let lies = |zone| from.is_none_or(|from| from == zone);
    let mut zones = position.zones.iter_mut().filter(|laid| lies(laid.zone));
    let from = zones.find_map(|laid| {
        let at = laid.cards.iter().position(|one| *one == card)?;
        laid.cards.remove(at);
        Some(laid.zone)
    });
    let Some(from) = from else {
        return Err(vec![format!(
            "{name} does not lie there: `zones` shows where cards lie."
        )]);
    };
    let info = game.ruleset().info();
    let is_row = info
        .zone(to)
        .is_some_and(|(zone, _)| zone.order == Order::FixedFifo);
    if let Some(laid) = position.zones.iter_mut().find(|laid| laid.zone == to) {
        // As the newest card.
        let at = if is_row { laid.cards.len() } else { 0 };
        laid.cards.insert(at, card);
    }
    let label = |zone| words.zone_label(zone).unwrap_or_default();
    let message = format!("{name} was moved from {} to {}.", label(from), label(to));
    edited(game, begun, &position, message)
}

/// The item of data that a place names.
fn item(game: &Game, asked: &Line<'_>, place: &str) -> Result<Item, Vec<String>> {
    let ruleset = game.ruleset();
    let named = place.strip_prefix('$').unwrap_or(place).split_once('.');
    let found = match named {
        Some(("globals", name)) => ruleset.global(name).map(Item::Global),
        Some(("player", name)) => {
            let at = ruleset.seat_datum(name);
            at.map(|at| Item::Seat(asked.seat(), at))
        }
        Some(("state", name)) => {
            let info = ruleset.info();
            let state = running_state(game).and_then(|state| info.states.get(state.index()));
            let at = state.and_then(|state| state.data.iter().position(|item| item.name == name));
            at.map(|at| Item::State(at as u16))
        }
        _ => None,
    };
    found.ok_or_else(|| {
        vec![format!(
            "There is no `{place}` to set: write `$globals.x`, `$player.x` or `$state.x` of the state that runs; `state` lists \
             them."
        )]
    })
}

/// The position of a game, or why it cannot be set up anew.
fn position(game: &Game, begun: &Log) -> Result<Position, Vec<String>> {
    let inspection = game.inspect(Viewer::Omniscient);
    inspection
        .position(&begun.setup, begun.seed)
        .map_err(|why| vec![format!("This game cannot be edited here: {why}.")])
}

fn edited(game: &Game, begun: &Log, position: &Position, message: String) -> Result<Obeyed, Vec<String>> {
    let set_up = position.set_up(&game.ruleset(), &begun.setup, begun.seed);
    let again = set_up.map_err(|why| {
        vec![match why {
            PositionError::Datum { wanted, .. } => {
                format!("The value has the wrong type: it takes {}.", wanted.phrase())
            }
            why => format!("It cannot be so: {why}."),
        }]
    })?;
    Ok(Obeyed::Edited(Box::new(again), message))
}
