//! `cardable play --debug`.
