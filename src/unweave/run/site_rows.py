"""The joined rows of site programs as rows of output files.

Legend
    row         a record of a list page, completed from its detail page; the column ``missing`` has its holes
    hole        a page that a row needs and that is missing: the row is kept
"""

from unweave.records import Field, Schema
from unweave.records.typed import untyped
from unweave.run.rows import OutputRow, free, writable
from unweave.sites import JoinedRow, SiteProgram

MISSING = "missing"


def output_schema(site: SiteProgram) -> Schema:
    """The fields of the rows with the one that marks holes; values of site programs are texts, whatever their types.

    >>> from unweave.page import Page
    >>> from unweave.sites import PageType
    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> output_schema(SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")).names
    ('title', 'missing')
    """
    name = free(MISSING, set(site.schema.names), fold=False)
    return Schema((*untyped(site.schema).fields, Field(name, optional=True)))


def output_row(row: JoinedRow, schema: Schema, *, kind: str = "", route: int = 0) -> OutputRow:
    """A joined row as a row of an output file; in a run with routes, of the type and with the number of its route."""
    holes = "; ".join(map(str, row.holes)) or None
    values = {**row.values, schema.names[-1]: holes}
    return OutputRow(writable(row.page), row.number, row.start, row.end, values, kind, route)
