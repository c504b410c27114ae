//! Input of a person in a session: bare moves, command words in any case, and short commands. It
//! mirrors the game to complete moves.

use rustyline::completion::Completer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::validate::Validator;
use rustyline::{Context, Helper};
use zugi_engine::Engine;
use zugi_game::{GameError, draw};
use zugi_protocol::{
    Command, LIMITS, Limit, LimitValue, QUESTIONS, Question, help, keywords_after, parse, quote,
};

use super::super::closest_match::nearest;
use super::super::style;
use super::aliases::{self, ConsoleCommand, in_protocol_case};

/// Completions of the second and later words except moves; the tables of the protocol have those
/// after a command word.
const CONTINUATIONS: [(&str, &[&str]); 2] =
    [("position startpos", &["moves"]), ("go infinite", &["searchmoves"])];

/// Whether moves follow the word.
fn is_before_moves(word: &str) -> bool {
    let asks = |question: &Question| question.word == word && question.takes_move;
    let limits = |limit: &Limit| limit.word == word && matches!(limit.value, LimitValue::Moves(..));
    word == "moves" || QUESTIONS.iter().any(asks) || LIMITS.iter().any(limits)
}

/// The meaning of a typed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Heard {
    Nothing,
    /// A text for the person; nothing is sent to the session.
    Message(String),
    /// One or more lines for the session.
    Line {
        /// The lines.
        text: String,
        /// Whether it is answered by `readyok`.
        asks_readyok: bool,
    },
    /// The last line for the session.
    Last(String),
    /// A line of another protocol.
    Foreign(String),
}

/// Mirrors the state of a session.
pub(super) struct InputHelper {
    /// Has the same game as the session's engine.
    engine: Engine,
    /// Whether another protocol was chosen.
    foreign: bool,
    /// Text to print after the answer to the last line.
    addition: Option<String>,
}

impl InputHelper {
    /// For a session that begins with this engine.
    pub fn new(engine: Engine) -> InputHelper {
        InputHelper { engine, foreign: false, addition: None }
    }

    /// The text to print after the answer to the last line: the board after a move, or the short
    /// commands after `help`.
    pub fn take_addition(&mut self) -> Option<String> {
        self.addition.take()
    }

    /// Handles a typed line.
    pub fn hear(&mut self, line: &str) -> Heard {
        let line = line.trim();
        if self.foreign {
            return Heard::Foreign(line.to_owned());
        }
        let (lines, shows_board) = match self.understand(line) {
            Understood::Lines(lines, shows_board) => (lines, shows_board),
            Understood::Message(text) => return Heard::Message(text),
        };
        let text = lines.join("\n");
        let commands: Result<Vec<Option<Command>>, _> =
            lines.iter().map(|line| parse(line)).collect();
        let Ok(commands) = commands else { return Heard::Line { text, asks_readyok: false } };
        let commands: Vec<Command> = commands.into_iter().flatten().collect();
        match commands.as_slice() {
            [] => return Heard::Nothing,
            [Command::Quit] => return Heard::Last(text),
            [Command::XBoard] => {
                self.foreign = true;
                return Heard::Foreign(text);
            }
            [Command::Help(None)] => self.addition = Some(self.help_for_people()),
            commands => {
                let followed = commands.iter().all(|command| self.follow(command));
                if followed && shows_board {
                    self.addition = Some(draw(self.engine.game(), style()));
                }
            }
        }
        Heard::Line { text, asks_readyok: commands == [Command::IsReady] }
    }

    /// Converts a line to protocol commands, or to a message.
    fn understand(&self, line: &str) -> Understood {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else {
            return Understood::Lines(Vec::new(), false);
        };
        let typed: Vec<String> = rest.iter().map(|&word| word.to_owned()).collect();
        let first = first.to_lowercase();
        match aliases::console_command(&first, &typed) {
            Some(ConsoleCommand::Lines(lines, shows_board)) => {
                let lines = lines.iter().map(|line| in_protocol_case(line));
                return Understood::Lines(lines.collect(), shows_board);
            }
            Some(ConsoleCommand::LegalMoves) => {
                return Understood::Message(self.legal_moves());
            }
            Some(ConsoleCommand::Variants) => return Understood::Message(self.variants()),
            Some(ConsoleCommand::Unclear(hint)) => {
                return Understood::Message(format!("unknown command {}: {hint}", quote(words[0])));
            }
            None => {}
        }
        if help::names().any(|name| name == first) {
            return Understood::Lines(vec![in_protocol_case(line)], false);
        }
        let moves: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        match self.engine.game().boxed_clone().play_texts(&moves) {
            // The first word is not a move in any position.
            Err(GameError::MoveText { number: 1, .. }) => Understood::Message(unknown(words[0])),
            _ => Understood::Lines(vec![format!("moves {}", moves.join(" "))], true),
        }
    }

    fn legal_moves(&self) -> String {
        match self.engine.game().move_texts() {
            moves if moves.is_empty() => "The game is over: there are no moves.".to_owned(),
            moves => moves.join(" "),
        }
    }

    /// The variants, with the current one in brackets.
    fn variants(&self) -> String {
        let current = self.engine.game().variant();
        let names = self.engine.registry().names().into_iter();
        let names = names.map(|name| match name == current {
            true => format!("[{name}]"),
            false => name.to_owned(),
        });
        let names: Vec<String> = names.collect();
        format!("{}\nvariant NAME changes it.", names.join(" "))
    }

    /// Executes a command as the session does; false if it is refused, as it is there.
    fn follow(&mut self, command: &Command) -> bool {
        let engine = &mut self.engine;
        let done = match command {
            Command::Position { start, moves } => engine.set_position(start, moves),
            Command::Moves(moves) => engine.play_moves(moves).map_err(Into::into),
            Command::Undo(plies) => engine.undo(*plies).map_err(Into::into),
            Command::SetOption { name, value } => match engine.declared_name(name) {
                Some("UGI_Variant" | "PieRule" | "Seed") => {
                    engine.set_option(name, value.as_deref())
                }
                _ => Ok(()),
            },
            _ => Ok(()),
        };
        done.is_ok()
    }

    /// Additional help for people.
    fn help_for_people(&self) -> String {
        let mv = self.engine.game().move_texts().into_iter().next();
        let example = mv.map(|mv| format!(", such as {mv},")).unwrap_or_default();
        format!(
            "Here a move alone{example} is played, and the board shown. Tab completes words \
             and moves. Short words are known, too: new, moves, fen, variants, variant NAME, \
             analyse, depth N, show."
        )
    }

    /// The completions of the last word of a line.
    fn candidates(&self, before: &[&str], word: &str) -> Vec<String> {
        let moves = || self.engine.game().move_texts();
        let command = before.join(" ").to_lowercase();
        let words: Vec<String> = match before {
            [] => {
                // Short commands are completed only where requested.
                let names: Vec<&str> = match word {
                    "" => help::names().collect(),
                    _ => aliases::known().collect(),
                };
                names.into_iter().map(str::to_owned).chain(moves()).collect()
            }
            ["variant"] => self.engine.registry().names().into_iter().map(str::to_owned).collect(),
            ["help"] => help::names().map(str::to_owned).collect(),
            ["setoption", "name"] => self.engine.declarations().map(|option| option.name).collect(),
            [.., last] if is_before_moves(last) => moves(),
            [_] => keywords_after(&command).into_iter().map(str::to_owned).collect(),
            _ => {
                let known = CONTINUATIONS.iter().find(|(begin, _)| *begin == command);
                known.iter().flat_map(|(_, words)| *words).map(|&word| word.to_owned()).collect()
            }
        };
        let word = word.to_lowercase();
        words.into_iter().filter(|known| known.to_lowercase().starts_with(&word)).collect()
    }
}

/// The meaning of a line before it is executed.
enum Understood {
    /// Lines for the session, and whether to show the board after them.
    Lines(Vec<String>, bool),
    /// The text for the person.
    Message(String),
}

/// The message for a word that is neither a command nor a move.
fn unknown(word: &str) -> String {
    match nearest(word, aliases::known()) {
        Some(name) => format!("unknown command {}: did you mean {name}?", quote(word)),
        None => format!("{} is neither a command nor a move: type help", quote(word)),
    }
}

impl Helper for InputHelper {}
impl Highlighter for InputHelper {}
impl Validator for InputHelper {}

impl Hinter for InputHelper {
    type Hint = String;
}

impl Completer for InputHelper {
    type Candidate = String;

    fn complete(
        &self,
        line: &str,
        at: usize,
        _: &Context<'_>,
    ) -> rustyline::Result<(usize, Vec<String>)> {
        let before = line.get(..at).unwrap_or_default();
        let begin = before.rfind(char::is_whitespace).map_or(0, |blank| blank + 1);
        let words: Vec<&str> = before[..begin].split_whitespace().collect();
        let mut candidates = self.candidates(&words, &before[begin..]);
        if let ([only], true) = (candidates.as_mut_slice(), at == line.len()) {
            only.push(' ');
        }
        Ok((begin, candidates))
    }
}

#[cfg(test)]
mod tests {
    use zugi_game::Chances;

    use super::super::super::files::typed_path;
    use super::*;
    use crate::registry;

    fn input_helper() -> InputHelper {
        InputHelper::new(Engine::new(&registry(), "zola-6").unwrap())
    }

    fn line(text: &str) -> Heard {
        Heard::Line { text: text.to_owned(), asks_readyok: false }
    }

    #[test]
    fn commands_are_understood_in_any_case() {
        for (typed, meant) in [
            ("D", "d"),
            ("Go Depth 3", "go depth 3"),
            ("POSITION STARTPOS Moves a1b1", "position startpos moves a1b1"),
            ("Position FEN 7W/8 w", "position fen 7W/8 w"),
            ("SetOption Name Hash Value 8", "setoption name Hash value 8"),
            ("? GO", "help go"),
        ] {
            assert_eq!(input_helper().hear(typed), line(meant), "{typed}");
        }
        assert_eq!(input_helper().hear(" \t"), Heard::Nothing);
        for typed in ["quit", "exit", "Q"] {
            assert_eq!(input_helper().hear(typed), Heard::Last("quit".to_owned()));
        }
        let ready = Heard::Line { text: "isready".to_owned(), asks_readyok: true };
        assert_eq!(input_helper().hear("ISREADY"), ready);
    }

    #[test]
    fn bare_moves_are_played_and_the_game_is_followed() {
        let mut input_helper = input_helper();
        assert_eq!(input_helper.hear("a1b1 A2xA1"), line("moves a1b1 A2xA1"));
        assert!(input_helper.take_addition().is_some_and(|board| board.contains("2 │[ ]")));
        assert_eq!(input_helper.take_addition(), None);
        assert_eq!(input_helper.hear("undo"), line("undo"));
        assert!(!input_helper.candidates(&[], "a2a1").is_empty());
        // The session reports what is wrong with something like a move.
        assert_eq!(input_helper.hear("a1f6"), line("moves a1f6"));
        assert_eq!(input_helper.take_addition(), None);
        let registry = registry();
        let other = registry.variants().last().unwrap();
        input_helper.hear(&format!("setoption name UGI_Variant value {}", other.name()));
        assert_eq!(input_helper.candidates(&["moves"], ""), other.game().move_texts());
        input_helper.hear("setoption name UGI_Variant value zola-4");
        input_helper.hear("setoption name pie rule value true");
        input_helper.hear("position startpos");
        assert_eq!(input_helper.hear("a1b1 swap"), line("moves a1b1 swap"));
    }

    #[test]
    fn unknown_words_are_told_what_they_may_have_been() {
        let complaint = |typed| match input_helper().hear(typed) {
            Heard::Message(complaint) => complaint,
            other => panic!("{typed}: {other:?}"),
        };
        assert_eq!(complaint("postion x"), "unknown command \"postion\": did you mean position?");
        assert!(complaint("xyzzy").contains("neither a command nor a move"));
        assert!(complaint("Set Hash 64").contains("did you mean setoption name NAME"));
        assert_eq!(complaint("analize"), "unknown command \"analize\": did you mean analyze?");
        assert!(complaint("\u{1b}[2J").contains("\"\\u{1b}[2J\""));
    }

    #[test]
    fn short_words_are_understood_and_followed() {
        let mut input_helper = input_helper();
        let shown = |input_helper: &mut InputHelper, typed| match input_helper.hear(typed) {
            Heard::Message(text) => text,
            other => panic!("{typed}: {other:?}"),
        };
        assert!(shown(&mut input_helper, "Moves").starts_with("a1a2 a1b1 "));
        assert!(shown(&mut input_helper, "variants").contains("[zola-6]"));
        assert_eq!(input_helper.hear("Depth 5"), line("go depth 5"));
        assert_eq!(
            input_helper.hear("variant zola-4"),
            line("setoption name UGI_Variant value zola-4")
        );
        assert!(input_helper.take_addition().is_some_and(|board| board.contains("a   b   c   d")));
        assert!(shown(&mut input_helper, "variant").contains("[zola-4]"));
        input_helper.hear("a1b1");
        assert_eq!(input_helper.hear("New"), line("uginewgame\nposition startpos"));
        assert!(input_helper.take_addition().is_some_and(|board| !board.contains('[')));
        assert!(shown(&mut input_helper, "legal").starts_with("a1a2 a1b1 "));
        // No board after a refused command.
        assert_eq!(input_helper.hear("fen 8/8"), line("position fen 8/8"));
        assert_eq!(input_helper.take_addition(), None);
        let home = typed_path("~").to_string_lossy().into_owned();
        let set = format!("setoption name TablePath value {home}/tables");
        assert_eq!(input_helper.hear("setoption name TablePath value ~/tables"), line(&set));
    }

    #[test]
    fn shuffles_are_followed() {
        let registry = registry();
        let shuffled = registry.variants().find(|variant| variant.capability::<Chances>().is_ok());
        let name = shuffled.unwrap().name();
        let mut input_helper = InputHelper::new(Engine::new(&registry, name).unwrap());
        for typed in ["setoption name Seed value 7", "position startpos"] {
            input_helper.hear(typed);
        }
        let mut engine = Engine::new(&registry, name).unwrap();
        engine.set_option("Seed", Some("7")).unwrap();
        engine.set_position(&zugi_protocol::Start::StartPos, &[]).unwrap();
        assert_eq!(input_helper.engine.game().text(), engine.game().text());
    }

    #[test]
    fn another_protocol_is_passed_on_as_it_is() {
        let mut input_helper = input_helper();
        for typed in ["xboard", "usermove A1B1", "quit"] {
            assert_eq!(input_helper.hear(typed), Heard::Foreign(typed.to_owned()));
        }
    }

    #[test]
    fn words_are_completed_by_what_can_follow() {
        let input_helper = input_helper();
        let completed = |before: &[&str], word| input_helper.candidates(before, word);
        assert_eq!(completed(&[], "pos"), ["position"]);
        assert_eq!(completed(&[], "A1"), ["a1a2", "a1b1"]);
        assert_eq!(completed(&["help"], "unde"), Vec::<String>::new());
        assert_eq!(completed(&["query"], "leg"), ["legalmoves"]);
        assert_eq!(completed(&["query"], "sho"), ["shown"]);
        assert_eq!(completed(&["Go"], "mo"), ["movetime"]);
        assert_eq!(completed(&["debug"], "o"), ["on", "off"]);
        for before in [&["query", "islegal"][..], &["go", "searchmoves"]] {
            assert_eq!(completed(before, "a1a"), ["a1a2"]);
        }
        assert_eq!(completed(&["setoption", "name"], "ugi_e"), ["UGI_Elo"]);
        assert_eq!(completed(&["position", "startpos", "moves"], "a1a"), ["a1a2"]);
        for (command, words) in CONTINUATIONS {
            let known = help::names().any(|name| command.split(' ').next() == Some(name));
            assert!(known && !words.is_empty(), "{command}");
        }
    }
}
