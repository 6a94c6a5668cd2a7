"""The notebooks in examples/ run from top to bottom and still say what is kept in them."""

import re

import pytest

import notebooks

NAMES = notebooks.names()


def test_there_is_one_for_each_use():
    assert NAMES == ["playing", "reviewing", "studying", "training"]


@pytest.mark.process
@pytest.mark.parametrize("name", NAMES)
def test_it_says_what_it_said(name, monkeypatch):
    """Cells tagged `varies` learn, which rounds differently on other processors: these only have to run."""
    monkeypatch.delenv("FATHOM5_AGENTS", raising=False)  # a server that was tried before may have set it
    kept, done = (notebooks.code_cells(each) for each in (notebooks.read(name), notebooks.run(name)))
    for before, now in zip(kept, done, strict=True):
        if "varies" not in before["metadata"].get("tags", []):
            assert notebooks.said(now) == notebooks.said(before), "make notebooks"
        assert [each["output_type"] for each in now["outputs"]] == [
            each["output_type"] for each in before["outputs"]
        ]


@pytest.mark.parametrize("name", NAMES)
def test_it_is_small_and_a_page_of_the_site_shows_all_of_it(name):
    assert (notebooks.FOLDER / f"{name}.ipynb").stat().st_size <= notebooks.MOST
    text, pictures = notebooks.page(name)
    for cell in notebooks.read(name)["cells"]:
        assert "".join(cell["source"]).replace("../docs/", "../") in text
        if cell["cell_type"] == "code":
            assert notebooks.said(cell).rstrip() in text
    assert re.findall(r"!\[[^]]+\]\((.+)\)", text) == list(pictures)
    assert all("<svg" in drawn for drawn in pictures.values())
    assert pictures or not any("image/svg+xml" in str(cell) for cell in notebooks.read(name)["cells"])
