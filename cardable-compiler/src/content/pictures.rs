//! Which pictures a card set has.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use super::{Back, ContentPath, Files, Kind, PathError, entries};
use crate::text::diag::{Code, Diagnostic, Diagnostics, did_you_mean};
use crate::text::source::Span;

/// The `resources` folder of a card set. Where there is none, no picture is missed.
pub(crate) struct Pictures<'a> {
    /// The files, if there is such a folder among them.
    files: Option<&'a dyn Files>,
    resources: ContentPath,
    /// The names in each folder that was looked into: one look tells of all pictures, and tells
    /// `Ace.png` from `ace.png` on every system.
    folders: BTreeMap<ContentPath, BTreeSet<Box<str>>>,
    /// What has been reported as missing.
    missed: BTreeSet<ContentPath>,
    /// Folders that are not there, where the first card that wants them says so, and how many want them.
    lost: BTreeMap<ContentPath, (Span, usize)>,
    /// What has been reported as no path.
    refused: BTreeSet<(Span, String)>,
}

/// A picture's name, where it was written and where it is looked for.
pub(crate) struct Wanted<'n> {
    /// The folder in `resources`.
    pub(crate) folder: Option<(&'n str, Span)>,
    /// The file in it.
    pub(crate) file: &'n str,
    /// Whether the name was written for this purpose, not derived from other names.
    pub(crate) explicit: bool,
    /// What to point at.
    pub(crate) span: Span,
    pub(crate) what: &'n str,
}

impl<'a> Pictures<'a> {
    /// Looks for `resources` in a folder.
    pub(crate) fn new(place: Option<(&'a dyn Files, &ContentPath)>) -> Pictures<'a> {
        let found = place.and_then(|(files, folder)| {
            let resources = folder.join("resources").ok()?;
            (files.kind(&resources) == Some(Kind::Folder)).then_some((files, resources))
        });
        let (files, resources) = match found {
            Some((files, resources)) => (Some(files), resources),
            None => (None, ContentPath::root()),
        };
        Pictures {
            files,
            resources,
            folders: BTreeMap::new(),
            missed: BTreeSet::new(),
            lost: BTreeMap::new(),
            refused: BTreeSet::new(),
        }
    }

    /// The picture on a card's front; reports it when it is missing.
    pub(crate) fn face(&mut self, wanted: &Wanted<'_>, diags: &mut Diagnostics) -> Option<ContentPath> {
        let folder = wanted.folder.map(|(folder, _)| folder);
        let path = self.locate(folder, wanted, diags)?;
        if self.is_in_lost_folder(&path, wanted) {
            return None;
        }
        self.found_or_missed(path, wanted, diags)
    }

    /// A card's back: in the suit's folder if it is there, else directly in `resources`.
    pub(crate) fn back(&mut self, wanted: &Wanted<'_>, diags: &mut Diagnostics) -> Back {
        let name: Arc<str> = wanted.file.into();
        if let Some((folder, _)) = wanted.folder
            && self.files.is_some()
            && let Ok(path) = self.place(Some(folder), wanted.file)
            && self.has(&path)
        {
            // Other suits may have another picture under this name.
            return Back {
                name: format!("{folder}/{name}").into(),
                picture: Some(path),
            };
        }
        let picture = self
            .locate(None, wanted, diags)
            .and_then(|path| self.found_or_missed(path, wanted, diags));
        Back { name, picture }
    }

    /// Reports the folders that are not there, each once.
    pub(crate) fn tell_lost_folders(&mut self, diags: &mut Diagnostics) {
        for (folder, (span, cards)) in std::mem::take(&mut self.lost) {
            let wants = if cards == 1 { "card wants" } else { "cards want" };
            let message = format!("the folder `{folder}` is missing, and {cards} {wants} a picture in it");
            let entries = self.files.and_then(|files| entries(files, &self.resources).ok());
            let entries = entries.unwrap_or_default();
            let folders = entries.iter().filter(|entry| entry.kind == Kind::Folder);
            let near = did_you_mean(
                folder.file_name().unwrap_or(""),
                folders.map(|entry| &*entry.name),
            );
            let help = match near {
                Some(name) => format!("beside it there is `{name}`"),
                None => {
                    "put the pictures there, or name another folder by `texture_folder_override`".to_owned()
                }
            };
            diags.warning(Code::PictureMissing, span, message, help);
        }
    }

    /// Whether a suit's folder is not there; it is reported later, for all its cards together.
    fn is_in_lost_folder(&mut self, picture: &ContentPath, wanted: &Wanted<'_>) -> bool {
        let (Some(files), Some((folder, span))) = (self.files, wanted.folder) else {
            return false;
        };
        let Ok(folder) = self.resources.join(folder) else {
            return false;
        };
        let lost = picture.parent().as_ref() == Some(&folder) && files.kind(&folder) != Some(Kind::Folder);
        if lost {
            self.lost.entry(folder).or_insert((span, 0)).1 += 1;
        }
        lost
    }

    /// Where a picture would be; the part that leads astray, and why, if there is no such place.
    fn place<'n>(&self, folder: Option<&'n str>, file: &'n str) -> Result<ContentPath, (&'n str, PathError)> {
        let folder = folder.unwrap_or("");
        let below = |path: ContentPath| {
            path.is_in(&self.resources)
                .then_some(path)
                .ok_or(PathError::Leaves)
        };
        let base = self
            .resources
            .join(folder)
            .and_then(below)
            .map_err(|error| (folder, error))?;
        base.join(file).and_then(below).map_err(|error| (file, error))
    }

    fn locate(
        &mut self,
        folder: Option<&str>,
        wanted: &Wanted<'_>,
        diags: &mut Diagnostics,
    ) -> Option<ContentPath> {
        let (written, error) = match self.place(folder, wanted.file) {
            Ok(path) => return Some(path),
            Err(fault) => fault,
        };
        let meant = wanted.explicit || self.files.is_some();
        if meant && self.refused.insert((wanted.span, written.to_owned())) {
            let message = format!("`{written}` is no path to a picture: {error}");
            diags.push(
                Diagnostic::error(Code::BadPath, wanted.span, message)
                    .help("write a path inside the set's `resources` folder"),
            );
        }
        None
    }

    fn found_or_missed(
        &mut self,
        path: ContentPath,
        wanted: &Wanted<'_>,
        diags: &mut Diagnostics,
    ) -> Option<ContentPath> {
        self.files?;
        if self.has(&path) {
            return Some(path);
        }
        if self.missed.insert(path.clone()) {
            let message = format!("the picture of {} is missing: `{path}`", wanted.what);
            let beside = path.parent().and_then(|folder| self.folders.get(&folder));
            let near = beside.and_then(|names| {
                did_you_mean(path.file_name().unwrap_or(""), names.iter().map(|name| &**name))
            });
            let help = match near {
                Some(name) => format!("beside it there is `{name}`"),
                None => "put it there, or name another picture".to_owned(),
            };
            diags.warning(Code::PictureMissing, wanted.span, message, help);
        }
        None
    }

    fn has(&mut self, path: &ContentPath) -> bool {
        let (Some(files), Some(folder), Some(name)) = (self.files, path.parent(), path.file_name()) else {
            return false;
        };
        let names = self.folders.entry(folder).or_insert_with_key(|folder| {
            let entries = entries(files, folder).unwrap_or_default();
            entries
                .into_iter()
                .filter(|e| e.kind == Kind::File)
                .map(|e| e.name)
                .collect()
        });
        names.contains(name)
    }
}
