//! Metrics for `/metrics`. Each server has its own recorder, so that several can run in one process.

use metrics::{Counter, Gauge, Histogram, Key, Label, Level, Metadata, Recorder as _};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};

const ABOUT: Metadata<'static> = Metadata::new("cardable", Level::INFO, None);

/// Histogram buckets: number of orders in one write of the store.
const BATCHES: [f64; 10] = [1.0, 2.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0];

const COUNTERS: [(&str, &str); 21] = [
    ("cardable_messages_received_total", "Messages from clients"),
    ("cardable_messages_sent_total", "Messages to clients"),
    ("cardable_sent_bytes_total", "Bytes of messages to clients"),
    ("cardable_choices_total", "Choices that were made"),
    (
        "cardable_bot_decisions_total",
        "Choices of bots, by level; those that were the only ones count like all others",
    ),
    (
        "cardable_bot_iterations_total",
        "Iterations that bots got for their choices; for the only choice as many as it would have got",
    ),
    (
        "cardable_bot_degraded_total",
        "Choices for which a bot thought less than its level asks for, by why",
    ),
    (
        "cardable_bot_fallback_total",
        "Choices of bots that did not get to think, by habit (of what the bot has learnt before in the game) or by chance",
    ),
    (
        "cardable_bot_late_total",
        "Choices of bots that came after they were due",
    ),
    ("cardable_closed_total", "Websockets that the host closed, by why"),
    ("cardable_refused_total", "Requests that were not done, by why"),
    (
        "cardable_turned_away_total",
        "Connections that were not taken, by why",
    ),
    ("cardable_store_records", "Records that were written to the store"),
    ("cardable_store_failures", "Writes that the store did not do"),
    (
        "cardable_rooms_taken",
        "Rooms that this host has taken, of a database that it shares",
    ),
    (
        "cardable_rooms_given_back",
        "Rooms that this host has left to others, as it reads their rules otherwise than the one that kept them",
    ),
    (
        "cardable_leases_lost",
        "How often this host was away for so long that others could take its rooms",
    ),
    (
        "cardable_refused_by_store",
        "What rooms did not do as it could not be kept",
    ),
    (
        "cardable_room_faults",
        "What went wrong in rooms, by kind; /admin tells all of it",
    ),
    (
        "cardable_viewers_behind",
        "Connections that got everything anew as they did not keep up",
    ),
    (
        "cardable_viewers_too_slow",
        "Connections that were given up as they did not read",
    ),
];

/// Those that are there from the beginning, or an alert would not see them rise for the first time.
const FROM_ZERO: [&str; 6] = [
    "cardable_bot_late_total",
    "cardable_leases_lost",
    "cardable_refused_by_store",
    "cardable_rooms_given_back",
    "cardable_rooms_taken",
    "cardable_store_failures",
];

/// Names and descriptions of gauges.
const GAUGES: [(&str, &str); 13] = [
    ("cardable_connections", "Connections that are open"),
    ("cardable_sockets", "Websockets that are open"),
    ("cardable_rooms", "Rooms that are kept"),
    ("cardable_hosts", "Hosts that share the database"),
    (
        "cardable_lobby_seconds",
        "Seconds that reading what other hosts have changed took last",
    ),
    (
        "cardable_clock_off_seconds",
        "Seconds that the machine's clock is ahead of the database's",
    ),
    ("cardable_links", "Links to other hosts, in either direction"),
    (
        "cardable_forwarded_sessions",
        "Clients of this host whose room is with another one",
    ),
    (
        "cardable_bots_waiting",
        "Choices that bots are to make, their pause included",
    ),
    ("cardable_rooms_awake", "Rooms that are in memory"),
    (
        "cardable_rooms_playing",
        "Rooms whose game has begun and is not over",
    ),
    (
        "cardable_rooms_suspended",
        "Rooms that a mistake of rules has stopped",
    ),
    (
        "cardable_rooms_quarantined",
        "Rooms that are set aside until the operator has looked at them",
    ),
];

/// Names and descriptions of histograms.
const HISTOGRAMS: [(&str, &str); 3] = [
    ("cardable_choice_seconds", "Seconds from a choice to its answer"),
    (
        "cardable_store_commit_seconds",
        "Seconds that a write of the store took",
    ),
    (
        "cardable_store_batch",
        "Orders of rooms that a write of the store took together",
    ),
];

/// The metrics of one server.
#[derive(Clone)]
pub(crate) struct Metrics {
    handle: PrometheusHandle,
    recorder: std::sync::Arc<PrometheusRecorder>,
    /// Open connections.
    pub(crate) connections: Gauge,
    /// Open websockets.
    pub(crate) sockets: Gauge,
    pub(crate) received: Counter,
    pub(crate) sent: Counter,
    /// Bytes sent in messages to clients.
    pub(crate) sent_bytes: Counter,
    /// Choices made.
    pub(crate) choices: Counter,
    /// Seconds from receiving a choice to its answer.
    pub(crate) choice_seconds: Histogram,
}

impl std::fmt::Debug for Metrics {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Metrics").finish_non_exhaustive()
    }
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let buckets = [
            0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 5.0,
        ];
        // The builder only fails for empty buckets.
        let builder = PrometheusBuilder::new();
        let builder = builder.set_buckets(&buckets).unwrap_or_default();
        let batches = Matcher::Full("cardable_store_batch".to_owned());
        let builder = builder
            .set_buckets_for_metric(batches, &BATCHES)
            .unwrap_or_default();
        let recorder = std::sync::Arc::new(builder.build_recorder());
        // The process-wide recorder, for metrics of rooms, is that of the first host. Usually there is only
        // one.
        let _ = metrics::set_global_recorder(std::sync::Arc::clone(&recorder));
        let metrics = Metrics {
            handle: recorder.handle(),
            connections: recorder.register_gauge(&Key::from_name("cardable_connections"), &ABOUT),
            sockets: recorder.register_gauge(&Key::from_name("cardable_sockets"), &ABOUT),
            received: recorder.register_counter(&Key::from_name("cardable_messages_received_total"), &ABOUT),
            sent: recorder.register_counter(&Key::from_name("cardable_messages_sent_total"), &ABOUT),
            sent_bytes: recorder.register_counter(&Key::from_name("cardable_sent_bytes_total"), &ABOUT),
            choices: recorder.register_counter(&Key::from_name("cardable_choices_total"), &ABOUT),
            choice_seconds: recorder.register_histogram(&Key::from_name("cardable_choice_seconds"), &ABOUT),
            recorder,
        };
        for (name, about) in COUNTERS {
            metrics.recorder.describe_counter(name.into(), None, about.into());
        }
        for name in FROM_ZERO {
            metrics
                .recorder
                .register_counter(&Key::from_name(name), &ABOUT)
                .absolute(0);
        }
        for (name, about) in GAUGES {
            metrics.recorder.describe_gauge(name.into(), None, about.into());
        }
        for (name, about) in HISTOGRAMS {
            metrics
                .recorder
                .describe_histogram(name.into(), None, about.into());
        }
        metrics
    }

    fn by(&self, name: &'static str, why: String) -> Counter {
        let key = Key::from_parts(name, vec![Label::new("why", why)]);
        self.recorder.register_counter(&key, &ABOUT)
    }

    /// Counts a websocket closed by the host.
    pub(crate) fn closed(&self, why: crate::protocol::ByeCode) {
        self.by("cardable_closed_total", format!("{why:?}")).increment(1);
    }

    /// Counts a refused request.
    pub(crate) fn refused(&self, why: crate::protocol::Code) {
        self.by("cardable_refused_total", format!("{why:?}")).increment(1);
    }

    /// Counts a refused connection.
    pub(crate) fn turned_away(&self, why: &'static str) {
        self.by("cardable_turned_away_total", why.to_owned()).increment(1);
    }

    /// Sets a gauge that is only computed on request.
    pub(crate) fn set(&self, name: &'static str, value: f64) {
        self.recorder
            .register_gauge(&Key::from_name(name), &ABOUT)
            .set(value);
    }

    /// Sorts recorded samples into histogram buckets. Samples are stored individually until then, so this must
    /// run regularly, not only on request.
    pub(crate) fn settle(&self) {
        self.handle.run_upkeep();
    }

    /// All metrics in the Prometheus text format.
    pub(crate) fn render(&self) -> String {
        self.settle();
        self.handle.render()
    }
}
