"""Draw a recorded game of each kind: docs/pictures/GAME.webp moves, GAME.svg stands still.

python tools/moving_pictures.py            all of them; needs pip install 'fathom5[server,envs]'
python tools/moving_pictures.py scuba      one of them

Every so many decisions of the game, as a stranger sees them; the end stays longer. The records are those
that the tests keep, so a picture changes only when a board is drawn differently.
"""

from __future__ import annotations

import sys
from io import BytesIO

from PIL import Image

from fathom5 import NATURE, Record
from fathom5.server.images import png
from recorded_games import PLAYED, ROOT, recorded

WIDTH, FRAMES = 560, 22
PACE, PAUSE = 650, 3000
"""Milliseconds that a picture stays, and the last one."""
MOST = 700_000
"""Bytes that one may have."""


def frames(record: Record) -> list[Image.Image]:
    """The board after evenly spaced decisions, the first and the last among them."""
    match = record.match(compiled=False)
    decided = [number for number, (actor, _) in enumerate(match.history) if actor != NATURE]
    chosen = [decided[place * (len(decided) - 1) // (FRAMES - 2)] for place in range(FRAMES - 1)]
    drawn = [match.at(number).view().svg() for number in chosen] + [match.view().svg()]
    return [Image.open(BytesIO(png(svg, WIDTH))).convert("RGB") for svg in drawn]


def still(record: Record) -> str:
    """The board after two thirds of the game, for those who want nothing to move."""
    match = record.match(compiled=False)
    return match.at(len(match.history) * 2 // 3).view().svg()


def write(game: str) -> None:
    """Write the moving picture of a game; raises SystemExit if it came out too large."""
    record = recorded(game)
    pictures = frames(record)
    size = max(each.width for each in pictures), max(each.height for each in pictures)
    pictures = [each if each.size == size else each.resize(size) for each in pictures]
    path = ROOT / "docs" / "pictures" / f"{game}.webp"
    path.with_suffix(".svg").write_text(still(record) + "\n", "utf-8")
    durations = [PACE] * (len(pictures) - 1) + [PAUSE]
    first, *rest = pictures
    first.save(path, save_all=True, append_images=rest, duration=durations, loop=0, quality=62, method=6)
    print(
        f"{path.name}: {len(pictures)} pictures, {size[0]} × {size[1]}, {path.stat().st_size / 1000:.0f} KB"
    )
    if path.stat().st_size > MOST:
        raise SystemExit(f"{path.name} is larger than {MOST / 1000:.0f} KB.")


if __name__ == "__main__":
    for name in sys.argv[1:] or PLAYED:
        write(name)
