use proptest::prelude::*;
use zugi_game::toy::{Corridor, Hexapawn, Pile};
use zugi_game::{Of, Variant};

use super::*;

fn registry() -> Registry {
    let pile = Variant::new::<Pile>().with::<dyn Chances>(Of::<Pile>::new());
    let variants = vec![Variant::new::<Corridor>(), pile, Variant::new::<Hexapawn>()];
    Registry::new(variants, "pile")
}

fn table() -> OptionTable {
    OptionTable::new(&registry(), "pile")
}

fn try_set(name: &str, value: Option<&str>) -> Result<(OptionValues, Store), OptionError> {
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
        table()
            .declarations(Dialect::Ugi)
            .map(|declaration| declaration.to_string())
            .collect::<Vec<_>>(),
        [
            "option name Hash type spin default 16 min 1 max 1048576",
            "option name Threads type spin default 1 min 1 max 256",
            "option name MultiPV type spin default 1 min 1 max 256",
            "option name Ponder type check default false",
            "option name MoveOverhead type spin default 10 min 0 max 60000",
            "option name Contempt type spin default 50 min 0 max 1000",
            "option name UGI_Variant type combo default pile var corridor var pile var hexapawn",
            "option name Seed type spin default 0 min 0 max 4294967295",
            "option name UGI_AnalyseMode type check default false",
            "option name UGI_ShowWDL type check default true",
            "option name UGI_LimitStrength type check default false",
            "option name UGI_Elo type spin default 1600 min 600 max 2600",
            "option name Clear type button",
        ]
    );
    let table = table();
    let of_uci = table.declarations(Dialect::Uci).map(|declaration| declaration.name);
    let of_uci: Vec<String> = of_uci.collect();
    assert_eq!(of_uci[6..10], ["UCI_Variant", "Seed", "UCI_AnalyseMode", "UCI_ShowWDL"]);
    assert_eq!(of_uci[10..], ["UCI_LimitStrength", "UCI_Elo", "Clear Hash"]);
}

#[test]
fn every_option_is_stored() {
    let game = registry().default_variant().game();
    let mut values = table().defaults();
    for (name, value) in [
        ("Hash", "1048576"),
        ("Threads", "256"),
        ("MultiPV", "3"),
        ("Ponder", "True"),
        ("MoveOverhead", "0"),
        ("Contempt", "1000"),
        ("UGI_Variant", "hexapawn"),
        ("Seed", "7"),
        ("UGI_AnalyseMode", "true"),
        ("UGI_ShowWDL", "false"),
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
        variant: "hexapawn",
        pie_rule: false,
        seed: 7,
        analyse_mode: true,
        show_wdl: false,
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
fn case_and_hyphens_of_names_and_variants_do_not_matter() {
    for name in ["MoveOverhead", "Move Overhead", "move_overhead", "MOVE-OVERHEAD"] {
        assert_eq!(set(name, "20").move_overhead, Duration::from_millis(20));
    }
    for name in ["ugi_variant", "UCI_Variant", "UGI Variant"] {
        for value in ["hexapawn", "Hexa-Pawn", "HEXA_PAWN", " hexa pawn "] {
            let (values, store) = try_set(name, Some(value)).expect(value);
            assert!(values.variant == "hexapawn" && matches!(store, Store::Variant));
        }
    }
    assert!(set("uci_analysemode", "TRUE").analyse_mode);
    assert!(set("UCI_LimitStrength", "true").limit_strength);
    assert_eq!(set("uci_elo", "2600").elo, 2600);
    for (name, value) in [("Clear Hash", Some("true")), ("clear", None)] {
        let (values, store) = try_set(name, value).expect(name);
        assert!(values == table().defaults() && matches!(store, Store::Clear));
    }
    assert!(try_set("UCI_Hash", Some("1")).is_err());
}

#[test]
fn bad_values_are_quoted_with_what_was_expected() {
    for value in ["abc", "0", "1048577", "-1", "16.5", "", "99999999999999999999"] {
        let expected = "expected a number of MiB from 1 to 1048576";
        let refused = format!("option \"Hash\" has no value \"{value}\": {expected}");
        assert_eq!(error("Hash", Some(value)), refused);
    }
    for (name, value, refused) in [
        ("UGI_Elo", "599", "\"599\": expected a number of points from 600 to 2600"),
        ("Ponder", "yes", "\"yes\": expected true or false"),
        ("Clear", "now", "\"now\": expected none"),
        ("UGI_Variant", "chess", "\"chess\": expected one of corridor, pile, hexapawn"),
    ] {
        let refused = format!("option \"{name}\" has no value {refused}");
        assert_eq!(error(name, Some(value)), refused);
    }
    assert_eq!(
        error("Threads", None),
        "option \"Threads\" needs a value: expected a number of threads from 1 to 256"
    );
    assert_eq!(
        error("Style\n", None),
        "unknown option \"Style\\n\": expected one of Hash, Threads, MultiPV, Ponder, \
         MoveOverhead, Contempt, UGI_Variant, Seed, UGI_AnalyseMode, UGI_ShowWDL, \
         UGI_LimitStrength, UGI_Elo, Clear"
    );
}

/// An option of one variant: that variant accepts it, another variant rejects it by name, and an
/// engine without that variant does not declare it.
#[test]
fn an_option_of_some_games_is_refused_by_the_others() {
    let set_in = |registry: &Registry, variant: &Variant, value| {
        let table = OptionTable::new(registry, variant.name());
        let set = table.set(variant.game().as_ref(), table.defaults(), "Seed", Some(value));
        set.map(|(values, _)| values.seed).map_err(|error| error.to_string())
    };
    let (all, other) = (registry(), Variant::new::<Corridor>());
    assert_eq!(set_in(&all, all.default_variant(), "7"), Ok(7));
    // Some clients set every option to its current value.
    assert_eq!(set_in(&all, &other, "0"), Ok(0));
    let refused =
        "cannot set Seed to \"7\": expected a variant with this option, corridor has none";
    assert_eq!(set_in(&all, &other, "7"), Err(refused.to_owned()));
    let alone = Registry::new(vec![other.clone()], other.name());
    let unknown = set_in(&alone, &other, "7").unwrap_err();
    assert!(unknown.starts_with("unknown option \"Seed\""), "{unknown}");
}

proptest! {
    #[test]
    fn any_name_and_value_are_set_or_refused_in_a_short_line(
        name in any::<String>(),
        value in prop_oneof![any::<String>(), Just("\n".repeat(1 << 12))],
    ) {
        for (name, value) in [(&name, Some(&value)), (&name, None), (&value, None)] {
            for name in [name, "Hash", "UGI_Variant"] {
                if let Err(error) = try_set(name, value.map(String::as_str)) {
                    let text = error.to_string();
                    assert!(!text.contains(char::is_control), "{text:?}");
                    assert!(text.chars().count() <= 400, "{text:?}");
                }
            }
        }
    }
}
