"""From examples to a wrapper: interpret them and take the preferred scan; execution decides where constraints cannot.

Legend

    interpretation   the examples as labelled pages, with every either/or cell decided (``interpretations``)
    scans            what the constraints allow for an interpretation, the preferred one first: Scan((Cut(...),))
    agreeing         scans that give what is known of the examples when they are executed
    fitting          of the agreeing ones the first that fits all unlabelled pages, or the one that fits most
    failures         what failed scans have in common, so that others that must fail are not executed (``failures``)

Where everything is known of the example pages, the constraints decide exactly which scans agree, and the preferred one
is the answer. Where cells or records are unknown, scans are tried in the order of preference until one agrees when it
is executed. Unlabelled pages break ties: of the first scans that agree, the one that fits most of them is taken.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain, islice

from unweave.budget import OutOfTime, check_time
from unweave.delimiters.execution import LIST
from unweave.delimiters.failures import FailureCache
from unweave.delimiters.interpretations import Interpretation, Shown, WrapperClass
from unweave.delimiters.labelled_page import LabelledPage
from unweave.delimiters.lines import searched
from unweave.delimiters.wrapper import DelimiterWrapper
from unweave.errors import DoesNotFit, NoConsistentWrapper
from unweave.page import Page
from unweave.program import Scan
from unweave.records import Example, Record, Schema, schema_of
from unweave.records.agree import cells_agree, disagreements
from unweave.tuning import CHARACTERS_EXECUTED, SCANS_COMPARED, SCANS_EXECUTED
from unweave.wrapper import Origin, reproduces

EXECUTION = "execution on what is partly known"


def learn_wrapper(
    wrapper_class: WrapperClass,
    examples: Sequence[Example],
    interpretations: Iterable[Interpretation[Shown]],
    scans: Callable[[Interpretation[Shown]], Iterator[Scan]],
) -> DelimiterWrapper:
    """The preferred wrapper of a class, given the interpretations of the examples and the scans that agree with one.

    Both come in the order of preference. When none has a scan it raises the NoConsistentWrapper of the first
    interpretation.

    >>> from unweave.delimiters import lr
    >>> from unweave.delimiters.interpretations import interpretations
    >>> shown = [Example.from_values(Page("<b>Congo</b>"), [{"country": "Congo"}])]
    >>> lr_class = WrapperClass("lr")
    >>> learn_wrapper(lr_class, shown, interpretations(shown, lr_class), lr.scans).scan.cuts[0].right
    '</b>'
    """
    labelled = [example for example in examples if example.status != "unlabelled"]
    unlabelled = [example.page for example in examples if example.status == "unlabelled"]
    schema, failures = schema_of(labelled), list[NoConsistentWrapper]()
    for shown in interpretations:
        try:
            wrappers = _agreeing(wrapper_class, schema, shown, scans(shown), labelled)
            return _fitting(wrappers, unlabelled, wrapper_class)
        except NoConsistentWrapper as failure:
            failures.append(failure)
    raise failures[0]


def _agreeing(
    wrapper_class: WrapperClass,
    schema: Schema,
    shown: Interpretation[Shown],
    scans: Iterator[Scan],
    examples: Sequence[Example],
) -> Iterator[DelimiterWrapper]:
    """The wrappers that agree, best first; where all fail it raises what the first one failed at."""
    origin = Origin(method=wrapper_class.kind)
    executed = [] if all(page.fully_known for page in shown.pages) else examples
    failures, agreed = FailureCache(), False
    failed: list[DelimiterWrapper] = []
    for scan in islice(scans, _limit(shown.pages)):
        check_time()
        if failures.predicts(scan):
            continue
        wrapper = DelimiterWrapper(schema, scan, wrapper_class.kind, origin)
        disagreeing = next((example for example in executed if not _agrees(wrapper, example)), None)
        if disagreeing is None:
            agreed = True
            yield wrapper
        else:
            failures.add(scan, searched(scan, disagreeing.page.source))
            failed = failed or [wrapper]
    if failed and not agreed:
        raise _failure(failed[0], executed, wrapper_class)


def _limit(pages: Sequence[LabelledPage]) -> int:
    """How many scans are executed."""
    affordable = CHARACTERS_EXECUTED // (1 + sum(len(page.source) for page in pages))
    return max(SCANS_EXECUTED.start, min(SCANS_EXECUTED.stop, affordable))


def _agrees(wrapper: DelimiterWrapper, example: Example) -> bool:
    try:
        return reproduces(wrapper, example)
    except DoesNotFit:
        return False


def _failure(
    wrapper: DelimiterWrapper, examples: Sequence[Example], wrapper_class: WrapperClass
) -> NoConsistentWrapper:
    """The field and the page at which the preferred candidate fails, and why."""
    example = next(example for example in examples if not _agrees(wrapper, example))
    try:
        found = wrapper.extract(example.page)
        field, problem = _disagreeing_field(wrapper, found, example), disagreements(found, example)[0]
    except DoesNotFit as misfit:
        field, problem = misfit.field or wrapper.scan.cuts[0].field, f"at {misfit.where}: {misfit.reason}"
    return NoConsistentWrapper(
        kind=wrapper_class.name,
        field=field.removesuffix(LIST),
        page=example.page.name,
        constraint=EXECUTION,
        reason=f"none of the tried candidates agrees with what is known; of the first of them, {problem}",
    )


def _disagreeing_field(wrapper: DelimiterWrapper, found: Sequence[Record], example: Example) -> str:
    """The first field with a rejected value, or without a known one; else the field that begins records."""
    taken = {(name, span) for one in found for name in example.rejected if name in one for span in one.spans(name)}
    rejected = (name for name, spans in example.rejected.items() for span in spans if (name, span) in taken)
    lacking = (
        name
        for known in example.records
        for name in known
        if not any(name in one and cells_agree(one.cell(name), known.cell(name)) for one in found)
    )
    return next(chain(rejected, lacking), wrapper.scan.cuts[0].field)


def _fitting(
    wrappers: Iterator[DelimiterWrapper], pages: Sequence[Page], wrapper_class: WrapperClass
) -> DelimiterWrapper:
    """The first wrapper that fits all the pages, or of the first few the one that fits most."""
    best, most = None, -1
    for wrapper in _in_time(islice(wrappers, SCANS_COMPARED if pages else 1)):
        fitted = sum(_fits(wrapper, page) for page in pages)
        if fitted > most:
            best, most = wrapper, fitted
        if fitted == len(pages):
            break
    if best is None:
        reason = "none of the tried candidates, when executed, agrees with what is known of the pages"
        raise NoConsistentWrapper(kind=wrapper_class.name, reason=reason)
    return best


def _in_time(wrappers: Iterator[DelimiterWrapper]) -> Iterator[DelimiterWrapper]:
    """The wrappers as long as there is time, at least one."""
    yield from islice(wrappers, 1)
    with suppress(OutOfTime):
        yield from wrappers


def _fits(wrapper: DelimiterWrapper, page: Page) -> bool:
    try:
        wrapper.extract(page)
    except DoesNotFit:
        return False
    return True
