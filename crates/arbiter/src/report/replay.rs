//! A game as pictures: the board at the start, and the changes of each move. A viewer needs no
//! rules.

use serde::Serialize;
use serde_json::{Map, Value};
use zugi_game::board::Square;
use zugi_game::{AnyGame, GameError, Player, Variant, seen_text};
use zugi_protocol::quote;
use zugi_records::GameRecord;
use zugi_show::{Appearance, BoardView, OffBoardView};

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameReplay {
    /// The player of each move, including the opening.
    pub movers: Vec<Player>,
    /// The text of each move, with its outcome.
    pub texts: Vec<String>,
    /// The picture of the start, and one after each move; empty if the variant has no appearance.
    pub frames: Vec<Frame>,
    /// The view besides the pieces, as in `query board`: complete for the start, and for each later
    /// picture only the changes, see [`change`]; empty if there is no such view.
    pub around: Vec<Value>,
}

/// The changes of a picture from the one before. Before the first one the board and the hands are
/// empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Frame(
    /// The squares that have changed, each followed by the number of the kind of the piece that is
    /// now there: from 1 in the order of the kinds, or 0 for none.
    Vec<usize>,
    /// The squares of the move, in their order.
    Vec<Square>,
    /// The hands of the players, as alternating kinds and counts, if they have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    Option<[Vec<usize>; 2]>,
);

impl GameReplay {
    /// An error, in one line, says which move breaks the rules.
    pub fn of(rules: &Variant, record: &GameRecord) -> Result<GameReplay, String> {
        let mut game = rules.game();
        game.set_up(record.fen.as_deref().into(), &[]).map_err(|error| error.to_string())?;
        let mut last_picture = rules.capability().ok().map(LastPicture::new);
        let mut replay = GameReplay::default();
        replay.take(last_picture.as_mut(), game.as_ref());
        let texts = record.opening.iter().chain(record.moves.iter().map(|mv| &mv.text));
        for (number, text) in (1..).zip(texts) {
            let refused = |error: GameError| {
                format!("move {number}, {}: expected {}", quote(text), error.expected())
            };
            replay.movers.push(game.to_move());
            replay.texts.push(seen_text(game.as_ref(), text));
            game.play_text(text).map_err(refused)?;
            replay.take(last_picture.as_mut(), game.as_ref());
        }
        Ok(replay)
    }

    /// Takes a picture, if the variant has an appearance.
    fn take(&mut self, last_picture: Option<&mut LastPicture>, game: &dyn AnyGame) {
        let Some(last_picture) = last_picture else { return };
        let scene = last_picture.appearance.picture(game);
        if let Some(around) = &scene.off_board {
            self.around.push(last_picture.around(around));
        }
        self.frames.push(last_picture.frame(scene));
    }
}

struct LastPicture<'a> {
    appearance: &'a dyn Appearance,
    letters: Vec<char>,
    squares: Vec<usize>,
    hands: [Vec<usize>; 2],
    around: Value,
}

impl LastPicture<'_> {
    fn new(appearance: &dyn Appearance) -> LastPicture<'_> {
        let board_spec = appearance.board_spec();
        LastPicture {
            appearance,
            letters: board_spec.kinds.iter().map(|kind| kind.letter).collect(),
            squares: vec![0; board_spec.board.squares.len()],
            hands: Default::default(),
            around: Value::Object(Map::new()),
        }
    }

    /// The change of the view beyond the pieces.
    fn around(&mut self, around: &OffBoardView) -> Value {
        // Cannot fail: all keys are texts.
        let now = serde_json::to_value(around).unwrap_or_default();
        let change = change(&self.around, &now).unwrap_or_else(|| Value::Object(Map::new()));
        self.around = now;
        change
    }

    fn frame(&mut self, scene: BoardView) -> Frame {
        let kind =
            |letter| self.letters.iter().position(|&other| other == letter).map_or(0, |at| at + 1);
        let squares: Vec<usize> = scene.pieces.iter().map(|piece| piece.map_or(0, kind)).collect();
        let hands = scene.hands.map(|hand| {
            let held = hand.into_iter().filter(|&(_, count)| count > 0);
            held.flat_map(|(letter, count)| [kind(letter), count as usize]).collect()
        });
        let pairs = squares.iter().zip(&self.squares).enumerate();
        let changed = pairs.filter(|(_, (now, before))| now != before);
        let changes = changed.flat_map(|(square, (&now, _))| [square, now]).collect();
        let other_hands = (hands != self.hands).then(|| hands.clone());
        (self.squares, self.hands) = (squares, hands);
        Frame(changes, scene.last, other_hands)
    }
}

/// The change from one value to another. Of two objects: the changed members. Of two lists of the
/// same length with objects: the changed elements, by index. Otherwise: the new value. A removed
/// member is `null`. `None` if nothing changes.
fn change(before: &Value, now: &Value) -> Option<Value> {
    if before == now {
        return None;
    }
    let members = |value: &Value| -> Option<Map<String, Value>> {
        match value {
            Value::Object(members) => Some(members.clone()),
            Value::Array(list) if list.iter().any(Value::is_object) => {
                let numbered = list.iter().enumerate();
                Some(numbered.map(|(at, value)| (at.to_string(), value.clone())).collect())
            }
            _ => None,
        }
    };
    let same_length = before.as_array().map(Vec::len) == now.as_array().map(Vec::len);
    let (Some(before), Some(after), true) = (members(before), members(now), same_length) else {
        return Some(now.clone());
    };
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    let gone = gone.map(|name| (name.clone(), Value::Null));
    let others = after.iter().filter_map(|(name, value)| {
        let other = before.get(name).map_or_else(|| Some(value.clone()), |old| change(old, value));
        Some((name.clone(), other?))
    });
    Some(Value::Object(gone.chain(others).collect()))
}

#[cfg(test)]
mod tests {
    use zugi_game::toy::Pile;
    use zugi_game::{HiddenInformation, Of};
    use zugi_records::{End, Reason};
    use zugi_show::BoardSpec;

    use super::super::super::openings::random_openings;
    use super::super::sample::game;
    use super::super::toy::{Hall, hall, registry};
    use super::*;

    fn record(fen: Option<&str>, opening: Vec<String>) -> GameRecord {
        let fen = fen.map(str::to_owned);
        GameRecord { fen, opening, ..game(1, "a", "b", End::P1win, Reason::Rules) }
    }

    /// The letters on the squares, and the hands.
    type Picture = (Vec<Option<char>>, [Vec<usize>; 2]);

    fn shown(replay: &GameReplay, board_spec: &BoardSpec) -> Vec<Picture> {
        let letter = |kind: usize| kind.checked_sub(1).map(|at| board_spec.kinds[at].letter);
        let mut squares = vec![None; board_spec.board.squares.len()];
        let mut held = [Vec::new(), Vec::new()];
        let develop = |Frame(changes, _, hands): &Frame| {
            for change in changes.chunks(2) {
                squares[change[0]] = letter(change[1]);
            }
            held = hands.clone().unwrap_or_else(|| held.clone());
            (squares.clone(), held.clone())
        };
        replay.frames.iter().map(develop).collect()
    }

    fn develop(value: &mut Value, change: &Value) {
        let Value::Object(members) = change else {
            *value = change.clone();
            return;
        };
        if !value.is_object() && !value.is_array() {
            *value = Value::Object(Map::new());
        }
        for (name, part) in members {
            match value {
                Value::Object(all) if part.is_null() && name != "player" => {
                    all.remove(name);
                }
                Value::Object(all) => develop(all.entry(name).or_insert(Value::Null), part),
                Value::Array(list) => develop(&mut list[name.parse::<usize>().unwrap()], part),
                _ => unreachable!(),
            }
        }
    }

    #[test]
    fn films_show_what_was_to_be_seen() {
        let hall = hall();
        let mut seen = 0;
        for (rules, plies) in [(registry().default_variant(), 5), (&hall, 20)] {
            let appearance: &dyn Appearance = rules.capability().unwrap();
            for opening in random_openings(rules, plies, 6, 7) {
                let mut game = rules.game();
                let mut record = record(Some(&game.text()), opening.moves.clone());
                record.moves.clear();
                let replay = GameReplay::of(rules, &record).unwrap();
                let pictures = shown(&replay, &appearance.board_spec());
                assert_eq!((pictures.len(), replay.movers.len()), (plies + 1, plies));
                let has_places = !appearance.places().is_empty();
                assert_eq!(replay.around.len(), if has_places { plies + 1 } else { 0 });
                let mut around = Value::Object(Map::new());
                for (ply, (squares, _)) in pictures.iter().enumerate() {
                    let scene = appearance.scene(game.as_ref());
                    if let Some(now) = &scene.off_board {
                        develop(&mut around, &replay.around[ply]);
                        assert_eq!(around, serde_json::to_value(now).unwrap());
                        // Changes are small: they do not repeat what stays.
                        let whole = around.to_string().len();
                        assert!(ply == 0 || replay.around[ply].to_string().len() < whole / 2);
                    }
                    assert_eq!((squares, &replay.frames[ply].1), (&scene.pieces, &scene.last));
                    if let Some(text) = opening.moves.get(ply) {
                        assert_eq!(replay.movers[ply], game.to_move());
                        assert_eq!(replay.texts[ply], *text);
                        game.play_text(text).unwrap();
                        seen += 1;
                    }
                }
            }
        }
        assert!(seen >= 100, "{seen}");
    }

    #[test]
    fn a_film_tells_what_came_of_a_move() {
        let pile = Variant::new::<Pile>().with::<dyn HiddenInformation>(Of::<Pile>::new());
        let moves = ["t", "pass", "t"].map(str::to_owned).to_vec();
        let record = GameRecord { moves: vec![], ..record(Some("=413 0:0 1 0"), moves) };
        let replay = GameReplay::of(&pile, &record).unwrap();
        assert_eq!(replay.texts, ["t4", "pass", "t1"]);
        assert_eq!(replay.movers, [Player::One, Player::Two, Player::One]);
        assert_eq!((replay.frames, replay.around), (vec![], vec![]), "it has no look");
    }

    #[test]
    fn what_the_rules_refuse_is_said() {
        let registry = registry();
        let refused = |fen, moves: &[&str]| {
            let moves = moves.iter().map(|&text| text.to_owned()).collect();
            GameReplay::of(registry.default_variant(), &record(fen, moves)).unwrap_err()
        };
        assert!(refused(None, &["a1a2", "zz\n"]).starts_with("move 2, \"zz\\n\": expected "));
        assert!(refused(Some("nonsense"), &[]).contains("\"nonsense\""));
    }

    #[test]
    fn hands_are_shown_where_they_change() {
        let texts = ["b", "g", "a", "h"].map(str::to_owned).to_vec();
        let record = GameRecord { moves: vec![], ..record(None, texts) };
        let replay = GameReplay::of(&hall(), &record).unwrap();
        let hands: Vec<_> = replay.frames.iter().map(|frame| frame.2.clone()).collect();
        let held = |stones: &[usize]| Some([stones.to_vec(), Vec::new()]);
        assert_eq!(hands, [held(&[2, 3]), None, held(&[2, 3, 1, 1]), None, held(&[2, 3, 1, 2])]);
        let shown = shown(&replay, &Hall.board_spec());
        assert_eq!(shown[3].1, [vec![2, 3, 1, 1], vec![]]);
    }
}
