//! Running the program as people do.

#![allow(dead_code, reason = "every test file uses its own part of it")]

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

/// What a run has come to.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: i32,
}

impl Ran {
    /// The output, of a run that must end with this code.
    pub(crate) fn with(self, code: i32) -> String {
        assert_eq!(self.code, code, "{}\n{}", self.out, self.err);
        self.out
    }

    pub(crate) fn json(self, code: i32) -> serde_json::Value {
        serde_json::from_str(&self.with(code)).unwrap()
    }
}

/// Runs `cardable` in the folder of the fixtures.
pub(crate) fn cardable(args: &[&str]) -> Ran {
    typed(args, "")
}

/// Runs `cardable` and types something.
pub(crate) fn typed(args: &[&str], input: &str) -> Ran {
    run(&fixtures(), args, input)
}

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

pub(crate) fn started(folder: &Path, args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cardable"))
        .args(args)
        .current_dir(folder)
        .env("COLUMNS", "80")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

pub(crate) fn run(folder: &Path, args: &[&str], input: &str) -> Ran {
    let mut child = started(folder, args);
    // A program that needs no more of it closes its end.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
        code: output.status.code().unwrap(),
    }
}

/// A run of `cardable` in which something is typed once something was read.
pub(crate) struct Typing {
    child: Child,
    read: String,
}

impl Typing {
    pub(crate) fn begin(folder: &Path, args: &[&str]) -> Typing {
        Typing {
            child: started(folder, args),
            read: String::new(),
        }
    }

    /// Reads until a text has come that was not read before; gives all that was read since the last
    /// one.
    pub(crate) fn until(&mut self, text: &str) -> String {
        let from = self.read.len();
        let out = self.child.stdout.as_mut().unwrap();
        let mut bytes = Vec::new();
        let mut byte = [0];
        while !String::from_utf8_lossy(&bytes).ends_with(text) {
            assert_eq!(
                out.read(&mut byte).unwrap(),
                1,
                "{}",
                String::from_utf8_lossy(&bytes)
            );
            bytes.push(byte[0]);
        }
        self.read.push_str(&String::from_utf8(bytes).unwrap());
        self.read[from..].to_owned()
    }

    pub(crate) fn types(&mut self, line: &str) {
        writeln!(self.child.stdin.as_mut().unwrap(), "{line}").unwrap();
    }

    /// Types nothing more, and waits for its end.
    pub(crate) fn ended(mut self) -> Ran {
        drop(self.child.stdin.take());
        let output = self.child.wait_with_output().unwrap();
        Ran {
            out: self.read + &String::from_utf8(output.stdout).unwrap(),
            err: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }
}

/// An empty folder that goes away again.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    /// A new one: tests that run at the same time may call theirs alike.
    pub(crate) fn new(name: &str) -> Folder {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let folder = format!("{name}-{}-{number}", std::process::id());
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Compares with a file of the fixtures. With `UPDATE_SNAPSHOTS` set, writes the file instead.
#[track_caller]
pub(crate) fn snapshot(name: &str, found: &str) {
    let path = fixtures().join(name);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        std::fs::write(&path, found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        expected == found,
        "{} differs; to take it as it is: UPDATE_SNAPSHOTS=1\n{found}",
        path.display()
    );
}
