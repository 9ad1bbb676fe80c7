//! Operator endpoints: list rooms and their faults, and end, release or drain rooms.

use super::errands::{Errand, Outcome, What};
use super::host::Host;
use crate::room::Refused;
use axum::Json;
use axum::extract::{Path, Request, State};
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::sync::Arc;

type Shared = State<Arc<Host>>;

/// Maximum number of faults listed.
const FAULTS: usize = 200;

/// Requires the admin token. Without a configured token these endpoints do not exist.
pub(super) async fn guard(host: Shared, request: Request, next: Next) -> Response {
    let Some(token) = &host.config.admin_token else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let given = request.headers().get(header::AUTHORIZATION);
    let given = given
        .and_then(|v| v.to_str().ok())
        .and_then(|v| v.strip_prefix("Bearer "));
    // Comparison of BLAKE3 hashes takes constant time.
    let fits = given.is_some_and(|given| blake3::hash(given.as_bytes()) == blake3::hash(token.as_bytes()));
    if !fits {
        host.metrics.turned_away("admin");
        let how = [(header::WWW_AUTHENTICATE, "Bearer")];
        return (
            StatusCode::UNAUTHORIZED,
            how,
            "the operator's token is missing or wrong\n",
        )
            .into_response();
    }
    let mut response = next.run(request).await;
    response.headers_mut().insert(
        header::CACHE_CONTROL,
        header::HeaderValue::from_static("no-store"),
    );
    response
}

/// All rooms, their faults, and rulesets with errors.
pub(super) async fn report(host: Shared) -> Response {
    let faults = match host.rooms.diagnoses(FAULTS).await {
        Ok(faults) => faults,
        Err(error) => return (StatusCode::INTERNAL_SERVER_ERROR, format!("{error}\n")).into_response(),
    };
    let problems: std::collections::BTreeMap<String, Vec<String>> = host
        .library
        .problems()
        .into_iter()
        .map(|(name, reports)| (name, reports.iter().map(ToString::to_string).collect()))
        .collect();
    Json(serde_json::json!({
        "rooms": host.rooms.report(),
        "faults": faults,
        "rulesets": host.library.names(),
        "faulty_rulesets": problems,
        "draining": host.drains(),
    }))
    .into_response()
}

/// Has something done with a room, at the host that has it.
async fn run(host: &Host, room: &str, what: What) -> Outcome {
    match room.parse() {
        Ok(room) => Errand { room, what }.run(host).await,
        Err(_) => Err::<(), _>(Refused::NoRoom).into(),
    }
}

/// Closes a room and notifies everybody in it.
pub(super) async fn end(host: Shared, Path(room): Path<String>) -> Outcome {
    run(&host, &room, What::End).await
}

/// Releases a quarantined room, so that it can wake up again.
pub(super) async fn release(host: Shared, Path(room): Path<String>) -> Outcome {
    run(&host, &room, What::Release).await
}

/// Puts a room to sleep and notifies everybody in it. It wakes up when somebody returns.
pub(super) async fn drain(host: Shared, Path(room): Path<String>) -> Outcome {
    run(&host, &room, What::Drain).await
}

/// Stops the host like a signal does.
pub(super) async fn stop(host: Shared) -> Response {
    tracing::info!("the operator asks the host to stop");
    let _ = host.stop.send(true);
    "the host stops\n".into_response()
}
