//! Each mistake with its message, its help and its place.

use super::*;

/// Each text with carets under what the error points at (one caret may stand past the end), the
/// message, and the help or nothing.
#[test]
fn errors() {
    let table = [
        (
            "",
            "^",
            "the expression is empty",
            "write a value or a condition, such as `turn_number > 1`",
        ),
        (
            "  ",
            "  ^",
            "the expression is empty",
            "write a value or a condition, such as `turn_number > 1`",
        ),
        // Comparisons in a row.
        (
            "a < b < c",
            "      ^",
            "`<` and `<` cannot stand in a row",
            "write `a < b && b < …`",
        ),
        (
            "0 <= x.y < 10",
            "         ^",
            "`<=` and `<` cannot stand in a row",
            "write `0 <= x.y && x.y < …`",
        ),
        (
            "a == b != c",
            "       ^^",
            "`==` and `!=` cannot stand in a row",
            "write `a == b && b != …`",
        ),
        (
            "x in a in b",
            "       ^^",
            "`in` and `in` cannot stand in a row",
            "write `x in a && a in …`",
        ),
        (
            "f(aaaaaaaaaaaaaaaaaaaa) < g(bbbbbbbbbbbbbbbbbbbbbb) > c",
            "                                                    ^",
            "`<` and `>` cannot stand in a row",
            "write `a < b && b > c`",
        ),
        // Foreign operators.
        (
            "a = b",
            "  ^",
            "`=` has no meaning in an expression",
            "write `==` to compare",
        ),
        (
            "a === b",
            "  ^^^",
            "`===` has no meaning in an expression",
            "write `==`",
        ),
        (
            "a !== b",
            "  ^^^",
            "`!==` has no meaning in an expression",
            "write `!=`",
        ),
        (
            "a <> b",
            "  ^^",
            "`<>` has no meaning in an expression",
            "write `!=`",
        ),
        (
            "a =< b",
            "  ^^",
            "`=<` has no meaning in an expression",
            "write `<=`",
        ),
        (
            "a & b",
            "  ^",
            "`&` has no meaning in an expression",
            "write `&&`",
        ),
        (
            "a | b",
            "  ^",
            "`|` has no meaning in an expression",
            "write `||`",
        ),
        (
            "a ≤ b",
            "  ^",
            "`≤` has no meaning in an expression",
            "write `<=`",
        ),
        (
            "a ? b : c",
            "  ^",
            "`?` has no meaning in an expression",
            "write `if(condition, then, otherwise)`",
        ),
        (
            "a; b",
            " ^",
            "`;` has no meaning in an expression",
            "write each step as an item of the list: `[\"…\", \"…\"]`",
        ),
        (
            "“a”",
            "^",
            "`“` has no meaning in an expression",
            "write plain quotes: `\"`",
        ),
        ("a \u{1}", "  ^", "`\\u{1}` has no meaning in an expression", ""),
        (
            "a not in b",
            "  ^^^",
            "expected an operator, found `not`",
            "write `!` before the whole, as in `!(a in b)`",
        ),
        (
            "f(a not in b)",
            "    ^^^",
            "expected `,` or `)`, found `not`",
            "write `!` before the whole, as in `!(a in b)`",
        ),
        // Missing operands.
        (
            "a +",
            "   ^",
            "expected a value, found the end of the expression",
            "",
        ),
        ("a + * b", "    ^", "expected a value, found `*`", ""),
        (
            "a ++ b",
            "  ^^",
            "`++` has no meaning in an expression",
            "write `increment(place)` as a step of its own",
        ),
        ("a and or b", "      ^^", "expected a value, found `or`", ""),
        ("()", " ^", "expected a value, found `)`", ""),
        ("f(a,)", "    ^", "expected a value, found `)`", ""),
        ("[,]", " ^", "expected a value, found `,`", ""),
        (
            ".5",
            "^",
            "expected a value, found `.`",
            "write a name before `.`, or a number as `0.5`",
        ),
        // Things in a row.
        ("a b", "  ^", "expected an operator, found `b`", ""),
        ("2 'x'", "  ^^^", "expected an operator, found `'x'`", ""),
        ("a)", " ^", "unexpected `)`", "leave it out, or open it with `(`"),
        ("a]", " ^", "unexpected `]`", "leave it out, or open it with `[`"),
        ("a, b", " ^", "unexpected `,`", "write a list as `[a, b]`"),
        (
            "a$b",
            " ^^",
            "expected an operator, found `$b`",
            "`$` stands only at the start of a name",
        ),
        // Brackets.
        (
            "(a",
            "  ^",
            "expected `)`, found the end of the expression",
            "close the parenthesis with `)`",
        ),
        (
            "(a]",
            "  ^",
            "expected `)`, found `]`",
            "close the parenthesis with `)`",
        ),
        (
            "(a, 1)",
            "  ^",
            "expected `)`, found `,`",
            "write a list as `[a, b]`, parameters as `(a, b) => …`",
        ),
        (
            "f(a",
            "   ^",
            "expected `,` or `)`, found the end of the expression",
            "close the call with `)`",
        ),
        (
            "f(a b)",
            "    ^",
            "expected `,` or `)`, found `b`",
            "separate values with `,` and close the call with `)`",
        ),
        (
            "[a; b]",
            "  ^",
            "`;` has no meaning in an expression",
            "write each step as an item of the list: `[\"…\", \"…\"]`",
        ),
        (
            "[a",
            "  ^",
            "expected `,` or `]`, found the end of the expression",
            "close the list with `]`",
        ),
        (
            "a[1, 2]",
            "   ^",
            "expected `]`, found `,`",
            "close the index with `]`",
        ),
        ("a[]", "  ^", "expected a value, found `]`", ""),
        // Calls and members.
        (
            "(f)(x)",
            "   ^",
            "`(f)` cannot be called",
            "write a name before `(`",
        ),
        (
            "a[0](x)",
            "    ^",
            "`a[0]` cannot be called",
            "write a name before `(`",
        ),
        (
            "f()()",
            "   ^",
            "`f()` cannot be called",
            "write a name before `(`",
        ),
        ("$f(x)", "^^", "`$f` cannot be called", "write `f` without `$`"),
        (
            "true()",
            "    ^",
            "`true` cannot be called",
            "write a name before `(`",
        ),
        (
            "a.",
            "  ^",
            "expected a name after `.`, found the end of the expression",
            "",
        ),
        (
            "a.$b",
            "  ^^",
            "expected a name after `.`, found `$b`",
            "write `b` without `$`",
        ),
        (
            "a.0",
            "  ^",
            "expected a name after `.`, found `0`",
            "write `[0]`",
        ),
        (
            "a.hand:0",
            "  ^^^^^^",
            "expected a name after `.`, found `hand:0`",
            "write `hand[0]`",
        ),
        (
            "1.2.3",
            "    ^",
            "expected a name after `.`, found `3`",
            "write `[3]`",
        ),
        (
            "$ a",
            "^",
            "`$` stands before no name",
            "write a name right after it, as in `$player`",
        ),
        (
            "a + $",
            "    ^",
            "`$` stands before no name",
            "write a name right after it, as in `$player`",
        ),
        // Copies of zones.
        (
            "hand : 0",
            "     ^",
            "unexpected `:`",
            "write a copy of a zone as `hand:0`, without spaces and without `$`",
        ),
        (
            "$hand:0",
            "     ^",
            "unexpected `:`",
            "write a copy of a zone as `hand:0`, without spaces and without `$`",
        ),
        (
            "hand:0x",
            "^^^^^^^",
            "`hand:0x` is not a copy of a zone",
            "write a copy of a zone as `hand:0`",
        ),
        (
            "hand:4294967296",
            "^^^^^^^^^^^^^^^",
            "`hand:4294967296` has too large a number",
            "write a copy of a zone as `hand:0`",
        ),
        (
            "f(:0)",
            "  ^",
            "expected a value, found `:`",
            "write a copy of a zone as `hand:0`",
        ),
        // Names of parameters.
        (
            "f(a, b: 1)",
            "      ^",
            "`b:` names a parameter, and parameters are told by their order",
            "leave `b:` out, and write the values in their order",
        ),
        (
            "f($a: 1)",
            "    ^",
            "expected `,` or `)`, found `:`",
            "write a copy of a zone as `hand:0`, without spaces and without `$`",
        ),
        // Functions.
        (
            "a + c => c",
            "      ^^",
            "unexpected `=>`",
            "write a function as `c => …`, in parentheses when it is an operand",
        ),
        (
            "=> c",
            "^^",
            "expected a value, found `=>`",
            "write a function as `c => …`",
        ),
        (
            "() => 1",
            "^^",
            "the function has no parameter",
            "write a name before the arrow, as in `c => …`",
        ),
        (
            "(a, a) => 1",
            "    ^",
            "`a` is already a parameter",
            "choose another name",
        ),
        (
            "(a,) => 1",
            "   ^",
            "expected the name of a parameter, found `)`",
            "",
        ),
        (
            "(a b) => 1",
            "   ^",
            "expected `)`, found `b`",
            "separate the parameters with `,`",
        ),
        (
            "$c => 1",
            "^^",
            "`$c` cannot be a parameter",
            "write `c` without `$`",
        ),
        (
            "in => 1",
            "^^",
            "`in` cannot be a parameter",
            "choose another name",
        ),
        (
            "c =>",
            "    ^",
            "expected a value, found the end of the expression",
            "",
        ),
        // Literals.
        ("'abc", "^^^^", "the string is not closed", "close it with `'`"),
        (
            "f(\"a)",
            "  ^^^",
            "the string is not closed",
            "close it with `\"`",
        ),
        ("'a\\", "^^^", "the string is not closed", "close it with `'`"),
        ("'a\\qb'", "  ^^", "`\\q` is not an escape", ESCAPES),
        (
            "'\\u{d800}'",
            " ^^^^^^^^",
            "`\\u{d800}` is not an escape",
            ESCAPES,
        ),
        ("'\\u12'", " ^^", "`\\u` is not an escape", ESCAPES),
        (
            "1_000",
            "^^^^^",
            "`1_000` is neither a number nor a name",
            "write the digits without `_`",
        ),
        (
            "2nd",
            "^^^",
            "`2nd` is neither a number nor a name",
            "a name begins with a letter or `_`",
        ),
        (
            "1e",
            "^^",
            "`1e` is neither a number nor a name",
            "a name begins with a letter or `_`",
        ),
        (
            "9223372036854775808",
            "^^^^^^^^^^^^^^^^^^^",
            "the number `9223372036854775808` is too large",
            "write a whole number of at most 9223372036854775807",
        ),
        ("1e999", "^^^^^", "the number `1e999` is too large", ""),
    ];
    for (text, carets, message, help) in table {
        let error = match parse(text) {
            Ok(expr) => panic!("{text}: parsed as {expr}"),
            Err(error) => error,
        };
        let help = Some(help.to_owned()).filter(|help| !help.is_empty());
        assert_eq!((error.message.as_str(), &error.help), (message, &help), "{text}");
        assert_eq!(pointed(text, &error), carets, "{text}");
    }
}

const ESCAPES: &str =
    "write `\\\\`, `\\\"`, `\\'`, `\\n`, `\\r`, `\\t` or `\\u{…}` with a code point in hexadecimal";

/// Carets in the columns of the error, at least one.
fn pointed(text: &str, error: &SyntaxError) -> String {
    let columns = |from: usize, to: usize| text[from..to].chars().count();
    let (start, end) = (error.start as usize, error.end as usize);
    " ".repeat(columns(0, start)) + &"^".repeat(columns(start, end).max(1))
}

#[test]
fn long_names_are_shortened_in_messages() {
    let error = parse(&format!("a {}", "x".repeat(1_000))).unwrap_err();
    assert_eq!(
        error.message,
        format!("expected an operator, found `{}…`", "x".repeat(32))
    );
    assert_eq!((error.start, error.end), (2, 1_002));
}
