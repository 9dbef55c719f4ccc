import itertools
import threading
import time

import pytest

from companion.hub import Hub

TABLE, OTHER = "ana", "bea"
SOON = 5.0


def nobody_left():
    return False


@pytest.fixture
def hub():
    return Hub(8, lifetime=30, beat=30, check=0.02)


class Listener:
    """A phone in a thread of its own, that keeps what it has heard."""

    def __init__(self, hub, table_id=TABLE, revision=1):
        self.heard: list[str] = []
        self.has_left = False
        self._news = threading.Condition()
        self._stream = hub.stream(table_id, revision, lambda: self.has_left)
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()

    def _listen(self):
        for text in self._stream:
            with self._news:
                self.heard.append(text)
                self._news.notify_all()

    def waits_for(self, text):
        with self._news:
            return self._news.wait_for(lambda: text in self.heard, SOON)

    def ends(self):
        self.thread.join(SOON)
        return not self.thread.is_alive()


def revision(number):
    return f"event: revision\ndata: {number}\n\n"


def test_a_stream_begins_with_the_pause_before_reconnecting_and_the_revision(hub):
    stream = hub.stream(TABLE, 7, nobody_left)

    heard = list(itertools.islice(stream, 2))

    assert heard == ["retry: 1500\n\n", revision(7)]


def test_every_listener_of_a_table_hears_a_newer_revision(hub):
    listeners = [Listener(hub) for _ in range(5)]
    assert all(listener.waits_for(revision(1)) for listener in listeners)

    hub.tell(TABLE, 2)

    assert all(listener.waits_for(revision(2)) for listener in listeners)
    hub.close()


def test_a_revision_told_between_reading_and_listening_is_not_lost(hub):
    hub.tell(TABLE, 5)

    heard = list(itertools.islice(hub.stream(TABLE, 4, nobody_left), 2))

    assert heard[1] == revision(5)


def test_a_revision_read_newer_than_the_one_told_wins(hub):
    hub.tell(TABLE, 5)

    heard = list(itertools.islice(hub.stream(TABLE, 6, nobody_left), 2))

    assert heard[1] == revision(6)


def test_an_older_revision_told_late_does_not_turn_back(hub):
    hub.tell(TABLE, 5)
    hub.tell(TABLE, 4)

    heard = list(itertools.islice(hub.stream(TABLE, 0, nobody_left), 2))

    assert heard[1] == revision(5)


def test_the_same_revision_told_again_says_nothing(hub):
    listener = Listener(hub, revision=5)
    assert listener.waits_for(revision(5))

    hub.tell(TABLE, 5)
    hub.tell(TABLE, 6)

    assert listener.waits_for(revision(6))
    assert listener.heard == ["retry: 1500\n\n", revision(5), revision(6)]
    hub.close()


def test_a_change_wakes_only_the_streams_of_its_own_table():
    hub, looks = Hub(8, lifetime=30, beat=30, check=SOON), itertools.count()
    here = hub.stream(TABLE, 1, nobody_left)
    there = hub.stream(OTHER, 1, lambda: next(looks) < 0)
    for stream in (here, there):
        list(itertools.islice(stream, 2))
    waiting = threading.Thread(target=lambda: next(there, None), daemon=True)
    waiting.start()
    time.sleep(0.1)
    looked = next(looks)

    for number in range(2, 50):
        hub.tell(TABLE, number)

    assert next(here) == revision(49)
    time.sleep(0.1)
    assert next(looks) == looked + 1
    hub.close()
    waiting.join(SOON)


def test_a_quiet_stream_beats_with_the_revision():
    hub = Hub(8, lifetime=30, beat=0.05, check=0.01)

    heard = list(itertools.islice(hub.stream(TABLE, 3, nobody_left), 4))

    assert heard[2:] == ["event: beat\ndata: 3\n\n"] * 2


def test_a_stream_says_goodbye_at_the_end_of_its_life():
    hub = Hub(8, lifetime=0.1, beat=30, check=0.01)
    started = time.monotonic()

    heard = list(hub.stream(TABLE, 3, nobody_left))

    assert heard[-1] == "event: bye\ndata: 3\n\n"
    assert 0.1 <= time.monotonic() - started < 1


def test_closing_ends_every_stream_at_once_with_a_goodbye():
    hub = Hub(8, lifetime=30, beat=30, check=30)
    listeners = [Listener(hub, table_id) for table_id in (TABLE, TABLE, OTHER)]
    assert all(listener.waits_for(revision(1)) for listener in listeners)
    started = time.monotonic()

    hub.close()

    assert all(listener.ends() for listener in listeners)
    assert all(listener.heard[-1] == "event: bye\ndata: 1\n\n" for listener in listeners)
    assert time.monotonic() - started < 0.5


def test_a_phone_that_has_gone_is_noticed():
    hub = Hub(8, lifetime=30, beat=30)
    listener = Listener(hub)
    assert listener.waits_for(revision(1))
    started = time.monotonic()

    listener.has_left = True

    assert listener.ends()
    assert time.monotonic() - started < 1.5
    assert listener.heard[-1] == revision(1)


def test_those_who_watch_a_table_are_counted_while_they_do(hub):
    listeners = [Listener(hub), Listener(hub), Listener(hub, OTHER)]
    assert all(listener.waits_for(revision(1)) for listener in listeners)
    before = (hub.watching(TABLE), hub.watching(OTHER), hub.watching("nobody"))

    hub.close()

    assert before == (2, 1, 0)
    assert all(listener.ends() for listener in listeners)
    assert (hub.watching(TABLE), hub.watching(OTHER)) == (0, 0)


def test_a_stream_cut_off_in_the_middle_is_no_longer_counted(hub):
    stream = hub.stream(TABLE, 1, nobody_left)
    next(stream)

    stream.close()

    assert hub.watching(TABLE) == 0


def test_places_are_given_up_to_the_cap_and_come_free():
    hub = Hub(2)

    taken = [hub.enter() for _ in range(3)]
    hub.leave()

    assert taken == [True, True, False]
    assert hub.open_streams == 1
    assert hub.enter()


def test_a_closing_hub_lets_nobody_in(hub):
    hub.close()

    assert not hub.enter()


def test_a_thousand_places_taken_and_left_by_many_threads_leave_none_open(hub):
    def come_and_go():
        for _ in range(250):
            if hub.enter():
                hub.leave()

    threads = [threading.Thread(target=come_and_go) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(SOON)

    assert hub.open_streams == 0


def test_closing_works_while_the_same_thread_holds_the_lock(hub):
    finished = threading.Event()

    def interrupted():
        with hub._lock, hub._channel(TABLE).bell:
            hub.close()
        finished.set()

    threading.Thread(target=interrupted, daemon=True).start()

    assert finished.wait(SOON)
