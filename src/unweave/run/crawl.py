"""A crawl: a site program run on the network, with its WARC file, its diff and its files beside the output.

Legend
    OUT.warc.gz         everything that was fetched; ``extract SITE.json OUT.warc.gz`` gives the same rows offline
    OUT.last.warc.gz    what the previous run fetched, with ``since_last``
    OUT.diff.jsonl      the rows that are new, changed or vanished since the previous run
    key                 what tells whether two rows are the same record: the address that its link leads to, or else all
                        of its values

A crawl that was cut off has no output yet, and goes on with ``resume``; of one that has ended, ``resume`` tries again
what has failed.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

import msgspec

from unweave.errors import BadInput
from unweave.files import replacing
from unweave.run.browser import Chromium
from unweave.run.collections import StoredPage, read_collection
from unweave.run.fetch import Fetcher
from unweave.run.live import LiveSource, ResponseStore, start_pages_at
from unweave.run.site_job import SiteSummary, write_rows
from unweave.run.site_verdicts import site_verdicts
from unweave.sites import JoinedRow, SiteProgram, VisitReport, visit
from unweave.sites.address_shapes import address_parts

Change = Literal["new", "changed", "vanished"]


@dataclass(frozen=True, slots=True)
class CrawlSummary:
    """What a crawl did: its rows, the pages that were fetched, and what has changed since the previous run.

    >>> CrawlSummary(SiteSummary(rows=3), fetched=5).changes
    {}
    """

    rows: SiteSummary
    fetched: int = 0
    archive: str = ""
    diff: str | None = None
    changes: Mapping[Change, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CrawlFiles:
    """The files of a crawl, beside its output.

    >>> CrawlFiles(Path("books.csv")).archive.name
    'books.csv.warc.gz'
    """

    out: Path

    @property
    def archive(self) -> Path:
        """Everything that was fetched."""
        return self.out.with_name(f"{self.out.name}.warc.gz")

    @property
    def last(self) -> Path:
        """What the previous run fetched."""
        return self.out.with_name(f"{self.out.name}.last.warc.gz")

    @property
    def diff(self) -> Path:
        """What has changed."""
        return self.out.with_name(f"{self.out.name}.diff.jsonl")


def crawl(
    site: SiteProgram,
    starts: Collection[str],
    out: str | Path,
    *,
    fetcher: Fetcher | None = None,
    resume: bool = False,
    since_last: bool = False,
    render: bool = False,
    spreadsheet_safe: bool = False,
) -> CrawlSummary:
    """Visit a site from these addresses on, politely, and write its rows to a file.

    Args:
        site: the site program.
        starts: where to begin: pages of any type from ``site.start`` to ``site.rows``.
        out: the file for the rows; the WARC file and the others are beside it.
        fetcher: fetches pages; its ``limits`` say how politely and how much.
        resume: go on with a crawl that was cut off, or try again what has failed.
        since_last: also write what has changed since the previous run, and ask for pages only if they have changed.
        render: run the scripts of pages whose fields are empty otherwise, in a browser.
        spreadsheet_safe: as for ``extract``.
    """
    files, fetcher = CrawlFiles(Path(out)), fetcher or Fetcher()
    earlier = _prepared(files, resume=resume, since_last=since_last)
    store = ResponseStore(files.archive)
    source = LiveSource(fetcher, store, _hosts(site, starts), retry=resume and files.out.exists(), earlier=earlier)
    report = VisitReport()
    stack = ExitStack()
    try:
        if render:
            report.rendering.browser = stack.enter_context(Chromium(fetcher, store))
        kept: list[JoinedRow] = []
        rows: Iterable[JoinedRow] = visit(site, source, start_pages_at(source, starts), report)
        rows = _kept(rows, kept) if since_last else rows
        summary = write_rows(site, rows, out, report, spreadsheet_safe=spreadsheet_safe)
    finally:
        stack.close()
        fetcher.close()
        store.close()
        if earlier is not None:
            earlier.close()
    summary = replace(summary, drift=site_verdicts(site, _fetched(files)))
    done = CrawlSummary(summary, source.pages, str(files.archive))
    return _compared(site, starts, files, kept, done) if since_last and earlier else done


def _prepared(files: CrawlFiles, *, resume: bool, since_last: bool) -> ResponseStore | None:
    """The store of the previous run, if it is wanted; it raises BadInput where there is an archive to go on with."""
    if files.archive.exists() and not resume:
        if not since_last:
            advice = "It would help to give --resume, --since-last, or another output"
            raise BadInput(source=str(files.archive), reason=f"this crawl was begun already. {advice}")
        files.archive.replace(files.last)
    return ResponseStore(files.last) if since_last and files.last.exists() else None


def _hosts(site: SiteProgram, starts: Iterable[str]) -> set[str]:
    """The hosts of the start pages, and those of the pages that the program was learned from."""
    known = {shape.partition("/")[0] for kind in site.types for shape in kind.test.shapes}
    return {host.lower() for host in known if host} | {address_parts(start).host for start in starts}


def _fetched(files: CrawlFiles) -> Iterable[StoredPage]:
    """Every page of the archive, as it was stored last: of a page that was rendered, that is what the browser made."""
    stored = read_collection([files.archive]).stored if files.archive.exists() else []
    return {one.url: one for one in stored}.values()


def _kept(rows: Iterable[JoinedRow], kept: list[JoinedRow]) -> Iterator[JoinedRow]:
    for row in rows:
        kept.append(row)
        yield row


def _compared(
    site: SiteProgram, starts: Collection[str], files: CrawlFiles, rows: list[JoinedRow], done: CrawlSummary
) -> CrawlSummary:
    """The summary with what has changed; the rows of the previous run are extracted again from its archive."""
    source = read_collection([files.last]).source()
    before = list(visit(site, source, [source.get(start, depth=0) for start in starts]))
    counts: dict[Change, int] = {}
    with replacing(files.diff) as draft, draft.open("wb") as stream:
        for change, values in differences(site, before, rows):
            counts[change] = counts.get(change, 0) + 1
            stream.write(msgspec.json.encode({"change": change, **values}) + b"\n")
    return CrawlSummary(done.rows, done.fetched, done.archive, str(files.diff), counts)


def differences(
    site: SiteProgram, before: Iterable[JoinedRow], now: Iterable[JoinedRow]
) -> Iterator[tuple[Change, dict[str, Any]]]:
    """What has changed between two runs: new and changed rows in their new order, then those that have vanished.

    A row with a hole is compared by the values that both have.
    """
    old = {_key(site, row): row for row in before}
    for row in now:
        known = old.pop(_key(site, row), None)
        if known is None:
            yield "new", dict(row.values)
        else:
            changed = _changed(known, row)
            if changed:
                was = {name: known.values.get(name) for name in changed}
                yield "changed", {**row.values, "before": was}
    for row in old.values():
        yield "vanished", dict(row.values)


def _key(site: SiteProgram, row: JoinedRow) -> Any:
    link = next((row.values.get(link.field) for link in site.row_type.links), None)
    return link or msgspec.json.encode(dict(row.values), order="deterministic")


def _changed(known: JoinedRow, row: JoinedRow) -> list[str]:
    both = [name for name in row.values if known.values.get(name) != row.values[name]]
    if known.holes or row.holes:
        both = [name for name in both if known.values.get(name) is not None and row.values[name] is not None]
    return both
