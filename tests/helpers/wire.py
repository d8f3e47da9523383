"""A wire between a client and a server on this machine, which a test can cut at any byte."""

from __future__ import annotations

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tests.helpers.postgres import LOOPBACK

Way: TypeAlias = Literal["to the server", "to the client"]
WAYS: tuple[Way, ...] = ("to the server", "to the client")

_RESET = struct.pack("ii", 1, 0)
_PIECE_BYTES = 65536


@dataclass
class Wire:
    """Connections to `port` are carried to `server_port`, until they are cut.

    With `dead` new connections are refused.
    """

    server_port: int
    listener: socket.socket
    dead: bool = False
    _carried: dict[Way, int] = field(default_factory=lambda: dict.fromkeys(WAYS, 0))
    _ends_at: tuple[Way, int, bool] | None = None
    _open: list[tuple[socket.socket, socket.socket]] = field(default_factory=list)
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @property
    def port(self) -> int:
        return int(self.listener.getsockname()[1])

    def mark(self) -> None:
        """Count the bytes from here."""
        with self._lock:
            self._carried = dict.fromkeys(WAYS, 0)

    def carried(self, way: Way) -> int:
        """Return the bytes carried one way since `mark`: every byte that arrived is counted.

        Bytes are sent and counted under one lock, so what an end has received is in the count.
        """
        with self._lock:
            return self._carried[way]

    def cut_after(self, way: Way, size: int, *, for_good: bool = False) -> None:
        """Cut after `size` more bytes one way; `for_good`: nobody connects any more."""
        with self._lock:
            self.mark()
            self._ends_at = way, size, for_good

    def cut(self) -> None:
        """Cut every connection now: both ends see a reset."""
        with self._lock:
            pairs, self._open = self._open, []
            for end in (end for pair in pairs for end in pair):
                with suppress(OSError):
                    end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET)
                    end.shutdown(socket.SHUT_RD)  # wakes the thread that reads here
                with suppress(OSError):
                    end.close()

    def accept(self) -> None:
        """Carry connections until the listener is closed."""
        while True:
            try:
                client, _ = self.listener.accept()
            except OSError:
                return
            try:
                server = socket.create_connection((LOOPBACK, self.server_port))
            except OSError:
                client.close()
                continue
            with self._lock:
                pair = client, server
                self._open.append(pair)
                if self.dead:
                    self.cut()
                    continue
            for end in pair:
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            for way, source, target in zip(WAYS, pair, reversed(pair), strict=True):
                carry = threading.Thread(
                    target=self._carry, args=(pair, way, source, target), daemon=True
                )
                carry.start()

    def _carry(
        self,
        pair: tuple[socket.socket, socket.socket],
        way: Way,
        source: socket.socket,
        target: socket.socket,
    ) -> None:
        with suppress(OSError):
            while piece := source.recv(_PIECE_BYTES):
                with self._lock:
                    left = self._left(way, len(piece))
                    if left is None:
                        target.sendall(piece)
                        self._carried[way] += len(piece)
                        continue
                    target.sendall(piece[:left])
                    self._carried[way] += left
                    self.cut()
                    return
        with self._lock:
            if pair in self._open:
                self._open.remove(pair)
        for end in pair:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _left(self, way: Way, size: int) -> int | None:
        """Return how many of `size` bytes still go before the cut, None: it is not in them."""
        if self._ends_at is None or self._ends_at[0] != way:
            return None
        left = self._ends_at[1] - self._carried[way]
        if left > size:
            return None
        self.dead = self._ends_at[2]
        self._ends_at = None
        return left


@contextmanager
def wire_to(server_port: int) -> Iterator[Wire]:
    """Give a wire to a port of this machine."""
    with socket.create_server((LOOPBACK, 0)) as listener:
        wire = Wire(server_port, listener)
        accepting = threading.Thread(target=wire.accept, daemon=True)
        accepting.start()
        try:
            yield wire
        finally:
            with suppress(OSError):
                listener.shutdown(socket.SHUT_RDWR)
            wire.cut()
            accepting.join(10)
