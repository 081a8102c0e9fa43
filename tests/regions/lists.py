"""Small list pages, and what is learned from some of their records."""

from collections.abc import Mapping, Sequence
from typing import Any

from unweave.page import Page
from unweave.records import Example
from unweave.regions import Regions, RegionsWrapper

Row = Mapping[str, Any]

BOOKS: list[Row] = [
    {"title": "Emma", "year": "1815"},
    {"title": "Kim", "year": "1901"},
    {"title": "Dune", "year": "1965"},
    {"title": "She", "year": "1887"},
    {"title": "Ulysses", "year": "1922"},
]
CASES: list[Row] = [
    {"docket": "21-1234", "name": "Smith v. Jones", "filed": "01/04/2024", "url": "/op/21-1234.pdf"},
    {"docket": "21-0077", "name": "In re Brown", "filed": "01/05/2024", "url": "/op/21-0077.pdf"},
    {"docket": "20-4410", "name": "State v. White", "filed": "01/05/2024", "url": "/op/20-4410.pdf"},
    {"docket": "22-0009", "name": "Green v. Town of Lake", "filed": "02/01/2024", "url": "/op/22-0009.pdf"},
    {"docket": "19-0001", "name": "Ex parte Black", "filed": "02/03/2024", "url": "/op/19-0001.pdf"},
    {"docket": "22-7788", "name": "Gray v. Gray", "filed": "02/07/2024", "url": "/op/22-7788.pdf"},
    {"docket": "22-7790", "name": "Reed v. Reed", "filed": "02/09/2024", "url": "/op/22-7790.pdf"},
]
MENU = (
    "<ul><li><a href=/about.html>About us</a><li><a href=/news.html>News of 2024</a><li><a href=/faq.pdf>FAQ</a></ul>"
)


def in_items(rows: Sequence[Row], form: str = "<li><b>{title}</b> <i>{year}</i></li>") -> str:
    """The source of a list, one item a record."""
    return f"<ul>{''.join(form.format(**row) for row in rows)}</ul>"


def in_table(rows: Sequence[Row], *, before_cell: str = "", before_row: str = "") -> str:
    """The source of a table of cases with a header row, below a menu."""
    header = f"{before_row}<tr><th>Docket</th><th>Case</th><th>Filed</th></tr>"
    cells = ("{docket}", "<a href={url}>{name}</a>", "{filed}")
    form = f"{before_row}<tr>{''.join(f'{before_cell}<td>{cell}{before_cell}</td>' for cell in cells)}</tr>"
    return f"{MENU}<table>{header}{''.join(form.format(**row) for row in rows)}</table>"


def learned(source: str, shown: Sequence[Row], **known: Any) -> RegionsWrapper:
    """The wrapper learned from some records of a page."""
    return Regions().learn([Example.from_values(Page(source), shown, **{"status": "partial"} | known)])


def rows_of(wrapper: RegionsWrapper, source: str) -> list[dict[str, Any]]:
    """The records of a page as plain values."""
    return [record.to_dict() for record in wrapper.extract(Page(source))]


def found(source: str, shown: Sequence[Row], **known: Any) -> list[dict[str, Any]]:
    """The records of the page on which the wrapper was learned."""
    return rows_of(learned(source, shown, **known), source)
