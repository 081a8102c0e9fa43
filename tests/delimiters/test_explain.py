"""How a wrapper explains itself."""

import pytest

from unweave.delimiters import HLRT, LR, MLR, NLR, OCLR
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.page import Page
from unweave.program import Cut, Scan
from unweave.records import Example, Field, Schema

PAGE = Page("<b>Codes</b><p><b>Congo</b> <i>242</i><br><b>Egypt</b> <i>20</i><br><hr><b>End</b>", name="codes.html")
SHOWN = Example.from_values(PAGE, [{"country": "Congo", "code": "242"}, {"country": "Egypt", "code": "20"}])


def test_the_rules_in_words() -> None:
    """Where it begins, what begins a record, where it stops, and each field."""
    explained = HLRT().learn([SHOWN]).explain()
    assert explained.title == "HLRT wrapper of 2 fields"
    assert [(line.field, line.text) for line in explained.statements] == [
        ("", "it begins at the first '<p>'"),
        ("", "a record begins while '<b>' follows"),
        ("", "it stops where '<hr>' comes before the next record"),
        ("country", "the text between '<b>' and '</b>'"),
        ("code", "the text between '<i>' and '</i>'"),
    ]


def test_every_delimiter_and_value_is_marked() -> None:
    """In the order of the page, from head to tail, each mark on its own text."""
    explained = HLRT().learn([SHOWN]).explain(PAGE)
    record = ["left", "value", "right", "left", "value", "right"]
    assert [mark.role for mark in explained.marks] == ["head", *record, *record, "tail"]
    assert [PAGE[mark.span] for mark in explained.marks if mark.role == "value"] == ["Congo", "242", "Egypt", "20"]
    assert [PAGE[mark.span] for mark in explained.marks[:3]] == ["<p>", "<b>", "Congo"]
    assert (explained.records, explained.problem) == (SHOWN.records, None)


def test_what_went_wrong_is_said_and_what_was_found_before_is_kept() -> None:
    """The page has a country without a code."""
    page = Page("<p><b>Peru</b> <i>51</i><br><b>Chile</b>", name="bad.html")
    explained = HLRT().learn([SHOWN]).explain(page)
    assert explained.problem == "bad.html does not fit: code at 36: the left delimiter '<i>' does not occur after it"
    assert [page[mark.span] for mark in explained.marks if mark.role == "value"] == ["Peru", "51", "Chile"]
    assert explained.records == ()


@pytest.mark.parametrize(
    ("scan", "source", "marked"),
    [
        (Scan((Cut("a", "[", "]"), Cut("b", "(", ")"))), "[A](B)[C](D", "[ A ] ( B ) [ C ] ("),
        (Scan((Cut("a", "[", "]"), Cut("b", "(", ")"))), "[A", "["),
        (Scan((Cut("a", "[", "]"),), head="h", tail="t"), "h[A][Ct", "h [ A ] ["),
        (Scan((Cut("a", "[", "]"),), opening="o", closing="c"), "o[A]co[C", "o [ A ] c o ["),
        (Scan((Cut("a", "[", "]"),), opening="o", closing="c"), "o[A]", "o [ A ]"),
        (Scan((Cut("a", "[", "]"), Cut("b", "(", ")", ";"), Cut("c", "{", "}"))), "[A];{C", "[ A ] {"),
        (Scan((Cut("a", "[", "]"), Cut("b[]", "(", ")")), nested=True), "[A](B)(C", "[ A ] ( B ) ("),
        (Scan((Cut("a", "[", "]"),), head="h"), "[A]", ""),
    ],
    ids=["lr", "lr at once", "hlrt", "oclr", "oclr without closing", "m-lr", "n-lr", "no head"],
)
def test_a_record_that_fails_is_marked_up_to_there(scan: Scan, source: str, marked: str) -> None:
    """Every delimiter and value that was found, in every class, and what was not found is an error."""
    page = Page(source, html=False)
    explained = DelimiterWrapper(Schema((Field("a"),)), scan).explain(page)
    assert [page[mark.span] for mark in explained.marks] == marked.split()
    assert explained.problem is not None


def test_openings_closings_levels_and_missing_values_are_told_too() -> None:
    """Each class in its own words."""
    opened = DelimiterWrapper(Schema((Field("a"),)), Scan((Cut("a", "[", "]"),), opening="o", closing="c"), "oclr")
    page = Page("o[A]c", html=False)
    assert [mark.role for mark in opened.explain(page).marks] == ["open", "left", "value", "right", "close"]
    assert [line.text for line in opened.explain().statements][:2] == [
        "a record opens at the next 'o'",
        "after a record it continues at the next 'c'",
    ]
    missing = DelimiterWrapper(
        Schema((Field("a"), Field("b"))), Scan((Cut("a", "[", "]"), Cut("b", "(", ")", ";"))), "m-lr"
    )
    assert missing.explain().statements[-1].text == "the text between '(' and ')'; absent where ';' comes before '('"
    levels = DelimiterWrapper(
        Schema((Field("a"), Field("b", many=True))),
        Scan((Cut("a", "[", "]"), Cut("b[]", "(", ")")), nested=True),
        "n-lr",
    )
    assert levels.explain().statements[-1].text == "the text between '(' and ')'; below the last a"


def test_where_it_comes_from_is_kept() -> None:
    """The class; confidence is left to ``unweave.learn``, which compares methods."""
    origin = LR().learn([Example.from_values(Page("<b>x</b>"), [{"a": "x"}])]).origin
    assert (origin.method, origin.confidence) == ("lr", {})
    assert {type(learner)().empty_values for learner in (HLRT(), OCLR(), NLR(), MLR())} == {False}


def test_learning_is_deterministic_and_wrappers_are_values() -> None:
    """The same examples give an equal wrapper; its origin does not count."""
    one, other = HLRT().learn([SHOWN]), HLRT().learn([SHOWN])
    assert one == other
    assert hash(one.scan) == hash(other.scan)


def test_records_come_in_the_order_of_the_schema() -> None:
    """Whatever the order of the page."""
    example = Example.from_values(PAGE, [{"code": "242", "country": "Congo"}, {"code": "20", "country": "Egypt"}])
    wrapper = HLRT().learn([example])
    assert [cut.field for cut in wrapper.scan.cuts] == ["country", "code"]
    assert [list(record) for record in wrapper.extract(PAGE)] == [["code", "country"]] * 2
