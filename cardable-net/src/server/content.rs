//! Static content that clients cache by hash: names of rulesets, pictures, instructions and, if the operator
//! allows it, the sources of rulesets.

use super::host::Host;
use crate::library::{Edition, Library, Localized, PinnedFile};
use crate::protocol::{ContentItem, Hash, RulesetEntry};
use crate::room::{from_hex, hex};
use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cardable_core::Language;
use std::sync::Arc;

/// The files of an edition that clients of any language can download.
fn files(edition: &Edition, sources: bool) -> impl Iterator<Item = &PinnedFile> {
    let sources_of = edition.roots.iter().flatten().filter(move |_| sources);
    let pictures = edition.pictures().filter(move |_| !sources);
    pictures.chain(sources_of)
}

/// Everything that can be downloaded for new rooms, by a client that reads a language.
pub(crate) fn manifest(library: &Library, language: Language, sources: bool) -> Vec<ContentItem> {
    let mut items = Vec::new();
    for edition in library.editions() {
        let ruleset = Hash(edition.ruleset.edition().to_string());
        let of_language = edition.localized(language).files();
        items.extend(
            of_language
                .chain(files(&edition, sources))
                .map(|file| ContentItem {
                    ruleset: ruleset.clone(),
                    path: file.path.clone(),
                    hash: Hash(hex(&file.hash)),
                    bytes: file.bytes.len() as u64,
                }),
        );
    }
    items
}

/// The rulesets for new rooms, as they are told in a language.
pub(crate) fn rulesets(library: &Library, language: Language) -> Vec<RulesetEntry> {
    let info = |edition: &Arc<Edition>| {
        let Localized { info, table, .. } = edition.localized(language);
        let (min_seats, max_seats) = info.seats;
        RulesetEntry {
            name: edition.name.clone(),
            hash: Hash(info.hash.clone()),
            title: info.name.clone(),
            profile: info.profile.clone(),
            min_seats,
            max_seats,
            table: Hash(hex(&table.hash)),
            options: info.options.clone(),
            endless: info.endless,
        }
    };
    library.editions().iter().map(info).collect()
}

/// A file of some editions that clients can download, and its type.
fn downloadable(
    editions: &[Arc<Edition>],
    sources: bool,
    hash: [u8; 32],
) -> Option<(&'static str, Arc<[u8]>)> {
    editions.iter().find_map(|edition| {
        let of_languages = edition.languages().flat_map(Localized::files);
        let mut all = of_languages.chain(files(edition, sources));
        let file = all.find(|file| file.hash == hash)?;
        Some((super::web::mime(&file.path), Arc::clone(&file.bytes)))
    })
}

/// Serves a file by hash. Anything but the hash of a downloadable file gives "not found".
///
/// A page may ask any host for what belongs to a room of another one, which can have other editions.
pub(super) async fn file(host: &Host, wanted: &str) -> Response {
    let sources = host.config.show_sources;
    let found = match from_hex::<32>(wanted) {
        Some(hash) => match downloadable(&host.library.in_use(), sources, hash) {
            Some(found) => Some(found),
            None => downloadable(&host.rooms.editions_of_others().await, sources, hash),
        },
        None => None,
    };
    let Some((mime, bytes)) = found else {
        return (StatusCode::NOT_FOUND, "there is no such content\n").into_response();
    };
    let mut response = Response::new(Body::from(Bytes::from_owner(bytes)));
    let out = response.headers_mut();
    out.insert(header::CONTENT_TYPE, HeaderValue::from_static(mime));
    out.insert(
        header::CACHE_CONTROL,
        HeaderValue::from_static("public, max-age=31536000, immutable"),
    );
    // An SVG can contain a script, which must not run if the image is opened as a page.
    out.insert(
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static("default-src 'none'; style-src 'unsafe-inline'; sandbox"),
    );
    response
}
