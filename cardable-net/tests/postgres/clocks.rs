//! A host whose machine has the wrong time, among others.

use crate::clients::{begin, catch_up, see, token_only};
use crate::cluster::{Cluster, connect, shared};
use crate::hosts::play;
use crate::storm::proxy::{Proxy, Target, Weather};
use crate::within::Within;
use cardable_net::Environment;
use cardable_net::client::{Client, ClientError};
use cardable_net::environment::WallClock;
use cardable_net::protocol::{Call, Code, Message, Resume, Token};
use cardable_net::store::PostgresAddress;
use std::time::Duration;

/// Milliseconds that people have for a game.
const GAME: u64 = 3_600_000;

/// So much may pass while a test runs, in milliseconds. It is far less than what the clock is off by.
const PASSES: u64 = 600_000;

/// A host that is busy for less than this keeps its rooms. With the second that other tests take, a busy machine is enough to
/// lose a room that nothing has happened to.
const LEASE: Duration = Duration::from_secs(5);

/// Waits until something is there that takes a lease to come.
async fn within_reason<T>(what: &str, comes: impl Future<Output = T>) -> T {
    let come = tokio::time::timeout(Duration::from_secs(180), comes).await;
    come.unwrap_or_else(|_| panic!("{what} takes too long"))
}

/// Comes back to a seat and sees the table, as soon as a host lets in whoever has the seat.
async fn comes_back(url: &str, way: &Resume) -> Client {
    let tries = async {
        loop {
            if let Ok(mut again) = Client::resume(url, "again", way.clone()).await {
                // Its host may give the room up just now, and the seat is to be taken elsewhere.
                let sees = |client: &Client| client.table().view().is_some() || client.seated().is_none();
                while !sees(&again) && again.next().await.is_ok() {}
                if again.table().view().is_some() {
                    return again;
                }
            }
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    within_reason("coming back", tries).await
}

/// A host knows whose the seats of a room are, as soon as it reaches the host that has the room.
async fn turns_away(url: &str, forged: Resume) {
    let tries = async {
        loop {
            match Client::resume(url, "Eve", forged.clone()).await {
                Err(ClientError::Refused(refused)) if refused.code == Code::WrongToken => return,
                Err(ClientError::Refused(refused)) if refused.code == Code::Storage => {
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
                other => panic!("{other:?}"),
            }
        }
    };
    within_reason("turning somebody away", tries).await;
}

/// What is left of everybody's time is what must be left.
fn has_time(client: &Client) {
    let clocks = &client.table().clocks().0;
    assert!(!clocks.is_empty());
    for clock in clocks {
        let left = clock.game_ms.expect("a game has its time");
        assert!((GAME - PASSES..=GAME).contains(&left), "{clock:?}");
    }
}

/// What somebody says comes with the right time.
async fn says_at_the_right_time(speaks: &mut Client, hears: &mut Client) {
    while hears.received().is_some() {}
    let text = "what time is it?".to_owned();
    speaks.call(Call::Chat { text }).await.unwrap();
    let line = loop {
        if let Message::Chat(line) = hears.next().await.unwrap()
            && !line.before
        {
            break line;
        }
    };
    let off = line.when.abs_diff(WallClock::system().now());
    assert!(off < PASSES, "{off} ms");
}

/// A table is played at a host whose clock is off, beside two others: by people at each of them, while that host is cut off
/// from the database, and when it takes the room of another one.
async fn is_played_beside(cluster: &Cluster, off: i64, word: &str) {
    let store = PostgresAddress {
        lease: Some(LEASE),
        ..cluster.database().await
    };
    let proxy = Proxy::start(Target::Unix(cluster.socket())).await;
    let database = store.url.rsplit('/').next().unwrap();
    let through = PostgresAddress {
        url: format!("postgres://host@{}/{database}", proxy.address),
        ..store.clone()
    };
    let surroundings = Environment {
        wall_clock: WallClock::off_by(off),
        ..Environment::default()
    };
    let wrong = Within::start(&through, surroundings).await;
    let right = Within::start(&store, Environment::default()).await;
    let other = Within::start(&store, Environment::default()).await;

    let mut ada = Client::connect(&wrong.url(), "Ada").await.unwrap();
    let room = ada
        .create("goofspiel", |create| {
            create.settings.seats = Some(2);
            create.settings.private = true;
            create.settings.clocks.game = Some((GAME / 1000) as u32);
        })
        .await
        .unwrap();
    while ada.table().room().is_none() {
        ada.next().await.unwrap();
    }
    let invite = ada.table().room().and_then(|room| room.invite.clone()).unwrap();
    let mut ben = Client::connect(&right.url(), "Ben").await.unwrap();
    match ben.join(&room, None).await {
        Err(ClientError::Refused(refused)) => assert_eq!(refused.code, Code::NotInvited),
        other => panic!("{other:?}"),
    }
    ben.join(&room, Some(&invite)).await.unwrap();
    let mut cleo = Client::connect(&other.url(), "Cleo").await.unwrap();
    cleo.spectate(&room, Some(&invite)).await.unwrap();
    begin(&mut ada, &mut [&mut ben]).await;
    see(&mut cleo).await;
    play(&mut [&mut ada, &mut ben], 4).await;
    says_at_the_right_time(&mut ada, &mut ben).await;
    for client in [&mut ada, &mut ben, &mut cleo] {
        catch_up(client).await;
        has_time(client);
    }
    let seen = ben.table().seq().unwrap();
    // A host that gives a room up says goodbye, after which a client has no seat.
    let ways = [token_only(&ada), token_only(&ben)];

    // That host hears nothing of the database. What is chosen there is not acknowledged, and the room goes on elsewhere.
    proxy.weather(Weather::Lost);
    let mut rng = crate::seeded::generator(3);
    let chosen = match ada.choice_at_random(&mut rng).await {
        Ok(Some(choice)) => ada.choose(choice).await.map(drop),
        Ok(None) => panic!("both choose at once"),
        Err(error) => Err(error),
    };
    assert!(chosen.is_err(), "{chosen:?}");
    ben = comes_back(&right.url(), &ways[1]).await;
    ada = comes_back(&right.url(), &ways[0]).await;
    assert_eq!(ben.table().seq(), Some(seen));
    assert_eq!(
        ada.table().view().map(|view| view.seq),
        ben.table().view().map(|view| view.seq)
    );
    has_time(&ada);
    play(&mut [&mut ada, &mut ben], 4).await;

    // It joins the others again, and leads to the room.
    proxy.weather(Weather::Fair);
    proxy.cut();
    within_reason("joining again", wrong.until_ready(true)).await;
    let mut forged = token_only(&ben);
    forged.token = Token("0".repeat(32));
    turns_away(&wrong.url(), forged).await;
    ben = comes_back(&wrong.url(), &ways[1]).await;
    has_time(&ben);
    play(&mut [&mut ada, &mut ben], 2).await;

    // It takes the room of a host that has died.
    catch_up(&mut ben).await;
    let seen = ben.table().seq().unwrap();
    right.kill();
    ada = comes_back(&wrong.url(), &ways[0]).await;
    ben = comes_back(&other.url(), &ways[1]).await;
    let lease = "SELECT extract(epoch FROM s.lease_until - clock_timestamp())::float8 FROM cardable.rooms r \
         JOIN cardable.sessions s ON s.session = r.epoch";
    let lease: f64 = connect(&store.url)
        .await
        .query_one(lease, &[])
        .await
        .unwrap()
        .get(0);
    // It may have run out by now, but not for long: people are there.
    let is_of_database = (-60.0..=LEASE.as_secs_f64()).contains(&lease);
    assert!(is_of_database, "leases end by the database's clock: in {lease} s");
    assert_eq!((ada.table().seq(), ben.table().seq()), (Some(seen), Some(seen)));
    has_time(&ada);
    has_time(&ben);
    says_at_the_right_time(&mut ben, &mut ada).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());

    let told = "the clock of this machine is 3";
    let said = wrong.said();
    let lines: Vec<&str> = said.lines().filter(|line| line.contains(told)).collect();
    assert_eq!(lines.len(), 1, "{said}");
    assert!(
        lines[0].contains("WARN") && lines[0].contains(word),
        "{}",
        lines[0]
    );
    assert!(
        !other.said().contains("the clock of this machine"),
        "{}",
        other.said()
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_whose_clock_is_an_hour_ahead_does_no_harm() {
    let Some(cluster) = shared() else { return };
    is_played_beside(cluster, 3_600_000, " s ahead of the database's").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_whose_clock_is_an_hour_behind_does_no_harm() {
    let Some(cluster) = shared() else { return };
    is_played_beside(cluster, -3_600_000, " s behind the database's").await;
}
