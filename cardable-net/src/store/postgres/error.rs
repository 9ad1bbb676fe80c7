//! What the database's errors mean for the store.

use crate::store::StoreError;
use std::error::Error as _;
use tokio_postgres::error::{Severity, SqlState};

/// The store's error for one of the database.
pub(super) fn store_error(error: tokio_postgres::Error) -> StoreError {
    match error.code() {
        Some(&SqlState::DISK_FULL) => StoreError::Full,
        Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => failed(
            "the database takes no writes: it is a standby, or set to read only; give the address of the primary, \
             or add `target_session_attrs=read-write` to the address",
        ),
        Some(&SqlState::INSUFFICIENT_PRIVILEGE) => failed(&format!(
            "the database does not let this user do that ({}); grant the user the rights: to \
             create the schema (`GRANT CREATE ON DATABASE`), or on the schema `cardable` and its tables",
            text(&error)
        )),
        Some(&SqlState::UNDEFINED_TABLE | &SqlState::UNDEFINED_COLUMN) => failed(&format!(
            "the database lacks what the host needs ({}); restore a backup",
            text(&error)
        )),
        _ => failed(&text(&error)),
    }
}

pub(super) fn failed(why: &str) -> StoreError {
    StoreError::Failed(why.to_owned())
}

/// The error with its causes: what the library says first is too little.
fn text(error: &tokio_postgres::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text.push_str(": ");
        text.push_str(&error.to_string());
        cause = error.source();
    }
    text
}

/// Whether nothing is known of what the statement has done: the connection is lost, or the server ended it.
pub(super) fn is_unsure(error: &tokio_postgres::Error) -> bool {
    let Some(error) = error.as_db_error() else {
        return true;
    };
    // It ended the session, perhaps after the commit.
    let is_ended = matches!(error.parsed_severity(), Some(Severity::Fatal | Severity::Panic));
    let code = error.code();
    is_ended
        || *code == SqlState::T_R_STATEMENT_COMPLETION_UNKNOWN
        || code.code().starts_with("57P")
        || code.code().starts_with("08")
}

/// Whether the statement has done nothing because another one was in its way.
pub(super) fn is_conflict(error: &tokio_postgres::Error) -> bool {
    matches!(
        error.code(),
        Some(
            &SqlState::T_R_DEADLOCK_DETECTED
                | &SqlState::T_R_SERIALIZATION_FAILURE
                | &SqlState::LOCK_NOT_AVAILABLE
        )
    )
}

/// The same for errors of the pool of connections.
pub(super) fn pool_error(error: deadpool_postgres::PoolError) -> StoreError {
    use deadpool_postgres::PoolError;
    match error {
        PoolError::Backend(error) => store_error(error),
        PoolError::Timeout(_) => failed("the database does not answer in time"),
        PoolError::Closed => StoreError::Closed,
        other => failed(&other.to_string()),
    }
}
