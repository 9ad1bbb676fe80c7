//! Reads exported rooms from a file, and finds out whether it is whole.

use super::format::{Bytes, End, Hex, Line, Room, State, VERSION};
use super::{Item, Sink, Told, TransferError};
use crate::store::{Quarantine, RoomCopy, Snapshot};
use std::io::{self, BufRead, Read as _};
use thiserror::Error;

/// The longest line in bytes. Those of exports are far shorter, and other files are not read into memory whole.
const LONGEST: u64 = 1 << 28;

/// Why a file is not read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ExportError {
    /// The system does not let it be read.
    #[error("the export cannot be read: {0}")]
    Unreadable(String),
    /// It is something else.
    #[error("this is no export of a store: give a file that `store export` has written")]
    Other,
    /// A later program has written it.
    #[error("the export is of version {0} of the format, and this program reads {VERSION}: use a later one")]
    Version(u32),
    /// Its end is missing.
    #[error("the export is cut off after line {0}: copy it again, or make another one")]
    Cut(u64),
    /// It is not what was written.
    #[error("the export is damaged in line {line}: {why}; copy it again, or make another one")]
    Damaged {
        /// The line, from 1.
        line: u64,
        /// What is wrong.
        why: String,
    },
}

/// A file of exported rooms.
pub(crate) struct Export<R> {
    from: R,
    sum: blake3::Hasher,
    line: u64,
    text: Vec<u8>,
}

impl<R: BufRead> Export<R> {
    /// Begins to read.
    pub(crate) fn new(from: R) -> Export<R> {
        Export {
            from,
            sum: blake3::Hasher::new(),
            line: 0,
            text: Vec::new(),
        }
    }

    /// Tells everything in the file. Each room is checked before it is told, and the whole file at its end.
    pub(crate) async fn tell(mut self, sink: &mut impl Sink) -> Result<Told, TransferError> {
        self.head()?;
        let mut told = Told::default();
        loop {
            match self.next()? {
                Line::Content(content) => {
                    told.contents += 1;
                    sink.take(Item::Content(content.hash.0, content.bytes.0)).await?;
                }
                Line::Room(room) => {
                    let copy = self.room(room)?;
                    told.rooms += 1;
                    told.records += copy.records.len() as u64;
                    told.snapshots += copy.snapshots.len() as u64;
                    sink.take(Item::Room(copy)).await?;
                }
                Line::Diagnosis(diagnosis) => {
                    told.diagnoses += 1;
                    sink.take(Item::Diagnosis(diagnosis)).await?;
                }
                Line::End(end) => {
                    self.end(&end, &told)?;
                    return Ok(told);
                }
                Line::CardableStore(_) | Line::Record(_) | Line::Snapshot(_) => {
                    return Err(self.damaged("such a line does not belong here").into());
                }
            }
        }
    }

    fn damaged(&self, why: impl Into<String>) -> ExportError {
        ExportError::Damaged {
            line: self.line,
            why: why.into(),
        }
    }

    /// Reads a line. False at the end of the file.
    fn read(&mut self) -> Result<bool, ExportError> {
        self.text.clear();
        let read = (&mut self.from).take(LONGEST).read_until(b'\n', &mut self.text);
        let read = read.map_err(|why: io::Error| ExportError::Unreadable(why.to_string()))?;
        Ok(read > 0)
    }

    fn head(&mut self) -> Result<(), ExportError> {
        if !self.read()? {
            return Err(ExportError::Other);
        }
        self.line = 1;
        match serde_json::from_slice(&self.text) {
            Ok(Line::CardableStore(head)) if head.version == VERSION => {}
            Ok(Line::CardableStore(head)) => return Err(ExportError::Version(head.version)),
            Ok(_) | Err(_) => return Err(ExportError::Other),
        }
        self.sum.update(&self.text);
        Ok(())
    }

    fn next(&mut self) -> Result<Line, ExportError> {
        if !self.read()? {
            return Err(ExportError::Cut(self.line));
        }
        if self.text.last() != Some(&b'\n') {
            return Err(match self.text.len() as u64 {
                LONGEST => self.damaged("the next line is too long"),
                _ => ExportError::Cut(self.line),
            });
        }
        self.line += 1;
        let line = serde_json::from_slice(&self.text).map_err(|why| {
            let why = why.to_string();
            // The line is that of the file, not of the text.
            let why = why.split(" at line ").next().unwrap_or_default().to_owned();
            self.damaged(why)
        })?;
        if !matches!(line, Line::End(_)) {
            self.sum.update(&self.text);
        }
        Ok(line)
    }

    /// The rest of a room.
    fn room(&mut self, room: Room) -> Result<RoomCopy, ExportError> {
        let begins_at = self.line;
        let mut copy = RoomCopy {
            room: room.room,
            about: room.about.0,
            quarantine: room.quarantine.map(Quarantine::Sure),
            records: Vec::new(),
            snapshots: Vec::new(),
        };
        for _ in 0..room.records {
            match self.next()? {
                Line::Record(Bytes(record)) => copy.records.push(record),
                _ => return Err(self.damaged(format!("a record of room {} is missing", room.room))),
            }
        }
        for _ in 0..room.snapshots {
            match self.next()? {
                Line::Snapshot(State { at, state }) => copy.snapshots.push(Snapshot { at, bytes: state.0 }),
                _ => return Err(self.damaged(format!("a snapshot of room {} is missing", room.room))),
            }
        }
        let places = copy.snapshots.iter().map(|snapshot| snapshot.at);
        if !places.clone().is_sorted_by(|a, b| a < b) || places.max().is_some_and(|last| last > room.records)
        {
            return Err(self.damaged(format!("the snapshots of room {} are in disorder", room.room)));
        }
        if copy.link() != room.link.0 {
            return Err(ExportError::Damaged {
                line: begins_at,
                why: format!(
                    "the records of room {} are not those that were written",
                    room.room
                ),
            });
        }
        Ok(copy)
    }

    fn end(&mut self, end: &End, told: &Told) -> Result<(), ExportError> {
        if (end.rooms, end.contents, end.diagnoses) != (told.rooms, told.contents, told.diagnoses) {
            return Err(self.damaged(format!(
                "of {} rooms, {} pieces of content and {} diagnoses there are {}, {} and {}",
                end.rooms, end.contents, end.diagnoses, told.rooms, told.contents, told.diagnoses
            )));
        }
        if end.sum != Hex(*self.sum.finalize().as_bytes()) {
            return Err(self.damaged("the checksum at the end is that of another text"));
        }
        match self.read()? {
            true => Err(self.damaged("it goes on after its end")),
            false => Ok(()),
        }
    }
}
