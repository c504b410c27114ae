//! Proofs with draws: random graphs with recurrence against a plain search with the whole history.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use zugi_game::board::mix;
use zugi_game::toy::{Corridor, Step};
use zugi_game::{Game, History, Outcome, PackedMove, Player, Repetition, TextError};
use zugi_proofs::draws::{DfpnSolver, ProvableWithDraws, verify_result};
use zugi_proofs::{CertificateLimits, FileProver, ProofLimits};

/// The nodes of a layer, and the number of layers.
const NODES: u8 = 6;
const LAYERS: u8 = 2;

/// The quiet plies in a row that draw the game: enough for a position in a cycle of four plies to
/// recur twice.
const LIMIT: u8 = 9;

/// A game on a random graph: the players move one token, and a player without a move loses. Moves
/// within a layer are quiet, and no move leads back to an earlier layer.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Maze {
    seed: u64,
    node: u8,
    to_move: Player,
    quiet: u8,
}

impl Maze {
    fn random(&self, salt: u64) -> u64 {
        let side = self.to_move.index() as u64;
        mix(mix(self.seed) ^ u64::from(self.node) << 8 ^ side << 16 ^ salt << 32)
    }

    /// The nodes after each move: none, one or two different ones.
    fn targets(&self) -> Vec<u8> {
        let count = [0, 1, 1, 2, 2, 2, 2, 2][(self.random(0) % 8) as usize];
        let target = |i: u64| {
            let (random, layer) = (self.random(1 + i), self.node / NODES);
            let goes_on = random % 5 == 0 && layer + 1 < LAYERS;
            let to = (random >> 8) % u64::from(NODES);
            (layer + u8::from(goes_on)) * NODES + to as u8
        };
        let mut targets: Vec<u8> = (0..count).map(target).collect();
        targets.dedup();
        targets
    }
}

impl Game for Maze {
    type Move = Step;

    const NAME: &'static str = "maze";
    const REPETITION: Repetition = Repetition::Draw(3);
    const DRAWS: bool = true;

    fn start() -> Maze {
        Maze { seed: 0, node: 0, to_move: Player::One, quiet: 0 }
    }

    fn to_move(&self) -> Player {
        self.to_move
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.targets().is_empty() {
            true => Some(Outcome::Win(self.to_move.opponent())),
            false => (self.quiet >= LIMIT).then_some(Outcome::Draw),
        }
    }

    fn visit_moves(&self, visit: &mut impl FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        self.targets().into_iter().try_for_each(|to| visit(Step::from_bits(to.into())))
    }

    fn play_unchecked(&mut self, mv: Step) {
        let to = mv.to_bits() as u8;
        self.quiet = if to / NODES == self.node / NODES { self.quiet + 1 } else { 0 };
        self.node = to;
        self.to_move = self.to_move.opponent();
    }

    fn key_from_scratch(&self) -> u64 {
        mix(self.seed << 9 | u64::from(self.node) << 1 | self.to_move.index() as u64)
    }

    fn reversible_plies(&self) -> usize {
        self.quiet.into()
    }

    fn plies_to_draw(&self) -> Option<u16> {
        Some(LIMIT.saturating_sub(self.quiet).into())
    }

    fn parse_move(&self, text: &str) -> Result<Step, TextError> {
        let to: u8 = text.parse().map_err(|_| TextError::new("move", text, "a number"))?;
        Ok(Step::from_bits(to.into()))
    }

    fn move_text(&self, mv: Step) -> String {
        mv.to_bits().to_string()
    }
}

impl fmt::Display for Maze {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {} {}", self.seed, self.node, self.to_move.index(), self.quiet)
    }
}

impl FromStr for Maze {
    type Err = TextError;

    fn from_str(text: &str) -> Result<Maze, TextError> {
        let numbers: Vec<u64> = text.split(' ').filter_map(|word| word.parse().ok()).collect();
        let &[seed, node, side, quiet] = numbers.as_slice() else {
            return Err(TextError::new("position", text, "four numbers"));
        };
        let to_move = Player::BOTH[side as usize % 2];
        Ok(Maze { seed, node: node as u8, to_move, quiet: quiet as u8 })
    }
}

impl ProvableWithDraws for Maze {
    const QUIET_LIMIT: u8 = LIMIT;

    fn board_key(&self) -> [u64; 2] {
        [self.seed, u64::from(self.node) << 1 | self.to_move.index() as u64]
    }

    fn quiet_plies(&self) -> u8 {
        self.quiet
    }

    fn with_quiet_plies(&self, quiet: u8) -> Maze {
        Maze { quiet, ..self.clone() }
    }

    fn size(&self) -> u32 {
        1
    }

    fn longest_win(_: u32) -> Option<u8> {
        None
    }

    fn first_numbers(&self, prover: Player) -> [u32; 2] {
        let moves = self.count_moves() as u32;
        if self.to_move == prover { [1, moves] } else { [moves, 1] }
    }
}

/// Whether a side wins, by a search of all games with all rules and the whole history.
fn wins<G: Game>(position: &G, history: &History, side: Player) -> bool {
    if let Some(outcome) = history.outcome(position) {
        return outcome == Outcome::Win(side);
    }
    let mut history = history.clone();
    history.push(position);
    let mut next = position.moves().into_iter().map(|mv| position.after(mv));
    match position.to_move() == side {
        true => next.any(|next| wins(&next, &history, side)),
        false => next.all(|next| wins(&next, &history, side)),
    }
}

fn outcome<G: Game>(position: &G) -> Outcome {
    let wins = |side: &Player| wins(position, &History::default(), *side);
    Player::BOTH.into_iter().find(wins).map_or(Outcome::Draw, Outcome::Win)
}

/// Solves a position, and checks that its certificate proves the result.
fn solved<G: ProvableWithDraws>(solver: &DfpnSolver<G, ()>, position: &G) -> Outcome {
    let stop = AtomicBool::new(false);
    let report = solver.solve(position, &ProofLimits::default(), &stop, |_| ());
    let found = report.outcome.expect("no limits");
    let (mut bytes, limits) = (Vec::new(), CertificateLimits::default());
    let written = solver.write_certificate(position, found, limits, &stop, &mut bytes, &mut |_| ());
    let written = written.unwrap_or_else(|error| panic!("{}: {error}", position.text()));
    let checked = verify_result::<G>(bytes.as_slice(), &(), &stop, |_| ()).expect("a proof");
    assert_eq!(checked, written);
    assert_eq!((checked.position, checked.outcome), (position.clone(), found));
    if let Outcome::Win(_) = found {
        let end = report.line.iter().fold(position.clone(), |position, &mv| position.after(mv));
        assert_eq!(end.outcome(), Some(found), "{}", position.text());
    }
    found
}

/// Positions of the first layer with some counts of quiet plies.
fn mazes(seeds: std::ops::Range<u64>) -> impl Iterator<Item = Maze> {
    seeds.flat_map(|seed| {
        (0..NODES).flat_map(move |node| {
            Player::BOTH.into_iter().flat_map(move |to_move| {
                [0, 3, LIMIT - 2, LIMIT - 1].map(|quiet| Maze { seed, node, to_move, quiet })
            })
        })
    })
}

#[test]
fn mazes_have_the_results_of_a_search_with_the_whole_history() {
    let mut counts = [0; 3];
    // `kept` reuses the results of earlier positions; `fresh` has none.
    let kept = DfpnSolver::<Maze, _>::new((), 1).expect("memory");
    for position in mazes(0..40) {
        let expected = outcome(&position);
        let fresh = DfpnSolver::<Maze, _>::new((), 1).expect("memory");
        assert_eq!(solved(&kept, &position), expected, "{}", position.text());
        assert_eq!(solved(&fresh, &position), expected, "{}", position.text());
        counts[match expected {
            Outcome::Win(player) => player.index(),
            Outcome::Draw => 2,
        }] += 1;
    }
    assert!(counts.iter().all(|&count| count > 100), "{counts:?}");
}

#[test]
fn damaged_certificates_prove_nothing() {
    let stop = AtomicBool::new(false);
    let mut found = 0;
    for position in mazes(0..12).step_by(5).filter(|position| position.outcome().is_none()) {
        let solver = DfpnSolver::<Maze, _>::new((), 1).expect("memory");
        let report = solver.solve(&position, &ProofLimits::default(), &stop, |_| ());
        let outcome = report.outcome.expect("no limits");
        let (mut bytes, limits) = (Vec::new(), CertificateLimits::default());
        let written =
            solver.write_certificate(&position, outcome, limits, &stop, &mut bytes, &mut |_| ());
        let header = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n').nth(4);
        let (start, _) = header.expect("five lines");
        assert_eq!(written.expect("a proof").outcome, outcome);
        // Another result with the same numbers; then numbers that are cut off.
        let text = String::from_utf8_lossy(&bytes[..start]).into_owned();
        let named = text.lines().nth(3).expect("a result").to_owned();
        for other in ["p1", "p2", "draw"].into_iter().filter(|other| *other != named) {
            let head = text.replace(&format!("\n{named}\n"), &format!("\n{other}\n"));
            let forged = [head.as_bytes(), &bytes[start..]].concat();
            assert!(verify_result::<Maze>(forged.as_slice(), &(), &stop, |_| ()).is_err());
            found += 1;
        }
        let cut = &bytes[..bytes.len() - 5];
        assert!(verify_result::<Maze>(cut, &(), &stop, |_| ()).is_err());
    }
    assert!(found > 50, "{found}");
}

#[test]
fn a_corridor_is_solved_near_the_end_of_its_plies() {
    for text in
        ["x......o x 31", "x......o x 32", ".x....o. o 33", "..x.o... x 30", "x.o..... o 37"]
    {
        let position = Corridor::from_text(text).expect("a position");
        let solver = DfpnSolver::<Corridor, _>::new((), 1).expect("memory");
        assert_eq!(solved(&solver, &position), outcome(&position), "{text}");
    }
}
