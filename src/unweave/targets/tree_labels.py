"""Numbers for what is told of the parser's nodes: whatever is told twice has the same number, and 0 is nothing.

Legend

    Numbers     numbers["td"] == 1, for labels, shapes and surroundings alike
    Said        said[" name: "], the number of a text's label
    Labels      labels[peer's tag, class, id, ...], the number of an element's label where marks are part of it
"""

from collections.abc import Iterable
from itertools import count
from typing import Any

from unweave.trees.outline import MARKED_BY, TEXT, marks_of

Number = int
LONGEST, MOST = 200, 2000


class Numbers(dict[object, Number]):
    """A number for everything that is asked for, counted from 1.

    >>> numbers = Numbers()
    >>> numbers["td"], numbers["br"], numbers["td"]
    (1, 2, 1)
    """

    def __init__(self) -> None:
        super().__init__()
        self._next = count(1)

    def __missing__(self, told: object) -> Number:
        return self.setdefault(told, next(self._next))


class Said(dict[str, Number]):
    """The number of a text's label; long texts are not kept.

    >>> said = Said(frozenset({"name:"}), Numbers())
    >>> said[" name: "], said["Emma"], said["Kim"]
    (1, 2, 2)
    """

    def __init__(self, texts: Iterable[str], numbers: Numbers) -> None:
        super().__init__()
        self._texts = {text: numbers[TEXT + text] for text in sorted(texts)}
        self._some = numbers[TEXT]

    def __missing__(self, data: str) -> Number:
        number = 0 if data.isspace() else self._some
        if number and self._texts:
            number = self._texts.get(" ".join(data.split()), number)
        if len(data) <= LONGEST and len(self) < MOST:
            self[data] = number
        return number


class Labels(dict[tuple[str | None, ...], Number]):
    """The number of an element's label, by its tag and by what its attributes say that may hold marks.

    >>> labels = Labels({".price"}, Numbers())
    >>> labels.names, labels["b", "big price"], labels["b", "price"], labels["b", None]
    (('class',), 1, 1, 2)
    """

    def __init__(self, marks: Iterable[str], numbers: Numbers) -> None:
        super().__init__()
        self._marks, self._numbers = frozenset(marks), numbers
        held = {"class" if mark.startswith(".") else mark.partition("=")[0] for mark in self._marks}
        self.names = tuple(name for name in ("class", *MARKED_BY) if name in held)

    def __missing__(self, told: tuple[str | None, ...]) -> Number:
        tag, *said = told
        marks = marks_of(dict(zip(self.names, said, strict=True)).get)
        number = self[told] = self._numbers["\x1f".join([str(tag), *(mark for mark in marks if mark in self._marks)])]
        return number

    def of(self, peer: Any) -> Number:
        """The number of a peer's label."""
        return self[peer.tag, *map(peer.attr, self.names)]
