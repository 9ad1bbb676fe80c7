//! Checks the host name of requests, against DNS rebinding: a foreign page can point its own name to this
//! machine. The browser would then treat this host as the page's origin and let the page read all responses.

use super::accept::Peer;
use super::host::Host;
use axum::extract::{Extension, Request, State};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

/// Paths without confidential content, for health checks that only know an address.
const OPEN: [&str; 2] = ["/healthz", "/readyz"];

/// Refuses requests without exactly one host name, and requests to this machine under a name that is not its
/// own.
pub(super) async fn guard(
    State(host): State<Arc<Host>>,
    peer: Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let Some(name) = name(request.uri(), request.headers()) else {
        host.metrics.turned_away("host");
        let reason = "a request says in one `Host` header, and nowhere else, whom it asks\n";
        return (StatusCode::BAD_REQUEST, reason).into_response();
    };
    let open = OPEN.contains(&request.uri().path());
    if !open && !is_of_the_host(&host, &peer, name) {
        host.metrics.turned_away("host");
        let reason = "this host has no such name: on its own machine it is `localhost`, unless its `origins` name \
                      another or a trusted proxy does\n";
        return (StatusCode::MISDIRECTED_REQUEST, reason).into_response();
    }
    next.run(request).await
}

/// The host name of a request. `None` if it has none or several.
fn name<'a>(uri: &Uri, headers: &'a HeaderMap) -> Option<&'a str> {
    let mut said = headers.get_all(header::HOST).iter();
    let (Some(name), None) = (said.next(), said.next()) else {
        return None;
    };
    // A host name cannot contain user information.
    let is_one = |name: &&str| !name.is_empty() && !name.contains('@');
    let name = name.to_str().ok().filter(is_one)?;
    let other = uri
        .authority()
        .is_some_and(|other| !other.as_str().eq_ignore_ascii_case(name));
    (!other).then_some(name)
}

/// Whether the name is one of this host's names, as far as they are known.
fn is_of_the_host(host: &Host, peer: &Peer, name: &str) -> bool {
    let named = |origin: &String| page_of(origin).is_some_and(|page| page.eq_ignore_ascii_case(name));
    !peer.local || is_of_this_machine(name) || host.config.origins.iter().any(named)
}

/// The host in an origin, such as `play.example.org` in `https://play.example.org`.
fn page_of(origin: &str) -> Option<&str> {
    let (_, page) = origin.split_once("://")?;
    Some(page.trim_end_matches('/'))
}

/// Whether a page can open a websocket: pages of this host and of the origins that the operator configured. Clients other than browsers send no origin.
///
/// A host that is only reachable from this machine has only the machine's own names.
pub(super) fn may_open(host: &Host, peer: &Peer, headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(header::ORIGIN) else {
        return true;
    };
    let Ok(origin) = origin.to_str() else {
        return false;
    };
    let named = |named: &String| named.trim_end_matches('/') == origin;
    if host.config.origins.iter().any(named) {
        return true;
    }
    let own = headers.get(header::HOST).and_then(|own| own.to_str().ok());
    let (Some(own), Some(page)) = (own, page_of(origin)) else {
        return false;
    };
    own.eq_ignore_ascii_case(page) && (!peer.local || is_of_this_machine(own))
}

/// Whether a host name can only refer to the machine itself.
fn is_of_this_machine(host: &str) -> bool {
    let Ok(authority) = host.parse::<Authority>() else {
        return false;
    };
    let name = authority.host();
    let address = name.trim_start_matches('[').trim_end_matches(']');
    name.eq_ignore_ascii_case("localhost")
        || address
            .parse::<std::net::IpAddr>()
            .is_ok_and(|address| address.to_canonical().is_loopback())
}
