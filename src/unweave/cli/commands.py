"""The group of all commands, and the handling of errors."""

from importlib import import_module

import click

from unweave.cli.messages import error_lines, print_error
from unweave.errors import UnweaveError

# The name of a command -> its summary in the help, in the order in which a new user needs them.
COMMANDS = {
    "demo": "Learn from a few pages, extract the others, and show the result.",
    "learn": "Learn a wrapper from EXAMPLES, or from values on a PAGE.",
    "label": "Label the pages in INPUT... with recognizers.",
    "discover": "Find the template, the columns and the data of unlabelled pages in INPUT...",
    "extract": "Extract the records of all pages in INPUT... (files, folders, globs; - for a page on standard input).",
    "explain": "Show the rules of WRAPPER and, given a PAGE, where they apply in its source.",
    "export": "Write WRAPPER as XPath, CSS, regular expressions, a Python file, a spider or a page object.",
}


class Commands(click.Group):
    """A group that imports a command's module, ``unweave.cli.<name>``, when the command is used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        """The commands' names."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002  # click's signature
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"unweave.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002  # click's signature
        """The commands in the help, without importing their modules."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; an error of the library is printed in a few lines."""
        try:
            return super().invoke(ctx)
        except UnweaveError as error:
            print_error(error_lines(error))
            ctx.exit(2)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="unweave", message="%(prog)s %(version)s")
def main() -> None:
    """Learn a wrapper from a few values on a few pages, and get the records back from millions.

    Start with `unweave demo`. Exit status: 0 success; 1 no page could be used; 2 an input cannot be used, or no wrapper
    agrees with the examples: the reason is printed on standard error.
    """
