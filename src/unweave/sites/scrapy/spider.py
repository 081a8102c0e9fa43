"""The spider of a Scrapy project, as a text: it is read by the project and is no part of unweave's own program.

``PROGRAM``, ``START_URLS`` and the words for *next* are in ``program.py`` of the project, which is written for a site.
"""

SPIDER = '''"""The spider: it visits the page types of the site, and gives a row for each record of a list page.

Written by unweave from what it has learned; it needs nothing of unweave. A row whose detail page fails is kept, with
the reason in the field "missing".
"""

from importlib import import_module
from urllib.parse import urldefrag, urljoin

import scrapy

from ..program import FIELDS, NEXT_MARKS, NEXT_WORDS, PROGRAM, ROWS, START, START_URLS


def records_of(kind, response):
    """The records of a page of a type."""
    return import_module(f"..pages.{kind}", __package__).extract(response.text)


def target_of(response, value):
    """The absolute address of a link, or None where it leads to no page."""
    if not value or value.startswith("#"):
        return None
    target = urldefrag(urljoin(response.url, value.strip()))[0]
    return target if target.startswith(("http:", "https:")) else None


def next_pages(response):
    """The targets of the links to the next page: by rel, by the words of their label, or by their class."""
    found = {}
    for link in response.xpath("//a[@href]"):
        around = f"{link.attrib.get('class', '')} {' '.join(link.xpath('../@class').getall())}".lower()
        words = "".join(char if char.isalpha() else " " for char in " ".join(link.xpath(".//text()").getall()).lower())
        said = [word for word in words.split() if word not in ("page", "the", "results", "seite", "de", "la")]
        marks = link.attrib.get("class", "").lower().replace("_", "-").replace("-", " ").split()
        is_next = (
            "next" in link.attrib.get("rel", "").lower().split()
            or (said and all(word in NEXT_WORDS for word in said))
            or (not said and any(mark in NEXT_MARKS for mark in marks))
        )
        target = target_of(response, link.attrib["href"])
        if is_next and target and "disabled" not in around and target != urldefrag(response.url)[0]:
            found[target] = None
    return list(found)


class SiteSpider(scrapy.Spider):
    """Rows from list pages, completed from detail pages."""

    name = "site"
    start_urls = START_URLS

    def parse(self, response):
        """A start page."""
        yield from self.visit(response, START, {}, frozenset())

    def visit(self, response, kind, above, shown):
        """A page on the way to the rows; shown are the links of the pages of the same list before it."""
        rules = PROGRAM[kind]
        keys = []
        for record in records_of(kind, response):
            for link in rules["links"]:
                record[link["field"]] = target_of(response, record.get(link["field"]))
            key = str([record.get(link["field"]) for link in rules["links"]] or record)
            if key in shown:
                continue
            keys.append(key)
            if kind == ROWS:
                yield from self.complete({**above, **record}, list(rules["links"]))
                continue
            for link in rules["links"]:
                if record[link["field"]]:
                    values = {name: value for name, value in record.items() if name != link["field"]}
                    arguments = {"kind": link["to"], "above": {**above, **values}, "shown": frozenset()}
                    yield response.follow(record[link["field"]], self.visit, cb_kwargs=arguments)
        if rules["next_pages"] and keys:
            for target in next_pages(response):
                arguments = {"kind": kind, "above": above, "shown": shown | set(keys)}
                yield response.follow(target, self.visit, cb_kwargs=arguments)

    def complete(self, row, links):
        """The row, or the request for the next page that completes it."""
        if not links:
            yield {**{name: row.get(name) for name in FIELDS}, "missing": row.get("missing")}
            return
        link, rest = links[0], links[1:]
        if not row.get(link["field"]):
            yield from self.complete({**row, "missing": f"{link['to']}: the row has no link to it"}, rest)
            return
        arguments = {"row": row, "link": link, "rest": rest}
        yield scrapy.Request(
            row[link["field"]], self.detail, errback=self.failed, cb_kwargs=arguments, dont_filter=True
        )

    def detail(self, response, row, link, rest):
        """A page that completes a row."""
        rules, records = PROGRAM[link["to"]], records_of(link["to"], response)
        for record in records:
            for further in rules["links"]:
                record[further["field"]] = target_of(response, record.get(further["field"]))
        if link["nested"]:
            row = {**row, link["nested"]: records}
        elif not records or not any(records[0].values()):
            row = {**row, "missing": f"{link['to']}: none of its values was found on the page ({response.url})"}
        else:
            lists = {name: records_of(module, response) for name, module in rules["lists"].items()}
            row, rest = {**row, **lists, **records[0]}, [*rules["links"], *rest]
        yield from self.complete(row, rest)

    def failed(self, failure):
        """A page that could not be had: the row is kept."""
        request = failure.request
        row, link, rest = (request.cb_kwargs[name] for name in ("row", "link", "rest"))
        response = getattr(failure.value, "response", None)
        reason = f"HTTP {response.status}" if response is not None else failure.getErrorMessage()
        yield from self.complete({**row, "missing": f"{link['to']}: {reason} ({request.url})"}, rest)
'''
