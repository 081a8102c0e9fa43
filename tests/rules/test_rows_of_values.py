"""A field that was shown with one value has several where the value is in a row with others."""

from pathlib import Path

import pytest

import unweave
from unweave.page import Page
from unweave.run import RunOptions, extract
from unweave.targets.programs import python
from unweave.targets.runners import run_program

ROWS = {
    "definition list": "<dl><dt>By<dd>{}<dt>Year<dd>1815</dl>",
    "table": "<table><tr><th>By<td>{}<tr><th>Year<td>1815</table>",
    "lines": "<b>By:</b> {}<br><b>Year:</b> 1815<br>",
    "paragraphs": "<p class=by>{}</p><p>1815</p>",
}
LINK = '<a href="/{0}">{0}</a>'.format
WRITTEN = {
    "commas": lambda names: ", ".join(map(LINK, names)),
    "a conjunction": lambda names: " und ".join(map(LINK, names)),
    "bars": lambda names: " | ".join(map(LINK, names)),
    "line breaks": lambda names: "<br>".join(map(LINK, names)),
    "items": lambda names: "<ul>" + "".join(f"<li>{name}</li>" for name in names) + "</ul>",
}


def page(row: str, written: str, title: str, *names: str) -> Page:
    return Page(f"<h1>{title}</h1>{ROWS[row].format(WRITTEN[written](names))}<p>All rights reserved.</p>")


@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize("written", WRITTEN)
def test_all_of_a_row(row: str, written: str) -> None:
    """One value is a text as it was shown, several are a list; compiled and exported wrappers say the same."""
    shown = unweave.Example.from_values(page(row, written, "Emma", "Ann"), [{"title": "Emma", "by": "Ann"}])
    wrapper = unweave.learn([shown])
    pages = [page(row, written, "Kim", "Bob", "Cy", "Di"), page(row, written, "She", "Eve")]
    expected = [[{"title": "Kim", "by": ["Bob", "Cy", "Di"]}], [{"title": "She", "by": "Eve"}]]
    assert [[record.to_dict() for record in wrapper.extract(one)] for one in pages] == expected
    assert [unweave.compile(wrapper)(one.source) for one in pages] == expected
    assert [run_program(python(wrapper))(one) for one in pages] == expected


def test_each_value_of_a_row_has_its_span() -> None:
    """As every other value has."""
    first = page("table", "commas", "Emma", "Ann")
    wrapper = unweave.learn([unweave.Example.from_values(first, [{"title": "Emma", "by": "Ann"}])])
    other = page("table", "commas", "Kim", "Bob", "Cy")
    (record,) = wrapper.extract(other)
    assert [other[span] for span in record.spans("by")] == ["Bob", "Cy"]


@pytest.mark.parametrize(
    ("shown", "other", "expected"),
    [
        ("<a>Books</a> | <a>Emma</a>", "<a>Tales</a> | <a>Kim</a>", "Kim"),  # it was shown in a row, and is one of it
        ("<a>Emma</a>", "<a>Kim</a> <a>Order</a>", "Kim"),  # nothing is between them
        ("<a>Emma</a>", "<a>Kim</a>, <b>Order</b>", "Kim"),  # of another kind
        ("<a>Emma</a>", "<a>Kim</a> read by <a>Bo</a>", "Kim"),  # words are no separator
    ],
)
def test_what_is_no_row(shown: str, other: str, expected: str) -> None:
    """One value, as it was shown."""
    first = Page(f"<h1>Shop</h1><div class=t>{shown}</div><p>x</p>")
    wrapper = unweave.learn([unweave.Example.from_values(first, [{"title": "Emma"}])])
    (record,) = wrapper.extract(Page(f"<h1>Shop</h1><div class=t>{other}</div><p>x</p>"))
    assert record.to_dict() == {"title": expected}


def job(company: str, cell: str) -> Page:
    trail = f"<div><a>Home</a> &gt; <a>Jobs</a> &gt; <a>{company}</a></div>"
    return Page(f"{trail}<h1>Smith</h1>{cell.format(company)}<p>All rights reserved.</p>")


def test_a_value_that_is_also_the_last_of_a_trail() -> None:
    """It stands alone in its own element on the labelled page; where only the trail has it, the trail is no list."""
    first = job("Acme", "<p class=company>{}</p>")
    wrapper = unweave.learn([unweave.Example.from_values(first, [{"title": "Smith", "company": "Acme"}])])
    found = [
        wrapper.extract(one)[0]["company"] for one in (first, job("Hub", "<p class=company>{}</p>"), job("Ox", ""))
    ]
    assert found == ["Acme", "Hub", "Ox"]


@pytest.mark.parametrize("ending", ["csv", "jsonl", "sqlite", "parquet"])
def test_several_values_in_a_typed_column_are_a_misfit(tmp_path: Path, ending: str) -> None:
    """A column of numbers holds no lists: the texts are kept beside, or stay text, and are told."""
    first = Page("<h1>Emma</h1><p>Year: <a>1815</a></p>")
    wrapper = unweave.learn([unweave.Example.from_values(first, [{"title": "Emma", "year": "1815"}])])
    for name, years in {"a": "<a>1901</a>", "b": "<a>1887</a>, <a>1888</a>"}.items():
        (tmp_path / f"{name}.html").write_text(f"<h1>Kim</h1><p>Year: {years}</p>")
    options = RunOptions(types={"year": "integer"})
    done = extract(wrapper, [tmp_path / "a.html", tmp_path / "b.html"], tmp_path / f"out.{ending}", options=options)
    (year,) = done.typed
    assert (year.values, year.misfits) == (3, 1)
    assert done.found is not None
    assert done.found.fields[1].contested.count == 0
