"""Candidates for lists: whole wrappers, of which the one that the other families agree with most is taken.

Legend

    candidate     a method's wrapper that agrees with everything known
    family        methods of one kind: the delimiter classes are one family, and share one voice
    agreement     how alike what two candidates find is, page by page: twice the common records by all records
    support       the mean agreement of a candidate with the other families
    plausibility  how many of its records look like those that were shown, less those that do not

What decides, in this order: support; plausibility; the order in which they are given, which is the prior of stability
and simplicity.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from unweave.choose.readings import Reading, readings_of, records_on
from unweave.page import Page
from unweave.records import Example, Record
from unweave.values.kinds import kind_of
from unweave.wrapper import Wrapper

UNDER = " under a heading"
"""What a method is called that learns what stands under a heading (``sectioned``)."""
FAMILIES = {"rules": "rules", "tree": "tree"}
_CLOSE = 0.02  # a smaller difference in support is none


@dataclass(frozen=True, slots=True)
class Candidate:
    """A method's wrapper, and the records it finds on each page at hand; None where a page does not fit.

    ``told`` are the same records as texts, for comparing.
    """

    method: str
    wrapper: Wrapper
    found: tuple[tuple[Record, ...] | None, ...] = ()
    told: tuple[Counter[str] | None, ...] = ()
    readings: Mapping[str, Reading] = field(default_factory=dict)

    @property
    def family(self) -> str:
        """The family of its method.

        >>> from unweave.delimiters import LR
        >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
        >>> Candidate("lr", wrapper).family
        'delimiters'
        """
        return family_of(self.method)


def family_of(method: str) -> str:
    """The family of a method, whether it looks at headings or not.

    >>> family_of("tree under a heading"), family_of("m-lr")
    ('tree', 'delimiters')
    """
    return FAMILIES.get(method.removesuffix(UNDER), "delimiters")


def candidate(method: str, wrapper: Wrapper, pages: Sequence[Page]) -> Candidate:
    """What a method offers, with what it finds on the pages at hand.

    >>> from unweave.delimiters import LR
    >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
    >>> candidate("lr", wrapper, [Page("<b>Kim</b>")]).told
    (Counter({"{'title': 'Kim'}": 1}),)
    """
    found = tuple(records_on(wrapper, page) for page in pages)
    told = tuple(None if records is None else _told(records) for records in found)
    return Candidate(method, wrapper, found, told, readings_of(method, wrapper, pages, found))


def _told(records: Sequence[Record]) -> Counter[str]:
    return Counter(str(record.to_dict()) for record in records)


def chosen(candidates: Sequence[Candidate], known: Sequence[Example]) -> Candidate:
    """The candidate with most support; of those that are close the most plausible, and of these the first."""
    credible = [one for one in candidates if _finds_more(one, known)] or list(candidates)
    supported = _best(credible, [support(one, credible) for one in credible])
    worth = [plausibility(one, known) for one in supported]
    return _best(supported, [value / max(1, *map(abs, worth)) for value in worth])[0]


def _finds_more(candidate: Candidate, known: Sequence[Example]) -> bool:
    """Whether it finds records that nobody has shown on pages labelled in part, which come first."""
    partly = [example for example in known if example.status == "partial"]
    shown = sum(len(example.records) for example in partly)
    return not shown or sum(len(records) for records in candidate.found[: len(partly)] if records) > shown


def _best(candidates: Sequence[Candidate], values: Sequence[float]) -> list[Candidate]:
    """Those whose value is close to the highest."""
    return [one for one, value in zip(candidates, values, strict=True) if value >= max(values) - _CLOSE]


def plausibility(candidate: Candidate, known: Sequence[Example]) -> int:
    """How many of its records on the pages at hand look like those which were shown, less those that do not."""
    looks = {_look(record) for example in known for record in example.records}
    found = [record for records in candidate.found if records for record in records]
    return sum(1 if _look(record) in looks else -1 for record in found)


def _look(record: Record) -> tuple[object, ...]:
    """Which fields a record has, and of what kind each value is."""
    return tuple((name, tuple(sorted({kind_of(text) for text in _texts(record, name)}))) for name in sorted(record))


def _texts(record: Record, name: str) -> list[str]:
    return [record.page.text(span) for span in record.spans(name)]


def support(candidate: Candidate, others: Sequence[Candidate]) -> float:
    """The mean, over the other families, of the best agreement that one of their candidates has with this one."""
    best: dict[str, float] = {}
    for other in others:
        if other.family != candidate.family:
            best[other.family] = max(best.get(other.family, 0.0), agreement(candidate, other))
    return fmean(best.values()) if best else 0.0


def agreement(one: Candidate, other: Candidate) -> float:
    """How alike the records of two candidates are, page by page; pages that do not fit agree with nothing."""
    pages = [_alike(mine, theirs) for mine, theirs in zip(one.told, other.told, strict=True)]
    return fmean(pages) if pages else 1.0


def _alike(mine: Counter[str] | None, theirs: Counter[str] | None) -> float:
    if mine is None or theirs is None:
        return 0.0
    if not mine and not theirs:
        return 1.0
    return 2 * (mine & theirs).total() / (mine.total() + theirs.total())
