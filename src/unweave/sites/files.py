"""Site program <-> JSON: one file with its format, the page types with their wrappers, and the origin.

    {"unweave": 1, "site": {"kind": "site", "types": [{"name": "list", "wrapper": {...}, "links": [...]}], ...}}

It is stored as wrappers are (``unweave.store``): checked whole when it is loaded, and the same program gives the same
bytes.
"""

from pathlib import Path

import msgspec

from unweave.errors import BadInput
from unweave.files import replacing
from unweave.sites.program import SiteProgram
from unweave.store import FORMAT, decoded, read_stored, restored, stored_bytes

ADVICE = "It would help to give a site program, as `unweave learn-site` writes it"


def dump_site(site: SiteProgram, path: str | Path) -> None:
    """Write a site program to a file, completely or not at all.

    >>> import tempfile
    >>> from unweave.choose import learn
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.sites.program import PageType
    >>> wrapper = learn([Example.from_values(Page("<b>Emma</b><b>Kim</b>"), [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> file = Path(tempfile.mkdtemp()) / "books.site.json"
    >>> dump_site(site, file)
    >>> load_site(file) == site
    True
    """
    with replacing(path) as draft:
        draft.write_bytes(stored_bytes({"unweave": FORMAT, "site": site}))


def load_site(path: str | Path) -> SiteProgram:
    """Read a site program from a file; an error names the file and what is wrong with it.

    >>> load_site("nowhere.site.json")
    Traceback (most recent call last):
    unweave.errors.BadInput: nowhere.site.json: cannot be read: No such file or directory. It would help to give a site
    program, as `unweave learn-site` writes it
    """
    source = str(path)
    document = decoded(read_stored(path, ADVICE), source=source, key="site", advice=ADVICE)
    try:
        site: SiteProgram = msgspec.convert(
            document, SiteProgram, dec_hook=lambda _type, part: restored(part, source=source)
        )
    except msgspec.ValidationError as error:
        raise BadInput(source=source, reason=_damaged(error)) from error
    except BadInput as error:
        if error.source == source:
            raise  # it is about a wrapper in the file
        raise BadInput(source=source, reason=_damaged(error)) from error
    return site


def _damaged(error: Exception) -> str:
    return f"this site program is damaged: {error}. It would help to learn it again"
