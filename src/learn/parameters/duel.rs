//! Games between two players who differ in the parameters of their searches.

use fastrand::Rng;

use crate::eval::Evaluated;
use crate::game::{GameInProgress, Outcome, Player};
use crate::learn::self_play::{TABLE_MIB, opening};
use crate::search::{
    AlphaBeta, Assessment, Limits, MAX_PLY, OutOfMemory, Parameters, Settings, StopToken, Value,
};

/// The least and the greatest number of random plies of an opening.
const PLIES: [usize; 2] = [4, 12];

/// An opening is balanced if a search takes it for no better than this for either side, in
/// units of the evaluation.
const BALANCED: Value = 80;

/// How many openings are tried for a balanced one; the last one is taken anyway.
const TRIES: usize = 60;

/// A game without a result after so many plies is a draw.
const PATIENCE: usize = 2 * MAX_PLY;

/// Two players.
pub(super) struct Duel<G: Evaluated>([AlphaBeta<G, G::Evaluator>; 2]);

impl<G: Evaluated> Duel<G> {
    /// With empty tables.
    pub fn new() -> Result<Duel<G>, OutOfMemory> {
        let player = || AlphaBeta::new(G::Evaluator::default(), TABLE_MIB);
        Ok(Duel([player()?, player()?]))
    }

    /// Plays a balanced opening from both sides, so many nodes a move. The points of the first
    /// player, less those of the second: from -2 to 2.
    pub fn play(&self, parameters: [Parameters; 2], nodes: u64, rng: &mut Rng) -> i32 {
        let settings = parameters
            .map(|parameters| Settings { parameters: parameters.text(), ..Settings::default() });
        let Some(opening) = self.opening(nodes, rng) else { return 0 };
        let [first, second] = &settings;
        self.game(opening.clone(), [first, second], nodes)
            - self.game(opening, [second, first], nodes)
    }

    /// A balanced opening, if any comes up.
    fn opening(&self, nodes: u64, rng: &mut Rng) -> Option<GameInProgress<G>> {
        let mut last = None;
        for _ in 0..TRIES {
            let plies = rng.usize(PLIES[0]..=PLIES[1]);
            let Some(game) = opening::<G>(plies, rng) else { continue };
            let score = self.search(0, &game, &Settings::default(), nodes).map(|(_, score)| score);
            let is_balanced =
                matches!(score, Some(Assessment::Units(value)) if value.abs() <= BALANCED);
            last = Some(game);
            if is_balanced {
                break;
            }
        }
        last
    }

    fn search(
        &self,
        player: usize,
        game: &GameInProgress<G>,
        settings: &Settings,
        nodes: u64,
    ) -> Option<(G::Move, Assessment)> {
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = self.0[player].search(game, &limits, settings, &StopToken::default(), ())?;
        Some((*report.pv.first()?, report.score))
    }

    /// The points of player one, less those of player two. Ends as soon as a search has seen
    /// the end.
    fn game(&self, mut game: GameInProgress<G>, settings: [&Settings; 2], nodes: u64) -> i32 {
        self.0.iter().for_each(AlphaBeta::forget);
        for _ in 0..PATIENCE {
            let mover = game.position().to_move();
            let player = mover.index();
            let Some((mv, score)) = self.search(player, &game, settings[player], nodes) else {
                break;
            };
            match score {
                Assessment::Units(_) => game.play_unchecked(mv),
                Assessment::Win(_) => return points(Outcome::Win(mover)),
                Assessment::Loss(_) => return points(Outcome::Win(mover.opponent())),
            }
        }
        game.outcome().map_or(0, points)
    }
}

fn points(outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Win(Player::One) => 1,
        Outcome::Win(Player::Two) => -1,
        Outcome::Draw => 0,
    }
}
