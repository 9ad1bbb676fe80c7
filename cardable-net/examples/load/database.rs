//! What a PostgreSQL database does for a measurement.

use crate::part::worked;
use std::time::Duration;
use tokio_postgres::{Client, NoTls};

/// A connection to the database that hosts share.
pub(crate) struct Database(Client);

/// What it had done at some moment.
#[derive(Clone, Copy)]
pub(crate) struct Done {
    /// Bytes of write-ahead log.
    pub(crate) log: u64,
    /// Processor time of all processes of PostgreSQL on this machine that still run.
    pub(crate) worked: Duration,
}

impl Database {
    pub(crate) async fn connect(url: &str) -> Database {
        let (client, connection) = tokio_postgres::connect(url, NoTls)
            .await
            .expect("the database is there");
        tokio::spawn(connection);
        Database(client)
    }

    pub(crate) async fn done(&self) -> Done {
        let position = "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint";
        let row = self.0.query_one(position, &[]).await.expect("an answer");
        Done {
            log: row.get::<_, i64>(0).try_into().unwrap(),
            worked: servers_worked(),
        }
    }
}

fn servers_worked() -> Duration {
    let processes = std::fs::read_dir("/proc").unwrap().flatten();
    let names = processes.filter_map(|process| process.file_name().into_string().ok());
    let servers = names.filter(|process| {
        let name = std::fs::read_to_string(format!("/proc/{process}/comm"));
        name.is_ok_and(|name| name.trim_end() == "postgres")
    });
    // One may have ended since.
    let running = servers.filter(|process| std::fs::exists(format!("/proc/{process}/stat")).unwrap_or(false));
    running.map(|process| worked(&process)).sum()
}
