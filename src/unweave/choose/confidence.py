"""How sure we are of a field, in three words, each with its reasons.

Legend

    worst       on the page where the readings of the field agree least, the share of the weight behind what won
    plural      the share of pages on which some reading finds what won and more besides: the field may have many values
    constant    the field says the same on every page: it may be a text of the template
    panels      sets of rules that are joined; more than one means that no single way of saying it covers the examples

*High* says: expect the field to be right on every page. It needs unlabelled pages: labelled ones alone, left out in
turn, are no proof (one in ten fields that were right on all of them was wrong elsewhere). *Low* says: look before you
use it. The limits were set on one half of the public sites and measured on the other (``benchmarks/learn.py`` prints
the table).
"""

from statistics import fmean

from unweave.choose.readings import Reading
from unweave.choose.study import Ground
from unweave.wrapper import Confidence, Level

HIGH_WORST = 0.75
HIGH_PLURAL = 0.1
LOW_MEAN = 0.6
FEWEST_PAGES = 5  # unlabelled, to be sure of anything


def confidence(ground: Ground) -> Confidence:
    """The level of a field and the reasons for it.

    >>> confidence(Ground(known=1, found=1, pages=1)).level
    'medium'
    >>> confidence(Ground(known=3, found=1, pages=1)).reasons[0]
    '1 of its 3 known values come back'
    """
    against = _against(ground)
    shares = [*_compared(ground), *ground.left_out]
    level: Level = "medium"
    if not ground.is_exact or ground.doubts or (shares and fmean(shares) < LOW_MEAN):
        level = "low"
    elif not against and len(_compared(ground)) >= FEWEST_PAGES and min(_compared(ground)) >= HIGH_WORST:
        level = "high"
    return Confidence(level, (*against, *_for(ground)))


def _compared(ground: Ground) -> tuple[float, ...]:
    """How much the readings agree on each unlabelled page."""
    return (*ground.agreed.shares, *ground.further) if ground.agreed else ()


def _against(ground: Ground) -> list[str]:
    """What speaks against being sure, the gravest first."""
    panels = len({one.panel for one in ground.readings})
    said = [
        (not ground.is_exact, f"{ground.found} of its {ground.known} known values come back"),
        *((True, doubt) for doubt in ground.doubts),
        (panels > 1, f"it takes {panels} rules of different kinds to find the known values"),
        (_plural(ground) > HIGH_PLURAL, "on some pages it may have several values"),
        (_is_constant(ground), "it says the same on every page"),
    ]
    return [reason for holds, reason in said if holds]


def _for(ground: Ground) -> list[str]:
    """What it rests on."""
    pages = f"{ground.pages} labelled page{'s' * (ground.pages != 1)}"
    said = [f"learned from {pages}"]
    if ground.places > 1:
        said.append(f"a known value stands at {ground.places} places")
    if ground.left_out:
        right = sum(share > 0 for share in ground.left_out)
        said.append(f"learned without them, it is right on {right} of {len(ground.left_out)} labelled pages")
    if shares := _compared(ground):
        said.append(
            f"on {len(shares)} unlabelled pages its readings agree to {fmean(shares):.0%}, at worst {min(shares):.0%}"
        )
        said += [_of_witness(one, ground) for one in ground.witnesses]
    return [one.replace("%", " %") for one in said]


def _of_witness(reading: Reading, ground: Ground) -> str:
    agreed = ground.agreed.answers if ground.agreed else ()
    same = sum(one == other for one, other in zip(reading.answers, agreed, strict=True))
    return f"{reading.method} says the same on {same} of them"


def _plural(ground: Ground) -> float:
    if not ground.agreed or not ground.agreed.answers:
        return 0.0
    pages = range(len(ground.agreed.answers))
    return sum(_has_more(ground, page) for page in pages) / len(pages)


def _has_more(ground: Ground, page: int) -> bool:
    won = set(ground.agreed.answers[page]) if ground.agreed else set()
    return any(
        len(one.answers[page]) > 1 and won < set(one.answers[page]) for one in (*ground.readings, *ground.witnesses)
    )


def _is_constant(ground: Ground) -> bool:
    said = {answer for answer in ground.agreed.answers if answer} if ground.agreed else set()
    return len(said) == 1 and len(ground.agreed.answers if ground.agreed else ()) > 1
