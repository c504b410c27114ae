//! `info` lines, read as strictly as the strictest client does.

use std::collections::BTreeMap;

/// The keys that any client knows and that stand before one integer.
const NUMBERS: [&str; 8] =
    ["depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "time", "currmovenumber"];

/// The figures of one `info` line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// All pairs but score and variation.
    numbers: BTreeMap<String, u64>,
    /// `cp` or `mate`, and the value.
    score: Option<(String, i64)>,
    /// The root move that begins.
    pub currmove: Option<String>,
    /// The variation, empty if there is none.
    pub pv: Vec<String>,
}

impl Info {
    /// Reads a line of known keys, each once and with an integer; `score cp|mate N`
    /// without a bound; `pv` last. Anything else is a failure.
    pub fn read(line: &str) -> Info {
        let mut words = line.split(' ');
        assert_eq!(words.next(), Some("info"), "{line:?}");
        let (numbers, pv) = (BTreeMap::new(), Vec::new());
        let mut info = Info { numbers, score: None, currmove: None, pv };
        while let Some(key) = words.next() {
            match key {
                "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
                "currmove" => {
                    let mv = words.next().unwrap_or_else(|| panic!("no move: {line:?}"));
                    assert_eq!(info.currmove.replace(mv.to_owned()), None, "{line:?}");
                }
                "score" => {
                    let kind = words.next().expect("a kind of score");
                    assert!(["cp", "mate"].contains(&kind), "{line:?}");
                    let value = words.next().and_then(|word| word.parse().ok());
                    let value = value.unwrap_or_else(|| panic!("no integer: {line:?}"));
                    assert_eq!(info.score.replace((kind.to_owned(), value)), None, "{line:?}");
                }
                key if NUMBERS.contains(&key) => {
                    let value = words.next().and_then(|word| word.parse().ok());
                    let value = value.unwrap_or_else(|| panic!("no integer: {line:?}"));
                    assert_eq!(info.numbers.insert(key.to_owned(), value), None, "{line:?}");
                }
                _ => panic!("no client knows {key:?} in {line:?}"),
            }
        }
        info
    }

    /// The number after a key.
    pub fn get(&self, key: &str) -> Option<u64> {
        self.numbers.get(key).copied()
    }

    /// The number after a key that must be there.
    #[track_caller]
    pub fn number(&self, key: &str) -> u64 {
        self.get(key).unwrap_or_else(|| panic!("no {key} in {self:?}"))
    }

    /// Whether there is a score.
    pub fn has_score(&self) -> bool {
        self.score.is_some()
    }

    /// The plies of a proven result, if it is one.
    pub fn mate(&self) -> Option<i64> {
        self.score.as_ref().filter(|(kind, _)| kind == "mate").map(|(_, value)| *value)
    }
}
