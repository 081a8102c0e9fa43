"""The next question, and the effect of its answer."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.choose import Auto
from unweave.choose.answers import Answer, with_answer
from unweave.choose.consensus import consensus
from unweave.choose.evidence import ChosenWrapper, FieldEvidence
from unweave.choose.questions import Question, next_question, questions
from unweave.choose.voters import FieldVoter, PageValues
from unweave.errors import ValueNotFound
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Cell, Either, Example, Record
from unweave.wrapper import reproduces

SHOP = "<h1>{}</h1><table>{}<tr><th>Format<td>{}<tr><th>Price<td>{}</table><p>Seen: 3</p>"
LANGUAGE = "<tr><th>Language<td>English"
BOOKS = [("Emma", "", "Paperback", "$5"), ("Kim", LANGUAGE, "Hardcover", "$7"), ("Dune", "", "Audio", "$9")]
PAGES = [Page(SHOP.format(*book), name=f"{book[0]}.html") for book in BOOKS]
EMMA = Example.from_values(PAGES[0], [{"title": "Emma", "format": "Paperback", "price": "$5"}])
SHOWN = [EMMA, *map(Example, PAGES[1:])]
LETTERS = Page("a b c d", name="p.html", html=True)


def place(page: Page, text: str) -> Span:
    start = page.source.index(f">{text}<") + 1
    return Span(start, start + len(text))


def chosen_from(*found: tuple[PageValues, ...], weights: tuple[float, ...] = (), single: bool = True) -> ChosenWrapper:
    """A choice for one field on pages of letters, with voters that find these values."""
    pages = tuple(replace_name(number) for number in range(len(found[0])))
    weights = weights or (1.0,) * len(found)
    voters = [
        FieldVoter("rules", "", values, weight, spans=tuple(tuple(map(letter, each)) for each in values))
        for values, weight in zip(found, weights, strict=True)
    ]
    wrapper = Auto().learn([Example.from_spans(LETTERS, [{"field": (0, 1)}])])
    return ChosenWrapper(wrapper, pages, {"field": evidence_of(voters)}, single=single)


def evidence_of(voters: list[FieldVoter]) -> FieldEvidence:
    return FieldEvidence(voters=voters, consensus=consensus(voters))


def replace_name(number: int) -> Page:
    return Page(LETTERS.source, name=f"p{number}.html", html=True)


def letter(text: str) -> Span:
    start = LETTERS.source.index(text)
    return Span(start, start + 1)


def test_nothing_is_asked_where_all_say_the_same() -> None:
    """Readings that agree on every page leave no question."""
    assert questions(chosen_from((("a",), ("b",)), (("a",), ("b",)))) == []


def test_nothing_is_asked_without_pages_to_compare() -> None:
    """One page and no others: there is no place where voters could differ."""
    assert next_question(Auto().choose([EMMA])) is None


def test_asked_is_the_page_that_settles_most() -> None:
    """A page on which a voter differs; of several such pages the first, and the likelier answer."""
    chosen = chosen_from((("a",), ("a",), ("a",)), (("a",), ("a",), ("a",)), (("a",), ("b",), ("b",)))
    asked = next_question(chosen)
    assert asked is not None
    assert (asked.page.name, asked.text, asked.alternatives) == ("p1.html", "a", (("b",),))
    assert str(asked) == "is 'a' on p1.html the field?"


def test_the_worth_is_what_is_expected_to_be_settled() -> None:
    """Two voters, one of them half as heavy: if it is the one that is right, a page of two changes."""
    asked = next_question(chosen_from((("a",), ("a",)), (("a",), ("b",)), weights=(1.0, 0.5)))
    assert asked is not None
    strong, weak = 1.0 * 0.75**4, 0.5 * 0.5**4
    assert asked.worth == pytest.approx(weak / (strong + weak))


def test_more_values_than_others_say() -> None:
    """Some say one value and some two: asked is the second, and yes means both."""
    asked = next_question(chosen_from((("a",), ("a",)), (("a",), ("a", "b"))))
    assert asked is not None
    assert str(asked) == "is 'b' on p1.html the field, beside 'a'?"
    assert (asked.items, asked.whole, asked.refutable) == ((letter("b"),), (letter("a"), letter("b")), True)


def test_whether_there_is_nothing() -> None:
    """It is asked where silence counts; the answer no is nothing to learn from."""
    chosen = chosen_from((("a",), ("b",)), (("a",), ()))
    loud, silent = chosen.evidence["field"].voters
    assert questions(chosen) == []
    voters = [loud, replace(silent, silence=0.5)]
    both = replace(chosen, evidence={"field": evidence_of(voters)})
    asked = questions(both)
    assert [str(one) for one in asked] == ["is 'b' on p1.html the field?", "is there no field on p1.html?"]
    assert [one.refutable for one in asked] == [True, False]


def test_in_a_list_single_values_are_asked_about() -> None:
    """Of a list it is asked whether a text is one of its values."""
    chosen = chosen_from((("a", "b"),), (("a", "b", "c"),), single=False)
    asked = next_question(chosen)
    assert str(asked) == "is 'c' on p0.html one of the values of field?"


def test_a_text_at_several_places_is_either_of_them() -> None:
    """Readings that find the same text at different places give the same answer."""
    chosen = chosen_from((("a",),), (("b",),))
    evidence = chosen.evidence["field"]
    page = Page("a b a", name="twice.html", html=True)
    again = FieldVoter("rules", "", (("a",),), spans=((Span(4, 5),),))
    voters = [*evidence.voters, again]
    chosen = replace(chosen, pages=(page,), evidence={"field": evidence_of(voters)})
    asked = next_question(chosen)
    assert asked is not None
    assert asked.items == (Either((Span(0, 1), Span(4, 5))),)
    assert asked.places == (Span(0, 1), Span(4, 5))


def test_only_some_fields() -> None:
    """Questions may be asked about some fields only."""
    chosen = Auto().choose(SHOWN)
    assert {one.field for one in questions(chosen)} >= {"format"}
    only = next_question(chosen, ["format"])
    assert only is not None
    assert only.field == "format"
    assert next_question(chosen, []) is None


def test_the_order_of_pages_does_not_matter() -> None:
    """The same question, whatever the order in which unlabelled pages are given."""
    assert questions(Auto().choose(SHOWN)) == questions(Auto().choose([SHOWN[0], SHOWN[2], SHOWN[1]]))


ANSWERS = st.sampled_from([(), ("a",), ("b",), ("a", "b"), ("c",)])


@given(st.lists(st.tuples(ANSWERS, ANSWERS, ANSWERS), min_size=2, max_size=5), st.booleans())
@settings(deadline=None, max_examples=60)
def test_questions_are_about_disagreement(found: list[tuple[PageValues, ...]], single: bool) -> None:
    """Every question is worth something, the first most, and the voters disagree on its page."""
    asked = questions(chosen_from(*found, single=single))
    worths = [one.worth for one in asked]
    assert worths == sorted(worths, reverse=True)
    assert all(worth > 0 for worth in worths)
    for one in asked:
        number = int(one.page.name[1])
        assert len({answers[number] for answers in found}) > 1


def answered_page(
    page: Page, answer: Answer, *, text: str = "Hardcover", known: list[Example] | None = None
) -> Example:
    question = Question("format", page, (place(page, text),))
    return next(one for one in with_answer(known or SHOWN, question, answer) if one.page == page)


def test_yes() -> None:
    """The page becomes a complete example of this field; of the others nothing is known."""
    cells: dict[str, Cell] = {"title": UNKNOWN, "format": place(PAGES[1], "Hardcover"), "price": UNKNOWN}
    assert answered_page(PAGES[1], answer=True) == Example(PAGES[1], (Record(PAGES[1], cells),), status="complete")


def test_no() -> None:
    """The value is rejected; of all fields nothing is known."""
    cells: dict[str, Cell] = dict.fromkeys(["title", "format", "price"], UNKNOWN)
    span = place(PAGES[1], "English")
    wanted = Example(PAGES[1], (Record(PAGES[1], cells),), status="complete", rejected={"format": (span,)})
    assert answered_page(PAGES[1], answer=False, text="English") == wanted


@pytest.mark.parametrize(("answer", "cell"), [("Hardcover", place(PAGES[1], "Hardcover")), (None, None)])
def test_the_right_value(answer: Answer, cell: Span | None) -> None:
    """The right value may be given instead, or that there is none."""
    (record,) = answered_page(PAGES[1], answer, text="English").records
    assert record.cell("format") == cell


def test_a_value_that_is_not_there() -> None:
    """A right value must be on the page."""
    with pytest.raises(ValueNotFound, match="Softcover"):
        answered_page(PAGES[1], "Softcover")


def test_answers_about_one_page_are_put_together() -> None:
    """Another field, another answer, one example."""
    once = with_answer(SHOWN, Question("format", PAGES[1], (place(PAGES[1], "English"),)), answer=False)
    twice = with_answer(once, Question("price", PAGES[1], (place(PAGES[1], "$7"),)), answer=True)
    assert len(twice) == len(SHOWN)
    assert twice[1].records[0].to_dict() == {"title": None, "format": None, "price": "$7"}
    assert twice[1].rejected == {"format": (place(PAGES[1], "English"),)}


def test_the_last_word_counts() -> None:
    """What was rejected and is then accepted is rejected no more."""
    before = with_answer(SHOWN, Question("format", PAGES[1], (place(PAGES[1], "Hardcover"),)), answer=False)
    assert answered_page(PAGES[1], answer=True, known=before).rejected == {}


def test_a_page_that_was_not_there() -> None:
    """A question may be about a page that the examples do not name."""
    assert with_answer([EMMA], Question("title", PAGES[1]), None)[1].records[0].cell("title") is None


def test_a_field_turns_out_to_have_many_values() -> None:
    """Two values on one page: the field has a list of values on all of them."""
    page = PAGES[1]
    both = (place(page, "English"), place(page, "Hardcover"))
    now = with_answer(SHOWN, Question("format", page, both[:1], beside=both[1:]), answer=True)
    assert now[1].records[0].cell("format") == both
    assert now[0].records[0].cell("format") == (place(PAGES[0], "Paperback"),)


def test_no_more_than_what_it_stands_beside() -> None:
    """No to one value beside another: the other is all there is."""
    page = PAGES[1]
    asked = Question("format", page, (place(page, "English"),), beside=(place(page, "Hardcover"),))
    now = with_answer(SHOWN, asked, answer=False)
    assert now[1].records[0].cell("format") == place(page, "Hardcover")
    assert now[1].rejected == {"format": (place(page, "English"),)}


def test_no_says_nothing_of_the_rest_of_a_field_with_many_values() -> None:
    """No to one value beside another, where the field has many: there may be more than the other."""
    page = PAGES[1]
    asked = Question("format", page, (place(page, "English"),), beside=(place(page, "Hardcover"),), many=True)
    now = with_answer(SHOWN, asked, answer=False)
    assert now[1].records[0].cell("format") == UNKNOWN
    assert now[1].rejected == {"format": (place(page, "English"),)}


def test_in_a_list() -> None:
    """A value more, or one that is rejected; the page is labelled in part."""
    page = Page("<b>Emma</b><b>Kim</b><i>Top</i>", name="list.html")
    shown = [Example.from_values(page, [{"title": "Kim"}], status="partial")]
    yes = with_answer(shown, Question("title", page, (Span(3, 7),), among=True), answer=True)
    assert [record["title"] for record in yes[0].records] == ["Emma", "Kim"]
    no = with_answer(shown, Question("title", page, (place(page, "Top"),), among=True), answer=False)
    assert (no[0].status, no[0].rejected) == ("partial", {"title": (place(page, "Top"),)})


def truth(page: Page, field: str) -> str:
    book = next(book for book in BOOKS if page.name == f"{book[0]}.html")
    return dict(zip(("title", "language", "format", "price"), book, strict=True))[field]


@pytest.mark.parametrize("wordy", [True, False])
def test_answers_are_taken_into_account(wordy: bool) -> None:
    """Truthful answers, yes and no or the right values, lead to a wrapper that agrees with all of them."""
    known: list[Example] = SHOWN
    for _ in range(6):
        chosen = Auto().choose(known)
        question = next_question(chosen)
        if question is None:
            break
        right = truth(question.page, question.field)
        known = with_answer(known, question, right if wordy and question.text != right else question.text == right)
        learned = Auto().learn(known)
        assert all(reproduces(learned, example) for example in known)
    assert [record.to_dict() for record in learned.extract(PAGES[2])] == [
        {"title": "Dune", "format": "Audio", "price": "$9"}
    ]


def test_a_wrong_answer_is_not_hidden() -> None:
    """An answer that contradicts the examples lowers the confidence."""
    wrong = with_answer(SHOWN, Question("price", PAGES[1]), "English")
    assert Auto().learn(wrong).origin.confidence["price"].level != "high"
