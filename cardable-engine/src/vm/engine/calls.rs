//! Calls of reactions and abilities that are in progress.

use crate::fault::{FaultKind, Run};
use crate::ids::StrId;
use crate::world::scene::{Awaits, Cause, Suspended};

/// The calls in progress, the newest last. Each has a number, by which the code that waits for it finds it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Calls(Vec<(u16, StrId)>);

impl Calls {
    /// How many calls may lie in each other.
    const DEEPEST: usize = 24;

    /// The number of the call whose code runs; 0 where that is the code of no call.
    #[inline]
    pub(crate) fn current(&self) -> u16 {
        self.0.last().map_or(0, |(number, _)| *number)
    }

    /// Begins a call, and gives the number that no other call has.
    pub(crate) fn begin(&mut self, name: StrId, suspended: &[Suspended]) -> Run<u16> {
        if self.0.len() >= Calls::DEEPEST {
            let names = self.0.iter().map(|(_, name)| *name).chain([name]).collect();
            return Err(FaultKind::EndlessReactions { names }.into());
        }
        let waiting = suspended.iter().flat_map(|frame| {
            let own = match frame.cause {
                Cause::Call(number) => number,
                Cause::Act(_) | Cause::Auto { .. } => 0,
            };
            let other = match frame.awaits {
                Awaits::Call(number) => number,
                Awaits::Answer { .. } | Awaits::Answers { .. } | Awaits::Pop => 0,
            };
            [own, other]
        });
        let highest = waiting.chain([self.current()]).max().unwrap_or(0);
        let number = highest.checked_add(1).ok_or(FaultKind::TooMany {
            what: "calls of reactions",
            limit: u16::MAX.into(),
        })?;
        self.0.push((number, name));
        Ok(number)
    }

    pub(crate) fn end(&mut self) {
        self.0.pop();
    }

    /// The code of a call goes on that waited.
    pub(crate) fn resume(cause: Cause, name: StrId) -> Calls {
        match cause {
            Cause::Call(number) => Calls(vec![(number, name)]),
            Cause::Act(_) | Cause::Auto { .. } => Calls::default(),
        }
    }

    #[inline]
    pub(crate) fn clear(&mut self) {
        self.0.clear();
    }
}
