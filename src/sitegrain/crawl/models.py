"""Which model a site has: files named after the site in folders, or one file for every page."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from sitegrain.errors import ModelError
from sitegrain.model import SiteModel

if TYPE_CHECKING:
    import os

SUFFIX = ".grain"
CACHED_BYTES = 256 << 20  # of memory for models, by the estimate of these two:
BYTES_PER_FILE_BYTE = 24  # a loaded model by its compressed file
BYTES_PER_UNIT = 4300  # a measured page that a fitted model remembers
MAX_NAME_CHARS = 160


@dataclass(frozen=True, slots=True)
class ModelStore:
    """Where models lie.

    single:  the model of every page, whatever its site
    folders: looked through in order for a file named after the site
    """

    single: Path | None = None
    folders: tuple[Path, ...] = ()

    def find(self, site: str | None) -> Path | None:
        """The model file of a site, None if it has none; a page without a site has only the single one."""
        if self.single is not None or site is None:
            return self.single
        name = file_name(site)
        return next((path for folder in self.folders if (path := folder / name).is_file()), None)


def file_name(site: str) -> str:
    """The name of a site's model file.

    >>> file_name("example.com:8080")
    'example.com%3A8080.grain'
    """
    name = quote(site, safe=" ")
    if len(name) > MAX_NAME_CHARS:
        name = f"{name[:MAX_NAME_CHARS]}-{blake2b(site.encode('utf-8', 'surrogatepass'), digest_size=8).hexdigest()}"
    return name + SUFFIX


def open_store(path: str | os.PathLike[str]) -> ModelStore:
    """The models that a user gives: a file, or a folder of files; a folder with one file is that file.

    ModelError if there is nothing of the kind.
    """
    place = Path(path)
    if place.is_dir():
        models = sorted(place.glob(f"*{SUFFIX}"))
        if not models:
            raise ModelError(f"{place}: no models in this folder, their names end in {SUFFIX}")
        return ModelStore(single=models[0]) if len(models) == 1 else ModelStore(folders=(place,))
    SiteModel.load(place)
    return ModelStore(single=place)


class ModelCache:
    """Loads models and keeps those used last, up to CACHED_BYTES of memory but at least one."""

    def __init__(self, store: ModelStore) -> None:
        self.store = store
        self._models: OrderedDict[Path, tuple[SiteModel, int]] = OrderedDict()
        self._n_bytes = 0

    def get(self, site: str | None) -> SiteModel | None:
        """The model of a site, None if it has none; ModelError if its file is damaged."""
        path = self.store.find(site)
        if path is None:
            return None
        if path in self._models:
            self._models.move_to_end(path)
            return self._models[path][0]
        model = SiteModel.load(path)
        self.put(path, model)
        return model

    def put(self, path: Path, model: SiteModel) -> None:
        """Keep a model whose file was just written or read, and let go of those not used for longest."""
        n_bytes = _size(path, model)
        _, replaced = self._models.pop(path, (None, 0))
        self._models[path] = model, n_bytes
        self._n_bytes += n_bytes - replaced
        while self._n_bytes > CACHED_BYTES and len(self._models) > 1:
            _, (_, freed) = self._models.popitem(last=False)
            self._n_bytes -= freed


def _size(path: Path, model: SiteModel) -> int:
    return BYTES_PER_FILE_BYTE * path.stat().st_size + BYTES_PER_UNIT * model.n_remembered_units
