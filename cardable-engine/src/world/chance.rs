//! Randomness. Everything random in a game goes through one function, which a
//! search or a test may answer itself.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// Decides what would otherwise be random.
///
/// A shuffle of `n` cards asks `n - 1` times, for the last place first: which
/// of the first `k` cards goes to place `k - 1`.
///
/// ```
/// use cardable_core::search::Chance;
/// /// Leaves the cards of a shuffle where they are.
/// struct Last;
/// impl Chance for Last {
///     fn below(&mut self, n: u32) -> u32 {
///         n.saturating_sub(1)
///     }
/// }
/// assert_eq!(Last.below(6), 5);
/// ```
#[doc(alias = "random")]
#[doc(alias = "chance_node")]
pub trait Chance {
    /// A number from 0 to `n - 1`. A result out of range counts as 0.
    fn below(&mut self, n: u32) -> u32;
}

/// Chance that a program decides, and what it decided: the same choice can be made again.
pub(crate) struct Recorded<'c> {
    by: &'c mut dyn Chance,
    /// What it decided, as long as that is kept.
    numbers: Option<Vec<u32>>,
}

impl<'c> Recorded<'c> {
    /// How many numbers are kept of one choice.
    pub(crate) const MOST: usize = 10_000;

    /// Nothing is kept where nobody will ask.
    pub(crate) fn new(by: &'c mut dyn Chance, kept: bool) -> Recorded<'c> {
        Recorded {
            by,
            numbers: kept.then(Vec::new),
        }
    }

    /// What was decided; None where that is not kept.
    pub(crate) fn numbers(self) -> Option<Vec<u32>> {
        self.numbers
    }
}

impl Chance for Recorded<'_> {
    fn below(&mut self, n: u32) -> u32 {
        let number = self.by.below(n);
        match &mut self.numbers {
            Some(numbers) if numbers.len() < Self::MOST => numbers.push(number),
            _ => self.numbers = None,
        }
        number
    }
}

/// Decides again as was decided.
pub(crate) struct Repeated<'n>(pub(crate) std::slice::Iter<'n, u32>);

impl Chance for Repeated<'_> {
    fn below(&mut self, _: u32) -> u32 {
        self.0.next().copied().unwrap_or(0)
    }
}

/// A number below `n`, each as likely as the others, from 32-bit words
/// (D. Lemire, *Fast Random Integer Generation in an Interval*, 2019).
#[inline]
fn below_by(mut word: impl FnMut() -> u32, n: u32) -> u32 {
    if n <= 1 {
        return 0;
    }
    let mut product = u64::from(word()) * u64::from(n);
    if (product as u32) < n {
        let least = n.wrapping_neg() % n;
        while (product as u32) < least {
            product = u64::from(word()) * u64::from(n);
        }
    }
    (product >> 32) as u32
}

/// The same from a generator.
#[inline]
pub(crate) fn below(rng: &mut (impl Rng + ?Sized), n: u32) -> u32 {
    below_by(|| rng.next_u32(), n)
}

/// The random numbers of a game: the words that ChaCha8 makes of a key, and how many of them were drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draws {
    key: [u8; 32],
    drawn: u64,
}

impl Draws {
    pub fn new(key: [u8; 32]) -> Draws {
        Draws::continued(key, 0)
    }

    /// So many words are drawn already.
    pub(crate) fn continued(key: [u8; 32], drawn: u64) -> Draws {
        Draws { key, drawn }
    }

    /// What all words are made of.
    pub fn key(&self) -> [u8; 32] {
        self.key
    }

    /// How many words were drawn.
    pub(crate) fn drawn(&self) -> u64 {
        self.drawn
    }
}

/// The generator of a run. It is made when something is drawn first: most choices draw nothing.
#[derive(Default)]
pub(crate) struct Drawing {
    at_work: Option<AtWork>,
}

struct AtWork {
    /// What the generator goes on with.
    next: Draws,
    rng: ChaCha8Rng,
}

impl AtWork {
    fn new(draws: &Draws) -> AtWork {
        let mut rng = ChaCha8Rng::from_seed(draws.key);
        if draws.drawn > 0 {
            rng.set_word_pos(draws.drawn.into());
        }
        AtWork {
            next: draws.clone(),
            rng,
        }
    }

    #[inline(always)]
    fn word(&mut self) -> u32 {
        self.next.drawn = self.next.drawn.wrapping_add(1);
        self.rng.next_u32()
    }
}

impl Drawing {
    /// A game may have been put back to where it was since something was drawn last.
    #[inline]
    fn at(&mut self, draws: &Draws) -> &mut AtWork {
        self.at_work.take_if(|work| work.next != *draws);
        self.at_work.get_or_insert_with(|| AtWork::new(draws))
    }

    #[inline]
    pub(crate) fn below(&mut self, draws: &mut Draws, n: u32) -> u32 {
        let work = self.at(draws);
        let number = below_by(|| work.word(), n);
        draws.drawn = work.next.drawn;
        number
    }

    pub(crate) fn shuffle<T>(&mut self, draws: &mut Draws, items: &mut [T]) {
        let work = self.at(draws);
        for last in (1..items.len()).rev() {
            let pick = below_by(|| work.word(), last as u32 + 1) as usize;
            items.swap(last, pick);
        }
        draws.drawn = work.next.drawn;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawing_goes_on_where_a_game_stands() {
        let mut rng = ChaCha8Rng::from_seed([7; 32]);
        let words: Vec<u32> = (0..200).map(|n| below(&mut rng, 1000 + n)).collect();
        for stop in [0, 1, 16, 63, 64, 65, 150] {
            let (mut draws, mut drawing) = (Draws::new([7; 32]), Drawing::default());
            let mut draw = |drawing: &mut Drawing, n: u32| drawing.below(&mut draws, 1000 + n);
            let before: Vec<u32> = (0..stop).map(|n| draw(&mut drawing, n)).collect();
            let again = &mut Drawing::default();
            let after: Vec<u32> = (stop..200).map(|n| draw(again, n)).collect();
            assert_eq!([before, after].concat(), words);
        }
    }

    #[test]
    fn what_is_taken_back_is_drawn_again() {
        let (mut draws, mut drawing) = (Draws::new([1; 32]), Drawing::default());
        let before = draws.clone();
        let first: Vec<u32> = (0..9).map(|_| drawing.below(&mut draws, 1 << 20)).collect();
        draws = before;
        let second: Vec<u32> = (0..9).map(|_| drawing.below(&mut draws, 1 << 20)).collect();
        assert_eq!(first, second);
    }
}
