//! Hash chain over the records of a room. Each hash covers the record and the hash before it, so that any
//! change, truncation or exchange is detected.

use super::RoomId;

/// Hash of a record and all records before it. Half of BLAKE3's length is enough against accidents, and against
/// changes by anyone unaware of it.
pub(super) type Link = [u8; 16];

/// The end of a room's log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct End {
    /// Number of records.
    pub(super) next: u64,
    /// Hash of the last record.
    pub(super) link: Link,
}

impl End {
    /// The end of an empty log.
    pub(super) fn empty(room: RoomId) -> End {
        End {
            next: 0,
            link: sum("an empty log", &[&room.0.to_le_bytes()]),
        }
    }

    /// The end after one more record.
    pub(super) fn behind(self, record: &[u8]) -> End {
        End {
            next: self.next + 1,
            link: sum("a record", &[&self.link, &self.next.to_le_bytes(), record]),
        }
    }
}

/// A record with its position in the log.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Placed {
    pub(super) at: u64,
    pub(super) link: Link,
    pub(super) record: Vec<u8>,
}

impl Placed {
    /// The end of the log after this record.
    pub(super) fn end(&self) -> End {
        End {
            next: self.at + 1,
            link: self.link,
        }
    }
}

/// The records from a position on. `None` unless they form a chain, continue the record before that position,
/// and lead to the known end at least.
pub(super) fn chained(room: RoomId, from: u64, least: End, placed: Vec<Placed>) -> Option<Vec<Vec<u8>>> {
    let mut end = End::empty(room);
    let mut records = Vec::with_capacity(placed.len());
    for placed in placed {
        if placed.at < from {
            end = placed.end();
            continue;
        }
        let behind = end.behind(&placed.record);
        if behind != placed.end() || (behind.next == least.next && behind != least) {
            return None;
        }
        end = behind;
        records.push(placed.record);
    }
    // Reading past the end returns nothing and is not an error.
    let beyond = records.is_empty() && from > least.next;
    (beyond || end.next >= least.next.max(from)).then_some(records)
}

/// Follows records from the end of a log on, and moves them to `records`. Fails with what is wrong with the first one that
/// does not follow.
pub(super) fn follow(
    mut end: End,
    placed: impl IntoIterator<Item = Placed>,
    records: &mut Vec<Vec<u8>>,
) -> Result<End, String> {
    for placed in placed {
        if placed.at != end.next {
            return Err(format!("record {} of its log is missing", end.next));
        }
        let behind = end.behind(&placed.record);
        if behind.link != placed.link {
            return Err(format!("record {} of its log is not what was written", end.next));
        }
        end = behind;
        records.push(placed.record);
    }
    Ok(end)
}

/// Fails with what is wrong unless a log ends where it is known to end.
pub(super) fn ends_at(end: End, known: End) -> Result<(), String> {
    if end.next != known.next {
        return Err(format!(
            "its log ends after {} records, not after {}",
            end.next, known.next
        ));
    }
    if end.link != known.link {
        return Err("its log does not lead to where it is known to end".to_owned());
    }
    Ok(())
}

/// A hash over several parts, separated by purpose.
pub(super) fn sum(purpose: &str, parts: &[&[u8]]) -> Link {
    let mut hash = blake3::Hasher::new();
    hash.update(purpose.as_bytes());
    for part in parts {
        // Hash each length too, so that the split into parts is unambiguous.
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

/// Checksum of a room's metadata.
pub(super) fn about_sum(room: RoomId, about: &[u8]) -> Link {
    sum("about a room", &[&room.0.to_le_bytes(), about])
}

/// Checksum of a room's snapshot.
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
