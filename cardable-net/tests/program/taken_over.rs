//! A second program is started on the folder of one that runs.

use crate::clients::{come_back, is_told_to_come_back, sit_down};
use crate::support::Host;
use cardable_net::client::ClientError;
use cardable_net::protocol::Code;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_first_ends_and_everybody_goes_on_at_the_second() {
    let folder = tempfile::tempdir().unwrap();
    let first = Host::start(folder.path());
    let (mut ada, mut ben) = sit_down(&first.url(), "goofspiel").await;
    let mut rng = crate::seeded::generator(1);
    ada.play_at_random(&mut rng).await.unwrap();
    let second = Host::start(folder.path());
    assert_eq!(second.get("/readyz"), 200);
    // What cannot be kept is refused, and that is the end of the first.
    match ben.play_at_random(&mut rng).await {
        Err(ClientError::Refused(refused)) => assert_eq!(refused.code, Code::Storage),
        other => panic!("{other:?}"),
    }
    for client in [&mut ada, &mut ben] {
        is_told_to_come_back(client).await;
    }
    let (status, said) = tokio::task::spawn_blocking(|| first.ended()).await.unwrap();
    assert_eq!(status.code(), Some(1), "{said}");
    let told = said.matches("another host has taken over the rooms").count();
    assert_eq!(told, 1, "{said}");
    assert!(said.contains("error: the rooms are another host's now"), "{said}");
    // The second knows everything that the first has acknowledged.
    assert_eq!(second.get("/readyz"), 200);
    let mut back = [
        come_back(&second.url(), &ada).await,
        come_back(&second.url(), &ben).await,
    ];
    assert_eq!(back[1].table().seq(), Some(1));
    back[1].play_at_random(&mut rng).await.unwrap();
    assert_eq!(back[1].table().seq(), Some(2));
    let (status, said) = tokio::task::spawn_blocking(|| second.terminate()).await.unwrap();
    assert_eq!(status.code(), Some(0), "{said}");
}
