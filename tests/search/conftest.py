"""What the tests of an index share."""

import pytest

from sitegrain.search.store import connect


@pytest.fixture
def path(tmp_path):
    connect(tmp_path / "site.index", create=True).close()
    return tmp_path / "site.index"
