//! Laws over random trees and texts.

use super::*;

fn name() -> impl Strategy<Value = Box<str>> {
    "[a-zäλ手_][a-z0-9_é]{0,4}"
        .prop_filter("a keyword", |name| !lex::is_keyword(name))
        .prop_map(String::into_boxed_str)
}

fn ident() -> impl Strategy<Value = Ident> {
    name().prop_map(|name| Ident {
        name,
        start: 0,
        end: 0,
    })
}

/// Members may be keywords.
fn member() -> impl Strategy<Value = Ident> {
    prop_oneof![
        4 => ident(),
        1 => prop::sample::select(vec!["true", "nothing", "and", "in", "not"]).prop_map(|word| {
            Ident { name: word.into(), start: 0, end: 0 }
        }),
    ]
}

fn number() -> impl Strategy<Value = Number> {
    prop_oneof![
        (0..=i64::MAX).prop_map(Number::Whole),
        (0..100_i64).prop_map(Number::Whole),
        (0..100_000_u32).prop_map(|n| Number::Real(f64::from(n) + 0.25)),
        (prop::num::f64::POSITIVE | prop::num::f64::SUBNORMAL)
            .prop_map(f64::abs)
            .prop_filter("whole", |n| n.fract() != 0.0 || *n > 1e16)
            .prop_map(Number::Real),
    ]
}

fn leaf() -> impl Strategy<Value = ExprKind> {
    prop_oneof![
        number().prop_map(ExprKind::Number),
        any::<String>().prop_map(|text| ExprKind::String(text.into())),
        any::<bool>().prop_map(ExprKind::Bool),
        Just(ExprKind::Nothing),
        (name(), any::<bool>()).prop_map(|(name, dollar)| ExprKind::Name { name, dollar }),
        (name(), any::<u32>()).prop_map(|(zone, index)| ExprKind::ZoneIndex { zone, index }),
    ]
}

fn unspanned(kind: ExprKind) -> Expr {
    Expr {
        kind,
        start: 0,
        end: 0,
    }
}

fn tree() -> impl Strategy<Value = Expr> {
    use BinaryOp::*;
    let unary = prop::sample::select(vec![UnaryOp::Not, UnaryOp::Neg]);
    let binary = prop::sample::select(vec![Or, And, Eq, Ne, Lt, Le, Gt, Ge, In, Add, Sub, Mul, Div, Rem]);
    leaf().prop_map(unspanned).prop_recursive(8, 80, 4, move |inner| {
        let one = || inner.clone().prop_map(Box::new);
        let many = || prop::collection::vec(inner.clone(), 0..4);
        let params = prop::collection::btree_set(name(), 1..4).prop_map(|names| {
            let names = names.into_iter();
            names
                .map(|name| Ident {
                    name,
                    start: 0,
                    end: 0,
                })
                .collect()
        });
        prop_oneof![
            1 => (one(), member()).prop_map(|(of, name)| ExprKind::Member(of, name)),
            1 => (one(), one()).prop_map(|(of, index)| ExprKind::Index(of, index)),
            1 => (ident(), many()).prop_map(|(callee, args)| ExprKind::Call { callee, receiver: None, args }),
            1 => (member(), one(), many()).prop_map(|(callee, receiver, args)| ExprKind::Call {
                callee,
                receiver: Some(receiver),
                args
            }),
            1 => (unary.clone(), one()).prop_map(|(op, operand)| ExprKind::Unary(op, operand)),
            4 => (binary.clone(), one(), one()).prop_map(|(op, a, b)| ExprKind::Binary(op, a, b)),
            1 => many().prop_map(ExprKind::List),
            1 => (params, one()).prop_map(|(params, body)| ExprKind::Lambda { params, body }),
        ]
        .prop_map(unspanned)
    })
}

/// Texts that are nearly expressions.
fn soup() -> impl Strategy<Value = String> {
    let pieces = vec![
        "a",
        "b1",
        "$c",
        "hand:0",
        "1",
        "2.5",
        "'s'",
        "\"\\n\"",
        "true",
        "null",
        "(",
        ")",
        "[",
        "]",
        ",",
        ".",
        ":",
        "=>",
        "f(",
        "c =>",
        "(a, b) =>",
        "==",
        "!=",
        "<",
        ">=",
        "&&",
        "or",
        "in",
        "not",
        "!",
        "-",
        "+",
        "*",
        "%",
        "=",
        "'",
        "\\",
        " ",
        "ß",
    ];
    prop::collection::vec(prop::sample::select(pieces), 0..12).prop_map(|pieces| pieces.join(" "))
}

/// What holds for every text: a tree whose spans are in the text and nested, and whose canonical
/// text gives the same tree, or an error that points into the text.
fn check_any(text: &str) -> Result<(), TestCaseError> {
    let fits = |start: u32, end: u32| start <= end && text.get(start as usize..end as usize).is_some();
    match parse(text) {
        Ok(expr) => {
            prop_assert!(fits(expr.start, expr.end));
            let covered = &text[expr.start as usize..expr.end as usize];
            prop_assert_eq!(parse(covered).map(bare), Ok(bare(expr.clone())));
            let printed = expr.to_string();
            let again = parse(&printed);
            prop_assert_eq!(again.clone().map(bare), Ok(bare(expr)), "{}", &printed);
            prop_assert_eq!(again.map(|expr| expr.to_string()), Ok(printed));
        }
        Err(error) => {
            prop_assert!(fits(error.start, error.end), "{:?}", error);
            prop_assert!(!error.message.is_empty() && !error.message.ends_with('.'));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn printed_trees_parse_back(tree in tree()) {
        let printed = tree.to_string();
        prop_assert_eq!(parse(&printed).map(bare), Ok(tree), "{}", printed);
    }

    #[test]
    fn any_string_is_a_tree_or_an_error(text in any::<String>()) {
        check_any(&text)?;
    }

    #[test]
    fn any_bytes_are_a_tree_or_an_error(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        check_any(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_ascii_is_a_tree_or_an_error(text in "[ -~\n]{0,24}") {
        check_any(&text)?;
    }

    #[test]
    fn nearly_expressions_are_a_tree_or_an_error(text in soup()) {
        check_any(&text)?;
    }
}
