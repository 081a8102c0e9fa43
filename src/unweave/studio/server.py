"""The server: one process on the loopback address, with a token that only the opened browser knows."""

import contextlib
import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from unweave.errors import BadInput
from unweave.studio.app import build_app
from unweave.studio.studio import Studio

LOOPBACK = "127.0.0.1"


def opened_socket(port: int, host: str = LOOPBACK) -> socket.socket:
    """A socket that listens on the port, or on a free one with 0.

    >>> with opened_socket(0) as found:
    ...     found.getsockname()[0]
    '127.0.0.1'
    """
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((host, port))
        found.listen(128)  # a browser that is faster than the server waits, and is not refused
    except (OSError, OverflowError) as error:
        found.close()
        reason = f"cannot be used: {getattr(error, 'strerror', None) or error}. Leave out --port to use a free one"
        raise BadInput(source=f"port {port}", reason=reason) from error
    return found


def serve(studio: Studio, *, port: int = 0, browser: bool = True, said: Callable[[str], None] = print) -> None:
    """Serve the studio until Ctrl-C; every event is on the disk before it is answered."""
    listening = opened_socket(port)
    port, token = listening.getsockname()[1], secrets.token_urlsafe(32)
    url = f"http://{LOOPBACK}:{port}/#t={token}"
    config = uvicorn.Config(
        build_app(studio, token=token, port=port),
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        lifespan="off",
        timeout_graceful_shutdown=2,
    )
    said(f"The studio is at {url}")
    said("Press Ctrl-C to end it; everything is saved.")
    if browser:
        threading.Timer(0.3, webbrowser.open, [url]).start()
    try:
        with contextlib.suppress(KeyboardInterrupt):
            uvicorn.Server(config).run(sockets=[listening])
    finally:
        studio.jobs.cancel_all()
        studio.project.close()
        listening.close()
