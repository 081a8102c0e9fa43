"""``python -m unweave`` is the same as ``unweave``."""

from unweave.cli.commands import main

main()
