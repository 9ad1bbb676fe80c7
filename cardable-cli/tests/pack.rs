//! `pack`: one file has all that a game needs.

use crate::support::{Folder, cardable, run};

#[test]
fn a_packed_game_goes_anywhere_with_its_saved_games() {
    let folder = Folder::new("packed");
    let here = |args: &[&str]| run(&folder.0, args, "");
    for (name, file) in [
        ("gin-rummy", "gin-rummy.json"),
        ("kitchen-rummy", "kitchen-rummy.game.json"),
    ] {
        let told = here(&["pack", name]).with(0);
        assert!(told.starts_with(&format!("{file} has all of ")), "{told}");
        assert!(told.ends_with(&format!(": cardable play {file}\n")), "{told}");
        let checked = here(&["check", "--strict", file]).with(0);
        assert!(
            checked.starts_with(&format!("{file}: no problems\n")),
            "{checked}"
        );
        here(&[
            "simulate",
            name,
            "-n",
            "1",
            "--choices",
            "60",
            "--save",
            "game.json",
        ])
        .with(0);
        let by = |ruleset: &str| {
            here(&[
                "replay",
                "game.json",
                "--ruleset",
                ruleset,
                "--view",
                "all",
                "--step",
            ])
            .with(0)
        };
        assert_eq!(by(file), by(name));
        // What is packed is not lost by packing again.
        let again = here(&["pack", file]);
        assert_eq!(again.code, 1);
        assert_eq!(
            again.err,
            format!(
                "error: `{file}` is there already: name another file with `--output`, or replace it with `--force`\n"
            )
        );
        let text = std::fs::read_to_string(folder.0.join(file)).unwrap();
        here(&["pack", file, "--force"]).with(0);
        assert_eq!(std::fs::read_to_string(folder.0.join(file)).unwrap(), text);
        assert_eq!(here(&["pack", file, "--output", "-"]).with(0), text);
    }
}

#[test]
fn the_folder_one_stands_in_has_a_name() {
    let folder = Folder::new("named");
    run(&folder.0, &["new", "rungs"], "").with(0);
    let told = run(&folder.0.join("rungs"), &["pack", "."], "").with(0);
    assert!(told.starts_with("rungs.json has all of rungs"), "{told}");
    let told = run(&folder.0, &["pack", "rungs", "-o", "with blank.json"], "").with(0);
    assert!(told.ends_with("cardable play 'with blank.json'\n"), "{told}");
    run(&folder.0, &["check", "with blank.json"], "").with(0);
}

#[test]
fn what_cannot_be_packed_is_told() {
    let broken = cardable(&["pack", "broken", "--output", "-"]);
    assert_eq!((broken.code, broken.out.as_str()), (1, ""));
    assert!(broken.err.contains("error"), "{}", broken.err);
    let nowhere = cardable(&["pack", "coins", "--output", "no-such-folder/coins.json"]);
    assert_eq!(nowhere.code, 1);
    assert_eq!(
        nowhere.err,
        "error: `no-such-folder/coins.json` cannot be written: its folder is not there; make the folder first\n"
    );
    assert_eq!(cardable(&["pack", "nothing-of-the-kind"]).code, 2);
}
