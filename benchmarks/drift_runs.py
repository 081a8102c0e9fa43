"""What does the verdict at the end of a run miss, which looks at some of the pages only?

    python benchmarks/drift_runs.py [--quick] [--every N]

30 pages of a site are looked at, no page twice; on the last K of them the site has changed. The pages and the changes
are those of ``drift.py``, SWDE sites that did not choose its weights, one site of N (4 by default); the changes are
those after which values are wrong or missing. For each K the share of the changes that the verdict notices, on all
pages together and (``halves``) where it is the worse one of all pages, of the first half and of the second; with K = 0,
the share of sites with a false alarm. The last line has the figures as JSON. ``--quick``: three sites.
"""

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import drift
import unweave
from data import command_line, required_data
from drift_sites import Site, every_site
from site_changes import CHANGES
from unweave.observations import Observation, observed
from unweave.verify.drift import judged
from unweave.verify.page_kinds import PageKind, page_kind
from unweave.wrapper import Wrapper

PAGES, QUICK_SITES, CHANGED = 30, 3, (0, 1, 2, 3, 8, 15, 30)
Seen = tuple[Observation, PageKind]


@dataclass(frozen=True, slots=True)
class Case:
    """What a wrapper finds on the pages of a site before and after a change."""

    wrapper: Wrapper
    before: Sequence[Seen]
    after: Sequence[Seen]

    def is_noticed(self, changed: int, *, halves: bool) -> bool:
        """Whether the verdict is not ok where the site has changed on the last pages."""
        pages = [*self.before[: len(self.before) - changed], *self.after[len(self.after) - changed :]]
        middle = len(pages) // 2
        return any(self._alarm(some) for some in ([pages, pages[:middle], pages[middle:]] if halves else [pages]))

    def _alarm(self, pages: Sequence[Seen]) -> bool:
        kinds = Counter(kind for _, kind in pages)
        return judged(self.wrapper, [found for found, _ in pages], kinds).status != "ok"


def main() -> None:
    """Print a line for each number of changed pages."""
    parser = command_line(__doc__, quick=f"{QUICK_SITES} sites")
    parser.add_argument("--every", type=int, default=4)
    options = parser.parse_args()
    required_data()
    drift.PAGES = PAGES  # so many pages of a site are changed
    some = [site for site in every_site(later=PAGES) if site.name.startswith("swde-")][1::2][:: options.every]
    by_site = [list(cases(site)) for site in some[: QUICK_SITES if options.quick else None]]
    every = [one for found in by_site for one in found]
    print(f"{len(by_site)} sites, {len(every)} changes; {'changed':>8}{'noticed':>9}{'halves':>8}")
    figures = {}
    for changed in CHANGED:
        tried = every if changed else [found[0] for found in by_site if found]
        noticed = [
            sum(one.is_noticed(changed, halves=halves) for one in tried) / max(1, len(tried))
            for halves in (False, True)
        ]
        print(f"{changed:>8} of {PAGES}{noticed[0]:>9.2f}{noticed[1]:>8.2f}", flush=True)
        figures[str(changed)] = [round(share, 3) for share in noticed]
    print(json.dumps({"changes": len(every), "noticed": figures}))


def cases(site: Site) -> Iterator[Case]:
    """The changes of a site after which values are wrong."""
    one = drift.tried(site, unweave.learn(list(site.examples)), good=True)
    before = [seen(one.wrapper, page.page) for page in one.later]
    for change in CHANGES.values():
        for target in drift.targets(one, 0):
            pages = drift.changed(one, change, target, 0)
            if pages:
                shares = drift.wrong_shares(one.wrapper, pages)
                if len(pages) == len(before) and any(shares.get(name, 0.0) > drift.WRONG for name in one.fields):
                    yield Case(one.wrapper, before, [seen(one.wrapper, page.page) for page in pages])
                break


def seen(wrapper: Wrapper, page: unweave.Page) -> Seen:
    """What is found on a page, as a run stores it."""
    found = observed(wrapper, page, wrapper.origin.site_profile)
    return found, page_kind(page, found, wrapper.origin)


if __name__ == "__main__":
    main()
