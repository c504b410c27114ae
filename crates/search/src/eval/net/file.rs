//! The file of a net: a header, the command that made it, the weights, and a checksum. See
//! `docs/reference/nets.md`.

use std::fs;
use std::path::Path;

use zugi_game::board::mix;

use super::fields::Fields;
use super::{FILTERS, MAX_SCALE, MAX_TOTALS, NetError, NetShape, SQUARE_SHIFT};

const MAGIC: [u8; 8] = *b"zuginet\0";
const VERSION: u16 = 1;
const VARIANT: usize = 16;
/// Magic, version, variant, seven numbers of 16 bits, the length of the command.
const HEADER: usize = 8 + 2 + VARIANT + 7 * 2 + 4;
const CHECKSUM: usize = 8;
const MAX_SHIFT: u16 = 24;

/// The content of a net's file. In each list, the weights of one input or phase are adjacent, one
/// for each filter.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NetFile {
    pub variant: String,
    /// The command that made the net.
    pub command: String,
    /// The numbers of inputs and phases.
    pub shape: NetShape,
    /// The number of filters, one of [`FILTERS`].
    pub filters: usize,
    /// The integer that stands for 1 in a hidden unit; activations are clipped there.
    pub scale: u16,
    /// The output is shifted right by this number of bits.
    pub shift: u16,
    /// The weights of pieces, by state and square.
    pub rows: Vec<i16>,
    pub biases: Vec<i16>,
    /// The weights of the totals.
    pub totals: Vec<i16>,
    /// The weights of the output, by phase.
    pub outputs: Vec<i16>,
    /// The bias of the output in each phase.
    pub output_biases: Vec<i32>,
}

impl NetFile {
    /// A net that evaluates every position as even.
    #[must_use]
    pub fn zero(variant: &str, shape: NetShape, filters: usize) -> NetFile {
        NetFile {
            variant: variant.to_owned(),
            command: String::new(),
            shape,
            filters,
            scale: MAX_SCALE,
            shift: 16,
            rows: vec![0; shape.states * shape.squares * filters],
            biases: vec![0; filters],
            totals: vec![0; shape.totals * filters],
            outputs: vec![0; shape.phases * filters],
            output_biases: vec![0; shape.phases],
        }
    }

    /// Checks that this can be the path of a net. `sum` is an error, because it was the name of an
    /// evaluation that was removed; for a file of that name write `./sum`.
    ///
    /// ```
    /// use std::path::Path;
    /// use zugi_search::eval::net::NetFile;
    /// assert!(NetFile::check_path(Path::new("sum")).is_err());
    /// assert!(NetFile::check_path(Path::new("./sum")).is_ok());
    /// ```
    ///
    /// # Errors
    /// The path is `sum`, or that of a device, a pipe or a file of more than 64 MiB.
    pub fn check_path(path: &Path) -> Result<(), NetError> {
        const LARGEST: u64 = 64 << 20;
        let is_net =
            |file: &fs::Metadata| file.is_dir() || (file.is_file() && file.len() <= LARGEST);
        match fs::metadata(path) {
            _ if path.as_os_str() == "sum" => {
                error("the weighted sum was removed: expected the path of a net")
            }
            Ok(file) if !is_net(&file) => error("not a net: expected a file of at most 64 MiB"),
            // For a missing file, reading reports the better error.
            _ => Ok(()),
        }
    }

    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let NetShape { states, squares, totals, phases } = self.shape;
        let mut bytes = Vec::new();
        bytes.extend(MAGIC);
        bytes.extend(VERSION.to_le_bytes());
        let mut name = [0; VARIANT];
        name.iter_mut().zip(self.variant.bytes()).for_each(|(to, from)| *to = from);
        bytes.extend(name);
        for size in [self.filters, states, squares, totals, phases] {
            bytes.extend((size as u16).to_le_bytes());
        }
        bytes.extend([self.scale, self.shift].map(u16::to_le_bytes).as_flattened());
        bytes.extend((self.command.len() as u32).to_le_bytes());
        bytes.extend(self.command.as_bytes());
        for weights in [&self.rows, &self.biases, &self.totals, &self.outputs] {
            weights.iter().for_each(|weight| bytes.extend(weight.to_le_bytes()));
        }
        self.output_biases.iter().for_each(|bias| bytes.extend(bias.to_le_bytes()));
        bytes.extend(checksum(&bytes).to_le_bytes());
        bytes
    }

    /// Reads the content of a file.
    ///
    /// # Errors
    /// It is no net, of another version, or damaged.
    pub fn from_bytes(bytes: &[u8]) -> Result<NetFile, NetError> {
        let mut fields = Fields(bytes);
        if fields.array::<8>() != Some(MAGIC) {
            return error("not a net: expected a file of zugi train");
        }
        let length =
            |expected: u64| error(format!("a net of {} bytes: expected {expected}", bytes.len()));
        let header = || -> Option<_> {
            let version = u16::from_le_bytes(fields.array()?);
            let variant: [u8; VARIANT] = fields.array()?;
            let mut numbers = [0; 7];
            for number in &mut numbers {
                *number = u16::from_le_bytes(fields.array()?);
            }
            Some((version, variant, numbers, u32::from_le_bytes(fields.array()?) as usize))
        };
        let Some((version, variant, numbers, command)) = { header }() else {
            return length((HEADER + CHECKSUM) as u64);
        };
        if version != VERSION {
            return error(format!("a net of format {version}: expected format {VERSION}"));
        }
        let [filters, states, squares, totals, phases, scale, shift] = numbers;
        let [filters, states, squares, totals, phases] =
            [filters, states, squares, totals, phases].map(usize::from);
        let weights = (states as u64 * squares as u64 + 1 + totals as u64 + phases as u64)
            .saturating_mul(filters as u64);
        let rest = HEADER + command + 4 * phases + CHECKSUM;
        let expected = rest as u64 + weights.saturating_mul(2);
        if bytes.len() as u64 != expected {
            return length(expected);
        }
        let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        let expected = Fields(sum).array().map_or(0, u64::from_le_bytes);
        let found = checksum(content);
        if found != expected {
            return error(format!(
                "a damaged net: expected checksum {expected:016x}, found {found:016x}"
            ));
        }
        // The length was checked, so all fields are complete.
        let command = String::from_utf8_lossy(fields.take(command)).into_owned();
        Ok(NetFile {
            variant: String::from_utf8_lossy(&variant).trim_end_matches('\0').to_owned(),
            command,
            shape: NetShape { states, squares, totals, phases },
            filters,
            scale,
            shift,
            rows: fields.numbers(states * squares * filters),
            biases: fields.numbers(filters),
            totals: fields.numbers(totals * filters),
            outputs: fields.numbers(phases * filters),
            output_biases: {
                let (biases, _) = fields.take(4 * phases).as_chunks::<4>();
                biases.iter().map(|bias| i32::from_le_bytes(*bias)).collect()
            },
        })
    }

    /// Checks that the net fits this variant and shape.
    ///
    /// # Errors
    /// The net is one of another variant or shape, its number of filters, scale or shift is
    /// impossible, or a sum may overflow with this number of symmetries.
    pub fn check(&self, variant: &str, shape: NetShape, symmetries: usize) -> Result<(), NetError> {
        if self.variant != variant {
            return error(format!("a net of {}: expected one of {variant}", self.variant));
        }
        let sizes = |it: NetShape| [it.states, it.squares, it.totals, it.phases];
        let names = ["states", "squares", "totals", "phases"].into_iter();
        for ((what, found), expected) in names.zip(sizes(self.shape)).zip(sizes(shape)) {
            if found != expected {
                return error(format!("a net with {found} {what}: expected {expected}"));
            }
        }
        let NetFile { filters, scale, shift, .. } = self;
        if !FILTERS.contains(filters) {
            return error(format!("a net with {filters} filters: expected 8, 16 or 32"));
        }
        if !(1..=MAX_SCALE).contains(scale) {
            return error(format!("a net with {scale} as scale: expected 1 to 255"));
        }
        if *shift > MAX_SHIFT {
            return error(format!("a net with {shift} as shift: expected at most 24"));
        }
        if self.greatest_hidden() > i16::MAX.into() {
            return error("a net whose hidden units may overflow: expected smaller weights");
        }
        if self.greatest_output(symmetries) > i32::MAX.into() {
            return error("a net whose output may overflow: expected smaller weights");
        }
        Ok(())
    }

    /// An upper bound on the size of a hidden unit and its partial sums: with a piece in the worst
    /// state on each square.
    pub fn greatest_hidden(&self) -> i64 {
        let weight = |state: usize, square: usize, filter: usize| {
            let row = state * self.shape.squares + square;
            i64::from(self.rows[row * self.filters + filter]).abs()
        };
        let of_filter = |filter: usize| {
            let worst = |square| (0..self.shape.states).map(move |state| (state, square));
            let squares = (0..self.shape.squares).map(|square| {
                worst(square).map(|(state, square)| weight(state, square, filter)).max()
            });
            let bias = i64::from(self.biases[filter]).abs() + i64::from(MAX_TOTALS);
            bias + squares.flatten().sum::<i64>()
        };
        (0..self.filters).map(of_filter).max().unwrap_or(0)
    }

    /// An upper bound on the size of the output before the shift.
    pub fn greatest_output(&self, symmetries: usize) -> i64 {
        let scale = i64::from(self.scale);
        let activation = symmetries as i64 * ((scale * scale) >> SQUARE_SHIFT);
        let phases = self.outputs.chunks(self.filters.max(1)).zip(&self.output_biases);
        let of_phase = |(weights, bias): (&[i16], &i32)| {
            let weights: i64 = weights.iter().map(|&weight| i64::from(weight).abs()).sum();
            weights * activation + i64::from(*bias).abs()
        };
        phases.map(of_phase).max().unwrap_or(0)
    }
}

fn error<T>(text: impl Into<String>) -> Result<T, NetError> {
    Err(NetError(text.into()))
}

fn checksum(bytes: &[u8]) -> u64 {
    bytes.chunks(8).fold(bytes.len() as u64, |sum, chunk| {
        let mut word = [0; 8];
        word[..chunk.len()].copy_from_slice(chunk);
        mix(sum ^ u64::from_le_bytes(word)).wrapping_add(1)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SHAPE: NetShape = NetShape { states: 2, squares: 3, totals: 1, phases: 2 };

    fn net() -> NetFile {
        let mut net = NetFile::zero("toy", SHAPE, 8);
        net.command = "zugi train".to_owned();
        for (i, weight) in net.rows.iter_mut().enumerate() {
            *weight = i as i16 - 20;
        }
        net.output_biases = vec![-70_000, 5];
        net
    }

    #[test]
    fn a_written_net_reads_back() {
        let net = net();
        assert_eq!(NetFile::from_bytes(&net.to_bytes()), Ok(net.clone()));
        assert_eq!(net.check("toy", SHAPE, 8), Ok(()));
    }

    #[test]
    fn damaged_files_are_refused() {
        let bytes = net().to_bytes();
        let error = |bytes: &[u8]| NetFile::from_bytes(bytes).unwrap_err().to_string();
        for end in 0..bytes.len() {
            assert!(error(&bytes[..end]).contains("expected"), "{end}");
        }
        for at in 0..bytes.len() {
            let mut bytes = bytes.clone();
            bytes[at] ^= 0x10;
            assert!(error(&bytes).contains("expected"), "{at}");
        }
        assert_eq!(error(b"text"), "not a net: expected a file of zugi train");
        assert!(error(&[&bytes[..], &[0]].concat()).starts_with("a net of "));
    }

    #[test]
    fn nets_that_do_not_fit_are_refused() {
        let check = |net: &NetFile| net.check("toy", SHAPE, 8).unwrap_err().to_string();
        let other = NetFile { variant: "chess".to_owned(), ..net() };
        assert_eq!(check(&other), "a net of chess: expected one of toy");
        let shape = NetShape { squares: 4, ..SHAPE };
        let error = net().check("toy", shape, 8).unwrap_err().to_string();
        assert_eq!(error, "a net with 3 squares: expected 4");
        let other = NetFile { filters: 3, ..net() };
        assert_eq!(check(&other), "a net with 3 filters: expected 8, 16 or 32");
        for (scale, shift) in [(0, 16), (256, 16), (255, 25)] {
            assert!(check(&NetFile { scale, shift, ..net() }).contains(" as s"));
        }
        let mut large = net();
        large.rows.fill(9_600);
        assert!(check(&large).contains("hidden units may overflow"), "{}", check(&large));
        let mut large = net();
        large.outputs.fill(-9_000);
        assert!(check(&large).contains("output may overflow"), "{}", check(&large));
    }
}
