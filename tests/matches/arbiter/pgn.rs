//! PREFIX.pgn has the games of the record.

use zugi::arbiter::Reason;
use zugi::game::Player;
use zugi::records::{End, GameFile};
use zugi::registry;

use super::support::{Place, bad4, engine, match_of};

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
    // The part of a game left by a kill during the write.
    place.write("m.pgn", &begun[..begun.len() - 20]);
    place.succeed(&arguments(4, "--resume"));
    let text = place.read("m.pgn");
    assert!(text.starts_with(&begun), "the finished games stay as they were");
    let (file, games) = (GameFile::read(text.clone(), &registry()).unwrap(), place.games("m"));
    assert_eq!((file.len(), file.summary(), games.len()), (12, None, 12));
    for (index, game) in games.iter().enumerate() {
        let read = file.game(index).unwrap();
        assert_eq!((read.number, &read.players, read.end), (game.number, &game.players, game.end));
        assert_eq!((&read.variant, &read.fen), (&game.variant, &game.fen), "{game}");
        let played = game.opening.iter().chain(game.moves.iter().map(|mv| &mv.text));
        assert!(read.moves.iter().map(|mv| &mv.text).eq(played), "{read}{game}");
        assert_eq!(read.reason.is_fault(), game.reason.is_fault(), "{read}{game}");
    }
    for tag in [
        "[TimeControl \"?\"]\n[WhiteTimeControl \"-\"]\n[BlackTimeControl \"1/500\"]\n",
        "[TimeControl \"-\"]\n",
        "[WhiteOptions \"Hash=8\"]\n",
        "[BlackOptions \"Hash=8\"]\n",
    ] {
        assert!(text.contains(tag), "no {tag} in {text}");
    }
    assert!(games.iter().any(|game| (game.reason, game.end != End::None) == (Reason::Crash, true)));
    let second = |mv: &zugi::arbiter::MoveRecord| mv.player == Some(Player::Two);
    assert!(games.iter().any(|game| game.moves.first().is_some_and(second)), "player two begins");
}
