"""Fields with several values on made pages: are all values found, however they are written?

    python benchmarks/several_values.py [--quick]

The pages are made by ``tests/choose/value_layouts.py``: nine places times some forty kinds of markup. ``learn`` sees
the directors of a page with one and a page with two, of a single page with two, or of a page with one and ten pages
without labels; a layout is right if all directors of seven further pages are found. ``discover`` sees twelve pages; a
layout is right if directors, actors and genres each are one column (of values in one text, the text). No number was
chosen on these pages. ``--quick``: every seventh layout.
"""

import argparse
import html
import json
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from choose.value_layouts import DIRECTORS, MARKUPS, PLACES, Film, Markup, film, is_possible, written
from unweave import Example, learn
from unweave.errors import UnweaveError
from unweave.templates import Discover
from unweave.templates.report import columns_of

SHOWN = {"one_and_two": (1, 2), "two": (2,), "one": (1,)}
WITHOUT_SEPARATOR = {"space", "nothing", "div", "dd"}


def main() -> None:
    """Print the layouts that fail, a table by place, and the figures."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="every seventh layout")
    options = parser.parse_args()
    layouts = [(place, markup) for place in PLACES for markup in MARKUPS if is_possible(place, markup)]
    scores: dict[str, dict[str, list[bool]]] = defaultdict(lambda: defaultdict(list))
    for place, markup in layouts[:: 7 if options.quick else 1]:
        outcome = {name: is_learned(place, markup, counts) for name, counts in SHOWN.items() if is_told(name, markup)}
        outcome["discover"] = is_discovered(place, markup)
        for name, right in outcome.items():
            scores[name][place].append(right)
        if failed := [name for name, right in outcome.items() if not right]:
            print(f"{place:10}{markup[0]:8}{markup[1]:14}not right: {', '.join(failed)}", flush=True)
    for place in PLACES:
        print(f"{place:10}", *(f"{name} {fmean(some[place]):.3f}" for name, some in scores.items() if some[place]))
    figures = {name: fmean(right for some in by_place.values() for right in some) for name, by_place in scores.items()}
    print(json.dumps({name: round(value, 4) for name, value in figures.items()}))


def is_told(name: str, markup: Markup) -> bool:
    """Whether the shown pages say that there are several values, and what is between them."""
    kind, between = markup
    return name != "one" or (kind != "plain" and between not in WITHOUT_SEPARATOR)


def is_learned(place: str, markup: Markup, counts: Sequence[int]) -> bool:
    """Whether all directors of further pages are found; where one is shown, with pages without labels."""
    shown = [film(place, markup, number, count) for number, count in enumerate(counts, 1)]
    others = [film(place, markup, number, count) for number, count in enumerate(DIRECTORS[:10], 40)]
    examples = [Example.from_values(one.page, [{"director": given(one)}]) for one in shown]
    examples += [Example(one.page) for one in others] if counts == (1,) else []
    try:
        wrapper = learn(examples)
        unseen = [film(place, markup, number, count) for number, count in enumerate(DIRECTORS[:7], 20)]
        return all(listed(wrapper.extract(one.page)[0]["director"]) == one.values["director"] for one in unseen)
    except UnweaveError:
        return False


def given(one: Film) -> str | list[str]:
    """The directors as a person shows them."""
    names = one.values["director"]
    return names if len(names) > 1 else names[0]


def listed(value: object) -> list[object]:
    """The values of a field."""
    return value if isinstance(value, list) else [value]


def is_discovered(place: str, markup: Markup) -> bool:
    """Whether each field is a column."""
    films = [film(place, markup, number, count) for number, count in enumerate(DIRECTORS, 20)]
    wrapper = Discover(attributes=()).largest([one.page for one in films])
    found = [columns_of(wrapper.extract(one.page)[0]) for one in films]
    names = dict.fromkeys(name for columns in found for name in columns)
    columns = [[[bare(value) for value in columns.get(name, [])] for columns in found] for name in names]
    return all([expected(one, field, markup) for one in films] in columns for field in films[0].values)


def expected(one: Film, field: str, markup: Markup) -> list[str]:
    """The values of a field, or the one text that they are in."""
    values = one.values[field]
    is_text = markup[0] == "plain" and markup[1] != "line"
    return [bare(html.unescape(written(markup, values)))] if is_text else [bare(value) for value in values]


def bare(text: str) -> str:
    """A text without white space, and without signs at its ends."""
    return "".join(text.split()).strip(",;/|")


if __name__ == "__main__":
    main()
