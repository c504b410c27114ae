//! The CECP session, with XBoard and similar GUIs.
//!
//! The GUI keeps the game: it sends the moves and the clocks. This module mirrors the game in the
//! engine, and decides when to search, ponder, analyse, and claim the result. The search is the
//! same as in UGI.

mod clock;
mod features;
mod notation;
mod piece_in_hand;
mod piece_mapping;
mod play;
mod settings;
mod turns;

use std::collections::VecDeque;
use std::io;

use zugi_game::{
    Appearance, BoardViewMove, GameError, MissingCapability, Player, RawMove, Variant,
    XboardNotation,
};
use zugi_protocol::cecp::{CecpCommand, CecpReply, CecpSquare, Ply, parse};
use zugi_protocol::{ParseError, Start};

use self::clock::EngineClock;
use self::features::{introduce, names, set_up};
use self::piece_in_hand::HeldPiece;
use self::piece_mapping::PieceMapping;
use self::play::{Purpose, SearchProgress};
use self::turns::Turns;
use super::EngineError;
use super::context::SessionContext;

/// The engine's mode.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Plays neither side.
    Force,
    /// Plays this side.
    Play(Player),
    /// Searches every position.
    Analyse,
}

/// Why a command failed.
#[derive(Debug)]
enum CommandError {
    /// The output is closed.
    Output(io::Error),
    /// The command is not possible now; it had no effect.
    Refused(String),
}

impl CommandError {
    fn refuse(reason: &str) -> CommandError {
        CommandError::Refused(reason.to_owned())
    }
}

impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> CommandError {
        CommandError::Output(error)
    }
}

impl From<EngineError> for CommandError {
    fn from(error: EngineError) -> CommandError {
        CommandError::Refused(error.to_string())
    }
}

impl From<MissingCapability> for CommandError {
    fn from(missing: MissingCapability) -> CommandError {
        EngineError::from(missing).into()
    }
}

impl From<GameError> for CommandError {
    fn from(error: GameError) -> CommandError {
        EngineError::from(error).into()
    }
}

/// A legal move that continues the turns made so far.
struct Candidate {
    mv: RawMove,
    text: String,
    /// The remaining turns.
    plies: Vec<Ply>,
}

/// The state of a CECP session.
pub(super) struct Cecp {
    /// The default variant of new games.
    variant: &'static str,
    /// The GUI's view of the current variant.
    mapping: PieceMapping,
    mode: Mode,
    turns: Turns,
    /// The opponent is a program, so no messages for a user are sent.
    against_program: bool,
    /// The messages shown in this game.
    messages: Vec<&'static str>,
    clock: EngineClock,
    /// The depth limit, in plies.
    depth: Option<u32>,
    /// Whether thinking output is on.
    post: bool,
    /// The position that was set up is illegal; no move is accepted.
    invalid: bool,
    /// The running and queued searches, in order.
    searches: VecDeque<Purpose>,
    /// The remaining turns of the engine's move in progress.
    plan: VecDeque<Ply>,
    /// Pings to answer after the engine's move.
    pings: Vec<u64>,
    /// The progress of the latest search.
    progress: SearchProgress,
    /// The path of the piece that the user is moving.
    held: HeldPiece,
}

impl Cecp {
    /// A session that starts with the context's variant.
    ///
    /// # Errors
    /// The variant has no [`Appearance`](zugi_game::Appearance).
    pub fn new(context: &SessionContext<'_>) -> Result<Cecp, MissingCapability> {
        Ok(Cecp {
            variant: context.engine.values().variant,
            mapping: PieceMapping::of(context.engine.game())?,
            mode: Mode::Play(Player::Two),
            turns: Turns::default(),
            against_program: false,
            messages: Vec::new(),
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
    pub fn line(&mut self, context: &mut SessionContext<'_>, line: &str) -> io::Result<()> {
        let executed = match parse(line) {
            Ok(None) => Ok(()),
            Ok(Some(command)) => self.execute(context, command),
            Err(ParseError::UnknownCommand(_)) => Err(CommandError::refuse("unknown command")),
            Err(error) => Err(CommandError::refuse(&error.to_string())),
        };
        match executed {
            Ok(()) => Ok(()),
            Err(CommandError::Output(error)) => Err(error),
            Err(CommandError::Refused(reason)) => {
                context.send(&CecpReply::Error { reason, line: line.to_owned() })
            }
        }
    }

    fn execute(
        &mut self,
        context: &mut SessionContext<'_>,
        command: CecpCommand,
    ) -> Result<(), CommandError> {
        match command {
            CecpCommand::Nothing | CecpCommand::Hover(_) => {}
            CecpCommand::ProtocolVersion => introduce(context, self.variant)?,
            CecpCommand::Quit => {
                self.abandon(context)?;
                context.ending = true;
            }
            CecpCommand::Computer => self.against_program = true,
            CecpCommand::New => self.new_game(context)?,
            CecpCommand::Variant(name) => self.set_variant(context, &name)?,
            CecpCommand::SetBoard(fen) => self.set_board(context, &fen)?,
            CecpCommand::Force | CecpCommand::Result => self.force(context)?,
            CecpCommand::Go => self.play(context, self.to_move(context))?,
            CecpCommand::PlayOther => self.play(context, self.to_move(context).opponent())?,
            CecpCommand::ToMove { first } => self.play_other_than(context, first)?,
            CecpCommand::Move(ply) => self.user_move(context, &ply)?,
            CecpCommand::MoveNow => self.move_now(context),
            CecpCommand::Ping(number) => self.ping(context, number)?,
            CecpCommand::Hint => self.hint(context)?,
            CecpCommand::Book => context.send(&CecpReply::NoBook)?,
            CecpCommand::Undo => self.undo(context, 1)?,
            CecpCommand::Remove => self.undo(context, 2)?,
            CecpCommand::Analyze => self.analyse(context)?,
            CecpCommand::Exit if self.mode == Mode::Analyse => self.force(context)?,
            CecpCommand::Exit => {
                return Err(CommandError::refuse("not legal now, there is no analysis"));
            }
            CecpCommand::Status => self.status(context)?,
            CecpCommand::Lift(from) => self.lift(context, from)?,
            CecpCommand::Put(square) => self.put(context, square)?,
            settings => self.adjust(context, settings)?,
        }
        Ok(())
    }

    /// The side to move in the GUI.
    fn to_move(&self, context: &SessionContext<'_>) -> Player {
        let player = context.engine.game().to_move();
        if self.turns.is_pause() { player.opponent() } else { player }
    }

    /// Starts a game of the default variant, in which the engine plays player two. Analysis mode
    /// stays on.
    fn new_game(&mut self, context: &mut SessionContext<'_>) -> Result<(), CommandError> {
        self.abandon(context)?;
        if self.mode != Mode::Analyse {
            self.mode = Mode::Play(Player::Two);
        }
        self.depth = None;
        self.against_program = false;
        self.messages.clear();
        self.clock.restart();
        if context.engine.values().variant == self.variant {
            context.engine.clear_hash();
        } else {
            self.change_variant(context, self.variant)?;
        }
        Ok(self.restart(context, &Start::StartPos)?)
    }

    /// Sets up a valid position.
    fn restart(&mut self, context: &mut SessionContext<'_>, start: &Start) -> io::Result<()> {
        self.turns = Turns::default();
        self.invalid = context.engine.set_position(start, &[]).is_err();
        self.turns.begin(context.engine.game().to_move());
        self.look(context)
    }

    fn set_variant(
        &mut self,
        context: &mut SessionContext<'_>,
        name: &str,
    ) -> Result<(), CommandError> {
        let registry = context.engine.registry();
        let looks =
            |variant: &&Variant| variant.capability::<Appearance>().is_ok_and(XboardNotation::fits);
        let Some(variant) = registry.find(name).ok().filter(looks).map(Variant::name) else {
            let names = names(registry, self.variant).join(", ");
            return Err(CommandError::Refused(format!("not played, expected one of {names}")));
        };
        self.abandon(context)?;
        self.change_variant(context, variant)?;
        self.restart(context, &Start::StartPos)?;
        Ok(set_up(context, &self.mapping)?)
    }

    fn change_variant(
        &mut self,
        context: &mut SessionContext<'_>,
        variant: &str,
    ) -> Result<(), CommandError> {
        context.engine.set_option("UGI_Variant", Some(variant))?;
        self.mapping = PieceMapping::of(context.engine.game())?;
        Ok(())
    }

    fn set_board(&mut self, context: &mut SessionContext<'_>, fen: &str) -> io::Result<()> {
        self.abandon(context)?;
        let text = self.mapping.position_text(fen);
        let start = Start::Fen(text.unwrap_or_else(|| fen.to_owned()));
        if context.engine.set_position(&start, &[]).is_ok() {
            return self.restart(context, &start);
        }
        self.invalid = true;
        context.send(&CecpReply::UserError(format!("Illegal position: {fen}")))
    }

    fn force(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        self.mode = Mode::Force;
        self.abandon(context)
    }

    fn play(&mut self, context: &mut SessionContext<'_>, player: Player) -> io::Result<()> {
        self.abandon(context)?;
        self.mode = Mode::Play(player);
        self.go_on(context)
    }

    /// Sets the side to move; the engine plays the other.
    fn play_other_than(
        &mut self,
        context: &mut SessionContext<'_>,
        first: bool,
    ) -> Result<(), CommandError> {
        let player = if first { Player::One } else { Player::Two };
        if self.to_move(context) != player {
            return Err(CommandError::refuse("not legal now, the other side is to move"));
        }
        self.abandon(context)?;
        self.mode = Mode::Play(player.opponent());
        Ok(())
    }

    fn analyse(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        self.mode = Mode::Analyse;
        self.look(context)
    }

    /// Restarts the search of the position in analysis mode.
    fn look(&mut self, context: &mut SessionContext<'_>) -> io::Result<()> {
        self.abandon(context)?;
        if self.mode == Mode::Analyse { self.go_on(context) } else { Ok(()) }
    }

    /// Takes back this many turns; the engine keeps its side.
    fn undo(&mut self, context: &mut SessionContext<'_>, count: usize) -> Result<(), CommandError> {
        if self.turns.count_since_begin() < count {
            return Err(CommandError::refuse("not legal now, there is nothing to take back"));
        }
        self.abandon(context)?;
        context.engine.undo(self.turns.undo(count))?;
        Ok(self.look(context)?)
    }

    /// Handles a move of the user or of another engine.
    fn user_move(&mut self, context: &mut SessionContext<'_>, entered: &Ply) -> io::Result<()> {
        if let Err(reason) = self.play_turn(context, entered) {
            let text = entered.to_string();
            return context.send(&CecpReply::IllegalMove { reason: reason.to_owned(), text });
        }
        if self.is_expected(entered) {
            self.ponder_hit(context);
            return Ok(());
        }
        self.stop_searches(context);
        self.go_on(context)
    }

    /// Plays a turn if it is legal. The reasons must avoid the words that make XBoard ignore the
    /// reply, see [`CecpReply::IllegalMove`].
    fn play_turn(
        &mut self,
        context: &mut SessionContext<'_>,
        entered: &Ply,
    ) -> Result<(), &'static str> {
        if self.invalid {
            return Err("the position is not possible");
        }
        if self.mode == Mode::Play(self.to_move(context)) && self.is_thinking() {
            return Err("it is not your turn");
        }
        if context.engine.game().outcome().is_some() {
            return Err("the game is over");
        }
        if self.turns.is_pause() {
            if *entered != Ply::Pass {
                return Err("pass, for the capture goes on");
            }
            self.turns.pause();
            return Ok(());
        }
        let meant = self.candidates(context).into_iter().find_map(|candidate| {
            let is_last = candidate.plies.len() == 1;
            let first = candidate.plies.into_iter().next();
            let ply = first.filter(|ply| notation::matches(entered, ply))?;
            Some((candidate.text, ply, is_last))
        });
        let Some((text, ply, is_last)) = meant else {
            return Err("it is against the rules");
        };
        if is_last && context.engine.play_moves(&[text]).is_err() {
            return Err("it is against the rules");
        }
        self.turns.push(ply, is_last);
        Ok(())
    }

    /// The legal moves that continue the turns made so far.
    fn candidates(&self, context: &SessionContext<'_>) -> Vec<Candidate> {
        let mut scene = self.mapping.scene(context.engine.game());
        let moves = std::mem::take(&mut scene.moves).into_iter();
        let rest = |BoardViewMove { text, bits: mv, actions }| {
            let plies = self.turns.rest(self.mapping.plies(&scene, &actions))?;
            Some(Candidate { mv, text, plies })
        };
        moves.filter_map(rest).collect()
    }

    /// The possible next turns.
    fn next_plies(&self, context: &SessionContext<'_>) -> Vec<Ply> {
        let candidates = self.candidates(context).into_iter();
        candidates.filter_map(|candidate| candidate.plies.into_iter().next()).collect()
    }

    fn ping(&mut self, context: &mut SessionContext<'_>, number: u64) -> io::Result<()> {
        if self.is_thinking() {
            self.pings.push(number);
            return Ok(());
        }
        context.send(&CecpReply::Pong(number))
    }

    /// The user puts the piece down; a promotion's letter is sent to the GUI.
    fn put(&mut self, context: &mut SessionContext<'_>, square: CecpSquare) -> io::Result<()> {
        let way = self.held.put(square);
        match notation::becomes(&way, &self.next_plies(context)) {
            Some(letter) => context.send(&CecpReply::Choice(letter.to_ascii_uppercase())),
            None => Ok(()),
        }
    }

    fn lift(
        &mut self,
        context: &mut SessionContext<'_>,
        from: Option<CecpSquare>,
    ) -> io::Result<()> {
        let plies = self.next_plies(context);
        let way = self.held.lift(from, |way| notation::goes_on(way, &plies));
        let rows =
            notation::marks(&self.mapping, &self.mapping.scene(context.engine.game()), way, &plies);
        context.send(&CecpReply::Highlight(rows))
    }
}
