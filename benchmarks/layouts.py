"""Made list pages: how many records are found, by layout and by noise, with nothing shown and with two records shown.

    python benchmarks/layouts.py [--quick]

The pages are made by ``tests/regions/layouts.py``. With nothing shown (``list_records``), a record is right if a region
has its title and its author, and no other record's title. With the first two records shown (``learn``, all defaults),
it is right if all its fields are. The further layouts (``tests/regions/further_layouts.py``) are learned from the first
two records and from two of the middle. No number was chosen on any of them. ``--quick``: one page of each kind.
"""

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import fmean

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from data import command_line
from regions.further_layouts import AROUND, FURTHER, further_page
from regions.layouts import LAYOUTS, NOISE, MadePage, Row, fields, made_page
from unweave import Example, Page, learn
from unweave.errors import UnweaveError
from unweave.templates import list_spans


def main() -> None:
    """Print a table by layout, one by noise, and the figures."""
    options = command_line(__doc__, quick="one page of each kind").parse_args()
    scores: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for layout in LAYOUTS:
        for noise in NOISE:
            for seed in range(1 if options.quick else 3):
                for optional in (False, True) if not options.quick else (True,):
                    page = made_page(layout, noise, optional=optional, seed=seed)
                    found = {"found": found_f1(page), "learned": learned_f1(page, fields(page, layout))}
                    for way, score in found.items():
                        scores[way][layout].append(score)
                        scores[way][f"noise: {noise}"].append(score)
    print(f"{'':24}{'found':>8}{'learned':>9}")
    for name in [*LAYOUTS, *(f"noise: {noise}" for noise in NOISE)]:
        print(f"{name:24}{fmean(scores['found'][name]):8.3f}{fmean(scores['learned'][name]):9.3f}")
    means = {way: fmean(one for name in LAYOUTS for one in some[name]) for way, some in scores.items()}
    means |= further_figures(quick=options.quick)
    print(json.dumps({f"{way}_f1": round(value, 4) for way, value in means.items()}))


def further_figures(*, quick: bool) -> dict[str, float]:
    """The means of the further layouts, by which two records are shown."""
    scores: dict[str, list[float]] = defaultdict(list)
    print(f"\n{'further layouts':32}{'first':>8}{'middle':>8}")
    for layout in FURTHER:
        row = {}
        for name, shown in (("further_first", (0, 1)), ("further_middle", (3, 5))):
            pages = [further_page(layout, around) for around in (["menu"] if quick else AROUND)]
            row[name] = fmean(learned_f1(page, page.rows, shown) for page in pages)
            scores[name].append(row[name])
        print(f"{layout:32}{row['further_first']:8.3f}{row['further_middle']:8.3f}", flush=True)
    return {name: fmean(some) for name, some in scores.items()}


def found_f1(page: MadePage) -> float:
    """The F1 of the regions that are found with nothing shown."""
    source = Page(page.source)
    texts = [source.text(span) for span in list_spans(source)]
    titles = [str(row["title"]) for row in page.rows]
    right = 0
    for row in page.rows:
        own = [text for text in texts if str(row["title"]) in text and str(row["by"]) in text]
        right += any(sum(title in text for title in titles) == 1 for text in own)
    return 2 * right / (len(texts) + len(page.rows))


def learned_f1(page: MadePage, rows: Sequence[Row], shown: Sequence[int] = (0, 1)) -> float:
    """The F1 of the records that are extracted after two are shown."""
    source = Page(page.source)
    known = [{name: value for name, value in rows[at].items() if value} for at in shown]
    try:
        wrapper = learn([Example.from_values(source, known, status="partial")])
        found = [record.to_dict() for record in wrapper.extract(source)]
    except UnweaveError:
        return 0.0
    return 2 * (counted(found) & counted(rows)).total() / (len(found) + len(rows))


def counted(rows: Sequence[Mapping[str, object]] | Sequence[Row]) -> Counter[str]:
    """The rows, so that they can be compared."""
    return Counter(str(sorted((name, str(value)) for name, value in row.items() if value)) for row in rows)


if __name__ == "__main__":
    main()
