//! Trials of Ludii (`.trl`): a line for each move, with numbers for the squares. The first moves
//! have no player and set up the board.

use zugi_game::{ExternalNames, Registry};

use super::rules::{Unreadable, variants_of};
use super::{End, GameRecord, MoveRecord, Reason};

pub(crate) fn is_trial(text: &str) -> bool {
    text.starts_with("game=") && text.lines().take(100).any(|line| line.starts_with("Move=["))
}

/// The mover, and the numbers of the two squares; `None` for a pass.
type Line = (u32, Option<[u32; 2]>);

/// Reads a game, with the width of its board. An error has the number of its line, from 1.
pub(crate) fn read(
    text: &str,
    registry: &Registry,
) -> Result<(GameRecord, Option<u32>), (usize, Unreadable)> {
    let players = ["p1", "p2"].map(str::to_owned);
    let mut record = GameRecord { players, site: "Ludii".to_owned(), ..GameRecord::default() };
    let (mut game, mut option, mut placed) = ("", None, 0_u32);
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = line.trim_end();
        let (key, value) = line.split_once('=').unwrap_or((line, ""));
        match key {
            "game" => game = name(value),
            "Move" => {
                let expected = "a move of Ludii, Move=[Move:mover=…,from=…,to=…,actions=[…]]";
                let wrong = || (number, Unreadable::Wrong(format!("expected {expected}")));
                match parse_move(value).ok_or_else(wrong)? {
                    (0, _) if lines.is_empty() => placed += 1,
                    (_, sites) => lines.push((number, sites)),
                }
            }
            "winner" => {
                record.end = match value {
                    "1" => End::P1win,
                    "2" => End::P2win,
                    "0" => End::Draw,
                    _ => End::None,
                }
            }
            "endtype" => {
                record.reason = match value {
                    "NaturalEnd" => Reason::Rules,
                    limit if limit.ends_with("Limit") => Reason::Length,
                    _ => Reason::Unknown,
                }
            }
            "LUDII_VERSION" => record.site = format!("Ludii {value}"),
            _ => option = line.strip_prefix("Board Size/").and_then(|n| n.parse().ok()).or(option),
        }
    }
    let width = Some(placed.isqrt()).filter(|width| placed > 0 && width * width == placed);
    let width = width.or(option);
    let variants = variants_of(registry, game, width).map_err(|reason| (1, reason))?;
    let names = variants.iter().find_map(|variant| variant.capability::<ExternalNames>().ok());
    let names = names.ok_or_else(|| (1, Unreadable::OtherGame(game.to_owned())))?;
    for (number, sites) in lines {
        let text = match sites.map(|sites| sites.map(names.square)) {
            None => names.pass.to_owned(),
            Some([Some(from), Some(to)]) => from + &to,
            Some(_) => {
                let [from, to] = sites.unwrap_or_default();
                let why = format!("no square {from} or {to} on this board");
                return Err((number, Unreadable::Wrong(why)));
            }
        };
        record.moves.push(MoveRecord { text, ..MoveRecord::default() });
    }
    record.variant = game.to_owned();
    Ok((record, width))
}

/// The name of a game, from the path of its rules.
fn name(path: &str) -> &str {
    let file = path.rsplit('/').next().unwrap_or(path);
    file.strip_suffix(".lud").unwrap_or(file)
}

/// Reads `[Move:mover=1,from=21,to=20,actions=[…]]`.
fn parse_move(text: &str) -> Option<Line> {
    let (move_itself, actions) = text.strip_prefix("[Move:")?.split_once("actions=")?;
    let key = |name: &str| -> Option<u32> {
        let mut pairs = move_itself.split(',').filter_map(|pair| pair.split_once('='));
        pairs.find(|(key, _)| *key == name)?.1.parse().ok()
    };
    let mover = key("mover")?;
    match (key("from"), key("to")) {
        (Some(from), Some(to)) => Some((mover, Some([from, to]))),
        _ if actions.starts_with("[Pass:") => Some((mover, None)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_passes_of_a_trial_are_read() {
        let mv = parse_move("[Move:mover=2,from=3,to=1,actions=[Remove:to=9],[Move:from=3]]");
        assert_eq!(mv, Some((2, Some([3, 1]))));
        let pass = parse_move("[Move:mover=1,actions=[Pass:decision=true,forced=true]]");
        assert_eq!(pass, Some((1, None)));
        for text in ["", "[Move:mover=1,actions=[Add:to=1]]", "[Move:from=1,to=2,actions=[]]"] {
            assert!(parse_move(text).is_none(), "{text}");
        }
        assert_eq!(name("/lud/board/war/Some Game.lud"), "Some Game");
    }
}
