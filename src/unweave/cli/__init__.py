"""The command line: one file per command, each thin: it parses, makes one library call, and shows the result.

Commands are imported when they are asked for. An UnweaveError becomes one paragraph on standard error, and exit
status 2.
"""

from unweave.cli.group import main

__all__ = ["main"]
