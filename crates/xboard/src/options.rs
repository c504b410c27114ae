use zugi_engine::Session;
use zugi_protocol::{Command, Dialect, OptionDeclaration, OptionKind};

use super::commands::apply;

/// Sets an option; for a flag or a button, `1` and `0` mean `true` and `false`.
pub(super) fn set_option(
    session: &mut Session,
    name: &str,
    value: Option<String>,
) -> Result<(), String> {
    let engine = session.engine();
    let declared = engine.declared_name(name);
    let is_it = |option: &OptionDeclaration| Some(option.name.as_str()) == declared;
    let kind = engine.declarations(Dialect::Ugi).find(is_it).map(|option| option.kind);
    let is_flag = matches!(kind, Some(OptionKind::Check { .. } | OptionKind::Button));
    let value = match value.as_deref() {
        Some("1") if is_flag => Some("true".to_owned()),
        Some("0") if is_flag => Some("false".to_owned()),
        _ => value,
    };
    match (declared, value.as_deref()) {
        (Some("PieRule"), Some(value)) if value.trim().eq_ignore_ascii_case("true") => {
            Err("the pie rule cannot be shown".to_owned())
        }
        (Some("UGI_Variant"), _) => Err("expected the command \"variant\" instead".to_owned()),
        _ => set(session, name, value),
    }
}

pub(super) fn set(session: &mut Session, name: &str, value: Option<String>) -> Result<(), String> {
    apply(session, Command::SetOption { name: name.to_owned(), value })
}
