//! The program is told to stop, as service managers do.

use crate::clients::{begin, is_told_to_come_back, sit_down};
use crate::support::Host;
use cardable_net::client::Client;
use futures_util::SinkExt as _;
use std::path::Path;
use std::time::Duration;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message as Frame;

/// A host in a folder, and somebody who has made a room there.
async fn with_a_room(folder: &Path) -> (Host, Client) {
    let host = Host::start(folder);
    let mut ada = Client::connect(&host.url(), "Ada").await.unwrap();
    ada.create("crazy-eights", |create| create.bots = 1)
        .await
        .unwrap();
    (host, ada)
}

/// Sends the signal of a terminal that is closed.
#[cfg(unix)]
fn hang_up(host: &Host) {
    use rustix::process::{Pid, Signal, kill_process};
    kill_process(Pid::from_raw(host.pid() as i32).unwrap(), Signal::HUP).unwrap();
}

/// Everybody is told, and it ends well.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_program_stops_well_when_it_is_told_to() {
    let folder = tempfile::tempdir().unwrap();
    let (host, mut ada) = with_a_room(folder.path()).await;
    let token = ada.seated().and_then(|s| s.token.clone()).unwrap();
    begin(&mut ada, &mut []).await;
    let ended = tokio::task::spawn_blocking(|| host.terminate());
    is_told_to_come_back(&mut ada).await;
    let (status, said) = ended.await.unwrap();
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(said.contains("the host has stopped"), "{said}");
    assert!(!said.contains(&token.0), "no token is ever logged");
    assert!(folder.path().join("data").join("rooms.sqlite").exists());
}

/// A terminal that is closed stops it as well, and nobody else on the machine can read what it has kept.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_it_keeps_is_for_its_user_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().unwrap();
    let (host, mut ada) = with_a_room(folder.path()).await;
    let data = folder.path().join("data");
    let mode = |path: &std::path::Path| path.metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode(&data), 0o700);
    let files: Vec<_> = data
        .read_dir()
        .unwrap()
        .map(|file| file.unwrap().path())
        .collect();
    assert!(files.len() >= 4, "{files:?}");
    for file in files {
        assert_eq!(mode(&file), 0o600, "{}", file.display());
    }
    hang_up(&host);
    is_told_to_come_back(&mut ada).await;
    let (status, said) = tokio::task::spawn_blocking(|| host.terminate()).await.unwrap();
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(said.contains("the host has stopped"), "{said}");
}

/// As under `nohup`: who starts a host so wants it to go on when the terminal is closed.
#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_was_started_to_ignore_hangups_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start_ignoring("HUP", folder.path());
    let mut ada = Client::connect(&host.url(), "Ada").await.unwrap();
    hang_up(&host);
    // One that stopped would refuse to make another room, or be gone, long before it has made so many.
    for _ in 0..8 {
        ada.create("crazy-eights", |create| create.bots = 1)
            .await
            .unwrap();
        ada.leave().await.unwrap();
    }
    let (status, said) = tokio::task::spawn_blocking(|| host.terminate()).await.unwrap();
    assert_eq!(status.code(), Some(0), "{said}");
}

/// It would wait ten minutes for a client that does not read, were it not for the grace time.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_that_never_reads_does_not_keep_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start(folder.path());
    let (ada, _ben) = sit_down(&host.url(), "crazy-eights").await;
    let room = ada.seated().unwrap().room.clone();
    let (mut deaf, _) = connect_async(host.url()).await.unwrap();
    let hello = r#"{"id":1,"call":{"hello":{"protocol":4}}}"#.to_owned();
    let watch = format!(r#"{{"id":2,"call":{{"spectate":{{"room":"{}"}}}}}}"#, room.0);
    for text in [hello, watch] {
        deaf.send(Frame::text(text)).await.unwrap();
    }
    // It asks until the host has no room left for its answers, and reads no more requests.
    loop {
        let text = r#"{"id":3,"call":{"resync":{}}}"#;
        // A host that has much else to do reads on before that.
        let sent = tokio::time::timeout(Duration::from_secs(5), deaf.send(Frame::text(text))).await;
        match sent {
            Ok(sent) => sent.unwrap(),
            Err(_) => break,
        }
    }
    let (status, said) = tokio::task::spawn_blocking(|| host.terminate()).await.unwrap();
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(said.contains("connections were still open in the end"), "{said}");
    assert!(said.contains("the host has stopped"), "{said}");
    drop(deaf);
}
