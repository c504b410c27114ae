//! Rust code as words with their lines, as far as `architecture.rs` needs it: comments
//! and the insides of strings are blanked out, the rest is cut into words and marks.

/// A word or a mark of the code, with its line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token {
    pub text: String,
    pub line: usize,
}

/// The code without comments and the insides of strings; lines stay where they were.
fn blank_out(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    let mut i = 0;
    while i < chars.len() {
        let end = blank_end(&chars, i);
        if end == i {
            out.push(chars[i]);
            i += 1;
        } else {
            out.extend(chars[i..end].iter().map(|&c| if c == '\n' { '\n' } else { ' ' }));
            i = end;
        }
    }
    out
}

/// Where the comment, string or character that begins at `i` ends; `i` if none does.
fn blank_end(chars: &[char], i: usize) -> usize {
    let rest = &chars[i..];
    let in_word = i > 0 && (chars[i - 1].is_alphanumeric() || chars[i - 1] == '_');
    match rest {
        ['/', '/', ..] => i + rest.iter().position(|&c| c == '\n').unwrap_or(rest.len()),
        ['/', '*', ..] => i + block_comment(rest),
        ['"', ..] => i + string(rest, 0),
        ['r', '"' | '#', ..] if !in_word => raw_string(rest, 1).map_or(i, |length| i + length),
        ['b', 'r', '"' | '#', ..] if !in_word => raw_string(rest, 2).map_or(i, |length| i + length),
        ['\'', '\\', _, tail @ ..] => {
            i + 3 + tail.iter().position(|&c| c == '\'').map_or(0, |length| length + 1)
        }
        ['\'', _, '\'', ..] => i + 3,
        _ => i,
    }
}

/// The length of a block comment; such comments nest.
fn block_comment(rest: &[char]) -> usize {
    let (mut depth, mut i) = (0, 0);
    while i < rest.len() {
        match rest[i..] {
            ['/', '*', ..] => (depth, i) = (depth + 1, i + 2),
            ['*', '/', ..] => (depth, i) = (depth - 1, i + 2),
            _ => i += 1,
        }
        if depth == 0 {
            break;
        }
    }
    i
}

/// The length of a string that opens at `start`.
fn string(rest: &[char], start: usize) -> usize {
    let mut i = start + 1;
    while i < rest.len() && rest[i] != '"' {
        i += if rest[i] == '\\' { 2 } else { 1 };
    }
    (i + 1).min(rest.len())
}

/// The length of a raw string whose prefix has so many letters, if it is one.
fn raw_string(rest: &[char], letters: usize) -> Option<usize> {
    let hashes = rest[letters..].iter().take_while(|&&c| c == '#').count();
    let body = letters + hashes + 1;
    if rest.get(body - 1) != Some(&'"') {
        return None;
    }
    let closes = |&i: &usize| {
        rest[i] == '"' && rest[i + 1..].iter().take_while(|&&c| c == '#').count() >= hashes
    };
    Some((body..rest.len()).find(closes).map_or(rest.len(), |i| i + 1 + hashes))
}

/// The words and marks of a source; `::` is one mark, any other is one character.
pub fn tokens(text: &str) -> Vec<Token> {
    let mut tokens = Vec::new();
    for (line, code) in (1..).zip(blank_out(text).lines()) {
        let mut rest = code.trim_start();
        while let Some(first) = rest.chars().next() {
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let length = if is_word(first) {
                rest.find(|c| !is_word(c)).unwrap_or(rest.len())
            } else if rest.starts_with("::") {
                2
            } else {
                first.len_utf8()
            };
            let (token, tail) = rest.split_at(length);
            tokens.push(Token { text: token.to_owned(), line });
            rest = tail.trim_start();
        }
    }
    tokens
}

/// Whether the texts of the tokens from `at` on are these.
pub fn follows(tokens: &[Token], at: usize, texts: &[&str]) -> bool {
    texts.iter().enumerate().all(|(i, &text)| is(tokens, at + i, text))
}

/// Whether there is a token at `at` with this text.
pub fn is(tokens: &[Token], at: usize, text: &str) -> bool {
    tokens.get(at).is_some_and(|token| token.text == text)
}

/// The attribute of everything that is only there for tests.
pub const CFG_TEST: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];

/// The tokens without the items under `#[cfg(test)]`.
pub fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut i = 0;
    while i < tokens.len() {
        if follows(tokens, i, &CFG_TEST) {
            i = item_end(tokens, i + CFG_TEST.len());
        } else {
            kept.push(tokens[i].clone());
            i += 1;
        }
    }
    kept
}

/// Behind the item that begins at `at`: after its `;`, or its block in braces.
fn item_end(tokens: &[Token], at: usize) -> usize {
    let mut depth = 0;
    for (i, token) in tokens.iter().enumerate().skip(at) {
        match token.text.as_str() {
            "{" => depth += 1,
            "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(token.text.as_str(), ";" | "}") {
            return i + 1;
        }
    }
    tokens.len()
}
