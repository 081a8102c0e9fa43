"""WARC files: every page once, whatever the parts; damaged records are named and cost only themselves."""

import gzip
import io
import random
import warnings
import zlib
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from oracles.warcs import compressed, record, warc_record
from unweave.errors import BadInput
from unweave.run.raw_pages import Moved, RawPage, Unread
from unweave.run.warc import read_positions, read_warc
from unweave.run.warc_parts import read_part
from unweave.run.warc_records import Window, is_solid, next_record

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # it warns of its own old names
    from fastwarc.warc import ArchiveIterator, WarcRecordType

LIMIT = 100_000
NESTED = compressed([record("http://inner.example/", b"<b>inner</b>")])
BODIES = [b"<b>%d</b>" % number + random.Random(number).randbytes(40 * number) for number in range(8)]


def window(data: bytes) -> Window:
    """All of the data."""
    return Window(io.BytesIO(data), 0, len(data))


def read(data: bytes, *, start: int = 0, stop: int | None = None) -> tuple[list[RawPage | Unread | Moved], int | None]:
    """The pages of a part, and where the next record begins."""
    found: list[RawPage | Unread | Moved] = []
    pages = read_part(
        window(data),
        name="a.warc",
        start=start,
        stop=len(data) if stop is None else stop,
        limit=LIMIT,
        solid=is_solid(window(data), limit=LIMIT),
    )
    while True:
        try:
            found.append(next(pages))
        except StopIteration as end:
            return found, end.value


def records() -> list[bytes]:
    """Records of every type, with bodies that hold what looks like records."""
    pages = [record(f"http://a.example/{number}", body) for number, body in enumerate(BODIES)]
    others = [
        warc_record("request", "http://a.example/0", b"GET / HTTP/1.1\r\n\r\n"),
        record("http://a.example/logo", b"\x89PNG", kind="image/png"),
        record("http://a.example/moved", b"<b>moved</b>", status=301),
        record("http://a.example/nested", b"<b>nested</b>\r\n\r\n" + record("http://false.example/", b"<b>no</b>")),
        record("http://a.example/packed", b"<b>packed</b>" + NESTED),
    ]
    return [warc_record("warcinfo", "", b"software: tests\r\n"), *pages, *others]


FORMS = {"plain": b"".join(records()), "gzip": compressed(records()), "solid": gzip.compress(b"".join(records()))}


def by_fastwarc(data: bytes) -> list[tuple[str, bytes]]:
    """The pages as another reader gives them."""
    responses = ArchiveIterator(io.BytesIO(data), record_types=WarcRecordType.response, parse_http=True)
    return [
        (one.headers["WARC-Target-URI"], one.reader.read())
        for one in responses
        if one.http_content_type == "text/html" and one.http_headers.status_code == 200
    ]


@pytest.mark.parametrize("form", FORMS)
def test_pages_are_those_that_fastwarc_reads(form: str) -> None:
    """All successful HTML responses, in order, with their bytes, url and charset."""
    found, following = read(FORMS[form])
    pages = [page for page in found if isinstance(page, RawPage)]
    assert [(page.url, page.data) for page in pages] == by_fastwarc(FORMS[form])
    assert {page.charset for page in pages} == {"utf-8"}
    assert (len(pages), len(found), following) == (10, 10, None)


@pytest.mark.parametrize("form", FORMS)
def test_responses_are_those_that_fastwarc_reads(form: str, tmp_path: Path) -> None:
    """All responses of all types, in order, with their status, fields and bytes."""
    path = tmp_path / "a.warc"
    path.write_bytes(FORMS[form])
    responses = ArchiveIterator(io.BytesIO(FORMS[form]), record_types=WarcRecordType.response, parse_http=True)
    assert [(one.url, one.status, one.headers, one.body) for one in read_warc(path)] == [
        (
            one.headers["WARC-Target-URI"],
            one.http_headers.status_code,
            {name.lower(): value for name, value in one.http_headers.asdict().items()},
            one.reader.read(),
        )
        for one in responses
    ]


@pytest.mark.parametrize("form", ["plain", "gzip"])
def test_responses_know_their_position(form: str, tmp_path: Path) -> None:
    """Read again from the position of any of them, the rest follows."""
    path = tmp_path / "a.warc"
    path.write_bytes(FORMS[form])
    whole = list(read_positions(path))
    assert [list(read_positions(path, start=position)) for position, _ in whole] == [
        whole[at:] for at in range(len(whole))
    ]


def test_a_response_larger_than_the_limit_has_the_reason(tmp_path: Path) -> None:
    """Its address is known, and why there is no page."""
    path = tmp_path / "a.warc.gz"
    for body, more in ((b"0" * 1_000_000, ""), (gzip.compress(b"0" * 1_000_000), "Content-Encoding: gzip\r\n")):
        path.write_bytes(compressed([record("http://a.example/", body, more=more)]))
        [found] = read_warc(path, limit=1000)
        assert (found.url, found.body) == ("http://a.example/", b"")
        assert found.failure.startswith("more than the limit of 1,000 bytes")


def test_a_file_that_is_no_warc_is_refused(tmp_path: Path) -> None:
    """It is not taken for an empty one."""
    path = tmp_path / "a.warc"
    path.write_bytes(b"<b>Emma</b>")
    with pytest.raises(BadInput, match="this is no WARC file"):
        list(read_warc(path))


@given(st.data())
def test_parts_give_what_the_whole_gives(data: st.DataObject) -> None:
    """Parts that begin where a record begins, as the part before tells, give every page once."""
    source = FORMS[data.draw(st.sampled_from(["plain", "gzip"]))]
    cuts = sorted(data.draw(st.sets(st.integers(1, len(source) - 1), max_size=6)))
    found: list[RawPage | Unread | Moved] = []
    following: int | None = 0
    for _, stop in pairwise([0, *cuts, len(source)]):
        if following is not None and following < stop:
            pages, following = read(source, start=following, stop=stop)
            found += pages
    assert found == read(source)[0]


def test_a_page_can_look_like_a_record() -> None:
    """So a place found in the middle is a guess: parts must be compared by where they meet."""
    source = FORMS["plain"]
    inside = source.index(b"http://false.example/") - 60
    assert next_record(window(source), inside) != next_record(window(source), inside + 60)
    _, following = read(source, start=0, stop=inside)
    assert following is not None
    assert following > inside


@pytest.mark.parametrize("form", ["plain", "gzip"])
def test_a_record_that_is_cut_off_is_set_aside(form: str) -> None:
    """The pages before it are read; it is named with its place."""
    last = len(records()[-1]) if form == "plain" else len(compressed(records()[-1:]))
    place = len(FORMS[form]) - last
    found, _ = read(FORMS[form][:-30])
    assert found[:-1] == read(FORMS[form])[0][:-1]
    assert isinstance(found[-1], Unread)
    assert found[-1].reason.startswith(f"a.warc at {place}: the ")
    assert "is cut off" in found[-1].reason


@pytest.mark.parametrize("at", [0, 12, 40])
def test_a_damaged_member_costs_only_itself(at: int) -> None:
    """Reading goes on with the next record."""
    members = [gzip.compress(one, mtime=0) for one in records()]
    damaged = bytearray(members[3])
    damaged[at : at + 10] = b"\0" * 10
    found, _ = read(b"".join([*members[:3], bytes(damaged), *members[4:]]))
    place = sum(map(len, members[:3]))
    whole = read(b"".join(members))[0]
    assert [one for one in found if isinstance(one, RawPage)] == [*whole[:2], *whole[3:]]
    assert [one.name for one in found if isinstance(one, Unread)] == [f"a.warc at {place}"]


def test_what_is_no_warc_is_one_problem() -> None:
    """It is not taken for an empty one."""
    for data in (b"hello world" * 100, gzip.compress(b"hello world" * 100)):
        found, _ = read(data)
        assert [(type(one), one.name) for one in found] == [(Unread, "a.warc at 0")]


@pytest.mark.parametrize(
    ("body", "more", "wanted"),
    [
        (gzip.compress(b"<b>Emma</b>", mtime=0), "Content-Encoding: gzip\r\n", b"<b>Emma</b>"),
        (zlib.compress(b"<b>Emma</b>"), "Content-Encoding: deflate\r\n", b"<b>Emma</b>"),
        (b"3\r\n<b>\r\n5;x=1\r\nKim</\r\n2\r\nb>\r\n0\r\n\r\n", "Transfer-Encoding: chunked\r\n", b"<b>Kim</b>"),
        (b"<b>Emma</b>", "Content-Encoding: gzip\r\n", b"<b>Emma</b>"),
        (b"<b>Emma</b>", "Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n", b"<b>Emma</b>"),
    ],
    ids=["gzip", "deflate", "chunked", "not gzip", "neither"],
)
def test_encodings_of_the_body(body: bytes, more: str, wanted: bytes) -> None:
    """They are undone where the body has them; many archives keep only their names."""
    [page], _ = read(compressed([record("http://a.example/", body, more=more)]))
    assert isinstance(page, RawPage)
    assert page.data == wanted


def test_bombs_are_not_unpacked() -> None:
    """Of a body no more is unpacked than the limit; of a record no more is kept. What follows is read."""
    bomb = gzip.compress(b"<b>" + b"0" * 10_000_000)
    records = [
        record("http://a.example/1", bomb, more="Content-Encoding: gzip\r\n"),
        record("http://a.example/2", b"<b>" + b"0" * 10_000_000),
        record("http://a.example/3", b"<b>Kim</b>"),
    ]
    found, _ = read(compressed(records))
    first, second, third = found
    assert isinstance(first, RawPage)
    assert len(first.data) == LIMIT + 1  # one byte more than a page may have, so that it is set aside
    assert isinstance(second, Unread)
    assert "more than the limit of 100,000 bytes" in second.reason
    assert isinstance(third, RawPage)
    plain, _ = read(b"".join(records))
    assert [one.name for one in plain] == [one.name for one in found]


@given(st.binary(max_size=200), st.integers(0, 300))
def test_any_bytes_can_be_read(junk: bytes, start: int) -> None:
    """Whatever is there, reading ends without an error."""
    for data in (junk, FORMS["gzip"][:400] + junk, compressed(records()[:2]) + junk):
        read(data, start=min(start, len(data)))
