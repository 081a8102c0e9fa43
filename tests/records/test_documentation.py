import doctest
import json
import re
from pathlib import Path

from unweave.records import example_to_data, read_examples

DOCS = Path(__file__).parents[2] / "docs" / "examples-file.md"


def test_documented_code() -> None:
    """The code in the documentation gives the documented output."""
    failed, tried = doctest.testfile(str(DOCS), module_relative=False, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert (failed, tried > 5) == (0, True)


def test_documented_file(tmp_path: Path) -> None:
    """The file in the documentation can be read, and is the same when written again."""
    [shown] = re.findall(r"```json\n(.*?)```", DOCS.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "examples.json").write_text(shown)
    (tmp_path / "p1.html").write_text("<h1>Best sellers</h1>Emma $5.50 Ann, Bob<hr>Kim $7 0-306-40615-2")
    (tmp_path / "p2.html").write_text("<p>Persuasion")
    first, second = read_examples(tmp_path / "examples.json")
    documented = json.loads(shown)["pages"]
    assert example_to_data(first, folder=tmp_path) == documented[0]
    assert example_to_data(second, folder=tmp_path) == documented[1] | {"status": "unlabelled"}
