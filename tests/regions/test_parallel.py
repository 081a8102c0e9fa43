"""Records of which a part is in one table and the rest in the table beside it."""

from collections.abc import Sequence

import pytest

import unweave
from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.records import Example
from unweave.regions.boundaries import Boundary
from unweave.regions.nodes import PageNodes
from unweave.regions.parallel import parallel_nodes, parallel_ways
from unweave.regions.parsed_nodes import ParsedNodes

NAMES = ("team", "won", "points")
Team = tuple[str, str, str]
EAST: Sequence[Team] = [("Cork", "31", "64"), ("Leeds", "29", "61"), ("Graz", "31", "60"), ("Lyon", "17", "42")]
WEST: Sequence[Team] = [("Porto", "33", "70"), ("Turin", "30", "64"), ("Ghent", "12", "29")]
HEADS = {
    "none": ("", ""),
    "thead": ("<thead><tr><th>Team</thead>", "<thead><tr><th>W<th>PTS</thead>"),
    "rows": ("<tr><th>Team</tr>", "<tr><th>W<th>PTS</tr>"),
}


def standings(*groups: Sequence[Team], head: str = "thead") -> Page:
    """For each group two tables side by side: the names, and the figures in one that can be scrolled."""
    left, right = HEADS[head]
    tables = (
        f"<h2>Group</h2><div class=group><table class=fixed>{left}"
        + "".join(f"<tr><td>{at}. <a href=/t>{team}</a></td></tr>" for at, (team, *_) in enumerate(some, 1))
        + f"</table><div class=scroll><table>{right}"
        + "".join(f"<tr><td>{won}</td><td>{points}</td></tr>" for _, won, points in some)
        + "</table></div></div>"
        for some in groups
    )
    return Page(f"<ul><li>Home<li>Help</ul>{''.join(tables)}", name="standings.html")


def learned(page: Page, shown: Sequence[Team]) -> unweave.Wrapper:
    given = [dict(zip(NAMES, team, strict=True)) for team in shown]
    return unweave.learn([Example.from_values(page, given, status="partial")])


def found(wrapper: unweave.Wrapper, page: Page) -> list[tuple[object, ...]]:
    return [tuple(record[name] for name in NAMES) for record in wrapper.extract(page)]


@pytest.mark.parametrize("head", HEADS)
@pytest.mark.parametrize("groups", [[EAST], [EAST, WEST]], ids=["one", "two"])
@pytest.mark.parametrize("shown", [(0, 1), (1, 3)])
def test_the_rows_of_two_tables_are_joined_by_their_numbers(
    head: str, groups: Sequence[Sequence[Team]], shown: Sequence[int]
) -> None:
    """On the page of the examples and on another one; each group with the table beside its own."""
    page, other = standings(*groups, head=head), standings(WEST, EAST, head=head)
    wrapper = learned(page, [EAST[at] for at in shown])
    assert found(wrapper, page) == [team for some in groups for team in some]
    assert found(wrapper, other) == [*WEST, *EAST]


def test_of_tables_with_different_numbers_of_rows_nothing_is_joined() -> None:
    """It is open which rows belong together: of three fields the third is missing, so that no row is a record."""
    wrapper = learned(standings(EAST), EAST[:2])
    fewer = standings(EAST).source.replace("<tr><td>2. <a href=/t>Leeds</a></td></tr>", "")
    assert found(wrapper, Page(fewer)) == []
    found_there = unweave.summary(wrapper, [Page(fewer, name="fewer.html")])
    assert found_there.warnings == ("1 of 1 page has no records: fewer.html",)


def test_the_records_of_a_table_may_be_its_columns() -> None:
    """A comparison of products: each row has one field of all of them."""
    models = [
        ("Elm 5", "4 cores", "8 GB"),
        ("Oak 7", "8 cores", "16 GB"),
        ("Ash 9", "6 cores", "32 GB"),
        ("Fir 2", "2 cores", "4 GB"),
    ]
    names = ("model", "cpu", "memory")

    def compared(some: Sequence[Team]) -> Page:
        rows = (
            f"<tr><th>{name}</th>{''.join(f'<td>{model[at]}</td>' for model in some)}</tr>"
            for at, name in enumerate(names)
        )
        return Page(f"<h1>Compare</h1><table>{''.join(rows)}</table>")

    page = compared(models)
    given = [dict(zip(names, model, strict=True)) for model in models[:2]]
    wrapper = unweave.learn([Example.from_values(page, given, status="partial")])
    for some in (models, models[1:]):
        assert [tuple(record[name] for name in names) for record in wrapper.extract(compared(some))] == some


def test_it_is_kept_in_a_file_and_explained_and_is_no_program(tmp_path: object) -> None:
    """The wrapper of a file finds the same; what cannot be exported says which field, and why."""
    page = standings(EAST)
    wrapper = learned(page, EAST[:2])
    file = f"{tmp_path}/w.json"
    unweave.dump(wrapper, file)
    assert found(unweave.load(file), page) == EAST
    statements = [statement.text for statement in wrapper.explain().statements]
    assert sum(text.endswith("in the item with the same number of another list") for text in statements) == 1
    with pytest.raises(CannotCompile, match="field team is in another list beside that of the records"):
        unweave.export(wrapper, to="python")


def test_ways_lead_back_to_their_nodes_on_both_trees() -> None:
    """The definition on numbered nodes and the parser's own nodes agree; a list has no way to itself."""
    page = standings(EAST, WEST)
    nodes, parsed = PageNodes(page), ParsedNodes(page)
    numbered = [at for at, tag in enumerate(nodes.tags) if tag == "tr"]
    rows = dict(zip(numbered, parsed.index.select("tr"), strict=True))
    ways = {
        (row, way) for row in numbered for number in range(len(nodes.tags)) for way in parallel_ways(nodes, row, number)
    }
    assert {len(parallel_nodes(nodes, row, way)) for row, way in ways} == {1}
    for row, way in sorted(ways):
        there = [nodes.text(one) for one in parallel_nodes(nodes, row, way)]
        assert there == [parsed.text(one) for one in parallel_nodes(parsed, rows[row], way)]
    assert Boundary(("tbody", "tr")).regions(nodes)
    assert not list(parallel_ways(nodes, numbered[1], numbered[2]))


@pytest.mark.parametrize("way", ["", "1", "9 . tr td[1]", "1 . tr", "1 table[0] tr td[1]", "999 . tr td[1]", "x y z w"])
def test_a_way_that_leads_nowhere_finds_nothing(way: str) -> None:
    """Whatever a file says."""
    nodes = PageNodes(standings(EAST))
    assert parallel_nodes(nodes, nodes.tags.index("tr"), way) == []
