//! The script that starts three hosts does what it says.

use crate::clients::{come_back, sit_down};
use crate::cluster::shared;
use rustix::process::{Pid, Signal, kill_process};
use std::io::{BufRead as _, BufReader};
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Stdio};

/// Three ports in a row that are free at the moment.
fn free_ports() -> u16 {
    loop {
        let first = TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let port = first.local_addr().unwrap().port();
        let is_free = |more: u16| {
            port.checked_add(more)
                .is_some_and(|port| TcpListener::bind(("127.0.0.1", port)).is_ok())
        };
        if is_free(1) && is_free(2) {
            return port;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_script_starts_three_hosts_and_leaves_nothing_behind() {
    // It needs the same programs.
    if shared().is_none() {
        return;
    }
    if Command::new("curl").arg("--version").output().is_err() {
        println!("left out: there is no curl");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../deploy/three-hosts.sh");
    let port = free_ports();
    let mut child = Command::new("bash")
        .arg(script)
        .arg(env!("CARGO_BIN_EXE_cardable-host"))
        .env("PORT", port.to_string())
        .env("LEASE", "6")
        .env("TMPDIR", folder.path())
        .env_remove("CARDABLE_STORE")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut said = Vec::new();
    let url = |at: u16| format!("ws://127.0.0.1:{}/ws", port + at);
    while !said.iter().any(|line: &String| line.starts_with("Ctrl-C")) {
        match lines.next() {
            Some(line) => said.push(line.unwrap()),
            None => panic!("it ends: {said:?}"),
        }
    }
    let (ada, ben) = sit_down(&url(0), "goofspiel").await;
    come_back(&url(1), &ada).await;
    come_back(&url(2), &ben).await;
    kill_process(Pid::from_child(&child), Signal::TERM).unwrap();
    let ended = tokio::task::block_in_place(|| child.wait()).unwrap();
    assert!(ended.success(), "{ended}");
    let left: Vec<_> = std::fs::read_dir(folder.path()).unwrap().collect();
    assert!(left.is_empty(), "{left:?}");
}
