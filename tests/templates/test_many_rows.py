"""Pages of thousands of rows: what is done grows with them, counted in steps."""

from collections.abc import Callable
from itertools import product

from hypothesis import given
from hypothesis import strategies as some

from oracles.joined_texts import joined_texts
from steps import NeverWalked, growth
from unweave.page import Page
from unweave.templates import Discover
from unweave.templates.roles import JoinedTexts
from unweave.templates.selectors import SelectorIndex, TextSelector
from unweave.templates.template_texts import TemplateText, is_followed_by_like
from unweave.templates.texts import PathText

MOST = 2.3  # times the steps when the size doubles
TEXTS = [TemplateText("th", text) for text in ("A", "A:", "A: b", "B", "B c", "B d", "C", "D", "E", "F")]


def rows_page(number: int, rows: int) -> Page:
    """A list whose authors are on nearly every page, once, so that they pass for template; the rest varies."""
    row = "<li><b>Book {0}</b> <i>Author {1}</i> <u>{2}</u></li>"
    values = [(number * rows + at, at, (at + number) * 7919 % 10007) for at in range(rows) if at % 9 != number]
    return Page(f"<h1>Page {number}</h1><ul>{''.join(row.format(*each) for each in values)}</ul>", html=True)


def test_discovery_grows_with_the_rows() -> None:
    """Texts of thousands of rows that pass for template are not compared with each other."""

    def prepare(rows: int) -> Callable[[], object]:
        pages = [rows_page(number, rows) for number in range(4)]
        return lambda: Discover(exalg=False, budget=10**6).discover(pages)

    assert growth(prepare, 120) < MOST


def test_what_follows_a_text_is_looked_up() -> None:
    """A text with thousands before it is not reached through them."""
    row = NeverWalked(PathText(path, text, 0) for path, text in [("a", "Ann"), ("p", ","), ("a", "Bob"), ("b", "1901")])
    assert [is_followed_by_like(row, at) for at in range(4)] == [True, False, False, False]


@given(
    some.lists(
        some.tuples(some.sampled_from(TEXTS), some.frozensets(some.integers(0, 5), min_size=1), some.booleans()),
        unique_by=lambda one: one[0],
    ),
    some.integers(1, 6),
)
def test_texts_join_as_defined(given_texts: list[tuple[TemplateText, frozenset[int], bool]], needed: int) -> None:
    """Roles looked up by their pages and labels are those of the definition."""
    pages = {text: on for text, on, _ in given_texts}
    labelled = {text: is_label for text, _, is_label in given_texts}
    often = sorted((text for text in pages if len(pages[text]) >= needed), key=lambda text: -len(pages[text]))
    seldom = [text for text in pages if text not in often and not labelled[text]]
    joined = JoinedTexts(pages, labelled)
    for text in often:
        joined.add(text)
    for text in seldom:
        joined.join(text)
    assert joined.roles == joined_texts(often, seldom, pages, labelled)


@given(some.data())
def test_selectors_apply_as_defined(data: some.DataObject) -> None:
    """A selector applies anywhere, or behind one of its texts; where none does, those for elsewhere do."""
    scopes = some.sampled_from(("anywhere", "behind", "elsewhere"))
    behind = some.lists(some.sampled_from(TEXTS[:3]), max_size=3).map(tuple)
    selectors = data.draw(some.lists(some.builds(TextSelector, some.sampled_from("pq"), scopes, behind)))
    index = SelectorIndex(selectors, TEXTS)
    for path, text in product("pq", TEXTS[:4]):
        here = [one for one in selectors if one.path == path]
        found = [one for one in here if one.scope == "anywhere" or text in one.behind]
        defined = found or [one for one in here if one.scope == "elsewhere"]
        rows = [PathText(text.path, text.text, 0), PathText(path, "x", 1)]
        chosen = [match.selector for found in index.find(rows) for match in found]
        assert index.applicable.get((path, text), []) == defined or (not here and not chosen)
