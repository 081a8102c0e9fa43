"""Sites: page types, links between them, records joined over links, and the links to the next page."""

from unweave.sites.files import dump_site, load_site
from unweave.sites.learning import learn_site
from unweave.sites.page_sources import SavedPages
from unweave.sites.pagers import Pager, learn_pager, next_pages
from unweave.sites.program import LinkField, PageTest, PageType, SiteProgram
from unweave.sites.visits import (
    Hole,
    JoinedRow,
    VisitReport,
    fill_holes,
    start_addresses,
    start_pages,
    visit,
)

__all__ = [
    "Hole",
    "JoinedRow",
    "LinkField",
    "PageTest",
    "PageType",
    "Pager",
    "SavedPages",
    "SiteProgram",
    "VisitReport",
    "dump_site",
    "fill_holes",
    "learn_pager",
    "learn_site",
    "load_site",
    "next_pages",
    "start_addresses",
    "start_pages",
    "visit",
]
