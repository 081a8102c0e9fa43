"""The main list of a page: search results, products, messages. Nothing is shown; the page alone decides.

    repeated regions -> the regions that a common model describes -> their score -> the best

Legend

    record model   how often each feature occurs in the records, given the feature above it; how long records are, how
                   much of them is in links
    saved          bits that the model saves in describing a region, against knowing only that a region that is no
                   record has each feature with the probability ``LIST_OCCURS``, and any length. A region is a record
                   if the model of the others saves some bits
    coverage       how much the records say (``features.TextAmount``)
    regularity     between 0 and 1: the share that the model saves of the bits that writing the records out would take
    structure      between 0 and 1, from the bits that the model saves of each record: three paragraphs are as regular
                   as three rows of a table, but rows of six cells are hardly alike by chance
    spread         between 0 and 1: how often two letters of the list are in different records. Three rows of which one
                   contains everything have a coverage that is not spread
    score          coverage times structure times spread times a power of the regularity

The regions between two records are records too where they have nothing that other records lack, or much text.

Sources: J. Rissanen, Modeling by shortest data description, 1978, for choosing the model under which model and data are
shortest; B. Liu, R. Grossman, Y. Zhai, Mining data records in web pages, 2003, for records as one sibling or several
adjacent ones below one parent; H. Zhao and others, Fully automatic wrapper generation for search engines, 2005, for the
main list as the one that takes most of the page. Departures: regions are compared with a model of all of them, not with
their neighbours, by features and not by edit distance of strings; nothing is rendered.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from math import log2
from typing import NamedTuple

from unweave.page import Node, Page, Span
from unweave.regions.boundaries import Region
from unweave.regions.features import TOP, Form, PageFeatures, features_of
from unweave.regions.nodes import PageNodes, nodes_of
from unweave.regions.repeated import FEWEST, RepeatedRegions, repeated_regions
from unweave.tuning import (
    LIST_ACROSS_PARENTS,
    LIST_ASIDE,
    LIST_FEATURE_BITS,
    LIST_FILL_TEXT,
    LIST_OCCURS,
    LIST_RECORD_BITS,
    LIST_REGULARITY_POWER,
)

ROUNDS = 6
LENGTHS = 12  # logarithms of lengths that records may have
LINKED = 4
HALF = 0.5
ASIDE = frozenset({"nav", "header", "footer", "aside"})
ASIDE_ROLES = frozenset({"navigation", "banner", "contentinfo", "complementary"})


class ListRecord(NamedTuple):
    """A record of a page's main list: from its first element to its last one, which are mostly the same."""

    first: Node
    last: Node

    @property
    def span(self) -> Span | None:
        """From the start of the first to the end of the last element."""
        start, end = self.first.span, self.last.span
        return Span(start.start, end.end) if start and end else None


class FoundList(NamedTuple):
    """The regions of a list and their score."""

    regions: tuple[Region, ...]
    score: float


def find_list(page: Page) -> list[Node]:
    """The first element of each record of the page's main list; none where nothing repeats.

    Mostly it is the whole record; ``list_records`` has the others.

    >>> books = {"Emma": 1815, "Kim": 1901, "Dune": 1965}
    >>> items = "".join(f"<li><a href=/{year}>{title}</a> {year}" for title, year in books.items())
    >>> page = Page(f"<h1>Books</h1><ul>{items}</ul>")
    >>> [node.text for node in find_list(page)]
    ['Emma 1815', 'Kim 1901', 'Dune 1965']
    """
    return [record.first for record in list_records(page)]


def list_spans(page: Page) -> list[Span]:
    """The spans of the records of the page's main list."""
    return [span for record in list_records(page) if (span := record.span)]


def list_records(page: Page) -> list[ListRecord]:
    """The records of the page's main list.

    >>> page = Page("<dl><dt>Emma<dd>1815<dt>Kim<dd>1901<dt>Dune<dd>1965</dl>")
    >>> [(record.first.text, record.last.text) for record in list_records(page)]
    [('Emma', '1815'), ('Kim', '1901'), ('Dune', '1965')]
    """
    nodes = nodes_of(page)
    return [_record(nodes, region) for region in main_regions(nodes)]


def _record(nodes: PageNodes, region: Region) -> ListRecord:
    parent, last = nodes.parents[region.start], region.stop - 1
    while nodes.parents[last] != parent and last != region.start:
        last = nodes.parents[last]
    tree = nodes.page.tree
    return ListRecord(tree.node_of(nodes.peers[region.start]), tree.node_of(nodes.peers[last]))


def main_regions(nodes: PageNodes) -> tuple[Region, ...]:
    """The regions of the page's main list, in document order.

    Candidates are looked at in the order of their coverage, so that most of them need no model.
    """
    features = features_of(nodes)
    most = {found: _most(features, found) for found in repeated_regions(features)}
    best = FoundList((), 0.0)
    for found, bound in sorted(most.items(), key=lambda each: -each[1]):
        if bound <= best.score:
            break
        best = max(best, fitted(features, found), key=lambda one: one.score)
    return best.regions


def _most(features: PageFeatures, found: RepeatedRegions) -> float:
    """No list of these regions has a higher score."""
    return _factor(features.nodes, found) * sum(features.amount(region).weight for region in found.regions)


def _factor(nodes: PageNodes, found: RepeatedRegions) -> float:
    aside = is_aside(nodes, found.regions[0].start)
    return (LIST_ACROSS_PARENTS if found.across else 1.0) * (LIST_ASIDE if aside else 1.0)


def is_aside(nodes: PageNodes, number: int) -> bool:
    """Whether a node is in a part of the page that is beside its content: a menu, a header, a footer, a sidebar.

    >>> from unweave.page import Page
    >>> nodes = PageNodes(Page("<main><b>Emma</b></main><aside><i>Kim</i></aside>"))
    >>> is_aside(nodes, nodes.tags.index("b")), is_aside(nodes, nodes.tags.index("i"))
    (False, True)
    """
    around = nodes.ancestors(number)
    return any(nodes.tags[one] in ASIDE or nodes.peers[one].attr("role") in ASIDE_ROLES for one in around)


def fitted(features: PageFeatures, found: RepeatedRegions) -> FoundList:
    """The records among repeated regions, and their score; none and 0 where no model describes them."""
    forms = [features.form(region) for region in found.regions]
    members = _members(features, forms)
    if members:
        members = _with_those_between(features, found.regions, forms, members)
    if len(members) < FEWEST:
        return FoundList((), 0.0)
    regions = tuple(found.regions[at] for at in members)
    model = RecordModel(features, [forms[at] for at in members])
    weights = [features.amount(region).weight for region in regions]
    return FoundList(regions, _factor(features.nodes, found) * sum(weights) * spread(weights) * model.score())


def _members(features: PageFeatures, forms: Sequence[Form]) -> list[int]:
    """The regions that a model of all of them describes better than none."""
    members = list(range(len(forms)))
    for _ in range(ROUNDS):
        model = RecordModel(features, [forms[at] for at in members])
        saved = {form: model.saved(form) for form in set(forms)}
        kept = [at for at, form in enumerate(forms) if saved[form] > 0]
        if len(kept) < FEWEST:  # of three or four regions none can be left out: their regularity judges them
            return members if len(members) <= FEWEST + 1 else []
        if kept == members:
            return kept
        members = kept
    return members


def _with_those_between(
    features: PageFeatures, regions: Sequence[Region], forms: Sequence[Form], members: Sequence[int]
) -> list[int]:
    """The members, and what is between them and has nothing that they lack, or much text."""
    known = {one for one, count in Counter(f for at in members for f in forms[at].features).items() if count > 1}
    weights = [features.amount(region).signs for region in regions]
    enough = LIST_FILL_TEXT * sorted(weights[at] for at in members)[len(members) // 2]
    inside = set(members)
    return [
        at
        for at in range(members[0], members[-1] + 1)
        if at in inside or forms[at].features <= known or weights[at] >= enough
    ]


def spread(weights: Sequence[float]) -> float:
    """How often two letters are in different records, where 1 is what records of one length would have.

    It is Simpson's index of diversity.

    >>> spread([5.0, 5.0, 5.0]), spread([1.0, 0.0, 0.0])
    (1.0, 0.0)
    """
    total = sum(weights)
    together = sum((weight / total) ** 2 for weight in weights) if total else 1.0
    return (1 - together) / (1 - 1 / len(weights))


class RecordModel:
    """How often each feature occurs in some records."""

    def __init__(self, features: PageFeatures, forms: Sequence[Form]) -> None:
        self.page = features
        self.forms = Counter(forms)
        self.size = len(forms)
        self.counts: Counter[int] = Counter({TOP: self.size})
        self.lengths: Counter[int] = Counter()
        self.linked: Counter[int] = Counter()
        for form, times in self.forms.items():
            self.lengths[form.length] += times
            self.linked[form.linked] += times
            for feature in form.features:
                self.counts[feature] += times
        self.below: dict[int, list[int]] = defaultdict(list)
        for feature in sorted(self.counts):
            if feature != TOP:
                self.below[features.above[feature]].append(feature)

    def saved(self, form: Form) -> float:
        """The bits that the model saves, from all records but one of this form."""
        own = int(form in self.forms)
        if self.size - own < 1:
            return -1.0
        return self._saved_features(form.features, own) + self._saved_length(form, own) + self._saved_links(form, own)

    def _saved_features(self, features: frozenset[int], own: int) -> float:
        total = 0.0
        for above in (TOP, *features):
            every = self.counts[above] - own + 1
            for feature in self.below.get(above, ()):
                if feature in features:
                    total += log2((self.counts[feature] - own + HALF) / every / LIST_OCCURS)
                else:
                    total += log2((1 - (self.counts[feature] + HALF) / every) / (1 - LIST_OCCURS))
        unknown = [one for one in features if one not in self.counts and self.page.above[one] in self.counts]
        return total + sum(log2(HALF / (self.counts[self.page.above[one]] - own + 1) / LIST_OCCURS) for one in unknown)

    def _saved_length(self, form: Form, own: int) -> float:
        """Lengths are told apart by their logarithms; neighbouring ones count half."""
        near = self.lengths[form.length] + (self.lengths[form.length - 1] + self.lengths[form.length + 1]) / 2 - own
        return log2((near / 2 + HALF) / (self.size - own + LENGTHS / 2) * LENGTHS)

    def _saved_links(self, form: Form, own: int) -> float:
        return log2((self.linked[form.linked] - own + HALF) / (self.size - own + LINKED / 2) * LINKED)

    def score(self) -> float:
        """How much speaks for these records being made alike on purpose, between 0 and 1: regularity and structure."""
        regularity = self.regularity()
        if regularity <= 0:
            return 0.0
        saved = regularity * self._written() / self.size
        return float(regularity**LIST_REGULARITY_POWER) * saved / (saved + LIST_RECORD_BITS)

    def regularity(self) -> float:
        """The share of the bits that the model saves, the model itself included."""
        common = {feature for feature, count in self.counts.items() if count > 1 and feature != TOP}
        written, total = self._written(), len(common) * LIST_FEATURE_BITS
        for form, times in self.forms.items():
            inside = [feature for above in (TOP, *form.features) for feature in self.below.get(above, ())]
            total += times * sum(self._bits(feature, form) for feature in inside)
        return 1 - total / written if written else 0.0

    def _written(self) -> float:
        """The bits that writing the features of all records out would take."""
        return sum(times * len(form.features) for form, times in self.forms.items()) * LIST_FEATURE_BITS

    def _bits(self, feature: int, form: Form) -> float:
        if self.counts[feature] < 2:
            return LIST_FEATURE_BITS if feature in form.features else 0.0
        share = (self.counts[feature] + HALF) / (self.counts[self.page.above[feature]] + 1)
        return -log2(share if feature in form.features else 1 - share)
