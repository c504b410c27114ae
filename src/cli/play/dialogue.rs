//! The interactive loop of a game at the terminal.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use zugi_game::Player;
use zugi_protocol::GoLimits;
use zugi_show::{Sheet, mover_name, player_name};

use super::super::files::Overwrite;
use super::super::input_lines::{Completer, Lines, Typed, WaitNotice};
use super::super::{CliError, show, wrap};
use super::level::Level;
use super::move_words::{PASS_WORD, PASSING, move_words, moves_text, played_words};
use super::resolve_move::{OVER, complaint, is_like_a_move, resolve_move};
use super::saved;
use super::session::{PASS, PlaySession};
use super::thinking::{comment, think};
use super::typed_command::{self, COMMANDS, PlayCommand};

const HINT_TIME: Duration = Duration::from_millis(500);

/// The text of the pie rule's swap in every game.
pub(super) const SWAP: &str = "swap";

pub(super) struct Dialogue {
    pub(super) session: PlaySession,
    pub(super) level: Level,
    limits: GoLimits,
    pub(super) flipped: bool,
    /// The text to print above the next board.
    pub(super) head: String,
    /// Whether to name an example move at a person's next turn.
    pub(super) show_example: bool,
    /// Whether the board has changed since it was printed.
    pub(super) board_is_due: bool,
    pub(super) turn_told: bool,
    pub(super) end_shown: bool,
    /// The moves that are saved in a file.
    pub(super) kept: Vec<String>,
    /// The previous command, if it asked for confirmation because it would end or discard an
    /// unfinished game; repeating it confirms.
    to_confirm: Option<PlayCommand>,
    /// Files that `zugi play` wrote and that `load` or `save` has used in this session; `save` may
    /// overwrite them if they have one game and nothing else.
    own_files: Vec<PathBuf>,
}

impl Dialogue {
    /// The engine plays at this level and, without clocks, within these limits.
    pub fn new(session: PlaySession, level: Level, limits: GoLimits) -> Dialogue {
        let flipped = session.only_person() == Some(Player::Two);
        // If the session begins with moves, they come from a file, so they are saved.
        let kept = session.moves().map(str::to_owned).collect();
        Dialogue {
            session,
            level,
            limits,
            flipped,
            head: String::new(),
            show_example: false,
            board_is_due: false,
            turn_told: false,
            end_shown: false,
            kept,
            to_confirm: None,
            own_files: Vec::new(),
        }
    }

    /// Plays until the person quits or the input ends; prints the introduction and `said` first.
    pub fn hold(mut self, lines: &mut Lines, said: Option<String>) -> Result<(), CliError> {
        self.introduce(said);
        self.show_board()?;
        let mut interrupted = false;
        loop {
            self.advance()?;
            let asked = Instant::now();
            let typed = lines.next(self.wait_notice(), || self.completer())?;
            self.session.spend(asked.elapsed());
            let line = match typed {
                Typed::Line(line) => line,
                Typed::Interrupt { begun: false } if interrupted => {
                    return show(match self.session.outcome() {
                        Some(_) => "Goodbye.",
                        None => "The game is not finished. Goodbye.",
                    });
                }
                Typed::Interrupt { begun } => {
                    interrupted = !begun;
                    if !begun {
                        show("Type quit or press Ctrl-D to leave, or Ctrl-C once more.")?;
                    }
                    continue;
                }
                Typed::End => {
                    return match self.session.outcome() {
                        Some(_) if self.end_shown => Ok(()),
                        Some(_) => self.advance(),
                        None => show("The input has ended, and the game is not finished. Goodbye."),
                    };
                }
            };
            interrupted = false;
            // If the time is up, that is printed before the answer to the input.
            let is_late = !self.end_shown && self.session.outcome().is_some();
            self.advance()?;
            match typed_command::parse(&line) {
                Ok(Some(PlayCommand::Move(_))) if is_late => {}
                Ok(None) => {}
                Ok(Some(PlayCommand::Quit)) => return show("Goodbye."),
                Ok(Some(command)) => match self.question(&command) {
                    Some(question) => {
                        show(question)?;
                        self.to_confirm = Some(command);
                    }
                    None => {
                        self.to_confirm = None;
                        self.execute(command)?;
                    }
                },
                Err(complaint) => show(&complaint)?,
            }
        }
    }

    /// The question before a command that ends or drops an unfinished game, unless the command was
    /// just repeated.
    fn question(&self, command: &PlayCommand) -> Option<&'static str> {
        if self.to_confirm.as_ref() == Some(command) || self.session.outcome().is_some() {
            return None;
        }
        let drops = match command {
            PlayCommand::Resign => return Some("Type resign once more to give the game up."),
            PlayCommand::New => true,
            // A file that cannot be loaded or an unknown variant drops nothing.
            PlayCommand::Load(path) => saved::read(path, self.session.engine.registry()).is_ok(),
            PlayCommand::Variant(Some(name)) => self.session.engine.registry().find(name).is_ok(),
            _ => false,
        };
        let is_kept = self.session.moves().eq(self.kept.iter().map(String::as_str));
        (drops && self.session.has_made_choice() && !is_kept).then_some(
            "The game is not finished and not saved: type save FILE to keep it, or the same once \
             more to drop it.",
        )
    }

    fn completer(&self) -> Completer {
        let mut moves = self.session.game().move_texts();
        moves.retain(|mv| *mv != PASS && self.session.outcome().is_none());
        moves.extend(self.may_pass().then(|| PASS_WORD.to_owned()));
        COMMANDS.completer(moves)
    }

    fn wait_notice(&self) -> Option<WaitNotice> {
        let clocks = self.session.clocks.filter(|_| self.session.outcome().is_none())?;
        let player = self.session.game().to_move();
        let name = player_name(self.session.game(), player);
        Some(WaitNotice {
            after: clocks.left(player) + Duration::from_millis(1),
            text: format!("{name} has no time left: press Enter."),
        })
    }

    /// Plays the moves of the engine and forced passes, and announces the end of the game once.
    fn advance(&mut self) -> Result<(), CliError> {
        while self.session.outcome().is_none() {
            let player = self.session.game().to_move();
            let name = mover_name(self.session.game());
            if self.session.must_pass() {
                self.session.play(PASS)?;
                show(&format!("{name} has no move and passes."))?;
            } else if self.session.is_person(player) {
                self.show_due_board()?;
                return self.say_whose_turn();
            } else {
                let limits = self.session.clocks.map_or(self.limits.clone(), |it| it.limits());
                let asked = Instant::now();
                let (mv, _) = think(&self.session.engine, &limits)?;
                self.session.spend(asked.elapsed());
                if self.session.outcome().is_none() {
                    let played = played_words(self.session.game(), &mv);
                    self.session.play(&mv)?;
                    self.tell_move(player, &name, &mv, &played)?;
                }
            }
        }
        self.show_due_board()?;
        if self.end_shown { Ok(()) } else { self.tell_end() }
    }

    fn execute(&mut self, command: PlayCommand) -> Result<(), CliError> {
        match command {
            PlayCommand::Move(text) => return self.play(&text),
            PlayCommand::Undo => match self.session.undo() {
                None => return show("There is no move of yours to take back."),
                Some(0) => show("The end is taken back: the game goes on.")?,
                Some(1) => show("One move is taken back.")?,
                Some(plies) => show(&format!("{plies} moves are taken back."))?,
            },
            PlayCommand::Hint => return self.hint(),
            PlayCommand::Moves if self.session.outcome().is_some() => return show(OVER),
            PlayCommand::Moves => {
                return show(&wrap::for_stdout(&moves_text(self.session.game())));
            }
            PlayCommand::Rules => return show(&wrap::for_stdout(&self.rules())),
            PlayCommand::Board => self.head = self.header(),
            PlayCommand::Flip => self.flipped = !self.flipped,
            PlayCommand::Save(path, overwrite) => return self.save(&path, overwrite),
            PlayCommand::Load(path) => return self.load(&path),
            PlayCommand::Resign if self.session.outcome().is_some() => {
                return show("The game is over already.");
            }
            PlayCommand::Resign => {
                self.session.resign();
                return Ok(());
            }
            PlayCommand::New => return self.begin(self.session.game().variant()),
            PlayCommand::Level(name) => return self.set_level(name.as_deref()),
            PlayCommand::Variant(name) => return self.set_variant(name.as_deref()),
            PlayCommand::Side(name) => return self.set_side(name.as_deref()),
            PlayCommand::Help => {
                let swap = self.may_swap().then(|| SWAP.to_owned());
                let pass = self.may_pass().then(|| PASS_WORD.to_owned());
                let moves = [
                    (self.example(), "play this move"),
                    (swap, "change sides with who has made the first move"),
                    (pass, PASSING),
                ];
                let moves = moves.into_iter().filter_map(|(mv, does)| Some((mv?, does)));
                return show(&wrap::for_stdout(&COMMANDS.help(moves)));
            }
            PlayCommand::Quit => return Ok(()),
        }
        self.end_shown &= self.session.outcome().is_some();
        self.show_board()
    }

    fn play(&mut self, text: &str) -> Result<(), CliError> {
        let player = self.session.game().to_move();
        if self.session.outcome().is_some() && is_like_a_move(self.session.game(), text) {
            return show(OVER);
        }
        let name = mover_name(self.session.game());
        let played = resolve_move(self.session.game(), text).and_then(|mv| {
            let words = played_words(self.session.game(), &mv);
            let played = self.session.play(&mv).map(|()| (mv, words));
            played.map_err(|error| complaint(&error))
        });
        match played {
            Ok((mv, words)) => self.tell_move(player, &name, &mv, &words),
            Err(complaint) => show(&complaint),
        }
    }

    fn load(&mut self, path: &Path) -> Result<(), CliError> {
        let before = self.session.only_person();
        let loaded = match saved::load(&mut self.session, path) {
            Ok(loaded) => loaded,
            Err(complaint) => return show(&complaint),
        };
        if loaded.is_own {
            self.own_files.push(path.to_owned());
        }
        if let Some(level) = loaded.level {
            level.apply(&mut self.session.engine)?;
            self.level = level;
        }
        if self.session.only_person() != before {
            self.flipped = self.session.only_person() == Some(Player::Two);
        }
        self.end_shown = false;
        self.kept = self.session.moves().map(str::to_owned).collect();
        self.introduce(loaded.note);
        self.show_board()
    }

    fn hint(&mut self) -> Result<(), CliError> {
        if self.session.outcome().is_some() {
            return show(OVER);
        }
        let engine = &mut self.session.engine;
        if let Err(missing) = engine.evaluation() {
            return show(&missing.to_string());
        }
        // Hints use full strength at any level.
        engine.set_option("UGI_AnalyseMode", Some("true"))?;
        let limits = GoLimits { move_time: Some(HINT_TIME), ..GoLimits::default() };
        let (mv, report) = think(engine, &limits)?;
        engine.set_option("UGI_AnalyseMode", Some("false"))?;
        let comment = report.map(|report| format!(" ({})", comment(&report))).unwrap_or_default();
        show(&format!("{}{comment}", move_words(self.session.game(), &mv)))
    }

    fn rules(&self) -> String {
        match self.session.game().capability::<Sheet>() {
            Ok(sheet) => sheet.rules().unwrap_or_else(|wrong| wrong),
            Err(missing) => missing.to_string(),
        }
    }

    fn save(&mut self, path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
        let is_own = self.own_files.iter().any(|own| own == path)
            && saved::is_one_game(path, self.session.engine.registry());
        let checked = if is_own { Ok(()) } else { overwrite.check(path) };
        match checked.and_then(|()| saved::save(&self.session, self.level, path)) {
            Ok(()) => {
                self.own_files.push(path.to_owned());
                self.kept = self.session.moves().map(str::to_owned).collect();
                show(&format!("The game is in {path:?}."))
            }
            Err(complaint) => show(&complaint.text),
        }
    }
}
