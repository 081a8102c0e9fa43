"""An exported program of a list gives the values of the wrapper by regions, not fewer and no others."""

import pytest

from unweave.page import Page
from unweave.records import Field, Schema
from unweave.regions.addresses import Address, FieldRule
from unweave.regions.boundaries import Boundary
from unweave.regions.likeness import Likeness
from unweave.regions.parts import PartPattern
from unweave.regions.wrapper import RegionsWrapper
from unweave.targets.export import check, export
from unweave.targets.runners import run_program

BOOKS = "".join(f"<li><b>{name}</b> Harrow, {year}</li>" for name, year in (("Elm", "1990"), ("Oak", "2004")))
HOMES = "".join(
    f"<li><b>{name}</b>{''.join(f'<i>{fact}</i>' for fact in facts)}</li>"
    for name, *facts in (("Elm", "3", "2"), ("Oak", "4", "1"), ("Ash", "5"))
)


def listed(value: str, rule: FieldRule) -> RegionsWrapper:
    """The wrapper of a list of ``li``, with the name of each and one field more."""
    rules = {"name": (FieldRule(Address("path", "b[1]")),), "more": (rule,)}
    looks = {"name": Likeness(["Elm"]).shown, "more": Likeness([value]).shown}
    schema = Schema((Field("name"), Field("more", optional=True)))
    return RegionsWrapper(schema, Boundary(("body", "ul", "li")), rules, looks)


@pytest.mark.parametrize(
    ("items", "value", "rule", "found"),
    [
        (BOOKS, "1990", FieldRule(Address("path", "."), part=PartPattern(left="Harrow, ")), ["1990", "2004"]),
        (BOOKS, "1990", FieldRule(Address("path", "."), part=PartPattern(shape=r"\d+")), ["1990", "2004"]),
        (BOOKS, "1990", FieldRule(Address("path", "#text[1]"), part=PartPattern(left="Harrow, ")), ["1990", "2004"]),
        (HOMES, "3", FieldRule(Address("tags", "i"), -2), ["3", "4", None]),
        (HOMES, "3", FieldRule(Address("tags", "i"), -1), ["2", "1", "5"]),
    ],
    ids=["all of the record", "its form", "a text of the record", "the second from the end", "the last"],
)
def test_a_program_gives_the_values_of_the_wrapper(
    items: str, value: str, rule: FieldRule, found: list[str | None]
) -> None:
    """No column is empty that the wrapper fills, and none is filled that the wrapper leaves empty."""
    page, wrapper = Page(f"<ul>{items}</ul>", name="list.html"), listed(value, rule)
    program = export(wrapper, to="python")
    assert [record["more"] for record in wrapper.extract(page)] == found
    assert [record["more"] for record in run_program(program)(page)] == found
    assert check(wrapper, [page], to="python", written=program) == {}
