"""README.md as a package index shows it: nothing there can be reached by a path of the repository.

With FATHOM5_HOME, the address of the repository on the web, pages and pictures are linked there, at the tag
of the version. Without it pictures are left out and links are their words alone, so that nothing is broken.
"""

from __future__ import annotations

import re

LINK = re.compile(r"(?P<picture>!?)\[(?P<words>[^]]*)\]\((?P<target>(?!https?://)[^)]+)\)")


def index_page(readme: str, home: str, version: str) -> str:
    """The text with absolute links, or without links where there is no home."""

    def linked(found: re.Match[str]) -> str:
        picture, words, target = found.group("picture", "words", "target")
        if home:
            return f"{picture}[{words}]({home}/{'raw' if picture else 'blob'}/v{version}/{target})"
        return "" if picture else words

    return re.sub(r"\n{3,}", "\n\n", LINK.sub(linked, readme))


def project_urls(home: str, docs: str, version: str) -> dict[str, str]:
    """What the metadata tells of where things are; nothing that is not known."""
    urls = {"Documentation": docs} if docs else {}
    if home:
        urls |= {
            "Source": home,
            "Changelog": f"{home}/blob/v{version}/CHANGELOG.md",
            "Issues": f"{home}/issues",
        }
    return urls
