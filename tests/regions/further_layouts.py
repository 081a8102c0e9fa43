"""More made list pages, with a whole page of markup each: what real pages do between, around and inside the records.

Legend

    layout      a function from rows to the body of a page
    rows        title, by, year and note of a book, as in ``layouts``, and a group where the page has groups

No number of ``tuning`` was chosen on these pages.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from random import Random

from regions.layouts import MENU, MadePage, Row, made_rows

AD = "<div class=ad><a href=/buy>Buy now, great prices on all the things you love</a><img src=/ad.gif></div>"
DAYS = ("January 4, 2024", "January 9, 2024", "February 1, 2024")


def _href(row: Row) -> str:
    return f"/{str(row['title']).lower().replace(' ', '-')}"


def _link(row: Row) -> str:
    return f"<a href={_href(row)}>{row['title']}</a>"


def _groups(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    for day, some in groupby(rows, key=lambda row: str(row["day"])):
        yield day, list(some)


def grid_with_advertisements(rows: Sequence[Row]) -> str:
    """Cards in rows of three, an advertisement in the place of a card in every other row."""
    form = "<div class='col card'><img src={}.jpg><h4>{}</h4><p>{}</p><em>{}</em></div>"
    cards = [form.format(_href(row), _link(row), row["by"], row["year"]) for row in rows]
    cards.insert(2, f"<div class='col card sponsored'>{AD}</div>")
    cards.insert(7, f"<div class='col card sponsored'>{AD}</div>")
    lines = ["".join(cards[at : at + 3]) for at in range(0, len(cards), 3)]
    return "".join(f"<div class=row>{line}</div>" for line in lines)


def terms_with_repeated_titles(rows: Sequence[Row]) -> str:
    """A definition list a record; the terms are labels that every record has."""
    form = "<dl><dt>Title</dt><dd>{title}</dd><dt>Author</dt><dd>{by}</dd><dt>Year</dt><dd>{year}</dd></dl>"
    return "".join(form.format(**row) for row in rows)


def one_list_of_labelled_terms(rows: Sequence[Row]) -> str:
    """The same labels in one definition list, without anything between the records."""
    form = "<dt>Title</dt><dd>{title}</dd><dt>Author</dt><dd>{by}</dd><dt>Year</dt><dd>{year}</dd>"
    return f"<dl>{''.join(form.format(**row) for row in rows)}</dl>"


def group_cells(rows: Sequence[Row]) -> str:
    """A table whose first cell spans the rows of its day."""
    lines = []
    for day, some in _groups(rows):
        for at, row in enumerate(some):
            first = f"<td rowspan={len(some)}>{day}</td>" if not at else ""
            lines.append(f"<tr>{first}<td>{_link(row)}</td><td>{row['by']}</td><td>{row['year']}</td></tr>")
    return f"<table><tr><th>Day<th>Title<th>Author<th>Year</tr>{''.join(lines)}</table>"


def tables_under_headings(rows: Sequence[Row]) -> str:
    """A table with the same columns for each day, below a heading with the day."""
    form = "<tr><td>{}</td><td>{}</td><td>{}</td></tr>"
    body = ""
    for day, some in _groups(rows):
        lines = "".join(form.format(_link(row), row["by"], row["year"]) for row in some)
        body += f"<h3>{day}</h3><table><tr><th>Title<th>Author<th>Year</tr>{lines}</table>"
    return f"<div id=content>{body}</div>"


def group_rows(rows: Sequence[Row]) -> str:
    """One table; a row of one wide cell with the day comes before the rows of its group."""
    form = "<tr><td>{}</td><td>{}</td><td>{}</td></tr>"
    lines = [
        f"<tr class=day><td colspan=3>{day}</td></tr>"
        + "".join(form.format(_link(row), row["by"], row["year"]) for row in some)
        for day, some in _groups(rows)
    ]
    return f"<table>{''.join(lines)}</table>"


def lines_with_one_br(rows: Sequence[Row]) -> str:
    """A line a record, and nothing but a line break between them."""
    return "<p>" + "<br>\n".join(f"{_link(row)}, {row['by']} ({row['year']})" for row in rows) + "</p>"


def plain_lines(rows: Sequence[Row]) -> str:
    """The same without links: one text a record."""
    return "<div>" + "<br>".join(f"{row['title']}, {row['by']} ({row['year']})" for row in rows) + "</div>"


def nested_lists(rows: Sequence[Row]) -> str:
    """Items whose details are items of an inner list."""
    form = "<li>{}<ul><li>by <i>{}</i></li><li>published <b>{}</b></li></ul></li>"
    return f"<ul>{''.join(form.format(_link(row), row['by'], row['year']) for row in rows)}</ul>"


def nested_groups(rows: Sequence[Row]) -> str:
    """Items of days, each with an inner list of the records."""
    body = ""
    for day, some in _groups(rows):
        inner = "".join(f"<li>{_link(row)} <i>{row['by']}</i> <b>{row['year']}</b></li>" for row in some)
        body += f"<li><strong>{day}</strong><ul>{inner}</ul></li>"
    return f"<ul>{body}</ul>"


def alternating_classes(rows: Sequence[Row]) -> str:
    """Rows of two classes take turns."""
    form = "<tr class={}><td>{}</td><td>{}</td><td>{}</td></tr>"
    lines = (form.format(("odd", "even")[at % 2], _link(row), row["by"], row["year"]) for at, row in enumerate(rows, 1))
    return f"<table class=list>{''.join(lines)}</table>"


def two_columns(rows: Sequence[Row]) -> str:
    """The first half of the list beside the second one."""
    half = len(rows) // 2
    columns = (
        "".join(f"<li>{_link(row)} <i>{row['by']}</i> <b>{row['year']}</b></li>" for row in some)
        for some in (rows[:half], rows[half:])
    )
    return "<table><tr>{}</tr></table>".format("".join(f"<td><ul>{column}</ul></td>" for column in columns))


def two_records_a_row(rows: Sequence[Row]) -> str:
    """Two records in a row of a table, three cells each."""
    cells = [f"<td>{_link(row)}</td><td>{row['by']}</td><td>{row['year']}</td>" for row in rows]
    pairs = zip(cells[::2], cells[1::2], strict=True)
    return f"<table>{''.join(f'<tr>{one}{other}</tr>' for one, other in pairs)}</table>"


def two_rows_with_classes(rows: Sequence[Row]) -> str:
    """Two rows a record, and a thin one between records."""
    form = "<tr class=t><td>{}</td><td>{}</td></tr><tr class=d><td colspan=2>by {}</td></tr>"
    thin = "<tr><td colspan=2><img src=/dot.gif></td></tr>"
    return f"<table>{thin.join(form.format(_link(row), row['year'], row['by']) for row in rows)}</table>"


def tag_soup(rows: Sequence[Row]) -> str:
    """Nothing is closed, so that font elements nest ever deeper."""
    return "<p>" + "".join(f"<p><font size=2><b>{_link(row)}</b><br><i>{row['by']}<br>{row['year']}" for row in rows)


def items_never_closed(rows: Sequence[Row]) -> str:
    """Terms and definitions without end tags, in upper case, with hr between the records."""
    return "<DL>" + "<HR>".join(f"<DT><B>{_link(row)}</B><DD>{row['by']}<DD>{row['year']}" for row in rows) + "</DL>"


def headers_in_the_middle(rows: Sequence[Row]) -> str:
    """The row of headers is repeated after every fourth record."""
    header = "<tr><td><b>Title</b></td><td><b>Author</b></td><td><b>Year</b></td></tr>"
    form = "<tr><td>{}</td><td>{}</td><td>{}</td></tr>"
    lines = [
        (header if at % 4 == 0 else "") + form.format(_link(row), row["by"], row["year"]) for at, row in enumerate(rows)
    ]
    return f"<table>{''.join(lines)}</table>"


def missing_of_every_kind(rows: Sequence[Row]) -> str:
    """One record lacks its author, one its year, one its link; none of them is among the first two."""
    items = []
    for row in rows:
        title = _link(row) if row["url"] else f"<span>{row['title']}</span>"
        by = f"<span class=by>{row['by']}</span>" if row["by"] else ""
        items.append(f"<div class=item><h3>{title}</h3>{by}<span class=y>{row['year'] or ''}</span></div>")
    return f"<section>{''.join(items)}</section>"


def definition_after_heading(rows: Sequence[Row]) -> str:
    """Headings and paragraphs with labels in bold, all of them siblings; a rule between the records."""
    form = "<h4>{}</h4><p><b>Author:</b> {}</p><p><b>Year:</b> {}</p>"
    return "<hr>".join(form.format(_link(row), row["by"], row["year"]) for row in rows)


def spans_without_blocks(rows: Sequence[Row]) -> str:
    """Links and spans in a row, divided by signs only."""
    return (
        "<div>" + " | ".join(f"{_link(row)} <span>{row['by']}</span> <em>{row['year']}</em>" for row in rows) + "</div>"
    )


FURTHER: Mapping[str, Callable[[Sequence[Row]], str]] = {
    made.__name__.replace("_", " "): made
    for made in (
        grid_with_advertisements,
        terms_with_repeated_titles,
        one_list_of_labelled_terms,
        group_cells,
        tables_under_headings,
        group_rows,
        lines_with_one_br,
        plain_lines,
        nested_lists,
        nested_groups,
        alternating_classes,
        two_columns,
        two_records_a_row,
        two_rows_with_classes,
        tag_soup,
        items_never_closed,
        headers_in_the_middle,
        missing_of_every_kind,
        definition_after_heading,
        spans_without_blocks,
    )
}
WITH_DAYS = frozenset({"group cells", "tables under headings", "group rows", "nested groups"})
MISSING = "missing of every kind"
AROUND = {
    "alone": "<html><body>{}</body></html>",
    "menu": "<html><body><ul class=menu>" + MENU + "</ul><h1>Books</h1>{}<p>Copyright by the shop</p></body></html>",
    "side tables": "<table><tr><td><a href=/1>First</a></td><td>new</td><td>2024</td></tr><tr><td><a href=/2>Second"
    "</a></td><td>old</td><td>2023</td></tr></table><div id=main>{}</div>",
}


def further_page(layout: str, around: str = "alone", *, size: int = 10, seed: int = 0) -> MadePage:
    """A page with one of the further layouts, and its records."""
    random = Random(f"{layout} {size} {seed}")
    rows = [{name: row[name] for name in ("title", "by", "year")} for row in made_rows(random, size, optional=False)]
    if layout in WITH_DAYS:
        rows = [{**row, "day": DAYS[3 * at // size]} for at, row in enumerate(rows)]
    if layout == MISSING:
        rows = [{**row, "url": _href(row)} for row in rows]
        for at, name in zip((2, 4, 6, 7), ("by", "year", "url", "by"), strict=True):
            rows[at][name] = None
    return MadePage(AROUND[around].format(FURTHER[layout](rows)), rows)
