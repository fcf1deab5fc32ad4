"""Teams: what a dead or late worker costs."""

from contextlib import closing

import pytest

from sitegrain.crawl.team import OwnProcess, Processes
from sitegrain.errors import ModelError, SitegrainError
from tests.crawl.faults import DoubleDuty, NameDuty, RefusingDuty, UnstartableDuty


def run(duty, chunks, **options):
    with closing(Processes(2, {"do": duty}, **options)) as team:
        return list(team.run("do", chunks))


def test_results_come_in_the_order_of_the_items():
    chunks = [range(start, start + 3) for start in range(100, 160, 3)]

    assert run(DoubleDuty(), chunks) == [2 * item for item in range(100, 160)]
    assert list(OwnProcess({"do": DoubleDuty()}).run("do", [(1, 2), (3,)])) == [2, 4, 6]


def test_a_worker_that_dies_costs_the_item_it_died_of():
    results = run(DoubleDuty(), [(1, 2, 13, 3), (13,), (4, 5), (13, 13)])

    crashed = "crashed: its worker process ended, exit status 9"
    assert results == [2, 4, crashed, 6, crashed, 8, 10, crashed, crashed]


def test_an_item_that_takes_too_long_is_given_up():
    assert run(DoubleDuty(), [(99,), (1,), (2,)], timeout=4) == ["timeout: not done within 4 seconds", 2, 4]


def test_many_deaths_lose_nothing():
    """A third of the items end their worker; every item has a result, in its place."""
    items = [13 if number % 3 == 0 else number + 100 for number in range(24)]

    results = run(DoubleDuty(), [(item,) for item in items])

    assert [type(result) for result in results] == [str if item == 13 else int for item in items]


def test_chunks_are_taken_only_as_they_are_needed():
    taken = []

    def chunks():
        for number in range(100):
            taken.append(number)
            yield (number,)

    with closing(Processes(1, {"do": DoubleDuty()})) as team:
        results = team.run("do", chunks(), ahead=2)
        next(results)

        assert len(taken) <= 3


def test_every_worker_is_kept_busy_even_when_little_is_held():
    with closing(Processes(2, {"do": NameDuty()})) as team:
        names = list(team.run("do", ((number,) for number in range(12)), ahead=1))

    assert min(names.count(name) for name in set(names)) >= 4
    assert len(set(names)) == 2


def test_an_error_of_ours_is_raised_to_whoever_waits():
    with pytest.raises(ModelError, match=r"^a\.grain: damaged$"):
        run(RefusingDuty(), [(1,)])


def test_workers_that_cannot_start_are_one_clear_error():
    with pytest.raises(SitegrainError, match=r"could not be started \(exit status 3\)"):
        run(UnstartableDuty(), [(1,)])


def test_a_limit_may_be_longer_than_the_system_can_wait():
    assert run(DoubleDuty(), [(1,), (2,)], timeout=float("inf")) == [2, 4]
