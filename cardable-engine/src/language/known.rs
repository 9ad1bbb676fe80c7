//! The languages that there are.

use serde::{Deserialize, Serialize};

/// A language in which the engine tells what happens. A ruleset is in English, and may have its texts in
/// others: [`Ruleset::languages`](crate::Ruleset::languages).
///
/// ```
/// use cardable_core::Language;
/// assert_eq!(Language::of_tag("de-AT"), Some(Language::German));
/// assert_eq!(Language::German.tag(), "de");
/// assert_eq!(Language::of_tag("tlh"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::German];

    /// Its tag by BCP 47, such as `de`.
    pub fn tag(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::German => "de",
        }
    }

    /// The language of a tag, whatever region or script it adds: `de` is that of `de-AT`.
    pub fn of_tag(tag: &str) -> Option<Language> {
        let primary = tag.split(['-', '_']).next()?;
        let mut all = Language::ALL.into_iter();
        all.find(|language| language.tag().eq_ignore_ascii_case(primary))
    }
}
