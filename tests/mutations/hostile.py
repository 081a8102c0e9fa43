r"""Pages made much worse than a site would make them: wrong nesting, NUL, surrogates, references, comments.

The same source and seed give the same page, on every machine.

    >>> hostile("<p>a</p><p>b</p>", seed="1") == hostile("<p>a</p><p>b</p>", seed="1")
    True
"""

import random
from collections.abc import Callable

from mutations.mutate import EDITS, TAG

Edit = Callable[[str, random.Random], str]
MOST = 4  # edits on one page
DEEP = 0.005  # the share of pages with very deep nesting, which take long
LONGEST = 400  # characters that are deleted, doubled or moved
INSERTED = (
    *("\0", "\ud800", "\udfff", "\ufeff", "\ufffe", "\u202e", "\r", "\f", "\x1b[2J", "\U0001f600", "İ", "ß"),
    *("&", "&amp", "&amp;", "&#0;", "&#xD800;", "&#x110000;", "&#99999999999;", "&notit;", "&NotEqualTilde;", "&nbsp;"),
    *("<!--", "-->", "<!-->", "<!--->", "--!>", "<!", "<?", "</", "<", ">", "<![CDATA[", "]]>", "<!doctype x>"),
    *("<script>", "</script>", "<style>", "<title>", "<textarea>", "<plaintext>", "<template>", "<svg>", "<math>"),
    *("<table>", "</table>", "<tr>", "<td>", "<select>", "<option>", "<form>", "</form>", "<a>", "<b>", "<p>", "</p>"),
    *("<body x=1>", "<html y=2>", "</body>", "</html>", "<head>", "<frameset>", "<br/>", "<noscript>", "<iframe>"),
    *("<b <b", "<a href='", '<a href="', '<p class="a b" class=c>', "<p =x>", "<p/x>", "<p \0=\0>", "'", '"'),
)


def hostile(source: str, *, seed: str) -> str:
    """A page with one to four edits, drawn by the seed."""
    chance = random.Random(seed)
    for edit in chance.choices([*EDITS, *HOSTILE, *HOSTILE], k=chance.randint(1, MOST)):
        source = edit(source, chance) or source[:1]
    return nest_deeply(source, chance) if chance.random() < DEEP else source


def delete_stretch(source: str, chance: random.Random) -> str:
    """Without a stretch of its characters."""
    start, end = _stretch(source, chance)
    return source[:start] + source[end:]


def double_stretch(source: str, chance: random.Random) -> str:
    """With a stretch of its characters several times."""
    start, end = _stretch(source, chance)
    return source[:end] + source[start:end] * chance.choice((1, 1, 2, 30)) + source[end:]


def move_stretch(source: str, chance: random.Random) -> str:
    """With a stretch of its characters elsewhere."""
    start, end = _stretch(source, chance)
    left = source[:start] + source[end:]
    at = chance.randint(0, len(left))
    return left[:at] + source[start:end] + left[at:]


def insert(source: str, chance: random.Random) -> str:
    """With characters, references and tags that do not belong there."""
    for _ in range(chance.randint(1, 4)):
        at = chance.randint(0, len(source))
        source = source[:at] + chance.choice(INSERTED) + source[at:]
    return source


def swap_tags(source: str, chance: random.Random) -> str:
    """With two tags in each other's place, so that elements overlap."""
    tags = [match.span() for match in TAG.finditer(source)]
    if len(tags) < 2:
        return source
    (first, first_end), (second, second_end) = sorted(chance.sample(tags, 2))
    return "".join(
        (
            source[:first],
            source[second:second_end],
            source[first_end:second],
            source[first:first_end],
            source[second_end:],
        )
    )


def nest_deeply(source: str, chance: random.Random) -> str:
    """With one tag many times."""
    at = chance.randint(0, len(source))
    return source[:at] + chance.choice(("<div>", "<b>", "<table><tr><td>", "<ul><li>")) * 600 + source[at:]


HOSTILE: tuple[Edit, ...] = (delete_stretch, double_stretch, move_stretch, insert, insert, swap_tags)


ENCODINGS = (
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-be",
    "utf-32",
    "latin-1",
    "cp1252",
    "cp1251",
    "shift_jis",
    "gb18030",
)
DECLARED = (*ENCODINGS, "x-user-defined", "utf-7", "nothing", "")


def recoded(source: str, chance: random.Random) -> bytes:
    """The bytes of a page in some encoding, often with the name of another one, and sometimes with random bytes."""
    if chance.random() < 0.7:
        source = f'<meta charset="{chance.choice(DECLARED)}">{source}'
    data = source.encode(chance.choice(ENCODINGS), errors=chance.choice(("replace", "xmlcharrefreplace")))
    for _ in range(chance.choice((0, 0, 1, 4))):
        at = chance.randint(0, len(data))
        data = data[:at] + chance.randbytes(chance.randint(1, 3)) + data[at + chance.randint(0, 2) :]
    return data


def _stretch(source: str, chance: random.Random) -> tuple[int, int]:
    start = chance.randint(0, len(source))
    return start, min(len(source), start + chance.randint(0, LONGEST))
