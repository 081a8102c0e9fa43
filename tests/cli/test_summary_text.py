"""The summary as lines of text."""

import pytest

from unweave.cli.summary_text import field_table, learned_lines, next_step
from unweave.summaries import DISTINCT_LIMIT, FieldSummary, LabelledPageSummary, WrapperSummary


def field(confidence: str = "high", name: str = "title") -> FieldSummary:
    return FieldSummary(name, records=2, filled=2, distinct=2, examples=("Emma", "Kim"), confidence=confidence)


def labelled(shown: int, found: int, *differences: str) -> tuple[LabelledPageSummary, ...]:
    return (LabelledPageSummary("p1.html", "partial", shown, found, differences),)


@pytest.mark.parametrize(
    ("summary", "step"),
    [
        (WrapperSummary(1, 2, (field(),), labelled(3, 2, "record 2 was not found")), "show more records, or"),
        (WrapperSummary(1, 2, (field("medium"),), labelled(1, 2)), "show a second record of the page."),
        (WrapperSummary(1, 2, (field("medium"),), labelled(2, 2)), "add pages of the same kind to this command."),
        (WrapperSummary(1, 9, (field("low"),), labelled(2, 9)), "look at the records. If some are wrong or missing,"),
        (WrapperSummary(1, 9, (field("medium"),), labelled(2, 9)), "unweave extract 'my w.json' PAGES... -o OUT.csv"),
        (WrapperSummary(9, 2, (field("low"),), labelled(2, 2)), "give --ask as well"),
        (WrapperSummary(9, 2, (field("medium"),), labelled(2, 2)), "unweave extract 'my w.json' PAGES... -o OUT.csv"),
        (WrapperSummary(1, 2, (field(),), labelled(2, 2)), "unweave extract 'my w.json' PAGES... -o OUT.csv"),
    ],
)
def test_the_next_step(summary: WrapperSummary, step: str) -> None:
    """The first of these that applies: what differs, a single record, a doubtful list, no other pages, questions."""
    assert next_step(summary, "my w.json").startswith(f"Next: {step}")


def test_nobody_is_sent_to_questions_twice() -> None:
    """After --ask the next step is the run."""
    summary = WrapperSummary(9, 2, (field("low"),), labelled(2, 2))
    assert next_step(summary, "w.json", asked=True) == "Next: unweave extract w.json PAGES... -o OUT.csv"


def test_long_values_are_clipped() -> None:
    """So that a line fits the terminal."""
    long = FieldSummary("text", records=1, filled=1, distinct=1, examples=("word " * 20,))
    assert field_table([long])[1].endswith("  word word word word word word…")


def test_many_distinct_values() -> None:
    """A plus sign where the count has stopped."""
    many = FieldSummary("id", records=20_000, filled=20_000, distinct=DISTINCT_LIMIT)
    assert field_table([many])[1].split() == ["id", "-", "20,000", "of", "20,000", "10,000+"]


def test_pages_with_as_many_records_as_shown_are_counted_together() -> None:
    """The others are named, the first ten of them."""
    pages = labelled(2, 2) * 4 + labelled(1, 3) * 12
    lines = list(learned_lines(WrapperSummary(16, 44, (field(),), pages)))
    assert lines[2:] == [
        "  on 4 labelled pages: as many records found as shown",
        *["  p1.html: 3 records found, 1 shown"] * 10,
        "  ... and 2 more",
    ]


def test_texts_of_pages_do_not_control_the_terminal() -> None:
    """Names, values, notes and differences are escaped."""
    bad = "\x1b[2J"
    summary = WrapperSummary(
        pages=1,
        records=3,
        fields=(FieldSummary(bad, 1, 0, 1, (bad,), "high", (bad,)),),
        labelled=(LabelledPageSummary(bad, "partial", 1, 0, (bad,)),),
        empty_pages=1,
        empty_page_names=(bad,),
        first={bad: bad},
        last={bad: bad},
        notes=(bad,),
    )
    assert "\x1b" not in "".join(learned_lines(summary))
