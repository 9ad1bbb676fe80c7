//! Many at once, whose lines break again and again.

use crate::support::{GUARD, TestHost};
use cardable_net::client::{Client, ClientError};
use rand::rngs::SmallRng;
use rand::{RngExt as _, SeedableRng as _};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

const CLIENTS: usize = 2_000;

/// Choices that each client makes.
const CHOICES: usize = 6;

#[tokio::test(flavor = "multi_thread")]
async fn two_thousand_clients_play_through_broken_lines() {
    // Two sockets for each, for the clients are in this process too.
    let files = cardable_net::open_files::raise();
    let wanted = 2 * CLIENTS as u64 + 500;
    assert!(
        files.is_none_or(|files| files >= wanted),
        "this test needs {wanted} open files, the system allows {files:?}: raise the hard limit"
    );
    let host = TestHost::with(|config| {
        config.rooms.rooms = 10_000;
        config.rooms.grace = 600;
    })
    .await;
    let url: Arc<str> = host.url().into();
    let (choices, breaks) = (Arc::new(AtomicU64::new(0)), Arc::new(AtomicU64::new(0)));
    let compared = Arc::new(AtomicU64::new(0));
    let mut tables = tokio::task::JoinSet::new();
    for at in 0..CLIENTS / 2 {
        let (url, choices, breaks) = (Arc::clone(&url), Arc::clone(&choices), Arc::clone(&breaks));
        let compared = Arc::clone(&compared);
        tables.spawn(async move {
            let mut rng = SmallRng::seed_from_u64(at as u64);
            let mut ada = connect(&url).await;
            let room = ada
                .create("crazy-eights", |create| create.settings.seats = Some(2))
                .await
                .expect("a room");
            let mut ben = connect(&url).await;
            ben.join(&room, None).await.expect("a seat");
            crate::support::begin(&mut ada, &mut [&mut ben]).await;
            let one = play(
                ada,
                SmallRng::seed_from_u64(rng.random()),
                &choices,
                &breaks,
                &compared,
            );
            let two = play(
                ben,
                SmallRng::seed_from_u64(rng.random()),
                &choices,
                &breaks,
                &compared,
            );
            tokio::join!(one, two);
        });
    }
    let all = async {
        while let Some(done) = tables.join_next().await {
            done.expect("a table without a panic");
        }
    };
    tokio::time::timeout(GUARD * 3, all)
        .await
        .expect("all tables end");
    let (choices, breaks) = (choices.load(Ordering::Relaxed), breaks.load(Ordering::Relaxed));
    assert!(
        choices >= (CLIENTS * CHOICES / 2) as u64,
        "{choices} choices were made"
    );
    assert!(breaks >= CLIENTS as u64 / 2, "{breaks} lines broke");
    // Where the other one has played on meanwhile there is nothing to compare with.
    let compared = compared.load(Ordering::Relaxed);
    assert!(compared >= CLIENTS as u64 / 10, "{compared} views were compared");
    host.stopped().await;
}

async fn connect(url: &str) -> Client {
    // With thousands at once the system may turn somebody away for a moment.
    for _ in 0..100 {
        if let Ok(client) = Client::connect(url, "somebody").await {
            return client;
        }
        tokio::task::yield_now().await;
    }
    panic!("nobody gets in");
}

async fn play(
    mut client: Client,
    mut rng: SmallRng,
    choices: &AtomicU64,
    breaks: &AtomicU64,
    compared: &AtomicU64,
) {
    let mut made = 0;
    while made < CHOICES && !client.is_over() {
        if rng.random_range(0..8) == 0 {
            // The line breaks, without a word.
            client.reconnect().await.expect("the seat is kept");
            breaks.fetch_add(1, Ordering::Relaxed);
        }
        if client.table().decision().is_none() {
            match client.next().await {
                Ok(_) => continue,
                Err(error) => panic!("{error}"),
            }
        }
        match client.play_at_random(&mut rng).await {
            Ok(()) => {
                made += 1;
                choices.fetch_add(1, Ordering::Relaxed);
            }
            Err(ClientError::Refused(refused)) => panic!("{}", refused.reason),
            Err(error) => panic!("{error}"),
        }
    }
    // What was followed through all of it is what the host has.
    let (kept, seq) = (client.table().view().cloned(), client.table().seq());
    client
        .call(cardable_net::protocol::Call::Resync {})
        .await
        .expect("an answer");
    while client.table().seq() < seq {
        client.next().await.expect("the line holds");
    }
    if client.table().seq() == seq {
        assert_eq!(client.table().view(), kept.as_ref());
        compared.fetch_add(1, Ordering::Relaxed);
    }
    // The other one plays on against a bot.
    client.leave().await.expect("the seat is given up");
}
