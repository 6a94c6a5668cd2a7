"""Drawing boards: escaped SVG out of plain functions, and what all boards share."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache, wraps
from html import escape
from typing import Any, ParamSpec, cast

from fathom5.text.language import language

SURFACE, SHALLOWS, MIDDLE, DEEP, ABYSS = "#bfe3ee", "#7cc4d8", "#2f86a6", "#17527a", "#0b2742"
SAND, ROCK = "#e8d6a8", "#8a8378"
GLOW = "#ffb000"
"""Only for what can be done now."""

INK, PAPER = "var(--ink)", "var(--paper)"
"""Text and cards: they alone change with the theme."""

COLOURS = ("#d55e00", "#0072b2", "#f0e442", "#009e73", "#cc79a7", "#f5f5f5")
SHAPES = ("circle", "triangle", "square", "diamond", "hexagon", "star")
GLYPHS = ("●", "▲", "■", "◆", "⬢", "★")
"""Players by seat: colour, shape, and the shape in text."""

STYLE = f"""
.f5{{--ink:#10293a;--paper:#fdfbf5;--quiet:#4d6473;font-variant-numeric:tabular-nums;
font-family:"Atkinson Hyperlegible",Verdana,"DejaVu Sans",sans-serif}}
@media (prefers-color-scheme:dark){{.f5{{--ink:#e6f0f5;--paper:#15222d;--quiet:#9db3c1}}}}
.f5[data-theme=light]{{--ink:#10293a;--paper:#fdfbf5;--quiet:#4d6473}}
.f5[data-theme=dark]{{--ink:#e6f0f5;--paper:#15222d;--quiet:#9db3c1}}
.f5 .piece{{transition:transform 250ms ease-in-out}}
.f5 .can{{cursor:pointer;outline:none}}
.f5 .can .ring{{fill:none;stroke:{GLOW};stroke-width:4}}
.f5 .can .hint{{visibility:hidden}}
.f5 .can:hover .hint,.f5 .can:focus .hint{{visibility:visible}}
.f5 .can:hover .ring,.f5 .can:focus .ring{{stroke-width:8}}
@media (prefers-reduced-motion:reduce){{.f5 .piece{{transition:none}}}}
"""

Given = ParamSpec("Given")
MOST_SHAPES, MOST_PARTS = 1 << 13, 1 << 10


def shape(draw: Callable[Given, str]) -> Callable[Given, str]:
    """A small drawing without words to translate, made once: boards have the same few over and over."""
    return cast(Callable[Given, str], lru_cache(MOST_SHAPES, typed=True)(draw))


def part(draw: Callable[Given, str]) -> Callable[Given, str]:
    """A part of a board, made once for the same values in each language.

    It is given values and no view, so it cannot depend on more than its caller was allowed to see.
    """

    @lru_cache(MOST_PARTS, typed=True)
    def made(spoken: str, *given: Any, **more: Any) -> str:
        return draw(*given, **more)

    def drawn(*given: Hashable, **more: Hashable) -> str:
        return made(language(), *given, **more)

    return cast(Callable[Given, str], wraps(draw)(drawn))


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


def piece(identity: str, name: str, x: float, y: float, scale: float = 1, label: str | None = None) -> str:
    """A piece that glides when it moves: keep its identity and its order among the pieces."""
    moved = f"transform:translate({_short(float(x))}px,{_short(float(y))}px) scale({_short(float(scale))})"
    title = (tag("title", escape(label)),) if label else ()
    return group(*title, tag("use", href=f"#{name}"), id=identity, class_="piece", style=moved)


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


def button(move: int, label: str, *content: str) -> str:
    """A place that can be clicked now: named, focusable; draw its ring with `ring`."""
    return group(
        tag("title", escape(label)),
        *content,
        class_="can",
        role="button",
        tabindex=0,
        id=f"can-{move}",
        data_move=move,
        aria_label=label,
    )


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


def picture(
    width: float, height: float, title: str, sheet: str, *content: str, theme: str | None = None
) -> str:
    """A whole board."""
    return tag(
        "svg",
        tag("title", escape(title)),
        tag("style", STYLE),
        tag("defs", sheet),
        *content,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {_short(float(width))} {_short(float(height))}",
        class_="f5",
        role="group",
        aria_label=title,
        data_theme=theme,
    )
