//! How many files, and so sockets, a process may have open.

/// Raises the limit of open files as far as the system lets a process without further rights, and
/// tells what it is then; nothing where there is no limit, or none that is known.
///
/// Most systems begin with 1,024 and allow many times that to whoever asks.
///
/// ```
/// let files = cardable_net::open_files::raise();
/// assert!(files.is_none_or(|files| files > 0));
/// ```
#[cfg(unix)]
pub fn raise() -> Option<u64> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let most = getrlimit(Resource::Nofile).maximum;
    let wanted = Rlimit {
        current: most,
        maximum: most,
    };
    // What is refused leaves the limit that there is.
    let _ = setrlimit(Resource::Nofile, wanted);
    getrlimit(Resource::Nofile).current
}

/// The same where processes have no such limit.
#[cfg(not(unix))]
pub fn raise() -> Option<u64> {
    None
}
