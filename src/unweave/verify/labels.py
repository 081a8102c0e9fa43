"""Labels: other words for them, to be undone (``undoing``).

Legend

    old         a text that was right before values of a field on good pages, or that a rule asks for, as it was written
    gone        an old label that no text of a page is; other pages may still have it
    new         a text that is right before texts that look like values, on nearly all pages from which a label is gone
    rewording   Rewording("price", "Price:", "Our price:"): in place of the second text there was the first one

A label that is worded anew leaves all else alone: what is behind the values, their tags, their order. Each new text is
tried in place of each old one, and pages that still have the old one stay as they are.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from html import escape
from typing import NamedTuple

from unweave.budget import check_time
from unweave.errors import CannotCompile
from unweave.page import Page
from unweave.page.html import collapse
from unweave.program import Selections, Step
from unweave.tuning import REPAIR_AGREEMENT
from unweave.values.profile import Counts, FieldProfile
from unweave.values.surroundings import LONGEST, SAME, PageTexts, masked
from unweave.verify.successors import run_span
from unweave.verify.undoing import Edit, Undone, UndoneReading, clearest
from unweave.wrapper import Wrapper

ASKED = ("text", "begins")
"""The properties of texts that rules ask for as they are written."""


class Rewording(NamedTuple):
    """Before values of a field there was the text ``old``, where ``new`` is now."""

    field: str
    old: str
    new: str


def with_old_labels(wrapper: Wrapper, pages: Sequence[Page], wrong: Sequence[str]) -> UndoneReading | None:
    """What the old wrapper finds once labels have their old words; None where that is not ok, or not clear.

    ``wrong`` are the fields that are not read right.
    """
    every = [PageTexts(page) for page in pages]
    fields = wrapper.origin.site_profile.fields
    found = [one for name in wrong for one in rewordings(name, fields[name], old_labels(wrapper, name), every)]
    return clearest(wrapper, pages, [[undone_on(texts, one, fields[one.field]) for texts in every] for one in found])


def undone_on(texts: PageTexts, rewording: Rewording, known: FieldProfile) -> Undone:
    """The page with the old label; the page as it is where the old one is not gone.

    >>> from unweave.values import described
    >>> page = Page("<p>Our price: <b>$5.10</b> <p>Our price: <i>ask us</i>")
    >>> known = described(["$7.20", "$8.10", "$9.40"])
    >>> undone_on(PageTexts(page), Rewording("price", "Price:", "Our price:"), known).page.source
    '<p>Price: <b>$5.10</b> <p>Our price: <i>ask us</i>'
    """
    check_time()
    if not _is_gone(rewording.old, texts):
        return Undone(texts.page)
    places = [run_span(texts, at) for at, text in _before_values(texts, known) if text == rewording.new]
    return Undone.of(texts.page, [Edit(*place, escape(rewording.old, quote=False)) for place in places])


def rewordings(name: str, known: FieldProfile, old: Sequence[str], every: Sequence[PageTexts]) -> list[Rewording]:
    """The rewordings to try: of each old label that is gone, to each new text.

    >>> from unweave.values import described
    >>> every = [PageTexts(Page(f"<p>Our price: <b>{price}</b> <i>new</i>")) for price in ("$5.10", "$6.20")]
    >>> rewordings("price", described(["$7.20", "$8.10", "$9.40"]), ["Price:"], every)
    [Rewording(field='price', old='Price:', new='Our price:')]
    """
    found = []
    for one in old:
        without = [texts for texts in every if _is_gone(one, texts)]
        counts = Counter(text for texts in without for text in {text for _, text in _before_values(texts, known)})
        new = [text for text in sorted(counts) if counts[text] >= REPAIR_AGREEMENT * len(without)]
        found += [Rewording(name, one, text) for text in new]
    return found


def old_labels(wrapper: Wrapper, name: str) -> list[str]:
    """The texts that were before most values of a field: as rules ask for them, else as good pages had them.

    >>> from unweave.choose import learn
    >>> from unweave.records import Example
    >>> books = [("Emma", "978-1"), ("Kim", "978-2"), ("She", "978-3")]
    >>> pages = [Page(f"<h1>{title}</h1><p>ISBN-13: <b>{isbn}</b></p>") for title, isbn in books]
    >>> old_labels(learn([Example.from_values(page, [{"isbn": one[1]}]) for page, one in zip(pages, books)]), "isbn")
    ['ISBN-13:']
    """
    seen = wrapper.origin.site_profile.fields[name].features.get("before", Counts()).seen
    before = [text for text, count in seen.items() if text and count > 1 and not text.startswith(SAME)]
    asked = dict.fromkeys(_asked(wrapper, name))
    found = {text: [one for one in asked if masked(one)[:LONGEST] == text] for text in before}
    return [one for text, some in found.items() for one in some or [text] * (masked(text) == text and "0" not in text)]


def _asked(wrapper: Wrapper, name: str) -> Iterator[str]:
    """The texts that the rules of a field ask for."""
    for part in getattr(wrapper, "parts", (wrapper,)):
        with suppress(CannotCompile):
            program = part.program()
            if isinstance(program, Selections):
                for rule in program.fields:
                    yield from _texts(rule.steps) if rule.field == name else ()


def _texts(steps: Sequence[Step]) -> Iterator[str]:
    for step in steps:
        for one in step.conditions:
            if one.property in ASKED and not one.negated:
                yield collapse(one.value)
            yield from _texts(one.steps)


def _is_gone(label: str, texts: PageTexts) -> bool:
    return all(texts.text(at) != label for at in range(len(texts.runs)))


def _before_values(texts: PageTexts, known: FieldProfile) -> Iterator[tuple[int, str]]:
    """The numbers and texts of the runs that are right before a text that looks like a value."""
    fitting = known.fitting(texts.text(at) for at in range(1, len(texts.runs)))  # the numbers begin at the second text
    return ((at, texts.text(at)) for at in fitting)
