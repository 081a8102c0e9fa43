"""Discovery: from unlabelled pages to a wrapper with columns, names and a schema.

    pages -> clusters of one template -> texts -> template texts -> selectors -> columns, ranked, arranged, named
    page  -> main list -> its records, each treated as a small page -> the same steps

Legend

    clusters    pages grouped by template; every cluster that is large enough gets a template, see ``clusters``
    switches    every step beyond plain paths can be turned off, see ``Discover``

What this keeps of EXALG: roles by path (DiffForm), template by equal occurrence (FindEq, for texts rather than words),
roles by context (DiffEq), and words within a column. What it gives up: one template of all tags. A page that lacks a
part of the template, or has one more, then loses that part and nothing else. Small pages are also read by EXALG as
published, and what it finds beyond these columns is added, see ``exalg_columns``.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Generic, TypeVar

from unweave.budget import Budget, OutOfTime, out_of_time
from unweave.errors import BadInput
from unweave.page import Page
from unweave.records import Example
from unweave.regions.main_list import ListRecord, list_records
from unweave.templates.arrangement import arranged
from unweave.templates.clusters import PageCluster, large_clusters, similar_pages
from unweave.templates.columns import TemplateColumn, attribute_values_in, schema_of, texts_in
from unweave.templates.deduction import Deduction, Parents, Steps
from unweave.templates.list_columns import ListPage, main_lists, with_list_columns
from unweave.templates.template_texts import Rows, TemplateText
from unweave.templates.texts import CollectionTexts, names_of, read_texts, vocabulary
from unweave.templates.wrappers import (
    ColumnWrapper,
    ListWrapper,
    MultiTemplateWrapper,
    TemplateWrapper,
    record_rows,
)
from unweave.tuning import (
    CLUSTER_MIN_PAGES,
    CLUSTER_SIMILARITY,
    COLUMN_SHARE,
    DISCOVER_COLUMNS,
    DISCOVER_PAGES,
    DISCOVER_SAMPLE,
    FREQUENT,
    LIST_PAGES,
    NEARLY_ALL,
)
from unweave.wrapper import Origin

T = TypeVar("T")
W = TypeVar("W")
RecordColumns = tuple[tuple[TemplateColumn, ...], tuple[TemplateText, ...]]
ATTRIBUTES = ("href", "src")
METHOD = "discover"


@dataclass(frozen=True, slots=True)
class DiscoveredTemplate:
    """One template and the pages it was discovered on."""

    wrapper: ColumnWrapper
    pages: tuple[Page, ...]


@dataclass(frozen=True, slots=True)
class Discovery(Generic[W]):
    """What was discovered: the wrapper, each of its templates, and all clusters, those that are too small included.

    ``note`` says what was left out for lack of time.
    """

    wrapper: W
    templates: tuple[DiscoveredTemplate, ...]
    clusters: tuple[PageCluster, ...] = ()
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Discover:
    """The learner behind ``discover``; it uses pages only, not what their examples label.

    ``cluster``: group the pages by template, otherwise all are taken as pages of one; ``labels``: tell values apart by
    the template text before them; ``runs``: also take all text behind a label as one value where it has several forms;
    ``parts``: also split texts at template words; ``levels``: columns that repeat together become nested records;
    ``records``: the records of a main list that is most of a page are compared with each other, see ``list_columns``;
    ``exalg``: small pages are also read by plain EXALG, see ``exalg_columns``;
    ``budget``: about so many seconds of work; where they are used up, fewer pages are compared, small templates are
    left out and EXALG is not asked, and the wrapper's history says so;
    ``attributes``: the attributes whose values are data as well; ``limit``: at most so many columns of texts, and of
    attributes at most a fifteenth of that in addition; ``sample``: deduce each template from so many pages at most;
    ``share``: a column has values on that share of the pages.

    >>> pages = [Page(f"<h1>{title}</h1><p>A book</p>") for title in ("Emma", "Kim", "Dune")]
    >>> Discover(parts=False).discover(pages).schema.names
    ('h1',)
    """

    cluster: bool = True
    labels: bool = True
    runs: bool = True
    parts: bool = True
    levels: bool = True
    records: bool = True
    exalg: bool = True
    attributes: tuple[str, ...] = ATTRIBUTES
    limit: int = DISCOVER_COLUMNS
    sample: int = DISCOVER_SAMPLE
    share: float = COLUMN_SHARE
    budget: float = 30.0

    def learn(self, examples: Sequence[Example]) -> TemplateWrapper | MultiTemplateWrapper:
        """A wrapper for the pages of the examples."""
        return self.discover([example.page for example in examples])

    def discover(self, pages: Sequence[Page]) -> TemplateWrapper | MultiTemplateWrapper:
        """A wrapper for these pages, of one template or of several."""
        return self.templates(pages).wrapper

    def templates(
        self, pages: Sequence[Page], names: Mapping[str, str] | None = None
    ) -> Discovery[TemplateWrapper | MultiTemplateWrapper]:
        """The wrapper with its templates, their pages, and all clusters; ``names``: new names for columns."""
        budget = Budget(self.budget)
        with budget.limit("reading pages", share=0.5, soft=True):
            texts, clusters = self._clusters(pages)
        large = large_clusters(clusters)
        if not large:
            reason = "no two are alike, and a template is found on several pages. It would help to give more"
            raise BadInput(source="the pages", reason=reason)
        found = list(self._templates(texts, large, budget))
        large = large[: len(found)]
        wrapper: TemplateWrapper | MultiTemplateWrapper = (
            found[0] if len(found) == 1 else MultiTemplateWrapper.of(found)
        )
        wrapper = replace(wrapper.renamed(names or {}), origin=_origin(large, clusters, budget.note))
        parts = wrapper.templates if isinstance(wrapper, MultiTemplateWrapper) else (wrapper,)
        pairs = zip(parts, large, strict=True)
        discovered = tuple(DiscoveredTemplate(part, cluster.pages) for part, cluster in pairs)
        return Discovery(wrapper, discovered, tuple(clusters), budget.note)

    def _templates(
        self, texts: CollectionTexts, clusters: Sequence[PageCluster], budget: Budget
    ) -> Iterator[TemplateWrapper]:
        """The wrapper of each cluster, largest first, as long as there is time; the first one always gets one."""
        for number, cluster in enumerate(clusters, 1):
            step = f"template {number}"
            if number > 1 and not budget.allows(step):
                continue
            try:
                with budget.limit(step):
                    wrapper = self._template(texts, cluster)
            except OutOfTime:
                if number > 1:
                    return
                smaller = replace(self, sample=CLUSTER_MIN_PAGES, runs=False, parts=False)
                wrapper = smaller._template(texts, cluster)  # noqa: SLF001  # of the same class
            yield self._with_positions(self._with_list_columns(wrapper, cluster, budget), cluster, budget)

    def _with_list_columns(self, wrapper: TemplateWrapper, cluster: PageCluster, budget: Budget) -> TemplateWrapper:
        if not self.records or not budget.allows("records"):
            return wrapper
        try:
            with budget.limit("records", share=0.5):
                lists = main_lists([copy(page) for page in sampled(cluster.pages, LIST_PAGES)])
                if not lists:
                    return wrapper
                of_list = replace(self, limit=self.limit // 2).list_wrapper(lists)
                return with_list_columns(wrapper, of_list, lists, self.limit)
        except OutOfTime:
            return wrapper

    def _with_positions(self, wrapper: TemplateWrapper, cluster: PageCluster, budget: Budget) -> TemplateWrapper:
        if not self.exalg or not budget.allows("EXALG"):
            return wrapper
        from unweave.templates.exalg_columns import with_positions  # noqa: PLC0415 - numpy takes long to import

        try:
            with budget.limit("EXALG", share=0.5):
                pages = sampled(cluster.pages, self.sample)
                return with_positions(wrapper, pages, self.share, self.limit)
        except OutOfTime:
            return wrapper

    def largest(self, pages: Sequence[Page]) -> TemplateWrapper:
        """A wrapper for the largest cluster of these pages alone."""
        texts, clusters = self._clusters(pages)
        wrapper = next(self._templates(texts, clusters[:1], Budget(self.budget)))
        return replace(wrapper, origin=_origin(clusters[:1], clusters))

    def _clusters(self, pages: Sequence[Page]) -> tuple[CollectionTexts, list[PageCluster]]:
        """The texts of the pages, and the pages by template."""
        if len(pages) < 2:
            reason = "a template can only be found on several pages. It would help to give more"
            raise BadInput(source="the pages", reason=reason)
        chosen = sampled(pages, max(DISCOVER_PAGES, self.sample))
        texts = read_texts(_in_time(chosen, CLUSTER_MIN_PAGES), self.attributes)
        chosen = chosen[: len(texts.pages)]
        numbers = similar_pages(texts, CLUSTER_SIMILARITY) if self.cluster else [tuple(range(len(chosen)))]
        return texts, [PageCluster(tuple(chosen[number] for number in some), some) for some in numbers]

    def _template(self, texts: CollectionTexts, cluster: PageCluster) -> TemplateWrapper:
        """The wrapper of one cluster."""
        texts = texts.only(sampled(cluster.numbers, self.sample))
        known = texts.vocabulary()
        parents = [page.parents for page in texts.pages] if self.levels else ()
        deduced, attributes = self.deductions(texts.rows(known), parents)
        columns = arranged(deduced, attributes, self.limit)
        required = NEARLY_ALL * len(texts.pages)
        return TemplateWrapper.of(columns, deduced.template_texts, known, required=required)

    def list_wrapper(self, lists: Sequence[ListPage], budget: Budget | None = None) -> ListWrapper:
        """The wrapper of the main lists of pages, each record treated as a small page."""
        known = vocabulary([_names_in(record) for _, records in lists for record in records], FREQUENT)
        rows = [row for page, records in lists for row in record_rows(page, records, known, self.attributes)]
        columns, template_texts = self._columns_in_time(rows, budget) if budget else self._record_columns(rows)
        history = [f"discovered on {len(rows)} records of {len(lists)} pages"]
        history += [budget.note] if budget and budget.note else []
        origin = Origin(method=METHOD, history=tuple(history))
        return ListWrapper(schema_of(columns), columns, template_texts, tuple(sorted(known)), origin=origin)

    def _columns_in_time(self, rows: Rows, budget: Budget) -> RecordColumns:
        """The columns and template texts of records; where time runs out, of a few of them."""
        try:
            with budget.limit("comparing all records"):
                return self._record_columns(rows)
        except OutOfTime:
            return replace(self, runs=False, parts=False)._record_columns(sampled(rows, self.sample))  # noqa: SLF001  # of the same class

    def _record_columns(self, rows: Rows) -> RecordColumns:
        texts, values = self.deductions(rows)
        return tuple(arranged(texts, values, self.limit)), tuple(texts.template_texts)

    def deductions(self, rows: Rows, parents: Parents = ()) -> tuple[Deduction, Deduction | None]:
        """The deduction from the texts of these rows, and the one from their attributes if these are data."""
        steps = Steps(labels=self.labels, runs=self.runs, parts=self.parts, share=self.share)
        texts = Deduction([texts_in(row) for row in rows], steps, parents=parents)
        if not self.attributes:
            return texts, None
        known = frozenset(texts.template_texts)
        values = [attribute_values_in(row, known) for row in rows]
        return texts, Deduction(values, replace(steps, runs=False, parts=False), texts.template_texts, parents)


def _in_time(pages: Iterable[Page], least: int) -> Iterator[Page]:
    """The pages as long as there is time, and at least as many as are needed."""
    for number, page in enumerate(pages):
        if number >= least and out_of_time():
            return
        yield page


def _origin(used: Sequence[PageCluster], clusters: Sequence[PageCluster], note: str = "") -> Origin:
    sizes = [f"template_{number}: {len(cluster.pages)} pages" for number, cluster in enumerate(used, 1)]
    history = sizes if len(used) > 1 else [f"discovered on {len(used[0].pages)} pages"]
    others = [page.name for cluster in clusters if cluster not in used for page in cluster.pages]
    unused = [f"not used, pages of other templates: {', '.join(others[:20])}"] if others else []
    return Origin(method=METHOD, history=(*history, *unused, *([note] if note else [])))


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscoverList:
    """The learner behind ``discover_list``; it uses pages only. The settings are those for the records of a list.

    Where their budget is used up, fewer pages are read and fewer records compared, and the wrapper's history says so.
    """

    settings: Discover = field(default_factory=Discover)

    def learn(self, examples: Sequence[Example]) -> ListWrapper:
        """A wrapper for the main lists of the examples' pages."""
        return self.discover([example.page for example in examples])

    def discover(self, pages: Sequence[Page]) -> ListWrapper:
        """A wrapper for the main lists of these pages; one page is enough."""
        return self.templates(pages).wrapper

    def templates(self, pages: Sequence[Page], names: Mapping[str, str] | None = None) -> Discovery[ListWrapper]:
        """The wrapper with its pages; ``names``: new names for columns."""
        budget = Budget(self.settings.budget)
        with budget.limit("reading pages", share=0.5, soft=True):
            found = [ListPage(page, records) for page in _in_time(pages, 1) if (records := list_records(page))]
        if not found:
            what = "nothing repeats on them, so there is no list"
            alone = ", and a template needs several pages" if len(pages) == 1 else ""
            reason = f"{what}{alone}. It would help to show values to `unweave learn`"
            raise BadInput(source="the pages", reason=reason)
        wrapper = self.settings.list_wrapper(found, budget).renamed(names or {})
        return Discovery(wrapper, (DiscoveredTemplate(wrapper, tuple(pages)),), note=budget.note)


def _names_in(record: ListRecord) -> frozenset[str]:
    """The ids and classes in a record; of an element that is the record, those below it."""
    whole = record.first is record.last
    inside = record.first.tree.nodes[record.first.index + whole : record.last.last + 1]
    return frozenset(name for node in inside if node.kind == "element" for name in names_of(node))


def discover(
    pages: Sequence[Page],
    *,
    limit: int = DISCOVER_COLUMNS,
    sample: int = DISCOVER_SAMPLE,
    attributes: Sequence[str] = ATTRIBUTES,
    names: Mapping[str, str] | None = None,
    budget: float = 30.0,
) -> TemplateWrapper | MultiTemplateWrapper | ListWrapper:
    """A wrapper with template, schema and column names from unlabelled pages; what ``unweave discover`` does.

    Pages are grouped by template. Where several templates have enough pages the wrapper reads all of them, and a
    record's type is the name of its template; the wrapper's history names the pages that were not used. Of a single
    page the main list is found, as by ``discover_list``.

    Args:
        pages: at least two pages of one template, or one page with a list.
        limit: at most so many columns of texts; columns of attribute values are a few more.
        sample: each template is deduced from so many pages at most.
        attributes: the attributes whose values are data.
        names: new names for columns (``{"h1": "title"}``) or nested lists.
        budget: about so many seconds of work; the wrapper's history says what was left out for lack of time.

    >>> books = [("Emma", "Austen"), ("Kim", "Kipling"), ("Dune", "Herbert"), ("Ulysses", "Joyce")]
    >>> pages = [Page(f"<h1>{title}</h1><table><tr><th>Author:<td>{author}</table>") for title, author in books]
    >>> [record.to_dict() for record in discover(pages, names={"h1": "title"}).extract(pages[1])]
    [{'title': 'Kim', 'author': 'Kipling'}]

    >>> posts = [Page(f"<div class=post><p>{number}00 words</div>") for number in range(1, 6)]
    >>> wrapper = discover([*pages, *posts])
    >>> [wrapper.extract(page)[0].type for page in (pages[0], posts[0])]
    ['template_2', 'template_1']
    """
    settings = Discover(limit=limit, sample=sample, attributes=tuple(attributes), budget=budget)
    return learner_for(pages, settings).templates(pages, names).wrapper


def learner_for(pages: Sequence[Page], settings: Discover, *, listing: bool = False) -> Discover | DiscoverList:
    """What discovers these pages: of a single page only a list can be found, since a template needs several.

    >>> type(learner_for([Page("<p>x")], Discover())).__name__
    'DiscoverList'
    """
    return DiscoverList(settings=settings) if listing or len(pages) == 1 else settings


def discover_list(
    pages: Page | Sequence[Page],
    *,
    limit: int = DISCOVER_COLUMNS,
    attributes: Sequence[str] = ATTRIBUTES,
    names: Mapping[str, str] | None = None,
) -> ListWrapper:
    """A wrapper for the main list of a page, or of several similar ones; what ``unweave discover --list`` does.

    >>> books = {"Emma": 1815, "Kim": 1901, "Dune": 1965}
    >>> items = "".join(f"<li><a href=/{year}>{title}</a> <i>{year}</i>" for title, year in books.items())
    >>> page = Page(f"<h1>Books</h1><ul>{items}</ul>")
    >>> discover_list(page).extract(page)[1].to_dict()
    {'a': 'Kim', 'link': '/1901', 'i': '1901'}
    """
    settings = Discover(limit=limit, attributes=tuple(attributes))
    return DiscoverList(settings=settings).templates([pages] if isinstance(pages, Page) else pages, names).wrapper


def sampled(given: Sequence[T], size: int) -> Sequence[T]:
    """So many of them, evenly spread; all where there are no more.

    >>> sampled(range(10), 3)
    [0, 3, 6]
    """
    if len(given) <= size:
        return given
    return [given[number * len(given) // size] for number in range(size)]
