"""Arrow in, Arrow out: a wrapper over record batches of pages, for engines that hand out batches (Spark, datatrove).

Legend

    pages       a record batch with a column of HTML (texts or bytes) and, where there is one, of URLs
    rows        a record batch with a row for each record: page, record, start, end, and the fields

Values are texts: types need all values of a field, and an engine sees one batch at a time.

A page that cannot be used is a row as well, with its reason in the column ``problem`` and no values: an engine has no
other place for it.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pyarrow as pa

from unweave.errors import BadInput
from unweave.page import LIMIT
from unweave.records import Schema
from unweave.records.typed import untyped
from unweave.run.outcomes import PageOutcome, outcome_of
from unweave.run.page_tables import roles_of
from unweave.run.raw_pages import RawPage, Unread
from unweave.run.rows import columns_of, flat
from unweave.run.sinks import arrow_schema, shaped
from unweave.wrapper import Wrapper

PROBLEM = "problem"


def rows_schema(schema: Schema) -> Any:
    """The Arrow schema of the rows of a wrapper; hand ``rows_schema(wrapper.schema)`` to the engine.

    >>> from unweave.records import Field
    >>> rows_schema(Schema((Field("title"),))).names
    ['page', 'record', 'start', 'end', 'title', 'problem']
    """
    if schema.types:
        raise BadInput(source="the wrapper", reason="its records have several types; choose one with combined.only")
    return arrow_schema(pa, untyped(schema), columns_of(schema)).append(pa.field(_problem_name(schema), pa.string()))


def extract_batches(wrapper: Wrapper, *, limit: int = LIMIT) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """A function from batches of pages to batches of rows, one for one.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> pages = pa.RecordBatch.from_pydict({"url": ["http://a.example/"], "html": ["<b>Kim</b>"]})
    >>> [rows] = extract_batches(wrapper)([pages])
    >>> rows.to_pylist()[0]["title"]
    'Kim'
    """
    schema = untyped(wrapper.schema)
    arrow = rows_schema(schema)

    def extract(batches: Iterable[Any]) -> Iterator[Any]:
        for batch in batches:
            found = [row for raw in _pages(batch) for row in _rows(outcome_of(wrapper, raw, limit=limit), schema)]
            yield pa.RecordBatch.from_pylist(found, schema=arrow)

    return extract


def _problem_name(schema: Schema) -> str:
    name = PROBLEM
    while name in columns_of(schema).names:
        name = f"_{name}"
    return name


def _pages(batch: Any) -> Iterator[RawPage | Unread]:
    roles = roles_of(batch.schema.names, {})
    if roles is None or "html" not in roles:
        raise BadInput(source="the batch", reason=f"it has no column html, but {', '.join(batch.schema.names)}")
    htmls = batch.column(roles["html"])
    urls = batch.column(roles["url"]) if "url" in roles else [None] * batch.num_rows
    for number, (html, url) in enumerate(zip(htmls, urls, strict=True), start=1):
        data, name = html.as_py(), url.as_py() if url is not None else None
        if data is None:
            yield Unread(name or f"row {number}", f"{name or f'row {number}'}: there is no HTML")
        else:
            yield RawPage(name or f"row {number}", data, url=name, html=True)


def _rows(outcome: PageOutcome, schema: Schema) -> Iterator[dict[str, Any]]:
    names, problem = columns_of(schema), _problem_name(schema)
    if outcome.reason is not None:
        yield {names.ours["page"]: outcome.page, problem: outcome.reason}
    for row in outcome.rows:
        values = {each.name: shaped(row.values.get(each.name), each) for each in schema.fields}
        yield flat(type(row)(row.page, row.record, row.start, row.end, values), names)
