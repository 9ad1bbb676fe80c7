//! Places in texts.

mod lines;

use serde::{Deserialize, Serialize};

pub(crate) use lines::LineIndex;

/// One of the texts that were read.
///
/// See [`Sources`](crate::text::source::Sources) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct FileId(u16);

impl FileId {
    /// The file that was added first.
    pub(crate) const FIRST: FileId = FileId(0);
    pub(crate) const NONE: FileId = FileId(u16::MAX);

    pub(crate) fn new(at: u16) -> FileId {
        FileId(at)
    }

    /// The file's place in the order in which the texts were read.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A stretch of a file, in bytes.
///
/// See [`Sources`](crate::text::source::Sources) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Span {
    pub file: FileId,
    pub start: u32,
    /// The byte after the last one.
    pub end: u32,
}

impl Span {
    /// The stretch from `start` up to `end`, both saturated to what a span can hold.
    pub fn new(file: FileId, start: usize, end: usize) -> Span {
        let narrow = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        Span {
            file,
            start: narrow(start),
            end: narrow(end),
        }
    }

    /// The empty stretch at the start of a file, for what concerns the file as a whole.
    pub fn whole_file(file: FileId) -> Span {
        Span {
            file,
            start: 0,
            end: 0,
        }
    }

    /// Both stretches and what lies between them; `self` when they are in different files.
    pub fn to(self, other: Span) -> Span {
        if self.file != other.file {
            return self;
        }
        Span {
            start: self.start.min(other.start),
            end: self.end.max(other.end),
            ..self
        }
    }
}
