"""The HTTP interface: routes to the operations of ``Studio``; ``docs/studio-api.md`` describes it."""

import json
import logging
from collections.abc import Awaitable, Callable, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any, TypeAlias

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from unweave.errors import UnweaveError
from unweave.studio.asking import (
    add_recognizer,
    change_recognizer,
    next_question,
    recognizers,
    remove_recognizer,
    tested_recognizer,
)
from unweave.studio.exporting import exported, rule
from unweave.studio.guard import AsgiApp, Guard
from unweave.studio.problems import StudioProblem
from unweave.studio.running import result_file, start_run, start_verify
from unweave.studio.site_requests import export_site, joined_table
from unweave.studio.starting import discover, import_examples, sample
from unweave.studio.studio import Studio
from unweave.studio.view import VIEW_POLICY

CLIENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""The Content-Security-Policy of the studio's own page."""
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".json": "application/json",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
LOG = logging.getLogger("unweave.studio")
Body: TypeAlias = Mapping[str, Any]
Endpoint: TypeAlias = Callable[[Request], Awaitable[Response]]
Work: TypeAlias = Callable[[Request, Body], Any]


def static_files(folder: Path) -> dict[str, Path]:
    """The files that are served, by their address below ``/static/``; nothing else can be asked for.

    >>> static_files(Path("no-such-folder"))
    {}
    """
    found = [path for place in (folder, folder / "vendor") if place.is_dir() for path in sorted(place.iterdir())]
    return {path.relative_to(folder).as_posix(): path for path in found if path.is_file() and path.suffix in TYPES}


def build_app(studio: Studio, *, token: str, port: int, hosts: tuple[str, ...] = ()) -> AsgiApp:
    """The application, behind its guard."""
    folder = Path(str(files("unweave.studio"))) / "static"
    app = Starlette(
        routes=[*_routes(studio), *_file_routes(studio, folder)],
        exception_handlers={HTTPException: _http_problem, Exception: _internal},
    )
    return Guard(app, token=token, port=port, hosts=hosts)


def _answer(data: Any, status: int = 200) -> Response:
    body = json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
    return Response(body, status, media_type="application/json")


def _problem(problem: StudioProblem) -> Response:
    return _answer(problem.to_dict(), problem.status)


async def _http_problem(_request: Request, error: Exception) -> Response:
    status = getattr(error, "status_code", 404)
    if status == 405:
        return _problem(StudioProblem("method_not_allowed", "this address does not know the method"))
    return _problem(StudioProblem("not_found" if status == 404 else "bad_request", "there is nothing at this address"))


async def _internal(_request: Request, error: Exception) -> Response:
    LOG.error("internal error: %s", type(error).__name__, exc_info=error)
    return _problem(StudioProblem("internal", "something went wrong in the server", "its terminal has the details"))


async def _body(request: Request) -> Body:
    if request.method not in {"POST", "PUT", "PATCH"}:
        return {}
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise StudioProblem("bad_json", "the body is not JSON") from error
    if not isinstance(data, dict):
        raise StudioProblem("bad_json", "the body is no JSON object")
    return data


def _endpoint(work: Work) -> Endpoint:
    """The work in a thread, its result as JSON, its problems as answers."""

    async def answered(request: Request) -> Response:
        try:
            body = await _body(request)
            result = await run_in_threadpool(work, request, body)
        except StudioProblem as problem:
            return _problem(problem)
        except ClientDisconnect:
            return Response(status_code=400)
        except UnweaveError as error:
            return _problem(StudioProblem("bad_request", str(error)))
        except Exception as error:  # noqa: BLE001  # the client gets no traceback
            return await _internal(request, error)
        return result if isinstance(result, Response) else _answer(result)

    return answered


def _listed(request: Request, name: str) -> list[str]:
    return [one for one in request.query_params.get(name, "").split(",") if one]


def _number(request: Request, name: str, default: int) -> int:
    text = request.query_params.get(name) or str(default)
    if not text.isdecimal() or len(text) > 12:
        raise StudioProblem("bad_request", f"{name!r} is {text[:20]!r}, which is no number")
    return int(text)


def _draft(request: Request) -> bool:
    """Whether a draft is good enough for the client."""
    return request.query_params.get("draft") == "1"


def _routes(studio: Studio) -> list[Route]:
    jobs = studio.jobs

    def path(request: Request, name: str = "id") -> str:
        return str(request.path_params[name])

    table: list[tuple[str, str, Work]] = [
        ("GET", "/health", lambda _request, _body: studio.health()),
        ("GET", "/project", lambda request, _body: studio.described(_listed(request, "pages"), draft=_draft(request))),
        ("PATCH", "/project", lambda _request, body: studio.rename(body)),
        ("POST", "/project/take_over", lambda _request, _body: studio.take_over()),
        ("PUT", "/ui", lambda _request, body: studio.set_ui(body)),
        ("GET", "/files", lambda request, _body: {"files": studio.folders.files(request.query_params.get("root"))}),
        ("POST", "/pages", lambda _request, body: studio.add_pages(body)),
        ("GET", "/pages/{id}", lambda request, _body: studio.page(path(request))),
        ("PATCH", "/pages/{id}", lambda request, body: studio.change_page(path(request), body)),
        ("DELETE", "/pages/{id}", lambda request, _body: studio.remove_page(path(request))),
        ("POST", "/pages/{id}/view", lambda request, body: studio.mint_view(path(request), body)),
        ("GET", "/pages/{id}/units", lambda request, _body: studio.units(path(request))),
        (
            "GET",
            "/pages/{id}/elements/{wid:int}",
            lambda request, _body: studio.element(path(request), request.path_params["wid"]),
        ),
        (
            "GET",
            "/pages/{id}/source",
            lambda request, _body: studio.source(
                path(request), _number(request, "from", 0), _number(request, "to", 20_000)
            ),
        ),
        ("POST", "/pages/{id}/unit", lambda request, body: studio.unit(path(request), body)),
        ("GET", "/pages/{id}/marks", lambda request, _body: studio.marks(path(request), draft=_draft(request))),
        ("GET", "/pages/{id}/embedded", lambda request, _body: studio.embedded(path(request))),
        ("POST", "/events", lambda _request, body: studio.add_event(body)),
        ("POST", "/undo", lambda _request, body: studio.move("undo", body)),
        ("POST", "/redo", lambda _request, body: studio.move("redo", body)),
        ("POST", "/travel", lambda _request, body: studio.move("travel", body)),
        (
            "GET",
            "/delta",
            lambda request, _body: studio.delta(_number(request, "since", 0), _listed(request, "pages")),
        ),
        ("GET", "/history", lambda _request, _body: studio.history()),
        ("GET", "/records", lambda request, _body: studio.records(dict(request.query_params))),
        ("GET", "/site", lambda _request, _body: studio.site().described()),
        (
            "GET",
            "/joined",
            lambda request, _body: joined_table(studio, _number(request, "offset", 0), _number(request, "limit", 200)),
        ),
        ("GET", "/rule/{id}", lambda request, _body: _rule(studio, path(request), request)),
        ("PUT", "/rule/{id}", _cannot_edit),
        ("POST", "/export", lambda _request, body: _export(studio, body)),
        ("POST", "/import", lambda _request, body: import_examples(studio, body)),
        (
            "GET",
            "/next",
            lambda request, _body: next_question(studio, _listed(request, "skip"), request.query_params.get("field")),
        ),
        ("GET", "/recognizers", lambda _request, _body: recognizers(studio)),
        ("POST", "/recognizers", lambda _request, body: add_recognizer(studio, body)),
        ("POST", "/recognizers/test", lambda _request, body: tested_recognizer(studio, body)),
        ("PATCH", "/recognizers/{id}", lambda request, body: change_recognizer(studio, path(request), body)),
        ("DELETE", "/recognizers/{id}", lambda request, _body: remove_recognizer(studio, path(request))),
        ("GET", "/jobs", lambda _request, _body: {"jobs": [job.to_dict() for job in jobs.all.values()]}),
        ("GET", "/jobs/{id}", lambda request, _body: jobs[path(request)].to_dict()),
        ("DELETE", "/jobs/{id}", lambda request, _body: jobs.cancel(path(request)).to_dict()),
        ("POST", "/verify", lambda _request, body: start_verify(studio, body)),
        ("POST", "/run", lambda _request, body: start_run(studio, body)),
        ("GET", "/results/{id}", lambda request, _body: result_file(studio, path(request))),
        ("POST", "/discover", lambda _request, body: discover(studio, body)),
        ("POST", "/sample", lambda _request, _body: sample(studio)),
    ]
    return _merged(table)


def _merged(table: list[tuple[str, str, Work]]) -> list[Route]:
    """One route for each address: another method there is 405, not 404."""
    by_path: dict[str, dict[str, Endpoint]] = {}
    for method, address, work in table:
        by_path.setdefault(f"/api{address}", {})[method] = _endpoint(work)
    return [Route(address, _dispatcher(found), methods=list(found)) for address, found in by_path.items()]


def _dispatcher(found: Mapping[str, Endpoint]) -> Endpoint:
    async def answered(request: Request) -> Response:
        return await found["GET" if request.method == "HEAD" else request.method](request)

    return answered


def _rule(studio: Studio, name: str, request: Request) -> Any:
    with studio.project.learned():
        given = request.query_params
        return rule(studio.project, name, given.get("format", "words"), given.get("page_type", ""))


def _cannot_edit(_request: Request, _body: Body) -> Any:
    raise StudioProblem("not_supported", "a rule cannot be edited by hand", "change it by accepting and rejecting")


def _export(studio: Studio, body: Body) -> Any:
    what, form = str(body.get("what", "")), str(body.get("format", ""))
    if what in {"site", "joined"}:
        return export_site(studio, what, form)
    with studio.project.learned():
        kind = str(body.get("page_type", ""))
        return exported(studio.project, what, form, anyway=body.get("anyway") is True, page_type=kind)


def _file_routes(studio: Studio, folder: Path) -> list[Route]:
    known = static_files(folder)

    def served(name: str) -> Response:
        if name not in known:
            raise StudioProblem("not_found", "there is nothing at this address")
        headers = {"Content-Security-Policy": CLIENT_POLICY, "Cache-Control": "no-cache"}
        return Response(known[name].read_bytes(), headers=headers, media_type=TYPES[known[name].suffix])

    def view(request: Request, _body: Body) -> Response:
        page = studio.view(str(request.path_params["nonce"])).encode("utf-8", "replace")
        headers = {"Content-Security-Policy": VIEW_POLICY}
        return Response(page, headers=headers, media_type="text/html; charset=utf-8")

    return [
        Route("/", _endpoint(lambda _request, _body: served("index.html")), methods=["GET"]),
        Route(
            "/static/{name:path}",
            _endpoint(lambda request, _body: served(str(request.path_params["name"]))),
            methods=["GET"],
        ),
        Route("/view/{nonce}/", _endpoint(view), methods=["GET"]),
    ]
