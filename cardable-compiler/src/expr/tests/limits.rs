//! How deep and how large an expression may be.

use super::*;

/// The level limit: a text that is `n` levels deep, and where the first one too deep is.
#[test]
fn levels() {
    type Case = (&'static str, fn(usize) -> String, fn(usize) -> usize);
    let table: [Case; 10] = [
        ("parentheses", |n| "(".repeat(n) + "x" + &")".repeat(n), |n| n),
        ("minus signs", |n| "-".repeat(n) + "x", |n| n),
        ("nots", |n| "not ".repeat(n) + "x", |n| 4 * n),
        ("lists", |n| "[".repeat(n) + "x" + &"]".repeat(n), |n| n),
        ("calls", |n| "f(".repeat(n) + "x" + &")".repeat(n), |n| 2 * n + 1),
        (
            "indexes",
            |n| "a[".repeat(n) + "x" + &"]".repeat(n),
            |n| 2 * n + 1,
        ),
        ("functions", |n| "c=>".repeat(n) + "x", |n| 3 * n + 1),
        ("members", |n| "x".to_owned() + &".a".repeat(n), |n| 2 * n + 2),
        (
            "member calls",
            |n| "x".to_owned() + &".f()".repeat(n),
            |n| 4 * n + 2,
        ),
        ("differences", |n| "x".to_owned() + &"-x".repeat(n), |n| 2 * n + 1),
    ];
    for (name, text, place) in table {
        let deepest = text(MAX_LEVELS);
        let parsed = parse(&deepest).unwrap_or_else(|error| panic!("{name}: {error:?}"));
        assert_eq!(parse(&parsed.to_string()).map(bare), Ok(bare(parsed)), "{name}");
        for n in [MAX_LEVELS + 1, 1_000, 100_000] {
            let error = parse(&text(n)).unwrap_err();
            assert_eq!(
                error.message, "the expression is more than 64 levels deep",
                "{name} {n}"
            );
            assert_eq!(error.start as usize, place(MAX_LEVELS), "{name} {n}");
        }
    }
}

/// A row of one operator is one level, as long as it has no more nodes than an expression may have.
#[test]
fn rows() {
    let longest = MAX_NODES / 2;
    for operator in ["&&", "||", "+", "*"] {
        let row = |n: usize| vec!["x"; n].join(&format!(" {operator} "));
        let parsed = parse(&row(longest)).unwrap_or_else(|error| panic!("{operator}: {error:?}"));
        assert_eq!(parsed.to_string(), row(longest));
        let error = parse(&row(longest + 1)).unwrap_err();
        assert_eq!(
            error.message, "the expression has more than 1000 nodes",
            "{operator}"
        );
        // In brackets it is one level more, and no more than that.
        let inner = format!(
            "{}{}{}",
            "(".repeat(MAX_LEVELS - 1),
            row(100),
            ")".repeat(MAX_LEVELS - 1)
        );
        assert!(parse(&inner).is_ok(), "{operator}");
    }
    // Of other operators, and of several in turn, each is a level.
    for text in ["x - ".repeat(MAX_LEVELS + 1), "x + x - ".repeat(MAX_LEVELS)] {
        let error = parse(&(text + "x")).unwrap_err();
        assert_eq!(error.message, "the expression is more than 64 levels deep");
    }
}

#[test]
fn deep_text_needs_little_stack() {
    // Every level of brackets opens every level of operators.
    let text = "a || a && a == a < a + a * a.f(".repeat(100_000);
    let parsed = std::thread::Builder::new()
        .stack_size(1024 * 1024)
        .spawn(move || parse(&text).is_err())
        .unwrap()
        .join();
    assert_eq!(parsed.ok(), Some(true));
}

#[test]
fn nodes() {
    // A list of n - 1 items has n nodes.
    let list = |n: usize| format!("[{}]", vec!["x"; n - 1].join(", "));
    assert!(parse(&list(MAX_NODES)).is_ok());
    let error = parse(&list(MAX_NODES + 1)).unwrap_err();
    assert_eq!(error.message, "the expression has more than 1000 nodes");
    assert_eq!((error.start, error.end), (0, 1), "the list is the node too many");
    let error = parse(&list(100_000)).unwrap_err();
    assert_eq!(error.message, "the expression has more than 1000 nodes");
    assert_eq!((error.start, error.end), (3_001, 3_002));

    let names: Vec<String> = (0..2_000).map(|n| format!("p{n}")).collect();
    let error = parse(&format!("({}) => 1", names.join(", "))).unwrap_err();
    assert_eq!(error.message, "the expression has more than 1000 nodes");
}
