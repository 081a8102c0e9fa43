"""Lists from a few of their records: regions of the page first, then a rule for each field inside them."""

from unweave.regions.learner import Regions, RegionsResult
from unweave.regions.wrapper import RegionsWrapper

__all__ = ["Regions", "RegionsResult", "RegionsWrapper"]
