//! The form of [`Timeouts`] in the journal of a match.

use std::time::Duration;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use zugi_client::Timeouts;
use zugi_records::millis;

/// The fields of [`Timeouts`], in milliseconds.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Timeouts")]
struct Form {
    #[serde(with = "millis")]
    start: Duration,
    #[serde(with = "millis")]
    ready: Duration,
    #[serde(with = "millis")]
    new_game: Duration,
    #[serde(with = "millis")]
    search: Duration,
    /// Not in the journals of version 0.1.
    #[serde(with = "millis", default = "late")]
    late: Duration,
    #[serde(with = "millis")]
    quit: Duration,
}

fn late() -> Duration {
    Timeouts::default().late
}

pub fn serialize<S: Serializer>(timeouts: &Timeouts, serializer: S) -> Result<S::Ok, S::Error> {
    Form::serialize(timeouts, serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timeouts, D::Error> {
    Form::deserialize(deserializer)
}
