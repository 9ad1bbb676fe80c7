//! The table for the browser: files inside the binary; while it is developed, those of the disk.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "package.json"]
struct Web;

/// What a page of the host may do: run its own scripts, talk to its own host, and be in nobody's frame.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; media-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A file of the table.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    // What is asked for is looked up in a list; it is never a path of the disk in a release, and
    // rust-embed refuses what leads out of its folder in a debug build.
    let Some(file) = Web::get(path) else {
        return (StatusCode::NOT_FOUND, "there is no such page\n").into_response();
    };
    let hash = file.metadata.sha256_hash();
    let mut tag = String::with_capacity(34);
    tag.push('"');
    for byte in hash.iter().take(16) {
        use std::fmt::Write as _;
        let _ = write!(tag, "{byte:02x}");
    }
    tag.push('"');
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let mut response =
        if known.is_some_and(|known| known.split(',').any(|k| k.trim().trim_start_matches("W/") == tag)) {
            StatusCode::NOT_MODIFIED.into_response()
        } else {
            Response::new(Body::from(file.data.into_owned()))
        };
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime(path)));
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    out.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    response
}

/// What kind of file it is, by its ending.
pub(super) fn mime(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or("") {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "gif" => "image/gif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "mp3" => "audio/mpeg",
        "ogg" => "audio/ogg",
        "wav" => "audio/wav",
        "txt" | "md" | "lua" | "json5" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
