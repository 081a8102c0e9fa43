"""``unweave discover``: templates, columns and data of unlabelled pages."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import click

import unweave
from unweave import run
from unweave.budget import Budget
from unweave.cli.discover_data import check_not_given, columns_drawn, of_scripts, offer_drawn
from unweave.cli.messages import counted, escape_controls
from unweave.cli.values import print_skipped
from unweave.errors import BadInput, UnweaveError
from unweave.files import check_not_overwritten, is_wrapper_file, replacing
from unweave.page import Page
from unweave.run.existing import is_output_of
from unweave.templates import Discover, Discovery, ListWrapper, MultiTemplateWrapper, TemplateWrapper
from unweave.templates.clusters import PageCluster, large_clusters
from unweave.templates.discover import DiscoveredTemplate, learner_for, sampled
from unweave.templates.report import DataSummary, summarise
from unweave.tuning import DISCOVER_COLUMNS, DISCOVER_PAGES, DISCOVER_SAMPLE

SHOWN = 20
Extract = Callable[..., run.RunSummary]
Found = Discovery[TemplateWrapper | MultiTemplateWrapper] | Discovery[ListWrapper]


@click.command(name="discover")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--output", metavar="W.json", help="The file for the wrapper.")
@click.option("--data", metavar="OUT", help="The file for the data of all pages, by its ending as for extract.")
@click.option("--report", "report_file", metavar="R.html", help="A page that shows template and data in colours.")
@click.option("--rename", multiple=True, metavar="OLD=NEW", help="Another name for a column; may be given many times.")
@click.option(
    "--list", "listing", is_flag=True, help="A record for each item of a page's main list; one page is enough."
)
@click.option(
    "--columns",
    default=DISCOVER_COLUMNS,
    show_default=True,
    help="At most so many columns of texts; links and images are a few more.",
)
@click.option(
    "--sample", default=DISCOVER_SAMPLE, show_default=True, help="Deduce a template from so many pages at most."
)
@click.option(
    "--budget", default=30.0, show_default=True, metavar="S", help="About so many seconds of work for the template."
)
@click.option("--scripts", is_flag=True, help="Columns of the data in scripts, named by its keys, instead of the text.")
@click.option("--no-embedded", is_flag=True, help="Do not look for data in scripts.")
@click.option("--no-attributes", is_flag=True, help="Texts only: links and images are not data.")
@click.option(
    "--spreadsheet-safe",
    is_flag=True,
    help="In a .csv of --data, put an apostrophe before texts that a spreadsheet would read as formulas.",
)
@click.option("--force", is_flag=True, help="Overwrite files that exist, whatever they are.")
@click.option("--trace", is_flag=True, help="Also print the rounds of the plain algorithm (EXALG) on the sample.")
@click.option(
    "--method",
    type=click.Choice(["columns", "exalg"]),
    default="columns",
    show_default=True,
    help="exalg: the plain algorithm of the paper; it prints template, schema and values.",
)
def command(  # noqa: PLR0913, PLR0917  (one argument per option)
    inputs: tuple[str, ...],
    output: str | None,
    data: str | None,
    report_file: str | None,
    rename: tuple[str, ...],
    listing: bool,
    scripts: bool,
    no_embedded: bool,
    spreadsheet_safe: bool,
    force: bool,
    trace: bool,
    method: str,
    **numbers: Any,
) -> None:
    """Find the template, the columns and the data of unlabelled pages in INPUT... (files, folders, globs).

    Pages are first grouped by template. Each template with enough pages is discovered; the data and the report of the
    second one go to OUT-2 and R-2, and so on. There is one wrapper, which reads the pages of all templates. Of a single
    page the main list is taken, as with --list.
    """
    if spreadsheet_safe and not data:
        raise click.UsageError("--spreadsheet-safe is for --data: give a .csv or .tsv file with it")
    names, settings = _names(rename), _settings(**numbers)
    extract = partial(run.extract, spreadsheet_safe=spreadsheet_safe)
    paths = list(run.find_pages(inputs, skip=print_skipped))
    pages = read(sampled(paths, DISCOVER_PAGES))
    if method == "exalg":
        given = {"--report": report_file, "--rename": rename, "--list": listing, "--scripts": scripts}
        check_not_given([option for option, value in given.items() if value], beside="--method exalg")
        discover_exalg(pages[: settings.sample], paths, output, data, extract, trace=trace, force=force)
        return
    if scripts:
        given = {"--report": report_file, "--no-embedded": no_embedded}
        check_not_given([option for option, value in given.items() if value], beside="--scripts")
        wrapper = of_scripts(pages, names, listing=listing, limit=settings.limit)
        show(columns_drawn(wrapper, pages[: settings.sample]))
        write_wrapper(wrapper, paths, output, data, extract, force=force)
        return
    found: Found = learner_for(pages, settings, listing=listing).templates(pages, names)
    summaries = [summarise(template.wrapper, template.pages[: settings.sample]) for template in found.templates]
    show(clusters_drawn(found.clusters))
    show(schema_drawn(template, summary) for template, summary in zip(found.templates, summaries, strict=True))
    if not no_embedded:
        budget = Budget(settings.budget)
        show(offer_drawn(pages[: settings.sample], listing=listing, limit=settings.limit, budget=budget))
    if found.note:
        show([f"{found.note}. It would help to allow more (--budget), or to give fewer or smaller pages"])
    if trace:
        show([rounds_drawn(pages[: settings.sample])])
    _check_outputs(found, output, data, report_file, force=force)
    if output:
        unweave.dump(found.wrapper, output)
    if report_file:
        write_reports(found, summaries, report_file)
    if data:
        show(write_data(found, paths_of(found, [] if len(paths) <= DISCOVER_PAGES else paths), data, extract))


def discover_exalg(
    pages: Sequence[Page],
    paths: Sequence[Path],
    output: str | None,
    data: str | None,
    extract: Extract,
    *,
    trace: bool,
    force: bool,
) -> None:
    """Deduce one template from the sample with plain EXALG; show it, and write the wrapper and the data."""
    from unweave.templates.exalg import Exalg, drawn

    wrapper = Exalg().discover(pages)
    show(drawn(wrapper, pages))
    if trace:
        show([rounds_drawn(pages)])
    write_wrapper(wrapper, paths, output, data, extract, force=force)


def write_wrapper(
    wrapper: unweave.Wrapper,
    paths: Sequence[Path],
    output: str | None,
    data: str | None,
    extract: Extract,
    *,
    force: bool,
) -> None:
    """Write a wrapper and the data of all pages, where files are given for them."""
    if data:
        check_not_overwritten(data, force=force, is_replaceable=is_output_of(wrapper.schema))
    if output:
        check_not_overwritten(output, force=force, is_replaceable=is_wrapper_file)
        unweave.dump(wrapper, output)
    if data:
        show([_written(extract(wrapper, [str(path) for path in paths], data), data)])


def _check_outputs(found: Found, output: str | None, data: str | None, report_file: str | None, *, force: bool) -> None:
    """Nothing is written if one of the files exists and was not made by this command."""
    from unweave.cli.html_report import is_report

    if output:
        check_not_overwritten(output, force=force, is_replaceable=is_wrapper_file)
    for number, template in enumerate(found.templates, 1):
        if data:
            file, same = numbered(data, number), is_output_of(template.wrapper.schema)
            check_not_overwritten(file, force=force, is_replaceable=same)
        if report_file:
            check_not_overwritten(numbered(report_file, number), force=force, is_replaceable=is_report)


def _settings(columns: int, sample: int, no_attributes: int, budget: float) -> Discover:
    attributes = () if no_attributes else Discover().attributes
    return Discover(limit=columns, sample=sample, attributes=attributes, budget=budget)


def _names(given: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    wrong = [text for text, (old, sign, new) in zip(given, pairs, strict=True) if not (old and sign and new)]
    if wrong:
        raise BadInput(
            source="--rename",
            reason=f"{wrong[0]!r} is not of the form OLD=NEW. It would help to write --rename h1=title",
        )
    return {old: new for old, _, new in pairs}


def show(lines: Iterable[str]) -> None:
    """Print lines that may quote pages."""
    for line in lines:
        click.echo(escape_controls(line))


def read(paths: Sequence[Path]) -> list[Page]:
    """The pages; a line is printed for each that cannot be read."""
    pages: list[Page] = []
    for path in paths:
        try:
            pages.append(Page.read(path))
        except UnweaveError as error:
            show([f"set aside: {error}"])
    return pages


def clusters_drawn(clusters: Sequence[PageCluster]) -> list[str]:
    """The clusters, where there are several: how many pages each has, and whether it is discovered."""
    if len(clusters) < 2:
        return []
    names = {cluster.numbers: f"template_{number}: " for number, cluster in enumerate(large_clusters(clusters), 1)}
    lines = [f"{len(clusters)} templates:"]
    for cluster in clusters[:SHOWN]:
        name = names.get(cluster.numbers, "")
        small = "" if name else " (too few to discover)"
        lines.append(f"  {name}{counted(len(cluster.pages), 'page')} like {Path(cluster.pages[0].name).name}{small}")
    return [*lines, *[f"  and {counted(len(clusters) - SHOWN, 'template')} more"] * (len(clusters) > SHOWN)]


def schema_drawn(template: DiscoveredTemplate, summary: DataSummary) -> str:
    """The schema as a tree, with fill rates, counts and examples."""
    wrapper = template.wrapper
    title = f"{wrapper.schema.name}: " if wrapper.schema.name else ""
    records = f" of {counted(summary.records, 'record')}" if summary.records != summary.pages else ""
    lines = [f"{title}{counted(len(wrapper.columns), 'column')}{records} on {counted(summary.pages, 'page')}"]
    level = ""
    for column, found in zip(wrapper.columns, summary.columns, strict=True):
        if column.level and column.level != level:
            lines.append(f"  {column.level}: a list of")
        level = column.level
        filled = found.records / max(1, summary.records)
        some = " | ".join(text[:30] for text in found.examples)
        lines.append(f"{'    ' if level else '  '}{column.name:24} {filled:4.0%} {found.different:6,}  {some}")
    return "\n".join(lines)


def rounds_drawn(pages: Sequence[Page]) -> str:
    """The rounds of the plain algorithm."""
    from unweave.templates.exalg import analyse

    return analyse(pages).trace()


def write_reports(found: Found, summaries: Sequence[DataSummary], file: str) -> None:
    """Write a report for each template."""
    from unweave.cli.html_report import discovery_page

    for number, (template, summary) in enumerate(zip(found.templates, summaries, strict=True), 1):
        with replacing(numbered(file, number)) as draft:
            draft.write_text(discovery_page(template.wrapper, template.pages, summary), encoding="utf-8")


def paths_of(found: Found, paths: Sequence[Path]) -> list[list[str]]:
    """For each template the pages it was discovered on, or those of ``paths`` that it reads, if there are such."""
    if not paths:
        return [[page.name for page in template.pages] for template in found.templates]
    if not isinstance(found.wrapper, MultiTemplateWrapper):
        return [[str(path) for path in paths]]
    chosen: list[list[str]] = [[] for _ in found.templates]
    for path in paths:
        chosen[_number(found.wrapper, path)].append(str(path))
    return chosen


def _number(wrapper: MultiTemplateWrapper, path: Path) -> int:
    """Which template fits a page; a page that cannot be read goes to the first one, which sets it aside."""
    try:
        return wrapper.templates.index(wrapper.choose(Page.read(path)))
    except UnweaveError:
        return 0


def write_data(found: Found, paths: Sequence[Sequence[str]], file: str, extract: Extract) -> Iterator[str]:
    """Write the data of each template; a line with the numbers of records and pages."""
    for number, template in enumerate(found.templates, 1):
        own = numbered(file, number)
        yield _written(extract(template.wrapper, paths[number - 1], own), own)


def _written(summary: run.RunSummary, file: str) -> str:
    written = f"{counted(summary.records, 'record')} from {counted(summary.used, 'page')}"
    aside = f", {counted(summary.set_aside, 'page')} set aside" if summary.set_aside else ""
    return f"{written}{aside}: {file}"


def numbered(file: str, number: int) -> str:
    """The file of the first template, second, ...

    >>> numbered("books.sqlite", 1), numbered("books.sqlite", 2)
    ('books.sqlite', 'books-2.sqlite')
    """
    path = Path(file)
    return file if number == 1 else str(path.with_name(f"{path.stem}-{number}{path.suffix}"))
