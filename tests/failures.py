"""A plugin of pytest that writes down what failed, for `tests.stages`."""

import json
from pathlib import Path

import pytest


def pytest_addoption(parser):
    parser.addoption("--keep-failures", type=Path, help="a file for what failed, a line of JSON each")


def pytest_configure(config):
    path = config.getoption("keep_failures")
    if path and not hasattr(config, "workerinput"):
        config.pluginmanager.register(KeptFailures(path))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item):
    report = yield
    report.timing = item.get_closest_marker("timing") is not None
    return report


class KeptFailures:
    """Writes the id of what failed, whether it watches the clock, and its traceback."""

    def __init__(self, path):
        self.path = path

    def pytest_runtest_logreport(self, report):
        if report.failed:
            # A worker that crashed has no test to ask for its marks.
            self._keep(report.nodeid, getattr(report, "timing", False), report.longreprtext)

    def pytest_collectreport(self, report):
        if report.failed:
            self._keep(report.nodeid, False, report.longreprtext)

    def _keep(self, *failure):
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(failure) + "\n")
