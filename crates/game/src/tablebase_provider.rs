//! Exact values without the type of the game: [`AnyExactValue`], and the capability of a variant to
//! have them, [`TablebaseProvider`].

use std::any::Any;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::{
    AnyGame, Capability, ExactValue, ExactValueError, Game, PackedMove, Player, ProofLimits,
    ProofProgress, ProofReport, RawMove,
};

/// An [`ExactValue`] of some game, with its type erased.
///
/// ```
/// use std::sync::Arc;
/// use zugi_game::toy::{Corridor, Hexapawn};
/// use zugi_game::{AnyExactValue, Game, Player, Setup, ExactValue, Variant};
///
/// /// Has the value of one position, in which a pawn is blocked.
/// struct Stuck;
///
/// impl ExactValue<Hexapawn> for Stuck {
///     fn winner(&self, position: &Hexapawn) -> Option<Player> {
///         (position.text() == "4/b3/w3/4 b").then_some(Player::One)
///     }
/// }
///
/// let values = AnyExactValue::of(Arc::new(Stuck));
/// let mut game = Variant::new::<Hexapawn>().game();
/// assert_eq!(values.winner(game.as_ref()), None);
/// game.set_up(Setup::Text("4/b3/w3/4 b"), &[])?;
/// assert_eq!(values.winner(game.as_ref()), Some(Player::One));
/// // It has no values of another game.
/// assert_eq!(values.winner(Variant::new::<Corridor>().game().as_ref()), None);
/// # Ok::<(), zugi_game::GameError>(())
/// ```
#[derive(Clone)]
pub struct AnyExactValue(Arc<dyn ErasedExactValue>);

/// [`ExactValue`] with the type of the game erased, for [`AnyExactValue`].
trait ErasedExactValue: Send + Sync {
    fn as_any(&self) -> &dyn Any;

    fn winner(&self, game: &dyn AnyGame) -> Option<Player>;

    fn solve(
        &self,
        game: &dyn AnyGame,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<RawMove>, ExactValueError>;

    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool;

    fn largest_table(&self) -> u32;

    fn forget(&self, mib: u64);
}

struct Of<G: Game>(Arc<dyn ExactValue<G>>);

impl<G: Game> ErasedExactValue for Of<G> {
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
    ) -> Result<ProofReport<RawMove>, ExactValueError> {
        let other = || {
            let found = game.variant();
            ExactValueError::new(format!("the game is {found:?}: expected {:?}", G::NAME))
        };
        let position = game.typed().ok_or_else(other)?.position();
        let ProofReport { winner, line, nodes, time } =
            self.0.solve(position, limits, stop, watch)?;
        let line = line.into_iter().map(|mv| RawMove(mv.to_bits())).collect();
        Ok(ProofReport { winner, line, nodes, time })
    }

    fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.0.work(goes_on)
    }

    fn largest_table(&self) -> u32 {
        self.0.largest_table()
    }

    fn forget(&self, mib: u64) {
        self.0.forget(mib);
    }
}

impl fmt::Debug for AnyExactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyTruth")
    }
}

impl AnyExactValue {
    /// Erases the type of the game.
    #[must_use]
    pub fn of<G: Game>(exact_values: Arc<dyn ExactValue<G>>) -> AnyExactValue {
        AnyExactValue(Arc::new(Of(exact_values)))
    }

    /// The values with their type; `None` for another game.
    #[must_use]
    pub fn typed<G: Game>(&self) -> Option<Arc<dyn ExactValue<G>>> {
        self.0.as_any().downcast_ref().map(|Of::<G>(exact_values)| Arc::clone(exact_values))
    }

    /// The player who wins the current position, see [`ExactValue::winner`]; `None` also for a game
    /// of another variant.
    #[must_use]
    pub fn winner(&self, game: &dyn AnyGame) -> Option<Player> {
        self.0.winner(game)
    }

    /// Proves the winner of the current position, see [`ExactValue::solve`].
    ///
    /// # Errors
    /// As [`ExactValue::solve`], or the game is of another variant.
    pub fn solve(
        &self,
        game: &dyn AnyGame,
        limits: &ProofLimits,
        stop: &AtomicBool,
        watch: &mut dyn FnMut(&ProofProgress),
    ) -> Result<ProofReport<RawMove>, ExactValueError> {
        self.0.solve(game, limits, stop, watch)
    }

    /// Continues background work, see [`ExactValue::work`].
    pub fn work(&self, goes_on: &mut dyn FnMut() -> bool) -> bool {
        self.0.work(goes_on)
    }

    /// The pieces of the largest table, see [`ExactValue::largest_table`].
    #[must_use]
    pub fn largest_table(&self) -> u32 {
        self.0.largest_table()
    }

    /// Forgets the results of proof searches, see [`ExactValue::forget`].
    pub fn forget(&self, mib: u64) {
        self.0.forget(mib);
    }
}

/// The values of tables, without a proof search.
#[derive(Clone, Debug)]
pub struct KnownTables {
    /// The values. All are known from the beginning; a search adds none.
    pub exact_values: AnyExactValue,
    /// The numbers of pieces for which there is a table, ascending.
    pub pieces: Vec<u32>,
}

/// The error if [`TablebaseProvider::proves`] is false, see [`Capability::MISSING`].
pub const NO_PROOFS: &str = "cannot be proven: it has no proof search";

/// The capability of a variant with exact values for some positions.
pub struct TablebaseProvider {
    open: Box<Open>,
    tables: Box<OpenTables>,
    proves: bool,
}

/// See [`TablebaseProvider::open`].
type Open = dyn Fn(&[PathBuf], u64) -> Result<AnyExactValue, ExactValueError> + Send + Sync;

/// See [`TablebaseProvider::tables`].
type OpenTables = dyn Fn(&[PathBuf], bool) -> Result<KnownTables, ExactValueError> + Send + Sync;

impl Capability for TablebaseProvider {
    const MISSING: &'static str = "cannot read endgame tables: it has no numbering of positions";
}

impl TablebaseProvider {
    /// Takes the functions behind [`TablebaseProvider::open`] and [`TablebaseProvider::tables`].
    #[must_use]
    pub fn by<G: Game>(
        open: impl Fn(&[PathBuf], u64) -> Result<Arc<dyn ExactValue<G>>, ExactValueError>
        + Send
        + Sync
        + 'static,
        tables: impl Fn(&[PathBuf], bool) -> Result<KnownTables, ExactValueError>
        + Send
        + Sync
        + 'static,
    ) -> TablebaseProvider {
        let open = move |folders: &[PathBuf], mib| open(folders, mib).map(AnyExactValue::of);
        TablebaseProvider { open: Box::new(open), tables: Box::new(tables), proves: false }
    }

    /// The same with an [`ExactValue::solve`] that runs a proof search.
    #[must_use]
    pub fn with_proofs(self) -> TablebaseProvider {
        TablebaseProvider { proves: true, ..self }
    }

    /// Whether [`ExactValue::solve`] runs a proof search.
    #[must_use]
    pub fn proves(&self) -> bool {
        self.proves
    }

    /// Opens the tables in these folders, for a source that also proves with this much memory in
    /// MiB.
    ///
    /// # Errors
    /// A folder has no tables, or an unusable one; the error is one line.
    pub fn open(&self, folders: &[PathBuf], mib: u64) -> Result<AnyExactValue, ExactValueError> {
        (self.open)(folders, mib)
    }

    /// Opens the tables in these folders and, if `small`, the tables that need no files. They are
    /// for adjudication, not for play.
    ///
    /// # Errors
    /// A folder has no tables, or an unusable one; the error is one line.
    pub fn tables(&self, folders: &[PathBuf], small: bool) -> Result<KnownTables, ExactValueError> {
        (self.tables)(folders, small)
    }
}
