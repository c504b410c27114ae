//! Exact values without the type of the game, [`AnyEndgames`], and the capabilities that provide
//! them, [`Tablebases`] and [`Proofs`].

use std::any::Any;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{
    AnyGame, Capability, Endgames, Game, Player, ProofLimits, ProofProgress, ProofReport, RawMove,
};

/// [`Endgames`] of some game, with its type erased.
///
/// ```
/// use std::sync::Arc;
/// use zugi_game::toy::{Corridor, Hexapawn};
/// use zugi_game::{AnyEndgames, Endgames, Game, Player, Probe, Setup, TableValue, Variant};
///
/// /// Has the value of one position, in which a pawn is blocked.
/// struct Stuck;
///
/// impl Probe<Hexapawn> for Stuck {
///     fn value(&self, position: &Hexapawn) -> Option<TableValue> {
///         (position.text() == "4/b3/w3/4 b").then_some(TableValue::Loss)
///     }
///
///     fn most_pieces(&self) -> u32 {
///         2
///     }
/// }
///
/// impl Endgames<Hexapawn> for Stuck {}
///
/// let values = <dyn AnyEndgames>::of(Arc::new(Stuck));
/// let mut game = Variant::new::<Hexapawn>().game();
/// assert_eq!(values.winner(game.as_ref()), None);
/// game.set_up(Setup::Text("4/b3/w3/4 b"), &[])?;
/// assert_eq!(values.winner(game.as_ref()), Some(Player::One));
/// // It has no values of another game.
/// assert_eq!(values.winner(Variant::new::<Corridor>().game().as_ref()), None);
/// # Ok::<(), zugi_game::GameError>(())
/// ```
pub trait AnyEndgames: Send + Sync {
    /// The values with their type, which [`typed`](trait.AnyEndgames.html#method.typed) downcasts.
    #[doc(hidden)]
    fn as_any(&self) -> &dyn Any;

    /// The player who wins the current position, see [`Probe::winner`](super::Probe::winner);
    /// `None` also for a game of another variant.
    fn winner(&self, game: &dyn AnyGame) -> Option<Player>;

    /// Proves the result of the current position, see [`Endgames::solve`].
    ///
    /// # Errors
    /// As [`Endgames::solve`], or the game is of another variant.
    fn solve(
        &self,
        game: &dyn AnyGame,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<RawMove>, String>;

    /// Continues background work, see [`Endgames::work`].
    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool;

    /// The pieces of the largest table, see [`Endgames::largest_table`].
    fn largest_table(&self) -> u32;

    /// Whether the known values depend on time, see [`Endgames::depends_on_time`].
    fn depends_on_time(&self) -> bool;

    /// Forgets the results of proof searches, see [`Endgames::forget`].
    fn forget(&self, mib: u64);
}

impl dyn AnyEndgames + '_ {
    /// Erases the type of the game.
    #[must_use]
    pub fn of<G: Game>(endgames: Arc<dyn Endgames<G>>) -> Arc<dyn AnyEndgames> {
        Arc::new(Typed(endgames))
    }

    /// The values with their type; `None` for another game.
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<Arc<dyn Endgames<G>>> {
        self.as_any().downcast_ref().map(|Typed::<G>(endgames)| Arc::clone(endgames))
    }
}

impl fmt::Debug for dyn AnyEndgames + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyEndgames")
    }
}

struct Typed<G: Game>(Arc<dyn Endgames<G>>);

impl<G: Game> AnyEndgames for Typed<G> {
    fn as_any(&self) -> &dyn Any {
        self
    }

    fn winner(&self, game: &dyn AnyGame) -> Option<Player> {
        self.0.winner(game.typed()?.position())
    }

    fn solve(
        &self,
        game: &dyn AnyGame,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<RawMove>, String> {
        let other = || {
            let found = game.variant();
            format!("the game is {found:?}: expected {:?}", G::NAME)
        };
        let position = game.typed().ok_or_else(other)?.position();
        let ProofReport { outcome, cannot_win, line, nodes, time } =
            self.0.solve(position, limits, stop, watch)?;
        let line = line.into_iter().map(RawMove::of).collect();
        Ok(ProofReport { outcome, cannot_win, line, nodes, time })
    }

    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.0.work(goes_on)
    }

    fn largest_table(&self) -> u32 {
        self.0.largest_table()
    }

    fn depends_on_time(&self) -> bool {
        self.0.depends_on_time()
    }

    fn forget(&self, mib: u64) {
        self.0.forget(mib);
    }
}

/// The values of tables, without a proof search.
#[derive(Clone, Debug)]
pub struct KnownTables {
    /// The values, all known from the beginning: a search adds none.
    pub endgames: Arc<dyn AnyEndgames>,
    /// The numbers of pieces for which there is a table, ascending.
    pub pieces: Vec<u32>,
}

/// The error for a variant without proofs, see [`Capability::MISSING`].
pub const NO_PROOFS: &str = "cannot be proven: it has no proof search";

/// The capability of a variant with endgame tables.
pub trait Tablebases: Send + Sync {
    /// The tables of a session: those in these folders or, without folders, small ones that are
    /// loaded or built in the background.
    ///
    /// # Errors
    /// A folder has no tables, or an unusable table. The text is one line for the user.
    fn open(&self, folders: &[PathBuf]) -> Result<Arc<dyn AnyEndgames>, String>;

    /// The tables in these folders and, if `small`, the tables that need no files: for
    /// adjudication, not for play.
    ///
    /// # Errors
    /// A folder has no tables, or an unusable table. The text is one line for the user.
    fn known(&self, folders: &[PathBuf], small: bool) -> Result<KnownTables, String>;
}

impl Capability for dyn Tablebases {
    const MISSING: &'static str = "cannot read endgame tables: it has no numbering of positions";
}

/// The capability of a variant whose positions a session can prove.
pub trait Proofs: Send + Sync {
    /// The tables of a session, see [`Tablebases::open`], if the variant has any, and a proof
    /// search with `mib` MiB of memory.
    ///
    /// # Errors
    /// A folder has no tables, or an unusable table. The text is one line for the user.
    fn open(&self, folders: &[PathBuf], mib: u64) -> Result<Arc<dyn AnyEndgames>, String>;
}

impl Capability for dyn Proofs {
    const MISSING: &'static str = NO_PROOFS;
}
