"""What the archives tell a package index: the README with links that work there, and where the project is."""

from __future__ import annotations

import os
import runpy
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class IndexMetadata(MetadataHookInterface):
    """Fills in what pyproject.toml leaves open: readme and urls; see tools/index_page.py."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Write both, by FATHOM5_HOME and FATHOM5_DOCS."""
        root = Path(self.root)
        made = runpy.run_path(str(root / "tools" / "index_page.py"))
        home, docs = (os.environ.get(name, "").rstrip("/") for name in ("FATHOM5_HOME", "FATHOM5_DOCS"))
        source = (root / "src" / "fathom5" / "__init__.py").read_text("utf-8")
        version = source.partition('__version__ = "')[2].partition('"')[0]
        text = made["index_page"]((root / "README.md").read_text("utf-8"), home, version)
        metadata["readme"] = {"content-type": "text/markdown", "text": text}
        metadata["urls"] = made["project_urls"](home, docs, version)
