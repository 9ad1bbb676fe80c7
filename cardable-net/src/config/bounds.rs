//! The least and the most of each number in a configuration.

use super::{Config, ConfigError};

/// A year, which stands for "never" wherever a time is asked for.
const SECONDS: u64 = 365 * 24 * 60 * 60;
/// A hundred years.
const HOURS: u64 = 100 * 365 * 24;
const MILLISECONDS: u64 = 60_000;
const COUNT: u64 = 1_000_000_000;
/// Numbers that clients are told, and memory that is set aside at once.
const SMALL_COUNT: u64 = 1_000_000;

/// One number: its setting, its value, its bounds, and what it counts.
struct Bound(&'static str, u64, u64, u64, &'static str);

impl Config {
    /// Checks that all numbers are within their bounds.
    pub(super) fn check_bounds(&self) -> Result<(), ConfigError> {
        for Bound(key, value, least, most, unit) in self.bounds() {
            let why = match value {
                0 if least == 1 => "is 0, so nothing would work; write 1 or more".to_owned(),
                _ if (least..=most).contains(&value) => continue,
                _ => format!("is {value}; write {least} to {most}{unit}"),
            };
            return Err(ConfigError::Value { key, why });
        }
        Ok(())
    }

    fn bounds(&self) -> [Bound; 33] {
        let (limits, rooms) = (&self.limits, &self.rooms);
        let rate = |key, value: u32| Bound(key, value.into(), 1, u32::MAX.into(), "");
        let count = |key, value: usize, least| Bound(key, value as u64, least, COUNT, "");
        let small = |key, value: usize, least| Bound(key, value as u64, least, SMALL_COUNT, "");
        let seconds = |key, value, least| Bound(key, value, least, SECONDS, " seconds");
        [
            count("limits.sockets", limits.sockets, 1),
            count("limits.sockets_per_address", limits.sockets_per_address, 1),
            rate("limits.messages_per_second", limits.messages_per_second),
            rate("limits.messages_burst", limits.messages_burst),
            rate(
                "limits.address_messages_per_second",
                limits.address_messages_per_second,
            ),
            rate("limits.address_messages_burst", limits.address_messages_burst),
            rate(
                "limits.address_requests_per_second",
                limits.address_requests_per_second,
            ),
            rate("limits.address_requests_burst", limits.address_requests_burst),
            small("limits.queue", limits.queue, 1),
            seconds("limits.handshake", limits.handshake, 1),
            seconds("limits.request", limits.request, 1),
            seconds("limits.idle", limits.idle, 1),
            seconds("limits.send", limits.send, 1),
            seconds("limits.grace", limits.grace, 0),
            Bound(
                "limits.message_bytes",
                limits.message_bytes as u64,
                1024,
                1 << 20,
                "",
            ),
            Bound("limits.body_bytes", limits.body_bytes as u64, 0, 1 << 26, ""),
            count("rooms.rooms", rooms.rooms, 1),
            count("rooms.rooms_per_address", rooms.rooms_per_address, 1),
            count("rooms.rooms_per_person", rooms.rooms_per_person, 1),
            count("rooms.records", rooms.records, 1),
            count("rooms.watchers", rooms.watchers, 0),
            small("rooms.chat_letters", rooms.chat_letters, 0),
            small("rooms.name_letters", rooms.name_letters, 0),
            seconds("rooms.grace", rooms.grace, 0),
            seconds("rooms.sleep", rooms.sleep, 0),
            seconds("rooms.slow", rooms.slow, 0),
            Bound("rooms.forget", rooms.forget, 0, HOURS, " hours"),
            Bound("rooms.forget_unplayed", rooms.forget_unplayed, 0, HOURS, " hours"),
            Bound(
                "rooms.bot_pause",
                rooms.bot_pause,
                0,
                MILLISECONDS,
                " milliseconds",
            ),
            Bound(
                "rooms.seed_parts",
                rooms.seed_parts,
                0,
                MILLISECONDS,
                " milliseconds",
            ),
            Bound(
                "rooms.bot_threads",
                rooms.bot_threads as u64,
                0,
                256,
                ", where 0 stands for one for every two cores",
            ),
            Bound("rooms.snapshot", rooms.snapshot, 0, COUNT, ""),
            Bound("rooms.catch_up", rooms.catch_up, 0, COUNT, ""),
        ]
    }
}
