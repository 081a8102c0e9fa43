"""``unweave label``: from pages and recognizers to an examples file, with a list of ambiguous values."""

import click

import unweave
from unweave.cli.messages import counted, escape_controls, listed
from unweave.cli.values import print_skipped
from unweave.files import check_not_overwritten
from unweave.labels.labelling import Labelling, label
from unweave.labels.recognizers_file import Library, read_recognizers
from unweave.records import write_examples
from unweave.run.sources import find_pages

SHOWN = 20


@click.command(name="label")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--recognizers", required=True, metavar="R.toml", help="The fields and their recognizers.")
@click.option("-o", "--output", required=True, metavar="EXAMPLES.json", help="The examples file to write.")
@click.option("--force", is_flag=True, help="Overwrite EXAMPLES.json, if it exists.")
def command(inputs: tuple[str, ...], recognizers: str, output: str, *, force: bool) -> None:
    """Label the pages in INPUT... with recognizers.

    Check and correct the examples file before you learn from it; ambiguous values are listed.
    """
    check_not_overwritten(output, force=force)
    labelling = label(read_pages(inputs), library_of(recognizers))
    write_examples(labelling.examples, output)
    show_tallies(labelling)
    records = sum(len(example.records) for example in labelling.examples)
    status = "corroborated" if labelling.corroborated else "most plausible, not corroborated"
    where = f"on {counted(len(labelling.examples), 'page')}: {output}"
    click.echo(escape_controls(f"{counted(records, 'record')} of {listed(labelling.order)} ({status}) {where}"))
    for line in labelling.ambiguous[:SHOWN]:
        click.echo(f"  {escape_controls(line)}")
    if len(labelling.ambiguous) > SHOWN:
        click.echo(f"  ... and {len(labelling.ambiguous) - SHOWN} more")


def library_of(path: str) -> Library:
    """The recognizers of a file."""
    return read_recognizers(path, load=unweave.load)


def read_pages(inputs: tuple[str, ...]) -> list[unweave.Page]:
    """The pages of the inputs."""
    return [unweave.Page.read(path) for path in find_pages(inputs, skip=print_skipped)]


def show_tallies(labelling: Labelling) -> None:
    """The summary: per field, what was seen, kept, ambiguous, and what was only guessed."""
    from unweave.cli.terminal import table, text_console

    rows = [(each.field, each.seen, each.kept, each.ambiguous, each.guessed) for each in labelling.counts]
    text_console().print(table(["field", "seen", "kept", "ambiguous", "guessed"], rows))
