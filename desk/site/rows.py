"""Cells and rows of tables as HTML: on the website as short as it gets, at the desk spelt out."""

from __future__ import annotations

from markupsafe import Markup, escape

from desk.site.model import SiteCell, SiteRow
from ledger.characters import visible


def spelt_row(row: SiteRow, mine: bool = False) -> Markup:
    """Return a row of the desk: each cell says how it looks. `mine`: it is that of the reader."""
    cells = "".join([cell_html(each, each.href, spelt=True) for each in row])
    kind = ' class="me"' if mine else ""
    return Markup(f"<tr{kind}>{cells}</tr>")


def cell_html(cell: SiteCell, href: str, *, spelt: bool) -> str:
    """Return a cell, its text with a link to an address, "" for none.

    `spelt`: with its classes, and all that HTML does without. Else how a column looks is said by
    the table, and a th among td is the header of its row without saying so (HTML, forming
    relationships between data cells and header cells).
    """
    text = escaped(cell.text)
    if cell.unseen:
        text += f'<span class="vh"> {escaped(cell.unseen)}</span>'
    if cell.mark:
        text = f'<span class="{cell.mark}">{text}</span>'
    if cell.strong:
        text = f"<b>{text}</b>"
    if href and spelt:
        kind = "" if cell.kind == "how" else ' class="pl"'
        text = f'<a{kind} href="{escape(href)}">{text}</a>'
    elif href:
        text = f"<a href={href}>{text}</a>"
    if cell.about:
        text += f" <small>{escaped(cell.about)}</small>"
    if not spelt:
        return f"<{cell.tag}>{text}"
    scope = ' scope="row"' if cell.tag == "th" else ""
    kind = f' class="{cell.kind}"' if cell.kind else ""
    return f"<{cell.tag}{scope}{kind}>{text}</{cell.tag}>"


def escaped(text: str) -> str:
    """Return a text as it stands in HTML, on one line."""
    return str(escape(visible(text)))
