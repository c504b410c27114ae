//! Checks the variant's name on the command line.

use std::ffi::OsString;

use zugi_game::Registry;
use zugi_protocol::nearest;
use zugi_records::GENERIC;

/// Whether the command line has `--game`, by which GUIs pass their own name of the game. With it, a
/// session with an unknown name warns and uses the default variant.
pub(super) fn names_game(mut words: impl Iterator<Item = OsString>) -> bool {
    words.any(|word| word.to_string_lossy().split('=').next() == Some("--game"))
}

/// The canonical name of a variant, or the error as one line. A session plays by rules, so it has
/// no generic game.
pub(super) fn canonical(
    registry: &Registry,
    name: &str,
    is_session: bool,
) -> Result<String, String> {
    if name == GENERIC && !is_session {
        return Ok(name.to_owned());
    }
    let wrong = |_| {
        let names = registry.names();
        let tip = similar(registry, name).map(|it| format!("; did you mean {it}?"));
        let expected = format!("expected one of {}{}", names.join(", "), tip.unwrap_or_default());
        format!("invalid value '{name}' for '--variant <NAME>': {expected}\n")
    };
    registry.find(name).map(|variant| variant.name().to_owned()).map_err(wrong)
}

/// The variant with the most similar name; of equally similar ones the default variant, if it is
/// among them.
fn similar(registry: &Registry, name: &str) -> Option<&'static str> {
    let default = registry.default_variant().name();
    let others = registry.names().into_iter().filter(|it| *it != default);
    // `nearest` takes the last of equal ones.
    nearest(name, others.chain([default]))
}

#[cfg(test)]
mod tests {
    use zugi_game::Variant;
    use zugi_game::toy::{Corridor, Hexapawn};

    use super::*;

    #[test]
    fn a_similar_variant_is_suggested() {
        let variants = vec![Variant::new::<Corridor>(), Variant::new::<Hexapawn>()];
        let registry = Registry::new(variants, "corridor");
        for (name, meant) in
            [("coridor", Some("corridor")), ("Hexpawn", Some("hexapawn")), ("ataxx", None)]
        {
            assert_eq!(similar(&registry, name), meant, "{name}");
        }
    }

    #[test]
    fn only_the_option_game_is_lenient() {
        let names = |line: &str| names_game(line.split(' ').map(OsString::from));
        assert!(names("zugi --game ataxx") && names("zugi --game=ataxx"));
        assert!(!names("zugi --variant game") && !names("zugi --games 2"));
    }
}
