"""Values that an inner element breaks on some pages stay whole, and in their column."""

from unweave.page import Page
from unweave.templates import discover
from unweave.templates.report import columns_of
from unweave.templates.texts import read_texts, row_of

PLAIN = ["Stir the soup.", "Bake it long.", "Let it rest.", "Chop the leeks.", "Serve it warm.", "Wash the rice."]


def recipe(number: int, steps: list[str]) -> Page:
    """A page with a list of steps."""
    items = "".join(f"<li>{step}</li>" for step in steps)
    return Page(f"<h1>Dish {number}</h1><ol>{items}</ol><p>All rights reserved</p>", name=f"{number}.html")


STEPS = [[PLAIN[number - at] for at in range(2 + number % 3)] for number in range(6)]
LINKED = [*STEPS[:2], ['Fold in the <a href="/b">barley</a>, then wait.', "Boil."], *STEPS[3:]]
PAGES = [recipe(number, steps) for number, steps in enumerate(LINKED)]


def test_a_value_with_an_inner_link_is_whole() -> None:
    """It is one value of the column that has the plain ones; its span is that of all its texts."""
    wrapper = discover(PAGES)
    record = wrapper.extract(PAGES[2])[0]
    (column,) = [name for name, values in columns_of(record).items() if "Boil." in values]
    assert columns_of(record)[column] == ["Fold in the barley, then wait.", "Boil."]
    assert columns_of(wrapper.extract(PAGES[0])[0])[column] == STEPS[0]
    page = recipe(9, ["<b>Never</b> stir it.", 'Take <i>two</i> <a href="/e">eggs</a>.'])
    assert columns_of(wrapper.extract(page)[0])[column] == ["Never stir it.", "Take two eggs."]
    assert page[wrapper.extract(page)[0].spans(column)[1]] == 'Take <i>two</i> <a href="/e">eggs</a>.'


def test_a_label_beside_a_link_is_no_part_of_the_value() -> None:
    """Where most broken elements have a text in common, or most elements are broken, their texts are read apart."""
    lines = [f"<p>By <a href=/{name}>{name}</a>" if name < "C" else f"<p>{name} is here" for name in "ABCDEF"]
    texts = read_texts([Page("".join(lines))])
    assert [text.text for text in texts.rows(texts.vocabulary())[0]][:4] == ["By", "A", "By", "B"]
    rows = read_texts([Page("".join(f"<p><b>{name}</b> {name}{name}" for name in "ABCD") + "<p>E")])
    assert [text.text for text in rows.rows(rows.vocabulary())[0]] == ["A", "AA", "B", "BB", "C", "CC", "D", "DD", "E"]


def test_a_block_inside_cuts_the_text() -> None:
    """Only texts that follow each other are read as one; attributes inside come behind them."""
    known = frozenset({"=html/body/ul/li"})
    page = Page("<ul><li>a <b>b</b><div>c</div> d<li>e <a href=/f>f</a> g</ul>")
    found = [(text.path.rpartition("body/")[2], text.text) for text in row_of(page, known, ["href"])]
    assert found == [
        ("ul/li", "a b"),
        ("ul/li/div", "c"),
        ("ul/li/~div", "d"),
        ("ul/li", "e f g"),
        ("ul/li/a@href", "/f"),
    ]
