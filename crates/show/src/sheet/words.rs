//! The texts in a game's file.

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};

/// Values by their keys, in the order of the file.
type Keyed<T> = IndexMap<String, T>;

/// Whether the value is left out of the JSON.
fn is_empty<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// All texts of a game and its variants.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Words {
    /// The name of the game.
    pub title: String,
    #[serde(default, skip_serializing_if = "is_empty")]
    pub author: Option<String>,
    /// The year of the invention.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub year: Option<u16>,
    /// The aim of the game in a short sentence.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub aim: Option<String>,
    /// The aim, for a list of games.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub summary: Option<String>,
    /// Facts for a list of games, such as the number of players, each in a few words.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub facts: Vec<String>,
    /// The names of player one and player two.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub sides: Option<[String; 2]>,
    /// The names of the seats, in a game with seats.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub seats: Vec<String>,
    /// The kinds of moves, as verbs.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub verbs: Keyed<Verb>,
    /// How the pieces move, by their letters.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub kinds: Keyed<String>,
    /// How the pieces move, by the first word of their kind's name, if kinds with the same first
    /// word move alike.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub kind_names: Keyed<String>,
    /// The names of the pictures on squares, by the names of the squares.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub pictures: Keyed<String>,
    /// The places beside the board, by their names in
    /// [`Presentation::PLACES`](crate::Presentation::PLACES).
    #[serde(default, skip_serializing_if = "is_empty")]
    pub places: Keyed<PlaceWords>,
    /// The meanings of the marks on squares, by their names.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub marks: Keyed<String>,
    /// The sentences for events of a game.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub sentences: Keyed<Sentence>,
    /// For each reason of a refusal, the sentence and the rule to show. The answers to `query why`
    /// and `query refusal` name them.
    #[serde(default, skip_serializing)]
    pub refusals: Vec<RefusalWords>,
    /// The rules as cards, which are written with the views of their positions, see
    /// [`Sheet::json`](super::Sheet::json).
    #[serde(default, skip_serializing)]
    pub cards: Vec<Card>,
    /// The rules as text, by section.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub rules: Vec<Section>,
    /// The differences of each variant, by its name in the protocol.
    #[serde(default, skip_serializing)]
    pub variants: Keyed<VariantWords>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verb {
    pub name: String,
    /// The description of the move.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub line: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlaceWords {
    pub name: String,
    /// The text if it has no piece.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub empty: Option<String>,
    /// The text once it can have no more pieces.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub done: Option<String>,
}

/// A sentence for an event. The program replaces words in braces.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sentence {
    pub say: String,
    /// Additional help for new players.
    #[serde(default, skip_serializing_if = "is_empty")]
    pub how: Option<String>,
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RefusalWords {
    /// A part of the text of the reason; the first entry of [`Words::refusals`] whose part occurs
    /// in the text applies.
    pub has: String,
    /// The key of the sentence.
    pub sentence: String,
    /// The key of the card, or else of the section.
    pub rule: String,
}

/// A rule with a position that shows it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Card {
    #[serde(skip_serializing_if = "is_empty")]
    pub key: String,
    /// The rule in a few words.
    #[serde(skip_serializing_if = "is_empty")]
    pub title: String,
    #[serde(skip_serializing_if = "is_empty")]
    pub text: String,
    /// The text of the position; `start` is the start position.
    #[serde(skip_serializing_if = "is_empty")]
    pub position: String,
    /// Whether the squares show the numbers of their shades.
    #[serde(skip_serializing_if = "is_empty")]
    pub numbers: bool,
    /// Whether no pieces are drawn.
    #[serde(skip_serializing_if = "is_empty")]
    pub bare: bool,
    /// The square of a lifted piece.
    #[serde(skip_serializing_if = "is_empty")]
    pub picked: Option<String>,
    /// Legal moves shown as arrows.
    #[serde(skip_serializing_if = "is_empty")]
    pub arrows: Vec<String>,
    /// Squares with a circle.
    #[serde(skip_serializing_if = "is_empty")]
    pub circles: Vec<String>,
    /// Squares with a cross.
    #[serde(skip_serializing_if = "is_empty")]
    pub crosses: Vec<String>,
    /// Legal moves, each shown as the board before and after it.
    #[serde(skip_serializing_if = "is_empty")]
    pub steps: Vec<String>,
    /// Legal moves; the user may try any of them.
    #[serde(skip_serializing_if = "is_empty")]
    pub play: Vec<String>,
}

impl Card {
    /// Overwrites the fields that `other` has.
    fn change(&mut self, other: Card) {
        macro_rules! change {
            ($($field:ident)*) => {$(
                if !is_empty(&other.$field) {
                    self.$field = other.$field;
                }
            )*};
        }
        change!(title text position numbers bare picked arrows circles crosses steps play);
    }
}

#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Section {
    /// Its key; if a card shows the same rule, the key of that card.
    pub key: String,
    #[serde(default)]
    pub text: String,
}

#[derive(Clone, PartialEq, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct VariantWords {
    /// The name of the variant within its game.
    pub name: String,
    /// The text of a position in play, for a picture of the game.
    #[serde(default)]
    pub example: Option<String>,
    #[serde(default)]
    pub sides: Option<[String; 2]>,
    #[serde(default)]
    pub seats: Vec<String>,
    /// Parts of cards, by the keys of the cards.
    #[serde(default)]
    pub cards: Keyed<Card>,
    /// Texts of sections, by their keys.
    #[serde(default)]
    pub rules: Keyed<String>,
}

impl Words {
    /// Applies the differences of one variant.
    ///
    /// # Errors
    /// The variant has a key that is the key of neither a card nor a section.
    pub(super) fn specialize(&mut self, variant: &str) -> Result<(), String> {
        let Some(own) = self.variants.get(variant).cloned() else { return Ok(()) };
        self.sides = own.sides.or(self.sides.take());
        if !own.seats.is_empty() {
            self.seats = own.seats;
        }
        for (key, part) in own.cards {
            let card = self.cards.iter_mut().find(|card| card.key == key).ok_or(key)?;
            card.change(part);
        }
        for (key, text) in own.rules {
            let section = self.rules.iter_mut().find(|section| section.key == key).ok_or(key)?;
            section.text = text;
        }
        Ok(())
    }
}
