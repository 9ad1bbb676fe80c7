//! Several hosts on one database: whoever comes to any of them gets to his room.

use crate::clients::{begin, catch_up, come_back, sit_down};
use crate::cluster::shared;
use crate::programs::{Host, quick};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::Call;
use rustix::process::{Pid, Signal, kill_process};
use std::path::PathBuf;

/// Hosts on a database of their own.
struct Service {
    hosts: Vec<Host>,
    store: String,
    config: PathBuf,
    _folder: tempfile::TempDir,
}

impl Service {
    async fn start(many: usize) -> Option<Service> {
        let store = shared()?.database().await.url;
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("host.toml");
        std::fs::write(&config, quick()).unwrap();
        let mut service = Service {
            hosts: Vec::new(),
            store,
            config,
            _folder: folder,
        };
        for _ in 0..many {
            service.hosts.push(service.another());
        }
        Some(service)
    }

    fn another(&self) -> Host {
        Host::start(&self.store, &self.config)
    }

    fn url(&self, at: usize) -> String {
        self.hosts[at].url()
    }

    fn signal(&self, at: usize, signal: Signal) {
        let pid = Pid::from_child(&self.hosts[at].child);
        kill_process(pid, signal).unwrap();
    }
}

/// Plays until the game is over or so many choices were made, each person at his own host.
async fn play(persons: &mut [&mut Client], most: usize) -> usize {
    let mut rng = crate::seeded::generator(1);
    let mut chosen = 0;
    while chosen < most && persons.iter().any(|client| !client.is_over()) {
        for client in &mut *persons {
            catch_up(client).await;
            if client.table().decision().is_some() && chosen < most {
                client.play_at_random(&mut rng).await.unwrap();
                chosen += 1;
            }
        }
    }
    chosen
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_is_played_over_three_hosts() {
    let Some(service) = Service::start(3).await else {
        return;
    };
    let mut ada = Client::connect(&service.url(0), "Ada").await.unwrap();
    let room = ada
        .create("goofspiel", |create| create.settings.seats = Some(2))
        .await
        .unwrap();
    // The second host may not have heard of the room yet.
    let mut ben = Client::connect(&service.url(1), "Ben").await.unwrap();
    ben.join(&room, None).await.unwrap();
    let mut cleo = Client::connect(&service.url(2), "Cleo").await.unwrap();
    cleo.spectate(&room, None).await.unwrap();
    begin(&mut ada, &mut [&mut ben]).await;
    ben.call(Call::Chat {
        text: "hello".to_owned(),
    })
    .await
    .unwrap();
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    while !cleo.is_over() {
        cleo.next().await.unwrap();
    }
    let status = |client: &Client| client.table().view().map(|view| view.status.clone());
    assert_eq!(ada.table().seq(), ben.table().seq());
    assert_eq!(ada.table().seq(), cleo.table().seq());
    assert!(status(&ben).is_some());
    // From there it goes on to the lobby, and to rooms of its own.
    ben.leave().await.unwrap();
    ben.call(Call::Rooms { watch: true }).await.unwrap();
    let other = ben
        .create("goofspiel", |create| create.settings.seats = Some(2))
        .await
        .unwrap();
    assert_ne!(other, room);
    ada.leave().await.unwrap();
    ada.join(&other, None).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn private_rooms_are_found_by_their_code_at_every_host() {
    let Some(service) = Service::start(2).await else {
        return;
    };
    let mut ada = Client::connect(&service.url(0), "Ada").await.unwrap();
    let room = ada
        .create("goofspiel", |create| {
            create.settings.seats = Some(2);
            create.settings.private = true;
        })
        .await
        .unwrap();
    while ada.table().room().is_none() {
        ada.next().await.unwrap();
    }
    let invite = ada
        .table()
        .room()
        .and_then(|room| room.invite.clone())
        .expect("a code");
    let mut ben = Client::connect(&service.url(1), "Ben").await.unwrap();
    assert!(matches!(
        ben.join(&room, Some("wrong")).await,
        Err(ClientError::Refused(_))
    ));
    ben.join(&room, Some(&invite)).await.unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_goes_on_when_its_host_is_killed() {
    let Some(mut service) = Service::start(3).await else {
        return;
    };
    let (mut ada, ben) = sit_down(&service.url(0), "goofspiel").await;
    let mut ben = come_back(&service.url(1), &ben).await;
    let chosen = play(&mut [&mut ada, &mut ben], 6).await as u64;
    service.hosts.remove(0).kill();
    ada = come_back(&service.url(0), &ada).await;
    ben = come_back(&service.url(1), &ben).await;
    assert!(
        ada.table().seq().unwrap_or(0) >= chosen,
        "what was acknowledged is there"
    );
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_room_goes_on_when_its_host_stops_or_sleeps() {
    let Some(mut service) = Service::start(2).await else {
        return;
    };
    let (mut ada, mut ben) = sit_down(&service.url(0), "goofspiel").await;
    play(&mut [&mut ada, &mut ben], 4).await;
    // While the host sleeps, its rooms are taken.
    service.signal(0, Signal::STOP);
    let mut ada = come_back(&service.url(1), &ada).await;
    service.signal(0, Signal::CONT);
    // It wakes, knows that its time is over, and leads to the other one.
    let mut ben = come_back(&service.url(0), &ben).await;
    let chosen = play(&mut [&mut ada, &mut ben], 4).await as u64;
    catch_up(&mut ada).await;
    assert!(ada.table().seq().unwrap_or(0) >= chosen + 4);
    // A planned stop gives the rooms away at once.
    service.signal(1, Signal::TERM);
    let host = service.hosts.remove(1);
    let mut ada = come_back(&service.url(0), &ada).await;
    let mut ben = come_back(&service.url(0), &ben).await;
    drop(host);
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_different_hosts_are_matched() {
    let Some(service) = Service::start(2).await else {
        return;
    };
    let mut persons = Vec::new();
    for at in [0, 1] {
        let mut person = Client::connect(&service.url(at), "Somebody").await.unwrap();
        person.look_for_match("goofspiel", 2).await.unwrap();
        persons.push(person);
    }
    for person in &mut persons {
        crate::clients::see(person).await;
    }
    let [one, other] = &mut persons[..] else {
        panic!("two")
    };
    assert_eq!(
        one.seated().map(|seated| &seated.room),
        other.seated().map(|seated| &seated.room)
    );
}
