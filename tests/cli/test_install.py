"""What an install brings, and what importing costs."""

import ast
import resource
import subprocess
import sys
from importlib.metadata import requires
from pathlib import Path

import unweave

SOURCE = Path(unweave.__file__).parent
CORE = {
    "click": "click",
    "google-re2": "re2",
    "msgspec": "msgspec",
    "numpy": "numpy",
    "pydivsufsort": "pydivsufsort",
    "rich": "rich",
    "price-parser": "price_parser",
    "turbohtml": "turbohtml",
}
# Modules of extras, and the only files that may import them.
EXTRAS = {
    "playwright": {"run/browser.py"},
    "pyarrow": {"run/sinks.py", "run/existing.py", "run/extracted.py", "run/arrow.py", "run/page_tables.py"},
    "fsspec": {"run/raw_pages.py"},
    "brotli": {"run/raw_pages.py"},
    "httpx2": {"run/fetch.py"},
    "protego": {"run/fetch.py"},
    "w3lib": {"run/fetch.py"},
    # A plugin: pytest imports it, nothing of ours does.
    "pytest": {"cli/pytest_plugin.py"},
    "parsel": {"targets/runners.py", "targets/places.py"},
    # The command only asks whether the extra is installed; nothing else loads the studio.
    "starlette": {"cli/studio.py", "studio/app.py"},
    "uvicorn": {"cli/studio.py", "studio/server.py"},
    # The code that exported files are made of; nothing of ours imports it unless an export is run.
    "lxml": {"targets/standalone/tree.py", "targets/places.py"},
}


def test_core_dependencies() -> None:
    """A plain install brings the core's dependencies and no others."""
    plain = [line for line in requires("unweave") or [] if "extra ==" not in line]
    assert sorted(_bare(line) for line in plain) == sorted(CORE)


def _bare(requirement: str) -> str:
    """A requirement without its versions."""
    return "".join(char if char.isalnum() or char in "-_." else " " for char in requirement).split()[0]


def imported(path: Path) -> set[str]:
    """The top names of all modules that a file imports, wherever in it."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module.split(".")[0])
    return names


def test_nothing_else_is_imported() -> None:
    """The package imports only itself, the standard library, the core's libraries, and extras where they belong."""
    known = set(sys.stdlib_module_names) | set(CORE.values()) | {"unweave"}
    strange = {
        (path.relative_to(SOURCE).as_posix(), name) for path in SOURCE.rglob("*.py") for name in imported(path) - known
    }
    assert {(path, name) for path, name in strange if path not in EXTRAS.get(name, set())} == set()


def cpu(program: str) -> float:
    """The CPU seconds of the quickest of five runs of a program."""
    return min(_once(program) for _ in range(5))


def _once(program: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", program], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def test_importing_is_cheap() -> None:
    """``import unweave``, the interpreter's start included, takes less than a quarter of a second of CPU."""
    assert cpu("import unweave") < 0.25


def test_importing_loads_nothing_heavy() -> None:
    """What is heavy is imported when it is used."""
    program = "import sys, unweave; print(*({'rich', 'click', 'numpy', 'turbohtml', 'msgspec'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "\n"
