"""The files of a Scrapy project that does what a site program does.

Legend
    page object     a module of the project with ``extract(html)``: a wrapper as a Python program (``unweave.export``)
    program         the page types, links and rows as data, which the spider reads

The settings are polite in the same way: robots.txt, one request at a time, a delay that follows the host, retries. The
next pages of a list are found in a reduced way: by ``rel``, by the words of labels, by classes; given pages, this is
compared with ``next_pages``, and CannotCompile names the first page on which it differs.
"""

import re
from collections.abc import Mapping, Sequence
from pprint import pformat
from urllib.parse import urldefrag, urljoin

from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.sites.link_labels import NEXT, NEXT_MARKS
from unweave.sites.pagers import next_pages
from unweave.sites.program import PageType, SiteProgram
from unweave.sites.scrapy.spider import SPIDER
from unweave.targets.export import export

WRITTEN = "Written by unweave from what it has learned; it needs nothing of unweave."
SETTINGS = f'''"""Settings with the politeness of unweave: one request at a time, a delay that follows the host.

{WRITTEN}
"""

BOT_NAME = "{{name}}"
SPIDER_MODULES = ["{{name}}.spiders"]
ROBOTSTXT_OBEY = True
CONCURRENT_REQUESTS = 1
CONCURRENT_REQUESTS_PER_DOMAIN = 1
DOWNLOAD_DELAY = 1.0
AUTOTHROTTLE_ENABLED = True
AUTOTHROTTLE_START_DELAY = 1.0
AUTOTHROTTLE_MAX_DELAY = 60.0
RETRY_TIMES = 3
DOWNLOAD_TIMEOUT = 30
DOWNLOAD_MAXSIZE = 10 * 1024 * 1024
DEPTH_LIMIT = 1000
CLOSESPIDER_PAGECOUNT = 10_000
FEED_EXPORT_ENCODING = "utf-8"
TELNETCONSOLE_ENABLED = False
'''
ITEMS = f'''"""The item of the project: the fields of a row, and what could not be had.

{WRITTEN} The spider yields plain dicts with these names.
"""

import scrapy


class Row(scrapy.Item):
    """A row."""

'''


def scrapy_project(
    site: SiteProgram, *, name: str, starts: Sequence[str] = (), pages: Sequence[Page] = ()
) -> dict[str, str]:
    """The files of the project: path -> text. ``scrapy crawl site`` runs it from the folder.

    Args:
        site: the site program.
        name: the name of the project; it becomes the name of a Python package.
        starts: the addresses to begin with; others can be put into ``program.py``.
        pages: saved pages of the site, on which the export is checked.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> page = Page("<p><b>Emma</b></p><p><b>Kim</b></p>", url="http://a.org/")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> sorted(scrapy_project(site, name="books"))[:3]
    ['books/__init__.py', 'books/items.py', 'books/pages/__init__.py']
    """
    package = module_name(name)
    for kind in site.types:
        if kind.next_pages != "none":
            _check_next_pages(kind, [page for page in pages if site.type_of(page) == kind])
    fields = [*site.schema.names, "missing"]
    files = {
        "scrapy.cfg": f"[settings]\ndefault = {package}.settings\n",
        f"{package}/__init__.py": "",
        f"{package}/settings.py": SETTINGS.format(name=package),
        f"{package}/items.py": ITEMS + f"    fields = {{name: scrapy.Field() for name in {fields!r}}}\n",
        f"{package}/program.py": _program(site, starts),
        f"{package}/spiders/__init__.py": "",
        f"{package}/spiders/site.py": SPIDER,
        f"{package}/pages/__init__.py": "",
    }
    for kind in site.types:
        files[f"{package}/pages/{module_name(kind.name)}.py"] = export(kind.wrapper, to="python")
        for nested, wrapper in kind.lists.items():
            files[f"{package}/pages/{_list_module(kind, nested)}.py"] = export(wrapper, to="python")
    return files


def module_name(name: str) -> str:
    """A name for a Python module: names of page types and files are free texts.

    >>> module_name("Books & maps"), module_name("1.site")
    ('books_maps', 'p1_site')
    """
    text = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "site"
    return text if text[0].isalpha() else f"p{text}"


def _list_module(kind: PageType, nested: str) -> str:
    return f"{module_name(kind.name)}_{module_name(nested)}_list"


def _program(site: SiteProgram, starts: Sequence[str]) -> str:
    types = {
        module_name(kind.name): {
            "links": [{"field": link.field, "to": module_name(link.to), "nested": link.nested} for link in kind.links],
            "next_pages": kind.next_pages != "none",
            "lists": {nested: _list_module(kind, nested) for nested in kind.lists},
        }
        for kind in site.types
    }
    values: Mapping[str, object] = {
        "START_URLS": list(starts),
        "START": module_name(site.start),
        "ROWS": module_name(site.rows),
        "FIELDS": list(site.schema.names),
        "PROGRAM": types,
        "NEXT_WORDS": sorted(NEXT),
        "NEXT_MARKS": sorted(NEXT_MARKS),
    }
    lines = [f"{name} = {pformat(value, width=100, compact=True, sort_dicts=False)}" for name, value in values.items()]
    return f'"""The site program as data.\n\n{WRITTEN}\n"""\n\n' + "\n".join(lines) + "\n"


def _check_next_pages(kind: PageType, pages: Sequence[Page]) -> None:
    """It raises CannotCompile where the reduced way finds other next pages."""
    for page in pages:
        wanted = set(next_pages(page, by="numbers" if kind.next_pages == "numbers" else "labels", pager=kind.pager))
        found = reduced_next_pages(page)
        if wanted != found:
            reason = f"its next pages cannot be told by rel, words and classes: {page.url or page.name}"
            raise CannotCompile(target="scrapy", reason=f"{kind.name}: {reason}")


def reduced_next_pages(page: Page) -> set[str]:
    """The next pages as the spider finds them.

    >>> reduced_next_pages(Page('<a rel="next" href="?p=2">2</a> <a href="?p=9">Last</a>', url="http://a.org/"))
    {'http://a.org/?p=2'}
    """
    found = set()
    for node in page.tree.elements():
        href = node.attributes.get("href", "").strip()
        if node.tag != "a" or not href or href.startswith("#"):
            continue
        own = node.attributes.get("class", "").lower()
        around = f"{own} {node.parent.attributes.get('class', '').lower() if node.parent else ''}"
        letters = "".join(char if char.isalpha() else " " for char in node.text.lower())
        said = [word for word in letters.split() if word not in {"page", "the", "results", "seite", "de", "la"}]
        is_next = (
            "next" in node.attributes.get("rel", "").lower().split()
            or (bool(said) and all(word in NEXT for word in said))
            or (not said and any(mark in NEXT_MARKS for mark in re.split(r"[_\s-]+", own)))
        )
        target = urldefrag(urljoin(page.url or "", href))[0]
        if is_next and "disabled" not in around and target != page.url:
            found.add(target)
    return found
