"""What a value looks like: token patterns, kinds of values, profiles of columns.

>>> kind_of("$5.50"), str(generalise(["Page 3", "Page 12"])), profile(["1815", "1817", None]).fill
('price', 'Page <number>', 0.6666666666666666)
"""

from unweave.values.kinds import KINDS, kind_of, kinds_of
from unweave.values.patterns import Pattern, generalise, split
from unweave.values.profile import Profile, profile

__all__ = ["KINDS", "Pattern", "Profile", "generalise", "kind_of", "kinds_of", "profile", "split"]
