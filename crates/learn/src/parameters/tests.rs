//! Tests of plans. The crate of Zola tests short tunings.

use zugi_game::toy::Hexapawn;

use super::*;

#[test]
fn unknown_parameters_are_refused() {
    let names = vec!["late_base".to_owned(), "speed".to_owned()];
    let plan = ParameterPlan { pairs: 40, nodes: 100, seed: 1, names };
    let tuner = Of::<Hexapawn>::new();
    let error = tuner.tune(&plan, None, &mut |_| true).unwrap_err().to_string();
    assert!(error.starts_with("no parameter \"speed\": expected one of margin_depth, "), "{error}");
}
