//! A strict parser for `info` lines.

use std::ops::Deref;

use zugi::protocol::{self, Reply, UgiScore, parse_reply_line};

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info(protocol::Info);

impl Deref for Info {
    type Target = protocol::Info;

    fn deref(&self) -> &protocol::Info {
        &self.0
    }
}

impl Info {
    /// Parses a line with known keys, each once, in the order of the protocol and separated by
    /// single blanks; panics otherwise.
    pub fn read(line: &str) -> Info {
        match parse_reply_line(line) {
            Ok(Some((Reply::Info(info), skipped))) => {
                assert_eq!(skipped, [], "{line:?}");
                assert_eq!(info.to_string(), line);
                Info(info)
            }
            other => panic!("{line:?} gave {other:?}"),
        }
    }

    /// The number after a key.
    pub fn get(&self, key: &str) -> Option<u64> {
        match key {
            "depth" => self.depth.map(u64::from),
            "seldepth" => self.seldepth.map(u64::from),
            "multipv" => self.multipv.map(u64::from),
            "nodes" => self.nodes,
            "nps" => self.nps,
            "hashfull" => self.hashfull.map(u64::from),
            "tbhits" => self.tbhits,
            "time" => self.time.map(|time| time.as_millis() as u64),
            "currmovenumber" => self.currmovenumber.map(u64::from),
            _ => panic!("{key} stands before no number"),
        }
    }

    /// The number after a required key.
    #[track_caller]
    pub fn number(&self, key: &str) -> u64 {
        self.get(key).unwrap_or_else(|| panic!("no {key} in {self:?}"))
    }

    pub fn has_score(&self) -> bool {
        self.score.is_some()
    }

    /// The score in hundredths of a piece, if it is one.
    pub fn value(&self) -> Option<i64> {
        match self.score {
            Some(UgiScore::Cp(value)) => Some(value.into()),
            _ => None,
        }
    }

    /// The plies of a proven result, if it is one.
    pub fn mate(&self) -> Option<i64> {
        match self.score {
            Some(UgiScore::Mate(plies)) => Some(plies.into()),
            _ => None,
        }
    }
}
