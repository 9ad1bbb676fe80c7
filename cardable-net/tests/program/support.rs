//! The program in a folder of its own.

use crate::quick::QUICK;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Only so that a test that would never end does: nothing is decided by it.
pub const GUARD: Duration = Duration::from_secs(120);

/// The program, as it runs.
pub struct Host {
    child: Child,
    address: String,
    /// What it says after the first lines.
    says: Option<JoinHandle<String>>,
}

/// The program with a configuration, which lies in a folder.
pub fn command(folder: &Path, config: &str) -> Command {
    let file = folder.join("host.toml");
    std::fs::write(&file, config).unwrap();
    // A write over a limit of the system is refused then, instead of ending the program.
    command_ignoring("XFSZ", &file)
}

/// The program with a file of settings, which ignores a signal unless it asks for it.
fn command_ignoring(signal: &str, file: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .args(["-c", &format!("trap '' {signal}; exec \"$@\""), "sh"])
        .arg(env!("CARGO_BIN_EXE_cardable-host"))
        .arg("--config")
        .arg(file)
        .stdin(Stdio::null())
        .stderr(Stdio::piped());
    command
}

impl Host {
    /// Starts it, and waits until it says where it listens.
    pub fn start(folder: &Path) -> Host {
        Host::start_with(folder, QUICK)
    }

    pub fn start_with(folder: &Path, config: &str) -> Host {
        Host::start_as(command(folder, config), folder)
    }

    /// Starts it so that it ignores a signal, unless it asks for it.
    #[cfg(target_os = "linux")]
    pub fn start_ignoring(signal: &str, folder: &Path) -> Host {
        let file = folder.join("host.toml");
        std::fs::write(&file, QUICK).unwrap();
        Host::start_as(command_ignoring(signal, &file), folder)
    }

    fn start_as(mut command: Command, folder: &Path) -> Host {
        let mut child = command
            .args(["--listen", "127.0.0.1:0", "--log", "info", "--data"])
            .arg(folder.join("data"))
            .spawn()
            .expect("the host starts");
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = loop {
            let line = lines.next().expect("it says where it listens").unwrap();
            if let Some((_, rest)) = line.split_once("http://") {
                break rest.split_whitespace().next().unwrap().to_owned();
            }
        };
        // What it says later is read, so that it is never held up.
        let says = std::thread::spawn(move || lines.map_while(Result::ok).collect::<Vec<_>>().join("\n"));
        Host {
            child,
            address,
            says: Some(says),
        }
    }

    pub fn url(&self) -> String {
        format!("ws://{}/ws", self.address)
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// The status of a page.
    pub fn get(&self, path: &str) -> u16 {
        self.page(path).0
    }

    /// The status of a page, and all of the answer.
    pub fn page(&self, path: &str) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(GUARD)).unwrap();
        write!(
            stream,
            "GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n",
            self.address
        )
        .unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let status = answer.split(' ').nth(1).unwrap().parse().unwrap();
        (status, answer)
    }

    /// Ends it without a word of warning.
    pub fn kill(&mut self) {
        let killed = self.child.kill().and_then(|()| self.child.wait());
        assert!(killed.is_ok(), "{killed:?}");
    }

    /// Asks it to stop, as service managers do. Gives how it ended, and what it had to say.
    pub fn terminate(self) -> (ExitStatus, String) {
        let pid = self.pid().to_string();
        assert!(
            Command::new("kill")
                .args(["-TERM", &pid])
                .status()
                .unwrap()
                .success()
        );
        self.ended()
    }

    /// Waits until it ends by itself. Gives how it ended, and what it had to say.
    pub fn ended(mut self) -> (ExitStatus, String) {
        let began = Instant::now();
        let status = loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                break status;
            }
            assert!(began.elapsed() < GUARD, "it does not stop");
            std::thread::sleep(Duration::from_millis(5));
        };
        (status, self.says.take().unwrap().join().unwrap())
    }
}

impl Drop for Host {
    /// Also when a test fails.
    fn drop(&mut self) {
        self.kill();
    }
}
