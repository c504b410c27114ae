//! What the engine tells a board program of itself and of a variant.

use std::io;

use super::{Desk, view};
use crate::engine::{NAME, sheet};
use crate::games::VARIANTS;
use crate::protocol::cecp::Reply;

/// Options that are refused here: the variant has a command of its own, and the swap of
/// the pie rule cannot be shown.
const NOT_BY_OPTION: [&str; 2] = ["UGI_Variant", "PieRule"];

/// The variants that board programs are told of, the usual one first.
pub(super) fn names(usual: &str) -> Vec<&'static str> {
    let mut variants = VARIANTS.to_vec();
    variants.sort_by_key(|&variant| variant != usual);
    variants.into_iter().filter_map(sheet).map(|sheet| sheet.name).collect()
}

/// What the engine can do.
pub(super) fn introduce(desk: &mut Desk<'_>, variant: &str) -> io::Result<()> {
    let features = [
        "done=0".to_owned(),
        format!("myname=\"{NAME}\""),
        format!("variants=\"{}\"", names(variant).join(",")),
        "ping=1 setboard=1 playother=1 usermove=1 time=1 draw=0 colors=0 analyze=1 reuse=1"
            .to_owned(),
        "sigint=0 sigterm=0 san=0 nps=0 debug=1 memory=1 smp=1 highlight=1".to_owned(),
    ];
    let options = desk
        .table
        .features()
        .into_iter()
        .filter(|(name, _)| !NOT_BY_OPTION.contains(name))
        .map(|(_, option)| format!("option=\"{option}\""));
    for feature in features.into_iter().chain(options).chain(["done=1".to_owned()]) {
        desk.send(&Reply::Feature(feature))?;
    }
    Ok(())
}

/// How the variant begins.
pub(super) fn set_up(desk: &mut Desk<'_>) -> io::Result<()> {
    let sheet = desk.engine.sheet();
    desk.send(&Reply::Setup {
        pictures: sheet.pictures.to_owned(),
        board: format!("{0}x{0}+{1}_{2}", sheet.size, sheet.hand, sheet.parent),
        fen: view::fen(sheet, &desk.engine.fen()),
    })?;
    for &(id, moves) in sheet.moves {
        desk.send(&Reply::Piece { id: id.to_owned(), moves: moves.to_owned() })?;
    }
    Ok(())
}
