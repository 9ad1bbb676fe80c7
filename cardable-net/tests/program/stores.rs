//! `cardable-host store`: rooms on their way, and what is said of stores and files that cannot be used.

use crate::clients::{come_back, sit_down};
use crate::support::Host;
use std::path::Path;
use std::process::Command;

/// Runs `cardable-host store`. Gives its exit code and what it says, and how it fails.
fn store(folder: &Path, arguments: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
    command.arg("store").args(arguments).current_dir(folder);
    let output = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("a text");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_table_goes_on_in_another_store() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    let host = Host::start(at);
    let (mut ada, mut ben) = sit_down(&host.url(), "goofspiel").await;
    let mut rng = crate::seeded::generator(1);
    for client in [&mut ada, &mut ben] {
        client.play_at_random(&mut rng).await.unwrap();
    }
    // It is read beside a host, and not written.
    let (code, told, said) = store(at, &["check", "--data", "data"]);
    assert_eq!((code, said.as_str()), (Some(0), ""), "{told}");
    assert!(told.starts_with("1 room, "), "{told}");
    for arguments in [
        &["migrate", "--from", "data", "--to", "other"][..],
        &["migrate", "--from", "other", "--to", "data"],
    ] {
        assert_eq!(store(at, arguments).0, Some(1));
    }
    assert!(!at.join("other").exists());
    assert!(host.terminate().0.success());
    let (code, told, said) = store(at, &["migrate", "--from", "data", "--to", "other"]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert!(told.starts_with("1 room written to `other/"), "{told}");
    std::fs::rename(at.join("data"), at.join("old")).unwrap();
    std::fs::rename(at.join("other"), at.join("data")).unwrap();
    let (code, told, _) = store(at, &["migrate", "--from", "old", "--to", "data"]);
    assert!(code == Some(0) && told.contains("1 there already"), "{told}");
    let host = Host::start(at);
    let (ada, ben) = (
        come_back(&host.url(), &ada).await,
        come_back(&host.url(), &ben).await,
    );
    assert_eq!((ada.table().seq(), ben.table().seq()), (Some(2), Some(2)));
}

#[test]
fn what_cannot_be_used_is_explained_and_nothing_is_begun() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("letter"), "Dear Ada,\n").unwrap();
    std::fs::write(at.join("later"), "{\"cardable_store\":{\"version\":9}}\n").unwrap();
    std::fs::write(at.join("cut"), "{\"cardable_store\":{\"version\":1}}\n").unwrap();
    std::fs::create_dir_all(at.join("broken")).unwrap();
    std::fs::write(at.join("broken/rooms.sqlite"), "no database".repeat(100)).unwrap();
    std::fs::create_dir_all(at.join("empty")).unwrap();
    std::fs::write(at.join("empty/rooms.sqlite"), "").unwrap();
    let nowhere = "postgres://me:secret@127.0.0.1:1/cards";
    let cases: [(&[&str], &str); 16] = [
        (
            &["check", "--data", "none"],
            "there is no store at `none/rooms.sqlite`",
        ),
        (
            &["export", "new", "--data", "none"],
            "there is no store at `none/rooms.sqlite`",
        ),
        (
            &["migrate", "--from", "none", "--to", "new"],
            "there is no store at",
        ),
        (&["check", "--data", "letter"], "`letter/rooms.sqlite`"),
        (&["check", "--data", "broken"], "is damaged"),
        (&["check", "--data", "empty"], "is empty"),
        (&["check", "--data", ":memory:"], "write the folder of a host"),
        (&["check", "--store", nowhere], "127.0.0.1:1/cards"),
        (
            &["check", "--store", "mysql://host"],
            "is no address of a database",
        ),
        (
            &["migrate", "--from", "mysql://host", "--to", "new"],
            "neither a folder nor an address",
        ),
        (&["import", "none", "--data", "new"], "`none` cannot be read"),
        (&["import", "letter", "--data", "new"], "is no export of a store"),
        (&["import", "later", "--data", "new"], "is of version 9"),
        (&["import", "cut", "--data", "new"], "is cut off after line 1"),
        (&["check", "--data", "none", "ROOM"], "is not the name of a room"),
        (&["check", "--config", "none.toml"], "`none.toml` cannot be read"),
    ];
    for (arguments, wanted) in cases {
        let (code, _, said) = store(at, arguments);
        assert!(matches!(code, Some(1 | 2)), "{arguments:?}: {said}");
        assert!(said.contains(wanted), "{arguments:?}: {said}");
        assert!(said.starts_with("error: ") && !said.contains("secret"), "{said}");
        assert!(code == Some(2) || said.trim_end().lines().count() == 1, "{said}");
        for new in ["none", "new", "new-new"] {
            assert!(!at.join(new).exists(), "{arguments:?}: {new}");
        }
    }
}

#[test]
fn files_and_stores_are_named_by_what_the_environment_says_too() {
    let folder = tempfile::tempdir().unwrap();
    let at = folder.path();
    std::fs::write(at.join("host.toml"), "data = \"rooms\"").unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
    command
        .args(["store", "check"])
        .current_dir(at)
        .env("CARDABLE_CONFIG", "host.toml");
    let output = command.output().expect("it runs");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("there is no store at `rooms/rooms.sqlite`"),
        "{said}"
    );
}

/// A folder that is named means that one, but where the environment names a database it is not clear which is meant.
#[test]
fn of_a_folder_and_a_database_at_once_none_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    for (store, wanted) in [
        ("postgres://nobody@127.0.0.1:1/cards", "`unset CARDABLE_STORE`"),
        ("", "there is no store at `rooms/rooms.sqlite`"),
    ] {
        let mut command = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
        command
            .args(["store", "check", "--data", "rooms"])
            .current_dir(folder.path())
            .env("CARDABLE_STORE", store);
        let output = command.output().expect("it runs");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            !output.status.success() && said.contains(wanted),
            "{store}: {said}"
        );
    }
}
