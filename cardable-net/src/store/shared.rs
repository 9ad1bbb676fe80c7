//! Ownership of rooms where several hosts share a store.
//!
//! ```text
//! join ─► session with a lease ─► renew ─► … ─► leave, or the lease runs out
//!            │ take a room: its epoch is the session's number
//!            ├ write to it: refused as soon as another session has taken it
//!            └ give it back, if it cannot be brought back: others try
//! ```

use super::{Claimed, Reply, RoomId, RoomLog};
use std::time::Duration;

/// How long a host may take to join again after its lease has run out, or that of all has. Until then it is not known that
/// nobody can bring a room back.
pub(super) const RETURN: Duration = Duration::from_secs(30);

/// What a host tells the others of itself.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Announced {
    /// Its name, for operators.
    pub name: String,
    /// The address and port at which other hosts reach it. Without it nobody can be forwarded to it.
    pub link: Option<String>,
}

/// A session that has begun: a run of a host.
#[derive(Clone, PartialEq, Eq)]
pub struct Joined {
    /// Its number, which is also the epoch of the rooms that it owns. It is larger than those before.
    pub session: u64,
    /// How long it owns its rooms from each renewal on.
    pub lease: Duration,
    /// The key by which the hosts of this store know each other.
    pub key: [u8; 32],
    /// The time by the store's clock, in milliseconds since 1970.
    pub now: u64,
}

/// The key is left out.
impl std::fmt::Debug for Joined {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Joined")
            .field("session", &self.session)
            .field("lease", &self.lease)
            .finish_non_exhaustive()
    }
}

/// A host whose session has a lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neighbour {
    /// The session that has the lease.
    pub session: u64,
    /// What it tells of itself.
    pub host: Announced,
    /// Whether it starts nothing new.
    pub draining: bool,
}

/// What a host learns when it renews its lease.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Renewed {
    /// The time by the store's clock, in milliseconds since 1970.
    pub now: u64,
    /// All hosts that have a lease.
    pub hosts: Vec<Neighbour>,
}

/// What came of taking a room.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Taken {
    /// It belongs to the session, as it did before or from now on.
    Yours(Claimed),
    /// It belongs to another one that has a lease.
    Elsewhere(Neighbour),
}

/// What has changed in the store.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Changes {
    /// Where to go on reading. Some changes may be told again.
    pub until: u64,
    /// Rooms that are new or have changed, each with its epoch.
    pub rooms: Vec<(Claimed, u64)>,
    /// Rooms that were removed.
    pub gone: Vec<RoomId>,
}

/// A keyed hash of the address of clients.
pub type AddressMark = [u8; 16];

/// What an address has spent of its limits at a host, since that began to tell of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Spent {
    /// The address.
    pub address: AddressMark,
    /// HTTP requests.
    pub requests: u64,
    /// Messages.
    pub messages: u64,
    /// Connections that are open now.
    pub open: u64,
}

impl Spent {
    /// An address that has spent nothing.
    pub(crate) fn nothing_of(address: AddressMark) -> Spent {
        Spent {
            address,
            requests: 0,
            messages: 0,
            open: 0,
        }
    }
}

/// Who makes a room, and how many of them may be there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MadeBy {
    /// The person, by a number that no other one has at any host.
    pub person: u64,
    /// Maximum number of existing rooms that the person has made, at whichever hosts.
    pub most: usize,
}

/// What came of making a room.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Creation {
    /// It is there.
    Made,
    /// It is not, because the person has made so many already that are still there.
    TooMany(usize),
}

/// A store that several hosts share, each with the rooms of its session.
///
/// The store's clock decides about leases. A host that believes in its lease for too long loses nothing: the first write to a
/// room that was taken is refused with [`StoreError::Fenced`](super::StoreError::Fenced).
pub trait SharedLog: RoomLog {
    /// Begins a session, which owns no rooms yet.
    fn join(&self, host: Announced) -> Reply<Joined>;

    /// Renews the lease, and tells whether the host starts nothing new. Fails with
    /// [`StoreError::Fenced`](super::StoreError::Fenced) where the lease has run out: the session is over then.
    fn renew(&self, session: u64, draining: bool) -> Reply<Renewed>;

    /// Ends a session. Others may take its rooms at once.
    fn leave(&self, session: u64) -> Reply<()>;

    /// Takes a room, unless it belongs to another session that has a lease, or this session has given it back and another one
    /// can bring it back. Fails with [`StoreError::Fenced`](super::StoreError::Fenced) where this session has no lease.
    fn take(&self, room: RoomId, session: u64) -> Reply<Taken>;

    /// Gives back a room of the session that it cannot bring back, so that others may try. False, and the room stays, where all
    /// others that have a lease have tried, or end. Fails where one of them was there a moment ago and may return.
    fn give_back(&self, room: RoomId, session: u64) -> Reply<bool>;

    /// Creates a room like [`RoomLog::create`], if its maker may have another one. Of several that are made at once, also at
    /// different hosts, no more are made than there may be.
    fn create_by(&self, room: RoomId, session: u64, about: Vec<u8>, by: MadeBy) -> Reply<Creation>;

    /// Tells the others what addresses have spent at the host of a session, and of which ones nothing is told any more. Gives what
    /// the others say, with their sessions. This need not be durable.
    fn share_spending(
        &self,
        session: u64,
        told: Vec<Spent>,
        gone: Vec<AddressMark>,
    ) -> Reply<Vec<(u64, Spent)>>;

    /// What has changed since an earlier [`Changes::until`], or all rooms since 0.
    fn changes(&self, since: u64) -> Reply<Changes>;
}
