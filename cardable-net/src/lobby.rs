//! Finding, making and entering rooms.
