"""``unweave discover``: templates, columns and data of unlabelled pages."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import click

import unweave
from unweave import run
from unweave.cli.say import counted, harmless
from unweave.errors import BadInput, UnweaveError
from unweave.files import replacing
from unweave.page import Page
from unweave.templates import Discover, DiscoverList, DiscoverMixed, Family, families
from unweave.templates.discover import sampled
from unweave.templates.mixed import MixedWrapper, renamed_everywhere, simplest, worthwhile
from unweave.templates.report import report
from unweave.templates.summary import Columned, Summary, renamed, summarise
from unweave.wrapper import Wrapper

SHOWN = 20
MOST = 300  # pages that are held at once; of more, so many are looked at and all are extracted


@dataclass(frozen=True, slots=True)
class Part:
    """One template, the pages it was discovered on, and what it finds on a sample of them."""

    wrapper: Columned
    pages: Sequence[Page]
    summary: Summary


@dataclass(frozen=True, slots=True)
class Finding:
    """What was discovered: the wrapper for the file, and each template."""

    wrapper: Wrapper
    parts: tuple[Part, ...]


@click.command(name="discover")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("-o", "--output", metavar="W.json", help="Where the wrapper goes.")
@click.option("--data", metavar="OUT", help="Where the data of all pages goes: .jsonl .csv .sqlite .parquet.")
@click.option("--report", "report_file", metavar="R.html", help="A page that shows template and data in colours.")
@click.option("--rename", multiple=True, metavar="OLD=NEW", help="Another name for a column; may be given many times.")
@click.option("--list", "listing", is_flag=True, help="A record for each item of a page's main list; one page will do.")
@click.option(
    "--columns",
    default=60,
    show_default=True,
    help="At most so many columns of texts; links and images are a few more.",
)
@click.option("--sample", default=60, show_default=True, help="Deduce a template from so many pages at most.")
@click.option("--no-attributes", is_flag=True, help="Texts only: links and images are not data.")
@click.option("--trace", is_flag=True, help="Also print the rounds of the plain algorithm (EXALG) on the sample.")
def command(
    inputs: tuple[str, ...],
    output: str | None,
    data: str | None,
    report_file: str | None,
    rename: tuple[str, ...],
    listing: bool,
    trace: bool,
    **numbers: int,
) -> None:
    """Find the template, the columns and the data of unlabelled pages in INPUT... (files, folders, globs).

    Pages of several templates are told apart first. Each template with enough pages is discovered; the data and the
    report of the second one go to OUT-2 and R-2, and so on. The wrapper is one, and knows them all.
    """
    paths = list(run.find_pages(inputs))
    pages, unread = read(sampled(paths, MOST))
    settings = _settings(**numbers)
    say(unread)
    found = listed(pages, settings, _names(rename)) if listing else discovered(pages, settings, _names(rename))
    say([told_schema(part) for part in found.parts])
    if trace:
        say([told_rounds(pages[: settings.sample])])
    if output:
        unweave.dump(found.wrapper, output)
    if report_file:
        write_reports(found, report_file)
    if data:
        say(list(write_data(found, paths_of(found, [] if len(paths) <= MOST else paths), data)))


def _settings(columns: int, sample: int, no_attributes: int) -> Discover:
    return Discover(limit=columns, sample=sample, attributes=() if no_attributes else Discover().attributes)


def say(lines: Sequence[str]) -> None:
    """Print lines that may quote pages."""
    for line in lines:
        click.echo(harmless(line))


def read(paths: Sequence[Path]) -> tuple[list[Page], list[str]]:
    """The pages, and a word about each that cannot be read."""
    pages: list[Page] = []
    unread: list[str] = []
    for path in paths:
        try:
            pages.append(Page.read(path))
        except UnweaveError as error:
            unread.append(f"set aside: {error}")
    return pages, unread


def listed(pages: Sequence[Page], settings: Discover, names: dict[str, str]) -> Finding:
    """The columns of the pages' main lists."""
    wrapper = renamed(DiscoverList(settings=settings).discover(pages), names)
    return Finding(wrapper, (_part(wrapper, pages, settings),))


def discovered(pages: Sequence[Page], settings: Discover, names: dict[str, str]) -> Finding:
    """A template for each family that is worth it; a plain layout where there is one."""
    if len(pages) < 2:
        reason = "a template shows only on several pages; for the items of one page's list say --list"
        raise BadInput(source="the pages", reason=reason)
    found = families(pages)
    say(told_families(found))
    wrapper = simplest(renamed_everywhere(DiscoverMixed(settings=settings).discover(found), names))
    layouts = wrapper.parts if isinstance(wrapper, MixedWrapper) else (wrapper,)
    pairs = zip(layouts, worthwhile(found), strict=True)
    return Finding(wrapper, tuple(_part(layout, family.pages, settings) for layout, family in pairs))


def _part(wrapper: Columned, pages: Sequence[Page], settings: Discover) -> Part:
    return Part(wrapper, pages, summarise(wrapper, pages[: settings.sample]))


def told_families(found: Sequence[Family]) -> list[str]:
    """The families of pages, where there are several: how many pages each has, and whether it is discovered."""
    if len(found) < 2:
        return []
    names = {family.numbers: f"template_{number}: " for number, family in enumerate(worthwhile(found), 1)}
    lines = [f"{len(found)} templates:"]
    for family in found[:SHOWN]:
        name = names.get(family.numbers, "")
        worth = "" if name else " (too few to discover)"
        lines.append(f"  {name}{counted(len(family.pages), 'page')} like {Path(family.pages[0].name).name}{worth}")
    return [*lines, *[f"  and {counted(len(found) - SHOWN, 'template')} more"] * (len(found) > SHOWN)]


def told_schema(part: Part) -> str:
    """The schema as a tree, with fill rates, counts and examples."""
    wrapper, summary = part.wrapper, part.summary
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


def told_rounds(pages: Sequence[Page]) -> str:
    """The rounds of the plain algorithm."""
    from unweave.templates.exalg import analyse
    from unweave.templates.plain import trace

    return trace(analyse(pages))


def write_reports(found: Finding, file: str) -> None:
    """Write a report for each template."""
    for number, part in enumerate(found.parts, 1):
        with replacing(numbered(file, number)) as draft:
            draft.write_text(report(part.wrapper, part.pages, part.summary), encoding="utf-8")


def paths_of(found: Finding, paths: Sequence[Path]) -> list[list[str]]:
    """For each template the pages it was discovered on, or those of ``paths`` that it reads, if there are such."""
    if not paths:
        return [[page.name for page in part.pages] for part in found.parts]
    if not isinstance(found.wrapper, MixedWrapper):
        return [[str(path) for path in paths]]
    made: list[list[str]] = [[] for _ in found.parts]
    for path in paths:
        made[_number(found.wrapper, path)].append(str(path))
    return made


def _number(wrapper: MixedWrapper, path: Path) -> int:
    """Which template fits a page; a page that cannot be read is the first one's, which will set it aside."""
    try:
        return wrapper.parts.index(wrapper.choose(Page.read(path)))
    except UnweaveError:
        return 0


def write_data(found: Finding, paths: Sequence[Sequence[str]], file: str) -> Iterator[str]:
    """Write the data of each template, and tell how much it is."""
    for number, part in enumerate(found.parts, 1):
        summary = run.extract(part.wrapper, paths[number - 1], numbered(file, number))
        told = f"{counted(summary.records, 'record')} from {counted(summary.used, 'page')}"
        aside = f", {counted(summary.set_aside, 'page')} set aside" if summary.set_aside else ""
        yield f"{told}{aside}: {numbered(file, number)}"


def numbered(file: str, number: int) -> str:
    """The file of the first template, second, ...

    >>> numbered("books.sqlite", 1), numbered("books.sqlite", 2)
    ('books.sqlite', 'books-2.sqlite')
    """
    path = Path(file)
    return file if number == 1 else str(path.with_name(f"{path.stem}-{number}{path.suffix}"))


def _names(given: Sequence[str]) -> dict[str, str]:
    pairs = [text.partition("=") for text in given]
    wrong = [text for text, (old, sign, new) in zip(given, pairs, strict=True) if not (old and sign and new)]
    if wrong:
        raise BadInput(source="--rename", reason=f"{wrong[0]!r} is not of the form OLD=NEW")
    return {old: new for old, _, new in pairs}
