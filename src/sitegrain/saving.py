"""Site models as files: gzip-compressed JSON with a format version, the scorer included.

Two lines, each compressed by itself: the model with the digest of its scorer, and the scorer. The second is read only
if it is not a scorer that comes with the package, so that many models share one in memory.
"""

from __future__ import annotations

import gzip
import json
import os
import zlib
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.blocks.classes import BlockClasses
from sitegrain.blocks.segrank import Importance
from sitegrain.content.features.pooled import POOL_SUMS, Pool
from sitegrain.content.features.site import SiteTables
from sitegrain.content.scorer import Scorer, default_scorer
from sitegrain.content.site import Site
from sitegrain.errors import ModelError, WriteError
from sitegrain.kernel import Counts
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import PLACE_SUMS, SiteStatistics
from sitegrain.sites.tree import SiteTree

if TYPE_CHECKING:
    from collections.abc import Mapping
    from io import BytesIO

    from sitegrain.model import SiteModel

KIND = "sitegrain site model"
FORMAT = 3
MAX_BYTES = 1 << 30  # of a model file once uncompressed
_IMPORTANCE = ("n_blocks", "aicf", "spread", "importance", "weights")


def save_model(model: SiteModel, path: str | os.PathLike[str], *, embeds_scorer: bool = True) -> None:
    """Write a model under a temporary name and rename it when it is whole.

    embeds_scorer: False for a model that only programs with the same scorer will read
    """
    target = Path(path)
    data = _zip(to_json(model))
    if embeds_scorer:
        data += _zip(model.fitted_scorer.source) if model.scorer else _zipped_default(model.thorough)
    try:
        _write_whole(Path(os.path.realpath(target)), data)  # a link stays a link to what is written
    except OSError as error:
        raise WriteError(f"{target}: cannot write the model: {error.strerror or error}") from error


def _write_whole(target: Path, data: bytes) -> None:
    """Write a file that appears when it is whole; a device or pipe must not be replaced, it is written to directly."""
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(data)
        temporary.replace(target)
    finally:
        temporary.unlink(missing_ok=True)


def load_model(path: str | os.PathLike[str] | BytesIO, model_class: type[SiteModel]) -> SiteModel:
    """Read a model file; ModelError in one line if it is none, is damaged or of another version."""
    try:
        with gzip.open(path) as stream:
            data = _read_line(stream, path)
            if not isinstance(data, dict) or data.get("kind") != KIND:
                raise ModelError(f"{path}: not a sitegrain model")
            if data.get("format") != FORMAT:
                raise ModelError(
                    f"{path}: model format {data.get('format')!r}, this version reads {FORMAT}; learn it again"
                )
            model = from_json(data, model_class)
            model.thorough = data["scorer"] != scorer_digest() and data["scorer"] == scorer_digest(thorough=True)
            if data["scorer"] != scorer_digest(thorough=model.thorough):
                model.scorer = Scorer.from_json(_read_line(stream, path))
    except ModelError:
        raise
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ModelError(f"{path}: not a sitegrain model ({error})") from error
    except OSError as error:
        raise ModelError(f"{path}: cannot read the model: {error.strerror or error}") from error
    except (KeyError, TypeError, ValueError, IndexError, OverflowError) as error:
        raise ModelError(f"{path}: damaged model ({type(error).__name__}: {error})") from error
    return model


def _read_line(stream: gzip.GzipFile, path: object) -> Any:
    line = stream.readline(MAX_BYTES + 1)
    if len(line) > MAX_BYTES:
        raise ModelError(f"{path}: not a sitegrain model, larger than {MAX_BYTES} bytes")
    return json.loads(line.decode("utf-8", "surrogatepass"))


def _zip(data: Mapping[str, Any]) -> bytes:
    line = json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n"
    return gzip.compress(line.encode("utf-8", "surrogatepass"), 6, mtime=0)


@cache
def _zipped_default(thorough: bool) -> bytes:
    return _zip(default_scorer(thorough=thorough).source)


def scorer_digest(scorer: Scorer | None = None, *, thorough: bool = False) -> str:
    """A name for a scorer by what is in it: equal scorers have equal ones. Without one, of one of the package."""
    return _digest_of_default(thorough) if scorer is None else _digest(scorer)


@cache
def _digest_of_default(thorough: bool) -> str:
    return _digest(default_scorer(thorough=thorough))


def _digest(scorer: Scorer) -> str:
    return blake2b(json.dumps(scorer.source, sort_keys=True).encode(), digest_size=16).hexdigest()


def to_json(model: SiteModel) -> dict[str, Any]:
    """The model as plain values."""
    site = model.site_
    return {
        "kind": KIND,
        "format": FORMAT,
        "name": model.name_,
        "n_pages": model.n_pages_,
        "max_pages": model.max_pages,
        "keep": model.keep,
        "drop": model.drop,
        "stable": sorted(site.tree.node_keys.stable),
        "has_ordinals": site.tree.node_keys.has_ordinals,
        "places": [[p, k] for p, k in zip(site.tree.parents, site.tree.keys, strict=True)],
        "support": [[place, layout, n] for (place, layout), n in sorted(site.tree.support.items())],
        "layouts": [leader.tolist() for leader in site.leaders],
        "kinds": site.kinds.tolist(),
        "pool": {"n_pages": site.pool.n_pages} | {name: site.pool.of(name).tolist() for name in POOL_SUMS},
        "tables": None if site.tables is None else _tables_to_json(site.tables),
        "scorer": scorer_digest(model.scorer, thorough=model.thorough),
    }


def _tables_to_json(tables: SiteTables) -> dict[str, Any]:
    statistics, classes = tables.statistics, tables.classes
    return {
        "n_pages": statistics.n_pages,
        "texts": statistics.texts.items(),
        "placed_texts": statistics.placed_texts.items(),
        "targets": statistics.targets.items(),
        "common_words": statistics.common_words.items(),
        "identities": sorted(statistics.identities),
        "sums": {name: getattr(statistics, name).tolist() for name in PLACE_SUMS},
        "class_heads": classes.heads.tolist(),
        "class_of_place": classes.class_of_place.tolist(),
        "importance": {name: getattr(classes.importance, name).tolist() for name in _IMPORTANCE},
    }


def from_json(data: dict[str, Any], model_class: type[SiteModel]) -> SiteModel:
    """Rebuild a model from its plain values."""
    model = model_class(max_pages=data["max_pages"], keep=data["keep"], drop=data["drop"])
    keys = NodeKeys(map(tuple, data["stable"]), has_ordinals=data["has_ordinals"])
    tree = SiteTree.from_rows(keys, ((parent, key) for parent, key in data["places"]))
    tree.support.update({(place, layout): n for place, layout, n in data["support"]})
    pool = Pool(data["pool"]["n_pages"], np.array([data["pool"][name] for name in POOL_SUMS], np.float64))
    tables = None if data["tables"] is None else _tables_from_json(data["tables"])
    leaders = [np.unique(np.array(leader, np.int32)) for leader in data["layouts"]]
    model.site_ = Site(tree, leaders, tables, pool, np.array(data["kinds"], np.float64))
    model.name_, model.n_pages_ = data["name"], data["n_pages"]
    return model


def _tables_from_json(data: dict[str, Any]) -> SiteTables:
    statistics = SiteStatistics(
        n_pages=data["n_pages"],
        texts=Counts.from_items(data["texts"]),
        placed_texts=Counts.from_items(data["placed_texts"]),
        targets=Counts.from_items(data["targets"]),
        common_words=Counts.from_items(data["common_words"]),
        identities=frozenset(data["identities"]),
        **{name: np.array(data["sums"][name], np.float64) for name in PLACE_SUMS},
    )
    importance = Importance(*(np.array(data["importance"][name], np.float64) for name in _IMPORTANCE))
    return SiteTables(
        statistics,
        BlockClasses(np.array(data["class_heads"], np.int32), np.array(data["class_of_place"], np.int32), importance),
    )
