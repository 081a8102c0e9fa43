"""Laws: a compiled wrapper of rules gives what ``extract`` gives, on any page, whatever the rules ask for."""

from hypothesis import given, settings
from hypothesis import strategies as st

from unweave.page import Page
from unweave.program import Condition, Selection, Step
from unweave.records import Field, Schema
from unweave.rules import RulesWrapper
from unweave.targets.compile import compile as compiled

TAGS = ("p", "b", "div", "td", "h2")
WORDS = tuple(f"w{at}" for at in range(30))


@st.composite
def pages(draw: st.DrawFn, *, unique: bool = True) -> str:
    """Small pages; with ``unique`` no text occurs twice."""
    words = iter(draw(st.permutations(WORDS)) if unique else draw(st.lists(st.sampled_from(WORDS[:4]), min_size=30)))
    return "<!doctype html><body>" + "".join(draw(_blocks(words)) for _ in range(draw(st.integers(1, 5))))


@st.composite
def _blocks(draw: st.DrawFn, words: "object") -> str:
    kind = draw(st.sampled_from(("row", "block", "text", "script", "hidden", "nested")))
    one, two, three = (next(words) for _ in range(3))  # type: ignore[call-overload]  # an iterator
    tag, mark = draw(st.sampled_from(TAGS[:3])), draw(st.sampled_from(("", " class=x", " class='x y'", " id=k")))
    return {
        "row": f"<table><tr{mark}><td>{one}</td><td>{two}<br>{three}</td></tr></table>",
        "block": f"<{tag}{mark}> {one} </{tag}><{tag}><b{mark}>{two}</b> {three}</{tag}>",
        "text": f"<h2>{one}</h2>{two}<!-- {three} -->",
        "script": f"<p{mark}>{one}<script>{two}</script>{three}</p>",
        "hidden": f"<noscript><p>{one}</p></noscript><p{mark}>{two}</p>{three}",
        "nested": f"<div{mark}><div{mark}>{one}</div><p>{two}</p></div>{three}",
    }[kind]


def _simple() -> st.SearchStrategy[Condition]:
    return st.sampled_from(
        (
            Condition("class", "x"),
            Condition("attribute", "k", "id"),
            Condition("nth", "1"),
            Condition("nth", "2"),
            Condition("nth-from-end", "1"),
        )
    )


@st.composite
def _concepts(draw: st.DrawFn) -> Step:
    tag = draw(st.sampled_from((*TAGS, "#text", "")))
    own = _simple() | st.just(Condition("class", "x", negated=True))
    places = [one for one in draw(st.lists(own, max_size=1)) if tag != "#text" or one.property.startswith("nth")]
    return Step(
        "descendant", tag, (*places, *draw(st.lists(_has(), max_size=2, unique_by=lambda one: one.steps[0].axis)))
    )


@st.composite
def _has(draw: st.DrawFn) -> Condition:
    word = draw(st.sampled_from(WORDS[:8]))
    kind = draw(st.sampled_from(("parent", "row", "before", "behind", "heading", "around", "outside", "without")))
    first = Condition("heading" if kind == "heading" else "filled")
    asked = (first, Condition("position", "1"), Condition("text", word))
    step = {
        "parent": Step(
            "parent", draw(st.sampled_from(("body", "div", "tr", ""))), tuple(draw(st.lists(_simple(), max_size=1)))
        ),
        "row": Step("parent", draw(st.sampled_from(("tr", "div", ""))), (Condition("begins", word),)),
        "before": Step("preceding", "#text", asked),
        "behind": Step("following", "#text", asked),
        "heading": Step("preceding", "", asked),
        "around": Step("ancestor", draw(st.sampled_from(("div", "tr", ""))), (draw(_marks()),)),
        "outside": Step("ancestor", "", (draw(_marks()),)),
        "without": Step(
            "descendant", draw(st.sampled_from(("b", "p", ""))), tuple(draw(st.lists(_marks(), max_size=1)))
        ),
    }[kind]
    return Condition("has", steps=(step,), negated=kind in {"outside", "without"})


def _marks() -> st.SearchStrategy[Condition]:
    return st.sampled_from((Condition("class", "x"), Condition("class", "y"), Condition("attribute", "k", "id")))


@st.composite
def wrappers(draw: st.DrawFn) -> RulesWrapper:
    """One field, some rules with weights, one panel or two."""
    weights = st.sampled_from((0.4, 0.6, 1.0, 2.0, 3.0))
    rules = [
        Selection(
            "x",
            (concept,),
            panel=draw(st.integers(0, 1)),
            weight=weight,
            silence=weight * draw(st.sampled_from((0, 0.5, 1))),
        )
        for concept, weight in draw(st.lists(st.tuples(_concepts(), weights), min_size=1, max_size=6))
    ]
    many = draw(st.booleans())
    labels = tuple(draw(st.lists(st.sampled_from(WORDS[:8]), max_size=2)))
    return RulesWrapper(
        Schema((Field("x", many=many),)), tuple(sorted(rules, key=lambda rule: rule.panel)), labels=labels
    )


def extracted(wrapper: RulesWrapper, source: str) -> list[dict[str, object]]:
    return [record.to_dict() for record in wrapper.extract(Page(source))]


@settings(deadline=None, max_examples=100)
@given(wrapper=wrappers(), source=pages() | pages(unique=False))
def test_it_gives_what_extract_gives(wrapper: RulesWrapper, source: str) -> None:
    """Whatever is on the page, from text and from bytes."""
    run = compiled(wrapper)
    assert run(source) == run(source.encode()) == extracted(wrapper, source)


@settings(deadline=None, max_examples=40)
@given(wrapper=wrappers(), known=st.lists(pages(), min_size=3, max_size=5), source=pages())
def test_pages_change_no_value(wrapper: RulesWrapper, known: list[str], source: str) -> None:
    """Unless a scan is asked for, pages change nothing; a scan agrees on the pages that it was learned from."""
    shown = [Page(each) for each in known]
    assert compiled(wrapper, pages=shown)(source) == extracted(wrapper, source)
    assert [compiled(wrapper, pages=shown, scan=True)(each) for each in known] == [
        extracted(wrapper, each) for each in known
    ]
