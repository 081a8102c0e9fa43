"""How the value looks: bold, a link, a heading, big or small."""

from collections.abc import Iterator
from dataclasses import dataclass

from unweave.page import Node
from unweave.program import Condition, Step
from unweave.rules.builder import Ladder, Sample
from unweave.rules.view import View

LOOKS = ("h1", "h2", "h3", "h4", "h5", "h6", "a", "b", "strong", "em", "i", "u", "s", "big", "small", "code")


@dataclass(frozen=True, slots=True)
class Look:
    """All places stand in an element that gives them a look."""

    name: str = "look"

    def ladders(self, sample: Sample) -> Iterator[Ladder]:
        """One rung for each look that all places share."""
        for tag in LOOKS:
            if sample.common(lambda view, node, look=tag: _looks(view, node, look)):
                yield [Step("descendant", sample.tag, (Condition("has", steps=(Step("ancestor", tag),)),))]


def _looks(_view: View, node: Node, tag: str) -> str:
    return tag * any(above.tag == tag for above in node.ancestors())
