"""A learner made of methods: the first that agrees."""

from collections.abc import Sequence
from dataclasses import dataclass

from unweave.choose.methods import learner
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.records import Example
from unweave.wrapper import Wrapper, with_origin


@dataclass(frozen=True, slots=True)
class FirstThatAgrees:
    """A learner made of methods: the first that agrees with the examples.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = FirstThatAgrees(("lr",)).learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> wrapper.origin.method
    'lr'
    """

    names: tuple[str, ...]

    def learn(self, examples: Sequence[Example]) -> Wrapper:
        """The first method's wrapper that agrees, or the first method's complaint."""
        failures: list[NoConsistentWrapper | BadInput] = []
        for name in self.names:
            try:
                return with_origin(learner(name).learn(examples), method=name)
            except (NoConsistentWrapper, BadInput) as failure:
                failures.append(failure)
        raise failures[0]
