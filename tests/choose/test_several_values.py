"""Fields with several values: shown one value on one page and two on another, all are found on every page."""

from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unweave
from unweave.page import Page
from unweave.records import Example
from unweave.targets.export import check

ROW = "<table><tr><td>Director<td>{}<tr><td>Studio<td><a>Acme</a></table>"
LINK = "<a>{}</a>".format
ROLES = ("Director", "Producer, Writer", "Editor", "Camera")
MARKUPS: dict[str, Callable[[Sequence[str]], str]] = {
    "comma": lambda names: f"<p>Director: <b>{', '.join(names)}</b></p>",
    "comma after a label": lambda names: f"<p>Director: {', '.join(names)}</p>",
    "and": lambda names: f"<p>Director: <b>{' and '.join(names)}</b></p>",
    "slash": lambda names: f"<p>Director: <b>{' / '.join(names)}</b></p>",
    "remarks": lambda names: (
        f"<p>By <b>{', '.join(f'{one} ({role})' for one, role in zip(names, ROLES, strict=False))}</b>"
    ),
    "line break": lambda names: f"<p>Director:<br>{'<br>'.join(names)}</p>",
    "line break in a cell": lambda names: ROW.format("<br>".join(names)),
    "items": lambda names: f"<h3>Director</h3><ul>{''.join(f'<li>{name}</li>' for name in names)}</ul>",
    "spans": lambda names: f"<div><b>Director</b>{''.join(f'<span>{name}</span>' for name in names)}</div>",
    "links without separator": lambda names: f"<p>Director: {' '.join(map(LINK, names))}</p>",
    "links and comma": lambda names: f"<p>Director: {', '.join(map(LINK, names))}</p>",
    "links and and": lambda names: f"<p>Director: {' and '.join(map(LINK, names))}</p>",
    "links in a cell": lambda names: ROW.format(", ".join(map(LINK, names))),
    "links and line break in a cell": lambda names: ROW.format("<br>".join(map(LINK, names))),
}
IN_ROWS = ["items", "links and comma", "links and and", "links in a cell", "links and line break in a cell"]
ONE, TWO, THREE = ["Jane Austen"], ["Ann Lee", "Bob Ray"], ["Joe Kay", "Li Moe", "Nan Oz"]
UNSEEN = [["Cy Lo"], ["Di Ott", "Ed Poe"], ["Flo Nu", "Gus Ab", "Hal Ick"], ["Ida Jo", "Kit Li", "Mo Ng", "Ot Pi"]]


def film(markup: str, names: Sequence[str]) -> Page:
    """A film with its directors, and with actors that are linked as directors may be."""
    directors = MARKUPS[markup](names)
    return Page(
        f"<h1>{names[0][:2]}</h1>{directors}<p>Cast: <a>Zoe Quin</a>, <a>Max Un</a></p><p>Runtime: <b>90 min</b>"
    )


def shown(markup: str, names: Sequence[str]) -> Example:
    """The film as a person labels it: one director as a text, several as a list."""
    given = names[0] if len(names) == 1 else list(names)
    return Example.from_values(film(markup, names), [{"director": given, "runtime": "90 min"}])


def found(wrapper: unweave.Wrapper, markup: str) -> list[object]:
    """The directors of films that were not shown."""
    return [wrapper.extract(film(markup, names))[0]["director"] for names in UNSEEN]


@pytest.mark.parametrize("markup", MARKUPS)
@pytest.mark.parametrize("pages", [[ONE, TWO], [ONE, TWO, THREE]], ids=["1+2", "1+2+3"])
def test_all_values_are_found_on_every_page(markup: str, pages: Sequence[Sequence[str]]) -> None:
    """Also three and four values, where at most two or three were shown."""
    wrapper = unweave.learn([shown(markup, names) for names in pages])
    assert found(wrapper, markup) == UNSEEN


ITEMS = ("{}", "<a href=x>{}</a>", "<span>{}</span>", "<b class=name>{}</b>")
SEPARATORS = (", ", " and ", "; ", " / ", "<br>", " ")
PLACES = (
    "<p>Director: {}</p>",
    "<dl><dt>Director</dt><dd>{}</dd><dt>Studio</dt><dd>Acme</dd></dl>",
    "<table><tr><td>Director</td><td>{}</td></tr><tr><td>Studio</td><td>Acme</td></tr></table>",
    "<div><span class=name>Director</span><span class=value>{}</span></div><div><span class=name>Studio</span></div>",
    "<div class=director>{}</div>",
)
NAMES = st.lists(st.from_regex(r"[A-Z][a-z]{2,5} [A-Z][a-z]{2,5}", fullmatch=True), min_size=1, max_size=4, unique=True)


@settings(max_examples=40)
@given(
    st.sampled_from(ITEMS),
    st.sampled_from(SEPARATORS),
    st.sampled_from(PLACES),
    st.sampled_from([[ONE, TWO], [TWO], [TWO, ONE]]),
    NAMES,
)
def test_any_markup_any_separator_any_place(
    item: str, separator: str, place: str, pages: Sequence[Sequence[str]], names: Sequence[str]
) -> None:
    """All values of a generated page; names in one text without a separator between them are nothing to learn from."""

    def generated(values: Sequence[str]) -> Page:
        between = ", " if (item, separator) == ("{}", " ") else separator
        row = place.format(between.join(map(item.format, values)))
        return Page(f"<h1>A film</h1>{row}<p>Cast: <a>Zoe Quin</a>, <a>Max Un</a></p>")

    wrapper = unweave.learn([Example.from_values(generated(one), [{"director": list(one)}]) for one in pages])
    assert wrapper.extract(generated(names))[0]["director"] == names


@pytest.mark.parametrize("markup", IN_ROWS)
def test_a_row_on_a_page_without_labels_makes_a_list(markup: str) -> None:
    """Rules learned from one value find the first of a row only; its siblings are values too."""
    others = [film(markup, names) for names in (TWO, ["Pat Qi"], THREE)]
    wrapper = unweave.learn([shown(markup, ONE), *map(Example, others)])
    assert found(wrapper, markup) == UNSEEN


def test_one_shown_of_a_row_of_siblings_is_believed() -> None:
    """A person who shows the first of two means the first."""
    markup = "links and comma"
    first = Example.from_values(film(markup, TWO), [{"director": "Ann Lee", "runtime": "90 min"}])
    wrapper = unweave.learn([shown(markup, ONE), first, *(Example(film(markup, names)) for names in (THREE, *UNSEEN))])
    assert found(wrapper, markup) == [names[0] for names in UNSEEN]


SHOWN_PLAYERS = {"Emma": ("6-4", "180 lbs"), "Kim": ("5-11", "175 lbs")}
CELLS = "<h1>{}</h1><table><tr><td>Height</td><td>{}</td></tr><tr><td>Weight</td><td>{}</td></tr></table>".format
LINES = "<h1>{}</h1><div><ul><li>Height</li><li>{}</li></ul><ul><li>Weight</li><li>{}</li></ul></div>".format


def test_a_label_and_its_value_are_no_row() -> None:
    """A table that has become a list is read as before, also by an exported program: labels are no values."""
    examples = [
        Example.from_values(Page(CELLS(name, *facts)), [{"height": facts[0], "weight": facts[1]}])
        for name, facts in SHOWN_PLAYERS.items()
    ]
    wrapper = unweave.learn(examples)
    changed = Page(LINES("She", "6-9", "220 lbs"), name="she.html")
    assert wrapper.extract(changed)[0].to_dict() == {"height": "6-9", "weight": "220 lbs"}
    assert check(wrapper, [changed], to="python") == {}


def test_remarks_behind_the_values_of_a_list_are_no_part_of_them() -> None:
    """Of "Ann (Author), Bob (Editor)" in one text, the names alone are values; commas in remarks separate nothing."""
    books = {
        "Emma": ["Ann Lee", "Bob Ray"],
        "Kim": ["Cy Lo", "Di Ott"],
        "Dune": ["Ed Poe"],
        "She": ["Flo Nu", "Gus Ab", "Hal Ick"],
    }
    roles = ("Author", "Editor, Translator", "Illustrator")
    rows = {
        title: ", ".join(f"{name} ({role})" for name, role in zip(names, roles, strict=False))
        for title, names in books.items()
    }
    page = Page("".join(f"<div><h3>{title}</h3><p>by {names}</p></div>" for title, names in rows.items()))
    known = [{"title": title, "by": books[title]} for title in ("Emma", "Kim")]
    wrapper = unweave.learn([Example.from_values(page, known, status="partial")])
    assert [record.to_dict() for record in wrapper.extract(page)] == [
        {"title": title, "by": names} for title, names in books.items()
    ]
    assert (
        wrapper.explain().statements[-1].text
        == "of it, the texts between ', ', without what is in brackets behind them"
    )
