"""The icon of the program for windows and folders, drawn from the one that the desk has."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final
from xml.etree import ElementTree

from PIL import Image, ImageDraw

SOURCE: Final = Path(__file__).resolve().parents[1] / "desk" / "web" / "static" / "icon.svg"
SIZE: Final = 1024
SIZES: Final = ((16, 16), (24, 24), (32, 32), (48, 48), (64, 64), (128, 128), (256, 256))


def drawn(source: Path = SOURCE) -> Image.Image:
    """Return the picture of an SVG of rectangles: <rect>, and paths of M, h, v, H, V and z."""
    root = ElementTree.parse(source).getroot()
    scale = SIZE / float(root.attrib["viewBox"].split()[2])
    image = Image.new("RGBA", (SIZE, SIZE))
    draw = ImageDraw.Draw(image)
    for node in root:
        fill = node.get("fill")
        fill = None if fill == "none" else fill
        width = float(node.get("stroke-width", "0")) * scale
        boxes = _rectangles(node.get("d", "")) if node.tag.endswith("path") else [_rectangle(node)]
        for left, top, right, bottom in boxes:
            grown = width / 2  # a line lies on both sides of the edge
            box = (
                left * scale - grown,
                top * scale - grown,
                right * scale + grown - 1,
                bottom * scale + grown - 1,
            )
            radius = float(node.get("rx", "0")) * scale
            draw.rounded_rectangle(box, radius, fill, node.get("stroke"), round(width))
    return image


def _rectangle(node: ElementTree.Element) -> tuple[float, float, float, float]:
    left, top = float(node.get("x", "0")), float(node.get("y", "0"))
    return left, top, left + float(node.attrib["width"]), top + float(node.attrib["height"])


def _rectangles(path: str) -> list[tuple[float, float, float, float]]:
    boxes = []
    for part in re.findall(r"M[^Mz]*z", path):
        x, y = map(float, re.findall(r"[\d.]+", part)[:2])
        xs, ys = [x], [y]
        for letter, number in re.findall(r"([hvHV])(-?[\d.]+)", part):
            if letter in "hH":
                x = float(number) + (x if letter == "h" else 0)
            else:
                y = float(number) + (y if letter == "v" else 0)
            xs.append(x)
            ys.append(y)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
    return boxes


def write_icons(folder: Path) -> dict[str, Path]:
    """Write the icon for Linux, Windows and macOS; return the files by their ending."""
    folder.mkdir(parents=True, exist_ok=True)
    image = drawn()
    paths = {kind: folder / f"toernooiboek.{kind}" for kind in ("png", "ico", "icns")}
    image.resize((512, 512), Image.Resampling.LANCZOS).save(paths["png"])
    image.save(paths["ico"], sizes=SIZES)
    image.save(paths["icns"])
    return paths
