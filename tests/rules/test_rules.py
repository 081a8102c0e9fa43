"""Rules for pages with one record, and the options of the learner."""

from collections.abc import Mapping

import pytest

from unweave.demo.pages import book_pages
from unweave.errors import NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.rules import BIAS, BiasEntry, Rules, RulesWrapper
from unweave.rules.builder import Conjunction
from unweave.rules.elementary import AttributePath, PositionPath
from unweave.wrapper import reproduces


def learned(*shown: tuple[str, Mapping[str, object]], **options: object) -> RulesWrapper:
    """Rules learned from pages with one record each."""
    examples = [Example.from_values(Page(source), [record]) for source, record in shown]
    wrapper = Rules(**options).learn(examples)  # type: ignore[arg-type]  # tests know their options
    assert all(reproduces(wrapper, example) for example in examples)
    return wrapper


def values(wrapper: RulesWrapper, source: str) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(Page(source))]


def test_rows_that_come_and_go_are_found_by_their_label() -> None:
    """A row keeps its label, not its position."""
    wrapper = learned(("<ul><li><b>Brand:</b> Acme<li><b>Price:</b> $5</ul>", {"price": "$5"}))
    assert values(wrapper, "<ul><li><b>Price:</b> $7<li><b>Year:</b> 1815</ul>") == [{"price": "$7"}]


def test_a_missing_label_means_a_missing_value() -> None:
    """Where the label is not on the page, nothing else is taken for the value."""
    page = "<ul><li><b>Author:</b> Ann<li><b>Brand:</b> Acme<li><b>Price:</b> $5</ul>"
    wrapper = learned((page, {"author": "Ann", "price": "$5"}))
    assert values(wrapper, "<ul><li><b>Author:</b> Bob<li><b>Brand:</b> Bolt<li><b>Year:</b> 1815</ul>") == [
        {"author": "Bob", "price": None}
    ]


def test_a_value_may_be_linked_or_bare() -> None:
    """One rule for two forms of the same value."""
    wrapper = learned(
        ("<table><tr><th>By<td><a href=x>Ann</a></table>", {"by": "Ann"}),
        ("<table><tr><th>By<td>Bob</table>", {"by": "Bob"}),
    )
    assert values(wrapper, "<table><tr><th>By<td><i>Cid</i></table>") == [{"by": "Cid"}]


def test_a_value_may_be_a_whole_element() -> None:
    """Items with inner markup are one value, as plain ones are."""
    source = "<ul class=list><li><b>2</b> cups flour<li>salt</ul><p>Bye"
    wrapper = learned((source, {"items": ["2 cups flour", "salt"]}))
    assert values(wrapper, "<ul class=list><li>tea<li><b>1</b> egg<li>milk</ul><p>Hi") == [
        {"items": ["tea", "1 egg", "milk"]}
    ]


def test_part_of_a_text_is_cut_out() -> None:
    """A label and its value inside one text node."""
    wrapper = learned(("<p>Brand: Acme<p>Bye", {"brand": "Acme"}), ("<p>Brand: Bolt<p>Ciao", {"brand": "Bolt"}))
    assert values(wrapper, "<p>Brand: Cog<p>Hello") == [{"brand": "Cog"}]


def test_rules_are_joined_where_one_does_not_do() -> None:
    """A heading and a specification row, each with a rule of its own."""
    pages = [("Canon X", "Canon Inc"), ("Sony Y", "Sony Corp")]
    source = "<h1>{}</h1><p>Great.<table><tr><th>Maker<td>{}<tr><th>Colour<td>Red</table>"
    wrapper = learned(*((source.format(*pair), {"names": list(pair)}) for pair in pages))
    assert len({rule.panel for rule in wrapper.rules}) == 2
    assert values(wrapper, source.format("Nikon Z", "Nikon AG")) == [{"names": ["Nikon Z", "Nikon AG"]}]


def test_numbers_of_pages_in_classes_are_not_trusted() -> None:
    """postid-123 names one page, not a field."""
    source = "<article class='post-{0} recipe'><h1 class='t-{0}'>{1}</h1><p>x</article><h2>{1}!</h2>"
    wrapper = learned((source.format(4711, "Soup"), {"title": "Soup"}))
    assert values(wrapper, source.format(815, "Cake")) == [{"title": "Cake"}]


def test_a_rejected_text_is_a_negative() -> None:
    """What was rejected is not found, also where all else is unknown."""
    page = Page("<ul><li class=a>x<li class=a>y<li class=b>z</ul>")
    spans = [Span(page.source.index(letter + "<"), page.source.index(letter + "<") + 1) for letter in "xyz"]
    shown = [{"item": spans[0]}, {"item": spans[1]}]
    example = Example.from_spans(page, shown, status="partial", rejected={"item": [spans[2]]})
    assert [record["item"] for record in Rules().learn([example]).extract(page)] == ["x", "y"]


def test_values_that_no_rule_can_describe_are_an_error() -> None:
    """Parts that no two strings cut out."""
    page = Page("<p>a1b2<p>c", name="p.html")
    example = Example.from_spans(page, [{"bits": [(3, 4), (5, 6)]}])
    with pytest.raises(NoConsistentWrapper) as caught:
        Rules().learn([example])
    assert caught.value.kind == "rules"


def test_nested_levels_are_refused() -> None:
    """Rules cannot describe records in records."""
    example = Example.from_values(Page("<p>a<p>b"), [{"title": "a", "reviews": [{"by": "b"}]}])
    with pytest.raises(NoConsistentWrapper, match="reviews"):
        Rules().learn([example])


def test_a_panel_of_one_is_the_papers_way() -> None:
    """The first consistent builder gives the rule."""
    wrapper = learned(("<p><b>Brand:</b> Acme", {"brand": "Acme"}), panel=1)
    assert [rule.builder for rule in wrapper.rules] == ["label"]


def test_the_bias_is_the_order() -> None:
    """Reversed, the last builder is the first."""
    page = "<h2>Facts</h2><p><b>Brand:</b> Acme"
    wrapper = learned((page, {"brand": "Acme"}), bias=tuple(reversed(BIAS)), panel=1)
    assert [rule.builder for rule in wrapper.rules] == [BIAS[-1].builder.name]


def test_a_flat_bias_is_one_conjunction() -> None:
    """One conjunction of all builders."""
    flat = (BiasEntry(Conjunction((AttributePath(), PositionPath())), "specific"),)
    wrapper = learned(("<p><b>Brand:</b> Acme", {"brand": "Acme"}), bias=flat)
    assert {rule.builder for rule in wrapper.rules} == {"attributes and positions"}


def flat(example: Example) -> Example:
    """The example without its nested reviews."""
    names = [name for name in example.records[0] if name != "reviews"]
    records = tuple(Record(example.page, {name: one.cell(name) for name in names}) for one in example.records)
    return Example(example.page, records, status=example.status)


def test_the_bookshop_is_learned_from_two_pages() -> None:
    """Two pages with every row are enough for all pages, also for rows that are not on all of them."""
    books = [flat(example) for example in book_pages()]
    full = sorted(books, key=lambda book: sum(value is None for value in book.records[0].to_dict().values()))
    wrapper = Rules().learn(full[:2])
    assert [[record.to_dict() for record in wrapper.extract(book.page)] for book in books] == [
        [record.to_dict() for record in book.records] for book in books
    ]


def test_a_rule_is_described_in_words() -> None:
    """The first rule is the statement, and other rules of the panel are its evidence."""
    statement = learned(("<p><b>Brand:</b> Acme", {"brand": "Acme"})).explain().statements[0]
    assert (statement.field, statement.text) == ("brand", "the text after 'Brand:'")
    assert any("row" in line for line in statement.evidence)


def test_a_list_is_found_anywhere_inside_its_element() -> None:
    """Items of an ordered list are items too, and so are those of two lists."""
    wrapper = learned(
        ("<h1>Tea</h1><div class=needs><div><ul><li>tea<li>milk</ul></div></div><p>Bye", {"needs": ["tea", "milk"]})
    )
    other = "<h1>Cake</h1><p>!<div class=needs><ol><li>flour<li>eggs</ol><p>and<div><ol><li>salt</ol></div></div><p>Bye"
    assert values(wrapper, other) == [{"needs": ["flour", "eggs", "salt"]}]


def test_a_rule_that_finds_more_but_loses_the_vote_covers_nothing() -> None:
    """Two panels find titles and steps: a rule for any text of the box is consistent, but loses the vote."""
    box = "<div class=steps><h3>1. Mix</h3><ul><li>Stir <b>well</b><li>Wait</ul><h3>2. Bake</h3><ul><li>Heat</ul></div>"
    steps = ["1. Mix", "Stir well", "Wait", "2. Bake", "Heat"]
    wrapper = learned((f"<p>Cake</p>{box}<p>Bye", {"steps": steps}))
    other = "<p>Tea</p><div class=steps><h3>1. Boil</h3><ul><li>Fill <i>it</i><li>Heat</ul></div><p>Bye"
    assert values(wrapper, other) == [{"steps": ["1. Boil", "Fill it", "Heat"]}]


def test_many_rules_for_some_values_beat_one_rule_for_all() -> None:
    """Only "any text below the heading" covers list and notes at once; most rules find the list only."""
    source = "<h2>Need</h2><p>ice<h3>Do</h3><div><ol><li>Mix all<li>Shake it<li>Pour it</ol></div><p>Or stir it<p>Enjoy"
    wrapper = learned((source, {"steps": ["Mix all", "Shake it", "Pour it", "Or stir it", "Enjoy"]}))
    assert [statement.text for statement in wrapper.explain().statements] == [
        "the text in the <li> in the <ol> in the <div> in the <body> beginning with 'Need'",
        "the text in the group that begins with 'Do'",
    ]
