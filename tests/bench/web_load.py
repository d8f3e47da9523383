"""Browsers without a browser: requests and event streams over plain sockets, in a process apart.

`bench_web.py` starts it with a job as JSON on its input; the outcome is JSON on its output.
"""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple
from urllib.parse import urlencode

CONNECTIONS = 48
"""Kept open for requests; a hall has more phones, but few ask at the same time."""


class Reply(NamedTuple):
    """The answer to a request: its status, and what came with it."""

    status: int
    headers: dict[str, str]
    body: bytes


class Client:
    """One connection to the server, opened again when the server closed it."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.reader: asyncio.StreamReader | None = None
        self.writer: asyncio.StreamWriter | None = None

    async def ask(
        self, path: str, cookie: str = "", form: dict[str, str] | None = None, accept: str = ""
    ) -> Reply:
        for attempt in (1, 2):
            if self.writer is None:
                self.reader, self.writer = await asyncio.open_connection(
                    self.host, self.port, limit=1 << 20
                )
            try:
                self.writer.write(self._request(path, cookie, form, accept))
                return await self._reply()
            except (ConnectionError, asyncio.IncompleteReadError):
                self.close()
                if attempt == 2:
                    raise
        raise AssertionError

    def _request(self, path: str, cookie: str, form: dict[str, str] | None, accept: str) -> bytes:
        body = urlencode(form).encode() if form is not None else b""
        lines = [
            f"{'GET' if form is None else 'POST'} {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Accept: {accept or 'text/html'}",
            "Accept-Encoding: gzip",
            "Accept-Language: nl",
        ]
        lines += [f"Cookie: {cookie}"] if cookie else []
        if form is not None:
            lines += [
                "Content-Type: application/x-www-form-urlencoded",
                f"Content-Length: {len(body)}",
                f"Origin: http://{self.host}:{self.port}",
            ]
        return "\r\n".join([*lines, "", ""]).encode() + body

    async def _head(self) -> tuple[int, dict[str, str]]:
        assert self.reader is not None
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if ": " in line)
        return int(head[0].split()[1]), headers

    async def _reply(self) -> Reply:
        status, headers = await self._head()
        assert self.reader is not None
        body = b""
        if headers.get("transfer-encoding") == "chunked":
            while size := int((await self.reader.readuntil(b"\r\n")).strip(), 16):
                body += (await self.reader.readexactly(size + 2))[:-2]
            await self.reader.readuntil(b"\r\n")
        elif length := int(headers.get("content-length", "0")):
            body = await self.reader.readexactly(length)
        if headers.get("connection") == "close":
            self.close()
        return Reply(status, headers, body)

    async def events(self, path: str, cookie: str) -> None:
        """Open a stream of events; then call `event` for each."""
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        self.writer.write(self._request(path, cookie, None, "text/event-stream"))
        status, _ = await self._head()
        if status != 200:
            raise ConnectionError(f"{path}: {status}")

    async def event(self) -> str:
        """Return the next line of a stream that begins an event, without "event: "."""
        assert self.reader is not None
        while True:
            line = (await self.reader.readuntil(b"\n")).decode()
            if line.startswith("event: "):
                return line.removeprefix("event: ").strip()

    def close(self) -> None:
        if self.writer is not None:
            self.writer.close()
        self.reader = self.writer = None


async def at_a_rate(
    job: dict[str, Any], number: int, one: Callable[[Client, int], Awaitable[dict[str, Any]]]
) -> list[dict[str, Any]]:
    """Send requests at fixed times, whether or not earlier ones were answered.

    A request's time counts from when it was due, so that a slow answer delays nobody unseen.
    """
    free: asyncio.Queue[Client] = asyncio.Queue()
    for _ in range(min(CONNECTIONS, number)):
        free.put_nowait(Client(job["host"], job["port"]))
    start = time.perf_counter() + 0.2

    async def sent(index: int) -> dict[str, Any]:
        due = start + index / job["rate"]
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        client = await free.get()
        try:
            outcome = await one(client, index)
        except (ConnectionError, asyncio.IncompleteReadError, OSError) as error:
            client.close()
            outcome = {"status": 0, "error": repr(error)}
        finally:
            free.put_nowait(client)
        return {**outcome, "ms": (time.perf_counter() - due) * 1000}

    return await asyncio.gather(*(sent(index) for index in range(number)))


async def pages(job: dict[str, Any]) -> Any:
    """Ask for pages in turn."""
    wanted = job["pages"]

    async def one(client: Client, index: int) -> dict[str, Any]:
        path, cookie = wanted[index % len(wanted)]
        reply = await client.ask(path, cookie)
        return {"path": path, "status": reply.status, "bytes": len(reply.body)}

    return await at_a_rate(job, int(job["rate"] * job["seconds"]), one)


async def claims(job: dict[str, Any]) -> Any:
    """Send forms; each is a path, a cookie and its fields."""
    forms = job["forms"]

    async def one(client: Client, index: int) -> dict[str, Any]:
        path, cookie, fields = forms[index]
        reply = await client.ask(path, cookie, fields)
        return {"index": index, "status": reply.status, "to": reply.headers.get("location", "")}

    return await at_a_rate(job, len(forms), one)


async def streams(job: dict[str, Any]) -> Any:
    """Hold streams open; at an event fetch the page. Return when each had its new page."""

    async def screen(index: int) -> dict[str, Any]:
        path, page, cookie = job["screens"][index % len(job["screens"])]
        stream = Client(job["host"], job["port"])
        await stream.events(path, cookie)
        opened.release()
        while True:
            topic = await asyncio.wait_for(stream.event(), job["seconds"])
            heard = time.time()
            client = Client(job["host"], job["port"])
            reply = await client.ask(page, cookie)
            client.close()
            if topic == "published":
                stream.close()
                return {"heard": heard, "shown": time.time(), "status": reply.status}

    opened = asyncio.Semaphore(0)
    tasks = []
    for index in range(job["count"]):
        tasks.append(asyncio.create_task(screen(index)))
        await opened.acquire()
    print("open", flush=True)
    return await asyncio.gather(*tasks)


def main() -> None:
    job = json.loads(sys.stdin.readline())
    work = {"pages": pages, "claims": claims, "streams": streams}[job["job"]]
    print(json.dumps(asyncio.run(work(job))))


if __name__ == "__main__":
    main()
