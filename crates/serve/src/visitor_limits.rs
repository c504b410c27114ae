//! The limits of visitors: memory, threads, times, and the messages of the WebSocket.
//! `command_filter.rs` applies them to commands, and `visitor.rs` applies the limits of time.

use std::time::Duration;

use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// In bytes.
pub(super) const LONGEST_MESSAGE: usize = 64 << 10;

pub(super) fn websocket_config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(8 << 10)
        .write_buffer_size(8 << 10)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE))
}

/// The number of simultaneous visitors, and the limits of each. Larger values of an option or a
/// search limit are reduced, with a message to the visitor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisitorLimits {
    /// The maximum number of simultaneous visitors, at least 1; each may have an engine process.
    pub visitors: usize,
    /// The maximum number from one network address; loopback addresses have no limit.
    pub per_address: usize,
    /// The maximum of the option `Hash`, in MiB.
    pub hash: u64,
    /// The maximum of the option `Threads`.
    pub threads: u64,
    /// The maximum time of a search; longer ones are stopped.
    pub search: Duration,
    /// The time without a command after which a visitor is disconnected.
    pub idle: Duration,
    /// The time without a command or a search after which a visitor's engine ends. The next command
    /// starts another engine in the same state.
    pub engine_idle: Duration,
}

impl VisitorLimits {
    /// The maximum of an option for memory or threads; `None` for other options. Case, blanks,
    /// hyphens and underscores of the name are ignored.
    ///
    /// ```
    /// # use zugi_serve::VisitorLimits;
    /// let limits = VisitorLimits { hash: 64, ..VisitorLimits::default() };
    /// assert_eq!(limits.max_option_value("hash"), Some(64));
    /// assert_eq!(limits.max_option_value("MultiPV"), None);
    /// ```
    #[must_use]
    pub fn max_option_value(&self, option: &str) -> Option<i64> {
        let plain: String = option.chars().filter(char::is_ascii_alphanumeric).collect();
        let most = match plain.to_ascii_lowercase().as_str() {
            "hash" => self.hash,
            "threads" | "cores" => self.threads,
            _ => return None,
        };
        Some(i64::try_from(most).unwrap_or(i64::MAX))
    }
}

impl Default for VisitorLimits {
    fn default() -> VisitorLimits {
        VisitorLimits {
            visitors: 64,
            per_address: 8,
            hash: 64,
            threads: 1,
            search: Duration::from_secs(600),
            idle: Duration::from_secs(3600),
            engine_idle: Duration::from_secs(300),
        }
    }
}
