"""A site program as a picture: a box for each page type with its fields, an arrow for each link, in SVG.

The types are in columns, from the start to the rows and on to what completes them. Names come from pages, and are
escaped.
"""

from html import escape

from unweave.sites.program import PageType, SiteProgram

WIDTH, GAP, LINE, PAD = 190, 110, 18, 12
MOST_FIELDS = 12
STYLE = (
    "text{font:13px sans-serif;fill:#222}.name{font-weight:bold}.small{font-size:11px;fill:#555}"
    "rect{fill:#f4f7fb;stroke:#47688e;stroke-width:1.5}.rows{fill:#e7f3e4}path{fill:none;stroke:#47688e;stroke-width:1.5}"
)


def svg_picture(site: SiteProgram) -> str:
    """The picture as the text of an SVG file.

    >>> from unweave.choose import learn
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = learn([Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> svg_picture(site).count("<rect")
    1
    """
    columns = _columns(site)
    places = {
        kind.name: (PAD + at * (WIDTH + GAP), PAD + row * (_height(kind) + 3 * LINE), kind)
        for at, column in enumerate(columns)
        for row, kind in enumerate(column)
    }
    boxes = [_box(site, x, y, kind) for x, y, kind in places.values()]
    arrows = [_arrow(places[kind.name], places[link.to], link.field) for kind in site.types for link in kind.links] + [
        _loop(*place) for place in places.values() if place[2].next_pages != "none"
    ]
    width = max(x for x, _, _ in places.values()) + WIDTH + PAD
    height = max(y + _height(kind) for _, y, kind in places.values()) + 2 * LINE + PAD
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}">'
    marker = (
        '<defs><marker id="to" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0 8 4 0 8z" style="fill:#47688e"/></marker></defs>'
    )
    return "\n".join([head, f"<style>{STYLE}</style>", marker, *boxes, *arrows, "</svg>"]) + "\n"


def _columns(site: SiteProgram) -> list[list[PageType]]:
    """The page types by how many links lead to them from the start."""
    columns: list[list[PageType]] = [[site[site.start]]]
    placed = {site.start}
    while columns[-1]:
        names = dict.fromkeys(link.to for kind in columns[-1] for link in kind.links if link.to not in placed)
        placed |= set(names)
        columns.append([site[name] for name in names])
    return columns[:-1]


def _fields(site: SiteProgram, kind: PageType) -> list[str]:
    own = [name for name in site.schema.names if site.sources.get(name) == kind.name]
    return own[:MOST_FIELDS] + ["..."] * (len(own) > MOST_FIELDS)


def _height(kind: PageType) -> int:
    fields = len(kind.wrapper.schema.fields) + len(kind.lists)
    return PAD + LINE * (2 + min(fields, MOST_FIELDS + 1))


def _box(site: SiteProgram, x: int, y: int, kind: PageType) -> str:
    is_rows = ' class="rows"' if kind.name == site.rows else ""
    title = kind.name + (": one row per record" if kind.name == site.rows else "")
    lines = [f'<text class="name" x="{x + PAD}" y="{y + LINE + 2}">{escape(title)}</text>']
    lines += [
        f'<text x="{x + PAD}" y="{y + LINE * (at + 2) + 4}">{escape(name)}</text>'
        for at, name in enumerate(_fields(site, kind))
    ]
    return f'<rect{is_rows} x="{x}" y="{y}" width="{WIDTH}" height="{_height(kind)}" rx="6"/>' + "".join(lines)


def _arrow(one: tuple[int, int, PageType], other: tuple[int, int, PageType], name: str) -> str:
    (x, y, _), (to_x, to_y, _) = one, other
    start, end = (x + WIDTH, y + 2 * LINE), (to_x, to_y + 2 * LINE)
    middle = (start[0] + end[0]) / 2
    line = f"M{start[0]} {start[1]} C{middle} {start[1]} {middle} {end[1]} {end[0]} {end[1]}"
    label = f'<text class="small" x="{start[0] + PAD}" y="{start[1] - 6}">{escape(name)}</text>'
    return f'<path d="{line}" marker-end="url(#to)"/>{label}'


def _loop(x: int, y: int, kind: PageType) -> str:
    bottom, left, right = y + _height(kind), x + WIDTH // 3, x + 2 * WIDTH // 3
    line = f"M{left} {bottom} C{left} {bottom + 2 * LINE} {right} {bottom + 2 * LINE} {right} {bottom}"
    label = f'<text class="small" x="{right + 4}" y="{bottom + LINE}">next page</text>'
    return f'<path d="{line}" marker-end="url(#to)"/>{label}'
