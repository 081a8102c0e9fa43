"""``unweave discover``: the columns of the data in scripts, as an offer or, with --scripts, instead of the text's."""

from collections.abc import Iterator, Sequence

from unweave.budget import Budget, OutOfTime
from unweave.cli.messages import counted
from unweave.embedded import DiscoverData, EmbeddedWrapper
from unweave.errors import BadInput
from unweave.page import Page
from unweave.summaries import SummaryCounter

OFFERED = 8
"""So many columns are listed with what the text has."""


def of_scripts(pages: Sequence[Page], names: dict[str, str], *, listing: bool, limit: int) -> EmbeddedWrapper:
    """The wrapper of the data in scripts; of a single page only a list can be found.

    >>> pages = [Page('<script>s = {"title": "%s"}</script>' % title) for title in ("Emma", "Kim")]
    >>> of_scripts(pages, {"title": "name"}, listing=False, limit=60).schema.names
    ('name',)
    """
    return DiscoverData(listing=listing or len(pages) == 1, limit=limit).discover(pages, names)


def offer_drawn(pages: Sequence[Page], *, listing: bool, limit: int, budget: Budget) -> Iterator[str]:
    r"""A few lines about the data in scripts, if it has columns, or that there is no time for them.

    >>> pages = [Page('<script>s = {"title": "%s"}</script>' % title) for title in ("Emma", "Kim")]
    >>> print(*offer_drawn(pages, listing=False, limit=60, budget=Budget(30)), sep="\n")
    the scripts have data too (--scripts takes these columns instead):
    1 column on 2 pages
      title                    100%      2  Emma | Kim
    """
    try:
        with budget.limit("the data in scripts"):
            wrapper = of_scripts(pages, {}, listing=listing, limit=limit)
    except BadInput:
        return
    except OutOfTime as problem:
        yield f"{problem}; --scripts takes the time that it needs"
        return
    yield "the scripts have data too (--scripts takes these columns instead):"
    yield from columns_drawn(wrapper, pages, most=OFFERED)


def columns_drawn(wrapper: EmbeddedWrapper, pages: Sequence[Page], *, most: int | None = None) -> Iterator[str]:
    """The columns with fill rates, counts and examples; ``most``: at most so many.

    >>> pages = [Page('<script>s = {"title": "%s"}</script>' % title) for title in ("Emma", "Kim")]
    >>> list(columns_drawn(of_scripts(pages, {}, listing=False, limit=60), pages))[0]
    '1 column on 2 pages'
    """
    counter = SummaryCounter(wrapper)
    for page in pages:
        counter.add(page.name, wrapper.extract(page))
    found = counter.summary()
    records = f" of {counted(found.records, 'record')}" if found.records != found.pages else ""
    yield f"{counted(len(found.fields), 'column')}{records} on {counted(found.pages, 'page')}"
    for one in found.fields[:most]:
        some = " | ".join(text[:30] for text in one.examples)
        yield f"  {one.name:24} {one.fill:4.0%} {one.distinct:6,}  {some}"
    left = len(found.fields[most:]) if most is not None else 0
    yield from [f"  and {counted(left, 'column')} more"] if left else []


def check_not_given(given: Sequence[str], *, beside: str) -> None:
    """It raises BadInput for options that do not go together with another one."""
    if given:
        raise BadInput(source=given[0], reason=f"it is not for {beside}. It would help to leave one of the two out")
