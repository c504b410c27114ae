//! Moves in words, for games with areas beside the board, from their [`Sheet`]. In all other games
//! people read and type the texts of moves.

use zugi_game::board::SquareName;
use zugi_game::{AnyGame, seen_text};
use zugi_show::{Action, Appearance, BoardSpec, BoardView, Sheet, Words};

use super::session::PASS;

/// The word that people read and type for a pass.
pub(super) const PASS_WORD: &str = "pass";

pub(super) const PASSING: &str = "make no move in this turn";

/// The text of a move for people, if it has no words.
fn spoken(mv: &str) -> String {
    if mv == PASS { PASS_WORD.to_owned() } else { mv.to_owned() }
}

pub(super) struct MoveNames {
    scene: BoardView,
    board_spec: BoardSpec,
    words: Words,
}

/// A move in parts. Moves of one piece with the same verb differ only in their targets.
struct Parts {
    /// The key of its verb and of its sentence.
    kind: &'static str,
    /// The text after the verb.
    what: String,
    /// The end of the move's words; empty for a pass and for turning over a piece.
    target: String,
    /// The piece and the squares that the sentence names.
    piece: Option<char>,
    from: Option<SquareName>,
    square: Option<SquareName>,
}

impl MoveNames {
    /// `None` for a game without areas beside the board or without words.
    pub fn of(game: &dyn AnyGame) -> Option<MoveNames> {
        let appearance = game.capability::<dyn Appearance>().ok()?;
        if appearance.places().is_empty() {
            return None;
        }
        let words = game.capability::<Sheet>().ok()?.words().ok()?;
        Some(MoveNames {
            scene: appearance.scene(game),
            board_spec: appearance.board_spec(),
            words,
        })
    }

    fn parts(&self, actions: &[Action]) -> Option<Parts> {
        use Action::{Lay, Lift, Put, Remove, Take};
        let name = |letter| self.board_spec.kind(letter).map_or("piece", |kind| kind.name);
        let on = |at: SquareName| self.scene.pieces.get(usize::from(at.square())).copied()?;
        let name_on = |at| on(at).map_or("piece", name);
        let parts = |kind, what: String, target: String| Parts {
            kind,
            what,
            target,
            piece: None,
            from: None,
            square: None,
        };
        Some(match *actions {
            [] => parts("pass", String::new(), String::new()),
            [Take(_, letter), Lay(_)] => {
                Parts { piece: Some(letter), ..parts("turn", String::new(), String::new()) }
            }
            [Take(_, letter), Put(at)] => {
                let parts = parts("place", format!(" {} on", name(letter)), at.to_string());
                Parts { piece: Some(letter), square: Some(at), ..parts }
            }
            [Lift(from), Put(to)] => {
                let what = format!(" {} from {from} to", name_on(from));
                let parts = parts("move", what, to.to_string());
                Parts { piece: on(from), from: Some(from), square: Some(to), ..parts }
            }
            [Lift(from), Remove(at), ref rest @ ..] => {
                let second = rest.iter().find_map(|action| match action {
                    Remove(second) => Some(format!(" and {second}")),
                    _ => None,
                });
                let target = format!("{at}{}", second.unwrap_or_default());
                let parts = parts("strike", format!(" from {from} at"), target);
                Parts { piece: on(at), from: Some(from), square: Some(at), ..parts }
            }
            [Lift(at), Lay(_), Take(_, letter), Put(_)] => {
                let what = format!(" {} on {at} for", name_on(at));
                let parts = parts("exchange", what, name(letter).to_owned());
                Parts { piece: on(at), square: Some(at), ..parts }
            }
            _ => return None,
        })
    }

    fn actions(&self, mv: &str) -> Option<&[Action]> {
        let found = self.scene.moves.iter().find(|known| known.text == mv)?;
        Some(&found.actions)
    }

    /// The words of a move up to its target, and the target.
    fn split(&self, mv: &str) -> Option<(String, String)> {
        let Parts { kind, what, target, .. } = self.parts(self.actions(mv)?)?;
        let verb = self.words.verbs.get(kind).map_or(kind, |verb| verb.name.as_str());
        Some((format!("{}{what}", verb.to_lowercase()), target))
    }

    /// The move in words: `place Scorer 2 on c3`.
    fn say(&self, mv: &str) -> Option<String> {
        let (begin, target) = self.split(mv)?;
        Some(format!("{begin} {target}").trim_end().to_owned())
    }

    /// A legal move after it was played: `placed Scorer 2 on c3`.
    fn report(&self, mv: &str) -> Option<String> {
        let actions = self.actions(mv)?;
        let Parts { kind, piece, from, square, .. } = self.parts(actions)?;
        let sentence = &self.words.sentences.get(&format!("log.{kind}"))?.say;
        let name =
            piece.and_then(|letter| self.board_spec.kind(letter)).map_or("piece", |it| it.name);
        let article = if name.ends_with(|c: char| c.is_ascii_digit()) { "" } else { "a " };
        let text =
            |square: Option<SquareName>| square.map_or_else(String::new, |it| it.to_string());
        let gaps = [
            ("{piece}", format!("{article}{name}")),
            ("{square}", text(square)),
            ("{from}", text(from)),
            ("{points}", self.points(actions).to_string()),
        ];
        Some(gaps.into_iter().fold(sentence.clone(), |text, (gap, word)| text.replace(gap, &word)))
    }

    /// The points of the opponent's pieces that a move removes: the numbers in their names.
    fn points(&self, actions: &[Action]) -> u32 {
        let of = |action: &Action| {
            let Action::Remove(at) = action else { return None };
            let letter = self.scene.pieces.get(usize::from(at.square())).copied()??;
            let off_board = self.scene.off_board.as_ref()?;
            let owner = off_board.seats.get(off_board.owner(letter)?)?.player;
            let name = self.board_spec.kind(letter)?.name;
            name.rsplit(' ').next()?.parse::<u32>().ok().filter(|_| owner != Some(self.scene.turn))
        };
        actions.iter().filter_map(of).sum()
    }

    /// A line for each group of moves that differ only in their targets: the text of the first one,
    /// the words that they share, and the targets.
    fn groups(&self) -> Vec<String> {
        let mut groups: Vec<(&str, String, Vec<String>)> = Vec::new();
        for mv in &self.scene.moves {
            let Some((begin, target)) = self.split(&mv.text) else { continue };
            let begin = if mv.text == PASS { PASSING.to_owned() } else { begin };
            match groups.iter_mut().find(|(_, known, _)| *known == begin) {
                Some((.., targets)) => targets.push(target),
                None => groups.push((&mv.text, begin, vec![target])),
            }
        }
        groups.sort_by_key(|(mv, ..)| *mv == PASS);
        let empty = self.scene.pieces.iter().filter(|piece| piece.is_none()).count();
        let line = |(mv, begin, targets): (&str, String, Vec<String>)| {
            let targets = match targets.len() {
                all if all == empty && all > 1 => "any empty square".to_owned(),
                _ => targets.join(" "),
            };
            format!("  {:12} {begin} {targets}", spoken(mv)).trim_end().to_owned()
        };
        groups.into_iter().map(line).collect()
    }
}

pub(super) fn move_words(game: &dyn AnyGame, mv: &str) -> String {
    MoveNames::of(game).and_then(|names| names.say(mv)).unwrap_or_else(|| spoken(mv))
}

pub(super) fn all_words(game: &dyn AnyGame, moves: &[String]) -> Vec<String> {
    let names = MoveNames::of(game);
    let words = |mv: &String| names.as_ref()?.say(mv);
    moves.iter().map(|mv| words(mv).unwrap_or_else(|| spoken(mv))).collect()
}

/// The words of consecutive moves.
pub(super) fn line_words(game: &dyn AnyGame, moves: &[&str]) -> String {
    let mut game = game.boxed_clone();
    let words = moves.iter().map_while(|mv| {
        let words = move_words(game.as_ref(), mv);
        game.play_text(mv).ok().map(|_| words)
    });
    words.collect::<Vec<_>>().join(", ")
}

/// A legal move that is about to be played, for a sentence with the player's name: `plays b6c6`.
pub(super) fn played_words(game: &dyn AnyGame, mv: &str) -> String {
    MoveNames::of(game).and_then(|names| names.report(mv)).unwrap_or_else(|| {
        match seen_text(game, mv) {
            seen if seen == PASS => "passes".to_owned(),
            seen => format!("plays {seen}"),
        }
    })
}

/// All legal moves: on one line, or by verb.
pub(super) fn moves_text(game: &dyn AnyGame) -> String {
    let groups = MoveNames::of(game).map(|names| names.groups());
    match groups.filter(|groups| !groups.is_empty()) {
        Some(groups) => groups.join("\n"),
        None => all_words(game, &game.move_texts()).join(" "),
    }
}
