"""Wrappers as programs that need nothing of unweave: a Python file, a Scrapy spider, a web-poet page object.

All three have the same code and tables (``program_text``). A file parses pages with lxml; a spider and a page object
take the tree of their selector. A scan needs no tree, so its file needs the standard library alone. Texts of pages
enter the tables as literals of Python and, in paths, as literals of XPath inside these.
"""

import re
from keyword import iskeyword, issoftkeyword

from unweave.combined import Combined, Separated
from unweave.embedded import EmbeddedWrapper
from unweave.rules import RulesWrapper
from unweave.targets.expressions import Expressions
from unweave.targets.program_text import ProgramCode, expressions_code, program_code
from unweave.wrapper import Wrapper

_PYTHON_DOC = '''"""Records from pages of one site: extract(html) gives a list of dicts, one per record.

    python FILE page.html...        prints them, a line of JSON each

Written by unweave from what it has learned; it needs {needs}, and nothing of unweave.
{tree}"""'''
_PYTHON_TREE = """
The tree is lxml's, not the one that a browser builds: where a page's markup is broken, values may differ from those
that unweave itself extracts.
"""
_PYTHON_VOTE = """Several rules look for each field and vote with their weights; a rule that finds nothing gives its
silence, where it has one, to there being no value.
"""
_PYTHON_END = '''def extract(html: str | bytes) -> list[dict[str, Any]]:
    """The records of a page, given as text or as bytes."""
    source = fit(decoded(html) if isinstance(html, bytes) else html)
    return records({arguments})


def main() -> None:
    """Print the records of the files that are named, a line of JSON each."""
    for path in sys.argv[1:]:
        for record in extract(Path(path).read_bytes()):
            print(json.dumps(record, ensure_ascii=False))


if __name__ == "__main__":
    main()
'''
_SPIDER_DOC = '''"""A Scrapy spider that gives the records of the pages it visits.

    scrapy runspider FILE -O records.jsonl

Written by unweave from what it has learned; it needs nothing of unweave. Put the pages to begin with into start_urls;
to go on to other pages, yield response.follow(...) at the end of parse.
"""'''
_SPIDER_END = '''class {class_name}Spider(scrapy.Spider):
    """Visits pages and gives their records."""

    name = {name!r}
    start_urls = ["https://example.com/"]  # put your pages here

    def parse(self, response: Any) -> Iterator[Any]:
        """The records of one page, as items."""
        yield from records({arguments})
'''
_PAGE_DOC = '''"""A web-poet page object for pages of one site; ``to_item`` gives a dict.

Written by unweave from what it has learned; it needs nothing of unweave.
"""'''
_PAGE_CLASS = '''class {name}Page(WebPage):
    """{what}"""
'''
_PAGE_RECORD = '''
    @cached_property
    def found(self) -> dict[str, Any]:
        """The page's record, as it was found."""
        return next(iter(records({arguments})), {{}})
'''
_PAGE_FIELD = '''
    @field
    def {name}(self) -> Any:
        """The page's {name}."""
        return self.found.get({name!r})
'''
_PAGE_RECORDS = '''
    @field
    def records(self) -> list[dict[str, Any]]:
        """All records of the page."""
        return records({arguments})
'''
_PAGE_NAMES = """
base_url css field fields found from_response html jmespath records response selector selectors skip_nonitem_fields
to_item url urljoin validate_input xpath
"""
_PAGE_TAKEN = frozenset(_PAGE_NAMES.split())


def python(wrapper: Wrapper, expressions: Expressions | None = None) -> str:
    """The text of a Python file with ``extract(html)``, or it raises CannotCompile.

    All programs have the wrapper's rules or, if they are given, these expressions.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> books = [{"title": "Emma"}, {"title": "Kim"}]
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b><b>Kim</b>"), books)])
    >>> from unweave.targets.runners import run_program
    >>> run_program(python(wrapper))(Page("<b>Dune</b>"))
    [{'title': 'Dune'}]
    """
    code = _code(wrapper, expressions)
    needs = "lxml" if code.takes_root else "the standard library"
    tree = _PYTHON_TREE + ("" if expressions else _PYTHON_VOTE)
    doc = _PYTHON_DOC.format(needs=needs, tree=tree * code.takes_root)
    end = _PYTHON_END.format(arguments=code.arguments("source", "parsed(source)"))
    return code.text(doc, end, "import json", "import sys", "from pathlib import Path")


def scrapy(wrapper: Wrapper, expressions: Expressions | None = None) -> str:
    """The text of a file with a spider, or it raises CannotCompile.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> text = scrapy(LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])]))
    >>> "class RecordSpider(scrapy.Spider):" in text, "yield from records(response.text)" in text
    (True, True)
    """
    code = _code(wrapper, expressions)
    name = "_".join(re.findall(r"[a-z0-9]+", wrapper.schema.name.lower())) or "record"
    arguments = code.arguments("response.text", "response.selector.root")
    end = _SPIDER_END.format(class_name=_class_name(wrapper.schema.name), name=name, arguments=arguments)
    return code.text(_SPIDER_DOC, end, "import scrapy", "from collections.abc import Iterator")


def web_poet(wrapper: Wrapper, expressions: Expressions | None = None) -> str:
    """The text of a file with a page object, or it raises CannotCompile.

    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> text = web_poet(Rules().learn([Example.from_values(Page("<h1>Emma</h1>"), [{"title": "Emma"}])]))
    >>> "class RecordPage(WebPage):" in text, "def title(self)" in text
    (True, True)
    """
    code = _code(wrapper, expressions)
    is_single = _has_one_record(wrapper) if expressions is None else not expressions.record
    end = _class(wrapper, code.arguments("self.html", "self.selector.root"), is_single=is_single)
    return code.text(_PAGE_DOC, end, "from functools import cached_property", "from web_poet import WebPage, field")


def _code(wrapper: Wrapper, expressions: Expressions | None) -> ProgramCode:
    return program_code(wrapper) if expressions is None else expressions_code(expressions, wrapper.schema)


def _class(wrapper: Wrapper, arguments: str, *, is_single: bool) -> str:
    name, names = _class_name(wrapper.schema.name), wrapper.schema.names
    if not (is_single and all(_is_method_name(one) for one in names)):
        return _PAGE_CLASS.format(name=name, what="A page with records.") + _PAGE_RECORDS.format(arguments=arguments)
    record = _PAGE_CLASS.format(name=name, what="A page with one record.") + _PAGE_RECORD.format(arguments=arguments)
    return record + "".join(_PAGE_FIELD.format(name=one) for one in names)


def _has_one_record(wrapper: Wrapper) -> bool:
    """Whether all that a page shows is one record."""
    if isinstance(wrapper, Separated):
        return _has_one_record(wrapper.whole)
    if isinstance(wrapper, Combined):
        return wrapper.grouping.by == "page"
    if isinstance(wrapper, EmbeddedWrapper):
        return wrapper.paths.record is None
    return isinstance(wrapper, RulesWrapper) and wrapper.single and not wrapper.records


def _is_method_name(name: str) -> bool:
    is_plain = re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) and not iskeyword(name) and not issoftkeyword(name)
    return bool(is_plain) and name not in _PAGE_TAKEN


def _class_name(name: str) -> str:
    """A class's name, made of any text: ``SecondHandBook`` of "second-hand book"."""
    joined = "".join(word[0].upper() + word[1:] for word in re.findall(r"[A-Za-z0-9]+", name))
    return f"X{joined}" if joined[:1].isdigit() else joined or "Record"
