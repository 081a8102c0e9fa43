"""Page types: the pages of ten SWDE sites in one folder, without addresses, grouped by ``sites.page_groups``.

    python benchmarks/page_types.py [--quick] [--detail]

Printed for each draw of ten sites:

* purity: the share of the pages that are of the most frequent site of their group; 0.98 is wanted. SWDE has two sites
  under two names each (``book-buy`` and ``camera-buy`` are pages of one shop), and these count as one site;
* together: the share of the pages of a site that are in its largest group, as a mean over the sites. Groups of one page
  each would be pure, so this is shown beside it;
* groups: how many there are, and how many have more than one page.

The sites are drawn by a hash of their names: the first ten chose the numbers of ``tuning.py``, the others report.
Growth: seconds for four times the pages, relative to the seconds for the pages (4 is linear). ``--quick``: 20 pages of
a site. ``--detail``: other values of the numbers, on the sites that choose.
"""

import hashlib
import json
import time
from collections import Counter
from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from data import command_line, read_pages, required_data, sites
from tuned import tuned
from unweave import Page
from unweave.sites.page_groups import page_groups

DRAW = 10


def drawn_sites() -> list[list[Path]]:
    """The sites in draws of ten, by a hash of their names."""
    found = sorted(sites("swde"), key=lambda path: hashlib.sha256(f"types {path.stem}".encode()).digest())
    return [found[at : at + DRAW] for at in range(0, len(found), DRAW)]


def pages_of(site: Path, most: int | None) -> list[tuple[str, Page]]:
    """The pages of a site, with its name; without their addresses."""
    name = site.stem.partition("-")[2]
    return [(name, Page.from_bytes(raw.data, html=True)) for raw in islice(read_pages(site), most)]


def scores(named: Sequence[tuple[str, Page]]) -> dict[str, float]:
    """The scores of one draw."""
    groups = page_groups([page for _, page in named])
    counts = [Counter(named[number][0] for number in group.numbers) for group in groups]
    totals = Counter(name for name, _ in named)
    largest = {name: max(count[name] for count in counts) / total for name, total in totals.items()}
    return {
        "pages": len(named),
        "purity": sum(max(count.values()) for count in counts) / len(named),
        "together": sum(largest.values()) / len(largest),
        "groups": len(groups),
        "of several pages": sum(len(group.numbers) > 1 for group in groups),
    }


def growth(named: Sequence[tuple[str, Page]]) -> float:
    """How much longer four times the pages take."""
    pages = [page for _, page in named]
    quarter, whole = (_seconds(some) for some in (pages[::4], pages))
    return whole / quarter


def _seconds(pages: Sequence[Page]) -> float:
    times = []
    for _ in range(3):
        start = time.process_time()
        page_groups(pages)
        times.append(time.process_time() - start)
    return min(times)


def show(title: str, found: dict[str, float]) -> None:
    """A line of the table."""
    numbers = "  ".join(
        f"{name} {value:.3f}" if isinstance(value, float) else f"{name} {value}" for name, value in found.items()
    )
    print(f"{title:28} {numbers}")


def main() -> None:
    """Print the table and the figures."""
    parser = command_line(__doc__, quick="twenty pages of each site")
    parser.add_argument("--detail", action="store_true")
    options = parser.parse_args()
    required_data()
    most = 20 if options.quick else None
    figures: dict[str, float] = {}
    for at, draw in enumerate(drawn_sites()):
        named = [one for site in draw for one in pages_of(site, most)]
        found = scores(named)
        show(f"{'chose' if at == 0 else 'reports'}, draw {at + 1}", found)
        if at == 0 and options.detail:
            for value in (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6):
                with tuned({"GROUP_SAME_SHAPE": value}):
                    show(f"  GROUP_SAME_SHAPE {value}", scores(named))
        if at == 1:
            figures["growth"] = round(growth(named), 3)
            print(f"four times the pages take {figures['growth']} times as long")
        for name in ("purity", "together") if at else ():
            figures[name] = round(min(figures.get(name, 1.0), found[name]), 4)
    print(json.dumps({f"page_types_{name}": value for name, value in figures.items()}))


if __name__ == "__main__":
    main()
