"""Drafts: a first answer without learning, learning that can be ended, and roles computed once for all nodes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.page import Page, Span
from unweave.session import Click, Session, SessionState, Superseded
from unweave.session.drafts import draft_spans
from unweave.session.rows import role_of, roles_of
from unweave.tuning import DRAFT_VALUES

LIST = "".join(f'<p><b>Title {n}</b> <a href="/{n}">${n}.50 each</a></p>' for n in range(1, 5))
TAGS = (
    "<p>",
    "<b>",
    "<b class=x>",
    "<table>",
    "<tr>",
    "<td>",
    "<th>",
    "<ul>",
    "<li>",
    "</p>",
    "</b>",
    "</td>",
    "</table>",
)


def span_of(page: Page, text: str) -> Span:
    start = page.source.index(text)
    return Span(start, start + len(text))


def texts(page: Page, spans: tuple[Span, ...]) -> list[str]:
    return [page.text(span) for span in spans]


@given(st.lists(st.sampled_from((*TAGS, "text", "<!-- c -->", " ")), max_size=40).map("".join))
def test_roles_are_those_of_the_definition(html: str) -> None:
    """The roles that are computed from parent to child are the ones that each node has by itself."""
    page = Page(html, html=True)
    assert roles_of(page).roles == [role_of(node) for node in page.tree.nodes]


@pytest.mark.parametrize(
    ("clicked", "found"),
    [
        ("Title 2", ["Title 1", "Title 2", "Title 3", "Title 4"]),
        ("/3", ["/1", "/2", "/3", "/4"]),
        ("$1.50", ["$1.50"]),
    ],
)
def test_a_draft_has_the_values_that_look_alike(clicked: str, found: list[str]) -> None:
    """Texts and attributes stand for all that look like them, a part of a text for itself."""
    page = Page(LIST)
    assert texts(page, draft_spans(page, [span_of(page, clicked)])) == found


def test_a_draft_leaves_out_what_looks_like_a_rejected_value() -> None:
    """The classes around the rejected value tell it from the accepted one, and so all others like it."""
    page = Page("<div><b>A</b></div><div><b>B</b></div><div class=end><b>C</b></div><div class=end><b>D</b></div>")
    both = draft_spans(page, [span_of(page, "A")])
    one = draft_spans(page, [span_of(page, "A")], [span_of(page, "C")])
    assert (texts(page, both), texts(page, one)) == (["A", "B", "C", "D"], ["A", "B"])


def test_a_page_with_one_record_has_one_value() -> None:
    """A label before the value tells a table of labels and values from a list."""
    page = Page("<dl><dt>Year:<dd>1815<dt>Pages:<dd>474</dl>")
    assert texts(page, draft_spans(page, [span_of(page, "1815")])) == ["1815"]


def test_of_many_values_the_nearest_are_drafted() -> None:
    """A long list costs no more than a window of it."""
    page = Page("".join(f"<p>n{number};</p>" for number in range(3 * DRAFT_VALUES)))
    middle = span_of(page, f"n{2 * DRAFT_VALUES};")
    found = texts(page, draft_spans(page, [middle]))
    assert len(found) == DRAFT_VALUES
    assert {f"n{2 * DRAFT_VALUES + step};" for step in range(-400, 400)} <= set(found)


def test_a_draft_keeps_the_wrapper_before_if_it_agrees() -> None:
    """A confirmed value changes nothing; a draft does not change what is learned."""
    page = Page(LIST)
    one, two = (Click(0, "title", span_of(page, f"Title {number}"), wanted=True) for number in (1, 2))
    session = Session([page])
    session.set_state(SessionState((one,)))
    learned = session.spans("title", 0)
    session.set_state(SessionState((one, two)))
    assert (session.is_learned, session.draft("title", 0), session.is_learned) == (False, learned, False)
    alone = Session([page])
    alone.set_state(session.state)
    assert session.spans("title", 0) == alone.spans("title", 0)


def test_learning_ends_when_something_else_was_said() -> None:
    """What was learned until then is not kept."""
    page = Page(LIST)
    session = Session([page])
    session.set_state(SessionState((Click(0, "title", span_of(page, "Title 1"), wanted=True),)))
    with pytest.raises(Superseded):
        session.learn(lambda: True)
    assert session.is_learned is False
    assert texts(page, session.spans("title", 0)) == ["Title 1", "Title 2", "Title 3", "Title 4"]


def test_two_rows_are_learned_as_learn_learns_them() -> None:
    """The records of a session are those of the same records as examples."""
    import unweave  # noqa: PLC0415  # the front door, only here

    page = Page(LIST)
    session = Session([page])
    for number in (1, 2):
        session.accept(0, "title", span_of(page, f"Title {number}"))
        session.accept(0, "link", span_of(page, f"/{number}"))
    wrapper = unweave.learn(session.examples)
    assert [one.to_dict() for one in session.page_records(0)] == [one.to_dict() for one in wrapper.extract(page)]
    assert len(session.page_records(0)) == 4
