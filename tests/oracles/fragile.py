"""A wrapper whose pages say what happens: some take long, some never end, some kill the process."""

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from unweave.errors import CannotCompile, DoesNotFit
from unweave.page import Page, Span
from unweave.program import Program
from unweave.records import Field, Record, Schema
from unweave.wrapper import Explanation, Origin, summary_of

SCHEMA = Schema((Field("title"),))
ORIGIN = Origin()


@dataclass(frozen=True)
class Fragile:
    """It takes the content of the first <b>; other words on the page are orders."""

    pause: float = 0.0
    kind: str = "fragile"
    schema: Schema = SCHEMA
    origin: Origin = ORIGIN
    summary = summary_of

    def extract(self, page: Page) -> list[Record]:
        """One record; or what the page orders."""
        source = page.source
        time.sleep(self.pause)
        if "hang" in source:
            hang()
        if "kill" in source or ("die once" in source and is_first(page.name)):
            os.kill(os.getpid(), signal.SIGKILL)
        start, end = source.find("<b>") + 3, source.find("</b>")
        if end < 0:
            raise DoesNotFit(page=page.name, field="title", where=0, reason="'<b>' does not occur")
        return [Record(page, {"title": Span(start, end)})]

    def explain(self, page: Page | None = None) -> Explanation:
        """Nothing to say."""
        return Explanation(title="fragile", page=page)

    def program(self) -> Program:
        """Not asked for."""
        raise CannotCompile(target="anything", reason="it is a test double")


def hang() -> None:
    """Never end."""
    while True:
        sum(range(10_000_000))


def is_first(name: str) -> bool:
    """Whether this is the first time: a file beside the page remembers it."""
    mark = Path(f"{name}.seen")
    if mark.exists():
        return False
    mark.touch()
    return True
