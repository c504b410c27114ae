"""zugi as a bot on Abstract Play: a webhook server that answers with moves."""

__version__ = "0.3.0.dev0"
