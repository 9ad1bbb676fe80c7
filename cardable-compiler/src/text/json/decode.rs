//! From bytes to text.

use super::MAX_BYTES;

/// Why bytes are no text that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    /// There are more than [`MAX_BYTES`] of them.
    #[error("the text has {len} bytes; at most {MAX_BYTES} are read")]
    TooLarge { len: usize },
    #[error("the text is not UTF-8: byte {at} belongs to no character")]
    NotUtf8 {
        /// The first byte, counted from 0, that is part of no character.
        at: usize,
    },
    #[error("the text is UTF-16, not UTF-8")]
    Utf16,
    #[error("this is a file packed by gzip, not a text")]
    Gzip,
    /// Spreadsheets are such archives, too.
    #[error("this is a zip archive, not a text")]
    Zip,
}

impl DecodeError {
    /// What to do about it.
    pub fn help(self) -> &'static str {
        match self {
            DecodeError::TooLarge { .. } => super::DIVIDE,
            DecodeError::NotUtf8 { .. } | DecodeError::Utf16 => "save the file as UTF-8",
            DecodeError::Gzip => "unpack it, such as with `gunzip`",
            DecodeError::Zip => "unpack it; save a spreadsheet as CSV in UTF-8",
        }
    }

    /// The first byte that cannot be read.
    pub(crate) fn at(self) -> usize {
        match self {
            DecodeError::NotUtf8 { at } => at,
            DecodeError::TooLarge { .. } | DecodeError::Utf16 | DecodeError::Gzip | DecodeError::Zip => 0,
        }
    }
}

/// Takes bytes as UTF-8, without the byte order mark that some editors put in front.
///
/// ```
/// use cardable_compiler::text::json::{DecodeError, decode};
///
/// assert_eq!(decode(b"\xEF\xBB\xBF{}"), Ok("{}"));
/// assert_eq!(decode(b"{\xFF}"), Err(DecodeError::NotUtf8 { at: 1 }));
/// assert_eq!(decode(b"{\0}\0"), Err(DecodeError::Utf16));
/// ```
pub fn decode(bytes: &[u8]) -> Result<&str, DecodeError> {
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge { len: bytes.len() });
    }
    utf8(bytes)
}

/// The same for any number of bytes.
pub(crate) fn utf8(bytes: &[u8]) -> Result<&str, DecodeError> {
    match bytes {
        [0x1f, 0x8b, ..] => return Err(DecodeError::Gzip),
        [b'P', b'K', 3, 4, ..] => return Err(DecodeError::Zip),
        // With a mark in front, or two letters of ASCII without one.
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [1..=255, 0, 1..=255, 0, ..] | [0, 1..=255, 0, 1..=255, ..] => {
            return Err(DecodeError::Utf16);
        }
        _ => {}
    }
    let text = std::str::from_utf8(bytes).map_err(|error| DecodeError::NotUtf8 {
        at: error.valid_up_to(),
    })?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text))
}
