//! Exit codes and errors of commands.

use crate::paint;
use std::fmt::Display;
use std::io::{self, Write};

/// The exit status of a command.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Fine,
    /// Problems or faults were found.
    Found,
    /// The command line was invalid.
    Usage,
}

/// Why a command failed.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Output cannot be written.
    Output(io::Error),
    /// The input cannot be used, for this reason.
    Problem(String),
    /// The input cannot be used, and the reason has been printed.
    Reported,
    /// The command line was invalid, for this reason.
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

    /// The error for commands that need the network in a build without it.
    #[cfg(not(feature = "net"))]
    pub(crate) fn without_net(what: &str) -> Failure {
        Failure::without(what, "the network")
    }

    /// The error for commands that need the table in the browser in a build without it.
    #[cfg(not(feature = "net"))]
    pub(crate) fn without_table(what: &str) -> Failure {
        Failure::without(what, "the table that draws cards")
    }

    #[cfg(not(feature = "net"))]
    fn without(what: &str, needed: &str) -> Failure {
        Failure::Usage(format!(
            "{what} needs {needed}, and this program was built without it. To get it:\n  \
             cargo install --locked cardable-cli --features net\n\
             or, in a clone of the repository:\n  \
             cargo run --release --features net -- …"
        ))
    }

    /// Prints the error and returns the exit status.
    pub(crate) fn tell(self) -> End {
        let (message, end) = match self {
            // A closed pipe means that the reader has seen enough.
            Failure::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => return End::Fine,
            Failure::Output(error) => (format!("the output cannot be written: {error}"), End::Found),
            Failure::Problem(message) => (message, End::Found),
            Failure::Reported => return End::Found,
            Failure::Usage(message) => (message, End::Usage),
        };
        let (bad, plain) = (paint::BAD, paint::end(paint::BAD));
        // If this fails, no stream is left to report it on.
        let _ = writeln!(anstream::stderr(), "{bad}error{plain}: {message}");
        end
    }
}
