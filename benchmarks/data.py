"""Where the benchmark pages are, and how to read them; the one place that knows.

The pages belong to their sites and are not part of the project: they are looked for in ``$UNWEAVE_BENCH``, else in
``../shared/bench`` beside the repository. A program that finds none says so in one line and ends well:

    options = command_line(__doc__, quick="every fourth site").parse_args()
    root = required_data()
"""

import gc
import json
import os
import sys
import zipfile
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from unweave.cli.commands import COLLECTED_AFTER

COLLECTIONS = ("swde", "recipes", "wien", "exalg", "records", "drift")


@dataclass(frozen=True, slots=True)
class RawPage:
    """A page as it lies in its zip: which collection and site, its name there, its bytes."""

    collection: str
    site: str
    name: str
    data: bytes


def bench_root() -> Path | None:
    """The folder of the benchmark data, or None where there is none."""
    named = os.environ.get("UNWEAVE_BENCH")
    root = Path(named) if named else Path(__file__).resolve().parents[2] / "shared" / "bench"
    return root if root.is_dir() else None


def skip_word() -> str:
    """What a program prints, alone, where the data is absent."""
    return "skipped: no benchmark data (set UNWEAVE_BENCH)"


def required_data() -> Path:
    """The folder of the benchmark data; its scorers can be imported from now on. Without it the program ends here."""
    root = bench_root()
    if root is None:
        print(skip_word())
        sys.exit(0)
    if str(root) not in sys.path:
        sys.path.insert(0, str(root))
    return root


def command_line(description: str | None, *, quick: str) -> ArgumentParser:
    """The options that every benchmark has: ``--help`` shows its docstring, ``--quick`` is what the gate runs.

    Unused objects are collected as seldom as in the commands.
    """
    gc.set_threshold(*COLLECTED_AFTER)
    text = (description or "").replace("%", "%%")
    parser = ArgumentParser(description=text, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help=quick)
    return parser


def sites(collection: str) -> list[Path]:
    """The zips of a collection, one per site, in order of their names."""
    root = bench_root()
    return sorted((root / collection).glob("*.zip")) if root else []


def read_pages(site: Path) -> Iterator[RawPage]:
    """The pages of a site, in the order of its zip."""
    with zipfile.ZipFile(site) as archive:
        for name in archive.namelist():
            if not name.endswith(("/", ".json")):
                yield RawPage(site.parent.name, site.stem, name, archive.read(name))


def read_json(site: Path, name: str) -> Any:
    """A JSON file of a site, its labels for instance."""
    with zipfile.ZipFile(site) as archive:
        return json.loads(archive.read(name))
