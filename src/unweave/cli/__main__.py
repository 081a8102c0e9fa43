"""``python -m unweave.cli`` is the same as ``unweave``."""

from unweave.cli.group import main

main()
