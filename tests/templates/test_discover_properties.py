"""Random pages about one thing, rows and lists behind labels: discovery gives every value back, on unseen pages too."""

from dataclasses import dataclass, field
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.page import Page
from unweave.records import Record
from unweave.templates import Discover, TemplateWrapper

SAMPLE, UNSEEN = range(24), range(100, 106)
LETTERS = "abcdefg"
Shape = tuple[str, int]
Rows = list[list[str]]

MANY = 90  # with one column of links for every fifteen columns of texts: enough for six rows of links
shapes = st.lists(
    st.tuples(st.sampled_from(["value", "optional", "list", "link"]), st.integers(1, 3)), min_size=1, max_size=6
)


@dataclass
class Thing:
    """What a page was woven from: values by name, lists in order, and all values in document order."""

    number: int
    values: dict[str, str] = field(default_factory=dict)
    lists: list[Rows] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    def word(self) -> str:
        """A value that occurs nowhere else."""
        self.words.append(f"w{self.number}x{len(self.words)}")
        return self.words[-1]


def woven(shapes: list[Shape], number: int) -> tuple[Page, Thing]:
    """A page with these rows: its first row is a value, others come and go or are lists."""
    chance, thing = Random(number), Thing(number)
    rows = [_row(shape, LETTERS[at], thing, chance) for at, shape in enumerate([("value", 1), *shapes])]
    source = f"<html><body><h1>All about it</h1>{''.join(rows)}<p>The end</p></body></html>"
    return Page(source, name=f"t{number}"), thing


def _row(shape: Shape, letter: str, thing: Thing, chance: Random) -> str:
    kind, width = shape
    if kind == "list":
        return _list(letter, width, thing, chance)
    if kind == "optional" and chance.random() < 0.5:
        return ""
    link = f" href={thing.word()}" if kind == "link" else ""
    value = thing.values[f"field_{letter}"] = thing.word()
    return (
        f"<p><b>Field {letter}:</b> <a{link}>{value}</a></p>"
        if link
        else f"<p><b>Field {letter}:</b> <i>{value}</i></p>"
    )


def _list(letter: str, width: int, thing: Thing, chance: Random) -> str:
    items = [[thing.word() for _ in range(width)] for _ in range(chance.randrange(5))]
    thing.lists.append(items)
    cells = ["".join(f"<span class=c{LETTERS[k]}>{text}</span>" for k, text in enumerate(item)) for item in items]
    return f"<h2>List {letter}</h2><ul class=l{letter}>{''.join(f'<li>{cell}' for cell in cells)}</ul>"


def found(wrapper: TemplateWrapper, page: Page) -> list[str]:
    """All values in document order."""
    (record,) = wrapper.extract(page)
    return [page.text(span) for span in sorted(span for name in record for span in record.spans(name))]


def lists(record: Record) -> list[Rows]:
    """The lists of a record with several columns, row by row."""
    nested = [record[name] for name in record if name.startswith("list_") and len(name) > 5 and name[5:].isdigit()]
    return [
        [[*map(str, item.to_dict().values())] for item in level if isinstance(item, Record)]
        for level in nested
        if isinstance(level, list)
    ]


@settings(max_examples=20, deadline=None)
@given(shapes)
def test_every_value_comes_back_from_unseen_pages_too(shapes: list[Shape]) -> None:
    """Labels of their own before every row, values that differ, enough pages with each row: nothing lost, or added."""
    sample = [woven(shapes, number) for number in SAMPLE]
    wrapper = Discover(runs=False, parts=False, exalg=False, limit=MANY).largest([page for page, _ in sample])
    for page, thing in [*sample, *(woven(shapes, number) for number in UNSEEN)]:
        assert found(wrapper, page) == thing.words
        record = wrapper.extract(page)[0].to_dict()
        assert {name: record[name] for name in thing.values} == thing.values


@settings(max_examples=20, deadline=None)
@given(st.lists(st.tuples(st.just("list"), st.integers(2, 3)), min_size=1, max_size=3))
def test_lists_of_several_columns_are_nested_records(shapes: list[Shape]) -> None:
    """One record for each item, in order, each with its own values."""
    sample = [woven(shapes, number) for number in SAMPLE]
    wrapper = Discover(runs=False, parts=False, exalg=False, limit=MANY).largest([page for page, _ in sample])
    for page, thing in [*sample, *(woven(shapes, number) for number in UNSEEN)]:
        assert lists(wrapper.extract(page)[0]) == thing.lists
