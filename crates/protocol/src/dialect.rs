//! The dialects of a session, and the origins of words.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The dialect that the client's handshake selects, UGI or UCI. It decides whether the engine's
/// answer to the handshake ends with `ugiok` or `uciok`, and which word is used where UGI and UCI
/// differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Dialect {
    /// `ugi` … `ugiok`.
    #[default]
    Ugi,
    /// `uci` … `uciok`.
    Uci,
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
        })
    }
}

/// The protocol that defines a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// UGI.
    Ugi,
    /// UCI, but not UGI.
    Uci,
    /// An extension of this engine.
    Extension,
}

impl fmt::Display for Origin {
    /// As in `protocol.md`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Ugi => "UGI",
            Origin::Uci => "UCI",
            Origin::Extension => "ext.",
        })
    }
}
