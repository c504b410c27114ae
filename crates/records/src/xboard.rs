//! Games that XBoard saved. A move of the game is one move there, or several between which the
//! other side passes.

use zugi_game::{AnyGame, GameError, Setup};
use zugi_protocol::quote;
use zugi_show::{XBoardNotation, XBoardTurn};

use super::MoveRecord;

/// A game of XBoard while it is replayed.
pub(crate) struct XBoardReader {
    notation: XBoardNotation,
    /// The parts of an incomplete move, and their record.
    begun: Vec<XBoardTurn>,
    record: Option<MoveRecord>,
    /// Whether the other side's pass is next.
    is_pause: bool,
}

impl XBoardReader {
    /// Sets up the position that XBoard wrote; `None` if it is not in XBoard's letters.
    pub fn set_up(game: &mut dyn AnyGame, fen: &str) -> Option<XBoardReader> {
        let notation = XBoardNotation::of(game).ok()?;
        let text = notation.position_text(fen)?;
        game.set_up(Setup::Text(&text), &[]).ok()?;
        Some(XBoardReader { notation, begun: Vec::new(), record: None, is_pause: false })
    }

    /// Plays a move of XBoard; returns the move of the game that it completes, if any. If the word
    /// is not a legal move of XBoard or is ambiguous, returns an error if a move is begun, and
    /// `None` otherwise.
    pub fn play(
        &mut self,
        game: &mut dyn AnyGame,
        mv: &MoveRecord,
    ) -> Option<Result<Option<MoveRecord>, GameError>> {
        if self.is_pause && self.notation.means(&mv.text, &XBoardTurn::Pass) {
            self.is_pause = false;
            self.add(mv, false);
            return Some(Ok(None));
        }
        let found = if self.is_pause { None } else { self.find(game, &mv.text) };
        let Some((text, turns)) = found else {
            return self.record.as_ref().map(|begun| Err(in_the_middle(game, mv, begun)));
        };
        self.add(mv, true);
        if self.begun.len() + 1 < turns.len() {
            self.begun = turns.into_iter().take(self.begun.len() + 1).collect();
            self.is_pause = true;
            return Some(Ok(None));
        }
        self.begun.clear();
        let record = self.record.take().unwrap_or_default();
        Some(game.play_text(&text).map(|text| Some(MoveRecord { text, ..record })))
    }

    /// The first legal move that begins with the parts so far and this word, with all its turns.
    /// `None` if there is none, or if the word is ambiguous.
    fn find(&self, game: &dyn AnyGame, word: &str) -> Option<(String, Vec<XBoardTurn>)> {
        let scene = self.notation.appearance.scene(game);
        let count = self.begun.len();
        let mut found = scene.moves.iter().filter_map(|mv| {
            let turns = self.notation.turns(&scene, &mv.actions);
            let next = turns.get(count)?;
            let fits = turns.starts_with(&self.begun) && self.notation.means(word, next);
            fits.then(|| (mv.text.clone(), turns))
        });
        let first = found.next()?;
        // Several moves may share this part; a later part tells them apart.
        let same = |other: (String, Vec<XBoardTurn>)| {
            other.1.get(..=count) == first.1.get(..=count) && first.1.len() > count + 1
        };
        found.all(same).then_some(first)
    }

    /// Adds a part to the move's record; if the part is a pass of the other side, adds only its
    /// comment.
    fn add(&mut self, mv: &MoveRecord, is_own: bool) {
        let Some(record) = &mut self.record else {
            self.record = Some(mv.clone());
            return;
        };
        if is_own {
            record.time += mv.time;
        }
        let blank = if record.comment.is_empty() || mv.comment.is_empty() { "" } else { " " };
        record.comment.extend([blank, &mv.comment]);
    }

    /// The first word of an incomplete move, if one is begun when the file ends.
    pub fn incomplete(&self) -> Option<&str> {
        self.record.as_ref().map(|record| record.text.as_str())
    }
}

/// The error for a word that does not continue the move.
fn in_the_middle(game: &dyn AnyGame, mv: &MoveRecord, begun: &MoveRecord) -> GameError {
    let first = quote(&begun.text);
    let reason =
        format!("{first} goes on with a pass of the other side, and a piece from the hand");
    let (text, position) = (mv.text.clone(), game.text());
    GameError::IllegalMove { number: 1, text, position, reason: Some(reason) }
}
