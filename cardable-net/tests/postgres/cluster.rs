//! PostgreSQL in a temporary folder, for the tests of this process.

use cardable_net::store::PostgresAddress;
use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tokio_postgres::NoTls;

/// A running server. It ends, and its folder goes, when its input is closed: that is when this process ends, however it
/// does.
pub struct Cluster {
    programs: PathBuf,
    folder: PathBuf,
    user: Option<(u32, u32)>,
    child: Child,
    /// The address of this machine that it listens at, beside its socket. None if empty.
    listen: String,
}

/// A copy of a server's files, of which nobody is the owner yet.
pub struct Backup {
    folder: PathBuf,
}

/// The server that most tests share, each with a database of its own. None where there is no PostgreSQL.
pub fn shared() -> Option<&'static Cluster> {
    static SHARED: OnceLock<Option<Cluster>> = OnceLock::new();
    SHARED.get_or_init(Cluster::start).as_ref()
}

/// Keeps the server until its input is closed.
const KEEPER: &str = r#"
    "$1/postgres" -D "$2/data" -k "$2" -c listen_addresses="$3" -c fsync=off -c full_page_writes=off \
        -c max_connections=200 >"$2/log" 2>&1 &
    server=$!
    cat >/dev/null
    kill -INT $server
    wait $server
    rm -rf "$2"
"#;

impl Cluster {
    /// Starts a server. None where there is no PostgreSQL, unless it is required.
    pub fn start() -> Option<Cluster> {
        let Some(programs) = programs() else {
            let is_required = std::env::var("CARDABLE_POSTGRES").is_ok_and(|value| value == "required");
            assert!(!is_required, "there is no PostgreSQL (`initdb` and `postgres`)");
            println!("left out: there is no PostgreSQL");
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder").keep();
        // The server refuses to run as root.
        let user = match rustix::process::getuid().is_root() {
            true => Some(unprivileged().expect("a user `postgres` or `nobody`")),
            false => None,
        };
        if let Some((user, group)) = user {
            chown(&folder, Some(user), Some(group)).expect("the folder is given away");
        }
        let mut init = Command::new(programs.join("initdb"));
        init.args([
            "--auth=trust",
            "--username=host",
            "--no-sync",
            "--encoding=UTF8",
            "--locale=C",
            "-D",
        ])
        .arg(folder.join("data"));
        run_as(&mut init, user, &folder);
        succeed(init);
        let child = keeper(&programs, &folder, user, "");
        let cluster = Cluster {
            programs,
            folder,
            user,
            child,
            listen: String::new(),
        };
        cluster.wait();
        Some(cluster)
    }

    /// Starts a server that also listens at an address of this machine, and encrypts there.
    #[cfg(target_os = "linux")]
    pub fn start_encrypted(listen: &str, certificate: &str, key: &str) -> Option<Cluster> {
        use std::os::unix::fs::PermissionsExt as _;
        let mut cluster = Cluster::start()?;
        cluster.control("fast");
        let data = cluster.folder.join("data");
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = data.join(name);
            std::fs::write(&file, text).expect("written");
            // The server refuses a key that others can read.
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600)).expect("its own");
            if let Some((user, group)) = cluster.user {
                chown(&file, Some(user), Some(group)).expect("the file is given away");
            }
        }
        set(&cluster.folder, "ssl = on");
        listen.clone_into(&mut cluster.listen);
        cluster.run();
        Some(cluster)
    }

    /// Starts it again, where it was stopped.
    fn run(&mut self) {
        self.child = keeper(&self.programs, &self.folder, self.user, &self.listen);
        self.wait();
    }

    /// Starts a server that follows this one and, from now on, has what is committed here before anybody is told. Both need
    /// nobody else for that: when this one is gone, the other can take its place.
    pub async fn standby(&self) -> Cluster {
        let folder = self.copy(&["--write-recovery-conf"]);
        // Once it is the primary it waits for nobody, until it has a standby of its own.
        set(&folder, "synchronous_standby_names = ''");
        let standby = self.start_in(folder);
        let client = self.client("postgres").await;
        client
            .batch_execute("ALTER SYSTEM SET synchronous_standby_names = '*'")
            .await
            .expect("a setting");
        client
            .batch_execute("SELECT pg_reload_conf()")
            .await
            .expect("it is read");
        let synchronous = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'";
        while client
            .query_one(synchronous, &[])
            .await
            .expect("an answer")
            .get::<_, i64>(0)
            == 0
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        standby
    }

    /// Copies the server's files as they are now, and returns the folder of the copy.
    fn copy(&self, options: &[&str]) -> PathBuf {
        let folder = tempfile::tempdir().expect("a folder").keep();
        if let Some((user, group)) = self.user {
            chown(&folder, Some(user), Some(group)).expect("the folder is given away");
        }
        let mut copy = self.program("pg_basebackup");
        copy.args(["--username=host", "--checkpoint=fast", "--no-sync", "-h"])
            .arg(&self.folder)
            .arg("-D")
            .arg(folder.join("data"))
            .args(options);
        succeed(copy);
        folder
    }

    /// Starts a server in a folder that has its files.
    fn start_in(&self, folder: PathBuf) -> Cluster {
        let started = Cluster {
            programs: self.programs.clone(),
            child: keeper(&self.programs, &folder, self.user, ""),
            user: self.user,
            folder,
            listen: String::new(),
        };
        started.wait();
        started
    }

    /// Keeps its log from now on, and returns a copy of its files that this log goes on from.
    pub fn archive(&mut self) -> Backup {
        std::fs::create_dir(self.archive_folder()).expect("a folder");
        if let Some((user, group)) = self.user {
            chown(self.archive_folder(), Some(user), Some(group)).expect("the folder is given away");
        }
        let to = self.archive_folder().display().to_string();
        self.control("fast");
        set(
            &self.folder,
            &format!(
                "archive_mode = on\narchive_command = \
                 'cmp -s %p {to}/%f || (test ! -f {to}/%f && cp %p {to}/%f)'"
            ),
        );
        self.run();
        Backup {
            folder: self.copy(&["--wal-method=stream"]),
        }
    }

    fn archive_folder(&self) -> PathBuf {
        self.folder.join("archive")
    }

    /// Starts a server from a backup as this one was at a moment that has a name.
    pub async fn go_back(&self, backup: Backup, moment: &str) -> Cluster {
        let Backup { folder } = backup;
        let from = self.archive_folder().display().to_string();
        set(
            &folder,
            &format!(
                "restore_command = 'cp {from}/%f %p'\nrecovery_target_name = '{moment}'\n\
                 recovery_target_action = 'promote'\nsynchronous_standby_names = ''\narchive_mode = off"
            ),
        );
        std::fs::write(folder.join("data/recovery.signal"), "").expect("written");
        let restored = self.start_in(folder);
        let client = restored.client("postgres").await;
        // Until then it answers, and takes no writes.
        let recovers = "SELECT pg_is_in_recovery()";
        while client
            .query_one(recovers, &[])
            .await
            .expect("an answer")
            .get::<_, bool>(0)
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        restored
    }

    /// What `pg_dump` writes of a database.
    pub fn dump(&self, database: &str) -> Vec<u8> {
        let mut dump = self.program("pg_dump");
        dump.args(["-Fc", "-n", "cardable", "-U", "host", "-h"])
            .arg(&self.folder)
            .arg(database);
        succeed(dump)
    }

    /// Fills a new database with what `pg_dump` has written.
    pub async fn restore(&self, dump: &[u8]) -> PostgresAddress {
        let address = self.database().await;
        let (_, database) = address.url.rsplit_once('/').expect("it ends in a name");
        let file = self.folder.join(format!("{database}.dump"));
        std::fs::write(&file, dump).expect("written");
        let mut restore = self.program("pg_restore");
        restore
            .args(["-U", "host", "-d", database, "-h"])
            .arg(&self.folder)
            .arg(file);
        succeed(restore);
        address
    }

    /// Makes a standby the primary.
    pub fn promote(&self) {
        let mut promote = self.program("pg_ctl");
        promote
            .args(["promote", "-w", "-D"])
            .arg(self.folder.join("data"));
        succeed(promote);
    }

    /// Ends the server in the middle of its work, for good.
    pub fn destroy(mut self) {
        self.control("immediate");
        let _ = std::fs::remove_dir_all(&self.folder);
    }

    /// Waits until it answers.
    fn wait(&self) {
        for _ in 0..600 {
            let ready = Command::new(self.programs.join("pg_isready"))
                .args(["-q", "-h"])
                .arg(&self.folder)
                .status();
            if ready.is_ok_and(|status| status.success()) {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        let log = std::fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        panic!("PostgreSQL does not start:\n{log}");
    }

    /// Ends the server in the middle of its work, and starts it again.
    pub fn crash(&mut self) {
        self.control("immediate");
        self.run();
    }

    /// Stops the server as planned, and starts it again.
    pub fn restart(&mut self) {
        self.control("fast");
        self.run();
    }

    /// The socket that it listens at.
    pub fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    fn control(&mut self, how: &str) {
        let mut stop = self.program("pg_ctl");
        stop.args(["stop", "-w", "-m", how, "-D"])
            .arg(self.folder.join("data"));
        succeed(stop);
        // The keeper would take the folder along.
        self.child.kill().expect("the keeper ends");
        self.child.wait().expect("the keeper ends");
    }

    /// The address of a database that it has.
    pub fn address(&self, database: &str) -> String {
        format!(
            "postgres://host@{}/{database}",
            self.folder.display().to_string().replace('/', "%2F")
        )
    }

    /// The address of a new, empty database.
    pub async fn database(&self) -> PostgresAddress {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let name = format!("test{}", NUMBER.fetch_add(1, Ordering::Relaxed));
        let client = self.client("postgres").await;
        client
            .batch_execute(&format!("CREATE DATABASE {name}"))
            .await
            .expect("a new database");
        PostgresAddress {
            url: self.address(&name),
            certificates: None,
            lease: Some(Duration::from_secs(1)),
        }
    }

    /// One of PostgreSQL's programs, to be run as the server is.
    fn program(&self, name: &str) -> Command {
        let mut program = Command::new(self.programs.join(name));
        run_as(&mut program, self.user, &self.folder);
        program
    }

    async fn client(&self, database: &str) -> tokio_postgres::Client {
        connect(&self.address(database)).await
    }
}

/// Cuts all connections of hosts to a database.
pub const CUT: &str = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity \
    WHERE application_name = 'cardable-host' AND datname = current_database()";

/// A connection beside the store's.
pub async fn connect(url: &str) -> tokio_postgres::Client {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.expect("it is there");
    tokio::spawn(connection);
    client
}

impl Drop for Cluster {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

fn keeper(programs: &Path, folder: &Path, user: Option<(u32, u32)>, listen: &str) -> Child {
    let mut keeper = Command::new("sh");
    keeper
        .args(["-c", KEEPER, "sh"])
        .arg(programs)
        .arg(folder)
        .arg(listen)
        .stdin(Stdio::piped());
    run_as(&mut keeper, user, folder);
    keeper.spawn().expect("a shell runs")
}

/// Adds lines to the settings of a server that does not run yet.
fn set(folder: &Path, lines: &str) {
    let settings = folder.join("data/postgresql.auto.conf");
    let text = std::fs::read_to_string(&settings).expect("its settings");
    std::fs::write(&settings, format!("{text}{lines}\n")).expect("its settings");
}

/// Runs a program, and returns what it has written.
fn succeed(mut program: Command) -> Vec<u8> {
    let done = program.output().expect("it runs");
    assert!(
        done.status.success(),
        "{program:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    done.stdout
}

fn run_as(command: &mut Command, user: Option<(u32, u32)>, folder: &Path) {
    command.current_dir(folder);
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
}

/// The folder of PostgreSQL's programs.
fn programs() -> Option<PathBuf> {
    let has_all = |folder: &PathBuf| {
        [
            "initdb",
            "postgres",
            "pg_ctl",
            "pg_isready",
            "pg_basebackup",
            "pg_dump",
            "pg_restore",
        ]
        .iter()
        .all(|program| folder.join(program).is_file())
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Where Debian puts each version.
    let versions = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten();
    let mut versions: Vec<PathBuf> = versions.map(|version| version.path().join("bin")).collect();
    versions.sort();
    std::env::split_paths(&path)
        .chain(versions.into_iter().rev())
        .find(has_all)
}

/// A user without rights, and its group.
fn unprivileged() -> Option<(u32, u32)> {
    let users = std::fs::read_to_string("/etc/passwd").ok()?;
    let of = |name: &str| {
        let line = users.lines().find(|line| line.split(':').next() == Some(name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    };
    of("postgres").or_else(|| of("nobody"))
}
