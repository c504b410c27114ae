//! Draws that depend on the path, and their entries in the table, in toy games with and without
//! repetitions and draws.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use zugi_game::toy::{Corridor, Step};
use zugi_game::{GameInProgress, PackedMove, Player, Repetition, TextError};

use super::*;
use crate::transposition_table::Table;
use crate::{
    AlphaBeta, Evaluator, INFINITE, Limits, Score, Search, Searchable, Settings, StopToken, score,
};

impl Searchable for Corridor {
    type Context = ();

    fn context(&self) {}
}

/// Player one is ahead in every position, so that player two seeks draws.
struct Ahead;

impl<G: Searchable<Context = ()>> Evaluator<G> for Ahead {
    fn evaluate(&self, position: &G, (): &()) -> Value {
        if position.to_move() == Player::One { 100 } else { -100 }
    }
}

fn position(text: &str) -> Corridor {
    Corridor::from_text(text).unwrap()
}

/// Plays moves from a position, and returns the outcome and the origin after them.
fn walk(text: &str, moves: &str, drawn: &[u64]) -> (Option<Outcome>, usize) {
    let (mut path, mut position) = (Path::new(drawn, [0; 2]), position(text));
    for (ply, mv) in moves.split(' ').enumerate() {
        path.enter(&position, ply);
        position.play_unchecked(position.parse_move(mv).unwrap());
        let outcome = path.outcome(&position, ply + 1);
        if outcome.is_some() {
            return (outcome, path.origin());
        }
    }
    (None, path.origin())
}

#[test]
fn a_repetition_depends_on_the_path_from_the_first_occurrence() {
    let text = "x......o x 0";
    assert_eq!(walk(text, "b g a", &[]), (None, NO_ORIGIN));
    assert_eq!(walk(text, "b g a h", &[]), (Some(Outcome::Draw), 0));
    assert_eq!(walk(text, "b g c f b g", &[]), (Some(Outcome::Draw), 2));
}

#[test]
fn a_position_that_occurred_twice_before_is_a_draw_on_every_path() {
    let drawn = [position(".x....o. x 0").key()];
    assert_eq!(walk("x......o x 0", "b g", &drawn), (Some(Outcome::Draw), NO_ORIGIN));
    let salt = |drawn: &[u64], draw| Path::<Corridor>::new(drawn, draw).salt();
    let salts = [salt(&[], [0; 2]), salt(&drawn, [0; 2]), salt(&[], [-9, 9])];
    assert!(salts[0] == 0 && salts[1] != 0 && salts[2] != 0 && salts[1] != salts[2]);
}

#[test]
fn a_count_depends_on_the_path_from_before_it_began() {
    assert_eq!(walk("x......o x 38", "b g", &[]), (Some(Outcome::Draw), 0));
    // The count of the position is 40, so it began 40 plies before the end of the path, at ply 10.
    let (mut path, at) = (Path::<Corridor>::new(&[], [0; 2]), position(".x...o.. x 40"));
    (0..50).for_each(|ply| path.enter(&position("x......o o 0"), ply));
    assert_eq!(path.outcome(&at, 50), Some(Outcome::Draw));
    assert_eq!(path.origin(), 9);
    assert!(path.is_path_dependent(10) && !path.is_path_dependent(9));
}

/// The number of entries with this value for positions within `plies` plies.
fn entries(table: &Table, position: &Corridor, plies: u32, value: Value) -> usize {
    let known = table.probe::<Step>(position.key());
    let of_position = usize::from(known.is_some_and(|entry| entry.value == value));
    let moves = if plies > 0 { position.moves() } else { Vec::new() };
    let after = |mv| entries(table, &position.after(mv), plies - 1, value);
    of_position + moves.into_iter().map(after).sum::<usize>()
}

#[test]
fn draws_by_the_path_stay_out_of_the_table() {
    // In the first position the count runs out. In the second player two can seek repetitions.
    for text in [".x....o. x 34", "..x...o. o 0"] {
        let (position, alpha_beta) = (position(text), AlphaBeta::new(Ahead, 4).unwrap());
        let limits = Limits { depth: Some(8), ..Limits::default() };
        let (settings, token) = (Settings::default(), StopToken::default());
        let game = GameInProgress::new(position.clone());
        alpha_beta.search(&game, &limits, &settings, &token, None).unwrap();
        let table = alpha_beta.table();
        assert_eq!(entries(&table, &position, 4, 0), 0, "{text}");
        assert!(entries(&table, &position, 4, -INFINITE) > 10, "{text}");
    }
}

#[test]
fn wins_must_come_before_the_count_runs_out() {
    let at = position("x......o x 30");
    assert!(Path::allows(&at, WIN - 10, 30) && !Path::allows(&at, WIN - 11, 30));
    assert!(Path::allows(&at, 10 - WIN, 30) && !Path::allows(&at, 11 - WIN, 30));
    assert!(Path::allows(&at, 200, 10) && !Path::allows(&at, 200, 11));
    assert!(Path::allows(&Walk::<true, false>::start(), 0, 200));
}

const PLIES: u8 = 8;

/// A toy game of steps along the squares 0 to 9. No test parses its texts.
/// - With `REPEATS` a player steps to a neighbour; player one wins on 9 and player two on 0.
/// - Without `REPEATS` a player steps one or two squares ahead; the player who reaches 9 wins.
/// - With `DRAWS` a walk of [`PLIES`] plies is a draw, and, without `REPEATS`, so is the square 5.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Walk<const REPEATS: bool, const DRAWS: bool> {
    square: u8,
    to_move: Player,
    plies: u8,
}

impl<const REPEATS: bool, const DRAWS: bool> Walk<REPEATS, DRAWS> {
    fn targets(&self) -> Vec<u8> {
        let Walk { square, .. } = *self;
        let all =
            if REPEATS { [square.wrapping_sub(1), square + 1] } else { [square + 1, square + 2] };
        all.into_iter().filter(|&to| to <= 9 && self.outcome().is_none()).collect()
    }
}

impl<const REPEATS: bool, const DRAWS: bool> Game for Walk<REPEATS, DRAWS> {
    type Move = Step;

    const NAME: &'static str = "walk";
    const REPETITION: Repetition =
        if REPEATS { Repetition::Allowed } else { Repetition::Impossible };
    const DRAWS: bool = DRAWS;

    fn start() -> Self {
        Walk { square: if REPEATS { 4 } else { 0 }, to_move: Player::One, plies: 0 }
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.square {
            0 if REPEATS => Some(Outcome::Win(Player::Two)),
            9 if REPEATS => Some(Outcome::Win(Player::One)),
            9 => Some(Outcome::Win(self.to_move.opponent())),
            5 if DRAWS && !REPEATS => Some(Outcome::Draw),
            _ => (DRAWS && self.plies >= PLIES).then_some(Outcome::Draw),
        }
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        self.targets().into_iter().try_for_each(|to| visit(Step::from_bits(to.into())))
    }

    fn play_unchecked(&mut self, mv: Step) {
        self.square = mv.to_bits() as u8;
        self.to_move = self.to_move.opponent();
        self.plies = if DRAWS { self.plies.saturating_add(1) } else { 0 };
    }

    fn key_from_scratch(&self) -> u64 {
        let number = 1 + u64::from(self.square) + 256 * self.to_move.index() as u64;
        number.wrapping_mul(SPREAD)
    }

    fn plies_to_draw(&self) -> Option<u16> {
        DRAWS.then(|| PLIES.saturating_sub(self.plies).into())
    }

    fn parse_move(&self, text: &str) -> Result<Step, TextError> {
        Err(TextError::new("move", text, "no text"))
    }

    fn move_text(&self, mv: Step) -> String {
        mv.to_bits().to_string()
    }
}

impl<const REPEATS: bool, const DRAWS: bool> fmt::Display for Walk<REPEATS, DRAWS> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.square, ["x", "o"][self.to_move.index()], self.plies)
    }
}

impl<const REPEATS: bool, const DRAWS: bool> FromStr for Walk<REPEATS, DRAWS> {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Self, TextError> {
        Err(TextError::new("position", text, "no text"))
    }
}

impl<const REPEATS: bool, const DRAWS: bool> Searchable for Walk<REPEATS, DRAWS> {
    type Context = ();

    fn context(&self) {}
}

/// The minimax value by [`Ahead`] at a depth of `plies`, in which forced moves do not count.
fn value<G: Game>(position: &G, plies: u32, draw: DrawValues) -> Value {
    let to_move = position.to_move();
    if let Some(outcome) = position.outcome() {
        return score::finished(outcome, to_move, 0, draw);
    }
    let moves = position.moves();
    let rest = match plies {
        0 => return if to_move == Player::One { 100 } else { -100 },
        _ if moves.len() == 1 => plies,
        _ => plies - 1,
    };
    let of_move = |mv| match -value(&position.after(mv), rest, draw) {
        value if value.abs() >= PROVEN => value - value.signum(),
        value => value,
    };
    moves.into_iter().map(of_move).max().unwrap()
}

fn score_of_search<const REPEATS: bool, const DRAWS: bool>(
    player: &AlphaBeta<Walk<REPEATS, DRAWS>, Ahead>,
    position: &Walk<REPEATS, DRAWS>,
    depth: u32,
    contempt: Value,
) -> Score {
    let limits = Limits { mate: Some(depth), ..Limits::default() };
    let settings = Settings { contempt, ..Settings::default() };
    let (game, token) = (GameInProgress::new(position.clone()), StopToken::default());
    player.search(&game, &limits, &settings, &token, None).unwrap().score
}

/// Searches every position at every count and with several values of a draw. Entries of one search
/// must not be wrong in another.
fn check_walk<const REPEATS: bool, const DRAWS: bool>() {
    let new_player = || AlphaBeta::new(Ahead, 1).unwrap();
    let (player, mut drawn) = (new_player(), 0);
    let counts = if DRAWS { PLIES } else { 1 };
    let all = (1..9).flat_map(|square| (0..counts).rev().map(move |plies| (square, plies)));
    for (number, (square, plies)) in all.clone().chain(all).enumerate() {
        let position = Walk::<REPEATS, DRAWS> { square, to_move: Player::One, plies };
        if position.outcome().is_some() {
            continue;
        }
        let contempt = [0, 70, 30][number % 3];
        // The first move counts even if it is forced.
        let value = |depth| {
            let draw = [-contempt, contempt];
            let children = position.moves().into_iter().map(|mv| position.after(mv));
            let worst = children.map(|child| value(&child, depth - 1, draw)).min().unwrap();
            let value = -worst;
            if value.abs() >= PROVEN { value - value.signum() } else { value }
        };
        let depth = 1 + number as u32 % 7;
        let context = format!("{position:?} to depth {depth} with contempt {contempt}");
        let expected = Score::from_value(value(depth));
        assert_eq!(
            score_of_search(&new_player(), &position, depth, contempt),
            expected,
            "{context}"
        );
        // A search to the end of the game, if it ends.
        match score_of_search(&player, &position, 9, contempt) {
            Score::Centipawns(units) if REPEATS && !DRAWS => {
                assert_eq!(units, 100, "{context}")
            }
            score => {
                assert_eq!(score, Score::from_value(value(10)), "{context}");
                drawn += usize::from(score == Score::Centipawns(-contempt));
            }
        }
    }
    assert_eq!(drawn > 0, DRAWS, "{drawn} draws");
}

#[test]
fn searches_find_draws_and_wins_in_games_with_repetitions_or_draws() {
    check_walk::<false, true>();
    check_walk::<true, false>();
    check_walk::<true, true>();
}

#[test]
fn the_salt_depends_only_on_draws_that_the_game_has() {
    let draw = [-9, 9];
    let salts = [
        Path::<Walk<false, false>>::new(&[], draw).salt(),
        Path::<Walk<true, false>>::new(&[], draw).salt(),
        Path::<Walk<false, true>>::new(&[], draw).salt(),
        Path::<Walk<true, true>>::new(&[], draw).salt(),
    ];
    assert_eq!(salts.map(|salt| salt != 0), [false, false, true, true]);
}
