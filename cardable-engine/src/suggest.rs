//! What the author may have meant.

/// Names longer than this are not compared.
const LONGEST_NAME: usize = 64;

/// So many candidates at most are compared with a name.
const MOST_COMPARED: usize = 4_096;

/// The candidate nearest to a name, if it is near enough to be a slip of the pen.
///
/// Case and the way words are joined (`-`, `_` or a space) do not count; otherwise one slip in
/// three characters is forgiven. Of equally near candidates the first one wins. The name itself is
/// never among what was meant: whoever asks has not found it, so it means nothing where it stands. Of very many
/// candidates only the first ones are compared.
///
/// ```
/// use cardable_core::diag::did_you_mean;
///
/// let fields = ["deck_name", "cardset", "content"];
/// assert_eq!(did_you_mean("card_set", fields), Some("cardset"));
/// assert_eq!(did_you_mean("Deck-Name", fields), Some("deck_name"));
/// assert_eq!(did_you_mean("players", fields), None);
/// ```
pub fn did_you_mean<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let wanted = folded(name)?;
    let mut best: Option<(usize, &'a str)> = None;
    for candidate in candidates.into_iter().take(MOST_COMPARED) {
        let Some(other) = folded(candidate).filter(|_| candidate != name) else {
            continue;
        };
        let allowed = (wanted.len().max(other.len()) / 3).max(1);
        let allowed = best.map_or(allowed, |(distance, _)| allowed.min(distance.saturating_sub(1)));
        if best.is_some_and(|(distance, _)| distance == 0) {
            break;
        }
        if wanted.len().abs_diff(other.len()) > allowed {
            continue;
        }
        let distance = distance(&wanted, &other);
        // A name of one or two characters has to keep one of them.
        if distance <= allowed && distance < wanted.len().max(other.len()) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// So many names at most are listed in a message or as a help.
const FEW: usize = 12;

/// Names that a message lists: at least one.
pub enum Listed {
    /// The only one, in backticks.
    One(String),
    /// All of several, in backticks, with commas between them.
    Several(String),
    /// The first of many, and how many more there are.
    First(String),
}

impl std::fmt::Display for Listed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Listed::One(text) | Listed::Several(text) | Listed::First(text) => f.write_str(text),
        }
    }
}

/// The names that there are, to be listed. None when there are none, so that whoever lists them says
/// what to do then.
pub fn listed<N: AsRef<str>>(names: impl IntoIterator<Item = N>) -> Option<Listed> {
    let mut names = names.into_iter().filter(|name| !name.as_ref().trim().is_empty());
    let mut text = format!("`{}`", names.next()?.as_ref());
    let mut alone = true;
    for name in names.by_ref().take(FEW - 1) {
        alone = false;
        text.push_str(&format!(", `{}`", name.as_ref()));
    }
    match names.count() {
        0 if alone => Some(Listed::One(text)),
        0 => Some(Listed::Several(text)),
        more => Some(Listed::First(format!("{text} and {more} more"))),
    }
}

/// What to write instead of a name that means nothing: the one that was probably meant, else what is
/// told of those there are, else `none`.
pub fn suggestion_or(
    name: &str,
    known: &[&str],
    none: &str,
    describe: impl FnOnce(Listed) -> String,
) -> String {
    match did_you_mean(name, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None => listed(known).map_or_else(|| none.to_owned(), describe),
    }
}

/// The same, telling to write one of them.
pub fn suggestion_or_list(name: &str, known: &[&str], none: &str) -> String {
    suggestion_or(name, known, none, |listed| match listed {
        Listed::One(one) => format!("write {one}"),
        Listed::Several(names) | Listed::First(names) => format!("write one of {names}"),
    })
}

/// A name as it is compared; nothing for what is too long to compare.
fn folded(name: &str) -> Option<Vec<char>> {
    let mut folded = Vec::new();
    for c in name.chars().flat_map(char::to_lowercase) {
        folded.push(if matches!(c, '-' | ' ') { '_' } else { c });
        if folded.len() > LONGEST_NAME {
            return None;
        }
    }
    Some(folded)
}

/// How many characters must be added, dropped, replaced or swapped with their neighbour.
fn distance(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = last.clone();
    let mut previous_left = None;
    for (i, &left) in a.iter().enumerate() {
        let mut diagonal = i;
        let mut beside = i + 1;
        row.clear();
        row.push(beside);
        let mut previous_right = None;
        for (j, &right) in b.iter().enumerate() {
            let above = last.get(j + 1).copied().unwrap_or(usize::MAX - 1);
            let mut cost = (diagonal + usize::from(left != right))
                .min(above + 1)
                .min(beside + 1);
            let swapped = previous_left == Some(right) && previous_right == Some(left);
            if swapped && let Some(two_back) = j.checked_sub(1).and_then(|j| before.get(j)) {
                cost = cost.min(two_back + 1);
            }
            row.push(cost);
            diagonal = above;
            beside = cost;
            previous_right = Some(right);
        }
        previous_left = Some(left);
        std::mem::swap(&mut before, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        let check = |a: &str, b: &str, expected| {
            let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
            assert_eq!(distance(&a, &b), expected, "{a:?} {b:?}");
            assert_eq!(distance(&b, &a), expected, "{b:?} {a:?}");
        };
        check("", "", 0);
        check("", "abc", 3);
        check("abc", "abc", 0);
        check("abc", "abd", 1);
        check("abc", "acb", 1);
        check("abcd", "badc", 2);
        check("kitten", "sitting", 3);
    }

    #[test]
    fn of_very_many_candidates_the_first_ones_are_compared() {
        let names: Vec<String> = (0..20_000).map(|n| format!("k{n}")).collect();
        let mut compared = 0;
        let all = names.iter().map(|name| {
            compared += 1;
            name.as_str()
        });
        assert_eq!(did_you_mean("zz9", all), None);
        assert_eq!(compared, MOST_COMPARED);
    }

    #[test]
    fn suggestions() {
        let check = |name, candidates: &[&str], expected: Option<&str>| {
            assert_eq!(did_you_mean(name, candidates.iter().copied()), expected, "{name}");
        };
        check("tpye", &["name", "type"], Some("type"));
        check("a", &["b"], None);
        check("ab", &["ac", "ad"], Some("ac"));
        check("True", &["true", "false"], Some("true"));
        check("suits", &["suit_id", "suit_name", "suits "], Some("suits "));
        check("zzzzzz", &["type", "name"], None);
        check("card", &["card"], None);
        check("card", &["card", "cards"], Some("cards"));
        check(&"x".repeat(5000), &["x"], None);
    }
}
