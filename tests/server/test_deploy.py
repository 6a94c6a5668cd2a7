"""What is shipped to run it: the options exist, the proxy is believed, limits are set."""

import re
import shlex
import shutil
import subprocess
from configparser import RawConfigParser
from ipaddress import ip_address, ip_network
from pathlib import Path

import pytest
import yaml
from typer.testing import CliRunner

from fathom5.cli import app
from fathom5.server.settings import Settings

DEPLOY = Path(__file__).parents[2] / "deploy"
BUILT = (DEPLOY.parent / "Containerfile").read_text("utf-8")
SERVICE_KEYS = {
    *("build", "cap_drop", "command", "depends_on", "environment", "healthcheck", "image", "mem_limit"),
    *("networks", "pids_limit", "ports", "read_only", "restart", "security_opt", "shm_size"),
    *("stop_grace_period", "tmpfs", "ulimits", "volumes"),
}
"""Of the keys that the Compose specification has for a service, those that are used."""


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


def test_the_options_of_the_command_reach_the_server(monkeypatch):
    asked = []
    monkeypatch.setattr("fathom5.server.serve.serve", lambda *words, settings, **more: asked.append(settings))
    words = "--memory 99 --bot-workers 3 --allowed-host a.example --trusted-proxy 10.0.0.0/8 --metrics :9105"
    words += " --docs https://docs.example/"
    CliRunner().invoke(app, ["serve", *words.split()], catch_exceptions=False)
    assert asked == [
        Settings(
            memory=99,
            bot_workers=3,
            allowed_hosts=("a.example",),
            trusted_proxies=("127.0.0.1", "::1", "10.0.0.0/8"),
            metrics=":9105",
            docs="https://docs.example/",
        )
    ]


def test_the_compose_file_is_one_whose_parts_exist():
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    services = compose["services"]
    assert set(compose) == {"services", "networks", "volumes"}
    assert set(services) == {"caddy", "games", "database"}
    for name, service in services.items():
        assert set(service) <= SERVICE_KEYS, name
        assert ("image" in service) != ("build" in service)
        assert service["mem_limit"]
        assert service["restart"] == "unless-stopped"
        assert set(service["networks"]) <= set(compose["networks"])
        for other, wanted in service.get("depends_on", {}).items():
            assert wanted == {"condition": "service_healthy"}
            assert "healthcheck" in services[other] or ("build" in services[other] and "HEALTHCHECK" in BUILT)
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert source in compose["volumes"] or (DEPLOY / source).is_file(), volume
    build = services["games"]["build"]
    assert (DEPLOY / build["context"] / build["dockerfile"]).is_file()
    assert [name for name in services if "ports" in services[name]] == ["caddy"]
    assert compose["networks"]["inside"]["internal"]


def test_the_believed_proxy_is_the_one_in_front():
    compose = (DEPLOY / "compose.yaml").read_text("utf-8")
    (proxy,) = re.findall(r"ipv4_address: (\S+)", compose)
    assert f"--trusted-proxy={proxy}" in compose
    (network,) = re.findall(r"subnet: (\S+?) }", compose)
    assert ip_address(proxy) in ip_network(network)
    assert "ports:" not in compose[compose.index("\n  games:") :]


@pytest.mark.process
@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_the_unit_is_one():
    done = subprocess.run(
        ["systemd-analyze", "verify", DEPLOY / "fathom5.service"], capture_output=True, text=True
    )
    told = [line for line in done.stderr.splitlines() if "fathom5.service" in line]
    assert all("is not executable" in line for line in told), told
