"""The elementary builders, one small file each; their order is in ``unweave.rules.bias``."""

from unweave.rules.elementary.brackets import Brackets
from unweave.rules.elementary.column import Column
from unweave.rules.elementary.following import Following
from unweave.rules.elementary.heading import Heading
from unweave.rules.elementary.headline import Headline
from unweave.rules.elementary.inside import Inside
from unweave.rules.elementary.label import Label
from unweave.rules.elementary.look import Look
from unweave.rules.elementary.marks import Marks
from unweave.rules.elementary.places import Anchored, FullPath, Places, PlacesFromEnd
from unweave.rules.elementary.row import Row
from unweave.rules.elementary.shape import Shape
from unweave.rules.elementary.tags import Tags
from unweave.rules.elementary.within import Within

__all__ = [
    "Anchored",
    "Brackets",
    "Column",
    "Following",
    "FullPath",
    "Heading",
    "Headline",
    "Inside",
    "Label",
    "Look",
    "Marks",
    "Places",
    "PlacesFromEnd",
    "Row",
    "Shape",
    "Tags",
    "Within",
]
