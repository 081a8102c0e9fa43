"""Arrays of integers, in a module of its own: numpy takes long to import, and extraction does without it."""

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]
