"""Sites: what leads from one page to others, beginning with the links to the next page."""

from unweave.sites.pagers import Pager, learn_pager, next_pages

__all__ = ["Pager", "learn_pager", "next_pages"]
