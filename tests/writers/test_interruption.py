"""A run that is killed leaves nothing under the output's name. Each test starts a process of its own and ends it."""

import signal
import subprocess
import sys

import pytest

from sitegrain.writers import open_writer

WRITER = """
import sys
from sitegrain.writers import open_writer
with open_writer(sys.argv[1], many=False) as writer:
    writer.write({"path": "a.html", "text": "x" * 100000})
    print("written", file=sys.stderr, flush=True)
    sys.stdin.read()
"""
OUTPUTS = ["a.jsonl", "a.jsonl.gz", "a.parquet", "a.txt", "a/"]


def start(code, *arguments, **pipes):
    process = subprocess.Popen([sys.executable, "-c", code, *arguments], stderr=subprocess.PIPE, **pipes)
    assert process.stderr.readline() == b"written\n"
    return process


@pytest.mark.parametrize("name", OUTPUTS)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupted_run_leaves_nothing(tmp_path, name, number):
    process = start(WRITER, f"{tmp_path}/{name}", stdin=subprocess.PIPE)

    process.send_signal(number)
    process.communicate()

    assert process.returncode != 0
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_killed_run_leaves_nothing_under_the_name(tmp_path, name):
    process = start(WRITER, f"{tmp_path}/{name}", stdin=subprocess.PIPE)

    process.kill()
    process.communicate()

    assert all(path.name.endswith(".part") for path in tmp_path.iterdir())


@pytest.mark.parametrize("name", OUTPUTS)
def test_a_run_that_goes_on_is_whole(tmp_path, name):
    process = start(WRITER, f"{tmp_path}/{name}", stdin=subprocess.PIPE)

    process.communicate()

    assert process.returncode == 0
    assert [path.name for path in tmp_path.iterdir()] == [name.strip("/")]


FORKING = """
import os, signal, sys, time
from sitegrain.writers import open_writer
with open_writer(sys.argv[1]) as writer:
    ready, tell = os.pipe()
    child = os.fork()
    if child == 0:
        os.write(tell, b"1")
        while True:
            time.sleep(0.01)
    os.read(ready, 1)
    os.kill(child, signal.SIGTERM)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), status
    writer.write({"path": "a.html", "text": "x"})
    print("written", file=sys.stderr, flush=True)
"""


def test_a_worker_that_is_terminated_does_not_remove_the_output(tmp_path):
    process = start(FORKING, f"{tmp_path}/a.jsonl")

    process.communicate()

    assert process.returncode == 0
    assert (tmp_path / "a.jsonl").exists()


PIPE = """
import sys
from sitegrain.writers import open_writer
with open_writer(None) as writer:
    print("written", file=sys.stderr, flush=True)
    sys.stdin.read()
    n_rows = 0
    while writer.is_wanted:
        writer.write({"text": "x" * 100000})
        n_rows += 1
    print(n_rows, file=sys.stderr)
print("still here")
"""


def test_a_reader_that_goes_away_ends_the_writing_quietly():
    process = start(PIPE, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    process.stdout.close()
    process.stdin.close()

    assert process.stderr.read() == b"1\n"
    assert process.wait() == 0
    process.stderr.close()


def test_the_signal_handler_is_there_only_while_writing(tmp_path):
    before = signal.getsignal(signal.SIGTERM)

    with open_writer(tmp_path / "a.jsonl"):
        assert signal.getsignal(signal.SIGTERM) is not before

    assert signal.getsignal(signal.SIGTERM) is before
