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

/// What a command does with the text after its word.
type PuzzleCommand = fn(&mut Session, &str) -> Result<Step, CliError>;

static COMMANDS: CommandTable<PuzzleCommand> = CommandTable(&[
    row(
        &["hint"],
        "",
        |session, _| session.hint(),
        "the square or the piece with which the winning move begins",
    ),
    row(
        &["solution"],
        "",
        |session, _| session.solution(),
        "the winning move with a line of the proof, then the next puzzle",
    ),
    row(&["next"], "", |_, _| Ok(Step::Next), "the next puzzle"),
    row(&["level"], "[N]", Session::begin_level, "the first puzzle of this level, 1 to 5"),
    row(&["moves"], "", |session, _| session.moves(), "all moves that you can play"),
    row(&["board", "d"], "", |session, _| session.board(), "the board once more"),
    row(&["help", "?"], "", |session, _| session.help(), "this list"),
    row(&["quit", "exit", "q"], "", |_, _| Ok(Step::Leave), "leave"),
]);

enum Step {
    Stay,
    Next,
    Leave,
}

struct Session {
    engine: Engine,
    /// All puzzles of the variant.
    puzzles: Vec<Puzzle<'static>>,
    current: usize,
    /// Whether the person has tried a wrong move or asked for a hint.
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
        show(&Frame { head: &head, body: &body, free: 1, again: " and type board" }.for_stdout())
    }

    fn answer(&mut self, line: &str) -> Result<Step, CliError> {
        match COMMANDS.find(line) {
            Ok(Some((command, rest))) => command(self, rest),
            Ok(None) if line.is_empty() => Ok(Step::Stay),
            Ok(None) => self.try_move(line),
            Err(complaint) => stay(&complaint),
        }
    }

    /// Begins the first puzzle of a level, or lists the levels if none is named.
    fn begin_level(&mut self, level: &str) -> Result<Step, CliError> {
        if let Some(index) = self.puzzles.iter().position(|it| it.level.to_string() == level) {
            self.current = index;
            self.begin()?;
            return Ok(Step::Stay);
        }
        let mut levels: Vec<String> = self.puzzles.iter().map(|it| it.level.to_string()).collect();
        levels.dedup();
        let levels = levels.join(", ");
        if !level.is_empty() {
            return stay(&format!("No puzzle has the level {level}: expected {levels}."));
        }
        let current = self.puzzle().level;
        stay(&format!("This puzzle has the level {current}. Type level N: {levels}."))
    }

    fn moves(&self) -> Result<Step, CliError> {
        stay(&wrap::for_stdout(&moves_text(self.engine.game())))
    }

    fn board(&self) -> Result<Step, CliError> {
        self.show_board().map(|()| Step::Stay)
    }

    fn help(&self) -> Result<Step, CliError> {
        stay(&format!("Type a move, or:\n{}", COMMANDS.help([])))
    }

    fn try_move(&mut self, text: &str) -> Result<Step, CliError> {
        match resolve_move(self.engine.game(), text) {
            Ok(mv) if mv == self.puzzle().line[0] => {
                self.solved_at_once += usize::from(!self.tried);
                self.solution()
            }
            Ok(mv) => {
                self.tried = true;
                let words = move_words(self.engine.game(), &mv);
                stay(&format!("{words} gives the win away. Try another move."))
            }
            Err(complaint) => stay(&complaint),
        }
    }

    /// Tells the first action of the winning move.
    fn hint(&mut self) -> Result<Step, CliError> {
        self.tried = true;
        let game = self.engine.game();
        let first = game.capability::<dyn Appearance>().ok().and_then(|look| {
            let moves = look.scene(game).moves;
            let mv = moves.into_iter().find(|mv| mv.text == self.puzzle().line[0])?;
            Some((look.board_spec(), *mv.actions.first()?))
        });
        stay(&match first {
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
        })
    }

    fn solution(&self) -> Result<Step, CliError> {
        let line = line_words(self.engine.game(), &self.puzzle().line);
        let text = match line.split_once(", ") {
            None => format!("{line} wins."),
            Some((first, rest)) => format!("{first} wins. The proof goes on with {rest}."),
        };
        show(&wrap::for_stdout(&text))?;
        Ok(Step::Next)
    }

    fn leave(&self) -> Result<(), CliError> {
        show(&format!(
            "You found {} of {} at the first try. Goodbye.",
            self.solved_at_once, self.seen
        ))
    }
}

fn stay(said: &str) -> Result<Step, CliError> {
    show(said)?;
    Ok(Step::Stay)
}
