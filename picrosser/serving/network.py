"""Where the server is reached: its address in the network, and that address as a QR code."""

from __future__ import annotations

import socket
from io import StringIO
from ipaddress import ip_address

from picrosser.errors import ExitCode, PicrosserError
from picrosser.serving.access import host_in_url

# Connecting a UDP socket sends nothing: it only chooses the address from which would be sent. This one is
# reserved for documentation.
_ELSEWHERE = ("192.0.2.1", 9)


class AddressUnusableError(PicrosserError):
    """The server cannot listen at the requested address."""

    exit_code = ExitCode.USAGE


def network_address() -> str:
    """Return the IPv4 address of this machine in the network that it would reach others by.

    Raises
    ------
    AddressUnusableError : it is in none, or its address is one that everybody can reach.
    """
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(_ELSEWHERE)
            host: str = probe.getsockname()[0]
    except OSError:
        host = "0.0.0.0"
    address = ip_address(host)
    if address.is_loopback or address.is_unspecified:
        raise AddressUnusableError("this machine is in no network", "connect it, or leave out --lan")
    if address.is_global:
        raise AddressUnusableError(
            f"the address of this machine, {host}, is one that the whole internet can reach",
            "give the address of your own network with --host",
        )
    return host


def listening_socket(host: str, port: int) -> socket.socket:
    """Open the socket at which the server listens.

    port : 0 for any that is free.

    Raises
    ------
    AddressUnusableError : the port is taken, or the address is none of this machine.
    """
    try:
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listener = socket.socket(family, kind, protocol)
    except OSError as error:
        raise _unusable(host, port, error) from None
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
    except OSError as error:
        listener.close()
        raise _unusable(host, port, error) from None
    return listener


def _unusable(host: str, port: int, error: OSError) -> AddressUnusableError:
    reason = (error.strerror or str(error)).lower()
    return AddressUnusableError(
        f"cannot listen at {host_in_url(host)}:{port}: {reason}", "choose another --port or --host"
    )


def qr_code(address: str) -> str:
    """An address as a QR code of block characters, for a terminal."""
    import segno

    drawn = StringIO()
    segno.make(address, error="l", micro=False).terminal(drawn, compact=True)
    return drawn.getvalue()
