//! Endings that alpha-beta must play right; the first two are positions in which the tree search
//! lost at 20,000 nodes.

use zugi_game::{Game, GameInProgress, Player};
use zugi_search::{AlphaBeta, Limits, Score, Search, Settings, StopToken, TreeGame};
use zugi_zoka::Zoka;

use super::games::search;

/// Each line has `wins` or `holds` and a position: some move wins by force, or some moves lose by
/// force and others do not.
const POSITIONS: &str = include_str!("../../data/endings.txt");

/// The nodes of a move, and those of the search that judges it.
const PLAYER: u64 = 20_000;
const JUDGE: u64 = 400_000;

/// The winner by force, if a search proves one. A proven score rests on all replies: a line with
/// pruned moves proves no loss.
fn winner(game: &GameInProgress<Zoka>) -> Option<Player> {
    if let Some(outcome) = game.outcome() {
        return outcome.winner();
    }
    let judge = AlphaBeta::strongest(16).unwrap();
    let limits = Limits { nodes: Some(JUDGE), ..Limits::default() };
    let (settings, token) = (Settings::default(), StopToken::default());
    let best = judge.search(game, &limits, &settings, &token, None).unwrap();
    let mover = game.position().to_move();
    match best.score {
        Score::Win(_) => Some(mover),
        Score::Loss(_) => Some(mover.opponent()),
        _ => None,
    }
}

#[test]
fn endings_are_played_right_at_twenty_thousand_nodes() {
    let mut count = 0;
    for line in POSITIONS.lines().filter(|line| !line.starts_with('#')) {
        let (kind, text) = line.split_once(' ').unwrap();
        let position = Zoka::from_text(text).unwrap();
        let (mover, mut game) = (position.to_move(), GameInProgress::new(position));
        assert!(game.position().is_exact_ending(), "{line}");
        let best = search(&game, PLAYER, 0);
        assert_eq!(best.wdl.map(|it| it.iter().sum()), Some(1000), "{line}");
        let text = game.position().move_text(best.pv[0].typed());
        game.play(best.pv[0].typed()).unwrap();
        match kind {
            "wins" => assert_eq!(winner(&game), Some(mover), "{line}: {text}"),
            _ => assert_ne!(winner(&game), Some(mover.opponent()), "{line}: {text}"),
        }
        count += 1;
    }
    assert_eq!(count, 12);
}
