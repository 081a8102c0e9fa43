"""Questions on the terminal: one after another, each with the effect of its answer.

An answer is y or n; the right value (several values of a field with ``|`` between them; ``=y`` for the value "y");
``-`` where the page has none; an empty line to stop.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

import click

from unweave.choose import Auto
from unweave.choose.answers import Answer, with_answer
from unweave.choose.evidence import ChosenWrapper
from unweave.choose.questions import Question, questions
from unweave.cli.messages import escape_controls
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example
from unweave.wrapper import Confidence, Wrapper

CONTEXT, SHOWN = 400, 40  # characters of source that are read beside a value, and of text that are shown
COLOURS = {"low": "red", "medium": "yellow"}
HELP = "Answer y, n, the right value, - if there is none, or an empty line to stop."

Learned: TypeAlias = tuple[Sequence[Example], ChosenWrapper]
"""The examples, and what was learned from them."""


def ask_questions(examples: Sequence[Example], learner: Auto) -> Learned:
    """Ask at most as many questions as there are fields, and learn again after each answer."""
    chosen = learner.choose(examples)
    asked: set[tuple[str, Page]] = set()
    for number in range(len(chosen.evidence)):
        question = next((one for one in questions(chosen) if (one.field, one.page) not in asked), None)
        if question is None:
            click.echo("There are no more questions." if number else "There is nothing to ask.")
            break
        click.echo("" if number else HELP)
        asked.add((question.field, question.page))
        answered = _ask(examples, question)
        if answered is None:
            break
        examples, chosen = _learned_again((examples, chosen), answered, question, learner)
    return examples, chosen


def _ask(examples: Sequence[Example], question: Question) -> list[Example] | None:
    """The examples with the answer; None to stop. After a value that is not on the page it asks again."""
    words = str(question)
    click.echo(escape_controls(words[0].upper() + words[1:]))
    for line in _context(question):
        click.echo(f"  {escape_controls(line)}")
    while (typed := _read("> ")) != "":
        answer = _parsed(typed, question)
        if answer is False and not question.refutable:
            typed = _read("Which value is right? (empty: not known) ")
            answer = _parsed(typed, question) if typed else False
        try:
            return with_answer(examples, question, answer)
        except BadInput as problem:
            click.echo(escape_controls(str(problem)))
    return None


def _context(question: Question) -> Iterator[str]:
    """A line of the text around the value, and what other rules find there."""
    if question.spans:
        yield around(question.page, question.spans[0])
    if question.alternatives:
        others = [" | ".join(map(repr, texts)) or "nothing" for texts in question.alternatives]
        yield f"other rules find: {', '.join(others)}"


def around(page: Page, span: Span) -> str:
    """A line of a page's text, the value in brackets.

    >>> around(Page("<p>Format: <b>Paperback</b> (320 pages)"), Span(14, 23))
    'Format: [Paperback] (320 pages)'
    """
    before = page.text(Span(max(0, span.start - CONTEXT), span.start))[-SHOWN:]
    behind = page.text(Span(span.end, min(len(page), span.end + CONTEXT)))[:SHOWN]
    return f"{before} [{page.text(span)}] {behind}".strip()


def _read(prompt: str) -> str:
    """A line of input; empty at the end of the input."""
    try:
        typed: str = click.prompt(prompt, default="", show_default=False, prompt_suffix="")
    except click.Abort:
        click.echo()
        return ""
    return typed.strip()


def _parsed(typed: str, question: Question) -> Answer:
    words = {"y": True, "yes": True, "n": False, "no": False, "-": None}
    if typed.lower() in words:
        return words[typed.lower()]
    value = typed.removeprefix("=")
    return [each.strip() for each in value.split("|")] if question.many else value


def _learned_again(before: Learned, answered: Sequence[Example], question: Question, learner: Auto) -> Learned:
    """What is learned with the answer; the state before where no wrapper agrees with the answer."""
    try:
        chosen = learner.choose(answered)
    except (NoConsistentWrapper, BadInput) as problem:
        click.echo(escape_controls(f"This answer is not used: {problem}"))
        return before
    was, now = (one.wrapper.origin.confidence[question.field].level for one in (before[1], chosen))
    click.echo(escape_controls(f"{question.field}: {now}" if was == now else f"{question.field}: {was}, now {now}"))
    return answered, chosen


def show_confidence(wrapper: Wrapper) -> None:
    """A line per field with its confidence and the first reason; then the notes about the search."""
    for name, confidence in wrapper.origin.confidence.items():
        reason = f", {escape_controls(confidence.reasons[0])}" if confidence.reasons else ""
        click.echo(f"  {escape_controls(name)}: {_level(confidence)}{reason}")
    for note in wrapper.origin.history:
        click.echo(f"  {escape_controls(note)}")


def _level(confidence: Confidence) -> str:
    colour = COLOURS.get(confidence.level)
    return click.style(confidence.level, fg=colour) if colour else confidence.level
