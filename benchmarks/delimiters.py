"""How does the time to learn grow with the pages, for every delimiter class?

    python benchmarks/delimiters.py [--quick]

Ten pages of six fields are made here, of 10 to 400 KB each, for every class such pages as the simpler classes cannot
wrap: false beginnings in head and tail (HLRT), between records (OCLR), in all three (HOCLRT), two levels of values
with such (N-HLRT), fields that come and go (M-LR). The time is CPU time of one learn call, the least of some rounds.
A factor is how the time grows when the pages double, from 25 KB on: both sizes are learned one after the other, and
the median of some such pairs counts, since one slow second of the machine would else pass for growth. ``growth`` is the
largest factor, ``mean`` their geometric mean. What this program itself holds is kept from the garbage collector, which
goes on working for what is learned. The thesis's own times (figure 7.6) stand beside.
"""

import gc
import itertools
import json
import random
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

from data import command_line
from unweave.delimiters import HLRT, HOCLRT, LR, MLR, NHLRT, NLR, OCLR
from unweave.page import Page
from unweave.records import Example
from unweave.wrapper import Learner

FIELDS = tuple(f"field{number}" for number in range(1, 7))
PAGES = 10
SIZES = (10, 25, 50, 100, 200, 400)
QUICK_SIZES = (25, 50, 100)
ROUNDS = 9
WORDS = ("amber", "brook", "cedar", "delta", "ember", "flint", "grove", "haven", "inlet", "jetty", "knoll", "larch")
Draft = list[str | tuple[str, str]]
"""A page as it is written: texts, and values with their field."""


def main() -> int:
    """Print the table, then the figures as one line of JSON."""
    parser = command_line(__doc__, quick="fewer sizes")
    sizes = QUICK_SIZES if parser.parse_args().quick else SIZES
    print(f"seconds to learn from {PAGES} pages of {len(FIELDS)} fields, by size of a page in KB")
    print(f"{'class':7}" + "".join(f"{size:>9}" for size in sizes) + f"{'growth':>9}{'mean':>7}")
    figures: dict[str, float] = {}
    for name, (learner, write) in CLASSES.items():
        rounds = measured(learner, {size: examples(write, size) for size in sizes})
        seconds = {size: min(one[size] for one in rounds) for size in sizes}
        doublings = [(size, double) for size, double in itertools.pairwise(sizes) if double == 2 * size]
        factors = [statistics.median(one[double] / one[size] for one in rounds) for size, double in doublings]
        growth, mean = max(factors), statistics.geometric_mean(factors)
        print(
            f"{name:7}" + "".join(f"{seconds[size]:9.3f}" for size in sizes) + f"{growth:9.2f}{mean:7.2f}", flush=True
        )
        figures |= {f"{name} 25 KB seconds": seconds[25], f"{name} growth": growth, f"{name} mean growth": mean}
    print("\nthe thesis, on its machines: 1.3 to 83.5 s in all, 0.6 to 4.5 s per page (HLRT, pages of 10 to 25 KB)")
    slowest = max(value for figure, value in figures.items() if figure.endswith("seconds"))
    figures |= {
        "slowest 25 KB seconds": slowest,
        "largest growth": max(value for figure, value in figures.items() if figure.endswith("growth")),
        "largest mean growth": max(value for figure, value in figures.items() if figure.endswith("mean growth")),
    }
    print(json.dumps(figures))
    return 0


def measured(learner: Learner, shown: dict[int, list[Example]]) -> list[dict[int, float]]:
    """Per round the CPU time of one learn call of every size, one size after the other."""
    gc.collect()
    gc.freeze()

    def once(examples: list[Example]) -> float:
        begin = time.process_time()
        learner.learn(examples)
        return time.process_time() - begin

    return [{size: once(examples) for size, examples in shown.items()} for _ in range(ROUNDS)]


def examples(write: Callable[[random.Random, int], Draft], size: int) -> list[Example]:
    """Ten pages of about so many KB, with their records."""
    chance = random.Random(size)
    return [example(write(chance, size * 1000), f"page{number}") for number in range(PAGES)]


def example(draft: Draft, name: str) -> Example:
    """A draft as a page and its label."""
    source: list[str] = []
    records: list[dict[str, Any]] = []
    record: dict[str, Any] = {}
    at = 0
    for part in draft:
        text = part if isinstance(part, str) else part[1]
        if not isinstance(part, str):
            record = put(records, record, part[0], (at, at + len(text)))
        source.append(text)
        at += len(text)
    return Example.from_spans(Page("".join(source), name=name), records)


def put(records: list[dict[str, Any]], record: dict[str, Any], field: str, span: tuple[int, int]) -> dict[str, Any]:
    """Add a value to the record that is being filled, or to a new one where it is a first field."""
    if field == FIELDS[0]:
        record = {}
        records.append(record)
    if field.endswith("[]"):
        record.setdefault(field.removesuffix("[]"), []).append(span)
    else:
        record[field] = span
    return record


def text(chance: random.Random, words: int) -> str:
    """Some words."""
    return " ".join(chance.choices(WORDS, k=words))


def values(chance: random.Random, *, lacking: float = 0.0) -> Draft:
    """The later fields of a record, each in an element of its own."""
    draft: Draft = []
    for field in FIELDS[1:]:
        if field == FIELDS[-1] or chance.random() >= lacking:
            draft += [f'<td class="{field}">', (field, f"{text(chance, 2)} {chance.randrange(1000)}"), "</td>\n"]
    return draft


def record(chance: random.Random, **options: float) -> Draft:
    """A row: words that differ, the first field in bold, the others in cells."""
    return [
        f"<tr><td>{text(chance, 3)} <b>",
        (FIELDS[0], text(chance, 2)),
        "</b></td>\n",
        *values(chance, **options),
        "</tr>\n",
    ]


def filler(chance: random.Random, size: int) -> str:
    """Links and paragraphs of about so many characters, without anything bold."""
    parts, length = [], 0
    while length < size:
        link = f"/{chance.choice(WORDS)}/{chance.randrange(10**6)}.html"
        parts.append(f'<p><a href="{link}">{text(chance, 3)}</a> {text(chance, 9)}</p>\n')
        length += len(parts[-1])
    return "".join(parts)


def false_beginning(chance: random.Random) -> str:
    """What looks like the beginning of a record, in front of or behind the records."""
    return f"<tr><td>{text(chance, 2)} <b>{text(chance, 2)}</b></td></tr>\n"


def advert(chance: random.Random) -> str:
    """What looks like a first value, between records."""
    return f"<p>{text(chance, 2)} <b>{text(chance, 2)}</b></p>\n"


def page(
    chance: random.Random, size: int, *, framed: bool = False, adverts: bool = False, lacking: float = 0.0
) -> Draft:
    """A page of a quarter head, half records, a quarter tail."""
    false = false_beginning(chance) if framed else ""
    draft: Draft = [f"<html><body>\n{filler(chance, size // 4)}{false}<hr><table>\n"]
    for _ in range(size // 2 // 300):
        draft += [advert(chance)] * (adverts and chance.random() < 0.3)
        draft += record(chance, lacking=lacking)
    return [*draft, f"</table>\n{false}{filler(chance, size // 4)}</body></html>\n"]


def nested_page(chance: random.Random, size: int, *, framed: bool = False) -> Draft:
    """Records of five fields in a chain, with a list of values of the sixth below."""
    false = false_beginning(chance) if framed else ""
    draft: Draft = [f"<html><body>\n{filler(chance, size // 4)}{false}<hr><table>\n"]
    for _ in range(size // 2 // 400):
        draft += [f"<tr><td>{text(chance, 3)} <b>", (FIELDS[0], text(chance, 2)), "</b></td>\n"]
        for field in FIELDS[1:-1]:
            draft += [f'<td class="{field}">', (field, text(chance, 2)), "</td>\n"]
        for _ in range(chance.randrange(4)):
            draft += ["<li>", (f"{FIELDS[-1]}[]", text(chance, 2)), "</li>\n"]
    return [*draft, f"</table>\n{false}{filler(chance, size // 4)}</body></html>\n"]


def only(**options: Any) -> Callable[[random.Random, int], Draft]:
    """Flat pages with these options."""
    return lambda chance, size: page(chance, size, **options)


CLASSES: dict[str, tuple[Learner, Callable[[random.Random, int], Draft]]] = {
    "lr": (LR(), only()),
    "hlrt": (HLRT(), only(framed=True)),
    "oclr": (OCLR(), only(adverts=True)),
    "hoclrt": (HOCLRT(), only(framed=True, adverts=True)),
    "n-lr": (NLR(), nested_page),
    "n-hlrt": (NHLRT(), lambda chance, size: nested_page(chance, size, framed=True)),
    "m-lr": (MLR(), only(lacking=0.2)),
}

if __name__ == "__main__":
    sys.exit(main())
