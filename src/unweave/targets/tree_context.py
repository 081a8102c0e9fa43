"""Is a node of the parser's own tree in a language? Answered from as little of the page as will do.

Legend

    peer            a node of the parser
    Check           a language made ready; what it found out about surroundings is kept from page to page
    Look            a check at work on one page
    number          of a label, of a shape, of surroundings: whatever is told twice has the same number; 0 is nothing
    steps           how far above the marked node another one is: the element around a text is one step above it
    sides[1]        what may stand left and right of the way below the node one step above the marked one: two sets of
                    numbers, the one that says more first
    Told            some nodes, and for each of them what is told about it
    verdict         whether surroundings with this number are in the language; the automaton is asked once for each

Most candidates are told by their nearest neighbours: a fork holds the node beside the way, so a label that no example
has there decides. The others are numbered by all that their forks can tell (on each level the label, and the shapes
within reach beside the way), and hundreds of alike nodes are one question to the automaton. All candidates are looked
at together, level by level, so that what is around a node above them is asked once for all its children.
"""

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import Any

from unweave.targets.tree_labels import Labels, Number, Numbers, Said
from unweave.targets.tree_peers import Found, Neighbourhood, filled, kinds
from unweave.targets.tree_select import neighbours
from unweave.trees.automaton import Automaton, Shapes, Sight, windows
from unweave.trees.language import Language
from unweave.trees.outline import HIDDEN, TEXT

MOST = 20_000
Ahead = Callable[[Any], Any]
Side = tuple[Ahead, dict[Number, Number]]
Told = tuple[list[Any], list[Any]]
_above = attrgetter("parent")


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
        self.sides = [_sides(language, steps, self.numbers) for steps in range(language.depth)]

    @property
    def is_full(self) -> bool:
        """Whether it is time to begin anew."""
        return len(self.numbers) + len(self.labels) + len(self.alone) + len(self.verdicts) > MOST


def _sides(language: Language, steps: int, numbers: Numbers) -> list[Side]:
    if language.width == 1:
        return []
    lefts, rights = neighbours(language, steps)
    before = attrgetter("previous_sibling"), _allowed(language, lefts, numbers)
    after = attrgetter("next_sibling"), _allowed(language, rights, numbers)
    return [after, before] if TEXT in lefts and TEXT not in rights else [before, after]


def _allowed(language: Language, labels: frozenset[str], numbers: Numbers) -> dict[Number, Number]:
    """The numbers of nothing and of these labels, each with that of an element that holds one text, where told."""
    some_text = ((numbers[TEXT],),)
    is_told = not language.texts and language.depth > 2
    return {0: 0} | {
        numbers[label]: numbers[numbers[label], some_text] if is_told and label.split("\x1f")[0] not in HIDDEN else 0
        for label in sorted(labels)
    }


class Check:
    """A language made ready to be asked about the parser's nodes; alone, if they were selected for it only."""

    def __init__(self, language: Language, *, alone: bool = True) -> None:
        self.language = language
        self.told_by_way = language.width == 1 and not language.marks and not language.inside
        self.one_way = alone and not language.marks and len(list(language.chains())) == 1
        self._known = Known(language)

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
        self._text, self._element = kinds()
        self._plain = None if check.language.marks else self._element
        self._seen: dict[tuple[Any, int], Number] = {}
        self._sight: Sight | None = None
        self.is_mixed = False

    def texts(self, peers: list[Any]) -> list[Found]:
        """The texts right below the elements that are in the language."""
        text, alone = self._text, self.known.alone
        found: list[Found] = []
        for peer, around in zip(*self._labelled(self._around(peers, 2))):  # noqa: B905 - as below
            if (size := len(peer)) > 1:
                found += self._mixed(peer, around)
            elif size and type(child := peer[0]) is text and not (data := child.data).isspace():
                if (verdict := alone.get(around)) is None:
                    verdict = alone[around] = self._judged(child)
                if verdict:
                    found.append((peer, child, data))
        return found

    def _mixed(self, peer: Any, around: object) -> list[Found]:
        """The texts of an element with several children that are in the language."""
        self.is_mixed = True
        likely = zip(*self._beside(filled(peer), 1), strict=True)
        return [(peer, child, child.data) for child, beside in likely if self._verdict((beside, around), child)]

    def elements(self, peers: list[Any]) -> list[Any]:
        """Those of the elements that are in the language themselves."""
        likely = zip(*self._labelled(self._around(peers, 1)), strict=True)
        if not self.language.inside:
            return [peer for peer, around in likely if self._verdict(around, peer)]
        return [peer for peer, around in likely if self._verdict((self._shape(peer, self.depth), around), peer)]

    def _verdict(self, told: object, peer: Any) -> bool:
        known = self.known.verdicts.get(told)
        if known is None:
            known = self.known.verdicts[told] = self._judged(peer)
        return known

    def _judged(self, peer: Any) -> bool:
        if self._sight is None:
            language, shapes = self.language, self.known.shapes
            self._sight = Sight(Neighbourhood(), self.width, language.vocabulary, shapes, inside=language.inside)
        outline = self._sight.outline
        assert isinstance(outline, Neighbourhood)  # noqa: S101 - made above
        return self.known.automaton.accepts(self._sight, outline.numbered(peer))

    def _labelled(self, told: Told) -> Told:
        """The same with the nodes' own labels, unless the selector has told them."""
        if self.one_way:
            return told
        peers, around = told
        return peers, [(self._number(peer), each) for peer, each in zip(peers, around, strict=True)]

    def _around(self, peers: list[Any], steps: int) -> Told:
        """The nodes below such so many steps up that could be an example's, and what is around them."""
        if steps >= self.depth or not peers:
            return peers, [0] * len(peers)
        peers, beside = self._beside(peers, steps)
        if self.one_way and steps == self.depth - 1:
            return peers, beside
        parents = list(map(_above, peers))
        above = self._higher(dict.fromkeys(parents), steps + 1)
        kept = [at for at, parent in enumerate(parents) if parent in above]
        return [peers[at] for at in kept], [(beside[at], above[parents[at]]) for at in kept]

    def _higher(self, parents: Iterable[Any], steps: int) -> dict[Any, Number]:
        """Those that could be an example's, each with a number for its label and what is around it."""
        elements = [parent for parent in parents if type(parent) is self._element]
        told = self._labelled(self._around(elements, steps))
        documents = {parent: -1 for parent in parents if type(parent) is not self._element}
        return documents | {peer: self.known.numbers[around] for peer, around in zip(*told, strict=True)}

    def _beside(self, peers: list[Any], steps: int) -> Told:
        """The nodes whose nearest neighbours could be an example's, each with what is within reach beside it."""
        told: list[Any] = [0] * len(peers)
        for side in self.known.sides[steps]:
            peers, told = self._on_one_side(peers, told, side)
        return peers, told

    def _on_one_side(self, peers: list[Any], told: list[Any], side: Side) -> Told:
        """The same, for the left or the right; most of the time goes here."""
        (ahead, allowed), text, plain, is_wide = side, self._text, self._plain, self.width > 2
        said, numbers = self.known.said, self.known.numbers
        likely, tellings = list[Any](), list[Any]()
        for peer, before, nearest in zip(peers, told, map(ahead, peers)):  # noqa: B905 - equally long; strict costs
            other = nearest
            while (kind := other.__class__) is not plain:
                number = said[other.data] if kind is text else self._number(other)
                if number or other is None:
                    break
                other = ahead(other)
            else:
                number = numbers[other.tag]
            if number in allowed:
                if is_wide:
                    number = self._row(other, ahead)
                elif kind is not text and number:
                    number = self._deep(other, number, allowed[number])
                likely.append(peer)
                tellings.append((before, number))
        return likely, tellings

    def _row(self, peer: Any, ahead: Ahead) -> Number:
        """A number for the shapes from the nearest neighbour on, as far as the width reaches."""
        row: list[Number] = []
        while peer is not None and len(row) < self.width - 1:
            if number := self._number(peer):
                row.append(self._deep(peer, number, 0))
            peer = ahead(peer)
        return self.known.numbers[tuple(row)]

    def _number(self, peer: Any) -> Number:
        """The number of a node's label; 0 when it does not count."""
        kind = peer.__class__
        if kind is self._text:
            return self.known.said[peer.data]
        if kind is self._plain:
            return self.known.numbers[peer.tag]
        return self.known.labels.of(peer) if kind is self._element else 0

    def _deep(self, peer: Any, number: Number, with_text: Number) -> Number:
        """The number of the shape of a node beside the way; ``with_text`` if it holds one text and that is known."""
        if not (size := len(peer)):
            return number
        if with_text and size == 1 and (only := peer[0]).__class__ is self._text and not only.data.isspace():
            return with_text
        return self._shape(peer, self.depth - 1)

    def _shape(self, peer: Any, depth: int) -> Number:
        number = self._number(peer)
        if depth == 1 or type(peer) is self._text or peer.tag in HIDDEN:
            return number
        key = peer, depth
        known = self._seen.get(key)
        if known is None:
            below = [self._shape(child, depth - 1) for child in peer.children if self._number(child)]
            known = self._seen[key] = self.known.numbers[number, windows(below, self.width)]
        return known
