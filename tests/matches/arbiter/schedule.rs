//! Pairings, openings, and adjudication.

use zugi::arbiter::{End, Reason};

use super::support::{Place, bad4, engine, match_of, zugi};

#[test]
fn pairs_have_the_openings_in_the_order_that_was_asked_for() {
    let place = Place::new();
    place.write("o", "startpos moves a1b1\nstartpos moves a1a2\nstartpos moves d4c4\nstartpos\n");
    let before = "--variant zola-4 --order sequential --start 3 --games 8 --openings o";
    let engines = ["a", "b", "c"].map(|name| engine(name, &bad4(""), "nodes=1"));
    place.succeed(&match_of(before, &engines, "--out m"));
    let mut games = place.games("m");
    games.sort_by_key(|game| game.number);
    for pair in games.chunks(2) {
        let [first, second] = pair else { panic!("{pair:?}") };
        assert_eq!(first.opening, second.opening);
        let [one, two] = &first.players;
        assert_eq!([two, one], second.players.each_ref());
    }
    let mut played: Vec<String> = games.iter().map(|game| game.opening.concat()).collect();
    played.dedup();
    assert_eq!(played, ["d4c4", "", "a1b1", "a1a2"]);
}

#[test]
fn games_are_adjudicated_when_engines_agree() {
    let place = Place::new();
    let more = "option.PieRule=false option.Hash=1";
    let engines = [
        engine("strong", &zugi(""), &format!("depth=5 {more}")),
        engine("weak", &zugi(""), &format!("depth=1 {more}")),
    ];
    let adjudicated = |prefix: &str, settings: &str| {
        let after = format!("--out {prefix} --games 6");
        place.succeed(&match_of(&format!("{settings} --concurrency 2"), &engines, &after));
        let mut games = place.games(prefix);
        games.retain(|game| game.reason == Reason::Adjudication);
        games
    };
    let won = adjudicated("win", "--win moves=2 score=90 after=6");
    assert!(!won.is_empty() && won.iter().all(|game| game.end != End::Draw), "{won:?}");
    let drawn = adjudicated("draw", "--draw moves=1 score=100000 after=10");
    assert_eq!(drawn.len(), 6);
    for game in drawn {
        assert_eq!((game.end, game.moves.len()), (End::Draw, 11), "the first ply after 10: {game}");
    }
    let resigned = adjudicated("resign", "--resign moves=1 score=400");
    assert!(!resigned.is_empty(), "most of the games");
    for game in resigned {
        let loser = if game.end == End::P1win { &game.players[1] } else { &game.players[0] };
        assert_eq!(game.detail, format!("{loser} resigns"), "{game}");
    }
}
