//! What a client keeps of a game: its view, brought up to date by events, with
//! identities of its own for cards it can follow.

use crate::ids::ZoneId;
use crate::view::{CardSeen, OutOfStep, Slot, View, ViewEvent};
use smallvec::SmallVec;

/// A card as one client tells it from others: the same until the client loses
/// sight of which card it is. It means nothing to anybody else.
///
/// See [`Replica`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct CardKey(pub u32);

/// What events changed of the cards that a client shows, in the order in which it happened.
///
/// See [`Replica`] for an example.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct Changes {
    /// Cards that moved from one place to another.
    pub moved: Vec<CardMoved>,
    /// Cards that were turned, or came in sight or out of it, where they lie.
    pub turned: Vec<CardTurned>,
    /// Zones whose cards have new keys: they were shuffled, or their order came in sight or out of it.
    pub renewed: Vec<ZoneId>,
}

/// A card that moved.
///
/// See [`Replica`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CardMoved {
    /// The card.
    pub key: CardKey,
    /// From where, by the order of the view at that time.
    pub from: CardPlace,
    /// What it looked like there.
    pub was: CardSeen,
    /// To where, by the order of the view at that time.
    pub to: CardPlace,
    /// What it looks like there.
    pub card: CardSeen,
}

/// A card that looks different from now on.
///
/// ```
/// use cardable_core::{replica::Changes, view::CardSeen};
/// /// How many cards showed their faces just now.
/// fn revealed(changes: &Changes) -> usize {
///     let turned = changes.turned.iter();
///     turned.filter(|turned| matches!((turned.was, turned.card), (CardSeen::Back(_), CardSeen::Face(_)))).count()
/// }
/// assert_eq!(revealed(&Changes::default()), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CardTurned {
    /// The card.
    pub key: CardKey,
    /// Where it lies now.
    pub at: CardPlace,
    /// What it looked like.
    pub was: CardSeen,
    /// What it looks like.
    pub card: CardSeen,
}

/// A place of a zone, by the order of a view.
///
/// See [`Replica`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CardPlace {
    /// The zone.
    pub zone: ZoneId,
    /// The place, from 0.
    pub index: usize,
}

/// A view that is kept up to date by events.
///
/// A card that moves keeps its key, so that an interface can animate it. Where a
/// card leaves cards that look the same to this viewer and stand in no order,
/// which of them it was is not known: any of their keys goes with it. A shuffle
/// gives new keys.
///
/// ```
/// use cardable_core::{Game, Replica, Seat, Seed, Setup, Viewer};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?.with_events();
/// let mut replica = Replica::new(game.view(Viewer::Seat(Seat(0))));
/// game.submit_nth(Seat(0), 0)?; // a card is drawn
/// let changes = replica.apply(&game.events(Viewer::Seat(Seat(0))))?;
/// for moved in &changes.moved {
///     println!("{:?} flies from {:?} to {:?}", moved.key, moved.from, moved.to);
/// }
/// assert_eq!(changes.moved.len(), 1);
/// // Events that come twice, or after others that were missed, are noticed.
/// assert!(replica.apply(&game.events(Viewer::Seat(Seat(0)))).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "client_state")]
#[doc(alias = "mirror")]
pub struct Replica {
    view: View,
    keys: Vec<SmallVec<[CardKey; 8]>>,
    next: u32,
    /// Why the view is not to be trusted any more.
    broken: Option<OutOfStep>,
}

impl Replica {
    /// Begins with a whole view.
    pub fn new(view: View) -> Replica {
        let mut replica = Replica {
            keys: Vec::new(),
            next: 0,
            view,
            broken: None,
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
        self.broken = None;
        self.rekey_all();
    }

    /// Takes the events of the next choice, and tells what changed. Events of another choice change nothing. An
    /// event that does not fit may leave the view half changed: all further events are refused then, until
    /// [`Replica::reset`].
    pub fn apply(&mut self, events: &[ViewEvent]) -> Result<Changes, OutOfStep> {
        if let Some(broken) = self.broken {
            return Err(broken);
        }
        self.lead_on(events)?;
        let mut changes = Changes::default();
        for event in events {
            if let Err(misfit) = self.apply_one(event, &mut changes) {
                self.broken = Some(misfit);
                return Err(misfit);
            }
        }
        Ok(changes)
    }

    /// Whether events are those of the next choice, as far as they tell. They are also where nothing happened,
    /// and where they tell of the first deal and the view is from before it.
    fn lead_on(&self, events: &[ViewEvent]) -> Result<(), OutOfStep> {
        let at = self.view.seq;
        for event in events {
            match event {
                ViewEvent::Rewound => return Err(OutOfStep::Rewound),
                ViewEvent::Status { seq, .. } => {
                    let nothing = events.len() == 1 || self.view.is_before_the_deal();
                    if *seq != at.saturating_add(1) && !(*seq == at && nothing) {
                        return Err(OutOfStep::Missed { at, to: *seq });
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn apply_one(&mut self, event: &ViewEvent, changes: &mut Changes) -> Result<(), OutOfStep> {
        match event {
            ViewEvent::Moved { from, was, to, card } => {
                let at = self.view.take(*from, *was)?;
                let key = self.take_key(from.zone, at)?;
                let place = self.view.put(*to, *card)?;
                self.put_key(to.zone, place, key)?;
                changes.moved.push(CardMoved {
                    key,
                    from: CardPlace {
                        zone: from.zone,
                        index: at,
                    },
                    was: *was,
                    to: CardPlace {
                        zone: to.zone,
                        index: place,
                    },
                    card: *card,
                });
            }
            ViewEvent::Shown { slot, was, card } | ViewEvent::Turned { slot, was, card, .. } => {
                let turned = self.turn(*slot, *was, *card)?;
                changes.turned.push(turned);
            }
            ViewEvent::Regarded { zone, .. } | ViewEvent::Shuffled { zone } => {
                self.view.apply(event)?;
                self.rekey(*zone);
                changes.renewed.push(*zone);
            }
            _ => self.view.apply(event)?,
        }
        Ok(())
    }

    fn turn(&mut self, slot: Slot, was: CardSeen, card: CardSeen) -> Result<CardTurned, OutOfStep> {
        let (from, index) = self.view.change(slot, was, card)?;
        let key = self.take_key(slot.zone, from)?;
        self.put_key(slot.zone, index, key)?;
        Ok(CardTurned {
            key,
            at: CardPlace {
                zone: slot.zone,
                index,
            },
            was,
            card,
        })
    }

    fn fresh(&mut self) -> CardKey {
        self.next = self.next.wrapping_add(1);
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

    fn take_key(&mut self, zone: ZoneId, at: usize) -> Result<CardKey, OutOfStep> {
        let keys = self.keys.get_mut(zone.index()).ok_or(OutOfStep::Misfit)?;
        if at < keys.len() {
            Ok(keys.remove(at))
        } else {
            Err(OutOfStep::Misfit)
        }
    }

    fn put_key(&mut self, zone: ZoneId, at: usize, key: CardKey) -> Result<(), OutOfStep> {
        let keys = self.keys.get_mut(zone.index()).ok_or(OutOfStep::Misfit)?;
        keys.insert(at.min(keys.len()), key);
        Ok(())
    }
}
