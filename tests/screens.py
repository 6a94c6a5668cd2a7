"""A sheet of screenshots: every game at four sizes of window, by day and by night.

`python tests/screens.py FOLDER [GAME …] [--share 0.6] [--players 4]` writes a picture of each and sheet.png.
"""

import argparse
import os
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from chromium import CHROMIUM, SWITCHES, lay, server
from fathom5 import all_games

SIZES = ((1280, 800), (1440, 900), (1920, 1080), (390, 844))


def main() -> None:
    reads = argparse.ArgumentParser(description=__doc__)
    reads.add_argument("folder", type=Path)
    reads.add_argument("games", nargs="*", default=[game for game in all_games() if game != "low-tide"])
    reads.add_argument("--share", type=float, default=0.6, help="how much of the game has been played")
    reads.add_argument("--players", type=int, default=0, help="how many play; 0: as many as can")
    reads.add_argument("--seed", type=int, default=1)
    reads.add_argument("--sizes", default=",".join(f"{width}x{height}" for width, height in SIZES))
    told = reads.parse_args()
    told.folder.mkdir(parents=True, exist_ok=True)
    sizes = [tuple(map(int, size.split("x"))) for size in told.sizes.split(",")]
    os.environ["FATHOM5_COMPILE"] = "0"
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.sqlite"
        tables = {
            game: lay(
                database, game, told.players or all_games()[game].players[-1], told.share, seed=told.seed
            )
            for game in told.games
        }
        with server(database) as site, sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=SWITCHES)
            shots = []
            for game, laid in tables.items():
                for theme in ("light", "dark"):
                    for width, height in sizes:
                        shots.append(told.folder / f"{game}-{width}x{height}-{theme}.png")
                        shoot(browser, site, laid, shots[-1], (width, height), theme)
            sheet(browser, shots, told.folder / "sheet.png", len(sizes) * 2)
            browser.close()


def shoot(browser, site, laid, path, size, theme) -> None:
    """A picture of a table as it is opened."""
    phone = {"has_touch": True, "is_mobile": True} if size[0] < 600 else {}
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme=theme, reduced_motion="reduce", **phone
    )
    context.add_cookies([{**laid.cookie, "url": site}])
    page = context.new_page()
    page.goto(site + laid.path)
    page.wait_for_selector(f"main[data-held={'upright' if phone else 'wide'}]")
    page.wait_for_selector("#sound:not([hidden])")
    page.screenshot(path=path)
    context.close()


def sheet(browser, shots, path, across) -> None:
    """All pictures on one page, a game in each row."""
    page = browser.new_page(viewport={"width": 300 * across, "height": 400})
    images = "".join(f"<img src='{shot.absolute().as_uri()}'>" for shot in shots)
    style = (
        f"body{{display:grid;grid-template-columns:repeat({across},1fr);gap:4px;margin:4px}}img{{width:100%}}"
    )
    written = path.with_suffix(".html")
    written.write_text(f"<style>{style}</style><body>{images}", "utf-8")
    page.goto(written.absolute().as_uri())
    page.screenshot(path=path, full_page=True)
    page.close()
    written.unlink()


if __name__ == "__main__":
    main()
