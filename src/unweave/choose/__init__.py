"""One wrapper from many methods."""

from collections.abc import Sequence
from contextlib import suppress

from unweave.budget import Budget, OutOfTime
from unweave.choose.auto import Auto, NamedMethod
from unweave.choose.long_pages import first_parts, gives_the_same
from unweave.choose.methods import AUTO, EMBEDDED, FirstConsistent
from unweave.combined import PerType
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.labels import FromRecognizers, Library
from unweave.observations import profile_of
from unweave.page import Page, PageSignature
from unweave.records import Example, example_to_data
from unweave.records.field_shapes import likely_typos, with_same_shapes
from unweave.records.record_types import types_of
from unweave.tuning import PROFILE_PAGES
from unweave.wrapper import Wrapper, with_origin

RECOGNIZED_FIRST = ("lr", "hlrt")
"""The methods that are tried first on recognized labels: exact, and fast to refuse wrong labels, which are many."""
RECOGNIZED_THEN = ("oclr", "m-lr", "tree", "rules")
"""The methods that are tried where these fail; hoclrt must be named."""
FIRST_PARTS = "long pages, learned from their first parts, whose records were found again on the whole pages: {}"
PROFILE_CUT = "the budget was used up before all pages were described, so a check knows fewer of them"


def learn(examples: Sequence[Example], *, method: str = AUTO, budget: float = 30.0, embedded: bool = True) -> Wrapper:
    """A wrapper that agrees with the examples, or it raises NoConsistentWrapper.

    ``method="auto"`` compares all methods and takes, field by field or record by record, what most of them agree on.
    Unlabelled pages (``Example(page)``) help it to choose. A field of a page with one record that no
    method can learn is left out; it is an error only if no field is left. Every other method must agree with all
    examples. ``wrapper.origin.confidence`` holds the confidence of each field, whatever the method. Learning takes at
    most about ``budget`` seconds of work; ``wrapper.origin.history`` names the fields that were left out, and the steps
    that were cut short or skipped. Without ``embedded``, nothing is learned in the data that pages carry in scripts.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> [record["title"] for record in wrapper.extract(Page("<b>Dune</b>"))]
    ['Dune']
    """
    examples = with_same_shapes(examples)
    if not any(example.records for example in examples):
        raise BadInput(
            source="the examples",
            reason="no page has a record, so there is nothing to learn from. It would help to show a record",
        )
    notes = notes_about(examples)
    time = Budget(budget)
    try:
        wrapper = _from_first_parts(examples, method, time, embedded=embedded)
    except NoConsistentWrapper as problem:
        for note in notes:
            problem.add_note(note)
        raise
    described = Budget(time.left, least=0.0)
    with described.limit("the value profile", soft=True):
        wrapper = with_examples(wrapper, examples)
    notes += [PROFILE_CUT] * bool(described.cut)
    return with_origin(wrapper, history=(*wrapper.origin.history, *notes)) if notes else wrapper


def notes_about(examples: Sequence[Example]) -> list[str]:
    """What a user should know about the examples: likely typos, values taken as unknown, records given twice.

    >>> from unweave.page import Page
    >>> page = Page("<b>Emma</b>", name="p1.html")
    >>> notes_about([Example.from_values(page, [{"title": "Emma"}, {"title": "Emma"}])])
    ['p1.html: record 2 has the same values as record 1, and the page shows them once: it is used once']
    """
    return [
        *likely_typos(examples),
        *(f"{example.page.name or 'the page'}: {note}" for example in examples for note in example.notes),
    ]


def _from_first_parts(examples: Sequence[Example], method: str, time: Budget, *, embedded: bool) -> Wrapper:
    """The wrapper of the first parts of long pages, if it is right on the whole pages; else that of the whole pages."""
    parts = first_parts(examples)
    shorter = sum(part is not one for part, one in zip(parts, examples, strict=True))
    if not shorter:
        return _learned(examples, method, time, embedded=embedded)
    with suppress(NoConsistentWrapper):
        wrapper = _learned(parts, method, time, embedded=embedded)
        if gives_the_same(wrapper, parts, examples):
            return with_origin(wrapper, history=(*wrapper.origin.history, FIRST_PARTS.format(shorter)))
    return _learned(examples, method, Budget(time.left), embedded=embedded)


def _learned(examples: Sequence[Example], method: str, time: Budget, *, embedded: bool) -> Wrapper:
    if method == AUTO:
        several = len(types_of(examples)) > 1
        return PerType(Auto(budget=time.seconds, embedded=embedded, shared=time if several else None)).learn(examples)
    if method == EMBEDDED and not embedded:
        raise BadInput(
            source="method", reason=f"{method} learns in the data of scripts, which embedded=False leaves out"
        )
    return _by_method(examples, method, time, embedded=embedded)


def _by_method(examples: Sequence[Example], method: str, budget: Budget, *, embedded: bool) -> Wrapper:
    try:
        wrapper = PerType(NamedMethod(method, embedded, budget)).learn(examples)
    except OutOfTime:
        reason = f"{budget.note}. It would help to allow more time, or to use another method"
        raise NoConsistentWrapper(kind=method, reason=reason) from None
    return with_origin(wrapper, history=(*wrapper.origin.history, budget.note)) if budget.note else wrapper


def with_examples(wrapper: Wrapper, examples: Sequence[Example]) -> Wrapper:
    """The wrapper with its examples in its origin, without the unlabelled pages, which only its profile knows.

    >>> from unweave.page import Page
    >>> example = Example.from_values(Page("<b>Emma</b>", name="p1.html"), [{"title": "Emma"}])
    >>> learned = with_examples(Auto().learn([example]), [example, Example(Page("<b>Kim</b>"))])
    >>> learned.origin.examples
    ({'page': 'p1.html', 'status': 'complete', 'records': [{'title': 'Emma'}]},)
    """
    known = [example for example in examples if example.status != "unlabelled"]
    pages = [example.page for example in known]
    others = [example.page for example in examples if example.status == "unlabelled"]
    profile = profile_of(wrapper, [*pages, *others][: max(len(pages), PROFILE_PAGES)])
    return with_origin(
        wrapper,
        examples=tuple(map(example_to_data, known)),
        signature=PageSignature.of(pages),
        most_records=profile.most_records,
        site_profile=profile,
    )


def learn_from_recognizers(
    pages: Sequence[Page], library: Library, *, method: str = AUTO, budget: float = 30.0
) -> Wrapper:
    """A wrapper learned from pages whose values are only known from recognizers.

    It takes at most about ``budget`` seconds of work; where these are used up, the best wrapper so far is the answer.

    >>> from unweave.labels import of_kind, of_values
    >>> rows = [("Emma", "$5.50"), ("Kim", "$7"), ("Dune", "$9.25"), ("She", "$4"), ("Vathek", "$3")]
    >>> page = Page("".join(f"<li><b>{title}</b> {price}</li>" for title, price in rows))
    >>> known = Library((of_values("title", ["Emma", "Dune", "She"]), of_kind("price", "price")))
    >>> [record["title"] for record in learn_from_recognizers([page], known).extract(page)]
    ['Emma', 'Kim', 'Dune', 'She', 'Vathek']
    """
    time = Budget(budget)
    try:
        with time.limit("learning from recognizers"):
            wrapper = _by_recognizers(pages, library, method)
    except OutOfTime:
        reason = f"{time.note}. It would help to allow more time, or to give fewer pages"
        raise NoConsistentWrapper(kind="recognizers", reason=reason) from None
    return with_origin(wrapper, history=(*wrapper.origin.history, time.note)) if time.note else wrapper


def _by_recognizers(pages: Sequence[Page], library: Library, method: str) -> Wrapper:
    if method != AUTO:
        return _recognized(pages, library, (method,))
    try:
        return _recognized(pages, library, RECOGNIZED_FIRST)
    except NoConsistentWrapper:
        return _recognized(pages, library, RECOGNIZED_THEN)


def _recognized(pages: Sequence[Page], library: Library, names: tuple[str, ...]) -> Wrapper:
    recipe = FromRecognizers(recognizers=library.recognizers, learner=FirstConsistent(names), order=library.order)
    best = recipe.ranked([Example(page) for page in pages])[0]
    return with_examples(best.wrapper, best.examples)


__all__ = ["Auto", "NamedMethod", "learn", "learn_from_recognizers", "notes_about", "with_examples"]
