//! Tests of the syntax: tables of trees and errors, and laws over random trees and texts.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests may"
)]

use proptest::prelude::*;

use super::*;

/// The tree with an operator before its operands and everything in parentheses.
fn shape(expr: &Expr) -> String {
    let all = |exprs: &[Expr]| exprs.iter().map(|e| format!(" {}", shape(e))).collect::<String>();
    match &expr.kind {
        ExprKind::Number(Number::Whole(number)) => number.to_string(),
        ExprKind::Number(Number::Real(number)) => format!("{number:?}"),
        ExprKind::String(text) => format!("{text:?}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Nothing => "nothing".to_owned(),
        ExprKind::Name { name, dollar: true } => format!("${name}"),
        ExprKind::Name { name, .. } => name.to_string(),
        ExprKind::ZoneIndex { zone, index } => format!("zone({zone} {index})"),
        ExprKind::Member(of, name) => format!("(. {} {name})", shape(of)),
        ExprKind::Index(of, index) => format!("([] {} {})", shape(of), shape(index)),
        ExprKind::Call {
            callee,
            receiver,
            args,
        } => match receiver {
            Some(receiver) => format!("(.{callee} {}{})", shape(receiver), all(args)),
            None => format!("({callee}(){})", all(args)),
        },
        ExprKind::Unary(op, operand) => format!("({} {})", op.symbol(), shape(operand)),
        ExprKind::Binary(op, a, b) => format!("({} {} {})", op.symbol(), shape(a), shape(b)),
        ExprKind::List(items) => format!("(list{})", all(items)),
        ExprKind::Lambda { params, body } => {
            let params: Vec<&str> = params.iter().map(|param| &*param.name).collect();
            format!("(fn [{}] {})", params.join(" "), shape(body))
        }
    }
}

/// The tree without its spans.
fn bare(mut expr: Expr) -> Expr {
    fn clear(expr: &mut Expr) {
        (expr.start, expr.end) = (0, 0);
        let clear_ident = |ident: &mut Ident| (ident.start, ident.end) = (0, 0);
        match &mut expr.kind {
            ExprKind::Number(_)
            | ExprKind::String(_)
            | ExprKind::Bool(_)
            | ExprKind::Nothing
            | ExprKind::Name { .. }
            | ExprKind::ZoneIndex { .. } => {}
            ExprKind::Member(of, name) => {
                clear(of);
                clear_ident(name);
            }
            ExprKind::Call {
                callee,
                receiver,
                args,
            } => {
                clear_ident(callee);
                receiver.iter_mut().for_each(|receiver| clear(receiver));
                args.iter_mut().for_each(clear);
            }
            ExprKind::Unary(_, operand) => clear(operand),
            ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => {
                clear(a);
                clear(b);
            }
            ExprKind::List(items) => items.iter_mut().for_each(clear),
            ExprKind::Lambda { params, body } => {
                params.iter_mut().for_each(clear_ident);
                clear(body);
            }
        }
    }
    clear(&mut expr);
    expr
}

#[test]
fn trees() {
    let table = [
        // Literals.
        ("42", "42"),
        ("007", "7"),
        ("3.14", "3.14"),
        ("3.0", "3"),
        ("1e3", "1000"),
        ("25E-1", "2.5"),
        ("1e300", "1e300"),
        ("9223372036854775807", "9223372036854775807"),
        ("9007199254740993.0", "9007199254740992.0"),
        ("true", "true"),
        ("false", "false"),
        ("nothing", "nothing"),
        ("null", "nothing"),
        (r#""hello""#, r#""hello""#),
        ("'it\"s'", r#""it\"s""#),
        (r"'a\'b\\c\nd\te\/'", r#""a'b\\c\nd\te/""#),
        (r"'\u{2660}\u2660'", r#""♠♠""#),
        ("[]", "(list)"),
        ("[1, 'a', [x]]", "(list 1 \"a\" (list x))"),
        // Names.
        ("draw_pile", "draw_pile"),
        ("_x1", "_x1"),
        ("$player", "$player"),
        ("$true", "$true"),
        ("größe + größe²", "(+ größe größe²)"),
        ("手札", "手札"),
        ("notable", "notable"),
        ("hand:0", "zone(hand 0)"),
        ("card_count(hand:12) > 2", "(> (card_count() zone(hand 12)) 2)"),
        // Postfix.
        ("$player.hand", "(. $player hand)"),
        ("a.b.c", "(. (. a b) c)"),
        ("a . in", "(. a in)"),
        ("a.not.true", "(. (. a not) true)"),
        ("hand:0.count()", "(.count zone(hand 0))"),
        ("a[0][i + 1].b", "(. ([] ([] a 0) (+ i 1)) b)"),
        ("f()", "(f())"),
        ("f (x, y)", "(f() x y)"),
        ("a.f(x).g()", "(.g (.f a x))"),
        ("f(x).y", "(. (f() x) y)"),
        ("[1, 2][0]", "([] (list 1 2) 0)"),
        ("5.x", "(. 5 x)"),
        ("if(a, b, c)", "(if() a b c)"),
        (
            "while(hand_value(dealer_hand) < 17, draw(draw_pile, dealer_hand, 1))",
            "(while() (< (hand_value() dealer_hand) 17) (draw() draw_pile dealer_hand 1))",
        ),
        // Unary.
        ("-a.b", "(- (. a b))"),
        ("!a == b", "(== (! a) b)"),
        ("not a == b", "(== (! a) b)"),
        ("not(a)", "(! a)"),
        ("not not a", "(! (! a))"),
        ("--5", "(- (- 5))"),
        ("a--b", "(- a (- b))"),
        ("-a * b", "(* (- a) b)"),
        ("!-a", "(! (- a))"),
        // Binary, level by level.
        ("a * b / c % d", "(% (/ (* a b) c) d)"),
        ("a + b * c", "(+ a (* b c))"),
        ("a * b + c", "(+ (* a b) c)"),
        ("a - b - c", "(- (- a b) c)"),
        ("a - (b - c)", "(- a (- b c))"),
        ("(a + b) * c", "(* (+ a b) c)"),
        ("a + b < c - d", "(< (+ a b) (- c d))"),
        ("a <= b == c >= d", "(== (<= a b) (>= c d))"),
        ("a > b != c", "(!= (> a b) c)"),
        ("x in [1, 2] == true", "(== (in x (list 1 2)) true)"),
        ("a + 1 in b", "(in (+ a 1) b)"),
        ("a == b && c != d", "(&& (== a b) (!= c d))"),
        ("a || b && c", "(|| a (&& b c))"),
        ("a && b || c", "(|| (&& a b) c)"),
        ("a and b or c and not d", "(|| (&& a b) (&& c (! d)))"),
        ("a || b or c", "(|| (|| a b) c)"),
        ("(a < b) < c", "(< (< a b) c)"),
        ("a == (b == c)", "(== a (== b c))"),
        ("a\n  &&\tb", "(&& a b)"),
        // Functions.
        ("c => c.suit == \"hearts\"", "(fn [c] (== (. c suit) \"hearts\"))"),
        ("(a, b) => a + b", "(fn [a b] (+ a b))"),
        ("(c) => c", "(fn [c] c)"),
        ("a => b => a || b", "(fn [a] (fn [b] (|| a b)))"),
        (
            "count(hand, c => c.rank > 2)",
            "(count() hand (fn [c] (> (. c rank) 2)))",
        ),
        ("hand.any(c => c.red, 1)", "(.any hand (fn [c] (. c red)) 1)"),
        ("[c => 1, d => 2]", "(list (fn [c] 1) (fn [d] 2))"),
        ("1 + (c => c)", "(+ 1 (fn [c] c))"),
        ("a[c => c]", "([] a (fn [c] c))"),
    ];
    for (text, expected) in table {
        match parse(text) {
            Ok(expr) => assert_eq!(shape(&expr), expected, "{text}"),
            Err(error) => panic!("{text}: {error:?}"),
        }
    }
}

#[test]
fn canonical_text() {
    let table = [
        ("((a)) and not(b)", "a && !b"),
        ("(a+b)*(c*d)", "(a + b) * (c * d)"),
        ("(a*b)+c", "a * b + c"),
        ("(a<b)==(c in[d])", "a < b == c in [d]"),
        ("(a==b)==c", "(a == b) == c"),
        ("-(a+b).c", "-(a + b).c"),
        ("(-a).b", "(-a).b"),
        ("(-a)*-b", "-a * -b"),
        ("f( x ,(c)=>(c) )", "f(x, c => c)"),
        ("(c=>c)||((a,b)=>a)", "(c => c) || ((a, b) => a)"),
        ("null", "nothing"),
        ("'\"\\\\\\u{7}\n'", r#""\"\\\u{7}\n""#),
        ("$a [ hand:007 ] . b", "$a[hand:7].b"),
        ("1E3 + 0.50", "1000 + 0.5"),
    ];
    for (text, expected) in table {
        let printed = parse(text).unwrap().to_string();
        assert_eq!(printed, expected, "{text}");
    }
}

#[test]
fn spans() {
    // A function of the tree that picks a node, and the text it must cover.
    let expr = parse(" (ä + b) * f(c) ").unwrap();
    let ExprKind::Binary(BinaryOp::Mul, sum, call) = &expr.kind else {
        panic!("{expr}");
    };
    let ExprKind::Call { callee, args, .. } = &call.kind else {
        panic!("{call}");
    };
    assert_eq!((expr.start, expr.end), (1, 16));
    assert_eq!((sum.start, sum.end), (1, 9), "parentheses belong to the node");
    assert_eq!((call.start, call.end), (12, 16));
    assert_eq!((callee.start, callee.end), (12, 13));
    assert_eq!((args[0].start, args[0].end), (14, 15));

    let expr = parse("!$p.hand [0]").unwrap();
    let ExprKind::Unary(UnaryOp::Not, index) = &expr.kind else {
        panic!("{expr}");
    };
    let ExprKind::Index(member, zero) = &index.kind else {
        panic!("{index}");
    };
    let ExprKind::Member(of, name) = &member.kind else {
        panic!("{member}");
    };
    assert_eq!((expr.start, expr.end), (0, 12));
    assert_eq!((index.start, index.end), (1, 12));
    assert_eq!((zero.start, zero.end), (10, 11));
    assert_eq!((member.start, member.end), (1, 8));
    assert_eq!((of.start, of.end), (1, 3));
    assert_eq!((name.start, name.end), (4, 8));
}

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
        ("a; b", " ^", "`;` has no meaning in an expression", ""),
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
            "   ^",
            "expected a value, found `+`",
            "leave out the `+`",
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
        ("[a; b]", "  ^", "`;` has no meaning in an expression", ""),
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
        ("sums", |n| "x".to_owned() + &"+x".repeat(n), |n| 2 * n + 1),
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

// Laws.

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
