//! Connections to the database.

use super::PostgresAddress;
use super::error::{failed, pool_error, store_error};
use crate::config::wrong_password;
use crate::store::StoreError;
use deadpool_postgres::{
    Hook, HookError, Manager, ManagerConfig, Object, Pool, RecyclingMethod, Runtime, Timeouts,
};
use rustls_pki_types::CertificateDer;
use rustls_pki_types::pem::PemObject as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;
use tokio_postgres::config::{Host, TargetSessionAttrs};
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

/// How long a host waits for a connection, and for each of the servers that are named.
const PATIENCE: Duration = Duration::from_secs(10);
const CONNECT: Duration = Duration::from_secs(5);

/// What holds for every connection: a commit is durable when it is acknowledged, and nothing waits without end.
const OPTIONS: &str = "-c synchronous_commit=on -c statement_timeout=30s -c lock_timeout=10s \
                       -c idle_in_transaction_session_timeout=30s";

/// A pool of connections. Clones share it.
#[derive(Clone)]
pub(super) struct Connections {
    pool: Pool,
    shown: Arc<str>,
}

impl std::fmt::Debug for Connections {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Connections").field(&self.shown).finish()
    }
}

/// An address without what is secret.
pub(super) fn shown(url: &str) -> String {
    let read = url.parse::<Config>().ok();
    let Some(config) = read.filter(|_| wrong_password(url).is_none()) else {
        return "an address that cannot be read".to_owned();
    };
    let ports = config.get_ports();
    let hosts = config.get_hosts().iter().enumerate().map(|(at, host)| {
        let name = match host {
            Host::Tcp(name) => name.clone(),
            #[cfg(unix)]
            Host::Unix(path) => path.display().to_string(),
        };
        // One port stands for all hosts.
        match ports.get(at).or(ports.first()) {
            Some(port) => format!("{name}:{port}"),
            None => name,
        }
    });
    let hosts: Vec<String> = hosts.collect();
    format!("{}/{}", hosts.join(","), config.get_dbname().unwrap_or_default())
}

/// The highest timeline that this host has written to. A server that is promoted begins a higher one, so a server with a lower
/// one was replaced, and comes back without what was written since.
#[derive(Clone, Debug, Default)]
pub(super) struct Timeline(Arc<AtomicI32>);

impl Timeline {
    /// The number is in the name of the file that the server writes to. A standby has none.
    const READ: &str = "SELECT CASE WHEN pg_is_in_recovery() THEN NULL \
                        ELSE ('x' || substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8))::bit(32)::int END";

    /// Checks a new connection.
    async fn check(&self, client: &Client) -> Result<(), HookError> {
        let Ok(row) = client.query_one(Timeline::READ, &[]).await else {
            // Without that right nothing can be known.
            return Ok(());
        };
        let Some(now) = row.get::<_, Option<i32>>(0) else {
            return Ok(());
        };
        let known = self.0.fetch_max(now, Ordering::AcqRel);
        if now < known {
            let why = format!(
                "it is of timeline {now}, and this host has written to timeline {known}: a server that was replaced must not \
                 come back as the primary; make it a standby of the new one, or restart all hosts if it is a backup that was \
                 restored"
            );
            return Err(HookError::message(why));
        }
        Ok(())
    }
}

impl Connections {
    /// Reads the address, for so many connections at most. Connects only when somebody needs it.
    pub(super) fn to(
        address: &PostgresAddress,
        most: usize,
        timeline: &Timeline,
    ) -> Result<Connections, StoreError> {
        if let Some(why) = wrong_password(&address.url) {
            return Err(failed(&format!("the database's address {why}")));
        }
        let timeline = timeline.clone();
        let mut config: Config = address
            .url
            .parse()
            .map_err(|why| failed(&format!("the database's address cannot be read: {why}")))?;
        if config.get_hosts().is_empty() {
            return Err(failed(
                "the database's address names no host: write `postgres://user@host/database`",
            ));
        }
        let options = match config.get_options() {
            // The host's own come last, so that they hold.
            Some(options) => format!("{options} {OPTIONS}"),
            None => OPTIONS.to_owned(),
        };
        config.options(options);
        if config.get_application_name().is_none() {
            config.application_name("cardable-host");
        }
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT);
        }
        // A server that is gone without a word is noticed.
        config
            .keepalives(true)
            .keepalives_idle(CONNECT)
            .keepalives_interval(CONNECT);
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(PATIENCE);
        }
        if config.get_hosts().len() > 1 {
            config.target_session_attrs(TargetSessionAttrs::ReadWrite);
        }
        let manager = ManagerConfig {
            // A connection that hangs is noticed before it is used again.
            recycling_method: match most {
                super::IN_FLIGHT => RecyclingMethod::Fast,
                _ => RecyclingMethod::Verified,
            },
        };
        let pool = Pool::builder(Manager::from_config(config, tls(address)?, manager))
            .max_size(most)
            .runtime(Runtime::Tokio1)
            .post_create(Hook::async_fn(move |client, _| {
                let timeline = timeline.clone();
                Box::pin(async move { timeline.check(client).await })
            }))
            .timeouts(Timeouts {
                wait: Some(PATIENCE),
                create: Some(PATIENCE),
                recycle: Some(CONNECT),
            })
            .build()
            .map_err(|why| failed(&why.to_string()))?;
        Ok(Connections {
            pool,
            shown: shown(&address.url).into(),
        })
    }

    /// A connection, until it is dropped.
    pub(super) async fn get(&self) -> Result<Object, StoreError> {
        let got = self.pool.get().await.map_err(pool_error);
        got.map_err(|error| match error {
            StoreError::Failed(why) => {
                failed(&format!("the database at {} cannot be used: {why}", self.shown))
            }
            other => other,
        })
    }

    /// Where the database is, without what is secret.
    pub(super) fn shown(&self) -> &str {
        &self.shown
    }

    pub(super) fn close(&self) {
        self.pool.close();
    }

    /// Checks that what is acknowledged will be durable, and warns where it is not enough against the loss of a server.
    pub(super) async fn check(&self, client: &Client) -> Result<(), StoreError> {
        let setting = async |name: &str| {
            let row = client
                .query_one("SELECT current_setting($1, true)", &[&name])
                .await
                .map_err(store_error)?;
            Ok::<String, StoreError>(row.get::<_, Option<String>>(0).unwrap_or_default())
        };
        if setting("transaction_read_only").await? == "on" {
            return Err(failed(&format!(
                "the database at {} takes no writes: it is a standby, or set to read only; give the address of the \
                 primary",
                self.shown
            )));
        }
        if setting("fsync").await? == "off" {
            tracing::warn!(
                "the database runs with `fsync = off`: choices can be lost when its machine fails; set it to `on`"
            );
        }
        if setting("synchronous_standby_names").await?.is_empty() {
            tracing::info!(
                "the database has no synchronous standby: if its disk is lost, the last choices are lost with it"
            );
        }
        Ok(())
    }
}

/// Encrypts where the address asks for it, or the server offers it.
fn tls(address: &PostgresAddress) -> Result<MakeRustlsConnect, StoreError> {
    let mut roots = RootCertStore::empty();
    match &address.certificates {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(file) => {
            let unread = |why: &dyn std::fmt::Display| {
                failed(&format!(
                    "the certificates in `{}` cannot be read: {why}",
                    file.display()
                ))
            };
            let certificates = CertificateDer::pem_file_iter(file).map_err(|why| unread(&why))?;
            for certificate in certificates {
                let certificate = certificate.map_err(|why| unread(&why))?;
                roots.add(certificate).map_err(|why| unread(&why))?;
            }
            if roots.is_empty() {
                return Err(unread(&"there are none"));
            }
        }
    }
    let config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|why| failed(&why.to_string()))?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (url, wanted) in [
            (
                "postgres://me:secret@db.example.org/cards",
                "db.example.org:5432/cards",
            ),
            ("postgres://me:secret@a:5433,b:5434/cards", "a:5433,b:5434/cards"),
            (
                "host=localhost user=me password=secret dbname=cards",
                "localhost/cards",
            ),
            ("no address", "an address that cannot be read"),
            (
                "postgres://me:my@secret@h/cards",
                "an address that cannot be read",
            ),
        ] {
            assert_eq!(shown(url), wanted);
            let address = PostgresAddress {
                url: url.to_owned(),
                certificates: None,
                lease: None,
            };
            assert!(!format!("{address:?}").contains("secret"));
        }
    }
}
