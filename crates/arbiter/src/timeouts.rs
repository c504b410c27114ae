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
    /// Called `late` in journals; those of version 0.1 do not have it.
    #[serde(rename = "late", with = "millis", default = "overrun")]
    overrun: Duration,
    #[serde(with = "millis")]
    quit: Duration,
}

fn overrun() -> Duration {
    Timeouts::default().overrun
}

pub fn serialize<S: Serializer>(timeouts: &Timeouts, serializer: S) -> Result<S::Ok, S::Error> {
    Form::serialize(timeouts, serializer)
}

pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Timeouts, D::Error> {
    Form::deserialize(deserializer)
}
