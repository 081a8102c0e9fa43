"""Reserves: other ways to the same records and values, for the day on which the layout has changed.

Legend

    reserve       a boundary, or a rule of a field, that finds just the same on all known pages, and rests on something
                  else: a shorter path, another class, no class, no tag
    kept          the regions of the known pages that are records

A boundary rests on one path and at most one test, and a rule on one address. Every added element breaks a path, every
new build of a style sheet breaks classes; then there are no records at all. Reserves cost nothing as long as there is
no change: a boundary's are asked on pages without a record, a field's on pages where no region has a value of it. So
they cannot make a page worse on which anything is found. A page whose own list is empty must stay empty: what a
boundary's reserve finds there is taken only if it is a list of several records, each with values at several places.

Of each kind of reserve one is kept. For boundaries these are: the tests (as they are, none, or one of another kind) and
whether the tag counts; of each the shortest path that finds the same, since what is not named cannot change. For rules
they are the kinds of addresses, counted from the first and from the last node; the last ones name no tag: elements with
a class or an attribute, and the texts of a record, whatever is around them. Which of them is followed where they differ
is decided on the page (``reserve_values``).
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from operator import eq

from unweave.budget import out_of_time
from unweave.regions.addresses import ANYWHERE, PRIOR, Address, FieldRule, RegionNodes, nodes_showing
from unweave.regions.boundaries import Boundary, NodeTest, Region, common_tests
from unweave.regions.nodes import ANY, TEXT, PageNodes
from unweave.regions.wrapper import RegionsWrapper

TEST_KINDS = ("class", "attribute", "has", "children", "around")
MOST_TESTS = 3  # of one kind that are tried
MOST_COMPARED = 60  # regions in which rules are compared
MOST_TRIED = 10  # boundaries with other regions on a page whose records are compared
MOST_EXTRA, EXTRA_FACTOR = 20, 3  # a boundary with many more regions than records is no other way to the same


def with_reserves(wrapper: RegionsWrapper, pages: Sequence[PageNodes]) -> RegionsWrapper:
    """The wrapper with reserves that find the same as it does on these pages; without any where the time is used up.

    >>> from unweave.page import Page
    >>> from unweave.regions.nodes import nodes_of
    >>> rows = [f"<li><b>{title}</b> {year}" for title, year in (("Emma", 1815), ("Kim", 1901), ("Dune", 1965))]
    >>> page = Page(f"<ul>{''.join(rows)}</ul>")
    >>> rules = {"title": (FieldRule(Address("path", "b[1]")),), "year": (FieldRule(Address("path", "#text[1]")),)}
    >>> from unweave.records import Field, Schema
    >>> schema, boundary = Schema((Field("title"), Field("year"))), Boundary(("html", "body", "ul", "li"))
    >>> wrapper = RegionsWrapper(schema, boundary, rules, {"title": (), "year": ()})
    >>> found = with_reserves(wrapper, [nodes_of(page)])
    >>> [record.to_dict() for record in found.extract(Page(f"<div><ol>{''.join(rows)}</ol></div>"))][:1]
    [{'title': 'Emma', 'year': '1815'}]
    """
    if out_of_time():
        return wrapper
    found = [(nodes, wrapper.found_in(nodes).regions) for nodes in pages]
    kept = [RegionNodes.of(nodes, region, wrapper.boundary) for nodes, some in found for region in some]
    if not kept:
        return wrapper
    boundaries = tuple(_boundaries(wrapper, pages, kept))
    rules = {name: tuple(_rules(some, kept[:MOST_COMPARED])) for name, some in wrapper.rules.items()}
    return replace(wrapper, reserves=boundaries, reserve_rules={name: some for name, some in rules.items() if some})


def _boundaries(wrapper: RegionsWrapper, pages: Sequence[PageNodes], kept: Sequence[RegionNodes]) -> Iterator[Boundary]:
    """The reserves of the boundary; those that say more of a record first."""
    own, known = wrapper.boundary, {wrapper.boundary}
    comparison = _Comparison(wrapper, pages)
    tags = [own.path[-1]] if own.path[-1] == TEXT else [own.path[-1], ANY]
    for tag, choices in product(tags, _test_choices(own, kept)):
        paths = [(*own.path[at:-1], tag) for at in reversed(range(len(own.path)))]
        tried = (replace(own, path=path, tests=tests) for tests in choices for path in paths)
        found = next(filter(comparison.is_same, tried), own)
        if found not in known:
            known.add(found)
            yield found


def _test_choices(own: Boundary, kept: Sequence[RegionNodes]) -> Iterator[Sequence[tuple[NodeTest, ...]]]:
    """What records may be tested for, by kind: as it is, each kind of test that all of them pass, nothing."""
    common = common_tests((one.nodes, one.region.start) for one in kept)
    yield [own.tests]
    for kind in TEST_KINDS:
        yield [(test,) for test in common if test.kind == kind][:MOST_TESTS]
    yield [()]


class _Comparison:
    """Whether the wrapper finds the same records with another boundary; few are tried that have other regions."""

    def __init__(self, wrapper: RegionsWrapper, pages: Sequence[PageNodes]) -> None:
        self.wrapper = wrapper
        self.known = [(nodes, wrapper.boundary.regions(nodes), wrapper.found_in(nodes).regions) for nodes in pages]
        self.left = MOST_TRIED

    def is_same(self, boundary: Boundary) -> bool:
        """Whether it does with this one."""
        found = [boundary.regions(nodes) for nodes, _, _ in self.known]
        for regions, (_, _, records) in zip(found, self.known, strict=True):
            if len(regions) > EXTRA_FACTOR * len(records) + MOST_EXTRA or not set(records) <= set(regions):
                return False
        other = replace(self.wrapper, boundary=boundary)
        different = [at for at, (_, own, _) in enumerate(self.known) if found[at] != own]
        return all(self._finds(other, *self.known[at]) for at in different)

    def _finds(self, other: RegionsWrapper, nodes: PageNodes, _: Sequence[Region], records: Sequence[Region]) -> bool:
        self.left -= 1
        return self.left >= 0 and not out_of_time() and other.uncached(nodes).regions == records


def _rules(rules: Sequence[FieldRule], kept: Sequence[RegionNodes]) -> Iterator[FieldRule]:
    """The reserves of a field's rules: for each kind of address, one for each node that shows the value."""
    values = [next((some for rule in rules if (some := rule.values_in(one))), []) for one in kept]
    known = set(rules)
    inside = [one for one in kept if rules[0].values_in(one) and rules[0].nodes_in(one)[0] in range(*one.region)]
    for candidates in _candidates(rules[0], inside[0]) if inside else ():
        same = [rule for rule in candidates if all(map(eq, map(rule.values_in, kept), values))]
        for rule in {rule.opinion: rule for rule in reversed(same) if rule not in known}.values():
            known.add(rule)
            yield rule


def _candidates(rule: FieldRule, region: RegionNodes) -> Iterator[list[FieldRule]]:
    """Rules that find what a rule finds in one region: of each node that shows it, by each kind of address."""
    same = nodes_showing(region, rule.nodes_in(region)[0], rule.attribute)
    every = region.addresses_of(same)
    for kind, at in product(PRIOR, same):
        addresses = [address for address in every[at] if address.kind == kind]
        yield [one for address in addresses for one in _counted(rule, address, region.at(address), at)]
    for at in same:
        whats = [f".{token}" for token in region.nodes.classes(at)]
        if rule.attribute or region.nodes.tags[at] == TEXT:
            whats.append(f"@{rule.attribute}" if rule.attribute else TEXT)
        for what in whats:
            yield list(_counted(rule, Address(ANYWHERE, what), region.anywhere(what), at))


def _counted(rule: FieldRule, address: Address, same: Sequence[int], number: int) -> Iterator[FieldRule]:
    """The rule with another address, counted from the first and from the last node with it."""
    if rule.ordinal is None:
        yield replace(rule, address=address)
    else:
        at = same.index(number)
        yield replace(rule, address=address, ordinal=at)
        if len(same) > 1:
            yield replace(rule, address=address, ordinal=at - len(same))
