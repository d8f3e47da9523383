"""What axe finds on a page as it stands in a browser: in any width, in light and dark, on paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

from tests.helpers.chromium import overflow

OF_VIOLATIONS = {"resultTypes": ["violations"]}
"""Nothing is collected about what is in order, which takes a third of the time."""

RULES = {
    "runOnly": {
        "type": "tag",
        "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    },
    **OF_VIOLATIONS,
}
"""Everything of WCAG 2.2 up to AA that can be checked by itself, and good practice."""

OF_COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe that look at colours: the dearest, and the only ones for which light matters."""

COLOURS = {"runOnly": {"type": "rule", "values": OF_COLOURS}, **OF_VIOLATIONS}

LAID_OUT = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page has taken its new size, and its script has heard of it."""

WIDTHS = (1280, 360)


def faults(page: Page, rules: Mapping[str, object] = RULES) -> list[str]:
    """Return what axe finds on a page now, one line each."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    violations: list[dict[str, Any]] = page.evaluate(
        "options => axe.run(options).then(found => found.violations)", rules
    )
    return [
        f"{one['id']}: {node['html'][:160]} ({' '.join(node['failureSummary'].split())[:200]})"
        for one in violations
        for node in one["nodes"]
    ]


def looked_at(page: Page, widths: Sequence[int] = WIDTHS, *, anew: bool = True) -> list[str]:
    """Return what is wrong with a page in any light and width, and on paper.

    `anew` False: axe has seen a page of this structure, so only its width is measured.
    """
    seen = list[str]()
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(media="screen", color_scheme="light")
        page.evaluate(LAID_OUT)
        where = f"{page.url} {width}"
        if sideways := overflow(page):
            seen.append(f"{where}: {sideways} px too wide")
        if anew:
            seen += [f"{where}: {fault}" for fault in faults(page)]
            page.emulate_media(media="screen", color_scheme="dark")
            seen += [f"{where} dark: {fault}" for fault in faults(page, COLOURS)]
            if width > 400 and page.locator(".veil").count() == 0:  # a dialog is not for paper
                page.emulate_media(media="print", color_scheme="dark")
                seen += [f"{where} printed: {fault}" for fault in faults(page, COLOURS)]
    return seen
