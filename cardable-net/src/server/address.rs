//! Limits per address: simultaneous connections, requests and messages per second.

use crate::config::Limits;
use governor::clock::MonotonicClock;
use governor::middleware::NoOpMiddleware;
use governor::state::keyed::DashMapStateStore;
use governor::{Quota, RateLimiter};
use std::collections::HashMap;
use std::net::IpAddr;
use std::num::NonZeroU32;
use std::sync::{Arc, Mutex, PoisonError};

/// A client's address for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because every
/// client has a whole /64.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Address(IpAddr);

impl From<IpAddr> for Address {
    fn from(address: IpAddr) -> Address {
        match address.to_canonical() {
            IpAddr::V4(v4) => Address(IpAddr::V4(v4)),
            IpAddr::V6(v6) => {
                let [a, b, c, d, ..] = v6.segments();
                Address(IpAddr::from([a, b, c, d, 0, 0, 0, 0]))
            }
        }
    }
}

impl Address {
    pub(crate) fn ip(self) -> IpAddr {
        self.0
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

type Keyed = RateLimiter<
    Address,
    DashMapStateStore<Address>,
    MonotonicClock,
    NoOpMiddleware<<MonotonicClock as governor::clock::Clock>::Instant>,
>;
/// Rate limiter for a single connection.
pub(crate) type Single = RateLimiter<
    governor::state::NotKeyed,
    governor::state::InMemoryState,
    MonotonicClock,
    NoOpMiddleware<<MonotonicClock as governor::clock::Clock>::Instant>,
>;

/// A quota of `per_second` with bursts up to `burst`.
pub(crate) fn quota(per_second: u32, burst: u32) -> Quota {
    let positive = |n: u32| NonZeroU32::new(n).unwrap_or(NonZeroU32::MIN);
    Quota::per_second(positive(per_second)).allow_burst(positive(burst))
}

/// Rate limiters and connection counts for all addresses.
#[derive(Debug)]
pub(crate) struct Addresses {
    limits: Limits,
    open: Mutex<Open>,
    requests: Keyed,
    messages: Keyed,
}

#[derive(Debug, Default)]
struct Open {
    all: usize,
    by: HashMap<Address, usize>,
}

/// Why a connection is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TurnedAway {
    /// The host has reached its connection limit.
    HostFull,
    /// The address has reached its connection limit.
    AddressFull,
}

/// A connection that counts toward the limits until it is dropped.
#[derive(Debug)]
pub(crate) struct Counted {
    addresses: Arc<Addresses>,
    address: Address,
}

impl Addresses {
    pub(crate) fn new(limits: &Limits) -> Addresses {
        let requests = quota(limits.address_requests_per_second, limits.address_requests_burst);
        let messages = quota(limits.address_messages_per_second, limits.address_messages_burst);
        Addresses {
            limits: limits.clone(),
            open: Mutex::default(),
            requests: RateLimiter::dashmap_with_clock(requests, MonotonicClock),
            messages: RateLimiter::dashmap_with_clock(messages, MonotonicClock),
        }
    }

    /// Counts a connection, unless a limit is reached.
    pub(crate) fn enter(self: &Arc<Addresses>, address: Address) -> Result<Counted, TurnedAway> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.all >= self.limits.sockets {
            return Err(TurnedAway::HostFull);
        }
        let here = open.by.entry(address).or_default();
        if *here >= self.limits.sockets_per_address {
            return Err(TurnedAway::AddressFull);
        }
        *here += 1;
        open.all += 1;
        Ok(Counted {
            addresses: Arc::clone(self),
            address,
        })
    }

    /// Counts an HTTP request. Returns whether the address can make it now.
    pub(crate) fn may_request(&self, address: Address) -> bool {
        self.requests.check_key(&address).is_ok()
    }

    /// Counts a message. Returns whether the address can send it now.
    pub(crate) fn may_send(&self, address: Address) -> bool {
        self.messages.check_key(&address).is_ok()
    }

    /// Drops the state of addresses that have been inactive for a while.
    pub(crate) fn forget_old(&self) {
        self.requests.retain_recent();
        self.requests.shrink_to_fit();
        self.messages.retain_recent();
        self.messages.shrink_to_fit();
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut open = self.addresses.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all = open.all.saturating_sub(1);
        if let Some(here) = open.by.get_mut(&self.address) {
            *here = here.saturating_sub(1);
            if *here == 0 {
                open.by.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_count_until_they_are_gone() {
        let limits = Limits {
            sockets: 3,
            sockets_per_address: 2,
            ..Limits::default()
        };
        let addresses = Arc::new(Addresses::new(&limits));
        let [one, two] = [[10, 0, 0, 1], [10, 0, 0, 2]].map(|a| Address::from(IpAddr::from(a)));
        let first = addresses.enter(one).expect("the first");
        let _second = addresses.enter(one).expect("the second");
        assert_eq!(addresses.enter(one).err(), Some(TurnedAway::AddressFull));
        let _third = addresses.enter(two).expect("of another address");
        assert_eq!(addresses.enter(two).err(), Some(TurnedAway::HostFull));
        drop(first);
        addresses.enter(one).expect("there is room again");
    }

    #[test]
    fn a_network_of_ipv6_is_one_address() {
        let address = |text: &str| Address::from(text.parse::<IpAddr>().expect("an address"));
        assert_eq!(address("2001:db8:1:2::1"), address("2001:db8:1:2:ffff::"));
        assert_ne!(address("2001:db8:1:2::1"), address("2001:db8:1:3::1"));
        assert_eq!(address("::ffff:10.0.0.1"), address("10.0.0.1"));
    }
}
