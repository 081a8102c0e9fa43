"""``unweave learn``: from an examples file to a wrapper file."""

from collections.abc import Sequence

import click

import unweave
from unweave.choose import Auto, with_examples
from unweave.choose.methods import AUTO, NAMES, learner
from unweave.choose.sureness import sureness
from unweave.cli.ask import conversation, show_confidence
from unweave.cli.say import counted, fields_of
from unweave.records import Example, read_examples
from unweave.records.types import types_of
from unweave.wrapper import Wrapper


@click.command(name="learn")
@click.argument("given", nargs=-1, required=True, metavar="EXAMPLES [INPUT...]")
@click.option("-o", "--output", required=True, metavar="W.json", help="Where the wrapper is written.")
@click.option("--method", default=AUTO, show_default=True, metavar="|".join(NAMES), help="How to learn it.")
@click.option("--ask", is_flag=True, help="Ask about what is in doubt on the pages in INPUT...")
@click.option("--budget", default=30.0, show_default=True, metavar="S", help="Seconds of work it may take to choose.")
@click.option("--recognizers", metavar="R.toml", help="Learn from pages by recognizers, without examples.")
@click.option("--sure", is_flag=True, help="Say how sure the examples make it: the PAC bound, and resampling.")
def command(
    given: tuple[str, ...],
    output: str,
    method: str,
    *,
    ask: bool,
    budget: float,
    recognizers: str | None,
    sure: bool,
) -> None:
    """Learn a wrapper from EXAMPLES, a JSON file that says what stands on a few pages.

    Pages in INPUT... (files, folders, globs), of which nothing is known, help to choose and to ask. With
    --recognizers there are no EXAMPLES: learn from the pages in INPUT... on which only recognizers say it.
    """
    if recognizers:
        _learn_recognized(given, recognizers, output, method)
        return
    shown = read_examples(given[0])
    examples = [*shown, *_others(given[1:], shown)]
    if ask:
        _check_askable(examples, method)
        known = conversation(examples, Auto(budget=budget))
        examples, wrapper = list(known.examples), with_examples(known.study.wrapper, known.examples)
    else:
        wrapper = unweave.learn(examples, method=method, budget=budget)
    unweave.dump(wrapper, output)
    _show(wrapper, examples, output)
    if sure:
        for sentence in sureness(Auto(budget=budget) if method == AUTO else learner(method), shown):
            click.echo(sentence)


def _others(inputs: tuple[str, ...], shown: Sequence[Example]) -> list[Example]:
    """The pages of which nothing is known: those that the examples name are not among them."""
    from unweave.cli.label import read_pages

    known = {example.page.source for example in shown}
    return [Example(page) for page in read_pages(inputs) if page.source not in known]


def _check_askable(examples: Sequence[Example], method: str) -> None:
    if method != AUTO:
        raise click.UsageError(f"--ask compares all methods: leave out --method {method}")
    if len(types_of(examples)) > 1:
        raise click.UsageError("--ask is for records of one type; these examples show several")


def _show(wrapper: Wrapper, examples: Sequence[Example], output: str) -> None:
    known = [example for example in examples if example.status != "unlabelled"]
    records = sum(len(example.records) for example in known)
    source = f"{counted(records, 'record')} on {counted(len(known), 'page')}"
    click.echo(f"Learned {fields_of(wrapper.schema)} from {source}: {output}")
    show_confidence(wrapper)


def _learn_recognized(inputs: tuple[str, ...], recognizers: str, output: str, method: str) -> None:
    from unweave.choose.recognized import learn_recognized
    from unweave.cli.label import library_of, read_pages

    pages = read_pages(inputs)
    wrapper = learn_recognized(pages, library_of(recognizers), method=method)
    unweave.dump(wrapper, output)
    click.echo(f"Learned {fields_of(wrapper.schema)} by recognizers on {counted(len(pages), 'page')}: {output}")
    for name, sureness_of in wrapper.origin.confidence.items():
        click.echo(f"  {name}: {sureness_of.level}, {'; '.join(sureness_of.reasons)}")
