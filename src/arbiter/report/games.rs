//! The part of the page that shows the games: a table, and below it each game.

use std::fmt::{self, Write};

use super::super::record::{End, GameRecord, MoveRecord};
use super::html::Escaped;

/// Writes the table of all games, and all games, by their numbers.
pub fn write_games(out: &mut String, games: &[GameRecord]) -> fmt::Result {
    if games.is_empty() {
        return Ok(());
    }
    let mut games: Vec<&GameRecord> = games.iter().collect();
    games.sort_by_key(|game| game.number);
    out.write_str("<h2 id=\"games\">Games</h2>\n<div class=\"wide\"><table>\n<tr><th>#</th>")?;
    out.write_str("<th class=\"text\">Player one</th><th class=\"text\">Player two</th>")?;
    out.write_str(
        "<th>Result</th><th class=\"text\">Reason</th><th>Plies</th><th>Seconds</th></tr>\n",
    )?;
    for (place, game) in (1..).zip(&games) {
        write_row(out, place, game)?;
    }
    out.write_str("</table></div>\n<h2>Moves</h2>\n")?;
    (1..).zip(&games).try_for_each(|(place, game)| write_game(out, place, game))
}

fn write_row(out: &mut String, place: usize, game: &GameRecord) -> fmt::Result {
    let [one, two] = game.players.each_ref().map(|name| Escaped(name));
    let won = |end| if game.end == end { " won" } else { "" };
    write!(out, "<tr><td><a href=\"#g{place}\">{}</a></td>", game.number)?;
    write!(out, "<td class=\"text name{}\">{one}</td>", won(End::P1win))?;
    write!(out, "<td class=\"text name{}\">{two}</td>", won(End::P2win))?;
    let fault = if game.reason.is_fault() { " bad" } else { "" };
    write!(out, "<td>{}</td><td class=\"text{fault}\">{}</td>", result(game.end), game.reason)?;
    writeln!(out, "<td>{}</td><td>{:.1}</td></tr>", game.moves.len(), game.seconds)
}

fn write_game(out: &mut String, place: usize, game: &GameRecord) -> fmt::Result {
    let [one, two] = game.players.each_ref().map(|name| Escaped(name));
    writeln!(out, "<section class=\"game\" id=\"g{place}\">")?;
    write!(out, "<h3>Game {}: {one} – {two} {}", game.number, result(game.end))?;
    writeln!(out, " <small><a href=\"#games\">all games</a></small></h3>")?;
    let fault = if game.reason.is_fault() { " class=\"bad\"" } else { "" };
    write!(out, "<p><span{fault}>{}</span>", game.reason)?;
    if !game.detail.is_empty() {
        write!(out, ": {}", Escaped(&game.detail))?;
    }
    let plies = game.moves.len();
    writeln!(
        out,
        " <small>· {} · {plies} plies · {:.1} s</small></p>",
        Escaped(&game.variant),
        game.seconds
    )?;
    if let Some(fen) = &game.fen {
        writeln!(out, "<p><small>Position</small> {}</p>", Escaped(fen))?;
    }
    if !game.opening.is_empty() {
        writeln!(out, "<p><small>Opening</small> {}</p>", Escaped(&game.opening.join(" ")))?;
    }
    out.write_str("<ol class=\"moves\">\n")?;
    for (number, mv) in (game.opening.len() + 1..).zip(&game.moves) {
        write_move(out, number, mv)?;
    }
    out.write_str("</ol>\n")?;
    if !game.transcript.is_empty() {
        out.write_str("<pre>")?;
        game.transcript.iter().try_for_each(|line| writeln!(out, "{}", Escaped(line)))?;
        out.write_str("</pre>\n")?;
    }
    out.write_str("</section>\n")
}

fn write_move(out: &mut String, number: usize, mv: &MoveRecord) -> fmt::Result {
    write!(out, "<li><i>{number}</i> {} <small>", Escaped(&mv.text))?;
    if let Some(score) = mv.score {
        write!(out, "{score} ")?;
    }
    if let Some(depth) = mv.depth {
        write!(out, "d{depth} ")?;
    }
    writeln!(out, "{:.2} s</small></li>", mv.time.as_secs_f64())
}

/// The points of player one and player two.
fn result(end: End) -> &'static str {
    match end {
        End::P1win => "1–0",
        End::P2win => "0–1",
        End::Draw => "½–½",
        End::None => "none",
    }
}
