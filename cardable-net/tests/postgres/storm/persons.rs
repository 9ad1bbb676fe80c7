//! Pairs of persons who play table after table, each at any host, and write down what they are told.

use super::checker::{GameAt, Seen, fingerprint};
use crate::clients::token_only;
use cardable_core::Choice;
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{Call, RoomId};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use std::collections::{BTreeSet, HashMap};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// What they play. It offers no choice twice, which the checker needs.
pub const GAME: &str = "goofspiel";

/// How long a person tries to get back to his seat.
const PATIENCE: Duration = Duration::from_secs(60);

/// How long anything may take before the person comes again.
const GUARD: Duration = Duration::from_secs(20);

/// What all persons share.
#[derive(Default)]
pub struct Shared {
    /// The addresses of the hosts that run.
    pub hosts: Mutex<Vec<String>>,
    pub seen: Mutex<Vec<Seen>>,
    pub rooms: Mutex<BTreeSet<String>>,
    /// How many records were acknowledged at least, by game.
    told: Mutex<HashMap<GameAt, u64>>,
    pub stop: AtomicBool,
    pub chosen: AtomicU64,
    pub finished: AtomicU64,
    /// Who did not get back to his seat in time.
    pub stuck: Mutex<Vec<String>>,
    /// How long it took to get back, in milliseconds.
    pub back: Mutex<Vec<u64>>,
}

/// One person at a table.
struct Person {
    client: Client,
    seat: u8,
}

/// Two who play together.
pub struct Pair {
    shared: Arc<Shared>,
    rng: ChaCha8Rng,
    number: u64,
}

impl Pair {
    pub fn new(shared: Arc<Shared>, seed: u64, number: u64) -> Pair {
        Pair {
            shared,
            rng: ChaCha8Rng::seed_from_u64(seed ^ number << 32),
            number,
        }
    }

    /// Plays until the storm is over.
    pub async fn play(mut self) {
        while !self.shared.stop.load(Ordering::Relaxed) {
            // A table that does not come about is left; what was sent to it is known.
            match tokio::time::timeout(GUARD, self.sit_down()).await {
                Ok(Ok(persons)) => self.play_table(persons).await,
                Ok(Err(_)) | Err(_) => tokio::time::sleep(Duration::from_millis(100)).await,
            }
        }
    }

    fn url(&mut self) -> Option<String> {
        let hosts = self.shared.hosts.lock().unwrap();
        let at = self.rng.next_u32() as usize % hosts.len().max(1);
        hosts.get(at).cloned()
    }

    async fn connect(&mut self, name: &str) -> Result<Client, ClientError> {
        let url = self.url().unwrap_or_default();
        Client::connect(&url, name).await
    }

    async fn sit_down(&mut self) -> Result<[Person; 2], ClientError> {
        let mut ada = self.connect("Ada").await?;
        let room = ada.create(GAME, |create| create.settings.seats = Some(2)).await?;
        self.shared.rooms.lock().unwrap().insert(room.0.clone());
        let mut ben = self.connect("Ben").await?;
        ben.join(&room, None).await?;
        ben.ready().await?;
        ada.ready().await?;
        match ada.start().await {
            Ok(()) | Err(ClientError::Refused(_)) => {}
            Err(error) => return Err(error),
        }
        for client in [&mut ada, &mut ben] {
            while client.table().view().is_none() {
                client.next().await?;
            }
        }
        Ok([Person { client: ada, seat: 0 }, Person { client: ben, seat: 1 }])
    }

    async fn play_table(&mut self, persons: [Person; 2]) {
        let Some(room) = persons[0].client.seated().map(|seated| seated.room.clone()) else {
            return;
        };
        let mut persons = persons.map(Some);
        loop {
            let mut over = 0;
            for place in &mut persons {
                let Some(mut person) = place.take() else { return };
                let turn = tokio::time::timeout(GUARD, self.turn(&mut person, &room)).await;
                if !matches!(turn, Ok(Ok(()))) {
                    match self.come_back(&person, &room).await {
                        Some(again) => person = again,
                        None => {
                            let who =
                                format!("seat {} of room {} (pair {})", person.seat, room.0, self.number);
                            self.shared.stuck.lock().unwrap().push(who);
                            return;
                        }
                    }
                }
                over += usize::from(person.client.is_over());
                *place = Some(person);
            }
            if over == persons.len() {
                self.shared.finished.fetch_add(1, Ordering::Relaxed);
                return;
            }
            if self.shared.stop.load(Ordering::Relaxed) {
                return;
            }
        }
    }

    fn game(person: &Person, room: &RoomId) -> GameAt {
        (room.0.clone(), person.client.table().game().unwrap_or(0))
    }

    /// Writes down what a person sees.
    fn note(&self, person: &Person, room: &RoomId) {
        let table = person.client.table();
        if let (Some(seq), Some(view)) = (table.seq(), table.view()) {
            self.shared.seen.lock().unwrap().push(Seen::Saw {
                game: Pair::game(person, room),
                seat: person.seat,
                seq,
                view: fingerprint(view),
            });
        }
    }

    async fn turn(&mut self, person: &mut Person, room: &RoomId) -> Result<(), ClientError> {
        person.client.call(Call::Rooms { watch: false }).await?;
        self.note(person, room);
        let Some(choice) = person.client.choice_at_random(&mut self.rng).await? else {
            return Ok(());
        };
        let (game, seat) = (Pair::game(person, room), person.seat);
        let text = told_choice(&choice);
        self.shared.seen.lock().unwrap().push(Seen::Sent {
            game: game.clone(),
            seat,
            choice: text.clone(),
        });
        let place = person.client.choose(choice).await?;
        self.shared.chosen.fetch_add(1, Ordering::Relaxed);
        let mut told = self.shared.told.lock().unwrap();
        let most = told.entry(game.clone()).or_default();
        *most = (*most).max(place);
        self.shared.seen.lock().unwrap().push(Seen::Told {
            game,
            place,
            seat,
            choice: text,
        });
        Ok(())
    }

    /// Comes back to a seat, at any host. None if that takes too long.
    async fn come_back(&mut self, person: &Person, room: &RoomId) -> Option<Person> {
        let (game, seat) = (Pair::game(person, room), person.seat);
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            let told = self.shared.told.lock().unwrap().get(&game).copied().unwrap_or(0);
            let url = self.url().unwrap_or_default();
            let resume = token_only(&person.client);
            let back = tokio::time::timeout(GUARD, async {
                let mut client = Client::resume(&url, "again", resume).await?;
                while client.table().view().is_none() {
                    client.next().await?;
                }
                Ok::<_, ClientError>(client)
            });
            if let Ok(Ok(client)) = back.await {
                let saw = client.table().seq().unwrap_or(0);
                self.shared
                    .seen
                    .lock()
                    .unwrap()
                    .push(Seen::Came { game, told, saw });
                let took = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                self.shared.back.lock().unwrap().push(took);
                let person = Person { client, seat };
                self.note(&person, room);
                return Some(person);
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        None
    }
}

/// A choice as the log tells it.
fn told_choice(choice: &Choice) -> String {
    serde_json::to_value(choice)
        .expect("a choice is JSON")
        .to_string()
}
