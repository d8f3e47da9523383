"""The desk served to a real browser: Chromium, driven by Playwright, found as `chromium`."""

from __future__ import annotations

import os
import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from desk.access.roles import Role
from desk.web.app import application
from desk.web.server import LOOPBACK, listening
from tests.helpers.browsing import Browsing

PATIENCE_S = 20
expect.set_options(timeout=PATIENCE_S * 1000)

# The browser focuses what asks for it when it draws a page, which may be after it has loaded it.
FOCUSED = "html:not(:has([autofocus])), html:has(body :focus)"


@dataclass
class Served:
    """A desk that listens, and a browser to look at it."""

    browsing: Browsing
    browser: Browser
    address: str
    contexts: list[BrowserContext] = field(default_factory=list)

    def context(
        self,
        role: Role | None = Role.CHIEF,
        *,
        language: str = "nl",
        width: int = 1280,
        height: int = 900,
        script: bool = True,
        theme: str = "light",
        of: dict[str, Any] | None = None,
    ) -> BrowserContext:
        """Return the browser of somebody who is logged in with a role; None: of a spectator."""
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            java_script_enabled=script,
            color_scheme="dark" if theme == "dark" else "light",
            locale=language,
        )
        self.contexts.append(context)
        cookies = {"lang": language}
        if role is not None:
            cookies |= self.browsing.cookies(role, **(of or {}))
        context.add_cookies(
            [{"name": k, "value": v, "url": self.address} for k, v in cookies.items()]
        )
        context.set_default_timeout(PATIENCE_S * 1000)
        return context

    def page(self, path: str, role: Role | None = Role.CHIEF, **of: Any) -> Page:
        """Return a page in a browser of its own, ready for keys; see `at` for its path."""
        page = self.context(role, **of).new_page()
        page.goto(self.at(path))
        if of.get("script", True):
            page.locator(FOCUSED).wait_for(state="attached")
        return page

    def at(self, path: str) -> str:
        """Return a whole address; {t} stands for the newest tournament."""
        return self.address + (path.replace("{t}", self.browsing.slug) if "{t}" in path else path)


def browser_program() -> str:
    """Return the browser; skip the test where there is none.

    The shell is the same browser without its windows, and takes half as much of a processor.
    """
    names = ("chromium-headless-shell", "chromium", "chromium-browser")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        pytest.skip("needs chromium")
    return program


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser; skip the test where there is none."""
    program = browser_program()
    as_root = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=as_root)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def served(browsing: Browsing) -> Iterator[str]:
    """Serve a desk from a thread, and return its address."""
    with served_on(browsing, listening(lan=False, port=0)) as address:
        yield address


@contextmanager
def served_on(browsing: Browsing, listener: socket.socket) -> Iterator[str]:
    """Serve a desk from a thread on a socket of ours, which is closed with it."""
    port = listener.getsockname()[1]
    browsing.office.address = f"http://{LOOPBACK}:{port}"
    browsing.office.hosts = frozenset({f"{LOOPBACK}:{port}", LOOPBACK})
    settings = uvicorn.Config(application(browsing.office), log_level="critical", lifespan="off")
    server = uvicorn.Server(settings)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    until = time.monotonic() + PATIENCE_S
    while not server.started and time.monotonic() < until:
        time.sleep(0.01)
    try:
        yield browsing.office.address
    finally:
        server.should_exit = True
        server.force_exit = True
        thread.join(PATIENCE_S)
        listener.close()


@contextmanager
def hall(browsing: Browsing) -> Iterator[Served]:
    """Serve a desk, with a browser to look at it."""
    with chromium() as browser, served_to(browser, browsing) as desk:
        yield desk


@contextmanager
def served_to(browser: Browser, browsing: Browsing) -> Iterator[Served]:
    """Serve a desk to a browser that is running."""
    with served(browsing) as address:
        desk = Served(browsing, browser, address)
        try:
            yield desk
        finally:
            for context in desk.contexts:  # else its pages listen on to a desk that is gone
                context.close()


def until(page: Page, true: Callable[[], bool]) -> None:
    """Wait until something is true, while the page works."""
    end = time.monotonic() + PATIENCE_S
    while not true() and time.monotonic() < end:
        page.wait_for_timeout(20)
    assert true()


def shown(page: Page, selector: str) -> None:
    """Wait until something is on a page that has its script, so that it answers to keys."""
    page.wait_for_selector(selector)
    page.wait_for_load_state()


def gone(page: Page, selector: str) -> None:
    """Wait until something is no longer on a page."""
    page.wait_for_selector(selector, state="detached")


def overflow(page: Page) -> int:
    """Return by how many pixels a page can be scrolled sideways."""
    width: int = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return width
