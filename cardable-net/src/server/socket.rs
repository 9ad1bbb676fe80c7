//! From a request to a conversation.

use super::accept::Peer;
use super::address::{Address, Counted};
use super::host::Host;
use super::session;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;
use std::sync::Arc;
use tokio_util::task::TaskTracker;

/// Where a request comes from: what the proxy says where one is trusted, else the other end of the line.
pub(super) fn address(host: &Host, peer: &Peer, headers: &HeaderMap) -> IpAddr {
    let line = peer.address.ip().to_canonical();
    if !host.config.trusted_proxies.contains(&line) {
        return line;
    }
    // Each proxy puts where it heard from at the end; what trusted ones say of trusted ones is gone by.
    let said = headers
        .get_all("x-forwarded-for")
        .iter()
        .filter_map(|v| v.to_str().ok());
    let mut said: Vec<&str> = said.flat_map(|list| list.split(',')).map(str::trim).collect();
    while let Some(Ok(address)) = said.pop().map(str::parse::<IpAddr>) {
        let address = address.to_canonical();
        if !host.config.trusted_proxies.contains(&address) {
            return address;
        }
    }
    line
}

/// Whether a page may open a socket: pages of this host, and those the operator names. What is no
/// browser has no page.
pub(super) fn may_open(host: &Host, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    if host
        .config
        .origins
        .iter()
        .any(|o| o.trim_end_matches('/') == origin)
    {
        return true;
    }
    let own = headers.get(header::HOST).and_then(|h| h.to_str().ok());
    let of_page = origin.split_once("://").map(|(_, rest)| rest);
    matches!((own, of_page), (Some(own), Some(page)) if own.eq_ignore_ascii_case(page))
}

/// Opens a websocket.
pub(super) fn open(
    host: Arc<Host>,
    peer: Peer,
    headers: &HeaderMap,
    upgrade: WebSocketUpgrade,
    tracker: TaskTracker,
) -> Response {
    let from = Address::from(address(&host, &peer, headers));
    if !may_open(&host, headers) {
        host.metrics.turned_away("origin");
        let reason = "pages of other hosts may not open a socket here\n";
        return (StatusCode::FORBIDDEN, reason).into_response();
    }
    if host.drains() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the host stops\n").into_response();
    }
    let counted: Arc<Counted> = match peer.counted {
        Some(counted) => counted,
        None => match host.addresses.enter(from) {
            Ok(counted) => Arc::new(counted),
            Err(_) => {
                host.metrics.turned_away("address_full");
                let reason = "there are too many connections\n";
                return (StatusCode::TOO_MANY_REQUESTS, reason).into_response();
            }
        },
    };
    let most = host.config.limits.message_bytes;
    upgrade
        // 4 KiB hold nearly every message; larger ones grow the buffer for as long as they last. The
        // usual 128 KiB would be nearly all the memory that an idle client costs.
        .read_buffer_size(4096)
        // What is told together goes out together.
        .write_buffer_size(16 << 10)
        .max_write_buffer_size(4 << 20)
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| {
            tracker.track_future(async move {
                session::talk(host, from, socket).await;
                drop(counted);
            })
        })
}
