"""Paths in the data of scripts: what is learned from a few values, and what is said of it."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import unweave
from oracles.agreement import differences
from unweave import Example, Page
from unweave.embedded import Embedded, EmbeddedWrapper
from unweave.errors import BadInput, CannotCompile, NoConsistentWrapper, ValueNotFound
from unweave.program import DataPath, DataPaths, Neighbour
from unweave.records import Field, Schema
from unweave.store import dumps, loads
from unweave.targets.runners import run_program

RECIPE = {
    "@context": "https://schema.org",
    "@graph": [
        {"@type": "WebSite", "name": "Kitchen", "keywords": ["a"]},
        {
            "@type": ["Recipe", "Article"],
            "name": "Soup",
            "recipeYield": "4 plates",
            "author": [{"@type": "Person", "name": "Ann"}],
            "keywords": ["soup", "warm"],
            "prop": [{"name": "sku", "value": "S-1"}, {"name": "ean", "value": "999"}],
        },
    ],
}


def recipe(name: str, yields: str, author: str, keywords: list[str], sku: str, *, first: bool = False) -> Page:
    """A page whose text has the name alone."""
    data: Any = json.loads(json.dumps(RECIPE))
    shown = data["@graph"][1]
    shown.update(name=name, recipeYield=yields, author=[{"@type": "Person", "name": author}], keywords=keywords)
    shown["prop"][0]["value"] = sku
    if first:
        data["@graph"].reverse()
        shown["prop"].reverse()
    text = json.dumps(data).replace("</", "<\\/")
    return Page(f'<h1>{name}</h1><script type="application/ld+json">{text}</script>', name=f"{name}.html")


SOUP = recipe("Soup", "4 plates", "Ann", ["soup", "warm"], "S-1")
SOUP_RECORD = {"title": "Soup", "yields": "4 plates", "author": "Ann", "tags": ["soup", "warm"], "sku": "S-1"}
TEA = recipe("Tea", "2 caf\u00e9 cups", "Bob", ["hot"], "T-7", first=True)
TEA_RECORD = {"title": "Tea", "yields": "2 café cups", "author": "Bob", "tags": ["hot"], "sku": "T-7"}


def test_types_and_labels_hold_where_positions_change() -> None:
    """From one page: the other one has its objects in another order."""
    wrapper = unweave.learn([Example.from_values(SOUP, [SOUP_RECORD])])
    assert [record.to_dict() for record in wrapper.extract(TEA)] == [TEA_RECORD]
    assert {one.field: one.text for one in wrapper.explain().statements}["sku"] == (
        "[\"@graph\"][*].prop[*].value in the script data 'application/ld+json', where '@type' of [\"@graph\"][*] is "
        "'Recipe' and 'name' of [\"@graph\"][*].prop[*] is 'sku'"
    )


def test_spans_are_in_the_script() -> None:
    """A value that is only in a script has its place there, escapes and all."""
    record = unweave.learn([Example.from_values(SOUP, [{"yields": "4 plates"}])]).extract(TEA)[0]
    span = record.span("yields")
    assert span is not None
    assert (TEA[span], TEA.text(span)) == ("2 caf\\u00e9 cups", "2 café cups")


def test_fields_in_the_text_are_learned_there() -> None:
    """A value that the text shows is found in the text, whatever scripts have."""
    record = unweave.learn([Example.from_values(SOUP, [SOUP_RECORD])]).extract(TEA)[0]
    span = record.span("title")
    assert span is not None
    assert not TEA.embedded.is_inside(span)


def test_without_embedded() -> None:
    """The switch: nothing is found in scripts, and nothing is learned there."""
    with pytest.raises(ValueNotFound, match="4 plates"):
        Example.from_values(SOUP, [SOUP_RECORD], embedded=False)
    example = Example.from_values(SOUP, [SOUP_RECORD], embedded=False, missing="unknown")
    wrapper = unweave.learn([example], embedded=False)
    assert (wrapper.kind, wrapper.schema.names) == ("rules", ("title",))
    with pytest.raises(BadInput, match="embedded=False"):
        unweave.learn([example], method="embedded", embedded=False)


def test_a_page_without_scripts() -> None:
    """A page without the data has no record by it."""
    wrapper = Embedded().learn([Example.from_values(SOUP, [{"yields": "4 plates"}])])
    assert wrapper.extract(Page("<p>Nothing</p>")) == []


def test_a_named_method() -> None:
    """All fields in scripts, whether the text has them or not."""
    wrapper = unweave.learn([Example.from_values(SOUP, [SOUP_RECORD])], method="embedded")
    assert isinstance(wrapper, EmbeddedWrapper)
    assert [record.to_dict() for record in wrapper.extract(TEA)] == [TEA_RECORD]
    with pytest.raises(NoConsistentWrapper, match="'Emma' is in no data of a script"):
        unweave.learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])], method="embedded")


def shop(rows: list[dict[str, Any]]) -> Page:
    """A page with rows in a script, and their names in the text."""
    data = json.dumps({"lists": [{"rows": rows, "name": "all"}]}).replace("</", "<\\/")
    items = "".join(f"<li>{row['name']}</li>" for row in rows[:3])
    return Page(f"<ul>{items}</ul><script>window.D = {data}</script>", name="shop.html")


ROWS = [{"kind": "row", "name": f"n{at}", "code": f"c{at}", "note": None if at % 2 else f"x{at}"} for at in range(6)]
ADVERT = {"kind": "ad", "name": "Buy", "code": "now", "note": "!"}


def test_a_complete_list_needs_a_condition() -> None:
    """Where all records are given, an object that is none is told apart by its neighbours."""
    wanted = [{"name": row["name"], "code": row["code"], "note": row["note"]} for row in ROWS]
    wrapper = unweave.learn([Example.from_values(shop([ADVERT, *ROWS]), wanted)])
    assert isinstance(wrapper, EmbeddedWrapper)
    assert wrapper.paths.record is not None
    assert wrapper.paths.record.neighbours == (Neighbour(4, "kind", "row"),)
    assert [record.to_dict() for record in wrapper.extract(shop([*ROWS, ADVERT]))] == wanted


def test_a_list_that_the_text_shows_whole_is_found_there() -> None:
    """The data is preferred only where it has more of the list."""
    shown = [{"name": "n0"}, {"name": "n1"}]
    kinds = []
    for count in (3, 6):
        wrapper = unweave.learn([Example.from_values(shop(ROWS[:count]), shown, status="partial")])
        kinds.append((wrapper.kind, len(wrapper.extract(shop(ROWS[:count])))))
    assert kinds == [("regions", 3), ("embedded", 6)]


def test_fields_that_are_not_in_one_object_are_left_out() -> None:
    """A field of a list that is only in scripts, and not in the records' objects, is left out with a note."""
    page = Page('<ul><li>Ann</li><li>Bob</li><li>Cy</li></ul><script>s = {"a": {"x": "1"}, "b": ["2"]}</script>')
    shown = [{"name": "Ann", "code": "1"}, {"name": "Bob", "code": "2"}]
    wrapper = unweave.learn([Example.from_values(page, shown, status="partial")])
    assert [record.to_dict() for record in wrapper.extract(page)] == [{"name": "Ann"}, {"name": "Bob"}, {"name": "Cy"}]
    assert any(note.startswith("field code is left out") for note in wrapper.origin.history)


@pytest.mark.parametrize("to", ["python", "scrapy", "web-poet"])
@pytest.mark.parametrize("method", ["auto", "embedded"])
def test_programs(to: str, method: str) -> None:
    """Exported programs find the same, with values in the text and in scripts."""
    wrapper = unweave.learn([Example.from_values(SOUP, [SOUP_RECORD])], method=method)
    text = unweave.export(wrapper, to=to)
    assert isinstance(text, str)
    assert run_program(text)(TEA) == [TEA_RECORD]
    assert ("lxml" in text) == (method == "auto")


@pytest.mark.parametrize("to", ["xpath", "css", "regex"])
def test_expressions_cannot_look_into_scripts(to: str) -> None:
    """They say so."""
    wrapper = unweave.learn([Example.from_values(SOUP, [{"yields": "4 plates"}])])
    with pytest.raises(CannotCompile, match="in the data of scripts"):
        unweave.export(wrapper, to=to)


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        (DataPath("code", ("a",)), "is no field of the schema"),
        (DataPath("name", ("a",), up=1), "begins above its document"),
        (DataPath("name", (-1,)), "the number of an item"),
        (DataPath("name", ("a",), neighbours=(Neighbour(2, "b", "c"),)), "the depth of a condition"),
    ],
)
def test_damaged_files(path: DataPath, reason: str) -> None:
    """What does not fit together is refused when it is loaded."""
    with pytest.raises(BadInput, match=reason):
        loads(dumps(EmbeddedWrapper(Schema((Field("name"),)), DataPaths((path,)))))


keys = st.sampled_from(["a", "b", "@type"])
values = st.recursive(
    st.sampled_from(["x", "y", "", None, 1]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=10,
)
path_keys = st.lists(st.sampled_from(["a", "b", 0, 1, None]), max_size=3).map(tuple)
conditions = st.builds(Neighbour, st.integers(0, 3), keys, st.sampled_from(["x", "1"]))


@st.composite
def paths(draw: st.DrawFn) -> DataPaths:
    """Any paths: of a page that is one record, or of records with fields above and below their objects."""
    record = draw(st.none() | st.builds(DataPath, st.just(""), path_keys, st.sampled_from(["", "s"])))
    fields = []
    for name in ("one", "many"):
        own = draw(path_keys)
        up = draw(st.integers(0, len(record.keys))) if record else 0
        asked = tuple(one for one in draw(st.lists(conditions, max_size=1)) if one.depth <= len(own))
        fields.append(DataPath(name, own, "" if record else "s", up, asked))
    return DataPaths(tuple(fields), record, ("many",))


@given(values, values, paths())
@settings(max_examples=150, deadline=None)
def test_the_engine_agrees_with_the_definition(one: Any, other: Any, program: DataPaths) -> None:
    """Whatever the data and the paths are; equal keys included."""
    twice = json.dumps(one)[:-1] + ', "a": 5}' if isinstance(one, dict) and one else json.dumps(one)
    page = Page(f"<script>s = [{twice}]; t = [{json.dumps(other)}]</script>", html=True)
    wrapper = EmbeddedWrapper(Schema((Field("one"), Field("many", many=True))), program)
    assert differences(wrapper, page) == []
    assert [record.to_dict() for record in wrapper.extract(page)] == run_program(unweave.export(wrapper, to="python"))(
        page
    )


@pytest.mark.parametrize(
    "data",
    [
        "[" * 100_000 + '"x1"' + "]" * 100_000,
        '{"a": ' * 20_000 + '"x1"' + "}" * 20_000,
        "[" + ",".join(['{"v": "x1", "n": 400}'] * 5_000) + "]",
        '{"v": ' + "9" * 400 + ', "w": NaN, "v": "x1"}',
        '{"v": "x1", "v": 31.02}',
        '{"a": ["' + "y" * 1_000_000 + '"], "b": [' + "8," * 20_000 + '7], "v": "x1"}',
    ],
    ids=["deep arrays", "deep objects", "many equal", "long number", "equal keys", "a large script"],
)
def test_odd_data(data: str) -> None:
    """A clear outcome, whatever is in a script: a value that is learned, or an error that says why not."""
    page = Page(f"<p>Nothing</p><script>s = {data}</script>")
    example = Example.from_values(page, [{"value": "x1"}])
    try:
        assert [record.to_dict() for record in unweave.learn([example]).extract(page)] == [{"value": "x1"}]
    except NoConsistentWrapper as failure:
        assert "in no data of a script" in str(failure) or "no path in the data of scripts" in str(failure)


def test_a_value_in_the_text_of_some_pages() -> None:
    """A field that one page shows and another has in a script alone is learned in scripts."""
    sold = [
        Page(f'{text}<h1>{name}</h1><script type="application/ld+json">{{"@type": "Item", "sku": "{sku}"}}</script>')
        for name, sku, text in (("A", "Z-1", "<p>SKU: <b>Z-1</b></p>"), ("B", "Y-2", ""), ("C", "X-3", ""))
    ]
    shown = [[{"title": "A", "sku": "Z-1"}], [{"title": "B", "sku": "Y-2"}]]
    wrapper = unweave.learn([Example.from_values(page, some) for page, some in zip(sold, shown, strict=False)])
    assert [record.to_dict() for record in wrapper.extract(sold[2])] == [{"title": "C", "sku": "X-3"}]


def test_nested_records_in_scripts() -> None:
    """The values of a level are in an array of a script."""

    def reviewed(*reviews: tuple[str, int]) -> Page:
        data = json.dumps({"reviews": [{"by": by, "stars": stars} for by, stars in reviews]})
        return Page(f"<h1>{len(reviews)} reviews</h1><script>window.S = {data}</script>")

    page, other = reviewed(("Ann", 5), ("Bob", 3)), reviewed(("Cy", 1), ("Di", 2), ("Ed", 4))
    given = {"title": "2 reviews", "reviews": [{"by": "Ann", "stars": "5"}, {"by": "Bob", "stars": "3"}]}
    wrapper = unweave.learn([Example.from_values(page, [given])])
    wanted = [{"by": "Cy", "stars": "1"}, {"by": "Di", "stars": "2"}, {"by": "Ed", "stars": "4"}]
    assert [record.to_dict() for record in wrapper.extract(other)] == [{"title": "3 reviews", "reviews": wanted}]


@pytest.mark.parametrize("value", ["9" * 400, "NaN", "31.02.2026", "$5 / €4.50"])
def test_odd_values(value: str) -> None:
    """Numbers of 400 digits, NaN, days that do not exist and amounts in two currencies are texts like others."""
    written = value if value.isdigit() or value == "NaN" else f'"{value}"'
    pages = [Page(f'<h1>B</h1><script>s = {{"@type": "B", "v": {one}}}</script>') for one in (written, '"next"')]
    wrapper = unweave.learn([Example.from_values(pages[0], [{"v": value}])])
    assert [record.to_dict() for page in pages for record in wrapper.extract(page)] == [{"v": value}, {"v": "next"}]


def test_of_equal_keys_the_last_counts() -> None:
    """As in JavaScript: what an earlier one has is in the source, but is not what the page means."""
    page = Page('<script>s = {"v": "x1", "v": "x2"}</script>')
    [record] = unweave.learn([Example.from_values(page, [{"v": "x2"}])]).extract(page)
    assert record.to_dict() == {"v": "x2"}
    with pytest.raises(NoConsistentWrapper, match="no path in the data of scripts gives its values"):
        unweave.learn([Example.from_values(page, [{"v": "x1"}])])


def shop_page(name: str, price: float, shown: str) -> Page:
    """A product whose price is in a script as a number, and in the text with its currency."""
    data = json.dumps({"product": {"name": name, "price": price, "stock": [0, 1, 2]}})
    return Page(f"<h1>{name}</h1><p>{shown}</p><script>s = {data}</script>", name=f"{name}.html")


def test_a_number_is_no_part_of_another_one() -> None:
    """12.5 is in "$12.50", but what is meant is the value of the data; so a typed table can be learned from."""
    pages = [shop_page("Teapot", 12.5, "$12.50"), shop_page("Mug", 7, "$7.00"), shop_page("Cup", 3.1, "$3.10")]
    rows = [{"name": "Teapot", "price": "12.5"}, {"name": "Mug", "price": "7"}]
    examples = [Example.from_values(page, [row]) for page, row in zip(pages, rows, strict=False)]
    [record] = unweave.learn(examples).extract(pages[2])
    assert record.to_dict() == {"name": "Cup", "price": "3.1"}


def test_a_value_that_the_data_has_in_another_form_is_named() -> None:
    """The error says how the data has it."""
    page = Page('<h1>Teapot</h1><script>s = {"price": 12.5, "day": "2026-03-12"}</script>')
    with pytest.raises(ValueNotFound) as problem:
        Example.from_values(page, [{"price": "12.50 €", "day": "12 March 2026"}])
    assert problem.value.hints == ("the data in scripts has it as '12.5'", "the data in scripts has it as '2026-03-12'")


def test_values_that_are_at_other_places_are_no_difference() -> None:
    """The stock of the record is another 1 of the page than the first one: the same texts, and no warning."""
    page = Page(
        '<p>1</p><script>s = {"a": [{"c": "red", "n": 0}, {"c": "blue", "n": 1}, {"c": "green", "n": 2}]}</script>'
    )
    example = Example.from_values(page, [{"c": "red", "n": "0"}, {"c": "blue", "n": "1"}], status="partial")
    wrapper = unweave.learn([example])
    assert len(wrapper.extract(page)) == 3
    assert [one.differences for one in wrapper.summary([example]).labelled] == [()]
