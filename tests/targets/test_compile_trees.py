"""A compiled tree wrapper gives what ``extract`` gives, on pages that it was not learned from."""

import pytest

from unweave.page import Page
from unweave.records import Example
from unweave.targets.compile import compile as compiled
from unweave.trees import KL, TreeWrapper

ROWS = "".join(f"<p class='r x{n}'>name: <b>N{n}</b> <i>{n}</i></p><p>boss: <b>B{n}</b></p>" for n in range(4))
PAGE = Page(f"<h1><b>Top</b></h1>{ROWS}<noscript><p class=r>name: <b>No</b></p></noscript>", html=True)


def learned(page: Page, *values: str) -> TreeWrapper:
    wrapper = KL().learn([Example.from_values(page, [{"value": value} for value in values])])
    assert isinstance(wrapper, TreeWrapper)
    return wrapper


@pytest.mark.parametrize(
    "values",
    [("N0", "N1", "N2", "N3"), ("0", "1", "2", "3"), ("B0", "B1", "B2", "B3"), ("Top",)],
    ids=lambda some: some[0],
)
def test_it_agrees_with_extract(values: tuple[str, ...]) -> None:
    """From text and from bytes, with narrow and wide languages, and nothing out of a noscript."""
    wrapper = learned(PAGE, *values)
    wanted = [record.to_dict() for record in wrapper.extract(PAGE)]
    assert wanted == [{"value": value} for value in values]
    run = compiled(wrapper)
    assert run(PAGE.source) == run(PAGE.source.encode()) == wanted


def rows(*values: str, cell: str = "") -> str:
    """A table of heights and weights, with something more after the label."""
    return "".join(
        f"<tr><td>{'Weight' if at % 2 else 'Height'}{cell}</td><td>{value}</td></tr>" for at, value in enumerate(values)
    )


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        (rows("1", "2", "3"), ["1", "3"]),
        (rows("1", "2", cell="<!--c-->\n"), ["1"]),
        (rows("1", "2", cell="<br>"), []),
        (rows("1", "2", cell=" of it"), []),
        ("<tr><td></td><td>1</td></tr>" + rows("2"), ["2"]),
        ("<tr><td><p><b>Height</b></td><td>1</td></tr>" + rows("2"), ["2"]),
        ("<tr><script>Height</script><td>1</td></tr>" + rows("2"), ["2"]),
        (rows("1<i>x</i>", "2", "3"), ["3"]),
        (rows("<i>x</i>", "2", "&nbsp;", "4", "5"), ["5"]),
        ("\ufeff" + rows("\u4e2d", "2"), ["\u4e2d"]),
    ],
    ids=["usual", "comment", "element", "words", "empty", "deep", "script", "mixed", "blank", "marked"],
)
def test_what_a_neighbour_holds(source: str, wanted: list[str]) -> None:
    """A neighbour is read as deep as the language asks, whatever pages came before."""
    page = Page(f"<table>{rows('1', '2', '3', '4')}</table>")
    wrapper = learned(page, "1", "3")
    assert [language.texts for language in wrapper.first.languages] == [("Height",)]
    run = compiled(wrapper)
    other = Page(source.replace("<tr>", "<table><tr>", 1))
    for each in (page, other, page, other):
        assert run(each.source) == [record.to_dict() for record in wrapper.extract(each)]
    assert run(other.source) == [{"value": value} for value in wanted]


@pytest.mark.parametrize("odd", ["a b", " a\tb ", "a  b", "a\x1fb", "a\u2003b", "\xe9", " ", "a&nbsp;b"], ids=ascii)
def test_many_texts(odd: str) -> None:
    """White space is collapsed in the one text of many that has some, whatever kind it is."""
    page = Page("<p><b>Emma</b></p><p><b>Kim</b></p><h1><b>Top</b></h1>")
    run = compiled(wrapper := learned(page, "Emma", "Kim"))
    other = Page("".join(f"<p><b>{text}</b></p>" for text in [*map(str, range(30)), odd]))
    wanted = [{"value": text} for text in [*map(str, range(30)), " ".join(odd.replace("&nbsp;", " ").split())] if text]
    assert run(other.source) == [record.to_dict() for record in wrapper.extract(other)] == wanted


def test_parts() -> None:
    """Parts of texts are cut as extract cuts them, entities and all."""
    page = Page("<p>Call (41&#53;) 5</p><p>Call (650) 9</p>")
    second = page.source.index("650")
    wrapper = KL().learn([Example.from_spans(page, [{"area": (9, 16)}, {"area": (second, second + 3)}])])
    assert isinstance(wrapper, TreeWrapper)
    run = compiled(wrapper)
    for source in (page.source, "<p>Call (777) 1</p>"):
        assert run(source) == [record.to_dict() for record in wrapper.extract(Page(source))]


def test_attributes() -> None:
    """Attribute values come as extract gives them: decoded, never blank, and once for every start tag."""
    page = Page("<p><a href='/x?a&amp;b'>x</a><i></i></p><p><a href=' /y '>y</a><i></i></p><a href='/n'>n</a>")
    run = compiled(wrapper := learned(page, "/x?a&b", "/y"))
    for extra in (
        "",
        "<p><a href>-</a><i></i></p>",
        "<p><a href='&nbsp;'>-</a><i></i></p>",
        "<p><b><a href=1><p>x</a>",
    ):
        source = page.source + extra
        assert run(source) == [record.to_dict() for record in wrapper.extract(Page(source))]


def test_many_values() -> None:
    """A field with many values gives lists, as extract does."""
    page = Page("<p><b>Emma</b></p><p><b>Kim</b></p><h1><b>Top</b></h1>")
    wrapper = KL().learn([Example.from_values(page, [{"title": ["Emma"]}, {"title": ["Kim"]}])])
    assert isinstance(wrapper, TreeWrapper)
    assert compiled(wrapper)(page.source) == [record.to_dict() for record in wrapper.extract(page)]


@pytest.mark.parametrize("spans", [[(3, 14), (21, 32)], [(4, 9), (22, 27)]], ids=["elements", "across texts"])
def test_elements_and_values_across_texts(spans: list[tuple[int, int]]) -> None:
    """A value may be a whole element, or begin in one text and end in another."""
    page = Page("<p>ae<b>xy</b></p><p>ce<b>yz</b></p>")
    wrapper = KL().learn([Example.from_spans(page, [{"value": span} for span in spans])])
    run = compiled(wrapper)
    for source in (page.source, "<p>one<b>two</b></p>"):
        assert run(source) == run(source.encode()) == [record.to_dict() for record in wrapper.extract(Page(source))]
