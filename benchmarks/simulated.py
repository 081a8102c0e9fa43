"""Recognizers simulated from gold labels, with errors of a declared kind and rate; and the sites they are tried on.

Two ways to invent an instance. The thesis's (section 7.3): anywhere on the page, 5 to 15 characters. The other: one
to four words of the page's text, from the begin of one to the end of another, that overlap no value of the field
(those of other fields they may hit).
"""

import json
import random
import zipfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from unweave.demo import country_pages, shelf_pages
from unweave.errors import UnweaveError
from unweave.labels import Recognizer
from unweave.page import Page, Span
from unweave.records import Example, Record
from unweave.wrapper import Wrapper

Invent = Callable[[Page, set[Span], random.Random], Span | None]
WORDS = 4


@dataclass(frozen=True)
class Site:
    """A site: its name, its fields in the order of the page, and its completely labelled pages."""

    name: str
    fields: tuple[str, ...]
    examples: tuple[Example, ...]


def flat_site(path: Path) -> Site | None:
    """A WIEN site with flat records; None for a nested one."""
    with zipfile.ZipFile(path) as archive:
        labels = json.loads(archive.read("labels.json"))
        sources = {name: archive.read(f"pages/{name}").decode() for name in labels["pages"]}
    if labels["nested"]:
        return None
    fields = tuple(f"field{at}" for at in range(labels["attributes"]))
    return Site(
        path.stem,
        fields,
        tuple(
            Example.from_spans(
                Page(sources[name], name=name, html=True), [dict(zip(fields, row, strict=True)) for row in rows]
            )
            for name, rows in sorted(labels["pages"].items())
        ),
    )


def generated_sites() -> list[Site]:
    """More than a hundred pages each, from the bundled templates: a distracted country list and bookshop shelves."""
    countries = [example for seed in range(10) for example in country_pages(distracted=True, seed=seed)]
    shelves = [example for seed in range(10) for example in shelf_pages(seed=seed)]
    return [
        _numbered("countries", ("country", "code"), countries),
        _numbered("books", ("title", "author", "price"), shelves),
    ]


def _numbered(name: str, fields: tuple[str, ...], examples: Sequence[Example]) -> Site:
    """The pages with names of their own, and only the given fields."""
    found = []
    for number, example in enumerate(examples):
        page = Page(example.page.source, name=f"{name}-{number}", html=True)
        records = [Record(page, {field: record.cell(field) for field in fields}) for record in example.records]
        found.append(Example(page, tuple(records), status="complete"))
    return Site(name, fields, tuple(found))


def anywhere(page: Page, values: set[Span], chance: random.Random) -> Span | None:
    """A false instance as the thesis makes them."""
    start, length = chance.randrange(max(1, len(page) - 15)), chance.randint(5, 15)
    made = Span(start, min(len(page), start + length))
    return None if made in values else made


def among_words(page: Page, values: set[Span], chance: random.Random) -> Span | None:
    """A false instance that begins and ends at word boundaries of the page's text."""
    words = _words(page)
    first = last = chance.randrange(len(words))
    for _ in range(chance.randrange(WORDS)):
        if last + 1 < len(words) and words[last + 1].start == words[last].end + 1:
            last += 1
    made = Span(words[first].start, words[last].end)
    return None if any(made.overlaps(value) for value in values) else made


@lru_cache(maxsize=256)
def _words(page: Page) -> tuple[Span, ...]:
    return tuple(token.span for token in page.tokens if token.kind == "word")


def simulated(
    site: Site, shown: Sequence[Example], kinds: dict[str, str], rate: float, invent: Invent, chance: random.Random
) -> tuple[Recognizer, ...]:
    """A recognizer per field that errs on the shown pages as its kind and the rate say."""
    said = {
        (example.page.name, field): _reported(example, field, kinds[field], rate, invent, chance)
        for example in shown
        for field in site.fields
    }
    return tuple(
        Recognizer(field, lambda page, field=field: said[page.name, field], kinds[field])  # type: ignore[misc, arg-type]  # a default is no argument; it is a kind
        for field in site.fields
    )


def _reported(
    example: Example, field: str, kind: str, rate: float, invent: Invent, chance: random.Random
) -> list[Span]:
    values = sorted({span for record in example.records for span in record.spans(field)})
    kept = values
    if kind in {"incomplete", "unreliable"}:
        kept = sorted(chance.sample(values, len(values) - round(rate * len(values))))
    wrong: set[Span] = set()
    wanted = round(rate / (1 - rate) * len(kept)) if kind in {"unsound", "unreliable"} else 0
    for _ in range(50 * wanted):
        made = invent(example.page, set(values), chance) if len(wrong) < wanted else None
        wrong |= {made} if made else set()
    return sorted({*kept, *wrong})


def exact(wrapper: Wrapper | None, unseen: Sequence[Example]) -> bool:
    """Whether the wrapper gives exactly the records of every unseen page."""
    try:
        return wrapper is not None and all(wrapper.extract(example.page) == list(example.records) for example in unseen)
    except UnweaveError:
        return False
