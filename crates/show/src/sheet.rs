//! The texts of a game for people: title, aim, names, the sentences of a turn, and the rules as
//! cards and text. A game has all of them in one file, so another language needs only another file.

mod words;

use indexmap::IndexMap;
use serde::Serialize;
use thiserror::Error;

use super::board_json::SceneView;
use crate::{BoardView, Presentation};
pub use words::{Card, PlaceWords, RefusalWords, Section, Sentence, VariantWords, Verb, Words};
use zugi_game::{Capability, TextError};

/// The longest line of [`Sheet::rules`], in characters.
const WIDTH: usize = 80;

/// Why a game's file of texts is wrong.
#[derive(Debug, Error)]
pub enum SheetError {
    /// The file is not JSON, or not of this form.
    #[error("bad sheet of {variant}: {error}")]
    Form { variant: &'static str, error: serde_json::Error },
    /// A variant changes a key that does not exist.
    #[error("bad sheet of {variant}: {key:?}: expected the key of a card or of a section")]
    Key { variant: &'static str, key: String },
    /// The position of a card is wrong.
    #[error("bad sheet of {variant}: card {card:?}: {error}")]
    Position {
        variant: &'static str,
        /// The key of the card.
        card: String,
        error: TextError,
    },
}

/// The capability of a game with texts for people.
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
/// # Ok::<(), zugi_show::SheetError>(())
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

    /// The texts of the variant.
    pub fn words(&self) -> Result<Words, SheetError> {
        let variant = self.variant;
        let mut words: Words =
            serde_json::from_str(self.file).map_err(|error| SheetError::Form { variant, error })?;
        words.specialize(variant).map_err(|key| SheetError::Key { variant, key })?;
        Ok(words)
    }

    /// All texts in one line of JSON, with the view of each card's position.
    pub fn json(&self) -> Result<String, SheetError> {
        let variant = self.variant;
        let words = self.words()?;
        let view = |card: &Card| {
            let wrong = |error| SheetError::Position { variant, card: card.key.clone(), error };
            let (position, scene) = (self.scene)(&card.position).map_err(wrong)?;
            Ok(CardView { card: Card { position, ..card.clone() }, scene })
        };
        let cards = words.cards.iter().map(view).collect::<Result<_, SheetError>>()?;
        let variants = words.variants.iter().map(|(key, it)| (key.as_str(), it.name.as_str()));
        let answer = Answer { variant, variants: variants.collect(), words: &words, cards };
        serde_json::to_string(&answer).map_err(|error| SheetError::Form { variant, error })
    }

    /// The rules in plain text: the title, and a paragraph for each section, in lines of at most 80
    /// characters.
    pub fn rules(&self) -> Result<String, SheetError> {
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
    let mut lines = vec!["-".to_owned()];
    let mut length = 1;
    for word in text.split_whitespace() {
        let more = word.chars().count() + 1;
        if length + more > WIDTH {
            lines.push(" ".to_owned());
            length = 1;
        }
        length += more;
        if let Some(line) = lines.last_mut() {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines
}
