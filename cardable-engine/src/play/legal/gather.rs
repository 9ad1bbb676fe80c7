//! Collects the candidates for picks.

use super::offers::{keep_passing, keep_passing_of_few};
use crate::fault::Run;
use crate::ids::{CardId, Seat, SeatSet, ZoneId};
use crate::play::legal_set::{Candidate, Gathered};
use crate::play::{backs, control, marks, valid};
use crate::program::{Legal, PickDef, PickFrom, PickOnly, PickWhat};
use crate::value::Value;
use crate::vm::engine::{Reader, reader};
use crate::vm::select::Wide;
use crate::world::zone_marks;
use smallvec::SmallVec;

/// The candidates of a pick by themselves.
pub(crate) fn candidates_of(
    reader: &Reader<'_>,
    seat: Seat,
    pick: &PickDef,
) -> Run<SmallVec<[Candidate; 24]>> {
    let mut all = SmallVec::new();
    gather(reader, seat, pick, &mut all, None)?;
    Ok(all)
}

/// Collects the candidates of a pick. Returns whether they include interchangeable hidden cards.
#[inline]
pub(super) fn gather(
    reader: &Reader<'_>,
    seat: Seat,
    pick: &PickDef,
    out: &mut SmallVec<[Candidate; 24]>,
    mut gathered: Option<&mut Gathered>,
) -> Run<bool> {
    let first = out.len();
    let mut alike = false;
    let mut zone = |zone: ZoneId, out: &mut _| {
        alike |= match &mut gathered {
            Some(gathered) => gathered.add(pick, zone, out, |out| {
                gather_copies(reader, seat, pick, zone, out)
            }),
            None => gather_copies(reader, seat, pick, zone, out),
        };
    };
    let mut alike_in_code = false;
    for from in &pick.from {
        let playing = reader.playing();
        match from {
            PickFrom::OwnZone(at) => zone(reader.table.seat_zone(seat, *at), out),
            PickFrom::SharedZone(at) => zone(reader.table.shared_zone(*at), out),
            PickFrom::EveryonesZone(at) => {
                for other in playing {
                    zone(reader.table.seat_zone(other, *at), out);
                }
            }
            PickFrom::OthersZone(at) => {
                for other in playing.minus(SeatSet::one(seat)) {
                    zone(reader.table.seat_zone(other, *at), out);
                }
            }
            PickFrom::Code(code) => {
                let value = reader.eval(*code)?;
                alike_in_code |= gather_value(reader, seat, pick, value, out)?;
            }
        }
    }
    if let Some(legal) = &pick.legal
        && keep_by_rule(reader, pick, legal, first, out).is_none()
    {
        keep_legal(reader, pick, legal, first, out)?;
    }
    Ok((alike || alike_in_code) && pick.max > 1)
}

/// Keeps the legal candidates from index `first` on, tested together. `None` if the rule cannot be tested like
/// that.
fn keep_by_rule(
    reader: &Reader<'_>,
    pick: &PickDef,
    legal: &Legal,
    first: usize,
    out: &mut SmallVec<[Candidate; 24]>,
) -> Option<()> {
    let rule = legal.rule().filter(|_| pick.what == PickWhat::Card)?;
    let candidates = out.get(first..)?;
    // Of a card that the seat cannot tell from others only the zone is known.
    if candidates.iter().any(|candidate| candidate.is_hidden()) {
        return None;
    }
    let cards: SmallVec<[u16; 24]> = candidates.iter().map(|candidate| candidate.raw).collect();
    let mut kept = SmallVec::new();
    if reader.program().cards.types.len() <= 64 {
        keep_passing_of_few(reader, rule, &cards, &mut kept)?;
    } else {
        keep_passing::<Wide>(reader, rule, &cards, &mut kept)?;
    }
    out.truncate(first);
    out.extend_from_slice(&kept);
    Some(())
}

/// Keeps the legal candidates from index `first` on, tested one by one.
fn keep_legal(
    reader: &Reader<'_>,
    pick: &PickDef,
    legal: &Legal,
    first: usize,
    out: &mut SmallVec<[Candidate; 24]>,
) -> Run<()> {
    let mut kept = first;
    for at in first..out.len() {
        let candidate = out[at];
        if valid::candidate_is_legal(reader, legal.code, pick, candidate, Value::Nothing)? {
            out[kept] = candidate;
            kept += 1;
        }
    }
    out.truncate(kept);
    Ok(())
}

/// Whether a seat sees a card's face. Notes if it does not, for the reasons shown to it.
fn sees_or_notes(reader: &Reader<'_>, seat: Seat, card: CardId) -> bool {
    let seen = reader::sees_face(reader, seat, card);
    if !seen {
        reader.temp.met_unseen.set(true);
    }
    seen
}

pub(super) fn gather_value(
    reader: &Reader<'_>,
    seat: Seat,
    pick: &PickDef,
    value: Value,
    out: &mut SmallVec<[Candidate; 24]>,
) -> Run<bool> {
    let mut alike = false;
    let mut untold = false;
    let start = out.len();
    for item in reader.each_item(value) {
        match (pick.what, item) {
            (PickWhat::Card | PickWhat::Drag, Value::Zone(zone)) => {
                alike |= gather_zone(reader, seat, pick, zone, out);
            }
            (PickWhat::Card | PickWhat::Drag, Value::Card(card)) => {
                if !pick.reads_face() || sees_or_notes(reader, seat, card) {
                    out.push(Candidate::plain(card.0));
                    untold |= reader.table.one_back.is_none();
                }
            }
            (PickWhat::Zone, Value::Zone(zone)) => {
                if control::controls(reader, seat, zone)
                    && zone_marks::is_open(reader.world, reader.table, zone)
                {
                    out.push(Candidate::plain(zone.0));
                }
            }
            (PickWhat::Seat, Value::Seat(other)) => out.push(Candidate::plain(other.0.into())),
            (PickWhat::Deck, Value::Deck(deck)) => out.push(Candidate::plain(deck.0)),
            (PickWhat::Option, _) => out.push(Candidate::plain((out.len() - start) as u16)),
            (_, found) => {
                return Err(crate::fault::FaultKind::WrongKind {
                    wanted: "something that can be picked",
                    found,
                }
                .into());
            }
        }
    }
    if untold {
        alike |= hide_untold(reader, seat, pick, start, out);
    }
    Ok(alike)
}

/// Of a list with all cards of a zone that have a back, which the seat can neither see nor place, chance takes one, as it does
/// of the zone: a card by itself could be told from the others by its place in the list. Returns whether some are interchangeable.
#[cold]
fn hide_untold(
    reader: &Reader<'_>,
    seat: Seat,
    pick: &PickDef,
    start: usize,
    out: &mut SmallVec<[Candidate; 24]>,
) -> bool {
    let (t, world, viewer) = (reader.table, reader.world, crate::ids::Viewer::Seat(seat));
    let lying = |candidate: Candidate| {
        let is_card = !candidate.is_hidden() && candidate.as_dragged_zone().is_none();
        let card = CardId(candidate.raw);
        let zone = is_card.then(|| world.zone_of(t, card))?;
        let is_untold = !world.places(t, zone).contains(viewer) && !reader::sees_face(reader, seat, card);
        is_untold.then(|| (zone, backs::of(t, world, card)))
    };
    let listed = out.get(start..).unwrap_or_default();
    let untold = |one: &Candidate| lying(*one).map(|(zone, back)| (zone, back, one.raw));
    let mut cards: SmallVec<[(ZoneId, u16, u16); 24]> = listed.iter().filter_map(untold).collect();
    cards.sort_unstable();
    // A list may name a card twice.
    cards.dedup();
    let mut alike = false;
    for same in cards.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (zone, back, _) = same[0];
        let any = Candidate::hidden(zone, Some(back));
        // Some of them are certain cards, which data name.
        if same.len() < backs::stood_for(t, world, Some(seat), pick.blind, any).count() {
            continue;
        }
        let mut at = 0;
        out.retain(|candidate| {
            at += 1;
            at <= start || lying(*candidate) != Some((zone, back))
        });
        let shown = if pick.max <= 1 { 1 } else { same.len() };
        out.extend(std::iter::repeat_n(any, shown));
        alike |= shown > 1;
    }
    alike
}

/// Collects candidates from all open copies of a zone: its name in a rule stands for all of them.
#[inline]
pub(super) fn gather_copies(
    reader: &Reader<'_>,
    seat: Seat,
    pick: &PickDef,
    zone: ZoneId,
    out: &mut SmallVec<[Candidate; 24]>,
) -> bool {
    if !reader.table.traits[zone.index()].several {
        return gather_zone(reader, seat, pick, zone, out);
    }
    let mut alike = false;
    for copy in marks::open_copies(reader, zone) {
        alike |= gather_zone(reader, seat, pick, copy, out);
    }
    alike
}

#[inline]
pub(super) fn gather_zone(
    reader: &Reader<'_>,
    seat: Seat,
    pick: &PickDef,
    zone: ZoneId,
    out: &mut SmallVec<[Candidate; 24]>,
) -> bool {
    if !control::controls(reader, seat, zone) {
        return false;
    }
    if pick.what == PickWhat::Zone {
        out.push(Candidate::plain(zone.0));
        return false;
    }
    let traits = &reader.table.traits[zone.index()];
    if pick.what == PickWhat::Drag {
        out.push(Candidate::dragged_zone(zone));
    }
    let cards = reader.world.zone_cards(reader.table, zone);
    let only = match pick.only {
        PickOnly::ByOrder if traits.any_order => PickOnly::All,
        PickOnly::ByOrder => PickOnly::Top,
        only @ (PickOnly::All | PickOnly::Top | PickOnly::Bottom) => only,
    };
    let cards = match only {
        PickOnly::All => cards,
        PickOnly::Top if traits.fifo => &cards[..cards.len().min(1)],
        PickOnly::Bottom if !traits.fifo => &cards[..cards.len().min(1)],
        PickOnly::Top | PickOnly::Bottom | PickOnly::ByOrder => &cards[cards.len().saturating_sub(1)..],
    };
    let plain = |c: &u16| Candidate::plain(*c);
    // The next card of a draw pile is one that anybody can point at.
    let viewer = crate::ids::Viewer::Seat(seat);
    let tells = only != PickOnly::All
        || (!pick.blind && reader.world.places(reader.table, zone).contains(viewer))
        || (pick.blind && traits.ordered);
    let reads_face = pick.reads_face();
    if tells {
        let all_seen =
            !reads_face || traits.shown_by == 0 && reader.world.sees(reader.table, zone).contains(viewer);
        if all_seen {
            out.extend(cards.iter().map(plain));
        } else {
            let seen = cards.iter().filter(|c| sees_or_notes(reader, seat, CardId(**c)));
            out.extend(seen.map(plain));
        }
        return false;
    }
    let mut hidden = 0;
    let mut backs: SmallVec<[u16; 16]> = SmallVec::new();
    let backs_differ = reader.table.one_back.is_none();
    let first = out.len();
    for c in cards {
        let card = CardId(*c);
        let seen = !pick.blind && reader::sees_face(reader, seat, card);
        if seen {
            out.push(plain(c));
        } else {
            hidden += 1;
            if backs_differ {
                backs.push(backs::of(reader.table, reader.world, card));
            }
        }
    }
    // Who cannot tell places is not told them by what is listed first.
    let listed = out.get_mut(first..).unwrap_or_default();
    listed.sort_unstable_by_key(|c| (reader.world.type_of(reader.table, CardId(c.raw)), c.raw));
    if hidden == 0 {
        return false;
    }
    if reads_face {
        reader.temp.met_unseen.set(true);
        return false;
    }
    let one = pick.max <= 1;
    if backs_differ && !(pick.blind && backs::are_looked_through(reader, seat, zone)) {
        return add_by_back(zone, backs, one, out);
    }
    // Their backs are not told apart here.
    if backs_differ && pick.reads_backs() {
        return false;
    }
    let shown = if one { 1 } else { hidden };
    out.extend(std::iter::repeat_n(Candidate::hidden(zone, None), shown));
    shown > 1
}

/// Adds hidden cards by their backs, in the order of these; `one` of each, or all. Returns whether some are interchangeable.
fn add_by_back(
    zone: ZoneId,
    mut backs: SmallVec<[u16; 16]>,
    one: bool,
    out: &mut SmallVec<[Candidate; 24]>,
) -> bool {
    if backs.windows(2).any(|two| two[0] != two[1]) {
        backs.sort_unstable();
    }
    if one {
        backs.dedup();
    }
    let alike = backs.windows(2).any(|two| two[0] == two[1]);
    out.extend(backs.into_iter().map(|back| Candidate::hidden(zone, Some(back))));
    alike
}
