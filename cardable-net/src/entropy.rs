//! Where a host's randomness comes from: seeds, tokens, names of rooms, codes, and what bots draw.

use rand::Rng as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What keys of streams are derived for: no other hash of the same bytes is the same.
const STREAM: &str = "cardable 2026 stream of seeded entropy";

/// A source of bytes. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Entropy(Source);

#[derive(Clone, Default)]
enum Source {
    #[default]
    System,
    Seeded(Arc<Stream>),
}

/// Bytes that follow from a key alone.
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
    /// Bytes that nobody can guess: what every host that people play on uses.
    pub fn system() -> Entropy {
        Entropy(Source::System)
    }

    /// Bytes that follow from a number, so that games of tests and replays of mistakes are the same each time.
    /// Whoever knows the number knows every card and every token.
    pub fn seeded(seed: u64) -> Entropy {
        Entropy::of_key(blake3::derive_key(STREAM, &seed.to_le_bytes()))
    }

    fn of_key(key: [u8; 32]) -> Entropy {
        Entropy(Source::Seeded(Arc::new(Stream {
            key,
            drawn: AtomicU64::new(0),
        })))
    }

    /// A source of its own for a part of the host. What it draws hangs on its name, and not on what other parts
    /// have drawn meanwhile: tasks that run at the same time draw in no particular order.
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
            // It is seeded by the system, and draws as cryptography wants it.
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
