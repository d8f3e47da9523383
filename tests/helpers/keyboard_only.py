"""A person with a keyboard and no mouse, at a page in a browser."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page

MOST_TABS = 400

_FOCUSED = """() => {
  const at = document.activeElement;
  if (!at || at === document.body) return ["", "", ""];
  const labels = at.labels ? [...at.labels].map((label) => label.innerText) : [];
  const named = at.getAttribute("aria-label") || labels.join(" ") || at.innerText || at.value || "";
  const address = at.getAttribute("href") || at.getAttribute("name") || "";
  return [at.tagName.toLowerCase(), named.replace(/\\s+/g, " ").trim(), address];
}"""
"""What has the focus: its tag, the name by which it is read, and its address or field."""


@dataclass(frozen=True)
class Fingers:
    """Presses keys, and tells what has the focus."""

    page: Page

    def focused(self) -> tuple[str, str, str]:
        """Return tag, name, and address or field of what has the focus."""
        tag, name, address = self.page.evaluate(_FOCUSED)
        return tag, name, address

    def to(self, name: str, *, field: str = "") -> None:
        """Press Tab until something of this name, or the field, has the focus."""
        seen = []
        for _ in range(MOST_TABS):
            tag, called, address = self.focused()
            if field and address == field:
                return
            if not field and tag and called.startswith(name):
                return
            seen.append(called or address or tag)
            if seen.count("") > 2:
                break
            self.page.keyboard.press("Tab")
        raise AssertionError(f"no way by Tab to {name or field!r}; passed {seen[:60]}")

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            self.page.keyboard.press(key)

    def enter(self, name: str, *, field: str = "") -> None:
        """Go to something and press Enter; wait for the page that follows."""
        self.to(name, field=field)
        with self.page.expect_navigation():
            self.page.keyboard.press("Enter")

    def fill(self, field: str, text: str) -> None:
        """Go to a field and type a text in the place of what is there."""
        self.to("", field=field)
        self.page.keyboard.press("Control+A")
        self.page.keyboard.type(text)
