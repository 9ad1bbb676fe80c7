//! Sessions of hosts that share a store in memory, by the clock of the runtime: tests can let it jump.

use super::{Inner, Kept, MemoryLog, ready};
use crate::store::shared::{
    AddressMark, Announced, Changes, Creation, Joined, MadeBy, Neighbour, RETURN, Renewed, SharedLog, Spent,
    Taken,
};
use crate::store::{Claimed, Reply, RoomId, StoreError};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, SystemTime, UNIX_EPOCH};
use tokio::time::Instant;

/// What hosts that share a store keep in it beside their rooms.
#[derive(Debug)]
pub(super) struct Sessions {
    lease: Duration,
    key: [u8; 32],
    all: BTreeMap<u64, Session>,
    /// Rooms that sessions could not bring back.
    unreadable: BTreeSet<(RoomId, u64)>,
    makers: BTreeMap<RoomId, u64>,
    spent: BTreeMap<(u64, AddressMark), Spent>,
    /// Counts changes.
    until: u64,
    changed: BTreeMap<RoomId, u64>,
    gone: Vec<(u64, RoomId)>,
}

#[derive(Debug)]
struct Session {
    host: Announced,
    draining: bool,
    until: Option<Instant>,
}

impl Session {
    fn lives(&self) -> bool {
        self.until.is_none_or(|until| Instant::now() < until)
    }

    fn neighbour(&self, session: u64) -> Neighbour {
        Neighbour {
            session,
            host: self.host.clone(),
            draining: self.draining,
        }
    }
}

impl Sessions {
    pub(super) fn new(lease: Duration, key: [u8; 32]) -> Sessions {
        Sessions {
            lease,
            key,
            all: BTreeMap::new(),
            unreadable: BTreeSet::new(),
            makers: BTreeMap::new(),
            spent: BTreeMap::new(),
            until: 0,
            changed: BTreeMap::new(),
            gone: Vec::new(),
        }
    }

    /// All other sessions end, and this one does not.
    pub(super) fn claim(&mut self, session: u64) {
        let forever = Session {
            host: Announced {
                name: "all rooms".to_owned(),
                link: None,
            },
            draining: false,
            until: None,
        };
        self.all = BTreeMap::from([(session, forever)]);
    }

    pub(super) fn lives(&self, session: u64) -> bool {
        self.all.get(&session).is_some_and(Session::lives)
    }

    pub(super) fn has_changed(&mut self, room: RoomId) {
        self.until += 1;
        self.changed.insert(room, self.until);
    }

    pub(super) fn is_gone(&mut self, room: RoomId) {
        self.until += 1;
        self.changed.remove(&room);
        self.makers.remove(&room);
        self.unreadable.retain(|(other, _)| *other != room);
        self.gone.push((self.until, room));
    }

    /// Another session than this one that has a lease.
    fn other(&self, session: u64, own: u64) -> Option<Neighbour> {
        let other = self.all.get(&session).filter(|other| other.lives());
        other
            .filter(|_| session != own)
            .map(|other| other.neighbour(session))
    }

    /// The session that has not tried yet to bring a room back, and began first.
    fn who_may_read(&self, room: RoomId, own: u64) -> Option<Neighbour> {
        let mut all = self.all.keys();
        all.find_map(|session| {
            let other = self.other(*session, own)?;
            (!other.draining && !self.unreadable.contains(&(room, *session))).then_some(other)
        })
    }

    fn may_return(&self) -> bool {
        let now = Instant::now();
        let mut all = self.all.values();
        all.any(|session| {
            let ended = session.until.filter(|until| *until <= now);
            !session.draining && ended.is_some_and(|until| now < until + RETURN)
        })
    }
}

impl MemoryLog {
    /// Changes what hosts share.
    fn share<T: Send + 'static>(
        &self,
        change: impl FnOnce(&mut Sessions, &mut BTreeMap<RoomId, Kept>) -> Result<T, StoreError>,
    ) -> Reply<T> {
        self.change(|inner| match &mut inner.sessions {
            Some(sessions) => change(sessions, &mut inner.rooms),
            None => Err(StoreError::Failed("one host owns this store".to_owned())),
        })
    }
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

fn claimed(room: RoomId, kept: &Kept) -> Claimed {
    Claimed {
        room,
        about: kept.about.clone(),
        quarantine: kept.quarantine.clone(),
    }
}

impl SharedLog for MemoryLog {
    fn join(&self, host: Announced) -> Reply<Joined> {
        self.change(|inner| {
            let Inner { epoch, sessions, .. } = inner;
            let Some(sessions) = sessions else {
                return Err(StoreError::Failed("one host owns this store".to_owned()));
            };
            *epoch += 1;
            let session = Session {
                host,
                draining: false,
                until: Some(Instant::now() + sessions.lease),
            };
            sessions.all.insert(*epoch, session);
            Ok(Joined {
                session: *epoch,
                lease: sessions.lease,
                key: sessions.key,
                now: now(),
            })
        })
    }

    fn renew(&self, session: u64, draining: bool) -> Reply<Renewed> {
        self.share(|sessions, _| {
            let until = Instant::now() + sessions.lease;
            let own = sessions.all.get_mut(&session).filter(|own| own.lives());
            let own = own.ok_or(StoreError::Fenced)?;
            own.draining = draining;
            own.until = own.until.map(|_| until);
            let living = sessions.all.iter().filter(|(_, other)| other.lives());
            Ok(Renewed {
                now: now(),
                hosts: living.map(|(session, other)| other.neighbour(*session)).collect(),
            })
        })
    }

    fn leave(&self, session: u64) -> Reply<()> {
        self.share(|sessions, _| {
            sessions.all.remove(&session);
            Ok(())
        })
    }

    fn take(&self, room: RoomId, session: u64) -> Reply<Taken> {
        self.share(|sessions, rooms| {
            let kept = rooms.get_mut(&room).ok_or(StoreError::NoRoom)?;
            if let Some(owner) = sessions.other(kept.epoch, session) {
                return Ok(Taken::Elsewhere(owner));
            }
            let has_tried = kept.epoch != session && sessions.unreadable.contains(&(room, session));
            if has_tried && let Some(other) = sessions.who_may_read(room, session) {
                return Ok(Taken::Elsewhere(other));
            }
            if !sessions.lives(session) {
                return Err(StoreError::Fenced);
            }
            if kept.epoch != session {
                kept.epoch = session;
                sessions.has_changed(room);
            }
            Ok(Taken::Yours(claimed(room, kept)))
        })
    }

    fn give_back(&self, room: RoomId, session: u64) -> Reply<bool> {
        self.share(|sessions, rooms| {
            let kept = rooms.get_mut(&room).ok_or(StoreError::NoRoom)?;
            kept.fence().admits(session)?;
            sessions.unreadable.insert((room, session));
            if sessions.who_may_read(room, session).is_some() {
                // No session has this number.
                kept.epoch = 0;
                sessions.has_changed(room);
                return Ok(true);
            }
            match sessions.may_return() {
                true => Err(StoreError::Failed(
                    "a host that may bring the room back was there a moment ago".to_owned(),
                )),
                false => Ok(false),
            }
        })
    }

    fn create_by(&self, room: RoomId, session: u64, about: Vec<u8>, by: MadeBy) -> Reply<Creation> {
        self.change(|inner| {
            let Some(sessions) = &inner.sessions else {
                return Err(StoreError::Failed("one host owns this store".to_owned()));
            };
            if !sessions.lives(session) {
                return Err(StoreError::Fenced);
            }
            let made = sessions.makers.values().filter(|maker| **maker == by.person);
            let there = made.count();
            if there >= by.most {
                return Ok(Creation::TooMany(there));
            }
            inner.create(room, session, about)?;
            if let Some(sessions) = &mut inner.sessions {
                sessions.makers.insert(room, by.person);
            }
            Ok(Creation::Made)
        })
    }

    fn share_spending(
        &self,
        session: u64,
        told: Vec<Spent>,
        gone: Vec<AddressMark>,
    ) -> Reply<Vec<(u64, Spent)>> {
        self.share(|sessions, _| {
            for spent in told {
                sessions.spent.insert((session, spent.address), spent);
            }
            for address in gone {
                sessions.spent.remove(&(session, address));
            }
            let Sessions { spent, all, .. } = sessions;
            spent.retain(|(of, _), _| all.contains_key(of));
            let others = spent.iter().filter(|((of, _), _)| *of != session);
            let living = others.filter(|((of, _), _)| all.get(of).is_some_and(Session::lives));
            Ok(living.map(|((of, _), spent)| (*of, *spent)).collect())
        })
    }

    fn changes(&self, since: u64) -> Reply<Changes> {
        let inner = self.lock();
        let Some(sessions) = &inner.sessions else {
            return ready(Changes::default());
        };
        let changed = sessions.changed.iter().filter(|(_, when)| **when > since);
        let rooms = changed.filter_map(|(room, _)| {
            let kept = inner.rooms.get(room)?;
            Some((claimed(*room, kept), kept.epoch))
        });
        let gone = sessions.gone.iter().filter(|(when, _)| *when > since);
        ready(Changes {
            until: sessions.until,
            rooms: rooms.collect(),
            gone: gone.map(|(_, room)| *room).collect(),
        })
    }
}
