"""Very long lists are learned from the first part of their pages: what makes a record is the same in all of them.

Legend

    first part   the source up to some tag; spans in it are the spans of the whole page
    long         more than twice the length of a first part

A page is used as a whole if a record that was shown is not in the first part, or if that part ends inside a script.
Learning compares what is found in the first parts. At the end ``gives_the_same`` asks whether the wrapper finds the
records of the first parts on the whole pages, too, and about as many values of each field in the rest: if records look
different further down, or if there is something else, all of the pages is needed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from unweave.choose.detail_pages import is_single
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.records.cells import Either, possible_spans
from unweave.records.record import Cell, Item, items_of
from unweave.tuning import FIRST_PART, FIRST_PART_DENSITY
from unweave.wrapper import Wrapper


def first_parts(examples: Sequence[Example], size: int = FIRST_PART) -> list[Example]:
    """The examples with the first parts of long pages; pages with one record each are left as they are.

    >>> page = Page("<b>Emma</b>" + "<b>Kim</b>" * 9)
    >>> shown = Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")
    >>> [one.page.source for one in first_parts([shown], size=25)]
    ['<b>Emma</b><b>Kim</b>']
    """
    return list(examples) if is_single(examples) else [_first_part(example, size) for example in examples]


def gives_the_same(wrapper: Wrapper, parts: Sequence[Example], examples: Sequence[Example]) -> bool:
    """Whether the wrapper finds on each page what it finds in its first part, and about as many values in the rest.

    The last record of a first part may be incomplete.

    >>> from unweave.delimiters import LR
    >>> part, whole, other = (Example(Page("<b>Emma</b><b>Kim</b>" + 9 * more)) for more in ("", "<b>She</b>", "<p>No"))
    >>> wrapper = LR().learn([Example.from_values(part.page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> gives_the_same(wrapper, [part], [whole]), gives_the_same(wrapper, [part], [other])
    (True, False)
    """
    pairs = [(part.page, one.page) for part, one in zip(parts, examples, strict=True) if part is not one]
    return all(_begins_like(wrapper, part, whole) for part, whole in pairs)


def _begins_like(wrapper: Wrapper, part: Page, whole: Page) -> bool:
    try:
        expected, found = ([record.to_dict() for record in wrapper.extract(page)] for page in (part, whole))
    except DoesNotFit:
        return False
    sure, share = len(expected) - 1, FIRST_PART_DENSITY * len(whole) / len(part)
    names = dict.fromkeys(name for row in expected for name in row)
    is_dense = all(_filled(found, name) >= share * _filled(expected, name) for name in names)
    return is_dense and found[:sure] == expected[:sure]


def _filled(rows: Sequence[Mapping[str, Any]], name: str) -> int:
    """How many records have a value of a field."""
    return sum(bool(row.get(name)) for row in rows)


def _first_part(example: Example, size: int) -> Example:
    source = example.page.source
    if len(source) <= 2 * size:
        return example
    end = _end(example, size)
    kept = [at for at, record in enumerate(example.records) if _is_before(record, end)]
    needed = 1 if example.status == "complete" else len(example.records)
    in_script = source.rfind("<script", 0, end) > source.rfind("</script", 0, end)
    if in_script or len(kept) < needed or example.section is not None:
        return example
    page = Page(source[:end], name=example.page.name, url=example.page.url, html=example.page.is_html)
    return replace(
        example,
        page=page,
        records=tuple(_moved(example.records[at], page) for at in kept),
        numbers=tuple(example.numbers[at] for at in kept),
        rejected={name: tuple(one for one in some if one.end <= end) for name, some in example.rejected.items()},
    )


def _end(example: Example, size: int) -> int:
    """Where the first part ends: at a tag; of a complete example before the first record that is not in it."""
    if example.status == "complete":
        later = [record for record in example.records if not _is_before(record, size)]
        size = min([size, *(item.start for record in later for _, item in items_of(record) if isinstance(item, Span))])
    return max(0, example.page.source.rfind("<", 0, size))


def _is_before(record: Record, end: int) -> bool:
    """Whether each value of a record has a place before this end."""
    return all(possible_spans(item)[0].end <= end for _, item in items_of(record))


def _moved(record: Record, page: Page) -> Record:
    """The record on the first part of its page; of several places of a value those in it are left."""
    return Record(page, {name: _moved_cell(record.cell(name), page) for name in record}, type=record.type)


def _moved_cell(cell: Cell, page: Page) -> Cell:
    if isinstance(cell, tuple) and not isinstance(cell, Span):
        return tuple(_moved(one, page) if isinstance(one, Record) else _moved_item(one, page) for one in cell)  # type: ignore[return-value]  # all are records, or none is
    return _moved_item(cell, page) if isinstance(cell, Either) else cell


def _moved_item(item: Item, page: Page) -> Item:
    if not isinstance(item, Either):
        return item
    spans = tuple(span for span in item.spans if span.end <= len(page))
    return Either(spans) if len(spans) > 1 else spans[0]
