"""Sites: page types, links between them, records joined over links, and the links to the next page."""

from unweave.sites.assembly import KnownType, assembled_site
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
    "KnownType",
    "LinkField",
    "PageTest",
    "PageType",
    "Pager",
    "SavedPages",
    "SiteProgram",
    "VisitReport",
    "assembled_site",
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
