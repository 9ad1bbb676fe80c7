//! Tests of the syntax: tables of trees and errors, and laws over random trees and texts.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "tests may"
)]

mod errors;
mod limits;
mod random;

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
