//! A host that is told to stop does so, and nobody loses anything.

use crate::support::{GUARD, TestHost, come_back, two_at_a_table};
use cardable_net::client::{Client, ClientError};
use cardable_net::protocol::ByeCode;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt as _, BufReader};
use tokio::process::Command;

async fn told_to_come_back(client: &mut Client) {
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

#[tokio::test(flavor = "multi_thread")]
async fn everybody_is_told_and_comes_back_to_the_same_table() {
    let mut host = TestHost::start().await;
    let (mut ada, mut ben) = two_at_a_table(&host, "crazy-eights").await;
    let mut idle = host.client("Eve").await;
    let mut rng = rand::rng();
    for _ in 0..10 {
        ada.play_at_random(&mut rng).await.expect("she plays");
        ben.play_at_random(&mut rng).await.expect("he plays");
    }
    host.stop();
    for client in [&mut ada, &mut ben, &mut idle] {
        told_to_come_back(client).await;
    }
    // A host elsewhere, which has taken over what the other one kept.
    let host = TestHost::on(host.stopped().await, |_| {}).await;
    for client in [ada, ben] {
        let again = come_back(&host.url(), &client).await;
        assert_eq!(again.table().view(), client.table().view());
    }
    host.stopped().await;
}

/// The program itself, as a service manager stops it.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn the_program_stops_well_when_it_is_told_to() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("host.toml");
    std::fs::write(&config, "listen = \"127.0.0.1:0\"\n[rooms]\nbot_pause = 0\n").expect("written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_cardable-host"))
        .args(["--log", "info", "--config"])
        .arg(&config)
        .arg("--data")
        .arg(folder.path())
        .stderr(Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("the program starts");
    let mut lines = BufReader::new(child.stderr.take().expect("its log")).lines();
    let url = loop {
        let line = tokio::time::timeout(GUARD, lines.next_line())
            .await
            .expect("in time");
        let line = line.expect("a line").expect("it says where it listens");
        if let Some((_, rest)) = line.split_once("http://") {
            let address = rest.split_whitespace().next().expect("an address");
            break format!("ws://{address}/ws");
        }
    };
    let rest = tokio::spawn(async move {
        let mut said = Vec::new();
        while let Ok(Some(line)) = lines.next_line().await {
            said.push(line);
        }
        said.join("\n")
    });
    let mut ada = Client::connect(&url, "Ada").await.expect("it takes guests");
    ada.create("crazy-eights", |create| create.bots = 1)
        .await
        .expect("a room");
    let token = ada.seated().and_then(|s| s.token.clone()).expect("a token");
    ada.ready().await.expect("ready");
    let _ = ada.start().await;
    let pid = child.id().expect("it runs").to_string();
    let killed = Command::new("kill")
        .args(["-TERM", &pid])
        .status()
        .await
        .expect("it is told");
    assert!(killed.success());
    told_to_come_back(&mut ada).await;
    let status = tokio::time::timeout(GUARD, child.wait())
        .await
        .expect("in time")
        .expect("it ends");
    assert_eq!(status.code(), Some(0));
    let said = rest.await.expect("its log");
    assert!(said.contains("the host has stopped"), "{said}");
    assert!(!said.contains(&token.0), "no token is ever logged");
    assert!(folder.path().join("rooms.sqlite").exists());
}
