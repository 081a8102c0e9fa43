"""The group of all commands, and what happens to errors."""

from importlib import import_module

import click

from unweave.cli.say import complain
from unweave.errors import UnweaveError

# A command's name -> what help says of it, in the order in which a newcomer meets them.
COMMANDS = {
    "demo": "Learn from a few pages, extract the rest, and show what came of it.",
    "learn": "Learn a wrapper from EXAMPLES, a JSON file that says what stands on a few pages.",
    "label": "Label the pages in INPUT... by recognizers, without a person.",
    "discover": "Find the template, the columns and the data of unlabelled pages in INPUT...",
    "extract": "Extract the records of all pages in INPUT... (files, folders, globs).",
    "explain": "Tell the rules of WRAPPER and, given a PAGE, show where they apply in its source.",
    "export": "Write WRAPPER as XPath, CSS, regular expressions, a Python file, a spider or a page object.",
}


class Commands(click.Group):
    """A group that imports a command's module, ``unweave.cli.<name>``, when the command is asked for."""

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
        """The commands in the help, without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; what the library has to say against it is said in one paragraph."""
        try:
            return super().invoke(ctx)
        except UnweaveError as error:
            complain(str(error))
            ctx.exit(2)


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="unweave", message="%(prog)s %(version)s")
def main() -> None:
    """Learn a wrapper from a few values on a few pages, and get the records back from millions.

    Start with `unweave demo`. Exit status: 0 all went well; 1 no page could be used; 2 something given cannot be
    used, or no wrapper agrees with the examples: standard error says which and why.
    """
