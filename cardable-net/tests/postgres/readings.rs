//! Hosts that read the same rules otherwise, as the old and the new ones of an upgrade may.

use crate::cluster::shared;
use crate::seeded::seed;
use cardable_core::Choice;
use cardable_core::content::MemoryFiles;
use cardable_core::ids::ActionId;
use cardable_core::testing::{Hands, RustScripts};
use cardable_core::value::Value;
use cardable_engine::script::Crossed;
use cardable_net::Entropy;
use cardable_net::library::Library;
use cardable_net::lobby::{Attachment, RoomLimits, Rooms, Seated, Who};
use cardable_net::protocol::Message;
use cardable_net::room::{Command, Inbox, NewRoom, Refused, outbox};
use cardable_net::store::{PostgresAddress, PostgresLog};
use cardable_net::wire::{Encoded, Format};
use std::sync::Arc;
use std::time::Duration;

/// Somebody goes as long as a function allows it.
const GOING: &str = r#"{
    cardset: { set_name: "s", cards: [{ card_name: "A", card_id: 0 }] },
    deck: { deck_name: "d", cardset: "s", content: [{ card: 0, copies: 2 }] },
    ruleset: {
        ruleset_name: "Going", min_players: 1, max_players: 1, script: ["may_go"],
        game_area: { shared_zones: [{ name: "deck", zone_visibility: "none" }] },
        game_state: { state_name: "play", state_type: "round_robin", actions: [
            { action_name: "go", type: "button", condition: { function: "may_go" }, primitives: "add_score($player, 1)" },
            { action_name: "end", type: "button", primitives: "end_game(all)" },
        ] },
    },
}"#;

fn yes(_: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    Ok(Value::Bool(true))
}

fn no(_: &mut Hands<'_>, _: &[Value]) -> Crossed<Value> {
    Ok(Value::Bool(false))
}

static OLD: RustScripts = RustScripts {
    functions: &[("may_go", yes)],
};

/// It reads the rules, and what was done is not legal.
static STRICTER: RustScripts = RustScripts {
    functions: &[("may_go", no)],
};

/// It cannot read the rules at all.
static WITHOUT: RustScripts = RustScripts { functions: &[] };

async fn host(address: &PostgresAddress, scripts: &'static RustScripts) -> Rooms {
    let mut files = MemoryFiles::new();
    files.add("going/ruleset.json", GOING).unwrap();
    let library = Library::of_files_with_scripts(files, Vec::new(), scripts);
    let limits = RoomLimits {
        seed_parts: 0,
        ..RoomLimits::default()
    };
    let log = Arc::new(PostgresLog::open(address).await.unwrap());
    Rooms::open(log, library, limits, Entropy::seeded(seed()))
        .await
        .unwrap()
}

async fn attach(rooms: &Rooms, seated: &Seated) -> Result<(Attachment, Inbox), Refused> {
    let (out, inbox) = outbox(64, Format::Json);
    let who = Who::Seat {
        token: seated.token.clone(),
        seen: None,
    };
    Ok((rooms.attach(seated.room, who, out).await?, inbox))
}

/// The number of choices in the next view of the game.
async fn seq(inbox: &mut Inbox) -> u64 {
    loop {
        let Encoded::Text(told) = inbox.next().await.unwrap().unwrap() else {
            panic!("this line speaks JSON");
        };
        if let Message::View(view) = serde_json::from_str(told.as_str()).unwrap() {
            return view.seq;
        }
    }
}

async fn go(to: &Attachment) {
    let choice = Choice::act(ActionId(0));
    to.send(Command::Choose { choice, seen: None }).await.unwrap();
}

/// The number of the session in which a host was told to go elsewhere.
fn elsewhere<T>(asked: Result<T, Refused>) -> u64 {
    match asked {
        Err(Refused::Elsewhere { session, .. }) => session,
        Err(refused) => panic!("{refused:?}"),
        Ok(_) => panic!("it is there"),
    }
}

/// Hosts do not ask for each other more often than every so many milliseconds.
async fn hear_that_it_is_gone(host: &Rooms, session: u64) {
    while host.sessions().contains(&session) {
        host.look_at_hosts().await;
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn a_host_leaves_a_room_that_it_cannot_bring_back_to_one_that_can() {
    let Some(cluster) = shared() else { return };
    for (new, sets_aside) in [(&WITHOUT, true), (&STRICTER, false)] {
        let mut address = cluster.database().await;
        // Nothing runs out while the test does.
        address.lease = Some(Duration::from_secs(600));
        let (one, two, three) = (
            host(&address, &OLD).await,
            host(&address, &OLD).await,
            host(&address, new).await,
        );
        let ada = one.create(NewRoom::of("going", 1), "Ada").await.unwrap();
        let (at_one, mut inbox) = attach(&one, &ada).await.unwrap();
        at_one.send(Command::Start).await.unwrap();
        assert_eq!(seq(&mut inbox).await, 0);
        go(&at_one).await;
        drop(at_one);
        assert!(one.drain(Duration::from_secs(60)).await);

        // Each time it comes to the new host, it goes on at the old one.
        let mut of_two = None;
        for gone in 1..3 {
            let session = elsewhere(attach(&three, &ada).await);
            assert_eq!(session, *of_two.get_or_insert(session));
            let (at_two, mut inbox) = attach(&two, &ada).await.unwrap();
            assert_eq!(seq(&mut inbox).await, gone);
            go(&at_two).await;
        }
        // A host that starts meanwhile may be told of it before it has tried.
        let four = host(&address, new).await;
        assert_eq!(Some(elsewhere(attach(&four, &ada).await)), of_two);

        // Where nobody is left who can, the new hosts have it.
        assert!(two.drain(Duration::from_secs(60)).await);
        for host in [&three, &four] {
            hear_that_it_is_gone(host, of_two.unwrap()).await;
        }
        let session = elsewhere(attach(&three, &ada).await);
        assert_ne!(Some(session), of_two, "the other one has not tried");
        let tried = attach(&four, &ada).await;
        if sets_aside {
            assert_eq!(tried.err(), Some(Refused::Quarantined));
        } else {
            tried.expect("it is suspended, and can be looked at");
        }

        // Nothing is lost by that: an old host that comes back goes on with it, once the operator says so.
        assert!(four.drain(Duration::from_secs(60)).await);
        let five = host(&address, &OLD).await;
        if sets_aside {
            assert_eq!(attach(&five, &ada).await.err(), Some(Refused::Quarantined));
            five.release(ada.room).await.unwrap();
        }
        let (at_five, mut inbox) = attach(&five, &ada).await.unwrap();
        assert_eq!(seq(&mut inbox).await, 3);
        go(&at_five).await;
    }
}
