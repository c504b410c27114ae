//! Endgames that a tree search of 20,000 nodes misplayed; alpha-beta, which now takes over there,
//! plays them right.

use zugi_game::{Game, GameInProgress, Outcome, Player};
use zugi_search::{AlphaBeta, Limits, Score, Settings, StopToken, TreeGame, TreeSearch};
use zugi_zoka::{Zoka, ZokaMove, ZokaSum};

/// Lines of `wins` or `holds` and a position: some move wins by force, or some moves lose by force
/// and others do not.
const POSITIONS: &str = include_str!("../data/endings.txt");

/// Nodes per move of the player, and of the search that judges it.
const PLAYER: u64 = 20_000;
const JUDGE: u64 = 400_000;

fn nodes(nodes: u64) -> Limits<ZokaMove> {
    Limits { nodes: Some(nodes), ..Limits::default() }
}

/// The winner by force, if the search proves one. A win is certain: the proof omits no replies.
fn winner(game: &GameInProgress<Zoka>) -> Option<Player> {
    if let Some(outcome) = game.outcome() {
        return match outcome {
            Outcome::Win(player) => Some(player),
            Outcome::Draw => None,
        };
    }
    let judge = AlphaBeta::new(ZokaSum::default(), 16).unwrap();
    let best =
        judge.search(game, &nodes(JUDGE), &Settings::default(), &StopToken::default(), ()).unwrap();
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
        let player = TreeSearch::new(ZokaSum::default(), 16).unwrap();
        let (settings, token) = (Settings::default(), StopToken::default());
        let best = player.search(&game, &nodes(PLAYER), &settings, &token, ()).unwrap();
        assert_eq!(best.wdl.map(|it| it.iter().sum()), Some(1000), "{line}");
        let text = game.position().move_text(best.pv[0]);
        game.play(best.pv[0]).unwrap();
        match kind {
            "wins" => assert_eq!(winner(&game), Some(mover), "{line}: {text}"),
            _ => assert_ne!(winner(&game), Some(mover.opponent()), "{line}: {text}"),
        }
        count += 1;
    }
    assert!(count >= 11, "{count}");
}
