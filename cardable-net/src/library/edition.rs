//! A ruleset as it stands at one time.

use super::pace::Pace;
use super::recording::Recording;
use crate::store::ContentHash;
use cardable_core::content::{ContentPath, Files, Kind};
use cardable_core::diag::Report;
use cardable_core::script::ScriptEngine;
use cardable_core::{Loader, Ruleset, RulesetInfo};
use std::sync::Arc;

/// A file that an edition was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinnedFile {
    /// Its path below its root.
    pub path: String,
    /// Its hash.
    pub hash: ContentHash,
    /// What stands in it.
    pub bytes: Arc<[u8]>,
}

/// A ruleset as it stands at one time, with every file it was read from.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of its folder, or of its file without the ending.
    pub name: String,
    /// Its folder or file, below its root.
    pub path: String,
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The files, by the root they were found in; the ruleset's own root first.
    pub roots: Vec<Vec<PinnedFile>>,
    /// What clients need to draw a game of it.
    pub info: RulesetInfo,
    /// The same, as a file among the others.
    pub table: PinnedFile,
    /// How it is played, for players: the `RULES.md` of its folder.
    pub rules: Option<PinnedFile>,
    /// Whether parts of it are functions of a script, which may take their time.
    pub scripted: bool,
    /// How long its choices take.
    pub(crate) pace: Arc<Pace>,
}

impl Edition {
    /// The pictures of its cards: path and content.
    pub fn pictures(&self) -> impl Iterator<Item = &PinnedFile> {
        let files = self.roots.iter().flatten();
        files.filter(|file| file.path.split('/').any(|part| part == "resources"))
    }
}

/// The longest text for people that is passed on, in bytes.
const LONGEST: u64 = 64 << 10;

/// What a folder says of its game to players.
fn rules(folder: &ContentPath, roots: &[&dyn Files]) -> Option<PinnedFile> {
    let path = folder.join("RULES.md").ok()?;
    let bytes = roots.first()?.read(&path, LONGEST).ok()?;
    Some(PinnedFile {
        path: path.as_str().to_owned(),
        hash: *blake3::hash(&bytes).as_bytes(),
        bytes: bytes.into(),
    })
}

/// A ruleset's info, as a file.
fn table(info: &RulesetInfo) -> PinnedFile {
    // It holds nothing that JSON cannot say.
    let bytes = serde_json::to_vec(info).unwrap_or_default();
    PinnedFile {
        path: "table.json".to_owned(),
        hash: *blake3::hash(&bytes).as_bytes(),
        bytes: bytes.into(),
    }
}

/// The language of scripts that a library's rulesets may have.
pub(super) type Scripts = Option<&'static dyn ScriptEngine>;

#[cfg(feature = "lua")]
static LUAU: std::sync::LazyLock<cardable_lua::Luau> = std::sync::LazyLock::new(cardable_lua::Luau::new);

/// The usual language, where the host was built with it.
pub(super) fn usual_scripts() -> Scripts {
    #[cfg(feature = "lua")]
    return Some(&*LUAU);
    #[cfg(not(feature = "lua"))]
    None
}

/// How every ruleset of a library is read.
fn check(path: &ContentPath, roots: &[&dyn Files], scripts: Scripts) -> cardable_core::Checked {
    let loader = match scripts {
        Some(engine) => Loader::new().scripts(engine),
        None => Loader::new(),
    };
    match roots {
        [files, supplied @ ..] => loader
            .roots(&[*files])
            .supplied(supplied)
            .check_files(*files, path),
        [] => loader.check_text("", ""),
    }
}

/// Reads the ruleset of a folder, or a file, of the first root.
pub(super) fn read(
    name: &str,
    path: &ContentPath,
    roots: &[&dyn Files],
    scripts: Scripts,
) -> Result<Edition, Vec<Report>> {
    let recordings: Vec<Recording<'_>> = roots.iter().map(|files| Recording::of(*files)).collect();
    let recorded: Vec<&dyn Files> = recordings.iter().map(|r| r as &dyn Files).collect();
    let checked = check(path, &recorded, scripts);
    let reports = checked.reports();
    let Some(ruleset) = checked.ruleset else {
        return Err(reports);
    };
    // A file by itself has no README of its own.
    let rules = match roots.first().and_then(|files| files.kind(path)) {
        Some(Kind::Folder) => rules(path, roots),
        Some(Kind::File) | None => None,
    };
    let roots: Vec<Vec<PinnedFile>> = recordings
        .into_iter()
        .map(|recording| {
            let files = recording.finish().into_iter().map(|(path, bytes)| PinnedFile {
                path: path.as_str().to_owned(),
                hash: *blake3::hash(&bytes).as_bytes(),
                bytes: bytes.into(),
            });
            files.collect()
        })
        .collect();
    let info = ruleset.info();
    Ok(Edition {
        name: name.to_owned(),
        path: path.as_str().to_owned(),
        table: table(&info),
        rules,
        info,
        scripted: ruleset.is_scripted(),
        pace: Arc::new(Pace::new(ruleset.may_take_long())),
        ruleset,
        roots,
    })
}
