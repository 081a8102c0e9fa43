"""What a wrapper finds on pages, in numbers: per field how full it is, how many distinct values, examples, warnings.

Legend

    filled       in how many records a field has a value: 9 of 10
    distinct     how many different values a field has, counted up to DISTINCT_LIMIT
    shown        how many records the example of a labelled page has; found: how many the wrapper finds there
    empty page   a page without any record
    other site   a page whose markup is far from that of the labelled pages, see ``page.signature``; other type: nearer
    many         more than MANY_RECORDS times as many records as any labelled page has
    contested    pages on which rules of a field disagree that agree on others, see ``votes``
    in a row     pages on which a single value is one of several in a row
    several      pages on which a field that was shown with one value has several
    odd          pages whose value is of another kind than nearly all others: "Sold out" among prices
    shared       pages on which two fields have the same place, and on others they do not: the only price as the former
                 price. The field with the lower confidence is named, or both

The same counts are printed after ``unweave learn`` and ``unweave extract``. They are collected page by page, so that a
run over many pages keeps none of them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from unweave.errors import UnweaveError
from unweave.page import Page
from unweave.page_warnings import PageWarnings, page_warnings
from unweave.records import Example, Record
from unweave.records.agree import contradictions
from unweave.tuning import LOOKED_EVERY, MANY_RECORDS, ODD_SHARE, OFTEN_EMPTY, SIGNATURE_PAGES
from unweave.values.kinds import kinds_of
from unweave.values.suggest import MOST_TEXTS, suggested_type
from unweave.votes import Ballot, contested
from unweave.wording import counted
from unweave.wrapper import Confidence, Level, Wrapper

DISTINCT_LIMIT = 10_000
"""Distinct values are counted up to this number, so that a long run does not fill the memory."""
NAMED_PAGES = 10
"""How many pages without records are named; the others are counted."""
VALUES_SHOWN = 2
LEVELS: tuple[Level, ...] = ("low", "medium", "high")
TEXT = "text"  # the kind of a text that is of no other kind


@dataclass(frozen=True, slots=True)
class NamedPages:
    """Some of the pages: how many, and the names of the first ten.

    >>> print(NamedPages(12, ("p1.html", "p2.html")))
    p1.html, p2.html and 10 more
    """

    count: int = 0
    names: tuple[str, ...] = ()

    def __str__(self) -> str:
        left = self.count - len(self.names)
        return f"{', '.join(self.names)}{f' and {left:,} more' * bool(left)}"

    def with_page(self, name: str) -> "NamedPages":
        """One page more."""
        names = (*self.names, name or "the page") if len(self.names) < NAMED_PAGES else self.names
        return NamedPages(self.count + 1, names)


@dataclass(frozen=True, slots=True)
class FieldSummary:
    """One field: in how many records it has a value, how many of these are distinct, the first ones, the confidence.

    ``name`` has the type in front where there are several types of records: ``book.title``. ``contested`` are pages on
    which its rules disagree; ``in_a_row`` pages on which its value is one of several in a row, where others have none;
    ``odd`` pages on which it is of another kind than elsewhere. With any of these the confidence is lower than the
    wrapper's: a field with such a warning is never called high, and with contested pages it is low. ``several`` are
    pages on which it has several values, where one was shown; ``shared`` are pages on which it is the same text as the
    field ``shared_with``, and elsewhere it is not: the confidence is low then. ``suggested`` is the type that its
    values seem to have, where it has none.

    >>> FieldSummary("price", records=10, filled=9, distinct=7).fill
    0.9
    """

    name: str
    records: int
    filled: int
    distinct: int
    examples: tuple[str, ...] = ()
    confidence: str = ""
    reasons: tuple[str, ...] = ()
    contested: NamedPages = NamedPages()
    in_a_row: NamedPages = NamedPages()
    odd: NamedPages = NamedPages()
    several: NamedPages = NamedPages()
    shared: NamedPages = NamedPages()
    shared_with: str = ""
    suggested: str = ""

    @property
    def fill(self) -> float:
        """The share of the records that have a value; 0 where there are no records."""
        return self.filled / self.records if self.records else 0.0

    @property
    def is_often_empty(self) -> bool:
        """Whether more than a tenth of the records have no value.

        >>> FieldSummary("price", records=10, filled=9, distinct=7).is_often_empty
        False
        """
        return self.records - self.filled > OFTEN_EMPTY * self.records

    @property
    def has_warning(self) -> bool:
        """Whether the field should be looked at: its confidence is low, it is often empty, or some pages are doubtful.

        >>> FieldSummary("price", records=10, filled=10, distinct=7, confidence="medium").has_warning
        False
        """
        doubtful = self.contested.count or self.in_a_row.count or self.odd.count or self.shared.count
        return self.confidence == "low" or self.is_often_empty or not self.filled or bool(doubtful)


@dataclass(frozen=True, slots=True)
class LabelledPageSummary:
    """A labelled page: how many records were shown and how many are found; in words, what differs.

    >>> LabelledPageSummary("p1.html", status="partial", shown=2, found=58).differences
    ()
    """

    page: str
    status: str
    shown: int
    found: int
    differences: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WrapperSummary:
    """What a wrapper finds on some pages.

    ``empty_pages`` counts the pages without records, ``empty_page_names`` are the first ten of them; ``unusable``
    counts the pages that cannot be used; ``other_site`` and ``other_type`` are pages that look as if they were of
    another site or page type than the labelled ones, among ``compared`` pages; ``many_records`` are pages with far more
    records than any labelled page; ``first`` and ``last`` are records; ``notes`` is ``wrapper.origin.history``.

    >>> WrapperSummary(pages=2, records=0, empty_pages=2, empty_page_names=("p1.html", "p2.html")).warnings
    ('2 of 2 pages have no records: p1.html, p2.html',)
    """

    pages: int
    records: int
    fields: tuple[FieldSummary, ...] = ()
    labelled: tuple[LabelledPageSummary, ...] = ()
    empty_pages: int = 0
    empty_page_names: tuple[str, ...] = ()
    unusable: int = 0
    compared: int = 0
    other_site: NamedPages = NamedPages()
    other_type: NamedPages = NamedPages()
    many_records: NamedPages = NamedPages()
    first: Mapping[str, Any] | None = None
    last: Mapping[str, Any] | None = None
    notes: tuple[str, ...] = ()

    @property
    def has_lists(self) -> bool:
        """Whether some page has several records, as far as the counts tell."""
        return self.records > self.pages - self.unusable - self.empty_pages

    @property
    def warnings(self) -> tuple[str, ...]:
        """What should be looked at: known records that are not found, fields that are often empty, empty pages."""
        return (
            *self._differing(),
            *self._unlike(),
            *self._often_empty(),
            *self._doubtful(),
            *self._without_records(),
            *self._many(),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as ``--json`` prints it.

        >>> data = WrapperSummary(pages=1, records=2, fields=(FieldSummary("title", 2, 1, 1, ("Emma",)),)).to_dict()
        >>> data["fields"][0]["fill"], data["warnings"]
        (0.5, ['title is empty in 1 of 2 records'])
        """
        data = asdict(self)
        data["fields"] = [{**asdict(each), "fill": each.fill} for each in self.fields]
        return {**data, "warnings": list(self.warnings)}

    def _differing(self) -> Iterable[str]:
        for each in self.labelled:
            if each.differences:
                more = f" (and {len(each.differences) - 1} more)" if len(each.differences) > 1 else ""
                yield f"{each.page} differs from what was shown: {each.differences[0]}{more}"

    def _unlike(self) -> Iterable[str]:
        for pages, what in ((self.other_site, "another site"), (self.other_type, "another page type")):
            if pages.count:
                verb = "looks" if pages.count == 1 else "look"
                yield f"{pages.count:,} of {counted(self.compared, 'page')} {verb} like {what}: {pages}"

    def _many(self) -> Iterable[str]:
        if self.many_records.count:
            verb = "has" if self.many_records.count == 1 else "have"
            pages = f"{self.many_records.count:,} of {counted(self.pages - self.unusable, 'page')}"
            yield f"{pages} {verb} far more records than the pages of the examples: {self.many_records}"

    def _often_empty(self) -> Iterable[str]:
        for each in self.fields:
            if each.is_often_empty:
                yield f"{each.name} is empty in {each.records - each.filled:,} of {each.records:,} records"

    def _doubtful(self) -> Iterable[str]:
        for each in self.fields:
            if each.contested.count:
                pages = counted(each.contested.count, "page")
                yield f"{each.name}: its rules disagree on {pages}, look at the values there: {each.contested}"
            if each.shared.count:
                pages = counted(each.shared.count, "page")
                what = f"{each.name} is the same text as {each.shared_with} on {pages}"
                yield f"{what}, and another one elsewhere: {each.shared}"
            if each.odd.count:
                yield f"{each.name}: the value looks different from the others on {each.odd}"
            if each.in_a_row.count:
                pages = counted(each.in_a_row.count, "page")
                more = "show a page that has several as a list if all are wanted"
                yield f"{each.name}: one of several values in a row is taken on {pages}, {more}: {each.in_a_row}"
            if each.several.count:
                pages = counted(each.several.count, "page")
                helps = "Where a list is shown on one page, every page has one"
                yield f"{each.name} has several values on {pages}, as a list there: {each.several}. {helps}"

    def _without_records(self) -> Iterable[str]:
        if self.empty_pages:
            pages = NamedPages(self.empty_pages, self.empty_page_names)
            verb = "has" if self.empty_pages == 1 else "have"
            used = counted(self.pages - self.unusable, "page")
            yield f"{self.empty_pages:,} of {used} {verb} no records: {pages}"


def summary(wrapper: Wrapper, pages: Iterable[Page | Example]) -> WrapperSummary:
    """What the wrapper finds on these pages; an example is compared with what it shows.

    >>> page = Page("<h1>Emma</h1><p>Price: <b>$5</b></p>", name="emma.html")
    >>> other = Page("<h1>Kim</h1><p>Sold out</p>", name="kim.html")
    >>> example = Example.from_values(page, [{"title": "Emma", "price": "$5"}])
    >>> from unweave.choose import learn
    >>> found = summary(learn([example]), [example, other])
    >>> [(each.name, each.filled, each.records, each.examples) for each in found.fields]
    [('title', 2, 2, ('Emma', 'Kim')), ('price', 1, 2, ('$5',))]
    >>> found.warnings
    ('price is empty in 1 of 2 records',)
    """
    counter = SummaryCounter(wrapper, suggest=True)
    for given in pages:
        example = given if isinstance(given, Example) else Example(given)
        counter.compare(example.page)
        try:
            records = wrapper.extract(example.page)
        except UnweaveError as problem:
            counter.add_unusable(str(problem), example)
        else:
            counter.add_warnings(example.page.name, page_warnings(wrapper, example.page, records))
            counter.add(example.page.name, records, example)
    return counter.summary()


@dataclass(slots=True)
class _FieldCounter:
    filled: int = 0
    distinct: set[int] = field(default_factory=set)
    examples: list[str] = field(default_factory=list)
    ballots: dict[Ballot, NamedPages] = field(default_factory=dict)
    in_a_row: NamedPages = NamedPages()
    several: NamedPages = NamedPages()
    alone: bool = False
    kinds: dict[str, NamedPages] = field(default_factory=dict)
    shown: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    def keep(self, texts: list[str], value: Any) -> None:
        """Keep some texts, which tell the type of the field."""
        if len(texts) < MOST_TEXTS:
            texts += [item for item in (value if isinstance(value, list) else [value]) if isinstance(item, str)]

    def add(self, value: Any) -> None:
        if value is None or value in ("", []):
            return
        self.filled += 1
        if len(self.distinct) >= DISTINCT_LIMIT:
            return
        text = value_text(value)
        number = hash(text)
        if number in self.distinct:
            return
        self.distinct.add(number)
        if len(self.examples) < VALUES_SHOWN:
            self.examples.append(text)

    def add_kind(self, page: str, value: Any) -> None:
        """Count the kind of the value of a page with one record."""
        if isinstance(value, str) and value:
            kind = kinds_of(value)[-1]
            self.kinds[kind] = self.kinds.get(kind, NamedPages()).with_page(page)

    @property
    def contested(self) -> NamedPages:
        """The pages on which rules disagree that agree on most others."""
        return _joined(self.ballots[one] for one in contested({one: some.count for one, some in self.ballots.items()}))

    @property
    def odd(self) -> NamedPages:
        """The pages whose value is of another kind than nearly all others; texts are of no kind."""
        usual = max(self.kinds, key=lambda kind: self.kinds[kind].count, default=TEXT)
        others = _joined(pages for kind, pages in self.kinds.items() if kind != usual)
        return others if usual != TEXT and others.count <= ODD_SHARE * self.kinds[usual].count else NamedPages()


def _joined(every: Iterable[NamedPages]) -> NamedPages:
    some = list(every)
    return NamedPages(sum(one.count for one in some), tuple(name for one in some for name in one.names)[:NAMED_PAGES])


class SummaryCounter:
    """Collects a summary page by page: ``add`` the records of each page, then ask for ``summary()``.

    >>> from unweave.delimiters import LR
    >>> page = Page("<b>Emma</b><b>Kim</b>", name="p1.html")
    >>> wrapper = LR().learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> counter = SummaryCounter(wrapper)
    >>> counter.add("p1.html", wrapper.extract(page))
    >>> counter.summary().fields[0].examples
    ('Emma', 'Kim')
    """

    def __init__(self, wrapper: Wrapper, *, suggest: bool = False) -> None:
        self._wrapper, self._suggest = wrapper, suggest
        self._fields = {each.name: {name: _FieldCounter() for name in each.names} for each in wrapper.schema.each}
        self._single = {each.name for each in wrapper.schema.fields if not each.many and not each.fields}
        self._records = dict.fromkeys(self._fields, 0)
        self._pages = self._unusable = self._seen = self._compared = 0
        self._empty = self._other_site = self._other_type = self._many = NamedPages()
        self._filled: Counter[tuple[str, ...]] = Counter()
        self._shared: dict[tuple[str, str], NamedPages] = {}
        self._labelled: list[LabelledPageSummary] = []
        self._first: Mapping[str, Any] | None = None
        self._last: Mapping[str, Any] | None = None

    def compare(self, page: Page) -> None:
        """Compare the markup of a page with that of the labelled pages; in a long run, only of some pages."""
        signature = self._wrapper.origin.signature
        self._seen += 1
        if signature.is_large and (self._seen <= SIGNATURE_PAGES or self._seen % LOOKED_EVERY == 0):
            self.add_compared(page.name, signature.unlike(page))

    def add_compared(self, page: str, unlike: str | None) -> None:
        """Count a page that was compared: it is of another "site", of another "type", or like the labelled pages."""
        self._compared += 1
        match unlike:
            case "site":
                self._other_site = self._other_site.with_page(page)
            case "type":
                self._other_type = self._other_type.with_page(page)

    def add(self, page: str, records: Sequence[Record], example: Example | None = None) -> None:
        """Count the records of a page; those of a labelled page are compared with its example."""
        self.count(page, [(record.type, record.to_dict()) for record in records])
        if example is not None and example.status != "unlabelled":
            self._add_labelled(example, len(records), contradictions(records, example))

    def add_warnings(self, page: str, found: PageWarnings) -> None:
        """Count what may be wrong with what was found on a page."""
        counters = next(iter(self._fields.values()))
        for name, ballot in found.ballots:
            if (counter := counters.get(name)) is not None:  # a field of a nested level has no counter
                counter.ballots[ballot] = counter.ballots.get(ballot, NamedPages()).with_page(page)
        for name, counter in counters.items():
            if name in found.in_a_row:
                counter.in_a_row = counter.in_a_row.with_page(page)
            else:
                counter.alone = True
        self._filled[found.filled] += 1
        for pair in found.shared:
            self._shared[pair] = self._shared.get(pair, NamedPages()).with_page(page)

    def count(self, page: str, records: Sequence[tuple[str, Mapping[str, Any]]], *, kinds: bool = True) -> None:
        """Count the records of a page, each given as its type and its values; the kinds of values on some pages."""
        self._pages += 1
        if not records:
            self._empty = self._empty.with_page(page)
        if len(records) > MANY_RECORDS * (self._wrapper.origin.most_records or len(records)):
            self._many = self._many.with_page(page)
        if kinds and len(records) == 1 and not self._wrapper.schema.types:
            for name, counter in self._fields[next(iter(self._fields))].items():
                counter.add_kind(page, records[0][1].get(name))
        for kind, values in records:
            self.count_record(page, kind, values)

    def add_unusable(self, reason: str, example: Example | None = None) -> None:
        """Count a page that cannot be read or does not fit the wrapper."""
        self._pages += 1
        self._unusable += 1
        if example is not None and example.status != "unlabelled":
            self._add_labelled(example, 0, [reason])

    def summary(self) -> WrapperSummary:
        """The summary of the pages so far."""
        return WrapperSummary(
            pages=self._pages,
            records=sum(self._records.values()),
            fields=tuple(self._field_summaries()),
            labelled=tuple(self._labelled),
            empty_pages=self._empty.count,
            empty_page_names=self._empty.names,
            unusable=self._unusable,
            compared=self._compared,
            other_site=self._other_site,
            other_type=self._other_type,
            many_records=self._many,
            first=self._first,
            last=self._last,
            notes=self._wrapper.origin.history,
        )

    def count_page(self) -> None:
        """Count a page whose records are counted apart."""
        self._pages += 1

    def count_record(self, page: str, kind: str, values: Mapping[str, Any]) -> None:
        """Count a record, given as its type and its values."""
        if kind not in self._fields:  # a wrapper with one type of records may name it, and its schema not
            kind = next(iter(self._fields))
        self._records[kind] += 1
        for name, counter in self._fields[kind].items():
            counter.add(value := values.get(name))
            if isinstance(value, list) and name in self._single:
                counter.several = counter.several.with_page(page)
            if self._suggest:
                counter.keep(counter.texts, value)
        self._first = values if self._first is None else self._first
        self._last = values

    def _add_labelled(self, example: Example, found: int, differences: Sequence[str]) -> None:
        name = example.page.name or "the page"
        for record in example.records if self._suggest else ():
            for each, counter in self._fields.get(record.type, {}).items():
                counter.keep(counter.shown, record.get(each))
        shown = len(example.records)
        self._labelled.append(LabelledPageSummary(name, example.status, shown, found, tuple(differences)))

    def _doubted(self) -> dict[str, tuple[NamedPages, str]]:
        """The fields that share their place with another one on some pages, and not on others."""
        found: dict[str, tuple[NamedPages, str]] = {}
        for pair, pages in self._shared.items():
            both = sum(count for filled, count in self._filled.items() if set(pair) <= set(filled))
            levels = [LEVELS.index(one.level) if (one := self._confidence(name)) else 0 for name in pair]
            for name, other, level in zip(pair, reversed(pair), levels, strict=True):
                if level == min(levels) and found.get(name, (NamedPages(), ""))[0].count < pages.count < both:
                    found[name] = pages, other
        return found

    def _field_summaries(self) -> Iterable[FieldSummary]:
        doubted = self._doubted()
        for kind, fields in self._fields.items():
            for name, counter in fields.items():
                full = f"{kind}.{name}" if self._wrapper.schema.types else name
                in_a_row = counter.in_a_row if counter.alone else NamedPages()
                disputed, odd = counter.contested, counter.odd
                shared, shared_with = doubted.get(full, (NamedPages(), ""))
                confidence = _lowered(self._confidence(full), disputed.count, odd.count + in_a_row.count, shared.count)
                yield FieldSummary(
                    name=full,
                    records=self._records[kind],
                    filled=counter.filled,
                    distinct=len(counter.distinct),
                    examples=tuple(counter.examples),
                    confidence=confidence.level if confidence else "",
                    reasons=confidence.reasons if confidence else (),
                    contested=disputed,
                    in_a_row=in_a_row,
                    odd=odd,
                    several=counter.several,
                    shared=shared,
                    shared_with=shared_with,
                    suggested=self._suggested(kind, name, counter),
                )

    def _suggested(self, kind: str, name: str, counter: _FieldCounter) -> str:
        schema = next(each for each in self._wrapper.schema.each if each.name == kind)
        if not self._suggest or schema[name].type:
            return ""
        return str(suggested_type(counter.shown, counter.texts) or "")

    def _confidence(self, name: str) -> Confidence | None:
        """The confidence of a field; of a nested level the lowest one of its fields."""
        known = self._wrapper.origin.confidence
        inside = [one for path, one in known.items() if path == name or path.startswith(f"{name}.")]
        return min(inside, key=lambda one: LEVELS.index(one.level), default=None)


def _lowered(known: Confidence | None, contested: int, doubtful: int, shared: int = 0) -> Confidence | None:
    """The confidence of a field, no higher than what its warnings allow: where its rules disagree on a page, it is low.

    So it is where it is the same text as another field.

    >>> _lowered(Confidence("high"), contested=0, doubtful=2)
    Confidence(level='medium', reasons=('its value is doubtful on 2 pages',))
    """
    most: Level = "low" if contested or shared else "medium" if doubtful else "high"
    if known is None or LEVELS.index(known.level) <= LEVELS.index(most):
        return known
    of_others = "it is the same text as another field"
    what = "its rules disagree" if contested else of_others if shared else "its value is doubtful"
    return Confidence(most, (f"{what} on {counted(contested or shared or doubtful, 'page')}", *known.reasons))


def value_text(value: Any) -> str:
    """A value as one line of text; several values with ``|`` between them.

    >>> value_text("Emma"), value_text(["Ann", "Bo"]), value_text([{"by": "Ann", "stars": "5"}])
    ('Emma', 'Ann | Bo', 'Ann, 5')
    """
    if isinstance(value, str):  # first, for nearly all are
        return " ".join(value.split())
    if isinstance(value, list):
        return " | ".join(map(value_text, value))
    if isinstance(value, Mapping):
        return ", ".join(value_text(each) for each in value.values() if each is not None)
    return " ".join(str(value).split())
