//! The texts of a game for people: title, aim, names, the sentences of a turn, and the rules as
//! cards and text. A game has all of them in one file, so another language needs only another file.

mod words;

use std::fmt::Display;
use std::mem;

use indexmap::IndexMap;
use serde::Serialize;

use super::board_json::SceneView;
use crate::{BoardView, Presentation};
pub use words::{Card, PlaceWords, RefusalWords, Section, Sentence, VariantWords, Verb, Words};
use zugi_game::{Capability, TextError};

/// The longest line of a section in [`Sheet::rules`], in characters.
const WIDTH: usize = 80;

/// The capability of a game with texts for people.
///
/// The methods return an error for people if the file is wrong: it is not JSON, or not in the form
/// of [`Words`]; a variant changes a key that does not exist; or the position of a card is wrong.
///
/// ```
/// use zugi_game::toy::Hexapawn;
/// use zugi_show::Sheet;
///
/// let sheet = Sheet::of::<Hexapawn>(r#"{
///     "title": "Hexapawn",
///     "sides": ["White", "Black"],
///     "rules": [{ "key": "aim", "text": "Who reaches the far rank wins." }]
/// }"#);
/// assert_eq!(sheet.words()?.title, "Hexapawn");
/// assert_eq!(sheet.rules()?, "Hexapawn\n\n- Who reaches the far rank wins.");
/// assert!(sheet.json()?.starts_with(r#"{"variant":"hexapawn","title":"Hexapawn","#));
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Sheet {
    variant: &'static str,
    file: &'static str,
    scene: fn(&str) -> Result<(String, SceneView), TextError>,
}

impl Capability for Sheet {
    const MISSING: &'static str = "has no rules in words";
}

/// The answer to `query sheet`.
#[derive(Serialize)]
struct Answer<'a> {
    variant: &'a str,
    #[serde(skip_serializing_if = "IndexMap::is_empty")]
    variants: IndexMap<&'a str, &'a str>,
    #[serde(flatten)]
    words: &'a Words,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cards: Vec<CardView>,
}

#[derive(Serialize)]
struct CardView {
    #[serde(flatten)]
    card: Card,
    scene: SceneView,
}

impl Sheet {
    /// The texts of `G` in a file, JSON in the form of [`Words`].
    #[must_use]
    pub fn of<G: Presentation>(file: &'static str) -> Sheet {
        let scene = |text: &str| {
            let position = if text == "start" { G::start() } else { G::from_text(text)? };
            let scene = BoardView::of(&position, position.moves());
            Ok((position.text(), SceneView::of(G::NAME, G::board_spec(), scene)))
        };
        Sheet { variant: G::NAME, file, scene }
    }

    fn wrong(&self, fault: impl Display) -> String {
        format!("bad sheet of {}: {fault}", self.variant)
    }

    /// The texts, with the differences of the variant applied.
    pub fn words(&self) -> Result<Words, String> {
        let mut words: Words =
            serde_json::from_str(self.file).map_err(|error| self.wrong(error))?;
        words.specialize(self.variant).map_err(|key| {
            self.wrong(format!("{key:?}: expected the key of a card or of a section"))
        })?;
        Ok(words)
    }

    /// All texts in one line of JSON, with the view of each card's position.
    pub fn json(&self) -> Result<String, String> {
        let words = self.words()?;
        let view = |card: &Card| {
            let wrong = |error: TextError| self.wrong(format!("card {:?}: {error}", card.key));
            let (position, scene) = (self.scene)(&card.position).map_err(wrong)?;
            Ok(CardView { card: Card { position, ..card.clone() }, scene })
        };
        let cards = words.cards.iter().map(view).collect::<Result<_, String>>()?;
        let variants = words.variants.iter().map(|(key, it)| (key.as_str(), it.name.as_str()));
        let (variant, variants) = (self.variant, variants.collect());
        let answer = Answer { variant, variants, words: &words, cards };
        serde_json::to_string(&answer).map_err(|error| self.wrong(error))
    }

    /// The rules in plain text: the title in one line, and a list item for each section, in lines
    /// of at most 80 characters.
    pub fn rules(&self) -> Result<String, String> {
        let words = self.words()?;
        let year = words.year.map(|year| format!(" ({year})")).unwrap_or_default();
        let by = words.author.map(|author| format!(", by {author}{year}")).unwrap_or_default();
        let mut lines = vec![format!("{}{by}", words.title), String::new()];
        lines.extend(words.rules.iter().flat_map(|section| item(&section.text)));
        Ok(lines.join("\n"))
    }
}

/// The lines of a list item.
fn item(text: &str) -> Vec<String> {
    let (mut lines, mut line) = (Vec::new(), "-".to_owned());
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(mem::replace(&mut line, " ".to_owned()));
        }
        line.push(' ');
        line.push_str(word);
    }
    lines.push(line);
    lines
}
