"""What is shipped to run it: the options exist, the proxy is believed, limits are set."""

import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from pathlib import Path

import pytest
from typer.testing import CliRunner

from fathom5.cli import app

DEPLOY = Path(__file__).parents[2] / "deploy"


def test_every_option_of_the_deployment_exists():
    known = set(
        re.findall(r"--[a-z-]+", CliRunner(env={"COLUMNS": "200"}).invoke(app, ["serve", "--help"]).output)
    )
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    games = compose[compose.index("\n  games:") : compose.index("\n  database:")]
    used = set(re.findall(r"^\s+- (--[a-z-]+)=", games, re.MULTILINE))
    assert {"--trusted-proxy", "--allowed-host", "--metrics"} < used
    assert used <= known
    unit = RawConfigParser(strict=False)
    unit.optionxform = str
    unit.read(DEPLOY / "fathom5.service")
    words = shlex.split(unit["Service"]["ExecStart"])
    assert words[1] == "serve"
    assert {word for word in words if word.startswith("--")} <= known
    assert unit["Service"]["LimitNOFILE"]
    assert unit["Service"]["MemoryMax"]


def test_the_believed_proxy_is_the_one_in_front():
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    (proxy,) = re.findall(r"ipv4_address: (\S+)", compose)
    assert f"--trusted-proxy={proxy}" in compose
    assert "ports:" not in compose[compose.index("\n  games:") :]


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_the_unit_is_one():
    done = subprocess.run(
        ["systemd-analyze", "verify", DEPLOY / "fathom5.service"], capture_output=True, text=True
    )
    told = [line for line in done.stderr.splitlines() if "fathom5.service" in line]
    assert all("is not executable" in line for line in told), told
