"""Made list pages whose records are known: many layouts, optional fields, and noise around and between the records.

Legend

    layout      how the records are laid out: items, cards, rows, terms, lines, ...
    noise       what is on the page besides: a menu, a footer, a pager, an advertisement between the records
    optional    the last field is missing in some records, never in the first two
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

Row = Mapping[str, str | None]

FIRST = ("Silent", "Wild", "Last", "Northern", "Hidden", "Golden", "Broken", "Distant", "Little", "Early")
SECOND = ("Garden", "River", "Tower", "Harbour", "Mirror", "Orchard", "Winter", "Lantern", "Voyage", "Meadow")
NAMES = ("Ada Grigg", "Jonas Zeller", "Maeve Pell", "Farid Okafor", "Clara Lind", "Oskar Novak", "Ines Prado")
NOTES = ("a tale of two brothers and a boat", "essays about gardens, walls and rain", "the second part of the trilogy")
MENU = "".join(
    f"<li><a href=/{word.lower()}>{word}</a></li>" for word in ("Home", "Books", "Music", "Films", "Contact")
)


@dataclass(frozen=True, slots=True)
class MadePage:
    """A page and its records."""

    source: str
    rows: Sequence[Row]


def made_rows(random: Random, size: int, *, optional: bool) -> list[Row]:
    """Records with different titles; the note is missing in some."""
    titles = random.sample([f"The {one} {other}" for one in FIRST for other in SECOND], size)
    return [
        {
            "title": title,
            "by": random.choice(NAMES),
            "year": str(random.randint(1800, 2020)),
            "note": None if optional and at > 1 and random.random() < 0.3 else random.choice(NOTES),
        }
        for at, title in enumerate(titles)
    ]


def _link(row: Row) -> str:
    title = str(row["title"])
    return f"<a href=/{title.lower().replace(' ', '-')}>{title}</a>"


def _if(row: Row, form: str) -> str:
    return form.format(row["note"]) if row["note"] else ""


def items(rows: Iterable[Row]) -> list[str]:
    """A list item a record."""
    return [f"<li>{_link(row)} by <i>{row['by']}</i> <b>{row['year']}</b>{_if(row, '<p>{}</p>')}</li>" for row in rows]


def cards(rows: Iterable[Row]) -> list[str]:
    """Nested divs a record."""
    meta = "<div class=meta><span class=by>{}</span> <span class=y>{}</span></div>"
    form = f"<div class=card><div class=top><h3>{{}}</h3></div>{meta}{{}}</div>"
    return [form.format(_link(row), row["by"], row["year"], _if(row, "<div class=note>{}</div>")) for row in rows]


def table_rows(rows: Iterable[Row]) -> list[str]:
    """A row a record, below a row of headers."""
    head = "<tr><th>Title</th><th>Author</th><th>Year</th><th>Note</th></tr>"
    form = "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td></tr>"
    return [head, *(form.format(_link(row), row["by"], row["year"], row["note"] or "") for row in rows)]


def terms(rows: Iterable[Row]) -> list[str]:
    """A term and its definitions a record."""
    form = "<dt>{}</dt><dd>{}</dd><dd class=y>{}</dd>{}"
    return [form.format(_link(row), row["by"], row["year"], _if(row, "<dd class=note>{}</dd>")) for row in rows]


def under_headings(rows: Iterable[Row]) -> list[str]:
    """A heading and paragraphs a record."""
    form = "<h3>{}</h3><p class=by>{}</p><p class=y>{}</p>{}"
    return [form.format(_link(row), row["by"], row["year"], _if(row, "<blockquote>{}</blockquote>")) for row in rows]


def blocks(rows: Iterable[Row]) -> list[str]:
    """Lines between br, and two of them between records."""
    form = "{}<br><i>{}</i><br><b>{}</b>{}<br><br>"
    return [form.format(_link(row), row["by"], row["year"], _if(row, "<br>{}")) for row in rows]


def spanned_rows(rows: Iterable[Row]) -> list[str]:
    """Two rows a record, of which the first cell spans both."""
    form = "<tr><td rowspan=2>{}</td><td>{}</td><td>{}</td></tr><tr><td colspan=2>{}</td></tr>"
    return [form.format(row["year"], _link(row), row["by"], row["note"] or "") for row in rows]


def paired_rows(rows: Iterable[Row]) -> list[str]:
    """Two rows a record: its title, and the rest."""
    form = "<tr><td colspan=2><b>{}</b></td></tr><tr><td>{}</td><td>{}</td></tr>"
    return [form.format(_link(row), row["by"], row["year"]) for row in rows]


LAYOUTS: Mapping[str, tuple[Callable[[Iterable[Row]], list[str]], str]] = {
    "items": (items, "<ul>{}</ul>"),
    "cards": (cards, "<div id=list>{}</div>"),
    "table rows": (table_rows, "<table>{}</table>"),
    "terms": (terms, "<dl>{}</dl>"),
    "under headings": (under_headings, "<div>{}</div>"),
    "blocks of lines": (blocks, "<div>{}</div>"),
    "spanned rows": (spanned_rows, "<table>{}</table>"),
    "paired rows": (paired_rows, "<table>{}</table>"),
}
WITHOUT_NOTES = frozenset({"paired rows"})
ADVERTISEMENTS: Mapping[str, str] = {
    "<ul>{}</ul>": "<li class=ad><img src=/ad.gif></li>",
    "<table>{}</table>": "<tr class=ad><td colspan=4><img src=/ad.gif></td></tr>",
}
NOISE = ("none", "menu and footer", "pager", "advertisement", "side list", "groups")


def made_page(layout: str, noise: str, *, size: int = 8, optional: bool = False, seed: int = 0) -> MadePage:
    """A page with a layout and noise."""
    laid_out, around = LAYOUTS[layout]
    random = Random(f"{layout} {noise} {size} {optional} {seed}")
    rows = made_rows(random, size, optional=optional)
    parts = laid_out(rows)
    if noise == "advertisement":
        parts.insert(len(parts) // 2, ADVERTISEMENTS.get(around, "<div class=ad><img src=/ad.gif></div>"))
    body = around.format("".join(parts))
    if noise == "groups":
        groups = (rows[: size // 2], rows[size // 2 :])
        body = "".join(
            f"<h2>Part {at}</h2>{around.format(''.join(laid_out(some)))}" for at, some in enumerate(groups, 1)
        )
    elif noise == "menu and footer":
        body = f"<ul class=menu>{MENU}</ul><h1>Books</h1>{body}<p>Copyright by the shop, all rights reserved</p>"
    elif noise == "pager":
        body += "<p><a href=?p=2>2</a> <a href=?p=3>3</a> <a href=?p=2>Next</a></p>"
    elif noise == "side list":
        body = f"<div class=side><h2>Popular</h2><ol>{MENU}{MENU}</ol></div>{body}"
    return MadePage(f"<html><body>{body}</body></html>", rows)


def fields(page: MadePage, layout: str) -> list[Row]:
    """The records with the fields that can be seen on the page."""
    if layout in WITHOUT_NOTES:
        return [{name: value for name, value in row.items() if name != "note"} for row in page.rows]
    return list(page.rows)
