//! A room: one task that owns one game and is its only writer.
