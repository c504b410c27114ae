//! The conversation in CECP, with XBoard and its family.
//!
//! The board program has the game: it says which moves are made, and how much time there
//! is. This front keeps the same game in the engine, and decides when to think, to
//! ponder, to analyse, and to claim the end. What is searched, and how, is the engine's,
//! as in UGI.

mod clock;
mod held;
mod introduction;
mod play;
mod settings;
mod sheet;
mod turns;
mod view;

use std::collections::VecDeque;
use std::io;

use self::clock::EngineClock;
use self::held::HeldPiece;
use self::introduction::{introduce, names, set_up};
use self::play::{Purpose, SearchProgress};
use self::sheet::Sheet;
use self::turns::Turns;
use super::EngineError;
use super::desk::Desk;
use crate::game::{Appearance, GameError, MissingPower, MoveBits, Player, SceneMove, Variant};
use crate::protocol::cecp::{CecpCommand, CecpReply, Ply, Square, parse};
use crate::protocol::{ParseError, Start};

/// What the engine does when it is its turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nothing: both sides are played by others.
    Force,
    /// It plays this side.
    Play(Player),
    /// It searches every position.
    Analyse,
}

/// Why a command is not executed.
#[derive(Debug)]
enum Trouble {
    /// Nobody reads the output.
    Output(io::Error),
    /// The command makes no sense now, and nothing has happened.
    Refused(String),
}

impl Trouble {
    fn refuse(reason: &str) -> Trouble {
        Trouble::Refused(reason.to_owned())
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Output(error)
    }
}

impl From<EngineError> for Trouble {
    fn from(error: EngineError) -> Trouble {
        Trouble::Refused(error.to_string())
    }
}

impl From<MissingPower> for Trouble {
    fn from(missing: MissingPower) -> Trouble {
        EngineError::from(missing).into()
    }
}

impl From<GameError> for Trouble {
    fn from(error: GameError) -> Trouble {
        EngineError::from(error).into()
    }
}

/// A move that can still become of what was begun.
struct Candidate {
    mv: MoveBits,
    text: String,
    /// The turns to come.
    plies: Vec<Ply>,
}

/// What is particular to a conversation in CECP.
pub(super) struct Cecp {
    /// The variant of a game for which none is named.
    variant: &'static str,
    /// What the present one looks like.
    sheet: Sheet,
    mode: Mode,
    turns: Turns,
    clock: EngineClock,
    /// The greatest depth of a search, in plies.
    depth: Option<u32>,
    /// Lines of thinking are shown.
    post: bool,
    /// The position that was set up makes no sense; no move is legal in it.
    invalid: bool,
    /// The searches that are not over, in the order in which they will be.
    searches: VecDeque<Purpose>,
    /// The turns of the move that is being made, which are still to come.
    plan: VecDeque<Ply>,
    /// Pings to be answered once the engine has moved.
    pings: Vec<u64>,
    /// How far the latest search is.
    progress: SearchProgress,
    /// The way of the piece that the user has in hand, as far as it was shown.
    held: HeldPiece,
}

impl Cecp {
    /// A conversation that begins with the desk's variant, at its start.
    ///
    /// # Errors
    /// The variant does not say what it looks like.
    pub fn new(desk: &Desk<'_>) -> Result<Cecp, MissingPower> {
        Ok(Cecp {
            variant: desk.engine.values().variant,
            sheet: Sheet::of(desk.engine.game())?,
            mode: Mode::Play(Player::Two),
            turns: Turns::default(),
            clock: EngineClock::default(),
            depth: None,
            post: false,
            invalid: false,
            searches: VecDeque::new(),
            plan: VecDeque::new(),
            pings: Vec::new(),
            progress: SearchProgress::default(),
            held: HeldPiece::default(),
        })
    }

    /// Executes a line.
    pub fn line(&mut self, desk: &mut Desk<'_>, line: &str) -> io::Result<()> {
        let executed = match parse(line) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.execute(desk, command),
            Err(ParseError::UnknownCommand(_)) => Err(Trouble::refuse("unknown command")),
            Err(error) => Err(Trouble::refuse(&error.to_string())),
        };
        match executed {
            Ok(()) => Ok(()),
            Err(Trouble::Output(error)) => Err(error),
            Err(Trouble::Refused(reason)) => {
                desk.send(&CecpReply::Error { reason, line: line.to_owned() })
            }
        }
    }

    fn execute(&mut self, desk: &mut Desk<'_>, command: CecpCommand) -> Result<(), Trouble> {
        match command {
            CecpCommand::Nothing | CecpCommand::Hover(_) => {}
            CecpCommand::ProtocolVersion => introduce(desk, self.variant)?,
            CecpCommand::Quit => {
                self.abandon(desk)?;
                desk.ending = true;
            }
            CecpCommand::New => self.new_game(desk)?,
            CecpCommand::Variant(name) => self.set_variant(desk, &name)?,
            CecpCommand::SetBoard(fen) => self.set_board(desk, &fen)?,
            CecpCommand::Force | CecpCommand::Result => self.force(desk)?,
            CecpCommand::Go => self.play(desk, self.to_move(desk))?,
            CecpCommand::PlayOther => self.play(desk, self.to_move(desk).opponent())?,
            CecpCommand::ToMove { first } => self.play_other_than(desk, first)?,
            CecpCommand::Move(ply) => self.user_move(desk, &ply)?,
            CecpCommand::MoveNow => self.move_now(desk),
            CecpCommand::Ping(number) => self.ping(desk, number)?,
            CecpCommand::Hint => self.hint(desk)?,
            CecpCommand::Book => desk.send(&CecpReply::NoBook)?,
            CecpCommand::Undo => self.undo(desk, 1)?,
            CecpCommand::Remove => self.undo(desk, 2)?,
            CecpCommand::Analyze => self.analyse(desk)?,
            CecpCommand::Exit if self.mode == Mode::Analyse => self.force(desk)?,
            CecpCommand::Exit => {
                return Err(Trouble::refuse("not legal now, there is no analysis"));
            }
            CecpCommand::Status => self.status(desk)?,
            CecpCommand::Lift(from) => self.lift(desk, from)?,
            CecpCommand::Put(square) => self.put(desk, square)?,
            settings => self.adjust(desk, settings)?,
        }
        Ok(())
    }

    /// The side whose turn it is on the board program.
    fn to_move(&self, desk: &Desk<'_>) -> Player {
        let player = desk.engine.game().to_move();
        if self.turns.is_pause() { player.opponent() } else { player }
    }

    /// Begins a game of the usual variant, in which the engine plays the second player.
    /// An analysis goes on.
    fn new_game(&mut self, desk: &mut Desk<'_>) -> Result<(), Trouble> {
        self.abandon(desk)?;
        if self.mode != Mode::Analyse {
            self.mode = Mode::Play(Player::Two);
        }
        self.depth = None;
        self.clock.restart();
        if desk.engine.values().variant == self.variant {
            desk.engine.forget();
        } else {
            self.change_variant(desk, self.variant)?;
        }
        Ok(self.restart(desk, &Start::StartPos)?)
    }

    /// Sets up a position, which must be right.
    fn restart(&mut self, desk: &mut Desk<'_>, start: &Start) -> io::Result<()> {
        self.turns = Turns::default();
        self.invalid = desk.engine.set_position(start, &[]).is_err();
        self.turns.begin(desk.engine.game().to_move());
        self.look(desk)
    }

    fn set_variant(&mut self, desk: &mut Desk<'_>, name: &str) -> Result<(), Trouble> {
        let registry = desk.engine.registry();
        let looks = |variant: &&Variant| variant.power::<Appearance>().is_ok();
        let Some(variant) = registry.find(name).ok().filter(looks).map(Variant::name) else {
            let names = names(registry, self.variant).join(", ");
            return Err(Trouble::Refused(format!("not played, expected one of {names}")));
        };
        self.abandon(desk)?;
        self.change_variant(desk, variant)?;
        self.restart(desk, &Start::StartPos)?;
        Ok(set_up(desk, &self.sheet)?)
    }

    fn change_variant(&mut self, desk: &mut Desk<'_>, variant: &str) -> Result<(), Trouble> {
        desk.engine.set_option("UGI_Variant", Some(variant))?;
        self.sheet = Sheet::of(desk.engine.game())?;
        Ok(())
    }

    fn set_board(&mut self, desk: &mut Desk<'_>, fen: &str) -> io::Result<()> {
        self.abandon(desk)?;
        let text = self.sheet.position_text(fen);
        let start = Start::Fen(text.unwrap_or_else(|| fen.to_owned()));
        if desk.engine.set_position(&start, &[]).is_ok() {
            return self.restart(desk, &start);
        }
        self.invalid = true;
        desk.send(&CecpReply::UserError(format!("Illegal position: {fen}")))
    }

    fn force(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.mode = Mode::Force;
        self.abandon(desk)
    }

    fn play(&mut self, desk: &mut Desk<'_>, player: Player) -> io::Result<()> {
        self.abandon(desk)?;
        self.mode = Mode::Play(player);
        self.go_on(desk)
    }

    /// The first player or the second one is to move, and the engine plays the other.
    fn play_other_than(&mut self, desk: &mut Desk<'_>, first: bool) -> Result<(), Trouble> {
        let player = if first { Player::One } else { Player::Two };
        if self.to_move(desk) != player {
            return Err(Trouble::refuse("not legal now, the other side is to move"));
        }
        self.abandon(desk)?;
        self.mode = Mode::Play(player.opponent());
        Ok(())
    }

    fn analyse(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.mode = Mode::Analyse;
        self.look(desk)
    }

    /// Searches the position from the beginning, in an analysis.
    fn look(&mut self, desk: &mut Desk<'_>) -> io::Result<()> {
        self.abandon(desk)?;
        if self.mode == Mode::Analyse { self.go_on(desk) } else { Ok(()) }
    }

    /// Takes turns back. An engine that plays goes on with the same side.
    fn undo(&mut self, desk: &mut Desk<'_>, count: usize) -> Result<(), Trouble> {
        if self.turns.count_since_begin() < count {
            return Err(Trouble::refuse("not legal now, there is nothing to take back"));
        }
        self.abandon(desk)?;
        desk.engine.undo(self.turns.undo(count))?;
        Ok(self.look(desk)?)
    }

    /// A move of the user or of another engine.
    fn user_move(&mut self, desk: &mut Desk<'_>, entered: &Ply) -> io::Result<()> {
        if let Err(reason) = self.enter(desk, entered) {
            let text = entered.to_string();
            return desk.send(&CecpReply::IllegalMove { reason: reason.to_owned(), text });
        }
        if self.is_expected(entered) {
            self.ponder_hit(desk);
            return Ok(());
        }
        self.stop_searches(desk);
        self.go_on(desk)
    }

    /// Takes a turn over into the game, if it is legal. The reasons must have no word in
    /// them that makes XBoard overlook them, see [`CecpReply::IllegalMove`].
    fn enter(&mut self, desk: &mut Desk<'_>, entered: &Ply) -> Result<(), &'static str> {
        if self.invalid {
            return Err("the position is not possible");
        }
        if self.mode == Mode::Play(self.to_move(desk)) && self.is_thinking() {
            return Err("it is not your turn");
        }
        if desk.engine.game().outcome().is_some() {
            return Err("the game is over");
        }
        if self.turns.is_pause() {
            if *entered != Ply::Pass {
                return Err("pass, for the capture goes on");
            }
            self.turns.pause();
            return Ok(());
        }
        let meant = self.candidates(desk).into_iter().find_map(|candidate| {
            let is_last = candidate.plies.len() == 1;
            let first = candidate.plies.into_iter().next();
            let ply = first.filter(|ply| view::means(entered, ply))?;
            Some((candidate.text, ply, is_last))
        });
        let Some((text, ply, is_last)) = meant else {
            return Err("it is against the rules");
        };
        if is_last && desk.engine.play_moves(&[text]).is_err() {
            return Err("it is against the rules");
        }
        self.turns.push(ply, is_last);
        Ok(())
    }

    /// The moves that can still become of what was begun.
    fn candidates(&self, desk: &Desk<'_>) -> Vec<Candidate> {
        let mut scene = self.sheet.scene(desk.engine.game());
        let moves = std::mem::take(&mut scene.moves).into_iter();
        let rest = |SceneMove { text, bits: mv, actions }| {
            let plies = self.turns.rest(self.sheet.plies(&scene, &actions))?;
            Some(Candidate { mv, text, plies })
        };
        moves.filter_map(rest).collect()
    }

    /// The turns that can be the next one.
    fn next_plies(&self, desk: &Desk<'_>) -> Vec<Ply> {
        let candidates = self.candidates(desk).into_iter();
        candidates.filter_map(|candidate| candidate.plies.into_iter().next()).collect()
    }

    fn ping(&mut self, desk: &mut Desk<'_>, number: u64) -> io::Result<()> {
        if self.is_thinking() {
            self.pings.push(number);
            return Ok(());
        }
        desk.send(&CecpReply::Pong(number))
    }

    /// The user puts the piece down; where it becomes another one by that, the board
    /// program has to be told which.
    fn put(&mut self, desk: &mut Desk<'_>, square: Square) -> io::Result<()> {
        let way = self.held.put(square);
        match view::becomes(&way, &self.next_plies(desk)) {
            Some(letter) => desk.send(&CecpReply::Choice(letter.to_ascii_uppercase())),
            None => Ok(()),
        }
    }

    fn lift(&mut self, desk: &mut Desk<'_>, from: Option<Square>) -> io::Result<()> {
        let plies = self.next_plies(desk);
        let way = self.held.lift(from, |way| view::goes_on(way, &plies));
        let rows = view::marks(&self.sheet, &self.sheet.scene(desk.engine.game()), way, &plies);
        desk.send(&CecpReply::Highlight(rows))
    }
}
