//! Any text is read as a file of games, or as an error of one line. The games follow the rules,
//! except that our own records may have illegal moves.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use zugi::game::{Registry, Setup};
use zugi::records::{GameFile, GameFileKind};

static REGISTRY: LazyLock<Registry> = LazyLock::new(zugi::registry);

fuzz_target!(|text: &str| match GameFile::read(text.to_owned(), &REGISTRY) {
    Ok(file) => {
        let ours = matches!(file.kind(), GameFileKind::Jsonl | GameFileKind::Text);
        assert_eq!(file.games().count(), file.len());
        assert!(!file.summary().unwrap_or_default().contains('\n'));
        for game in file.games() {
            // Games of unknown variants are not played; those of our own records may have illegal
            // moves.
            let Ok(variant) = REGISTRY.find(&game.variant) else { continue };
            let mut rules = variant.game();
            let setup = game.fen.as_deref().map_or(Setup::Start, Setup::Text);
            let moves: Vec<String> = game.moves.iter().map(|mv| mv.text.clone()).collect();
            let played = rules.set_up(setup, &[&game.opening[..], &moves].concat());
            assert!(ours || played.is_ok(), "{game}");
        }
    }
    Err(error) => assert!(!error.to_string().contains('\n'), "{error}"),
});
