//! Fixed numbers for all that seats may choose by a ruleset.

use super::numbers::{Numbers, Own};
use crate::choice::Choice;
use crate::decision::{DecisionRef, Taken, TakenChoice, each_taken, source_key};
use crate::play::legal_set::{Offer, Space};
use crate::ruleset::Ruleset;
use std::sync::Arc;

/// How many numbers there are for what has none of its own, where there may be such a thing.
const HASHED: usize = 4096;

/// Numbers for all that seats may choose by a ruleset: the same in every game of it, whoever plays.
///
/// | number | choice |
/// |---|---|
/// | 0 | a pass |
/// | one for each action of seats | the action without picks |
/// | then, by what the action picks | the action with one pick: each printed card, and the cards that the seat does not know by where they lie; each zone; each seat; each deck; each entry of the lists that the ruleset writes out |
/// | for each question | each entry of the lists that the ruleset writes out |
/// | the last [`ActionSpace::hashed`] ones | all else, hashed: several picks, drags, other entries of lists, numbers, yes and no |
///
/// Cards that the seat knows count by what is printed on them, and by their zone where decks have several of one print and
/// an action picks from several zones. Where two of one number differ to the seat, by their data for example, the first has
/// it and the others are hashed. Unknown cards count by their zone, and by their
/// place in it where the seat can tell places and may pick any of them.
///
/// Choices that share a number are one to a program that chooses by numbers: of those that are offered it makes the
/// first. Only hashed ones do, by accident and always the same ones; [`ActionSpace::clashes`] tells which, and
/// [`ActionSpace::with_hashed`] makes it rarer. The numbers that may answer one question never do, as long as there are
/// no more of them than hashed numbers.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, learning::ActionSpace};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let space = ActionSpace::of(&ruleset);
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// while let Some(decision) = game.next_decision() {
///     let legal = space.legal(&decision);
///     let chosen = legal[0]; // a program that learns chooses among `legal` by `number`
///     println!("{}", space.name(chosen.number).ok_or("every number has a name")?);
///     let seat = decision.seat();
///     game.submit_nth(seat, chosen.nth)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "action_mask")]
pub struct ActionSpace {
    numbers: Arc<Numbers>,
    hashed: usize,
}

/// A number that is legal in a decision, with the choice that it makes.
///
/// See [`ActionSpace::legal`] for an example.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct LegalNumber {
    /// The number, below [`ActionSpace::size`].
    pub number: usize,
    /// The choice, for [`Game::submit_nth`](crate::Game::submit_nth) and [`DecisionRef::nth`].
    pub nth: u64,
    /// How many choices are the same to the seat, as equal cards are.
    pub ways: u32,
}

impl ActionSpace {
    /// The numbers of a ruleset. 4,096 of them are for hashed choices; one, where everything has a number of its own.
    pub fn of(ruleset: &Ruleset) -> ActionSpace {
        let numbers = Numbers::of(ruleset);
        ActionSpace {
            hashed: if numbers.is_all { 1 } else { HASHED },
            numbers: Arc::new(numbers),
        }
    }

    /// The same with so many numbers for hashed choices, at least one.
    #[must_use]
    pub fn with_hashed(mut self, numbers: usize) -> ActionSpace {
        self.hashed = numbers.max(1);
        self
    }

    /// How many numbers there are.
    pub fn size(&self) -> usize {
        self.numbers.count() + self.hashed
    }

    /// How many of them, the last ones, are for hashed choices.
    pub fn hashed(&self) -> usize {
        self.hashed
    }

    /// What a number stands for, such as `bid: Queen of Spades`; None where there is no such number. Each number has a name
    /// of its own.
    pub fn name(&self, number: usize) -> Option<String> {
        match number.checked_sub(self.numbers.count()) {
            None => self.numbers.name(number).cloned(),
            Some(hashed) => (hashed < self.hashed).then(|| format!("hashed {hashed}")),
        }
    }

    /// The numbers that are legal now, in their order, each with its choice: all that a program needs to choose one.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup, learning::ActionSpace};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let space = ActionSpace::of(&ruleset);
    /// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let decision = game.next_decision().ok_or("somebody decides")?;
    /// let (seat, legal) = (decision.seat(), space.legal(&decision));
    /// assert!(legal.is_sorted() && legal.iter().all(|legal| legal.number < space.size()));
    /// game.submit_nth(seat, legal[0].nth)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn legal(&self, decision: &DecisionRef<'_>) -> Vec<LegalNumber> {
        let mut legal = self.numbered(decision);
        legal.sort_unstable();
        legal.dedup_by_key(|legal| legal.number);
        legal
    }

    /// The choices that no number makes now, because another one that comes before has the same. A larger part for hashed
    /// choices makes them fewer.
    ///
    /// ```
    /// use cardable_core::{Game, Seed, Setup, learning::ActionSpace};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let space = ActionSpace::of(&ruleset);
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let decision = game.next_decision().ok_or("somebody decides")?;
    /// for lost in space.clashes(&decision) {
    ///     println!("{:?} cannot be chosen: raise the number of hashed choices", decision.nth(lost.nth));
    /// }
    /// assert!(space.clashes(&decision).is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clashes(&self, decision: &DecisionRef<'_>) -> Vec<LegalNumber> {
        let mut all = self.numbered(decision);
        all.sort_unstable();
        let lost = all.windows(2).filter_map(|two| match two {
            [before, after] if before.number == after.number => Some(*after),
            _ => None,
        });
        lost.collect()
    }

    /// The number of a choice; None where it is not legal.
    pub fn number(&self, decision: &DecisionRef<'_>, choice: &Choice) -> Option<usize> {
        let (offer, _) = decision.resolve(choice).ok()?;
        let key = decision.key_of(choice)?;
        if let (Space::Range { min, .. }, Choice::Number(n)) = (offer.space, choice) {
            // All of them may be too many to be listed.
            return Some(self.hash_number(source_key(decision, offer).0, n.abs_diff(min)));
        }
        let mut found = None;
        self.each_numbered(decision, Some(offer), |number, choice| {
            if choice.keyed.key == key {
                found = Some(number);
            }
        });
        Some(found.unwrap_or_else(|| self.hash(key.0)))
    }

    /// Which numbers are legal now.
    pub fn mask(&self, decision: &DecisionRef<'_>) -> Vec<bool> {
        let mut mask = Vec::new();
        self.mask_into(decision, &mut mask);
        mask
    }

    /// [`ActionSpace::mask`], into memory that is there already.
    pub fn mask_into(&self, decision: &DecisionRef<'_>, mask: &mut Vec<bool>) {
        mask.clear();
        mask.resize(self.size(), false);
        self.each_numbered(decision, None, |number, _| {
            if let Some(legal) = mask.get_mut(number) {
                *legal = true;
            }
        });
    }

    /// The choice of a number; None where it is not legal now. Who has [`ActionSpace::legal`] needs it not.
    pub fn choice(&self, decision: &DecisionRef<'_>, number: usize) -> Option<Choice> {
        let all = self.numbered(decision);
        let first = all.iter().find(|legal| legal.number == number)?;
        decision.nth(first.nth)
    }

    /// The legal choices that differ to the seat, with their numbers. Of those with one number the first counts.
    pub fn choices<'d>(
        &'d self,
        decision: &DecisionRef<'d>,
    ) -> impl Iterator<Item = (usize, Choice)> + use<'d> {
        let decision = *decision;
        let all = self.numbered(&decision).into_iter();
        all.filter_map(move |legal| Some((legal.number, decision.nth(legal.nth)?)))
    }

    /// The legal choices that differ to the seat, in the order of the decision.
    fn numbered(&self, decision: &DecisionRef<'_>) -> Vec<LegalNumber> {
        let mut all = Vec::new();
        self.each_numbered(decision, None, |number, choice| {
            all.push(LegalNumber {
                number,
                nth: choice.keyed.number,
                ways: choice.keyed.ways,
            });
        });
        all
    }

    fn each_numbered(
        &self,
        decision: &DecisionRef<'_>,
        only: Option<&Offer>,
        mut see: impl FnMut(usize, &TakenChoice),
    ) {
        // The printed cards of the offer that have been seen, by their numbers.
        let mut cards: Vec<usize> = Vec::new();
        let mut source = None;
        each_taken(decision, only, |offer, choice| {
            if source.replace(choice.source) != Some(choice.source) {
                cards.clear();
            }
            let own = match self.numbers.own(decision, offer, &choice) {
                Own::Number(number) => Some(number),
                Own::Card(number) if cards.contains(&number) => None,
                Own::Card(number) => {
                    cards.push(number);
                    Some(number)
                }
                Own::None => None,
            };
            let number = own.unwrap_or_else(|| match choice.taken {
                Taken::Number(n) => self.hash_number(choice.source.0, n),
                Taken::Nothing | Taken::Unseen(_) | Taken::One(_) | Taken::Several => {
                    self.hash(choice.keyed.key.0)
                }
            });
            see(number, &choice);
        });
    }

    fn hash(&self, key: u64) -> usize {
        self.numbers.count() + (key % self.hashed as u64) as usize
    }

    /// The number of an answer, counted from the lowest: answers that follow each other have numbers that do.
    fn hash_number(&self, source: u64, n: u64) -> usize {
        let hashed = self.hashed as u64;
        self.numbers.count() + ((source % hashed + n % hashed) % hashed) as usize
    }
}
