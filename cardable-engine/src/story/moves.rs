//! Which ways cards went: what goes from and to zones of the same names, one card after the other, is one
//! thing that happened.

use crate::ids::{Seat, ZoneId};
use crate::program::Program;
use crate::ruleset::{zone_name, zone_owner};
use crate::view::{CardSeen, ViewEvent};

/// The cards that came to a zone, and where from.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) from: Vec<ZoneId>,
    pub(super) to: ZoneId,
    pub(super) cards: Vec<CardSeen>,
}

impl Way {
    /// Cards that stay in their zone.
    pub(super) fn within(zone: ZoneId, cards: &[CardSeen]) -> Way {
        Way {
            from: vec![zone],
            to: zone,
            cards: cards.to_vec(),
        }
    }

    /// Adds the cards of another way, and where they come from.
    pub(super) fn add(&mut self, other: &Way) {
        self.cards.extend(&other.cards);
        for from in &other.from {
            if !self.from.contains(from) {
                self.from.push(*from);
            }
        }
    }
}

/// What a story tells one after the other.
pub(super) enum Item<'e> {
    /// Cards that went from zones of one name to zones of one name.
    Moves(Vec<Way>),
    /// Cards of a zone whose faces came to be seen.
    Shown(ZoneId, Vec<CardSeen>),
    /// Cards of a zone that are turned over, one after the other.
    Turned {
        zone: ZoneId,
        cards: Vec<CardSeen>,
        up: bool,
    },
    Event(&'e ViewEvent),
}

/// The events with moves put together, and without those that only prepare what follows: cards that are
/// gathered and shuffled, and the shuffle before a deal.
pub(super) fn items<'e>(program: &Program, events: &'e [ViewEvent]) -> Vec<Item<'e>> {
    let mut items: Vec<Item<'e>> = Vec::new();
    let mut at = 0;
    while let Some(event) = events.get(at) {
        at += 1;
        match event {
            ViewEvent::Moved { .. } => {
                let (ways, n) = ways(program, &events[at - 1..]);
                at += n.max(1) - 1;
                match items.last_mut() {
                    Some(Item::Moves(before)) if goes(program, before) == goes(program, &ways) => {
                        join(before, ways);
                    }
                    _ => items.push(Item::Moves(ways)),
                }
            }
            ViewEvent::Shown {
                slot,
                was: CardSeen::Back(_),
                card: card @ CardSeen::Face(_),
            } => shown(&mut items, slot.zone, *card),
            ViewEvent::Shown { .. } | ViewEvent::Regarded { .. } | ViewEvent::Arranged { .. } => {}
            // A card that shows because it is turned is told of as turned.
            ViewEvent::Turned { slot, card, up, .. } => {
                if let Some(Item::Shown(zone, cards)) = items.last_mut()
                    && *zone == slot.zone
                    && cards.last() == Some(card)
                {
                    cards.pop();
                    if cards.is_empty() {
                        items.pop();
                    }
                }
                turned(&mut items, slot.zone, *card, *up);
            }
            other => items.push(Item::Event(other)),
        }
    }
    let mut kept: Vec<Item<'e>> = Vec::with_capacity(items.len());
    // From the end, where it is known what follows.
    let mut deal_follows = false;
    let mut shuffled: Vec<ZoneId> = Vec::new();
    for item in items.into_iter().rev() {
        let is_told = match &item {
            Item::Moves(ways) => {
                deal_follows |= dealt_to(program, ways).is_some();
                let gathered = ways.iter().all(|way| shuffled.contains(&way.to));
                for way in ways {
                    shuffled.retain(|zone| !way.from.contains(zone));
                }
                !(gathered && deal_follows)
            }
            Item::Event(ViewEvent::Shuffled { zone }) => {
                shuffled.push(*zone);
                !deal_follows
            }
            Item::Shown(..) | Item::Turned { .. } | Item::Event(_) => true,
        };
        if is_told {
            kept.push(item);
        }
    }
    kept.reverse();
    kept
}

/// A card that came to be seen: with others of its zone, or as one of those that have just come there.
fn shown(items: &mut Vec<Item<'_>>, zone: ZoneId, card: CardSeen) {
    match items.last_mut() {
        Some(Item::Shown(known, cards)) if *known == zone => cards.push(card),
        Some(Item::Moves(ways)) => {
            let way = ways.iter_mut().find(|way| way.to == zone);
            let back = way.and_then(|way| {
                way.cards
                    .iter_mut()
                    .rfind(|card| matches!(card, CardSeen::Back(_)))
            });
            match back {
                Some(back) => *back = card,
                None => items.push(Item::Shown(zone, vec![card])),
            }
        }
        Some(Item::Shown(..) | Item::Turned { .. } | Item::Event(_)) | None => {
            items.push(Item::Shown(zone, vec![card]))
        }
    }
}

/// A card that is turned over, with those of its zone before it.
fn turned(items: &mut Vec<Item<'_>>, zone: ZoneId, card: CardSeen, up: bool) {
    match items.last_mut() {
        Some(Item::Turned {
            zone: known,
            cards,
            up: before,
        }) if *known == zone && *before == up => cards.push(card),
        _ => items.push(Item::Turned {
            zone,
            cards: vec![card],
            up,
        }),
    }
}

/// The names of the zones that cards went from and to.
fn goes<'r>(program: &'r Program, ways: &[Way]) -> Option<(&'r str, &'r str)> {
    let way = ways.first()?;
    Some((
        zone_name(program, *way.from.first()?).unwrap_or_default().0,
        zone_name(program, way.to).unwrap_or_default().0,
    ))
}

/// Adds the cards of some ways to others.
fn join(ways: &mut Vec<Way>, more: Vec<Way>) {
    for way in more {
        let Some(known) = ways.iter_mut().find(|known| known.to == way.to) else {
            ways.push(way);
            continue;
        };
        known.add(&way);
    }
}

/// The ways of the cards that are moved from the first of these events on, and how many events tell of
/// them: a deal goes to one seat after the other, a trick comes from everybody.
fn ways(program: &Program, events: &[ViewEvent]) -> (Vec<Way>, usize) {
    let mut ways: Vec<Way> = Vec::new();
    let mut names = None;
    let mut n = 0;
    for event in events {
        match event {
            ViewEvent::Moved { from, was, to, card } => {
                let (from, to) = (from.zone, to.zone);
                let goes = (
                    zone_name(program, from).unwrap_or_default().0,
                    zone_name(program, to).unwrap_or_default().0,
                );
                if *names.get_or_insert(goes) != goes {
                    break;
                }
                let seen = match card {
                    CardSeen::Back(_) => *was,
                    CardSeen::Face(_) => *card,
                };
                match ways.iter_mut().find(|way| way.to == to) {
                    Some(way) => {
                        way.cards.push(seen);
                        if !way.from.contains(&from) {
                            way.from.push(from);
                        }
                    }
                    None => ways.push(Way {
                        from: vec![from],
                        to,
                        cards: vec![seen],
                    }),
                }
            }
            // Looks change with every card that moves; the table shows them.
            ViewEvent::Regarded { .. } | ViewEvent::Arranged { .. } => {}
            _ => break,
        }
        n += 1;
    }
    (ways, n)
}

/// The seats that were dealt to, where cards were: from one place that is nobody's to several seats.
pub(super) fn dealt_to(program: &Program, ways: &[Way]) -> Option<Vec<Seat>> {
    let from = ways.first()?.from.first()?;
    let is_one_place = ways.iter().all(|way| way.from == [*from]);
    if ways.len() < 2 || !is_one_place || zone_owner(program, *from).is_some() {
        return None;
    }
    let mut seats = Vec::new();
    for way in ways {
        let seat = zone_owner(program, way.to).filter(|seat| !seats.contains(seat))?;
        seats.push(seat);
    }
    Some(seats)
}
