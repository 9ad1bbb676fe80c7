//! Reads what a test expects, and lists that choices have as well.

use super::fields::{Expect, Offer};
use super::names::Names;
use super::{Expected, Picked, Placed};
use crate::text::diag::{Code, Diagnostics};
use crate::text::fields::read::{At, Items, Name, Text};
use crate::text::json::Node;
use crate::text::source::Span;
use cardable_engine::Seat;
use cardable_engine::ids::{CardTypeId, StateId};
use cardable_engine::value::Type;

/// What stands for all cards that have no other place.
pub(super) const OTHERS: &str = "...";

pub(super) fn texts(entries: Items<'_, At<Name>>) -> Vec<Placed<String>> {
    let text = |entry: crate::text::fields::read::Placed<'_, Text<'_>>| {
        Some(Placed {
            span: entry.span(),
            what: entry.value?.to_string(),
        })
    };
    entries.into_iter().filter_map(text).collect()
}

fn cards(names: &Names<'_>, cards: Items<'_, At<Name>>, diags: &mut Diagnostics) -> Vec<(CardTypeId, Span)> {
    let mut found = Vec::new();
    for card in cards {
        let named = card
            .value
            .and_then(|text| names.card(text.as_str(), card.span(), diags));
        found.extend(named.map(|named| (named, card.span())));
    }
    found
}

/// Cards, with None where `...` stands for any others.
fn cards_or_others(
    names: &Names<'_>,
    cards: Items<'_, At<Name>>,
    diags: &mut Diagnostics,
) -> Vec<Option<CardTypeId>> {
    let mut found = Vec::new();
    for card in cards {
        match card.value.map(Text::as_str) {
            Some(OTHERS) => found.push(None),
            Some(text) => found.extend(names.card(text, card.span(), diags).map(Some)),
            None => {}
        }
    }
    found
}

pub(super) fn seats_and_entries(
    names: &Names<'_>,
    node: &Node,
    seats: impl Iterator<Item = u8>,
    entries: Items<'_, At<Name>>,
    diags: &mut Diagnostics,
) -> Vec<Placed<Picked>> {
    let span = node.get("seats").map_or(node.span, |seats| seats.span);
    let mut picks = Vec::new();
    for seat in seats {
        picks.extend(names.seat(seat, span, diags).map(|seat| Placed {
            span,
            what: Picked::Seat(seat),
        }));
    }
    picks.extend(texts(entries).into_iter().map(|entry| Placed {
        span: entry.span,
        what: Picked::Entry(entry.what),
    }));
    picks
}

pub(super) fn expected(
    names: &Names<'_>,
    expect: Option<Expect<'_>>,
    state: Option<StateId>,
    diags: &mut Diagnostics,
) -> Vec<Placed<Expected>> {
    let mut all = Vec::new();
    let Some(expect) = expect else { return all };
    let mut add = |span: Span, what: Option<Expected>| all.extend(what.map(|what| Placed { span, what }));
    let then = expect.state().and_then(|state| {
        let found = names.state(state.value?.as_str(), state.span(), diags)?;
        add(state.span(), Some(Expected::State(found)));
        Some(found)
    });
    if let Some(turn) = expect.turn() {
        let seat = turn.value.and_then(|seat| names.seat(seat, turn.span(), diags));
        add(turn.span(), seat.map(Expected::Turn));
    }
    for (member, there) in expect.zones() {
        let zone = names.zone(&member.key, member.key_span, diags);
        let list = there
            .value
            .map(|list| cards_or_others(names, list, diags))
            .unwrap_or_default();
        add(there.span(), zone.map(|zone| Expected::Zone(zone, list)));
    }
    for (member, count) in expect.zone_count() {
        let zone = names.zone(&member.key, member.key_span, diags);
        let count_of = count.value.map(|count| count as usize);
        add(
            count.span(),
            zone.zip(count_of)
                .map(|(zone, count)| Expected::Count(zone, count)),
        );
    }
    for (member, value) in expect.data() {
        let found = names.datum_of_any(&member.key, then.or(state), member.key_span, diags);
        let Some((item, def)) = found else { continue };
        let ty = if def.ty == Type::Nothing {
            Type::ANY
        } else {
            def.ty
        };
        let given = value.value.and_then(|node| names.value(node, ty, diags));
        add(
            value.span(),
            given.map(|given| Expected::Datum(member.key.to_string(), item, given)),
        );
    }
    for (offers, is_offered) in [(expect.offered(), true), (expect.not_offered(), false)] {
        for offer in offers {
            for (span, what) in offered(names, offer, is_offered, diags) {
                add(span, Some(what));
            }
        }
    }
    for offer in expect.only_offered() {
        let Some(seat) = offer
            .seat()
            .and_then(|seat| names.seat(seat.value?, seat.span(), diags))
        else {
            continue;
        };
        let named = offer.actions().into_iter();
        let actions = named.filter_map(|action| {
            Some(Placed {
                span: action.span(),
                what: names.actions(action.value?.as_str(), action.span(), diags),
            })
        });
        let actions = actions.collect();
        add(offer.node.span, Some(Expected::OnlyOffered { seat, actions }));
    }
    for line in texts_of(expect.not_events()) {
        add(line.span, Some(Expected::NotTold(line.what)));
    }
    let lines = texts_of(expect.events());
    if let Some(empty) = lines.iter().find(|line| line.what.is_empty()) {
        let help = "write words that a line of the log has";
        diags.error(Code::TestSetUp, empty.span, "every line has these words", help);
    }
    if let Some(first) = lines.first() {
        add(first.span, Some(Expected::Told(lines.clone())));
    }
    if let Some(over) = expect.over() {
        add(over.span(), over.value.map(Expected::Over));
    }
    if let Some(winners) = expect.winners() {
        let seats = winners.value.into_iter().flatten();
        let seats: Option<Vec<Seat>> = seats
            .map(|seat| names.seat(seat, winners.span(), diags))
            .collect();
        add(winners.span(), seats.map(Expected::Winners));
    }
    all
}

fn texts_of(lines: Items<'_, At<crate::text::fields::read::String>>) -> Vec<Placed<String>> {
    let line = |line: crate::text::fields::read::Placed<'_, Text<'_>>| {
        Some(Placed {
            span: line.span(),
            what: line.value?.to_string(),
        })
    };
    lines.into_iter().filter_map(line).collect()
}

fn offered(
    names: &Names<'_>,
    offer: Offer<'_>,
    is_offered: bool,
    diags: &mut Diagnostics,
) -> Vec<(Span, Expected)> {
    let mut all = Vec::new();
    let Some(seat) = offer
        .seat()
        .and_then(|seat| names.seat(seat.value?, seat.span(), diags))
    else {
        return all;
    };
    let mut picks: Vec<Placed<Picked>> = cards(names, offer.cards(), diags)
        .into_iter()
        .map(|(card, span)| Placed {
            span,
            what: Picked::Card(card, None),
        })
        .collect();
    picks.extend(seats_and_entries(
        names,
        offer.node,
        offer.seats().into_iter(),
        offer.options(),
        diags,
    ));
    if offer.actions().is_empty() {
        let help = "name the actions that are offered, or are not";
        diags.error(Code::TestSetUp, offer.node.span, "no action is named", help);
    }
    for action in offer.actions() {
        let Some(text) = action.value else { continue };
        let what = Expected::Offer {
            seat,
            actions: names.actions(text.as_str(), action.span(), diags),
            picks: picks.clone(),
            is_offered,
        };
        all.push((action.span(), what));
    }
    all
}
