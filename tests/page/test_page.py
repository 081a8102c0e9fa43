import copy
import pickle
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from unweave.errors import BadInput, UnweaveError
from unweave.page import LIMIT, Encoding, Page, Span


@given(st.text(st.characters(codec=None, categories=None) | st.sampled_from("\r\n\0\ud800")))
def test_sources_are_normalized_once(text: str) -> None:
    """Newlines are one character, NUL and lone surrogates are gone, and a page of that source is the same page."""
    source = Page(text).source
    assert not set(source) & set("\r\0\ud800\udfff")
    assert Page(source).source == source
    source.encode()


def test_a_page_and_its_parts() -> None:
    """Source, length, name, url; no encoding, since it never was bytes."""
    page = Page("<p>a\r\nb\rc", name="p.html", url="https://example.com/")
    assert (page.source, len(page), page.name, page.url, page.encoding) == (
        "<p>a\nb\nc",
        8,
        "p.html",
        "https://example.com/",
        None,
    )
    assert (page[Span(3, 6)], page[(3, 4)]) == ("a\nb", "a")
    assert repr(page) == "Page('p.html', 8 characters)"


def test_lone_surrogates_and_nul() -> None:
    """What is no character becomes U+FFFD, one for one, so that positions hold."""
    assert Page("a\ud800b\0c\udfff").source == "a\ufffdb\ufffdc\ufffd"


def test_equality() -> None:
    """Pages are equal when source, name and url are, and can be looked up."""
    page = Page("x", name="a")
    assert page == Page("x", name="a")
    assert page not in {Page("x"), Page("x", name="b"), Page("x", name="a", url="u"), "x"}
    assert {page: 1}[Page("x", name="a")] == 1


def test_pages_are_pickled_and_copied() -> None:
    """A page can be pickled and copied after its tree was built; what is computed stays behind."""
    page = Page.from_bytes(b"<p>caf\xe9", charset="latin-1", name="p", url="u", html=True)
    _ = page.tree.node_spans, page.tokens, page.text(Span(0, 3))
    for other in (pickle.loads(pickle.dumps(page)), copy.copy(page), copy.deepcopy(page)):  # noqa: S301 - our own
        assert (other, other.encoding, other.is_html) == (page, page.encoding, page.is_html)
        assert other.tree.root.text == "caf\u00e9"


@pytest.mark.parametrize(
    ("source", "name", "is_html"),
    [
        ("<p>x", "", True),
        ("<P CLASS=x>y", "", True),
        ("<!DOCTYPE html>", "", True),
        ("<!-- x -->", "", True),
        ("<item>x</item>", "", True),
        ("x", "a.HTM", True),
        ("x", "a.html", True),
        ("a,b\n1,2", "", False),
        ("if a < b and c > d", "", False),
        ("mail from <ann@example.com>", "", False),
        (r"\section{Tea} $a<b$", "", False),
        ("<p>x</p>", "notes.txt", False),
        ("2024-01-01 <error> 5", "server.log", False),
        ("<b>", "data.csv", False),
        ("<p>x</p>", "page", True),
        ("", "", False),
    ],
)
def test_what_is_html(source: str, name: str, *, is_html: bool) -> None:
    """The name's ending decides, else whether there is markup."""
    assert Page(source, name=name).is_html == is_html


def test_the_caller_knows_better() -> None:
    """Given html, neither name nor markup is asked."""
    assert [Page("<p>", name="a.html", html=False).is_html, Page("x", name="a.txt", html=True).is_html] == [False, True]


def test_plain_text_builds_no_tree() -> None:
    """A log has words and lines; the parser is not even loaded."""
    program = (
        "import sys; from unweave.page import Page, Span; page = Page('12:01 <error> disk\\nfull', name='a.log');"
        "print(len(page.tokens), page.text(Span(0, 23)), page.where(19), 'turbohtml' in sys.modules, sep='|')"
    )
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "7|12:01 <error> disk full|line 2, column 1|False"


def test_where() -> None:
    """Lines and columns are counted from one; the end of the page has a place too."""
    page = Page("ab\n\ncd")
    assert [page.where(position) for position in (0, 1, 2, 3, 4, 6)] == [
        "line 1, column 1",
        "line 1, column 2",
        "line 1, column 3",
        "line 2, column 1",
        "line 3, column 1",
        "line 3, column 3",
    ]


def test_bytes_are_not_text() -> None:
    """The error for bytes in place of text names what to use instead."""
    with pytest.raises(BadInput, match=r"bytes need Page\.from_bytes"):
        Page(b"<p>")  # type: ignore[arg-type]  # that is the point


def test_read(tmp_path: Path) -> None:
    """A file's name is the path as it was given; its bytes are decoded, and the page remembers how."""
    path = tmp_path / "caf\u00e9.html"
    path.write_bytes(b"<p>caf\xe9\r\n")
    page = Page.read(path, url="u")
    assert (page.source, page.name, page.url) == ("<p>caf\u00e9\n", str(path), "u")
    assert page.encoding == Encoding("windows-1252", "not valid UTF-8")
    assert Page.read(str(path), charset="cp1251").source == "<p>caf\u0439\n"


def refusal(path: Path, *, limit: int = LIMIT) -> str:
    """Why a file is refused."""
    with pytest.raises(UnweaveError) as caught:
        Page.read(path, limit=limit)
    assert isinstance(caught.value, BadInput)
    return str(caught.value).replace(str(path), "FILE")


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "FILE: the file is empty. It would help to save the page again"),
        (b"\x89PNG\r\n\x1a\n" + b"x" * 100, "FILE: a picture, not a page. It would help to save the page as HTML"),
        (b"\xff\xd8\xff\xe0" + b"x" * 100, "FILE: a picture, not a page. It would help to save the page as HTML"),
        (b"%PDF-1.7 text", "FILE: a PDF document, not a page. It would help to save the page as HTML"),
        (b"PK\3\4" + b"x" * 100, "FILE: an archive, not a page. It would help to save the page as HTML"),
        (bytes(range(256)) * 10, "FILE: a binary file, not a page. It would help to save the page as HTML"),
        (b"\0" * 1000, "FILE: a binary file, not a page. It would help to save the page as HTML"),
    ],
)
def test_refused_files(tmp_path: Path, data: bytes, reason: str) -> None:
    """Empty and binary files are no pages."""
    path = tmp_path / "page.html"
    path.write_bytes(data)
    assert refusal(path) == reason


def test_refused_paths(tmp_path: Path) -> None:
    """Neither are folders, missing files, and names that no file can have."""
    assert refusal(tmp_path) == "FILE: a folder, not a page. It would help to name a file in it"
    assert refusal(tmp_path / "none.html") == "FILE: no such file. It would help to check its name and folder"
    assert refusal(tmp_path / "a\0b").startswith("FILE: cannot be read")
    assert refusal(tmp_path / ("a" * 1000)).startswith("FILE: cannot be read")


def test_a_page_of_100_megabytes(tmp_path: Path) -> None:
    """A file over the limit is refused by its size, unread; the limit can be changed."""
    path = tmp_path / "large.html"
    with path.open("wb") as file:
        file.truncate(100_000_000)
    assert refusal(path) == (
        "FILE: 100,000,000 bytes, more than the limit of 33,554,432. It would help to give a larger limit"
    )
    path.write_bytes(b"<p>x")
    assert refusal(path, limit=3) == "FILE: 4 bytes, more than the limit of 3. It would help to give a larger limit"
    assert Page.read(path, limit=4).source == "<p>x"


def test_too_many_bytes() -> None:
    """Bytes that come from elsewhere have the same limit."""
    with pytest.raises(BadInput, match=r"p\.html: 33,554,433 bytes, more than the limit of 33,554,432"):
        Page.from_bytes(bytes(LIMIT + 1), name="p.html")


def test_an_endless_file_is_cut_off() -> None:
    """Where the size is not known beforehand, no more than the limit is read."""
    if not Path("/dev/zero").exists():
        pytest.skip("no endless file here")
    assert refusal(Path("/dev/zero"), limit=1000).endswith(
        "more than the limit of 1,000. It would help to give a larger limit"
    )


@pytest.mark.parametrize("codec", ["utf-16", "utf-32", "utf-16-le", "utf-16-be"])
def test_wide_files_are_text(tmp_path: Path, codec: str) -> None:
    """Every second byte of a page in UTF-16 is NUL, which makes it no binary file."""
    path = tmp_path / "wide.html"
    path.write_bytes("<p>x and more text</p>".encode(codec))
    assert Page.read(path).source == "<p>x and more text</p>"


def test_a_nul_here_and_there_is_no_binary_file(tmp_path: Path) -> None:
    """Old generators leave NULs in pages; such a page is read, and its tree holds together."""
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>one\0two</p><p>three words and more, so that it is mostly text</p>")
    page = Page.read(path)
    assert [node.data for node in page.tree.texts()][0] == "one\ufffdtwo"  # noqa: RUF015 - reads better


def test_a_folder_without_rights(tmp_path: Path) -> None:
    """What cannot be opened is refused with the reason of the system."""
    path = tmp_path / "page.html"
    path.write_bytes(b"<p>x")
    path.chmod(0)
    try:
        path.read_bytes()
    except PermissionError:
        assert refusal(path).startswith("FILE: cannot be read")
