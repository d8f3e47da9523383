"""Dask does what processes do: the same bytes, and it goes on after a kill of worker or scheduler.

These tests need Dask (the extra `cluster`): make test-peers.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

from projections.lake import plan as lake_plan
from projections.spread import cluster
from projections.spread.choice import hired
from projections.spread.port import SpreadError, Workforce
from tests.helpers.federation import built, federation, files_of, terminal
from tests.helpers.places import ROOT
from tests.helpers.postgres import LOOPBACK
from tests.helpers.spread_work import killed_once, refused_at, slow, squares
from tests.helpers.words import refusing

pytestmark = pytest.mark.peers
distributed = pytest.importorskip("distributed")


@pytest.fixture(scope="module")
def two() -> Iterator[Workforce]:
    """Return two workers on this machine."""
    with hired(None, "local:2") as workforce:
        yield workforce


class Running:
    """A scheduler and two workers, as a person starts them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.port = 0

    def start(self, program: str = "") -> None:
        """Start the scheduler, at the same address as before, and its workers."""
        self.start_scheduler()
        for _ in range(2):
            self._run(
                "worker",
                self.address,
                "--nthreads",
                "1",
                "--no-dashboard",
                "--no-nanny",
                "--death-timeout",
                "20",
                program=program,
            )

    def start_scheduler(self) -> None:
        """Start the scheduler alone, at the same address as before."""
        self.file.unlink(missing_ok=True)
        self._run(
            "scheduler",
            "--host",
            self.host,
            "--port",
            str(self.port),
            "--no-dashboard",
            "--scheduler-file",
            str(self.file),
        )
        while not self.file.exists() or not self.file.read_text():
            time.sleep(0.05)
        self.port = int(self.address.rpartition(":")[2])

    host = "0.0.0.0"

    @property
    def address(self) -> str:
        import json

        address: str = json.loads(self.file.read_text())["address"]
        return address

    def _run(self, *words: str, program: str = "") -> None:
        environment = {**os.environ, "PYTHONPATH": f"{program}:{ROOT}" if program else str(ROOT)}
        command = [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]]
        self.processes.append(
            subprocess.Popen(
                command,
                cwd=self.folder,
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )

    def kill(self, *which: int) -> None:
        """Kill processes by their place: 0 is the scheduler."""
        for at in which or range(len(self.processes)):
            self.processes[at].kill()
            self.processes[at].wait()
        if not which:
            self.processes.clear()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder of ledgers, cut into parts of a tournament."""
    monkeypatch.setattr(lake_plan, "A_PART", 1)
    federation(tmp_path / "all")
    return tmp_path / "all"


def test_the_results_come_in_the_order_of_the_parts(two: Workforce) -> None:
    assert [*two.each(squares, range(40))] == [n * n for n in range(40)]
    assert [*two.each(squares, [])] == []


def test_a_refused_part_is_raised_with_its_refusal(two: Workforce) -> None:
    with refusing(SpreadError, "3 is refused"):
        [*two.each(partial(refused_at, 3), range(9))]


@pytest.mark.parametrize("says", [b"HTTP/1.1 400 Bad Request\r\n\r\n", b"SSH-2.0-OpenSSH\r\n", b""])
def test_a_program_that_is_no_scheduler_is_refused_at_once(
    monkeypatch: pytest.MonkeyPatch, says: bytes
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 1)
    with socket.create_server((LOOPBACK, 0)) as server:
        threading.Thread(target=_answers, args=(server, says), daemon=True).start()
        address = f"{LOOPBACK}:{server.getsockname()[1]}"
        with refusing(SpreadError, "no Dask scheduler at"), hired(None, address):
            pass


def _answers(server: socket.socket, says: bytes) -> None:
    with suppress(OSError):
        while True:
            with server.accept()[0] as connection:
                connection.sendall(says)


@pytest.mark.parametrize("text", [None, "", "{}", "[1]", '{"address": "nowhere:1"}'])
def test_a_scheduler_file_that_is_missing_or_wrong_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str | None
) -> None:
    monkeypatch.setattr(cluster, "CONNECT_S", 1)
    file = tmp_path / "scheduler.json"
    if text is not None:
        file.write_text(text)
    with refusing(SpreadError, "no Dask scheduler at"), hired(None, str(file)):
        pass


def test_the_parts_of_a_killed_worker_are_done_by_another(two: Workforce, tmp_path: Path) -> None:
    assert [*two.each(partial(killed_once, tmp_path, 5), range(12))] == [*range(12)]
    assert (tmp_path / "killed").exists()


def test_no_part_is_begun_after_the_stop(two: Workforce, tmp_path: Path) -> None:
    making = two.each(partial(slow, tmp_path), range(50))
    assert next(making) == 0
    making.close()
    assert [*two.each(squares, [7])] == [49]
    assert len([*tmp_path.iterdir()]) < 10


def test_a_file_that_a_worker_cannot_read_is_told(two: Workforce, tmp_path: Path) -> None:
    two.reach([tmp_path])
    with refusing(SpreadError, "cannot read"):
        two.reach([tmp_path, tmp_path / "nowhere.ledger"])


def test_a_lake_has_the_same_bytes_as_without_a_cluster(
    two: Workforce, place: Path, tmp_path: Path
) -> None:
    built(place, tmp_path / "here")
    assert built(place, tmp_path / "there", two).made == 6
    assert files_of(tmp_path / "here") == files_of(tmp_path / "there")
    assert built(place, tmp_path / "there", two).before == 6


MANY = ("--players", "8", "--rounds", "3", "--tournaments", "6", "--seed", "x")


def test_every_verb_prints_and_writes_the_same_as_with_jobs(place: Path, tmp_path: Path) -> None:
    desk = terminal(place / "north.ledger", "x")
    said, files = [], []
    for way in (("--jobs", "2"), ("--cluster", "local:2")):
        folder = tmp_path / way[0]
        folder.mkdir()
        desk.run("generate", *MANY, "--folder", folder / "trf", *way)
        said.append(
            [
                desk.run(
                    "simulate",
                    "--rules",
                    "knsb-wp-1996",
                    "--rules",
                    "knsb-wp-2014",
                    *MANY,
                    "--json",
                    *way,
                ),
                desk.try_("check", "--all", "--json", *way).out,
                desk.run(
                    "replay",
                    "--all",
                    "--rules",
                    "knsb-wp-2014",
                    "--csv",
                    "--duckdb",
                    folder / "x.duckdb",
                    *way,
                ),
            ]
        )
        (row,) = desk.json("mirror", "build", *way)["rows"]
        said[-1].append(str(row["rows"]))
        question = "SELECT * FROM standings ORDER BY ALL"
        said[-1].append(desk.run("sql", "--mirror", question, "--csv"))
        files.append({path.name: path.read_bytes() for path in (folder / "trf").iterdir()})
    assert [text.replace(f"{tmp_path}/--jobs", "") for text in said[0]] == [
        text.replace(f"{tmp_path}/--cluster", "") for text in said[1]
    ]
    assert files[0] == files[1]
    assert len(files[0]) == 6


def test_a_worker_that_is_killed_in_the_middle_costs_no_part_and_doubles_none(
    running: Running, place: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"

    def kill_one() -> None:
        while len([*lake.glob("parts/*")]) < 2:
            time.sleep(0.02)
        running.kill(1)

    killing = threading.Thread(target=kill_one)
    killing.start()
    with hired(None, str(running.file)) as workforce:
        assert built(place, lake, workforce).made == 6
    killing.join()
    built(place, tmp_path / "fresh")
    assert files_of(lake) == files_of(tmp_path / "fresh")


def test_a_scheduler_that_is_killed_and_started_again_loses_nothing(
    running: Running, place: Path, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"

    def start_again() -> None:
        while len([*lake.glob("parts/*")]) < 2:
            time.sleep(0.02)
        running.kill()
        running.start()

    again = threading.Thread(target=start_again)
    again.start()
    with hired(None, running.address) as workforce:
        assert built(place, lake, workforce).made == 6
    again.join()
    built(place, tmp_path / "fresh")
    assert files_of(lake) == files_of(tmp_path / "fresh")


BUILD = """
import sys
from projections.lake import plan
from projections.spread import cluster
plan.A_PART = 1
cluster.CONNECT_S = cluster.WORKERS_S = cluster.RETURN_S = 300  # a busy machine starts slowly
import cli
if __name__ == "__main__":
    cli.main(["lake", "build", sys.argv[1], "--to", sys.argv[2], "--cluster", sys.argv[3]])
"""


@pytest.mark.skipif(os.name == "nt", reason="the loop of the page is one of a POSIX shell")
def test_with_the_workers_of_the_page_a_scheduler_that_is_started_again_is_found_again(
    place: Path, tmp_path: Path
) -> None:
    """Half a minute: workers end with their scheduler, and are started twice."""
    page = (ROOT / "docs/federation.md").read_text("utf-8")
    (loop,) = [line[2:] for line in page.splitlines() if "dask worker" in line]
    lake, script = tmp_path / "lake", tmp_path / "build.py"
    script.write_text(BUILD)
    running = Running(tmp_path)
    running.start_scheduler()
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TOERNOOI_LANG": "en"}
    ours = loop.replace("dask ", f"{sys.executable} -m dask ").replace("10.0.0.1:", f"{LOOPBACK}:")
    with subprocess.Popen(
        ["sh", "-c", ours.replace(":8786", f":{running.port}")],
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as workers:
        try:
            with subprocess.Popen(
                [sys.executable, script, place, lake, f"{LOOPBACK}:{running.port}"],
                env=environment,
                stderr=subprocess.PIPE,
                text=True,
            ) as build:
                while len([*lake.glob("parts/*")]) < 2 and build.poll() is None:
                    time.sleep(0.02)
                running.kill()
                running.start_scheduler()
                _, err = build.communicate()
        finally:
            os.killpg(workers.pid, signal.SIGKILL)
            running.kill()
    assert build.returncode == 0, err
    assert "Traceback" not in err
    built(place, tmp_path / "fresh", versions=(), decisions=False)
    of_lake, of_fresh = files_of(lake), files_of(tmp_path / "fresh")
    for files in (of_lake, of_fresh):
        del files["lake.json"]  # it names the version that made it
    assert of_lake == of_fresh


def test_nothing_that_dask_logs_comes_on_the_screen(two: Workforce) -> None:
    import logging

    for name in ("distributed", "distributed.client", "distributed.core", "asyncio"):
        assert not logging.getLogger(name).isEnabledFor(logging.CRITICAL), name


def test_a_scheduler_that_drops_its_first_connections_is_tried_again_for_a_while(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    workers, tries = cluster.DaskWorkers("[::1]:9", "1.0"), list[float]()

    def connect(seconds: float) -> None:
        tries.append(seconds)
        if len(tries) != 3:
            raise ConnectionResetError

    monkeypatch.setattr(workers, "connect", connect)
    workers._wait_for_scheduler(OSError())
    assert len(tries) == 3
    monkeypatch.setattr(cluster, "RETURN_S", 0)
    with refusing(SpreadError, "was lost"):
        workers._wait_for_scheduler(OSError())


def test_workers_with_another_program_and_a_scheduler_that_is_not_there_are_refused(
    running: Running, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from projections.spread import cluster, fingerprint

    monkeypatch.setattr(fingerprint, "fingerprint", lambda: "another")
    with refusing(SpreadError, "another version of the program"), hired(None, running.address):
        pass
    running.kill()
    monkeypatch.setattr(cluster, "CONNECT_S", 1)
    with refusing(SpreadError, "there is no Dask scheduler at"), hired(None, "[::1]:9"):
        pass


STOPPED = """
import sys
import time
from projections.lake import build, plan
plan.A_PART = 1
build.write_manifest = lambda *_: time.sleep(60)  # however quick the parts are: it is stopped before
import cli
if __name__ == "__main__":
    cli.main(["lake", "build", sys.argv[1], "--to", sys.argv[2], "--cluster", "local:2"])
"""


def test_ctrl_c_ends_with_130_and_the_next_build_completes_it(place: Path, tmp_path: Path) -> None:
    lake, script = tmp_path / "lake", tmp_path / "stopped.py"
    script.write_text(STOPPED)
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "TOERNOOI_LANG": "en"}
    with subprocess.Popen(
        [sys.executable, script, place, lake],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as run:
        while not (lake / "plan.ndjson").exists() and run.poll() is None:
            time.sleep(0.02)
        os.killpg(run.pid, signal.SIGINT)  # as a terminal does: to all of them
        _, err = run.communicate()
    assert (run.returncode, err) == (
        130,
        "stopped: the lake is as it was; parts that are done are kept, and the command goes on"
        " there\n",
    )
    assert not (lake / "lake.json").exists()
    built(place, lake, versions=())
    built(place, tmp_path / "fresh", versions=())
    assert files_of(lake) == files_of(tmp_path / "fresh")
