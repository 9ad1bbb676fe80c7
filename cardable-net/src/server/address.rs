//! Limits of an address: simultaneous connections, requests and messages a second.
//!
//! Hosts that share a store count together. Each tells the others once a second what busy addresses have spent here, and
//! takes what they have spent elsewhere from what is left of them here. Nobody waits for that: an address can spend more than
//! its quota for a moment, and has to pay it back.
//!
//! ```text
//! messages ─► bucket here ─► spent here ─► once a second, if it is more than a host's share ─► store
//!                 ▲                                                                              │
//!                 └──────── what the others say that they have let through since ◄───────────────┘
//! ```

use super::rate::{Bucket, Quota};
use crate::config::Limits;
use crate::lobby::AddressKey;
use crate::store::{AddressMark, Spent};
use std::collections::{HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How often hosts tell each other what was spent.
pub(super) const TALLY: std::time::Duration = std::time::Duration::from_secs(1);

/// How many addresses a host tells of at once, those that have spent most.
const MOST: usize = 1_000;

/// After how many tallies without news it is no longer told what an address has spent.
const QUIET: u32 = 60;

/// A client's address for rate limits: an IPv4 address, or the /64 network of an IPv6 address, because every
/// client has a whole /64.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Address {
    ip: IpAddr,
    /// What hosts call it among each other.
    mark: AddressMark,
}

impl Address {
    pub(crate) fn ip(self) -> IpAddr {
        self.ip
    }
}

impl std::fmt::Display for Address {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.ip.fmt(f)
    }
}

/// The address or network that limits count for.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V4(v4) => IpAddr::V4(v4),
        IpAddr::V6(v6) => {
            let [a, b, c, d, ..] = v6.segments();
            IpAddr::from([a, b, c, d, 0, 0, 0, 0])
        }
    }
}

/// What is counted of all addresses.
#[derive(Debug)]
pub(crate) struct Addresses {
    limits: Limits,
    key: AddressKey,
    requests: Quota,
    messages: Quota,
    counts: Mutex<Counts>,
}

#[derive(Debug, Default)]
struct Counts {
    /// All open connections.
    open: usize,
    by: HashMap<AddressMark, Count>,
    /// The session under which the others know what was spent here.
    session: u64,
    /// What other hosts have said last, by their session. None before the first time: what is said then was spent before
    /// this host began.
    heard: Option<HashMap<(u64, AddressMark), Heard>>,
    /// How many connections addresses have at other hosts.
    open_elsewhere: HashMap<AddressMark, usize>,
}

/// What is counted of an address.
#[derive(Debug)]
struct Count {
    open: usize,
    requests: Bucket,
    messages: Bucket,
    /// What was spent here since the last tally.
    since: [u64; 2],
    told: Option<Told>,
}

/// What other hosts are told of an address.
#[derive(Debug)]
struct Told {
    /// What was spent here since this host tells of it.
    spent: Spent,
    /// What of that has reached the others.
    known: Spent,
    /// For how many tallies there was no news.
    quiet: u32,
}

impl Told {
    fn nothing_of(address: AddressMark) -> Told {
        Told {
            spent: Spent::nothing_of(address),
            known: Spent::nothing_of(address),
            quiet: 0,
        }
    }

    /// How much the others do not know yet.
    fn news(&self) -> u64 {
        let Told { spent, known, .. } = self;
        (spent.requests - known.requests)
            + (spent.messages - known.messages)
            + spent.open.abs_diff(known.open)
    }
}

/// What another host has said of an address.
#[derive(Clone, Copy, Debug)]
struct Heard {
    spent: Spent,
    /// How often it has said the same.
    quiet: u32,
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

/// What other hosts are to be told.
#[derive(Debug, Default)]
pub(super) struct Tally {
    /// What addresses have spent here.
    pub(super) told: Vec<Spent>,
    /// Those of which there was no news for long.
    pub(super) gone: Vec<AddressMark>,
}

impl Addresses {
    pub(crate) fn new(limits: &Limits, key: AddressKey) -> Addresses {
        Addresses {
            limits: limits.clone(),
            key,
            requests: Quota::new(limits.address_requests_per_second, limits.address_requests_burst),
            messages: Quota::new(limits.address_messages_per_second, limits.address_messages_burst),
            counts: Mutex::default(),
        }
    }

    /// The address for which something from there counts.
    pub(crate) fn of(&self, ip: IpAddr) -> Address {
        let ip = network(ip);
        Address {
            ip,
            mark: self.key.hash(&ip.to_string()),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Counts> {
        // No code panics while it holds this lock.
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn fresh(&self) -> Count {
        Count {
            open: 0,
            requests: Bucket::full(self.requests),
            messages: Bucket::full(self.messages),
            since: [0, 0],
            told: None,
        }
    }

    /// Counts a connection, unless a limit is reached.
    pub(crate) fn enter(self: &Arc<Addresses>, address: Address) -> Result<Counted, TurnedAway> {
        let mut counts = self.lock();
        if counts.open >= self.limits.sockets {
            return Err(TurnedAway::HostFull);
        }
        let elsewhere = counts.open_elsewhere.get(&address.mark).copied().unwrap_or(0);
        let count = counts.by.entry(address.mark).or_insert_with(|| self.fresh());
        if count.open + elsewhere >= self.limits.sockets_per_address {
            return Err(TurnedAway::AddressFull);
        }
        count.open += 1;
        counts.open += 1;
        Ok(Counted {
            addresses: Arc::clone(self),
            address,
        })
    }

    /// Counts an HTTP request. Returns whether the address can make it now.
    pub(crate) fn may_request(&self, address: Address) -> bool {
        let mut counts = self.lock();
        let count = counts.by.entry(address.mark).or_insert_with(|| self.fresh());
        let may = count.requests.take(self.requests);
        count.since[0] += u64::from(may);
        may
    }

    /// Counts a message. Returns whether the address can send it now.
    pub(crate) fn may_send(&self, address: Address) -> bool {
        let mut counts = self.lock();
        let count = counts.by.entry(address.mark).or_insert_with(|| self.fresh());
        let may = count.messages.take(self.messages);
        count.since[1] += u64::from(may);
        may
    }

    /// What so many hosts, this one included, have to know of what was spent here. An address is told of that spends more than
    /// its share of a host, or of which another host tells: what all of them keep to themselves is less than the quota.
    ///
    /// It counts as told once [`Addresses::is_told`] says so. Until then it is told again.
    pub(super) fn tally(&self, session: u64, hosts: usize) -> Tally {
        let mut counts = self.lock();
        let counts = &mut *counts;
        if std::mem::replace(&mut counts.session, session) != session {
            // The others know nothing of this session, and charge whatever it says first.
            counts.by.values_mut().for_each(|count| count.told = None);
        }
        let share = |quota: f64| quota * TALLY.as_secs_f64() / hosts.max(1) as f64;
        let shares = [share(self.requests.per_second), share(self.messages.per_second)];
        let share_of_sockets = self.limits.sockets_per_address as f64 / hosts.max(1) as f64;
        // Two hosts that only repeat what they have said do not keep each other at it.
        let is_told_of =
            |heard: &Heard| heard.quiet < QUIET / 2 || heard.spent.open as f64 > share_of_sockets;
        let heard = counts.heard.iter().flatten();
        let heard: HashSet<AddressMark> = heard
            .filter(|(_, heard)| is_told_of(heard))
            .map(|((_, mark), _)| *mark)
            .collect();
        let mut news = Vec::new();
        let mut gone = Vec::new();
        for (mark, count) in &mut counts.by {
            let since = std::mem::take(&mut count.since);
            let mut spends = since.iter().zip(shares);
            let is_busy = spends.any(|(since, share)| *since as f64 > share)
                || count.open as f64 > share_of_sockets
                || heard.contains(mark);
            if !is_busy && count.told.is_none() {
                continue;
            }
            let told = count.told.get_or_insert_with(|| Told::nothing_of(*mark));
            told.spent = Spent {
                address: *mark,
                requests: told.spent.requests + since[0],
                messages: told.spent.messages + since[1],
                open: count.open as u64,
            };
            let many = told.news();
            told.quiet = if many > 0 || is_busy { 0 } else { told.quiet + 1 };
            if many > 0 {
                news.push((many, told.spent));
            } else if told.quiet > QUIET {
                gone.push(*mark);
            }
        }
        news.sort_unstable_by_key(|(many, _)| std::cmp::Reverse(*many));
        let told = news.into_iter().take(MOST).map(|(_, spent)| spent).collect();
        Tally { told, gone }
    }

    /// The others know of a tally.
    pub(super) fn is_told(&self, tally: &Tally) {
        let mut counts = self.lock();
        for spent in &tally.told {
            let count = counts.by.get_mut(&spent.address);
            if let Some(told) = count.and_then(|count| count.told.as_mut()) {
                told.known = *spent;
            }
        }
        for mark in &tally.gone {
            if let Some(count) = counts.by.get_mut(mark) {
                count.told = None;
            }
        }
    }

    /// Takes what other hosts say, by their sessions, from what is left here.
    pub(super) fn charge(&self, others: Vec<(u64, Spent)>) {
        let mut counts = self.lock();
        let before = counts.heard.take();
        let mut heard = HashMap::with_capacity(others.len());
        counts.open_elsewhere.clear();
        for (session, spent) in others {
            let open = counts.open_elsewhere.entry(spent.address).or_default();
            *open = open.saturating_add(usize::try_from(spent.open).unwrap_or(usize::MAX));
            let key = (session, spent.address);
            let known = before.as_ref().and_then(|before| before.get(&key));
            let quiet = match known {
                Some(known) if known.spent == spent => known.quiet.saturating_add(1),
                Some(_) | None => 0,
            };
            heard.insert(key, Heard { spent, quiet });
            if before.is_none() {
                continue;
            }
            // Who counts anew after a pause begins at nothing.
            let more = |now: u64, known: Option<u64>| now.checked_sub(known.unwrap_or(0)).unwrap_or(now);
            let requests = more(spent.requests, known.map(|known| known.spent.requests));
            let messages = more(spent.messages, known.map(|known| known.spent.messages));
            if (requests, messages) == (0, 0) {
                continue;
            }
            let count = counts.by.entry(spent.address).or_insert_with(|| self.fresh());
            count.requests.charge(self.requests, requests);
            count.messages.charge(self.messages, messages);
        }
        counts.heard = Some(heard);
    }

    /// Drops the state of addresses that have been inactive for a while.
    pub(crate) fn forget_old(&self) {
        let mut counts = self.lock();
        counts.by.retain(|_, count| {
            let is_idle = count.requests.is_full(self.requests) && count.messages.is_full(self.messages);
            count.open > 0 || count.told.is_some() || !is_idle
        });
        counts.by.shrink_to_fit();
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = self.addresses.lock();
        counts.open = counts.open.saturating_sub(1);
        if let Some(count) = counts.by.get_mut(&self.address.mark) {
            count.open = count.open.saturating_sub(1);
        }
    }
}

#[cfg(test)]
mod tests;
