//! Line-based input and output.

use crate::end::Failure;
use crate::paint::{FAINT, styled};
use std::io::{BufRead, IsTerminal, StdinLock, Write};

/// The input and output of a person.
pub(crate) struct Terminal<'a> {
    pub(crate) out: &'a mut dyn Write,
    input: StdinLock<'static>,
    /// Whether input is interactive. If not, it is echoed as a terminal would.
    is_typed: bool,
    /// Whether the screen can be cleared.
    can_clear: bool,
    /// Whether a passing message is on the line.
    has_status: bool,
}

impl<'a> Terminal<'a> {
    pub(crate) fn new(out: &'a mut dyn Write) -> Terminal<'a> {
        let input = std::io::stdin();
        let is_typed = input.is_terminal();
        let can_clear = is_typed && std::io::stdout().is_terminal();
        Terminal {
            out,
            input: input.lock(),
            is_typed,
            can_clear,
            has_status: false,
        }
    }

    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Reads a line. `None` at the end of input.
    pub(crate) fn read(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        // A read error counts as end of input.
        let n = self.input.read_until(b'\n', &mut line).unwrap_or(0);
        let line = String::from_utf8_lossy(&line).trim().to_owned();
        if n == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        if !self.is_typed {
            writeln!(self.out, "{line}")?;
        }
        Ok(Some(line))
    }

    /// Whether a person types, and reads what comes.
    pub(crate) fn is_interactive(&self) -> bool {
        self.can_clear
    }

    /// Shows a message until [`Terminal::clear_status`] removes it, if a person watches.
    pub(crate) fn show_status(&mut self, text: &str) -> Result<(), Failure> {
        if self.can_clear {
            write!(self.out, "\r\x1b[K{}", styled(FAINT, text))?;
            self.out.flush()?;
            self.has_status = true;
        }
        Ok(())
    }

    /// Removes the message of [`Terminal::show_status`].
    pub(crate) fn clear_status(&mut self) -> Result<(), Failure> {
        if self.has_status {
            write!(self.out, "\r\x1b[K")?;
            self.has_status = false;
        }
        Ok(())
    }

    /// Clears the screen, so that the next person does not see it.
    pub(crate) fn clear(&mut self) -> Result<(), Failure> {
        if self.can_clear {
            // Clear the screen and the scrollback buffer.
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }
}
