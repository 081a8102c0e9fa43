"""What every worker process needs: the server process imports it once, and workers are forked from it."""

from unweave.engine import run
from unweave.page import Page
from unweave.rules import RulesWrapper
from unweave.run.shard_files import run_shard

__all__ = ["Page", "RulesWrapper", "run", "run_shard"]
