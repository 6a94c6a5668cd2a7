"""Addresses of clients: what counts as one client, and networks that are trusted or banned."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

from starlette.types import Scope

from fathom5.core.errors import Mistake, quoted

THIS_MACHINE = ("127.0.0.1", "::1")


@lru_cache(4096)
def _parsed(host: str) -> IPv4Address | IPv6Address | None:
    try:
        address = ip_address(host)
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address


def client_name(host: str) -> str:
    """What a host counts as: its IPv4 address or its IPv6 network of 64 bits; the text if it is neither."""
    address = _parsed(host)
    if address is None:
        return host
    return str(address) if address.version == 4 else str(ip_network((address.packed, 64), strict=False))


def client_of(scope: Scope) -> str | None:
    """The client of a request; None for this machine, which has no limits.

    Behind a trusted proxy, uvicorn has put the address from its header into the scope.
    """
    host = (scope.get("client") or ("",))[0]
    address = _parsed(host)
    return None if address is None or str(address) in THIS_MACHINE else client_name(host)


class Networks:
    """A set of addresses and networks; raises Mistake for what is neither."""

    def __init__(self, given: Iterable[str]) -> None:
        self.replace(given)

    def replace(self, given: Iterable[str]) -> None:
        """Contain these instead."""
        try:
            self._networks = [ip_network(text.strip(), strict=False) for text in given]
        except ValueError as error:
            raise Mistake(f"An address is written like 203.0.113.7 or 10.0.0.0/8: {error}.") from None

    def __contains__(self, host: str) -> bool:
        address = _parsed(host)
        return address is not None and any(address in network for network in self._networks)

    def __bool__(self) -> bool:
        return bool(self._networks)


def written_network(text: str) -> str:
    """An address or network in its one spelling; raises Mistake if it is neither."""
    try:
        return str(ip_network(text.strip(), strict=False))
    except ValueError:
        raise Mistake(f"{quoted(text)} is no address or network, like 203.0.113.7 or 10.0.0.0/8.") from None
