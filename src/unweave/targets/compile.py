"""A wrapper as a function from a page's text or bytes to plain records, in the fastest form that it has.

Legend

    scan                delimiters are searched for in the source; nothing is parsed
    tree, rules         the parser's own selectors find candidates; what they cannot say is looked at by hand
    scan with guard     a scan that agrees with the wrapper on all pages at hand; where its guard says no, the form
                        that parses runs
    interpreted         ``extract`` itself

Whatever has no fast form runs interpreted, and says so.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from unweave.combined import Combined
from unweave.delimiters import DelimiterWrapper
from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page
from unweave.page.encoding import decode
from unweave.rules.wrapper import RulesWrapper
from unweave.targets.fast import compile_program
from unweave.targets.probe import probing
from unweave.targets.rules import compile_columns, compile_rules
from unweave.targets.tree import compile_tree
from unweave.trees import TreeWrapper
from unweave.wrapper import Wrapper

Run = Callable[[str | bytes], list[dict[str, Any]]]


@dataclass(frozen=True, slots=True)
class Compiled:
    """A wrapper made ready to run; ``form`` is the program that runs, ``guard`` says when it falls back, and to what.

    >>> from unweave.delimiters import LR
    >>> from unweave.records import Example
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> run = compile(wrapper)
    >>> run(b"<b>Kim</b>"), run.form
    ([{'title': 'Kim'}], 'scan')
    >>> print(run)
    lr wrapper, compiled as scan; where a search fails, it is interpreted
    """

    kind: str
    form: str
    guard: str
    run: Run = field(repr=False, compare=False)

    def __call__(self, page: str | bytes) -> list[dict[str, Any]]:
        """The page's records as plain dicts, or it raises DoesNotFit, as ``extract`` does."""
        return self.run(page)

    def __str__(self) -> str:
        return f"{self.kind} wrapper, compiled as {self.form}; {self.guard}"


def compile(  # noqa: A001 - the word that users read and write
    wrapper: Wrapper, *, pages: Sequence[Page] = (), scan: bool | None = None
) -> Compiled:
    """The wrapper in its fastest form; it never fails.

    Given pages (the more, the better), the form must agree with the wrapper on all of them; and where a scan does, that
    is what runs, with a guard. ``scan`` says whether that is wanted, if not whenever pages are given.

    >>> from unweave.records import Example
    >>> from unweave.rules import Rules
    >>> pages = [Page(f"<p>{at}<p><b>By:</b> {name}<br>") for at, name in enumerate(("Ann Lee", "Bob Ray", "Cy Lo"))]
    >>> wrapper = Rules().learn([Example.from_values(pages[0], [{"by": "Ann Lee"}])])
    >>> compile(wrapper).form, compile(wrapper, pages=pages).form, compile(wrapper, pages=pages, scan=False).form
    ('rules', 'scan with guard', 'rules')
    """
    slow = _interpreted(wrapper, "its fast form does not agree with it on all pages at hand")
    wanted = [_outcome(slow, page) for page in pages]
    forms = (_fast(wrapper, known) for known in (pages, ())[: 1 + bool(pages)])  # what pages tell may mislead
    fast = next((one for one in forms if [_outcome(one, page) for page in pages] == wanted), slow)
    return (_scan(wrapper, pages, fast) or fast) if (scan is None or scan) and fast.form != "scan" else fast


def _outcome(run: Compiled, page: Page) -> list[dict[str, Any]] | str:
    try:
        return run(page.source)
    except DoesNotFit as failure:
        return str(failure)


def _fast(wrapper: Wrapper, pages: Sequence[Page]) -> Compiled:
    try:
        return _parsing(wrapper, pages)
    except CannotCompile as failure:
        return _interpreted(wrapper, failure.reason)


def _parsing(wrapper: Wrapper, pages: Sequence[Page]) -> Compiled:
    if isinstance(wrapper, DelimiterWrapper):
        program = compile_program(wrapper.program())
        return Compiled(wrapper.kind, "scan", "where a search fails, it is interpreted", program)
    if isinstance(wrapper, TreeWrapper):
        guard = "where the page has entities and parts of values are taken, it is interpreted"
        return Compiled(wrapper.kind, "tree", guard, compile_tree(wrapper))
    if isinstance(wrapper, RulesWrapper):
        return Compiled(wrapper.kind, "rules", _RULES_GUARD, compile_rules(wrapper, pages))
    if isinstance(wrapper, Combined):
        return Compiled(wrapper.kind, "rules", _RULES_GUARD, _combined(wrapper, pages))
    raise CannotCompile(target="fast", reason=f"wrappers of the kind {wrapper.kind} have no fast form")


_RULES_GUARD = "where a text stands before a table, or a rule without a fast form would decide, it is interpreted"


def _combined(wrapper: Combined, pages: Sequence[Page]) -> Run:
    """All parts on one parsed page, where a page has one record and all parts are rules."""
    parts = [part for part in wrapper.parts if isinstance(part, RulesWrapper)]
    if wrapper.grouping.by != "page" or len(parts) < len(wrapper.parts):
        raise CannotCompile(target="fast", reason="its values are grouped by where they stand")
    return compile_columns(wrapper, parts, pages)


def _interpreted(wrapper: Wrapper, reason: str) -> Compiled:
    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = page if isinstance(page, str) else decode(page)[0]
        return [record.to_dict() for record in wrapper.extract(Page(source))]

    return Compiled(wrapper.kind, "interpreted", f"{reason}, so every page is read as extract does", run)


def _scan(wrapper: Wrapper, pages: Sequence[Page], fast: Compiled) -> Compiled | None:
    probe = probing(wrapper, pages)
    if probe is None:
        return None

    def run(page: str | bytes) -> list[dict[str, Any]]:
        source = page if isinstance(page, str) else decode(page)[0]
        found = probe(source)
        return fast(source) if found is None else [found]

    guard = (
        f"it agrees on {len(pages)} pages; where a delimiter is missing or a value looks like none of theirs, "
        f"the page is parsed ({fast.form})"
    )
    return Compiled(wrapper.kind, "scan with guard", guard, run)
