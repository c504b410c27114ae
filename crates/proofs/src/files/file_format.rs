//! The lines of text and the numbers in the files of proofs. The numbers are one frame of Zstandard
//! with a checksum.

use std::io::{self, BufRead, BufReader, Read, Write};

/// The most bytes of a line.
const MAX_LINE: u64 = 4096;

/// The next line, without its end.
pub(crate) fn bounded_line(input: &mut impl BufRead) -> io::Result<String> {
    let mut bytes = Vec::new();
    input.take(MAX_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.pop() != Some(b'\n') {
        return Err(io::Error::new(io::ErrorKind::InvalidData, "expected a line of text"));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

pub(crate) fn encoder<W: Write>(out: W, level: i32) -> io::Result<zstd::Encoder<'static, W>> {
    let mut encoder = zstd::Encoder::new(out, level)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

pub(crate) type Decoder<R> = BufReader<zstd::Decoder<'static, R>>;

pub(crate) fn decoder<R: BufRead>(input: R) -> io::Result<Decoder<R>> {
    Ok(BufReader::new(zstd::Decoder::with_buffer(input)?.single_frame()))
}

/// Whether the frame and the file end after the last number. Also verifies the checksum.
pub(crate) fn is_at_end(mut decoder: Decoder<impl BufRead>) -> io::Result<bool> {
    Ok(decoder.read(&mut [0])? == 0 && decoder.into_inner().finish().fill_buf()?.is_empty())
}

/// Writes a number in base 128, the least significant digit first (LEB128).
pub(crate) fn write_number(out: &mut impl Write, mut number: u64) -> io::Result<()> {
    while number >= 0x80 {
        out.write_all(&[number as u8 | 0x80])?;
        number >>= 7;
    }
    out.write_all(&[number as u8])
}

pub(crate) fn read_number(input: &mut impl Read) -> io::Result<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let mut byte = [0];
        input.read_exact(&mut byte)?;
        number |= u64::from(byte[0] & 0x7f) << shift;
        if byte[0] < 0x80 {
            return Ok(number);
        }
    }
    Err(io::Error::new(io::ErrorKind::InvalidData, "expected a number below 2^63"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, (1 << 63) - 1] {
            let mut bytes = Vec::new();
            write_number(&mut bytes, number).unwrap();
            assert_eq!(read_number(&mut bytes.as_slice()).unwrap(), number);
        }
        assert!(read_number(&mut [0x80; 9].as_slice()).is_err());
        assert!(read_number(&mut [].as_slice()).is_err());
    }

    #[test]
    fn lines_have_an_end() {
        assert_eq!(bounded_line(&mut b"ab\ncd".as_slice()).unwrap(), "ab");
        assert!(bounded_line(&mut b"ab".as_slice()).is_err());
        assert!(bounded_line(&mut [b'x'; 5000].as_slice()).is_err());
    }
}
