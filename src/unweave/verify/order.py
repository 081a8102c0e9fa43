"""Order: how many texts the values of one field of a record are behind those of another.

Legend

    beside      "price 2": the price comes next in the record, two texts behind (``observations``)
    order       what most records of good pages have beside a field
    whole       values that are whole texts of their pages: no parts of texts, and no attributes

Most changes of a layout alter tags and classes, and leave the order of what is said. So fields that are still found
lead to the others, and columns that look alike are told apart.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from unweave.tuning import ORDER_SHARE
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import ATTRIBUTE, SAME


@dataclass(frozen=True, slots=True)
class Orders:
    """How many texts the values of one field are behind those of another: the order of fields on good pages."""

    behind: Mapping[tuple[str, str], int]

    @property
    def extent(self) -> int:
        """How many texts apart the first and the last value of a record are, about.

        >>> Orders({("title", "author"): 2, ("author", "price"): 1}).extent
        3
        """
        return sum(map(abs, self.behind.values()))

    def placed(self, sure: Mapping[str, int]) -> dict[str, int]:
        """The numbers of the texts of all fields, from those of some; a field without an order has none.

        >>> Orders({("title", "author"): 2, ("author", "price"): 1}).placed({"author": 7})
        {'author': 7, 'title': 5, 'price': 8}
        """
        found = dict(sure)
        for _ in self.behind:
            for (name, other), texts in self.behind.items():
                if name in found:
                    found.setdefault(other, found[name] + texts)
                elif other in found:
                    found[name] = found[other] - texts
        return found


def orders(profile: SiteProfile) -> Orders:
    """The order of the fields, as most records of good pages have it.

    >>> whole = {"beside": Counts({"author 2": 9, "price 4": 1})}
    >>> orders(SiteProfile(1, fields={"title": FieldProfile(1, 10, 10, whole), "author": FieldProfile(1, 9, 9)})).behind
    {('title', 'author'): 2}
    """
    found = {}
    for name, known in profile.fields.items():
        counts = known.features.get("beside", Counts())
        first, count = next(iter(counts.seen.items()), ("", 0))
        other, _, texts = first.rpartition(" ")
        if other in profile.fields and count >= ORDER_SHARE * counts.total:
            found[name, other] = int(texts)
    return Orders(found)


def is_whole(known: FieldProfile) -> bool:
    """Whether the values are whole texts of their pages: no parts of texts, and no attributes.

    >>> is_whole(FieldProfile(9, 9, 9, {"before": Counts({"Price:": 9})}))
    True
    """
    before = next(iter(known.features.get("before", Counts()).seen), "")
    behind = next(iter(known.features.get("behind", Counts()).seen), "")
    return not (before.startswith(SAME) or behind.startswith(SAME) or are_attributes(known))


def are_attributes(profile: FieldProfile) -> bool:
    """Whether the values were those of attributes.

    >>> are_attributes(FieldProfile(9, 9, 9, {"tags": Counts({"@<a.pdf>": 9})}))
    True
    """
    return next(iter(profile.features.get("tags", Counts()).seen), "").startswith(ATTRIBUTE)
