"""Asked classes: the new names of classes that rules ask for, and that are not around the values (``reclassed``).

Legend

    asked       a class that a rule asks for at elements with some tag, and that no page has: ("div", "product")
    agreeing    a rule that finds what the wrapper reads, once the class that it asks for has another name

Once the classes around the values have their old names, some rules find something again. The others ask for classes of
elements further away, and found the same before. So a new name of such a class is one with which its rule agrees.
"""

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace

from unweave.budget import check_time
from unweave.engine.index import index_of
from unweave.engine.run import found_by
from unweave.errors import CannotCompile, UnweaveError
from unweave.page import Page
from unweave.page.html import class_tokens
from unweave.program import Condition, Selection, Selections, Step
from unweave.wrapper import Wrapper, parts_of

CLASS = "class"


def asked_classes(wrapper: Wrapper, pages: Sequence[Page], known: AbstractSet[str]) -> dict[str, str]:
    """The old names of classes that rules ask for, by their new ones; those that are ``known`` are neither.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> page = Page("<div class=book><h1>Emma</h1></div><h1>Shop</h1>")
    >>> wrapper = Rules().learn([Example.from_values(page, [{"title": "Emma"}])])
    >>> asked_classes(wrapper, [Page(page.source.replace("book", "x7"))], set())
    {'x7': 'book'}
    """
    tokens = [[(node.tag, one) for node in page.tree.elements() for one in _tokens(node.attributes)] for page in pages]
    there = {one for some in tokens for _, one in some}
    read = [_read(wrapper, page) for page in pages]
    found: dict[str, str] = {}
    for rule in _rules(wrapper):
        gone = {name for _, name in _asked(rule.steps) if name not in there}
        for tag, name in dict.fromkeys(_asked(rule.steps)):
            if name in gone and name not in {*known, *found.values()}:
                free = {one for some in tokens for its, one in some if tag in {"", its}} - {*known, *found}
                scores = {one: _agreeing(_renamed(rule, {name: one}, gone), pages, read) for one in sorted(free)}
                best = max(scores, key=lambda one: scores[one], default="")
                found |= {best: name} if scores.get(best) else {}
    return found


def _tokens(attributes: Mapping[str, str]) -> Sequence[str]:
    return class_tokens(attributes.get(CLASS, ""))


def _read(wrapper: Wrapper, page: Page) -> dict[str, str]:
    """The first value of each field."""
    with suppress(UnweaveError):
        records = wrapper.extract(page)[:1]
        return {name: page.text(one.spans(name)[0]) for one in records for name in one if one.spans(name)}
    return {}


def _rules(wrapper: Wrapper) -> Iterator[Selection]:
    """The rules for pages with one record."""
    for part in parts_of(wrapper):
        with suppress(CannotCompile):
            program = part.program()
            if isinstance(program, Selections) and not program.records:
                yield from program.fields


def _asked(steps: Sequence[Step]) -> Iterator[tuple[str, str]]:
    """The classes that some steps ask for, and at which tags."""
    for step in steps:
        for one in step.conditions:
            if one.property == CLASS and not one.negated:
                yield step.tag, one.value
            yield from _asked(one.steps)


def _renamed(rule: Selection, names: Mapping[str, str], gone: AbstractSet[str]) -> Selection:
    """The rule with other names of classes, and without those that are gone."""
    return replace(rule, steps=_steps(rule.steps, names, gone))


def _steps(steps: Sequence[Step], names: Mapping[str, str], gone: AbstractSet[str]) -> tuple[Step, ...]:
    return tuple(replace(step, conditions=tuple(_conditions(step, names, gone))) for step in steps)


def _conditions(step: Step, names: Mapping[str, str], gone: AbstractSet[str]) -> Iterator[Condition]:
    for one in step.conditions:
        if one.property != CLASS or one.value not in gone:
            yield replace(one, steps=_steps(one.steps, names, gone))
        elif one.value in names:
            yield replace(one, value=names[one.value])


def _agreeing(rule: Selection, pages: Sequence[Page], read: Sequence[Mapping[str, str]]) -> int:
    """On how many pages a rule finds what the wrapper reads."""
    check_time()
    found = [found_by(rule, index_of(page))[:1] for page in pages]
    return sum(some[0].text == one.get(rule.field) for some, one in zip(found, read, strict=True) if some)
