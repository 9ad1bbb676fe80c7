//! What a [`Replica`](crate::Replica) tells of the cards that moved and turned.
//!
//! You need it when you animate a table: a [`CardKey`] stays with a card as long as its viewer can follow it, and
//! [`Changes`] lists which keys went where.

#[doc(inline)]
pub use cardable_engine::{CardKey, CardMoved, CardPlace, CardTurned, Changes, OutOfStep};
