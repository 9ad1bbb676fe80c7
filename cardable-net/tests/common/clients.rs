//! What clients do together in tests.

use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::{ByeCode, Call, Resume};

/// Makes a room with two seats, both taken, and begins.
pub(crate) async fn sit_down(url: &str, ruleset: &str) -> (Client, Client) {
    let mut ada = Client::connect(url, "Ada").await.expect("she gets in");
    let room = ada
        .create(ruleset, |create| create.settings.seats = Some(2))
        .await
        .expect("a room");
    let mut ben = Client::connect(url, "Ben").await.expect("he gets in");
    ben.join(&room, None).await.expect("a seat");
    begin(&mut ada, &mut [&mut ben]).await;
    (ada, ben)
}

/// All are ready, and the owner begins; everybody has the table then.
pub(crate) async fn begin(owner: &mut Client, others: &mut [&mut Client]) {
    for other in &mut *others {
        other.ready().await.expect("it is ready");
    }
    owner.ready().await.expect("it is ready");
    match owner.start().await {
        Ok(()) => {}
        // The game begins by itself where everybody is ready.
        Err(ClientError::Refused(_)) => {}
        Err(error) => panic!("{error}"),
    }
    see(owner).await;
    for other in others {
        see(other).await;
    }
}

/// Waits until a client has the table.
pub(crate) async fn see(client: &mut Client) {
    while client.table().view().is_none() {
        client.next().await.expect("the line holds");
    }
}

/// After this everything is here that was told before.
pub(crate) async fn catch_up(client: &mut Client) {
    let call = Call::Rooms { watch: false };
    client.call(call).await.expect("an answer");
}

/// The way back of somebody who remembers the token and nothing else.
pub(crate) fn token_only(client: &Client) -> Resume {
    Resume {
        game: None,
        seq: None,
        ..client.way_back().expect("a seat")
    }
}

/// Comes back to a seat, and knows nothing but its token.
pub(crate) async fn come_back(url: &str, client: &Client) -> Client {
    let mut again = Client::resume(url, "again", token_only(client))
        .await
        .expect("the seat is kept");
    see(&mut again).await;
    again
}

/// Waits for the goodbye of a host that goes, which tells everybody to come back.
pub(crate) async fn is_told_to_come_back(client: &mut Client) {
    loop {
        match client.next().await {
            Ok(_) => {}
            Err(ClientError::Closed(bye)) => {
                assert_eq!(bye.map(|bye| bye.why), Some(ByeCode::Draining));
                return;
            }
            Err(error) => panic!("{error}"),
        }
    }
}
