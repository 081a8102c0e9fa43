"""``unweave extract``: run a wrapper over many pages."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, cast

import click

import unweave
from unweave import run
from unweave.cli.drift_text import drift_lines, wrappers_drift_lines
from unweave.cli.json_text import TerminalLines, json_line
from unweave.cli.messages import counted, escape_controls
from unweave.cli.site_report import exit_status, extract_with_site, hole_lines
from unweave.cli.summary_text import extracted_lines
from unweave.cli.type_options import AUTO, read_types, typed_lines
from unweave.combined import only
from unweave.field_types import with_types
from unweave.files import check_not_overwritten, is_site_file
from unweave.records.typed import types_of_fields
from unweave.run.existing import is_output_of, is_problems_file
from unweave.run.provenance import output_schemas
from unweave.run.routes import ENDING as ROUTES
from unweave.run.routes import read_routes
from unweave.run.run_summary import problems_file
from unweave.run.sinks import SINKS
from unweave.run.site_workers import SiteWorkers

NONE = "none"
FOR_WRAPPERS = (
    "html_column",
    "url_column",
    "base",
    "provenance",
    "time",
    "flatten",
    "max_rejects",
    "engine",
    "address",
)
"""Options that a run of a site program has only in a routing file."""


@click.command(name="extract")
@click.argument("wrapper")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option(
    "-o",
    "--output",
    metavar="OUT",
    help=f"A file: {' '.join(SINKS)}. Without it, or with -: JSON lines on standard output.",
)
@click.option("--append", is_flag=True, help="Add the rows to OUT, a .jsonl or SQLite file, if it exists.")
@click.option(
    "--upsert",
    metavar="KEY",
    help="The same, but a row takes the place of the row with the same KEY, a column (or several: a,b).",
)
@click.option("--force", is_flag=True, help="Overwrite OUT, whatever it is.")
@click.option(
    "--type",
    "kinds",
    multiple=True,
    metavar="TYPE|NAME=TYPE",
    help="Only the records of this type, of a wrapper for several types; or, with =, the type of a field's values, "
    "such as price=money (see --types).",
)
@click.option(
    "--types",
    type=click.Choice([AUTO, NONE]),
    help="Typed columns, numbers and ISO dates: auto for every field whose values suggest a type, none for no field; "
    "without it, for the fields that have a type in WRAPPER or by --type.",
)
@click.option("--raw", is_flag=True, help="Beside each typed column, one with the text as it stands on the page.")
@click.option(
    "--spreadsheet-safe",
    is_flag=True,
    help="In a .csv, put an apostrophe before texts that a spreadsheet would read as formulas.",
)
@click.option(
    "--limit", default=32, show_default=True, metavar="MIB", help="Set aside pages that are larger than this."
)
@click.option(
    "--html",
    "html_column",
    metavar="COLUMN",
    help="The column with the HTML of tables; without it: html, content, body.",
)
@click.option("--url", "url_column", metavar="COLUMN", help="The column with the URLs of tables; without it: url, uri.")
@click.option(
    "--base", metavar="FOLDER", help="Where the files are that an index names; without it, in the folder of the index."
)
@click.option(
    "--provenance/--no-provenance",
    default=None,
    help="Columns with the id of the wrapper and the version; without it, if an INPUT is a file with many pages.",
)
@click.option("--time", is_flag=True, help="A column with the time at which the run began.")
@click.option("--flatten", is_flag=True, help="Nested records as columns of lists, such as reviews_by.")
@click.option(
    "-j",
    "--workers",
    type=click.IntRange(0),
    metavar="N",
    help="So many worker processes, and a run directory OUT.run; 0 for neither. Without it, one for each processor if "
    "there is enough to do.",
)
@click.option(
    "--resume",
    is_flag=True,
    help="Go on with a run that was stopped or killed, with any number of workers; with a site program, keep the rows "
    "of OUT, a .jsonl file, and fill their holes from INPUT...",
)
@click.option(
    "--page-seconds", default=60.0, show_default=True, metavar="S", help="How long a worker may take for a page."
)
@click.option("--max-rejects", type=click.IntRange(0), metavar="N", help="Stop if more than N pages are set aside.")
@click.option(
    "--engine", type=click.Choice(["local", "ray"]), default="local", show_default=True, help="What runs the workers."
)
@click.option("--address", metavar="ADDRESS", help="The address of a Ray cluster; without it, one on this machine.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary of the run as JSON.")
@click.pass_context
def command(  # noqa: PLR0913  # the options of the command
    ctx: click.Context,
    /,
    wrapper: str,
    inputs: tuple[str, ...],
    *,
    output: str | None,
    append: bool,
    upsert: str | None,
    force: bool,
    kinds: tuple[str, ...],
    types: str | None,
    spreadsheet_safe: bool,
    limit: int,
    html_column: str | None,
    url_column: str | None,
    base: str | None,
    as_json: bool,
    resume: bool,
    **how: Any,
) -> None:
    """Extract the records of all pages in INPUT...: files, folders, globs, archives, tables.

    With - for INPUT there is a page on standard input, or a list of names. Archives are .warc .warc.gz .wacz .zip;
    tables are .jsonl .csv .tsv .parquet .sqlite with a column of HTML, or an index with the columns file, offset and
    length of WARC records. WRAPPER may be a routing file (.toml), with wrappers and site programs for many sites. With
    workers, what is done is kept in OUT.run, and --resume goes on after Ctrl-C or a crash.

    A page that cannot be read or does not fit the wrapper is set aside: the run goes on, and OUT.problems.jsonl lists
    the page and the reason. Exit status 0 if all pages could be used, 3 if some were set aside or rows lack a page, 1
    if no page could be used.

    With a site program (`unweave learn-site`) INPUT... are the saved pages of a site: WARC files, and folders with a
    manifest.jsonl as `unweave fetch` writes it. Links are followed inside them, and there is a row for each record of a
    list page; the column `missing` says which of its pages are not there. With -j workers read the pages, without a
    run directory.
    """
    if is_site_file(wrapper):
        if append or upsert is not None or kinds or types or how["raw"]:
            reason = "--append, --upsert, --type, --types and --raw are for wrappers: a site program has --resume"
            raise click.UsageError(reason)
        if not _is_default(ctx, FOR_WRAPPERS):
            names = "--html, --url, --base, --provenance, --time, --flatten, --max-rejects, --engine and --address"
            raise click.UsageError(f"{names} are for wrappers: a routing file with the site program has them")
        options = {"resume": resume, "spreadsheet_safe": spreadsheet_safe, "limit": limit * 1024 * 1024}
        with bulk_progress(shown=sys.stderr.isatty()) as told:
            workers = SiteWorkers(how["workers"], how["page_seconds"], told)
            status = extract_with_site(
                wrapper, inputs, output, options | {"workers": workers}, force=force, as_json=as_json
            )
        ctx.exit(status)
    loaded = read_routes(wrapper) if wrapper.endswith(ROUTES) else unweave.load(wrapper)
    chosen, field_types = _typed(loaded, kinds, types)
    output = None if output == "-" else output
    update = _update(append=append, upsert=upsert, output=output)
    if output and update is None:
        checks = [is_output_of(schema) for schema in output_schemas(chosen.schema)]
        check_not_overwritten(
            output, force=force, is_replaceable=lambda path: any(made_by_a_run(path) for made_by_a_run in checks)
        )
    if output:
        check_not_overwritten(problems_file(Path(output)), force=force, is_replaceable=is_problems_file)
    if resume and output is None:
        raise click.UsageError("--resume needs the output of the run: give it with -o")
    with bulk_progress(shown=sys.stderr.isatty()) as told:
        summary = run.extract(
            chosen,
            inputs,
            output or cast("IO[bytes]", TerminalLines()),
            spreadsheet_safe=spreadsheet_safe,
            update=update,
            limit=limit * 1024 * 1024,
            watch=progress if sys.stderr.isatty() else quiet,
            options=run.RunOptions(
                source=run.SourceOptions(columns=_columns(html_column, url_column), base=base),
                resume=resume,
                force=force,
                progress=told,
                types=field_types,
                auto_types=types == AUTO,
                **how,
            ),
        )
    click.echo(json_report(summary) if as_json else report(summary, wrapper), err=output is None)
    ctx.exit(exit_status(used=summary.used, lacking=summary.set_aside + summary.holes))


def _is_default(ctx: click.Context, names: Sequence[str]) -> bool:
    """Whether none of these options is given."""
    return all(ctx.get_parameter_source(name) is not click.core.ParameterSource.COMMANDLINE for name in names)


def _typed(wrapper: Any, given: Sequence[str], types: str | None) -> tuple[Any, dict[str, str]]:
    """The wrapper for the chosen type of records, and the types of fields that are given besides its own."""
    names = [each.name for each in wrapper.schema.types]
    kinds = [text for text in given if "=" not in text or text in names]
    if len(kinds) > 1:
        raise click.UsageError("give one type of records with --type, or none")
    chosen = only(wrapper, kinds[0]) if kinds else wrapper
    field_types = read_types([text for text in given if text not in kinds])
    if types != NONE:
        return chosen, field_types
    if field_types:
        raise click.UsageError("--types none leaves all values as texts: leave out --type NAME=TYPE")
    return with_types(chosen, dict.fromkeys(types_of_fields(chosen.schema), "")), {}


def _update(*, append: bool, upsert: str | None, output: str | None) -> run.Update | None:
    if not append and upsert is None:
        return None
    if append and upsert is not None:
        raise click.UsageError("give --append or --upsert, not both")
    if output is None:
        raise click.UsageError("--append and --upsert need a file: give it with -o")
    return run.Update(tuple(name.strip() for name in upsert.split(",")) if upsert is not None else ())


def _columns(html: str | None, url: str | None) -> dict[str, str]:
    given = {"html": html, "url": url}
    return {role: name for role, name in given.items() if name is not None}


def quiet(paths: Sequence[Path]) -> Iterable[Path]:
    """The pages one by one, without a progress bar."""
    return paths


def progress(paths: Sequence[Path]) -> Iterable[Path]:
    """The pages one by one, with a progress bar on standard error."""
    from rich.console import Console
    from rich.progress import track

    return track(paths, description="Extracting", console=Console(stderr=True), transient=True)


@contextmanager
def bulk_progress(*, shown: bool) -> Iterator[Callable[[run.RunProgress], None]]:
    """A function that draws how far a run with workers is: pages and records a second, failures, time left."""
    if not shown:
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    rates = TextColumn("{task.fields[pages]:,} pages  {task.fields[rates]}  {task.fields[set_aside]:,} set aside")
    bars = (TextColumn("Extracting"), BarColumn(), rates, TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*bars, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task("", total=None, visible=False, pages=0, rates="", set_aside=0)

        def tell(now: run.RunProgress) -> None:
            seconds = max(drawn.tasks[0].elapsed or 0, 0.001)
            rates = f"{now.pages / seconds:,.0f} pages/s  {now.records / seconds:,.0f} records/s"
            drawn.update(
                task,
                total=now.of,
                completed=now.shards,
                visible=True,
                pages=now.pages,
                rates=rates,
                set_aside=now.set_aside,
            )

        yield tell


def report(summary: run.RunSummary, wrapper: str = "W.json") -> str:
    """What the run did, in a few lines, and what it found, field by field.

    >>> print(report(run.RunSummary(pages=3, records=1200, bare=1, output="books.csv")))
    1,200 records from 3 pages (1 without any): books.csv
    >>> print(report(run.RunSummary(pages=1, records=5, types={"book": 3, "author": 2})))
    5 records (3 book, 2 author) from 1 page
    """
    where = f": {summary.output}" if summary.output else ""
    where += f"; {summary.kept} is left as it was" if summary.kept else ""
    bare = f" ({summary.bare:,} without any)" if summary.bare else ""
    types = f" ({', '.join(f'{count:,} {name}' for name, count in summary.types.items())})" if summary.types else ""
    lines = [f"{counted(summary.records, 'record')}{types} from {counted(summary.used, 'page')}{bare}{where}"]
    if summary.set_aside:
        more = f": {summary.problems_file}" if summary.problems_file else ""
        lines += [f"{counted(summary.set_aside, 'page')} set aside{more}"]
        lines += [f"  {problem.reason}" for problem in summary.problems]
        lines += ["  ..."] * (summary.set_aside > len(summary.problems))
    lines += hole_lines(summary.holes)
    lines += typed_lines(summary.typed)
    found = extracted_lines(summary.found, wrapper) if summary.found else ()
    drift = [*drift_lines(summary.drift, wrapper), *wrappers_drift_lines(summary.routes_drift)]
    return "\n".join([*map(escape_controls, lines), *found, *drift])


def json_report(summary: run.RunSummary) -> str:
    """The same as JSON.

    >>> json_report(run.RunSummary(pages=3, records=12, output="books.csv"))
    '{"output": "books.csv", "problems_file": null, "pages": 3, "records": 12, "unusable": 0}'
    """
    files = {"output": summary.output, "problems_file": summary.problems_file}
    counts = {"pages": summary.pages, "records": summary.records, "unusable": summary.set_aside}
    counts |= {"holes": summary.holes} if summary.holes else {}
    found = summary.found.to_dict() if summary.found else {}
    found |= {"types": [each.to_dict() for each in summary.typed]} if summary.typed else {}
    found |= {"drift": summary.drift.to_dict()} if summary.drift else {}
    routes = {name: verdict.to_dict() for name, verdict in summary.routes_drift.items()}
    return json_line(files | counts | found | ({"routes_drift": routes} if routes else {}))
