//! Two engines play each other through the protocol, as in a match runner, which keeps the clocks;
//! the library's rules are the referee.
//!
//! The ordinary tests do not check the clock. The others need a release build and an idle machine;
//! `ZUGI_GAMES` (200) is the number of games of each long match: `cargo test --release --test
//! matches -- --ignored --nocapture`.

use crate::support::alone;
use std::fmt;
use std::time::{Duration, Instant};

use crate::support::referee::Referee;
use crate::support::{Answer, Client};
use fastrand::Rng;

use crate::support::steal_time::{TICK, steal_time};

/// Longer than any game.
const MAX_PLIES: usize = 2_000;

/// How much longer than `movetime` an answer may take.
const ALLOWANCE: Duration = Duration::from_millis(10);

/// How often to repeat a late `go`: a machine that stalls is late once, a faulty engine every time.
const TRIES: usize = 3;

/// One late answer is tolerated per this many answers.
const ANSWERS_PER_STALL: usize = 1000;

/// The variants in turn; the standard one comes most often.
const VARIANTS: [&str; 6] = ["zola-6", "zola-8", "zola-6", "zola-10", "zola-6", "zola-4"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Control {
    /// Time for the game and an increment: the game is lost when the clock is empty.
    Clock { time: Duration, increment: Duration },
    /// Time per move: the game is lost when it is exceeded by more than [`ALLOWANCE`].
    MoveTime(Duration),
    /// A clock that is sent but does not run.
    Shown(Duration),
}

const BLITZ: Control =
    Control::Clock { time: Duration::from_millis(100), increment: Duration::from_millis(10) };
const BULLET: Control =
    Control::Clock { time: Duration::from_millis(100), increment: Duration::from_millis(1) };
const SECOND: Control =
    Control::Clock { time: Duration::from_secs(1), increment: Duration::from_millis(10) };
const INSTANT: Control = Control::MoveTime(Duration::from_millis(10));

/// The statistics of a match.
#[derive(Clone, Default, Debug)]
struct Tally {
    games: usize,
    plies: usize,
    time_losses: usize,
    /// Answers that were late only the first time.
    stalls: usize,
    illegal_moves: usize,
    disagreements: usize,
    /// The largest excess over `movetime`.
    slowest_over: Duration,
    /// The least time left on a clock after a move.
    least_left: Option<Duration>,
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} games, {} plies, {} time losses, {} stalls, {} illegal moves, {} disagreements",
            self.games,
            self.plies,
            self.time_losses,
            self.stalls,
            self.illegal_moves,
            self.disagreements
        )?;
        match self.least_left {
            Some(left) => write!(f, ", least time left {left:?}"),
            None if self.slowest_over.is_zero() => Ok(()),
            None => write!(f, ", slowest answer {:?} over movetime", self.slowest_over),
        }
    }
}

impl Tally {
    fn add(&mut self, game: Tally) {
        self.games += game.games;
        self.plies += game.plies;
        self.time_losses += game.time_losses;
        self.stalls += game.stalls;
        self.illegal_moves += game.illegal_moves;
        self.disagreements += game.disagreements;
        self.slowest_over = self.slowest_over.max(game.slowest_over);
        self.least_left = self.least_left.into_iter().chain(game.least_left).min();
    }

    #[track_caller]
    fn assert_clean(&self) {
        let faults = (self.time_losses, self.illegal_moves, self.disagreements);
        assert_eq!(faults, (0, 0, 0), "{self}");
        assert!(self.stalls <= 1 + self.plies / ANSWERS_PER_STALL, "{self}");
    }
}

/// The clocks of a game.
struct Clocks {
    control: Control,
    left: [Duration; 2],
}

impl Clocks {
    fn new(control: Control) -> Clocks {
        let left = match control {
            Control::Clock { time, .. } => time,
            Control::MoveTime(time) | Control::Shown(time) => time,
        };
        Clocks { control, left: [left; 2] }
    }

    fn go_command(&self) -> String {
        match self.control {
            Control::Clock { increment, .. } => {
                let [one, two] = self.left.map(|left| left.as_millis());
                let increment = increment.as_millis();
                format!("go p1time {one} p2time {two} p1inc {increment} p2inc {increment}")
            }
            Control::MoveTime(time) => format!("go movetime {}", time.as_millis()),
            Control::Shown(time) => {
                let time = time.as_millis();
                format!("go p1time {time} p2time {time}")
            }
        }
    }

    /// Whether an answer is too late.
    fn is_late(&self, player: usize, taken: Duration) -> bool {
        match self.control {
            Control::Clock { .. } => taken >= self.left[player],
            Control::MoveTime(time) => taken > time + ALLOWANCE,
            Control::Shown(_) => false,
        }
    }

    /// Charges the time of a move; returns whether it lost the game.
    fn is_lost(&mut self, player: usize, taken: Duration, tally: &mut Tally) -> bool {
        match self.control {
            Control::Clock { increment, .. } => {
                let left = self.left[player].saturating_sub(taken);
                tally.least_left = tally.least_left.into_iter().chain([left]).min();
                self.left[player] = left + increment;
                left.is_zero()
            }
            Control::MoveTime(time) => {
                tally.slowest_over = tally.slowest_over.max(taken.saturating_sub(time));
                self.is_late(player, taken)
            }
            Control::Shown(_) => false,
        }
    }
}

/// An engine that is ready for a game of this variant.
fn engine(variant: &str) -> Client {
    let mut engine = Client::start();
    engine.handshake();
    engine.send(&format!("setoption name UGI_Variant value {variant}"));
    engine.send("uginewgame");
    engine.expect_silence();
    engine
}

/// The answer, and the time from the end of `go` to its last line, without processor time stolen by
/// other machines.
fn think(engine: &mut Client, position: &str, go: &str) -> (Answer, Duration) {
    engine.send(position);
    engine.send("isready");
    engine.expect("readyok");
    engine.send(go);
    let (start, before) = (Instant::now(), steal_time());
    let answer = engine.answer();
    let taken = engine.last_line_at.saturating_duration_since(start);
    // The counter may lag by a tick.
    let by_others = match steal_time().saturating_sub(before) {
        Duration::ZERO => Duration::ZERO,
        time => time + TICK,
    };
    (answer, taken.saturating_sub(by_others))
}

/// The same, repeated while it is late, see [`TRIES`].
fn think_again(
    engine: &mut Client,
    player: usize,
    position: &str,
    clocks: &Clocks,
    tally: &mut Tally,
) -> (Answer, Duration) {
    let go = clocks.go_command();
    let mut late = Vec::new();
    loop {
        let (answer, taken) = think(engine, position, &go);
        if !clocks.is_late(player, taken) || late.len() + 1 == TRIES {
            if !late.is_empty() {
                println!("late answers, then one after {taken:?}: {late:?}, {go}: {position}");
                tally.stalls += 1;
            }
            return (answer, taken);
        }
        late.push((taken, answer.last().number("time")));
        // Results in the hash table would make the next answer faster.
        engine.send("uginewgame");
    }
}

/// Plays one game to its end or to the first fault.
fn play(variant: &str, control: Control, rng: &mut Rng) -> Tally {
    let mut tally = Tally { games: 1, ..Tally::default() };
    let mut game = Referee::new(variant);
    game.play_at_random(rng.usize(0..8), rng);
    let mut engines = [engine(variant), engine(variant)];
    let mut clocks = Clocks::new(control);
    while !game.is_over() {
        assert!(game.moves.len() < MAX_PLIES, "no end of {:?}", game.moves);
        let player = usize::from(!game.is_player_one_turn());
        let (position, go) = (game.position_command(), clocks.go_command());
        let (answer, taken) =
            think_again(&mut engines[player], player, &position, &clocks, &mut tally);
        let best = &answer.best;
        tally.plies += 1;
        if !game.allows(best) {
            println!("illegal {best}: {position}");
            tally.illegal_moves += 1;
            break;
        }
        if clocks.is_lost(player, taken, &mut tally) {
            let own = answer.last().number("time");
            println!("lost on time: {taken:?}, {own} ms by its own clock, for {go}: {position}");
            tally.time_losses += 1;
            break;
        }
        game.play(best);
    }
    let agree = engines.iter_mut().all(|engine| {
        engine.send(&game.position_command());
        let over = engine.query("gameover") == game.is_over().to_string();
        over && engine.query("result") == game.result()
    });
    tally.disagreements += usize::from(!agree);
    engines.into_iter().for_each(Client::quit);
    tally
}

fn long_match(name: &str, control: Control) {
    let _alone = alone();
    let mut tally = Tally::default();
    let games = std::env::var("ZUGI_GAMES").map_or(200, |text| text.parse().expect("a number"));
    for (number, variant) in VARIANTS.iter().cycle().take(games).enumerate() {
        tally.add(play(variant, control, &mut Rng::with_seed(number as u64)));
    }
    println!("{name}: {tally}");
    tally.assert_clean();
}

/// A few games. On a busy machine an answer may be delayed, so a game lost on time is repeated: a
/// faulty engine loses again.
fn short_match(name: &str, games: usize, control: Control) {
    let _alone = alone();
    let mut tally = Tally::default();
    for (number, variant) in VARIANTS.iter().take(games).enumerate() {
        let mut game = Tally::default();
        for _ in 0..TRIES {
            game = play(variant, control, &mut Rng::with_seed(number as u64));
            if game.time_losses == 0 {
                break;
            }
        }
        tally.add(game);
    }
    println!("{name}: {tally}");
    tally.assert_clean();
}

#[test]
fn games_without_a_look_at_the_clock() {
    short_match("a clock that stands still", 6, Control::Shown(Duration::from_millis(100)));
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn four_games_at_100_ms_and_10_ms_a_move() {
    short_match("100+10", 4, BLITZ);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn four_games_at_10_ms_a_move() {
    short_match("movetime 10", 4, INSTANT);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn a_game_at_a_second_and_10_ms_a_move() {
    short_match("1000+10", 1, SECOND);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_at_100_ms_and_10_ms_a_move() {
    long_match("100+10", BLITZ);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_at_100_ms_and_1_ms_a_move() {
    long_match("100+1", BULLET);
}

#[test]
#[ignore = "measures time: scripts/long.sh"]
fn games_at_10_ms_a_move() {
    long_match("movetime 10", INSTANT);
}
