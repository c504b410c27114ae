//! The state of an XBoard session, and its commands.

use std::mem;

use zugi_engine::{InputLine, JobEvent, Session};
use zugi_game::{MissingCapability, Player, Variant};
use zugi_protocol::xboard::{XBoardCommand, XBoardMove, XBoardReply, parse};
use zugi_protocol::{Command, ParseError, Reply, Start};
use zugi_show::{BoardViewMove, XBoardNotation};

use super::clock::EngineClock;
use super::convert;
use super::features::{features, is_shown, names};
use super::mode::Mode;
use super::mouse::{HeldPiece, matches};
use super::options;
use super::turns::Turns;
use super::variant_setup::setup;

/// The memory that the program uses beside its hash table, in MiB.
const BESIDES_HASH: u64 = 8;

/// A legal move that begins with the turns played so far.
pub(super) struct Candidate {
    pub text: String,
    /// The remaining turns.
    pub turns: Vec<XBoardMove>,
}

/// Executes lines of XBoard's protocol on a session, and gives the replies.
pub struct XBoard {
    /// The default variant of new games.
    variant: &'static str,
    pub(super) notation: XBoardNotation,
    pub(super) mode: Mode,
    /// The number of searches that were abandoned or have answered, but have not ended. Their
    /// events come before those of the search that `mode` describes.
    pub(super) ignored_searches: usize,
    pub(super) turns: Turns,
    /// Whether the opponent is a program, which needs no messages for a user.
    pub(super) against_program: bool,
    /// The messages shown in this game.
    pub(super) messages: Vec<&'static str>,
    pub(super) clock: EngineClock,
    /// The greatest depth of a search, in plies.
    pub(super) depth: Option<u32>,
    /// Whether thinking output is on.
    pub(super) post: bool,
    /// Whether the GUI set up an illegal position, so that moves are refused.
    pub(super) invalid: bool,
    pub(super) held: HeldPiece,
    /// The replies to the line or event in progress.
    replies: Vec<XBoardReply>,
}

impl XBoard {
    /// Serves a session that has executed no command; its variant is that of new games.
    ///
    /// # Errors
    /// XBoard cannot show the variant.
    pub fn new(session: &Session) -> Result<XBoard, MissingCapability> {
        Ok(XBoard {
            variant: session.engine().values().variant,
            notation: XBoardNotation::of(session.engine().game())?,
            mode: Mode::wait(Some(Player::Two)),
            ignored_searches: 0,
            turns: Turns::default(),
            against_program: false,
            messages: Vec::new(),
            clock: EngineClock::default(),
            depth: None,
            post: false,
            invalid: false,
            held: HeldPiece::default(),
            replies: Vec::new(),
        })
    }

    pub fn line(&mut self, session: &mut Session, line: InputLine) -> Vec<XBoardReply> {
        match line {
            Ok(line) => {
                let executed = match parse(&line) {
                    Ok(None) => Ok(()),
                    Ok(Some(command)) => self.execute(session, command),
                    Err(ParseError::UnknownCommand(_)) => Err("unknown command".to_owned()),
                    Err(error) => Err(error.to_string()),
                };
                if let Err(reason) = executed {
                    self.send(XBoardReply::Error { reason, line });
                }
            }
            Err(error) => self.send(XBoardReply::Remark(error.to_string())),
        }
        mem::take(&mut self.replies)
    }

    pub fn job(&mut self, session: &mut Session, event: JobEvent) -> Vec<XBoardReply> {
        match event {
            JobEvent::Finished => {
                // Writing to a vector cannot fail.
                drop(session.job(event, &mut Vec::new()));
                match self.ignored_searches.checked_sub(1) {
                    Some(rest) => self.ignored_searches = rest,
                    None => self.return_to_waiting(),
                }
            }
            JobEvent::Reply(_) if self.ignored_searches > 0 => {}
            JobEvent::Reply(Reply::Info(info)) => self.report(&info),
            JobEvent::Reply(Reply::BestMove { mv, ponder }) => {
                self.best_move(session, &mv, ponder.as_deref());
            }
            // Other replies of a search are messages, which XBoard does not show.
            JobEvent::Reply(_) => {}
        }
        mem::take(&mut self.replies)
    }

    pub(super) fn send(&mut self, reply: XBoardReply) {
        self.replies.push(reply);
    }

    /// Executes a command; an error is the reason shown in the GUI.
    fn execute(&mut self, session: &mut Session, command: XBoardCommand) -> Result<(), String> {
        match command {
            // The search ignores the opponent's clock.
            XBoardCommand::Nothing | XBoardCommand::Hover(_) | XBoardCommand::OpponentTime(_) => {}
            XBoardCommand::ProtocolVersion => {
                self.replies.extend(features(session.engine(), self.variant));
            }
            XBoardCommand::Quit => {
                self.abandon(session);
                apply(session, Command::Quit)?;
            }
            XBoardCommand::Computer => self.against_program = true,
            XBoardCommand::New => self.new_game(session)?,
            XBoardCommand::Variant(name) => self.set_variant(session, &name)?,
            XBoardCommand::SetBoard(fen) => self.set_board(session, fen),
            XBoardCommand::Force | XBoardCommand::Result => {
                self.set_mode(session, Mode::wait(None))
            }
            XBoardCommand::Go => self.play(session, self.to_move(session)),
            XBoardCommand::PlayOther => self.play(session, self.to_move(session).opponent()),
            XBoardCommand::ToMove { first } => self.play_other_than(session, first)?,
            XBoardCommand::Level(level) => self.clock.set_level(level, self.turns.count()),
            XBoardCommand::MoveTime(time) => self.clock.move_time = Some(time),
            XBoardCommand::Depth(plies) => self.depth = (plies > 0).then_some(plies),
            XBoardCommand::Time(left) => self.clock.left = left,
            XBoardCommand::Move(turn) => self.user_move(session, &turn),
            XBoardCommand::MoveNow => {
                if matches!(self.mode, Mode::Think { .. }) {
                    apply(session, Command::Stop)?;
                }
            }
            XBoardCommand::Ping(number) => self.ping(number),
            XBoardCommand::Hint => self.hint(session),
            XBoardCommand::Book => self.send(XBoardReply::NoBook),
            XBoardCommand::Undo => self.undo(session, 1)?,
            XBoardCommand::Remove => self.undo(session, 2)?,
            XBoardCommand::Ponder(on) => self.set_pondering(session, on)?,
            XBoardCommand::Post(on) => self.post = on,
            XBoardCommand::Analyze => {
                self.set_mode(session, Mode::Analyse(None));
                self.go_on(session);
            }
            XBoardCommand::Exit if matches!(self.mode, Mode::Analyse(_)) => {
                self.set_mode(session, Mode::wait(None));
            }
            XBoardCommand::Exit => return Err("not legal now, there is no analysis".to_owned()),
            XBoardCommand::Status => {
                if let Mode::Analyse(Some(analysis)) = &self.mode {
                    self.send(analysis.status());
                }
            }
            XBoardCommand::Memory(mib) => {
                let mib = mib.saturating_sub(BESIDES_HASH).clamp(1, 1 << 20);
                options::set(session, "Hash", Some(mib.to_string()))?;
            }
            XBoardCommand::Cores(count) => {
                options::set(session, "Threads", Some(count.clamp(1, 256).to_string()))?;
            }
            XBoardCommand::Option { name, value } => options::set_option(session, &name, value)?,
            XBoardCommand::Lift(from) => self.lift(session, from),
            XBoardCommand::Put(square) => self.put(session, square),
        }
        Ok(())
    }

    /// The side to move in the GUI.
    pub(super) fn to_move(&self, session: &Session) -> Player {
        let player = session.engine().game().to_move();
        if self.turns.is_pause() { player.opponent() } else { player }
    }

    fn set_mode(&mut self, session: &mut Session, mode: Mode) {
        self.abandon(session);
        self.mode = mode;
    }

    /// Starts a game of the default variant, in which the engine plays player two. Analysis mode
    /// stays on.
    fn new_game(&mut self, session: &mut Session) -> Result<(), String> {
        self.abandon(session);
        if !matches!(self.mode, Mode::Analyse(_)) {
            self.mode = Mode::wait(Some(Player::Two));
        }
        self.depth = None;
        self.against_program = false;
        self.messages.clear();
        self.clock.restart();
        if session.engine().values().variant == self.variant {
            apply(session, Command::NewGame)?;
        } else {
            self.change_variant(session, self.variant)?;
        }
        self.set_position(session, Start::StartPos);
        Ok(())
    }

    fn set_variant(&mut self, session: &mut Session, name: &str) -> Result<(), String> {
        let registry = session.engine().registry();
        let variant = registry.find(name).ok().filter(|variant| is_shown(variant));
        let Some(variant) = variant.map(Variant::name) else {
            let names = names(registry, self.variant).join(", ");
            return Err(format!("not played, expected one of {names}"));
        };
        self.abandon(session);
        self.change_variant(session, variant)?;
        self.set_position(session, Start::StartPos);
        self.replies.extend(setup(&self.notation, session.engine().game()));
        Ok(())
    }

    fn change_variant(&mut self, session: &mut Session, name: &str) -> Result<(), String> {
        options::set(session, "UGI_Variant", Some(name.to_owned()))?;
        let notation = XBoardNotation::of(session.engine().game());
        self.notation = notation.map_err(|missing| missing.to_string())?;
        Ok(())
    }

    fn set_board(&mut self, session: &mut Session, fen: String) {
        let text = self.notation.position_text(&fen);
        self.set_position(session, Start::Fen(text.unwrap_or_else(|| fen.clone())));
        if self.invalid {
            self.send(XBoardReply::UserError(format!("Illegal position: {fen}")));
        }
    }

    fn set_position(&mut self, session: &mut Session, start: Start) {
        let moves = Vec::new();
        self.invalid = apply(session, Command::Position { start, moves }).is_err();
        if !self.invalid {
            self.turns.begin(session.engine().game().to_move());
        }
        self.follow_position(session);
    }

    /// Ends the search of the previous position; an analysis continues with the new one.
    fn follow_position(&mut self, session: &mut Session) {
        self.abandon(session);
        if matches!(self.mode, Mode::Analyse(_)) {
            self.go_on(session);
        }
    }

    fn play(&mut self, session: &mut Session, player: Player) {
        self.set_mode(session, Mode::wait(Some(player)));
        self.go_on(session);
    }

    fn play_other_than(&mut self, session: &mut Session, first: bool) -> Result<(), String> {
        let player = if first { Player::One } else { Player::Two };
        if self.to_move(session) != player {
            return Err("not legal now, the other side is to move".to_owned());
        }
        self.set_mode(session, Mode::wait(Some(player.opponent())));
        Ok(())
    }

    /// Takes back turns; the engine keeps its side.
    fn undo(&mut self, session: &mut Session, count: usize) -> Result<(), String> {
        if self.turns.count_since_begin() < count {
            return Err("not legal now, there is nothing to take back".to_owned());
        }
        self.abandon(session);
        apply(session, Command::Undo(self.turns.undo(count)))?;
        self.follow_position(session);
        Ok(())
    }

    /// Handles a move of the user or of another engine.
    fn user_move(&mut self, session: &mut Session, entered: &XBoardMove) {
        if let Err(reason) = self.play_turn(session, entered) {
            let (reason, text) = (reason.to_owned(), entered.to_string());
            return self.send(XBoardReply::IllegalMove { reason, text });
        }
        if self.ponder_hit(session, entered) {
            return;
        }
        if !matches!(self.mode, Mode::Continue { .. }) {
            self.abandon(session);
        }
        self.go_on(session);
    }

    /// Plays a turn if it is legal. The reasons avoid the words that make XBoard ignore the reply,
    /// see [`XBoardReply::IllegalMove`].
    pub(super) fn play_turn(
        &mut self,
        session: &mut Session,
        entered: &XBoardMove,
    ) -> Result<(), &'static str> {
        if self.invalid {
            return Err("the position is not possible");
        }
        if matches!(self.mode, Mode::Think { .. }) {
            return Err("it is not your turn");
        }
        if session.engine().game().outcome().is_some() {
            return Err("the game is over");
        }
        if self.turns.is_pause() {
            if *entered != XBoardMove::Pass {
                return Err("pass, for the capture goes on");
            }
            self.turns.pause();
            return Ok(());
        }
        let meant = self.candidates(session).into_iter().find_map(|Candidate { text, turns }| {
            let is_last = turns.len() == 1;
            let turn = turns.into_iter().next().filter(|turn| matches(entered, turn))?;
            Some((text, turn, is_last))
        });
        let against_rules = "it is against the rules";
        let (text, turn, is_last) = meant.ok_or(against_rules)?;
        if is_last {
            apply(session, Command::Moves(vec![text])).map_err(|_| against_rules)?;
        }
        self.turns.push(turn, is_last);
        Ok(())
    }

    pub(super) fn candidates(&self, session: &Session) -> Vec<Candidate> {
        let mut scene = self.notation.appearance.scene(session.engine().game());
        let moves = mem::take(&mut scene.moves).into_iter();
        let rest = |BoardViewMove { text, actions, .. }| {
            let turns = self.turns.remaining(convert::turns(&self.notation, &scene, &actions))?;
            Some(Candidate { text, turns })
        };
        moves.filter_map(rest).collect()
    }

    pub(super) fn next_turns(&self, session: &Session) -> Vec<XBoardMove> {
        let candidates = self.candidates(session).into_iter();
        candidates.filter_map(|candidate| candidate.turns.into_iter().next()).collect()
    }

    fn ping(&mut self, number: u64) {
        match &mut self.mode {
            Mode::Think { pings, .. } => pings.push(number),
            _ => self.send(XBoardReply::Pong(number)),
        }
    }
}

/// Executes a command whose only reply is an error.
pub(super) fn apply(session: &mut Session, command: Command) -> Result<(), String> {
    let mut replies = Vec::new();
    // Writing to a vector cannot fail.
    drop(session.handle(command, &mut replies));
    let error = replies.into_iter().find_map(|reply| match reply {
        Reply::Error(text) => Some(text),
        _ => None,
    });
    error.map_or(Ok(()), Err)
}
