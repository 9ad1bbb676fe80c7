//! The process's limit of open files, and so of sockets.

/// Raises the soft limit of open files to the hard limit and returns the new limit; None if there is no
/// limit or the system does not report one.
///
/// Most systems start a process with 1,024 and let it raise that many times over.
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
    // If the system refuses, the old limit stays.
    let _ = setrlimit(Resource::Nofile, wanted);
    getrlimit(Resource::Nofile).current
}

/// Always None: this system has no such limit.
#[cfg(not(unix))]
pub fn raise() -> Option<u64> {
    None
}
