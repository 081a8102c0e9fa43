"""Random schemas become random templates become pages: the values come back."""

from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unweave.page import Page
from unweave.records import Record
from unweave.templates import Exalg, ExalgWrapper


@dataclass
class Kind:
    """A schema: a tuple of fields; a field is a value, a set of tuples, or an optional tuple."""

    number: int
    fields: list[tuple[str, "Kind | None"]] = field(default_factory=list)


@st.composite
def schemas(draw: st.DrawFn, depth: int = 2) -> Kind:
    """Up to three levels; every tuple begins with a value, as the paper wants strings around what repeats."""
    kind = Kind(draw(st.integers(1000, 9_999_999)))
    for shape in ["value", *draw(st.lists(st.sampled_from(["value", "set", "optional"]), max_size=2))]:
        inner = draw(schemas(depth - 1)) if shape != "value" and depth else None
        kind.fields.append(("value" if inner is None else shape, inner))
    return kind


class Weaver:
    """Makes pages and remembers the values, all of them different words."""

    def __init__(self) -> None:
        self.count = 0

    def value(self) -> str:
        self.count += 1
        return f"v{self.count}"

    def weave(self, kind: Kind, path: str, plan: "Plan") -> tuple[str, list[Any]]:
        """The source of one tuple and the values in it, sets as lists of such lists."""
        source, values = f"<div><b>open{path}</b> <i>begin{path}</i>", list[Any]()
        for at, (shape, inner) in enumerate(kind.fields):
            mark = f"{path}x{at}"
            if inner is None:
                values.append(self.value())
                source += f"<u>label{mark}</u> {values[-1]} <s>after{mark}</s>"
                continue
            count = plan.count(mark) if shape == "set" else plan.count(mark) % 2
            woven = [self.weave(inner, mark, plan) for _ in range(count)]
            source += f"<u>label{mark}</u><section>{''.join(part for part, _ in woven)}</section><s>after{mark}</s>"
            values += [[inner_values for _, inner_values in woven]]
        return source + f"<em>close{path}</em></div>", values


class Plan:
    """How often each set occurs: different from page to page and from set to set, so that no two vectors agree."""

    def __init__(self, page: int) -> None:
        self.page = page

    def count(self, mark: str) -> int:
        return (self.page * 7 + sum(map(ord, mark)) * (self.page + 3)) % 4


def pages_of(kind: Kind, numbers: range) -> tuple[list[Page], list[list[Any]]]:
    weaver = Weaver()
    woven = [weaver.weave(kind, "r", Plan(number)) for number in numbers]
    pages = [Page(f"<html><body>{source}</body></html>", name=f"p{at}") for at, (source, _) in enumerate(woven)]
    return pages, [values for _, values in woven]


def leaves_of(values: Any) -> list[str]:
    return [leaf for item in values for leaf in leaves_of(item)] if isinstance(values, list) else [values]


def found(wrapper: ExalgWrapper, page: Page) -> list[str]:
    """All values in document order."""
    spans = sorted(span for name in wrapper.schema.names for span in wrapper.extract(page)[0].spans(name))
    return [page.text(span) for span in spans]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(schemas())
def test_values_come_back_exactly_and_from_unseen_pages_too(kind: Kind) -> None:
    """Where every constructor has its own words and occurs on enough pages, in numbers of its own."""
    pages, values = pages_of(kind, range(12))
    wrapper = Exalg(support=2).discover(pages)
    assert [found(wrapper, page) for page in pages] == [leaves_of(each) for each in values]
    unseen, hidden = pages_of(kind, range(20, 24))
    assert [found(wrapper, page) for page in unseen] == [leaves_of(each) for each in hidden]


def test_a_record_holds_its_sets() -> None:
    """Two levels come back as nested records."""
    kind = Kind(1, [("value", None), ("set", Kind(2, [("value", None)]))])
    pages, values = pages_of(kind, range(12))
    record = Exalg(support=2).discover(pages).extract(pages[1])[0]
    nested = record["set1"]
    assert isinstance(nested, list)
    assert [item.to_dict()["a2"] for item in nested if isinstance(item, Record)] == leaves_of(values[1][1])
