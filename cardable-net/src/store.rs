//! What a host must not lose: logs, snapshots, seats, content.
