import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion import lan

NO_NAMES: tuple[str, ...] = ()


@pytest.fixture
def network(monkeypatch):
    """Return a function that sets this machine's interfaces and the address its default route uses."""

    def set_network(interfaces, *, routed=None):
        monkeypatch.setattr(
            lan, "_list_interfaces", lambda: [(ip, name, size) for ip, name, size in interfaces]
        )
        monkeypatch.setattr(lan, "_find_routed_ip", lambda: routed)

    return set_network


WIFI = ("192.168.1.23", "wlan0", 24)
DOCKER = ("172.17.0.1", "docker0", 16)
BRIDGE = ("172.18.0.1", "br-3f2a", 16)
LOOP = ("127.0.0.1", "lo", 8)


@pytest.mark.parametrize(
    ("interfaces", "routed", "best"),
    [
        ([LOOP, DOCKER, BRIDGE, WIFI], "192.168.1.23", "192.168.1.23"),
        ([LOOP, ("10.8.0.2", "tun0", 24), WIFI], "10.8.0.2", "192.168.1.23"),
        ([LOOP, ("10.2.0.2", "wg0", 32), WIFI], "10.2.0.2", "192.168.1.23"),
        ([("10.5.0.2", "nordlynx", 32), ("10.0.0.5", "Realtek", 24)], "10.5.0.2", "10.0.0.5"),
        ([LOOP, ("192.168.4.1", "wlan0", 24)], None, "192.168.4.1"),
        ([("100.101.102.103", "tailscale0", 32), ("10.0.0.5", "eth0", 24)], "100.101.102.103", "10.0.0.5"),
        (
            [("172.28.80.1", "vEthernet (WSL)", 20), ("10.0.0.5", "Intel(R) Wi-Fi 6 AX201", 24)],
            None,
            "10.0.0.5",
        ),
        (
            [("192.168.56.1", "VirtualBox Host-Only Ethernet Adapter", 24), ("10.0.0.5", "Realtek", 24)],
            None,
            "10.0.0.5",
        ),
        ([("169.254.3.4", "en5", 16), ("10.0.0.5", "en0", 24)], None, "10.0.0.5"),
        ([("192.168.1.9", "eth0", 24), WIFI], "192.168.1.23", "192.168.1.23"),
        ([LOOP, DOCKER], None, "172.17.0.1"),
    ],
    ids=[
        "wifi and docker",
        "full tunnel vpn",
        "wireguard",
        "point to point",
        "hotspot without route",
        "tailscale",
        "hyper-v",
        "virtualbox",
        "link-local",
        "wired and wifi",
        "only docker",
    ],
)
def test_the_likeliest_address_comes_first(network, interfaces, routed, best):
    network(interfaces, routed=routed)

    addresses = lan.find_addresses()

    assert addresses[0].ip == best


def test_every_candidate_is_offered_once_and_loopback_last(network):
    network([LOOP, DOCKER, WIFI, WIFI])

    addresses = lan.find_addresses()

    assert [address.ip for address in addresses] == ["192.168.1.23", "172.17.0.1", "127.0.0.1"]


def test_a_virtual_network_alone_has_a_negative_score(network):
    network([LOOP, DOCKER])

    assert lan.find_addresses()[0].score < 0


def test_without_any_network_there_is_still_loopback(network):
    network([])

    assert [address.ip for address in lan.find_addresses()] == ["127.0.0.1"]


def test_an_address_known_only_from_the_route_is_offered(network):
    network([], routed="192.168.7.7")

    assert lan.find_addresses()[0].ip == "192.168.7.7"


@pytest.mark.parametrize("failure", [OSError("denied"), PermissionError(13, "netlink"), RuntimeError("odd")])
def test_a_system_that_refuses_to_list_its_interfaces_is_no_error(monkeypatch, failure):
    def refuse():
        raise failure

    monkeypatch.setattr(lan.ifaddr, "get_adapters", refuse)
    monkeypatch.setattr(lan, "_find_routed_ip", lambda: None)

    assert [address.ip for address in lan.find_addresses()] == ["127.0.0.1"]


def test_the_addresses_of_this_very_machine_are_ipv4_literals():
    for address in lan.find_addresses():
        assert ipaddress.IPv4Address(address.ip)


def test_our_names_are_lower_case_with_and_without_domain(monkeypatch):
    monkeypatch.setattr(lan.socket, "gethostname", lambda: "Kitchen-Pi.fritz.box")

    assert lan.own_names() == {"localhost", "kitchen-pi", "kitchen-pi.local", "kitchen-pi.fritz.box"}


def test_a_machine_without_a_name_is_localhost_alone(monkeypatch):
    monkeypatch.setattr(lan.socket, "gethostname", lambda: "")

    assert lan.own_names() == {"localhost"}


@pytest.mark.parametrize(
    "header",
    [
        *("192.168.1.23", "192.168.1.23:8765", "10.0.0.1:1", "172.16.5.5:65535", "127.0.0.1:8765"),
        *("127.8.9.1", "169.254.1.1:80", "100.64.0.1:8765", "[::1]:8765", "[::1]", "[fe80::1]:8765"),
        *("[fd12:3456::1]:8765", "[::ffff:192.168.1.5]:80", "[::ffff:100.64.0.1]", "[fe80::1%25wlan0]:8765"),
        *("localhost", "LOCALHOST:8765", "localhost.:8765", "kitchen:8765", "Kitchen.local"),
    ],
)
def test_local_literals_and_our_names_are_us_whatever_the_port(monkeypatch, header):
    monkeypatch.setattr(lan.socket, "gethostname", lambda: "kitchen")

    assert lan.is_local_host_header(header, names=NO_NAMES)


@pytest.mark.parametrize(
    "header",
    [
        *("evil.example", "evil.example:8765", "192.168.1.23.evil.example", "localhost.evil.example"),
        *("kitchen.evil.example", "8.8.8.8", "8.8.8.8:8765", "[2606:4700::1111]:80", "[::ffff:8.8.8.8]"),
        *("100.128.0.1", "172.32.0.1", "0.0.0.0:8765", "[::]:8765", "2130706433", "0x7f000001", "127.1"),
    ],
)
def test_every_other_host_is_not_us(monkeypatch, header):
    monkeypatch.setattr(lan.socket, "gethostname", lambda: "kitchen")

    assert not lan.is_local_host_header(header, names=NO_NAMES)


@pytest.mark.parametrize(
    "header",
    [
        *("", ":", ":8765", "[]", "[::1", "::1", "::1]", "[::1]x", "[::1]:", "[evil.example]", "[localhost]"),
        *("10.0.0.1:", "10.0.0.1:x", "10.0.0.1:-1", "10.0.0.1:65536", "10.0.0.1:١", "10.0.0.1:1:2"),
        *("user@10.0.0.1", "10.0.0.1/", "10.0.0.1 ", " localhost", "localhost,evil.example", "192.168.001.1"),
        *("localhost\n", "lócalhost", "localhost..", "10.0.0.1:000000080"),
    ],
)
def test_a_malformed_header_is_not_us(header):
    assert not lan.is_local_host_header(header, names=NO_NAMES)


@given(st.text(max_size=40))
def test_no_header_however_odd_is_an_error(header):
    assert lan.is_local_host_header(header, names=NO_NAMES) in {True, False}


@pytest.mark.parametrize(
    "header", ["tweak.example.org", "TWEAK.example.org:443", "8.8.8.8:8765", "[2606:4700::1]"]
)
def test_a_configured_name_or_address_is_us(header):
    names = ("Tweak.Example.org", "8.8.8.8", "2606:4700::1")

    assert lan.is_local_host_header(header, names=names)


@pytest.mark.parametrize(
    ("host", "is_kept"),
    [
        ("127.0.0.1", True),
        ("127.0.0.2", True),
        ("::1", True),
        ("localhost", True),
        ("0.0.0.0", False),
        ("::", False),
        ("192.168.1.2", False),
        ("kitchen", False),
    ],
)
def test_a_loopback_host_is_kept_to_this_machine(host, is_kept):
    assert lan.is_loopback(host) is is_kept


@pytest.mark.parametrize(
    ("host", "port", "url"),
    [
        ("192.168.1.23", 8765, "http://192.168.1.23:8765"),
        ("fd00::7", 8766, "http://[fd00::7]:8766"),
        ("kitchen.local", 80, "http://kitchen.local"),
    ],
)
def test_a_url_has_brackets_round_ipv6_and_no_usual_port(host, port, url):
    assert lan.format_url(host, port) == url


@pytest.mark.parametrize(
    ("host", "reached"),
    [("0.0.0.0", "127.0.0.1"), ("::", "127.0.0.1"), ("", "127.0.0.1"), ("10.0.0.5", "10.0.0.5")],
)
def test_a_server_that_listens_everywhere_is_reached_by_loopback(host, reached):
    assert lan.reach(host) == reached


@pytest.mark.parametrize(
    ("system", "release", "is_wsl"),
    [
        ("Linux", "5.15.153.1-microsoft-standard-WSL2", True),
        ("Linux", "4.4.0-19041-Microsoft", True),
        ("Linux", "6.1.0-18-amd64", False),
        ("Windows", "10", False),
    ],
)
def test_wsl_is_known_by_its_kernel(monkeypatch, system, release, is_wsl):
    monkeypatch.setattr(lan.platform, "system", lambda: system)
    monkeypatch.setattr(lan.platform, "release", lambda: release)

    assert lan.is_wsl() is is_wsl
