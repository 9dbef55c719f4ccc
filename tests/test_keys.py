import concurrent.futures
import multiprocessing
import os
import stat
import string

import pytest

from companion import keys

SECRET = bytes(range(32))
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="Windows has no file modes")


def _load_when_all_are_ready(data, barrier):
    barrier.wait(20)
    return keys.load_secret(data)


def test_the_secret_is_made_once_and_stays(tmp_path):
    first = keys.load_secret(tmp_path / "data")

    assert len(first) == 32
    assert keys.load_secret(tmp_path / "data") == first


def test_two_folders_have_two_secrets(tmp_path):
    assert keys.load_secret(tmp_path / "one") != keys.load_secret(tmp_path / "two")


def test_nothing_but_the_key_is_left_in_the_folder(tmp_path):
    keys.load_secret(tmp_path)

    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


@POSIX_ONLY
def test_only_its_owner_reads_the_key_and_the_folder_made_for_it(tmp_path):
    data = tmp_path / "data"

    keys.load_secret(data)

    assert stat.S_IMODE((data / "secret-key").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


@POSIX_ONLY
def test_a_folder_that_is_there_keeps_its_mode(tmp_path):
    tmp_path.chmod(0o755)

    keys.load_secret(tmp_path)

    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_threads_that_start_at_once_get_the_same_key(tmp_path):
    with concurrent.futures.ThreadPoolExecutor(32) as pool:
        secrets = set(pool.map(keys.load_secret, [tmp_path] * 64))

    assert len(secrets) == 1


def test_processes_that_start_at_once_get_the_same_key(tmp_path):
    context = multiprocessing.get_context("spawn")

    with context.Manager() as shared, concurrent.futures.ProcessPoolExecutor(4, context) as pool:
        barrier = shared.Barrier(4)
        running = [pool.submit(_load_when_all_are_ready, tmp_path, barrier) for _ in range(4)]
        secrets = {process.result(60) for process in running}

    assert len(secrets) == 1


def test_a_file_system_without_hard_links_gets_a_key_too(tmp_path, monkeypatch):
    def refuse(*_):
        raise PermissionError("no hard links here")

    monkeypatch.setattr(keys.os, "link", refuse)

    assert keys.load_secret(tmp_path) == keys.load_secret(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]


@pytest.mark.parametrize("content", [b"", b"short", bytes(33)], ids=["empty", "short", "long"])
def test_a_damaged_key_is_named_and_not_replaced(tmp_path, content):
    (tmp_path / "secret-key").write_bytes(content)

    with pytest.raises(keys.DamagedKeyError, match="secret-key is damaged: remove it"):
        keys.load_secret(tmp_path)

    assert (tmp_path / "secret-key").read_bytes() == content


def test_what_is_derived_is_the_same_at_every_start():
    derived = (keys.server_id(SECRET), keys.host_token(SECRET), keys.host_cookie(SECRET))

    assert derived == (
        "56073653",
        "XOPM7W2nNC-GElH7avxQgla_aM2oM8Eb7zi2xK4CuAE",
        "5sTINu9COj2ugT0t3nRJQIsoXWksoxsbZ26GJOp62T0",
    )


def test_the_server_id_is_eight_hexadecimal_digits():
    server_id = keys.server_id(SECRET)

    assert len(server_id) == 8
    assert set(server_id) <= set(string.hexdigits.lower())


@pytest.mark.parametrize("derive", [keys.host_token, keys.host_cookie])
def test_link_and_cookie_are_long_and_fit_a_url(derive):
    text = derive(SECRET)

    assert len(text) == 43
    assert set(text) <= set(string.ascii_letters + string.digits + "-_")


def test_the_cookie_does_not_reveal_the_link():
    assert keys.host_cookie(SECRET) != keys.host_token(SECRET)


def test_another_secret_derives_another_link():
    assert keys.host_token(SECRET) != keys.host_token(bytes(32))
