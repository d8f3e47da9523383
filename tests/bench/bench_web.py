"""The speed of the desk in a browser, beside a page that says "ok" from the same kind of server.

Run it by hand: `python tests/bench/bench_web.py [pages|streams|claims|thousand ...]`, default all.
It prints and never judges. Everything runs on this machine alone: the server in a process of its
own, and the browsers (`web_load.py`) in others.
"""

from __future__ import annotations

import json
import os
import random
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from desk.writing import carry_out

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT))

from desk.access import sessions  # noqa: E402 - the path comes first
from desk.access.file import AccessFile  # noqa: E402
from desk.access.roles import Role  # noqa: E402
from desk.access.tickets import TicketHolder, last_published  # noqa: E402
from desk.commands.commands import command_of  # noqa: E402
from desk.desk import Desk  # noqa: E402
from desk.outcomes import Written  # noqa: E402
from desk.site.addresses import slug_of  # noqa: E402
from desk.web.contents import ROUTES  # noqa: E402
from desk.web.routes import WebRoute  # noqa: E402
from desk.web.security import COOKIE, PLAYER_COOKIE  # noqa: E402
from desk.web.server import LOOPBACK  # noqa: E402
from ledger.runtime import Runtime  # noqa: E402
from ledger.state.book import Book  # noqa: E402
from tests.helpers.access import let_in  # noqa: E402

LOAD = ROOT / "tests" / "bench" / "web_load.py"
NAME = "Bench"
ROUNDS = 9
SECONDS = 15
PREPARATION_S = 3
"""A server loads its pages before anybody asks for them."""

PAGES_A_SECOND, CLAIMS_A_SECOND, SCREENS = 100, 50, 500


@dataclass
class Hall:
    """A tournament in a file, in the middle of its last round."""

    path: Path
    players: int

    def __post_init__(self) -> None:
        self.desk = Desk(self.path, Runtime())
        chance = random.Random(1)
        self.do({"command": "init", "name": NAME, "rounds": ROUNDS})
        self.do(
            *(
                {
                    "command": "enter",
                    "name": f"Player{n:04}, A.",
                    "rating": 2500 - n,
                    "club": f"Club {n % 20}",
                }
                for n in range(self.players)
            )
        )
        self.do({"command": "lots", "by": "rating"})
        for number in range(1, ROUNDS):
            book = self.do({"command": "publish"})
            self.do(
                *(
                    {
                        "command": "result",
                        "round": number,
                        "board": board,
                        "result": chance.choice(["1-0", "0-1", "1/2-1/2"]),
                    }
                    for board, _ in book.state.rounds[-1].open_games
                )
            )

    def do(self, *commands: dict[str, Any]) -> Book:
        numbered = [(None, command_of(command)) for command in commands]
        written = carry_out(self.desk, numbered)  # type: ignore[arg-type]
        assert isinstance(written, Written), written
        return written.book

    @property
    def book(self) -> Book:
        book = self.desk.read()
        assert isinstance(book, Book)
        return book


@dataclass
class Server:
    """A running server, and what its visitors need."""

    process: subprocess.Popen[bytes]
    port: int
    access: AccessFile | None = None

    def cookie(self, role: Role) -> str:
        assert self.access is not None
        return f"{COOKIE}={let_in(self.access, role)}"

    def player(self, book: Book, player: int) -> tuple[str, str]:
        """Return the cookie of a player's phone, and the token of its forms."""
        assert self.access is not None
        published = last_published(book)
        assert published is not None
        token = sessions.begin_for(
            self.access, published, TicketHolder("P", player), f"phone {player}"
        )
        return f"{PLAYER_COOKIE}={token}", sessions.csrf(self.access, token)

    @property
    def cpu_s(self) -> float:
        """Return the seconds that the processors worked for it."""
        values = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory_mb(self) -> float:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1000


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(path: Path) -> Iterator[Server]:
    """Serve a ledger as `toernooi serve` does."""
    port = free_port()
    command = ["cli.py", "--ledger", str(path), "serve", "--port", str(port)]
    with running(command, port) as process, AccessFile(path, Runtime()) as access:
        time.sleep(PREPARATION_S)
        yield Server(process, port, access)


@contextmanager
def running(command: Sequence[str], port: int) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, stdout=subprocess.DEVNULL, stdin=subprocess.DEVNULL
    )
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex((LOOPBACK, port)) == 0:
                    break
            time.sleep(0.05)
        yield process
    finally:
        process.terminate()
        process.wait()


def ok_page(port: int) -> None:
    """Serve a page that says "ok", and nothing else, with the same server program."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.responses import PlainTextResponse
    from starlette.routing import Route

    app = Starlette(routes=[Route("/{rest:path}", lambda request: PlainTextResponse("ok"))])
    uvicorn.run(app, host=LOOPBACK, port=port, log_level="error", access_log=False)


class Load:
    """A process of browsers with one job; it works while this process does something else."""

    def __init__(self, port: int, job: str, **values: Any) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(LOAD)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert self.process.stdin is not None
        whole = {"job": job, "host": LOOPBACK, "port": port, **values}
        self.process.stdin.write(json.dumps(whole).encode() + b"\n")
        self.process.stdin.flush()

    def wait_until_open(self) -> None:
        assert self.process.stdout is not None
        assert self.process.stdout.readline().strip() == b"open"

    def outcome(self) -> list[dict[str, Any]]:
        assert self.process.stdout is not None
        outcome: list[dict[str, Any]] = json.loads(self.process.stdout.readline())
        self.process.wait()
        return outcome


def share(values: Sequence[float], part: float) -> float:
    """Return the value below which a part of the values lies."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def say(name: str, *values: str) -> None:
    print(f"{name:34}", *(f"{value:>18}" for value in values), flush=True)


def times(outcome: Sequence[dict[str, Any]]) -> tuple[str, str, str]:
    ms = [one["ms"] for one in outcome]
    return f"50% {share(ms, 0.5):.1f} ms", f"95% {share(ms, 0.95):.1f} ms", f"max {max(ms):.0f} ms"


def addresses(book: Book, round_: int, roles: Role) -> list[tuple[WebRoute, str]]:
    """Return an address for every page that a role may read."""
    game = book.state.rounds[round_ - 1].games[0]
    fitting = {
        "{t}": slug_of(NAME),
        "{n:int}": str(round_),
        "{b:int}": "1",
        "{p:int}": str(game.white),
        "{d:int}": "1",
        "{page}": "standing",
        "{sheet}": "boards",
        "{kind}": "trf",
        "{command}": "absent",
        "{token}": "none",
        "{ticket}": "none",
    }
    wanted = []
    for route in ROUTES:
        if route.method == "GET" and roles in route.roles and route.name != "stream":
            address = route.path
            for name, value in fitting.items():
                address = address.replace(name, value)
            wanted.append((route, address))
    return wanted


PUBLIC = ("pairings", "standing", "crosstable", "player", "wall", "why", "rules", "prizes")


def bench_pages(hall: Hall, server: Server) -> None:
    """Pages at a fixed rate while a result comes in every second."""
    book = hall.book
    public = [
        (address.replace(f"/player/{p}", f"/player/{q}"), "")
        for route, address in addresses(book, ROUNDS, Role.PUBLIC)
        if route.name in PUBLIC
        for p in [book.state.rounds[-1].games[0].white]
        for q in (range(1, 40) if route.name == "player" else [p])
    ]
    chief = server.cookie(Role.CHIEF)
    staff = [
        (address, chief)
        for route, address in addresses(book, ROUNDS, Role.CHIEF)
        if route.name in ("round", "round-n", "check-in", "players", "log", "disputes")
    ]
    pages = [*public, *staff * 2]
    random.Random(2).shuffle(pages)
    stop = threading.Event()

    def results() -> None:
        boards = iter(book.state.rounds[-1].open_games)
        while not stop.wait(1):
            board, _ = next(boards)
            hall.do({"command": "result", "round": ROUNDS, "board": board, "result": "1-0"})

    writer = threading.Thread(target=results)
    writer.start()
    Load(server.port, "pages", pages=pages, rate=len(pages), seconds=1).outcome()
    before_s = server.cpu_s
    load = Load(server.port, "pages", pages=pages, rate=PAGES_A_SECOND, seconds=SECONDS)
    outcome = load.outcome()
    used = (server.cpu_s - before_s) / len(outcome)
    stop.set()
    writer.join()
    with_ok("pages, a result each second", outcome, used)
    wrong = sorted(
        {(one["status"], one.get("path", "")) for one in outcome if one["status"] != 200}
    )
    if wrong:
        print("  not shown:", wrong[:12])
    for path in sorted({one["path"] for one in outcome if "path" in one}):
        of_path = [one["ms"] for one in outcome if one.get("path") == path]
        if share(of_path, 0.5) > 25:
            say(f"  {path}", f"50% {share(of_path, 0.5):.1f} ms", f"max {max(of_path):.0f} ms")


def with_ok(name: str, outcome: Sequence[dict[str, Any]], used: float) -> None:
    """Print times, their middle beside that of the page "ok", and the processor's work for each."""
    port = free_port()
    with running([__file__, "--ok", str(port)], port):
        ok = Load(port, "pages", pages=[("/", "")], rate=PAGES_A_SECOND, seconds=5).outcome()
    ratio = share([one["ms"] for one in outcome], 0.5) / share([one["ms"] for one in ok], 0.5)
    say(name, *times(outcome), f"{ratio:.1f} x ok", f"{used * 1000:.1f} ms of work")


def bench_streams(hall: Hall, server: Server) -> None:
    """A publication, with open screens and phones that fetch the new page at the event."""
    book = hall.book
    number = book.state.next_round
    hall.do(
        *(
            {"command": "result", "round": number - 1, "board": board, "result": "1/2-1/2"}
            for board, _ in book.state.rounds[-1].open_games
        )
    )
    book = hall.do({"command": "plan", "rounds": number})
    slug = slug_of(NAME)
    events = f"/{slug}/events?topics=published&seen={book.state.position}"
    screens = [(events, f"/{slug}/{page}", "") for page in ("pairings", "wall", "standing")]
    loads = [
        Load(server.port, "streams", screens=screens, count=SCREENS // 2, seconds=60)
        for _ in range(2)
    ]
    for load in loads:
        load.wait_until_open()
    memory_mb, before_s = server.memory_mb, server.cpu_s
    time.sleep(1)
    hall.do({"command": "publish"})
    published = time.time()
    outcome = [one for load in loads for one in load.outcome()]
    heard = [one["heard"] - published for one in outcome]
    shown = [one["shown"] - published for one in outcome]
    used = (server.cpu_s - before_s) / len(outcome)
    say(
        f"{len(outcome)} screens, a publication",
        f"heard {max(heard):.2f} s",
        f"95% shown {share(shown, 0.95):.2f} s",
        f"all shown {max(shown):.2f} s",
        f"{used * 1000:.1f} ms of work",
    )
    say("  memory with the streams open", f"{memory_mb:.0f} MB")
    assert {one["status"] for one in outcome} == {200}, {one["status"] for one in outcome}


def bench_claims(hall: Hall, server: Server) -> None:
    """Claims of results by the phones of all who have white, again and again."""
    book = hall.book
    slug, round_ = slug_of(NAME), book.state.rounds[-1]
    phones = [server.player(book, game.white) for _, game in round_.open_games]
    forms = []
    for number in range(CLAIMS_A_SECOND * SECONDS):
        pass_, board = divmod(number, len(phones))
        cookie, csrf = phones[board]
        # Each time another result, or there is nothing to record.
        fields = {"csrf": csrf, "once": f"{number}", "result": ("1-0", "1/2-1/2")[pass_ % 2]}
        forms.append((f"/{slug}/game/claim", cookie, fields))
    before = book.state.position
    before_s = server.cpu_s
    outcome = Load(server.port, "claims", forms=forms, rate=CLAIMS_A_SECOND).outcome()
    used = (server.cpu_s - before_s) / len(outcome)
    good = [one for one in outcome if one["status"] == 303]
    added = [fact for fact, _ in hall.book.recorded[before:] if fact.TOPIC == "result-claimed"]
    with_ok("claims", outcome, used)
    say("  acknowledged, in the file", str(len(good)), str(len(added)))
    if len(good) < len(outcome):
        print("  refused:", sorted({one["status"] for one in outcome} - {303}))


def bench_thousand(folder: Path) -> None:
    """Every page of a large tournament, just after a change: the slowest of three."""
    hall = Hall(folder / "thousand.ledger", 1000)
    hall.do({"command": "publish"})
    book = hall.book
    with served(hall.path) as server:
        cookies = {
            role: "" if role is Role.PUBLIC else server.cookie(role)
            for role in (Role.PUBLIC, Role.CHIEF, Role.COMMITTEE)
        }
        slowest: dict[str, float] = {}
        statuses: dict[str, int] = {}
        boards = iter(book.state.rounds[-1].open_games)
        for role, cookie in cookies.items():
            for route, address in addresses(book, ROUNDS, role):
                for _ in range(3):
                    board, _ = next(boards, (0, None))
                    if board:
                        hall.do(
                            {"command": "result", "round": ROUNDS, "board": board, "result": "1-0"}
                        )
                    (one,) = Load(
                        server.port, "pages", pages=[(address, cookie)], rate=1, seconds=1
                    ).outcome()
                    name = f"{route.name} ({role})"
                    slowest[name] = max(slowest.get(name, 0), one["ms"])
                    statuses[name] = one["status"]
        say("1,000 players: the slowest pages", f"memory {server.memory_mb:.0f} MB")
        for name, ms in sorted(slowest.items(), key=lambda item: -item[1])[:25]:
            say(f"  {name}", f"{ms:.0f} ms", str(statuses[name]))


def main() -> None:
    if sys.argv[1:2] == ["--ok"]:
        ok_page(int(sys.argv[2]))
        return
    wanted = sys.argv[1:] or ["pages", "streams", "claims", "thousand"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if set(wanted) & {"pages", "streams", "claims"}:
            hall = Hall(folder / "bench.ledger", 200)
            works: dict[str, Callable[[Hall, Server], None]] = {
                "claims": bench_claims,
                "pages": bench_pages,
                "streams": bench_streams,
            }
            hall.do({"command": "publish"})
            with served(hall.path) as server:
                for work in (key for key in works if key in wanted):
                    works[work](hall, server)
                say("memory of the server", f"{server.memory_mb:.0f} MB")
        if "thousand" in wanted:
            bench_thousand(folder)


if __name__ == "__main__":
    main()
