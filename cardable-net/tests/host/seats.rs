//! Who sits where, and who may not.

use crate::support::{TestHost, see, two_at_a_table};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{ByeCode, Call, Code, Done, Message, Resume, RoomId, Token, You};

fn with_token(resume: &Resume, token: &str) -> Resume {
    Resume {
        token: Token(token.to_owned()),
        ..resume.clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_tokens_open_nothing_and_end_nothing() {
    let host = TestHost::start().await;
    let (mut ada, ben) = two_at_a_table(&host, "crazy-eights").await;
    let (mine, his) = (ada.way_back().expect("a seat"), ben.way_back().expect("a seat"));
    let mut other = host.client("Eve").await;
    let elsewhere = other.create("crazy-eights", |_| {}).await.expect("a room");
    let real = mine.token.0.clone();
    let flipped = real.chars().rev().collect::<String>();
    for (token, room) in [
        ("", mine.room.clone()),
        ("0".repeat(64).as_str(), mine.room.clone()),
        (flipped.as_str(), mine.room.clone()),
        (&real[..63], mine.room.clone()),
        (real.to_uppercase().as_str(), mine.room.clone()),
        // What the store keeps of it.
        (blake3::hash(real.as_bytes()).to_hex().as_str(), mine.room.clone()),
        // A real one, for another room.
        (real.as_str(), elsewhere.clone()),
        (real.as_str(), RoomId("nowhere".to_owned())),
    ] {
        let resume = Resume {
            room,
            ..with_token(&mine, token)
        };
        match Client::resume(&host.url(), "Eve", resume).await {
            Err(ClientError::Refused(refused)) => {
                assert!(
                    matches!(refused.code, Code::WrongToken | Code::NoSuchRoom),
                    "{token}: {refused:?}"
                );
            }
            outcome => panic!("{token}: {outcome:?}"),
        }
    }
    // Nobody was put out by it.
    ada.call(Call::Resync {}).await.expect("she is still there");
    drop(ben);
    // A client that comes back with what is its own goes on; one that has seen nothing gets all of it.
    let his = Resume {
        game: None,
        seq: None,
        ..his
    };
    let mut ben = Client::resume(&host.url(), "Ben", his).await.expect("his seat");
    see(&mut ben).await;
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_newer_of_two_sockets_has_the_seat_and_the_older_is_told() {
    let host = TestHost::start().await;
    let (mut ada, _ben) = two_at_a_table(&host, "crazy-eights").await;
    let back = ada.way_back().expect("a seat");
    let mut again = Client::resume(&host.url(), "Ada", back).await.expect("her seat");
    loop {
        match ada.next().await {
            Ok(_) => {}
            Err(ClientError::Closed(bye)) => {
                assert_eq!(bye.map(|bye| bye.why), Some(ByeCode::Superseded));
                break;
            }
            Err(error) => panic!("{error}"),
        }
    }
    again.call(Call::Resync {}).await.expect("the newer one plays");
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_comes_back_gets_what_it_missed() {
    let host = TestHost::start().await;
    let (mut ada, mut ben) = two_at_a_table(&host, "crazy-eights").await;
    let mut rng = crate::seeded::generator(1);
    // A seat may say so much in chat, on whichever line.
    for _ in 0..5 {
        // Both lines break and come back, again and again.
        for client in [&mut ada, &mut ben] {
            client.reconnect().await.expect("the seat is kept");
            client
                .call(Call::Chat {
                    text: "here".to_owned(),
                })
                .await
                .expect("the line holds");
            client.play_at_random(&mut rng).await.expect("it plays");
        }
    }
    for client in [&mut ada, &mut ben] {
        // What was told before is here before the answer to anything.
        client
            .call(Call::Rooms { watch: false })
            .await
            .expect("an answer");
        let kept = client.table().view().cloned().expect("a table");
        let seq = client.table().seq();
        client.call(Call::Resync {}).await.expect("an answer");
        // What was followed is what the host has.
        assert_eq!(client.table().seq(), seq);
        assert_eq!(client.table().view(), Some(&kept));
    }
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_and_spectators_get_the_spectators_view_and_may_not_act() {
    let host = TestHost::start().await;
    let (mut ada, _ben) = two_at_a_table(&host, "crazy-eights").await;
    let room = ada.seated().expect("a seat").room.clone();
    // In no room there is nothing to see.
    let mut eve = host.client("Eve").await;
    for call in [
        Call::Resync {},
        Call::Start {},
        Call::Record {},
        Call::Chat { text: "x".to_owned() },
    ] {
        let error = eve.call(call).await.expect_err("she is in no room");
        assert_eq!(error.refused().map(|r| r.code), Some(Code::NotInRoom));
    }
    eve.spectate(&room, None).await.expect("she may watch");
    see(&mut eve).await;
    let table = eve.table();
    assert_eq!(table.room().map(|room| room.you), Some(You::Spectator));
    assert_eq!(table.room().and_then(|room| room.invite.clone()), None);
    let view = table.view().expect("a table");
    assert_eq!(view.viewer, cardable_core::Viewer::Spectator);
    assert!(table.decision().is_none());
    // Nobody's hand is open to her.
    let seen = ada.table().view().expect("a table");
    let hidden = seen
        .zones
        .iter()
        .zip(&view.zones)
        .filter(|(ada, eve)| ada.cards != eve.cards)
        .count();
    assert!(hidden > 0, "Ada sees her hand, Eve does not");
    let calls = [
        Call::Choose {
            seen: 0,
            choice: cardable_core::Choice::Pass,
        },
        Call::Extend {
            partial: cardable_core::Choice::Pass,
        },
        Call::AskUndo {},
        Call::AnswerUndo { agree: true },
        Call::WithdrawUndo {},
        Call::Start {},
        Call::Kick {
            seat: cardable_core::Seat(0),
        },
        Call::HandOver {
            seat: cardable_core::Seat(0),
        },
        Call::Rematch {},
        Call::Record {},
    ];
    for call in calls {
        let shown = format!("{call:?}");
        let error = eve.call(call).await.expect_err("she has no seat");
        assert!(error.refused().is_some(), "{shown}: {error}");
    }
    ada.call(Call::Resync {}).await.expect("the game goes on");
    host.stopped().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn private_rooms_are_entered_by_their_code() {
    let host = TestHost::start().await;
    let mut ada = host.client("Ada").await;
    let room = ada
        .create("crazy-eights", |create| create.settings.private = true)
        .await
        .expect("a room");
    while ada.table().room().is_none() {
        ada.next().await.expect("the line holds");
    }
    let code = ada
        .table()
        .room()
        .and_then(|room| room.invite.clone())
        .expect("a code");
    let mut ben = host.client("Ben").await;
    for invite in [None, Some("wrong")] {
        let error = ben.join(&room, invite).await.expect_err("not without the code");
        assert_eq!(error.refused().map(|r| r.code), Some(Code::NotInvited));
        let error = ben
            .spectate(&room, invite)
            .await
            .expect_err("not without the code");
        assert!(error.refused().is_some());
    }
    let by_code = cardable_net::protocol::Join {
        room: None,
        invite: Some(code),
        seat: None,
    };
    ben.call(Call::Join(by_code)).await.expect("he is invited");
    while !matches!(ben.next().await.expect("the line holds"), Message::Room(_)) {}
    host.stopped().await;
}

/// Who has not heard the answer to a choice sends it again, and gets the same answer; also after the line was lost.
#[tokio::test(flavor = "multi_thread")]
async fn a_choice_that_is_sent_again_gets_the_first_answer() {
    let host = TestHost::start().await;
    let (mut ada, mut ben) = two_at_a_table(&host, "goofspiel").await;
    let mut rng = crate::seeded::generator(1);
    let choice = ada
        .choice_at_random(&mut rng)
        .await
        .unwrap()
        .expect("all bid at once");
    let seen = ada.table().view().expect("a table").seq;
    let led_to = ada.choose(choice.clone()).await.expect("it is legal");
    ada.reconnect().await.expect("the seat is kept");
    see(&mut ada).await;
    let again = |choice| Call::Choose { seen, choice };
    for _ in 0..2 {
        let answer = ada.call(again(choice.clone())).await.expect("the first answer");
        assert_eq!(answer, Done::Chosen { seq: led_to });
    }
    let his = ben
        .choice_at_random(&mut rng)
        .await
        .unwrap()
        .expect("all bid at once");
    ben.choose(his).await.expect("it is legal");
    while ada.table().decision().is_none() {
        ada.next().await.expect("the line holds");
    }
    let next = ada
        .choice_at_random(&mut rng)
        .await
        .unwrap()
        .expect("the next prize");
    assert_ne!(next, choice, "that card is gone");
    // Another choice for what was seen then is too late.
    let error = ada.call(again(next)).await.expect_err("it is stale");
    assert!(error.refused().is_some());
}
