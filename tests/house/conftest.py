"""The site of the manual, built once."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from packages import manual


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the site, built here in three seconds; whoever builds it may not use the net."""
    folder = tmp_path_factory.mktemp("manual") / "site"

    def refused(*_: object) -> None:
        raise AssertionError("the manual fetches something")

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "getaddrinfo", refused)
        patch.setattr(socket.socket, "connect", refused)
        manual.build(folder)
    return folder
