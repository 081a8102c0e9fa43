"""``unweave check``: whether a wrapper still reads a site right."""

import json
import shlex
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

import unweave
from unweave.cli.json_text import json_line
from unweave.cli.messages import counted, escape_controls
from unweave.cli.values import print_skipped
from unweave.errors import BadInput, UnweaveError
from unweave.files import check_not_overwritten, is_wrapper_file, replacing
from unweave.run.sources import find_pages
from unweave.verify import FieldVerdict, Gates, Verdict, sharpened
from unweave.wrapper import with_origin

EXIT = {"ok": 0, "suspicious": 3, "drifted": 4}
"""The exit status of each verdict."""
SHOWN = 3
"""So many sentences of evidence are printed for each field; --json and --html have all of them."""


@click.command(name="check")
@click.argument("wrapper", metavar="WRAPPER")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--min-fill", "fills", multiple=True, metavar="FIELD=SHARE", help="A gate: the least share of values.")
@click.option("--min-records", type=click.IntRange(min=0), metavar="N", help="A gate: the least number of records.")
@click.option(
    "--max-change",
    type=click.FloatRange(min=0),
    metavar="SHARE",
    help="A gate: the largest change of the records for each page, .3 for 30 %.",
)
@click.option(
    "--save",
    metavar="NEW.json",
    help="Write the wrapper with these gates and, if the verdict is ok, with a profile that knows these pages too.",
)
@click.option("--good", is_flag=True, help="With --save: the pages are known to be good, whatever the verdict is.")
@click.option("--json", "as_json", is_flag=True, help="Print the verdict as JSON.")
@click.option("--html", "html_file", metavar="FILE", help="Write a report with before and after as an HTML file.")
@click.option("--log", metavar="RUNS.jsonl", help="Add the verdict to this file; the report draws its runs.")
@click.option(
    "--on-drift", metavar="CMD", help="Run this command if the verdict is not ok, with the verdict behind it."
)
@click.option("--force", is_flag=True, help="Overwrite files that exist, whatever they are.")
@click.pass_context
def command(  # noqa: PLR0913  # the options of the command
    ctx: click.Context,
    wrapper: str,
    inputs: tuple[str, ...],
    *,
    fills: tuple[str, ...],
    min_records: int | None,
    max_change: float | None,
    save: str | None,
    good: bool,
    as_json: bool,
    html_file: str | None,
    log: str | None,
    on_drift: str | None,
    force: bool,
) -> None:
    """Check whether WRAPPER still reads the pages in INPUT... right.

    The pages are compared with what was found when the wrapper was learned, field by field. Exit status: 0 ok, 3
    suspicious, 4 drifted; 1 if no page could be used.
    """
    from unweave.cli.html_report import is_report
    from unweave.cli.verdict_report import verdict_page

    loaded = unweave.load(wrapper)
    _refuse(good and not save, "--good is for --save: it says which pages the new profile may know")
    if save:
        check_not_overwritten(save, force=force, is_replaceable=is_wrapper_file)
    if html_file:
        check_not_overwritten(html_file, force=force, is_replaceable=is_report)
    hook = _hook(on_drift)
    loaded = with_origin(loaded, gates=gates_of(loaded.origin.gates, fills, min_records, max_change))
    pages, problems = usable_pages(inputs)
    if not pages:
        click.echo("\n".join(problems), err=True)
        ctx.exit(1)
    loaded = sharpened(loaded, pages) if good else loaded
    verdict = unweave.check(loaded, pages)
    runs = _logged(log, verdict) if log else [verdict.to_dict()]
    if html_file:
        with replacing(html_file) as draft:
            draft.write_text(verdict_page(verdict, runs, Path(wrapper).name), encoding="utf-8")
    if save:
        unweave.dump(sharpened(loaded, pages) if verdict.status == "ok" and not good else loaded, save)
    click.echo(json_line(verdict.to_dict()) if as_json else "\n".join(verdict_lines(verdict)))
    for line in problems:
        click.echo(escape_controls(line), err=True)
    if verdict.status != "ok" and hook:
        # The arguments are the user's own words and ours; nothing of a page is among them, and no shell reads them.
        subprocess.run([*hook, verdict.status, wrapper], check=False)  # noqa: S603  # see above
    ctx.exit(EXIT[verdict.status])


def usable_pages(inputs: Sequence[str]) -> tuple[list[unweave.Page], list[str]]:
    """The pages of the inputs, and the reasons why others are set aside."""
    pages, problems = [], []
    for path in find_pages(inputs, skip=print_skipped):
        try:
            pages.append(unweave.Page.read(path))
        except UnweaveError as error:
            problems.append(f"set aside: {error}")
    return pages, problems


def gates_of(stored: Gates, fills: Sequence[str], records: int | None, change: float | None) -> Gates:
    """The stored gates with those of the command line.

    >>> gates_of(Gates(records=5), ["price=.95"], None, 0.3)
    Gates(fill={'price': 0.95}, records=5, change=0.3)
    """
    given = dict(_fill(one) for one in fills)
    return Gates(
        fill={**stored.fill, **given},
        records=stored.records if records is None else records,
        change=stored.change if change is None else change,
    )


def _fill(given: str) -> tuple[str, float]:
    name, _, share = given.rpartition("=")
    try:
        least = float(share)
    except ValueError:
        least = -1.0
    if not name or not 0 <= least <= 1:
        raise BadInput(
            source=f"--min-fill {given}",
            reason="this is no gate. It would help to write it as price=.95, a share up to 1",
        )
    return name, least


def _hook(command: str | None) -> list[str]:
    try:
        return shlex.split(command) if command else []
    except ValueError as error:
        raise BadInput(source=f"--on-drift {command}", reason=f"this is no command: {error}") from error


def _refuse(wrong: object, reason: str) -> None:
    if wrong:
        raise click.UsageError(reason)


def _logged(log: str, verdict: Verdict) -> list[dict[str, Any]]:
    """All verdicts of the file, with this one added to it."""
    path = Path(log)
    try:
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        runs = [json.loads(line) for line in lines]
        if not all(isinstance(run, dict) and isinstance(run.get("fields"), list) for run in runs):
            raise ValueError  # noqa: TRY301  # the same as for what is no JSON
    except (OSError, ValueError) as error:
        reason = "this is no file of verdicts. It would help to name a new file, or one that --log has made"
        raise BadInput(source=log, reason=reason) from error
    runs.append(verdict.to_dict())
    with replacing(path) as draft:
        draft.write_text("".join(json_line(run) + "\n" for run in runs), encoding="utf-8")
    return runs


def verdict_lines(verdict: Verdict) -> list[str]:
    r"""The verdict for people.

    >>> print("\n".join(verdict_lines(Verdict("ok", pages=3, records=3, good_pages=9))))
    ok: 3 records from 3 pages, compared with 9 pages known before
    """
    known = f"{counted(verdict.good_pages, 'page')} known before"
    found = f"{counted(verdict.records, 'record')} from {counted(verdict.pages, 'page')}"
    lines = [f"{verdict.status}: {found}, compared with {known}"]
    lines += [f"  {text}" for text in (*verdict.evidence, *(f"gate: {gate}" for gate in verdict.gates))]
    for one in verdict.fields:
        lines += _field_lines(one)
    return [escape_controls(line) for line in lines]


def _field_lines(one: FieldVerdict) -> list[str]:
    sure = f" (wrong values: {one.probability:.0%})" if one.status != "ok" else ""
    lines = [f"  {one.name}: {one.status}{sure}"]
    if one.status == "ok":
        return lines
    lines += [f"    {text}" for text in one.evidence[:SHOWN]]
    lines += [f"    now: {_quoted(one.examples)}; before: {_quoted(one.usual)}"] if one.examples else []
    return lines


def _quoted(texts: Sequence[str]) -> str:
    return ", ".join(repr(text[:60]) for text in texts) or "nothing"
