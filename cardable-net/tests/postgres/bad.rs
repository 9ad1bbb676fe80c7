//! Databases and hosts that are not as they should be: nothing is lost, and the operator is told.

use crate::clients::{catch_up, come_back, sit_down};
use crate::cluster::{CUT, Cluster, connect, shared};
use crate::hosts::play;
use crate::kept::{ROOM, append};
use crate::storm::proxy::{Proxy, Target, Weather};
use crate::within::Within;
use cardable_net::Environment;
use cardable_net::client::ClientError;
use cardable_net::protocol::Code;
use cardable_net::store::{
    Announced, Diagnosis, MadeBy, PostgresAddress, PostgresLog, RoomId, RoomLog as _, SharedLog as _,
    Snapshot, StoreError,
};
use std::time::Duration;

/// Only so that a test that would never end does: nothing is decided by it.
const GUARD: Duration = Duration::from_secs(300);

/// The numbered files of tables, as every host has them.
const STEPS: [&str; 5] = [
    include_str!("../../src/store/postgres/0001.sql"),
    include_str!("../../src/store/postgres/0002.sql"),
    include_str!("../../src/store/postgres/0003.sql"),
    include_str!("../../src/store/postgres/0004.sql"),
    include_str!("../../src/store/postgres/0005.sql"),
];

/// What a host of an earlier version has written is there after its tables were brought up to date.
#[tokio::test]
async fn tables_of_every_earlier_version_are_brought_up_to_date() {
    let Some(cluster) = shared() else { return };
    let now = cluster.database().await;
    let log = PostgresLog::open(&now).await.unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    log.create(ROOM, epoch, b"about".to_vec()).await.unwrap();
    log.append(append(epoch, 0, &["a", "b"])).await.unwrap();
    let written = connect(&now.url).await;
    let version = written.query_one("SELECT version FROM cardable.version", &[]);
    assert_eq!(version.await.unwrap().get::<_, i32>(0) as usize, STEPS.len());
    for earlier in 1..STEPS.len() {
        let address = cluster.database().await;
        let beside = connect(&address.url).await;
        let made = format!(
            "CREATE SCHEMA cardable; CREATE TABLE cardable.version (version integer NOT NULL); \
             INSERT INTO cardable.version VALUES ({earlier}); {}",
            STEPS[..earlier].join("\n")
        );
        beside.batch_execute(&made).await.unwrap();
        for (table, columns) in [
            ("rooms", "room, epoch, next, link, writes"),
            ("abouts", "room, about, sum"),
            ("records", "room, place, record, link"),
        ] {
            // As texts, so that the test need not know the types.
            let read = format!("SELECT row_to_json(r)::text FROM (SELECT {columns} FROM cardable.{table}) r");
            for row in written.query(&read, &[]).await.unwrap() {
                let row: String = row.get(0);
                let write = format!(
                    "INSERT INTO cardable.{table} ({columns}) SELECT {columns} FROM \
                     json_populate_record(NULL::cardable.{table}, $1::text::json)"
                );
                beside.execute(&write, &[&row]).await.unwrap();
            }
        }
        let log = PostgresLog::open(&address).await.unwrap();
        let (epoch, claimed) = log.claim().await.unwrap();
        assert_eq!(claimed[0].about, b"about", "version {earlier}");
        assert_eq!(claimed[0].quarantine, None, "version {earlier}");
        assert_eq!(log.read(ROOM, 0).await.unwrap(), [b"a", b"b"]);
        log.append(append(epoch, 2, &["c"])).await.unwrap();
    }
}

/// A host that starts where each answer takes 5 s says why it does not, and has changed nothing.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_is_too_slow_is_named_and_left_as_it_is() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let proxy = Proxy::start(Target::Unix(cluster.socket())).await;
    let database = address.url.rsplit('/').next().unwrap();
    let slow = PostgresAddress {
        url: format!("postgres://host@{}/{database}", proxy.address),
        ..address.clone()
    };
    proxy.weather(Weather::Late(Duration::from_secs(5)));
    let opened = tokio::time::timeout(GUARD, PostgresLog::open(&slow)).await;
    let error = opened.expect("it ends").unwrap_err().to_string();
    assert!(error.contains(&proxy.address.to_string()), "{error}");
    assert!(error.contains("cannot be used"), "{error}");
    let beside = connect(&address.url).await;
    let is_there = "SELECT FROM pg_namespace WHERE nspname = 'cardable'";
    assert!(beside.query_opt(is_there, &[]).await.unwrap().is_none());
    // Once it is as it should be, the host starts.
    proxy.weather(Weather::Fair);
    PostgresLog::open(&slow).await.unwrap();
}

/// A server that was replaced, and comes back as if it were the primary still, gets no choices and gives no rooms.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_was_replaced_is_refused() {
    let Some(old) = Cluster::start() else { return };
    let address = old.database().await;
    let new = old.standby().await;
    let proxy = Proxy::start(Target::Unix(old.socket())).await;
    let database = address.url.rsplit('/').next().unwrap();
    let through = PostgresAddress {
        url: format!("postgres://host@{}/{database}", proxy.address),
        ..address
    };
    let log = PostgresLog::open(&through).await.unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    log.create(ROOM, epoch, Vec::new()).await.unwrap();
    log.append(append(epoch, 0, &["a"])).await.unwrap();
    tokio::task::block_in_place(|| new.promote());
    proxy.lead_to(Target::Unix(new.socket()));
    // The connection that was cut may be tried once.
    let appended = log.append(append(epoch, 1, &["b"])).await;
    assert_eq!(appended, Ok(()), "the new primary has all that was acknowledged");
    assert_eq!(log.read(ROOM, 0).await.unwrap(), [b"a", b"b"]);
    proxy.lead_to(Target::Unix(old.socket()));
    let refused = |answer: Result<(), StoreError>| match answer {
        Err(error) => error.to_string(),
        Ok(()) => panic!("the old server is taken for the primary"),
    };
    for error in [
        refused(log.append(append(epoch, 2, &["c"])).await),
        refused(log.read(ROOM, 0).await.map(drop)),
        refused(log.claim().await.map(drop)),
    ] {
        assert!(error.contains("a server that was replaced"), "{error}");
    }
    // A host that starts anew knows no timeline, so nothing of the old server was changed meanwhile.
    let beside = connect(&old.address(database)).await;
    let records = beside
        .query_one("SELECT count(*) FROM cardable.records", &[])
        .await
        .unwrap();
    assert_eq!(records.get::<_, i64>(0), 1);
    proxy.lead_to(Target::Unix(new.socket()));
    // What failed may have been written to the new server before the connection to it was cut.
    let records = log.read(ROOM, 0).await.unwrap();
    if records.len() == 2 {
        log.append(append(epoch, 2, &["c"])).await.unwrap();
    }
    assert_eq!(log.read(ROOM, 0).await.unwrap(), [b"a", b"b", b"c"]);
}

/// Two hosts under one name are told apart by their sessions: people play at both, and each host says what is wrong.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hosts_under_one_name_play_on_and_say_so() {
    let Some(cluster) = shared() else { return };
    let mut store = cluster.database().await;
    // Their rooms stay where they are, however busy the machine is.
    store.lease = Some(Duration::from_secs(5));
    let hosts = [
        Within::start(&store, Environment::default()).await,
        Within::start(&store, Environment::default()).await,
    ];
    let (mut ada, ben) = sit_down(&hosts[0].url(), "goofspiel").await;
    let mut ben = come_back(&hosts[1].url(), &ben).await;
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
    let both_say = async {
        for host in &hosts {
            while !host.said().contains("another host has the name of this one") {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        }
    };
    tokio::time::timeout(GUARD, both_say).await.expect("they say so");
}

/// What would lose choices if a server was lost is said when a host starts.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_says_what_its_database_does_not_promise() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await;
    let host = Within::start(&store, Environment::default()).await;
    let said = host.said();
    assert!(said.contains("no synchronous standby"), "{said}");
    // The servers of tests do not wait for the disk.
    assert!(said.contains("`fsync = off`"), "{said}");
}

/// A database that takes no writes any more refuses choices and loses none, and hosts go on when it does again.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_becomes_read_only_refuses_and_loses_nothing() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await;
    let database = store.url.rsplit('/').next().unwrap();
    let host = Within::start(&store, Environment::default()).await;
    let (mut ada, mut ben) = sit_down(&host.url(), "goofspiel").await;
    let chosen = play(&mut [&mut ada, &mut ben], 4).await as u64;
    let beside = connect(&store.url).await;
    let read_only = async |on: &str| {
        let set = format!("ALTER DATABASE {database} SET default_transaction_read_only = {on}");
        beside.batch_execute(&set).await.unwrap();
        beside.batch_execute(CUT).await.unwrap();
    };
    catch_up(&mut ada).await;
    read_only("on").await;
    tokio::time::timeout(GUARD, host.until_ready(false))
        .await
        .expect("it knows");
    // She may be there still, but nothing that she chooses is acknowledged.
    let mut rng = crate::seeded::generator(2);
    let chooses = async {
        let choice = ada.choice_at_random(&mut rng).await?.expect("her turn");
        ada.choose(choice).await
    };
    match chooses.await {
        Err(ClientError::Refused(refused)) => assert_eq!(refused.code, Code::Storage, "{}", refused.reason),
        Err(ClientError::Closed(_)) => {}
        other => panic!("{other:?}"),
    }
    read_only("off").await;
    tokio::time::timeout(GUARD, host.until_ready(true))
        .await
        .expect("it goes on");
    let mut ada = come_back(&host.url(), &ada).await;
    let mut ben = come_back(&host.url(), &ben).await;
    assert_eq!(ada.table().seq(), Some(chosen));
    play(&mut [&mut ada, &mut ben], usize::MAX).await;
    assert!(ada.is_over() && ben.is_over());
}

/// The connection is encrypted, and nobody is taken for the database who has no certificate for its name.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn the_database_must_be_who_it_says() {
    let made = |name: &str| rcgen::generate_simple_self_signed(vec![name.to_owned()]).unwrap();
    let (own, of_another) = (made("db.internal"), made("db.internal"));
    // An address of this machine that nothing else listens at.
    let [_, _, high, low] = std::process::id().to_be_bytes();
    let listen = format!("127.64.{high}.{}", low.max(1));
    let (certificate, key) = (own.cert.pem(), own.signing_key.serialize_pem());
    let Some(cluster) = Cluster::start_encrypted(&listen, &certificate, &key) else {
        return;
    };
    let socket = cluster.database().await.url;
    let database = socket.rsplit('/').next().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let (authority, other) = (
        folder.path().join("authority.pem"),
        folder.path().join("other.pem"),
    );
    std::fs::write(&authority, &certificate).unwrap();
    std::fs::write(&other, of_another.cert.pem()).unwrap();
    let at = |name: &str, certificates: Option<&std::path::PathBuf>| PostgresAddress {
        url: format!("postgres://host@{name}/{database}?hostaddr={listen}&sslmode=require"),
        certificates: certificates.cloned(),
        lease: None,
    };
    for (name, certificates) in [
        ("db.internal", Some(&other)),
        ("db.elsewhere", Some(&authority)),
        ("db.internal", None),
    ] {
        let error = PostgresLog::open(&at(name, certificates)).await.unwrap_err();
        assert!(
            error.to_string().contains("certificate"),
            "{name} {certificates:?}: {error}"
        );
    }
    let log = PostgresLog::open(&at("db.internal", Some(&authority)))
        .await
        .unwrap();
    let (epoch, _) = log.claim().await.unwrap();
    log.create(ROOM, epoch, Vec::new()).await.unwrap();
    log.append(append(epoch, 0, &["a"])).await.unwrap();
    let beside = connect(&socket).await;
    let encrypted = "SELECT count(*), bool_and(s.ssl) FROM pg_stat_ssl s JOIN pg_stat_activity a USING (pid) \
         WHERE a.application_name = 'cardable-host'";
    let row = beside.query_one(encrypted, &[]).await.unwrap();
    assert!(row.get::<_, i64>(0) > 0 && row.get::<_, bool>(1));
    // A server that does not encrypt is not used where the address insists on it.
    let proxy = Proxy::start(Target::Unix(cluster.socket())).await;
    let plain = PostgresAddress {
        url: format!("postgres://host@{}/{database}?sslmode=require", proxy.address),
        ..at("db.internal", Some(&authority))
    };
    let error = PostgresLog::open(&plain).await.unwrap_err();
    assert!(error.to_string().contains("TLS"), "{error}");
}

/// Whichever table is missing, the operator reads its name.
#[tokio::test]
async fn a_table_that_is_missing_is_named() {
    let Some(cluster) = shared() else { return };
    let written = cluster.database().await;
    drop(PostgresLog::open(&written).await.unwrap());
    let beside = connect(&written.url).await;
    let tables =
        "SELECT tablename::text FROM pg_tables WHERE schemaname = 'cardable' AND tablename <> 'version'";
    let tables = beside.query(tables, &[]).await.unwrap();
    assert!(tables.len() > 10);
    for table in tables.iter().map(|row| row.get::<_, String>(0)) {
        let mut address = cluster.database().await;
        // Nothing runs out while the test does.
        address.lease = Some(Duration::from_secs(600));
        let log = PostgresLog::open(&address).await.unwrap();
        let session = log.join(Announced::default()).await.unwrap().session;
        log.create(ROOM, session, Vec::new()).await.unwrap();
        let beside = connect(&address.url).await;
        beside
            .batch_execute(&format!("DROP TABLE cardable.{table}"))
            .await
            .unwrap();
        let by = MadeBy { person: 1, most: 1 };
        let snapshot = Snapshot {
            at: 0,
            bytes: Vec::new(),
        };
        let diagnosis = Diagnosis {
            room: ROOM,
            when: 0,
            kind: String::new(),
            detail: String::new(),
        };
        let answers = [
            log.create_by(RoomId(1), session, Vec::new(), by).await.map(drop),
            log.append(append(session, 0, &["a"])).await,
            log.keep_snapshot(ROOM, session, snapshot).await,
            log.keep_content(vec![([1; 32], Vec::new())]).await,
            log.quarantine(ROOM, session, "why".to_owned()).await,
            log.diagnose(diagnosis).await,
            log.changes(0).await.map(drop),
            log.take(ROOM, session).await.map(drop),
            log.share_spending(session, Vec::new(), Vec::new())
                .await
                .map(drop),
            log.remove(ROOM, session).await,
            log.renew(session, false).await.map(drop),
            log.join(Announced::default()).await.map(drop),
        ];
        let said = answers
            .iter()
            .filter_map(|answer| answer.as_ref().err().map(ToString::to_string));
        let wanted = format!("cardable.{table}");
        let mut names_it =
            said.filter(|said| said.contains("lacks what the host needs") && said.contains(&wanted));
        assert!(names_it.next().is_some(), "{table}: {answers:?}");
        log.close().await;
    }
}
