"""Sites that are large, odd or hostile: many links, loops, corrected pagination, collections of all kinds."""

import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from w3lib.url import canonicalize_url

from sites.server import html, serving
from sites.shop import Shop
from sites.test_crawl import fetcher, learned
from unweave import Page, errors, learn_site
from unweave.run.collections import read_collection
from unweave.run.crawl import crawl
from unweave.run.site_job import extract_site
from unweave.run.warc import StoredResponse, WarcWriter, read_warc
from unweave.sites import SavedPages, VisitReport, start_pages, visit

SHOP = Shop()
PAGES = [Page(source, url=url, name=url) for url, source in SHOP.pages.items()]


def test_ten_thousand_links_on_a_page(tmp_path: Path) -> None:
    """The limit of pages is kept, and no row is lost for it: each has its hole."""
    row = '<li class="item"><a class="pic" href="/item/{0}"><img></a><h2><a href="/item/{0}">Thing {0}</a></h2>'
    rows = "".join(row.format(n) + f'<p class="cost">only <b>£{n}.00</b></p></li>' for n in range(500))
    others = "".join(f'<a href="/other/{n}">Other {n}</a> ' for n in range(9_500))
    lists = SHOP.pages[f"{SHOP.host}/c/lamps?page=2"]
    start, end = lists.index('<ul class="items">') + len('<ul class="items">'), lists.index("</ul>")
    page = lists[:start] + rows + lists[end:].split('<p class="pager">')[0] + others
    with serving(lambda request: html(page) if request.path == "/c/all" else None) as server:
        done = crawl(learned(), [f"{server.host}/c/all"], tmp_path / "out.jsonl", fetcher=fetcher(pages=3, retries=0))
        assert len(server.pages) == 3
    found = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert [row["title"] for row in found] == [f"Thing {n}" for n in range(500)]
    assert done.rows.holes == 500
    assert found[1]["missing"].startswith("detail: HTTP 404 Not Found")
    assert found[-1]["missing"].startswith("detail: the limit of 3 pages is reached")


def test_loops_of_links() -> None:
    """Categories that lead to each other, to themselves and to details: each page is visited once."""
    pages = {page.url: page for page in PAGES}
    index = f"{SHOP.host}/"
    looped = pages[index].source.replace("</ul>", '<li class="tile"><a href="/c/kettles">Again</a></li></ul>')
    looped = looped.replace("</ul>", '<li class="tile"><a href="/">Home</a></li></ul>')
    pages[index] = Page(looped, url=index)
    report = VisitReport()
    rows = list(visit(learned(), SavedPages(pages.values()), [pages[index]], report))
    assert [row.values["title"] for row in rows] == [item["title"] for item in SHOP.database]
    assert report.visited["list"] == 5


def test_a_visit_cannot_begin_anywhere() -> None:
    """A detail page leads to no rows: it is named."""
    report = VisitReport()
    detail = next(page for page in PAGES if "/item/" in (page.url or ""))
    assert list(visit(learned(), SavedPages(PAGES), [detail], report)) == []
    assert [one.reason for one in report.missing] == ["a visit cannot begin here: it is a detail page"]


def test_pagination_is_corrected_by_an_example() -> None:
    """A pager that nobody understands: one shown next page is enough."""
    odd = [
        Page(page.source.replace(">Next<", ">onward<").replace('class="next"', 'class="x"'), url=page.url)
        for page in PAGES
    ]
    odd = [Page(_without_numbers(page.source), url=page.url) for page in odd]
    shown = [{name: value for name, value in item.items() if name != "link"} for item in SHOP.database[:2]]
    assert learn_site(odd, shown)["list"].next_pages == "none"
    first = f"{SHOP.host}/c/kettles"
    site = learn_site(odd, shown, next_page={first: f"{first}?page=2"})
    assert site["list"].next_pages == "labels"
    start = [page for page in odd if page.url == f"{SHOP.host}/"]
    rows = list(visit(site, SavedPages(odd), start))
    assert [row.values["title"] for row in rows] == [item["title"] for item in SHOP.database]


def _without_numbers(source: str) -> str:
    head, sign, tail = source.partition('<p class="pager">')
    pager, end, rest = tail.partition("</p>")
    onward = pager[pager.find('<a class="x"') :] if '<a class="x"' in pager else ""
    return head + sign + onward + end + rest


ADDRESS = st.builds(
    "{}://{}/{}?{}#{}".format,
    st.sampled_from(["http", "https"]),
    st.sampled_from(["a.org", "A.ORG"]),
    st.sampled_from(["", "a/b", "a b", "é", "%C3%A9", "a%2Fb"]),
    st.lists(st.sampled_from(["a=1", "b=2", "c=", "d", "é=ü", "e=%20x"]), max_size=3).map("&".join),
    st.sampled_from(["", "top"]),
)


@given(ADDRESS, ADDRESS)
def test_the_same_pages_as_w3lib_says(one: str, other: str) -> None:
    """What w3lib takes for one page is one page here."""
    from unweave.sites.address_shapes import canonical_address  # noqa: PLC0415  # only here

    if canonicalize_url(one) == canonicalize_url(other):
        assert canonical_address(one) == canonical_address(other)


@pytest.mark.parametrize(
    ("line", "said"),
    [("{", "this is no JSON"), ("5", "it has no url"), ('{"file": "1.html"}', "it has no url")],
)
def test_a_damaged_manifest(line: str, said: str, tmp_path: Path) -> None:
    """The error has the line."""
    (tmp_path / "manifest.jsonl").write_text('{"file": "1.html", "url": "http://a.org/"}\n' + line)
    (tmp_path / "1.html").write_text("<p>x")
    with pytest.raises(errors.BadInput, match=r"manifest\.jsonl, line 2: " + said):
        read_collection([tmp_path])


def test_addresses_of_saved_pages(tmp_path: Path) -> None:
    """From the manifest, from the page itself, or from the place of the file; a bad page is set aside."""
    (tmp_path / "sub").mkdir()
    (tmp_path / "1.html").write_text("<p>one")
    (tmp_path / "2.html").write_text('<link rel="canonical" href="http://a.org/two"><p>two')
    (tmp_path / "sub" / "3.html").write_text("<p>three")
    (tmp_path / "4.html").write_bytes(b"")
    (tmp_path / "manifest.jsonl").write_text('{"file": "1.html", "url": "http://a.org/one"}\n')
    found = read_collection([tmp_path])
    assert [page.url for page in found.pages] == ["http://a.org/one", "http://a.org/two", "file:///sub/3.html"]
    assert [Path(one.page).name for one in found.problems] == ["4.html"]


def test_a_manifest_cannot_name_files_elsewhere(tmp_path: Path) -> None:
    """Only pages of the folder are read, whatever the manifest says."""
    secret = tmp_path / "secret.html"
    secret.write_text("<p>secret")
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "1.html").write_text("<p>one")
    (folder / "manifest.jsonl").write_text('{"file": "../secret.html", "url": "http://a.org/"}\n')
    assert [page.source for page in read_collection([folder]).pages] == ["<p>one"]


RESPONSES: list[tuple[StoredResponse, Any]] = [
    (StoredResponse("http://a.org/1", 200, {"content-type": "text/html; charset=latin-1"}, b"<p>caf\xe9"), "<p>café"),
    (StoredResponse("http://a.org/2", 404, {}, b"gone"), "HTTP 404 Not Found"),
    (StoredResponse("http://a.org/3", 0, reason="it took\r\nWARC-Type: x"), "it took WARC-Type: x"),
    (StoredResponse("http://a.org/4", 200, {"content-type": "image/png"}, b"\x89PNG"), "it is no page, but image/png"),
    (StoredResponse("http://a.org/5", 200, {"content-type": "text/html"}, b"\x89PNG\r\n"), "a picture, not a page"),
]


@pytest.mark.parametrize(("response", "wanted"), RESPONSES)
def test_what_a_warc_file_gives_back(response: StoredResponse, wanted: str, tmp_path: Path) -> None:
    """A page, or why it is none; a reason cannot write headers."""
    with WarcWriter(tmp_path / "a.warc.gz") as writer:
        writer.add(response)
    (found,) = read_warc(tmp_path / "a.warc.gz")
    assert (found.url, found.status, found.body) == (response.url, response.status, response.body)
    try:
        assert found.page().source == wanted
    except errors.PageMissing as problem:
        assert problem.reason == wanted


def test_a_later_response_takes_the_place_of_an_earlier_one(tmp_path: Path) -> None:
    """A page that failed first and came later is there; its rows are whole."""
    path = tmp_path / "a.warc.gz"
    with WarcWriter(path) as writer:
        for page in PAGES:
            writer.add(StoredResponse(page.url or "", 503))
        for page in PAGES:
            writer.add(StoredResponse(page.url or "", 200, {"content-type": "text/html"}, page.source.encode()))
    assert extract_site(learned(), [path], tmp_path / "out.jsonl").holes == 0
    assert len(read_collection([path]).failed) == 0


@pytest.mark.parametrize("form", ["folder", "warc", "solid warc"])
def test_pages_are_read_when_they_are_needed(form: str, tmp_path: Path) -> None:
    """A run holds addresses and places, not pages, unless they cannot be read alone; the rows are the same."""
    if form == "folder":
        for number, page in enumerate(PAGES):
            (tmp_path / f"{number}.html").write_text(page.source, encoding="utf-8")
        lines = [json.dumps({"file": f"{number}.html", "url": page.url}) for number, page in enumerate(PAGES)]
        (tmp_path / "manifest.jsonl").write_text("\n".join(lines))
        path = tmp_path
    else:
        path = tmp_path / "a.warc.gz"
        with WarcWriter(path) as writer:
            for page in PAGES:
                writer.add(StoredResponse(page.url or "", 200, {"content-type": "text/html"}, page.source.encode()))
        if form == "solid warc":
            path.write_bytes(gzip.compress(gzip.decompress(path.read_bytes())))
    found = read_collection([path])
    assert {one.held is not None for one in found.stored} == {form == "solid warc"}
    assert {page.url: page.source for page in found.pages} == {page.url: page.source for page in PAGES}
    out = tmp_path / "out.jsonl"
    summary = extract_site(learned(), [path], out)
    known = list(visit(learned(), SavedPages(PAGES), start_pages(learned(), PAGES)))
    assert (summary.rows, summary.holes) == (len(known), 0)
    names = learned().schema.names
    rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [{name: row[name] for name in names} for row in rows] == [dict(row.values) for row in known]


def test_a_page_that_is_gone_by_now_is_missing(tmp_path: Path) -> None:
    """It was there when the collection was read."""
    (tmp_path / "1.html").write_text("<p>one")
    source = read_collection([tmp_path]).source()
    (tmp_path / "1.html").unlink()
    with pytest.raises(errors.PageMissing, match="it was there, and is gone"):
        source.get("file:///1.html", depth=0)


def test_start_pages_come_before_what_they_lead_to() -> None:
    """Whatever the order of the collection."""
    found = [page.url for page in start_pages(learned(), PAGES[::-1])]
    assert found.index(f"{SHOP.host}/") < min(at for at, url in enumerate(found) if "/c/" in (url or ""))
    first, second = (found.index(f"{SHOP.host}/c/kettles{query}") for query in ("", "?page=2"))
    assert first < second
