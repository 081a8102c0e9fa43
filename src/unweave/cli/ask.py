"""Asking on the terminal: questions about the pages at hand, one after another, and what each answer did.

What may be answered: y or n; the right value (several, where the field has many, with | between them; ``=y`` where the
value is "y"); - where the page has none; nothing at all, to stop.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import click

from unweave.choose.answered import Said, answered
from unweave.choose.auto import Auto
from unweave.choose.question import Question, questions
from unweave.choose.study import Study
from unweave.cli.say import harmless
from unweave.errors import BadInput, NoConsistentWrapper
from unweave.page import Page, Span
from unweave.records import Example
from unweave.wrapper import Confidence, Wrapper

AROUND, SHOWN = 400, 40  # characters of source that are looked at beside a value, and of text that are shown
COLOURS = {"low": "red", "medium": "yellow"}
HELP = "Answer y, n, the right value, - if there is none, or nothing to stop."


@dataclass(frozen=True, slots=True)
class Known:
    """What is known so far, and what was learned from it."""

    examples: Sequence[Example]
    study: Study


def conversation(examples: Sequence[Example], learner: Auto) -> Known:
    """Ask, at most as many questions as there are fields, and learn again after each answer."""
    known = Known(examples, learner.study(examples))
    asked: set[tuple[str, Page]] = set()
    for number in range(len(known.study.grounds)):
        question = next((one for one in questions(known.study) if (one.field, one.page) not in asked), None)
        if question is None:
            click.echo("Nothing more is in doubt." if number else "There is nothing to ask.")
            break
        click.echo("" if number else HELP)
        asked.add((question.field, question.page))
        told = _told(known.examples, question)
        if told is None:
            break
        known = _learned(known, told, question, learner)
    return known


def _told(examples: Sequence[Example], question: Question) -> list[Example] | None:
    """The examples with the answer; None to stop. A value that is not on the page is asked for again."""
    click.echo(harmless(_spelled(question)))
    for line in _context(question):
        click.echo(f"  {harmless(line)}")
    while (said := _read("> ")) != "":
        answer = _meant(said, question)
        if answer is False and not question.refutable:
            said = _read("What is it, then? (nothing: not known) ")
            answer = _meant(said, question) if said else False
        try:
            return answered(examples, question, answer)
        except BadInput as problem:
            click.echo(harmless(str(problem)))
    return None


def _spelled(question: Question) -> str:
    words = str(question)
    return words[0].upper() + words[1:]


def _context(question: Question) -> Iterator[str]:
    """A line of the text around the value, and what else was found there."""
    if question.spans:
        yield around(question.page, question.spans[0])
    if question.rivals:
        others = [" | ".join(map(repr, texts)) or "nothing" for texts in question.rivals]
        yield f"other rules say: {', '.join(others)}"


def around(page: Page, span: Span) -> str:
    """A line of a page's text, the value in brackets.

    >>> around(Page("<p>Format: <b>Paperback</b> (320 pages)"), Span(14, 23))
    'Format: [Paperback] (320 pages)'
    """
    before = page.text(Span(max(0, span.start - AROUND), span.start))[-SHOWN:]
    behind = page.text(Span(span.end, min(len(page), span.end + AROUND)))[:SHOWN]
    return f"{before} [{page.text(span)}] {behind}".strip()


def _read(prompt: str) -> str:
    """A line of input; nothing where there is no more."""
    try:
        said: str = click.prompt(prompt, default="", show_default=False, prompt_suffix="")
    except click.Abort:
        click.echo()
        return ""
    return said.strip()


def _meant(said: str, question: Question) -> Said:
    words = {"y": True, "yes": True, "n": False, "no": False, "-": None}
    if said.lower() in words:
        return words[said.lower()]
    value = said.removeprefix("=")
    return [each.strip() for each in value.split("|")] if question.many else value


def _learned(known: Known, told: Sequence[Example], question: Question, learner: Auto) -> Known:
    """What is known with the answer; without it, where nothing agrees with it."""
    try:
        study = learner.study(told)
    except (NoConsistentWrapper, BadInput) as problem:
        click.echo(harmless(f"This answer is left out: {problem}"))
        return known
    was, now = (one.wrapper.origin.confidence[question.field].level for one in (known.study, study))
    click.echo(harmless(f"{question.field}: {was}, now {now}") if was != now else harmless(f"{question.field}: {now}"))
    return Known(told, study)


def show_confidence(wrapper: Wrapper) -> None:
    """A line per field: how sure it is, and the first reason; then what there is to say about the search."""
    for name, confidence in wrapper.origin.confidence.items():
        click.echo(f"  {harmless(name)}: {_level(confidence)}{_reason(confidence)}")
    for note in wrapper.origin.history:
        click.echo(f"  {harmless(note)}")


def _level(confidence: Confidence) -> str:
    colour = COLOURS.get(confidence.level)
    return click.style(confidence.level, fg=colour) if colour else confidence.level


def _reason(confidence: Confidence) -> str:
    return f", {harmless(confidence.reasons[0])}" if confidence.reasons else ""
