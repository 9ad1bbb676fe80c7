//! Several hosts on one database: whoever comes to any of them gets to his room.

use crate::clients::{begin, catch_up, come_back, sit_down};
use crate::cluster::shared;
use crate::programs::{Host, quick, steady};
use crate::storm::proxy::{Proxy, Target, Weather};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{ByeCode, Call, Clocks, Code, UndoRule};
use rustix::process::{Pid, Signal, kill_process};
use std::path::PathBuf;
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::Role;

/// Hosts on a database of their own.
struct Service {
    hosts: Vec<Host>,
    store: String,
    config: PathBuf,
    _folder: tempfile::TempDir,
}

impl Service {
    async fn start(many: usize) -> Option<Service> {
        Service::start_with(&quick(), many).await
    }

    /// Hosts that keep their leases on a machine that does nothing for them for seconds. Who comes waits longer until others
    /// know it.
    async fn start_steady(many: usize) -> Option<Service> {
        Service::start_with(&steady(), many).await
    }

    async fn start_with(settings: &str, many: usize) -> Option<Service> {
        let store = shared()?.database().await.url;
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("host.toml");
        std::fs::write(&config, settings).unwrap();
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
pub async fn play(persons: &mut [&mut Client], most: usize) -> usize {
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
    let Some(service) = Service::start_steady(3).await else {
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
    let Some(service) = Service::start_steady(2).await else {
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
    service.signal(1, Signal::TERM);
    let mut host = service.hosts.remove(1);
    tokio::task::block_in_place(|| host.child.wait()).unwrap();
    let mut ada = come_back(&service.url(0), &ada).await;
    let mut ben = come_back(&service.url(0), &ben).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

/// A planned stop gives the rooms away, however long the lease is.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rooms_of_a_host_that_stops_wait_for_no_lease() {
    let settings = quick().replace("lease = 1\n", "lease = 60\n");
    let Some(mut service) = Service::start_with(&settings, 2).await else {
        return;
    };
    let (mut ada, mut ben) = sit_down(&service.url(0), "goofspiel").await;
    let chosen = play(&mut [&mut ada, &mut ben], 4).await as u64;
    service.signal(0, Signal::TERM);
    let mut host = service.hosts.remove(0);
    tokio::task::block_in_place(|| host.child.wait()).unwrap();
    let mut ada = come_back(&service.url(0), &ada).await;
    let mut ben = come_back(&service.url(0), &ben).await;
    assert_eq!(ada.table().seq(), Some(chosen));
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_at_different_hosts_are_matched() {
    let Some(service) = Service::start_steady(2).await else {
        return;
    };
    let mut persons = Vec::new();
    for at in [0, 1] {
        let mut person = Client::connect(&service.url(at), "Somebody").await.unwrap();
        person.look_for_match("goofspiel", 2).await.unwrap();
        persons.push(person);
    }
    let [one, other] = &mut persons[..] else {
        panic!("two")
    };
    // A host that does not know the other one yet leads people there later.
    let both = async { tokio::join!(is_matched(one, "goofspiel"), is_matched(other, "goofspiel")) };
    let matched = tokio::time::timeout(LONGEST, both).await;
    assert!(matched.is_ok(), "they are not matched");
    assert_eq!(
        one.seated().map(|seated| &seated.room),
        other.seated().map(|seated| &seated.room)
    );
}

/// Only so that a test that would never end does: nothing is decided by it.
const LONGEST: Duration = Duration::from_secs(300);

/// Waits until there is a match, and comes again where the host asks for that. Tells how often it did.
async fn is_matched(person: &mut Client, ruleset: &str) -> usize {
    let mut moved = 0;
    while person.table().view().is_none() {
        match person.next().await {
            // Nobody is told anything while he waits.
            Ok(_) | Err(ClientError::Silent) => {}
            Err(ClientError::Closed(Some(bye))) => {
                assert_eq!(bye.why, ByeCode::Draining, "{}", bye.reason);
                person.reconnect().await.unwrap();
                person.look_for_match(ruleset, 2).await.unwrap();
                moved += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    moved
}

/// Waits until a host is ready, or is not.
async fn until_ready(host: &Host, wanted: bool) {
    let waits = async {
        while get(host, "/readyz").await.starts_with("HTTP/1.1 200") != wanted {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let became = tokio::time::timeout(LONGEST, waits).await;
    assert!(became.is_ok(), "ready: {wanted}");
}

/// With a new host some games are matched at that one: who waits already is led there.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn people_who_wait_are_matched_although_a_host_comes() {
    const GAMES: [&str; 6] = [
        "goofspiel",
        "crazy-eights",
        "gin-rummy",
        "rummy",
        "durak",
        "go-fish",
    ];
    let Some(mut service) = Service::start_steady(1).await else {
        return;
    };
    let mut waiting = Vec::new();
    for ruleset in GAMES {
        let mut person = Client::connect(&service.url(0), "Ada").await.unwrap();
        person.look_for_match(ruleset, 2).await.unwrap();
        waiting.push(person);
    }
    let another = service.another();
    service.hosts.push(another);
    let mut moved = 0;
    for (ruleset, ada) in GAMES.into_iter().zip(&mut waiting) {
        let mut ben = Client::connect(&service.url(1), "Ben").await.unwrap();
        ben.look_for_match(ruleset, 2).await.unwrap();
        let both = async { tokio::join!(is_matched(ada, ruleset), is_matched(&mut ben, ruleset)) };
        let matched = tokio::time::timeout(LONGEST, both).await;
        moved += matched
            .unwrap_or_else(|_| panic!("{ruleset}: nobody is matched"))
            .0;
        let room = |client: &Client| client.seated().map(|seated| seated.room.clone());
        assert_eq!(room(ada), room(&ben), "{ruleset}");
    }
    assert!(
        moved > 0,
        "no game is matched at the new host, so this shows nothing"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bots_clocks_and_undo_go_on_at_another_host() {
    let Some(mut service) = Service::start(3).await else {
        return;
    };
    let mut ada = Client::connect(&service.url(0), "Ada").await.unwrap();
    let room = ada
        .create("goofspiel", |create| {
            create.settings.seats = Some(3);
            create.settings.undo = UndoRule::Always;
            create.settings.clocks.game = Some(3600);
            create.bots = 1;
        })
        .await
        .unwrap();
    let mut ben = Client::connect(&service.url(1), "Ben").await.unwrap();
    ben.join(&room, None).await.unwrap();
    begin(&mut ada, &mut [&mut ben]).await;
    play(&mut [&mut ada, &mut ben], 4).await;
    for owner_is_gone in [false, true] {
        if owner_is_gone {
            service.hosts.remove(0).kill();
            ada = come_back(&service.url(1), &ada).await;
            ben = come_back(&service.url(0), &ben).await;
            play(&mut [&mut ada, &mut ben], 2).await;
        }
        assert!(*ada.table().clocks() != Clocks::default());
        assert!(*ben.table().clocks() != Clocks::default());
        // One asks at the one host, the other agrees at the other. Who asks while the bot chooses asks again.
        let mut before = ben.table().seq();
        let mut agreed = false;
        for _ in 0..10 {
            catch_up(&mut ben).await;
            before = ben.table().seq();
            ben.call(Call::AskUndo {}).await.unwrap();
            catch_up(&mut ada).await;
            if ada.table().room().and_then(|room| room.undo).is_none() {
                continue;
            }
            agreed = match ada.call(Call::AnswerUndo { agree: true }).await {
                Ok(_) => true,
                Err(ClientError::Refused(refused)) if refused.code == Code::NotNow => false,
                Err(error) => panic!("{error}"),
            };
            if agreed {
                break;
            }
        }
        assert!(agreed, "{owner_is_gone}");
        catch_up(&mut ben).await;
        assert_ne!(ben.table().seq(), before, "{owner_is_gone}");
    }
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

/// Somebody at the port of links who does not know the key gets nothing, and disturbs nobody.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_know_the_key_opens_no_session() {
    let Some(service) = Service::start_steady(2).await else {
        return;
    };
    let beside = crate::cluster::connect(&service.store).await;
    let links = "SELECT link FROM cardable.sessions ORDER BY session";
    let links = beside.query(links, &[]).await.unwrap();
    let link: String = links.first().unwrap().get(0);
    let hello = r#"{"version":1,"session":2,"drawn":[DRAWN]}"#.replace("DRAWN", &["7"; 32].join(","));
    let proof = r#"{"proof":[PROOF]}"#.replace("PROOF", &["0"; 32].join(","));
    let passport = r#"o{"address":"127.0.0.1","binary":false,"name":"Eve","greeted":true,"watches":true}"#;
    let open = Message::binary([&1_u32.to_le_bytes()[..], passport.as_bytes()].concat());
    for said in [
        vec![Message::text(hello), Message::text(proof), open.clone()],
        vec![open],
        vec![Message::text("{}")],
    ] {
        let stream = TcpStream::connect(&link).await.unwrap();
        let mut socket = WebSocketStream::from_raw_socket(stream, Role::Client, None).await;
        for message in said {
            // It may be closed already.
            let _ = futures_util::SinkExt::send(&mut socket, message).await;
        }
        while let Some(Ok(heard)) = futures_util::StreamExt::next(&mut socket).await {
            assert!(!heard.is_binary(), "no session answers: {heard:?}");
        }
    }
    let metrics = get(&service.hosts[0], "/metrics").await;
    let told = metrics
        .lines()
        .find(|line| line.contains("turned_away") && line.contains("link"));
    assert_eq!(
        told.and_then(|line| line.rsplit(' ').next()),
        Some("3"),
        "{metrics}"
    );
    let (mut ada, ben) = sit_down(&service.url(0), "goofspiel").await;
    let mut ben = come_back(&service.url(1), &ben).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
}

/// What a database refuses because its disk is full, or does not answer in time, is refused to the person, and can be done
/// once the database works again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_full_refuses_and_loses_nothing() {
    let Some(service) = Service::start(1).await else {
        return;
    };
    let (mut ada, mut ben) = sit_down(&service.url(0), "goofspiel").await;
    let chosen = play(&mut [&mut ada, &mut ben], 4).await as u64;
    let beside = crate::cluster::connect(&service.store).await;
    beside
        .batch_execute(
            "CREATE FUNCTION cardable.full() RETURNS trigger LANGUAGE plpgsql AS \
             $$ BEGIN RAISE EXCEPTION 'no space left' USING ERRCODE = 'disk_full'; END $$; \
             CREATE TRIGGER no_space BEFORE INSERT ON cardable.records \
             FOR EACH STATEMENT EXECUTE FUNCTION cardable.full()",
        )
        .await
        .unwrap();
    catch_up(&mut ada).await;
    let mut rng = crate::seeded::generator(2);
    let choice = ada.choice_at_random(&mut rng).await.unwrap().expect("her turn");
    match ada.choose(choice.clone()).await {
        Err(ClientError::Refused(refused)) => assert_eq!(refused.code, Code::Storage, "{}", refused.reason),
        other => panic!("{other:?}"),
    }
    beside
        .batch_execute("DROP TRIGGER no_space ON cardable.records")
        .await
        .unwrap();
    let mut ada = come_back(&service.url(0), &ada).await;
    let mut ben = come_back(&service.url(0), &ben).await;
    assert_eq!(ada.table().seq(), Some(chosen));
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

/// A host whose database answers too late gives its rooms up, and goes on once the answers come in time again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_goes_on_after_its_database_was_slow() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await.url;
    let proxy = Proxy::start(Target::Unix(cluster.socket())).await;
    let database = store.rsplit('/').next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("host.toml");
    std::fs::write(&config, quick()).unwrap();
    let host = Host::start(&format!("postgres://host@{}/{database}", proxy.address), &config);
    let (mut ada, mut ben) = sit_down(&host.url(), "goofspiel").await;
    let chosen = play(&mut [&mut ada, &mut ben], 4).await as u64;
    // Longer than the lease.
    proxy.weather(Weather::Late(Duration::from_secs(2)));
    until_ready(&host, false).await;
    proxy.weather(Weather::Fair);
    until_ready(&host, true).await;
    let mut ada = come_back(&host.url(), &ada).await;
    let mut ben = come_back(&host.url(), &ben).await;
    assert_eq!(ada.table().seq(), Some(chosen));
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

/// A host has what belongs to the room of another one, though it does not offer that game itself.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_finds_the_pictures_and_words_of_a_room_at_every_host() {
    let Some(mut service) = Service::start_steady(1).await else {
        return;
    };
    let games = service.config.with_file_name("games");
    let mine = games.join("mine");
    std::fs::create_dir_all(&mine).unwrap();
    let shipped = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../rulesets/goofspiel");
    for file in std::fs::read_dir(shipped).unwrap() {
        let file = file.unwrap();
        if file.path().is_file() {
            std::fs::copy(file.path(), mine.join(file.file_name())).unwrap();
        }
    }
    let ruleset = mine.join("ruleset.json");
    let text = std::fs::read_to_string(&ruleset).unwrap();
    std::fs::write(&ruleset, text.replace("Goofspiel", "Goofspiel of mine")).unwrap();
    let config = service.config.with_file_name("with-games.toml");
    std::fs::write(&config, format!("rulesets = [{games:?}]\n{}", steady())).unwrap();
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
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    begin(&mut ada, &mut [&mut ben]).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
}
