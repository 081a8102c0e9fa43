"""What runs of site programs have in common: checking the output, and the report of a run."""

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import IO, Any, cast

import click

import unweave
from unweave.cli.drift_text import wrappers_drift_lines
from unweave.cli.json_text import TerminalLines, json_line
from unweave.cli.messages import counted, escape_controls, listed
from unweave.files import check_not_overwritten
from unweave.run.existing import is_output_of, is_problems_file
from unweave.run.run_summary import problems_file
from unweave.run.site_job import SiteSummary, extract_site
from unweave.run.site_rows import output_schema
from unweave.sites import SiteProgram

ENDED = 3  # lists that did not end by themselves are named, so many of them
NOTHING, INCOMPLETE = 1, 3  # exit statuses


def is_picture(path: Path) -> bool:
    """Whether a file is a picture that ``unweave explain --svg`` wrote.

    >>> is_picture(Path("no-such-file.svg"))
    False
    """
    try:
        return path.read_text(encoding="utf-8").startswith('<svg xmlns="http://www.w3.org/2000/svg" width=')
    except (OSError, UnicodeError):
        return False


def check_output(site: SiteProgram, output: str, *, force: bool) -> None:
    """Raise BadInput where the output or the list of problems would overwrite something else."""
    check_not_overwritten(output, force=force, is_replaceable=is_output_of(output_schema(site)))
    check_not_overwritten(problems_file(Path(output)), force=force, is_replaceable=is_problems_file)


def extract_with_site(
    path: str, inputs: Sequence[str], output: str | None, options: Mapping[str, Any], *, force: bool, as_json: bool
) -> int:
    """Run a site program on saved pages, print the report, and return the exit status."""
    site = unweave.load_site(path)
    output = None if output == "-" else output
    if output:
        check_output(site, output, force=force)
    stream = cast("IO[bytes]", TerminalLines())
    summary = extract_site(site, inputs, output or stream, **options)
    print_site_summary(summary, as_json=as_json, err=output is None)
    return exit_status(used=summary.rows, lacking=summary.missing)


def exit_status(*, used: int, lacking: int) -> int:
    """The exit status of a run by how many pages were used and could not be used: 0 for all, 1 for none, 3 for some.

    >>> exit_status(used=12, lacking=0), exit_status(used=0, lacking=2), exit_status(used=10, lacking=2)
    (0, 1, 3)
    """
    if not used:
        return NOTHING
    return INCOMPLETE if lacking else 0


def print_site_summary(summary: SiteSummary, *, as_json: bool, err: bool = False) -> None:
    """Print what a run did."""
    click.echo(site_json(summary) if as_json else "\n".join(map(escape_controls, site_lines(summary))), err=err)
    sys.stdout.flush()


def site_lines(summary: SiteSummary) -> list[str]:
    r"""What a run did, in a few lines.

    >>> print(*site_lines(SiteSummary(12, 1, (("list", 3), ("detail", 11)), output="books.csv")), sep="\n")
    12 rows from 3 list and 11 detail pages: books.csv
    1 row has a hole: the column `missing` says which page could not be had
    """
    pages = " and ".join(f"{number:,} {name}" for name, number in summary.visited) or "no"
    where = f": {summary.output}" if summary.output else ""
    lines = [f"{counted(summary.rows, 'row')} from {pages} pages{where}"]
    lines += hole_lines(summary.holes)
    if summary.missing:
        file = f": {summary.problems_file}" if summary.problems_file else ""
        lines += [f"{counted(summary.missing, 'page')} could not be used{file}"]
        lines += [f"  {one.page}: {one.reason}" for one in summary.problems]
        lines += ["  ..."] * (summary.missing > len(summary.problems))
    if summary.rendered:
        lines += [f"filled by the browser: {listed([f'{number:,} {name}' for name, number in summary.rendered])} pages"]
    lines += [
        f"{name} is empty on all {number:,} {kind} pages. If a browser shows it: unweave crawl --render if-needed"
        for kind, name, number in summary.empty
    ]
    lines += [f"the list ended at {page}: {reason}" for page, reason in summary.ended[:ENDED]]
    lines += [f"... and {len(summary.ended) - ENDED} more lists"] * (len(summary.ended) > ENDED)
    return lines + wrappers_drift_lines(summary.drift)


def hole_lines(holes: int) -> list[str]:
    """How many rows have holes, if any.

    >>> hole_lines(0), hole_lines(2)
    ([], ['2 rows have a hole: the column `missing` says which page could not be had'])
    """
    have = "has" if holes == 1 else "have"
    line = f"{counted(holes, 'row')} {have} a hole: the column `missing` says which page could not be had"
    return [line] if holes else []


def site_json(summary: SiteSummary) -> str:
    """The same as JSON.

    >>> site_json(SiteSummary(12, 1)).partition('"rows"')[2]
    ': 12, "holes": 1, "pages": {}, "unusable": 0, "ended": [], "rendered": {}, "empty": []}'
    """
    files = {"output": summary.output, "problems_file": summary.problems_file}
    counts = {"rows": summary.rows, "holes": summary.holes, "pages": dict(summary.visited), "unusable": summary.missing}
    empty = [{"type": kind, "field": name, "pages": number} for kind, name, number in summary.empty]
    ended = [list(one) for one in summary.ended]
    drift = {"drift": {name: one.to_dict() for name, one in summary.drift.items()}} if summary.drift else {}
    return json_line(files | counts | {"ended": ended, "rendered": dict(summary.rendered), "empty": empty} | drift)
