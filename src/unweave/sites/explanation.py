"""A site program in words: its page types, how they are recognized, where their links lead, which fields they give."""

from collections.abc import Iterator

from unweave.sites.program import PageType, SiteProgram
from unweave.wording import counted
from unweave.wrapper import Explanation, Statement

NEXT = {
    "labels": "the list goes on over next pages, as the labels of links name them",
    "numbers": "the list goes on over next pages, by the numbers of pages",
}


def explained(site: SiteProgram) -> Explanation:
    """The explanation of a site program; the field of a statement is the name of a page type.

    >>> from unweave.choose import learn
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = learn([Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> explained(site).title
    'site program: 1 page type, rows of 1 field from list pages'
    """
    parts = f"{counted(len(site.types), 'page type')}, rows of {counted(len(site.schema.fields), 'field')}"
    statements = [Statement("", picture_line(site)), *(one for each in site.types for one in _about(site, each))]
    return Explanation(f"site program: {parts} from {site.rows} pages", tuple(statements))


def picture_line(site: SiteProgram) -> str:
    """The page types and links in one line.

    >>> from unweave.choose import learn
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> wrapper = learn([Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])])
    >>> picture_line(SiteProgram(wrapper.schema, (PageType("list", wrapper, next_pages="labels"),), "list", "list"))
    '[list ↻] rows'
    """
    line = " -> ".join(_box(each) for each in site.leading) + " rows"
    below = [f" -{link.field}-> {_box(site[link.to])}" for link in site.row_type.links]
    return line + ",".join(below)


def _box(kind: PageType) -> str:
    return f"[{kind.name}{' ↻' * (kind.next_pages != 'none')}]"


def _about(site: SiteProgram, kind: PageType) -> Iterator[Statement]:
    yield Statement(kind.name, _recognized(kind))
    if kind.next_pages != "none":
        yield Statement(kind.name, NEXT[kind.next_pages])
    for link in kind.links:
        how = f"its records are the list {link.nested!r} of the row" if link.nested else _joined(site, kind)
        yield Statement(kind.name, f"{link.field!r} leads to a {link.to} page; {how}")
    own = [name for name in site.schema.names if site.sources.get(name) == kind.name]
    if own:
        yield Statement(kind.name, f"gives {', '.join(own)}")
    for wrapper, name in [(kind.wrapper, ""), *((one, name) for name, one in kind.lists.items())]:
        for one in wrapper.explain().statements:
            field = f"{name}.{one.field}".strip(".") if name else one.field
            yield Statement(f"{kind.name}: {field}" if field else kind.name, one.text, one.evidence)


def _recognized(kind: PageType) -> str:
    shapes = ", ".join(kind.test.shapes)
    return f"recognized by its markup{' and addresses such as ' + shapes if shapes else ''}"


def _joined(site: SiteProgram, kind: PageType) -> str:
    return "its values complete the row" if kind.name == site.rows else "each of them is visited"
