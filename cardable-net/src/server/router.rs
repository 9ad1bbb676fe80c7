//! The HTTP routes.

use super::accept::Peer;
use super::host::Host;
use super::{admin, content, names, socket, web};
use crate::protocol::Phase;
use crate::wire;
use axum::extract::{Extension, Path, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use axum::{Json, Router};
use std::sync::Arc;
use std::time::Duration;
use tokio_util::task::TaskTracker;
use tower_http::compression::CompressionLayer;
use tower_http::limit::RequestBodyLimitLayer;
use tower_http::timeout::TimeoutLayer;

type Shared = State<Arc<Host>>;

pub(super) fn router(host: Arc<Host>, tracker: TaskTracker) -> Router {
    let limits = &host.config.limits;
    let admin = Router::new()
        .route("/", get(admin::report))
        .route("/rooms/{room}/end", post(admin::end))
        .route("/rooms/{room}/drain", post(admin::drain))
        .route("/rooms/{room}/release", post(admin::release))
        .route("/drain", post(admin::stop))
        .route_layer(middleware::from_fn_with_state(Arc::clone(&host), admin::guard));
    let pages = Router::new()
        .route("/content/{hash}", get(file))
        .route("/api/rooms", get(rooms))
        .route("/metrics", get(metrics))
        .nest("/admin", admin)
        .fallback(get(web::file))
        .layer(CompressionLayer::new().gzip(true));
    let ws = move |host: Shared, peer: Extension<Peer>, request: Request| {
        let tracker = tracker.clone();
        async move { socket::open(host.0, peer.0, request, tracker).await }
    };
    Router::new()
        .route("/ws", any(ws))
        .route("/healthz", get(|| async { "ok\n" }))
        .route("/readyz", get(ready))
        .merge(pages)
        .layer(RequestBodyLimitLayer::new(limits.body_bytes))
        .layer(TimeoutLayer::with_status_code(
            StatusCode::REQUEST_TIMEOUT,
            Duration::from_secs(limits.request),
        ))
        .layer(middleware::from_fn_with_state(Arc::clone(&host), names::guard))
        .layer(middleware::from_fn_with_state(Arc::clone(&host), not_too_often))
        .layer(middleware::map_response(nothing_to_guess))
        .with_state(host)
}

/// Refuses requests from addresses that exceed their rate.
async fn not_too_often(host: Shared, peer: Extension<Peer>, request: Request, next: Next) -> Response {
    let address = socket::address(&host, &peer, request.headers());
    if !host.addresses.may_request(host.addresses.of(address)) {
        host.metrics.turned_away("rate");
        let retry = [(header::RETRY_AFTER, "5")];
        return (StatusCode::TOO_MANY_REQUESTS, retry, "you ask too much at once\n").into_response();
    }
    next.run(request).await
}

/// Sets headers on all responses: browsers must not guess content types or send a referrer.
async fn nothing_to_guess(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    );
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

async fn ready(host: Shared) -> Response {
    if host.drains() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the host stops\n").into_response();
    }
    if !host.rooms.store_works().await {
        return (StatusCode::SERVICE_UNAVAILABLE, "the store cannot be written\n").into_response();
    }
    "ready\n".into_response()
}

async fn rooms(host: Shared) -> Response {
    let rooms: Vec<_> = host
        .rooms
        .list()
        .iter()
        .map(|room| wire::room_entry(room))
        .collect();
    let fresh = [(header::CACHE_CONTROL, "no-store")];
    (fresh, Json(rooms)).into_response()
}

async fn file(host: Shared, Path(hash): Path<String>) -> Response {
    content::file(&host, &hash).await
}

async fn metrics(host: Shared) -> Response {
    let report = host.rooms.report();
    let metrics = &host.metrics;
    metrics.set("cardable_rooms", report.len() as f64);
    metrics.set(
        "cardable_rooms_awake",
        report.iter().filter(|r| r.awake).count() as f64,
    );
    metrics.set(
        "cardable_rooms_quarantined",
        report.iter().filter(|r| r.quarantine.is_some()).count() as f64,
    );
    metrics.set(
        "cardable_rooms_suspended",
        report.iter().filter(|r| r.room.phase == Phase::Suspended).count() as f64,
    );
    metrics.set(
        "cardable_rooms_playing",
        report
            .iter()
            .filter(|r| matches!(r.room.phase, Phase::Playing | Phase::Suspended))
            .count() as f64,
    );
    let kind = [(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (kind, metrics.render()).into_response()
}
