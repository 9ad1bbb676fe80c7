//! How the program is configured for tests.

/// Without limits that slow machines would meet, and without pauses.
pub const QUICK: &str = "[limits]\nmessages_per_second = 100000\nmessages_burst = 100000\n\
    address_messages_per_second = 100000\naddress_messages_burst = 100000\n\
    address_requests_per_second = 100000\naddress_requests_burst = 100000\n\
    idle = 600\nhandshake = 600\nsend = 600\ngrace = 2\n\
    [rooms]\nbot_pause = 0\nbot_iterations = 0\nseed_parts = 0\nsnapshot = 16\ngrace = 600\nslow = 600\n";
