"""Starting the server."""

from __future__ import annotations

import os
import signal
import socket
import sys
import webbrowser
from pathlib import Path
from threading import Timer

import uvicorn

from fathom5.kernel.errors import Mistake
from fathom5.server.app import House
from fathom5.server.log import start_log
from fathom5.server.store import is_address


def data_folder() -> Path:
    """Where a person's games are kept unless told otherwise."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", Path.home())) / "fathom5"
    return Path(os.environ.get("XDG_DATA_HOME", Path.home() / ".local" / "share")) / "fathom5"


class Server(uvicorn.Server):
    """A server that ends its live streams before it waits for its requests."""

    def __init__(self, settings: uvicorn.Config, house: House) -> None:
        super().__init__(settings)
        self.house = house

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self.house.tables.close()
        await super().shutdown(sockets)


def the_database(given: str | None) -> Path | str:
    """Where the games are: the address or file given, or a person's own file."""
    if given and is_address(given):
        return given
    path = Path(given) if given else data_folder() / "games.sqlite"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Mistake(f"{path} cannot be used as a game file: {error.strerror}.") from None
    return path


def serve(host: str, port: int, database: str | None, browser: bool, log: str) -> None:
    """Serve until stopped."""
    start_log(log)
    house = House(the_database(database))
    try:
        listener = socket.create_server((host, port), backlog=512)
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except OSError as error:
        raise Mistake(f"Port {port} of {host} cannot be used: {error.strerror}. Try --port.") from None
    address = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{listener.getsockname()[1]}/"
    print(
        f"Full Fathom Five is open at {address}\nGames are kept in {house.store.backend}. Stop with Ctrl-C.",
        flush=True,
    )
    if browser:
        Timer(0.5, webbrowser.open, (address,)).start()
    settings = uvicorn.Config(
        house.app(),
        log_config=None,
        log_level="warning",
        access_log=False,
        timeout_graceful_shutdown=2,
        server_header=False,
    )
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Server(settings, house).run(sockets=[listener])
