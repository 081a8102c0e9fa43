"""A run of a site program: from saved pages or the network to a table, with holes marked.

Legend
    row         a record of a list page, completed from its detail page; the column ``missing`` has its holes
    hole        a page that a row needs and that is missing: the row is kept
    resume      rows of an earlier output are kept; holes are filled where their pages can be had now
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Any

import msgspec

from unweave.errors import BadInput
from unweave.files import check_path, replacing
from unweave.page import LIMIT, Page
from unweave.run.collections import PageCollection, read_collection
from unweave.run.existing import LINES, ending_of, opened_lines
from unweave.run.rows import writable
from unweave.run.run_summary import Problem, problems_file
from unweave.run.sinks import lines, open_sink
from unweave.run.site_rows import output_row, output_schema
from unweave.run.site_verdicts import site_verdicts
from unweave.run.site_workers import FactsSource, SiteWorkers, read_facts
from unweave.sites import Hole, JoinedRow, SiteProgram, VisitReport, fill_holes, start_addresses, visit
from unweave.sites.page_facts import WHOLE_PAGE, StoredFacts
from unweave.sites.page_sources import PageSource
from unweave.verify.drift import Verdict

SHOWN = 5
LEAST_EMPTY = 2  # pages without a value: one alone says little


@dataclass(frozen=True, slots=True)
class SiteSummary:
    """What a run of a site program did.

    Attributes:
        rows: how many rows were written.
        holes: how many of them have a hole.
        visited: the pages that were read, by type.
        problems: pages that could not be had and what depends on them, the first few; ``missing`` is their number.
        ended: lists that did not end by themselves, with the reason.
        output: the file with the rows.
        problems_file: the file with all problems.
        rendered: how many pages of each type were filled by a browser.
        empty: fields that no page of their type has a value for: the type, the field, and how many pages that are.
        drift: whether the site has changed, by some pages of each type.

    >>> SiteSummary(rows=12, holes=1).rows
    12
    """

    rows: int
    holes: int = 0
    visited: tuple[tuple[str, int], ...] = ()
    missing: int = 0
    problems: tuple[Problem, ...] = ()
    ended: tuple[tuple[str, str], ...] = ()
    output: str | None = None
    problems_file: str | None = None
    rendered: tuple[tuple[str, int], ...] = ()
    empty: tuple[tuple[str, str, int], ...] = ()
    drift: Mapping[str, Verdict] = field(default_factory=dict, compare=False, repr=False)


def extract_site(
    site: SiteProgram,
    inputs: Iterable[str | Path],
    out: str | Path | IO[bytes],
    *,
    resume: bool = False,
    spreadsheet_safe: bool = False,
    limit: int = LIMIT,
    workers: SiteWorkers | None = None,
) -> SiteSummary:
    """Run a site program on saved pages: folders with their manifest, page files, WARC files; without any network.

    With ``workers`` processes read the pages, and the rows are the same. With ``resume`` the rows of an output that
    exists (.jsonl) are kept, and their holes are filled as far as possible.

    >>> import tempfile
    >>> from unweave.choose import learn
    >>> from unweave.page import Page
    >>> from unweave.records import Example
    >>> from unweave.sites import PageType
    >>> folder = Path(tempfile.mkdtemp())
    >>> _ = (folder / "list.html").write_text("<b>Emma</b><b>Kim</b>")
    >>> page = Page.read(folder / "list.html")
    >>> wrapper = learn([Example.from_values(page, [{"title": "Emma"}, {"title": "Kim"}])])
    >>> site = SiteProgram(wrapper.schema, (PageType("list", wrapper),), start="list", rows="list")
    >>> extract_site(site, [folder], folder / "books.csv").rows
    2
    """
    how = workers or SiteWorkers()
    found = read_collection(inputs, limit=limit)
    before = read_rows(site, out) if resume else []
    with _opened(site, found, how, limit) as (source, pages):
        report = VisitReport()
        starts = (source.get(address, depth=0) for address in start_addresses(site, pages))
        rows = visit(site, source, starts, report)
        merged = resumed(site, source, rows, before) if before else rows
        summary = write_rows(site, merged, out, report, others=found.problems, spreadsheet_safe=spreadsheet_safe)
        readable = source.readable() if isinstance(source, FactsSource) else found.stored
        return replace(summary, drift=site_verdicts(site, readable))


@contextmanager
def _opened(
    site: SiteProgram, found: PageCollection, how: SiteWorkers, limit: int
) -> Iterator[tuple[PageSource, Iterable[Page | StoredFacts]]]:
    """The pages of a collection as a source and one after another, or their facts where workers read them."""
    if not how.number(len(found.stored)):
        yield found.source(), found.each()
        return
    with read_facts(site, found, how, limit=limit) as facts:
        yield facts, facts.each()


def write_rows(
    site: SiteProgram,
    rows: Iterable[JoinedRow],
    out: str | Path | IO[bytes],
    report: VisitReport,
    *,
    others: Sequence[Problem] = (),
    spreadsheet_safe: bool = False,
) -> SiteSummary:
    """Write rows to a file, or as JSON lines to a stream, and the problems beside it; ``report`` is read at the end."""
    schema, holes, total = output_schema(site), list[Hole](), Counter[str]()

    def written(write: Any) -> None:
        for row in rows:
            write(output_row(row, schema))
            total.update(rows=1, holes=bool(row.holes))
            holes.extend(row.holes)

    if isinstance(out, str | Path):
        check_path(problems_file(Path(out)))
        with open_sink(out, schema, spreadsheet_safe=spreadsheet_safe) as write:
            written(write)
    else:
        written(lines(out, schema))
    missing = [
        Problem(writable(one.address), writable(f"{one.type}: {one.reason}")) for one in (*report.missing, *holes)
    ]
    problems = [*others, *dict.fromkeys(missing)]
    summary = SiteSummary(
        total["rows"],
        total["holes"],
        tuple(report.visited.items()),
        len(problems),
        tuple(problems[:SHOWN]),
        tuple(report.ended),
        rendered=tuple(report.rendering.helped.items()),
        empty=tuple(_always_empty(report)),
    )
    return _with_files(summary, Path(out), problems) if isinstance(out, str | Path) else summary


def _always_empty(report: VisitReport) -> Iterator[tuple[str, str, int]]:
    for (kind, name), number in report.rendering.empty.items():
        if name != WHOLE_PAGE and number >= max(LEAST_EMPTY, report.visited.get(kind, 0)):
            yield kind, name, number


def _with_files(summary: SiteSummary, out: Path, problems: Sequence[Problem]) -> SiteSummary:
    beside = problems_file(out)
    if not problems:
        beside.unlink(missing_ok=True)
        return replace(summary, output=str(out))
    with replacing(beside) as draft:
        draft.write_bytes(b"".join(msgspec.json.encode(one) + b"\n" for one in problems))
    return replace(summary, output=str(out), problems_file=str(beside))


def read_rows(site: SiteProgram, out: str | Path | IO[bytes]) -> list[JoinedRow]:
    """The rows of an earlier output, .jsonl or .jsonl.gz; none if there is no such file."""
    if not isinstance(out, str | Path) or ending_of(out) not in LINES:
        advice = f"It would help to write {' or '.join(LINES)}"
        raise BadInput(source=str(out), reason=f"holes cannot be filled in such a file. {advice}")
    if not Path(out).exists():
        return []
    name = output_schema(site).names[-1]
    with opened_lines(Path(out), "rb", ending=ending_of(out)) as stream:
        return [_earlier(site, name, str(out), line) for line in stream if line.strip()]


def _earlier(site: SiteProgram, name: str, out: str, line: bytes) -> JoinedRow:
    try:
        data = msgspec.json.decode(line)
        holes = (Hole("", "", data[name]),) if data[name] else ()
        values = {each: data[each] for each in site.schema.names}
        return JoinedRow(str(data["page"]), int(data["record"]), values, data["start"], data["end"], holes)
    except (msgspec.DecodeError, KeyError, TypeError, ValueError) as error:
        raise BadInput(source=out, reason=f"it is no output of this site program: {error}") from error


def resumed(
    site: SiteProgram, source: PageSource, rows: Iterable[JoinedRow], before: Sequence[JoinedRow]
) -> Iterator[JoinedRow]:
    """The rows of an earlier run with their holes filled, and then those that are new.

    Two rows are the same if their links lead to the same address, for the first, the second, ... time; without links,
    if they are the same record of the same page.
    """
    new = dict(_keyed(site, rows))
    for key, old in _keyed(site, before):
        now = new.pop(key, None)
        if now is None:
            yield fill_holes(site, source, old)
        else:
            yield old if now.holes and not old.holes else now
    yield from new.values()


def _keyed(site: SiteProgram, rows: Iterable[JoinedRow]) -> Iterator[tuple[Any, JoinedRow]]:
    counts = Counter[str]()
    for row in rows:
        link = next((row.values.get(link.field) for link in site.row_type.links), None)
        if link:
            counts[link] += 1
        yield (link, counts[link]) if link else (row.page, row.number), row
