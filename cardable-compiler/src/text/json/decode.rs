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
}

/// Takes bytes as UTF-8, without the byte order mark that some editors put in front.
///
/// ```
/// use cardable_compiler::text::json::{DecodeError, decode};
///
/// assert_eq!(decode(b"\xEF\xBB\xBF{}"), Ok("{}"));
/// assert_eq!(decode(b"{\xFF}"), Err(DecodeError::NotUtf8 { at: 1 }));
/// ```
pub fn decode(bytes: &[u8]) -> Result<&str, DecodeError> {
    if bytes.len() > MAX_BYTES {
        return Err(DecodeError::TooLarge { len: bytes.len() });
    }
    let text = std::str::from_utf8(bytes).map_err(|error| DecodeError::NotUtf8 {
        at: error.valid_up_to(),
    })?;
    Ok(text.strip_prefix('\u{FEFF}').unwrap_or(text))
}
