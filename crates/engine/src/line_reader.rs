//! Splits the input into lines on a thread of its own, so that commands arrive during a search.

use std::io::{BufRead, Read};

use super::event::Event;

/// The longest line in bytes; longer ones are rejected and skipped.
pub(super) const MAX_LINE: usize = 4 << 20;

/// Bytes of a rejected line that are kept for the error message.
const BEGINNING: usize = 100;

/// Passes each line and the end of the input to `receive`, until that returns false. A read error
/// counts as the end.
pub(super) fn read_lines(mut input: impl BufRead, mut receive: impl FnMut(Event) -> bool) {
    while let Some(event) = read_line(&mut input) {
        if !receive(event) {
            return;
        }
    }
    receive(Event::EndOfInput);
}

fn read_line(input: &mut impl BufRead) -> Option<Event> {
    let mut bytes = Vec::new();
    let read = input.by_ref().take(MAX_LINE as u64 + 1).read_until(b'\n', &mut bytes);
    let skipped = match read {
        Ok(0) => return None,
        Ok(_) if bytes.pop_if(|last| *last == b'\n').is_some() || bytes.len() <= MAX_LINE => {
            return Some(Event::Line(String::from_utf8_lossy(&bytes).into_owned()));
        }
        Ok(_) => input.skip_until(b'\n'),
        Err(error) => Err(error),
    };
    if let Err(error) = skipped {
        log::warn!("cannot read the input: {error}");
        return None;
    }
    Some(Event::TooLong(too_long(&bytes)))
}

/// The error text for a line that is too long.
pub(super) fn too_long(line: &[u8]) -> String {
    let beginning = line.get(..BEGINNING).unwrap_or(line);
    String::from_utf8_lossy(beginning).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Event> {
        let mut lines = Vec::new();
        read_lines(bytes, |event| {
            lines.push(event);
            true
        });
        lines
    }

    #[test]
    fn lines_of_all_kinds() {
        let line = |text: &str| Event::Line(text.to_owned());
        let end = Event::EndOfInput;
        assert_eq!(lines(b"").len(), 1);
        let four = [line("a"), line(""), line("b\r"), line("c"), end.clone()];
        assert_eq!(lines(b"a\n\nb\r\nc"), four);
        assert_eq!(lines(b"\xff\0\n"), [line("\u{fffd}\0"), end]);
    }

    #[test]
    fn long_lines_do_not_pile_up() {
        let mut bytes = vec![b'x'; MAX_LINE];
        bytes.extend(b"\nisready\n");
        assert!(matches!(
            lines(&bytes).as_slice(),
            [Event::Line(_), Event::Line(_), Event::EndOfInput]
        ));
        let mut bytes = vec![b'x'; 3 * MAX_LINE];
        bytes.extend(b"\nisready\n");
        let lines = lines(&bytes);
        assert_eq!(lines[0], Event::TooLong("x".repeat(100)));
        assert_eq!(lines[1], Event::Line("isready".to_owned()));
    }
}
