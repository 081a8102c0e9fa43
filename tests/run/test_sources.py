"""Inputs: files, folders and globs."""

import os
from pathlib import Path

import pytest

from unweave.errors import BadInput
from unweave.run import find_pages
from unweave.run.sources import CONTAINER_ENDINGS


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a small site, as the working directory."""
    for name in ("b.html", "a.htm", "sub/c.XHTML", "sub/notes.txt", "sub/out.csv", ".hidden/d.html", "sub/.e.html"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text("<b>Emma</b>")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(*inputs: str) -> list[str]:
    """The pages as names."""
    return [str(path) for path in find_pages(inputs)]


@pytest.mark.usefixtures("site")
def test_a_folder_gives_its_pages_in_order() -> None:
    """Recursively and sorted, by their endings, without hidden files and folders; other files are not pages."""
    assert found(".") == ["a.htm", "b.html", "sub/c.XHTML", "sub/notes.txt"]


@pytest.mark.usefixtures("site")
def test_a_file_is_taken_whatever_its_ending() -> None:
    """Who names a file means it."""
    assert found("sub/out.csv", ".hidden/d.html") == ["sub/out.csv", ".hidden/d.html"]


@pytest.mark.usefixtures("site")
def test_globs() -> None:
    """A glob gives its files in order, and a folder that it names gives its pages."""
    assert found("*.h*", "s*") == ["a.htm", "b.html", "sub/c.XHTML", "sub/notes.txt"]
    assert found("**/*.csv") == ["sub/out.csv"]


def test_absolute_globs(site: Path) -> None:
    """A glob may begin at the root."""
    assert found(f"{site}/sub/c*") == [f"{site}/sub/c.XHTML"]


@pytest.mark.usefixtures("site")
def test_a_file_called_like_a_pattern() -> None:
    """A file whose name looks like a glob is that file."""
    Path("p[1].html").write_text("<b>Kim</b>")
    assert found("p[1].html") == ["p[1].html"]


@pytest.mark.usefixtures("site")
def test_every_page_once() -> None:
    """However often and by whatever name a page is given, it comes once, at its first place."""
    assert found("b.html", "./b.html", "sub/../b.html", ".") == ["b.html", "a.htm", "sub/c.XHTML", "sub/notes.txt"]


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ("nowhere.html", "nowhere.html: there is no such file or folder. It would help to check its name"),
        ("*.pdf", "*.pdf: no file or folder matches this pattern"),
        (".hidden/none", ".hidden/none: there is no such file or folder. It would help to check its name"),
        ("https://example.org/", "not from the network. It would help to save the page first"),
    ],
)
def test_what_leads_nowhere(given: str, reason: str) -> None:
    """An input that names no page is an error, not an empty run."""
    with pytest.raises(BadInput) as caught:
        found("b.html", given)
    assert reason in str(caught.value)


@pytest.mark.usefixtures("site")
def test_a_folder_without_pages() -> None:
    """A folder without pages is an error that names the endings of pages."""
    Path("empty").mkdir()
    with pytest.raises(
        BadInput, match=r"empty: there are no pages in this folder. It would help to save pages there \(\.html \.htm"
    ):
        found("empty")


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("ending", CONTAINER_ENDINGS)
def test_many_pages_in_one_file(ending: str) -> None:
    """Commands other than extract refuse files that hold many pages, and the error names what can be read."""
    Path(f"crawl{ending}").write_bytes(b"\0")
    with pytest.raises(
        BadInput,
        match=r"only `unweave extract` reads many pages in one file. It would help to unpack it: .*folders and globs",
    ):
        found(f"crawl{ending}")


@pytest.mark.usefixtures("site")
def test_pages_are_not_opened() -> None:
    """Finding does not read: a page that cannot be read is found."""
    Path("z.html").symlink_to("z.html")
    assert "z.html" in found(".")


@pytest.mark.parametrize("given", ["", Path()])
def test_an_empty_name_is_an_error(given: str | Path, site: Path) -> None:
    """An empty name would be the current folder; a variable of a shell that is not set gives it. A dot is meant."""
    if given == "":
        with pytest.raises(BadInput, match="its name is empty"):
            list(find_pages([given]))
    else:
        assert len(list(find_pages([given]))) == len(found(str(site)))


@pytest.mark.usefixtures("site")
@pytest.mark.parametrize("given", [".", "sub/*"])
def test_pipes_in_folders_are_skipped_with_a_word(given: str) -> None:
    """A pipe that is named by itself is read: shells make such."""
    os.mkfifo("sub/x.html")
    words: list[str] = []
    inputs = [given, "b.html"]
    assert "sub/x.html" not in [str(path) for path in find_pages(inputs, skip=lambda path, _: words.append(str(path)))]
    assert words == ["sub/x.html"]
    assert found("sub/x.html") == ["sub/x.html"]
    with pytest.warns(UserWarning, match=r"skipped sub/x\.html: a pipe or device"):
        list(find_pages(["sub"]))


@pytest.mark.parametrize("given", ["n" * 300, "n\0.html", "n" * 300 + "*"])
def test_names_that_no_file_can_have(given: str) -> None:
    """They are errors like any other name without a file."""
    with pytest.raises(BadInput):
        list(find_pages([given]))
