"""What kind of page it is where a wrapper finds nothing: an empty result page, a block page, another page type, ...

Legend

    content     the wrapper finds records, with values for at least half of the fields that are mostly filled
    empty       the page looks like those of the examples, and has no record: a search without results
    barrier     a short page that asks for consent, a login or a proof of being human, or that reports an error
    type        a page of the same site, but of another type: a list where detail pages were expected
    changed     any other page without records: if the site is the same, its layout has changed

A barrier is recognized by what it says, in a few words of English, and by saying little else, and no known values.
Whether a page is of
another type is seen from its markup (``page.signature``) and from the labels beside the values: if most of these are
still there, the layout has changed, and the type is the same.
"""

import re
from collections.abc import Iterator
from typing import Literal

from unweave.observations import Observation
from unweave.page import Page
from unweave.tuning import BARRIER_LENGTH
from unweave.values.profile import Counts, SiteProfile
from unweave.values.surroundings import PageTexts
from unweave.wrapper import Origin

PageKind = Literal["content", "empty", "barrier", "type", "changed"]
IN_WORDS = {
    "content": "have records",
    "empty": "look like those of the examples, but have no records: empty result pages, perhaps",
    "barrier": "are block, consent, login or error pages",
    "type": "look like another page type, or another site",
    "changed": "have none of the records, so the layout has changed",
}
KNOWN_VALUES = 2
"""A page with so many texts that are known values is no barrier."""
_BARRIER = re.compile(
    r"\b(?:cookies?|consent|captcha|robots?|human|access denied|forbidden|blocked|unusual traffic|rate limit|"
    r"too many requests|not found|no longer available|does not exist|error|unavailable|maintenance|sign in|log ?in|"
    r"password|enable javascript|403|404|410|429|500|502|503)\b",
    re.IGNORECASE,
)


def page_kind(page: Page, found: Observation, origin: Origin) -> PageKind:
    """The kind of a page on which a wrapper finds this.

    >>> page_kind(Page("<h1>Access denied</h1><p>Please verify that you are human."), Observation("p1"), Origin())
    'barrier'
    """
    usual = [name for name, field in origin.site_profile.fields.items() if 2 * field.filled > field.records]
    if found.records and 2 * sum(bool(found.sightings.get(name)) for name in usual) >= len(usual):
        return "content"
    texts = PageTexts(page)
    text = " ".join(page.source[run.start : run.end] for run in texts.runs)
    if len(text) <= BARRIER_LENGTH and _BARRIER.search(text) and not _has_values(texts, origin.site_profile):
        return "barrier"
    if origin.signature.is_large and origin.signature.unlike(page) is None:
        return "empty" if origin.site_profile.most_records > 1 else "changed"
    return "changed" if _has_labels(texts, origin.site_profile) else "type"


def _has_values(texts: PageTexts, profile: SiteProfile) -> bool:
    """Whether some texts of the page are known values: then it has content, whatever words it has."""
    known = {text for field in profile.fields.values() for text in field.features.get("text", Counts()).seen}
    return len(known & {texts.text(at) for at in range(len(texts.runs))}) >= KNOWN_VALUES


def _has_labels(texts: PageTexts, profile: SiteProfile) -> bool:
    """Whether most fields that have a label still have it somewhere on the page."""
    labels = list(_labels(profile))
    there = [any(True for _ in texts.having("before", {label})) for label in labels]
    return 2 * sum(there) > len(there)


def _labels(profile: SiteProfile) -> Iterator[str]:
    for field in profile.fields.values():
        before = field.features.get("before")
        first = next(iter(before.seen.items()), ("", 0)) if before else ("", 0)
        if first[0] and before and 2 * first[1] > before.total:
            yield first[0]
