"""Random schemas become random templates become pages: the values come back."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from random import Random

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from unweave.page import Page
from unweave.records import Record
from unweave.templates import Exalg, ExalgWrapper

SAMPLE, UNSEEN = range(24), range(100, 106)
TAGS = ("div", "article")  # of the options of a disjunction: with the same tags, these would be on every page once


@dataclass
class Kind:
    """A schema: a tuple of fields; a field is a value, a set of tuples, an optional tuple, or one of two tuples."""

    fields: list[tuple[str, "tuple[Kind, ...]"]] = field(default_factory=list)


@st.composite
def schemas(draw: st.DrawFn, depth: int = 2) -> Kind:
    """Up to three levels; every tuple begins with a value, as the paper wants strings around what repeats."""
    kind = Kind([("value", ())])
    shapes = ["value", "set", "optional", "either"] if depth else ["value"]
    for shape in draw(st.lists(st.sampled_from(shapes), max_size=2)):
        inner = {"value": 0, "either": 2}.get(shape, 1)
        kind.fields.append((shape, tuple(draw(schemas(depth - 1)) for _ in range(inner))))
    return kind


class Weaver:
    """Makes a page and remembers its values, all of them different words, and how often each constructor occurs."""

    def __init__(self, number: int) -> None:
        self.random = Random(number)
        self.number = number
        self.values: list[str] = []
        self.times: Counter[str] = Counter()
        self.most: Counter[str] = Counter()

    def page(self, kind: Kind) -> Page:
        """A page of the schema."""
        return Page(f"<html><body>{self.weave(kind, 'r')}</body></html>", name=f"p{self.number}")

    def weave(self, kind: Kind, path: str, tag: str = "div") -> str:
        """The source of one tuple, with words of its own around every field."""
        self.times[path] += 1
        made = [self._field(shape, inner, f"{path}x{at}") for at, (shape, inner) in enumerate(kind.fields)]
        return f"<{tag}><b>open{path}</b> <i>begin{path}</i>{''.join(made)}<em>close{path}</em></{tag}>"

    def _field(self, shape: str, inner: tuple[Kind, ...], mark: str) -> str:
        if shape == "value":
            self.values.append(f"v{self.number}n{len(self.values)}")
            return f"<u>label{mark}</u> {self.values[-1]} <s>after{mark}</s>"
        chosen = self._chosen(shape)
        self.most[mark] = max(self.most[mark], len(chosen))
        woven = "".join(self.weave(inner[option], f"{mark}o{option}", TAGS[option]) for option in chosen)
        return f"<u>label{mark}</u><section>{woven}</section><s>after{mark}</s>"

    def _chosen(self, shape: str) -> list[int]:
        """The tuples of a position."""
        if shape == "either":
            return [self.random.randrange(2)]
        return [0] * self.random.randrange(4 if shape == "set" else 2)


def constructors(kind: Kind, path: str = "r") -> list[str]:
    """The paths of all tuples of a schema."""
    below = [
        name
        for at, (_, inner) in enumerate(kind.fields)
        for option, each in enumerate(inner)
        for name in constructors(each, f"{path}x{at}o{option}")
    ]
    return [path, *below]


def sets(kind: Kind, path: str = "r") -> list[str]:
    """The positions of all sets of a schema."""
    found: list[str] = []
    for at, (shape, inner) in enumerate(kind.fields):
        found += [f"{path}x{at}"] if shape == "set" else []
        found += [name for option, each in enumerate(inner) for name in sets(each, f"{path}x{at}o{option}")]
    return found


def assumptions_hold(kind: Kind, weavers: list[Weaver]) -> bool:
    """The paper's: each constructor occurs on enough pages, in numbers of its own; a set is seen to be one."""
    vectors = [tuple(weaver.times[path] for weaver in weavers) for path in constructors(kind)]
    frequent = all(sum(times > 0 for times in vector) >= 3 for vector in vectors)
    seen = all(max(weaver.most[mark] for weaver in weavers) > 1 for mark in sets(kind))
    return frequent and seen and len(set(vectors)) == len(vectors)


def found(wrapper: ExalgWrapper, page: Page) -> list[str]:
    """All values in document order."""
    spans = sorted(span for name in wrapper.schema.names for span in wrapper.extract(page)[0].spans(name))
    return [page.text(span) for span in spans]


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(schemas())
def test_values_come_back_exactly_and_from_unseen_pages_too(kind: Kind) -> None:
    """Tuples, sets, optional parts and disjunctions, where the paper's assumptions hold."""
    sample, unseen = [[Weaver(number) for number in numbers] for numbers in (SAMPLE, UNSEEN)]
    pages, others = [weaver.page(kind) for weaver in sample], [weaver.page(kind) for weaver in unseen]
    assume(assumptions_hold(kind, sample))
    wrapper = Exalg(support=2).discover(pages)
    assert [found(wrapper, page) for page in pages] == [weaver.values for weaver in sample]
    assert [found(wrapper, page) for page in others] == [weaver.values for weaver in unseen]


def test_a_record_holds_its_sets() -> None:
    """Two levels come back as nested records."""
    kind = Kind([("value", ()), ("set", (Kind([("value", ())]),))])
    weavers = [Weaver(number) for number in SAMPLE]
    pages = [weaver.page(kind) for weaver in weavers]
    record = Exalg(support=2).discover(pages).extract(pages[0])[0]
    nested = record["set1"]
    assert isinstance(nested, list)
    assert [item.to_dict()["a2"] for item in nested if isinstance(item, Record)] == weavers[0].values[1:]


def test_a_disjunction_gives_the_values_of_what_is_there() -> None:
    """Either a book with a title, or a film with a title and a length: columns of their own, the others absent."""
    things: list[tuple[str, ...]] = [
        ("Emma",),
        ("Alien", "117"),
        ("Kim",),
        ("Dune", "137"),
        ("Walden",),
        ("Heat", "170"),
    ]
    pages = [_thing(number, *thing) for number, thing in enumerate(things)]
    wrapper = Exalg(support=2).discover(pages)
    filled = [[value for value in wrapper.extract(page)[0].to_dict().values() if value] for page in pages]
    assert filled == [[f"no{number}", *thing] for number, thing in enumerate(things)]
    columns: dict[int, set[str]] = defaultdict(set)
    for page, thing in zip(pages, things, strict=True):
        columns[len(thing)] |= {name for name, value in wrapper.extract(page)[0].to_dict().items() if value}
    assert columns[1] & columns[2] == {"a1"}


def _thing(number: int, title: str, *length: str) -> Page:
    book = f"<div><b>Book called</b> {title} <i>in print</i></div>"
    film = f"<p><b>Film named</b> {title} <i>which takes</i> {' '.join(length)} <u>minutes</u></p>"
    return Page(f"<body><h1>Item</h1> no{number} <h2>Details</h2>{film if length else book}<h3>End of it</h3></body>")
