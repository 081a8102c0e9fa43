"""The law of ``locate`` on real pages; skipped where there are none."""

import pytest

from data import bench_root, read_pages, sites, skip_word
from unweave.page import Node, Page, Span
from unweave.page.html import HIDDEN
from unweave.records import occurrences
from unweave.records.normal_text import normal


def readable(node: Node) -> bool:
    return bool(normal(node.data)) and not any(above.tag in HIDDEN for above in node.ancestors())


@pytest.mark.parametrize("collection", ["swde", "wien", "exalg", "records"])
def test_finds_every_text_node_of_real_pages(collection: str) -> None:
    """On real pages, too, every visible text node is found by its own text, in its own place."""
    if bench_root() is None:
        pytest.skip(skip_word())
    for site in sites(collection)[:6]:
        raw = next(read_pages(site))
        page = Page.from_bytes(raw.data, name=f"{raw.site}/{raw.name}", html=True)
        places: dict[str, list[Span]] = {}
        for node in filter(readable, page.tree.texts()):
            found = places.setdefault(normal(node.data), occurrences(page, node.data))
            assert node.span is None or any(node.span.contains(place) for place in found), (page.name, node.data)
