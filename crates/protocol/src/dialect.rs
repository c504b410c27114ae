//! The protocols that the words come from, and the two that a session is spoken in.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The handshake that the client used, UGI or UCI: it decides the last line of the answer, and the
/// names of words that differ.
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
    /// The word that begins the handshake: `ugi` or `uci`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Dialect::Ugi => "ugi",
            Dialect::Uci => "uci",
        })
    }
}

/// Where a word of the protocol comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// UGI has it.
    Ugi,
    /// UCI has it, and UGI has not.
    Uci,
    /// It is an extension.
    Extension,
}

impl fmt::Display for Origin {
    /// As `protocol.md` says it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Origin::Ugi => "UGI",
            Origin::Uci => "UCI",
            Origin::Extension => "ext.",
        })
    }
}
