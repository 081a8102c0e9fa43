"""``unweave label``: from pages and recognizers to an examples file, with what was ambiguous."""

import click

import unweave
from unweave.cli.say import counted, harmless, listed
from unweave.labels.labelling import Labelling, label
from unweave.labels.recognizers_file import Library, read_recognizers
from unweave.records import write_examples
from unweave.run.sources import find_pages

SHOWN = 20


@click.command(name="label")
@click.argument("inputs", nargs=-1, required=True, metavar="INPUT...")
@click.option("--recognizers", required=True, metavar="R.toml", help="Which fields there are, and how to know them.")
@click.option("-o", "--output", required=True, metavar="EXAMPLES.json", help="Where the examples are written.")
def command(inputs: tuple[str, ...], recognizers: str, output: str) -> None:
    """Label the pages in INPUT... by recognizers, without a person.

    The examples file is there to be looked at, corrected and learned from; what is ambiguous is listed.
    """
    labelling = label(read_pages(inputs), library_of(recognizers))
    write_examples(labelling.examples, output)
    show_tallies(labelling)
    records = sum(len(example.records) for example in labelling.examples)
    status = "corroborated" if labelling.corroborated else "most plausible, nobody vouches for them"
    where = f"on {counted(len(labelling.examples), 'page')}: {output}"
    click.echo(f"{counted(records, 'record')} of {listed(labelling.order)} ({status}) {where}")
    for doubt in labelling.doubts[:SHOWN]:
        click.echo(f"  {harmless(doubt)}")
    if len(labelling.doubts) > SHOWN:
        click.echo(f"  ... and {len(labelling.doubts) - SHOWN} more")


def library_of(path: str) -> Library:
    """The recognizers of a file."""
    return read_recognizers(path, load=unweave.load)


def read_pages(inputs: tuple[str, ...]) -> list[unweave.Page]:
    """The pages that the inputs name, all at once."""
    return [unweave.Page.read(path) for path in find_pages(inputs)]


def show_tallies(labelling: Labelling) -> None:
    """The summary: per field, what was seen, kept, doubtful, and what was only guessed."""
    from unweave.cli.draw import plain_console, table

    rows = [(each.field, each.seen, each.kept, each.doubtful, each.guessed) for each in labelling.tallies]
    plain_console().print(table(["field", "seen", "kept", "doubtful", "guessed"], rows))
