"""Requests about the site of a project; what takes long is computed once for each version, without the lock."""

from unweave.studio.joined_table import checked_program, joined_file, joined_window, site_file
from unweave.studio.studio import Answer, Studio


def joined_table(studio: Studio, offset: int, limit: int) -> Answer:
    """A part of the joined table; another version is begun where something was said meanwhile."""
    while True:
        site = studio.site()
        checked_program(site)
        _ = site.visited
        with studio.project.learned():
            if site.seq == studio.project.seq:
                return joined_window(studio.project, site, offset=offset, limit=limit)


def export_site(studio: Studio, what: str, form: str) -> Answer:
    """The site program, or the joined table, as a file."""
    site = studio.site()
    with studio.project.lock:
        return site_file(studio.project, site) if what == "site" else joined_file(studio.project, site, form)
