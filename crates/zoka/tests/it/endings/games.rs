//! The decisions of the engine.

use zugi_game::{Chance, Game, GameInProgress, Setup};
use zugi_search::{Limits, PvInfo, Searches, Settings, StopToken};
use zugi_zoka::{ZokaMove, ZokaPosition, ZokaVariant, variants};

/// The memory of the engine in MiB.
const MEMORY: u64 = 16;

/// The answer of a new engine for the variant at this number of nodes, with this contempt. It does
/// not depend on earlier searches.
pub fn search<V: ZokaVariant>(
    game: &GameInProgress<ZokaPosition<V>>,
    nodes: u64,
    contempt: i32,
) -> PvInfo {
    let variants = variants(None);
    let variant = variants.iter().find(|it| it.name() == V::NAME).expect("a variant of the crate");
    let searches = variant.capability::<dyn Searches>().expect("a search");
    let searcher = searches.searcher(MEMORY).expect("memory");
    let start = game.positions().last().unwrap_or(game.position());
    let moves: Vec<ZokaMove> = game.moves_played().collect();
    let moves = GameInProgress::new(start.clone()).variation(moves);
    let (text, mut game) = (game.position().text(), variant.game());
    game.set_up(Setup::Text(&start.text()), &moves).expect("the same game");
    assert_eq!(game.text(), text);
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let settings = Settings { contempt, ..Settings::default() };
    let best = searcher.search(&*game, &limits, &settings, &StopToken::default(), None);
    best.expect("a move")
}

/// The decision of a new engine at this number of nodes in a game, where a draw is worth less than
/// half of a win.
pub fn think<V: ZokaVariant>(game: &GameInProgress<ZokaPosition<V>>, nodes: u64) -> ZokaMove {
    game.position().decision(search(game, nodes, 50).pv[0].typed())
}

/// The same with a draw worth half of a win, as in the exhaustive search.
pub fn decide<V: ZokaVariant>(game: &GameInProgress<ZokaPosition<V>>, nodes: u64) -> ZokaMove {
    game.position().decision(search(game, nodes, 0).pv[0].typed())
}
