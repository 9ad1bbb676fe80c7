//! Reading lines, and writing between them.

use crate::end::Failure;
use std::io::{BufRead, IsTerminal, StdinLock, Write};

/// Where a person reads and types.
pub(crate) struct Terminal<'a> {
    pub(crate) out: &'a mut dyn Write,
    input: StdinLock<'static>,
    /// Whether somebody types; else what is read is shown, as a terminal would.
    is_typed: bool,
    /// Whether the screen can be cleared.
    can_clear: bool,
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
        }
    }

    pub(crate) fn say(&mut self, text: &str) -> Result<(), Failure> {
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Asks for a line; nothing when there are no more.
    pub(crate) fn read(&mut self, prompt: &str) -> Result<Option<String>, Failure> {
        write!(self.out, "{prompt}")?;
        self.out.flush()?;
        let mut line = Vec::new();
        // What is no text is no answer either.
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

    /// Takes away what another person must not see.
    pub(crate) fn clear(&mut self) -> Result<(), Failure> {
        if self.can_clear {
            // All that can be seen, and what has been scrolled out of sight.
            write!(self.out, "\x1b[2J\x1b[3J\x1b[H")?;
        }
        Ok(())
    }
}
