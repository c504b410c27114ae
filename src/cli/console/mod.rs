//! A session at a terminal: the session of the protocol with a line editor. Lines can be edited,
//! recalled and completed; output is printed above them.

mod aliases;
mod input_helper;
mod line_editor;
mod output_lock;
mod screen;
mod table;

use std::sync::Arc;

use rustyline::{CompletionType, Config, Editor};
use zugi_engine::{Engine, Session, SessionConfig};

use super::CliError;
use input_helper::InputHelper;
use line_editor::LineEditor;
use output_lock::OutputLock;
use screen::Screen;

/// Runs a session with a person; `false` if the terminal cannot be used and nothing has been read.
pub(super) fn hold(config: &SessionConfig) -> Result<bool, CliError> {
    let settings = Config::builder()
        .completion_type(CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .build();
    let Ok(mut editor) = Editor::with_config(settings) else { return Ok(false) };
    let Ok(printer) = editor.create_external_printer() else { return Ok(false) };
    // As in the session, an unknown name selects the default variant.
    let registry = &config.registry;
    let variant = registry.find(&config.variant).unwrap_or(registry.default_variant()).name();
    editor.set_helper(Some(InputHelper::new(Engine::new(registry, variant)?)));
    let gate = Arc::new(OutputLock::default());
    let screen = Screen::new(printer, Arc::clone(&gate));
    Session::run(LineEditor::new(editor, gate), screen, config)?;
    Ok(true)
}
