"""What the terminal says when the server starts."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion import lan, qr


@dataclass(frozen=True)
class Entrance:
    """How phones get in: the join link and the typed code of one table, and the server's addresses."""

    join_url: str
    code: str
    table_name: str
    base_url: str
    other_urls: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    link_command: str = "companion host-link"


def format_greeting(entrance: Entrance, *, host_link: str | None) -> str:
    """Return the whole greeting: address, QR code, typed code and everything else that lets phones in.

    Without a host link (it is for a terminal only) it names the command that prints one.
    """
    return "\n\n".join(part for part in (*_joining(entrance), _rest(entrance, host_link)) if part)


def find_other_urls(base_url: str, *, port: int) -> tuple[str, ...]:
    """Return the base URLs of this machine's further addresses, likeliest first, its name last."""
    hosts = [a.ip for a in lan.find_addresses() if not lan.is_loopback(a.ip)]
    if lan.short_name() not in {"", "localhost"}:
        hosts.append(f"{lan.short_name()}.local")
    urls = (lan.format_url(host, port) for host in hosts)
    return tuple(url for url in urls if url != base_url)


def find_notes(*, asked_port: int, port: int, base_host: str) -> tuple[str, ...]:
    """Return what is unusual about this start, one sentence each."""
    notes = []
    if asked_port not in {0, port}:
        notes.append(f"Port {asked_port} is not free: this is port {port}.")
    if lan.is_loopback(base_host):
        notes.append("Only this machine can open this address.")
    elif any(a.ip == base_host and a.score < 0 for a in lan.find_addresses()):
        notes.append("No home network found: phones may not reach this address.")
    if lan.is_wsl():
        notes.append("This is Linux inside Windows (WSL): phones cannot reach it. Start it in Windows.")
    return tuple(notes)


def _joining(entrance: Entrance) -> Sequence[str]:
    return (
        f"TWEAK! companion: scan the code with a phone in the same Wi-Fi. Table: {entrance.table_name}",
        f"  {entrance.join_url}",
        qr.terminal(entrance.join_url),
        f"Or type {entrance.base_url} and the code {entrance.code}",
    )


def _rest(entrance: Entrance, host_link: str | None) -> str:
    others = [f"Also: {url}" for url in entrance.other_urls]
    host = f"You, the host: {host_link}" if host_link else f"The host link: {entrance.link_command}"
    return "\n".join((*entrance.notes, *others, host, "Ctrl-C stops it."))
