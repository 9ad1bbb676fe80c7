//! Programs on one database: a table is played to its end while hosts come and go.

use crate::clients::{come_back, sit_down};
use crate::cluster::{CUT, connect, shared};
use crate::quick::QUICK;
use std::io::{BufRead as _, BufReader, Read as _};
use std::process::{Child, Command, Stdio};

/// A host on a database.
pub struct Host {
    pub child: Child,
    address: String,
}

fn program(store: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
    command
        .args(["--listen", "127.0.0.1:0", "--log", "info", "--store", store])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// How hosts are configured here: others need not wait long for the rooms of one that is gone.
pub fn quick() -> String {
    format!("lease = 1\n{QUICK}")
}

/// The same where no host is meant to lose its rooms: a machine that does nothing for it for seconds does not take them away.
pub fn steady() -> String {
    quick().replace("lease = 1\n", "lease = 20\n")
}

impl Host {
    pub fn start(store: &str, config: &std::path::Path) -> Host {
        let mut child = program(store)
            .arg("--config")
            .arg(config)
            .spawn()
            .expect("the host starts");
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("it says where it listens").unwrap();
            if let Some((_, rest)) = line.split_once("http://") {
                break rest.split_whitespace().next().unwrap().to_owned();
            }
        };
        // What it says later must not fill the pipe.
        std::thread::spawn(move || lines.for_each(drop));
        Host { child, address }
    }

    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    /// Asks it to stop, and waits until it has.
    pub fn stop(mut self) {
        let pid = self.child.id().to_string();
        let asked = Command::new("kill").args(["-TERM", &pid]).status();
        assert!(asked.unwrap().success());
        assert!(self.child.wait().unwrap().success());
    }

    pub fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_at_the_next_host() {
    let Some(cluster) = shared() else { return };
    let address = cluster.database().await;
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("host.toml");
    std::fs::write(&config, quick()).unwrap();
    let beside = connect(&address.url).await;
    let mut host = Host::start(&address.url, &config);
    let (mut ada, mut ben) = sit_down(&host.url(), "goofspiel").await;
    let mut rng = crate::seeded::generator(1);
    let mut chosen = 0;
    for _ in 0..4 {
        for client in [&mut ada, &mut ben] {
            client.play_at_random(&mut rng).await.unwrap();
            chosen += 1;
        }
        host.kill();
        host = Host::start(&address.url, &config);
        // The rooms sleep still. What wakes them finds no connection that works.
        beside.batch_execute(CUT).await.unwrap();
        ada = come_back(&host.url(), &ada).await;
        ben = come_back(&host.url(), &ben).await;
        assert!(
            ada.table().seq().unwrap_or(0) >= chosen,
            "what was acknowledged is there"
        );
        assert_eq!(ada.table().seq(), ben.table().seq());
    }
    let records = "SELECT count(*) FROM cardable.records";
    let records: i64 = beside.query_one(records, &[]).await.unwrap().get(0);
    assert!(records as u64 > chosen, "{records}");
}

#[test]
fn a_store_that_cannot_be_used_is_explained() {
    for (store, wanted) in [
        ("mysql://host/cards", "is no address of a database"),
        ("postgres://me:secret@127.0.0.1:1/cards", "127.0.0.1:1/cards"),
    ] {
        for more in [&["--check"][..], &[]] {
            let mut child = program(store).args(more).spawn().unwrap();
            let mut said = String::new();
            child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
            assert!(!child.wait().unwrap().success());
            assert!(said.contains(wanted), "{store} {more:?}: {said}");
            assert!(!said.contains("secret"), "{said}");
        }
    }
}
