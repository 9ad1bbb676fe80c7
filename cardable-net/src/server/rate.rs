//! Rates: so much a second, and so much at once.

use std::time::Duration;
use tokio::time::Instant;

/// How much may be spent.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Quota {
    pub(crate) per_second: f64,
    /// How much may be spent at once.
    pub(crate) burst: f64,
}

/// What other hosts have spent is paid back for so long at most.
const LONGEST_DEBT: Duration = Duration::from_secs(60);

/// What is left of a quota.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bucket {
    /// Below zero where others have spent more than was left.
    left: f64,
    at: Instant,
}

impl Quota {
    pub(crate) fn new(per_second: u32, burst: u32) -> Quota {
        Quota {
            per_second: per_second.max(1).into(),
            burst: burst.max(1).into(),
        }
    }
}

impl Bucket {
    /// A bucket of which nothing has been spent.
    pub(crate) fn full(quota: Quota) -> Bucket {
        Bucket::with(quota, quota.burst)
    }

    /// A bucket in which so much is left.
    pub(crate) fn with(quota: Quota, left: f64) -> Bucket {
        Bucket {
            left: if left.is_finite() {
                left.min(quota.burst)
            } else {
                0.0
            },
            at: Instant::now(),
        }
    }

    fn refill(&mut self, quota: Quota) {
        let now = Instant::now();
        let came = now.duration_since(self.at).as_secs_f64() * quota.per_second;
        self.left = (self.left + came).min(quota.burst);
        self.at = now;
    }

    /// Spends one, if there is one left.
    pub(crate) fn take(&mut self, quota: Quota) -> bool {
        self.refill(quota);
        let may = self.left >= 1.0;
        if may {
            self.left -= 1.0;
        }
        may
    }

    /// Spends what has been spent elsewhere already.
    pub(crate) fn charge(&mut self, quota: Quota, spent: u64) {
        self.refill(quota);
        let least = -quota.per_second * LONGEST_DEBT.as_secs_f64();
        self.left = (self.left - spent as f64).max(least);
    }

    /// What is left.
    pub(crate) fn left(&mut self, quota: Quota) -> f64 {
        self.refill(quota);
        self.left
    }

    /// Whether nothing needs to be known of it.
    pub(crate) fn is_full(&mut self, quota: Quota) -> bool {
        self.left(quota) >= quota.burst
    }
}

/// What a connection may say, whichever host it is forwarded to.
#[derive(Debug)]
pub(crate) struct Allowance {
    quota: Quota,
    bucket: Bucket,
    /// How many of its next messages another host has counted.
    pub(crate) counted: usize,
    /// How often in a row it has broken a rule.
    pub(crate) strikes: u32,
}

impl Allowance {
    pub(crate) fn new(quota: Quota) -> Allowance {
        Allowance {
            quota,
            bucket: Bucket::full(quota),
            counted: 0,
            strikes: 0,
        }
    }

    /// Whether another host has counted the next message, which is asked once for each.
    pub(crate) fn is_counted(&mut self) -> bool {
        let rest = self.counted.checked_sub(1);
        self.counted = rest.unwrap_or(0);
        rest.is_some()
    }

    /// Spends one, if there is one left.
    pub(crate) fn take(&mut self) -> bool {
        self.bucket.take(self.quota)
    }

    /// How many messages it may send at once.
    pub(crate) fn left(&mut self) -> u32 {
        self.bucket.left(self.quota) as u32
    }

    /// It goes on with what another host says that is left. Else whoever goes from host to host could say more.
    pub(crate) fn goes_on_with(&mut self, left: Option<u32>) {
        if let Some(left) = left {
            self.bucket = Bucket::with(self.quota, left.into());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    async fn pass(seconds: f64) {
        tokio::time::advance(Duration::from_secs_f64(seconds)).await;
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_fills_again() {
        let quota = Quota::new(10, 3);
        let mut bucket = Bucket::full(quota);
        let all = [0; 4].map(|_| bucket.take(quota));
        assert_eq!(all, [true, true, true, false]);
        pass(0.05).await;
        assert!(!bucket.take(quota), "half of one is none");
        pass(0.06).await;
        assert!(bucket.take(quota) && !bucket.take(quota));
        pass(100.0).await;
        assert!(bucket.is_full(quota));
        assert_eq!((0..9).filter(|_| bucket.take(quota)).count(), 3);
    }

    #[tokio::test(start_paused = true)]
    async fn what_was_spent_elsewhere_is_paid_back() {
        let quota = Quota::new(10, 20);
        let mut bucket = Bucket::full(quota);
        bucket.charge(quota, 50);
        assert_eq!(bucket.left(quota), -30.0);
        pass(3.0).await;
        assert!(!bucket.take(quota));
        pass(0.11).await;
        assert!(bucket.take(quota) && !bucket.take(quota));
        bucket.charge(quota, u64::MAX);
        pass(60.2).await;
        assert!(bucket.take(quota), "nobody waits for ever");
    }

    #[tokio::test(start_paused = true)]
    async fn a_bucket_goes_on_elsewhere_with_what_is_left() {
        let quota = Quota::new(10, 20);
        assert_eq!(Bucket::with(quota, 7.5).left(quota), 7.5);
        assert_eq!(Bucket::with(quota, 700.0).left(quota), 20.0);
        assert_eq!(Bucket::with(quota, f64::NAN).left(quota), 0.0);
    }
}
