"""The port of the desk: free again at once, and of one program alone, on each system."""

from __future__ import annotations

import socket
from ipaddress import ip_address

import pytest

from desk.web.rendering import environment
from desk.web.server import listening


@pytest.mark.parametrize("windows", [False, True])
def test_a_port_has_one_server(windows: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """On Windows SO_REUSEADDR would give it to a second one; a stand-in shows what is asked for."""
    asked = socket.SO_REUSEADDR
    if windows:
        asked = socket.SO_KEEPALIVE
        monkeypatch.setattr(socket, "SO_EXCLUSIVEADDRUSE", asked, raising=False)
    with listening(lan=False, port=0) as first:
        first.listen()
        assert first.getsockopt(socket.SOL_SOCKET, asked)
        with pytest.raises(OSError, match="in use"):
            listening(lan=False, port=first.getsockname()[1])


def test_other_machines_reach_the_desk_only_where_it_is_opened_to_the_network() -> None:
    with listening(lan=False, port=0) as own, listening(lan=True, port=0) as opened:
        assert ip_address(own.getsockname()[0]).is_loopback
        assert ip_address(opened.getsockname()[0]).is_unspecified


def test_every_template_is_a_page_of_the_desk() -> None:
    """The server loads all of them in a thread when it starts."""
    for each in environment().list_templates():
        environment().get_template(each)
