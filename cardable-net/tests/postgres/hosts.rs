//! Several hosts on one database: whoever comes to any of them gets to his room.

use crate::clients::{begin, catch_up, come_back, sit_down};
use crate::cluster::shared;
use crate::programs::{Host, quick};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::Call;
use rustix::process::{Pid, Signal, kill_process};
use std::path::PathBuf;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

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

/// What a host answers to a request for a page.
async fn get(host: &Host, path: &str) -> String {
    let address = host.url().replace("ws://", "").replace("/ws", "");
    let mut stream = TcpStream::connect(&address).await.unwrap();
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    String::from_utf8_lossy(&answer).into_owned()
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
    // A planned stop gives the rooms away, however long the lease is.
    service.signal(1, Signal::TERM);
    let mut host = service.hosts.remove(1);
    tokio::task::block_in_place(|| host.child.wait()).unwrap();
    let mut ada = come_back(&service.url(0), &ada).await;
    let mut ben = come_back(&service.url(0), &ben).await;
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

/// A host has what belongs to the room of another one, though it does not offer that game itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_finds_the_pictures_and_words_of_a_room_at_every_host() {
    let Some(mut service) = Service::start(1).await else {
        return;
    };
    let games = service.config.with_file_name("games");
    let mine = games.join("mine");
    std::fs::create_dir_all(&mine).unwrap();
    let shipped = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rulesets/goofspiel");
    for file in std::fs::read_dir(shipped).unwrap() {
        let file = file.unwrap();
        std::fs::copy(file.path(), mine.join(file.file_name())).unwrap();
    }
    let ruleset = mine.join("ruleset.json");
    let text = std::fs::read_to_string(&ruleset).unwrap();
    std::fs::write(&ruleset, text.replace("Goofspiel", "Goofspiel of mine")).unwrap();
    let config = service.config.with_file_name("with-games.toml");
    std::fs::write(&config, format!("rulesets = [{games:?}]\n{}", quick())).unwrap();
    let offers = Host::start(&service.store, &config);
    service.hosts.push(offers);

    let mut ada = Client::connect(&service.url(1), "Ada").await.unwrap();
    let entry = ada.welcome().rulesets.iter().find(|entry| entry.name == "mine");
    let page = format!("/content/{}", entry.expect("it is offered").table.0);
    assert!(
        get(&service.hosts[0], &page).await.starts_with("HTTP/1.1 404"),
        "no room has it yet"
    );
    let room = ada
        .create("mine", |create| create.settings.seats = Some(2))
        .await
        .unwrap();
    let mut ben = Client::connect(&service.url(0), "Ben").await.unwrap();
    ben.join(&room, None).await.unwrap();
    // The list is read once a second.
    while !get(&service.hosts[0], &page).await.starts_with("HTTP/1.1 200") {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    begin(&mut ada, &mut [&mut ben]).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
}
