"""Drift: whether a wrapper still reads a site right, field by field, with evidence that a person can read.

Legend

    signal        something that is different from good pages, with its chance (``signals``, ``dissent``)
    surprise      the chance in powers of ten: 3 for one in a thousand; the least likely signal of a group, divided by
                  the number of signals that were looked at
    probability   that more than 2 % of a field's values are wrong or missing, given the surprises of its signals
    verdict       ok, suspicious (from DRIFT_SUSPICIOUS on), or drifted (from DRIFT_CERTAIN on); per field and in all
                  drifted means another layout: pages without records that look like empty results, other page types or
                  block pages make a run suspicious, not drifted
    gate          a limit that the user sets: at least so many records, at most so many empty values

The chance of each signal is exact, but the signals of a field depend on each other. So the probability is a logistic
function of the sum of the surprises; its two numbers were fitted to changes of sites with known effect
(``benchmarks/drift.py``), on sites that are not reported. That the layout around the values is another one does not
count: it is harmless while the values look the same.

The sources are named in ``signals``. Practice elsewhere is a threshold on the numbers of records and of empty values;
here these are gates, beside the verdict.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from math import exp, log10
from typing import Any, Literal

from unweave.errors import BadInput
from unweave.observations import Observation, PageReading, field_names, observed, profile_from
from unweave.page import Page
from unweave.tuning import (
    DRIFT_CERTAIN,
    DRIFT_MOST_SURPRISE,
    DRIFT_NONE,
    DRIFT_SUSPICIOUS,
    DRIFT_WEIGHT,
    RECORDS_WEIGHT,
)
from unweave.values.profile import FieldProfile, SiteProfile
from unweave.verify.comparing import Signal
from unweave.verify.dissent import extra, is_told, misplaced, outvoted, repeated, unechoed, uniform
from unweave.verify.gates import NO_GATES, failed_gates
from unweave.verify.page_kinds import IN_WORDS, PageKind, page_kind
from unweave.verify.signals import filled, layout, looks, records_signal
from unweave.wrapper import Gates, Wrapper, with_origin

Status = Literal["ok", "suspicious", "drifted"]


@dataclass(frozen=True, slots=True)
class FieldVerdict:
    """One field: its status, the probability that values are wrong or missing, the evidence, and examples.

    >>> FieldVerdict("price", "ok", 0.01).status
    'ok'
    """

    name: str
    status: Status
    probability: float
    evidence: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    usual: tuple[str, ...] = ()
    signals: tuple[Signal, ...] = ()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a check has found: the status in all, of each field, the kinds of the pages, and gates that do not hold.

    ``evidence`` is about all fields; ``page_kinds`` counts the kinds of pages (``page_kinds``).

    >>> Verdict("ok", pages=3, records=30).status
    'ok'
    """

    status: Status
    pages: int
    records: int
    probability: float = 0.0
    fields: tuple[FieldVerdict, ...] = ()
    evidence: tuple[str, ...] = ()
    page_kinds: Mapping[str, int] = field(default_factory=dict)
    gates: tuple[str, ...] = ()
    good_pages: int = 0

    def __getitem__(self, name: str) -> FieldVerdict:
        return next(one for one in self.fields if one.name == name)

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as ``--json`` prints it.

        >>> Verdict("ok", pages=3, records=30).to_dict()["records"]
        30
        """
        data = asdict(self)
        for one in data["fields"]:
            del one["signals"]
        return data


def check(wrapper: Wrapper, pages: Iterable[Page], *, gates: Gates | None = None) -> Verdict:
    """Whether the wrapper still reads these pages right.

    It compares them with the profile in ``wrapper.origin``, which learning leaves there; one page is enough, more make
    it surer. ``gates`` are limits to hold beside it; without them, those that are stored with the wrapper.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> books = [("Emma", "$5.50"), ("Kim", "$7.20"), ("She", "$4.10"), ("Dune", "$9.30")]
    >>> pages = [Page(f"<h1>{title}</h1><p>Price: <b>{price}</b></p>") for title, price in books]
    >>> shown = [{"title": title, "price": price} for title, price in books]
    >>> wrapper = learn([Example.from_values(page, [row]) for page, row in zip(pages, shown)])
    >>> check(wrapper, pages).status
    'ok'
    >>> verdict = check(wrapper, [Page(page.source.replace("$", "ask us, ").replace(".", " ")) for page in pages])
    >>> print(verdict["price"].evidence[0])
    4 of 4 values now look like text; before mostly a price
    """
    profile = wrapper.origin.site_profile
    if not profile.pages:
        raise BadInput(
            source="the wrapper",
            reason="it has no profile of good pages to compare with. It would help to learn it again, or to describe "
            "good pages: unweave check --good",
        )
    found = [(page, observed(wrapper, page, profile)) for page in pages]
    if not found:
        raise BadInput(source="the pages", reason="there is no page to check. It would help to give at least one")
    kinds = Counter(page_kind(page, one, wrapper.origin) for page, one in found)
    return judged(wrapper, [one for _, one in found], kinds, gates or wrapper.origin.gates)


def judged(
    wrapper: Wrapper, found: Sequence[Observation], kinds: Mapping[PageKind, int], gates: Gates = NO_GATES
) -> Verdict:
    """The verdict on pages that were observed."""
    profile = wrapper.origin.site_profile
    content = [one for one in found if one.records]
    fields = tuple(_field_verdict(name, profile, content) for name in field_names(wrapper) if name in profile.fields)
    missing = records_signal(profile, found)
    empty = _probability(RECORDS_WEIGHT * _surprise([missing]))
    failed = failed_gates(gates, wrapper, found)
    probability = max([empty, *(one.probability for one in fields)])
    status: Status = "drifted" if failed else _status(probability)
    if (
        status == "drifted"
        and not failed
        and not kinds.get("changed")
        and all(one.status != "drifted" for one in fields)
    ):
        status = "suspicious"  # pages without records, but of kinds that say nothing of the layout
    others = [(kind, count) for kind, count in kinds.items() if kind != "content" and count]
    evidence = [f"{count:,} of {len(found):,} pages {IN_WORDS[kind]}" for kind, count in others]
    return Verdict(
        status=status,
        pages=len(found),
        records=sum(one.records for one in found),
        probability=probability,
        fields=fields,
        evidence=(*([missing.text] if missing.text else []), *evidence),
        page_kinds={str(kind): count for kind, count in kinds.items()},
        gates=failed,
        good_pages=profile.pages,
    )


def _field_verdict(name: str, profile: SiteProfile, content: Sequence[Observation]) -> FieldVerdict:
    known = profile.fields[name]
    groups = signals_of(name, known, content)
    probability = _probability(DRIFT_WEIGHT * surprise(groups))
    said = [one for some in groups.values() for one in some if one.text]
    signals = sorted(said, key=lambda one: max(one.chance, 10**-DRIFT_MOST_SURPRISE))  # the kind before the shape
    telling = [one for one in signals if one.chance < EVIDENCE_CHANCE]
    return FieldVerdict(
        name,
        _status(probability),
        round(probability, 4),
        tuple(one.text for one in telling),
        tuple(dict.fromkeys(text for one in telling for text in one.examples))[:3],
        known.shown,
        tuple(signals),
    )


EVIDENCE_CHANCE = 0.05
"""A signal is shown if its chance is below this."""


def signals_of(name: str, known: FieldProfile, content: Sequence[Observation]) -> dict[str, list[Signal]]:
    """The signals of a field by group; where echoes tell the values, no other text can speak against them."""
    told = is_told(name, known, content)
    return {
        "filled": filled(name, known, content),
        "moved": looks(name, known, content, moved=True),
        "kept": looks(name, known, content, moved=False),
        "layout": layout(name, known, content),
        "vote": [] if told else [outvoted(name, known, content)],
        "anchor": [] if told else [misplaced(name, known, content)],
        "extra": [] if told else extra(name, known, content),
        "repeated": [repeated(name, known, content)],
        "uniform": [uniform(name, known, content)],
        "echo": [unechoed(name, known, content)],
    }


def surprise(groups: Mapping[str, Sequence[Signal]]) -> float:
    """The sum of the surprises of the groups; that the layout is another one is shown, but does not count.

    >>> surprise({"vote": [Signal("vote", 4, 8, 0.01)], "layout": [Signal("tags", 8, 8, 0.001)]})
    2.0
    """
    return sum(_surprise(some) for name, some in groups.items() if name != "layout")


def _surprise(signals: Sequence[Signal]) -> float:
    """The surprise at the least likely of some signals, in powers of ten."""
    least = min((one.chance for one in signals), default=1.0) * max(1, len(signals))
    return min(DRIFT_MOST_SURPRISE, max(0.0, -log10(max(least, 1e-300))))


def _probability(weight: float) -> float:
    """The probability of wrong values, from the weight of what is surprising."""
    return 1.0 / (1.0 + exp(-DRIFT_NONE - weight))


def _status(probability: float) -> Status:
    if probability >= DRIFT_CERTAIN:
        return "drifted"
    return "suspicious" if probability >= DRIFT_SUSPICIOUS else "ok"


def sharpened(wrapper: Wrapper, pages: Iterable[Page]) -> Wrapper:
    """The same wrapper with a profile to which these good pages are added; a new wrapper, equal to the old one.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> page = Page("<h1>Emma</h1><p>by <i>Jane Austen</i></p>")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma", "author": "Jane Austen"}])])
    >>> sharpened(wrapper, [Page("<h1>Kim</h1><p>by <i>Rudyard Kipling</i></p>")]).origin.site_profile.pages
    2
    """
    known = wrapper.origin.site_profile
    judge = known if known.pages else None
    readings = (PageReading(wrapper, page, words=True) for page in pages)
    found = profile_from((one.observed(judge) for one in readings), judge)
    note = f"profile: {found.pages} good pages were added"
    return with_origin(wrapper, site_profile=known.joined(found), history=(*wrapper.origin.history, note))
