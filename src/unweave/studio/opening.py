"""The inputs of the command: pages, folders, examples files and URLs are opened before the browser is."""

from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path

from unweave.errors import UnweaveError
from unweave.records import read_examples
from unweave.run.sources import find_pages
from unweave.studio.said import labels_of_example
from unweave.studio.studio import Studio

MOST_OPENED = 20
"""Of a folder so many pages are opened; the others can be opened, verified and run in the studio."""


def open_inputs(studio: Studio, inputs: Sequence[str]) -> Iterator[str]:
    """Open all inputs; what cannot be opened is yielded as a sentence."""
    for given in inputs:
        try:
            _open(studio, given)
        except UnweaveError as problem:
            yield f"{given}: {problem}"


def _open(studio: Studio, given: str) -> None:
    if given.startswith(("http://", "https://")):
        studio.add_pages({"url": given})
    elif given.lower().endswith(".json"):
        _open_examples(studio, given)
    else:
        folder = Path(given) if Path(given).is_dir() else None
        for path in _from_each_folder(list(find_pages([given])))[:MOST_OPENED]:
            studio.open_file(path, folder)


def _from_each_folder(paths: Sequence[Path]) -> list[Path]:
    """The files with one of each folder in turn: pages of different types are often in different folders.

    >>> [str(path) for path in _from_each_folder([Path("a/1"), Path("a/2"), Path("b/1")])]
    ['a/1', 'b/1', 'a/2']
    """
    numbers: Counter[Path] = Counter()
    turns = []
    for path in paths:
        numbers[path.parent] += 1
        turns.append(numbers[path.parent])
    return [path for _, path in sorted(zip(turns, paths, strict=True), key=lambda pair: pair[0])]


def _open_examples(studio: Studio, given: str) -> None:
    """The pages of an examples file with what it says of them; what was said before is not said again."""
    for example in read_examples(given):
        page = studio.open_file(Path(example.page.name))
        if not studio.project.labels(page.id):
            for event in labels_of_example(studio.project, page, example):
                studio.project.append(event)
