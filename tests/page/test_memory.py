"""What a page keeps in memory, as a multiple of its size, where it consists of tiny texts.

The parser's own nodes are 46 times the size of such a page; the rest is ours.
"""

import gc
import tracemalloc
from collections.abc import Callable

import pytest

from unweave.choose import learn
from unweave.page import Page
from unweave.records import Example

SOURCE = "<h1>Emma</h1><p>Brand: <em>Acme</em></p>" + "<b>x</b>y" * 4000


def spans(page: Page) -> None:
    """The tree and the spans of all nodes."""
    assert all(node.span for node in page.tree.nodes[4:])


def learned(page: Page) -> None:
    """Whatever learning keeps on the page."""
    values = {"title": "Emma", "brand": "Acme"}
    wrapper = learn([Example.from_values(page, [values])])
    assert wrapper.extract(page)[0].to_dict() == values


@pytest.mark.parametrize(("act", "most"), [(spans, 240), (learned, 390)])
def test_a_page_of_tiny_texts(act: Callable[[Page], None], most: int) -> None:
    """Spans and positions are numbers in arrays, not objects."""
    act(Page(SOURCE, html=True))  # imports, and what is kept for all pages
    gc.collect()
    tracemalloc.start()
    page = Page(SOURCE, html=True)
    act(page)
    gc.collect()
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert kept < most * len(SOURCE), f"{kept / len(SOURCE):.0f} times"


def test_extraction_from_a_list() -> None:
    """Beyond the parser's nodes, extraction keeps a few numbers for each node and the addresses that rules ask for."""
    item = "<li class=item><a href=/book/{0}>Title {0}</a> <i>by somebody</i> <span>${0}.50</span></li>\n"
    source = "<ul>" + "".join(map(item.format, range(800))) + "</ul>"
    shown = [{"title": f"Title {at}", "price": f"${at}.50"} for at in range(2)]
    wrapper = learn([Example.from_values(Page(source, html=True), shown, status="partial")])
    assert len(wrapper.extract(Page(source, html=True))) == 800
    page = Page(source, html=True)
    _ = page.document
    gc.collect()
    tracemalloc.start()
    wrapper.extract(page)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 45 * len(source), f"{most / len(source):.0f} times"
