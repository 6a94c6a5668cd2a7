"""A PostgreSQL server for the tests, in a temporary folder, reached by a socket there."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote
from uuid import uuid4

import psycopg

from waiting import PATIENCE

OWNER = "postgres"
"""The user that runs it if the tests run as root, which PostgreSQL refuses."""


def binaries() -> Path | None:
    """The folder of initdb and pg_ctl: on the path, or where Debian puts them."""
    on_path = shutil.which("initdb")
    if on_path:
        return Path(on_path).resolve().parent
    found = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    newest = max(found, key=lambda path: int(path.parent.parent.name), default=None)
    return newest.parent if newest else None


class Cluster:
    """One running PostgreSQL."""

    def __init__(self, folder: Path, commands: Path) -> None:
        self.folder, self.commands = folder, commands
        self._user = {"user": OWNER, "group": OWNER, "extra_groups": []} if os.getuid() == 0 else {}
        self._run(
            "initdb",
            "--pgdata=data",
            f"--username={OWNER}",
            "--auth=trust",
            "--encoding=UTF8",
            "--locale=C",
            "--no-sync",
        )

    def _run(self, command: str, *words: str) -> None:
        subprocess.run(
            [self.commands / command, *words],
            cwd=self.folder,
            check=True,
            stdout=subprocess.DEVNULL,
            timeout=PATIENCE,
            **self._user,
        )

    def _control(self, *words: str) -> None:
        self._run(
            "pg_ctl", "--pgdata=data", "--silent", "--wait", f"--timeout={PATIENCE}", "--log=log", *words
        )

    def start(self) -> None:
        self._control("start", f"--options=-c listen_addresses= -c fsync=off -k {self.folder}")

    def stop(self) -> None:
        self._control("stop", "--mode=immediate")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        """Not running inside, and running again afterwards in any case."""
        self.stop()
        try:
            yield
        finally:
            self.start()

    def address(self, database: str) -> str:
        return f"postgresql://{OWNER}@/{database}?host={quote(str(self.folder), safe='')}"

    def new_database(self) -> str:
        name = f"games_{uuid4().hex}"
        with psycopg.connect(self.address("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.address(name)


@contextmanager
def cluster(commands: Path) -> Iterator[Cluster]:
    folder = Path(tempfile.mkdtemp(prefix="fathom5-postgres-"))
    try:
        if os.getuid() == 0:
            shutil.chown(folder, OWNER, OWNER)
        running = Cluster(folder, commands)
        running.start()
        try:
            yield running
        finally:
            running.stop()
    finally:
        shutil.rmtree(folder)
