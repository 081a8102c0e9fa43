"""A process that serves studios: one for each line on its input, so that the imports are paid once.

A line is a JSON object with the project's ``folder``, the ``pages`` to open and the ``roots`` that may be read. The
answer is a line with the address. It ends with its input.
"""

import json
import queue
import sys
import threading
from pathlib import Path

from unweave.studio.project import Project
from unweave.studio.server import serve
from unweave.studio.studio import Studio


def started(folder: str, pages: list[str], roots: list[str]) -> str:
    """Serve a project in a thread; its address."""
    studio = Studio(Project(Path(folder)), [Path(root) for root in roots])
    for page in pages:
        studio.open_file(Path(page))
    said: queue.Queue[str] = queue.Queue()
    threading.Thread(target=serve, args=[studio], kwargs={"browser": False, "said": said.put}, daemon=True).start()
    return said.get().split()[-1]


if __name__ == "__main__":
    for line in sys.stdin:
        sys.stdout.write(started(**json.loads(line)) + "\n")
        sys.stdout.flush()
