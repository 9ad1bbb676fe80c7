//! Which ways cards went: what goes from and to zones of the same names, one card after the other,
//! is one thing that happened.

use cardable_core::ids::ZoneId;
use cardable_core::view::CardSeen;
use cardable_core::{Ruleset, Seat, ViewEvent};

/// The cards that came to a zone, and where from.
pub(super) struct Way {
    pub(super) from: Vec<ZoneId>,
    pub(super) to: ZoneId,
    pub(super) cards: Vec<CardSeen>,
}

/// The ways of the cards that are moved from the first of these events on, and how many events tell
/// of them: a deal goes to one seat after the other, a trick comes from everybody.
pub(super) fn ways(rules: &Ruleset, events: &[ViewEvent]) -> (Vec<Way>, usize) {
    let mut ways: Vec<Way> = Vec::new();
    let mut names = None;
    let mut n = 0;
    for event in events {
        match event {
            ViewEvent::Moved { from, was, to, card } => {
                let (from, to) = (from.zone, to.zone);
                let goes = (rules.zone_name(from).0, rules.zone_name(to).0);
                if *names.get_or_insert(goes) != goes {
                    break;
                }
                let seen = if matches!(card, CardSeen::Back(_)) {
                    *was
                } else {
                    *card
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
            ViewEvent::Regarded { .. } | ViewEvent::Arranged { .. } if names.is_some() => {}
            _ => break,
        }
        n += 1;
    }
    (ways, n)
}

/// The seats that were dealt to, where cards were: from one place that is nobody's to several seats.
pub(super) fn dealt_to(rules: &Ruleset, ways: &[Way]) -> Option<Vec<Seat>> {
    let from = ways.first()?.from.first()?;
    let is_one_place = ways.iter().all(|way| way.from == [*from]);
    if ways.len() < 2 || !is_one_place || rules.zone_name(*from).1.is_some() {
        return None;
    }
    let mut seats = Vec::new();
    for way in ways {
        let seat = rules.zone_name(way.to).1.filter(|seat| !seats.contains(seat))?;
        seats.push(seat);
    }
    Some(seats)
}
