//! The program `cardable-host`.

fn main() {}
