"""A wrapper as a function from a page's text or bytes to plain records.

Legend

    scan                the delimiters are searched for in the source; nothing is parsed
    scan with guard     a scan learned from pages; where its guard refuses a page, ``extract`` runs
    extract             ``wrapper.extract`` on the page
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from unweave.delimiters import DelimiterWrapper
from unweave.engine.guarded_scan import GuardedScan
from unweave.engine.guarded_scan_learner import guarded_scan
from unweave.engine.scan import compile_scan, source_of
from unweave.page import Page
from unweave.rules import RulesWrapper
from unweave.wrapper import Wrapper


@dataclass(frozen=True, slots=True)
class Compiled:
    """A wrapper made ready to run: call it with the text or the bytes of a page.

    ``form`` is "scan", "scan with guard" or "extract".

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> run = compile(wrapper)
    >>> run(b"<b>Kim</b>"), run.form
    ([{'title': 'Kim'}], 'scan')
    >>> print(run)
    lr wrapper, compiled as scan: where a search fails, extract runs
    """

    kind: str
    form: str
    description: str
    run: Callable[[str | bytes], list[dict[str, Any]]] = field(repr=False, compare=False)
    made_of: tuple[Wrapper, GuardedScan | None, int] = field(repr=False, compare=False)

    def __reduce__(self) -> tuple[Any, ...]:
        return _compiled, self.made_of  # functions are not pickled: they are made again

    def __call__(self, page: str | bytes) -> list[dict[str, Any]]:
        """The page's records as plain dicts, or it raises DoesNotFit, as ``extract`` does."""
        return self.run(page)

    def __str__(self) -> str:
        return f"{self.kind} wrapper, compiled as {self.form}: {self.description}"


def compile(  # noqa: A001 - the word that users read and write
    wrapper: Wrapper, *, pages: Sequence[Page] = (), scan: bool = False
) -> Compiled:
    """The wrapper as a function; it never fails.

    With ``scan`` a wrapper that parses is replaced by a guarded scan, where one can be learned from ``pages`` (the
    more, the better; three at least). It is much faster, but can be wrong on pages unlike all of these.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> pages = [Page(f"<p>{at}<p><b>By:</b> {name}<br>") for at, name in enumerate(("Ann Lee", "Bob Ray", "Cy Lo"))]
    >>> wrapper = Rules().learn([Example.from_values(pages[0], [{"by": "Ann Lee"}])])
    >>> compile(wrapper).form, compile(wrapper, pages=pages, scan=True).form
    ('extract', 'scan with guard')
    """
    if isinstance(wrapper, DelimiterWrapper) or not scan:
        return _compiled(wrapper, None, 0)
    known = [name for name in wrapper.schema.names if not isinstance(wrapper, RulesWrapper) or wrapper.of(name)]
    return _compiled(wrapper, guarded_scan(wrapper, pages, known), len(pages))


def _compiled(wrapper: Wrapper, guarded: GuardedScan | None, pages: int) -> Compiled:
    form, description = "extract", "every page is parsed"
    run: Callable[[str | bytes], list[dict[str, Any]]] = partial(plain_records, wrapper)
    if isinstance(wrapper, DelimiterWrapper) and wrapper.scan.lines:
        description = "every page is read as lines"
    elif isinstance(wrapper, DelimiterWrapper):
        form, description = "scan", "where a search fails, extract runs"
        run = compile_scan(wrapper.program(), wrapper.extract)
    elif guarded is not None:
        form, run = "scan with guard", _with_fallback(guarded, wrapper)
        description = f"it agrees with extract on {pages} pages; where its guard refuses a page, extract runs"
    return Compiled(wrapper.kind, form, description, run, (wrapper, guarded, pages))


def plain_records(wrapper: Wrapper, page: str | bytes) -> list[dict[str, Any]]:
    """What a wrapper extracts from the text or the bytes of a page, as plain dicts.

    >>> from unweave.records import Example
    >>> from unweave.trees import KL
    >>> page = Page("<b>Emma</b><i>Kim</i>")
    >>> plain_records(KL().learn([Example.from_values(page, [{"title": "Emma"}])]), b"<b>Dune</b><i>Kim</i>")
    [{'title': 'Dune'}]
    """
    made = Page(page) if isinstance(page, str) else Page.from_bytes(page)
    if isinstance(wrapper, RulesWrapper):
        return wrapper.dicts(made)
    return [record.to_dict() for record in wrapper.extract(made)]


def _with_fallback(scan: GuardedScan, wrapper: Wrapper) -> Callable[[str | bytes], list[dict[str, Any]]]:
    names = wrapper.schema.names

    def run(page: str | bytes) -> list[dict[str, Any]]:
        found = scan(source := source_of(page))
        return plain_records(wrapper, source) if found is None else [{name: found.get(name) for name in names}]

    return run
