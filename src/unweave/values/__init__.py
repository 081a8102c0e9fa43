"""What a value looks like: token patterns, kinds of values, profiles of columns.

>>> kind_of("$5.50"), str(generalise(["Page 3", "Page 12"])), described(["1815", "1817", None]).fill
('price', 'Page <number>', 0.6666666666666666)
"""

from unweave.values.kinds import KINDS, kind_of, kinds_of
from unweave.values.patterns import Pattern, generalise, split
from unweave.values.profile import Counts, FieldProfile, described

__all__ = ["KINDS", "Counts", "FieldProfile", "Pattern", "described", "generalise", "kind_of", "kinds_of", "split"]
