//! What is learnt about an engine over all steps, and the rules for its output that
//! hold in every step.

use crate::protocol::OptionDeclaration;

/// Bad lines that are kept of each kind.
const KEPT: usize = 5;

/// Keys of `info` that stand before one integer.
const NUMBERS: [&str; 11] = [
    "depth",
    "seldepth",
    "multipv",
    "nodes",
    "nps",
    "hashfull",
    "tbhits",
    "time",
    "currmovenumber",
    "cpuload",
    "sbhits",
];

/// What is known of an engine.
#[derive(Default)]
pub struct Facts {
    /// The options that were asked for.
    pub wanted: Vec<(String, String)>,
    /// The variant that was asked for.
    pub wanted_variant: Option<String>,
    /// The options that it declares.
    pub options: Vec<OptionDeclaration>,
    /// Whether it was tried to recognise the game.
    pub knows_game: bool,
    /// The variant whose rules judge its moves.
    pub variant: Option<String>,
    /// A first move of the engine from the start position.
    pub first_move: Option<String>,
    /// Whether it was asked for one: where it has none, it is not asked again.
    pub tried_to_move: bool,
    /// Lines that end or begin with white space, or hold a carriage return.
    pub untidy: Vec<String>,
    /// Lines under 8 bytes, with the line end, while a move was awaited.
    pub short: Vec<String>,
    /// Lines after `ugiok` that no client knows.
    pub strange: Vec<String>,
    /// `info` lines that strict clients cannot read, and why.
    pub bad_infos: Vec<String>,
    /// `bestmove` lines that are not two words.
    pub wordy: Vec<String>,
}

/// Keeps a line unless there are enough of its kind.
pub fn keep(lines: &mut Vec<String>, line: impl Into<String>) {
    if lines.len() < KEPT {
        lines.push(line.into());
    }
}

impl Facts {
    /// Looks at any line of output.
    pub fn look(&mut self, text: &str, awaits_move: bool) {
        if text.trim() != text || text.contains('\r') {
            keep(&mut self.untidy, format!("{text:?}"));
        }
        if awaits_move && text.len() + 1 < 8 {
            keep(&mut self.short, format!("{text:?}"));
        }
        let first = text.split_ascii_whitespace().next();
        if first == Some("info")
            && let Err(why) = read_info(text)
        {
            keep(&mut self.bad_infos, format!("{text}: {why}"));
        }
    }
}

/// What one `info` line says.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InfoLine {
    /// The keys in their order.
    pub keys: Vec<String>,
    /// The variation.
    pub pv: Vec<String>,
}

/// Reads an `info` line as strictly as the strictest client: known keys, integers,
/// `score cp|mate N` without a bound, `pv` last.
///
/// # Errors
/// What is wrong with it.
pub fn read_info(line: &str) -> Result<InfoLine, String> {
    let mut words = line.split_ascii_whitespace().skip(1);
    let mut info = InfoLine::default();
    let integer = |key: &str, word: Option<&str>| match word.map(str::parse::<i128>) {
        Some(Ok(_)) => Ok(()),
        _ => Err(format!("no integer after {key}")),
    };
    while let Some(key) = words.next() {
        info.keys.push(key.to_owned());
        match key {
            "string" => break,
            "pv" => info.pv = words.by_ref().map(str::to_owned).collect(),
            "currmove" => match words.next() {
                Some(word) if !NUMBERS.contains(&word) => {}
                _ => return Err("no move after currmove".to_owned()),
            },
            "score" => match words.next() {
                Some("cp" | "mate") => integer("score", words.next())?,
                _ => return Err("neither cp nor mate after score".to_owned()),
            },
            key if NUMBERS.contains(&key) => integer(key, words.next())?,
            _ => return Err(format!("no client knows the key {key}")),
        }
    }
    if info.keys.is_empty() { Err("nothing after info".to_owned()) } else { Ok(info) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn infos_are_read_strictly() {
        let keys = |line: &str| read_info(line).map(|info| info.keys.join(" "));
        assert_eq!(keys("info depth 1 score cp -5 pv a b"), Ok("depth score pv".into()));
        assert_eq!(keys("info string any text depth x"), Ok("string".into()));
        let current = "info depth 9 currmove a1a2 currmovenumber 3";
        assert_eq!(keys(current), Ok("depth currmove currmovenumber".into()));
        assert_eq!(read_info("info pv a b").map(|info| info.pv.len()), Ok(2));
        for bad in [
            "info",
            "info depth",
            "info depth x",
            "info score 5",
            "info score cp 5 lowerbound",
            "info nps 1.5",
            "info colour red",
            "info depth 9 currmove",
            "info depth 9 currmove currmovenumber 1",
            "info depth 9 currmove a currmovenumber one",
        ] {
            assert!(keys(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn lines_are_looked_at() {
        let mut facts = Facts::default();
        facts.look("readyok", true);
        facts.look("bestmove a1a2", true);
        assert!(facts.untidy.is_empty() && facts.short.is_empty());
        facts.look("ok", true);
        facts.look("ok", false);
        facts.look("readyok ", false);
        facts.look("readyok\r", false);
        facts.look("info depth", false);
        assert_eq!((facts.short.len(), facts.untidy.len(), facts.bad_infos.len()), (1, 2, 1));
    }
}
