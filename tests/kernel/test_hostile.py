"""Pages made to be slow take time in proportion to their size, and lose no text."""

import time

import numpy as np
import pytest

from benchmarks.hostile import SOURCES
from sitegrain.kernel import read_axis
from sitegrain.pages.parse import ROLES, parse

FEW, MANY = 2_000, 40_000
MOST_GROWTH = 120  # 20 if time is in proportion to size, 400 if it is to the square; machines are busy


def _seconds(source, times):
    found = []
    for _ in range(times):
        start = time.thread_time()
        read_axis(source, ROLES)
        found.append(time.thread_time() - start)
    return min(found)


@pytest.mark.parametrize("name", SOURCES)
def test_time_grows_with_size_and_no_faster(name):
    few, many = (SOURCES[name](n).encode() for n in (FEW, MANY))

    assert _seconds(many, 2) < MOST_GROWTH * max(_seconds(few, 5), 20e-6)


def test_text_in_formatting_that_stays_closed_is_kept():
    page = parse("".join(f"<p><b id={i}>word{i}" for i in range(2_000)))

    assert page.tokens == [f"word{i}" for i in range(2_000)]
    assert page.notes == ("formatting elements: opened again too often, the rest stays closed",)


def test_text_of_misnested_formatting_is_kept_however_often_it_is_adopted():
    page = parse("<b>" * 3 + "".join(f"<div>w{i}" for i in range(3_000)) + "</b>" * 3_000 + " end")

    assert page.tokens == [*(f"w{i}" for i in range(3_000)), "end"]


def test_a_hundred_thousand_attributes_are_read_and_the_first_of_a_name_counts():
    page = parse("<p " + " ".join(f"a{i % 50_000}={i}" for i in range(100_000)) + ">x")

    assert len(page.attributes[2]) == 50_000
    assert page.attributes[2]["a49999"] == "49999"


def test_a_hundred_thousand_nested_elements_have_a_hundred_thousand_depths():
    axis = read_axis("<div>" * 100_000 + "x", ROLES)

    assert np.array_equal(np.asarray(axis.depths), np.arange(100_002))
    assert axis.tokens == ["x"]


@pytest.mark.parametrize("n_formats", [120, 150, 300])
def test_many_texts_of_a_table_have_room_behind_many_elements_opened_again(n_formats):
    formats = "".join(f"<i id={i}>" for i in range(n_formats))
    for n_texts in range(200, 320, 3):
        axis = read_axis(f"<p>{formats}</p><table>" + "x\0" * n_texts + "<td>", ROLES)

        assert axis.tokens == ["x" * n_texts]
