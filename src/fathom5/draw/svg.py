"""Drawing boards: escaped SVG out of plain functions, and what all boards share."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, wraps
from html import escape
from typing import Any, ParamSpec, TypeVar, cast

from fathom5.text.language import language

SURFACE_DAY, ABYSS_DAY, SAND_DAY = "#bfe3ee", "#0b2742", "#e8d6a8"
"""Colours that are the same by day and by night, for pieces."""

SURFACE, SHALLOWS, MIDDLE, DEEP, ABYSS = (
    "var(--surface)", "var(--shallows)", "var(--middle)", "var(--deep)", "var(--abyss)",
)  # fmt: skip
SAND, ROCK = "var(--sand)", "var(--rock)"
"""The sea and its ground: darker at night."""

GLOW = "#ffb000"
"""Only for what can be done now."""

INK, PAPER = "var(--ink)", "var(--paper)"
"""Text and cards: they alone change with the theme."""

COLOURS = ("#d55e00", "#0072b2", "#f0e442", "#009e73", "#cc79a7", "#f5f5f5")
SHAPES = ("circle", "triangle", "square", "diamond", "hexagon", "star")
GLYPHS = ("●", "▲", "■", "◆", "⬢", "★")
"""Players by seat: colour, shape, and the shape in text."""

DAY = (
    "--ink:#10293a;--paper:#fdfbf5;--quiet:#4d6473;--surface:#bfe3ee;--shallows:#7cc4d8;--middle:#2f86a6;"
    "--deep:#17527a;--abyss:#0b2742;--sand:#e8d6a8;--rock:#8a8378;--sun:inline;--moon:none"
)
_NIGHT = (
    "--ink:#e6f0f5;--paper:#15222d;--quiet:#9db3c1;--surface:#1b3550;--shallows:#1a4560;--middle:#123853;"
    "--deep:#0c2a45;--abyss:#061628;--sand:#6f6650;--rock:#454a50;--sun:none;--moon:inline"
)
STYLE = f"""
.f5{{{DAY};overflow:visible;font-variant-numeric:tabular-nums;
font-family:"Atkinson Hyperlegible",Verdana,"DejaVu Sans",sans-serif}}
@media (prefers-color-scheme:dark){{.f5{{{_NIGHT}}}}}
.f5[data-theme=light],:root[data-theme=light] .f5{{{DAY}}}
.f5[data-theme=dark],:root[data-theme=dark] .f5{{{_NIGHT}}}
.f5 .sun{{display:var(--sun)}}
.f5 .moon{{display:var(--moon)}}
.f5 .piece{{transition:transform 250ms ease-in-out}}
.f5 .piece[data-along]{{transition:none}}
.f5 .can{{cursor:pointer;outline:none}}
.f5 .can .ring{{fill:none;stroke:{GLOW};stroke-width:4}}
.f5 .can .hint{{visibility:hidden}}
.f5 .can:hover .hint,.f5 .can:focus .hint{{visibility:visible}}
.f5 .can:hover .ring,.f5 .can:focus .ring{{stroke-width:8}}
@media (prefers-reduced-motion:reduce){{.f5 .piece{{transition:none}}}}
"""

Given = ParamSpec("Given")
Made = TypeVar("Made")
MOST_SHAPES, MOST_PARTS = 1 << 13, 1 << 10


def shape(draw: Callable[Given, str]) -> Callable[Given, str]:
    """A small drawing without words to translate, made once: boards have the same few over and over."""
    return cast(Callable[Given, str], lru_cache(MOST_SHAPES, typed=True)(draw))


def part(draw: Callable[Given, Made]) -> Callable[Given, Made]:
    """A part of a board, or of what is told of it, made once for the same values in each language.

    It is given values and no view, so it cannot depend on more than its caller was allowed to see.
    """

    @lru_cache(MOST_PARTS, typed=True)
    def made(spoken: str, *given: Any, **more: Any) -> Made:
        return draw(*given, **more)

    def drawn(*given: Hashable, **more: Hashable) -> Made:
        return made(language(), *given, **more)

    return cast(Callable[Given, Made], wraps(draw)(drawn))


def tag(name: str, *content: str, **attributes: object) -> str:
    """An element; `class_` and `stroke_width` become class and stroke-width, None is left out."""
    parts = "".join([_attribute(key, value) for key, value in attributes.items() if value is not None])
    inside = "".join(content)
    return f"<{name}{parts}>{inside}</{name}>" if inside else f"<{name}{parts}/>"


@lru_cache(1 << 14, typed=True)
def _attribute(key: str, value: Hashable) -> str:
    """Written once: boards have the same few over and over."""
    return f' {key.rstrip("_").replace("_", "-")}="{escape(_short(value))}"'


def _short(value: object) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def group(*content: str, **attributes: object) -> str:
    """Several things together."""
    return tag("g", *content, **attributes)


@shape
def rect(x: float, y: float, width: float, height: float, fill: str, **more: object) -> str:
    """A rectangle."""
    return tag("rect", x=x, y=y, width=width, height=height, fill=fill, **more)


@shape
def circle(x: float, y: float, r: float, fill: str, **more: object) -> str:
    """A circle."""
    return tag("circle", cx=x, cy=y, r=r, fill=fill, **more)


@shape
def path(d: str, fill: str, **more: object) -> str:
    """A path."""
    return tag("path", d=d, fill=fill, **more)


def polygon(points: Sequence[tuple[float, float]], fill: str, **more: object) -> str:
    """A polygon."""
    return _polygon(tuple(points), fill, **more)


@shape
def _polygon(points: tuple[tuple[float, float], ...], fill: str, **more: object) -> str:
    dots = " ".join(f"{_short(float(x))},{_short(float(y))}" for x, y in points)
    return tag("polygon", points=dots, fill=fill, **more)


@lru_cache(MOST_PARTS)
def regular(
    sides: int, radius: float, turn: float = -90.0, inner: float | None = None
) -> tuple[tuple[float, float], ...]:
    """The corners of a regular polygon around the origin; with `inner`, of a star."""
    count = sides * (2 if inner else 1)
    corners = []
    for i in range(count):
        r = inner if inner and i % 2 else radius
        angle = math.radians(turn + 360 * i / count)
        corners.append((r * math.cos(angle), r * math.sin(angle)))
    return tuple(corners)


@shape
def text(
    x: float,
    y: float,
    words: object,
    size: float = 20,
    fill: str = INK,
    anchor: str = "start",
    **more: object,
) -> str:
    """A line of text; y is its baseline."""
    return tag("text", escape(str(words)), x=x, y=y, font_size=size, fill=fill, text_anchor=anchor, **more)


def symbol(name: str, *content: str) -> str:
    """A drawing around the origin, to be used by name."""
    return tag("g", *content, id=name)


@shape
def use(name: str, x: float = 0, y: float = 0, scale: float = 1, **more: object) -> str:
    """A drawing made before, somewhere."""
    return tag("use", href=f"#{name}", transform=_place(x, y, scale), **more)


def piece(
    identity: str,
    name: str,
    x: float,
    y: float,
    scale: float = 1,
    label: str | None = None,
    along: str | None = None,
) -> str:
    """A piece that glides when it moves: keep its identity and its order among the pieces.

    It glides straight, or `along` a path that goes through every place where it can be.
    """
    moved = f"transform:translate({_short(float(x))}px,{_short(float(y))}px) scale({_short(float(scale))})"
    title = (tag("title", escape(label)),) if label else ()
    drawn = (*title, tag("use", href=f"#{name}"))
    return group(*drawn, id=identity, class_="piece", style=moved, data_along=along)


def _place(x: float, y: float, scale: float) -> str | None:
    if (x, y, scale) == (0, 0, 1):
        return None
    grown = f" scale({_short(float(scale))})" if scale != 1 else ""
    return f"translate({_short(float(x))} {_short(float(y))}){grown}"


def placed(x: float, y: float, scale: float, *content: str, **more: object) -> str:
    """Several things drawn around the origin, together somewhere else."""
    return group(*content, transform=_place(x, y, scale), **more)


@shape
def mark(seat: int, radius: float = 12) -> str:
    """A player's mark around the origin: colour and shape."""
    outline = {"stroke": "#10293a", "stroke_width": 1.5}
    fill, shape = COLOURS[seat], SHAPES[seat]
    if shape == "circle":
        return circle(0, 0, radius, fill, **outline)
    corners = {
        "triangle": regular(3, radius * 1.2),
        "square": regular(4, radius * 1.25, 45),
        "diamond": regular(4, radius * 1.25),
        "hexagon": regular(6, radius * 1.1),
        "star": regular(5, radius * 1.3, inner=radius * 0.6),
    }[shape]
    return polygon(corners, fill, **outline)


def button(move: int, label: str, *content: str, pick: tuple[str, int] | None = None) -> str:
    """A place that can be clicked now: named, focusable; draw its ring with `ring`.

    With `pick` it shows once that was picked up.
    """
    return _place_to_press(
        label, content, id=f"can-{move}", data_move=move, data_for=pick and pick_key(*pick)
    )


def picking(name: str, value: int, label: str, *content: str) -> str:
    """A place where something is picked up now; then the buttons that belong to this pick show."""
    key = pick_key(name, value)
    return _place_to_press(label, content, id=f"pick-{key}", data_pick=key, aria_pressed="false")


def pick_key(name: str, value: int) -> str:
    """A pick as pages write it, such as card-25."""
    return f"{name}-{value}"


def _place_to_press(label: str, content: Sequence[str], **attributes: object) -> str:
    title = tag("title", escape(label))
    return group(title, *content, class_="can", role="button", tabindex=0, aria_label=label, **attributes)


@shape
def ring(x: float, y: float, radius: float) -> str:
    """The glow of a legal place."""
    return tag("circle", cx=x, cy=y, r=radius, class_="ring", pointer_events="all")


@shape
def frame(x: float, y: float, width: float, height: float, corner: float = 8) -> str:
    """The glow of a legal card or button."""
    return tag("rect", x=x, y=y, width=width, height=height, rx=corner, class_="ring", pointer_events="all")


@shape
def wave(y: float, width: float, height: float, colour: str, bottom: float) -> str:
    """A band of water with a wavy top."""
    step = width / 12
    d = f"M0 {_short(y)}" + "".join(
        f"q{_short(step / 2)} {_short(-height if i % 2 else height)} {_short(step)} 0" for i in range(12)
    )
    return path(f"{d}V{_short(bottom)}H0Z", colour)


def blend(first: str, second: str, share: float) -> str:
    """A colour between two, so much of it the second: `blend(SHALLOWS, MIDDLE, 0.5)`."""
    return f"color-mix(in srgb,{first},{second} {_short(100 * share)}%)"


def sea(bands: Sequence[tuple[float, str]], width: float, height: float) -> str:
    """A backdrop: sky, then bands of water from these depths down, far beyond the board on all sides."""
    left, across, bottom = -BEYOND, width + 2 * BEYOND, height + BEYOND
    waves = [
        group(wave(y, across, 10, colour, bottom), transform=f"translate({left} 0)") for y, colour in bands
    ]
    return group(rect(left, -BEYOND, across, bottom + BEYOND, SURFACE), *waves, aria_hidden="true")


BEYOND = 400
"""So far a backdrop is drawn beyond its board, since windows have other shapes."""


@shape
def sky(width: float) -> str:
    """The sun by day, the moon and stars by night, at the upper right of a board of this width."""
    x, y = width - 110, 62
    stars = [
        circle(width * across, down, size, "#e6f0f5")
        for across, down, size in (
            (0.04, 30, 2.4), (0.13, 76, 1.8), (0.21, 22, 2), (0.34, 58, 1.6), (0.47, 26, 2.4),
            (0.58, 70, 1.8), (0.69, 30, 2), (0.78, 84, 1.6), (0.97, 110, 2),
        )
    ]  # fmt: skip
    moon = path(f"M{x + 12} {y - 32}a34 34 0 1 0 22 46a28 28 0 1 1 -22 -46z", "#f4ecd0")
    return group(
        circle(x, y, 34, "#fff4cf", class_="sun"), group(*stars, moon, class_="moon"), aria_hidden="true"
    )


def picture(
    width: float,
    height: float,
    title: str,
    sheet: str,
    *content: str,
    theme: str | None = None,
    backdrop: str = "",
) -> str:
    """A whole board; the backdrop is drawn first and reaches beyond it on all sides."""
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("style", STYLE),
        tag("defs", sheet),
        backdrop,
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_short(float(width))} {_short(float(height))}",
        class_="f5",
        role="group",
        aria_label=title,
        data_theme=theme,
    )
