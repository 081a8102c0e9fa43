"""Corrob and Corrob*, on the worked examples and on hundreds of random reports."""

from collections.abc import Mapping

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from oracles.corroboration import corrob_by_definition, first_labels
from unweave.errors import BadInput
from unweave.labels.compact_label import ambiguity, corrob_star
from unweave.labels.corroborate import PageLabel, corrob
from unweave.labels.instances import Instances, Report, combined_reports
from unweave.labels.recognizer import Kind
from unweave.page import Page, Span
from unweave.records import UNKNOWN, Either

Pairs = list[list[tuple[int, int] | None]]
ORDER = ("ctry", "code", "cap")


def reported(kind: Kind, *pairs: tuple[int, int]) -> Instances:
    """The instances of one recognizer of that kind."""
    return combined_reports([Report(kind, tuple(Span(*pair) for pair in pairs))])


CODE = reported("perfect", (22, 27), (42, 47), (62, 67))
PERFECT = {
    "cap": reported("perfect", (29, 34), (49, 54), (69, 74)),
    "ctry": reported("perfect", (15, 20), (35, 40), (55, 60)),
    "code": CODE,
}
INCOMPLETE = {"cap": reported("incomplete", (29, 34), (69, 74)), "ctry": reported("incomplete", (35, 40)), "code": CODE}
TWO_ORDERS = {"cap": reported("incomplete", (49, 54)), "ctry": reported("incomplete", (35, 40)), "code": CODE}
UNSOUND = {
    "cap": reported("perfect", (29, 34), (49, 54), (69, 74)),
    "ctry": reported("unsound", (5, 10), (15, 20), (21, 25), (35, 40), (55, 60)),
    "code": CODE,
}
MIXED = {
    "cap": reported("unsound", (5, 10), (29, 34), (40, 41), (49, 54), (55, 60), (69, 74)),
    "ctry": reported("incomplete", (35, 40)),
    "code": CODE,
}
STRONG = {
    "ctry": reported("perfect", (15, 20), (35, 40), (55, 60)),
    "code": reported("unsound", (22, 27), (42, 47), (41, 46), (62, 67), (65, 70)),
    "cap": reported("unsound", (29, 34), (49, 54), (69, 74), (72, 78)),
}
"""Section 6.6.2."""
IJCAI = {
    "ctry": reported("incomplete", (10, 16), (50, 56)),
    "code": reported("perfect", (18, 21), (38, 41), (58, 61)),
    "cap": reported("unsound", (5, 8), (19, 26), (22, 29), (42, 49), (44, 50), (59, 66), (62, 69), (70, 76)),
}
"""Figure 5 of the IJCAI paper, whose ends are inclusive."""


def rows(label: PageLabel) -> Pairs:
    return [[span and (span.start, span.end) for span in row] for row in label.rows]


def by_order(evidence: Mapping[str, Instances]) -> dict[tuple[str, ...], list[Pairs]]:
    found: dict[tuple[str, ...], list[Pairs]] = {}
    for label in corrob(evidence).labels:
        found.setdefault(label.order, []).append(rows(label))
    return found


def test_perfect_recognizers_give_one_label() -> None:
    """Section 6.2: three perfect recognizers leave one order and one label."""
    assert by_order(PERFECT) == {
        ORDER: [[[(15, 20), (22, 27), (29, 34)], [(35, 40), (42, 47), (49, 54)], [(55, 60), (62, 67), (69, 74)]]]
    }


def test_incomplete_recognizers_give_holes() -> None:
    """Section 6.2: what incomplete recognizers miss is a hole, and the rest is aligned with the perfect one.

    (The thesis prints one order; by its definition a second one fits as well.)
    """
    assert by_order(INCOMPLETE) == {
        ORDER: [[[None, (22, 27), (29, 34)], [(35, 40), (42, 47), None], [None, (62, 67), (69, 74)]]],
        ("code", "cap", "ctry"): [[[(22, 27), (29, 34), (35, 40)], [(42, 47), None, None], [(62, 67), (69, 74), None]]],
    }


def test_one_label_per_order_that_fits() -> None:
    """Section 6.2: the two printed orders are among those that fit, each with its label; every order has one label."""
    found = by_order(TWO_ORDERS)
    assert found[ORDER] == [[[None, (22, 27), None], [(35, 40), (42, 47), (49, 54)], [None, (62, 67), None]]]
    assert found["cap", "code", "ctry"] == [
        [[None, (22, 27), (35, 40)], [None, (42, 47), None], [(49, 54), (62, 67), None]]
    ]
    assert all(len(labels) == 1 for labels in found.values())


def test_unsound_recognizers_give_choices() -> None:
    """Section 6.2: an instance that overlaps a certain one is out; two candidates for a cell make two labels."""
    rest = [[(35, 40), (42, 47), (49, 54)], [(55, 60), (62, 67), (69, 74)]]
    assert by_order(UNSOUND) == {
        ORDER: [[[(5, 10), (22, 27), (29, 34)], *rest], [[(15, 20), (22, 27), (29, 34)], *rest]]
    }


def test_all_kinds_together() -> None:
    """Section 6.4: twelve pairs of order and choice make a table, the four printed ones among them."""
    found = by_order(MIXED)
    assert sum(map(len, found.values())) == 12
    ends = [[None, (22, 27), (29, 34)], [None, (62, 67), (69, 74)]]
    assert found[ORDER] == [
        [ends[0], [(35, 40), (42, 47), (49, 54)], ends[1]],
        [ends[0], [(35, 40), (42, 47), (55, 60)], ends[1]],
    ]
    starts = [[(5, 10), (22, 27), (35, 40)], [(40, 41), (42, 47), None]]
    assert [*starts, [(49, 54), (62, 67), None]] in found["cap", "code", "ctry"]
    assert [*starts, [(55, 60), (62, 67), None]] in found["cap", "code", "ctry"]


def test_degrees_of_ambiguity() -> None:
    """Section 6.6.2: which instances are unambiguous, weakly and strongly ambiguous."""
    found = ambiguity(STRONG, ORDER)
    assert found.unambiguous == (("code", Span(22, 27)), ("cap", Span(29, 34)), ("cap", Span(49, 54)))
    assert found.weakly == (("code", Span(41, 46)), ("code", Span(42, 47)))
    assert found.strongly == (
        ("code", Span(62, 67)), ("code", Span(65, 70)), ("cap", Span(69, 74)), ("cap", Span(72, 78)),
    )  # fmt: skip
    assert len(corrob(STRONG, orders=[ORDER]).labels) == 6


def test_the_compact_label() -> None:
    """Equation 6.11: of the strongly ambiguous instances one field's are kept, the other cell is a hole."""
    compact = corrob_star(STRONG, ORDER)
    assert compact is not None
    example = compact.example(Page("x" * 80))
    assert [[record.cell(name) for name in ORDER] for record in example.records] == [
        [Span(15, 20), Span(22, 27), Span(29, 34)],
        [Span(35, 40), Either((Span(41, 46), Span(42, 47))), Span(49, 54)],
        [Span(55, 60), Either((Span(62, 67), Span(65, 70))), UNKNOWN],
    ]


def test_nearest_labels_come_first() -> None:
    """Section 6.6.3: labels are listed by proximity to the left; the two in the middle are equally near."""
    compact = corrob_star(STRONG, ORDER)
    assert compact is not None
    codes = [[row[1] for row in label.rows[1:]] for label in first_labels(compact, limit=9)]
    assert codes[0] == [Span(41, 46), Span(62, 67)]
    assert codes[3] == [Span(42, 47), Span(65, 70)]
    assert sorted(map(str, codes[1:3])) == sorted(
        map(str, ([Span(41, 46), Span(65, 70)], [Span(42, 47), Span(62, 67)]))
    )
    assert len(codes) == compact.size == 4


def test_the_short_paper() -> None:
    """IJCAI figure 5: a hole, and either/or cells for the second and third capital."""
    compact = corrob_star(IJCAI, ORDER)
    assert compact is not None
    assert [[[tuple(span) for span in cell] for cell in row] for row in compact.rows] == [
        [[(10, 16)], [(18, 21)], [(22, 29)]],
        [[], [(38, 41)], [(42, 49), (44, 50)]],
        [[(50, 56)], [(58, 61)], [(62, 69), (70, 76)]],
    ]


def test_several_recognizers_per_field() -> None:
    """An unreliable recognizer may be given as an incomplete and an unsound half: both count."""
    halves = combined_reports([Report("incomplete", (Span(15, 20),)), Report("unsound", (Span(5, 10), Span(15, 20)))])
    found = corrob({"ctry": halves, "code": reported("perfect", (22, 27))}).labels
    assert [rows(label) for label in found] == [[[(15, 20), (22, 27)]]]


def test_kinds_that_cannot_both_be_true_are_refused() -> None:
    """A sure instance that an exhaustive recognizer does not report is a contradiction, and an error."""
    with pytest.raises(BadInput, match="their kinds cannot both be true"):
        combined_reports([Report("perfect", (Span(3, 7),)), Report("unsound", (Span(9, 12),))])


def test_without_a_perfect_recognizer_there_is_no_corroboration() -> None:
    """Assumption 6.1 is checked and its breach named."""
    with pytest.raises(BadInput, match="none of them is perfect"):
        corrob({"cap": reported("incomplete", (3, 7))})
    with pytest.raises(BadInput, match="only unreliable recognizers"):
        corrob({"code": reported("perfect", (3, 7)), "cap": reported("unreliable", (9, 12))})


def test_the_limit_is_reported() -> None:
    """Where there are more labels than the limit, as many come, and ``complete`` is false."""
    codes = [(20 * at, 20 * at + 2) for at in range(1, 30)]
    caps = [(20 * at + shift, 20 * at + shift + 2) for at in range(1, 30) for shift in (4, 8)]
    found = corrob({"code": reported("perfect", *codes), "cap": reported("unsound", *caps)}, limit=50)
    assert (len(found.labels), found.complete) == (50, False)


def test_too_many_fields_need_an_order() -> None:
    """Beyond seven fields the orders are too many to try, and the error names what to give."""
    many = {f"f{at}": reported("perfect", (2 * at, 2 * at + 1)) for at in range(8)}
    with pytest.raises(BadInput, match="give the order of the fields"):
        corrob(many)
    assert len(corrob(many, orders=[tuple(many)]).labels) == 1


@st.composite
def true_tables(draw: st.DrawFn, most: int) -> list[list[Span]]:
    """A true label of at most so many cells: rows of values that follow one another, some of them touching."""
    width = draw(st.integers(1, 3))
    size = draw(st.integers(1, min(3, most // width)))
    at, table = 0, []
    for _ in range(size):
        row = []
        for _ in range(width):
            start = at + draw(st.integers(0, 3))
            at = start + draw(st.integers(1, 3))
            row.append(Span(start, at))
        table.append(row)
    return table


@st.composite
def problems(draw: st.DrawFn, *, most: int = 9) -> tuple[list[list[Span]], dict[str, Instances]]:
    """A true label, and reports whose declared kinds are true of it; the first kind drawn is perfect."""
    table = draw(true_tables(most))
    names = [f"f{at}" for at in range(len(table[0]))]
    perfect = draw(st.sampled_from(names))
    evidence = {}
    for at, name in enumerate(names):
        true = {row[at] for row in table}
        kind = "perfect" if name == perfect else draw(st.sampled_from(["perfect", "incomplete", "unsound"]))
        spans = set(true)
        if kind == "incomplete":
            spans = set(draw(st.lists(st.sampled_from(sorted(true)), unique=True)))
        elif kind == "unsound":
            starts = draw(st.lists(st.tuples(st.integers(0, 30), st.integers(1, 4)), max_size=2))
            spans |= {Span(start, start + length) for start, length in starts}
        evidence[name] = combined_reports([Report(kind, tuple(sorted(spans)))])  # type: ignore[arg-type]  # one of the kinds
    return table, evidence


@settings(max_examples=150, deadline=None)
@given(problems())
def test_some_label_agrees_with_the_truth(problem: tuple[list[list[Span]], dict[str, Instances]]) -> None:
    """Theorem 6.1: when the declared kinds are true, some label has the true order and agrees in every filled cell."""
    table, evidence = problem
    own = [label for label in corrob(evidence, limit=100_000).labels if label.order == tuple(evidence)]
    assert any(
        all(cell in {None, true} for row, truth in zip(label.rows, table, strict=True)
            for cell, true in zip(row, truth, strict=True))
        for label in own
    )  # fmt: skip
    compact = corrob_star(evidence, tuple(evidence))
    assert compact is not None
    assert all(
        not cell or true in cell
        for row, truth in zip(compact.rows, table, strict=True)
        for cell, true in zip(row, truth, strict=True)
    )


@settings(max_examples=100, deadline=None)
@given(problems(most=6))  # the definition tries all tables
def test_the_fast_form_agrees_with_the_definition(problem: tuple[list[list[Span]], dict[str, Instances]]) -> None:
    """The walk through the table lists exactly the labels of figure 6.1."""
    _, evidence = problem
    found = corrob(evidence, limit=100_000).labels
    assert sorted(map(repr, found)) == sorted(map(repr, corrob_by_definition(evidence)))


@settings(max_examples=100, deadline=None)
@given(problems())
def test_the_degrees_follow_from_the_labels(problem: tuple[list[list[Span]], dict[str, Instances]]) -> None:
    """Unambiguous instances are those in every label; weakly ambiguous cells can be chosen independently."""
    _, evidence = problem
    order = tuple(evidence)
    labels = corrob(evidence, orders=[order], limit=100_000).labels
    found = ambiguity(evidence, order)
    seen = {(name, row[at]) for label in labels for row in label.rows for at, name in enumerate(order) if row[at]}
    always = {
        each for each in seen if all(each[1] in [row[order.index(each[0])] for row in lab.rows] for lab in labels)
    }
    open_fields = {name for name in order if not evidence[name].settled}
    sure = {(name, span) for name in order for span in evidence[name].sure}
    assert set(found.unambiguous) == {each for each in always - sure if each[0] in open_fields}
    assert set(found.weakly) | set(found.strongly) == {each for each in seen - always if each[0] in open_fields}
    compact = corrob_star(evidence, order)
    assert compact is not None
    possible = {str(rows(label)) for label in labels}
    for label in first_labels(compact, limit=50):
        if all(cell is not None for row in label.rows for cell in row):
            assert str(rows(label)) in possible
