//! A drawing of a game for people at a terminal.

use anstyle::{AnsiColor, Style};

use crate::diagram::{Cell, DrawingStyle, diagram};
use crate::{
    Appearance, BoardSpec, OffBoardView, PieceKind, SeatPlace, SeatView, Sheet, SquareMark, Words,
};
use zugi_game::{AnyGame, MissingCapability, Player};

/// The glyph of an empty square on boards with unused squares.
const EMPTY: char = '·';

/// The terminal's own colour.
const PLAIN: Style = Style::new();
/// The terminal's own colour, bright.
const BOLD: Style = PLAIN.bold();
const RED: Style = AnsiColor::Red.on_default().bold();
const BLUE: Style = AnsiColor::BrightBlue.on_default().bold();

/// A drawing of the board in several lines, with coordinates, and with the squares of the last move
/// in brackets. The places beside the board follow as lines of text below it. The board must be
/// square. For a variant without an [`Appearance`] the drawing is the position text.
///
/// ```
/// use zugi_game::{Of, Variant, toy::{Corridor, Hexapawn}};
/// use zugi_show::{Appearance, DrawingStyle, draw};
///
/// let style = DrawingStyle::default();
/// let mut hexapawn = Variant::new::<Hexapawn>().with::<dyn Appearance>(Of::<Hexapawn>::new()).game();
/// hexapawn.play_text("a1a2").unwrap();
/// let drawing = draw(hexapawn.as_ref(), style);
/// assert!(drawing.contains(" 4 │ ♟ │ ♟ │ ♟ │ ♟ │"));
/// assert!(drawing.contains(" 2 │[♙]│   │   │   │"));
/// let corridor = Variant::new::<Corridor>().game();
/// assert_eq!(draw(corridor.as_ref(), style), corridor.text());
/// ```
#[must_use]
pub fn draw(game: &dyn AnyGame, style: DrawingStyle) -> String {
    let Ok(appearance) = game.capability::<dyn Appearance>() else { return game.text() };
    let (board_spec, scene) = (appearance.board_spec(), appearance.picture(game));
    let board = &board_spec.board;
    let styles = styles(board_spec.players);
    let empty = if board.squares.contains(&Some(0)) { EMPTY } else { ' ' };
    let owner = |kind: &PieceKind| {
        let off_board = scene.off_board.as_ref()?;
        off_board.seats.get(off_board.owner(kind.letter)?)?.player
    };
    let cell = |square| {
        let piece = scene.pieces.get(usize::from(square)).copied().flatten();
        let (mut glyph, style) = match piece.and_then(|letter| board_spec.kind(letter)) {
            Some(kind) => {
                let player = owner(kind).unwrap_or(kind.player);
                (kind.glyph.to_owned(), styles[player.index()])
            }
            None => match board.squares.get(usize::from(square)) {
                Some(Some(1..)) => (empty.to_string(), PLAIN),
                _ => (' '.to_string(), PLAIN),
            },
        };
        let marks = scene.off_board.iter().flat_map(|off_board| &off_board.marks);
        let is_on = |mark: &&SquareMark| mark.squares.iter().any(|at| at.square() == square);
        glyph.extend(marks.filter(is_on).map(|mark| mark.sign));
        Cell { glyph, style, marked: scene.last.contains(&square) }
    };
    let widest = board_spec.kinds.iter().map(|kind| kind.glyph.chars().count()).max();
    // A piece has at most one mark beside it.
    let signs = usize::from(scene.off_board.is_some());
    let drawing = diagram(board.files, widest.unwrap_or(1) + signs, style, cell);
    match &scene.off_board {
        Some(off_board) => format!("{drawing}\n\n{}", beside(off_board, &board_spec)),
        None => drawing,
    }
}

/// The places beside the board in plain text: a line for each seat, with a sign at the seat to
/// move, and a line for the scores and the legend of the marks on squares.
fn beside(off_board: &OffBoardView, board_spec: &BoardSpec) -> String {
    let glyph = |letter: &char| board_spec.kind(*letter).map_or("?", |kind| kind.glyph);
    let place = |place: &SeatPlace| {
        let mut glyphs: Vec<&str> = Vec::new();
        for (letter, &count) in &place.pieces {
            glyphs.extend(vec![glyph(letter); usize::try_from(count).unwrap_or_default()]);
        }
        let down = if place.face_down && !glyphs.is_empty() { " (face down)" } else { "" };
        let glyphs = if glyphs.is_empty() { "-".to_owned() } else { glyphs.join(" ") };
        format!("{} {glyphs}{down}", place.name)
    };
    let seat = |(number, seat): (usize, &SeatView)| {
        let turns = match (number == off_board.seat, off_board.again) {
            (true, true) => "»",
            (true, false) => "→",
            _ => " ",
        };
        let side = seat.player.map_or_else(|| "p?".to_owned(), |player| player.to_string());
        let places: Vec<String> = seat.places.iter().map(place).collect();
        format!("{turns} {} ({side})  {}", seat.name, places.join("   "))
    };
    let mut lines: Vec<String> = off_board.seats.iter().enumerate().map(seat).collect();
    let signs = off_board.marks.iter().map(|mark| format!("{} {}", mark.sign, mark.name));
    let (signs, [one, two]) = (signs.collect::<Vec<_>>(), off_board.scores);
    lines.push(format!("scores {one}:{two}   {}", signs.join(", ")).trim_end().to_owned());
    lines.join("\n")
}

/// The colours of the players' pieces, by the players' names; red and blue for unknown names. White
/// and Black differ in brightness only.
fn styles(players: [&str; 2]) -> [Style; 2] {
    match players {
        ["White", "Black"] => [BOLD, PLAIN],
        ["Black", "White"] => [PLAIN, BOLD],
        ["Blue", "Red"] => [BLUE, RED],
        _ => [RED, BLUE],
    }
}

/// The names of both sides: those of the [`Sheet`] in a game with seats, otherwise those of the
/// [`BoardSpec`].
pub fn side_names(game: &dyn AnyGame) -> Result<[String; 2], MissingCapability> {
    let appearance = game.capability::<dyn Appearance>()?;
    let off_board = appearance.picture(game).off_board;
    let of_seats = off_board.and_then(|_| words(game)?.sides);
    Ok(of_seats.unwrap_or_else(|| appearance.board_spec().players.map(str::to_owned)))
}

fn words(game: &dyn AnyGame) -> Option<Words> {
    game.capability::<Sheet>().ok()?.words().ok()
}

/// The name of a side, with the glyph of its simplest piece or the names of its seats; `player one`
/// or `player two` if the variant has no [`Appearance`].
#[must_use]
pub fn player_name(game: &dyn AnyGame, player: Player) -> String {
    let (Ok(names), Ok(appearance)) = (side_names(game), game.capability::<dyn Appearance>())
    else {
        return ["player one", "player two"][player.index()].to_owned();
    };
    let name = &names[player.index()];
    let Some(off_board) = appearance.picture(game).off_board else {
        let kinds = appearance.board_spec().kinds;
        let plainest = kinds.iter().find(|kind| kind.player == player);
        return plainest.map_or_else(|| name.clone(), |kind| format!("{name} {}", kind.glyph));
    };
    let seats = off_board.seats.iter().filter(|seat| seat.player == Some(player));
    let seats: Vec<&str> = seats.map(|seat| seat.name).collect();
    if seats.is_empty() { name.clone() } else { format!("{name} ({})", seats.join(", ")) }
}

/// The name of the side to move, as by [`player_name`], or of the seat to move if there are more
/// seats than sides.
#[must_use]
pub fn mover_name(game: &dyn AnyGame) -> String {
    let appearance = game.capability::<dyn Appearance>().ok();
    let off_board = appearance.and_then(|appearance| appearance.picture(game).off_board);
    let off_board = off_board.filter(|off_board| off_board.seats.len() > Player::BOTH.len());
    let seat = off_board.and_then(|off_board| {
        let name = words(game)?.seats.get(off_board.seat)?.clone();
        Some(format!("{name} ({})", off_board.seats.get(off_board.seat)?.name))
    });
    seat.unwrap_or_else(|| player_name(game, game.to_move()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_have_the_colours_of_the_names() {
        assert_eq!(styles(["Red", "Blue"]), [RED, BLUE]);
        for players in [["White", "Black"], ["Black", "White"]] {
            let of = |name| styles(players)[usize::from(players[1] == name)];
            assert_eq!((of("White"), of("Black")), (BOLD, PLAIN));
        }
        assert_ne!(styles(["North", "South"])[0], styles(["North", "South"])[1]);
    }
}
