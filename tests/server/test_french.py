"""Every sentence of the pages has its French, with the same blanks."""

import re
from pathlib import Path

import fathom5.server
from fathom5.text.language import add_catalogues, catalogue, speaking

FOLDER = Path(fathom5.server.__file__).parent
SAID = re.compile(r"""say\(\s*("[^"]*"|'[^']*')""")


def test_nothing_is_left_in_english():
    add_catalogues("fathom5.server")
    with speaking("fr"):
        french = catalogue("fr")
    said = {
        sentence[1:-1]
        for path in [*FOLDER.glob("*.py"), *FOLDER.glob("templates/*.html")]
        for sentence in SAID.findall(path.read_text("utf-8"))
    }
    assert not said - french.keys()
    for english in said:
        assert set(re.findall(r"{\w+}", english)) == set(re.findall(r"{\w+}", french[english]))


def test_a_french_visitor_is_met_in_french(browser):
    browser.http.headers["Accept-Language"] = "fr-FR,fr;q=0.9"
    assert "Jeux de société des profondeurs" in browser.get("/")
    assert "Envoyez vos manchots" in browser.page
    assert "une partie en solo" in browser.get("/new/deep-dive")
    assert "On attend" in browser.post("/new/low-tide", seat__0="bot:random", seat__1="here") or browser.moves
