"""How the suite runs: the same examples every time, and no test fails for being slow."""

import gc
import os

from hypothesis import settings

from unweave.cli.commands import COLLECTED_AFTER

# The examples are the same every time, so more of them would find nothing new from one run to the next.
# ``HYPOTHESIS_PROFILE=explore`` looks for new counterexamples.
settings.register_profile("steady", max_examples=50, deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))

# Thousands of tests are collected and kept: it takes an eighth less time not to look for unused objects meanwhile.
gc.disable()


def pytest_collection_finish() -> None:
    """The tests stay to the end: Python need not look through them again and again for objects that nobody uses."""
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    gc.enable()
