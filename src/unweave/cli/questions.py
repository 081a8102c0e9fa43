"""Questions on the terminal: one after another, each with the effect of its answer.

An answer is y or n; the right value (several values of a field with ``|`` between them; ``=y`` for the value "y");
``-`` where the page has none; an empty line to stop.
"""

from collections.abc import Iterator, Sequence

import click

from unweave.choose import Auto
from unweave.choose.answered import AnsweredExamples
from unweave.choose.answers import Answer
from unweave.choose.questions import Question, questions
from unweave.cli.messages import escape_controls
from unweave.errors import BadInput
from unweave.files import check_not_overwritten
from unweave.page import Page, Span
from unweave.records import Example, write_examples
from unweave.records.field_shapes import with_same_shapes
from unweave.wording import counted

CONTEXT, SHOWN = 400, 40  # characters of source that are read beside a value, and of text that are shown
HELP = "Answer y, n, the right value, - if there is none, or an empty line to stop."


def ask_questions(examples: Sequence[Example], learner: Auto) -> AnsweredExamples:
    """Ask at most as many questions as there are fields, and learn again after each answer."""
    answered = AnsweredExamples.start(with_same_shapes(examples), learner)
    asked: set[tuple[str, Page]] = set()
    for number in range(len(answered.chosen.evidence)):
        question = next((one for one in questions(answered.chosen) if (one.field, one.page) not in asked), None)
        if question is None:
            click.echo("There are no more questions." if number else "There is nothing to ask.")
            break
        click.echo("" if number else HELP)
        asked.add((question.field, question.page))
        if not _ask(answered, question):
            break
    _show_contradicted(answered)
    return answered


def may_be_saved(file: str, *, force: bool) -> None:
    """Whether the file for the answers may be written: where it exists, with ``force`` or after a question."""
    try:
        check_not_overwritten(file, force=force)
    except BadInput:
        words = f"{file} exists. Replace it by the examples with the answers? [y/N] "
        if _read(escape_controls(words)).lower() not in {"y", "yes"}:
            raise


def keep_answers(answered: AnsweredExamples, file: str | None) -> None:
    """Write the examples with all answers to the file; without a file, print how to do it."""
    if not answered.answers:
        return
    known = [example for example in answered.examples if example.status != "unlabelled"]
    number = counted(len(answered.answers), "answer")
    if file is None:
        click.echo(f"{number} kept in the wrapper only; --save-answers FILE writes them to an examples file.")
        return
    write_examples(known, file)
    click.echo(escape_controls(f"Wrote {number} with the examples: {file}"))


def _ask(answered: AnsweredExamples, question: Question) -> bool:
    """Ask and learn again; False to stop. After a value that is not on the page it asks again."""
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
            _add(answered, question, answer)
        except BadInput as problem:
            click.echo(escape_controls(str(problem)))
        else:
            return True
    return False


def _add(answered: AnsweredExamples, question: Question, answer: Answer) -> None:
    """Learn with the answer, and print how the confidence changed, or which statements contradict each other."""
    was, conflicts = _level_of(answered, question.field), len(answered.conflicts)
    answered.add(question, answer)
    now = _level_of(answered, question.field)
    click.echo(escape_controls(f"{question.field}: {now}" if was == now else f"{question.field}: {was}, now {now}"))
    for conflict in answered.conflicts[conflicts:]:
        click.echo(escape_controls(f"{conflict}\nThe closest wrapper is kept, and all answers with the examples."))


def _level_of(answered: AnsweredExamples, name: str) -> str:
    confidence = answered.chosen.wrapper.origin.confidence.get(name)
    return confidence.level if confidence else "not learned"


def _show_contradicted(answered: AnsweredExamples) -> None:
    """What was said and is not followed: an answer never goes without a word."""
    sentences = answered.contradicted if answered.answers else []
    if sentences:
        click.echo("The wrapper does not follow everything that was said:")
    for sentence in sentences:
        click.echo(f"  {escape_controls(sentence)}")


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
