"""Is a node of the parser's own tree in a language? Answered from as little of the page as will do.

Legend

    peer            a node of the parser
    Check           a language made ready; what it found out about surroundings is kept from page to page
    Look            a check at work on one page
    number          of a label, of a shape, of surroundings: whatever is told twice has the same number; 0 is nothing
    sides[1]        what may stand left and right of the way below the node one step above the marked one: two sets of
                    numbers, the one that says more first
    verdict         whether surroundings with this number are in the language; the automaton is asked once for each

Most candidates are told by their nearest neighbours: a fork holds the node beside the way, so a label that no example
has there decides. The others are numbered by all that their forks can tell (on each level the label, and the shapes
within reach beside the way), and hundreds of alike nodes are one question to the automaton.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count
from operator import attrgetter
from typing import Any

from unweave.targets.tree_peers import DOCUMENT, Found, Neighbourhood, filled, kinds
from unweave.trees.automaton import Automaton, Shapes, Sight, windows
from unweave.trees.language import Language
from unweave.trees.outline import HIDDEN, TEXT, marks_of

MOST = 20_000
Number = int
Ahead = Callable[[Any], Any]
Sides = list[tuple[Ahead, frozenset[Number]]]


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
    """The number of a text's label; 0 for a blank one.

    >>> said = Said(frozenset({"name:"}), Numbers())
    >>> said[" name: "], said["Emma"], said["Kim"], said[" "]
    (1, 2, 2, 0)
    """

    def __init__(self, texts: frozenset[str], numbers: Numbers) -> None:
        super().__init__()
        self._texts, self._numbers = texts, numbers

    def __missing__(self, data: str) -> Number:
        text = " ".join(data.split())
        number = self[data] = self._numbers[TEXT + text if text in self._texts else TEXT] if text else 0
        return number


class Known:
    """What a check has found out so far."""

    def __init__(self, language: Language) -> None:
        self.numbers = Numbers()
        self.verdicts: dict[object, bool] = {}
        self.shapes = Shapes(language.shapes)
        self.automaton = Automaton(self.shapes, language.accepted)
        self.sides = [_sides(language, steps, self.numbers) for steps in range(language.depth)]


def _holding(language: Language) -> set[int]:
    """The shapes that hold the mark; what is below a shape has a smaller number."""
    holding = set[int]()
    for at, shape in enumerate(language.shapes):
        if shape.marked or any(each in holding for window in shape.windows or () for each in window):
            holding.add(at)
    return holding


def neighbours(language: Language, steps: int) -> tuple[frozenset[str], frozenset[str]]:
    """The labels right beside the way, below the node so many steps above the marked one, in the examples' windows.

    >>> from unweave.trees.outline import sketched
    >>> page = sketched(("p", ["x", ("br", [])]))
    >>> neighbours(Language.learned([(page, 1)], width=2, depth=2), 1)
    (frozenset(), frozenset({'br'}))
    """
    lefts, rights = set[str](), set[str]()
    holding = _holding(language)
    for window in (window for each in language.accepted[steps] for window in language.shapes[each].windows or ()):
        labels = [language.shapes[each].label for each in window]
        place = next((at for at, shape in enumerate(window) if shape in holding), len(window))
        lefts.update(labels[:place][-1:])
        rights.update(labels[place + 1 :][:1])
    return frozenset(lefts), frozenset(rights)


def _sides(language: Language, steps: int, numbers: Numbers) -> Sides:
    if language.width == 1:
        return []
    lefts, rights = neighbours(language, steps)
    sides: Sides = [
        (attrgetter("previous_sibling"), frozenset(numbers[label] for label in sorted(lefts))),
        (attrgetter("next_sibling"), frozenset(numbers[label] for label in sorted(rights))),
    ]
    return sides[::-1] if TEXT in lefts and TEXT not in rights else sides


class Check:
    """A language made ready to be asked about the parser's nodes; alone, if they were selected for it only."""

    def __init__(self, language: Language, *, alone: bool = True) -> None:
        self.language = language
        self.vocabulary = language.vocabulary
        self.told_by_way = language.width == 1 and not language.marks and not language.inside
        self.one_way = alone and not language.marks and len(list(language.chains())) == 1
        self._known = Known(language)

    def look(self) -> "Look":
        """The check, at work on a new page."""
        if len(self._known.numbers) + len(self._known.verdicts) > MOST:
            self._known = Known(self.language)
        return Look(self, self._known)


def checks_of(languages: Sequence[Language]) -> list[Check]:
    """A check for each."""
    return [Check(each, alone=len(languages) == 1) for each in languages]


class Look:
    """A check at work on one page."""

    def __init__(self, check: Check, known: Known) -> None:
        language = check.language
        self.check, self.known = check, known
        self.width, self.depth = language.width, language.depth
        self._numbers, self._verdicts, self._sides = known.numbers, known.verdicts, known.sides
        self._said = Said(check.vocabulary.texts, known.numbers)
        self._text, self._element = kinds()
        self._plain = None if check.vocabulary.marks else self._element
        self._alone: object = 0 if self.width == 1 else ((0, 0), 0)
        self.is_mixed = False
        self._above: dict[tuple[Any, int], object] = {}
        self._seen: dict[tuple[Any, int], Number] = {}
        self._sight: Sight | None = None

    def texts(self, peers: Iterable[Any]) -> list[Found]:
        """The texts right below the elements that are in the language."""
        text, alone, verdicts = self._text, self._alone, self._verdicts
        found: list[Found] = []
        for peer, above in self._likely(peers):
            if (size := len(peer)) > 1:
                self.is_mixed = True
                found += [(peer, child, child.data) for child in filled(peer) if self._holds(child, above)]
            elif size and type(child := peer[0]) is text and not (data := child.data).isspace():
                told = alone, above
                if verdicts[told] if told in verdicts else self._verdict(told, child):
                    found.append((peer, child, data))
        return found

    def _holds(self, text: Any, above: object) -> bool:
        return any(self._verdict((beside, above), text) for _, beside in self._beside((text,), 1))

    def _likely(self, peers: Iterable[Any]) -> Iterator[tuple[Any, object]]:
        """The elements whose neighbours could be an example's, and what is around them."""
        if self.depth == 3 and self.check.one_way:
            return self._beside(peers, 2)
        around = ((peer, self._around(peer, self.depth - 2)) for peer in peers)
        if self.check.one_way:
            return (each for each in around if each[1] is not None)
        return ((peer, (self._label(peer), above)) for peer, above in around if above is not None)

    def element(self, peer: Any) -> bool:
        """Whether the element itself is in the language."""
        around = self._around(peer, self.depth - 1)
        own = 0 if self.check.one_way else self._label(peer)
        inner = self._shape(peer, self.depth) if self.check.language.inside else 0
        return around is not None and self._verdict((own, inner, around), peer)

    def _verdict(self, told: object, peer: Any) -> bool:
        known = self._verdicts.get(told)
        if known is None:
            known = self._verdicts[told] = self._judged(peer)
        return known

    def _judged(self, peer: Any) -> bool:
        if self._sight is None:
            language = self.check.language
            self._sight = Sight(
                Neighbourhood(), self.width, self.check.vocabulary, self.known.shapes, inside=language.inside
            )
        outline = self._sight.outline
        assert isinstance(outline, Neighbourhood)  # noqa: S101 - made above
        return self.known.automaton.accepts(self._sight, outline.numbered(peer))

    def _around(self, peer: Any, rungs: int) -> object:
        """What stands beside the way that many steps upwards; None where no example has such neighbours."""
        if rungs <= 0:
            return 0
        for _, beside in self._beside((peer,), self.depth - rungs):
            if rungs == 1 and self.check.one_way:
                return beside
            above = self._higher(peer.parent, rungs - 1)
            return None if above is None else (beside, above)
        return None

    def _higher(self, parent: Any, rungs: int) -> object:
        """The parent's label and what is around it, as one number; asked once for all its children."""
        key = parent, rungs
        if key not in self._above:
            around = self._around(parent, rungs) if parent.parent is not None else -1
            label = 0 if self.check.one_way else self._label(parent)
            self._above[key] = None if around is None else self._numbers[label, around]
        return self._above[key]

    def _beside(self, peers: Iterable[Any], steps: int) -> Iterator[tuple[Any, object]]:
        """The nodes whose nearest neighbours are some example's, each with what is within reach beside it."""
        said, text, numbers, plain, sides = self._said, self._text, self._numbers, self._plain, self._sides[steps]
        reach = self._deep if self.width <= 2 else self._row
        for peer in peers:
            beside: object = 0
            for ahead, allowed in sides:
                other = ahead(peer)
                number = 0
                while other is not None:
                    kind = type(other)
                    if kind is text:
                        number = said[other.data]
                    else:
                        number = numbers[other.tag] if kind is plain else self._number(other)
                    if number:
                        break
                    other = ahead(other)
                if number:
                    if number not in allowed:
                        break
                    beside = beside, reach(other, number, ahead)
                else:
                    beside = beside, 0
            else:
                yield peer, beside

    def _row(self, peer: Any, _: Number, ahead: Ahead) -> object:
        """The shapes from the nearest neighbour on, as far as the width reaches."""
        row: list[Number] = []
        while peer is not None and len(row) < self.width - 1:
            if number := self._number(peer):
                row.append(self._deep(peer, number, ahead))
            peer = ahead(peer)
        return tuple(row)

    def _number(self, peer: Any) -> Number:
        """The number of a node's label; 0 when it does not count."""
        kind = type(peer)
        if kind is self._text:
            return self._said[peer.data]
        return self._label(peer) if kind is self._element else 0

    def _label(self, peer: Any) -> Number:
        marks = self.check.vocabulary.marks
        if not marks or type(peer) is not self._element:
            return self._numbers[getattr(peer, "tag", DOCUMENT)]
        return self._numbers["\x1f".join([peer.tag, *(mark for mark in marks_of(peer.attr) if mark in marks)])]

    def _deep(self, peer: Any, number: Number, _: Ahead) -> Number:
        """The number of the shape of a node beside the way; of a text and of an empty element, the label's."""
        text = self._text
        if type(peer) is text or (size := len(peer)) == 0:
            return number
        if size == 1 and type(only := peer[0]) is text and self.depth > 2 and peer.tag not in HIDDEN:
            inner = self._said[only.data]
            return self._numbers[number, ((inner,) if inner else (),)]
        return self._shape(peer, self.depth - 1)

    def _shape(self, peer: Any, depth: int) -> Number:
        number = self._number(peer)
        if depth == 1 or type(peer) is self._text or peer.tag in HIDDEN:
            return number
        key = peer, depth
        known = self._seen.get(key)
        if known is None:
            below = [self._shape(child, depth - 1) for child in peer.children if self._number(child)]
            known = self._seen[key] = self._numbers[number, windows(below, self.width)]
        return known
