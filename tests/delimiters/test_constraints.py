"""The constraints hold if and only if execution gives the label back."""

from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.constraints import agrees, right_delimiter_ends_values
from oracles.labelled_pages import flat_pages, nested_pages
from oracles.wrappers import nested_result, result
from unweave.delimiters.constraints import levels_agree
from unweave.delimiters.execution import rows
from unweave.delimiters.labelled_page import FlatPage, Fragment, NestedPage
from unweave.page import Span
from unweave.program import Cut, Scan


def part(text: str, *, side: str = "") -> st.SearchStrategy[str]:
    """A part of a text: any, or one at its beginning or end."""
    if not text:
        return st.just("?")
    ends = st.integers(1, len(text))
    if side == "prefix":
        return ends.map(lambda end: text[:end])
    if side == "suffix":
        return ends.map(lambda end: text[-end:])
    return st.tuples(st.integers(0, len(text) - 1), ends).map(lambda cut: text[cut[0] : max(cut)] or text[cut[0]])


@st.composite
def candidates(draw: st.DrawFn, pages: list[FlatPage]) -> Scan:
    """A scan of any flat class, its delimiters drawn from the first page that has records."""
    page = pages[0]
    cuts = tuple(
        Cut(
            f"f{at}",
            draw(part(draw(st.sampled_from(page.lefts[at])).text, side="suffix")),
            draw(part(draw(st.sampled_from(page.rights[at]))[1].text, side="prefix")),
        )
        for at in range(len(page.rows[0]))
    )
    framed, opened = draw(st.booleans()), draw(st.booleans())
    return Scan(
        cuts,
        head=draw(part(page.head.text)) if framed else "",
        tail=draw(part(page.tail.text)) if framed else "",
        opening=draw(part(page.lefts[0][0].text)) if opened else "",
        closing=draw(st.just("") | part(page.tail.text)) if opened else "",
    )


def in_class(scan: Scan, page: FlatPage) -> bool:
    """Whether every delimiter lies within the fragments it belongs to, as the classes are bounded."""
    inside = all(
        all(fragment.text.endswith(cut.left) for fragment in page.lefts[at])
        and all(fragment.text.startswith(cut.right) for _, fragment in page.rights[at])
        for at, cut in enumerate(scan.cuts)
    )
    opened = all(scan.opening in fragment.text for fragment in page.lefts[0]) if page.rows else True
    closed = all(scan.closing in fragment.text for fragment in (*page.between, page.tail))
    return inside and opened and closed and scan.head in page.head.text and scan.tail in page.tail.text


@settings(max_examples=300, deadline=None)
@given(data=st.data(), pages=flat_pages(size=4))
def test_flat_constraints_say_what_execution_does(data: st.DataObject, pages: list[FlatPage]) -> None:
    """Whatever satisfies them reproduces the label; whatever is in the class and reproduces it satisfies them."""
    scan = data.draw(candidates(pages))
    for page in pages:
        reproduces = result(page.source, scan) == list(page.rows)
        assert not agrees(scan, page) or reproduces
        assert not (reproduces and in_class(scan, page)) or agrees(scan, page)


@settings(max_examples=200, deadline=None)
@given(data=st.data(), shown=nested_pages())
def test_nested_constraints_say_what_execution_does(data: st.DataObject, shown: list[NestedPage]) -> None:
    """The same for hierarchies, with and without head and tail."""
    page = shown[0]
    lefts = [
        data.draw(part(next(step.fragment.text for step in page.transitions if step.level == level), side="suffix"))
        for level in range(1, page.depth + 1)
    ]
    rights = [data.draw(part(places[0][1].text, side="prefix")) for places in page.rights]
    framed = data.draw(st.booleans())
    head, tail = (data.draw(part(fragment.text)) if framed else "" for fragment in (page.head, page.tail))
    cuts = tuple(Cut(f"f{at}", *cut) for at, cut in enumerate(zip(lefts, rights, strict=True)))
    within = all(right_delimiter_ends_values(cut.right, places) for cut, places in zip(cuts, page.rights, strict=True))
    bounded = head in page.head.text and tail in page.tail.text
    inside = all(step.fragment.text.endswith(lefts[step.level - 1]) for step in page.transitions if step.level)
    found = nested_result(page.source, Scan(cuts, head, tail, nested=True))
    if bounded and inside and within:
        assert levels_agree(lefts, page, head, tail) == (found == list(page.values))


def test_a_right_delimiter_found_across_the_end_of_its_value_is_refused() -> None:
    """The value xab, the fragment abab: ``abab`` begins the fragment and is not in the value, but found too early."""
    page = "[xababab"
    scan = Scan((Cut("a", "[", "abab"),))
    assert list(rows(page, scan)) == [(Span(1, 2),)]
    assert not agrees(scan, FlatPage("p", page, ((Span(1, 4),),)))
    assert not right_delimiter_ends_values("abab", [(Span(1, 4), Fragment(page, 4, 8))])
