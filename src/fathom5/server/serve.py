"""Starting the server under uvicorn."""

from __future__ import annotations

import os
import signal
import socket
import sys
import webbrowser
from pathlib import Path
from threading import Timer

import uvicorn

from fathom5.core.errors import Mistake, quoted
from fathom5.server.address import Networks
from fathom5.server.app import Application
from fathom5.server.log import LOG, configure_logging
from fathom5.server.metrics import Metrics
from fathom5.server.protocol import ConnectionLimits, Door, bounded_protocol, raise_file_limit
from fathom5.server.settings import Settings
from fathom5.server.store import is_url

MAX_FILES = 10_240
"""How many files the server opens at most."""

SWITCH_INTERVAL = 0.001
"""Seconds that a thread may compute before another gets its turn: a move should not wait for a replay."""

RESERVED_FILES = 96
"""Of which so many are not connections: databases, workers, logs, templates."""


def data_folder() -> Path:
    """The default folder of the database."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "fathom5"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "fathom5"


class Server(uvicorn.Server):
    """A uvicorn server that ends the live streams before it waits for open requests."""

    def __init__(self, config: uvicorn.Config, application: Application) -> None:
        super().__init__(config)
        self.application = application

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.application.rooms.close()
        await super().shutdown(sockets)


def the_database(given: str | None) -> Path | str:
    """The URL or file given, or the default file; raises Mistake if its folder cannot be made."""
    if given and is_url(given):
        return given
    if given and "://" in given and not given.startswith("sqlite:///"):
        raise Mistake(f"A database is an SQLite file or postgresql://…, not {quoted(given)}.")
    path = Path(given.removeprefix("sqlite:///")) if given else data_folder() / "games.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"{path} cannot be used as a game file: {error.strerror}.") from None
    return path


def end_process(sentence: str) -> None:
    """Say why and end the process at once, from any thread: nothing more could be kept."""
    LOG.critical(sentence)
    print(sentence, file=sys.stderr, flush=True)
    os._exit(os.EX_IOERR if hasattr(os, "EX_IOERR") else 1)


def serve(host: str, port: int, database: str | None, *, browser: bool, log: str, settings: Settings) -> None:
    """Serve until a signal stops the process; raises Mistake if the database or the port cannot be used."""
    configure_logging(log)
    proxies = Networks(settings.trusted_proxies)
    metrics = Metrics()
    if settings.metrics:
        metrics.serve(settings.metrics)
    application = Application(the_database(database), settings, metrics)
    application.store.on_death(end_process)
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        listener = socket.create_server((host, port), backlog=512)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        raise Mistake(f"Port {port} of {host} cannot be used: {error.strerror}. Try --port.") from None
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{listener.getsockname()[1]}/"
    print(
        f"Full Fathom Five is open at {address}\n"
        f"Games are kept in {application.store.backend}. Stop with Ctrl-C.",
        flush=True,
    )
    if browser:
        Timer(0.5, webbrowser.open, (address,)).start()
    connections = raise_file_limit(MAX_FILES) - RESERVED_FILES
    config = uvicorn.Config(
        application.asgi(),
        log_config=None,
        log_level="error",
        access_log=False,
        timeout_graceful_shutdown=2,
        server_header=False,
        http=bounded_protocol(Door(ConnectionLimits(total=connections), proxies)),
        forwarded_allow_ips=list(settings.trusted_proxies),
        ws="none",
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Server(config, application).run(sockets=[listener])
