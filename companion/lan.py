"""Under which addresses the phones reach this machine, and which host names are ours."""

import ipaddress
import platform
import socket
from collections.abc import Collection
from dataclasses import dataclass

import ifaddr

LOOPBACK = "127.0.0.1"

_WILDCARDS = (ipaddress.ip_address("0.0.0.0"), ipaddress.ip_address("::"))  # noqa: S104
_SHARED = ipaddress.ip_network("100.64.0.0/10")
_LINK_LOCAL = ipaddress.ip_network("169.254.0.0/16")
_HTTP_PORT, _MOST_PORT, _MOST_PORT_DIGITS = 80, 65535, 5
_NARROW_PREFIX = 31

_VIRTUAL_STARTS = (
    *("br-", "cni", "docker", "lxc", "lxd", "podman", "ppp", "tap", "tun"),
    *("utun", "vboxnet", "veth", "virbr", "vmnet", "wg", "zt"),
)
_VIRTUAL_PARTS = (
    *("hyper-v", "tailscale", "tap-windows", "vethernet", "virtualbox"),
    *("vmware", "vpn", "wireguard", "zerotier"),
)
_REAL_STARTS = ("en", "eth", "wl")
_REAL_PARTS = ("wi-fi", "wifi", "wireless", "ethernet")


@dataclass(frozen=True)
class Address:
    """An IPv4 address of this machine; a negative score means that phones hardly reach it."""

    ip: str
    interface: str
    score: int


def find_addresses() -> tuple[Address, ...]:
    """Return this machine's IPv4 addresses, the likeliest for phones first, loopback last.

    Never raises; with no network at all there is still the loopback address.
    """
    routed = _find_routed_ip()
    found = {ip: Address(ip, name, _score(ip, name, prefix)) for ip, name, prefix in _list_interfaces()}
    if routed and routed not in found:
        found[routed] = Address(routed, "", _score(routed, "", 24))
    ranked = (
        Address(a.ip, a.interface, a.score + 2 * (a.ip == routed))
        for a in found.values()
        if not ipaddress.ip_address(a.ip).is_loopback
    )
    best_first = sorted(ranked, key=lambda a: (-a.score, ipaddress.ip_address(a.ip).packed))
    return (*best_first, Address(LOOPBACK, "loopback", -100))


def own_names() -> frozenset[str]:
    """Return the names, lower case, under which this machine calls itself."""
    name = socket.gethostname().lower()
    return frozenset({"localhost", name, short_name(), f"{short_name()}.local"} - {"", ".local"})


def short_name() -> str:
    """Return this machine's name, lower case, without any domain."""
    return socket.gethostname().lower().partition(".")[0]


def is_local_host_header(host_header: str, *, names: Collection[str]) -> bool:
    """Tell whether a Host header can only mean us: a local IP literal, our own names or `names`.

    `names` are host names or addresses (of the base URL, say). A page of somebody else that points
    its DNS name at us sends that name, and gets False; so does anything malformed.
    """
    host = _split_host(host_header)
    if host is None:
        return False
    address = _parse_ip(host)
    if address and _is_local(address):
        return True
    return host.strip("[]") in own_names() | {name.lower().strip("[]") for name in names}


def is_loopback(host: str) -> bool:
    """Tell whether a server listening on this host is kept to this machine."""
    address = _parse_ip(host)
    return address.is_loopback if address else host.lower() == "localhost"


def format_url(host: str, port: int) -> str:
    """Return the base URL of this host and port, with brackets round an IPv6 literal."""
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == _HTTP_PORT else f"http://{name}:{port}"


def reach(host: str) -> str:
    """Return the host under which this machine itself reaches a server listening on `host`."""
    return LOOPBACK if _parse_ip(host or "::") in _WILDCARDS else host


def is_wsl() -> bool:
    """Tell whether this is Linux inside Windows, whose address phones cannot reach."""
    return platform.system() == "Linux" and "microsoft" in platform.release().lower()


def _split_host(host_header: str) -> str | None:
    """Return the host, lower case and without its port, or None when the header is malformed."""
    host, colon, port = host_header.lower().rpartition(":")
    if not colon or host_header.endswith("]"):
        host = host_header.lower()
    elif not (
        port.isascii() and port.isdigit() and len(port) <= _MOST_PORT_DIGITS and int(port) <= _MOST_PORT
    ):
        return None
    if host.startswith("["):
        return host if host.endswith("]") and _parse_ip(host) else None
    is_plain = host.isascii() and all(c.isalnum() or c in ".-_" for c in host)
    return host.removesuffix(".") if is_plain else None


def _parse_ip(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        address = ipaddress.ip_address(host.removeprefix("[").removesuffix("]"))
    except ValueError:
        return None
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return mapped or address


def _is_local(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    if address.is_unspecified:
        return False
    is_shared = address.version == _SHARED.version and address in _SHARED
    return address.is_private or address.is_loopback or address.is_link_local or is_shared


def _list_interfaces() -> list[tuple[str, str, int]]:
    """Return (ip, interface, prefix length) of every IPv4 address, none when they cannot be listed."""
    try:
        return [
            (str(ip.ip), str(adapter.nice_name), int(ip.network_prefix))
            for adapter in ifaddr.get_adapters()
            for ip in adapter.ips
            if ip.is_IPv4
        ]
    except Exception:  # Android and locked-down systems refuse, each in its own way
        return []


def _find_routed_ip() -> str | None:
    """Return the address the default route would use; connecting a UDP socket sends nothing."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return None


def _score(ip: str, interface: str, prefix: int) -> int:
    address, name = ipaddress.IPv4Address(ip), interface.lower()
    score = 4 * (address.is_private and address not in _LINK_LOCAL) + 2 * ip.startswith("192.168.")
    score -= 4 * (address in _SHARED or address in _LINK_LOCAL) + 3 * (prefix >= _NARROW_PREFIX)
    if name.startswith(_VIRTUAL_STARTS) or any(part in name for part in _VIRTUAL_PARTS):
        return score - 6
    if name.startswith(_REAL_STARTS) or any(part in name for part in _REAL_PARTS):
        return score + 3
    return score
