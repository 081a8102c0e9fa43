"""The slow definitions: every wrapper of a class, tried one by one by executing it."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import product

from unweave.delimiters.candidates import Gap
from unweave.delimiters.execution import Row, levels, rows
from unweave.delimiters.folding import Leveled
from unweave.delimiters.lesson import Lesson
from unweave.delimiters.nest import Nest
from unweave.errors import DoesNotFit
from unweave.program import Cut, Scan


def prefixes(text: str) -> list[str]:
    """Every non-empty prefix."""
    return [text[:end] for end in range(1, len(text) + 1)]


def suffixes(text: str) -> list[str]:
    """Every non-empty suffix."""
    return [text[start:] for start in range(len(text))]


def substrings(text: str) -> list[str]:
    """Every non-empty substring, once."""
    return sorted({text[start:end] for start in range(len(text)) for end in range(start + 1, len(text) + 1)})


def common(texts: Iterable[str], parts: Callable[[str], list[str]]) -> list[str]:
    """The parts that all texts have."""
    sets = [set(parts(text)) for text in texts]
    return sorted(set.intersection(*sets)) if sets else []


def result(source: str, scan: Scan) -> list[Row] | None:
    """What execution gives; None when it fails."""
    try:
        return list(rows(source, scan))
    except DoesNotFit:
        return None


def nested_result(source: str, scan: Scan) -> list[Leveled] | None:
    """What execution of a nested scan gives; None when it fails."""
    try:
        return list(levels(source, scan))
    except DoesNotFit:
        return None


def cuts_of(
    fields: Sequence[str], lefts: Sequence[str], rights: Sequence[str], missing: Sequence[str] = ()
) -> tuple[Cut, ...]:
    """A cut per field."""
    absent = missing or [""] * len(fields)
    return tuple(Cut(*cut) for cut in zip(fields, lefts, rights, absent, strict=True))


class Bounds:
    """The strings that the delimiters of a class may be, as the gaps of some lessons bound them."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        shown = [lesson for lesson in lessons if lesson.rows]
        self.width = len(shown[0].rows[0])
        self.fields = [f"f{at}" for at in range(self.width)]
        lefts = [_texts(gap for each in shown for gap in each.lefts[at]) for at in range(self.width)]
        rights = [_texts(gap for each in shown for _, gap in each.rights[at]) for at in range(self.width)]
        closes = [each.tail.text for each in shown] + _texts(gap for each in shown for gap in each.between)
        self.lefts = [common(texts, suffixes) for texts in lefts]
        self.rights = [common(texts, prefixes) for texts in rights]
        self.heads = common((each.head.text for each in lessons), substrings)
        self.tails = common((each.tail.text for each in lessons), substrings)
        self.openings = common(lefts[0], substrings)
        self.closings = ["", *common(closes, substrings)]

    def scans(self, kind: str) -> Iterator[Scan]:
        """Every scan of a flat class."""
        framed, opened = kind in {"hlrt", "hoclrt"}, kind in {"oclr", "hoclrt"}
        frames = product(self.heads, self.tails) if framed else [("", "")]
        around = list(product(self.openings, self.closings) if opened else [("", "")])
        for frame, opening in product(frames, around):
            for strings in product(*self.lefts, *self.rights):
                cuts = cuts_of(self.fields, strings[: self.width], strings[self.width :])
                yield Scan(cuts, *frame, *opening)


def flat_scans(kind: str, lessons: Sequence[Lesson]) -> Iterator[Scan]:
    """Every scan of a flat class that reproduces all labels."""
    for scan in Bounds(lessons).scans(kind):
        if all(result(lesson.source, scan) == list(lesson.rows) for lesson in lessons):
            yield scan


def missing_scans(lessons: Sequence[Lesson]) -> Iterator[Scan]:
    """Every M-LR scan that reproduces all labels; what stands for a missing value is any substring of the pages."""
    bounds = Bounds(lessons)
    anything = sorted({part for lesson in lessons for part in substrings(lesson.source)})
    records = [row for lesson in lessons for row in lesson.rows]
    optional = [any(row[at] is None for row in records) for at in range(bounds.width)]
    third = [anything if is_optional else [""] for is_optional in optional]
    for strings in product(*bounds.lefts, *bounds.rights, *third):
        lefts, rights, missing = (strings[at * bounds.width : (at + 1) * bounds.width] for at in range(3))
        scan = Scan(cuts_of(bounds.fields, lefts, rights, missing))
        if all(result(lesson.source, scan) == list(lesson.rows) for lesson in lessons):
            yield scan


def nested_scans(kind: str, nests: Sequence[Nest]) -> Iterator[Scan]:
    """Every scan of a nested class, as bounded by the gaps, that reproduces all labels."""
    steps, depth = [step for nest in nests for step in nest.steps], nests[0].depth
    lefts = [common((s.gap.text for s in steps if s.level == level), suffixes) for level in range(1, depth + 1)]
    rights = [common((gap.text for nest in nests for _, gap in nest.rights[at]), prefixes) for at in range(depth)]
    heads = common((nest.head.text for nest in nests), substrings) if kind == "n-hlrt" else [""]
    tails = common((nest.tail.text for nest in nests), substrings) if kind == "n-hlrt" else [""]
    for head, tail, *strings in product(heads, tails, *lefts, *rights):
        cuts = cuts_of([f"f{at}" for at in range(depth)], strings[:depth], strings[depth:])
        scan = Scan(cuts, head, tail, nested=True)
        if all(nested_result(nest.source, scan) == list(nest.values) for nest in nests):
            yield scan


def _texts(gaps: Iterable[Gap]) -> list[str]:
    return [gap.text for gap in gaps]
