"""``unweave learn``: from examples (a JSON file, a table, values on the command line) to a wrapper file."""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import click

import unweave
from unweave.choose import Auto, learn_from_recognizers, notes_about, with_examples
from unweave.choose.answered import AnsweredExamples
from unweave.choose.confidence import statements
from unweave.choose.methods import AUTO, NAMES, learner
from unweave.cli.dialogue import Stopped, guided, proposed_file
from unweave.cli.json_text import json_line
from unweave.cli.label import library_of, read_pages
from unweave.cli.messages import counted, escape_controls, fields_of
from unweave.cli.questions import ask_questions, keep_answers, may_be_saved
from unweave.cli.status import Learn, as_complete, how_it_was_read, learned_with_status
from unweave.cli.summary_text import learned_lines, next_step
from unweave.cli.tables import is_table, read_table
from unweave.cli.type_options import AUTO as TYPES_AUTO
from unweave.cli.type_options import read_types, type_lines, typed_wrapper
from unweave.cli.values import ValuesInOrder, example_of_values, notes_on_values
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.files import check_not_overwritten, is_wrapper_file
from unweave.records import Example, IfMissing, read_examples
from unweave.records.record_types import types_of
from unweave.run.sources import PAGE_ENDINGS, find_pages
from unweave.summaries import WrapperSummary
from unweave.values.types import TYPES
from unweave.wrapper import Wrapper, with_origin

Typed = Callable[..., Wrapper]
SUMMARY_PAGES = 40
"""The summary counts what is found on at most so many unlabelled pages."""


@click.command(name="learn", cls=ValuesInOrder)
@click.argument("given", nargs=-1, required=True, metavar="EXAMPLES|PAGE [INPUT...]")
@click.option("-o", "--output", metavar="W.json", help="The wrapper file to write; in a dialogue, a name is proposed.")
@click.option(
    "--value",
    "values",
    multiple=True,
    metavar="NAME=TEXT",
    help="A value of a record on PAGE; once for each field, and again for a further value of the same field.",
)
@click.option("--record", "_record", is_flag=True, help="Begin another record: the next --value belongs to it.")
@click.option(
    "--query",
    metavar="SELECT",
    help="Which rows and columns of a table are the examples, in SQL; a .csv, .tsv or .jsonl file is the table `rows`.",
)
@click.option("--complete", is_flag=True, help="The records of --value, or of a table, are all records of their pages.")
@click.option("--method", default=AUTO, show_default=True, metavar="|".join(NAMES), help="The learning method.")
@click.option("--guided", "dialogue", is_flag=True, help="Begin the dialogue even if this is not a terminal.")
@click.option("--ask", is_flag=True, help="Ask about values on the pages in INPUT... on which rules disagree.")
@click.option("--budget", default=30.0, show_default=True, metavar="S", help="Seconds of work that learning may take.")
@click.option(
    "--missing",
    type=click.Choice(["error", "unknown"]),
    help="What to do with values that are not on their page: stop and name them (error, the default), or take them as "
    "unknown (the default for tables).",
)
@click.option(
    "--no-embedded",
    is_flag=True,
    help="Leave out the data that pages carry in scripts: neither search values in it nor learn from it.",
)
@click.option("--recognizers", metavar="R.toml", help="Learn from pages with recognizers, without examples.")
@click.option(
    "--save-answers",
    metavar="FILE",
    help="With --ask: write the examples and all answers to this examples file; it may be EXAMPLES itself.",
)
@click.option(
    "--type",
    "given_types",
    multiple=True,
    metavar="NAME=TYPE",
    help=f"The type of a field, for typed output: {' '.join(TYPES)}; date:day-first, decimal:comma.",
)
@click.option(
    "--types", type=click.Choice([TYPES_AUTO]), help="Give every field the type that its values seem to have."
)
@click.option("--force", is_flag=True, help="Overwrite files that exist, whatever they are.")
@click.option("--sure", is_flag=True, help="Print the PAC bound for the examples, and the result of resampling.")
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def command(  # noqa: PLR0913  # the options of the command
    given: tuple[str, ...],
    output: str | None,
    values: tuple[str, ...],
    method: str,
    *,
    _record: bool,
    dialogue: bool,
    query: str | None,
    complete: bool,
    ask: bool,
    budget: float,
    missing: IfMissing | None,
    no_embedded: bool,
    recognizers: str | None,
    save_answers: str | None,
    given_types: tuple[str, ...],
    types: str | None,
    force: bool,
    sure: bool,
    as_json: bool,
) -> None:
    """Learn a wrapper from EXAMPLES, or from values on a PAGE.

    EXAMPLES is a JSON file with the records of a few pages (- for standard input), or a table (.csv, .tsv, .jsonl,
    .sqlite) with a column for each field and a column `page` with the file of the page. Without a file, show values of
    a PAGE; a PAGE alone, on a terminal, begins a dialogue:

      unweave learn PAGE --value title=Emma --value price='$5' --record --value title=Kim -o W.json

    Unlabelled pages in INPUT... (files, folders, globs) help to choose between rules, and to ask. With --recognizers
    there are no EXAMPLES: the values on the pages in INPUT... are found by recognizers.
    """
    recipe = partial(_learned, method=method, budget=budget, embedded=not no_embedded)
    typed = partial(typed_wrapper, types=read_types(given_types), auto=types == TYPES_AUTO)
    if not values and not recognizers and _is_page(given[0]):
        _begin_dialogue(given, output, recipe, typed, forced=dialogue, force=force)
        return
    if output is None:
        raise click.MissingParameter(param_type="option", param_hint="'-o' / '--output'")
    check_not_overwritten(output, force=force, is_replaceable=is_wrapper_file)
    _refuse(query and values, "--query is for tables: leave out --value")
    _refuse(dialogue, "--guided is for a page alone: leave out --value and --recognizers")
    _refuse(save_answers and not ask, "--save-answers is for --ask: without questions there are no answers")
    _refuse(as_json and (ask or sure), "--json prints nothing but the summary: leave out --ask and --sure")
    no_examples = "with --recognizers there are no examples: leave out --value and --complete"
    _refuse(recognizers and (values or complete), no_examples)
    if recognizers:
        _learn_from_recognizers(given, recognizers, output, typed, method, budget, as_json=as_json)
        return
    shown = _shown(given, values, missing, query, complete=complete, embedded=not no_embedded)
    examples = [*shown, *_unlabelled(given[1:], shown)]
    without_status = bool(values) or is_table(given[0])
    if ask:
        _check_questions_possible(given, examples, method)
    if without_status and not complete:
        examples, wrapper = learned_with_status(examples, recipe)
    elif not ask:
        wrapper = recipe(examples)
    notes = [how_it_was_read(examples, chosen=not complete), *notes_on_values(values)] if without_status else []
    if ask:
        wrapper, examples = _asked(examples, Auto(budget=budget, embedded=not no_embedded), save_answers, force=force)
    wrapper = typed(wrapper, examples=summary_pages(examples))
    unweave.dump(wrapper, output)
    _show(wrapper, examples, output, notes, as_json=as_json, asked=ask)
    if sure:
        known = [example for example in examples if example.status != "unlabelled"]
        for sentence in statements(
            Auto(budget=budget, embedded=not no_embedded) if method == AUTO else learner(method), known
        ):
            click.echo(escape_controls(sentence))


def _refuse(condition: object, reason: str) -> None:
    """It raises a UsageError where options do not go together."""
    if condition:
        raise click.UsageError(reason)


def _learned(examples: Sequence[Example], *, method: str, budget: float, embedded: bool) -> Wrapper:
    try:
        return unweave.learn(examples, method=method, budget=budget, embedded=embedded)
    except NoConsistentWrapper as problem:
        if method != AUTO:
            problem.add_note(f"It would help to leave out --method {method}: then all methods are compared")
        raise


def _asked(
    examples: Sequence[Example], learner: Auto, save_answers: str | None, *, force: bool
) -> tuple[Wrapper, list[Example]]:
    """The wrapper after questions and answers, and the examples with the answers."""
    if save_answers:
        may_be_saved(save_answers, force=force)
    answered = ask_questions(examples, learner)
    keep_answers(answered, save_answers)
    return with_examples(_with_notes(answered), answered.examples), list(answered.examples)


def _is_page(name: str) -> bool:
    return name.lower().endswith(PAGE_ENDINGS) and Path(name).is_file()


def _begin_dialogue(
    given: Sequence[str], output: str | None, learn: Learn, typed: Typed, *, forced: bool, force: bool
) -> None:
    """Learn from what a person picks on the page; where nobody can answer, say how else values are shown."""
    if not forced and not sys.stdin.isatty():
        reason = "no values of this page are given, and there is no terminal to ask on"
        advice = "show a record: --value NAME=TEXT, once for each field, or to give examples in a file"
        raise BadInput(source=given[0], reason=f"{reason}. It would help to {advice}")
    if output:
        check_not_overwritten(output, force=force, is_replaceable=is_wrapper_file)
    first, *others = list(find_pages(given))
    try:
        wrapper, examples = guided(first, others, learn)
        output = output or proposed_file(first)
    except Stopped:
        click.echo("Stopped; nothing is written.")
        raise click.exceptions.Exit(1) from None
    wrapper = typed(wrapper, examples=summary_pages(examples))
    unweave.dump(wrapper, output)
    _show(wrapper, examples, output, [], as_json=False, asked=False)


def _shown(
    given: Sequence[str],
    values: Sequence[str],
    missing: IfMissing | None,
    query: str | None,
    *,
    complete: bool,
    embedded: bool,
) -> list[Example]:
    """The labelled pages: from values on the command line, from a table, or from an examples file."""
    if values:
        example = example_of_values(given, values, missing or "error", embedded=embedded)
        return [as_complete(example) if complete else example]
    if is_table(given[0]):
        return read_table(given[0], missing=missing or "unknown", complete=complete, query=query, embedded=embedded)
    _refuse(query, "--query is for tables: .csv, .tsv, .jsonl, .sqlite or .db")
    if complete:
        raise click.UsageError("--complete is for --value and for tables: an examples file has a status for each page")
    if is_wrapper_file(given[0]):
        reason = "this is a wrapper, not an examples file. It would help to run it: unweave extract"
        raise BadInput(source=given[0], reason=reason)
    return read_examples(given[0], missing=missing or "error", embedded=embedded)


def _unlabelled(inputs: tuple[str, ...], shown: Sequence[Example]) -> list[Example]:
    """The pages in the inputs without those of the examples."""
    known = {example.page.source for example in shown}
    return [Example(page) for page in read_pages(inputs) if page.source not in known]


def _check_questions_possible(given: Sequence[str], examples: Sequence[Example], method: str) -> None:
    if "-" in given:
        raise click.UsageError("--ask reads the answers from standard input: give the examples and pages as files")
    if method != AUTO:
        raise click.UsageError(f"--ask compares all methods: leave out --method {method}")
    if len(types_of(examples)) > 1:
        raise click.UsageError("--ask is for records of one type; these examples have several")


def _with_notes(answered: AnsweredExamples) -> Wrapper:
    """The wrapper, with notes about the examples and about answers that contradict each other in its history."""
    wrapper = answered.chosen.wrapper
    notes = (*notes_about(answered.initial), *map(str, answered.conflicts))
    return with_origin(wrapper, history=(*wrapper.origin.history, *notes)) if notes else wrapper


def summary_pages(examples: Sequence[Example]) -> list[Example]:
    """The examples that the summary is about: all labelled pages, and some of the others."""
    known = [example for example in examples if example.status != "unlabelled"]
    return [*known, *[example for example in examples if example.status == "unlabelled"][:SUMMARY_PAGES]]


def _show(
    wrapper: Wrapper, examples: Sequence[Example], output: str, notes: Sequence[str], *, as_json: bool, asked: bool
) -> None:
    """Print what was learned from, how that was read, and what the wrapper finds."""
    known = [example for example in examples if example.status != "unlabelled"]
    records = sum(len(example.records) for example in known)
    source = f"from {counted(records, 'record')} on {counted(len(known), 'page')}"
    found = unweave.summary(wrapper, summary_pages(examples))
    title = f"Learned {fields_of(wrapper.schema)} {source}: {output}"
    _print(title, [*notes, *type_lines(wrapper, summary_pages(examples))], found, output, as_json=as_json)
    if not as_json:
        click.echo(escape_controls(next_step(found, output, asked=asked)))


def _learn_from_recognizers(
    inputs: tuple[str, ...],
    recognizers: str,
    output: str,
    typed: Typed,
    method: str,
    budget: float,
    *,
    as_json: bool,
) -> None:
    pages = read_pages(inputs)
    wrapper = learn_from_recognizers(pages, library_of(recognizers), method=method, budget=budget)
    wrapper = typed(wrapper, examples=pages[:SUMMARY_PAGES])
    unweave.dump(wrapper, output)
    title = f"Learned {fields_of(wrapper.schema)} with recognizers on {counted(len(pages), 'page')}: {output}"
    _print(
        title,
        type_lines(wrapper, pages[:SUMMARY_PAGES]),
        unweave.summary(wrapper, pages[:SUMMARY_PAGES]),
        output,
        as_json=as_json,
    )


def _print(title: str, notes: Sequence[str], found: WrapperSummary, output: str, *, as_json: bool) -> None:
    if as_json:
        data = {"wrapper": output, "read_as": list(notes), **found.to_dict()}
        click.echo(json_line(data))
        return
    for line in [*map(escape_controls, [title, *notes]), *learned_lines(found)]:
        click.echo(line)
