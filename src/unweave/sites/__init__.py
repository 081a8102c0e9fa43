"""Sites: page types, links between them, records joined over links, and the links to the next page.

``learn_site`` is in ``learning``: it needs all learners, which take as long to import as all the rest of a run.
"""

from unweave.sites.assembly import KnownType, assembled_site
from unweave.sites.files import dump_site, load_site
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
    "load_site",
    "next_pages",
    "start_addresses",
    "start_pages",
    "visit",
]
