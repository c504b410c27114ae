//! Splits a text into games, for each format.

use serde::de::IgnoredAny;
use zugi_protocol::printable;

use super::error::GameFileError;

/// The place of a game in the text: byte offsets, and its first line, from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    pub start: usize,
    pub end: usize,
    pub line: usize,
    /// The number of the game in the file, from 1; in lines of JSON, the number of the line.
    pub number: usize,
}

/// The lines that are not blank, such as those of zugi's JSON.
pub(crate) fn lines(text: &str) -> Vec<Entry> {
    let mut entries = Vec::new();
    let mut start = 0;
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        let end = start + line.trim_end_matches(['\n', '\r']).len();
        if !line.trim().is_empty() {
            entries.push(Entry { start, end, line: number, number });
        }
        start += line.len();
    }
    entries
}

/// Blocks of zugi's text form, separated by empty lines.
pub(crate) fn blocks(text: &str) -> Vec<Entry> {
    let lines = lines(text);
    let blocks = lines.chunk_by(|one, next| one.line + 1 == next.line);
    let ends = blocks.filter_map(|block| block.first().zip(block.last()));
    let entries = (1..).zip(ends);
    entries.map(|(number, (first, last))| Entry { end: last.end, number, ..*first }).collect()
}

/// Openings, one per line.
pub(crate) fn openings(text: &str) -> Vec<Entry> {
    let is_opening = |entry: &Entry| {
        let line = text.get(entry.start..entry.end).unwrap_or_default();
        !line.trim_start().starts_with(['#', ';', '%'])
    };
    let openings = lines(text).into_iter().filter(is_opening);
    (1..).zip(openings).map(|(number, entry)| Entry { number, ..entry }).collect()
}

/// Games that start at these offsets and lines.
pub(crate) fn parts(text: &str, starts: &[(usize, usize)]) -> Vec<Entry> {
    let ends = starts.iter().skip(1).map(|&(start, _)| start).chain([text.len()]);
    let parts = (1..).zip(starts).zip(ends);
    parts.map(|((number, &(start, line)), end)| Entry { start, end, line, number }).collect()
}

/// The values of a JSON array, or of a sequence of JSON values.
pub(crate) fn json_values(text: &str) -> Result<Vec<Entry>, GameFileError> {
    let mut entries = Vec::new();
    let (mut at, mut line) = (0, 1);
    let skip = |at: &mut usize, line: &mut usize, is_list: bool| {
        let rest = text.get(*at..).unwrap_or_default();
        let separates = |c: char| c.is_whitespace() || (is_list && c == ',');
        let value = rest.trim_start_matches(separates);
        let blank = rest.get(..rest.len() - value.len()).unwrap_or_default();
        *line += blank.matches('\n').count();
        *at += blank.len();
        value.chars().next()
    };
    let is_list = skip(&mut at, &mut line, false) == Some('[');
    at += usize::from(is_list);
    loop {
        if skip(&mut at, &mut line, is_list) == is_list.then_some(']') {
            return Ok(entries);
        }
        let rest = text.get(at..).unwrap_or_default();
        let mut values = serde_json::Deserializer::from_str(rest).into_iter::<IgnoredAny>();
        match values.next() {
            Some(Ok(_)) => {
                let end = at + values.byte_offset();
                entries.push(Entry { start: at, end, line, number: entries.len() + 1 });
                line += text.get(at..end).unwrap_or_default().matches('\n').count();
                at = end;
            }
            other => {
                let (further, why) = match other {
                    Some(Err(error)) => (error.line().saturating_sub(1), error.to_string()),
                    _ => (0, "the list has no end".to_owned()),
                };
                let what =
                    format!("damaged JSON after {} games: {}", entries.len(), printable(&why));
                return Err(GameFileError::Other { line: line + further, what });
            }
        }
    }
}
