"""What does the verdict at the end of a run miss, which looks at some of the pages only?

    python benchmarks/drift_runs.py [--quick] [--every N] [--pages N]

A run of N pages (20,000 by default) on which a site changes: on all pages, from the middle on, in the last tenth, or on
one page of ten or of fifty. The pages and the changes are those of ``drift.py``, SWDE sites that did not choose its
weights, one site of N; the changes are those after which values are wrong or missing on the changed pages. For each
number of pages looked at, at equal distances (``now``: the first 20 and one of a thousand, as runs do), the
share of the changes that the verdict notices, and the share of unchanged runs with an alarm. The last line has the
figures as JSON. ``--quick``: three sites.
"""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import unweave
from data import command_line, required_data
from drift import WRONG, Tried, changed, targets, tried, wrong_shares
from drift_sites import every_site
from site_changes import CHANGES
from unweave.observations import Observation, observed
from unweave.run.outcomes import SightedPage
from unweave.verify.drift import judged
from unweave.verify.page_kinds import page_kind
from unweave.wrapper import Wrapper

PAGES, QUICK_SITES, LOOKS, PARTS = 20_000, 3, (40, 80, 200), (1, 2, 4)
Where = Callable[[int, int], bool]
SCENES: dict[str, Where] = {
    "unchanged": lambda _, __: False,
    "all": lambda _, __: True,
    "from the middle on": lambda at, count: at >= count / 2,
    "the last tenth": lambda at, count: at >= 0.9 * count,
    "one of ten": lambda at, _: random.Random(at).random() < 0.1,
    "one of fifty": lambda at, _: random.Random(at).random() < 0.02,
}


@dataclass(frozen=True, slots=True)
class Change:
    """What a wrapper finds on pages of a site before and after a change."""

    wrapper: Wrapper
    before: Sequence[SightedPage]
    after: Sequence[SightedPage]

    def is_noticed(self, pages: Sequence[int], where: Callable[[int], bool], parts: int) -> bool:
        """Whether the verdict on these pages of a run is not ok."""
        kept = [random.Random(-at).choice(self.after if where(at) else self.before) for at in pages]
        size = -(-len(kept) // parts)
        some = [kept, *(kept[at : at + size] for at in range(0, len(kept), size))] if parts > 1 else [kept]
        return any(
            judged(self.wrapper, [one.found for one in each], Counter(one.kind for one in each)).status != "ok"
            for each in some
        )


def main() -> None:
    """Print a line for each kind of run."""
    parser = command_line(__doc__, quick=f"{QUICK_SITES} sites")
    parser.add_argument("--every", type=int, default=4)
    parser.add_argument("--pages", type=int, default=PAGES)
    options = parser.parse_args()
    required_data()
    some = [site for site in every_site() if site.name.startswith("swde-")][1::2][:: options.every]
    found = [one for site in some[: QUICK_SITES if options.quick else None] for one in changes(tried_site(site))]
    print(f"{len(found)} changes; noticed, by the number of pages looked at of {options.pages:,}")
    rules = {"now": (looked_at(options.pages), 1)}
    for number in LOOKS:
        rules |= {f"{number}/{parts}": (spread(options.pages, number), parts) for parts in PARTS}
    print(f"{'':<22}" + "".join(f"{name:>8}" for name in rules))
    figures = {}
    for scene, where in SCENES.items():
        shares = {
            name: sum(one.is_noticed(pages, lambda at, where=where: where(at, options.pages), parts) for one in found)  # type: ignore[misc]  # a default is no argument
            / max(1, len(found))
            for name, (pages, parts) in rules.items()
        }
        print(f"{scene:<22}" + "".join(f"{share:>8.2f}" for share in shares.values()), flush=True)
        figures[scene] = {name: round(share, 3) for name, share in shares.items()}
    print(json.dumps({"changes": len(found), **figures}))


def looked_at(count: int) -> list[int]:
    """The pages of a run that are looked at."""
    return [at for at in range(count) if at < 20 or at % 1000 == 0]


def spread(count: int, number: int) -> list[int]:
    """So many pages at equal distances."""
    return [at * count // number for at in range(number)]


def tried_site(site: object) -> Tried:
    """The site with a wrapper and a profile of good pages."""
    return tried(site, unweave.learn(list(site.examples)), good=True)  # type: ignore[arg-type, attr-defined]  # a Site


def changes(one: Tried) -> Iterator[Change]:
    """The changes after which values are wrong."""
    before = [sighted(one.wrapper, page.page) for page in one.later]
    for change in CHANGES.values():
        for target in targets(one, 0):
            pages = changed(one, change, target, 0)
            if pages:
                shares = wrong_shares(one.wrapper, pages)
                if any(shares.get(name, 0.0) > WRONG for name in one.fields):
                    yield Change(one.wrapper, before, [sighted(one.wrapper, page.page) for page in pages])
                break


def sighted(wrapper: Wrapper, page: unweave.Page) -> SightedPage:
    """What is found on a page, as a run stores it."""
    found: Observation = observed(wrapper, page, wrapper.origin.site_profile)
    return SightedPage(found, page_kind(page, found, wrapper.origin))


if __name__ == "__main__":
    main()
