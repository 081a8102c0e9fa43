"""From examples to a wrapper: read them, take the preferred scan, and let execution judge what the constraints cannot.

Where everything is known of the pages shown, the constraints say exactly which scans agree, and the preferred one is
the answer. Where cells or records are unknown, scans are tried in the order of preference until one agrees when it is
executed. Unlabelled pages break ties: of the first scans that agree, the one that fits most of them is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice
from typing import TypeVar

from unweave.clock import OutOfTime, look
from unweave.delimiters.delimited import DelimiterWrapper, Kind
from unweave.delimiters.failures import Failures
from unweave.delimiters.folding import LIST
from unweave.delimiters.lesson import Taught
from unweave.delimiters.nest import NestedReading
from unweave.delimiters.reading import Reading, Terms
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.program import Scan
from unweave.records import Example, Record, Schema, schema_of
from unweave.records.agree import cells_agree, disagreements
from unweave.wrapper import Confidence, Level, Origin, reproduces

TRIALS = range(2000, 20_000)
"""How many scans are executed where the constraints do not say all: more on short pages, up to ..."""
CHARACTERS = 20_000_000
"""... so many characters of pages."""
RIVALS = 40
"""How many scans that agree are compared on unlabelled pages."""
EXECUTION = "execution on what is partly known"

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
            wrappers = _agreeing(kind, schema, reading, scans, examples, terms)
            return _fitting(wrappers, unlabelled, terms)
        except NoConsistentWrapper as failure:
            failures.append(failure)
    raise failures[0]


def _agreeing(
    kind: Kind,
    schema: Schema,
    reading: Shown,
    scans: Callable[[Shown], Iterator[Scan]],
    examples: Sequence[Example],
    terms: Terms,
) -> Iterator[DelimiterWrapper]:
    """The wrappers that agree, best first; where all fail it raises what the first one failed at."""
    origin = Origin(method=kind, confidence=_confidence(reading))
    certain = all(lesson.plain for lesson in reading.lessons)
    doubtful = [] if certain else [example for example in examples if example.status != "unlabelled"]
    failures, agreed = Failures(), False
    failed: list[DelimiterWrapper] = []
    for scan in islice(scans(reading), _trials(reading.lessons)):
        look()
        if failures.foreseen(scan):
            continue
        wrapper = DelimiterWrapper(schema, scan, kind, origin)
        culprit = next((example for example in doubtful if not _agrees(wrapper, example)), None)
        if culprit is None:
            agreed = True
            yield wrapper
        else:
            failures.add(scan, culprit.page.source)
            failed = failed or [wrapper]
    if failed and not agreed:
        raise _failure(failed[0], doubtful, terms)


def _trials(lessons: Sequence[Taught]) -> int:
    affordable = CHARACTERS // (1 + sum(len(lesson.source) for lesson in lessons))
    return max(TRIALS.start, min(TRIALS.stop, affordable))


def _agrees(wrapper: DelimiterWrapper, example: Example) -> bool:
    try:
        return reproduces(wrapper, example)
    except DoesNotFit:
        return False


def _failure(wrapper: DelimiterWrapper, examples: Sequence[Example], terms: Terms) -> NoConsistentWrapper:
    """What the preferred candidate fails at: which field, which page, and why."""
    example = next(example for example in examples if not _agrees(wrapper, example))
    try:
        found = wrapper.extract(example.page)
        field, problem = _culprit(wrapper, found, example), disagreements(found, example)[0]
    except DoesNotFit as misfit:
        field, problem = misfit.field or wrapper.scan.cuts[0].field, f"at {misfit.where}: {misfit.reason}"
    return NoConsistentWrapper(
        kind=terms.kind,
        field=field.removesuffix(LIST),
        page=example.page.name,
        constraint=EXECUTION,
        reason=f"none of the candidates that were tried agrees with what is known; of the first of them, {problem}",
    )


def _culprit(wrapper: DelimiterWrapper, found: Sequence[Record], example: Example) -> str:
    """The first field that takes what was rejected, or lacks a known value; else the one that begins records."""
    taken = {(name, span) for one in found for name in example.rejected if name in one for span in one.spans(name)}
    rejected = (name for name, spans in example.rejected.items() for span in spans if (name, span) in taken)
    lacking = (
        name
        for known in example.records
        for name in known
        if not any(name in one and cells_agree(one.cell(name), known.cell(name)) for one in found)
    )
    return next(chain(rejected, lacking), wrapper.scan.cuts[0].field)


def _fitting(wrappers: Iterator[DelimiterWrapper], pages: Sequence[Page], terms: Terms) -> DelimiterWrapper:
    """The first wrapper that fits all the pages, or of the first few the one that fits most."""
    best, most = None, -1
    for wrapper in _in_time(islice(wrappers, RIVALS if pages else 1)):
        fitted = sum(_fits(wrapper, page) for page in pages)
        if fitted > most:
            best, most = wrapper, fitted
        if fitted == len(pages):
            break
    if best is None:
        reason = "none of the candidates that were tried agrees, when it is executed, with what is known of the pages"
        raise NoConsistentWrapper(kind=terms.kind, reason=reason)
    return best


def _in_time(wrappers: Iterator[DelimiterWrapper]) -> Iterator[DelimiterWrapper]:
    """The wrappers as long as there is time; one there must be."""
    yield from islice(wrappers, 1)
    with suppress(OutOfTime):
        yield from wrappers


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
