"""Is a node of the parser's own tree in a language? Answered from as little of the page as will do.

Legend

    peer            a node of the parser
    Check           a language made ready; what it found out about surroundings is kept from page to page
    Look            a check at work on one page
    number          of a label, of a shape, of surroundings: whatever is told twice has the same number; 0 is nothing
    steps           how far above the marked node another one is: the element around a text is one step above it
    sides[1]        what may stand left and right of the way below the node one step above the marked one: see
                    ``tree_sides``; the side that says more comes first
    Told            a node, and what is told about it
    verdict         whether surroundings with this number are in the language; the automaton is asked once for each

Most candidates are told by their nearest neighbours: a fork holds the node beside the way, so a label, or a shape, that
no example has there decides, and nothing else is read. The others are numbered by all that their forks can tell (on
each level the label, and the shapes within reach beside the way), and hundreds of alike nodes are one question to the
automaton. What is around a node above the candidates is asked once for all its children.
"""

from collections.abc import Iterable, Sequence
from itertools import repeat
from typing import Any

from unweave.targets.tree_labels import Labels, Number, Numbers, Said
from unweave.targets.tree_near import near_of
from unweave.targets.tree_peers import Found, Neighbourhood, filled, kinds
from unweave.targets.tree_sides import Ahead, Inside, Side, sides_of
from unweave.trees.automaton import Automaton, Shapes, Sight, windows
from unweave.trees.language import Language
from unweave.trees.outline import HIDDEN, TEXT

MOST = 20_000
Told = tuple[Any, object]


class Known:
    """What a check has found out so far."""

    def __init__(self, language: Language) -> None:
        vocabulary = language.vocabulary
        self.numbers = Numbers()
        self.said = Said(vocabulary.texts, self.numbers)
        self.labels = Labels(vocabulary.marks, self.numbers)
        self.alone: dict[object, bool] = {}
        self.verdicts: dict[object, bool] = {}
        self.shapes = Shapes(language.shapes)
        self.automaton = Automaton(self.shapes, language.accepted)
        self.sides = [sides_of(language, steps, self.numbers, self.shapes) for steps in range(language.depth)]

    @property
    def is_full(self) -> bool:
        """Whether it is time to begin anew."""
        return len(self.numbers) + len(self.labels) + len(self.alone) + len(self.verdicts) > MOST


class Check:
    """A language made ready to be asked about the parser's nodes; alone, if they were selected for it only."""

    def __init__(self, language: Language, *, alone: bool = True) -> None:
        self.language = language
        self.told_by_way = language.width == 1 and not language.marks and not language.inside
        self.one_way = alone and not language.marks and len(list(language.chains())) == 1
        self.is_short = self.one_way and language.width == 2 and language.depth == 3
        self._known = Known(language)

    def simple(self, peers: list[Any]) -> list[str] | None:
        """What the texts below the elements say that are in the language, if that can be told in one go.

        It can where nothing above the elements' neighbours counts, and each text is all there is below its element.
        """
        found = self.look().simple(peers) if self.is_short else None
        self.is_short = found is not None  # a site whose elements hold more does so on most pages
        return found

    def look(self) -> "Look":
        """The check, at work on a new page."""
        if self._known.is_full:
            self._known = Known(self.language)
        return Look(self, self._known)


def checks_of(languages: Sequence[Language]) -> list[Check]:
    """A check for each."""
    return [Check(each, alone=len(languages) == 1) for each in languages]


class Look:
    """A check at work on one page."""

    def __init__(self, check: Check, known: Known) -> None:
        self.language, self.one_way, self.known = check.language, check.one_way, known
        self.width, self.depth = check.language.width, check.language.depth
        self.text, self.element = kinds()
        self.some = known.numbers[TEXT]
        self._plain = None if check.language.marks else self.element
        self._seen: dict[tuple[Any, int], Number] = {}
        self._sight: Sight | None = None
        self.is_mixed = False

    def simple(self, peers: list[Any]) -> list[str] | None:
        """What the texts say that are in the language; None if one of them is not all there is below its element."""
        found: list[str] | None = self._near(peers, 2, "texts")
        return found

    def texts(self, peers: list[Any]) -> list[Found]:
        """The texts right below the elements that are in the language."""
        text, alone = self.text, self.known.alone
        found: list[Found] = []
        for peer, around in self._labelled(self._around(peers, 2)):
            below = peer.children
            if len(below) > 1:
                found += self._mixed(peer, around)
            elif below and (child := below[0]).__class__ is text and not (data := child.data).isspace():
                if (verdict := alone.get(around)) is None:
                    verdict = alone[around] = self.judged(child)
                if verdict:
                    found.append((peer, child, data))
        return found

    def _mixed(self, peer: Any, around: object) -> list[Found]:
        """The texts of an element with several children that are in the language."""
        self.is_mixed = True
        likely = self._beside(filled(peer), 1)
        return [(peer, child, child.data) for child, beside in likely if self._verdict((beside, around), child)]

    def elements(self, peers: list[Any]) -> list[Any]:
        """Those of the elements that are in the language themselves."""
        likely = self._labelled(self._around(peers, 1))
        if not self.language.inside:
            return [peer for peer, around in likely if self._verdict(around, peer)]
        return [peer for peer, around in likely if self._verdict((self._shape(peer, self.depth), around), peer)]

    def _verdict(self, told: object, peer: Any) -> bool:
        known = self.known.verdicts.get(told)
        if known is None:
            known = self.known.verdicts[told] = self.judged(peer)
        return known

    def judged(self, peer: Any) -> bool:
        """Whether the node is in the language."""
        sight, at = self._sighted(peer)
        return self.known.automaton.accepts(sight, at)

    def _sighted(self, peer: Any) -> tuple[Sight, int]:
        """The page as the automaton sees it, and the node's number there."""
        if self._sight is None:
            language, shapes = self.language, self.known.shapes
            self._sight = Sight(Neighbourhood(), self.width, language.vocabulary, shapes, inside=language.inside)
        outline = self._sight.outline
        assert isinstance(outline, Neighbourhood)  # noqa: S101 - made above
        return self._sight, outline.numbered(peer)

    def _labelled(self, told: Iterable[Told]) -> Iterable[Told]:
        """The same with the nodes' own labels, unless the selector has told them."""
        if self.one_way:
            return told
        return ((peer, (self._number(peer), each)) for peer, each in told)

    def _around(self, peers: Iterable[Any], steps: int) -> Iterable[Told]:
        """The nodes below such so many steps up that could be an example's, and what is around them."""
        if steps >= self.depth:
            return zip(peers, repeat(0))
        beside = self._beside(peers, steps)
        return beside if self.one_way and steps == self.depth - 1 else self._under(list(beside), steps)

    def _under(self, told: list[Told], steps: int) -> list[Told]:
        """Those below a node that could be an example's too, and what is around that."""
        parents = [peer.parent for peer, _ in told]
        above = self._higher(dict.fromkeys(parents), steps + 1)
        both = zip(told, parents, strict=True)
        return [(peer, (beside, above[parent])) for (peer, beside), parent in both if parent in above]

    def _higher(self, parents: Iterable[Any], steps: int) -> dict[Any, Number]:
        """Those that could be an example's, each with a number for its label and what is around it."""
        elements = [parent for parent in parents if type(parent) is self.element]
        documents = {parent: -1 for parent in parents if type(parent) is not self.element}
        told = self._labelled(self._around(elements, steps))
        return documents | {peer: self.known.numbers[around] for peer, around in told}

    def _beside(self, peers: Iterable[Any], steps: int) -> Iterable[Told]:
        """The nodes whose nearest neighbours could be an example's, each with what is within reach beside it."""
        if self.width == 1:
            return zip(peers, repeat(0))
        told: list[Told] = self._near(peers, steps, "pairs" if self.width == 2 else "rows")
        return told

    def _near(self, peers: Iterable[Any], steps: int, ending: str) -> Any:
        first, second = self.known.sides[steps]
        marked, worded = bool(self.language.marks), bool(self.language.texts)
        near = near_of(right_first=first.is_right, worded=worded, marked=marked, ending=ending)
        return near(peers, self, first, second)

    def lone(self, peer: Any, key: tuple[Number, Number], side: Side) -> Number:
        """The number of a neighbour that holds one text; -1 if no example has all its forks there."""
        label, said = key
        number = self.known.numbers[label, ((said,),) if said else ((),)]
        side.lone[key] = number if self._fits(peer, number, side) else -1
        return side.lone[key]

    def deep(self, peer: Any, label: Number, side: Side) -> Number:
        """The number of a neighbour's shape; -1 as above."""
        number = self._read(peer, label, side.inside[label], self.depth - 1)
        return number if number > 0 and self._fits(peer, number, side) else -1

    def _read(self, peer: Any, label: Number, inside: Inside, depth: int) -> Number:
        """The number of a shape, given that of its label; -1 as soon as there is a label that no example has there."""
        if depth == 1 or peer.__class__ is self.text or peer.tag in HIDDEN:
            return label
        below: list[Number] = []
        for child in peer.children:
            if number := self._number(child):
                if number not in inside or (shape := self._read(child, number, inside[number], depth - 1)) < 0:
                    return -1
                below.append(shape)
        return self.known.numbers[label, windows(below, self.width)]

    def _fits(self, peer: Any, number: Number, side: Side) -> bool:
        """Whether all the forks of a node beside the way are those of examples' nodes there."""
        fits = side.fits.get(number)
        if fits is None:
            sight, at = self._sighted(peer)
            fits = side.fits[number] = side.level.includes(sight.shape(at, self.depth - 1))
        return fits

    def row(self, peer: Any, ahead: Ahead) -> Number:
        """A number for the shapes from the nearest neighbour on, as far as the width reaches."""
        row: list[Number] = []
        while peer is not None and len(row) < self.width - 1:
            if number := self._shape(peer, self.depth - 1):
                row.append(number)
            peer = ahead(peer)
        return self.known.numbers[tuple(row)]

    def _number(self, peer: Any) -> Number:
        """The number of a node's label; 0 when it does not count."""
        kind = peer.__class__
        if kind is self.text:
            return self.known.said[peer.data]
        if kind is self._plain:
            return self.known.numbers[peer.tag]
        return self.known.labels.of(peer) if kind is self.element else 0

    def _shape(self, peer: Any, depth: int) -> Number:
        number = self._number(peer)
        if not number or depth == 1 or peer.__class__ is self.text or peer.tag in HIDDEN:
            return number
        key = peer, depth
        known = self._seen.get(key)
        if known is None:
            below = [shape for child in peer.children if (shape := self._shape(child, depth - 1))]
            known = self._seen[key] = self.known.numbers[number, windows(below, self.width)]
        return known
