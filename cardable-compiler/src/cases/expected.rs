//! Reads what a test expects, and lists that choices have as well.

use super::fields::{Expect, Knows, Offer, Told};
use super::names::Names;
use super::{Expected, Picked, Placed};
use crate::text::diag::{Code, Diagnostics};
use crate::text::fields::read::{At, Items, Name, Text};
use crate::text::json::Node;
use crate::text::source::Span;
use cardable_engine::ids::{CardTypeId, StateId};
use cardable_engine::value::Type;
use cardable_engine::{Known, Seat, SeatSet};

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
    for (all, is_known) in [(expect.knows(), true), (expect.not_knows(), false)] {
        for knows in all {
            for (known, span) in known(names, knows, diags) {
                let Known { zone, card, by } = known;
                let what = Expected::Knows {
                    zone,
                    card,
                    by,
                    is_known,
                };
                add(span, Some(what));
            }
        }
    }
    for told in expect.told() {
        for what in may_be(names, told, diags) {
            add(told.node.span, Some(what));
        }
    }
    if let Some(teams) = expect.teams() {
        let given: Vec<u8> = teams.value.into_iter().flatten().collect();
        add(teams.span(), Some(Expected::Teams(given)));
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
    if let Some(reason) = expect.reason() {
        let words = reason.value.map(|words| words.to_string());
        add(reason.span(), words.map(Expected::Reason));
    }
    all
}

/// Cards of a zone that seats know or do not know, and where they stand in the text.
pub(super) fn known(names: &Names<'_>, knows: Knows<'_>, diags: &mut Diagnostics) -> Vec<(Known, Span)> {
    let span = knows
        .node
        .get("seats")
        .map_or(knows.node.span, |seats| seats.span);
    let by: SeatSet = knows
        .seats()
        .into_iter()
        .filter_map(|seat| names.seat(seat, span, diags))
        .collect();
    let zone = knows
        .zone()
        .and_then(|zone| names.zone(zone.value?.as_str(), zone.span(), diags));
    let Some(zone) = zone else { return Vec::new() };
    let mut all = Vec::new();
    for card in knows.cards() {
        let named = card
            .value
            .and_then(|text| names.card(text.as_str(), card.span(), diags));
        all.extend(named.map(|card_type| {
            (
                Known {
                    zone,
                    card: card_type,
                    by,
                },
                card.span(),
            )
        }));
    }
    all
}

/// What seats were told of a card.
fn may_be(names: &Names<'_>, told: Told<'_>, diags: &mut Diagnostics) -> Vec<Expected> {
    let place = told.card().and_then(|card| {
        let found = names.card_in_zone(card.value?.as_str(), card.span(), diags)?;
        if found.1.is_none() {
            let help = "write its zone behind it: `2R@hand:1`";
            diags.error(
                Code::TestSetUp,
                card.span(),
                "this does not say where the card lies",
                help,
            );
        }
        Some((found.0, found.1?))
    });
    let mut may_be = Vec::new();
    for card in told.may_be() {
        let named = card
            .value
            .and_then(|text| names.card(text.as_str(), card.span(), diags));
        may_be.extend(named);
    }
    let Some((card, at)) = place else {
        return Vec::new();
    };
    let seats = told.seats().into_iter();
    let seats: Vec<Seat> = seats
        .filter_map(|seat| names.seat(seat, told.node.span, diags))
        .collect();
    let of_seat = |seat| Expected::MayBe {
        seat,
        card,
        at,
        may_be: may_be.clone(),
    };
    seats.into_iter().map(of_seat).collect()
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
    let mut picks: Vec<Placed<Picked>> = Vec::new();
    for card in offer.cards() {
        let span = card.span();
        let named = card
            .value
            .and_then(|text| names.picked(text.as_str(), None, span, diags));
        picks.extend(named.map(|what| Placed { span, what }));
    }
    picks.extend(seats_and_entries(
        names,
        offer.node,
        offer.seats().into_iter(),
        offer.options(),
        diags,
    ));
    if offer.actions().is_empty() && !picks.is_empty() {
        let asked = Expected::Asked {
            seat,
            entries: picks,
            is_offered,
        };
        return vec![(offer.node.span, asked)];
    }
    if offer.actions().is_empty() {
        let help =
            "name the `actions` that are offered, or are not; or `seats`, `cards` or `options` of a question";
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
