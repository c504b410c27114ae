//! The parameters of pruning, reductions and move ordering. A game has its own values, fixed at
//! compile time; in a build with the feature `tuning` each search can have others.

use thiserror::Error;

use super::score::Value;

/// A number that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// The least and the greatest value that make sense.
    pub range: [Value; 2],
    /// By how much it has to change for play to change a little.
    pub step: Value,
    field: fn(&mut Parameters) -> &mut Value,
}

impl Parameter {
    /// Its value.
    #[must_use]
    pub fn of(&self, parameters: &Parameters) -> Value {
        let mut copy = *parameters;
        *(self.field)(&mut copy)
    }

    /// Changes its value, to the nearest one that makes sense.
    pub fn set(&self, parameters: &mut Parameters, value: Value) {
        let [least, most] = self.range;
        *(self.field)(parameters) = value.clamp(least, most);
    }
}

/// Text that sets no parameters.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no parameter in {text:?}: expected NAME=VALUE, {expected}")]
pub struct ParameterError {
    /// The text.
    pub text: String,
    /// The expected text.
    pub expected: String,
}

/// The fields, and the table of them, in the same order.
macro_rules! parameters {
    ($($(#[$doc:meta])* $name:ident: $standard:literal, $least:literal to $most:literal by $step:literal;)*) => {
        /// The values of all parameters.
        ///
        /// ```
        /// use zugi_search::Parameters;
        /// let parameters = Parameters { late_depth: 5, ..Parameters::STANDARD };
        /// assert_eq!(Parameters::STANDARD.with("late_depth=5"), Ok(parameters));
        /// assert!(Parameters::STANDARD.with("late_depth=500").is_err());
        /// ```
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct Parameters {
            $($(#[$doc])* pub $name: Value,)*
        }

        impl Parameters {
            /// The values that suit most games.
            pub const STANDARD: Parameters = Parameters { $($name: $standard,)* };

            /// All parameters that can be tuned.
            pub const ALL: &'static [Parameter] = &[$(Parameter {
                name: stringify!($name),
                range: [$least, $most],
                step: $step,
                field: |parameters| &mut parameters.$name,
            },)*];
        }
    };
}

parameters! {
    /// The depth up to which margins decide, in plies: farther from the horizon too much can
    /// happen.
    margin_depth: 6, 0 to 12 by 1;
    /// What the opponent can be expected to catch up in a ply, at most, in units of the
    /// evaluation, as the following margins (reverse futility pruning).
    reverse_margin: 60, 10 to 250 by 8;
    /// What a side can be expected to win in a ply, at most (futility pruning: Heinz, "Extended
    /// futility pruning", 1998),
    futile_margin: 60, 10 to 250 by 8;
    /// and in addition by a quiet move itself.
    quiet_margin: 80, 0 to 300 by 10;
    /// The depth up to which late moves are left out (late move pruning),
    late_depth: 4, 0 to 10 by 1;
    /// those from this number on,
    late_base: 3, 1 to 12 by 1;
    /// with so many hundredths of the square of the depth added.
    late_growth: 100, 10 to 300 by 15;
    /// By how many hundredths of a ply late moves are searched less deeply (late move
    /// reductions),
    reduction_base: 50, 0 to 200 by 15;
    /// and by how many for each unit of the product of the logarithms of depth and number.
    reduction_slope: 50, 0 to 120 by 5;
    /// Late moves of the root are reduced, too, if it is 1.
    root_reductions: 0, 0 to 1 by 1;
    /// By how much all moves but one have to be worse for each ply of depth, for this one to be
    /// searched more deeply; 0 where that does not pay.
    singular_margin: 0, 0 to 12 by 1;
    /// The least depth at which that is tried,
    singular_depth: 5, 3 to 12 by 1;
    /// and by how much less deep than the node the entry of the table may be.
    singular_entry: 3, 1 to 6 by 1;
    /// What a refutation adds to the history of a move, for the square of the depth, in
    /// hundredths,
    history_growth: 100, 10 to 3000 by 60;
    /// and at most.
    history_most: 2048, 100 to 8000 by 300;
    /// How many hundredths of the nodes of the search may be spent on proofs of who wins.
    proof_share: 100, 0 to 400 by 20;
    /// How far from its last value a line's new value is looked for at first.
    aspiration: 25, 5 to 200 by 6;
}

impl Parameters {
    /// These parameters with the changes of a text: `NAME=VALUE`, several separated by commas or
    /// white space.
    ///
    /// # Errors
    /// There is no such parameter, or it cannot have this value.
    pub fn with(mut self, text: &str) -> Result<Parameters, ParameterError> {
        let pairs = text.split(|c: char| c == ',' || c.is_whitespace());
        for pair in pairs.filter(|pair| !pair.is_empty()) {
            let error = |expected| ParameterError { text: pair.to_owned(), expected };
            let names = || Self::ALL.iter().map(|parameter| parameter.name).collect::<Vec<_>>();
            let (name, value) = pair.split_once('=').unwrap_or_default();
            let parameter = Self::ALL.iter().find(|parameter| parameter.name == name);
            let parameter =
                parameter.ok_or_else(|| error(format!("one of {}", names().join(", "))))?;
            let [least, most] = parameter.range;
            let value = value.parse().ok().filter(|value| (least..=most).contains(value));
            let value = value.ok_or_else(|| error(format!("{name} from {least} to {most}")))?;
            parameter.set(&mut self, value);
        }
        Ok(self)
    }

    /// The values as text that [`Parameters::with`] reads.
    #[must_use]
    pub fn text(&self) -> String {
        let pair = |parameter: &Parameter| format!("{}={}", parameter.name, parameter.of(self));
        let pairs = Self::ALL.iter().map(pair);
        pairs.collect::<Vec<_>>().join(",")
    }

    /// The bonus in the history of a move that refutes at this depth.
    #[inline(always)]
    pub(super) fn bonus(&self, depth: i32) -> i32 {
        (self.history_growth * depth * depth / 100).min(self.history_most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text: Vec<String> = Parameters::ALL
            .iter()
            .zip([7, 70, 61, 81, 5, 4, 90, 40, 60, 1, 3, 6, 2, 400, 4000, 70, 30])
            .map(|(parameter, value)| format!("{}={value}", parameter.name))
            .collect();
        let parameters = Parameters::STANDARD.with(&text.join(",")).unwrap();
        assert_eq!(parameters, Parameters::STANDARD.with(&text.join("\n")).unwrap());
        assert_eq!(parameters.text(), text.join(","));
        assert_eq!(parameters.history_most, 4000);
        for parameter in Parameters::ALL {
            let ([least, most], mut parameters) = (parameter.range, parameters);
            assert!(least < most && parameter.step > 0, "{parameter:?}");
            parameter.set(&mut parameters, Value::MAX);
            assert_eq!(parameter.of(&parameters), most);
        }
    }

    #[test]
    fn bad_text_is_quoted() {
        let error = |text| Parameters::STANDARD.with(text).unwrap_err().to_string();
        assert!(error("speed=3").starts_with("no parameter in \"speed=3\": expected NAME=VALUE, "));
        assert!(error("late_depth").contains("one of margin_depth"));
        assert!(error("late_depth=x").ends_with("late_depth from 0 to 10"));
        assert!(error("late_depth=11").contains("\"late_depth=11\""));
    }
}
