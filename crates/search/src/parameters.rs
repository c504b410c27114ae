//! The parameters of pruning, reductions and move ordering. The values of a game are fixed at
//! compile time; with the feature `tuning` each search can have its own.

use thiserror::Error;

use super::score::Value;

/// A number that can be tuned.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// The name of the field of [`Parameters`].
    pub name: &'static str,
    /// The least and the greatest value.
    pub range: [Value; 2],
    /// The perturbation of SPSA: a change of the value that affects play a little.
    pub step: Value,
    field: fn(&mut Parameters) -> &mut Value,
}

impl Parameter {
    #[must_use]
    pub fn of(&self, parameters: &Parameters) -> Value {
        let mut copy = *parameters;
        *(self.field)(&mut copy)
    }

    /// Sets the value in `parameters`, clamped to the range.
    pub fn set(&self, parameters: &mut Parameters, value: Value) {
        let [least, most] = self.range;
        *(self.field)(parameters) = value.clamp(least, most);
    }
}

/// Text that is no list of parameters and values.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("no parameter in {text:?}: expected NAME=VALUE, {expected}")]
pub struct ParameterError {
    pub text: String,
    pub expected: String,
}

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
    /// Futility and reverse futility pruning: the greatest depth, in plies.
    margin_depth: 6, 0 to 12 by 1;
    /// Reverse futility pruning: the margin for each ply, in units of the evaluation.
    reverse_margin: 60, 10 to 250 by 8;
    /// Futility pruning (Heinz, "Extended futility pruning", 1998): the margin for each ply, in
    /// units of the evaluation.
    futile_margin: 60, 10 to 250 by 8;
    /// Futility pruning: the constant part of the margin, in units of the evaluation.
    quiet_margin: 80, 0 to 300 by 10;
    /// Late move pruning: the greatest depth, in plies.
    late_depth: 4, 0 to 10 by 1;
    /// Late move pruning: the number of first moves that are never skipped.
    late_base: 3, 1 to 12 by 1;
    /// Late move pruning: hundredths of the square of the depth, added to the number of moves.
    late_growth: 100, 10 to 300 by 15;
    /// Late move reductions: the constant part, in hundredths of a ply.
    reduction_base: 50, 0 to 200 by 15;
    /// Late move reductions: hundredths of a ply for each unit of the product of the natural
    /// logarithms of depth and move number.
    reduction_slope: 50, 0 to 120 by 5;
    /// Late move reductions at the root: 1 for on, 0 for off.
    root_reductions: 0, 0 to 1 by 1;
    /// Singular extensions: how much worse all other moves must be for each ply of depth, in units
    /// of the evaluation; 0 for no singular extensions.
    singular_margin: 0, 0 to 12 by 1;
    /// Singular extensions: the least depth of the node, in plies.
    singular_depth: 5, 3 to 12 by 1;
    /// Singular extensions: the plies by which the table's entry may be shallower than the node.
    singular_entry: 3, 1 to 6 by 1;
    /// History bonus: hundredths of the square of the depth.
    history_growth: 100, 10 to 3000 by 60;
    /// History bonus: the maximum.
    history_most: 2048, 100 to 8000 by 300;
    /// The share of nodes for attempts to prove the winner, in hundredths of the nodes of the
    /// search.
    proof_share: 100, 0 to 400 by 20;
    /// Aspiration window: the first half width, in units of the evaluation.
    aspiration: 25, 5 to 200 by 6;
}

impl Parameters {
    /// These parameters with the changes of a text: `NAME=VALUE`, several separated by commas or
    /// white space.
    ///
    /// # Errors
    /// A name is unknown, or a value is out of range.
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

    /// The history bonus of a refutation at this depth.
    #[inline(always)]
    pub(super) fn bonus(&self, depth: i32) -> i32 {
        (self.history_growth * depth * depth / 100).min(self.history_most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn written_parameters_read_back() {
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
