//! PREFIX.pgn, read by a strict PGN parser.

use zugi::arbiter::{End, GameRecord, Reason};
use zugi::game::Player;

use super::support::{Place, bad4, engine, match_of};

/// The seven tags of the PGN roster, in order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

/// A game as written in the file.
#[derive(Debug, Default)]
struct Written {
    tags: Vec<(String, String)>,
    /// The moves with the comments after them.
    moves: Vec<(String, String)>,
    result: String,
}

impl Written {
    #[track_caller]
    fn tag(&self, name: &str) -> Option<&str> {
        let mut values = self.tags.iter().filter(|(tag, _)| tag == name);
        let value = values.next().map(|(_, value)| value.as_str());
        assert!(values.next().is_none(), "{name} twice");
        value
    }
}

/// Parses all games: tags, an empty line, moves, an empty line.
fn read(text: &str) -> Vec<Written> {
    let text = text.strip_suffix("\n\n").expect("an empty line at the end");
    let parts: Vec<&str> = text.split("\n\n").collect();
    assert!(parts.len().is_multiple_of(2), "{text}");
    let game = |parts: &[&str]| {
        let mut game =
            Written { tags: parts[0].lines().map(read_tag).collect(), ..Written::default() };
        read_moves(parts[1], &mut game);
        game
    };
    parts.chunks(2).map(game).collect()
}

/// Parses `[Name "value"]`, where only `"` and `\` are escaped.
fn read_tag(line: &str) -> (String, String) {
    let inner = line.strip_prefix('[').and_then(|it| it.strip_suffix("\"]")).expect(line);
    let (name, value) = inner.split_once(" \"").expect(line);
    assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{line}");
    assert!(!value.contains(char::is_control), "{line:?}");
    let (mut text, mut chars) = (String::new(), value.chars());
    while let Some(c) = chars.next() {
        assert_ne!(c, '"', "{line}");
        let c = if c == '\\' { chars.next().filter(|c| "\"\\".contains(*c)) } else { Some(c) };
        text.push(c.expect(line));
    }
    (name.to_owned(), text)
}

/// Parses the movetext and checks the position of move numbers.
fn read_moves(text: &str, game: &mut Written) {
    for line in text.lines() {
        assert!((1..80).contains(&line.chars().count()), "{line}");
        assert_eq!(line.trim(), line, "{line:?}");
    }
    let text = text.replace('\n', " ");
    let (mut rest, mut number, mut numbered) = (text.as_str(), 0, None);
    let mut white_is_next = true;
    while !rest.is_empty() {
        assert_eq!(game.result, "", "the result is the end: {text}");
        if let Some(comment) = rest.strip_prefix('{') {
            let (comment, after) = comment.split_once('}').expect("the end of a comment");
            assert!(!comment.contains('{'), "{comment}");
            let last = &mut game.moves.last_mut().expect("a move before the comment").1;
            last.push_str(comment);
            rest = after.trim_start();
            continue;
        }
        let (word, after) = rest.split_once(' ').unwrap_or((rest, ""));
        rest = after;
        let digits = word.trim_end_matches('.');
        if word != digits {
            let white = word.len() == digits.len() + 1;
            assert!(white || word.len() == digits.len() + 3, "{word}: {text}");
            let said: usize = digits.parse().expect(word);
            if number > 0 {
                assert_eq!(white, white_is_next, "{word}: {text}");
            }
            assert_eq!(said, if white { number + 1 } else { number.max(1) }, "{word}: {text}");
            (number, numbered, white_is_next) = (said, Some(()), white);
        } else if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) {
            game.result = word.to_owned();
        } else {
            let commented = game.moves.last().is_none_or(|(_, comment)| !comment.is_empty());
            let needed = white_is_next || commented;
            assert_eq!(numbered.take().is_some(), needed, "a number before {word}: {text}");
            assert!(!word.contains(|c: char| "[](){}<>;\"%$*".contains(c)), "{word}: {text}");
            game.moves.push((word.to_owned(), String::new()));
            white_is_next = !white_is_next;
        }
    }
    assert_ne!(game.result, "", "no result: {text}");
}

/// Checks that the file agrees with the record.
#[track_caller]
fn compare(written: &Written, game: &GameRecord) {
    let names: Vec<&str> = written.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names[..7], ROSTER);
    let result = match game.end {
        End::P1win => "1-0",
        End::P2win => "0-1",
        End::Draw => "1/2-1/2",
        End::None => "*",
    };
    assert_eq!((written.result.as_str(), written.tag("Result")), (result, Some(result)));
    let [one, two] = &game.players;
    assert_eq!((written.tag("White"), written.tag("Black")), (Some(&**one), Some(&**two)));
    assert_eq!(written.tag("Variant"), Some(&*game.variant));
    assert_eq!(written.tag("Round"), Some(&*game.number.to_string()));
    assert_eq!(written.tag("FEN"), game.fen.as_deref());
    let control = |name: &str| if name.starts_with("crash") { "1/500" } else { "-" };
    match [control(one), control(two)] {
        [time, same] if time == same => assert_eq!(written.tag("TimeControl"), Some(time)),
        [white, black] => {
            assert_eq!(written.tag("TimeControl"), Some("?"));
            assert_eq!(written.tag("WhiteTimeControl"), Some(white));
            assert_eq!(written.tag("BlackTimeControl"), Some(black));
        }
    }
    let options = |name: &str| name.starts_with('[').then_some("Hash=8");
    assert_eq!(written.tag("WhiteOptions"), options(one));
    assert_eq!(written.tag("BlackOptions"), options(two));
    assert_eq!(written.tag("SetUp"), game.fen.as_ref().map(|_| "1"));
    let date = written.tag("Date").unwrap();
    assert!(date.len() == 10 && date.starts_with("20") && date.matches('.').count() == 2, "{date}");
    let moves: Vec<&str> = written.moves.iter().map(|(text, _)| text.as_str()).collect();
    let played = game.opening.iter().chain(game.moves.iter().map(|mv| &mv.text));
    // A move of digits alone is not a PGN word.
    let played: Vec<&str> = played.map(|text| if text == "0000" { "--" } else { text }).collect();
    assert_eq!(moves, played);
    let ply_count = moves.len().to_string();
    assert_eq!(written.tag("PlyCount"), Some(&*ply_count));
    let comments = written.moves.iter().skip(game.opening.len()).map(|(_, comment)| comment);
    for (comment, mv) in comments.zip(&game.moves) {
        let time = format!("{:.3}s", mv.time.as_secs_f64());
        assert!(comment.contains(&time), "{comment} without {time}");
        assert_eq!(comment.contains('/'), mv.score.is_some() && mv.depth.is_some(), "{comment}");
    }
    if game.reason.is_fault() {
        let last = &written.moves.last().expect("a move").1;
        assert!(last.contains(&format!("{}: ", game.reason)), "{last}");
    }
}

#[test]
fn the_file_says_what_the_record_says() {
    let place = Place::new();
    place.write("o", "startpos moves a1b1 c4b4\nb1rr/r1bb/b1br/rbrb r - moves a1a2\n");
    let engines = [
        engine("a \"b\" c\\d", &bad4("--seed 1"), "nodes=1"),
        engine("crash; {x}", &bad4("--seed 2 --after 9 exits-on-go"), "movetime=500000"),
        engine("[ünï]", &bad4("--seed 3 --after 20 illegal-move"), "depth=1 option.Hash=8"),
    ];
    let arguments = |games: usize, more: &str| {
        let after = format!("--openings o --games {games} --out m {more}");
        match_of("--variant zola-4 --recover --max-plies 30", &engines, &after)
    };
    place.succeed(&arguments(2, ""));
    let begun = place.read("m.pgn");
    assert_eq!(read(&begun).len(), 6);
    // The part of a game left by a kill during the write.
    place.write("m.pgn", &begun[..begun.len() - 20]);
    place.succeed(&arguments(4, "--resume"));
    let (written, games) = (read(&place.read("m.pgn")), place.games("m"));
    assert!(place.read("m.pgn").starts_with(&begun), "the finished games stay as they were");
    assert_eq!((written.len(), games.len()), (12, 12));
    written.iter().zip(&games).for_each(|(written, game)| compare(written, game));
    assert!(games.iter().any(|game| game.reason == Reason::Crash));
    let second =
        |game: &GameRecord| game.moves.first().is_some_and(|mv| mv.player == Some(Player::Two));
    assert!(games.iter().any(second), "no game in which player two makes the first move");
}
