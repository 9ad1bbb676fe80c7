//! A ruleset at one point in time.

use super::pace::Pace;
use super::recording::Recording;
use crate::store::ContentHash;
use crate::thinking::IterationTime;
use cardable_core::content::{ContentPath, Files, Kind, MemoryFiles};
use cardable_core::debug::OpenRules;
use cardable_core::diag::Report;
use cardable_core::script::ScriptEngine;
use cardable_core::{Language, Loader, Ruleset, RulesetInfo};
use std::sync::{Arc, OnceLock};

/// A file that an edition was read from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PinnedFile {
    /// Path relative to its root.
    pub path: String,
    /// Hash of the content.
    pub hash: ContentHash,
    /// The content.
    pub bytes: Arc<[u8]>,
}

/// A ruleset at one point in time, with every file it was read from.
#[derive(Clone, Debug)]
pub struct Edition {
    /// The name of its folder, or of its file without the extension.
    pub name: String,
    /// Path of its folder or file, relative to its root.
    pub path: String,
    /// The checked ruleset.
    pub ruleset: Ruleset,
    /// The files by root. The ruleset's own root comes first.
    pub roots: Vec<Vec<PinnedFile>>,
    /// What clients read of it in its own language.
    pub own: Localized,
    /// What they read of it in others.
    pub translated: Vec<Localized>,
    /// Whether it has script functions, which can be slow.
    pub scripted: bool,
    /// Measured duration of its choices.
    pub(crate) pace: Arc<Pace>,
    /// Measured duration of what bots play in thought.
    pub(crate) iteration_time: Arc<IterationTime>,
    /// The same for bots that remember what was chosen, which takes them longer.
    pub(crate) remembering_time: Arc<IterationTime>,
    scripts: Scripts,
    /// The rules as they were read, once a room of theirs is debugged.
    opened: OnceLock<Option<Arc<OpenRules<'static>>>>,
}

/// What clients read of a ruleset in one language.
#[derive(Clone, Debug)]
pub struct Localized {
    /// The language.
    pub language: Language,
    /// What clients need to draw its games.
    pub info: RulesetInfo,
    /// The same information as a downloadable file.
    pub table: PinnedFile,
    /// Instructions for players: the `RULES.md` of its folder, or `RULES.de.md`.
    pub rules: Option<PinnedFile>,
}

impl Localized {
    fn new(ruleset: &Ruleset, language: Language, rules: Option<PinnedFile>) -> Localized {
        let info = ruleset.in_language(language).info();
        Localized {
            language,
            table: table(&info),
            info,
            rules,
        }
    }

    /// What of it can be downloaded.
    pub(crate) fn files(&self) -> impl Iterator<Item = &PinnedFile> {
        std::iter::once(&self.table).chain(&self.rules)
    }
}

impl Edition {
    /// What is read in a language; in its own one where it has no texts in that.
    pub fn localized(&self, language: Language) -> &Localized {
        let mut translated = self.translated.iter();
        let found = translated.find(|localized| localized.language == language);
        found.unwrap_or(&self.own)
    }

    /// What is read in each of its languages.
    pub(crate) fn languages(&self) -> impl Iterator<Item = &Localized> {
        std::iter::once(&self.own).chain(&self.translated)
    }

    /// The pictures of its cards.
    pub fn pictures(&self) -> impl Iterator<Item = &PinnedFile> {
        let files = self.roots.iter().flatten();
        files.filter(|file| file.path.split('/').any(|part| part == "resources"))
    }

    /// The rules as they were read, so that expressions can be compiled for their games. The first time they are read anew, which
    /// takes as long as checking them. None if they are no longer read as the same rules.
    pub(crate) fn opened(&self) -> Option<Arc<OpenRules<'static>>> {
        self.opened.get_or_init(|| open(self).map(Arc::new)).clone()
    }
}

fn open(edition: &Edition) -> Option<OpenRules<'static>> {
    let mut roots = Vec::with_capacity(edition.roots.len());
    for files in &edition.roots {
        let mut root = MemoryFiles::new();
        for file in files {
            root.add(&file.path, file.bytes.to_vec()).ok()?;
        }
        roots.push(root);
    }
    let path = ContentPath::new(&edition.path).ok()?;
    let roots: Vec<&dyn Files> = roots.iter().map(|root| root as &dyn Files).collect();
    let (files, supplied) = roots.split_first()?;
    let rules = loader(edition.scripts).open_among(*files, supplied, &path).ok()?;
    (rules.ruleset().edition() == edition.ruleset.edition()).then_some(rules)
}

/// Maximum size of a `RULES.md` in bytes.
const LONGEST: u64 = 64 << 10;

/// The instructions in a folder: in English those of `RULES.md`, in German those of `RULES.de.md`.
fn rules(folder: &ContentPath, language: Language, roots: &[&dyn Files]) -> Option<PinnedFile> {
    let name = match language {
        Language::English => "RULES.md".to_owned(),
        other => format!("RULES.{}.md", other.tag()),
    };
    let bytes = roots.first()?.read(&folder.join(&name).ok()?, LONGEST).ok()?;
    Some(PinnedFile {
        // Clients know them by one name in all languages.
        path: folder.join("RULES.md").ok()?.as_str().to_owned(),
        hash: *blake3::hash(&bytes).as_bytes(),
        bytes: bytes.into(),
    })
}

/// A ruleset's information as a file.
fn table(info: &RulesetInfo) -> PinnedFile {
    // All its values can be represented in JSON.
    let bytes = serde_json::to_vec(info).unwrap_or_default();
    PinnedFile {
        path: "table.json".to_owned(),
        hash: *blake3::hash(&bytes).as_bytes(),
        bytes: bytes.into(),
    }
}

/// The script language of a library's rulesets.
pub(super) type Scripts = Option<&'static dyn ScriptEngine>;

#[cfg(feature = "lua")]
static LUAU: std::sync::LazyLock<cardable_lua::Luau> = std::sync::LazyLock::new(cardable_lua::Luau::new);

/// The default script language, if compiled in.
pub(super) fn usual_scripts() -> Scripts {
    #[cfg(feature = "lua")]
    return Some(&*LUAU);
    #[cfg(not(feature = "lua"))]
    None
}

fn loader(scripts: Scripts) -> Loader<'static> {
    match scripts {
        Some(engine) => Loader::new().scripts(engine),
        None => Loader::new(),
    }
}

/// Checks one ruleset.
fn check(path: &ContentPath, roots: &[&dyn Files], scripts: Scripts) -> cardable_core::Checked {
    let loader = loader(scripts);
    match roots {
        [files, supplied @ ..] => loader
            .roots(&[*files])
            .supplied(supplied)
            .check_files(*files, path),
        [] => loader.check_text("", ""),
    }
}

/// Reads a ruleset from a folder or file of the first root.
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
    // A single file has no instructions of its own.
    let is_folder = roots.first().and_then(|files| files.kind(path)) == Some(Kind::Folder);
    let rules = |language| is_folder.then(|| rules(path, language, roots)).flatten();
    let own = Localized::new(&ruleset, ruleset.language(), rules(ruleset.language()));
    let others = ruleset.languages().filter(|language| *language != own.language);
    let translated = others.map(|language| {
        let rules = rules(language).or_else(|| own.rules.clone());
        Localized::new(&ruleset, language, rules)
    });
    let translated = translated.collect();
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
    Ok(Edition {
        name: name.to_owned(),
        path: path.as_str().to_owned(),
        own,
        translated,
        scripted: ruleset.is_scripted(),
        pace: Arc::new(Pace::new(ruleset.may_take_long())),
        iteration_time: Arc::default(),
        remembering_time: Arc::default(),
        scripts,
        opened: OnceLock::new(),
        ruleset,
        roots,
    })
}
