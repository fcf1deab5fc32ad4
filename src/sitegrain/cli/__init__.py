"""The command line: one file a command; heavy parts are imported when a command runs."""

from sitegrain.cli.program import main

__all__ = ["main"]
