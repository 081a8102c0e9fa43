"""What the program does when it is interrupted or terminated, or its output cannot be written."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = [sys.executable, "-m", "unweave"]
SLOW = """
import signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have started the tests in the background
import unweave.cli
from unweave.run.raw_pages import RawPage
def slow(page, *args, **options):
    open("started", "w").close()
    time.sleep(60)
RawPage.page = slow
unweave.cli.main(sys.argv[1:])
"""


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_nothing_is_left_after_a_signal(number: int, status: int, wrapper: str) -> None:
    """Ctrl-C and SIGTERM end the run; the output of an earlier run stays, and no draft remains."""
    Path("out.jsonl").write_text("")
    before = sorted(path.name for path in Path().iterdir())
    arguments = [sys.executable, "-c", SLOW, "extract", wrapper, "pages", "-o", "out.jsonl"]
    Path("pages").mkdir(exist_ok=True)
    Path("pages/a.html").write_text("<b>x</b>")
    with subprocess.Popen(arguments, stderr=subprocess.PIPE, text=True) as process:
        while not Path("started").exists() and process.poll() is None:
            time.sleep(0.05)
        assert len([path for path in Path().iterdir() if path.suffix == ".part"]) == 1
        process.send_signal(number)
        message = process.communicate()[1]
    assert process.returncode == status
    assert "Traceback" not in message
    left = sorted(path.name for path in Path().iterdir())
    assert [name for name in left if name not in {"started", "pages"}] == [name for name in before if name != "pages"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [["extract", "w.json", "countries"], ["--help"], ["explain", "w.json"]])
def test_a_full_standard_output_is_one_sentence(arguments: list[str], wrapper: str) -> None:
    """Also where the error comes only when the buffer is written at the end."""
    assert wrapper == "w.json"
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, *arguments], stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (2, "unweave: standard output: No space left on device")


LONG = "n" * 300 + ".csv"


@pytest.mark.parametrize(
    ("arguments", "lines"),
    [
        (["w.json", "-o", LONG], ["cannot write there: File name too long", "It would help to choose another place."]),
        ([LONG], ["cannot be read: File name too long"]),
    ],
    ids=["output", "input"],
)
def test_a_name_that_is_too_long_is_said_to_be_so(arguments: list[str], lines: list[str], wrapper: str) -> None:
    """As output or as input: what happened, where, and what would help."""
    done = subprocess.run([*PROGRAM, "extract", wrapper, *arguments], capture_output=True, text=True, check=False)
    happened, *help_ = lines
    assert (done.returncode, done.stderr.splitlines()) == (2, [f"unweave: {happened}", f"Where: {LONG}", *help_])


def test_a_reader_that_stops_reading_is_no_error(wrapper: str) -> None:
    """``unweave explain W | head -1``: there is no message."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as output:
        done = subprocess.run(
            [*PROGRAM, "explain", wrapper],
            stdout=output,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, "")
