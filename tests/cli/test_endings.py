"""How a real process ends: signals, a reader that goes away, what it leaves behind."""

import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.sites import write_site

pytestmark = pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
PATIENCE = 60  # seconds for what takes one
WAKING_SECONDS = 0.5  # until a process that was given something to read waits for more


@pytest.fixture
def start(tmp_path):
    """Start a command in a process group of its own, with a folder for its temporary files."""
    started = []
    (tmp_path / "tmp").mkdir()

    def run(*arguments):
        process = subprocess.Popen(
            [sys.executable, "-m", "sitegrain.cli", *map(str, arguments)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=os.environ | {"TMPDIR": str(tmp_path / "tmp")},
            start_new_session=True,
        )
        started.append(process)
        return process

    yield run
    for process in started:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


def ended(process):
    """Status and standard error of a process, once it and all it started are gone."""
    _, err = process.communicate(timeout=PATIENCE)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        try:
            os.killpg(process.pid, 0)
        except ProcessLookupError:
            return process.returncode, err.decode()
        time.sleep(0.02)
    raise AssertionError("something of its process group is still there")


@pytest.mark.parametrize(
    ("number", "status", "said"), [(signal.SIGINT, 130, "interrupted"), (signal.SIGTERM, 143, "terminated")]
)
def test_a_signal_leaves_nothing_half_done(start, tmp_path, number, status, said):
    """The source is a pipe that is never closed, so the command is in the middle of reading."""
    os.mkfifo(tmp_path / "page.html")
    process = start("extract", tmp_path / "page.html", "-o", tmp_path / "out.jsonl")
    with open(tmp_path / "page.html", "wb", buffering=0) as pipe:  # opens once the other side does
        pipe.write(b"<p>Hello")
        time.sleep(WAKING_SECONDS)  # a signal between two reads would wait until the second gets something
        process.send_signal(number)

        returned, err = ended(process)
        assert (returned, err.strip()) == (status, f"sitegrain: {said}")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["page.html", "tmp"]
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize(("number", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_workers_too(start, tmp_path, number, status):
    """Nobody reads on after the first byte, so the command is stopped by a full pipe when the signal comes."""
    process = start("extract", write_site(tmp_path / "site", n_pages=150), "--jobs", 2)
    process.stdout.read(1)

    os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)

    returned, err = ended(process)
    assert returned == status
    assert "Traceback" not in err
    assert list((tmp_path / "tmp").iterdir()) == []


@pytest.mark.parametrize("command", ["extract", "segment"])
def test_a_reader_that_goes_away_ends_the_run_quietly(start, tmp_path, command):
    process = start(command, write_site(tmp_path / "site", n_pages=150))
    process.stdout.readline()
    process.stdout.close()
    process.stdout = None

    assert ended(process) == (141, "")
    assert list((tmp_path / "tmp").iterdir()) == []


def test_the_help_comes_without_numpy():
    """What makes a start slow is imported by the commands that need it."""
    code = (
        "import sys, sitegrain.cli; sys.exit(bool({'numpy', 'sitegrain.kernel', 'rich', 'httpx'} & set(sys.modules)))"
    )

    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_the_command_says_its_version(start):
    import sitegrain

    out, _ = start("--version").communicate(timeout=PATIENCE)

    assert out.decode() == f"sitegrain, version {sitegrain.__version__}\n"


def test_no_command_at_all_shows_the_help(start):
    process = start()
    out, err = process.communicate(timeout=PATIENCE)

    assert process.returncode == 2
    assert b"Usage: sitegrain" in out + err
