"""The learner: from examples to wrappers of texts, elements, attributes, parts, and values across texts."""

from dataclasses import replace

import pytest

from unweave.combined import Combined
from unweave.definition import select, taken
from unweave.errors import BadInput, CannotCompile, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.program import Selections
from unweave.records import UNKNOWN, Example
from unweave.store import dumps, loads
from unweave.trees import KL, TreeWrapper
from unweave.trees.search import Limits
from unweave.values.boundaries import TokenBoundary
from unweave.values.parts import TokenParts
from unweave.values.patterns import PatternToken


def learned(*examples: Example, **parameters: object) -> TreeWrapper:
    wrapper = KL(**parameters).learn(examples)  # type: ignore[arg-type]  # a test's parameters
    assert isinstance(wrapper, TreeWrapper)
    return wrapper


def values(wrapper: TreeWrapper, page: Page) -> list[object]:
    return [record[wrapper.name] for record in wrapper.extract(page)]


SHOP = Page(
    "<div><a href='/home'>Home</a></div>"
    + "".join(
        f"<div class='item {colour}'><a href='/b/{title}'>{title}</a> <span class=p>${price}</span><em>new</em></div>"
        for title, price, colour in (("Emma", 5, "odd"), ("Kim", 7, "even"), ("Dune", 9, "odd"))
    )
    + "<span>(c) 1815</span>",
    name="shop.html",
)


def test_texts() -> None:
    """A complete page: its values and nothing else."""
    wrapper = learned(Example.from_values(SHOP, [{"title": title} for title in ("Emma", "Kim", "Dune")]))
    assert values(wrapper, SHOP) == ["Emma", "Kim", "Dune"]


def test_attributes() -> None:
    """A value may be an attribute's."""
    links = [{"link": f"/b/{title}"} for title in ("Emma", "Kim", "Dune")]
    wrapper = learned(Example.from_values(SHOP, links))
    assert wrapper.first.target.name == "href"
    assert values(wrapper, SHOP) == ["/b/Emma", "/b/Kim", "/b/Dune"]


def test_elements() -> None:
    """A value may be all that is inside an element, whatever markup it has."""
    page = Page("<ul><li>2 <b>cups</b> flour</li><li>salt</li></ul><ol><li>mix</li></ol>")
    wrapper = learned(Example.from_values(page, [{"item": "2 cups flour"}, {"item": "salt"}]))
    assert wrapper.first.target.kind == "element"
    assert values(wrapper, Page("<ul><li>1 <i>egg</i></li></ul><ol><li>bake</li></ol>")) == ["1 egg"]


def test_marks_tell_what_tags_cannot() -> None:
    """Class tokens refine the tags where plain tags cannot tell the examples apart."""
    page = Page(
        "<div class='n x1'>Emma</div><div class='p x2'>$5</div><div class='n x3'>Kim</div><div class='n'>Ann</div>"
    )
    wrapper = learned(Example.from_values(page, [{"name": "Emma"}, {"name": "Kim"}, {"name": "Ann"}]))
    assert values(wrapper, Page("<div class=p>$7</div><div class=p>$8</div><div class=n>Di</div>")) == ["Di"]


def test_parts_of_a_text() -> None:
    """One example of a part is enough where punctuation delimits it."""
    page = Page("<p>Call (415) 555-12</p><p>Call (650) 99-30</p>")
    wrapper = learned(Example.from_spans(page, [{"area": (9, 12)}], status="partial"))
    assert values(wrapper, page) == ["415", "650"]


def test_several_values_in_one_text() -> None:
    """Several values in one text are split at their separators."""
    page = Page("<p>by Ann, Bob and Cy</p><p>by Di</p>")
    wrapper = learned(Example.from_values(page, [{"by": name} for name in ("Ann", "Bob", "Cy", "Di")]))
    assert values(wrapper, Page("<p>by Eve and Fay</p>")) == ["Eve", "Fay"]


def test_values_across_texts() -> None:
    """A value may begin inside one text and end inside another."""
    page = Page("<p>Size: 2 <sup>1</sup>/2 in wide</p><p>Size: 3 <sup>1</sup>/4 in wide</p>")
    first, second = page.source.index("2 <"), page.source.index("3 <")
    spans = [(first, page.source.index(" in", first)), (second, page.source.index(" in", second))]
    wrapper = learned(Example.from_spans(page, [{"size": span} for span in spans]))
    assert wrapper.last is not None
    assert [page[span] for span in wrapper.values(page)] == ["2 <sup>1</sup>/2", "3 <sup>1</sup>/4"]
    assert wrapper.values(page) == [Span(*span) for span in spans]


def test_rejected_places() -> None:
    """What was rejected is not extracted, and nothing more is asked of the page."""
    page = Page("<p><b>Emma</b></p><p><b>Kim</b></p><h1><b>Books</b></h1>")
    example = Example.from_values(page, [{"title": "Emma"}], status="partial", rejected={"title": ["Books"]})
    assert values(learned(example), page) == ["Emma", "Kim"]


def test_unknown_cells() -> None:
    """Where a cell is not known, other places are no negatives."""
    page = Page("<p><b>Emma</b></p><p><b>Kim</b></p>")
    example = Example.from_spans(page, [{"title": (6, 10)}, {"title": UNKNOWN}])
    assert values(learned(example), page) == ["Emma", "Kim"]


def test_either_or_cells() -> None:
    """Of several occurrences of the text, the one with the most common surroundings is taken."""
    pages = [
        Page(f"<title>{name}</title><h1>{name}</h1><p>{crumb}</p>") for name, crumb in (("Emma", "Emma"), ("Kim", "x"))
    ]
    wrapper = learned(
        *(
            Example.from_values(page, [{"t": name}], status="partial")
            for page, name in zip(pages, ("Emma", "Kim"), strict=True)
        )
    )
    assert len(wrapper.values(Page("<title>Dune</title><h1>Dune</h1><p>Sand</p>"))) == 1


POOLED = Page(
    "<p><a></a>Emma<b></b></p><p><i></i>Kim<u></u></p><p><a></a>Top<u></u></p><p><i></i>End<b></b></p>",
    name="pooled.html",
)
BOTH = Example.from_values(POOLED, [{"t": "Emma"}, {"t": "Kim"}])
NARROW = Limits(widest=2, deepest=2, words=("tags",))


def test_a_disjunction_where_one_language_is_not_enough() -> None:
    """Surroundings of two kinds that, pooled, would also make up those of a negative get a language each."""
    wrapper = learned(BOTH, limits=NARROW)
    assert len(wrapper.first.languages) == 2
    assert values(wrapper, POOLED) == ["Emma", "Kim"]


def test_without_groups_it_fails_and_offers_them() -> None:
    """With a single language allowed, the error names a remedy."""
    with pytest.raises(NoConsistentWrapper, match="more groups of examples may help"):
        learned(BOTH, limits=NARROW, groups=1)


def test_a_wider_language_needs_no_groups() -> None:
    """Width 3 sees both neighbours at once."""
    wrapper = learned(BOTH, limits=Limits(deepest=2, words=("tags",)))
    assert [each.width for each in wrapper.first.languages] == [3]


def test_an_error_when_nothing_fits() -> None:
    """Nodes that cannot be told apart give an error that names field, page and the value."""
    page = Page("".join("<p>x</p>" for _ in range(400)), name="flat.html")
    spans = [(3 + 8 * number, 4 + 8 * number) for number in (190, 200)]
    with pytest.raises(NoConsistentWrapper) as failure:
        KL(limits=Limits(widest=6)).learn([Example.from_spans(page, [{"t": span} for span in spans])])
    assert (failure.value.field, failure.value.page) == ("t", "flat.html")
    assert "width up to 6" in str(failure.value)


def test_no_values_and_no_fields() -> None:
    """Examples without a value, or without a field, are refused with the reason."""
    with pytest.raises(BadInput):
        KL().learn([Example(SHOP)])
    with pytest.raises(NoConsistentWrapper):
        KL().learn([Example.from_values(SHOP, [{"title": None}])])


def test_many_fields_become_records() -> None:
    """Several fields are learned one by one and grouped."""
    rows = [{"title": "Emma", "price": "$5"}, {"title": "Kim", "price": "$7"}, {"title": "Dune", "price": "$9"}]
    wrapper = KL().learn([Example.from_values(SHOP, rows)])
    assert isinstance(wrapper, Combined)
    assert [record.to_dict() for record in wrapper.extract(SHOP)] == rows
    assert loads(dumps(wrapper)) == wrapper


def test_nested_records() -> None:
    """Two levels: books, and the reviews of each."""
    source = "".join(
        f"<div><h2>{title}</h2>" + "".join(f"<p><b>{by}</b> <i>{stars}</i></p>" for by, stars in reviews) + "</div>"
        for title, reviews in (("Emma", [("Ann", "5*"), ("Bob", "3*")]), ("Kim", []), ("Dune", [("Cy", "1*")]))
    )
    rows: list[dict[str, object]] = [
        {"title": "Emma", "reviews": [{"by": "Ann", "stars": "5*"}, {"by": "Bob", "stars": "3*"}]},
        {"title": "Kim", "reviews": []},
        {"title": "Dune", "reviews": [{"by": "Cy", "stars": "1*"}]},
    ]
    wrapper = KL().learn([Example.from_values(Page(source), rows)])
    assert [record.to_dict() for record in wrapper.extract(Page(source))] == rows


def test_a_chain_is_lowered_to_steps() -> None:
    """A language of width 1 is a path; the path leads to the same texts."""
    wrapper = learned(Example.from_values(SHOP, [{"price": price} for price in ("$5", "$7", "$9")]))
    program = wrapper.program()
    assert isinstance(program, Selections)
    (selection,) = program.fields
    nodes = select(SHOP.tree.root, selection.steps)
    assert [taken(node, selection.take) for node in nodes] == wrapper.values(SHOP)


def test_siblings_cannot_be_lowered() -> None:
    """A language with a width above 1 cannot be written as steps."""
    page = Page("<p>name: <b>Ann</b></p><p>boss: <b>Bob</b></p>")
    wrapper = learned(Example.from_values(page, [{"name": "Ann"}]))
    with pytest.raises(CannotCompile):
        wrapper.program()


def test_learning_is_incremental() -> None:
    """A learner with a memory answers as one without."""
    remembering = KL().remembering()
    for shown in (["Emma"], ["Emma", "Kim"], ["Emma", "Kim", "Dune"]):
        example = Example.from_values(SHOP, [{"title": title} for title in shown], status="partial")
        assert remembering.learn([example]) == KL().learn([example])


def test_a_part_of_a_tag_is_no_value() -> None:
    """The source of an element has tags; where a boundary is inside one, there is no value."""
    page = Page("<ul><li>Nr. <b class=no>5</b> red<li>Nr. <b class=no>6</b> blue</ul>")
    wrapper = KL().learn([Example.from_values(page, [{"name": "Nr. 5 red"}, {"name": "Nr. 6 blue"}])])
    assert isinstance(wrapper, TreeWrapper)
    assert [record["name"] for record in wrapper.extract(page)] == ["Nr. 5 red", "Nr. 6 blue"]
    inside = TokenBoundary(right=(PatternToken("exact", "class"),))
    behind = TokenBoundary(left=(PatternToken("exact", "."),))
    end = TokenBoundary(backwards=True)
    found = [
        [record["name"] for record in replace(wrapper, parts=TokenParts(start, end)).extract(page)]
        for start in (inside, behind)
    ]
    assert found == [[], ["5 red", "6 blue"]]
