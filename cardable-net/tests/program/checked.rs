//! What the program says of a configuration that it cannot use, and that it stops then.

use crate::support::command;
use std::net::TcpListener;
use std::process::{Command, Output};

/// A configuration, and what is said of it.
const CONFIGS: [(&str, &[&str]); 29] = [
    (
        "listen = 7777",
        &["host.toml", "is not a valid configuration", "line 1, column 10"],
    ),
    (
        "listen = \"here\"",
        &["is not a valid configuration", "invalid socket address"],
    ),
    (
        "lisen = \"127.0.0.1:7777\"",
        &["unknown field `lisen`", "expected one of", "`listen`"],
    ),
    ("[limits]\nsocket = 5", &["unknown field `socket`", "line 2"]),
    (
        "[limits]\nsockets = 0",
        &["`limits.sockets` is 0", "write 1 or more"],
    ),
    ("[limits]\nidle = 0", &["`limits.idle` is 0", "write 1 or more"]),
    ("[rooms]\nrooms = 0", &["`rooms.rooms` is 0", "write 1 or more"]),
    (
        "[limits]\nmessage_bytes = 100",
        &["`limits.message_bytes` is 100", "write 1024 to 1048576"],
    ),
    (
        "admin_token = \"1234\"",
        &["`admin_token`", "could be guessed", "write a longer one"],
    ),
    ("log = \"a=b=c\"", &["`log` is no filter", "write `info`"]),
    (
        "log = \"verbose\"",
        &[
            "`log` is no filter",
            "`verbose` is neither a level",
            "write `info`",
        ],
    ),
    (
        "log = \"nothing=debug\"",
        &["`log` is no filter", "`nothing=debug` is neither"],
    ),
    (
        "[limits]\nhandshake = 9223372036854775807",
        &[
            "`limits.handshake` is 9223372036854775807",
            "write 1 to 31536000 seconds",
        ],
    ),
    (
        "[limits]\nidle = 18446744073709551615",
        &["`limits.idle` is 1844", "write 1 to"],
    ),
    (
        "[limits]\nqueue = 9223372036854775807",
        &["`limits.queue` is 9223", "write 1 to 1000000"],
    ),
    (
        "[limits]\nbody_bytes = 9223372036854775807",
        &["`limits.body_bytes` is 9223", "write 0 to"],
    ),
    (
        "[rooms]\ngrace = 9223372036854775807",
        &["`rooms.grace` is 9223", "write 0 to 31536000 seconds"],
    ),
    (
        "[rooms]\nforget = 9223372036854775807",
        &["`rooms.forget` is 9223", " hours"],
    ),
    (
        "[rooms]\nbot_pause = 9223372036854775807",
        &["`rooms.bot_pause` is 9223", "write 0 to 60000 milliseconds"],
    ),
    (
        "[rooms]\nbot_threads = 257",
        &["`rooms.bot_threads` is 257", "write 0 to 256, where 0"],
    ),
    (
        "lease = 7",
        &[
            "`lease` is for hosts that share a database",
            "`store` is left out",
        ],
    ),
    (
        "link_address = \"10.0.0.1:7778\"",
        &["`link_address` is for hosts that share a database"],
    ),
    (
        "store = \"postgres://u:p@ss#w/rd@h/db\"",
        &["`store` has a user or a password", "write `%40` for `@`"],
    ),
    ("name = \"A host", &["is not a valid configuration", "line 1"]),
    ("name = \" \"", &["`name` is empty", "write what the host"]),
    (
        "origins = [\"play.example.org\"]",
        &["`origins` has `play.example.org`", "`https://play.example.org`"],
    ),
    (
        "origins = [\"https://play.example.org/table\"]",
        &["`origins` has `https://", "`https://play.example.org`"],
    ),
    (
        "rulesets = [\"/nowhere/at/all\"]",
        &["`rulesets` names the folder `/nowhere/at/all`", "create it"],
    ),
    (
        "[tls]\ncert = \"/nowhere/cert.pem\"\nkey = \"/nowhere/key.pem\"",
        &["the certificate cannot be used", "/nowhere/cert.pem"],
    ),
];

/// What the program says of itself when it ends.
fn run(command: &mut Command) -> (Option<i32>, String) {
    let (code, _, said) = run_aloud(command);
    (code, said)
}

/// The same, with what it says when all is well.
fn run_aloud(command: &mut Command) -> (Option<i32>, String, String) {
    let Output {
        status,
        stdout,
        stderr,
    } = command.output().expect("it runs");
    let text = |bytes| String::from_utf8(bytes).expect("a text");
    (status.code(), text(stdout), text(stderr))
}

#[test]
fn configurations_that_cannot_be_used_are_refused_in_clear_words() {
    let folder = tempfile::tempdir().unwrap();
    for check in [true, false] {
        for (config, wanted) in CONFIGS {
            let mut command = command(folder.path(), config);
            command.args(["--data", ":memory:"]);
            if check {
                command.arg("--check");
            }
            let (code, said) = run(&mut command);
            assert_eq!(code, Some(1), "{config}: {said}");
            assert!(said.contains("error: "), "{config}: {said}");
            assert!(!said.contains("open http"), "{config}: it never serves: {said}");
            for wanted in wanted {
                assert!(said.contains(wanted), "{config}: {wanted} in {said}");
            }
        }
    }
}

#[test]
fn a_configuration_and_rulesets_without_mistakes_pass() {
    let folder = tempfile::tempdir().unwrap();
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/cardable-host.toml");
    for config in ["", &std::fs::read_to_string(example).unwrap()] {
        let mut command = command(folder.path(), config);
        command
            .arg("--check")
            .arg("--data")
            .arg(folder.path().join("data"));
        let (code, told, said) = run_aloud(&mut command);
        assert_eq!((code, said.as_str()), (Some(0), ""));
        let (many, rest) = told.split_once(' ').expect("some words");
        assert!(many.parse::<u32>().is_ok_and(|many| many > 0), "{told}");
        assert_eq!(rest, "rulesets, no problems\n");
    }
    assert!(!folder.path().join("data").exists(), "nothing is begun");
}

/// A part of a password could stand where a host's name is looked for.
#[test]
fn no_part_of_a_password_is_told() {
    for address in [
        "postgres://u:p@ss#w/rd@h/db",
        "postgres://u:pss#w/rd@h/db",
        "postgres://u:p@ss#w?rd@h/db",
    ] {
        for arguments in [&["--check"][..], &["store", "check"], &["store", "export", "-"]] {
            let mut program = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
            let (code, told, said) = run_aloud(program.args(arguments).env("CARDABLE_STORE", address));
            assert_eq!((code, told.as_str()), (Some(1), ""), "{arguments:?}: {said}");
            assert!(said.contains("%40") && said.contains("%23"), "{said}");
            assert!(!said.contains("ss#w") && !said.contains("rd@"), "{said}");
        }
    }
}

#[test]
fn folders_that_only_a_shell_finds_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    for (data, meant) in [
        ("~/x", "`/home/ada/x`"),
        ("$HOME/x/y", "`/home/ada/x/y`"),
        ("~ben/x", "`/var/lib/x`"),
    ] {
        let config = format!("data = \"{data}\"");
        let mut program = command(folder.path(), &config);
        let (code, said) = run(program.arg("--check").env("HOME", "/home/ada"));
        assert_eq!(code, Some(1), "{data}: {said}");
        assert!(
            said.contains(&format!("`data` is `{data}`")) && said.contains(meant),
            "{said}"
        );
    }
}

/// As a unit of systemd or a file of settings has it that leaves the value out.
#[test]
fn an_empty_variable_names_no_configuration() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
    let (code, told, said) = run_aloud(
        program
            .args(["--check", "--data", ":memory:"])
            .env("CARDABLE_CONFIG", ""),
    );
    assert_eq!((code, said.as_str()), (Some(0), ""), "{told}");
}

#[test]
fn mistakes_of_rulesets_are_told_with_their_places() {
    let folder = tempfile::tempdir().unwrap();
    let mine = folder.path().join("rulesets/mine");
    std::fs::create_dir_all(&mine).unwrap();
    std::fs::write(mine.join("ruleset.json"), "{ ruleset: { ruleset_nam: 1 } }").unwrap();
    let mut command = command(folder.path(), "");
    command
        .arg("--check")
        .arg("--rulesets")
        .arg(mine.parent().unwrap());
    let (code, said) = run(&mut command);
    assert_eq!(code, Some(1), "{said}");
    assert!(said.contains("mine: ") && said.contains("ruleset_nam"), "{said}");
    assert!(said.contains("ruleset.json:1:"), "{said}");
}

#[test]
fn a_folder_for_rooms_that_cannot_be_used_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    let broken = folder.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("rooms.sqlite"), "no database".repeat(100)).unwrap();
    let below = file.join("data");
    for (data, wanted) in [
        (&file, "is not a folder"),
        (&below, "is not a folder"),
        (&broken, "cannot be read"),
    ] {
        let (code, said) = run(command(folder.path(), "").arg("--check").arg("--data").arg(data));
        assert_eq!(code, Some(1), "{said}");
        assert!(
            said.contains(wanted) && said.contains(&data.display().to_string()),
            "{said}"
        );
        assert!(said.contains(":memory:"), "it says what to write: {said}");
    }
}

/// What is wrong shows only when it begins.
#[test]
fn what_it_cannot_have_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = taken.local_addr().unwrap().to_string();
    let file = folder.path().join("a file");
    std::fs::write(&file, "").unwrap();
    let file = file.display().to_string();
    let missing = folder.path().join("missing.toml").display().to_string();
    let broken = folder.path().join("broken");
    std::fs::create_dir(&broken).unwrap();
    std::fs::write(broken.join("rooms.sqlite"), "no database".repeat(100)).unwrap();
    let broken = broken.display().to_string();
    let tls = "[tls]\ncert = \"/nowhere/cert.pem\"\nkey = \"/nowhere/key.pem\"";
    let anywhere = ["--data", ":memory:", "--listen", "127.0.0.1:0"];
    let cases: [(&str, &[&str], &[&str]); 4] = [
        (
            "",
            &["--data", ":memory:", "--listen", &address],
            &["cannot listen at", &address],
        ),
        (
            "",
            &["--listen", "127.0.0.1:0", "--data", &file],
            &["cannot be made", &file],
        ),
        (
            "",
            &["--listen", "127.0.0.1:0", "--data", &broken],
            &["the rooms cannot be read", "not a database"],
        ),
        (
            tls,
            &anywhere,
            &["the certificate cannot be used", "/nowhere/cert.pem"],
        ),
    ];
    for (config, arguments, wanted) in cases {
        let (code, said) = run(command(folder.path(), config).args(arguments));
        assert_eq!(code, Some(1), "{arguments:?}: {said}");
        for wanted in wanted {
            assert!(said.contains(wanted), "{arguments:?}: {wanted} in {said}");
        }
    }
    let mut command = Command::new(env!("CARGO_BIN_EXE_cardable-host"));
    let (code, said) = run(command.args(["--config", &missing]));
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains(&missing) && said.contains("cannot be read"),
        "{said}"
    );
}

/// Without a home nothing says where the rooms may lie, and a folder for what is soon deleted is no place for them.
#[cfg(unix)]
#[test]
fn where_there_is_no_home_the_data_must_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let homeless = |config: &str| {
        let mut command = command(folder.path(), config);
        command
            .env_remove("HOME")
            .env_remove("XDG_DATA_HOME")
            .env_remove("LOCALAPPDATA");
        command.args(["--listen", "127.0.0.1:0", "--check"]);
        run(&mut command)
    };
    let (code, said) = homeless("");
    assert_eq!(code, Some(1), "{said}");
    assert!(
        said.contains("`data` is left out") && said.contains("HOME"),
        "{said}"
    );
    assert_eq!(homeless("data = \":memory:\"").0, Some(0));
}
