"""``unweave learn``: from an examples file to a wrapper file."""

import click

import unweave
from unweave.choose.methods import NAMES, learner
from unweave.choose.sureness import sureness
from unweave.cli.say import counted, fields_of
from unweave.records import read_examples


@click.command(name="learn")
@click.argument("given", nargs=-1, required=True, metavar="EXAMPLES | INPUT...")
@click.option("-o", "--output", required=True, metavar="W.json", help="Where the wrapper is written.")
@click.option("--method", default="auto", show_default=True, metavar="|".join(NAMES), help="How to learn it.")
@click.option("--recognizers", metavar="R.toml", help="Learn from pages by recognizers, without examples.")
@click.option("--sure", is_flag=True, help="Say how sure the examples make it: the PAC bound, and resampling.")
def command(given: tuple[str, ...], output: str, method: str, recognizers: str | None, *, sure: bool) -> None:
    """Learn a wrapper from EXAMPLES, a JSON file that says what stands on a few pages.

    With --recognizers, learn from the pages in INPUT... (files, folders, globs) on which only recognizers say it.
    """
    if recognizers:
        _learn_recognized(given, recognizers, output, method)
        return
    if len(given) > 1:
        raise click.UsageError("give one EXAMPLES file; several inputs need --recognizers")
    shown = read_examples(given[0])
    wrapper = unweave.learn(shown, method=method)
    unweave.dump(wrapper, output)
    records = sum(len(example.records) for example in shown)
    fields = fields_of(wrapper.schema)
    click.echo(f"Learned {fields} from {counted(records, 'record')} on {counted(len(shown), 'page')}: {output}")
    if sure:
        for sentence in sureness(learner(wrapper.origin.method), shown):
            click.echo(sentence)


def _learn_recognized(inputs: tuple[str, ...], recognizers: str, output: str, method: str) -> None:
    from unweave.choose.recognized import learn_recognized
    from unweave.cli.label import library_of, read_pages

    pages = read_pages(inputs)
    wrapper = learn_recognized(pages, library_of(recognizers), method=method)
    unweave.dump(wrapper, output)
    click.echo(f"Learned {fields_of(wrapper.schema)} by recognizers on {counted(len(pages), 'page')}: {output}")
    for name, sureness_of in wrapper.origin.confidence.items():
        click.echo(f"  {name}: {sureness_of.level}, {'; '.join(sureness_of.reasons)}")
