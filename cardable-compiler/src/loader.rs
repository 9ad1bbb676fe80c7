//! Reading rulesets: from where, and with which primitives beside the engine's own.

use crate::checked::{Checked, LoadError};
use crate::content::{Asked, ContentPath, Files, Format, Missing, Package, Reading, Roots};
use crate::finish::finish;
use crate::hir::build::{Builder, own};
use crate::packages::is_of_the_game;
use crate::text::diag::{Code, Diagnostics};
use crate::text::source::Sources;
use crate::translate::translate;
use cardable_engine::Ruleset;
use cardable_engine::primitives::{Callee, Primitive};
use cardable_engine::program::Hashes;
use cardable_engine::script::{ScriptEngine, ScriptLimits};

/// Reads rulesets.
///
/// An embedding program can add primitives of its own, which rulesets then call
/// like the engine's:
///
/// ```
/// use cardable_core::primitives::{Param, ParamType, Primitive};
/// use cardable_core::value::{Type, Value};
/// use cardable_core::Loader;
///
/// let doubled = Primitive::query(
///     "doubled",
///     "Twice a whole number.",
///     [Param::required("n", "the number", ParamType::Whole)],
///     Type::NUMBER,
///     |_reader, args| Ok(match args {
///         [Value::Int(n)] => Value::Int(n.saturating_mul(2)),
///         _ => Value::Nothing,
///     }),
/// );
///
/// let text = cardable_core::testing::TINY.replace("[\"$player\", 1]", "[\"$player\", \"= doubled(2)\"]");
/// let checked = Loader::new().primitive(doubled).check_text("game.json", &text);
/// assert!(checked.ruleset.is_some());
/// ```
#[derive(Clone, Default)]
pub struct Loader<'a> {
    roots: Vec<&'a dyn Files>,
    supplied: Vec<&'a dyn Files>,
    pub(crate) primitives: Vec<Primitive>,
    pub(crate) scripts: Option<&'a dyn ScriptEngine>,
    cap: Option<ScriptLimits>,
}

impl std::fmt::Debug for Loader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.primitives.iter().map(|p| &*p.name).collect();
        f.debug_struct("Loader")
            .field("roots", &self.roots.len())
            .field("supplied", &self.supplied.len())
            .field("primitives", &names)
            .field("scripts", &self.scripts.map(ScriptEngine::name))
            .finish()
    }
}

impl<'a> Loader<'a> {
    /// A loader without content roots and further primitives.
    pub fn new() -> Loader<'a> {
        Loader::default()
    }

    /// Adds content roots: where card sets and decks are looked up that a
    /// ruleset does not bring along.
    #[must_use]
    pub fn roots(mut self, roots: &[&'a dyn Files]) -> Loader<'a> {
        self.roots.extend_from_slice(roots);
        self
    }

    /// Adds what comes with the program, such as packs of cards that everybody uses: it is looked at
    /// after the content roots, and gives way to everything of the same name.
    #[must_use]
    pub fn supplied(mut self, supplied: &[&'a dyn Files]) -> Loader<'a> {
        self.supplied.extend_from_slice(supplied);
        self
    }

    /// Adds a primitive. The engine's own cannot be replaced: a name that is taken, and one that
    /// cannot be called, are told as errors (E329) of every ruleset that is read.
    ///
    /// What it is called, takes and gives is part of a ruleset's hashes. What it does is not, for that
    /// cannot be seen: after a change of it old saves and logs may not be read any more in the same
    /// way, so give it another name.
    #[must_use]
    pub fn primitive(mut self, primitive: Primitive) -> Loader<'a> {
        self.primitives.push(primitive);
        self
    }

    /// Reads scripts with this engine. Without one, a ruleset with a script is an error.
    #[must_use]
    pub fn scripts(mut self, engine: &'a dyn ScriptEngine) -> Loader<'a> {
        self.scripts = Some(engine);
        self
    }

    /// What a single call of a script may use at most, whatever the ruleset says;
    /// [`ScriptLimits::CAP`] when this is not said.
    #[must_use]
    pub fn script_cap(mut self, cap: ScriptLimits) -> Loader<'a> {
        self.cap = Some(cap);
        self
    }

    pub(crate) fn all_roots(&self) -> Roots<'_> {
        Roots {
            content: &self.roots,
            supplied: &self.supplied,
        }
    }

    /// Checks a text.
    pub fn check_text(&self, name: &str, text: &str) -> Checked {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let mut package = Package::from_text(name, text, self.all_roots(), &mut sources, &mut diags);
        self.build(package.as_mut(), None, sources, diags)
    }

    /// Checks a ruleset file, or the one in a folder.
    pub fn check_files(&self, files: &dyn Files, path: &ContentPath) -> Checked {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let mut package = Package::from_files(files, path, self.all_roots(), &mut sources, &mut diags);
        self.build(package.as_mut(), Some(files), sources, diags)
    }

    /// Checks the file of a fragment by itself. What a game would hand over is taken to be there and of the declared type,
    /// and all that the fragment defines to be used. There is never a ruleset, for a fragment is not played.
    ///
    /// ```
    /// use cardable_core::Loader;
    /// use cardable_core::content::{ContentPath, MemoryFiles};
    ///
    /// let mut files = MemoryFiles::new();
    /// files.add("count.fragment.json", r#"{ fragment: {
    ///     params: { key: "pile", type: "zone" },
    ///     defined_values: { ref_id: "left", value: "= count(pil)" },
    /// } }"#)?;
    /// let checked = Loader::new().check_fragment(&files, &ContentPath::new("count.fragment.json")?);
    /// assert_eq!(checked.reports()[0].help.as_deref(), Some("did you mean `pile`?"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_fragment(&self, files: &dyn Files, path: &ContentPath) -> Checked {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let mut package = Package::around_fragment(files, path, self.all_roots(), &mut sources, &mut diags);
        let mut checked = self.build(package.as_mut(), Some(files), sources, diags);
        checked.ruleset = None;
        if let Some(package) = &package {
            let diagnostics = &mut checked.diagnostics;
            diagnostics.retain(|problem| !is_of_the_game(problem, package));
        }
        checked
    }

    /// Packs a ruleset file, or the one in a folder, into one text: see [`Packed`].
    ///
    /// ```
    /// use cardable_core::Loader;
    /// use cardable_core::content::{ContentPath, MemoryFiles};
    ///
    /// let mut files = MemoryFiles::new();
    /// files.add("coins/cardset.json", r#"{ cardset: { set_name: "coins", cards: [{ card_name: "Heads", card_id: 0 }] } }"#)?;
    /// files.add("toss/ruleset.json", r#"{ ruleset: {
    ///     ruleset_name: "Toss", cardsets: "coins", min_players: 1, max_players: 1,
    ///     game_state: { state_name: "toss", state_type: "round_robin",
    ///         actions: { action_name: "stop", type: "button", primitives: "end_game()" } },
    /// } }"#)?;
    /// let packed = Loader::new().roots(&[&files]).pack_files(&files, &ContentPath::new("toss")?).map_err(|_| "errors")?;
    /// assert_eq!(packed.file_name, "toss.json");
    /// let alone = Loader::new().check_text("toss.json", &packed.text).into_result()?;
    /// assert_eq!(alone.rules(), packed.ruleset.rules());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pack_files(&self, files: &dyn Files, path: &ContentPath) -> Result<Packed, Checked> {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let mut package = Package::from_files(files, path, self.all_roots(), &mut sources, &mut diags);
        let checked = self.build(package.as_mut(), Some(files), sources, diags);
        let (Some(package), Some(ruleset)) = (package, &checked.ruleset) else {
            return Err(checked);
        };
        let text = package.packed(&ruleset.program);
        let file_name = packed_name(checked.sources.name(package.main));
        // What others will read is read here first, by itself.
        let alone = Loader {
            roots: Vec::new(),
            supplied: Vec::new(),
            ..self.clone()
        };
        let mut alone = alone.check_text(&file_name, &text);
        match alone.ruleset.take() {
            Some(found) if found.rules() == ruleset.rules() => Ok(Packed {
                ruleset: found,
                text,
                file_name,
            }),
            Some(_) => {
                let message = "from the packed text other rules are read than from its files";
                let help = "play from the files; this is a mistake of the packer, and worth reporting";
                alone.diagnostics.error(Code::NotPacked, None, message, help);
                Err(alone)
            }
            None => Err(alone),
        }
    }

    /// Packs a ruleset file or folder of the disk, with what [`Loader::check_path`] would read, into one text.
    #[cfg(feature = "fs")]
    pub fn pack_path(&self, path: impl AsRef<std::path::Path>) -> Result<Packed, Checked> {
        let path = path.as_ref();
        let mut packed = self.at_path(path, |loader, files, inner| loader.pack_files(files, inner))??;
        // The current folder has its name from outside.
        if packed.file_name == RULESET
            && let Ok(full) = path.canonicalize()
            && let Some(folder) = if path.is_dir() {
                Some(&*full)
            } else {
                full.parent()
            }
            && let Some(name) = folder.file_name().and_then(|name| name.to_str())
        {
            packed.file_name = format!("{name}.json");
        }
        Ok(packed)
    }

    /// Checks a ruleset file or folder of the disk. Names that it does not
    /// declare are looked up in its folder and the folders below it, then in the content roots.
    ///
    /// Without any content root, the folder's neighbours stand in for one: of its parent folder only
    /// what is directly in it, and in the folders beside the ruleset's, is looked at (`cardset.json`,
    /// `decks`, `user-decks`), and no folder below those.
    #[cfg(feature = "fs")]
    #[doc(alias = "validate")]
    #[doc(alias = "lint")]
    pub fn check_path(&self, path: impl AsRef<std::path::Path>) -> Checked {
        self.at_path(path.as_ref(), |loader, files, inner| {
            loader.check_files(files, inner)
        })
        .unwrap_or_else(|unreadable| unreadable)
    }

    /// Opens the folder of a path, and reads with a loader that looks around it.
    #[cfg(feature = "fs")]
    pub(crate) fn at_path<T>(
        &self,
        path: &std::path::Path,
        read: impl FnOnce(&Loader<'_>, &dyn Files, &ContentPath) -> T,
    ) -> Result<T, Checked> {
        use crate::content::{Directory, Neighbours};
        let unreadable = |error: &dyn std::fmt::Display| {
            let mut diagnostics = Diagnostics::new();
            let message = format!("`{}` cannot be read: {error}", path.display());
            diagnostics.error(
                Code::Unreadable,
                None,
                message,
                "name a ruleset's file, or the folder it is in",
            );
            Checked {
                ruleset: None,
                sources: Sources::new(),
                diagnostics,
            }
        };
        if let Err(error) = path.metadata() {
            return Err(unreadable(&error));
        }
        let here = std::path::Path::new(".");
        let (folder, inner) = if path.is_dir() {
            (path, ContentPath::root())
        } else {
            let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
                return Err(unreadable(&"it has no file name"));
            };
            let parent = path
                .parent()
                .filter(|p| !p.as_os_str().is_empty())
                .unwrap_or(here);
            match ContentPath::new(name) {
                Ok(inner) => (parent, inner),
                Err(error) => return Err(unreadable(&error)),
            }
        };
        let files = match Directory::open(folder) {
            Ok(files) => files,
            Err(error) => return Err(unreadable(&error)),
        };
        let full = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        match full.parent().and_then(|p| Neighbours::open(p).ok()) {
            Some(parent) if self.roots.is_empty() => {
                let with_parent = Loader {
                    roots: vec![&parent as &dyn Files],
                    ..self.clone()
                };
                Ok(read(&with_parent, &files, &inner))
            }
            _ => Ok(read(self, &files, &inner)),
        }
    }

    fn build(
        &self,
        package: Option<&mut Package>,
        files: Option<&dyn Files>,
        sources: Sources,
        diags: Diagnostics,
    ) -> Checked {
        self.built(package, files, sources, diags).0
    }

    /// Compiles a package. What its rules were read with comes along, for what is compiled later.
    pub(crate) fn built(
        &self,
        package: Option<&mut Package>,
        files: Option<&dyn Files>,
        mut sources: Sources,
        mut diags: Diagnostics,
    ) -> (Checked, Option<Prepared>) {
        let prepared = package.and_then(|package| {
            let prepared = self.prepared(package, files, &mut sources, &mut diags)?;
            Some((package, prepared))
        });
        let Some((package, prepared)) = prepared else {
            let checked = Checked {
                ruleset: None,
                sources,
                diagnostics: diags,
            };
            return (checked, None);
        };
        let builder = prepared.builder(package, &sources, None);
        let mut compiled = finish(builder, &sources, prepared.hashes, self.scripts);
        if let Some(program) = &mut compiled.program {
            translate(program, &package.texts, &mut sources, &mut compiled.diagnostics);
        }
        let checked = compiled.into_checked(diags, sources, &self.primitives);
        (checked, Some(prepared))
    }

    /// Reads all that the rules of a package need before they are read themselves. None where that cannot be, which is told.
    fn prepared(
        &self,
        package: &mut Package,
        files: Option<&dyn Files>,
        sources: &mut Sources,
        diags: &mut Diagnostics,
    ) -> Option<Prepared> {
        let format = match package.dialect.format() {
            Ok(format) => format,
            Err(Missing(feature)) => {
                let message = format!(
                    "`{}` is written in the dialect `{}`, which this program was built without",
                    sources.name(package.main),
                    package.dialect.name()
                );
                let help = format!("build the program with the feature `{feature}` of `cardable-core`");
                diags.error(Code::LeftOut, None, message, help);
                return None;
            }
        };
        let primitives = own::callable(&self.primitives, diags);
        package.read_scripts(files, self.scripts, sources, diags);
        let mut hash = blake3::Hasher::new();
        let texts = package
            .inputs
            .iter()
            .map(|(label, text)| (label.as_str(), &**text));
        // A ruleset with other primitives is another ruleset.
        let signatures: Vec<String> = self.primitives.iter().map(|p| p.signature()).collect();
        let custom = signatures.iter().map(|text| ("primitive", text.as_str()));
        for (label, text) in texts.chain(custom) {
            for part in [label.as_bytes(), text.as_bytes()] {
                hash.update(&(part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        let rules = crate::canonical::hash(package, &format, &signatures);
        let edition = *hash.finalize().as_bytes();
        Some(Prepared {
            format,
            primitives,
            hashes: Hashes { edition, rules },
            cap: self.cap.unwrap_or(ScriptLimits::CAP),
        })
    }
}

/// What is known of a package before its rules are read.
#[derive(Debug)]
pub(crate) struct Prepared {
    format: Format,
    /// The primitives of the program.
    primitives: Vec<Callee>,
    pub(crate) hashes: Hashes,
    cap: ScriptLimits,
}

impl Prepared {
    /// Reads the rules of a package.
    pub(crate) fn builder(&self, package: &Package, sources: &Sources, asked: Option<Asked<'_>>) -> Builder {
        (self.format.compile)(&Reading {
            package,
            sources,
            primitives: &self.primitives,
            cap: self.cap,
            asked,
        })
    }
}

/// A ruleset as one text with all that it needs: its rules with their card sets, decks and scripts. The text can be
/// read anywhere, by itself, and gives the same rules ([`Ruleset::rules`]): logs and saves go from one to the other.
///
/// Comments, pictures of cards and pages for people beside the ruleset stay behind; translations come along.
///
/// ```
/// use cardable_core::{Loader, content::{ContentPath, MemoryFiles}};
/// let mut files = MemoryFiles::new();
/// files.add("stones/ruleset.json", cardable_core::testing::TINY)?;
/// let packed = Loader::new().pack_files(&files, &ContentPath::new("stones")?).map_err(|_| "it has mistakes")?;
/// assert_eq!(packed.file_name, "stones.json");
/// assert_eq!(cardable_core::parse(&packed.text)?.rules().to_string(), packed.ruleset.rules().to_string());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Packed {
    /// The ruleset, as it was read from the text.
    pub ruleset: Ruleset,
    /// The text, in strict JSON.
    pub text: String,
    /// What a file with the text should be called, so that its dialect is known: the folder's name with `.json`, or
    /// that of the file that was packed.
    pub file_name: String,
}

/// What the main file of a folder is usually called.
const RULESET: &str = "ruleset.json";

/// What the text of a file is called when it stands alone: a `ruleset.json` has its name from its folder.
fn packed_name(main: &str) -> String {
    let mut names = main.rsplit('/');
    match (names.next().unwrap_or(main), names.next()) {
        (RULESET, Some(folder)) if !matches!(folder, "" | "." | "..") => format!("{folder}.json"),
        (name, _) => name.to_owned(),
    }
}

/// Reads a fat file: a text with everything in it.
///
/// ```
/// let problem = cardable_core::parse("{ ruleset: {} }").unwrap_err();
/// assert!(problem.to_string().contains("game_state"));
/// ```
pub fn parse(text: impl AsRef<str>) -> Result<Ruleset, LoadError> {
    Loader::new()
        .check_text("ruleset.json", text.as_ref())
        .into_result()
}

/// Reads a ruleset from a file or folder of the disk. Card sets and decks that it does not bring along are
/// looked for in the folders beside it, and in no others: see [`Loader::check_path`].
///
/// ```
/// let missing = cardable_core::load("no/such/folder").unwrap_err();
/// assert!(missing.to_string().contains("no/such/folder"));
/// ```
#[cfg(feature = "fs")]
pub fn load(path: impl AsRef<std::path::Path>) -> Result<Ruleset, LoadError> {
    Loader::new().check_path(path).into_result()
}
