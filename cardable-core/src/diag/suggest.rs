//! What the author may have meant.

/// Names longer than this are not compared.
const LONGEST_NAME: usize = 64;

/// The candidate nearest to a name, if it is near enough to be a slip of the pen.
///
/// Case and the way words are joined (`-`, `_` or a space) do not count; otherwise one slip in
/// three characters is forgiven. Of equally near candidates the first one wins. The name itself is
/// never among what was meant: whoever asks has not found it, so it means nothing where it stands.
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
    for candidate in candidates {
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

/// So many names at most are listed as a help.
const FEW: usize = 12;

/// What to write instead of a name that means nothing: the one that was probably meant, else those
/// there are, else `none`.
pub(crate) fn meant_or_listed(name: &str, known: &[&str], none: &str) -> String {
    if let Some(near) = did_you_mean(name, known.iter().copied()) {
        return format!("did you mean `{near}`?");
    }
    let few: Vec<String> = known.iter().take(FEW).map(|name| format!("`{name}`")).collect();
    match (few.as_slice(), known.len().saturating_sub(FEW)) {
        ([], _) => none.to_owned(),
        ([one], _) => format!("write {one}"),
        (_, 0) => format!("write one of {}", few.join(", ")),
        (_, more) => format!("write one of {} and {more} more", few.join(", ")),
    }
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
