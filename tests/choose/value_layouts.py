"""Made film pages whose directors, actors and genres are written in many ways, for tests and for a benchmark.

Legend

    place      how label and values of a row are arranged: ``<dt>Director<dd>...``, ``<b>Director:</b> ...<br>``
    markup     what is around a value and between two: ``("link", "comma")``, or a block for each: ``("block", "li")``
    director   one name on some pages, several on others; what a test asks for
    genre      of few different values, one to three a page, which many pages share
"""

from collections.abc import Sequence
from dataclasses import dataclass

from unweave.page import Page

Markup = tuple[str, str]
ITEMS = {
    "plain": "{}",
    "link": "<a href=/p>{}</a>",
    "span": "<span>{}</span>",
    "class": "<b class=name>{}</b>",
    "nested": '<span itemprop="x"><a href=/q><span>{}</span></a></span>',
}
BETWEEN = {
    "comma": ", ",
    "and": " and ",
    "semicolon": "; ",
    "slash": " / ",
    "dot": " &middot; ",
    "line": "<br>",
    "space": " ",
    "nothing": "",
}
BLOCKS = {"li": ("<ul>{}</ul>", "<li>{}</li>"), "div": ("{}", "<div>{}</div>"), "dd": ("{}", "<dd>{}</dd>")}
PLACES = {
    "inline": ("<div class=facts>{}</div>", "<p>{label}: {values}</p>"),
    "bold": ("<div class=facts>{}</div>", "<p><b>{label}:</b> {values}</p>"),
    "dd": ("<dl>{}</dl>", "<dt>{label}</dt><dd>{values}</dd>"),
    "td": ("<table>{}</table>", "<tr><td>{label}</td><td>{values}</td></tr>"),
    "spans": (
        "<div class=facts>{}</div>",
        "<div class=row><span class=l>{label}</span><span class=v>{values}</span></div>",
    ),
    "class": ("<div class=facts>{}</div>", "<div class={name}>{values}</div>"),
    "heading": ("<div class=facts>{}</div>", "<h3>{label}</h3><div>{values}</div>"),
    "lines": ("<div class=facts>{}</div>", "<b>{label}:</b> {values}<br>"),
    "terms": ("<dl>{}</dl>", "<dt>{label}</dt>{values}"),
}
MARKUPS: list[Markup] = [
    *(
        (item, between)
        for item in ITEMS
        for between in BETWEEN
        if item != "plain" or between not in {"space", "nothing"}
    ),
    ("plain", "enumeration"),
    ("link", "enumeration"),
    *(("block", block) for block in BLOCKS),
]
FIRST = [
    "Ann",
    "Bob",
    "Cy",
    "Di",
    "Ed",
    "Flo",
    "Gus",
    "Hal",
    "Ida",
    "Joe",
    "Kit",
    "Li",
    "Mo",
    "Nan",
    "Ot",
    "Pia",
    "Quin",
    "Rex",
    "Sue",
    "Tom",
    "Uma",
    "Vic",
    "Wes",
    "Xia",
    "Yan",
    "Zoe",
]
LAST = [
    "Lee",
    "Ray",
    "Lo",
    "Ott",
    "Poe",
    "Nu",
    "Ab",
    "Ick",
    "Jo",
    "Kay",
    "Moe",
    "Ng",
    "Oz",
    "Pi",
    "Marsh",
    "Stone",
    "Vale",
    "West",
    "York",
    "Zim",
    "Hart",
    "Dunn",
    "Cole",
]
GENRES = ["Drama", "Comedy", "Crime", "War", "Western", "Horror", "Music", "Family"]
DIRECTORS = (1, 2, 1, 3, 1, 4, 2, 1, 2, 1, 1, 3)
"""How many directors films have, one after the other."""


@dataclass(frozen=True)
class Film:
    """A made page, and the values that are on it."""

    page: Page
    values: dict[str, list[str]]


def is_possible(place: str, markup: Markup) -> bool:
    """Whether a browser reads it as it is meant: a block ends a paragraph, and ``dd`` is in a list of terms."""
    if "dd" in markup:
        return place == "terms"
    return place != "terms" and not (place == "inline" and markup[0] == "block")


def written(markup: Markup, values: Sequence[str]) -> str:
    """Values in the source of a page."""
    kind, between = markup
    if kind == "block":
        around, item = BLOCKS[between]
        return around.format("".join(map(item.format, values)))
    items = [ITEMS[kind].format(value) for value in values]
    if between == "enumeration":
        return " and ".join(filter(None, [", ".join(items[:-1]), items[-1]]))
    return BETWEEN[between].join(items)


def film(place: str, markup: Markup, number: int, directors: int) -> Film:
    """A film page: a menu, a title, rows of which one is optional, a plot and a footer."""
    around, row = PLACES[place]
    values = {
        "director": _names(number, directors),
        "starring": _names(number + 100, (3, 1, 2, 4)[number % 4]),
        "genre": [GENRES[(number + 3 * at) % len(GENRES)] for at in range((2, 1, 3)[number % 3])],
    }
    rows = {name: written(markup, some) for name, some in values.items()}
    studio = {"studio": f"Acme Pictures {number % 3}"} if number % 3 != 1 else {}
    every = {"year": str(1950 + number), **rows, **studio, "runtime": f"{80 + number} min"}
    facts = "".join(row.format(label=name.capitalize(), name=name, values=some) for name, some in every.items())
    menu = "<div class=menu><a href=/>Home</a> <a href=/f>Films</a></div>"
    footer = "<div class=footer><a href=/a>About</a> <a href=/c>Contact</a></div>"
    plot = f"<p class=plot>A tale of a number, {number}, with surprises.</p>"
    source = f"<title>Film {number}</title>{menu}<h1>Film Number {number}</h1>{around.format(facts)}{plot}{footer}"
    return Film(Page(source, name=f"{number}.html"), values)


def _names(seed: int, count: int) -> list[str]:
    return [f"{FIRST[(7 * seed + 5 * at) % 26]} {LAST[(11 * seed + 3 * at) % 23]}" for at in range(count)]
