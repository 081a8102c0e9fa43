"""The pages of an SWDE site over and over in a compressed WARC, and a wrapper of each kind for them."""

import gzip
from itertools import cycle, islice
from pathlib import Path

import unweave
from adapters.learned_site import learn_site
from data import read_pages, sites
from unweave.errors import UnweaveError
from unweave.wrapper import Wrapper


def site_pages(site: str) -> list[bytes]:
    """The pages of a site."""
    return [page.data for page in read_pages(_path(site))]


def learned(site: str, kind: str) -> Wrapper | None:
    """A wrapper of a kind for as many fields of the site as it can learn; rules are those of ``learn`` by default."""
    wrapper, shown, *_ = learn_site(_path(site))
    if kind == "rules":
        return wrapper
    fields = sorted({name for _, values in shown for name, found in values.items() if len(found) == 1})
    while fields:
        examples = [
            unweave.Example.from_values(
                unweave.Page(text, name=f"{at}.html"),
                [{name: values[name][0] for name in fields if len(values.get(name, ())) == 1}],
                status="partial",
            )
            for at, (text, values) in enumerate(shown)
        ]
        try:
            return unweave.learn(examples, method=kind, budget=20.0)
        except UnweaveError as error:
            named = getattr(error, "field", None)
            fields.remove(named if named in fields else fields[-1])
    return None


def write_warc(name: str, data: list[bytes], count: int) -> int:
    """A compressed WARC with the pages over and over; its size."""
    members = [gzip.compress(_record(f"http://site.example/{at}", one)) for at, one in enumerate(data)]
    with Path(name).open("wb") as stream:
        stream.writelines(islice(cycle(members), count))
    return Path(name).stat().st_size


def _path(site: str) -> Path:
    [path] = [path for path in sites("swde") if path.stem == site]
    return path


def _record(url: str, body: bytes) -> bytes:
    """A response record of a WARC."""
    http = b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body
    header = f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nContent-Length: {len(http)}\r\n\r\n"
    return header.encode() + http + b"\r\n\r\n"
