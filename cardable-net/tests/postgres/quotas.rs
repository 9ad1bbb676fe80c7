//! How many rooms somebody may have made counts over all hosts.

use crate::cluster::{connect, shared};
use crate::programs::{Host, quick};
use crate::rates::Person;
use cardable_net::store::{
    Announced, Creation, MadeBy, PostgresLog, RoomId, RoomLog as _, SharedLog as _, StoreError,
};
use futures_util::future::join_all;
use serde_json::{Value, json};
use std::time::Duration;

/// However many are made at once, and wherever, there are never more than there may be.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_rooms_that_are_made_at_once_no_more_are_made_than_may_be() {
    const MOST: usize = 4;
    let Some(cluster) = shared() else { return };
    // What the database takes for usual must not matter.
    for usual in ["read committed", "repeatable read"] {
        let mut address = cluster.database().await;
        // Nothing runs out while the test does.
        address.lease = Some(Duration::from_secs(600));
        let beside = connect(&address.url).await;
        let database: String = beside
            .query_one("SELECT current_database()", &[])
            .await
            .unwrap()
            .get(0);
        let set = format!("ALTER DATABASE {database} SET default_transaction_isolation = '{usual}'");
        beside.batch_execute(&set).await.unwrap();
        let mut hosts = Vec::new();
        for _ in 0..3 {
            let log = PostgresLog::open(&address).await.unwrap();
            let session = log.join(Announced::default()).await.unwrap().session;
            hosts.push((log, session));
        }
        // Two persons whose numbers share a lock.
        let (ada, ben) = (1_u64 << 32 | 2, 2_u64 << 32 | 1);
        let makes = async |number: u64, person: u64| {
            let (log, session) = &hosts[number as usize % hosts.len()];
            let by = MadeBy { person, most: MOST };
            log.create_by(RoomId(number), *session, b"about".to_vec(), by)
                .await
                .unwrap()
        };
        for round in 0..8 {
            let first = 100 * (round + 1);
            let made = join_all((first..first + 12).map(|number| makes(number, ada))).await;
            let numbers = (first..).zip(&made);
            let there: Vec<u64> = numbers
                .filter(|(_, made)| **made == Creation::Made)
                .map(|(number, _)| number)
                .collect();
            assert_eq!(there.len(), MOST, "{usual}, round {round}");
            assert!(
                made.iter()
                    .all(|made| matches!(made, Creation::Made | Creation::TooMany(MOST)))
            );
            assert_eq!(makes(first + 50, ben).await, Creation::Made);
            // A room that was not made does not stand in the way of another one.
            let refused = (first..first + 12)
                .find(|number| !there.contains(number))
                .unwrap();
            let (log, session) = &hosts[0];
            log.create(RoomId(refused), *session, Vec::new()).await.unwrap();
            assert_eq!(
                log.create(RoomId(there[0]), *session, Vec::new()).await,
                Err(StoreError::NoRoom)
            );
            // What is gone counts no longer, although a host of an earlier version has removed it.
            let (log, session) = &hosts[there[0] as usize % hosts.len()];
            log.remove(RoomId(there[0]), *session).await.unwrap();
            assert_eq!(makes(first + 60, ada).await, Creation::Made);
            assert_eq!(makes(first + 61, ada).await, Creation::TooMany(MOST));
            beside.batch_execute("DELETE FROM cardable.rooms").await.unwrap();
        }
        // Such rows are left behind for no longer than until a host comes.
        hosts[0].0.join(Announced::default()).await.unwrap();
        let left: i64 = beside
            .query_one("SELECT count(*) FROM cardable.makers", &[])
            .await
            .unwrap()
            .get(0);
        assert_eq!(left, 0);
    }
}

async fn create(person: &mut Person) -> Result<Value, String> {
    let create = json!({"create": {"ruleset": "goofspiel", "settings": {"seats": 2}}});
    let seated = person.ask(create).await?["seated"].clone();
    // The seat is kept, and so is the room.
    person.ask(json!({"step_out": {}})).await.unwrap();
    Ok(seated)
}

/// Who makes rooms at the host that he is at, and at others that he was led to, may make no more than at one.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_goes_from_host_to_host_makes_no_more_rooms() {
    let Some(cluster) = shared() else { return };
    let store = cluster.database().await.url;
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("host.toml");
    // A host that loses its lease would make rooms as another one.
    let settings = quick().replace("lease = 1\n", "lease = 60\n");
    std::fs::write(&config, settings + "rooms_per_person = 2\n").unwrap();
    let hosts: Vec<Host> = (0..3).map(|_| Host::start(&store, &config)).collect();
    let mut away = Vec::new();
    for host in &hosts[1..] {
        let mut other = Person::come(host, "127.0.0.1").await;
        away.push(create(&mut other).await.unwrap()["room"].clone());
    }
    let mut person = Person::come(&hosts[0], "127.0.0.1").await;
    let go_to = async |person: &mut Person, room: &Value| {
        person.ask(json!({"spectate": {"room": room}})).await.unwrap();
        person.ask(json!({"step_out": {}})).await.unwrap();
    };
    let first = create(&mut person).await.unwrap();
    go_to(&mut person, &away[0]).await;
    create(&mut person).await.unwrap();
    go_to(&mut person, &away[1]).await;
    assert_eq!(create(&mut person).await, Err("full".to_owned()));
    let beside = connect(&store).await;
    let made = "SELECT count(*), count(DISTINCT r.epoch) FROM cardable.makers m JOIN cardable.rooms r USING (room) \
         GROUP BY m.person ORDER BY 1 DESC LIMIT 1";
    let made = beside.query_one(made, &[]).await.unwrap();
    assert_eq!(
        (made.get::<_, i64>(0), made.get::<_, i64>(1)),
        (2, 2),
        "rooms and hosts"
    );
    // Another one may, and so may this one when a room is gone.
    let mut other = Person::come(&hosts[0], "127.0.0.1").await;
    create(&mut other).await.unwrap();
    let resume = json!({"resume": {"room": first["room"], "token": first["token"]}});
    person.ask(resume).await.unwrap();
    person.ask(json!({"leave": {}})).await.unwrap();
    // He is answered before the room is removed.
    while let Err(code) = create(&mut person).await {
        assert_eq!(code, "full");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(create(&mut person).await, Err("full".to_owned()));
}
