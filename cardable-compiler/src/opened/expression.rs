//! Expressions that are compiled for games of a ruleset.

use super::{NotCompiled, OpenRules};
use crate::expr::{self, Expr, Names, Origin, Plain};
use crate::hir::build::{Builder, shown};
use crate::hir::{NodeId, NodeKind, Scope, children};
use crate::text::diag::Code as Problem;
use crate::text::source::{FileId, Span};
use cardable_engine::Ruleset;
use cardable_engine::builtin;
use cardable_engine::ids::StateId;
use cardable_engine::program::Code;
use cardable_engine::vm::engine::Functions;

/// How `$player` is somebody.
const WHO_READS: &str =
    "say which seat reads it (`--as SEAT`, `eval as SEAT …`), or name a seat, such as `turn_player()`";

/// Code with the rules that it belongs to.
#[derive(Clone, Debug)]
pub struct Compiled {
    pub rules: Ruleset,
    pub code: Code,
}

/// An expression is the whole of its text.
struct Whole(FileId);

impl Origin for Whole {
    fn span(&self, start: u32, end: u32) -> Span {
        Span {
            file: self.0,
            start,
            end,
        }
    }
}

/// Compiles an expression that is worked out while a state runs. Where a seat reads it, it depends on nothing that the
/// seat may not see.
pub fn compile_expression(
    rules: &OpenRules<'_>,
    state: StateId,
    by_seat: bool,
    text: &str,
) -> Result<Compiled, NotCompiled> {
    let text = text.trim();
    let text = text.strip_prefix('=').unwrap_or(text);
    let added = rules.compile_in_words(text, state, |builder, names, file| {
        let scope = Scope {
            state: Some(state),
            player: by_seat,
            ..Scope::outside()
        };
        let code = add_expression(builder, &scope, names, &Whole(file), text, by_seat);
        if !by_seat {
            say_who_reads(builder);
        }
        code
    });
    let (piece, compiled, sources) = added.map_err(|mut why| {
        why.diagnostics.reword(|problem| {
            if problem.code == Problem::HiddenRead {
                problem.help = Some(
                    "let it depend on what the seat sees, or read it as nobody in particular".to_owned(),
                );
            }
        });
        why
    })?;
    let code = compiled.code_of(piece);
    match (compiled.program, code) {
        (Some(program), Some(code)) => {
            let functions = Functions::link(&program, &rules.primitives);
            Ok(Compiled {
                rules: Ruleset::new(program, functions),
                code,
            })
        }
        _ => Err(NotCompiled {
            diagnostics: compiled.diagnostics,
            sources,
        }),
    }
}

fn add_expression(
    builder: &mut Builder,
    scope: &Scope,
    names: &dyn Names,
    origin: &Whole,
    text: &str,
    by_seat: bool,
) -> Code {
    let whole = Span::new(origin.0, 0, text.len());
    let node = match expr::parse(text) {
        Ok(tree) => in_words(builder, scope, names, origin, &tree),
        Err(error) => {
            let span = origin.span(error.start, error.end);
            builder.error(
                Problem::BadExpression,
                span,
                error.message.clone(),
                error.what_to_write(),
            );
            builder.broken(whole)
        }
    };
    if builder.hir.tree.acts(node) {
        builder.error(
            Problem::PromptInCondition,
            builder.get(node).span,
            "an expression that is only read cannot act or ask",
            "read what is there; steps belong into actions of the rules",
        );
    }
    if builder.hir.head.in_phases && !by_seat {
        let player = NodeKind::Call(builtin!(current_player).clone(), Vec::new());
        replace_player(builder, node, &player);
    }
    if let Some(span) = place_of_player(builder, node).filter(|_| !by_seat) {
        builder.error(Problem::NoPlayer, span, "`$player` is nobody here", WHO_READS);
    }
    let node = match by_seat {
        true => shown::offered(builder, scope, node, "the expression"),
        false => node,
    };
    builder.trial_code(scope, node)
}

/// An expression in the words of the rules, or else in those of Cardable's own: games in phases have fewer.
fn in_words(builder: &mut Builder, scope: &Scope, names: &dyn Names, origin: &Whole, tree: &Expr) -> NodeId {
    let told = std::mem::take(&mut builder.diags);
    let mut node = expr::compile(builder, scope, names, origin, tree);
    if builder.diags.has_errors() {
        let said = std::mem::take(&mut builder.diags);
        let plain = expr::compile(builder, scope, &Plain, origin, tree);
        match builder.diags.has_errors() {
            true => builder.diags = said,
            false => node = plain,
        }
    }
    let said = std::mem::replace(&mut builder.diags, told);
    builder.diags.append(said);
    node
}

/// In phases there is always a current player, the one on turn.
fn replace_player(builder: &mut Builder, node: NodeId, with: &NodeKind) {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        if builder.get(node).kind == NodeKind::Player {
            builder.hir.tree.nodes[node.0 as usize].kind = with.clone();
        }
        children(&builder.get(node).kind, &mut open);
    }
}

/// Where `$player` is read.
fn place_of_player(builder: &Builder, node: NodeId) -> Option<Span> {
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let node = builder.get(node);
        if node.kind == NodeKind::Player {
            return Some(node.span);
        }
        children(&node.kind, &mut open);
    }
    None
}

/// Says how `$player` can be read where nobody in particular reads.
fn say_who_reads(builder: &mut Builder) {
    builder.diags.reword(|problem| {
        if problem.code == Problem::NoPlayer {
            problem.help = Some(WHO_READS.to_owned());
        }
    });
}
