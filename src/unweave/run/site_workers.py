"""The pages of a saved site read by worker processes; the rows are joined by this process when all are read.

Legend
    facts       what a visit needs of a page (``unweave.sites.page_facts``), in a database on disk until the rows are
                joined
    set aside   a page at which a worker died twice, or that took too long: for the visit it is not there, and that is
                the reason

Workers are told the addresses and the places of pages, so the rows are those of a run in one process.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from unweave.page import LIMIT
from unweave.run.bulk import BulkOptions, RunProgress, engine_for
from unweave.run.collections import PageCollection, StoredPage
from unweave.run.routes import Route, RoutedWrappers
from unweave.run.shard_files import ShardJob, read_outcomes, shard_file
from unweave.run.shards import SavedShard
from unweave.sites import SiteProgram
from unweave.sites.page_facts import StoredFacts
from unweave.sites.page_sources import SavedPages, page_key

SHARD_PAGES = 64
"""How many pages of a site a worker reads at a time."""
FEW_SHARDS = 4
"""Up to so many shards, processes cost more than they save; the same as in a run of a wrapper."""


@dataclass(frozen=True, slots=True)
class SiteWorkers:
    """How the pages of a site are read: by so many processes, 0 for none, None to decide by the number of pages.

    >>> SiteWorkers(None).number(20), SiteWorkers(3).number(20)
    (0, 3)
    """

    workers: int | None = 0
    page_seconds: float = 60.0
    progress: Callable[[RunProgress], None] = lambda _: None

    def number(self, pages: int) -> int:
        """The number of workers for so many pages."""
        enough = (os.cpu_count() or 1) if pages > FEW_SHARDS * SHARD_PAGES else 0
        return enough if self.workers is None else self.workers


class FactsSource:
    """The facts of pages by their number and, where they can be had, by their addresses: a source for a visit."""

    def __init__(self, found: PageCollection) -> None:
        self._found = found
        self._database = sqlite3.connect("")  # a file of its own, without a name
        self._database.execute("pragma journal_mode = off")
        self._database.execute("create table pages (number integer primary key, facts)")
        self._failed: dict[int, str] = {}

    def add(self, number: int, facts: bytes) -> None:
        """The facts of a page, as JSON."""
        self._database.execute("insert into pages values (?, ?)", (number, facts))

    def set_aside(self, number: int, reason: str) -> None:
        """The page has no facts."""
        self._failed[number] = reason.removeprefix(f"{self._found.stored[number].url}: ")

    def complete(self) -> None:
        """All pages are read: from now on they are found by their addresses."""
        stored = self._found.stored
        read = [number for number in range(len(stored)) if number not in self._failed]
        failed = {stored[number].url: reason for number, reason in self._failed.items()}
        known, moved = {**self._found.failed, **failed}, self._found.moved
        self._addresses = SavedPages([stored[number] for number in read], failed=known, moved=moved)
        self._numbers = {page_key(stored[number]): number for number in read}

    def each(self) -> Iterator[StoredFacts]:
        """The facts of all pages that could be read, in the order of the collection."""
        return (self._facts(number) for number in range(len(self._found.stored)) if number not in self._failed)

    def readable(self) -> Iterator[StoredPage]:
        """The pages that workers could read."""
        return (one for number, one in enumerate(self._found.stored) if number not in self._failed)

    def get(self, address: str, *, depth: int) -> StoredFacts:  # noqa: ARG002  # the protocol's
        """The facts of the page, or it raises PageMissing."""
        return self._facts(self._numbers[self._addresses.key_of(address)])

    def close(self) -> None:
        """Forget all facts."""
        self._database.close()

    def _facts(self, number: int) -> StoredFacts:
        [(facts,)] = self._database.execute("select facts from pages where number = ?", (number,))
        return msgspec.json.decode(facts, type=StoredFacts)


@contextmanager
def read_facts(
    site: SiteProgram, found: PageCollection, how: SiteWorkers, *, limit: int = LIMIT
) -> Iterator[FactsSource]:
    """The facts of all pages of a collection, read by workers; pages that cannot be read alone by this process."""
    with closing(FactsSource(found)) as source:
        numbers = []
        for number, one in enumerate(found.stored):
            if one.held is None:
                numbers.append(number)
            else:
                source.add(number, msgspec.json.encode(StoredFacts.of(site, one.read())))
        shards = [numbers[at : at + SHARD_PAGES] for at in range(0, len(numbers), SHARD_PAGES)]
        _run(site, source, found, shards, how, limit)
        source.complete()
        yield source


def _run(
    site: SiteProgram, source: FactsSource, found: PageCollection, shards: list[list[int]], how: SiteWorkers, limit: int
) -> None:
    """Let workers read the pages of these numbers."""
    tasks = [
        SavedShard(tuple((one.url, one.file, one.position) for one in (found.stored[number] for number in numbers)))
        for numbers in shards
    ]
    options = BulkOptions(workers=how.number(len(found.stored)), page_seconds=how.page_seconds)
    with TemporaryDirectory() as folder:
        job = ShardJob(RoutedWrappers((Route("site", site=site),)), folder, limit)
        with engine_for(options, job, lambda _: None) as engine:
            pages = 0
            for done, number in enumerate(engine.completed(enumerate(tasks)), start=1):
                _store(source, shards[number], shard_file(folder, number, tasks[number]))
                pages += len(shards[number])
                how.progress(RunProgress(shards=done, of=len(tasks), pages=pages))


def _store(source: FactsSource, numbers: list[int], file: Path) -> None:
    """Take the outcomes of a shard; where its rest was not read, the last one says why."""
    reason, left = "", iter(numbers)
    for outcome, number in zip(read_outcomes(file), left, strict=False):
        if outcome.site_page is not None:
            source.add(number, bytes(outcome.site_page.facts))
        else:
            reason = outcome.reason or ""
            source.set_aside(number, reason)
    for number in left:
        source.set_aside(number, reason)
    file.unlink()
