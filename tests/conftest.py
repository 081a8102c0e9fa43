"""How the suite runs: the same examples every time, and no test fails for being slow."""

import os

from hypothesis import settings

# ``HYPOTHESIS_PROFILE=explore`` looks for new counterexamples instead.
settings.register_profile("steady", deadline=None, derandomize=True, database=None)
settings.register_profile("explore", deadline=None, max_examples=1000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "steady"))
