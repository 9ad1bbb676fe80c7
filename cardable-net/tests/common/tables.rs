//! Tables in play, whose host's store fails and comes back.

use crate::clients::{catch_up, come_back, see, sit_down};
use cardable_core::View;
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{Code, Refused, RoomId};
use rand::rngs::StdRng;

/// How often somebody is asked for a choice who has none.
const TRIES: usize = 100;

/// How many tables play on a store that fails.
const TABLES: usize = 4;

/// Two who play, and one who watches them.
pub(crate) struct Table {
    players: [Client; 2],
    watcher: Client,
    rng: StdRng,
}

/// What everybody at a table has seen.
pub(crate) type Seen = [(Option<u64>, Option<View>); 3];

/// Somebody who sees a table.
async fn watch(url: &str, room: &RoomId) -> Client {
    let mut watcher = Client::connect(url, "Eve").await.expect("she gets in");
    watcher.spectate(room, None).await.expect("she may watch");
    see(&mut watcher).await;
    watcher
}

impl Table {
    async fn open(url: &str, seed: u64) -> Table {
        let (ada, ben) = sit_down(url, "crazy-eights").await;
        Table {
            watcher: watch(url, &ada.seated().expect("a seat").room).await,
            players: [ada, ben],
            rng: crate::seeded::generator(seed),
        }
    }

    fn room(&self) -> RoomId {
        self.players[0].seated().expect("a seat").room.clone()
    }

    /// Whoever is on turn chooses something.
    async fn choose(&mut self) -> Result<(), Refused> {
        let before = self.catch_up().await[0].0;
        for _ in 0..TRIES {
            for player in &mut self.players {
                match player.play_at_random(&mut self.rng).await {
                    Ok(()) if player.table().seq() > before => return Ok(()),
                    Ok(()) => {}
                    Err(ClientError::Refused(refused)) => return Err(*refused),
                    Err(error) => panic!("{error}"),
                }
            }
            let is_over = self.players.iter().any(Client::is_over);
            assert!(!is_over, "the game is over before the store has failed");
        }
        panic!("nobody is to choose")
    }

    /// Chooses until nothing can be kept any more. Gives the refusal, and what was seen before it.
    async fn until_it_is_refused(&mut self) -> (Refused, Seen) {
        for _ in 0..300 {
            let seen = self.catch_up().await;
            if let Err(refused) = self.choose().await {
                return (refused, seen);
            }
        }
        panic!("everything can be kept");
    }

    /// Everybody has been told all that the room has told, and says what it is.
    pub(crate) async fn catch_up(&mut self) -> Seen {
        let [ada, ben] = &mut self.players;
        for client in [&mut *ada, &mut *ben, &mut self.watcher] {
            catch_up(client).await;
        }
        [&*ada, &*ben, &self.watcher].map(|client| (client.table().seq(), client.table().view().cloned()))
    }
}

/// Choices of all tables meet a store that fails, again and again; nobody hears of any.
pub(crate) async fn meets_a_failing_store(url: &str, tables: &mut [Table]) -> Vec<Seen> {
    let mut all = Vec::new();
    let refusals = futures_util::future::join_all(tables.iter_mut().map(Table::until_it_is_refused)).await;
    for (table, (refused, seen)) in tables.iter_mut().zip(refusals) {
        assert_eq!(refused.code, Code::Storage, "{}", refused.reason);
        assert!(refused.reason.contains("cannot keep"), "{}", refused.reason);
        assert_eq!(table.catch_up().await, seen, "nobody has heard of it");
        // Nor does anybody who comes only now.
        let late = watch(url, &table.room()).await;
        assert_eq!((late.table().seq(), late.table().view().cloned()), seen[2]);
        all.push(seen);
    }
    all
}

/// The store works again: everybody goes on from there.
pub(crate) async fn goes_on(tables: &mut [Table]) {
    for table in tables {
        let before = table.catch_up().await[0].0.expect("a game");
        table.choose().await.expect("it is kept");
        for (seq, _) in table.catch_up().await {
            assert_eq!(seq, Some(before + 1));
        }
    }
}

/// At a host that has what another one has left, everybody finds the table as it was, and goes on.
pub(crate) async fn comes_back_to(url: &str, tables: &mut [Table], seen: &[Seen]) {
    for (table, seen) in tables.iter_mut().zip(seen) {
        for (player, (_, view)) in table.players.iter_mut().zip(seen) {
            *player = come_back(url, player).await;
            assert_eq!(player.table().view(), view.as_ref());
        }
        table.watcher = watch(url, &table.room()).await;
    }
    goes_on(tables).await;
}

/// Tables that have begun.
pub(crate) async fn open_tables(url: &str) -> Vec<Table> {
    let mut tables = Vec::new();
    for seed in 0..TABLES as u64 {
        tables.push(Table::open(url, seed).await);
    }
    goes_on(&mut tables).await;
    tables
}
