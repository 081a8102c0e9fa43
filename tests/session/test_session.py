"""The conversation."""

import pytest

from unweave.delimiters import LR
from unweave.errors import BadInput
from unweave.page import Page, Span
from unweave.session import Change, Click, Session, ValueQuestion
from unweave.trees import KL

SOURCE = (
    "<h4>Results for <i>x</i></h4>"
    + "".join(f"<p><b><a>title{number}</a></b> <a>author{number}</a></p>" for number in (1, 2, 3))
    + "<center><b><a>Prev</a></b> <a>1</a> 2 <a>3</a> <b><a>Next</a></b></center>"
)
PAGES = [Page(SOURCE, name="a.html"), Page(SOURCE.replace("title", "work"), name="b.html")]


def place(text: str, page: int = 0) -> Span:
    start = PAGES[page].source.index(f">{text}<") + 1
    return Span(start, start + len(text))


def texts(session: Session, field: str, page: int = 0) -> list[str]:
    return [PAGES[page].text(span) for span in session.found[field, page]]


def clicked() -> Session:
    return Session(PAGES, learner=KL(estimate=False))


def test_a_conversation() -> None:
    """Example 13 of the paper: a title, then Prev, and all titles of all pages are there."""
    session = clicked()
    session.accept(0, "title", place("title1"))
    assert len(texts(session, "title")) == 10
    session.reject(0, "title", place("Prev"))
    assert texts(session, "title") == ["title1", "title2", "title3"]
    assert texts(session, "title", 1) == ["work1", "work2", "work3"]


def test_a_change_says_what_it_did() -> None:
    """What was added and removed, on which page, and no problem."""
    session = clicked()
    first = session.accept(0, "title", place("title1"))
    then = session.reject(0, "title", place("Prev"))
    assert len(first.added) == 20
    assert {(page, PAGES[page].text(span)) for _, page, span in then.removed} >= {(0, "Prev"), (1, "Next")}
    assert (then.added, then.problems) == ((), {})


def test_undo_and_redo() -> None:
    """Undo withdraws one statement; redo repeats it; at the ends nothing happens."""
    session = clicked()
    assert session.undo() == Change()
    session.accept(0, "title", place("title1"))
    before = session.found
    session.reject(0, "title", place("Prev"))
    after = session.found
    session.undo()
    assert session.found == before
    session.redo()
    assert session.found == after
    assert session.redo() == Change()


def test_saying_the_opposite_takes_it_back() -> None:
    """The last word about a place counts."""
    session = clicked()
    session.reject(0, "title", place("title1"))
    session.accept(0, "title", place("title1"))
    assert [click.wanted for click in session.state.clicks] == [True]


def test_several_fields_become_records() -> None:
    """Fields are learned by themselves, and records are made of them."""
    session = Session(PAGES)
    session.accept(0, "title", place("title1"))
    session.accept(0, "author", place("author2"))
    assert [record.to_dict() for record in session.records[1]] == [
        {"title": f"work{number}", "author": f"author{number}"} for number in (1, 2, 3)
    ]


def test_a_complete_page() -> None:
    """On a complete page everything that was not accepted is wrong."""
    session = clicked()
    for number in (1, 2, 3):
        session.accept(0, "title", place(f"title{number}"))
    session.complete(0)
    assert texts(session, "title") == ["title1", "title2", "title3"]
    session.complete(0, is_complete=False)
    assert len(texts(session, "title")) == 10


def test_the_question_is_about_what_is_not_clear() -> None:
    """Asked is a place about which consistent wrappers disagree; answering it settles it."""
    session = clicked()
    session.accept(0, "title", place("title1"))
    question = session.question
    assert isinstance(question, ValueQuestion)
    assert question.worth > 0
    assert question.span not in {click.span for click in session.state.clicks}


def test_questions_end() -> None:
    """A user who only answers questions gets the right wrapper, and then there are no more."""
    session = clicked()
    session.accept(0, "title", place("title1"))
    for _ in range(20):
        question = session.question
        if question is None:
            break
        answer = session.accept if question.text.startswith(("title", "work")) else session.reject
        answer(question.page, question.field, question.span)
    assert session.question is None
    assert texts(session, "title") == ["title1", "title2", "title3"]


def test_a_problem_is_told_and_can_be_undone() -> None:
    """A field that cannot be learned is named with the reason; the others go on."""
    session = clicked()
    session.accept(0, "title", place("title1"))
    session.reject(0, "author", place("author1"))
    assert "author" in session.problems
    assert list(session.wrappers) == ["title"]
    session.undo()
    assert session.problems == {}


def test_any_learner_will_do() -> None:
    """The learner is a parameter; one that has no rivals asks nothing."""
    page = Page("<b>Emma</b> <b>Kim</b>")
    session = Session([page], learner=LR())
    session.accept(0, "title", Span(3, 7))
    assert [page.text(span) for span in session.found["title", 0]] == ["Emma", "Kim"]
    assert session.question is None


def test_a_page_that_is_not_there() -> None:
    """Bad input is refused before anything is changed."""
    session = clicked()
    with pytest.raises(BadInput):
        session.accept(7, "title", Span(0, 1))
    assert session.state.clicks == ()


def test_unless_told_otherwise_all_families_are_asked() -> None:
    """One value, and the others of its list are found on all pages; the question is about what is not clear."""
    session = Session(PAGES)
    session.accept(0, "author", place("author1"))
    assert texts(session, "author", 1) == ["author1", "author2", "author3"]
    session.reject(0, "title", place("Prev"))
    assert list(session.problems) == ["title"]
    session.accept(0, "title", place("title1"))
    question = session.question
    assert isinstance(question, ValueQuestion)
    assert question.span not in {click.span for click in session.state.clicks}


def test_what_is_not_extracted_cannot_be_marked_as_wrong() -> None:
    """Example 13 of the paper; the error has the text, and nothing is changed."""
    page = Page("<p><b>Emma</b> <i>$5</i></p><p><b>Kim</b> <i>$7</i></p>", name="p1")
    session = Session([page])
    session.accept(0, "title", Span(6, 10))
    price = page.source.index("$7")
    before = session.state
    with pytest.raises(BadInput, match=r"p1.*title.*'\$7' is not extracted, so it cannot be marked as wrong"):
        session.reject(0, "title", Span(price, price + 2))
    assert session.state == before
    kim = page.source.index("Kim")
    assert session.reject(0, "title", Span(kim, kim + 3)).removed


def test_no_statement_is_dropped() -> None:
    """Where no wrapper agrees with all clicks, the closest one is kept, and the clicks against each other are named."""
    page = Page("<p><b>Emma</b></p><p><b>Kim</b></p><p><b>Dune</b></p>")
    emma, kim, dune = (Span(at := page.source.index(text), at + len(text)) for text in ("Emma", "Kim", "Dune"))
    session = Session([page], learner=LR())
    session.accept(0, "title", emma)
    session.accept(0, "title", kim)
    before = session.found
    change = session.reject(0, "title", dune)
    rejected = Click(0, "title", dune, wanted=False)
    assert session.found == before
    assert session.problems == {}
    assert change.conflicts == session.conflicts
    conflict = session.conflicts["title"]
    assert conflict.unused == (rejected,)
    assert conflict.clicks[-1] == rejected
    assert "LR wrapper" in conflict.reason
    assert rejected in session.state.clicks
    assert session.examples[0].rejected == {"title": (dune,)}
    session.undo()
    assert session.conflicts == {}
    session.redo()
    assert list(session.conflicts) == ["title"]


def test_clicks_that_contradict_each_other_are_all_named() -> None:
    """Without either of two clicks there is a wrapper; it is the first that is kept."""
    page = Page("<p><b>Emma</b></p><i>x</i><u>y</u>")
    emma, x = (Span(at := page.source.index(f">{text}<") + 1, at + len(text)) for text in ("Emma", "x"))
    session = Session([page], learner=LR())
    session.accept(0, "title", emma)
    session.accept(0, "title", x)
    conflict = session.conflicts["title"]
    assert [click.span for click in conflict.clicks if isinstance(click, Click)] == [emma, x]
    assert [click.span for click in conflict.unused if isinstance(click, Click)] == [x]
    assert session.found["title", 0] == (emma,)
