"""A wrapper as a stand-alone Python file, which needs nothing of this library.

A scan becomes a file that needs the standard library alone; what selects nodes needs lxml as well. The code of such a
file is that of ``unweave.targets.alone``, as it stands, and before it, in tables, what was learned. Texts of pages
enter the tables as literals of Python and, in paths, as literals of XPath inside these.
"""

from unweave.targets.core import SOURCE, Core, core_of
from unweave.wrapper import Wrapper

_DOC = '''"""Records from pages of one site: extract(html) gives a list of dicts, one per record.

    python FILE page.html...        prints them, a line of JSON each

Written by unweave from what it has learned; it needs {needs}, and nothing of unweave.
{tree}"""'''
_TREE = """
The tree is lxml's, not the one that a browser builds: where a page's markup is broken, values may differ from those
that unweave itself extracts. Several rules look for each field and vote with their weights; a rule that finds nothing
gives its silence, where it has one, to there being no value.
"""
_END = '''def extract(html: str | bytes) -> list[dict[str, Any]]:
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


def python(wrapper: Wrapper) -> str:
    """The text of a Python file with ``extract(html)``, or it raises CannotCompile.

    >>> from unweave.delimiters import LR
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> books = [{"title": "Emma"}, {"title": "Kim"}]
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b><b>Kim</b>"), books)])
    >>> from unweave.targets.stand_ins import run_python
    >>> run_python(python(wrapper))(Page("<b>Dune</b>"))
    [{'title': 'Dune'}]
    """
    core = core_of(wrapper)
    core = Core(core.classes, core.tables, _with_files(core), core.records, core.takes)
    doc = _DOC.format(needs="lxml" if core.needs_lxml else "the standard library", tree=_TREE * core.needs_lxml)
    imports = core.imports("import json", "import sys", "from pathlib import Path")
    arguments = ", ".join("source" if one == SOURCE else "parsed(source)" for one in core.takes)
    return f"{doc}\n\n{imports}\n\n\n{core.text()}\n\n{_END.format(arguments=arguments)}"


def _with_files(core: Core) -> tuple[str, ...]:
    more = ("decoding", "parsing") if core.needs_lxml else ("decoding",)
    return tuple(dict.fromkeys([*core.modules, *more]))
