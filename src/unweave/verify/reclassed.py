"""Classes: other names for them, to be undone (``undoing``).

Legend

    old         the classes that the tags around the values had on good pages
    pattern     the tags around values without their classes: ``"</th><td>"``; a text that looks like a value and has
                the same pattern may be at the same place as before
    names       {"css-7f3a": "price"}: what the new classes were called, no two of them the same
    asked       a class that only rules have asked for (``asked_classes``)

A new build of a style sheet gives all classes other names, and leaves all else alone. So where the tags are the same,
the classes stand in the same order.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import chain

from unweave.budget import check_time
from unweave.page import Page
from unweave.tuning import CLASSES_TRIED, UNDOING_PAGES
from unweave.values.profile import Counts, FieldProfile, SiteProfile
from unweave.values.surroundings import ATTRIBUTE, PageTexts
from unweave.verify.asked_classes import asked_classes
from unweave.verify.edits import Edit, Undone
from unweave.verify.undoing import Trial, UndoneReading, followed
from unweave.wrapper import Wrapper

_TAG = re.compile(r"<[^<>]*>")
_CLASSES = re.compile(r"<[a-zA-Z][^<>]*?\sclass\s*=\s*(?:\"([^\"<>]*)|'([^'<>]*)|([^\s\"'<>]+))")
_TOKEN = re.compile(r"\S+")


def with_old_classes(wrapper: Wrapper, pages: Sequence[Page]) -> UndoneReading | None:
    """What the old wrapper finds once the classes have their old names; None where that is not ok, or not clear."""
    every = old_names(wrapper.origin.site_profile, pages)
    for one in every[:1]:
        first = [undone_on(page, one).page for page in pages[:UNDOING_PAGES]]
        asked = asked_classes(wrapper, first, {*one, *one.values()})
        every += [one | asked] if asked else []
    return followed(wrapper, pages, [Trial(wrapper, pages, partial(_undone, pages, one)) for one in every])


def _undone(pages: Sequence[Page], names: Mapping[str, str], at: int) -> Undone:
    return undone_on(pages[at], names)


def undone_on(page: Page, names: Mapping[str, str]) -> Undone:
    """The page with the old names.

    >>> undone_on(Page('<b class="x1 new">$5</b>'), {"x1": "price"}).page.source
    '<b class="price new">$5</b>'
    """
    check_time()
    return Undone.of(page, [Edit(start, end, names[one]) for one, start, end in classes(page) if one in names])


def classes(page: Page) -> Iterator[tuple[str, int, int]]:
    """The classes in the source of a page, and where they are.

    >>> list(classes(Page("<b class='price new'>$5</b>")))
    [('price', 10, 15), ('new', 16, 19)]
    """
    for found in _CLASSES.finditer(page.source):
        for one in _TOKEN.finditer(page.source, *found.span(found.lastindex or 0)):
            yield one[0], one.start(), one.end()


def old_names(profile: SiteProfile, pages: Sequence[Page]) -> list[dict[str, str]]:
    """The names to try: for each old class the likeliest new one; then the others in its place, one at a time.

    >>> known = FieldProfile(features={"tags": Counts({"</i><b.price>": 9})})
    >>> page = Page("<i class=x1>Now</i><b class=x2>$5</b> <i class=x1>was</i><b class=x3>$7</b>")
    >>> old_names(SiteProfile(fields={"price": known}), [page])
    [{'x2': 'price'}, {'x3': 'price'}]
    """
    votes = Counter[tuple[str, str]]()
    for page in pages:
        votes.update(_paired(PageTexts(page), profile))
    ranked = sorted(votes, key=lambda pair: (-votes[pair], pair[0] != pair[1], pair))
    best = _one_to_one(ranked)
    kept = {old for new, old in best.items() if new == old}
    others = [_one_to_one([pair, *ranked]) for pair in ranked if best.get(pair[1]) != pair[0] and pair[0] not in kept]
    every = [{new: old for new, old in one.items() if new != old} for one in (best, *others[: CLASSES_TRIED - 1])]
    return [one for one in every if one]


def _one_to_one(pairs: Sequence[tuple[str, str]]) -> dict[str, str]:
    """The new names of the old classes: those first that come first."""
    found: dict[str, str] = {}
    for old, new in pairs:
        if new not in found and old not in found.values():
            found[new] = old
    return found


def _paired(texts: PageTexts, profile: SiteProfile) -> set[tuple[str, str]]:
    """The pairs of an old and a new class that stand at the same place of the same tags, before texts like values."""
    check_time()
    patterns = {name: _patterns(known) for name, known in profile.fields.items()}
    old = {one for some in patterns.values() for each in some.values() for tags in each for one in _flat(tags)}
    found: set[tuple[str, str]] = set()
    for name, known in profile.fields.items():
        runs = [at for at, run in enumerate(texts.runs) if _pattern(run.tags) in patterns[name]]
        for at in (runs[number] for number in known.fitting(texts.text(at) for at in runs)):
            now = texts.runs[at].tags
            for tags in patterns[name][_pattern(now)]:
                found.update((one, new) for one, new in _aligned(tags, now) if one == new or new not in old)
    return found


def _patterns(known: FieldProfile) -> dict[str, list[str]]:
    """The tags around the values of a field by their patterns."""
    found: dict[str, list[str]] = {}
    for tags in known.features.get("tags", Counts()).seen:
        if not tags.startswith(ATTRIBUTE) and "." in tags:
            found.setdefault(_pattern(tags), []).append(tags)
    return found


def _pattern(tags: str) -> str:
    return "".join(f"{tag.partition('.')[0].rstrip('>')}>" for tag in _TAG.findall(tags))


def _classes_of(tags: str) -> list[list[str]]:
    """The classes of each tag."""
    return [tag.rstrip(">").split(".")[1:] for tag in _TAG.findall(tags)]


def _flat(tags: str) -> Iterator[str]:
    return chain.from_iterable(_classes_of(tags))


def _aligned(old: str, new: str) -> Iterator[tuple[str, str]]:
    """The classes at the same places."""
    for one, other in zip(_classes_of(old), _classes_of(new), strict=True):
        if len(one) == len(other):
            yield from zip(one, other, strict=True)
