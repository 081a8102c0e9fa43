"""Many records a page: every method offers a whole wrapper, and the one that the others agree with most is taken.

Legend

    candidate     a method's wrapper that agrees with everything known
    family        methods of one kind: the delimiter classes are one family, and share one voice
    agreement     how alike what two candidates find is, page by page: twice the common records by all records
    support       the mean agreement of a candidate with the other families
    plausibility  how many of its records look like those that were shown, less those that do not

Pages at hand are those of which something is left to say: unlabelled ones, and those labelled in part. What decides, in
this order: agreement with the examples; support; plausibility; the order of ``IN_ORDER``, which is the prior of
stability and simplicity.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

from unweave.choose.clock import Clock
from unweave.choose.consensus import consensus
from unweave.choose.methods import learner
from unweave.choose.places import padded, resolved, widened
from unweave.choose.readings import Reading, witnesses
from unweave.choose.study import Ground, Study, unlabelled
from unweave.combined import of_path
from unweave.errors import BadInput, DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example, Record
from unweave.records.agree import disagreements
from unweave.records.grouping import paths
from unweave.values.kinds import kind_of
from unweave.wrapper import Wrapper, with_origin

IN_ORDER = ("rules", "tree", "lr", "hlrt", "oclr", "m-lr", "n-lr", "n-hlrt")
"""The methods that are asked; hoclrt, which wraps hardly anything that the others do not, must be named."""
FAMILIES = {"rules": "rules", "tree": "tree"}
_CLOSE = 0.02  # a smaller difference in support is none


@dataclass(frozen=True, slots=True)
class Candidate:
    """A method's wrapper, and the records it finds on each page at hand; None where a page does not fit."""

    method: str
    wrapper: Wrapper
    found: tuple[tuple[Record, ...] | None, ...] = ()
    readings: Mapping[str, Reading] = field(default_factory=dict)

    @property
    def family(self) -> str:
        """The family of its method.

        >>> from unweave.delimiters import LR
        >>> wrapper = LR().learn([Example.from_values(Page("<b>Emma</b>"), [{"title": "Emma"}])])
        >>> Candidate("lr", wrapper).family
        'delimiters'
        """
        return FAMILIES.get(self.method, "delimiters")


def study_many(examples: Sequence[Example], clock: Clock, methods: Sequence[str] = IN_ORDER) -> Study:
    """The wrapper for pages with any number of records, and its grounds."""
    pages = _open(examples)
    known = [example for example in examples if example.status != "unlabelled"]
    failures: list[NoConsistentWrapper | BadInput] = []
    candidates = list(_candidates(methods, resolved(known), pages, clock, failures))
    if not candidates and all(example.by_value for example in known):
        candidates = list(_candidates(methods, resolved(list(map(widened, known))), pages, clock, failures))
    if not candidates:
        raise nearest(failures)
    best = chosen(candidates, known)
    grounds = {path: _ground(path, best, candidates, examples, pages) for path in paths(best.wrapper.schema.fields)}
    wrapper = with_origin(best.wrapper, method=best.method)
    return Study(wrapper, pages, grounds, tuple(filter(None, [clock.note])), single=False)


def _open(examples: Sequence[Example]) -> tuple[Page, ...]:
    """The pages of which something is left to say."""
    partly = tuple(example.page for example in examples if example.status == "partial")
    return (*partly, *unlabelled(examples))


def _candidates(
    methods: Sequence[str],
    known: Sequence[Example],
    pages: Sequence[Page],
    clock: Clock,
    failures: list[NoConsistentWrapper | BadInput],
) -> Iterator[Candidate]:
    """What each method offers; after the first, only as long as there is time."""
    some = False
    for method in methods:
        if some and not clock.allows(method):
            continue
        for shown in _versions(known, method):
            try:
                wrapper = learner(method).learn(shown)
            except (NoConsistentWrapper, BadInput) as failure:
                failures.append(failure)
                continue
            problems = list(_problems(method, wrapper, shown))
            failures += problems
            if not problems:
                some = True
                found = tuple(_found(wrapper, page) for page in pages)
                yield Candidate(method, wrapper, found, witnesses(method, wrapper, pages))
                break


def _versions(known: Sequence[Example], method: str) -> Iterator[Sequence[Example]]:
    """The examples as they are and, for delimiters, with the white space around values that were given as texts."""
    yield known
    if method not in FAMILIES and all(example.by_value for example in known):
        yield list(map(padded, known))


def _problems(method: str, wrapper: Wrapper, shown: Sequence[Example]) -> Iterator[NoConsistentWrapper]:
    """What a learned wrapper says differently from the examples: the first such thing of each page."""
    for example in shown:
        try:
            told = disagreements(wrapper.extract(example.page), example)
        except DoesNotFit as misfit:
            told = [str(misfit)]
        for reason in told[:1]:
            name = example.page.name or None
            yield NoConsistentWrapper(kind=method, page=name, constraint="what it finds", reason=reason)


def _found(wrapper: Wrapper, page: Page) -> tuple[Record, ...] | None:
    try:
        return tuple(wrapper.extract(page))
    except DoesNotFit:
        return None


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
    pages = [_alike(mine, theirs) for mine, theirs in zip(one.found, other.found, strict=True)]
    return fmean(pages) if pages else 1.0


def _alike(mine: Sequence[Record] | None, theirs: Sequence[Record] | None) -> float:
    if mine is None or theirs is None:
        return 0.0
    if not mine and not theirs:
        return 1.0
    one, other = (Counter(str(record.to_dict()) for record in records) for records in (mine, theirs))
    return 2 * (one & other).total() / (len(mine) + len(theirs))


def _ground(
    path: str, best: Candidate, candidates: Sequence[Candidate], examples: Sequence[Example], pages: Sequence[Page]
) -> Ground:
    shown = [of_path(example, path) for example in examples]
    known = sum(len(example.records) for example in shown)
    labelled = sum(bool(example.records) for example in shown)
    if not pages or path not in best.readings:
        return Ground(known, known, pages=labelled, method=best.method)
    mine, *others = (one.readings[path] for one in (best, *candidates) if path in one.readings)
    heard = [one for one in others if one is not mine]
    return Ground(known, known, 1, labelled, best.method, [mine], heard, consensus([mine], heard))


def nearest(failures: Sequence[NoConsistentWrapper | BadInput]) -> NoConsistentWrapper | BadInput:
    """Of all complaints the one that tells most, with what would help: which field and page, and what stood in the way.

    >>> told = [NoConsistentWrapper(kind="rules", field="price", reason="it is a nested level"),
    ...     NoConsistentWrapper(kind="LR", field="price", page="p1.html", reason="nothing ends it")]
    >>> print(nearest(told))
    no known wrapper agrees with the examples: field price, page p1.html: nearest came LR: nothing ends it. It would
    help to show more records or another page, to give places as spans, or to leave a field out
    """
    best = max(failures, key=_telling)
    if isinstance(best, BadInput):
        return best
    help_ = "It would help to show more records or another page, to give places as spans, or to leave a field out"
    why = f"nearest came {best.kind}: {f'{best.constraint}: ' if best.constraint else ''}{best.reason}. {help_}"
    return NoConsistentWrapper(kind="known", field=best.field, page=best.page, reason=why)


def _telling(failure: NoConsistentWrapper | BadInput) -> int:
    named = [failure.field, getattr(failure, "page", None), getattr(failure, "constraint", None)]
    return sum(map(bool, named))
