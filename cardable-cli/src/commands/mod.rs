//! The commands, one per file: their arguments and their implementation.

mod analyse;
mod cards;
mod check;
mod eval;
mod graph;
#[cfg(feature = "lua")]
mod lua_types;
mod manual;
mod new;
mod pack;
mod play;
mod replay;
mod schema;
mod serve;
mod simulate;
mod test;

use crate::end::{End, Failure};
pub(crate) use schema::text as schema_text;

use clap::Subcommand;
use std::io::Write;

/// What can be done.
#[derive(Subcommand)]
pub(crate) enum Command {
    Play(play::Play),
    Check(check::Check),
    Eval(eval::Eval),
    Test(test::Test),
    Simulate(simulate::Simulate),
    Analyse(analyse::Analyse),
    Replay(replay::Replay),
    New(new::New),
    Pack(pack::Pack),
    Cards(cards::Cards),
    Schema(schema::Schema),
    Manual(manual::Manual),
    Graph(graph::Graph),
    Serve(serve::Serve),
    #[cfg(feature = "lua")]
    LuaTypes(lua_types::LuaTypes),
}

impl Command {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<End, Failure> {
        match self {
            Command::Play(args) => args.run(out),
            Command::Check(args) => args.run(out),
            Command::Eval(args) => args.run(out),
            Command::Test(args) => args.run(out),
            Command::Simulate(args) => args.run(out),
            Command::Analyse(args) => args.run(out),
            Command::Replay(args) => args.run(out),
            Command::New(args) => args.run(out),
            Command::Pack(args) => args.run(out),
            Command::Cards(args) => args.run(out),
            Command::Schema(args) => args.run(out),
            Command::Manual(args) => args.run(out),
            Command::Graph(args) => args.run(out),
            Command::Serve(args) => args.run(),
            #[cfg(feature = "lua")]
            Command::LuaTypes(args) => args.run(out),
        }
    }
}
