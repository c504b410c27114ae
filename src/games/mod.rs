//! The games, and the one place where a variant's name becomes a type.

pub mod zola;
pub mod zvp;

/// The names of all variants, in the order in which they are announced.
pub const VARIANTS: [&str; 5] = ["zola-4", "zola-6", "zola-8", "zola-10", "zvp"];

/// The variant played unless another one is chosen.
pub const DEFAULT_VARIANT: &str = "zola-6";

/// The canonical name of a variant: case, hyphens and underscores do not matter, and
/// a game's own name stands for its standard variant. `None` if there is none such.
///
/// ```
/// use zugi::games::canonical_name;
/// assert_eq!(canonical_name("Zola10"), Some("zola-10"));
/// assert_eq!(canonical_name("zola"), Some("zola-6"));
/// assert_eq!(canonical_name("chess"), None);
/// ```
#[must_use]
pub fn canonical_name(name: &str) -> Option<&'static str> {
    let plain = |text: &str| text.to_ascii_lowercase().replace(['-', '_'], "");
    let wanted = plain(name);
    if wanted == "zola" {
        return Some(DEFAULT_VARIANT);
    }
    VARIANTS.into_iter().find(|variant| plain(variant) == wanted)
}

/// Evaluates an expression with a type alias bound to the variant's position type;
/// gives `Some` of its value, or `None` if there is no variant of this (canonical)
/// name.
///
/// ```
/// use zugi::game::Game;
/// let name = "zola-8";
/// let moves = zugi::with_variant!(name, G => G::start().count_moves());
/// assert_eq!(moves, Some(64));
/// ```
#[macro_export]
macro_rules! with_variant {
    ($name:expr, $game:ident => $body:expr) => {
        match $name {
            "zola-4" => {
                type $game = $crate::games::zola::Zola4;
                Some($body)
            }
            "zola-6" => {
                type $game = $crate::games::zola::Zola6;
                Some($body)
            }
            "zola-8" => {
                type $game = $crate::games::zola::Zola8;
                Some($body)
            }
            "zola-10" => {
                type $game = $crate::games::zola::Zola10;
                Some($body)
            }
            "zvp" => {
                type $game = $crate::games::zvp::Zvp;
                Some($body)
            }
            _ => None,
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Game;

    #[test]
    fn every_name_leads_to_its_type() {
        for name in VARIANTS {
            assert_eq!(with_variant!(name, G => G::NAME), Some(name));
            assert_eq!(canonical_name(name), Some(name));
        }
        assert_eq!(with_variant!("chess", G => G::NAME), None);
        assert!(VARIANTS.contains(&DEFAULT_VARIANT));
    }
}
