r"""Parts of the texts of a field, described by a few general patterns and chosen by what they find in all records.

Legend

    sample      a text and where its value is: ("Filed 02/24/12, No. 10-4092", 20, 27)
    left, right what is before and behind the value: "No. ", ", "; "" stands for the beginning and the end of the text
    shape       the value's own form: "\d+-\d+"; "" stands for any text
    pattern     left, shape and right; optional: the value ends at the right side, or at the end of the text

The candidates are made from what the samples have in common: the common end of their left sides and the common
beginning of their right sides, cut at the borders of words, and the classes of characters that their values share.
Which of them is taken is decided by the caller, on the texts of all records.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, islice, product
from typing import NamedTuple

from unweave.values.boundaries import GRAINS

_TOKEN = GRAINS["token"]
_BEFORE_TOKEN, _BEHIND_TOKEN = r"(?<![^\s(\[{\"',;:#/=])", r"(?![^\s)\]}\"',;:.#/&])"
_BEFORE_NUMBER, _BEHIND_NUMBER = r"(?<!\d[.,])", r"(?![.,]\d)"  # 700 is no value in "1,700"
_WORD, _CLASS = re.compile(r"[^\W\d_]{2}"), re.compile(r"\[(?:\\.|[^\]])*\]|\\.")
SEPARATORS = " ,;:-\u2013\u2014|/"
MOST_SIDES = 3
MOST_PATTERNS = 24  # of each shape, so that long sides leave none of the shapes out
MOST_ALONE = 24  # of each shape, those with one side or none, which rest on less
SIDE_LENGTH = 60


class PartSample(NamedTuple):
    """A text and where its value begins and ends."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class PartPattern:
    r"""Which part of a text is the value; sides and shape are regular expressions.

    >>> PartPattern(left="No\\. ", shape=r"\d+-\d+").find("Filed 02/24/12, No. 10-4092")
    (20, 27)
    >>> PartPattern(right=r" \(").find("Smith v. Jones (per curiam)")
    (0, 14)
    """

    left: str = ""
    right: str = ""
    shape: str = ""
    optional: bool = False
    last: bool = False

    def find(self, text: str) -> tuple[int, int] | None:
        """Where the value is; None where the text does not have the pattern."""
        found = _compiled(self).search(text)
        if found is None:
            return None
        start, end = found.span("value")
        while start < end and text[start].isspace():
            start += 1
        while end > start and text[end - 1].isspace():
            end -= 1
        return (start, end) if start < end else None

    def values(self, texts: Iterable[str]) -> list[str]:
        """The values of the texts that have the pattern."""
        found = ((text, self.find(text)) for text in texts)
        return [text[slice(*place)] for text, place in found if place]

    @property
    def has_label(self) -> bool:
        r"""Whether a word is behind which the value is: "No. ", but not ", ".

        >>> PartPattern(left="Fax: ").has_label, PartPattern(left=r"[^\W\d_]+,\s+").has_label
        (True, False)
        """
        return _WORD.search(_CLASS.sub("", self.left)) is not None

    @property
    def has_unit(self) -> bool:
        r"""Whether a number is before a word, which says of what: "3 beds".

        >>> PartPattern(right=r"\s+beds", shape=r"\d+").has_unit, PartPattern(right=" by", shape=r"[A-Z]+").has_unit
        (True, False)
        """
        return self.shape.startswith(r"\d") and _WORD.search(_CLASS.sub("", self.right)) is not None

    @property
    def expression(self) -> str:
        """The pattern as a regular expression with one group.

        >>> PartPattern(right=", ").expression
        '^(.+?), '
        """
        return _compiled(self).pattern.replace("(?P<value>", "(", 1)

    def __str__(self) -> str:
        sides = [f"behind {_readable(self.left)!r}" if self.left else ""]
        sides += [f"before {_readable(self.right)!r}" if self.right else ""]
        shape = f"of the form {self.shape}" if self.shape else ""
        return " ".join(filter(None, ["the last part" if self.last else "the part", *sides, shape]))


def _readable(pattern: str) -> str:
    """A pattern as a person would write it: a space for white space, no escapes, <number> for digits."""
    return re.sub(r"\\([^\w\s]| )", r"\1", pattern.replace(r"\s+", " ").replace(r"\d+", "<number>"))


@lru_cache(maxsize=512)
def _compiled(pattern: PartPattern) -> re.Pattern[str]:
    shape = pattern.shape or (".+?" if pattern.right else ".+")
    begins, ends = pattern.shape.startswith(r"\d"), pattern.shape.endswith(r"\d+")
    left = pattern.left or ("^" if not pattern.shape else _BEFORE_TOKEN + _BEFORE_NUMBER * begins)
    if pattern.last:
        left = f"^.*{left}"
    right = pattern.right or ("$" if not pattern.shape else _BEHIND_TOKEN + _BEHIND_NUMBER * ends)
    if pattern.optional:
        right = f"(?:{right}|$)"
    return re.compile(f"{left}(?P<value>{shape}){right}", re.DOTALL)


@lru_cache(maxsize=256)
def part_patterns(samples: tuple[PartSample, ...]) -> tuple[PartPattern, ...]:
    r"""The patterns that give the value of every sample, those with most context first.

    >>> samples = (PartSample("Case No. 16-0775: Fenceroy", 9, 16), PartSample("Case No. 16-1938: Villa", 9, 16))
    >>> print(part_patterns(samples)[0])
    the part behind 'Case No. ' before ':'
    """
    lefts = _sides([sample.text[: sample.start][::-1] for sample in samples], backwards=True)
    rights = _sides([sample.text[sample.end :] for sample in samples], backwards=False)
    shapes = ["", *_shapes([sample.text[sample.start : sample.end] for sample in samples])]
    found: list[PartPattern] = []
    for shape in shapes:
        both, alone = product(lefts, rights), chain(product(lefts, ("",)), product(("",), rights))
        for pairs, most in ((both, MOST_PATTERNS), (alone, MOST_ALONE)):
            every = (PartPattern(*sides, shape) for sides in pairs if any(sides) or shape)
            found += islice(chain.from_iterable(_fitting(one, samples) for one in every), most)
    return tuple(dict.fromkeys(found))


def _fitting(pattern: PartPattern, samples: Sequence[PartSample]) -> Iterator[PartPattern]:
    """The pattern, or else the last place where it fits; and the same where the right side may be missing."""
    for last in (False, True) if pattern.left or pattern.shape else (False,):
        one = replace(pattern, last=last)
        if pattern.right:
            some = replace(one, optional=True)
            if _gives(some, samples):
                yield from (one, some) if _gives(one, samples) else (some,)
                return
        elif _gives(one, samples):
            yield one
            return


def _gives(pattern: PartPattern, samples: Sequence[PartSample]) -> bool:
    return all(pattern.find(text) == (start, end) for text, start, end in samples)


def _sides(sides: Sequence[str], *, backwards: bool) -> list[str]:
    """Patterns for what is on one side of all values, the most specific first, and "" for the end of the text.

    Sides are read away from the value. Tokens are exact where they are equal, and else given by their class.
    """
    filled = [side for side in sides if side.strip()]
    if not filled:
        return [""]
    rows = [_TOKEN.findall(side[:SIDE_LENGTH]) for side in filled]
    found = list(_grown(rows, backwards=backwards))
    bare = [_TOKEN.findall(side.lstrip(SEPARATORS)[:SIDE_LENGTH]) for side in filled]
    if bare != rows:
        gap = rf"[\s{re.escape(SEPARATORS)}]*"
        found += [f"{side}{gap}" if backwards else f"{gap}{side}" for side in _grown(bare, backwards=backwards)]
    return [*dict.fromkeys(found), ""]


def _grown(rows: Sequence[Sequence[str]], *, backwards: bool) -> list[str]:
    """The patterns of the first one, two, ... tokens that all rows share, the longest first."""
    found: list[str] = []
    steps: list[str] = []
    exact = False
    for column in zip(*rows, strict=False):
        equal = len(set(column)) == 1 and not column[0].isdigit()  # numbers are data, even if they are equal
        kinds = {_class(token) for token in column}
        if not equal and (len(kinds) > 1 or "" in kinds or exact):
            break
        token = column[0][::-1] if backwards else column[0]
        step = r"\s+" if token.isspace() else re.escape(token) if equal else kinds.pop()
        steps = [step, *steps] if backwards else [*steps, step]
        exact = exact or (equal and not token.isspace())
        if not token.isspace() or len(column[0].strip()):
            found.append("".join(steps))
        if len(found) == MOST_SIDES:
            break
    return found[::-1]


def _shapes(values: Sequence[str]) -> list[str]:
    """The forms that all values have: equal words kept, then only their classes; none where they differ in tokens."""
    rows = [_TOKEN.findall(value) for value in values]
    if len({len(row) for row in rows}) > 1:
        return _loose_shapes(values)
    if len(rows[0]) > 12:
        return []
    exact, loose = [], []
    for column in zip(*rows, strict=True):
        kinds = {_class(token) for token in column}
        if len(kinds) > 1:
            return _loose_shapes(values)
        kind = kinds.pop()
        loose.append(kind or re.escape(column[0]))
        exact.append(re.escape(column[0]) if len(set(column)) == 1 and not column[0].isdigit() else loose[-1])
        if not kind and len(set(column)) > 1:
            return _loose_shapes(values)
    if not any(kind == r"\d+" or (kind and "A-Z" in kind) for kind in loose):
        return []
    return list(dict.fromkeys(["".join(loose), "".join(exact)]))


def _loose_shapes(values: Sequence[str]) -> list[str]:
    """Runs of the characters that codes are made of, where each value has a digit and no space."""
    if any(" " in value or not any(sign.isdigit() for sign in value) for value in values):
        return []
    signs = sorted({sign for value in values for sign in value if not sign.isalnum()})
    inner = "".join(re.escape(sign) for sign in signs)
    return [rf"(?=[^\s]*\d)[^\W_](?:[^\W_{inner}]|[{inner}](?=[^\W_]))*" if inner else r"(?=[^\s]*\d)[^\W_]+"]


def _class(token: str) -> str:
    if token[0].isdigit():
        return r"\d+"
    if token[0].isalpha():
        return r"[A-Z]+" if token.isascii() and token.isupper() else r"[^\W\d_]+"
    return r"\s+" if token.isspace() else ""
