"""Tests of the bot: a stand-in for the site, on this machine alone."""
