//! Exact values of positions, from tables or from a proof search.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::{ExactValueError, Game, Outcome, Player};

/// A source of exact values, such as endgame tables: the winners of some positions with best play.
///
/// A value must not depend on earlier moves, so only games qualify whose draws do not depend on
/// them.
///
/// ```
/// use zugi_game::{Game, Outcome, Player, ExactValue, toy::Hexapawn};
/// /// Proves a win by the next move.
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
    /// The player who wins with best play; `None` if unknown. It must be fast, above all for
    /// unknown positions: a search calls it at each node.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // The unit value has no values.
    /// assert_eq!(().winner(&Hexapawn::start()), None);
    /// ```
    fn winner(&self, position: &G) -> Option<Player>;

    /// Starts to load or build, in the background, the values that a search of this position may
    /// need soon. Returns whether all are ready, and never waits.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // The unit value is always ready.
    /// assert!(().prepare(&Hexapawn::start()));
    /// ```
    fn prepare(&self, _position: &G) -> bool {
        true
    }

    /// Starts to load, in the background, the values of such positions that an earlier process
    /// kept: the quick part of [`prepare`](ExactValue::prepare), for searches with little time. It
    /// never waits.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // The unit value has nothing to load.
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

    /// For a source that depends on time: the values that an earlier process kept, as this process
    /// first loaded them. Waits until they are loaded or `is_stopped` returns true. `None` if a
    /// search of this position needs none, or there are none.
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

    /// The number of pieces of the largest table that the first search can use, 0 for none. It
    /// never waits: a table in a file counts if the file exists.
    ///
    /// ```
    /// use zugi_game::{ExactValue, toy::Hexapawn};
    /// assert_eq!(ExactValue::<Hexapawn>::largest_table(&()), 0);
    /// ```
    fn largest_table(&self) -> u32 {
        0
    }

    /// Continues in this thread the work that [`prepare`](ExactValue::prepare) began, for hosts
    /// without another thread. It calls `goes_on` every few milliseconds to ask whether to
    /// continue. Returns whether all work is done.
    ///
    /// ```
    /// use zugi_game::{ExactValue, toy::Hexapawn};
    /// assert!(ExactValue::<Hexapawn>::work(&(), &mut || true));
    /// ```
    fn work(&self, _goes_on: &mut dyn FnMut() -> bool) -> bool {
        true
    }

    /// Tries to prove the winner by a search of about this many nodes at most, which ends soon
    /// after `is_stopped` returns true. Further attempts continue earlier ones. It returns at once
    /// if an attempt would be useless.
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

    /// Proves the winner by a search that ends only by the limits or by `stop`. It calls `watch`
    /// several times a second with its progress. A source without a proof search returns the known
    /// value.
    ///
    /// # Errors
    /// The search cannot begin, for instance without enough memory; the error is one line.
    ///
    /// ```
    /// use std::sync::atomic::AtomicBool;
    /// use zugi_game::{Game, Player, ProofLimits, ExactValue, toy::Hexapawn};
    ///
    /// /// Has the value of the start position, without a search.
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
    /// // Without values and search, only finished games have a winner.
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

    /// Forgets the results of proof searches, and limits those of later searches to this much
    /// memory in MiB. A running search keeps its results.
    ///
    /// ```
    /// use zugi_game::{Game, ExactValue, toy::Hexapawn};
    /// // The unit value has nothing to forget.
    /// ExactValue::<Hexapawn>::forget(&(), 16);
    /// assert_eq!(().winner(&Hexapawn::start()), None);
    /// ```
    fn forget(&self, _mib: u64) {}
}

/// Has no values.
impl<G: Game> ExactValue<G> for () {
    fn winner(&self, _: &G) -> Option<Player> {
        None
    }
}

/// The result of an attempt to prove the winner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt<M> {
    /// The number of nodes searched.
    pub nodes: u64,
    /// The proof, if the attempt succeeded.
    pub proof: Option<Proof<M>>,
}

/// The winner of a position with best play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proof<M> {
    /// The side to move, by this move.
    Won(M),
    /// The other side, after every move.
    Lost,
}

/// The limits of a proof search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofLimits {
    /// The maximum time.
    pub time: Option<Duration>,
    /// The maximum number of nodes of all threads together; exact with one thread.
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

/// The progress of a proof search.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct ProofProgress {
    /// The number of positions expanded.
    pub nodes: u64,
    /// The time since the beginning.
    pub time: Duration,
    /// The number of moves of the position.
    pub moves: usize,
    /// The number of these moves that are proven to lose.
    pub lost: usize,
    /// The filled part of the table of results, in thousandths.
    pub full: u32,
    /// The number of threads: fewer than requested if the system has no memory for more.
    pub threads: usize,
}

/// The result of a proof search; `M` is the type of its moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ProofReport<M> {
    /// The winner; `None` if a limit ended the search.
    pub winner: Option<Player>,
    /// A line from the position to the end of the game, if there is a winner. The winner's moves
    /// win; the loser's took the most work to refute.
    pub line: Vec<M>,
    /// The number of positions expanded, without those for the line.
    pub nodes: u64,
    /// The time of the search.
    pub time: Duration,
}
