//! Exact values of positions, from tables or from a proof search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{ExactValueError, Game, Outcome, Player};

/// A source of exact values: who wins some positions with best play, such as endgame tables.
///
/// A value must not depend on earlier moves, so this is for games whose draws do not depend on
/// them.
///
/// ```
/// use zugi_game::{Game, Outcome, Player, ExactValue, toy::Hexapawn};
///
/// /// Knows that who can win by the next move wins.
/// struct OneMoveAhead;
///
/// impl ExactValue<Hexapawn> for OneMoveAhead {
///     fn winner(&self, position: &Hexapawn) -> Option<Player> {
///         let mover = position.to_move();
///         let wins = |mv| position.after(mv).outcome() == Some(Outcome::Win(mover));
///         position.moves().into_iter().any(wins).then_some(mover)
///     }
/// }
///
/// let ending = Hexapawn::from_text("b3/2w1/4/4 w").unwrap();
/// assert_eq!(OneMoveAhead.winner(&ending), Some(Player::One));
/// assert_eq!(OneMoveAhead.winner(&Hexapawn::start()), None);
/// ```
pub trait ExactValue<G: Game>: Send + Sync {
    /// The player who wins with best play; `None` if that is unknown. It must be fast, above all
    /// for unknown positions: a search calls it at each node.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // Who knows nothing.
    /// assert_eq!(().winner(&Hexapawn::start()), None);
    /// ```
    fn winner(&self, position: &G) -> Option<Player>;

    /// Starts to load or build, in the background, what a search of this position may use soon.
    /// Returns whether all of it is ready. It never waits.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // Who knows nothing is always ready.
    /// assert!(().prepare(&Hexapawn::start()));
    /// ```
    fn prepare(&self, _position: &G) -> bool {
        true
    }

    /// Starts to load, in the background, what an earlier process has kept for such positions: the
    /// quick part of [`prepare`](ExactValue::prepare), for searches with little time. It never
    /// waits.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // Who knows nothing has nothing to load.
    /// ().load(&Hexapawn::start());
    /// assert_eq!(().winner(&Hexapawn::start()), None);
    /// ```
    fn load(&self, _position: &G) {}

    /// Whether [`prepare`](ExactValue::prepare) adds values, so that the known values depend on
    /// time. A search without a clock uses a [`snapshot`](ExactValue::snapshot) of such a source,
    /// because its result must not depend on time.
    ///
    /// ```
    /// use zugi_game::{ExactValue, toy::Hexapawn};
    /// assert!(!ExactValue::<Hexapawn>::depends_on_time(&()));
    /// ```
    fn depends_on_time(&self) -> bool {
        false
    }

    /// Of a source that depends on time: the values that an earlier process has kept, as they were
    /// when this process first loaded them. Waits until they are loaded, or `is_stopped` returns
    /// true. `None` if a search of this position needs none of them, or there are none.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// assert!(().snapshot(&Hexapawn::start(), &|| false).is_none());
    /// ```
    fn snapshot(
        &self,
        _position: &G,
        _is_stopped: &dyn Fn() -> bool,
    ) -> Option<Arc<dyn ExactValue<G>>> {
        None
    }

    /// The pieces of the largest table that is loaded at the first search, 0 for none. It never
    /// waits: a table in a file counts if the file exists.
    ///
    /// ```
    /// use zugi_game::{ExactValue, toy::Hexapawn};
    /// assert_eq!(ExactValue::<Hexapawn>::largest_table(&()), 0);
    /// ```
    fn largest_table(&self) -> u32 {
        0
    }

    /// Continues in this thread what [`prepare`](ExactValue::prepare) has begun, for hosts that
    /// leave no other thread to it. Between steps of a few milliseconds it asks whether it goes on. Returns
    /// whether nothing is left to do.
    ///
    /// ```
    /// use zugi_game::{ExactValue, toy::Hexapawn};
    /// assert!(ExactValue::<Hexapawn>::work(&(), &mut || true));
    /// ```
    fn work(&self, _goes_on: &mut dyn FnMut() -> bool) -> bool {
        true
    }

    /// Tries to prove who wins, by a search of at most about this number of nodes, which ends soon
    /// after `is_stopped` returns true. A further attempt continues the earlier ones. It returns at
    /// once if an attempt would be useless.
    ///
    /// ```
    /// use zugi_game::{Attempt, Game, ExactValue, toy::Hexapawn};
    /// let attempt = ().prove(&Hexapawn::start(), 1_000_000, &|| false);
    /// assert_eq!(attempt, Attempt { nodes: 0, proof: None });
    /// ```
    fn prove(
        &self,
        _position: &G,
        _nodes: u64,
        _is_stopped: &dyn Fn() -> bool,
    ) -> Attempt<G::Move> {
        Attempt { nodes: 0, proof: None }
    }

    /// Proves who wins, by a search that ends only by the limits or by `stop`. It calls `watch`
    /// several times a second with its progress. A source without a proof search returns the known
    /// value.
    ///
    /// # Errors
    /// It cannot begin, such as for want of memory: why, in one line.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use zugi_game::{Game, Player, ProofLimits, ExactValue, toy::Hexapawn};
    ///
    /// /// Knows, without a search, who wins from the start.
    /// struct WhiteWins;
    ///
    /// impl ExactValue<Hexapawn> for WhiteWins {
    ///     fn winner(&self, position: &Hexapawn) -> Option<Player> {
    ///         (*position == Hexapawn::start()).then_some(Player::One)
    ///     }
    /// }
    ///
    /// let (start, over) = (Hexapawn::start(), Hexapawn::from_text("4/b3/w3/4 w")?);
    /// let (limits, stop) = (ProofLimits::default(), AtomicBool::new(false));
    /// let report = WhiteWins.solve(&start, &limits, &stop, &mut |_| ())?;
    /// assert_eq!((report.winner, report.nodes), (Some(Player::One), 0));
    /// // Who neither knows nor searches can tell of finished games alone.
    /// assert_eq!(().solve(&start, &limits, &stop, &mut |_| ())?.winner, None);
    /// assert_eq!(().solve(&over, &limits, &stop, &mut |_| ())?.winner, Some(Player::Two));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solve(
        &self,
        position: &G,
        _limits: &ProofLimits,
        _stop: &AtomicBool,
        _watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<G::Move>, ExactValueError> {
        let winner = match position.outcome() {
            Some(Outcome::Win(player)) => Some(player),
            _ => self.winner(position),
        };
        Ok(ProofReport { winner, line: Vec::new(), nodes: 0, time: Duration::ZERO })
    }

    /// Forgets the results of proof searches; later ones use at most this much memory in MiB. A
    /// running search keeps its results.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // Who knows nothing has nothing to forget.
    /// ExactValue::<Hexapawn>::forget(&(), 16);
    /// assert_eq!(().winner(&Hexapawn::start()), None);
    /// ```
    fn forget(&self, _mib: u64) {}
}

/// Knows nothing.
impl<G: Game> ExactValue<G> for () {
    fn winner(&self, _: &G) -> Option<Player> {
        None
    }
}

/// The result of an attempt to prove who wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt<M> {
    /// The nodes that it took.
    pub nodes: u64,
    /// The proof, if the attempt succeeded.
    pub proof: Option<Proof<M>>,
}

/// Who wins a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof<M> {
    /// The side to move, with this move.
    Won(M),
    /// The other side, whatever is played.
    Lost,
}

/// How much may be spent on a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// The longest time.
    pub time: Option<Duration>,
    /// The greatest number of nodes of all threads together; exact with one thread.
    pub nodes: Option<u64>,
    /// The number of threads; at least one is used.
    pub threads: usize,
}

impl Default for ProofLimits {
    /// No limits, one thread.
    fn default() -> ProofLimits {
        ProofLimits { time: None, nodes: None, threads: 1 }
    }
}

/// How far a proof is.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ProofProgress {
    /// The positions that were expanded.
    pub nodes: u64,
    /// The time since the beginning.
    pub time: Duration,
    /// The moves of the position.
    pub moves: usize,
    /// Those of them that are known to lose.
    pub lost: usize,
    /// How many of 1000 entries of the table of results are taken.
    pub full: u32,
    /// The number of threads: fewer than requested if the system has no memory for more.
    pub threads: usize,
}

/// The result of a proof search, with moves of the game's own type or another one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofReport<M> {
    /// Who wins; `None` if the limits came first.
    pub winner: Option<Player>,
    /// A line from the position to the end of the game, if there is a winner: their moves win,
    /// and the loser's are those that were the most work to meet.
    pub line: Vec<M>,
    /// The positions that were expanded, those for the line not counted.
    pub nodes: u64,
    /// The time that it took.
    pub time: Duration,
}
