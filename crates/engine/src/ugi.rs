//! The conversation in UGI or UCI.

use std::io;

use zugi_game::{
    AnyGame, Appearance, Chances, DrawingStyle, Explanation, Player, Sheet, draw, scene_json,
    shown_text,
};
use zugi_protocol::{
    Command, Dialect, Go, Origin, QUESTIONS, Query, Question, Reply, UgiScore, help, quote,
};

use super::context::SessionContext;
use super::convert::PASS;
use super::job_queue::JobKind;
use super::{Engine, EngineError, NAME, bench_job, perft_job};

/// What is particular to a conversation in UGI or UCI.
#[derive(Default)]
pub(super) struct Ugi {
    /// Changes of state are confirmed by a message.
    debug: bool,
}

impl Ugi {
    /// Executes a line.
    pub fn line(&mut self, context: &mut SessionContext<'_>, line: &str) -> io::Result<()> {
        match zugi_protocol::parse(line) {
            Ok(Some(command)) => self.execute(context, command),
            Ok(None) => Ok(()),
            Err(error) => context.send(&Reply::Error(error.to_string())),
        }
    }

    fn execute(&mut self, context: &mut SessionContext<'_>, command: Command) -> io::Result<()> {
        match command {
            Command::Handshake(dialect) => introduce(context, dialect),
            Command::XBoard => context.send(&Reply::Error(
                "\"xboard\" comes too late: expected it as the first line of a session".to_owned(),
            )),
            Command::IsReady => context.send(&Reply::ReadyOk),
            Command::NewGame => {
                context.engine.clear_hash();
                self.confirm(context, "new game")
            }
            Command::SetOption { name, value } => {
                self.change(context, |engine| engine.set_option(&name, value.as_deref()), "option")
            }
            Command::Debug(on) => {
                self.debug = on;
                Ok(())
            }
            Command::Position { start, moves } => {
                self.change(context, |engine| engine.set_position(&start, &moves), "position")
            }
            Command::Moves(moves) => {
                self.change(context, |engine| Ok(engine.play_moves(&moves)?), "moves")
            }
            Command::Undo(plies) => self.change(context, |engine| Ok(engine.undo(plies)?), "undo"),
            Command::Go(limits) => go(context, &limits),
            Command::Solve(limits) => match context.solve(&limits) {
                Ok(()) => Ok(()),
                Err(missing) => context.send(&Reply::Error(missing.to_string())),
            },
            Command::Perft(depth) => {
                context.start(perft_job(context.engine.game().boxed_clone(), depth, false));
                Ok(())
            }
            Command::Divide(depth) => {
                context.start(perft_job(context.engine.game().boxed_clone(), depth, true));
                Ok(())
            }
            Command::Bench(depth) => {
                context.start(bench_job(context.engine.registry(), depth));
                Ok(())
            }
            Command::Stop => {
                context.jobs.stop_if(|_| true);
                Ok(())
            }
            Command::PonderHit => {
                context.jobs.ponder_hit();
                Ok(())
            }
            Command::Quit => {
                context.jobs.stop_if(|kind| kind != JobKind::Console);
                context.ending = true;
                Ok(())
            }
            Command::Query(question) => query(context, &question),
            Command::Display => display(context),
            Command::Eval => evaluation(context),
            Command::Help(topic) => help(context, topic.as_deref()),
        }
    }

    /// Changes the engine, or says why not.
    fn change(
        &self,
        context: &mut SessionContext<'_>,
        change: impl FnOnce(&mut Engine) -> Result<(), EngineError>,
        what: &str,
    ) -> io::Result<()> {
        match change(&mut context.engine) {
            Ok(()) => self.confirm(context, what),
            Err(error) => context.send(&Reply::Error(error.to_string())),
        }
    }

    /// Says what a change of state has led to, in debug mode.
    fn confirm(&self, context: &mut SessionContext<'_>, what: &str) -> io::Result<()> {
        if !self.debug {
            return Ok(());
        }
        let game = context.engine.game();
        let text = format!("{what}: {} {}", game.variant(), game.text());
        context.send(&Reply::Message(text))
    }
}

fn introduce(context: &mut SessionContext<'_>, dialect: Dialect) -> io::Result<()> {
    context.send(&Reply::Name(NAME.to_owned()))?;
    context.send(&Reply::Author("the zugi authors".to_owned()))?;
    let declarations: Vec<_> = context.engine.declarations().collect();
    for declaration in declarations {
        context.send(&Reply::OptionDeclaration(declaration))?;
    }
    if let Some(warning) = context.warning.take() {
        context.send(&Reply::Message(warning))?;
    }
    context.send(&Reply::HandshakeDone(dialect))
}

fn go(context: &mut SessionContext<'_>, go: &Go) -> io::Result<()> {
    let mut problems = go.rejected.clone();
    match context.search(&go.limits) {
        Ok(more) => problems.extend(more),
        Err(missing) => {
            context.send(&Reply::Error(missing.to_string()))?;
            return context.send(&Reply::BestMove { mv: PASS.to_owned(), ponder: None });
        }
    }
    let rejected = Go { rejected: problems, ..Go::default() };
    match rejected.complaint() {
        Some(complaint) => context.send(&Reply::Error(complaint)),
        None => Ok(()),
    }
}

fn query(context: &mut SessionContext<'_>, query: &Query) -> io::Result<()> {
    let game = context.engine.game();
    let answer = match query {
        Query::GameOver => game.outcome().is_some().to_string(),
        Query::PlayerOneTurn => (game.to_move() == Player::One).to_string(),
        Query::PlayerTwoTurn => (game.to_move() == Player::Two).to_string(),
        Query::Result => result(game),
        Query::Fen => game.text(),
        Query::Shown => shown_text(game),
        Query::Variant => game.variant().to_owned(),
        Query::IsLegal(text) => may_decide(game, text).to_string(),
        Query::LegalMoves => match game.move_texts() {
            moves if moves.is_empty() => "none".to_owned(),
            moves => moves.join(" "),
        },
        Query::Board => match scene_json(game) {
            Ok(json) => json,
            Err(missing) => return context.send(&Reply::Error(missing.to_string())),
        },
        Query::Sheet => match game.capability::<Sheet>().map(Sheet::json) {
            Ok(Ok(json)) => json,
            Ok(Err(wrong)) => return context.send(&Reply::Error(wrong.to_string())),
            Err(_) => "none".to_owned(),
        },
        Query::Why(text) => why_not(game, text).unwrap_or_else(|| "none".to_owned()),
        Query::Ended => {
            let reason = game.capability::<Explanation>().ok().and_then(|it| it.ended(game));
            reason.unwrap_or_else(|| "none".to_owned())
        }
        Query::Extensions => extensions(game),
    };
    context.send(&Reply::Response(answer))
}

/// Whether this is a legal move, or what the mover may decide where chance says what comes
/// of it.
fn may_decide(game: &dyn AnyGame, text: &str) -> bool {
    let decides = |chances: &Chances| chances.find_decision(game, text).is_some();
    game.legal_move(text).is_ok() || game.capability().is_ok_and(decides)
}

/// Why this is not a move that may be played or decided, if it is none and the game can tell.
fn why_not(game: &dyn AnyGame, text: &str) -> Option<String> {
    let explanation = game.capability::<Explanation>().ok()?;
    if may_decide(game, text) { None } else { explanation.why_not(game, text) }
}

/// The questions beyond UGI that can be answered about this game.
fn extensions(game: &dyn AnyGame) -> String {
    let is_answered = |question: &&Question| {
        question.origin == Origin::Extension
            && (question.word != Query::Board.to_string()
                || game.capability::<Appearance>().is_ok())
    };
    let words: Vec<&str> = QUESTIONS.iter().filter(is_answered).map(|it| it.word).collect();
    words.join(" ")
}

fn display(context: &mut SessionContext<'_>) -> io::Result<()> {
    let game = context.engine.game();
    let style = DrawingStyle { colour: context.colour, ..DrawingStyle::default() };
    let drawing = draw(game, style);
    let (fen, player, key) = (game.text(), context.mover(), game.key());
    let result = result(game);
    context.send(&Reply::Text(format!(
        "{drawing}\n\nfen      {fen}\nto move  {player}\nkey      {key:016x}\nresult   {result}"
    )))
}

fn evaluation(context: &mut SessionContext<'_>) -> io::Result<()> {
    let game = context.engine.game();
    let reply = match context.engine.evaluation() {
        Ok(Some(value)) => {
            // People have the scores of a search in the same form.
            let value = if context.names { UgiScore::checkers(value) } else { value.to_string() };
            Reply::Text(format!("evaluation {value} for {}, to move", context.mover()))
        }
        Ok(None) => Reply::Text(format!("result {}", result(game))),
        Err(missing) => Reply::Error(missing.to_string()),
    };
    context.send(&reply)
}

fn help(context: &mut SessionContext<'_>, name: Option<&str>) -> io::Result<()> {
    let Some(name) = name else { return context.send(&Reply::Text(help::overview())) };
    match help::topic(name) {
        Some(topic) => context.send(&Reply::Text(topic)),
        None => {
            let names: Vec<&str> = help::names().collect();
            context.send(&Reply::Error(format!(
                "no help on {}: expected one of {}",
                quote(name),
                names.join(", ")
            )))
        }
    }
}

/// The outcome in the protocol's words.
fn result(game: &dyn AnyGame) -> String {
    game.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
}
