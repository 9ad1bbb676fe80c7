//! Pages that are made from the code are what the code says.

use std::path::Path;

fn check(name: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs").join(name);
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, made).expect("the page can be written");
        return;
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        kept == made,
        "docs/{name} is not what the types say: UPDATE_DOCS=1 cargo test -p cardable-net --test host docs"
    );
}

#[test]
fn the_page_of_the_protocol_is_what_its_types_say() {
    check("protocol.md", &cardable_net::manual::page());
}

#[test]
fn the_schema_of_the_protocol_is_what_its_types_say() {
    let mut schema = serde_json::to_string_pretty(&cardable_net::manual::schema()).expect("JSON");
    schema.push('\n');
    check("protocol.schema.json", &schema);
}

#[test]
fn the_default_configuration_shows_every_value() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/cardable-host.toml");
    let text = std::fs::read_to_string(path).expect("it is there");
    // What is commented out has no default; as it stands, the file is the default.
    let config: cardable_net::Config = toml::from_str(&text).expect("a configuration");
    assert_eq!(config, cardable_net::Config::default());
    // All that can be set stands in it.
    let all = toml::Value::try_from(cardable_net::Config::default()).expect("TOML");
    let mut keys = Vec::new();
    let tables = all.as_table().expect("a table");
    for (key, value) in tables {
        match value.as_table() {
            Some(table) => keys.extend(table.keys().cloned()),
            None => keys.push(key.clone()),
        }
    }
    keys.extend(["data", "admin_token", "cert", "key"].map(str::to_owned));
    for key in keys {
        let there = text
            .lines()
            .any(|line| line.trim_start_matches("# ").starts_with(&format!("{key} =")));
        assert!(there, "`{key}` is not in docs/cardable-host.toml");
    }
}
