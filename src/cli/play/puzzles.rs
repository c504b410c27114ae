//! `zugi play --puzzle`: positions in which exactly one move wins, the easiest first.

use zugi_engine::Engine;
use zugi_game::Player;
use zugi_protocol::Start;
use zugi_show::{Action, Appearance, DrawingStyle, Puzzle, Puzzles, draw, mover_name};

use super::super::commands::{CommandTable, row};
use super::super::fit_to_terminal::Frame;
use super::super::input_lines::{Lines, Typed};
use super::super::{CliError, bail, show, style, wrap};
use super::move_words::{line_words, move_words, moves_text};
use super::resolve_move::resolve_move;

#[derive(Clone, Copy)]
enum PuzzleCommand {
    Hint,
    Solution,
    Next,
    Level,
    Moves,
    Board,
    Help,
    Quit,
}

static COMMANDS: CommandTable<PuzzleCommand> = CommandTable(&[
    row(
        &["hint"],
        "",
        PuzzleCommand::Hint,
        "the square or the piece with which the winning move begins",
    ),
    row(
        &["solution"],
        "",
        PuzzleCommand::Solution,
        "the winning move with a line of the proof, then the next puzzle",
    ),
    row(&["next"], "", PuzzleCommand::Next, "the next puzzle"),
    row(&["level"], "[N]", PuzzleCommand::Level, "the first puzzle of this level, 1 to 5"),
    row(&["moves"], "", PuzzleCommand::Moves, "all moves that you can play"),
    row(&["board", "d"], "", PuzzleCommand::Board, "the board once more"),
    row(&["help", "?"], "", PuzzleCommand::Help, "this list"),
    row(&["quit", "exit", "q"], "", PuzzleCommand::Quit, "leave"),
]);

/// The next step after an input.
enum Step {
    Stay,
    Next,
    Leave,
}

/// All puzzles of the variant, the current one, and how many were seen and solved at the first try.
struct Session {
    engine: Engine,
    puzzles: Vec<Puzzle<'static>>,
    current: usize,
    /// Whether the person has tried a move or asked for help.
    tried: bool,
    seen: usize,
    solved_at_once: usize,
}

/// Shows the puzzles from this number on, until the person leaves or all are done.
pub(super) fn solve(engine: Engine, number: usize, lines: &mut Lines) -> Result<(), CliError> {
    let puzzles = engine.game().capability::<Puzzles>()?.all();
    let count = puzzles.len();
    if !(1..=count).contains(&number) {
        bail!("no puzzle {number}: expected 1 to {count}");
    }
    let current = number - 1;
    let mut session =
        Session { engine, puzzles, current, tried: false, seen: 0, solved_at_once: 0 };
    session.begin()?;
    loop {
        let completer = || COMMANDS.completer(session.engine.game().move_texts());
        let line = match lines.next(None, completer)? {
            Typed::Line(line) => line,
            Typed::Interrupt { begun: true } => continue,
            Typed::Interrupt { begun: false } | Typed::End => return session.leave(),
        };
        match session.answer(line.trim())? {
            Step::Stay => {}
            Step::Next if session.current + 1 == session.puzzles.len() => return session.leave(),
            Step::Next => {
                session.current += 1;
                session.begin()?;
            }
            Step::Leave => return session.leave(),
        }
    }
}

impl Session {
    fn puzzle(&self) -> &Puzzle<'static> {
        &self.puzzles[self.current]
    }

    fn begin(&mut self) -> Result<(), CliError> {
        let start = Start::Fen(self.puzzle().position.to_owned());
        self.engine.set_position(&start, &[])?;
        self.tried = false;
        self.seen += 1;
        self.show_board()
    }

    fn show_board(&self) -> Result<(), CliError> {
        let game = self.engine.game();
        let flipped = game.to_move() == Player::Two;
        let body = format!("\n{}\n", draw(game, DrawingStyle { flipped, ..style() }));
        let head = format!(
            "Puzzle {} of {}, level {} of 5. {} to move: only one move wins. Find it, or type help.",
            self.current + 1,
            self.puzzles.len(),
            self.puzzle().level,
            mover_name(game),
        );
        let head = wrap::for_stdout(&head);
        let again = " and type board";
        let frame = Frame { head: &head, body: &body, free: 1, again };
        show(&frame.for_stdout())
    }

    fn answer(&mut self, line: &str) -> Result<Step, CliError> {
        match COMMANDS.find(line) {
            Ok(Some((PuzzleCommand::Level, rest))) => {
                self.begin_level(Some(rest).filter(|rest| !rest.is_empty()))
            }
            Ok(Some((command, _))) => self.execute(*command),
            Ok(None) if line.is_empty() => Ok(Step::Stay),
            Ok(None) => self.try_move(line),
            Err(complaint) => {
                show(&complaint)?;
                Ok(Step::Stay)
            }
        }
    }

    /// Begins the first puzzle of a level, or lists the levels.
    fn begin_level(&mut self, level: Option<&str>) -> Result<Step, CliError> {
        let is_of_level = |puzzle: &Puzzle<'_>| Some(&*puzzle.level.to_string()) == level;
        if let Some(index) = self.puzzles.iter().position(is_of_level) {
            self.current = index;
            self.begin()?;
            return Ok(Step::Stay);
        }
        let mut levels: Vec<String> = self.puzzles.iter().map(|it| it.level.to_string()).collect();
        levels.dedup();
        let levels = levels.join(", ");
        match level {
            Some(level) => show(&format!("No puzzle has the level {level}: expected {levels}."))?,
            None => show(&format!(
                "This puzzle has the level {}. Type level N: {levels}.",
                self.puzzle().level
            ))?,
        }
        Ok(Step::Stay)
    }

    fn execute(&mut self, command: PuzzleCommand) -> Result<Step, CliError> {
        match command {
            PuzzleCommand::Hint => {
                self.tried = true;
                show(&self.hint())?;
            }
            PuzzleCommand::Solution => {
                self.tried = true;
                show(&self.solution())?;
                return Ok(Step::Next);
            }
            PuzzleCommand::Next => return Ok(Step::Next),
            PuzzleCommand::Level => return self.begin_level(None),
            PuzzleCommand::Moves => show(&wrap::for_stdout(&moves_text(self.engine.game())))?,
            PuzzleCommand::Board => self.show_board()?,
            PuzzleCommand::Help => {
                show(&format!("Type a move, or:\n{}", COMMANDS.help([])))?;
            }
            PuzzleCommand::Quit => return Ok(Step::Leave),
        }
        Ok(Step::Stay)
    }

    fn try_move(&mut self, text: &str) -> Result<Step, CliError> {
        match resolve_move(self.engine.game(), text) {
            Ok(mv) if mv == self.puzzle().line[0] => {
                self.solved_at_once += usize::from(!self.tried);
                show(&self.solution())?;
                Ok(Step::Next)
            }
            Ok(mv) => {
                self.tried = true;
                let words = move_words(self.engine.game(), &mv);
                show(&format!("{words} gives the win away. Try another move."))?;
                Ok(Step::Stay)
            }
            Err(complaint) => {
                show(&complaint)?;
                Ok(Step::Stay)
            }
        }
    }

    /// The first action of the winning move.
    fn hint(&self) -> String {
        let game = self.engine.game();
        let first = game.capability::<dyn Appearance>().ok().and_then(|look| {
            let moves = look.scene(game).moves;
            let mv = moves.into_iter().find(|mv| mv.text == self.puzzle().line[0])?;
            Some((look.board_spec(), *mv.actions.first()?))
        });
        match first {
            Some((board_spec, Action::FromHand(letter) | Action::Take(_, letter))) => {
                let name = board_spec.kind(letter).map_or("piece", |kind| kind.name);
                format!("The winning move puts a piece onto the board: {name}.")
            }
            Some((_, Action::Lift(at) | Action::Remove(at) | Action::ToHand(at, _))) => {
                format!("The winning move starts on {at}.")
            }
            Some((_, Action::Change(at, _))) => {
                format!("The winning move changes the piece on {at}.")
            }
            _ => "The winning move touches no piece.".to_owned(),
        }
    }

    fn solution(&self) -> String {
        let line = line_words(self.engine.game(), &self.puzzle().line);
        let text = match line.split_once(", ") {
            None => format!("{line} wins."),
            Some((first, rest)) => format!("{first} wins. The proof goes on with {rest}."),
        };
        wrap::for_stdout(&text)
    }

    fn leave(&self) -> Result<(), CliError> {
        show(&format!(
            "You found {} of {} at the first try. Goodbye.",
            self.solved_at_once, self.seen
        ))
    }
}
