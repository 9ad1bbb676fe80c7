//! Reading rulesets: from where, and with which primitives beside the engine's own.

use crate::content::{ContentPath, Dialect, Files, Package, Roots};
use crate::diag::{Code, Diagnostics};
use crate::dialects::{cardable, cardgame, tables};
use crate::primitives::{self, Primitive};
use crate::program::Hashes;
use crate::ruleset::{Checked, Ruleset};
use crate::script::{ScriptEngine, ScriptLimits};
use crate::source::Sources;
use std::sync::Arc;

/// Reads rulesets.
///
/// An embedding program can add primitives of its own, which rulesets then call
/// like the engine's:
///
/// ```
/// use cardable_core::engine::{Reader, Run};
/// use cardable_core::primitives::{Param, Primitive, Takes};
/// use cardable_core::value::{Type, Value};
/// use cardable_core::Loader;
///
/// fn doubled(_: &Reader<'_>, args: &[Value]) -> Run<Value> {
///     Ok(match args {
///         [Value::Int(n)] => Value::Int(n.saturating_mul(2)),
///         _ => Value::Nothing,
///     })
/// }
///
/// static DOUBLED: Primitive = Primitive::query(
///     "doubled",
///     "Twice a whole number.",
///     &[Param::required("n", "the number", Takes::Whole)],
///     Type::NUMBER,
///     doubled,
/// );
///
/// let text = cardable_core::testing::TINY.replace("[\"$player\", 1]", "[\"$player\", \"= doubled(2)\"]");
/// let checked = Loader::new().primitive(&DOUBLED).check_text("game.json", &text);
/// assert!(checked.ruleset.is_some());
/// ```
#[derive(Clone, Default)]
pub struct Loader<'a> {
    roots: Vec<&'a dyn Files>,
    supplied: Vec<&'a dyn Files>,
    primitives: Vec<&'static Primitive>,
    scripts: Option<&'a dyn ScriptEngine>,
    cap: Option<ScriptLimits>,
}

impl std::fmt::Debug for Loader<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.primitives.iter().map(|p| p.name).collect();
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
    pub fn primitive(mut self, primitive: &'static Primitive) -> Loader<'a> {
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

    fn all_roots(&self) -> Roots<'_> {
        Roots {
            content: &self.roots,
            supplied: &self.supplied,
        }
    }

    /// Checks a text.
    pub fn check_text(&self, name: &str, text: &str) -> Checked {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let package = Package::from_text(name, text, self.all_roots(), &mut sources, &mut diags);
        self.build(package, None, sources, diags)
    }

    /// Checks a ruleset file, or the one in a folder.
    pub fn check_files(&self, files: &dyn Files, path: &ContentPath) -> Checked {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let package = Package::from_files(files, path, self.all_roots(), &mut sources, &mut diags);
        self.build(package, Some(files), sources, diags)
    }

    /// Checks a ruleset file or folder of the disk. Names that it does not
    /// declare are looked up in its folder and the folders below it, then in the content roots.
    ///
    /// Without any content root, the folder's neighbours stand in for one: of its parent folder only
    /// what is directly in it, and in the folders beside the ruleset's, is looked at (`cardset.json`,
    /// `decks`, `user-decks`), and no folder below those.
    #[cfg(feature = "fs")]
    pub fn check_path(&self, path: impl AsRef<std::path::Path>) -> Checked {
        use crate::content::{Directory, Neighbours};
        let path = path.as_ref();
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
            return unreadable(&error);
        }
        let here = std::path::Path::new(".");
        let (folder, inner) = if path.is_dir() {
            (path, ContentPath::root())
        } else {
            let Some(name) = path.file_name().and_then(|n| n.to_str()) else {
                return unreadable(&"it has no file name");
            };
            let parent = path
                .parent()
                .filter(|p| !p.as_os_str().is_empty())
                .unwrap_or(here);
            match ContentPath::new(name) {
                Ok(inner) => (parent, inner),
                Err(error) => return unreadable(&error),
            }
        };
        let files = match Directory::open(folder) {
            Ok(files) => files,
            Err(error) => return unreadable(&error),
        };
        let full = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        match full.parent().and_then(|p| Neighbours::open(p).ok()) {
            Some(parent) if self.roots.is_empty() => {
                let with_parent = Loader {
                    roots: vec![&parent as &dyn Files],
                    ..self.clone()
                };
                with_parent.check_files(&files, &inner)
            }
            _ => self.check_files(&files, &inner),
        }
    }

    /// The primitives that can be called by their names; what is wrong with the others is told.
    fn callable(&self, diags: &mut Diagnostics) -> Vec<&'static Primitive> {
        let mut fine: Vec<&'static Primitive> = Vec::new();
        for primitive in &self.primitives {
            let names = || std::iter::once(&primitive.name).chain(primitive.aliases);
            let taken = |name: &str| {
                let engine = primitives::find(name).map(|_| "the engine has one of that name");
                let own = fine.iter().any(|p| p.name == name || p.aliases.contains(&name));
                engine.or(own.then_some("the program adds two of that name"))
            };
            let unfit = |name: &&str| !is_word(name) || primitives::WORDS.contains(name);
            let problem = match names().find(|name| unfit(name)) {
                Some(name) => Some((*name, "that is no name that can be called")),
                None => names().find_map(|name| Some((*name, taken(name)?))),
            };
            match problem {
                None => fine.push(primitive),
                Some((name, why)) => {
                    let message = format!("the program's primitive `{name}` cannot be added: {why}");
                    let help = "call it otherwise in `Loader::primitive`, in small letters, digits and `_`";
                    diags.error(Code::BadPrimitive, None, message, help);
                }
            }
        }
        fine
    }

    fn build(
        &self,
        package: Option<Package>,
        files: Option<&dyn Files>,
        mut sources: Sources,
        mut diags: Diagnostics,
    ) -> Checked {
        let Some(mut package) = package else {
            return Checked {
                ruleset: None,
                sources,
                diagnostics: diags,
            };
        };
        let primitives = self.callable(&mut diags);
        package.read_scripts(files, self.scripts, &mut sources, &mut diags);
        let mut hash = blake3::Hasher::new();
        let texts = package
            .inputs
            .iter()
            .map(|(label, text)| (label.as_str(), &**text));
        // A ruleset with other primitives is another ruleset.
        let signatures: Vec<String> = self.primitives.iter().map(|p| p.signature()).collect();
        let natives = signatures.iter().map(|text| ("primitive", text.as_str()));
        for (label, text) in texts.chain(natives) {
            for part in [label.as_bytes(), text.as_bytes()] {
                hash.update(&(part.len() as u64).to_le_bytes());
                hash.update(part);
            }
        }
        let rules = crate::canonical::hash(&package, &signatures);
        let edition = *hash.finalize().as_bytes();
        let builder = match package.dialect {
            Dialect::Cardable => {
                let cap = self.cap.unwrap_or(ScriptLimits::CAP);
                cardable::build(&package, &sources, &primitives, cap)
            }
            Dialect::Tables => tables::build(&package, main_name(&sources, &package)),
            Dialect::CardGame => cardgame::build(&package, &sources),
        };
        let (program, found) = builder.finish(&sources, Hashes { edition, rules }, self.scripts);
        diags.append(found);
        let ruleset = (!diags.has_errors()).then(|| Ruleset {
            program: Arc::new(program),
        });
        Checked {
            ruleset,
            sources,
            diagnostics: diags,
        }
    }
}

/// The name of a game that does not say it: that of its file, without folders and endings.
fn main_name<'s>(sources: &'s Sources, package: &Package) -> &'s str {
    let path = sources.name(package.main);
    let file = path.rsplit('/').next().unwrap_or(path);
    file.split('.').next().unwrap_or(file)
}

/// Whether a name is one that rules can call.
fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}
