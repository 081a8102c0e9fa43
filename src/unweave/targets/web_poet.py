"""A wrapper as a web-poet page object: a field per field where a page is one record, else one field with all records.

What it finds on a page is found by the same code, from the same tables, as in a stand-alone Python file; the tree is
that of the page object's selector.
"""

from unweave.targets.core import SOURCE, core_of, is_one_record
from unweave.targets.names import camel, is_plain
from unweave.wrapper import Wrapper

TARGET = "web-poet"
_TAKEN_NAMES = """
base_url css field fields found from_response html jmespath records response selector selectors skip_nonitem_fields
to_item url urljoin validate_input xpath
"""
_TAKEN = frozenset(_TAKEN_NAMES.split())
_DOC = '''"""A web-poet page object for pages of one site; ``to_item`` gives a dict.

Written by unweave from what it has learned; it needs nothing of unweave.
"""'''
_CLASS = '''class {name}Page(WebPage):
    """{what}"""
'''
_FOUND = '''
    @cached_property
    def found(self) -> dict[str, Any]:
        """The page's record, as it was found."""
        return next(iter(records({arguments})), {{}})
'''
_FIELD = '''
    @field
    def {name}(self) -> Any:
        """The page's {name}."""
        return self.found.get({name!r})
'''
_RECORDS = '''
    @field
    def records(self) -> list[dict[str, Any]]:
        """All records of the page."""
        return records({arguments})
'''


def web_poet(wrapper: Wrapper) -> str:
    """The text of a file with a page object, or it raises CannotCompile.

    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> text = web_poet(Rules().learn([Example.from_values(Page("<h1>Emma</h1>"), [{"title": "Emma"}])]))
    >>> "class RecordPage(WebPage):" in text, "def title(self)" in text
    (True, True)
    """
    core = core_of(wrapper)
    arguments = ", ".join("self.html" if one == SOURCE else "self.selector.root" for one in core.takes)
    imports = core.imports("from functools import cached_property", "from web_poet import WebPage, field")
    return f"{_DOC}\n\n{imports}\n\n\n{core.text()}\n\n{_class(wrapper, arguments)}"


def _class(wrapper: Wrapper, arguments: str) -> str:
    names = wrapper.schema.names
    name = camel(wrapper.schema.name)
    if is_one_record(wrapper) and all(is_plain(one) and one not in _TAKEN for one in names):
        fields = "".join(_FIELD.format(name=one) for one in names)
        return _CLASS.format(name=name, what="A page with one record.") + _FOUND.format(arguments=arguments) + fields
    return _CLASS.format(name=name, what="A page with records.") + _RECORDS.format(arguments=arguments)
