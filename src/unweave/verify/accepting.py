"""Acceptance: what a repaired wrapper must pass before it replaces the old one.

Legend

    trusted     fields that the old wrapper still reads right
    accepted    what the new wrapper finds looks as what the old one found on good pages, and is where it was, or agrees
                with the successors (``successors``) on pages that it was not learned from
    refused     CannotRepair: the field and the page on which one example would settle it

A repair is worth less than nothing if it is wrong: the data go on, and nobody looks. So whatever speaks against the new
wrapper refuses it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import log

from unweave.errors import CannotRepair, UnweaveError
from unweave.observations import Observation, observed
from unweave.observations.anchors import Anchors
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.tuning import (
    RECORDS_FACTOR,
    REPAIR_AGREEMENT,
    REPAIR_CHANCE,
    REPAIR_MORE_RECORDS,
    REPAIR_SAME,
    SUCCESSOR_TOLD,
)
from unweave.values.echoes import MOST_ECHOES
from unweave.values.profile import FieldProfile, SiteProfile
from unweave.values.surroundings import ATTRIBUTE
from unweave.verify.comparing import Signal, most_of
from unweave.verify.dissent import extra, is_told, misplaced, repeated, unechoed
from unweave.verify.drift import FieldVerdict
from unweave.verify.echo_evidence import EchoEvidence
from unweave.verify.list_successors import known_records
from unweave.verify.order import are_attributes, orders
from unweave.verify.signals import LAYOUT, filled, looks, records_signal
from unweave.verify.successors import Row, fitting_texts
from unweave.wrapper import Wrapper

NOT_SURE = ("low", "none")


def check_accepted(
    old: Wrapper,
    new: Wrapper,
    pages: Sequence[Page],
    trusted: Sequence[str] = (),
    settled: Sequence[str] = (),
    told: Sequence[str] = (),
) -> None:
    """What the new wrapper finds must look as what the old one found on good pages; not so of fields that are trusted.

    These were learned from what the old one finds, and their agreement is checked. Fields with successors on nearly all
    pages are ``settled``: agreement with these says more than how sure the new rules are of each other. Of fields that
    known records tell, other texts that look like values are none: these are ``told``.
    """
    profile = old.origin.site_profile
    found = [observed(new, page, profile) for page in pages]
    missing = [name for name in old.schema.names if name not in new.schema.names]
    if missing:
        reason = "it cannot be learned from the new pages. It would help to show its value on this page"
        raise CannotRepair(field=missing[0], page=pages[0].name or None, reason=reason)
    if (few := records_signal(profile, found)).chance < REPAIR_CHANCE:
        reason = (
            f"the new wrapper does not find the records: {few.text}. It would help to show two records of this page"
        )
        raise CannotRepair(reason=reason, page=_first(found, lambda one: not one.records))
    for name, known in profile.fields.items():
        if name in trusted:
            continue
        content = [each for each in found if each.records]
        _check_visible(name, known, content)
        if name not in settled:
            _check_sure(name, old, new, pages)
        if name not in told:
            _check_filled(name, known, content)
        others_count = name not in told and not _is_settled(name, known, found, pages)
        for one in _against(name, known, content, others_count=others_count):
            if one.chance < REPAIR_CHANCE:
                reason = f"what is found now does not fit: {one.text}. It would help to show its value on this page"
                raise CannotRepair(
                    field=name, page=_first(found, lambda each, n=name: not each.filled(n)), reason=reason
                )


def _is_settled(name: str, known: FieldProfile, found: Sequence[Observation], pages: Sequence[Page]) -> bool:
    """Whether the pages speak for the values, and far less for texts that are where the values were."""
    anchors, both = Anchors.of(known), [(page, one) for page, one in zip(pages, found, strict=True) if one.records]
    values = [(page, each.text) for page, one in both for each in one.sightings.get(name, ())[:MOST_ECHOES]]
    rivals = [(page, text) for page, one in both if (text := anchors.misplaced(one, name))]
    return is_told(name, known, [one for _, one in both]) or EchoEvidence.of(known).settles(values, rivals)


def _against(name: str, known: FieldProfile, content: Sequence[Observation], *, others_count: bool) -> Iterator[Signal]:
    """The signals that may speak against a field; those of other texts, if these count."""
    yield from filled(name, known, content)
    yield from looks(name, known, content)
    yield repeated(name, known, content)
    yield unechoed(name, known, content)
    if others_count:
        yield misplaced(name, known, content)
        yield from extra(name, known, content)


def _check_sure(name: str, old: Wrapper, new: Wrapper, pages: Sequence[Page]) -> None:
    """The new wrapper must be sure of it, if the old one was: what is learned with low confidence is often wrong."""
    confidence, before = new.origin.confidence.get(name), old.origin.confidence.get(name)
    was_sure = before is None or before.level not in NOT_SURE
    if confidence is not None and confidence.level in NOT_SURE and was_sure:
        why = confidence.reasons[0] if confidence.reasons else "little speaks for it"
        reason = f"its new rules are not sure: {why}. It would help to show its value on this page"
        raise CannotRepair(field=name, page=pages[0].name or None, reason=reason)


def _check_filled(name: str, known: FieldProfile, content: Sequence[Observation]) -> None:
    """A field that every record of good pages had must have a value in every record.

    A record without one may be right, but more often it is one that the new rules do not reach, and one answer tells.
    """
    without = [each for each in content if each.filled(name) < each.records]
    if known.filled == known.records and without:
        reason = "the new rules find no value, though every page had one. It would help to show its value on this page"
        raise CannotRepair(field=name, page=without[0].page or None, reason=reason)


def _check_visible(name: str, known: FieldProfile, content: Sequence[Observation]) -> None:
    """What readers saw they see, and what was in an attribute is in one: a link's target may have a number, too."""
    was = are_attributes(known)
    for each in content:
        if any(one.features["tags"].startswith(ATTRIBUTE) != was for one in each.sightings.get(name, ())):
            what = "a text of the page" if was else "an attribute"
            reason = f"only {what} would fit, which it was not before. It would help to show its value on this page"
            raise CannotRepair(field=name, page=each.page or None, reason=reason)


def _first(found: Sequence[Observation], holds: object) -> str | None:
    chosen = [one for one in found if holds(one)] if callable(holds) else []
    return (chosen or list(found))[0].page or None


def check_changed(old: Wrapper, new: Wrapper, pages: Sequence[Page], wrong: Sequence[FieldVerdict]) -> None:
    """If all fields that are wrong are read as before, what speaks against them still does.

    On about as many pages as that, some field must be read differently; or on any page, where echoes tell its values:
    then those that are read as before are right, whatever speaks against them.
    """
    for one in wrong:
        changed = sum(_texts(old, page, one.name) != _texts(new, page, one.name) for page in pages)
        counted = [signal for signal in one.signals if signal.name not in LAYOUT]
        strongest = min(counted, key=lambda signal: signal.chance, default=None)
        share = strongest.hits / max(strongest.values, len(pages)) if strongest and strongest.values else 1.0
        if changed and (2 * changed >= share * len(pages) or _are_told(old, new, pages, one.name)):
            return
    if wrong:
        reason = "what can be learned from the pages is what is read now. It would help to show its value on this page"
        raise CannotRepair(field=wrong[0].name, page=pages[0].name or None, reason=reason)


def _are_told(old: Wrapper, new: Wrapper, pages: Sequence[Page], name: str) -> bool:
    """Whether echoes tell what the new wrapper finds on all pages; of several values of a record some may be missed."""
    profile = old.origin.site_profile
    known = profile.fields[name]
    return most_of("number", known) == 1 and is_told(name, known, [observed(new, page, profile) for page in pages])


def check_supported(old: Wrapper, new: Wrapper, pages: Sequence[Page], names: Sequence[str]) -> None:
    """Something besides the look must speak for the values: an anchor, an echo, or that no other text looks so.

    A column of names looks like any other column of names.
    """
    profile = old.origin.site_profile
    found = [(page, observed(new, page, profile)) for page in pages]
    for name in names:
        without = [page for page, one in found if one.filled(name) and not _is_supported(page, one, name, profile)]
        if 2 * len(without) > len(pages):
            reason = "several texts could be its value now. It would help to show its value on this page"
            raise CannotRepair(field=name, page=without[0].name or None, reason=reason)


def _is_supported(page: Page, found: Observation, name: str, profile: SiteProfile) -> bool:
    anchors = Anchors.of(profile.fields[name])
    values = found.sightings[name]
    if is_told(name, profile.fields[name], [found]):
        return True
    if any(one.features[place] in known for place, known in anchors.known.items() for one in values):
        return True
    return anchors.is_distinctive and len(fitting_texts(page, profile.fields[name])) <= len(values)


def check_held_out(old: Wrapper, new: Wrapper, rows: Sequence[tuple[Page, Row]]) -> None:
    """The new wrapper must find the successors, also on pages that it was not learned from.

    Where a page speaks as clearly for what it finds instead, the successor may be wrong.
    """
    for name in new.schema.names:
        evidence = EchoEvidence.of(old.origin.site_profile.fields[name])
        known = [(page, page.text(row[name])) for page, row in rows if name in row]
        missed = [(page, text) for page, text in known if not _finds(new, page, name, text)]
        wrong = [page for page, text in missed if not _is_as_clear(new, page, name, text, evidence)]
        if len(wrong) > (1 - REPAIR_AGREEMENT) * len(known):
            reason = "rules and labels do not agree on its value. It would help to show its value on this page"
            raise CannotRepair(field=name, page=wrong[0].name or None, reason=reason)


def _is_as_clear(wrapper: Wrapper, page: Page, name: str, text: str, evidence: EchoEvidence) -> bool:
    """Whether the page speaks for what the wrapper finds, and no more for another text."""
    found = [page.text(span) for record in _records(wrapper, page) for span in record.spans(name)]
    scores = [evidence.score(page, one) for one in found]
    return bool(scores) and min(scores) >= max(evidence.score(page, text), log(SUCCESSOR_TOLD))


def read_otherwise(wrapper: Wrapper, page: Page, name: str, span: Span) -> bool:
    """Whether the wrapper reads something else, or nothing, where the value of a field is."""
    return not _finds(wrapper, page, name, page.text(span))


def _finds(wrapper: Wrapper, page: Page, name: str, text: str) -> bool:
    return "".join(text.split()) in _texts(wrapper, page, name)


def check_trusted(old: Wrapper, new: Wrapper, pages: Sequence[Page], trusted: Sequence[str]) -> None:
    """What is still read right must be read the same: else there are other records than before, or twice as many."""
    for name in trusted:
        for page in pages:
            before, now = _texts(old, page, name), _texts(new, page, name)
            if (before & now).total() < REPAIR_SAME * max(before.total(), now.total()):
                reason = (
                    "the new wrapper does not find the values that are still right. It would help to show two records"
                )
                raise CannotRepair(field=name, page=page.name or None, reason=reason)


def check_same(new: Wrapper, examples: Sequence[Example]) -> None:
    """The new wrapper must find what the old one finds once a change is undone, on all pages."""
    for name in new.schema.names:
        for example in examples:
            if not reads_same(new, [example], name):
                reason = "the new wrapper does not find what the old one would. It would help to show two records"
                raise CannotRepair(field=name, page=example.page.name or None, reason=reason)


def reads_same(wrapper: Wrapper, examples: Sequence[Example], name: str) -> bool:
    """Whether a wrapper finds the values of a field that examples have, on each of their pages."""
    for example in examples:
        page = example.page
        spans = [span for record in example.records if name in record for span in record.spans(name)]
        shown, found = Counter("".join(page.text(span).split()) for span in spans), _texts(wrapper, page, name)
        if (shown & found).total() < REPAIR_SAME * max(shown.total(), found.total()):
            return False
    return True


def check_count(old: Wrapper, new: Wrapper, pages: Sequence[Page]) -> None:
    """The new wrapper must not find far fewer records than good pages have: then it reaches some of them only.

    Nor far more than the old one, where that finds half of the usual records or more: these would be halves.
    """
    usual = min((int(size) for size in old.origin.site_profile.records.seen), default=1)
    for page in pages:
        before, now = len(_records(old, page)), len(_records(new, page))
        few, many = RECORDS_FACTOR * now < usual, 2 * before >= max(1, usual) and now > REPAIR_MORE_RECORDS * before
        if few or many:
            there = f"good pages have {usual}" if few else f"there were {before}"
            reason = f"the new wrapper finds {now} records where {there}. It would help to show two records"
            raise CannotRepair(reason=reason, page=page.name or None)


def finds_known(old: Wrapper, new: Wrapper, pages: Sequence[Page]) -> bool:
    """Whether the new wrapper finds all records of the examples that are still on the pages, and there are some."""
    known = [(page, record.to_dict()) for page in pages for record in known_records(old, page).records]
    return bool(known) and all(row in [one.to_dict() for one in _records(new, page)] for page, row in known)


def check_distinctive(old: Wrapper, new: Wrapper, pages: Sequence[Page]) -> None:
    """Regions are chosen by the look of their values: a field that looks like any text, or another one, needs more.

    Then the fields must come in the same order as before, as many texts apart.
    """
    profile = old.origin.site_profile
    found = [observed(new, page, profile) for page in pages]
    for name, known in profile.fields.items():
        others = [one for other, one in profile.fields.items() if other != name]
        alike = any(one.fits(text) for one in others for text in known.shown)
        is_distinctive = known.features["shape"].is_telling and not alike
        if not is_distinctive and not _has_order(name, profile, found):
            reason = "several texts of a record could be its value. It would help to show two records of this page"
            raise CannotRepair(field=name, page=pages[0].name or None, reason=reason)


def _has_order(name: str, profile: SiteProfile, found: Sequence[Observation]) -> bool:
    """Whether a field is as far from others as on good pages, in nearly all records."""
    for (one, other), texts in orders(profile).behind.items():
        if name in {one, other}:
            sightings = [each for page in found for each in page.sightings.get(one, ())]
            same = [each for each in sightings if each.features["beside"] == f"{other} {texts}"]
            if len(same) >= REPAIR_AGREEMENT * len(sightings) > 0:
                return True
    return False


def _texts(wrapper: Wrapper, page: Page, name: str) -> Counter[str]:
    """The values of a field on a page."""
    records = _records(wrapper, page)
    return Counter("".join(page.text(span).split()) for record in records for span in record.spans(name))


def _records(wrapper: Wrapper, page: Page) -> list[Record]:
    try:
        return wrapper.extract(page)
    except UnweaveError:
        return []
