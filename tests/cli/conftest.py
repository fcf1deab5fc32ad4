import json
from dataclasses import dataclass

import pytest
from click.testing import CliRunner

from sitegrain.cli import main
from tests.cli.sites import write_site


@dataclass
class Ended:
    """How a command ended."""

    status: int
    out: str
    err: str
    data: bytes

    @property
    def rows(self):
        return [json.loads(line) for line in self.out.splitlines()]


@pytest.fixture
def sitegrain():
    """Run a command in this process."""

    def run(*arguments, stdin=None):
        result = CliRunner().invoke(main, [str(argument) for argument in arguments], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return Ended(result.exit_code, result.stdout, result.stderr, result.stdout_bytes)

    return run


@pytest.fixture
def site(tmp_path):
    return write_site(tmp_path / "site")
