"""A run in a process of its own, in shards of few pages: ``python slow_run.py WORKERS [--resume]``."""

import sys

from oracles.fragile import Fragile
from unweave.run import RunOptions, extract, shards


def main() -> None:
    """Extract ``pages`` into ``out.jsonl``."""
    shards.SHARD_FILES = 4
    workers, *rest = sys.argv[1:]
    options = RunOptions(workers=int(workers), resume="--resume" in rest, force="--force" in rest)
    extract(Fragile(pause=0.002), ["pages"], "out.jsonl", options=options)


if __name__ == "__main__":
    main()
