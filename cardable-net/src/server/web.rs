//! The web client's files: embedded in the binary, or read from disk in debug builds.

mod join;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;
use std::borrow::Cow;
use std::sync::LazyLock;

#[derive(RustEmbed)]
#[folder = "web/"]
#[exclude = "package.json"]
struct Web;

/// Content security policy: pages can run their own scripts and talk to their own host, and cannot be framed.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; media-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The style sheets in cascade order.
const STYLES: [&str; 6] = ["tokens", "base", "lobby", "table", "game", "contrast"];

/// Serves a file of the web client.
pub(super) async fn file(uri: Uri, headers: HeaderMap) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    match path {
        "page.js" => kept(&SCRIPT, script, |script| {
            served(path, script.as_bytes(), &headers)
        }),
        "page.css" => kept(&STYLE, style, |style| served(path, style.as_bytes(), &headers)),
        // In a release build the path is looked up in a list and never reaches the disk. In a debug build
        // rust-embed refuses paths that leave its folder.
        path => match Web::get(path) {
            Some(file) => served(path, &file.data, &headers),
            None => (StatusCode::NOT_FOUND, "there is no such page\n").into_response(),
        },
    }
}

static SCRIPT: LazyLock<Option<String>> = LazyLock::new(script);
static STYLE: LazyLock<Option<String>> = LazyLock::new(style);

/// Serves a bundle that is built once, or on every request in debug builds.
fn kept(
    once: &LazyLock<Option<String>>,
    make: fn() -> Option<String>,
    serve: impl FnOnce(&str) -> Response,
) -> Response {
    let joined = match cfg!(debug_assertions) {
        true => make().map(Cow::Owned),
        false => once.as_deref().map(Cow::Borrowed),
    };
    match joined {
        Some(text) => serve(&text),
        None => (StatusCode::INTERNAL_SERVER_ERROR, "the page cannot be joined\n").into_response(),
    }
}

/// All modules of the page in one script.
fn script() -> Option<String> {
    joined("main.js")
}

/// A module with everything that it imports in one script.
pub(crate) fn joined(main: &str) -> Option<String> {
    let read = |module: &str| text(&format!("js/{module}"));
    match join::join(main, &read) {
        Ok(script) => Some(script),
        Err(error) => {
            tracing::error!(%error, "the page's modules cannot be joined");
            None
        }
    }
}

/// All style sheets of the page in one.
fn style() -> Option<String> {
    STYLES
        .iter()
        .map(|name| text(&format!("style/{name}.css")))
        .collect()
}

fn text(path: &str) -> Option<String> {
    Web::get(path).and_then(|file| String::from_utf8(file.data.into_owned()).ok())
}

/// Serves a file, or "not modified" if the browser has it.
fn served(path: &str, bytes: &[u8], headers: &HeaderMap) -> Response {
    let tag = format!("\"{}\"", blake3::hash(bytes).to_hex());
    let known = headers.get(header::IF_NONE_MATCH).and_then(|v| v.to_str().ok());
    let has = |known: &str| known.split(',').any(|k| k.trim().trim_start_matches("W/") == tag);
    let mut response = match known.is_some_and(has) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => Response::new(Body::from(bytes.to_vec())),
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

/// The MIME type for a file extension.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_page_is_joined() {
        let script = script().expect("the modules can be joined");
        for file in Web::iter() {
            if let Some(module) = file.strip_prefix("js/").and_then(|file| file.strip_suffix(".js"))
                && !["start", "sheet"].contains(&module)
            {
                assert!(
                    script.contains(&format!("const ${module} = ")),
                    "nothing imports `{module}.js`"
                );
            }
            if let Some(name) = file.strip_prefix("style/") {
                assert!(
                    STYLES.iter().any(|style| format!("{style}.css") == name),
                    "`{name}` is not among the page's styles"
                );
            }
        }
        assert!(style().is_some_and(|style| style.contains("playing-card")));
    }
}
