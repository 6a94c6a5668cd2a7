"""The rooms of the package and what each imports; run it to draw the picture of the docs anew."""

import ast
from pathlib import Path

import fathom5
from fathom5.draw.svg import INK, PAPER, path, picture, rect, text

ROOT = Path(fathom5.__file__).parent
PICTURE = ROOT.parent.parent / "docs" / "pictures" / "architecture.svg"
ROOMS = (
    ("core",),
    ("engine",),
    ("search",),
    ("observation",),
    ("text",),
    ("draw",),
    ("games",),
    ("view",),
    ("bots",),
    ("match", "record", "fairness"),
    ("coach",),
    ("envs",),
    ("lab",),
    ("testing",),
    ("terminal",),
    ("server",),
    ("cli",),
)
"""From the top down; what stands in one row is one room."""
LEVEL = {name: level for level, row in enumerate(ROOMS) for name in row}
MODULES = [file for file in sorted(ROOT.rglob("*.py")) if file.parent != ROOT or file.stem in LEVEL]
ABOUT = (
    "what a game is made of: structs, moves, rules, box",
    "running it: loops, compiler, cache, positions",
    "tree search, value networks",
    "what a learning agent is told",
    "languages, guidance",
    "SVG parts",
    "the five games",
    "what a seat may know",
    "who chooses from a view",
    "a table being played, and its text",
    "what a position is worth",
    "PettingZoo, Gymnasium, OpenSpiel",
    "simulation, arena, tuning, training",
    "scenarios, conformance, a new game",
    "playing at the keyboard",
    "rooms, store, live updates, pages",
    "the command line",
)
COLOURS = ("#bfe3ee", "#7cc4d8", "#2f86a6", "#17527a")


def room_of(file: Path) -> str:
    return file.relative_to(ROOT).with_suffix("").parts[0]


def imported(tree: ast.AST) -> set[str]:
    """The modules that a module imports at run time, in functions too."""
    found = set()
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom):
            assert not node.level, "imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        found |= imported(node)
    return found


def imported_rooms(file: Path) -> set[str]:
    names = imported(ast.parse(file.read_text("utf-8")))
    return {name.split(".")[1] for name in names if name.startswith("fathom5.")} & LEVEL.keys()


def drawn() -> str:
    """The import graph: an arc from each room up to every room that it imports."""
    edges = {(LEVEL[room_of(file)], LEVEL[name]) for file in MODULES for name in imported_rooms(file)}
    arcs, boxes = [], []
    for low, high in sorted(edge for edge in edges if edge[0] != edge[1]):
        start, end, bend = 44 + 56 * low, 44 + 56 * high, 300 - 16 * (low - high)
        arcs.append(
            path(f"M300 {start}C{bend} {start} {bend} {end} 300 {end}", "none", stroke=INK, stroke_width=1.5)
        )
        arcs.append(path(f"M300 {end}l-8 5v-10z", INK))
    for level, row in enumerate(ROOMS):
        y = 24 + 56 * level
        boxes.append(rect(300, y, 220, 40, COLOURS[min(3, level // 4)], rx=8))
        fill = "#10293a" if level < 8 else "#ffffff"
        boxes.append(text(410, y + 26, ", ".join(row), 18, fill, "middle"))
        boxes.append(text(540, y + 26, ABOUT[level], 16))
    height = 40 + 56 * len(ROOMS)
    return picture(
        1000, height, "The rooms and what they import", "", rect(0, 0, 1000, height, PAPER), *arcs, *boxes
    )


if __name__ == "__main__":
    PICTURE.write_text(drawn() + "\n", "utf-8")
