"""``unweave studio``: click values in the browser, see what is found, correct it, run it."""

from pathlib import Path

import click

from unweave.cli.messages import counted, escape_controls
from unweave.errors import BadInput

PROJECT_ENDING = ".studio"


@click.command(name="studio")
@click.argument("given", nargs=-1, metavar="[PROJECT|INPUT...]")
@click.option("--project", metavar="FOLDER", help="The project's folder; by default it is named after the first INPUT.")
@click.option("--port", default=0, metavar="N", help="The port to listen on; by default a free one.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--allow-private", is_flag=True, help="Also open URLs on private addresses.")
def command(given: tuple[str, ...], project: str | None, port: int, no_browser: bool, allow_private: bool) -> None:
    """Open the studio: click values in the browser, see what is found, correct it, run it.

    It opens a PROJECT folder, or pages in INPUT... (files, folders, an examples file, URLs). It runs on this machine
    only and ends with Ctrl-C. Everything that is said is kept in the project's folder.
    """
    try:
        import starlette  # noqa: F401  # only asked for
        import uvicorn  # noqa: F401  # likewise
    except ModuleNotFoundError as missing:
        reason = f"it needs {missing.name}. It would help to install what it needs: pip install starlette uvicorn"
        raise BadInput(source="unweave studio", reason=reason) from missing
    from unweave.studio.opening import open_inputs
    from unweave.studio.project import Project
    from unweave.studio.server import serve
    from unweave.studio.studio import Studio

    folder, inputs = project_folder(given, project)
    opened = Project(folder)
    studio = Studio(opened, [*_folders(inputs)], allow_private=allow_private)
    try:
        for problem in open_inputs(studio, inputs):
            click.echo(escape_controls(f"not opened: {problem}"), err=True)
        click.echo(escape_controls(f"Project {folder}: {counted(len(opened.pages.pages), 'page')}"))
        if opened.log.read_only:
            click.echo("Another studio has this project open: it is shown, but cannot be changed until you take over.")
        serve(studio, port=port, browser=not no_browser, said=click.echo)
    finally:
        opened.close()


def project_folder(given: tuple[str, ...], named: str | None) -> tuple[Path, list[str]]:
    """The project's folder and the inputs to open in it.

    >>> project_folder(("pages/codes.html",), None)
    (PosixPath('codes.studio'), ['pages/codes.html'])
    >>> project_folder((), "books")
    (PosixPath('books'), [])
    """
    from unweave.studio.event_log import NAME

    if named is not None:
        return Path(named), list(given)
    first = Path(given[0]) if given else None
    if first is None:
        return Path(f"untitled{PROJECT_ENDING}"), []
    if (first / NAME).is_file() or (first.suffix == PROJECT_ENDING and not first.is_file()):
        return first, list(given[1:])
    if given[0].startswith(("http://", "https://")):
        return Path(f"{given[0].split('/')[2].partition(':')[0]}{PROJECT_ENDING}"), list(given)
    return Path(f"{first.resolve().stem if first.name in {'', '.', '..'} else first.stem}{PROJECT_ENDING}"), list(given)


def _folders(inputs: list[str]) -> list[Path]:
    """The folders of the inputs: the only places whose files the browser may open."""
    found = [Path(one) if Path(one).is_dir() else Path(one).parent for one in inputs if Path(one).exists()]
    return list(dict.fromkeys(found))
