//! Writes exported rooms to a file.

use super::format::{Bytes, Content, End, Head, Hex, Line, Room, State, VERSION};
use super::{Item, Sink, TransferError};
use crate::store::{Quarantine, RoomCopy};
use std::io::{self, Write};

/// A file that rooms are exported to.
pub(crate) struct ExportFile<W> {
    to: W,
    /// Its name, for errors.
    name: String,
    sum: blake3::Hasher,
    rooms: u64,
    contents: u64,
    diagnoses: u64,
}

impl<W: Write> ExportFile<W> {
    /// Begins a file.
    pub(crate) fn begin(to: W, name: String) -> Result<ExportFile<W>, TransferError> {
        let mut file = ExportFile {
            to,
            name,
            sum: blake3::Hasher::new(),
            rooms: 0,
            contents: 0,
            diagnoses: 0,
        };
        file.line(&Line::CardableStore(Head { version: VERSION }))?;
        Ok(file)
    }

    /// Writes the end. Without it nobody reads the file.
    pub(crate) fn finish(mut self) -> Result<W, TransferError> {
        let end = End {
            rooms: self.rooms,
            contents: self.contents,
            diagnoses: self.diagnoses,
            sum: Hex(*self.sum.finalize().as_bytes()),
        };
        self.line(&Line::End(end))?;
        let flushed = self.to.flush();
        flushed.map_err(|why| self.failed(&why))?;
        Ok(self.to)
    }

    fn line(&mut self, line: &Line) -> Result<(), TransferError> {
        let written = serde_json::to_vec(line)
            .map_err(io::Error::from)
            .and_then(|mut text| {
                text.push(b'\n');
                self.sum.update(&text);
                self.to.write_all(&text)
            });
        written.map_err(|why| self.failed(&why))
    }

    fn failed(&self, why: &io::Error) -> TransferError {
        TransferError::File {
            file: self.name.clone(),
            why: why.to_string(),
        }
    }

    fn room(&mut self, copy: RoomCopy) -> Result<(), TransferError> {
        self.rooms += 1;
        let quarantine = copy.quarantine.as_ref().map(|why| match why {
            Quarantine::Sure(why) | Quarantine::IfPlayed(why) => why.clone(),
        });
        let room = Room {
            room: copy.room,
            link: Hex(copy.link()),
            about: Bytes(copy.about),
            records: copy.records.len() as u64,
            snapshots: copy.snapshots.len() as u64,
            quarantine,
        };
        self.line(&Line::Room(room))?;
        for record in copy.records {
            self.line(&Line::Record(Bytes(record)))?;
        }
        for snapshot in copy.snapshots {
            self.line(&Line::Snapshot(State {
                at: snapshot.at,
                state: Bytes(snapshot.bytes),
            }))?;
        }
        Ok(())
    }
}

impl<W: Write> Sink for ExportFile<W> {
    async fn take(&mut self, item: Item) -> Result<(), TransferError> {
        match item {
            Item::Content(hash, bytes) => {
                self.contents += 1;
                self.line(&Line::Content(Content {
                    hash: Hex(hash),
                    bytes: Bytes(bytes),
                }))
            }
            Item::Room(copy) => self.room(copy),
            Item::Diagnosis(diagnosis) => {
                self.diagnoses += 1;
                self.line(&Line::Diagnosis(diagnosis))
            }
        }
    }
}
