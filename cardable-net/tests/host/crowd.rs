//! Many at once on a real file, whose lines break again and again, also in the middle of a choice.

use crate::replayed::Replayed;
use crate::support::{GUARD, TestHost, begin, catch_up, open_files};
use cardable_core::{Choice, Viewer};
use cardable_net::client::{Client, ClientError};
use cardable_net::library::Library;
use cardable_net::protocol::{Call, RoomId};
use cardable_net::store::{RoomLog as _, SqliteLog};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};
use std::sync::Arc;
use std::time::Duration;

const CLIENTS: usize = 2_000;

/// Choices that are made at each table.
const CHOICES: u64 = 8;

struct Guest {
    client: Client,
    /// What was acknowledged, by its answer or by what came after a new line was there.
    chosen: Vec<Choice>,
    /// How often the line broke between choices, and in the middle of one.
    broken: usize,
    cut: usize,
    /// How many choices were lost with their line, and sent again.
    sent_again: usize,
}

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_clients_play_through_broken_lines() {
    // Two sockets for each, for the clients are in this process too.
    open_files(2 * CLIENTS as u64 + 500);
    let folder = tempfile::tempdir().expect("a folder");
    let log = Arc::new(SqliteLog::open(folder.path().join("rooms.sqlite")).expect("a store"));
    let host = TestHost::on(log, |config| {
        config.rooms.rooms = 10_000;
        config.rooms.grace = 600;
    })
    .await;
    let url: Arc<str> = host.url().into();
    let mut tables = tokio::task::JoinSet::new();
    for at in 0..CLIENTS / 2 {
        tables.spawn(table(Arc::clone(&url), at as u64));
    }
    let all = async {
        let mut played = Vec::new();
        while let Some(done) = tables.join_next().await {
            played.push(done.expect("a table without a panic"));
        }
        played
    };
    let played = tokio::time::timeout(GUARD * 3, all)
        .await
        .expect("all tables end");
    let log = host.stopped().await;

    let ruleset = Library::shipped()
        .edition("crazy-eights")
        .expect("it is there")
        .ruleset
        .clone();
    for (room, custom) in &played {
        let records = log
            .read(room.0.parse().expect("a room"), 0)
            .await
            .expect("its log");
        let replayed = Replayed::new(&ruleset, &records);
        for guest in custom {
            let seat = guest.client.seated().expect("a seat").seat;
            assert_eq!(guest.client.table().seq(), Some(replayed.last()));
            let view = replayed.view(replayed.last(), Viewer::Seat(seat));
            assert_eq!(guest.client.table().view(), Some(&view));
            assert_eq!(replayed.chosen_by(seat), guest.chosen, "each is there once");
        }
    }
    let sum = |of: fn(&Guest) -> usize| {
        played
            .iter()
            .flat_map(|(_, custom)| custom)
            .map(of)
            .sum::<usize>()
    };
    let [chosen, broken, cut] = [sum(|g| g.chosen.len()), sum(|g| g.broken), sum(|g| g.cut)];
    println!(
        "{chosen} choices, {broken} lines broke, {cut} in the middle, {} sent again",
        sum(|g| g.sent_again)
    );
    assert!(
        chosen >= CLIENTS * CHOICES as usize / 4,
        "{chosen} choices were made"
    );
    assert!(broken >= CLIENTS / 4, "{broken} lines broke");
    assert!(cut >= CLIENTS / 4, "{cut} lines broke in the middle of a choice");
}

/// Two play at a table until enough is chosen, or their game is over.
async fn table(url: Arc<str>, seed: u64) -> (RoomId, [Guest; 2]) {
    let mut rng = crate::seeded::generator(seed);
    let mut ada = connect(&url).await;
    let room = ada
        .create("crazy-eights", |create| create.settings.seats = Some(2))
        .await
        .expect("a room");
    let mut ben = connect(&url).await;
    ben.join(&room, None).await.expect("a seat");
    begin(&mut ada, &mut [&mut ben]).await;
    let rngs = [(); 2].map(|()| StdRng::seed_from_u64(rng.random()));
    let [one, two] = rngs;
    let (ada, ben) = tokio::join!(play(ada, one), play(ben, two));
    (room, [ada, ben])
}

async fn connect(url: &str) -> Client {
    // With thousands at once the system may turn somebody away for a moment.
    let gets_in = async {
        loop {
            if let Ok(client) = Client::connect(url, "somebody").await {
                return client;
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(GUARD, gets_in)
        .await
        .expect("somebody gets in")
}

async fn play(client: Client, mut rng: StdRng) -> Guest {
    let mut guest = Guest {
        client,
        chosen: Vec::new(),
        broken: 0,
        cut: 0,
        sent_again: 0,
    };
    while guest.client.table().seq() < Some(CHOICES) && !guest.client.is_over() {
        if rng.random_range(0..16) == 0 {
            guest.new_line().await;
            guest.broken += 1;
        }
        let choice = guest.client.choice_at_random(&mut rng).await;
        match choice.expect("the line holds") {
            Some(choice) if rng.random_range(0..4) == 0 => guest.choose_on_a_line_that_breaks(choice).await,
            Some(choice) => drop(guest.choose(choice).await),
            None => drop(guest.client.next().await.expect("the line holds")),
        }
    }
    // What was followed through all of it is what the host has.
    let (kept, seq) = (guest.client.table().view().cloned(), guest.client.table().seq());
    guest.client.call(Call::Resync {}).await.expect("an answer");
    catch_up(&mut guest.client).await;
    assert_eq!(
        (guest.client.table().view(), guest.client.table().seq()),
        (kept.as_ref(), seq)
    );
    guest
}

impl Guest {
    /// The line breaks, without a word.
    async fn new_line(&mut self) {
        self.client.reconnect().await.expect("the seat is kept");
    }

    /// Whether it was done; what the rules refuse was not.
    async fn choose(&mut self, choice: Choice) -> bool {
        match self.client.choose(choice.clone()).await {
            Ok(_) => self.chosen.push(choice),
            Err(ClientError::Refused(refused)) if refused.rules.is_some() => return false,
            Err(error) => panic!("{error}"),
        }
        true
    }

    /// The line breaks when the choice was sent and not answered. Whether the host has it shows on the
    /// next one: nobody else is on turn before that.
    async fn choose_on_a_line_that_breaks(&mut self, choice: Choice) {
        let (seq, seen) = (
            self.client.table().seq(),
            self.client.table().view().map_or(0, |view| view.seq),
        );
        let call = Call::Choose {
            seen,
            choice: choice.clone(),
        };
        self.client.ask(call).await.expect("it is sent");
        self.new_line().await;
        self.cut += 1;
        catch_up(&mut self.client).await;
        if self.client.table().seq() > seq {
            self.chosen.push(choice);
        } else if self.choose(choice).await {
            self.sent_again += 1;
        }
    }
}
