//! The host's randomness: seeds, tokens, room identifiers, invite codes and the bots' choices.

use rand::Rng as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The key-derivation context of streams. It separates these hashes from all others of the same bytes.
const STREAM: &str = "cardable 2026 stream of seeded entropy";

/// A source of random bytes. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Entropy(Source);

#[derive(Clone, Default)]
enum Source {
    #[default]
    System,
    Seeded(Arc<Stream>),
}

/// A deterministic stream of bytes from a key.
struct Stream {
    key: [u8; 32],
    drawn: AtomicU64,
}

impl std::fmt::Debug for Source {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Source::System => "System",
            Source::Seeded(_) => "Seeded(..)",
        })
    }
}

impl Entropy {
    /// Unpredictable bytes. Every host that people play on must use this source.
    pub fn system() -> Entropy {
        Entropy(Source::System)
    }

    /// A deterministic source, so that tests and bug reports can be reproduced. Whoever knows the seed knows
    /// every card and every token.
    pub fn seeded(seed: u64) -> Entropy {
        Entropy::of_key(blake3::derive_key(STREAM, &seed.to_le_bytes()))
    }

    fn of_key(key: [u8; 32]) -> Entropy {
        Entropy(Source::Seeded(Arc::new(Stream {
            key,
            drawn: AtomicU64::new(0),
        })))
    }

    /// A separate source for one part of the host. Its bytes depend on the name alone and not on what other
    /// parts have drawn, since concurrent tasks draw in no particular order.
    #[must_use]
    pub(crate) fn stream<const N: usize>(&self, name: [u64; N]) -> Entropy {
        match &self.0 {
            Source::System => Entropy::system(),
            Source::Seeded(stream) => {
                let mut hash = blake3::Hasher::new_derive_key(STREAM);
                hash.update(&stream.key);
                for part in name {
                    hash.update(&part.to_le_bytes());
                }
                Entropy::of_key(*hash.finalize().as_bytes())
            }
        }
    }

    /// The next bytes.
    pub fn bytes<const N: usize>(&self) -> [u8; N] {
        let mut bytes = [0; N];
        match &self.0 {
            // The thread's generator is a CSPRNG, seeded by the system.
            Source::System => rand::rng().fill_bytes(&mut bytes),
            Source::Seeded(stream) => {
                let drawn = stream.drawn.fetch_add(1, Ordering::Relaxed);
                let mut hash = blake3::Hasher::new_keyed(&stream.key);
                hash.update(&drawn.to_le_bytes());
                hash.finalize_xof().fill(&mut bytes);
            }
        }
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_seeded_source_gives_the_same_again() {
        let draw = |entropy: &Entropy| [(); 3].map(|()| entropy.bytes::<8>());
        let first = draw(&Entropy::seeded(1));
        assert_eq!(draw(&Entropy::seeded(1)), first);
        assert_ne!(draw(&Entropy::seeded(2)), first);
        assert_ne!(draw(&Entropy::system()), draw(&Entropy::system()));
        assert!(first[0] != first[1] && first[1] != first[2]);
    }

    #[test]
    fn a_stream_hangs_on_its_name_only() {
        let (one, other) = (Entropy::seeded(1), Entropy::seeded(1));
        let _ = one.bytes::<8>();
        assert_eq!(one.stream([7]).bytes::<8>(), other.stream([7]).bytes());
        assert_ne!(one.stream([7]).bytes::<8>(), one.stream([8]).bytes());
        assert_ne!(one.stream([7]).bytes::<8>(), one.bytes());
        assert_ne!(
            one.stream([7]).bytes::<8>(),
            Entropy::seeded(2).stream([7]).bytes()
        );
        let system = Entropy::system();
        assert_ne!(system.stream([7]).bytes::<8>(), system.stream([7]).bytes());
    }
}
