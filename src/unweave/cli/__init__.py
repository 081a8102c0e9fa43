"""The command line: one module per command, which parses arguments, calls the library, and shows the result.

Commands are imported when they are used. An UnweaveError is printed in a few lines on standard error; the exit status
is then 2.
"""

from unweave.cli.commands import main

__all__ = ["main"]
