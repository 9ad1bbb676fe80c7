//! How much a bot may think.

/// How many iterations are made, however much work they are.
const LEAST: u32 = 8;

/// How much work an iteration is beside what choices cost, most of it to lay a table.
pub(crate) const WORK_OF_ITERATION: u64 = 500;
/// The same for a choice in the tree, and for each that could have been made there.
pub(crate) const WORK_OF_CHOICE: u64 = 30;
pub(crate) const WORK_OF_KEY: u64 = 8;

/// A number of iterations, used up as a bot thinks: in each it imagines a game and plays it on. Work can be bounded, too, so
/// that a decision takes no longer where a line of play costs much.
///
/// ```
/// use cardable_bots::Budget;
/// let mut budget = Budget::iterations(2);
/// assert!(budget.spend() && budget.spend());
/// assert!(!budget.spend());
/// assert_eq!(budget.spent(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Budget {
    left: u32,
    spent: u32,
    work: u64,
    most_work: u64,
}

impl Budget {
    /// So many iterations.
    pub fn iterations(n: u32) -> Budget {
        Budget {
            left: n,
            spent: 0,
            work: 0,
            most_work: u64::MAX,
        }
    }

    /// The same with at most so much work, as [`work_of`](cardable_core::search::work_of) counts it. It is not measured with a
    /// clock, so the same game and budget give the same thought on every machine. The last iteration may go beyond it, and
    /// the first 8 are made however much work they are.
    ///
    /// ```
    /// use cardable_bots::Budget;
    /// let mut budget = Budget::iterations(100).with_work(1_000);
    /// let mut iterations = 0;
    /// while budget.spend() {
    ///     budget.charge(60);
    ///     iterations += 1;
    /// }
    /// assert_eq!(iterations, 17);
    /// ```
    #[must_use]
    pub fn with_work(mut self, work: u64) -> Budget {
        self.most_work = work;
        self
    }

    /// Takes one iteration; false where none is left, or no work.
    pub fn spend(&mut self) -> bool {
        if self.work >= self.most_work && self.spent >= LEAST {
            return false;
        }
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.spent += 1;
        true
    }

    /// Takes the work of an iteration.
    pub fn charge(&mut self, work: u64) {
        self.work = self.work.saturating_add(work);
    }

    /// How many are left.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// How many were taken.
    pub fn spent(&self) -> u32 {
        self.spent
    }

    /// How much work they were.
    pub fn work(&self) -> u64 {
        self.work
    }
}
