//! A game that is over is told from its beginning, to everybody as he could see it while it was played.

use crate::support::{TestHost, see, two_at_a_table};
use cardable_core::{Replica, View, Viewer};
use cardable_net::client::Client;
use cardable_net::protocol::Replay;
use cardable_net::protocol::{Call, Code, You};
use std::collections::BTreeMap;

/// Games that two who choose at random bring to an end.
const GAMES: [&str; 3] = ["crazy-eights", "goofspiel", "go-fish"];

/// The tables that somebody has seen, by the number of choices before them.
type Seen = BTreeMap<u64, View>;

/// What is to decide follows from the table, and is not told again.
fn undecided(view: &View) -> View {
    let mut view = view.clone();
    view.status.to_decide = false;
    view
}

fn note(seen: &mut Seen, client: &Client) {
    if let Some(view) = client.table().view() {
        seen.insert(view.seq, undecided(view));
    }
}

/// All tables of a replay.
fn tables(replay: Replay) -> Seen {
    assert!(replay.began.decision.is_none() && replay.began.clocks.is_none());
    let mut seen = Seen::from([(replay.began.view.seq, undecided(&replay.began.view))]);
    let mut replica = Replica::new(replay.began.view);
    for happened in replay.happened {
        assert!(happened.decision.is_none() && happened.clocks.is_none());
        replica.apply(&happened.events).expect("events that lead on");
        seen.insert(replica.view().seq, undecided(replica.view()));
    }
    seen
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_shown_again_what_he_saw() {
    let host = TestHost::start().await;
    for name in GAMES {
        let (mut ada, mut ben) = two_at_a_table(&host, name).await;
        let room = ada.seated().expect("a seat").room.clone();
        let mut eve = host.client("Eve").await;
        eve.spectate(&room, None).await.expect("she may watch");
        see(&mut eve).await;
        let early = ada.replay().await.expect_err("it is not over");
        assert_eq!(early.refused().map(|r| r.code), Some(Code::NotNow));

        let mut seen = [Seen::new(), Seen::new(), Seen::new()];
        let mut rng = crate::seeded::generator(5);
        while !(ada.is_over() && ben.is_over() && eve.is_over()) {
            for (at, client) in [&mut ada, &mut ben, &mut eve].into_iter().enumerate() {
                // Whatever was told, one message after the other.
                client
                    .call(Call::Rooms { watch: false })
                    .await
                    .expect("an answer");
                note(&mut seen[at], client);
                if client.table().decision().is_some() && !client.is_over() {
                    client.play_at_random(&mut rng).await.expect("it is played");
                    note(&mut seen[at], client);
                }
            }
        }
        for (at, client) in [&mut ada, &mut ben, &mut eve].into_iter().enumerate() {
            let told = tables(client.replay().await.expect("the game is over"));
            assert_eq!(told.keys().next(), Some(&0), "{name}: from the beginning");
            for (seq, view) in &seen[at] {
                assert_eq!(told.get(seq), Some(view), "{name}: the table after {seq} choices");
            }
            assert!(seen[at].len() > 3 && told.len() >= seen[at].len());
        }

        // Who comes later sees what all could see, on a seat as well.
        let all = tables(eve.replay().await.expect("it is over"));
        ben.leave().await.expect("he goes");
        let mut cid = host.client("Cid").await;
        cid.join(&room, None).await.expect("a seat is free");
        see(&mut cid).await;
        let table = cid.table();
        assert!(matches!(table.room().map(|room| room.you), Some(You::Seat(_))));
        assert_eq!(table.view().map(|view| view.viewer), Some(Viewer::Spectator));
        assert_eq!(tables(cid.replay().await.expect("it is over")), all);
        // The next game is his own.
        ada.call(Call::Rematch {}).await.expect("another game");
        while cid
            .table()
            .view()
            .is_none_or(|view| view.viewer == Viewer::Spectator)
        {
            cid.next().await.expect("the line holds");
        }
        ada.leave().await.expect("she goes");
    }
    host.stopped().await;
}
