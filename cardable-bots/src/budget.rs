//! How much a bot may think.

/// A number of iterations, used up as a bot thinks: in each it imagines a game and plays it on.
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
}

impl Budget {
    /// So many iterations.
    pub fn iterations(n: u32) -> Budget {
        Budget { left: n, spent: 0 }
    }

    /// Takes one iteration; false where none is left.
    pub fn spend(&mut self) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        self.spent += 1;
        true
    }

    /// How many are left.
    pub fn left(&self) -> u32 {
        self.left
    }

    /// How many were taken.
    pub fn spent(&self) -> u32 {
        self.spent
    }
}
