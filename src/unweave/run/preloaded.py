"""What every worker process needs: the server process imports it once, and workers are forked from it."""

from unweave.engine import run
from unweave.page import Page
from unweave.run.shard_files import run_shard

__all__ = ["Page", "run", "run_shard"]
