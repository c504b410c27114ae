//! The limits of visitors: memory, threads, times, and the messages of the WebSocket.

use std::time::Duration;

use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

/// The longest message of a page, in bytes.
pub(super) const LONGEST_MESSAGE: usize = 64 << 10;

/// The limits of the WebSocket: small buffers, and messages of up to [`LONGEST_MESSAGE`] bytes.
pub(super) fn websocket_config() -> WebSocketConfig {
    WebSocketConfig::default()
        .read_buffer_size(8 << 10)
        .write_buffer_size(8 << 10)
        .max_message_size(Some(LONGEST_MESSAGE))
        .max_frame_size(Some(LONGEST_MESSAGE))
}

/// The number of visitors at the same time, and the limits of each. Greater values are reduced to
/// the limit, and the visitor gets a message.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VisitorLimits {
    /// Visitors at once, at least 1; each may have an engine process.
    pub visitors: usize,
    /// Visitors at once from one address. Each has one search at a time.
    pub per_address: usize,
    /// The most for the option `Hash`, in MiB.
    pub hash: u64,
    /// The most for the option `Threads`.
    pub threads: u64,
    /// The longest search; longer ones are stopped.
    pub search: Duration,
    /// A visitor is disconnected after this time without a command.
    pub idle: Duration,
    /// A visitor's engine ends after this time without a command and a search. The next command
    /// starts another one in the same state.
    pub engine_idle: Duration,
}

impl VisitorLimits {
    /// The maximum of an option for memory or threads; `None` for other options. Case, blanks,
    /// hyphens and underscores of the name are ignored.
    ///
    /// ```
    /// # use zugi_serve::VisitorLimits;
    /// let allowance = VisitorLimits { hash: 64, ..VisitorLimits::default() };
    /// assert_eq!(allowance.max_option_value("hash"), Some(64));
    /// assert_eq!(allowance.max_option_value("MultiPV"), None);
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
    /// 64 visitors, 8 from one address, with 64 MiB and one thread each, ten minutes per search,
    /// one hour idle, with an engine for five minutes of it.
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
