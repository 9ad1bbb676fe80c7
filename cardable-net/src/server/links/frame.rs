//! Frames between hosts: the number of a session, a letter for the kind, and what it carries.

use super::{Elsewhere, Passport};
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Bytes, Message, Utf8Bytes};

/// The length of what comes before the payload: the number of the session and the letter.
pub(super) const HEAD: usize = 5;

/// The letters of all kinds of frames.
const KINDS: &[u8] = b"otbipxcged";

/// It is no frame, or what it carries is not what it says.
#[derive(Debug)]
pub(super) struct NoFrame;

/// What a frame is about.
#[derive(Clone, Debug)]
pub(super) enum Body {
    /// A session begins.
    Open(Box<Passport>),
    /// A message of the client, or to it.
    Message(Message),
    /// The other side has passed on so many messages, and there may be as many more on the way.
    Credit(u32),
    /// The client is gone, or has gone elsewhere: the session ends, and is answered with `Done`.
    Gone,
    /// The session has to go on elsewhere. Its last messages follow, those that it has not looked at.
    Back(Elsewhere),
    /// Nothing more comes of the session.
    Done,
}

/// A frame.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) session: u32,
    pub(super) body: Body,
}

impl Frame {
    pub(super) fn encode(&self) -> Message {
        let json = |value: serde_json::Result<Vec<u8>>| value.unwrap_or_default();
        let (kind, payload): (u8, Vec<u8>) = match &self.body {
            Body::Open(passport) => (b'o', json(serde_json::to_vec(passport))),
            Body::Message(Message::Text(text)) => (b't', text.as_bytes().to_vec()),
            Body::Message(Message::Binary(bytes)) => (b'b', bytes.to_vec()),
            Body::Message(Message::Ping(bytes)) => (b'i', bytes.to_vec()),
            Body::Message(Message::Pong(bytes)) => (b'p', bytes.to_vec()),
            Body::Message(Message::Close(close)) => {
                let mut payload = Vec::new();
                if let Some(close) = close {
                    payload.extend(u16::from(close.code).to_le_bytes());
                    payload.extend(close.reason.as_bytes());
                }
                (b'x', payload)
            }
            // The websocket library joins frames.
            Body::Message(Message::Frame(frame)) => (b'b', frame.payload().to_vec()),
            Body::Credit(many) => (b'c', many.to_le_bytes().to_vec()),
            Body::Gone => (b'g', Vec::new()),
            Body::Back(to) => (b'e', json(serde_json::to_vec(to))),
            Body::Done => (b'd', Vec::new()),
        };
        let mut bytes = Vec::with_capacity(HEAD + payload.len());
        bytes.extend(self.session.to_le_bytes());
        bytes.push(kind);
        bytes.extend(payload);
        Message::Binary(bytes.into())
    }

    /// The frame that a message is. None if it is of a kind that a later version has added.
    pub(super) fn decode(mut bytes: Bytes) -> Result<Option<Frame>, NoFrame> {
        let (session, kind) = match bytes.first_chunk::<HEAD>().ok_or(NoFrame)? {
            [a, b, c, d, kind] => (u32::from_le_bytes([*a, *b, *c, *d]), *kind),
        };
        let payload = bytes.split_off(HEAD);
        if !KINDS.contains(&kind) {
            return Ok(None);
        }
        let body = Frame::body(kind, payload).ok_or(NoFrame)?;
        Ok(Some(Frame { session, body }))
    }

    fn body(kind: u8, payload: Bytes) -> Option<Body> {
        Some(match kind {
            b'o' => Body::Open(serde_json::from_slice(&payload).ok()?),
            b't' => Body::Message(Message::Text(Utf8Bytes::try_from(payload).ok()?)),
            b'b' => Body::Message(Message::Binary(payload)),
            b'i' => Body::Message(Message::Ping(payload)),
            b'p' => Body::Message(Message::Pong(payload)),
            b'x' => Body::Message(Message::Close(match payload.split_first_chunk::<2>() {
                Some((code, reason)) => Some(CloseFrame {
                    code: u16::from_le_bytes(*code).into(),
                    reason: Utf8Bytes::try_from(Bytes::copy_from_slice(reason)).ok()?,
                }),
                None => None,
            })),
            b'c' => Body::Credit(u32::from_le_bytes(*payload.first_chunk::<4>()?)),
            b'g' => Body::Gone,
            b'e' => Body::Back(serde_json::from_slice(&payload).ok()?),
            b'd' => Body::Done,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_go_there_and_back() {
        let close = CloseFrame {
            code: 4001.into(),
            reason: "because".into(),
        };
        for body in [
            Body::Message(Message::text("hello")),
            Body::Message(Message::binary(vec![0, 1, 255])),
            Body::Message(Message::Ping(Bytes::new())),
            Body::Message(Message::Pong(Bytes::from_static(b"x"))),
            Body::Message(Message::Close(None)),
            Body::Message(Message::Close(Some(close))),
            Body::Credit(77),
            Body::Gone,
            Body::Back(Elsewhere {
                left: Some(7),
                ..Elsewhere::new("10.0.0.2:7778".to_owned(), 9)
            }),
            Body::Done,
        ] {
            let frame = Frame {
                session: 1 << 30,
                body,
            };
            let Message::Binary(bytes) = frame.encode() else {
                panic!("frames are binary");
            };
            let back = Frame::decode(bytes)
                .expect("a frame")
                .expect("of a kind that is known");
            assert_eq!(format!("{back:?}"), format!("{frame:?}"));
        }
    }

    #[test]
    fn what_is_no_frame_is_refused() {
        for bytes in [&b""[..], b"1234", b"0000o{}", b"0000c1", b"0000t\xff", b"0000e"] {
            assert!(Frame::decode(Bytes::from_static(bytes)).is_err(), "{bytes:?}");
        }
    }

    #[test]
    fn what_a_later_version_adds_is_passed_over() {
        for kind in (b'a'..=b'z').filter(|kind| !KINDS.contains(kind)) {
            let bytes = [&b"0000"[..], &[kind][..], &b"of later"[..]].concat();
            assert!(matches!(Frame::decode(bytes.into()), Ok(None)), "{kind}");
        }
    }
}
