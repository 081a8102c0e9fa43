"""``docs/commands.md`` and ``docs/api.md`` are made from the commands and the docstrings, and are up to date.

With ``UNWEAVE_REFRESH=1`` in the environment they are written anew.
"""

import ast
import inspect
import os
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest

import unweave
from unweave.cli import main

DOCS = Path(__file__).parents[2] / "docs"
COMMANDS_HEAD = """\
# Command reference

All commands with their options, made from the commands themselves. The same texts are printed by `unweave --help` and
`unweave COMMAND --help`. New to unweave? Begin with [a list page in five minutes](list-page.md).
"""
API_HEAD = """\
# API reference

All public names of the package `unweave`, made from their docstrings. The examples are run as tests. New to unweave?
The ten lines in the [README](../README.md) use most of what a program needs.
"""


def command_reference() -> str:
    """The whole page about the commands."""
    context = click.Context(main, info_name="unweave")
    parts = [COMMANDS_HEAD, prose(main.help or ""), options_table(main, context)]
    for name in main.list_commands(context):
        command = main.get_command(context, name)
        assert command is not None
        inner = click.Context(command, info_name=name, parent=context)
        usage = " ".join([inner.command_path, *command.collect_usage_pieces(inner)])
        parts += [f"## unweave {name}", fenced(usage, "text"), prose(command.help or ""), options_table(command, inner)]
    return "\n\n".join(part.strip() for part in parts if part) + "\n"


def options_table(command: click.Command, context: click.Context) -> str:
    """A row for each option: how it is written, and its help."""
    options = [one for one in command.params if isinstance(one, click.Option)]
    rows = [one.get_help_record(context) for one in options]
    lines = [f"| `{cell(option)}` | {cell(text)} |" for option, text in filter(None, rows)]
    return "\n".join(["| option | meaning |", "|---|---|", *lines])


def cell(text: str) -> str:
    """Text in a cell of a table, on one line."""
    return " ".join(text.split()).replace("|", "\\|")


def fenced(text: str, language: str) -> str:
    """A block of code."""
    return f"```{language}\n{text.rstrip()}\n```"


def prose(text: str) -> str:
    """Text of a help or a docstring as Markdown: paragraphs; examples and indented lines are code."""
    blocks = re.split(r"\n\s*\n", inspect.cleandoc(text.replace("\b", "")))
    return "\n\n".join("\n\n".join(_block(block)) for block in blocks)


def _block(block: str) -> Iterator[str]:
    """A paragraph; with examples behind it, or a list of arguments in it."""
    text, mark, examples = block.partition(">>> ")
    if text.startswith("Args:"):
        arguments = re.findall(r"^ {4}(\w+): (.*(?:\n {5,}.*)*)", text, flags=re.MULTILINE)
        yield "\n".join(f"- `{name}`: {' '.join(meaning.split())}" for name, meaning in arguments)
    elif text.startswith("  "):
        yield fenced(textwrap.dedent(text), "sh")
    elif text.strip():
        yield re.sub(r"``(.+?)``", r"`\1`", text.strip())
    if mark:
        yield fenced(mark + examples, "python")


def api_reference() -> str:
    """The whole page about the Python package."""
    parts = [API_HEAD]
    for name in unweave.__all__:
        value = getattr(unweave, name)
        parts += described_module(value) if isinstance(value, ModuleType) else described(value, f"unweave.{name}", "##")
    return "\n\n".join(part.strip() for part in parts) + "\n"


def described_module(module: ModuleType) -> Iterator[str]:
    """The public classes that a module defines, under its own docstring."""
    yield f"## {module.__name__}"
    yield prose(module.__doc__ or "")
    for name, value in vars(module).items():
        if inspect.isclass(value) and value.__module__ == module.__name__ and not name.startswith("_"):
            yield from described(value, f"{module.__name__}.{name}", "###")


def described(value: Any, title: str, level: str) -> Iterator[str]:
    """A function, or a class with its public methods, each with signature and docstring."""
    node = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]
    yield f"{level} {title}"
    if isinstance(node, ast.ClassDef):
        yield fenced(constructor(node), "python")
        yield prose(ast.get_docstring(node) or "")
        for part in node.body:
            if isinstance(part, ast.FunctionDef) and not part.name.startswith("_"):
                yield f"**{method(part)}**"
                yield prose(ast.get_docstring(part) or "")
    elif isinstance(node, ast.FunctionDef):
        yield fenced(signature(node.name, node), "python")
        yield prose(ast.get_docstring(node) or "")


def constructor(node: ast.ClassDef) -> str:
    """How an instance is made: from ``__init__``, or from the fields of a dataclass or named tuple."""
    made = next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)
    if made is not None:
        return signature(node.name, made).removesuffix(" -> None")
    fields = [shown_field(part) for part in node.body if isinstance(part, ast.AnnAssign)]
    return f"{node.name}({', '.join(field for field in fields if not field.startswith('_'))})"


def shown_field(part: ast.AnnAssign) -> str:
    """A field of a dataclass with its type and its default, which may be inside ``field(...)``."""
    name, default = f"{ast.unparse(part.target)}: {ast.unparse(part.annotation)}", part.value
    if isinstance(default, ast.Call) and ast.unparse(default.func) == "field":
        given = {each.arg: ast.unparse(each.value) for each in default.keywords}
        made = given.get("default") or (f"{given['default_factory']}()" if "default_factory" in given else "")
        return f"{name} = {made}" if made else name
    return f"{name} = {ast.unparse(default)}" if default else name


def method(node: ast.FunctionDef) -> str:
    """A method as a title: a property without brackets, and a class method with its decorator."""
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    if {"property", "cached_property"} & {mark.split(".")[-1] for mark in marks}:
        return f"`{node.name}: {ast.unparse(node.returns) if node.returns else 'Any'}`"
    decorator = "".join(f"@{mark} " for mark in marks if mark in {"classmethod", "staticmethod"})
    return f"`{decorator}{signature(node.name, node)}`"


def signature(name: str, node: ast.FunctionDef) -> str:
    """A signature as it is in the source, without ``self``."""
    arguments = re.sub(r"^(self|cls)(, /)?(, )?", "", ast.unparse(node.args))
    return f"{name}({arguments})" + (f" -> {ast.unparse(node.returns)}" if node.returns else "")


@pytest.mark.parametrize("name", ["commands", "api"])
def test_the_reference_is_up_to_date(name: str) -> None:
    """The page is what the commands, or the docstrings, give now."""
    document, text = DOCS / f"{name}.md", {"commands": command_reference, "api": api_reference}[name]()
    if os.environ.get("UNWEAVE_REFRESH"):
        document.write_text(text, encoding="utf-8")
    assert document.read_text(encoding="utf-8") == text, "UNWEAVE_REFRESH=1 writes it anew"


def test_every_public_name_is_in_the_reference() -> None:
    """Names, and what a reader needs: a sentence about each, and an example."""
    text = (DOCS / "api.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## unweave\.(\w+)\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL))
    assert sorted(sections) == sorted(unweave.__all__)
    assert [name for name, section in sections.items() if ">>> " not in section] == []
