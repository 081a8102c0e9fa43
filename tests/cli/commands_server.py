"""A process that runs commands of the program, each in a fork of its own, so that the imports are paid once.

A line is a JSON object with the ``folder`` to run in and the ``words`` of the command line. The answer is a line with
what the command shows, both streams in order. It ends with its input.
"""

import json
import os
import pkgutil
import sys
import tempfile
import traceback
from importlib import import_module

import unweave
from unweave.cli import main

UNUSED = (
    "unweave.__main__",
    "unweave.studio",
    "unweave.cli.studio",
    "unweave.cli.pytest_plugin",
    "unweave.run.cluster",
)


def shown(folder: str, words: list[str]) -> str:
    """What a command shows."""
    with tempfile.TemporaryFile() as streams:
        process = os.fork()
        if not process:
            os.chdir(folder)
            for number, file in ((0, os.open(os.devnull, os.O_RDONLY)), (1, streams.fileno()), (2, streams.fileno())):
                os.dup2(file, number)
            try:
                sys.argv = words
                main()
            except SystemExit:
                pass
            except BaseException:  # noqa: BLE001  # what Python shows at the end of a program
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(0)
        os.waitpid(process, 0)
        streams.seek(0)
        return streams.read().decode()


if __name__ == "__main__":
    for module in pkgutil.walk_packages(unweave.__path__, "unweave."):
        if not module.name.startswith(UNUSED):
            import_module(module.name)
    for line in sys.stdin:
        sys.stdout.write(json.dumps(shown(**json.loads(line))) + "\n")
        sys.stdout.flush()
