"""The group of all commands, and the handling of errors, signals, and outputs that cannot be written."""

import gc
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from errno import EPIPE
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

import click

from unweave.cli.messages import error_lines, print_error, usage_lines
from unweave.errors import UnweaveError

# The name of a command -> its summary in the help, in the order in which a new user needs them.
COMMANDS = {
    "demo": "Learn from a few pages, extract the others, and show the result.",
    "learn": "Learn a wrapper from EXAMPLES, or from values on a PAGE.",
    "studio": "Open the studio: click values in the browser, see what is found, correct it, run it.",
    "label": "Label the pages in INPUT... with recognizers.",
    "discover": "Find the template, the columns and the data of unlabelled pages in INPUT...",
    "extract": "Extract the records of all pages in INPUT...: files, folders, globs, archives, tables.",
    "runs": "List the runs with workers whose outputs are below FOLDER..., their state and failures.",
    "learn-site": "Learn a site program from values of records that are on several pages of INPUT...",
    "fetch": "Fetch the pages at URL... politely into a folder.",
    "crawl": "Visit a site politely from START_URL... on, and write its joined records.",
    "check": "Check whether WRAPPER still reads the pages in INPUT... right.",
    "repair": "Repair WRAPPER with the changed pages in INPUT..., and write a new wrapper.",
    "test": "Test WRAPPER on stored pages with expected records.",
    "explain": "Show the rules of WRAPPER and, given a PAGE, where they apply in its source.",
    "export": "Write WRAPPER as XPath, CSS, regular expressions, a Python file, a spider or a page object.",
}


INTERRUPTED = 130
"""The exit status after Ctrl-C, as shells have it."""

COLLECTED_AFTER = (20_000, 10, 10)
"""How many new objects there are before Python looks for cycles that nobody uses, where it has 700. Learning makes many
objects and few cycles, and takes a tenth less time; extraction takes as long, with up to 20 MB more."""


class Commands(click.Group):
    """A group that imports a command's module, ``unweave.cli.<name>`` with _ for -, when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The commands' names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"unweave.cli.{cmd_name.replace('-', '_')}").command
        if VERBOSE not in command.params:
            command.params.append(VERBOSE)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        """The commands in the help, without importing their modules."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error is printed in a few lines."""
        try:
            return super().invoke(ctx)
        except UnweaveError as error:
            print_error(error_lines(error, verbose=ctx.meta.get(VERBOSE.name, False)))
            ctx.exit(2)
        except click.UsageError as error:
            print_error(usage_lines(error))
            ctx.exit(2)

        except KeyboardInterrupt:
            print_error("interrupted")
            ctx.exit(INTERRUPTED)

    def main(self, *args: Any, standalone_mode: bool = True, **extra: Any) -> Any:
        """Run the program; where it ends with an error of the system, such as a full disk, print it in one sentence."""
        gc.set_threshold(*COLLECTED_AFTER)
        run: Callable[[], Any] = partial(super().main, *args, standalone_mode=standalone_mode, **extra)
        if not standalone_mode:
            return run()
        before: Any = signal.SIG_DFL
        with suppress(ValueError):  # signals can be handled in the main thread only
            before = signal.signal(signal.SIGTERM, _terminate)
        try:
            return _and_flush(run)
        except OSError as error:
            if error.errno == EPIPE:
                sys.exit(1)  # nobody reads the output any more: there is nobody to tell
            source = os.fsdecode(error.filename or "standard output")
            print_error(f"{source}: {error.strerror or error}")
            sys.exit(2)
        finally:
            with suppress(ValueError):
                signal.signal(signal.SIGTERM, before)


def _and_flush(run: Callable[[], Any]) -> Any:
    """Run and flush standard output, so that a full disk is noticed here and not after the end of the program."""
    try:
        return run()
    finally:
        try:
            sys.stdout.flush()
        except OSError:
            with suppress(OSError, ValueError):  # what is left in the buffer is lost, and not tried again
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise


def _terminate(number: int, _frame: object) -> NoReturn:
    sys.exit(128 + number)  # drafts of files are removed on the way


def _remember(ctx: click.Context, option: click.Parameter, value: bool) -> None:  # click's signature
    ctx.meta[str(option.name)] = value  # the contexts of a command line share it


VERBOSE = click.Option(
    ["-v", "--verbose"],
    is_flag=True,
    expose_value=False,
    callback=_remember,
    help="After an error, also print what caused it.",
)
"""The option that every command has."""


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="unweave", message="%(prog)s %(version)s")
def main() -> None:
    """Learn a wrapper from a few values on a few pages, and get the records back from millions.

    Start with `unweave demo`. Exit status: 0 success; 1 no page could be used; 2 an input cannot be used, or no wrapper
    agrees with the examples: the reason is printed on standard error.
    """
