//! Tests of the declarations, accepted values and errors of the table.

mod toy;

use proptest::prelude::*;
use zugi_game::{Variant, toy::Corridor};

use super::*;
use toy::Toy;

fn registry() -> Registry {
    let variants = [Variant::new::<Toy<4>>(), Variant::new::<Toy<6>>(), Variant::new::<Toy<10>>()];
    Registry::new(variants.to_vec(), "toy-6")
}

fn table() -> OptionTable {
    OptionTable::new(&registry(), "toy-6")
}

fn try_set(name: &str, value: Option<&str>) -> Result<(OptionValues, OptionEffect), OptionError> {
    let game = registry().default_variant().game();
    table().set(game.as_ref(), table().defaults(), name, value)
}

fn set(name: &str, value: &str) -> OptionValues {
    try_set(name, Some(value)).expect(value).0
}

fn error(name: &str, value: Option<&str>) -> String {
    try_set(name, value).expect_err(name).to_string()
}

#[test]
fn declarations_are_exact() {
    assert_eq!(
        table().declarations().map(|declaration| declaration.to_string()).collect::<Vec<_>>(),
        [
            "option name Hash type spin default 16 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 256",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Ponder type check default false",
            "option name MoveOverhead type spin default 10 min 0 max 60000",
            "option name Contempt type spin default 50 min 0 max 1000",
            "option name UGI_Variant type combo default toy-6 var toy-4 var toy-6 var toy-10",
            "option name PieRule type check default false",
            "option name UGI_AnalyseMode type check default false",
            "option name UGI_LimitStrength type check default false",
            "option name UGI_Elo type spin default 1600 min 600 max 2600",
            "option name Clear type button",
        ]
    );
}

#[test]
fn every_option_is_stored() {
    let game = registry().default_variant().game();
    let mut values = table().defaults();
    for (name, value) in [
        ("Hash", "1048576"),
        ("Threads", "256"),
        ("MultiPV", "3"),
        ("Ponder", "true"),
        ("MoveOverhead", "0"),
        ("Contempt", "1000"),
        ("UGI_Variant", "toy-10"),
        ("PieRule", "True"),
        ("UGI_AnalyseMode", "true"),
        ("UGI_LimitStrength", "true"),
        ("UGI_Elo", "600"),
        ("Clear", ""),
    ] {
        (values, _) = table().set(game.as_ref(), values, name, Some(value)).expect(name);
    }
    let expected = OptionValues {
        hash_mib: 1 << 20,
        threads: 256,
        multi_pv: 3,
        ponder: true,
        move_overhead: Duration::ZERO,
        contempt: 1000,
        variant: "toy-10",
        pie_rule: true,
        seed: 0,
        analyse_mode: true,
        limit_strength: true,
        elo: 600,
        eval_file: String::new(),
        table_path: String::new(),
        use_cached_tables: true,
        #[cfg(feature = "tuning")]
        parameters: String::new(),
    };
    assert_eq!(values, expected);
}

#[test]
fn names_are_compared_loosely() {
    for name in ["MoveOverhead", "Move Overhead", "move_overhead", "MOVE-OVERHEAD"] {
        assert_eq!(set(name, "20").move_overhead, Duration::from_millis(20));
    }
    for name in ["ugi_variant", "UCI_Variant", "UGI Variant"] {
        assert_eq!(set(name, "toy-4").variant, "toy-4");
    }
    assert!(set("uci_analysemode", "TRUE").analyse_mode);
    assert!(set("UCI_LimitStrength", "true").limit_strength);
    assert_eq!(set("uci_elo", "2600").elo, 2600);
    assert_eq!(set("multipv", "2").multi_pv, 2);
    for (name, value) in [("Clear Hash", Some("true")), ("clear", None)] {
        assert_eq!(try_set(name, value), Ok((table().defaults(), OptionEffect::Clear)));
    }
    assert!(try_set("UCI_Hash", Some("1")).is_err());
}

#[test]
fn variants_are_compared_loosely() {
    for value in ["toy-10", "Toy10", "TOY_10", " toy 10 "] {
        let (values, consequence) = try_set("UGI_Variant", Some(value)).expect(value);
        assert_eq!((values.variant, consequence), ("toy-10", OptionEffect::NewVariant));
    }
    assert_eq!(
        error("UGI_Variant", Some("chess")),
        "option \"UGI_Variant\" has no value \"chess\": expected one of toy-4, toy-6, toy-10"
    );
}

#[test]
fn bad_values_are_refused() {
    for value in ["abc", "0", "1048577", "-1", "16.5", "", "99999999999999999999"] {
        assert_eq!(
            error("Hash", Some(value)),
            format!(
                "option \"Hash\" has no value \"{value}\": expected a number of MiB from 1 to 1048576"
            )
        );
    }
    assert_eq!(
        error("UGI_Elo", Some("599")),
        "option \"UGI_Elo\" has no value \"599\": expected a number of points from 600 to 2600"
    );
    assert_eq!(
        error("Ponder", Some("yes")),
        "option \"Ponder\" has no value \"yes\": expected true or false"
    );
    assert_eq!(error("Clear", Some("now")), "option \"Clear\" has no value \"now\": expected none");
    assert_eq!(
        error("Threads", None),
        "option \"Threads\" needs a value: expected a number of threads from 1 to 256"
    );
    assert_eq!(
        error("Style\n", None),
        "unknown option \"Style\\n\": expected one of Hash, Threads, MultiPV, Ponder, \
         MoveOverhead, Contempt, UGI_Variant, PieRule, UGI_AnalyseMode, \
         UGI_LimitStrength, UGI_Elo, Clear"
    );
}

/// Accepted by its variant, rejected by name in another, and not declared where no variant has it.
#[test]
fn an_option_of_some_games_is_refused_by_the_others() {
    let other = Variant::new::<Corridor>();
    let set_in = |registry: &Registry, variant: &Variant, value| {
        let table = OptionTable::new(registry, variant.name());
        let set = table.set(variant.game().as_ref(), table.defaults(), "PieRule", Some(value));
        set.map(|(values, _)| values.pie_rule).map_err(|error| error.to_string())
    };
    let both = registry().with(other.clone());
    assert_eq!(set_in(&both, registry().default_variant(), "true"), Ok(true));
    // Not an error: some clients set every option to its current value.
    assert_eq!(set_in(&both, &other, "false"), Ok(false));
    let refused =
        "cannot set PieRule to \"true\": expected a variant with this option, corridor has none";
    assert_eq!(set_in(&both, &other, "true"), Err(refused.to_owned()));
    let alone = Registry::new(vec![other.clone()], other.name());
    let unknown = set_in(&alone, &other, "true").unwrap_err();
    assert!(unknown.starts_with("unknown option \"PieRule\""), "{unknown}");
}

/// Checks that a message is a single short line.
fn check_text(text: &str) {
    assert!(!text.contains(char::is_control) && text.chars().count() <= 400, "{text:?}");
}

#[test]
fn huge_names_and_values_make_short_errors() {
    let huge = "\n".repeat(1 << 20);
    for (name, value) in [(&*huge, None), ("Hash", Some(&*huge)), ("UGI_Variant", Some(&*huge))] {
        check_text(&error(name, value));
    }
}

proptest! {
    #[test]
    fn any_name_and_value_are_set_or_refused(
        name in any::<String>(),
        value in any::<Option<String>>(),
    ) {
        for name in [name.as_str(), "Hash"] {
            if let Err(error) = try_set(name, value.as_deref()) {
                check_text(&error.to_string());
            }
        }
    }
}
