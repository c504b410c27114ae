//! A user who plays White with the mouse against the engine.

use std::thread;
use std::time::Duration;

use fastrand::Rng;
use zugi::game::board::{Square, parse_rows};

use super::screen::{PASS, XBoard, engine_move, wait_for};
use crate::support::DEADLINE;
use crate::support::referee::Referee;

/// The size of a window, in pixels.
type Size = (usize, usize);

/// The names of XBoard's windows: board and engine message.
const BOARD: &str = "^xboard";
const MESSAGE: &str = "^Note";

/// A game on XBoard's board, mirrored by the library's rules.
pub struct Game<'a, 'b> {
    xboard: &'a mut XBoard<'b>,
    rules: Referee,
    /// The size of the window, which is at the top left of the screen.
    window: Size,
    ranks: usize,
    /// The square of the piece that the user has lifted.
    in_hand: Option<String>,
    turns: usize,
    passed: bool,
}

impl<'a, 'b> Game<'a, 'b> {
    /// Waits until XBoard shows the start position.
    pub fn new(xboard: &'a mut XBoard<'b>, variant: &str) -> Self {
        let rules = Referee::new(variant);
        xboard.wait_for_log("the start", |log| log.contains("<first : pong 1").then_some(()));
        let window = wait_for("a window that keeps its size", DEADLINE, || {
            let before = size(xboard, BOARD)?;
            thread::sleep(Duration::from_millis(200));
            (size(xboard, BOARD)? == before).then_some(before)
        });
        let ranks = rules.fen().split('/').count();
        Game { xboard, rules, window, ranks, in_hand: None, turns: 0, passed: false }
    }

    pub fn is_over(&self) -> bool {
        self.rules.is_over()
    }

    /// Makes a legal move by mouse, and plays the engine's answer.
    pub fn make_move(&mut self, rng: &mut Rng) {
        let moves = self.rules.legal_moves();
        let mv = rng.choice(&moves).expect("a move").clone();
        let (entered, from, to) = match mv.as_str() {
            "0000" => (PASS, "", ""),
            mv => (mv, &mv[..2], &mv[2..]),
        };
        if entered == PASS {
            self.pass();
            self.passed = true;
        } else {
            self.lift(from);
            self.click_square(to);
            self.in_hand = None;
        }
        self.turns += 1;
        self.xboard.wait_for_log(&format!("the user's {entered}"), |log| {
            let entries: Vec<&str> = entries(log).collect();
            assert!(entries.len() <= self.turns, "more than one move: {entries:?}");
            (entries.len() == self.turns).then(|| assert_eq!(entries.last(), Some(&entered)))
        });
        self.rules.play(&mv);
        if !self.rules.is_over() {
            self.take_answer();
        }
    }

    /// Drops a piece on an illegal square; [`Game::finish`] checks that no such move was sent.
    pub fn try_illegal_move(&mut self, rng: &mut Rng) {
        let moves = self.rules.legal_moves();
        let pieces: Vec<&str> =
            moves.iter().filter(|mv| *mv != "0000").map(|mv| &mv[..2]).collect();
        let Some(from) = rng.choice(pieces) else { return };
        // A click on a piece of the same side would select it instead.
        let foreign = self.squares_of_others().into_iter();
        let illegal = foreign.filter(|to| !self.rules.allows(&format!("{from}{to}")));
        let Some(to) = rng.choice(illegal.collect::<Vec<_>>()) else { return };
        self.lift(from);
        self.click_square(&to);
    }

    /// Waits until XBoard knows that the game is over; returns the result by the rules, and whether
    /// the user had to pass.
    pub fn finish(self) -> (String, bool) {
        let xboard = &*self.xboard;
        wait_for("the saved game", DEADLINE, || (!xboard.results().is_empty()).then_some(()));
        assert_eq!(entries(&xboard.log()).count(), self.turns, "an illegal move was sent");
        (self.rules.result(), self.passed)
    }

    fn take_answer(&mut self) {
        let answer = self.xboard.wait_for_log("the engine's move", |log| {
            let answers = log.lines().filter_map(engine_move);
            answers.map(str::to_owned).nth(self.turns - 1)
        });
        self.rules.play(if answer == PASS { "0000" } else { &answer });
    }

    /// Selects a piece by a click, even if another one is selected. XBoard must send `lift` to the
    /// engine, and the engine `highlight`.
    fn lift(&mut self, square: &str) {
        if self.in_hand.replace(square.to_owned()).as_deref() == Some(square) {
            return;
        }
        let lifts = |log: &str| log.matches(": highlight ").count();
        let before = lifts(&self.xboard.log());
        self.click_square(square);
        self.xboard.wait_for_log(&format!("the marks of {square}"), |log| {
            (lifts(log) > before).then_some(())
        });
        let log = self.xboard.log();
        let lifted = log.rsplit_once(">first : lift ").and_then(|(_, rest)| rest.lines().next());
        assert_eq!(lifted, Some(square), "clicked on another square");
    }

    /// Passes: a click on Black's clock, at the right above the board. The first time, the engine's
    /// message covers it, as there is no window manager.
    fn pass(&self) {
        if !self.passed {
            let (width, height) = wait_for("the message", DEADLINE, || size(self.xboard, MESSAGE));
            self.click(width - 50, height - 24);
            let is_gone = || size(self.xboard, MESSAGE).is_none().then_some(());
            wait_for("the end of the message", DEADLINE, is_gone);
        }
        let (width, height) = self.window;
        self.click(width * 3 / 4, (height - width) / 2);
    }

    fn click_square(&self, square: &str) {
        let (width, height) = self.window;
        let [file, rank] = square.as_bytes() else { panic!("{square:?} is no square") };
        // The board is as wide as the window, and at its bottom.
        let center = |index: usize| (2 * index + 1) * width / (2 * self.ranks);
        self.click(center(usize::from(file - b'a')), height - center(usize::from(rank - b'1')));
    }

    fn click(&self, x: usize, y: usize) {
        let (x, y) = (x.to_string(), y.to_string());
        self.xboard.screen.xdotool(&["mousemove", &x, &y, "click", "1"]);
    }

    /// The squares without a checker of the user.
    fn squares_of_others(&self) -> Vec<String> {
        let (fen, ranks) = (self.rules.fen(), self.ranks as u8);
        let mut own = Vec::new();
        let place = |square: Square, piece| {
            own.extend((piece == 'r').then_some(square));
            true
        };
        parse_rows(fen.split(' ').next().expect("rows"), ranks, ranks, place).expect("a board");
        let squares = (0..ranks * ranks).map(Square::new).filter(|square| !own.contains(square));
        squares.map(|square| square.name(ranks).to_string()).collect()
    }
}

/// The moves that XBoard sent to the engine, logged as `7 >first : usermove 7 >first : b6c6`, or in
/// one piece for a pass.
fn entries(log: &str) -> impl Iterator<Item = &str> {
    log.lines().filter_map(|line| {
        let (_, entered) = line.split_once(">first : usermove ")?;
        Some(entered.rsplit(' ').next().unwrap_or(entered))
    })
}

/// The size of the window with this name, once it exists.
fn size(xboard: &XBoard<'_>, name: &str) -> Option<Size> {
    let words = ["search", "--onlyvisible", "--name", name, "getwindowgeometry", "--shell"];
    let answer = xboard.screen.xdotool(&words);
    let value = |name: &str| answer.lines().find_map(|line| line.strip_prefix(name)?.parse().ok());
    Some((value("WIDTH=")?, value("HEIGHT=")?))
}
