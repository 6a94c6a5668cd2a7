"""Boards for programs that draw SVG but know little of CSS: without variables and mixed colours."""

from __future__ import annotations

import re
from pathlib import Path

from fathom5.draw.svg import DAY, GLOW, STYLE

_VARIABLE = re.compile(r"var\(--([a-z]+)\)")
_MIXED = re.compile(r"color-mix\(in srgb,(#[0-9a-f]{6}),(#[0-9a-f]{6}) ([0-9.]+)%\)")
_MOVED = re.compile(r'style="transform:([^"]*)"')
_TAG = re.compile(r'(<\w+)([^>]*?) class="(\w+)"([^>]*?)(/?>)')
_ATTRIBUTE = re.compile(r' ([\w-]+)="[^"]*"')
_VALUES = dict(re.findall(r"--([a-z]+):([^;]+)", DAY))
_FONTS = "Atkinson Hyperlegible, Verdana, 'DejaVu Sans', sans-serif"

FONT = "Atkinson Hyperlegible"
FONT_FILES = sorted(map(str, (Path(__file__).parent / "fonts").glob("*.ttf")))
"""The font of the boards, for renderers that have to be given its files."""

_LOOKS = {
    "f5": {"font-family": _FONTS},
    "moon": {"display": "none"},
    "ring": {"fill": "none", "stroke": GLOW, "stroke-width": "4"},
    "hint": {"visibility": "hidden"},
}
"""What the style sheet says by day of each class that matters to a picture."""


def flat(svg: str) -> str:
    """The same board by day, its colours written out, its looks and places in attributes."""
    plain = _TAG.sub(_look, svg.replace(f"<style>{STYLE}</style>", ""))
    plain = _VARIABLE.sub(lambda found: _VALUES[found[1]], plain)
    while (mixed := _MIXED.sub(_mix, plain)) != plain:
        plain = mixed
    return _MOVED.sub(lambda found: f'transform="{found[1].replace("px", "")}"', plain)


def _look(found: re.Match[str]) -> str:
    """A tag with what its class looks like instead of its class, which goes before what it says itself."""
    looks = _LOOKS.get(found[3], {})
    own = _ATTRIBUTE.sub(lambda each: "" if each[1] in looks else each[0], found[2] + found[4])
    return found[1] + own + "".join(f' {name}="{value}"' for name, value in looks.items()) + found[5]


def _mix(found: re.Match[str]) -> str:
    """A colour between two, channel by channel."""
    share = float(found[3]) / 100
    first, second = (bytes.fromhex(colour[1:]) for colour in found.group(1, 2))
    return "#" + bytes(round(a * (1 - share) + b * share) for a, b in zip(first, second, strict=True)).hex()
