"""``unweave learn``: from an examples file to a wrapper file."""

from collections.abc import Sequence

import click

import unweave
from unweave.choose import Auto, learn_from_recognizers, with_examples
from unweave.choose.confidence import statements
from unweave.choose.methods import AUTO, NAMES, learner
from unweave.cli.label import library_of, read_pages
from unweave.cli.messages import counted, fields_of
from unweave.cli.questions import ask_questions, show_confidence
from unweave.records import Example, read_examples
from unweave.records.record_types import types_of
from unweave.wrapper import Wrapper


@click.command(name="learn")
@click.argument("given", nargs=-1, required=True, metavar="EXAMPLES [INPUT...]")
@click.option("-o", "--output", required=True, metavar="W.json", help="The wrapper file to write.")
@click.option("--method", default=AUTO, show_default=True, metavar="|".join(NAMES), help="The learning method.")
@click.option("--ask", is_flag=True, help="Ask about values on the pages in INPUT... on which rules disagree.")
@click.option("--budget", default=30.0, show_default=True, metavar="S", help="Seconds of work that learning may take.")
@click.option("--recognizers", metavar="R.toml", help="Learn from pages with recognizers, without examples.")
@click.option("--sure", is_flag=True, help="Print the PAC bound for the examples, and the result of resampling.")
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
    """Learn a wrapper from EXAMPLES, a JSON file with the records of a few pages.

    Unlabelled pages in INPUT... (files, folders, globs) help to choose between rules, and to ask. With --recognizers
    there are no EXAMPLES: the values on the pages in INPUT... are found by recognizers.
    """
    if recognizers:
        _learn_from_recognizers(given, recognizers, output, method)
        return
    shown = read_examples(given[0])
    examples = [*shown, *_unlabelled(given[1:], shown)]
    if ask:
        _check_questions_possible(examples, method)
        asked, chosen = ask_questions(examples, Auto(budget=budget))
        examples, wrapper = list(asked), with_examples(chosen.wrapper, asked)
    else:
        wrapper = unweave.learn(examples, method=method, budget=budget)
    unweave.dump(wrapper, output)
    _show(wrapper, examples, output)
    if sure:
        for sentence in statements(Auto(budget=budget) if method == AUTO else learner(method), shown):
            click.echo(sentence)


def _unlabelled(inputs: tuple[str, ...], shown: Sequence[Example]) -> list[Example]:
    """The pages in the inputs without those of the examples."""
    known = {example.page.source for example in shown}
    return [Example(page) for page in read_pages(inputs) if page.source not in known]


def _check_questions_possible(examples: Sequence[Example], method: str) -> None:
    if method != AUTO:
        raise click.UsageError(f"--ask compares all methods: leave out --method {method}")
    if len(types_of(examples)) > 1:
        raise click.UsageError("--ask is for records of one type; these examples have several")


def _show(wrapper: Wrapper, examples: Sequence[Example], output: str) -> None:
    known = [example for example in examples if example.status != "unlabelled"]
    records = sum(len(example.records) for example in known)
    source = f"{counted(records, 'record')} on {counted(len(known), 'page')}"
    click.echo(f"Learned {fields_of(wrapper.schema)} from {source}: {output}")
    show_confidence(wrapper)


def _learn_from_recognizers(inputs: tuple[str, ...], recognizers: str, output: str, method: str) -> None:
    pages = read_pages(inputs)
    wrapper = learn_from_recognizers(pages, library_of(recognizers), method=method)
    unweave.dump(wrapper, output)
    click.echo(f"Learned {fields_of(wrapper.schema)} with recognizers on {counted(len(pages), 'page')}: {output}")
    for name, confidence in wrapper.origin.confidence.items():
        click.echo(f"  {name}: {confidence.level}, {'; '.join(confidence.reasons)}")
