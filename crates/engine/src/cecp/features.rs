//! The features of the engine and of a variant, as sent to a GUI.

use std::io;

use zugi_game::{Appearance, Registry, Variant, XboardNotation};
use zugi_protocol::OptionKind;
use zugi_protocol::cecp::CecpReply;

use super::SessionContext;
use super::piece_mapping::PieceMapping;
use crate::NAME;

/// Options that are not offered: the variant has a command of its own, and XBoard can show neither
/// the swap of the pie rule nor shuffled games.
const NOT_BY_OPTION: [&str; 3] = ["UGI_Variant", "PieRule", "Seed"];

/// The variants for the feature `variants`, the default one first.
pub(super) fn names(registry: &Registry, usual: &str) -> Vec<String> {
    let looks =
        |variant: &&Variant| variant.capability::<Appearance>().is_ok_and(XboardNotation::fits);
    let mut variants: Vec<&Variant> = registry.variants().filter(looks).collect();
    variants.sort_by_key(|variant| variant.name() != usual);
    // A game's default variant has the game's own name as its alias.
    let name = |variant: &Variant| match variant.alias() {
        Some(alias) => alias.to_owned(),
        None => variant.name().replace('-', ""),
    };
    variants.into_iter().map(name).collect()
}

/// Sends the features of the engine.
pub(super) fn introduce(context: &mut SessionContext<'_>, variant: &str) -> io::Result<()> {
    let features = [
        "done=0".to_owned(),
        format!("myname=\"{NAME}\""),
        format!("variants=\"{}\"", names(context.engine.registry(), variant).join(",")),
        "ping=1 setboard=1 playother=1 usermove=1 time=1 draw=0 colors=0 analyze=1 reuse=1"
            .to_owned(),
        "sigint=0 sigterm=0 san=0 nps=0 debug=1 memory=1 smp=1 highlight=1".to_owned(),
    ];
    let options: Vec<String> = context
        .engine
        .declarations()
        .filter(|option| !NOT_BY_OPTION.contains(&option.name.as_str()))
        .map(|option| format!("option=\"{} {}\"", option.name, kind(&option.kind)))
        .collect();
    for feature in features.into_iter().chain(options).chain(["done=1".to_owned()]) {
        context.send(&CecpReply::Feature(feature))?;
    }
    Ok(())
}

/// The type and range of an option, in the syntax of CECP.
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

/// Sends the setup of the variant: board, pieces and start position.
pub(super) fn set_up(context: &mut SessionContext<'_>, mapping: &PieceMapping) -> io::Result<()> {
    context.send(&mapping.setup(context.engine.game()))?;
    mapping.movements().iter().try_for_each(|reply| context.send(reply))
}
