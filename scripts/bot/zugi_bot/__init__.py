"""zugi as a bot on Abstract Play: a webhook server that answers with moves."""
