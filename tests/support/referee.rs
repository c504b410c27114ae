//! A referee with the library's rules: legal moves and results.

use zugi::game::{AnyGame, Player, Setup};

use super::{Answer, Info};

pub struct Referee {
    board: Box<dyn AnyGame>,
    /// The moves since the start.
    pub moves: Vec<String>,
}

impl Referee {
    pub fn new(variant: &str) -> Referee {
        let registry = zugi::registry();
        let board = registry.find(variant).expect("a variant").game();
        Referee { board, moves: Vec::new() }
    }

    pub fn at(variant: &str, fen: &str) -> Referee {
        let mut referee = Referee::new(variant);
        let set = referee.board.set_up(Setup::Text(fen), &[]);
        set.unwrap_or_else(|error| panic!("{error}"));
        referee
    }

    /// Plays a move; panics if it is illegal or not in canonical form.
    #[track_caller]
    pub fn play(&mut self, mv: &str) {
        assert!(self.allows(mv), "illegal move {mv:?} in {}", self.fen());
        self.board.play_text(mv).expect("a legal move");
        self.moves.push(mv.to_owned());
    }

    /// Whether this text is a legal move in canonical form.
    pub fn allows(&self, mv: &str) -> bool {
        self.board.move_texts().iter().any(|legal| legal == mv)
    }

    /// The legal moves, sorted.
    pub fn legal_moves(&self) -> Vec<String> {
        self.board.move_texts()
    }

    pub fn fen(&self) -> String {
        self.board.text()
    }

    pub fn is_player_one_turn(&self) -> bool {
        self.board.to_move() == Player::One
    }

    /// The expected answer to `query gameover`.
    pub fn is_over(&self) -> bool {
        self.board.outcome().is_some()
    }

    /// The expected answer to `query result`.
    pub fn result(&self) -> String {
        self.board.outcome().map_or_else(|| "none".to_owned(), |outcome| outcome.to_string())
    }

    pub fn position_command(&self) -> String {
        if self.moves.is_empty() {
            return "position startpos".to_owned();
        }
        format!("position startpos moves {}", self.moves.join(" "))
    }

    /// Plays at most this many random legal moves; a move that ends the game is taken back, and
    /// none follows it.
    pub fn play_at_random(&mut self, plies: usize, rng: &mut fastrand::Rng) {
        for _ in 0..plies {
            let moves = self.legal_moves();
            let mv = rng.choice(&moves).expect("a game in progress").clone();
            self.play(&mv);
            if self.is_over() {
                self.moves.pop();
                let moves = self.moves.clone();
                self.board.set_up(Setup::Start, &moves).expect("legal so far");
                return;
            }
        }
    }

    /// Checks the PVs of an answer to a search from here: moves are legal, and a proven line ends
    /// the game after the announced plies.
    #[track_caller]
    pub fn assert_legal(&self, answer: &Answer) {
        answer.infos.iter().for_each(|info| self.assert_legal_variation(info));
        assert!(self.allows(&answer.best), "illegal bestmove {} in {}", answer.best, self.fen());
    }

    #[track_caller]
    fn assert_legal_variation(&self, info: &Info) {
        let mut line = Referee::at(self.board.variant(), &self.fen());
        info.pv.iter().for_each(|mv| line.play(mv));
        let Some(plies) = info.mate() else { return };
        assert_eq!(info.pv.len() as u64, plies.unsigned_abs(), "{info:?} in {}", self.fen());
        let winner_moves_first = plies > 0;
        let expected =
            if winner_moves_first == self.is_player_one_turn() { "p1win" } else { "p2win" };
        assert_eq!(line.result(), expected, "{info:?} in {}", self.fen());
    }
}
