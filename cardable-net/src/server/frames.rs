//! Limits the number of frames per message. Empty frames cost the sender nothing, and the library joins frames
//! before any other code sees them.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use thiserror::Error;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Maximum number of frames per message.
const MOST: u32 = 256;

/// A message exceeded the maximum number of frames.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("a message in more than {MOST} frames")]
pub(super) struct TooManyFrames;

impl TooManyFrames {
    /// Whether an error was caused by [`TooManyFrames`].
    pub(super) fn caused(error: &io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<TooManyFrames>())
    }
}

/// A stream that counts the frames of every incoming message.
#[derive(Debug)]
pub(super) struct Counting<S> {
    line: S,
    /// `None` after a message had too many frames. Further input is not parsed.
    frames: Option<Frames>,
}

/// Parser state in a stream of websocket frames.
#[derive(Clone, Copy, Default, Debug)]
struct Frames {
    /// The bytes of the current frame's header so far.
    head: [u8; 14],
    have: usize,
    /// Remaining bytes of the current frame's payload.
    left: u64,
    /// Number of data frames in the current message.
    count: u32,
}

impl Frames {
    /// Consumes bytes. Fails once a message has too many frames.
    fn read(&mut self, mut bytes: &[u8]) -> Result<(), TooManyFrames> {
        while !bytes.is_empty() {
            if self.left > 0 {
                let passed = usize::try_from(self.left).map_or(bytes.len(), |left| left.min(bytes.len()));
                self.left -= passed as u64;
                bytes = bytes.get(passed..).unwrap_or_default();
                continue;
            }
            let Some((byte, rest)) = bytes.split_first() else {
                break;
            };
            bytes = rest;
            if let Some(place) = self.head.get_mut(self.have) {
                *place = *byte;
            }
            self.have += 1;
            self.finish_head()?;
        }
        Ok(())
    }

    /// Counts a frame once its header is complete.
    fn finish_head(&mut self) -> Result<(), TooManyFrames> {
        let [first, second, head @ ..] = self.head;
        if self.have < 2 {
            return Ok(());
        }
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        let [a, b, c, d, e, f, g, h, ..] = head;
        let (size, length) = match second & 0x7f {
            126 => (2, u64::from(u16::from_be_bytes([a, b]))),
            127 => (8, u64::from_be_bytes([a, b, c, d, e, f, g, h])),
            short => (0, u64::from(short)),
        };
        if self.have < 2 + size + mask {
            return Ok(());
        }
        self.have = 0;
        self.left = length;
        let control = first & 0x08 != 0;
        if !control {
            self.count += 1;
            if self.count > MOST {
                return Err(TooManyFrames);
            }
            if first & 0x80 != 0 {
                self.count = 0;
            }
        }
        Ok(())
    }
}

impl<S> Counting<S> {
    pub(super) fn new(line: S) -> Counting<S> {
        Counting {
            line,
            frames: Some(Frames::default()),
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Counting<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buf.filled().len();
        ready!(Pin::new(&mut self.line).poll_read(cx, buf))?;
        if let Some(frames) = &mut self.frames
            && let Err(error) = frames.read(buf.filled().get(before..).unwrap_or_default())
        {
            self.frames = None;
            return Poll::Ready(Err(io::Error::other(error)));
        }
        Poll::Ready(Ok(()))
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Counting<S> {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.line).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.line).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.line).poll_shutdown(cx)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        bufs: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.line).poll_write_vectored(cx, bufs)
    }

    fn is_write_vectored(&self) -> bool {
        self.line.is_write_vectored()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tokio_tungstenite::tungstenite::protocol::frame::Frame;
    use tokio_tungstenite::tungstenite::protocol::frame::coding::{Control, Data, OpCode};

    fn bytes(length: usize, opcode: OpCode, last: bool) -> Vec<u8> {
        let content = vec![b'a'; length];
        let mut frame = match opcode {
            OpCode::Control(_) => Frame::ping(content),
            OpCode::Data(_) => Frame::message(content, opcode, last),
        };
        frame.header_mut().mask = Some([1, 2, 3, 4]);
        let mut bytes = Vec::new();
        let written = frame.header().format(length as u64, &mut bytes);
        written.expect("memory");
        bytes.extend(frame.payload());
        bytes
    }

    /// Messages of various lengths, split at various positions, with pings in between.
    #[test]
    fn frames_are_counted_wherever_they_are_cut() {
        for most in [1, 2, 3, 7, 1000] {
            let mut frames = Frames::default();
            for length in [0, 1, 125, 126, 65_535, 65_536] {
                let mut all = Vec::new();
                for part in 0..MOST {
                    let kind = if part == 0 { Data::Text } else { Data::Continue };
                    let length = if part == 1 { length } else { 0 };
                    all.extend(bytes(length, OpCode::Data(kind), part + 1 == MOST));
                    all.extend(bytes(5, OpCode::Control(Control::Ping), true));
                }
                for cut in all.chunks(most) {
                    assert_eq!(frames.read(cut), Ok(()), "{most} {length}");
                }
            }
            let empty = bytes(0, OpCode::Data(Data::Continue), false);
            let refused = (0..=MOST).map(|_| frames.read(&empty)).find(Result::is_err);
            assert_eq!(refused, Some(Err(TooManyFrames)));
        }
    }
}
