use serde::Deserialize;
use serde::de::IgnoredAny;

use super::GameRecord;

/// The header line of a JSON record: it describes the match.
#[derive(Deserialize)]
struct MatchLine {
    #[serde(rename = "match")]
    _plan: IgnoredAny,
}

/// The game of a line of JSON; `None` for a header line.
pub(super) fn parse_line(text: &str) -> Result<Option<GameRecord>, serde_json::Error> {
    match serde_json::from_str(text) {
        Ok(game) => Ok(Some(game)),
        Err(_) if serde_json::from_str::<MatchLine>(text).is_ok() => Ok(None),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use proptest::sample::select;
    use proptest::{collection, option};
    use zugi_game::toy::Hexapawn;
    use zugi_game::{Player, Registry, Variant};
    use zugi_protocol::UgiScore;

    use super::super::{Annotation, End, GameFile, GameFileError, MoveMark, MoveRecord, Reason};
    use super::*;

    /// A match of two games as 0.2 wrote it.
    const JSON: &str = include_str!("../tests/data/0.2.jsonl");

    fn read(text: &str) -> Result<GameFile, GameFileError> {
        let registry = Registry::new(vec![Variant::new::<Hexapawn>()], "hexapawn");
        GameFile::read(text.to_owned(), &registry)
    }

    #[test]
    fn the_text_of_the_last_version_is_read() {
        let games: Vec<GameRecord> = read(JSON).unwrap().games().collect();
        assert_eq!(games.len(), 2);
        assert!(games.iter().all(|game| game.players.contains(&"first [0.2]".to_owned())));
        let text = read(include_str!("../tests/data/0.2.txt")).unwrap();
        assert_eq!(text.games().collect::<Vec<_>>(), games);
        let text = "[variant a\\u{a}b\\\\]\n1 a {time 1, comment x, y}\n";
        let game = read(text).unwrap().game(0).unwrap();
        assert_eq!((&*game.variant, &*game.moves[0].comment), ("a\nb\\", "x, y"));
    }

    #[test]
    fn a_torn_last_line_is_no_game_yet_and_another_wrong_line_is_named() {
        let torn = read(&JSON[..JSON.len() - 10]).unwrap();
        assert_eq!((torn.len(), torn.skipped()[0].games), (1, 1));
        assert_eq!(read(JSON.trim_end()).unwrap().len(), 2, "only the line end is missing");
        let error = read(&JSON.replacen("\"p1\":\"first", "\"p3\":\"first", 1)).unwrap_err();
        let error = error.to_string();
        assert!(error.starts_with("line 2: ") && error.contains("JSON of a game"), "{error}");
    }

    fn time() -> impl Strategy<Value = std::time::Duration> {
        (0..1_000_000_000_000_u64).prop_map(std::time::Duration::from_micros)
    }

    fn score() -> impl Strategy<Value = UgiScore> {
        prop_oneof![any::<i32>().prop_map(UgiScore::Cp), any::<i32>().prop_map(UgiScore::Mate)]
    }

    /// A move as an engine may write it. Engines cannot send white space in one, but a record line
    /// must survive even that.
    fn move_record() -> impl Strategy<Value = MoveRecord> {
        let player = prop_oneof![Just(None), Just(Some(Player::One)), Just(Some(Player::Two))];
        let numbers = (option::of(any::<u32>()), option::of(any::<u32>()));
        let said = (option::of(score()), numbers, option::of(any::<u64>()));
        let times = (time(), option::of(time()), option::of(time()));
        let best = collection::vec("(?s).{0,4}|[{}, ]{0,3}", 0..3);
        let comment = "(?s).{0,8}|[{}, \\\\a0]{0,8}";
        let annotation = option::of(select(Annotation::ALL));
        let analysed = (option::of(select(MoveMark::ALL)), best, annotation, comment);
        let all = (player, "\\PC{0,4}|.{1,4}|p[12]", said, times, analysed);
        all.prop_map(|(player, text, said, times, (mark, best, annotation, comment))| {
            let ((score, (seat, depth), nodes), (time, clock, overshoot)) = (said, times);
            let said = MoveRecord { player, seat, text, score, depth, nodes, ..Default::default() };
            MoveRecord { time, clock, overshoot, mark, best, annotation, comment, ..said }
        })
    }

    /// Names with brackets, quotes, line ends, and blanks at both ends.
    fn name() -> impl Strategy<Value = String> {
        prop_oneof!["(?s).{0,8}", "[\\]\\[\\\\ u{}a0\"\n\r\t;]{0,12}"]
    }

    fn game_record() -> impl Strategy<Value = GameRecord> {
        let names = (name(), name(), option::of(name()), name(), "(?s).{0,5}");
        let opening = collection::vec("(?s).{0,5}", 0..4);
        let moves = (option::of(move_record()), collection::vec(move_record(), 0..4));
        let end = (select(End::ALL), select(Reason::ALL));
        let resumed = collection::vec(any::<usize>(), 0..3);
        let numbers = (any::<usize>(), any::<u64>(), time(), resumed);
        let transcript = collection::vec(name(), 0..3);
        let accuracy = option::of([0..1000_u32, 0..1000]);
        let accuracy = accuracy.prop_map(|it| it.map(|it| it.map(|it| f64::from(it) / 10.0)));
        let places = (name(), name(), name(), accuracy);
        let all = (names, opening, moves, end.boxed(), numbers, transcript, places);
        all.prop_map(
            |(names, opening, (late, moves), (end, reason), numbers, transcript, places)| {
                let (site, event, file, accuracy) = places;
                let (one, two, fen, detail, variant) = names;
                let (number, started, time, resumed) = numbers;
                let players = [one, two];
                let game = GameRecord { number, variant, players, ..GameRecord::default() };
                let game = GameRecord { site, event, file, fen, started, time, resumed, ..game };
                let game = GameRecord { opening, moves, late, transcript, ..game };
                GameRecord { end, reason, detail, accuracy, ..game }
            },
        )
    }

    proptest! {
        #[test]
        fn any_record_is_read_back(game in game_record()) {
            let json = serde_json::to_string(&game).unwrap();
            prop_assert_eq!(parse_line(&json).unwrap(), Some(game), "{}", json);
        }

        #[test]
        fn no_text_breaks_the_reader(text in "(?s).{0,40}|(\\[(number|p1|time|late) .{0,9}\\]\n){0,3}") {
            let _ = read(&text);
            let _ = read(&format!("{{{text}\n"));
        }
    }
}
