//! A disk that takes nothing more while choices are made durable: what SQLite itself says then, when it
//! writes a commit.

use crate::support::Host;
use crate::tables::{comes_back_to, meets_a_failing_store, open_tables};
use rustix::process::{Pid, Resource, Rlimit, prlimit};

/// How many bytes a file of the program may have from now on; the rest is refused by the system.
fn allow(host: &Host, bytes: Option<u64>) {
    let limit = Rlimit {
        current: bytes,
        maximum: None,
    };
    let pid = Pid::from_raw(i32::try_from(host.pid()).unwrap());
    prlimit(pid, Resource::Fsize, limit).unwrap();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_that_fails_ends_all_promises_until_the_next_start() {
    let folder = tempfile::tempdir().unwrap();
    let host = Host::start(folder.path());
    let mut tables = open_tables(&host.url()).await;
    allow(&host, Some(0));
    let seen = meets_a_failing_store(&host.url(), &mut tables).await;
    assert_eq!(host.get("/readyz"), 503);
    // The disk takes more again; what lies on it now nobody knows.
    allow(&host, None);
    assert_eq!(meets_a_failing_store(&host.url(), &mut tables).await, seen);
    assert_eq!((host.get("/readyz"), host.get("/healthz")), (503, 200));
    let (status, said) = host.terminate();
    assert_eq!(status.code(), Some(0), "{said}");
    assert!(said.contains("disk I/O error"), "{said}");
    assert!(said.contains("until the host has been started anew"), "{said}");
    // Everything that was acknowledged is there, and play goes on.
    let host = Host::start(folder.path());
    assert_eq!(host.get("/readyz"), 200);
    comes_back_to(&host.url(), &mut tables, &seen).await;
    // The same, and the host has no time to end well.
    allow(&host, Some(0));
    let seen = meets_a_failing_store(&host.url(), &mut tables).await;
    drop(host);
    let host = Host::start(folder.path());
    comes_back_to(&host.url(), &mut tables, &seen).await;
    drop(host);
}
