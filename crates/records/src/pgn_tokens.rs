//! Splits Portable Game Notation into tokens, and a file into its games.

use std::collections::BTreeSet;

use zugi_protocol::quote;

use super::move_list::result_word;
use super::split::Entry;

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token<'a> {
    /// `[NAME "VALUE"]`.
    Tag(&'a str, String),
    /// The text in braces.
    Comment(&'a str),
    /// `(`, the start of a variation.
    Open,
    /// `)`, its end.
    Close,
    /// A move, a number, a sign or a result.
    Word(&'a str),
    /// The text of an error: the part that is not PGN, and the expected one.
    Wrong(String),
}

/// The tokens of a text, each with its offset and its line, from 1. Lines that begin with `%`, and
/// the rest of a line after `;`, are comments that are left out.
pub(crate) struct Tokens<'a> {
    text: &'a str,
    at: usize,
    line: usize,
    /// The offset of the end of the current line, kept so that a long line is searched only once.
    /// It is out of date once `at` reaches it.
    line_end: usize,
    /// Whether no `}` follows from here on; later comments then do not search for one.
    never_closes: bool,
}

impl<'a> Tokens<'a> {
    pub fn new(text: &'a str) -> Tokens<'a> {
        Tokens { text, at: 0, line: 1, line_end: 0, never_closes: false }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The text to the end of the line.
    fn line(&mut self) -> &'a str {
        if self.at >= self.line_end {
            self.line_end = self.at + line_of(self.rest()).len();
        }
        self.text.get(self.at..self.line_end).unwrap_or_default()
    }

    fn skip(&mut self, length: usize) {
        let skipped = self.rest().get(..length).unwrap_or_default();
        self.line += skipped.matches('\n').count();
        self.at += length;
    }

    /// Skips blanks and the comments that are left out.
    fn skip_blanks(&mut self) {
        loop {
            let rest = self.rest();
            self.skip(rest.len() - rest.trim_start().len());
            let before = self.text.get(..self.at).unwrap_or_default();
            let begins_line = before.trim_end_matches([' ', '\t']).ends_with('\n');
            let is_escape = self.rest().starts_with('%') && (begins_line || self.at == 0);
            if !is_escape && !self.rest().starts_with(';') {
                return;
            }
            self.skip(line_of(self.rest()).len());
        }
    }

    /// Reads a comment. A comment has no end if no `}` follows, or if tags after a blank line come
    /// before the `}`, because these begin another game. A comment without an end stops before the
    /// tags of another game, or at the end of the text.
    fn comment(&mut self) -> Token<'a> {
        self.skip("{".len());
        let rest = self.rest();
        let (mut at, mut after_blank, mut first_tag) = (0, false, None);
        while let Some(here) = rest.get(at..).filter(|here| !here.is_empty()) {
            // The search stops at the end of this comment, because a line may have many comments.
            let is_end = |c: char| c == '\n' || (c == '}' && !self.never_closes);
            let end = here.find(is_end).unwrap_or(here.len());
            if here.get(end..).is_some_and(|end| end.starts_with('}')) {
                self.skip(at + end + 1);
                return Token::Comment(rest.get(..at + end).unwrap_or_default());
            }
            let line = here.get(..=end).unwrap_or(here);
            if at > 0 && tag(line.trim_start()).is_some() {
                first_tag = first_tag.or(Some(at));
                if after_blank || self.never_closes {
                    break;
                }
            }
            after_blank = line.trim().is_empty();
            at += line.len();
        }
        self.never_closes |= at == rest.len();
        let end = if self.never_closes { first_tag.unwrap_or(at) } else { at };
        self.skip(end);
        let begin: String = line_of(rest).trim().chars().take(40).collect();
        Token::Wrong(format!(
            "{}: expected a comment with its end, }}",
            quote(&format!("{{{begin}"))
        ))
    }

    fn tag(&mut self) -> Token<'a> {
        let line = self.line();
        match tag(line) {
            Some((name, value, length)) => {
                self.skip(length);
                Token::Tag(name, value)
            }
            None => {
                self.skip(line.len());
                Token::Wrong(format!("{}: expected a tag, [NAME \"VALUE\"]", quote(line.trim())))
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = (usize, usize, Token<'a>);

    fn next(&mut self) -> Option<(usize, usize, Token<'a>)> {
        self.skip_blanks();
        let (at, line, rest) = (self.at, self.line, self.rest());
        let (token, length) = match rest.chars().next()? {
            '[' => return Some((at, line, self.tag())),
            '{' => return Some((at, line, self.comment())),
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            '}' => {
                let why = "\"}\": expected a comment before its end, {";
                (Token::Wrong(why.to_owned()), 1)
            }
            _ => {
                let ends = |c: char| c.is_whitespace() || "{}();[".contains(c);
                let word = rest.split(ends).next().unwrap_or_default();
                (Token::Word(word), word.len())
            }
        };
        self.skip(length);
        Some((at, line, token))
    }
}

fn line_of(text: &str) -> &str {
    text.split('\n').next().unwrap_or_default()
}

/// The tag at the start of a line: name, value and length. Quotes within a value should be escaped,
/// but not all programs do so.
pub(crate) fn tag(line: &str) -> Option<(&str, String, usize)> {
    let inner = line.strip_prefix('[')?.trim_start();
    let is_name = |c: char| c.is_ascii_alphanumeric() || "_+#=:-".contains(c);
    let after = inner.trim_start_matches(is_name);
    let name = inner.get(..inner.len() - after.len()).filter(|name| !name.is_empty())?;
    let value = after.trim_start().strip_prefix('"')?;
    let is_end = |at: usize| value.get(at + 1..).unwrap_or("").trim_start().starts_with(']');
    let mut escaped = false;
    let end = value.char_indices().find_map(|(at, c)| {
        let ends = c == '"' && !escaped && is_end(at);
        escaped = c == '\\' && !escaped;
        ends.then_some(at)
    });
    let end = end.or_else(|| value.rfind('"').filter(|&at| is_end(at)))?;
    let bracket = end + value.get(end..)?.find(']')?;
    let length = line.len() - value.len() + bracket + 1;
    Some((name, unescaped(value.get(..end)?), length))
}

fn unescaped(value: &str) -> String {
    let mut text = String::new();
    let mut chars = value.chars().peekable();
    while let Some(c) = chars.next() {
        let next = if c == '\\' { chars.next_if(|c| matches!(c, '"' | '\\')) } else { None };
        text.push(next.unwrap_or(c));
    }
    text
}

/// Whether any line of a text begins with a tag.
pub(crate) fn has_tags(text: &str) -> bool {
    text.lines().any(|line| tag(line.trim_start()).is_some())
}

/// A file's games. A game ends with its result, or before tags that follow moves or repeat a name.
pub(crate) fn games(text: &str) -> Vec<Entry> {
    let mut starts: Vec<(usize, usize)> = Vec::new();
    let mut names = BTreeSet::new();
    let (mut has_moves, mut depth, mut result_line) = (false, 0_usize, None);
    // A comment on a line after the result belongs to the next game.
    let mut comment = None;
    for (at, line, token) in Tokens::new(text) {
        if matches!(token, Token::Comment(_)) {
            if result_line.is_some_and(|end| line > end) || starts.is_empty() {
                comment = comment.or(Some((at, line)));
            }
            continue;
        }
        let again = matches!(&token, Token::Tag(name, _) if has_moves || names.contains(name));
        if starts.is_empty() || result_line.is_some() || again {
            starts.push(comment.take().unwrap_or((at, line)));
            names.clear();
            (has_moves, depth, result_line) = (false, 0, None);
        }
        comment = None;
        match token {
            Token::Tag(name, _) => drop(names.insert(name)),
            Token::Word(word) if depth == 0 && result_word(word).is_some() => {
                result_line = Some(line);
            }
            Token::Open => (has_moves, depth) = (true, depth + 1),
            Token::Close => depth = depth.saturating_sub(1),
            // An invalid tag does not end the tags.
            Token::Wrong(_) | Token::Comment(_) => {}
            Token::Word(_) => has_moves = true,
        }
    }
    super::split::parts(text, &starts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_in_other_spellings_are_read() {
        for (text, name, value) in [
            (r#"[Event "x"]"#, "Event", "x"),
            (r#"[ Event"x" ] [B "y"]"#, "Event", "x"),
            (r#"[White "A \"the\" B\\"]"#, "White", r#"A "the" B\"#),
            (r#"[White "A "the" B"]"#, "White", r#"A "the" B"#),
            (r#"[Path "C:\x\"]"#, "Path", r"C:\x\"),
            (r#"[A "]"]"#, "A", "]"),
        ] {
            let read = tag(text).map(|(name, value, _)| (name, value));
            assert_eq!(read, Some((name, value.to_owned())), "{text}");
        }
        for text in
            ["[Event]", "[Event x]", "[\"x\"]", "[Event \"x\"", "[Event \"x\n\"]", "Event \"x\"]"]
        {
            assert_eq!(tag(line_of(text)), None, "{text}");
        }
    }

    #[test]
    fn each_game_begins_at_its_line() {
        for (text, lines) in [
            (
                "[A \"x\"]\n[B \"y\"]\n\n1. a {x\n[C \"z\"]\n} *\n\n[A \"x\"]\n\nb *\n[A \"x\"]",
                &[1, 8, 11][..],
            ),
            // Tags in a line, after moves without a result, and without moves.
            ("[A \"x\"] [B \"y\"] a\n[A \"x\"]\n[B \"y\"]\n\n[A \"x\"]\n\na", &[1, 2, 5]),
            // Results without a game, and a second game without tags.
            ("1-0\n[A \"x\"]\n\na (b 1-0) c 0-1 b", &[1, 2, 4]),
            // Comments before the tags, after a result, and at the end.
            ("{one}\n[A \"x\"]\n\na * {end}\n{two}\n[A \"x\"]\na *\n{end}\n", &[1, 5]),
            // Comments and variations without an end.
            ("[A \"x\"]\na {b\n\n[A \"x\"]\na {x} *\n", &[1, 4]),
            ("[A \"x\"]\na {b\n[A \"x\"]\na {c\n[A \"x\"]\na *\n", &[1, 3, 5]),
            ("[A \"x\"]\na (b *\n\n[A \"x\"]\na *\n", &[1, 4]),
            ("[A \"x\"]\n[B x]\n[C \"y\"]\na *\n", &[1]),
            ("% no\n  % no\n", &[]),
        ] {
            let found: Vec<usize> = games(text).iter().map(|game| game.line).collect();
            assert_eq!(found, lines, "{text}");
        }
    }
}
