//! Encodes messages: as JSON in text frames, or as MessagePack in binary frames.

use crate::protocol::Message;
use serde::de::{DeserializeOwned, Error as _, IgnoredAny, MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use std::cell::RefCell;
use thiserror::Error;
use tokio_tungstenite::tungstenite::{Bytes, Message as Frame, Utf8Bytes};

/// The message format of a connection. A client requests one by the name of a websocket subprotocol;
/// the default is JSON.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// JSON in text frames.
    #[default]
    Json,
    /// MessagePack in binary frames: the same values, with the same field names.
    MessagePack,
}

/// An encoded message. Clones share the bytes, so a message to many connections is encoded once.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Encoded {
    /// JSON.
    Text(Utf8Bytes),
    /// MessagePack.
    Binary(Bytes),
}

/// Why a frame cannot be decoded.
#[derive(Debug, Error)]
pub enum DecodeError {
    /// The frame is not in the connection's format.
    #[error("this connection speaks {}", .0.described())]
    Format(Format),
    /// The text is not JSON, or not a value of the expected type.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
    /// The bytes are not MessagePack, or not a value of the expected type.
    #[error(transparent)]
    MessagePack(#[from] rmp_serde::decode::Error),
    /// More bytes follow a complete value.
    #[error("{0} bytes follow the value")]
    Trailing(usize),
}

/// Maximum nesting depth of values, the same as that of `serde_json`.
const DEPTH: usize = 128;

/// Maximum capacity of the encoding buffer that each thread keeps.
const BUFFER: usize = 16 << 10;

impl Format {
    /// All formats.
    pub const ALL: [Format; 2] = [Format::Json, Format::MessagePack];

    /// The websocket subprotocol that requests this format.
    pub fn subprotocol(self) -> &'static str {
        match self {
            Format::Json => "cardable.json",
            Format::MessagePack => "cardable.msgpack",
        }
    }

    /// The first known format in a client's list of subprotocols.
    pub fn offered<'n>(subprotocols: impl IntoIterator<Item = &'n str>) -> Option<Format> {
        let known = |name: &str| {
            Format::ALL
                .into_iter()
                .find(|format| format.subprotocol() == name)
        };
        subprotocols.into_iter().find_map(known)
    }

    fn described(self) -> &'static str {
        match self {
            Format::Json => "JSON in text frames",
            Format::MessagePack => "MessagePack in binary frames",
        }
    }

    /// Encodes a value.
    pub fn encode(self, value: &impl Serialize) -> Encoded {
        thread_local! {
            static BUFFER_OF_THREAD: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
        }
        BUFFER_OF_THREAD.with_borrow_mut(|buffer| {
            buffer.clear();
            // Both formats can represent all protocol types, since the keys of their maps are strings.
            let encoded = match self {
                Format::Json => {
                    let written = serde_json::to_writer(&mut *buffer, value).is_ok();
                    let text = std::str::from_utf8(buffer).ok().filter(|_| written);
                    // Copied to its exact length, since messages wait in queues.
                    Encoded::Text(text.unwrap_or_default().to_owned().into())
                }
                Format::MessagePack => {
                    let mut serializer = rmp_serde::Serializer::new(&mut *buffer)
                        .with_struct_map()
                        .with_human_readable();
                    let written = value.serialize(&mut serializer).is_ok();
                    let bytes = if written { buffer.as_slice() } else { &[] };
                    Encoded::Binary(Bytes::copy_from_slice(bytes))
                }
            };
            buffer.shrink_to(BUFFER);
            encoded
        })
    }

    /// Decodes a message of the host. None if it is of a kind that a later version of the protocol has added.
    pub fn decode_message(self, encoded: &Encoded) -> Result<Option<Message>, DecodeError> {
        match self.decode(encoded) {
            Ok(message) => Ok(Some(message)),
            Err(error) => match self.decode(encoded) {
                Ok(Kind(kind)) if !Message::KINDS.contains(&&*kind) => Ok(None),
                Ok(_) | Err(_) => Err(error),
            },
        }
    }

    /// Decodes a value from a frame.
    pub fn decode<T: DeserializeOwned>(self, encoded: &Encoded) -> Result<T, DecodeError> {
        match (self, encoded) {
            (Format::Json, Encoded::Text(text)) => Ok(serde_json::from_str(text)?),
            (Format::MessagePack, Encoded::Binary(bytes)) => {
                let mut bytes: &[u8] = bytes;
                let mut deserializer = rmp_serde::Deserializer::new(&mut bytes).with_human_readable();
                deserializer.set_max_depth(DEPTH);
                let value = T::deserialize(&mut deserializer)?;
                drop(deserializer);
                match bytes.len() {
                    0 => Ok(value),
                    trailing => Err(DecodeError::Trailing(trailing)),
                }
            }
            (Format::Json | Format::MessagePack, Encoded::Text(_) | Encoded::Binary(_)) => {
                Err(DecodeError::Format(self))
            }
        }
    }
}

/// The kind of a message: the key of the object that it is.
struct Kind(String);

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        struct OneKey;

        impl<'de> Visitor<'de> for OneKey {
            type Value = Kind;

            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object with one key")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Kind, A::Error> {
                let one = map.next_entry::<String, IgnoredAny>()?;
                let more = map.next_key::<IgnoredAny>()?;
                match (one, more) {
                    (Some((kind, _)), None) => Ok(Kind(kind)),
                    _ => Err(A::Error::custom("not one key")),
                }
            }
        }

        deserializer.deserialize_map(OneKey)
    }
}

impl Encoded {
    /// Length in bytes.
    pub fn len(&self) -> usize {
        match self {
            Encoded::Text(text) => text.len(),
            Encoded::Binary(bytes) => bytes.len(),
        }
    }

    /// Whether it has no bytes. No message is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The format in which it is encoded.
    pub fn format(&self) -> Format {
        match self {
            Encoded::Text(_) => Format::Json,
            Encoded::Binary(_) => Format::MessagePack,
        }
    }
}

impl From<Encoded> for Frame {
    fn from(encoded: Encoded) -> Frame {
        match encoded {
            Encoded::Text(text) => Frame::Text(text),
            Encoded::Binary(bytes) => Frame::Binary(bytes),
        }
    }
}

/// A message to several connections. It is encoded when the first of them needs its format.
#[derive(Debug)]
pub struct Encodings {
    message: Message,
    json: Option<Encoded>,
    message_pack: Option<Encoded>,
}

impl From<Message> for Encodings {
    fn from(message: Message) -> Encodings {
        Encodings {
            message,
            json: None,
            message_pack: None,
        }
    }
}

impl Encodings {
    /// The message in the given format, encoded on first use.
    pub fn get(&mut self, format: Format) -> Encoded {
        let encoded = match format {
            Format::Json => &mut self.json,
            Format::MessagePack => &mut self.message_pack,
        };
        let encoded = encoded.get_or_insert_with(|| format.encode(&self.message));
        encoded.clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{Call, Request};
    use cardable_core::{Choice, Pick, Seat};
    use proptest::prelude::*;

    proptest! {
        /// Arbitrary bytes are decoded or refused, including those that start like a request.
        #[test]
        fn any_bytes_can_come(cut in 0..60_usize, bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
            let Encoded::Binary(whole) = Format::MessagePack.encode(&request()) else {
                return Err(TestCaseError::fail("MessagePack is binary"));
            };
            let mut mixed = whole.slice(..cut.min(whole.len())).to_vec();
            mixed.extend(&bytes);
            for bytes in [bytes, mixed] {
                let came = Encoded::Binary(bytes.into());
                if let Ok(read) = Format::MessagePack.decode::<Request>(&came) {
                    let again = Format::MessagePack.encode(&read);
                    prop_assert_eq!(Format::MessagePack.decode::<Request>(&again).unwrap(), read);
                }
                let _ = Format::MessagePack.decode::<Message>(&came);
            }
        }
    }

    fn request() -> Request {
        let choice = Choice::Act {
            action: cardable_core::ids::ActionId(3),
            picks: [Pick::Seat(Seat(1)), Pick::Option(300)].into_iter().collect(),
        };
        let call = Call::Choose { seen: 70_000, choice };
        Request { id: 9, call }
    }

    #[test]
    fn what_is_written_is_read() {
        for format in Format::ALL {
            let encoded = format.encode(&request());
            assert_eq!(encoded.format(), format);
            assert_eq!(format.decode::<Request>(&encoded).unwrap(), request());
        }
    }

    /// A generic MessagePack decoder gets the same values as a JSON decoder.
    #[test]
    fn both_formats_say_the_same() {
        let Encoded::Binary(bytes) = Format::MessagePack.encode(&request()) else {
            panic!("MessagePack is binary");
        };
        let read: serde_json::Value = rmp_serde::from_slice(&bytes).unwrap();
        assert_eq!(read, serde_json::to_value(request()).unwrap());
    }

    #[test]
    fn messages_of_a_later_version_are_passed_over() {
        let written = |format: Format, text: &str| {
            let value: serde_json::Value = serde_json::from_str(text).unwrap();
            format.encode(&value)
        };
        for format in Format::ALL {
            let fanfare = written(format, r#"{"fanfare":{"loud":[1,{"very":null}]}}"#);
            assert_eq!(format.decode_message(&fanfare).unwrap(), None);
            let text = r#"{"refused":{"id":3,"code":"tired","reason":"I sleep","until":9},"later":1}"#;
            assert!(format.decode_message(&written(format, text)).is_err(), "two keys");
            let text = r#"{"refused":{"id":3,"code":"tired","reason":"I sleep","until":9}}"#;
            let Some(Message::Refused(refused)) = format.decode_message(&written(format, text)).unwrap()
            else {
                panic!("it is known");
            };
            assert_eq!(
                (refused.id, refused.code),
                (Some(3), crate::protocol::Code::Other)
            );
            let text = r#"{"bye":{"why":"weary","reason":"I go"}}"#;
            let Some(Message::Bye(bye)) = format.decode_message(&written(format, text)).unwrap() else {
                panic!("it is known");
            };
            assert_eq!(bye.why, crate::protocol::ByeCode::Other);
            for text in [r#"{"refused":{}}"#, "{}", "[]", "3", r#""fanfare""#] {
                assert!(format.decode_message(&written(format, text)).is_err(), "{text}");
            }
        }
    }

    #[test]
    fn all_kinds_of_messages_are_known() {
        let schema = schemars::schema_for!(Message).to_value();
        let kinds = schema["oneOf"].as_array().unwrap().iter();
        let kinds: Vec<&str> = kinds.map(|kind| kind["required"][0].as_str().unwrap()).collect();
        assert_eq!(kinds, Message::KINDS);
    }

    #[test]
    fn the_first_format_that_is_known_is_taken() {
        let offered = |names: &[&str]| Format::offered(names.iter().copied());
        assert_eq!(
            offered(&["chat", "cardable.msgpack", "cardable.json"]),
            Some(Format::MessagePack)
        );
        assert_eq!(
            offered(&["cardable.json", "cardable.msgpack"]),
            Some(Format::Json)
        );
        assert_eq!(offered(&["cardable.MSGPACK", "chat"]), None);
        assert_eq!(offered(&[]), None);
    }

    #[test]
    fn what_cannot_be_read_is_an_error() {
        let text = |text: &'static str| Encoded::Text(Utf8Bytes::from_static(text));
        let bytes = |bytes: &[u8]| Encoded::Binary(Bytes::copy_from_slice(bytes));
        let (json, pack) = (Format::Json, Format::MessagePack);
        assert!(matches!(
            json.decode::<u8>(&bytes(b"1")),
            Err(DecodeError::Format(Format::Json))
        ));
        assert!(matches!(
            pack.decode::<u8>(&text("1")),
            Err(DecodeError::Format(Format::MessagePack))
        ));
        assert!(matches!(
            json.decode::<u8>(&text("1 2")),
            Err(DecodeError::Json(_))
        ));
        assert!(matches!(
            pack.decode::<u8>(&bytes(&[1, 2])),
            Err(DecodeError::Trailing(1))
        ));
        // Arrays and strings that claim 2³² − 1 elements, and then end.
        for huge in [[0xdd, 0xff, 0xff, 0xff, 0xff], [0xdb, 0xff, 0xff, 0xff, 0xff]] {
            assert!(pack.decode::<serde_json::Value>(&bytes(&huge)).is_err());
            assert!(pack.decode::<Request>(&bytes(&huge)).is_err());
        }
        // Nested arrays.
        let deep = [0x91; 16 << 10];
        assert!(pack.decode::<serde_json::Value>(&bytes(&deep)).is_err());
        assert!(pack.decode::<Request>(&bytes(&[])).is_err());
    }

    #[test]
    fn a_message_is_written_once_a_format() {
        let mut encodings = Encodings::from(Message::Clocks(crate::protocol::Clocks::default()));
        for format in Format::ALL {
            let start = |encoded: Encoded| Frame::from(encoded).into_data().as_ptr();
            let (one, two) = (encodings.get(format), encodings.get(format));
            assert_eq!((one.format(), two.format()), (format, format));
            assert_eq!(start(one), start(two), "the bytes are shared");
        }
    }
}
