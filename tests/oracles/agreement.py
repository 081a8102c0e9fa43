"""What differs between a wrapper's fast form and its slow definition on one page.

Rules are run by the engine and by ``oracles.selections``; delimiters by the compiled scan and by ``extract``; tree
wrappers that are steps by ``extract`` and by ``unweave.definition``; paths in the data of scripts by the engine and by
``oracles.data_paths``. Of a wrapper made of wrappers, each part is
compared.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from oracles.data_paths import rows
from oracles.selections import extracted
from unweave.definition import select, taken
from unweave.delimiters import DelimiterWrapper
from unweave.embedded import EmbeddedWrapper
from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page, Span
from unweave.program import Selections
from unweave.records import Record
from unweave.rules import RulesWrapper
from unweave.targets.compile import compile as compiled
from unweave.trees import TreeWrapper
from unweave.wrapper import Wrapper

Compared = RulesWrapper | DelimiterWrapper | TreeWrapper | EmbeddedWrapper


def parts_of(wrapper: Any) -> Iterator[Compared]:
    """The wrappers that a wrapper is made of and that have a definition of their own."""
    if isinstance(wrapper, Compared):
        yield wrapper
    elif isinstance(wrapper, tuple):
        for one in wrapper:
            yield from parts_of(one)
    elif is_dataclass(wrapper):
        for each in fields(wrapper):
            if each.name not in {"origin", "schema"}:
                yield from parts_of(getattr(wrapper, each.name))


def differences(wrapper: Wrapper, page: Page) -> list[str]:
    """One line for each part of a wrapper that differs from its definition on a page."""
    found = []
    for part in parts_of(wrapper):
        fast, slow = _FORMS[type(part)](part, page)
        if fast != slow:
            found.append(f"{part.kind}: {fast!r:.300} but by definition {slow!r:.300}")
    return found


def _rules(wrapper: RulesWrapper, page: Page) -> tuple[Any, Any]:
    found = wrapper.extract(page)
    fast = [record.to_dict() for record in found], [cells(record) for record in found], wrapper.dicts(page)
    records, plain = extracted(wrapper.program(), wrapper.schema, page)
    return fast, (plain, [cells(record) for record in records], plain)


def _delimiters(wrapper: DelimiterWrapper, page: Page) -> tuple[Any, Any]:
    return _or_misfit(lambda: compiled(wrapper)(page.source)), _or_misfit(
        lambda: [record.to_dict() for record in wrapper.extract(page)]
    )


def _trees(wrapper: TreeWrapper, page: Page) -> tuple[Any, Any]:
    try:
        program = wrapper.program()
    except CannotCompile:
        return None, None
    if not isinstance(program, Selections):
        return None, None
    (rule,) = program.fields
    spans = [taken(node, rule.take) for node in select(page.tree.root, rule.steps)]
    values = wrapper.values(page)
    if wrapper.parts.grain != "token":  # then the white space at the ends of a text is a part of the value
        values = [_stripped(page, span) for span in values if page[span].strip()]
    return values, sorted({_stripped(page, span) for span in spans if span and page[span].strip()})


def _data_paths(wrapper: EmbeddedWrapper, page: Page) -> tuple[Any, Any]:
    found = wrapper.extract(page)
    fast = [{name: (record[name], record.spans(name)) for name in record} for record in found]
    return fast, rows(wrapper.paths, wrapper.schema, page)


def _stripped(page: Page, span: Span) -> Span:
    inside = page[span]
    return Span(span.start + len(inside) - len(inside.lstrip()), span.end - len(inside) + len(inside.rstrip()))


def _or_misfit(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except DoesNotFit:
        return "does not fit"


def cells(record: Record) -> dict[str, Any]:
    """The spans of a record, field by field."""
    return {name: record.cell(name) for name in record}


_FORMS: dict[type, Callable[[Any, Page], tuple[Any, Any]]] = {
    RulesWrapper: _rules,
    DelimiterWrapper: _delimiters,
    TreeWrapper: _trees,
    EmbeddedWrapper: _data_paths,
}
