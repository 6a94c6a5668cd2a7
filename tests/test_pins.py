"""Everything we use is pinned, and what the tests run with is what is pinned."""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
PINS = [
    Requirement(line)
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines()
    if line and not line.startswith("#")
]


def test_every_dependency_is_pinned():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = [Requirement(text) for part in [project["dependencies"], *extras] for text in part]
    pinned = {canonicalize_name(pin.name) for pin in PINS}
    missing = {one.name for one in wanted if canonicalize_name(one.name) not in {*pinned, "fathom5"}}
    assert not missing, "run make lock"


def test_pins_are_versions_and_name_no_place():
    for pin in PINS:
        assert re.fullmatch(r"==[\w.!+]+", str(pin.specifier)), pin
        assert not pin.url


def test_the_tests_run_with_what_is_pinned():
    for pin in PINS:
        if pin.marker is None or pin.marker.evaluate():
            try:
                assert version(pin.name) in pin.specifier, f"{pin}: run make setup"
            except PackageNotFoundError:
                continue
