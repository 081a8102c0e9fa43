"""Pages made worse on purpose: tags deleted, doubled and cut off, attributes dropped, texts swapped.

The same source and seed give the same page, on every machine.

    >>> mutated("<p>a</p><p>b</p>", seed=1) == mutated("<p>a</p><p>b</p>", seed=1)
    True
"""

import random
import re
from collections.abc import Callable

TAG = re.compile(r"<[^<>]*>")
ATTRIBUTE = re.compile(r"""\s+[\w:-]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'<>]+))?""")
TEXT = re.compile(r">([^<>]++)<")
MOST = 6  # edits of one kind on one page


def mutated(source: str, *, seed: int) -> str:
    """A page with one to three kinds of edits, drawn by the seed."""
    chance = random.Random(seed)
    for edit in chance.choices(EDITS, k=chance.randint(1, 3)):
        source = edit(source, chance)
    return source


def delete_tags(source: str, chance: random.Random) -> str:
    """Without some of its tags."""
    return _edited(source, chance, lambda _tag: "")


def double_tags(source: str, chance: random.Random) -> str:
    """With some of its tags twice."""
    return _edited(source, chance, lambda tag: tag + tag)


def cut_tags(source: str, chance: random.Random) -> str:
    """With some of its tags cut off in the middle."""
    return _edited(source, chance, lambda tag: tag[: chance.randint(1, len(tag) - 1)])


def drop_attributes(source: str, chance: random.Random) -> str:
    """With some of its tags without one of their attributes, or without all of them."""
    return _edited(source, chance, lambda tag: ATTRIBUTE.sub("", tag, count=chance.randint(0, 1)))


def swap_texts(source: str, chance: random.Random) -> str:
    """With two of its texts in each other's place."""
    texts = [match.span(1) for match in TEXT.finditer(source) if not match[1].isspace()]
    if len(texts) < 2:
        return source
    (first, first_end), (second, second_end) = sorted(chance.sample(texts, 2))
    parts = source[:first], source[second:second_end], source[first_end:second], source[first:first_end]
    return "".join(parts) + source[second_end:]


def cut_page(source: str, chance: random.Random) -> str:
    """Only its first part: it ends somewhere behind the first third."""
    return source[: chance.randint(len(source) // 3, len(source))]


EDITS: tuple[Callable[[str, random.Random], str], ...] = (
    delete_tags,
    double_tags,
    cut_tags,
    drop_attributes,
    swap_texts,
    cut_page,
)


def _edited(source: str, chance: random.Random, edit: Callable[[str], str]) -> str:
    tags = [match.span() for match in TAG.finditer(source)]
    chosen = sorted(chance.sample(tags, min(len(tags), chance.randint(1, MOST))), reverse=True)
    for start, end in chosen:
        source = source[:start] + edit(source[start:end]) + source[end:]
    return source
