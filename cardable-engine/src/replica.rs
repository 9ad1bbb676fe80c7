//! What a client keeps of a game: its view, brought up to date by events, with
//! identities of its own for cards it can follow.

use crate::ids::ZoneId;
use crate::view::{CardSeen, View, ViewEvent};
use smallvec::SmallVec;

/// A card as one client tells it from others: the same until the client loses
/// sight of which card it is. It means nothing to anybody else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardKey(pub u32);

/// A view that is kept up to date by events.
///
/// A card that moves keeps its key, so that an interface can animate it. Where a
/// card leaves cards that look the same to this viewer and stand in no order,
/// which of them it was is not known: any of their keys goes with it. A shuffle
/// gives new keys.
#[derive(Clone, Debug)]
pub struct Replica {
    view: View,
    keys: Vec<SmallVec<[CardKey; 8]>>,
    next: u32,
}

impl Replica {
    /// Begins with a whole view.
    pub fn new(view: View) -> Replica {
        let mut replica = Replica {
            keys: Vec::new(),
            next: 0,
            view,
        };
        replica.rekey_all();
        replica
    }

    /// The view as it stands.
    pub fn view(&self) -> &View {
        &self.view
    }

    /// The keys of a zone's cards, in the order of the view.
    pub fn keys(&self, zone: ZoneId) -> &[CardKey] {
        self.keys.get(zone.index()).map_or(&[], |k| k)
    }

    /// Takes a whole view, after missing events or an undo.
    pub fn reset(&mut self, view: View) {
        self.view = view;
        self.rekey_all();
    }

    /// Takes the events of a choice.
    pub fn apply(&mut self, events: &[ViewEvent]) {
        for event in events {
            self.apply_one(event);
        }
    }

    fn apply_one(&mut self, event: &ViewEvent) {
        match event {
            ViewEvent::Moved { from, was, to, card } => {
                let key = self.take_key(from.zone, from.index, *was);
                self.view.apply(event);
                let at = self.place(to.zone, to.index, *card);
                self.put_key(to.zone, at, key);
            }
            ViewEvent::Shown { slot, was, card } | ViewEvent::Turned { slot, was, card, .. }
                if slot.index.is_none() =>
            {
                let key = self.take_key(slot.zone, None, *was);
                self.view.apply(event);
                let at = self.place(slot.zone, None, *card);
                self.put_key(slot.zone, at, key);
            }
            ViewEvent::Regarded { zone, .. } | ViewEvent::Shuffled { zone } => {
                self.view.apply(event);
                self.rekey(*zone);
            }
            _ => self.view.apply(event),
        }
    }

    fn fresh(&mut self) -> CardKey {
        self.next += 1;
        CardKey(self.next)
    }

    fn rekey(&mut self, zone: ZoneId) {
        let n = self.view.zone(zone).map_or(0, |z| z.cards.len());
        let keys = (0..n).map(|_| self.fresh()).collect();
        if let Some(slot) = self.keys.get_mut(zone.index()) {
            *slot = keys;
        }
    }

    fn rekey_all(&mut self) {
        self.keys = vec![SmallVec::new(); self.view.zones.len()];
        for zone in 0..self.view.zones.len() {
            self.rekey(ZoneId(zone as u16));
        }
    }

    fn take_key(&mut self, zone: ZoneId, index: Option<u16>, was: CardSeen) -> CardKey {
        let cards = self.view.zone(zone).map_or(&[][..], |z| &z.cards);
        let at = match index {
            Some(at) => Some(at as usize),
            None => cards.iter().position(|c| *c == was),
        };
        let keys = self.keys.get_mut(zone.index());
        match (at, keys) {
            (Some(at), Some(keys)) if at < keys.len() => keys.remove(at),
            _ => self.fresh(),
        }
    }

    /// Where a card that was just put into a zone stands.
    fn place(&self, zone: ZoneId, index: Option<u16>, card: CardSeen) -> usize {
        let cards = self.view.zone(zone).map_or(&[][..], |z| &z.cards);
        match index {
            Some(at) => (at as usize).min(cards.len().saturating_sub(1)),
            None => cards.iter().rposition(|c| *c == card).unwrap_or(0),
        }
    }

    fn put_key(&mut self, zone: ZoneId, at: usize, key: CardKey) {
        if let Some(keys) = self.keys.get_mut(zone.index()) {
            keys.insert(at.min(keys.len()), key);
        }
    }
}
