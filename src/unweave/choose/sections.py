"""Lists that only their headings tell apart: when to look at headings, and when to doubt.

Legend

    beside      a heading of the same rank as one that all records shown stand under, which says something else:
                "New" beside "Best sellers"

Two lists of the same markup under two headings, and records shown under one of them only: is the other list wanted as
well? Nothing on the page says so. Most lists that are divided by headings are wanted whole, and who shows a few records
shows the first ones; so the other list is taken along, but it is said, in the confidence, and asked about. Where a
value under the other heading was rejected there is no doubt, and wrappers that look at headings (``sectioned``) are
offered before those that tell the lists apart by what else happens to differ.
"""

from collections.abc import Iterator, Sequence

from unweave.headings import Heading, headings_of
from unweave.page import Page
from unweave.records import Example, Record
from unweave.sectioned import Sectioned, common_headings
from unweave.wrapper import Wrapper

FEWEST = 2
"""How many records must be shown: one stands under one heading, whatever is wanted."""


def rejects_beside(known: Sequence[Example]) -> bool:
    """Whether a value was rejected that stands beside what all records shown stand under.

    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> shown = [{"title": "Emma"}, {"title": "Kim"}]
    >>> rejects_beside([Example.from_values(page, shown, status="partial", rejected={"title": ["Dune"]})])
    True
    """
    common = common_headings(known)
    rejected = (
        (example.page, span.start) for example in known for spans in example.rejected.values() for span in spans
    )
    return any(_beside(page, place, common) for page, place in rejected)


def narrower(wrapper: Wrapper, known: Sequence[Example], found: Sequence[Record]) -> tuple[Sectioned, str] | None:
    """The wrapper for what all records shown stand under, and the heading beside that under which others were found.

    >>> from unweave.delimiters import LR
    >>> page = Page("<h2>Best</h2><b>Emma</b><b>Kim</b><h2>New</h2><b>Dune</b>")
    >>> shown = [Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}], status="partial")]
    >>> wrapper = LR().learn(shown)
    >>> narrow, heading = narrower(wrapper, shown, wrapper.extract(page))
    >>> narrow.heading, heading
    ('Best', 'New')
    """
    if sum(len(example.records) for example in known) < FEWEST:
        return None
    for common in reversed(common_headings(known)):
        other = next(_others(found, common), None)
        if other is not None:
            return Sectioned(wrapper.schema, wrapper, common.text), other.text
    return None


def _others(found: Sequence[Record], common: Heading) -> Iterator[Heading]:
    for record in found:
        if record.extent is not None:
            yield from _beside(record.page, record.extent.start, [common])


def _beside(page: Page, place: int, common: Sequence[Heading]) -> list[Heading]:
    """Of the headings above a place, those beside one of these."""
    keys = {heading.rank: heading.key for heading in common}
    return [one for one in headings_of(page).above(place) if keys.get(one.rank, one.key) != one.key]
