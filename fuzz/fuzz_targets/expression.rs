//! Any text is read as an expression or refused at a place in it; what is read can be written and
//! read again, and compiled and run, as a value and as a step, or refused.

#![no_main]

use cardable_compiler::expr::{Expr, ExprKind, parse};
use cardable_core::testing::Bench;
use libfuzzer_sys::fuzz_target;
use std::sync::LazyLock;

const TABLE: &str = include_str!("../../cardable-core/tests/units/example_table.json5");

/// The table on which the manual's examples are played.
static BENCH: LazyLock<Bench> = LazyLock::new(|| Bench::new(TABLE, &["A", "B", "C"]));

fuzz_target!(|data: &[u8]| {
    let text = String::from_utf8_lossy(data);
    let mut tree = match parse(&text) {
        Ok(tree) => tree,
        Err(error) => {
            assert!(error.start <= error.end && error.end as usize <= text.len());
            assert!(text.is_char_boundary(error.start as usize) && text.is_char_boundary(error.end as usize));
            return;
        }
    };
    let written = tree.to_string();
    let mut again = parse(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
    assert_eq!(written, again.to_string());
    strip(&mut tree);
    strip(&mut again);
    assert_eq!(tree, again, "{written}");
    let told = |problem: String| assert!(!problem.is_empty(), "{text}");
    let _ = BENCH.clone().value(&text).map_err(told);
    let _ = BENCH.clone().step(&text).map_err(told);
});

/// Forgets where things stand.
fn strip(expr: &mut Expr) {
    (expr.start, expr.end) = (0, 0);
    match &mut expr.kind {
        ExprKind::Number(_)
        | ExprKind::String(_)
        | ExprKind::Bool(_)
        | ExprKind::Nothing
        | ExprKind::Name { .. }
        | ExprKind::ZoneIndex { .. } => {}
        ExprKind::Member(of, name) => {
            strip(of);
            (name.start, name.end) = (0, 0);
        }
        ExprKind::Index(a, b) | ExprKind::Binary(_, a, b) => {
            strip(a);
            strip(b);
        }
        ExprKind::Call {
            callee,
            receiver,
            args,
        } => {
            (callee.start, callee.end) = (0, 0);
            receiver.iter_mut().for_each(|of| strip(of));
            args.iter_mut().for_each(strip);
        }
        ExprKind::Unary(_, of) => strip(of),
        ExprKind::List(items) => items.iter_mut().for_each(strip),
        ExprKind::Lambda { params, body } => {
            params.iter_mut().for_each(|name| (name.start, name.end) = (0, 0));
            strip(body);
        }
    }
}
