"""From examples to a wrapper: read them, take the preferred scan, and let execution judge what the constraints cannot.

Where everything is known of the pages shown, the constraints say exactly which scans agree, and the preferred one is
the answer. Where cells or records are unknown, scans are tried in the order of preference until one agrees when it is
executed. Unlabelled pages break ties: of the first scans that agree, the one that fits most of them is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from typing import TypeVar

from unweave.delimiters.delimited import DelimiterWrapper, Kind
from unweave.delimiters.lesson import Taught
from unweave.delimiters.nest import NestedReading
from unweave.delimiters.reading import Reading, Terms
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.program import Scan
from unweave.records import Example, Schema, schema_of
from unweave.wrapper import Confidence, Level, Origin, reproduces

TRIALS = range(2000, 20_000)
"""How many scans are executed where the constraints do not say all: more on short pages, up to ..."""
CHARACTERS = 20_000_000
"""... so many characters of pages."""
RIVALS = 40
"""How many scans that agree are compared on unlabelled pages."""

Shown = TypeVar("Shown", Reading, NestedReading)
Scans = Callable[[Reading], Iterator[Scan]]


def learned(
    kind: Kind,
    examples: Sequence[Example],
    readings: Iterable[Shown],
    scans: Callable[[Shown], Iterator[Scan]],
    terms: Terms,
) -> DelimiterWrapper:
    """The preferred wrapper of a class, given how the examples can be read and which scans agree with a reading.

    Both come in the order of preference. When none has a scan it raises NoConsistentWrapper, that of the first reading.

    >>> from unweave.delimiters import lr
    >>> from unweave.delimiters.reading import readings
    >>> terms, shown = Terms("LR"), [Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}])]
    >>> learned("lr", shown, readings(shown, terms), lr.scans, terms).scan.cuts[0].right
    '</b>'
    """
    schema = schema_of(example for example in examples if example.status != "unlabelled")
    unlabelled = [example.page for example in examples if example.status == "unlabelled"]
    failures: list[NoConsistentWrapper] = []
    for reading in readings:
        try:
            wrappers = _agreeing(kind, schema, reading, scans, examples)
            return _fitting(wrappers, unlabelled, terms)
        except NoConsistentWrapper as failure:
            failures.append(failure)
    raise failures[0]


def _agreeing(
    kind: Kind, schema: Schema, reading: Shown, scans: Callable[[Shown], Iterator[Scan]], examples: Sequence[Example]
) -> Iterator[DelimiterWrapper]:
    origin = Origin(method=kind, confidence=_confidence(reading))
    certain = all(lesson.plain for lesson in reading.lessons)
    doubtful = [] if certain else [example for example in examples if example.status != "unlabelled"]
    for scan in islice(scans(reading), _trials(reading.lessons)):
        wrapper = DelimiterWrapper(schema, scan, kind, origin)
        if all(_agrees(wrapper, example) for example in doubtful):
            yield wrapper


def _trials(lessons: Sequence[Taught]) -> int:
    affordable = CHARACTERS // (1 + sum(len(lesson.source) for lesson in lessons))
    return max(TRIALS.start, min(TRIALS.stop, affordable))


def _agrees(wrapper: DelimiterWrapper, example: Example) -> bool:
    try:
        return reproduces(wrapper, example)
    except DoesNotFit:
        return False


def _fitting(wrappers: Iterator[DelimiterWrapper], pages: Sequence[Page], terms: Terms) -> DelimiterWrapper:
    """The first wrapper that fits all the pages, or of the first few the one that fits most."""
    best, most = None, -1
    for wrapper in islice(wrappers, RIVALS if pages else 1):
        fitted = sum(_fits(wrapper, page) for page in pages)
        if fitted > most:
            best, most = wrapper, fitted
        if fitted == len(pages):
            break
    if best is None:
        reason = "none of the candidates that were tried agrees, when it is executed, with what is known of the pages"
        raise NoConsistentWrapper(kind=terms.kind, reason=reason)
    return best


def _fits(wrapper: DelimiterWrapper, page: Page) -> bool:
    try:
        wrapper.extract(page)
    except DoesNotFit:
        return False
    return True


def _confidence(reading: Reading | NestedReading) -> dict[str, Confidence]:
    pages = [lesson for lesson in reading.lessons if lesson.shown]
    return {name: _sureness(at, pages) for at, name in enumerate(reading.order)}


def _sureness(at: int, pages: Sequence[Taught]) -> Confidence:
    values = sum(len(lesson.rights[at]) for lesson in pages)
    level: Level = "high" if len(pages) >= 3 else "medium" if len(pages) == 2 or values >= 5 else "low"
    return Confidence(level, (f"{_counted(values, 'value')} on {_counted(len(pages), 'page')} agree",))


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
