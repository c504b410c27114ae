use zugi_engine::{Engine, NAME};
use zugi_game::{Registry, Variant};
use zugi_protocol::xboard::XBoardReply;
use zugi_protocol::{Dialect, OptionKind};
use zugi_show::{Appearance, XBoardNotation};

/// Options that the GUI does not get: it selects the variant by a command, and XBoard can show
/// neither the swap of the pie rule nor shuffled games.
const NOT_BY_OPTION: [&str; 3] = ["UGI_Variant", "PieRule", "Seed"];

pub(super) fn is_shown(variant: &Variant) -> bool {
    variant.capability::<dyn Appearance>().is_ok_and(XBoardNotation::fits)
}

/// The values of the feature `variants`, the default variant first.
pub(super) fn names(registry: &Registry, usual: &str) -> Vec<String> {
    let mut variants: Vec<&Variant> =
        registry.variants().filter(|variant| is_shown(variant)).collect();
    variants.sort_by_key(|variant| variant.name() != usual);
    // A game's default variant has the game's own name as its alias.
    let name = |variant: &Variant| match variant.alias() {
        Some(alias) => alias.to_owned(),
        None => variant.name().replace('-', ""),
    };
    variants.into_iter().map(name).collect()
}

pub(super) fn features(engine: &Engine, variant: &str) -> Vec<XBoardReply> {
    let features = [
        "done=0".to_owned(),
        format!("myname=\"{NAME}\""),
        format!("variants=\"{}\"", names(engine.registry(), variant).join(",")),
        "ping=1 setboard=1 playother=1 usermove=1 time=1 draw=0 colors=0 analyze=1 reuse=1"
            .to_owned(),
        "sigint=0 sigterm=0 san=0 nps=0 debug=1 memory=1 smp=1 highlight=1".to_owned(),
    ];
    let options = engine
        .declarations(Dialect::Ugi)
        .filter(|option| !NOT_BY_OPTION.contains(&option.name.as_str()))
        .map(|option| format!("option=\"{} {}\"", option.name, kind(&option.kind)));
    let all = features.into_iter().chain(options).chain(["done=1".to_owned()]);
    all.map(XBoardReply::Feature).collect()
}

/// In XBoard's syntax.
fn kind(kind: &OptionKind) -> String {
    match kind {
        OptionKind::Check { default } => format!("-check {}", u8::from(*default)),
        OptionKind::Spin { default, min, max } => format!("-spin {default} {min} {max}"),
        OptionKind::Combo { default, choices } => {
            let chosen = |choice: &String| if choice == default { "*" } else { "" };
            let choices: Vec<String> =
                choices.iter().map(|choice| format!("{}{choice}", chosen(choice))).collect();
            format!("-combo {}", choices.join(" /// "))
        }
        OptionKind::Button => "-button".to_owned(),
        OptionKind::Text { default } => format!("-string {default}"),
    }
}
