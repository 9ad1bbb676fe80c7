//! Calls of reactions and abilities that are in progress.

use crate::fault::{FaultKind, Run};
use crate::ids::StrId;
use crate::world::scene::{Awaits, Cause, Suspended};
use smallvec::SmallVec;

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

    /// The numbers of the calls that go on whoever leaves: those in progress, those that wait for a pushed state, and
    /// those whose code waits for the end of one of them.
    pub(crate) fn that_stay(&self, suspended: &[Suspended]) -> SmallVec<[u16; 4]> {
        let pushed = suspended.iter().filter(|frame| frame.awaits == Awaits::Pop);
        let pushed = pushed.filter_map(|frame| match frame.cause {
            Cause::Call(number) => Some(number),
            Cause::Act(_) | Cause::Auto { .. } => None,
        });
        let mut numbers: SmallVec<[u16; 4]> = self.0.iter().map(|(number, _)| *number).collect();
        numbers.extend(pushed);
        let mut looked_at = 0;
        while let Some(number) = numbers.get(looked_at).copied() {
            looked_at += 1;
            for frame in suspended
                .iter()
                .filter(|frame| frame.awaits == Awaits::Call(number))
            {
                if let Cause::Call(outer) = frame.cause
                    && !numbers.contains(&outer)
                {
                    numbers.push(outer);
                }
            }
        }
        numbers
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
