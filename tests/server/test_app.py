"""The pages as a person without JavaScript meets them."""

import re

from fathom5 import Match
from guests import DEEP


def test_the_start_page_offers_every_game(browser):
    page = browser.get("/")
    assert "Deep Sea Adventure" in page
    assert "Low Tide" in page
    for path in re.findall(r'(?:href|src)="(/[^"#]*)"', page):
        browser.get(path)


def test_a_whole_game_by_forms_with_people_on_one_device(browser):
    browser.post(f"/new/{DEEP}", seat__0="me", name__0="Ada", seat__1="here", name__1="Ben")
    for _ in range(400):
        if not browser.moves:
            break
        browser.play()
    assert "wins!" in browser.page or "share the victory" in browser.page
    record = browser.get(f"/table/{browser.table}/record")
    match = Match.from_record(record, compiled=False)
    assert match.over
    assert match.names == ("Ada", "Ben")
    for points in match.scores:
        assert f">{points}</span>" in browser.get(f"/table/{browser.table}") or points >= 0
