//! Positions near the end of games of the engine with itself, and where they come from.

use fastrand::Rng;
use zugi_game::{Chance, Game, GameInProgress, Hidden, Seated, Setup};
use zugi_search::{Limits, PvInfo, Searches, Settings, StopToken};
use zugi_zoka::{ZokaMove, ZokaPosition, ZokaVariant, variants};

/// Random plies that a game begins with: without them the engine turns over all pieces first.
const RANDOM_PLIES: usize = 8;

/// The memory of the engine, in MiB.
const MEMORY: u64 = 16;

/// What a new engine answers at this number of nodes, with this contempt: the engine that the
/// program has for the variant. It does not depend on earlier searches.
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

/// The decision of a new engine at this number of nodes, as in a game: a draw is worth less than a
/// half of a win.
pub fn think<V: ZokaVariant>(game: &GameInProgress<ZokaPosition<V>>, nodes: u64) -> ZokaMove {
    game.position().decision(search(game, nodes, 50).pv[0].typed())
}

/// The same where a draw is a half of a win, as in the exhaustive search.
pub fn decide<V: ZokaVariant>(game: &GameInProgress<ZokaPosition<V>>, nodes: u64) -> ZokaMove {
    game.position().decision(search(game, nodes, 0).pv[0].typed())
}

/// Of so many later moves one is random, too: the ends of such games are closer.
const ONE_OF: u64 = 8;

/// A game of the engine with itself at this number of nodes a move, until it is over or so long
/// that nothing more is expected of it. `visit` sees each position as the seat to move knows it.
pub fn play<V: ZokaVariant>(seed: u64, nodes: u64, mut visit: impl FnMut(&ZokaPosition<V>)) {
    let mut rng = Rng::with_seed(seed);
    let mut game = GameInProgress::new(ZokaPosition::<V>::start_with(seed));
    for ply in 0..200 {
        if game.outcome().is_some() {
            return;
        }
        let position = game.position();
        if ply < RANDOM_PLIES {
            let moves = position.moves();
            game.play_unchecked(moves[rng.usize(..moves.len())]);
            continue;
        }
        visit(&position.observation_for(position.seat()));
        let decision = if rng.u64(..ONE_OF) == 0 {
            let decisions = game.position().decisions();
            decisions[rng.usize(..decisions.len())]
        } else {
            think(&game, nodes)
        };
        let outcome = game.position().random_outcome(decision, &mut rng).expect("a decision");
        game.play_unchecked(outcome);
    }
}

/// The same with some pieces of the hands still face down: up to six of all seats, at random.
/// Strong players turn over all their pieces first, so that few ends of their games have any.
pub fn turn_back<V: ZokaVariant>(position: &ZokaPosition<V>, rng: &mut Rng) -> ZokaPosition<V> {
    let text = position.text();
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    let areas = |field: &str| -> Vec<Vec<char>> {
        let area = |area: &str| area.chars().filter(|&letter| letter != '-').collect();
        field.split('/').map(area).collect()
    };
    let (mut lines, mut hands) = (areas(&fields[3]), areas(&fields[4]));
    for _ in lines.iter().map(Vec::len).sum::<usize>()..rng.usize(1..=6) {
        let seat = rng.usize(..hands.len());
        if !hands[seat].is_empty() {
            let piece = rng.usize(..hands[seat].len());
            lines[seat].push(hands[seat].remove(piece));
        }
    }
    let texts = |areas: &mut [Vec<char>]| -> String {
        let text = |area: &mut Vec<char>| {
            area.sort_unstable_by_key(|&letter| (letter != 'Z', letter));
            if area.is_empty() { "-".to_owned() } else { area.iter().collect() }
        };
        areas.iter_mut().map(text).collect::<Vec<String>>().join("/")
    };
    (fields[3], fields[4]) = (texts(&mut lines), texts(&mut hands));
    ZokaPosition::from_text(&fields.join(" ")).expect("the same pieces in other areas")
}
