//! What is known about positions for certain, without or with a search of its own.

use std::any::Any;
use std::path::PathBuf;
use std::sync::Arc;

use super::{Game, Player, Power};

/// Knows of some positions who wins with best play, e.g. from tables of endings.
///
/// What it says must be true whatever was played before, so it is for games in which no
/// draw depends on that.
///
/// ```
/// use zugi::board::Bits;
/// use zugi::game::{Game, Player, Truth};
/// use zugi::games::zola::Zola6;
///
/// /// Knows that who has all the checkers has won.
/// struct Survivors;
///
/// impl Truth<Zola6> for Survivors {
///     fn winner(&self, position: &Zola6) -> Option<Player> {
///         Player::BOTH.into_iter().find(|player| position.checkers(player.opponent()).is_empty())
///     }
/// }
///
/// let ending = Zola6::from_text("6/6/1br3/6/6/6 b").unwrap();
/// assert_eq!(Survivors.winner(&ending), None);
/// assert_eq!(Survivors.winner(&ending.after(ending.parse_move("b4c4").unwrap())), Some(Player::Two));
/// ```
pub trait Truth<G: Game>: Send + Sync {
    /// The player who wins with best play; `None` where that is not known. Cheap, above all
    /// where nothing is known: a search asks at each of its nodes.
    ///
    /// ```
    /// use zugi::game::{Game, Truth};
    /// use zugi::games::zola::Zola6;
    /// // Who knows nothing.
    /// assert_eq!(().winner(&Zola6::start()), None);
    /// ```
    fn winner(&self, position: &G) -> Option<Player>;

    /// A search of this position is about to begin. What may soon be of use and takes a while
    /// to get ready is begun, in the background; whether all of it is ready. A search without
    /// a clock asks again until it is: what it finds then does not depend on how soon that
    /// was.
    ///
    /// ```
    /// use zugi::game::{Game, Truth};
    /// use zugi::games::zola::Zola6;
    /// // Who knows nothing is always ready.
    /// assert!(().prepare(&Zola6::start()));
    /// ```
    fn prepare(&self, _position: &G) -> bool {
        true
    }

    /// Tries to find out who wins, by a search that visits about so many nodes at most and
    /// ends soon after `is_stopped` says so. An attempt that goes on where an earlier one
    /// has ended is worth more than one that begins anew. Nothing is tried where it would be
    /// in vain.
    ///
    /// ```
    /// use zugi::game::{Attempt, Game, Truth};
    /// use zugi::games::zola::Zola6;
    /// let attempt = ().prove(&Zola6::start(), 1_000_000, &|| false);
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
}

/// Knows nothing.
impl<G: Game> Truth<G> for () {
    fn winner(&self, _: &G) -> Option<Player> {
        None
    }
}

/// What came of an attempt to prove who wins.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Attempt<M> {
    /// The nodes that it took.
    pub nodes: u64,
    /// What was found out.
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

/// A [`Truth`] of some game, with its type erased.
#[derive(Clone)]
pub struct AnyTruth(Arc<dyn Any + Send + Sync>);

impl AnyTruth {
    /// One of this game.
    #[must_use]
    pub fn of<G: Game>(truth: Arc<dyn Truth<G>>) -> AnyTruth {
        AnyTruth(Arc::new(truth))
    }

    /// It, if it is of this game.
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<Arc<dyn Truth<G>>> {
        self.0.downcast_ref::<Arc<dyn Truth<G>>>().cloned()
    }
}

/// The power of a variant of which some positions can be known for certain.
pub struct Knows(Box<Open>);

/// See [`Knows::open`].
type Open = dyn Fn(&[PathBuf], u64) -> Result<AnyTruth, String> + Send + Sync;

impl Power for Knows {
    const NAME: &'static str = "tables of endings";
}

impl Knows {
    /// By a function such as [`Knows::open`].
    #[must_use]
    pub fn by<G: Game>(
        open: impl Fn(&[PathBuf], u64) -> Result<Arc<dyn Truth<G>>, String> + Send + Sync + 'static,
    ) -> Knows {
        Knows(Box::new(move |folders, mib| open(folders, mib).map(AnyTruth::of)))
    }

    /// What is known from the tables in these folders and beyond; what is found out takes so
    /// many MiB.
    ///
    /// # Errors
    /// A folder has no tables, or one that cannot be used: what is wrong, in one line.
    pub fn open(&self, folders: &[PathBuf], mib: u64) -> Result<AnyTruth, String> {
        (self.0)(folders, mib)
    }
}
