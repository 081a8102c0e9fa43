"""A wrapper as a Scrapy spider: a skeleton, ready to run once it is told where to begin.

What it finds on a page is found by the same code, from the same tables, as in a stand-alone Python file; the tree is
that of the response's selector.
"""

from unweave.targets.core import SOURCE, core_of
from unweave.targets.names import camel, snake
from unweave.wrapper import Wrapper

TARGET = "scrapy"
_DOC = '''"""A Scrapy spider that gives the records of the pages it visits.

    scrapy runspider FILE -O records.jsonl

Written by unweave from what it has learned; it needs nothing of unweave. Put the pages to begin with into start_urls;
to go on to other pages, yield response.follow(...) at the end of parse.
"""'''
_END = '''class {name}Spider(scrapy.Spider):
    """Visits pages and gives their records."""

    name = {called!r}
    start_urls = ["https://example.com/"]  # put your pages here

    def parse(self, response: Any) -> Iterator[Any]:
        """The records of one page, as items."""
        yield from records({arguments})
'''


def scrapy(wrapper: Wrapper) -> str:
    """The text of a file with a spider, or it raises CannotCompile.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> text = scrapy(LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])]))
    >>> "class RecordSpider(scrapy.Spider):" in text, "yield from records(response.text)" in text
    (True, True)
    """
    core = core_of(wrapper)
    imports = core.imports("import scrapy", "from collections.abc import Iterator")
    arguments = ", ".join("response.text" if one == SOURCE else "response.selector.root" for one in core.takes)
    name = wrapper.schema.name or "record"
    end = _END.format(name=camel(name), called=snake(name), arguments=arguments)
    return f"{_DOC}\n\n{imports}\n\n\n{core.text()}\n\n{end}"
