//! What a host takes from outside itself, as values that a test can give.

use crate::entropy::Entropy;
use crate::protocol::{self, Hello};
use serde::{Deserialize, Serialize};
use std::ops::RangeInclusive;
use std::time::{SystemTime, UNIX_EPOCH};

/// The outside of a host.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Where its randomness comes from.
    pub entropy: Entropy,
    /// The clock of its machine.
    pub wall_clock: WallClock,
    /// Which versions of what others say to it it speaks.
    pub versions: Versions,
}

impl From<Entropy> for Environment {
    fn from(entropy: Entropy) -> Environment {
        Environment {
            entropy,
            ..Environment::default()
        }
    }
}

/// The clock of a machine, which can be wrong.
///
/// Nothing that several hosts must agree on depends on it: they take the time from their store.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WallClock {
    /// By how many milliseconds it is ahead of the system's clock.
    ahead: i64,
}

impl WallClock {
    /// The system's clock.
    pub const fn system() -> WallClock {
        WallClock::off_by(0)
    }

    /// A clock that is so many milliseconds ahead of the system's, or behind it if the number is negative.
    pub const fn off_by(milliseconds: i64) -> WallClock {
        WallClock { ahead: milliseconds }
    }

    /// Milliseconds since 1970.
    pub fn now(self) -> u64 {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let now = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
        now.saturating_add_signed(self.ahead)
    }
}

/// The versions that a host speaks: the newest, and those before it that it can still talk to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Versions {
    /// Of the protocol between clients and the host.
    pub protocol: RangeInclusive<u32>,
    /// Of what hosts say to each other.
    pub links: RangeInclusive<u32>,
}

/// The newest version of links, and the oldest that is still spoken.
///
/// Hosts of both run side by side in an upgrade. A version may add frames, which the older one passes over, and keys that it
/// ignores. For anything else the oldest version has to be raised as well.
const LINKS: RangeInclusive<u32> = 1..=1;

impl Default for Versions {
    fn default() -> Versions {
        Versions {
            protocol: protocol::OLDEST..=protocol::PROTOCOL,
            links: LINKS,
        }
    }
}

/// The versions that the other side says that it speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct Spoken {
    pub(crate) newest: u32,
    pub(crate) oldest: u32,
}

impl Spoken {
    /// What a client says in its greeting.
    pub(crate) fn by(hello: &Hello) -> Spoken {
        Spoken {
            newest: hello.protocol,
            oldest: hello.oldest.unwrap_or(hello.protocol),
        }
    }

    /// The newest version that both sides speak.
    pub(crate) fn agreed(self, own: &RangeInclusive<u32>) -> Option<u32> {
        let version = self.newest.min(*own.end());
        (version >= self.oldest.min(self.newest) && own.contains(&version)).then_some(version)
    }
}

/// A range of versions in words.
pub(crate) fn shown(versions: &RangeInclusive<u32>) -> String {
    let (oldest, newest) = versions.clone().into_inner();
    match oldest == newest {
        true => format!("version {newest}"),
        false => format!("versions {oldest} to {newest}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_sides_speak_the_newest_version_that_both_know() {
        for (own, newest, oldest, expected) in [
            (4..=4, 4, 4, Some(4)),
            (4..=5, 4, 4, Some(4)),
            (4..=4, 5, 4, Some(4)),
            (4..=5, 6, 4, Some(5)),
            (4..=5, 5, 5, Some(5)),
            (4..=4, 5, 5, None),
            (5..=5, 4, 4, None),
            (5..=6, 4, 3, None),
            // What is no range counts as one version.
            (4..=5, 4, 9, Some(4)),
        ] {
            let spoken = Spoken { newest, oldest };
            assert_eq!(spoken.agreed(&own), expected, "{own:?} {spoken:?}");
        }
    }

    #[test]
    fn a_clock_can_be_wrong() {
        let hour = 3_600_000;
        let now = WallClock::system().now();
        assert!(WallClock::off_by(hour).now() >= now + 3_600_000);
        assert!(WallClock::off_by(-hour).now() < now);
    }
}
