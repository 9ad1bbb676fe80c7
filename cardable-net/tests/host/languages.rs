//! Everybody reads a game in a language of their own.

use crate::replayed::Replayed;
use crate::support::{TestHost, begin, catch_up};
use cardable_core::{Choice, Language, NotApplied, Picks, Ruleset};
use cardable_net::client::Client;
use cardable_net::library::Library;
use cardable_net::protocol::{Call, Code, Done, Message, RulesetEntry};
use cardable_net::store::RoomLog as _;
use cardable_net::wire;

const GAME: &str = "hearts";

fn entry(client: &Client) -> RulesetEntry {
    let mut entries = client.welcome().rulesets.iter();
    entries
        .find(|entry| entry.name == GAME)
        .expect("it is there")
        .clone()
}

/// What a client is told of the game before it plays: the entry of the lobby, the table's information and the instructions.
async fn is_told_of_the_game(host: &TestHost, client: &mut Client, ruleset: &Ruleset, rules: &str) {
    let entry = entry(client);
    let info = ruleset.info();
    assert_eq!((&entry.title, &entry.profile), (&info.name, &info.profile));
    let hash = entry.hash.clone();
    match client.call(Call::Table { ruleset: entry.hash }).await {
        Ok(Done::Table(told)) => assert_eq!(*told, info),
        other => panic!("{other:?}"),
    }
    let (status, _, table) = host.get(&format!("/content/{}", entry.table.0)).await;
    assert_eq!((status, table), (200, serde_json::to_vec(&info).expect("JSON")));
    let mut content = client.welcome().content.iter();
    let item = content.find(|item| item.ruleset == hash && item.path.ends_with("RULES.md"));
    let (status, _, text) = host
        .get(&format!("/content/{}", item.expect("rules").hash.0))
        .await;
    assert_eq!((status, String::from_utf8(text).as_deref()), (200, Ok(rules)));
}

/// The lines that a client has been told so far, and has not read yet.
fn story(client: &mut Client) -> Vec<String> {
    let mut lines = Vec::new();
    while let Some(message) = client.received() {
        let told = match message {
            Message::View(table) => table.beginning.map(|beginning| beginning.story),
            Message::Events(happened) => Some(happened.story),
            _ => None,
        };
        lines.extend(told.into_iter().flatten().map(|line| line.to_string()));
    }
    lines
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_reads_a_game_in_a_language_of_their_own() {
    let host = TestHost::start().await;
    let library = Library::shipped();
    let english = library.edition(GAME).expect("it is shipped").ruleset.clone();
    let german = english.in_language(Language::German);
    assert_eq!(german.language(), Language::German);
    let game = cardable_rulesets::game(GAME).expect("it is shipped");
    let rules = |language| game.rules_in(language);

    let mut ada = Client::connect_in(&host.url(), "Ada", Language::German)
        .await
        .expect("she gets in");
    let mut ben = host.client("Ben").await;
    let mut eve = Client::connect_in(&host.url(), "Eve", Language::German)
        .await
        .expect("she gets in");
    is_told_of_the_game(&host, &mut ada, &german, rules(Language::German)).await;
    is_told_of_the_game(&host, &mut ben, &english, rules(Language::English)).await;

    let room = ada
        .create(GAME, |create| create.settings.seats = Some(4))
        .await
        .expect("a room");
    let mut others = Vec::new();
    for name in ["Cleo", "Dora"] {
        let mut client = host.client(name).await;
        client.join(&room, None).await.expect("a seat");
        others.push(client);
    }
    ben.join(&room, None).await.expect("a seat");
    let [cleo, dora] = others.as_mut_slice() else {
        panic!("two more")
    };
    begin(&mut ada, &mut [&mut ben, cleo, dora]).await;
    eve.spectate(&room, None).await.expect("she may watch");

    let mut rng = crate::seeded::generator(8);
    let mut refused = 0;
    for _ in 0..20 {
        for client in [&mut ada, &mut ben, cleo, dora] {
            if client.table().decision().is_some() {
                client.play_at_random(&mut rng).await.expect("it is played");
            }
        }
        let id = wire::room_named(&room).expect("a room");
        let records = host.log.read(id, 0).await.expect("the room's log");
        for (client, ruleset) in [(&mut ada, &german), (&mut ben, &english)] {
            catch_up(client).await;
            let replayed = Replayed::new(ruleset, &records);
            let mut now = replayed.table(replayed.last()).clone();
            let seat = client.seated().expect("a seat").seat;
            let decision = now
                .decision(seat)
                .map(|decision| decision.to_decision().without_names());
            assert_eq!(client.table().decision(), decision.as_ref());
            for (action, ..) in ruleset.actions() {
                let choice = Choice::Act {
                    action,
                    picks: Picks::default(),
                };
                let Err(NotApplied::Refused(refusal)) = now.submit(seat, &choice) else {
                    break;
                };
                let error = client.choose(choice).await.expect_err("the rules refuse it");
                let told = error.refused().expect("a refusal");
                assert_eq!((told.code, told.rules.as_ref()), (Code::Rules, Some(&refusal)));
                refused += 1;
            }
        }
    }
    assert!(refused > 20);

    catch_up(&mut eve).await;
    let (of_ada, of_ben, of_eve) = (story(&mut ada), story(&mut ben), story(&mut eve));
    assert!(
        of_ada.iter().any(|line| line.starts_with("Du spielst ")),
        "{of_ada:#?}"
    );
    assert!(
        of_ada.iter().any(|line| line.starts_with("Ben spielt ")),
        "{of_ada:#?}"
    );
    assert!(
        of_eve.iter().any(|line| line.starts_with("Ada spielt ")),
        "{of_eve:#?}"
    );
    assert!(
        of_ben.iter().any(|line| line.starts_with("Ada plays ")),
        "{of_ben:#?}"
    );
    assert!(of_ben.iter().all(|line| !line.contains("spielt")), "{of_ben:#?}");
    // Who comes back reads on.
    ada.reconnect().await.expect("the seat is kept");
    assert_eq!(entry(&ada).profile, german.profile());
    host.stopped().await;
}
