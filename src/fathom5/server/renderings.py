"""The cache of everything rendered: views of rooms, lines of their logs, pictures and texts of the games."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from threading import Lock
from typing import Any, TypeVar

from jinja2 import Environment
from markupsafe import Markup

from fathom5.text.language import language

LIMIT = 48 << 20
"""Bytes that a cache holds."""

OVERHEAD = 500
"""Bytes that an entry counts for besides its text."""

Text = TypeVar("Text", str, bytes, Markup)


class RenderCache:
    """Rendered text by key, as much as the limit allows; the oldest is dropped first.

    A key names all that the text was rendered from: for a view of a room that is the whole perspective,
    so a text is only ever served to viewers who see the same. A stamp stands for the state of a room.
    Threads may share a cache.
    """

    def __init__(self, limit: int = LIMIT) -> None:
        self._limit, self._size = limit, 0
        self._lock = Lock()
        self._entries: dict[Hashable, tuple[object, Any]] = {}

    def get(self, key: Hashable, stamp: object = None) -> Any:
        """The text that was put under the key with this very stamp, or None."""
        entry = self._entries.get(key)
        return entry[1] if entry and entry[0] is stamp else None

    def put(self, key: Hashable, text: Text, stamp: object = None) -> Text:
        """Keep a text, replacing one with an older stamp; returns the text."""
        with self._lock:
            self._drop(key)
            self._entries[key] = stamp, text
            self._size += len(text) + OVERHEAD
            while self._size > self._limit:
                self._drop(next(iter(self._entries)))
        return text

    def _drop(self, key: Hashable) -> None:
        if key in self._entries:
            self._size -= len(self._entries.pop(key)[1]) + OVERHEAD


def kept_macro(jinja: Environment, cache: RenderCache, template: str, name: str) -> Callable[..., Markup]:
    """A macro as a function; what it makes of the same values is rendered once in each language.

    It is given values that never change and can be looked up, and reads nothing else.
    """

    def rendered(*given: Hashable, **more: Hashable) -> Markup:
        key = (name, language(), given, *more.items())
        text: Markup | None = cache.get(key)
        if text is None:
            macro = getattr(jinja.get_template(template).module, name)
            text = cache.put(key, macro(*given, **more))
        return text

    return rendered
