//! Changes one thing of a game: a new one is set up that is like it in everything else.

use super::names::{self, Line};
use super::{Obeyed, worked_out};
use cardable_core::debug::{Edit, NotEdited, OpenRules, running_state, value_text};
use cardable_core::ids::{CardTypeId, ZoneId};
use cardable_core::setup::{InZone, Item};
use cardable_core::{Game, Log, Viewer};

/// `set PLACE VALUE`
pub(super) fn set(
    rules: &OpenRules<'_>,
    game: &Game,
    begun: &Log,
    asked: &Line<'_>,
) -> Result<Obeyed, Vec<String>> {
    let text = asked.rest;
    // Names of cards and zones have blanks: their data begin at the point behind the zone.
    let name = text
        .find('@')
        .and_then(|at| Some(at + text.get(at..)?.find('.')?))
        .unwrap_or_default();
    let end = text
        .get(name..)
        .and_then(|text| text.find([' ', '=']))
        .map_or(text.len(), |at| name + at);
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
    let was = now(game, item);
    let is = value_text(game, &found.value);
    let value = found.value;
    let again = made(game, begun, &Edit::Set { item, value }).map_err(|why| match why {
        NotEdited::WorkedOut => {
            format!("`{place}` is worked out from other data: set what it is worked out from.")
        }
        why => told(&why),
    });
    let again = again.map_err(|why| vec![why])?;
    let of = match item {
        Item::Seat(seat, _) => format!(" of {}", game.words().seat_name(seat)),
        Item::Global(_) | Item::State(_) | Item::Card { .. } => String::new(),
    };
    Ok(Obeyed::Edited(
        Box::new(again),
        format!("{place}{of} was {was} and is {is}."),
    ))
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
    let inspection = game.inspect(Viewer::Omniscient);
    let all = (0..game.view(Viewer::Omniscient).zones.len()).map(|at| ZoneId(at as u16));
    let mut zones = all.filter(|zone| from.is_none_or(|from| from == *zone));
    let Some(from) = zones.find(|zone| inspection.cards(*zone).contains(&card)) else {
        return Err(vec![format!(
            "{name} does not lie there: `zones` shows where cards lie."
        )]);
    };
    let again = made(game, begun, &Edit::Move { card, from, to }).map_err(|why| vec![told(&why)])?;
    let label = |zone| words.zone_label(zone).unwrap_or_default();
    let message = format!("{name} was moved from {} to {}.", label(from), label(to));
    Ok(Obeyed::Edited(Box::new(again), message))
}

/// The item of data that a place names.
fn item(game: &Game, asked: &Line<'_>, place: &str) -> Result<Item, Vec<String>> {
    let ruleset = game.ruleset();
    if let Some((card, rest)) = place.split_once('@') {
        return card_item(game, asked, card, rest);
    }
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

/// The item of a card's data that a place names: `Wolf@field.damage`, or `Wolf@field:0[1].damage` of the second of those alike.
fn card_item(game: &Game, asked: &Line<'_>, card: &str, rest: &str) -> Result<Item, Vec<String>> {
    let (zone, name) = rest.split_once('.').unwrap_or((rest, ""));
    let (zone, nth) = match zone.strip_suffix(']').and_then(|zone| zone.rsplit_once('[')) {
        Some((zone, nth)) => (zone, nth.parse().ok()),
        None => (zone, None),
    };
    let card = names::card(game, card.trim())?;
    let zone = names::zone(game, asked.seat(), zone.trim())?;
    let all = game.ruleset().info().card_data;
    match all.iter().position(|item| item.name == name) {
        Some(item) => {
            let at = InZone { zone, nth };
            Ok(Item::Card {
                card,
                at,
                item: item as u16,
            })
        }
        None => {
            let names: Vec<String> = all.iter().map(|item| format!("`{}`", item.name)).collect();
            Err(vec![match names.is_empty() {
                true => "Cards have no data in this game.".to_owned(),
                false => format!("Cards have no `{name}`: there are {}.", names.join(", ")),
            }])
        }
    }
}

/// What an item of data is now.
fn now(game: &Game, item: Item) -> String {
    let value = game.inspect(Viewer::Omniscient).datum(item);
    value.map(|value| value_text(game, &value)).unwrap_or_default()
}

fn made(game: &Game, begun: &Log, edit: &Edit) -> Result<Game, NotEdited> {
    edit.made(game, &begun.setup, begun.seed)
}

/// Why a game is not edited, as a sentence.
fn told(why: &NotEdited) -> String {
    let text = why.to_string();
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    format!("{}{}.", first.unwrap_or_default(), letters.as_str())
}
