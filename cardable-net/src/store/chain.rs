//! What ties the records of a room together: each carries a hash over its own bytes and the hash of the
//! one before it, so that whatever was changed, cut or exchanged shows.

use super::RoomId;

/// The hash of a record and of all records before it. Half of BLAKE3's length is enough against accidents,
/// and against who does not know that it is there.
pub(super) type Link = [u8; 16];

/// Where the log of a room ends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// How many records it has.
    pub(super) next: u64,
    /// The link of the last one.
    pub(super) link: Link,
}

impl End {
    /// The end of a log without records.
    pub(super) fn empty(room: RoomId) -> End {
        End {
            next: 0,
            link: sum("an empty log", &[&room.0.to_le_bytes()]),
        }
    }

    /// The end behind one more record.
    pub(super) fn behind(self, record: &[u8]) -> End {
        End {
            next: self.next + 1,
            link: sum("a record", &[&self.link, &self.next.to_le_bytes(), record]),
        }
    }
}

/// A hash over some parts, for a purpose.
pub(super) fn sum(purpose: &str, parts: &[&[u8]]) -> Link {
    let mut hash = blake3::Hasher::new();
    hash.update(purpose.as_bytes());
    for part in parts {
        // Parts cannot be divided in another way.
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let mut link = Link::default();
    let whole = *hash.finalize().as_bytes();
    for (to, from) in link.iter_mut().zip(whole) {
        *to = from;
    }
    link
}

/// What a room keeps of itself.
pub(super) fn about_sum(room: RoomId, about: &[u8]) -> Link {
    sum("about a room", &[&room.0.to_le_bytes(), about])
}

/// A snapshot of a room.
pub(super) fn snapshot_sum(room: RoomId, at: u64, state: &[u8]) -> Link {
    sum("a snapshot", &[&room.0.to_le_bytes(), &at.to_le_bytes(), state])
}

pub(super) fn content_sum(hash: &[u8], bytes: &[u8]) -> Link {
    sum("content", &[hash, bytes])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_changes_shows_in_the_link() {
        let room = RoomId(7);
        let of = |room: RoomId, records: &[&str]| {
            let records = records.iter().map(|record| record.as_bytes());
            records.fold(End::empty(room), End::behind)
        };
        let whole = of(room, &["one", "two", "three"]);
        assert_eq!(whole.next, 3);
        for other in [
            of(RoomId(8), &["one", "two", "three"]),
            of(room, &["one", "two"]),
            of(room, &["two", "one", "three"]),
            of(room, &["one", "twothree"]),
            of(room, &["one", "two", "thref"]),
            of(room, &["onetwo", "three", ""]),
        ] {
            assert_ne!(whole.link, other.link);
        }
    }
}
