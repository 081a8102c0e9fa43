"""Many records a page: every method offers a whole wrapper, and the one that the others agree with most is taken.

The steps: places of values are resolved jointly (``places``); methods offer wrappers that agree with the examples
(``offers``); one of them is chosen (``candidates``) by the pages at hand, which are those of which something is left to
say: unlabelled ones, and those labelled in part. Where values were rejected that stand under another heading, wrappers
that look at headings are offered first; where nothing was, it is said that there is another heading (``sections``).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from unweave.choose.candidates import UNDER, Candidate, chosen
from unweave.choose.consensus import consensus
from unweave.choose.offers import SHARE, Failures, offers
from unweave.choose.places import resolved, widened
from unweave.choose.readings import readings_of
from unweave.choose.sections import narrower, rejects_beside
from unweave.choose.study import Ground, Study, unlabelled
from unweave.clock import Clock
from unweave.combined import of_path
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page
from unweave.records import Example
from unweave.records.grouping import paths
from unweave.sectioned import Sectioned
from unweave.wrapper import with_origin

SECTIONED = ("rules", "tree", "lr")
"""The methods that look at headings where a value under another one was rejected: one of each family."""
DOUBT = 1 / 3
"""How much it counts that only the list is wanted from which records were shown: to one of all others together."""
IN_ORDER = ("rules", "tree", "lr", "hlrt", "oclr", "m-lr", "n-lr", "n-hlrt")
"""The methods that are asked; hoclrt, which wraps hardly anything that the others do not, must be named."""


def study_many(examples: Sequence[Example], clock: Clock, methods: Sequence[str] = IN_ORDER) -> Study:
    """The wrapper for pages with any number of records, and its grounds."""
    pages = _open(examples)
    known = [example for example in examples if example.status != "unlabelled"]
    failures: Failures = []
    shown = _resolved(known, clock)
    first = [method + UNDER for method in SECTIONED if method in methods] if rejects_beside(shown) else []
    candidates = list(offers([*first, *methods], shown, pages, clock, failures))
    if not candidates and all(example.by_value for example in known):
        shown = _resolved(list(map(widened, known)), clock)
        candidates = list(offers(methods, shown, pages, clock, failures))
    if not candidates:
        raise nearest(failures, clock.note)
    best = chosen(candidates, known)
    grounds = {path: _ground(path, best, candidates, examples, pages) for path in paths(best.wrapper.schema.fields)}
    grounds |= dict(_doubted(grounds, best, shown, pages))
    wrapper = with_origin(best.wrapper, method=best.method)
    return Study(wrapper, pages, grounds, tuple(filter(None, [clock.note])), single=False)


def _open(examples: Sequence[Example]) -> tuple[Page, ...]:
    """The pages of which something is left to say."""
    partly = tuple(example.page for example in examples if example.status == "partial")
    return (*partly, *unlabelled(examples))


def _resolved(known: Sequence[Example], clock: Clock) -> list[Example]:
    with clock.limits("which places are meant", share=SHARE, soft=True):
        return resolved(known)


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


def _doubted(
    grounds: Mapping[str, Ground], best: Candidate, shown: Sequence[Example], pages: Sequence[Page]
) -> Iterator[tuple[str, Ground]]:
    """The grounds with the doubt whether a list under another heading is wanted, and a reading that says it is not."""
    found = [record for records in best.found if records for record in records]
    doubt = None if isinstance(best.wrapper, Sectioned) else narrower(best.wrapper, shown, found)
    if doubt is None:
        return
    narrow, other = doubt
    said = f"values under the heading {other!r} are taken too; all those shown stand under {narrow.heading!r}"
    fewer = [None if records is None else tuple(filter(narrow.holds, records)) for records in best.found]
    heard = readings_of(f"a list under {narrow.heading!r}", narrow, pages, fewer)
    for path, ground in grounds.items():
        weight = DOUBT * (1 + len(ground.witnesses))
        doubters = [replace(heard[path], weight=weight)] if path in heard and ground.agreed else []
        yield path, replace(ground, doubts=(said,), doubters=doubters)


def nearest(failures: Sequence[NoConsistentWrapper | BadInput], note: str = "") -> NoConsistentWrapper | BadInput:
    """Of all complaints the one that tells most, with what would help: which field and page, and what stood in the way.

    >>> told = [NoConsistentWrapper(kind="rules", field="price", reason="it is a nested level"),
    ...     NoConsistentWrapper(kind="LR", field="price", page="p1.html", reason="nothing ends it")]
    >>> print(nearest(told))
    no known wrapper agrees with the examples: field price, page p1.html: nearest came LR: nothing ends it. It would
    help to show more records or another page, to give places as spans, or to leave a field out
    """
    if not failures:
        return NoConsistentWrapper(kind="known", reason=f"{note}. It would help to allow more time")
    best = max(failures, key=_telling)
    if isinstance(best, BadInput):
        return best
    help_ = "It would help to show more records or another page, to give places as spans, or to leave a field out"
    late = f"; {note}" * bool(note)
    why = f"nearest came {best.kind}: {f'{best.constraint}: ' if best.constraint else ''}{best.reason}. {help_}{late}"
    return NoConsistentWrapper(kind="known", field=best.field, page=best.page, reason=why)


def _telling(failure: NoConsistentWrapper | BadInput) -> int:
    named = [failure.field, getattr(failure, "page", None), getattr(failure, "constraint", None)]
    return sum(map(bool, named))
