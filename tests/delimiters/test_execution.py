"""What each class does with a page, step by step."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.delimiters.execution import ForwardSearch, levels, rows, run_scan
from unweave.errors import DoesNotFit
from unweave.page import Page, Span
from unweave.program import Cut, Scan

PAIR = (Cut("a", "[", "]"), Cut("b", "(", ")"))


def texts(source: str, scan: Scan) -> list[tuple[str | None, ...]]:
    """The values of each row."""
    return [tuple(None if cell is None else source[slice(*cell)] for cell in row) for row in rows(source, scan)]


def leveled(source: str, scan: Scan) -> list[tuple[int, str]]:
    """The values of a hierarchy with their levels."""
    return [(level, source[slice(*span)]) for level, span in levels(source, scan)]


@pytest.mark.parametrize(
    ("source", "scan", "expected"),
    [
        ("[A](B)[C](D)", Scan(PAIR), [("A", "B"), ("C", "D")]),
        ("", Scan(PAIR), []),
        ("[x]h[A](B)t[y]", Scan(PAIR, head="h", tail="t"), [("A", "B")]),
        ("h[A](B)[C](D)", Scan(PAIR, head="h", tail="t"), [("A", "B"), ("C", "D")]),
        ("[x]o[A](B)c[y]o[C](D)c", Scan(PAIR, opening="o", closing="c"), [("A", "B"), ("C", "D")]),
        ("o[x]ho[A](B)co[C](D)cto[y]", Scan(PAIR, "h", "t", "o", "c"), [("A", "B"), ("C", "D")]),
    ],
    ids=["lr", "lr on nothing", "hlrt", "hlrt without its tail", "oclr", "hoclrt"],
)
def test_the_flat_classes(source: str, scan: Scan, expected: list[tuple[str, str]]) -> None:
    """Find, find, cut."""
    assert texts(source, scan) == expected


def test_a_tail_where_the_next_record_would_begin_stops_the_loop() -> None:
    """At the same place the tail wins; one character later it does not."""
    assert texts("h[A](B)[C](D)", Scan(PAIR, head="h", tail="[C")) == [("A", "B")]
    assert texts("h[A](B)[C](D)", Scan(PAIR, head="h", tail="C")) == [("A", "B"), ("C", "D")]


def test_the_search_goes_on_at_the_right_delimiter_and_behind_the_left_one() -> None:
    """So one string can close a value and open the next, but a left delimiter is used up."""
    assert texts("[A|B][C|D]", Scan((Cut("a", "[", "|"), Cut("b", "|", "]")))) == [("A", "B"), ("C", "D")]
    assert texts("hh[A]", Scan((Cut("a", "h[", "]"),), head="hh")) == [("A",)]


def test_the_deepest_level_wins_among_equals() -> None:
    """Both delimiters begin at the same place; the longer reach is the inner one's."""
    scan = Scan((Cut("a", "<", ">"), Cut("b", "<<", ">")), nested=True)
    assert leveled("<A><<B><C>", scan) == [(1, "A"), (2, "B"), (1, "C")]


def test_a_level_is_only_looked_for_below_the_one_above_it() -> None:
    """A value of the third level is not found before the second has been."""
    scan = Scan((Cut("a", "1", "."), Cut("b", "2", "."), Cut("c", "3", ".")), nested=True)
    assert leveled("3x.1a.3y.2b.3c.2d.1e.", scan) == [(1, "a"), (2, "b"), (3, "c"), (2, "d"), (1, "e")]
    assert leveled("3x.h1a.2b.t1e.", Scan(scan.cuts, "h", "t", nested=True)) == [(1, "a"), (2, "b")]


@pytest.mark.parametrize(
    ("source", "scan", "field", "where", "delimiter"),
    [
        ("[A](B)[C]", Scan(PAIR), "b", 8, "left delimiter '('"),
        ("[A](B", Scan(PAIR), "b", 4, "right delimiter ')'"),
        ("[A](B)", Scan(PAIR, head="h", tail="t"), None, 0, "head delimiter 'h'"),
        ("o[A](B)", Scan(PAIR, opening="o", closing="c"), None, 6, "closing delimiter 'c'"),
    ],
)
def test_a_failed_search_says_where_and_for_which_delimiter(
    source: str, scan: Scan, field: str | None, where: int, delimiter: str
) -> None:
    """Nothing is extracted rather than something wrong."""
    with pytest.raises(DoesNotFit) as raised:
        run_scan(scan, Page(source, name="p1", html=False))
    assert (raised.value.page, raised.value.field, raised.value.where) == ("p1", field, where)
    assert raised.value.reason == f"the {delimiter} does not occur after it"


def test_a_missing_value_does_not_move_the_search() -> None:
    """The string that closes the record can serve all of its optional fields."""
    cuts = (Cut("a", "<b>", "</b>"), Cut("b", "<i>", "</i>", "</li>"), Cut("c", "<u>", "</u>", "</li>"))
    source = "<li><b>1</b><u>x</u></li><li><b>2</b><i>y</i></li><li><b>3</b></li>"
    assert texts(source, Scan(cuts)) == [("1", None, "x"), ("2", "y", None), ("3", None, None)]


def test_records_of_optional_fields_only_end_and_do_not_loop() -> None:
    """A record that would be empty is a misfit, since the search would never move."""
    scan = Scan((Cut("a", "<b>", "</b>", ";"), Cut("b", "<i>", "</i>", ";")))
    with pytest.raises(DoesNotFit, match="none of its values is found"):
        list(rows("<b>1</b>;<b>2</b>", scan))


def test_nested_records_come_back_in_their_shape() -> None:
    """Lists of values, lists of records, and what has nothing below it."""
    page = Page("<1>a<2>b<3>c<3>d<2>e<1>f", html=False)
    cuts = (Cut("part", "<1>", "<"), Cut("chapters[].name", "<2>", "<"), Cut("chapters[].sections[]", "<3>", "<"))
    found = run_scan(Scan(cuts, nested=True), Page(page.source + "<", html=False))
    assert [record.to_dict() for record in found] == [
        {"part": "a", "chapters": [{"name": "b", "sections": ["c", "d"]}, {"name": "e", "sections": []}]},
        {"part": "f", "chapters": []},
    ]


def test_a_second_value_of_a_single_field_does_not_fit() -> None:
    """A flat record has one value per field, also when it is found as a hierarchy."""
    scan = Scan((Cut("a", "[", "]"), Cut("b", "(", ")")), nested=True)
    with pytest.raises(DoesNotFit, match="second value"):
        run_scan(scan, Page("[A](B)(C)", html=False))


def test_spans_are_half_open() -> None:
    """The first value of the country page is at 78 to 83."""
    page = "<HTML><TITLE>Some Country Codes</TITLE><BODY>\n<B>Some Country Codes</B><P>\n<B>Congo</B> <I>242</I><BR>"
    scan = Scan((Cut("country", "<B>", "</B>"), Cut("code", "<I>", "</I>")), head="<P>", tail="<HR>")
    assert list(rows(page, scan)) == [(Span(78, 83), Span(91, 94))]


@given(
    source=st.text("ab", max_size=12),
    asked=st.lists(
        st.tuples(st.text("ab", max_size=3), st.integers(0, 13), st.none() | st.integers(0, 13)), max_size=8
    ),
)
def test_a_forward_search_finds_what_a_search_finds(source: str, asked: list[tuple[str, int, int | None]]) -> None:
    """In whatever order it is asked, and where it is asked backwards too."""
    text = ForwardSearch(source)
    for delimiter, at, end in asked:
        bounded = (at,) if end is None else (at, end)
        assert text.find(delimiter, *bounded) == source.find(delimiter, *bounded)
