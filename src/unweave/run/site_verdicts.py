"""Whether the pages of a site are still like those that its wrappers were learned from, by some pages of each type."""

from collections.abc import Iterable, Mapping
from itertools import islice

from unweave.run.collections import StoredPage
from unweave.run.outcomes import SightedPage, sighted_page
from unweave.run.run_summary import worst_verdict
from unweave.sites import SiteProgram
from unweave.tuning import DRIFT_RUN_MOST, DRIFT_RUN_PAGES
from unweave.verify.drift import Verdict


def site_verdicts(site: SiteProgram, pages: Iterable[StoredPage]) -> Mapping[str, Verdict]:
    """The verdict on the first pages of each type, by the name of the type.

    A type whose wrapper knows no good pages has none, and a page that cannot be read is no part of it.

    >>> from unweave.choose import learn
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.sites import PageType
    >>> page = Page("<b>Emma</b><b>Kim</b>")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> {name: verdict.status for name, verdict in site_verdicts(site, [StoredPage("a", held=page)]).items()}
    {'list': 'ok'}
    """
    found: dict[str, list[SightedPage]] = {
        kind.name: [] for kind in site.types if kind.wrapper.origin.site_profile.pages
    }
    for one in islice(pages, DRIFT_RUN_MOST):
        if all(len(some) >= DRIFT_RUN_PAGES for some in found.values()):
            break
        sighted = _sighted(site, one)
        if sighted is not None and len(found[sighted.type]) < DRIFT_RUN_PAGES:
            found[sighted.type].append(sighted)
    return {name: worst_verdict(site[name].wrapper, some) for name, some in found.items() if some}


def _sighted(site: SiteProgram, stored: StoredPage) -> SightedPage | None:
    """What a check needs of a page; None if it is of no type that knows good pages."""
    try:
        page = stored.read()
        kind = site.type_of(page)
        return sighted_page(kind.wrapper, page, kind=kind.name) if kind is not None else None
    except Exception:  # noqa: BLE001  # the rows are written by now; one page must not end the run
        return None
