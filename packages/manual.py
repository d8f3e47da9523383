"""Builds the manual, a site in each language, of the pages of docs/: `make manual`.

Nothing is fetched: no fonts, no scripts of others, and the index of the search is in the site. The
desk serves it under its own policy (desk/web/gate.py), so scripts stand in files.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from desk.manual.pages import FRONTS, SITE, links_of, page_language, slug
from ledger.values import Language

ROOT: Final = Path(__file__).resolve().parents[1]
DOCS: Final = ROOT / "docs"
STAMP: Final = "made-of.txt"
"""In the site: what it was made of, so that it is made again when that has changed."""

BESIDE: Final = (".png", ".svg", ".sql", ".json", ".ipynb")
"""Files of docs/ that pages show or lead to."""

_WORDS: Final[dict[Language, dict[str, str]]] = {
    "en": {"name": "toernooiboek: the manual", "other": "Nederlands", "more": "More"},
    "nl": {"name": "toernooiboek: de handleiding", "other": "English", "more": "Verder"},
}

_THEME: Final = "mkdocs-material"

README: Final = "readme.md"
"""The name that README.md has among the English pages."""

FOLDERS: Final = {"analytics": "Questions in SQL", "json": "JSON schemas"}
"""The folders of docs/ that pages lead to, and what their lists of files are called."""

_LINK = re.compile(r"(?<=\]\()(?P<page>[\w./-]+\.md)(?P<place>#[\w-]*)?(?=\))")
_OUTSIDE = re.compile(
    r"\[([^]]+)\]\((?:\.\./)?(?:CONTRIBUTING|CHANGELOG|LICENSE|SECURITY)(?:\.md)?\)"
)
_NO_MAP = '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>\n'
_SCRIPT = re.compile(r"<script>(.*?)</script>", re.DOTALL)
_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def sources() -> list[Path]:
    """Return the files that the manual is made of, in their order by name."""
    inside = [path for path in DOCS.rglob("*") if path.suffix in (*BESIDE, ".md")]
    return sorted(path for path in inside if path.is_file())


def made_of() -> str:
    """Return a digest of everything that decides what the site is."""
    digest = hashlib.sha256()
    for path in (*sources(), ROOT / "README.md", Path(__file__)):
        digest.update(f"{path.name}\0".encode() + path.read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def is_current(site: Path = SITE) -> bool:
    """Tell whether a site is there, made of the pages as they are."""
    stamp = site / STAMP
    return stamp.is_file() and stamp.read_text("utf-8").split()[0] == made_of()


def build(site: Path = SITE) -> None:
    """Build the site in both languages; the old one is there until the new one is whole."""
    with TemporaryDirectory() as folder:
        made = Path(folder) / "site"
        for language in FRONTS:
            staged = Path(folder) / f"pages-{language}"
            _stage(staged, language)
            _build_one(staged, made / language, language)
            _finish(made / language)
        _share(made)
        shutil.copy(ROOT / "desk" / "web" / "static" / "icon.svg", made / "icon.svg")
        if dead := list(dead_links(made)):
            raise SystemExit("\n".join(["the manual has links that lead nowhere:", *dead]))
        (made / STAMP).write_text(f"{made_of()} {_THEME} {version(_THEME)}\n", "utf-8")
        beside = site.with_name(f"{site.name}-{os.getpid()}")
        shutil.copytree(made, beside)
        shutil.rmtree(site, ignore_errors=True)
        beside.rename(site)


def _stage(folder: Path, language: Language) -> None:
    """Put the pages of a language in a folder, their links to the other language as addresses."""
    for path in sources():
        target = folder / path.relative_to(DOCS)
        if path.suffix != ".md":
            if language == "en":
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, target)
        elif page_language(path.stem) == language:
            name = "index.md" if path.stem == FRONTS[language] else path.name
            target.parent.mkdir(parents=True, exist_ok=True)
            (target.parent / name).write_text(_staged(path.read_text("utf-8"), language), "utf-8")
    if language == "en":
        readme = (ROOT / "README.md").read_text("utf-8").replace('"docs/', '"')
        readme = readme.replace("](docs/", "](")
        (folder / README).write_text(_staged(readme, language), "utf-8")
        for name, title in FOLDERS.items():
            files = sorted(path.name for path in (DOCS / name).iterdir())
            rows = "\n".join(f"- [{file}]({file})" for file in files)
            (folder / name / "index.md").write_text(f"# {title}\n\n{rows}\n", "utf-8")


def _staged(text: str, language: Language) -> str:
    """Return a page with its links as they hold in the site of its language."""
    text = text.replace("](../README.md)", f"]({README})")
    for name in FOLDERS:
        text = text.replace(f"]({name})", f"]({name}/index.md)")
    text = _OUTSIDE.sub(r"\1", text)

    def link(match: re.Match[str]) -> str:
        page, place = match["page"], match["place"] or ""
        other = page_language(Path(page).stem)
        name = "index" if Path(page).stem in FRONTS.values() else page.removesuffix(".md")
        return f"{name}.md{place}" if other == language else f"../{other}/{name}.html{place}"

    text = _LINK.sub(link, text)
    if language == "nl":  # pictures and files stand once, beside the English pages
        text = re.sub(r"(?<=\]\()(?=[\w/-]+\.(?:png|svg|json|sql)\))", "../en/", text)
    return text


def _nav(language: Language) -> list[dict[str, object]]:
    """Return the sections of the front page with their pages, then the pages it does not name."""
    words = _WORDS[language]
    sections: dict[str, list[str]] = {}
    for section, page in links_of(language):
        if page_language(page) == language and page != FRONTS[language]:
            sections.setdefault(section, []).append(f"{page}.md")
    named = {page for pages in sections.values() for page in pages}
    rest = [
        path.name
        for path in sorted(DOCS.glob("*.md"))
        if page_language(path.stem) == language
        and path.name not in named
        and path.stem != FRONTS[language]
    ]
    nav: list[dict[str, object]] = [{words["name"]: "index.md"}]
    nav += [{section: pages} for section, pages in sections.items()]
    if language == "en":
        rest += [f"{name}/index.md" for name in FOLDERS]
        nav.append({"README": README})
    return [*nav, {words["more"]: rest}] if rest else nav


def _build_one(pages: Path, site: Path, language: Language) -> None:
    from mkdocs.commands.build import build as build_pages
    from mkdocs.config import load_config

    other: Language = "nl" if language == "en" else "en"
    empty = pages.parent / "mkdocs.yml"
    empty.write_text("", "utf-8")
    config = load_config(
        config_file=str(empty),
        site_name=_WORDS[language]["name"],
        docs_dir=str(pages),
        site_dir=str(site),
        use_directory_urls=False,
        nav=_nav(language),
        theme={
            "name": "material",
            "language": language,
            "font": False,
            "favicon": "../icon.svg",
            "logo": "../icon.svg",
            "features": ["navigation.top", "navigation.indexes", "search.suggest", "toc.follow"],
            "palette": [
                {
                    "media": f"(prefers-color-scheme: {scheme})",
                    "scheme": name,
                    "toggle": {"icon": "material/brightness-6", "name": toggle},
                }
                for scheme, name, toggle in (
                    ("light", "default", "dark"),
                    ("dark", "slate", "light"),
                )
            ],
        },
        plugins=[{"search": {"lang": language}}],
        markdown_extensions=[
            "admonition",
            {"tables": {"use_align_attribute": True}},
            {"toc": {"slugify": slug, "permalink": True}},
        ],
        extra={
            "generator": False,
            "homepage": "/",
            "alternate": [
                {
                    "name": _WORDS[language]["other"],
                    "link": f"../{other}/index.html",
                    "lang": other,
                }
            ],
        },
        validation={
            "omitted_files": "ignore",
            "links": {"not_found": "ignore", "anchors": "ignore", "unrecognized_links": "ignore"},
        },
    )
    config.plugins.on_startup(command="build", dirty=False)
    build_pages(config)


def _finish(site: Path) -> None:
    """Put scripts and styles of pages into files, and leave out what the desk has no use for."""
    for path in [*site.rglob("*.map"), site / "sitemap.xml.gz", site / "404.html"]:
        path.unlink(missing_ok=True)
    # The theme asks for it; what MkDocs writes has the day.
    (site / "sitemap.xml").write_text(_NO_MAP, "utf-8")
    kept = {"lunr.nl.min.js", "lunr.stemmer.support.min.js", "lunr.multi.min.js"}
    for path in site.glob("assets/javascripts/lunr/min/*.js"):
        if path.name not in kept:
            path.unlink()
    for path in site.glob("assets/javascripts/lunr/*.js"):  # words of Thai and Japanese
        path.unlink()
    for path in sorted(site.rglob("*.html")):
        up = "../" * (len(path.relative_to(site).parts) - 1)
        text = path.read_text("utf-8")
        for kind, marked in (("js", _SCRIPT), ("css", _STYLE)):
            for inside in dict.fromkeys(marked.finditer(text)):
                text = text.replace(inside[0], _in_file(site, inside[1], kind, up))
        path.write_text(text, "utf-8")


def _in_file(site: Path, text: str, kind: str, up: str) -> str:
    """Keep the text of a script or style in a file named by what it is; return what calls it."""
    name = f"assets/{hashlib.sha256(text.encode()).hexdigest()[:12]}.{kind}"
    (site / name).write_text(text, "utf-8")
    if kind == "js":
        return f'<script src="{up}{name}"></script>'
    return f'<link rel="stylesheet" href="{up}{name}">'


def _share(made: Path) -> None:
    """Keep the files of the theme once: both languages call those beside the English pages."""
    for path in sorted((made / "nl" / "assets").rglob("*")):
        if path.is_file():
            twin = made / "en" / path.relative_to(made / "nl")
            if not twin.exists():
                twin.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, twin)
    shutil.rmtree(made / "nl" / "assets")
    for path in (made / "nl").rglob("*.html"):
        text = path.read_text("utf-8")
        text = re.sub(r'(?<=")(?:\./)?assets/', "../en/assets/", text)
        path.write_text(text, "utf-8")


def dead_links(site: Path = SITE) -> Iterator[str]:
    """Yield each link of the site to something that is not in it, with its page."""
    ids = {
        path: set(re.findall(r'\bid="([^"]+)"', path.read_text("utf-8")))
        for path in site.rglob("*.html")
    }
    for path in sorted(ids):
        text = path.read_text("utf-8")
        for link in sorted(set(re.findall(r'\b(?:href|src)="([^"]+)"', text))):
            address, _, place = link.partition("#")
            if re.match(r"[a-z]+:|//|/$", address):
                continue
            target = (path.parent / address).resolve() if address else path
            if not target.is_file() or (
                place and target.suffix == ".html" and place not in ids[target]
            ):
                yield f"{path.relative_to(site).as_posix()}: {link}"


def main() -> None:
    """Build the manual where it is not current, and say what it holds."""
    if not is_current() or "--again" in sys.argv:
        build()
    files = [path for path in SITE.rglob("*") if path.is_file()]
    size = sum(path.stat().st_size for path in files)
    print(f"{SITE.relative_to(ROOT)}: {len(files)} files, {size // 1024:,} kB", end="; ")
    print(f"made by MkDocs {version('mkdocs')}, Material {version(_THEME)}")


if __name__ == "__main__":
    main()
