//! How a command ends.

use crate::paint;
use std::fmt::Display;
use std::io::{self, Write};

/// The exit status of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// The command succeeded.
    Fine,
    /// Problems or faults were found.
    Found,
    /// The command was used wrongly.
    Usage,
}

/// Why a command could not do what was asked.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The output cannot be written.
    Output(io::Error),
    /// Something that was given cannot be used.
    Problem(String),
    /// Something that was given cannot be used, and the user was told so.
    Told,
    /// The command was used wrongly.
    Usage(String),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl Failure {
    pub(crate) fn problem(message: impl Display) -> Failure {
        Failure::Problem(message.to_string())
    }

    pub(crate) fn usage(message: impl Display) -> Failure {
        Failure::Usage(message.to_string())
    }

    /// The command needs the network, and this program was built without.
    #[cfg(not(feature = "net"))]
    pub(crate) fn without_net(what: &str) -> Failure {
        Failure::Usage(format!(
            "{what} needs the network, and this program was built without it. To get it:\n  \
             cargo install cardable-cli --features net\n\
             or, in a clone of the repository:\n  \
             cargo run --release --features net -- …"
        ))
    }

    /// Tells it on the error stream.
    pub(crate) fn tell(self) -> End {
        let (message, end) = match self {
            // A closed pipe means that the reader has seen enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return End::Fine,
            Failure::Output(error) => (format!("the output cannot be written: {error}"), End::Found),
            Failure::Problem(message) => (message, End::Found),
            Failure::Told => return End::Found,
            Failure::Usage(message) => (message, End::Usage),
        };
        let (bad, plain) = (paint::BAD, paint::end(paint::BAD));
        // No stream is left on which to report this error.
        let _ = writeln!(anstream::stderr(), "{bad}error{plain}: {message}");
        end
    }
}
