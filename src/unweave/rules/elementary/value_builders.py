"""Builders for the value itself: its kind, its formatting, words in it, and the source strings around it.

Legend

    ValueKind      the text is a price, a date, an ISBN, ... (``unweave.values``)
    Formatting     the text is bold, a link, a heading, ...
    CommonWords    words in all values: "Posted:" in "Posted: December 4"
    Brackets       the paper's: the strings in the source to the left and right of the value, in tokens or characters
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from unweave.definition import source_before, source_behind
from unweave.program import Condition, Step
from unweave.rules.builder import Sample, Series
from unweave.rules.execute import text_of
from unweave.values import kinds_of
from unweave.values.parts import common_start

FORMATTING_TAGS = ("h1", "h2", "h3", "h4", "h5", "h6", "a", "b", "strong", "em", "i", "u", "s", "big", "small", "code")
TOKEN = re.compile(r"<[^<>]*>?|\s+|[^<\s]+")


@dataclass(frozen=True, slots=True)
class ValueKind:
    """The kinds of values that the texts of all nodes have in common."""

    name: str = "kind"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One concept for each kind that all nodes have."""
        kinds = [kinds_of(text_of(node)) for _, node in sample.nodes]
        for kind in kinds[0] if kinds else ():
            if all(kind in others for others in kinds):
                yield [Step("descendant", sample.tag, (Condition("kind", kind),))]


@dataclass(frozen=True, slots=True)
class Formatting:
    """All nodes are in an element that formats them."""

    name: str = "formatting"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One concept for each formatting element around all nodes."""
        for tag in FORMATTING_TAGS:
            has_tag = all(any(above.tag == tag for above in node.ancestors()) for _, node in sample.nodes)
            if sample.nodes and has_tag and not sample.contains_value(tag):
                yield [Step("descendant", sample.tag, (Condition("has", steps=(Step("ancestor", tag),)),))]


@dataclass(frozen=True, slots=True)
class CommonWords:
    """The words that the texts of all nodes have in common, if there are at least two different texts."""

    name: str = "common words"

    def series(self, sample: Sample) -> Iterator[Series]:
        """One concept for each word that all nodes have."""
        texts = [text_of(node) for _, node in sample.nodes]
        if len(set(texts)) > 1:
            for word in dict.fromkeys(texts[0].split()):
                if all(word in text for text in texts):
                    yield [Step("descendant", sample.tag, (Condition("contains", word),))]


@dataclass(frozen=True, slots=True)
class Brackets:
    """The longest strings to the left and right of all nodes in the source; whole tokens, or with False characters."""

    name: str = "brackets"
    tokens: bool = True

    def series(self, sample: Sample) -> Iterator[Series]:
        """One series for the left side and one for the right: a longer string in each concept."""
        left = common_start([source_before(node)[::-1] for _, node in sample.nodes])[::-1]
        right = common_start([source_behind(node) for _, node in sample.nodes])
        lefts, rights = self._growing(left, from_end=True), self._growing(right, from_end=False)
        yield [Step("descendant", sample.tag, (Condition("left", text),)) for text in lefts]
        yield [Step("descendant", sample.tag, (Condition("right", text),)) for text in rights]

    def _growing(self, text: str, *, from_end: bool) -> Sequence[str]:
        cuts = [match.start() if from_end else match.end() for match in TOKEN.finditer(text)]
        if not self.tokens:
            cuts = list(range(len(text))) if from_end else list(range(1, len(text) + 1))
        return [text[cut:] for cut in reversed(cuts)] if from_end else [text[:cut] for cut in cuts]
