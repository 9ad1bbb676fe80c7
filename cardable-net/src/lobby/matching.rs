//! Matches people who want the same game.

use super::{Maker, Rooms, Seated};
use crate::room::{Mail, NewRoom, Refused};
use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::timeout;

/// How often somebody who waits looks whether people are still matched at this host.
const LOOK: Duration = Duration::from_secs(1);

type Groups = HashMap<(String, u8), Vec<Person>>;

/// People waiting, by game.
#[derive(Debug, Default)]
pub(super) struct Waiting {
    persons: Mutex<Groups>,
    /// The number of the person to come.
    next: AtomicU64,
}

#[derive(Debug)]
struct Person {
    number: u64,
    name: String,
    seated: oneshot::Sender<Result<Seated, Refused>>,
}

impl Waiting {
    /// Adds a person. Returns the whole group once it is complete.
    fn add(&self, ruleset: &str, seats: u8, person: Person) -> Option<Vec<Person>> {
        let mut waiting = self.lock();
        let key = (ruleset.to_owned(), seats);
        let persons = waiting.entry(key.clone()).or_default();
        persons.retain(|person| !person.seated.is_closed());
        persons.push(person);
        if persons.len() < usize::from(seats) {
            return None;
        }
        waiting.remove(&key)
    }

    /// Takes a person off the list. Returns whether the person was still on it.
    fn withdraw(&self, ruleset: &str, seats: u8, number: u64) -> bool {
        let mut waiting = self.lock();
        let key = (ruleset.to_owned(), seats);
        let Some(persons) = waiting.get_mut(&key) else {
            return false;
        };
        let before = persons.len();
        persons.retain(|person| person.number != number);
        let was_there = persons.len() < before;
        if persons.is_empty() {
            waiting.remove(&key);
        }
        was_there
    }

    fn lock(&self) -> MutexGuard<'_, Groups> {
        // No code panics while it holds this lock.
        self.persons.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Rooms {
    /// Waits for others who want the same game. Once there are enough, creates a room and starts its game.
    /// Dropping the future stops waiting. Where several hosts share a store, [`Refused::Elsewhere`] tells at which of them
    /// people wait for this game, also when that changes later.
    pub async fn match_up(&self, ruleset: &str, seats: u8, name: &str) -> Result<Seated, Refused> {
        self.match_up_by(None, ruleset, seats, name).await
    }

    /// Like [`Rooms::match_up`], counting the room toward the maker's limits.
    pub async fn match_up_by(
        &self,
        maker: Option<&Maker>,
        ruleset: &str,
        seats: u8,
        name: &str,
    ) -> Result<Seated, Refused> {
        let ctx = self.ctx();
        if ctx.is_draining() {
            return Err(Refused::Draining);
        }
        let edition = ctx.library.edition(ruleset).ok_or(Refused::NoRuleset)?;
        let range = edition.ruleset.seats();
        if !range.contains(&usize::from(seats)) {
            return Err(Refused::BadRoom {
                reason: format!("`{ruleset}` is for {} to {} seats", range.start(), range.end()),
            });
        }
        let (seated, mut waits) = oneshot::channel();
        let number = self.waiting().next.fetch_add(1, Ordering::Relaxed);
        let person = Person {
            number,
            name: name.to_owned(),
            seated,
        };
        if let Some(persons) = self.waiting().add(ruleset, seats, person) {
            // The others wait for it, too, so it goes on when this person leaves.
            let (rooms, ruleset, maker) = (self.clone(), ruleset.to_owned(), maker.cloned());
            tokio::spawn(async move {
                rooms
                    .seat_together(&ruleset, seats, persons, maker.as_ref())
                    .await;
            });
        }
        loop {
            if let Ok(seated) = timeout(LOOK, &mut waits).await {
                return seated.unwrap_or(Err(Refused::Draining));
            }
            // A host that has come since may be the one now.
            if let Some(to) = self.matching_host(ruleset, seats)
                && self.waiting().withdraw(ruleset, seats, number)
            {
                return Err(Refused::Elsewhere {
                    link: to.host.link.unwrap_or_default(),
                    session: to.session,
                });
            }
        }
    }

    /// Creates a room for a complete group. It counts as made by the last person.
    async fn seat_together(&self, ruleset: &str, seats: u8, persons: Vec<Person>, maker: Option<&Maker>) {
        let names: Vec<String> = persons.iter().map(|person| person.name.clone()).collect();
        let made = self.create_for(NewRoom::of(ruleset, seats), &names, maker).await;
        let seated = match made {
            Ok(seated) => seated,
            Err(refused) => {
                for person in persons {
                    let _ = person.seated.send(Err(refused.clone()));
                }
                return;
            }
        };
        if let Some(room) = seated.first().map(|seated| seated.room) {
            // If it cannot start now, its owner can start it.
            if let Err(error) = self.ask(room, Mail::Begin).await {
                tracing::warn!(%room, %error, "a game of matched persons did not start");
            }
        }
        for (person, seated) in persons.into_iter().zip(seated) {
            // People who have left meanwhile are absent: a bot stands in after the grace time.
            let _ = person.seated.send(Ok(seated));
        }
    }
}
