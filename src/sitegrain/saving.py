"""Site models as files: gzip-compressed JSON with a format version, the scorer included."""

from __future__ import annotations

import gzip
import json
import os
import zlib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from sitegrain.blocks.classes import BlockClasses
from sitegrain.blocks.segrank import Importance
from sitegrain.content.features.pooled import POOL_SUMS, Pool
from sitegrain.content.features.site import SiteTables
from sitegrain.content.scorer import Scorer
from sitegrain.content.site import Site
from sitegrain.errors import ModelError, WriteError
from sitegrain.sites.keys import NodeKeys
from sitegrain.sites.statistics import PLACE_SUMS, SiteStatistics
from sitegrain.sites.tree import SiteTree

if TYPE_CHECKING:
    from sitegrain.model import SiteModel

KIND = "sitegrain site model"
FORMAT = 1
MAX_BYTES = 1 << 30  # of a model file once uncompressed
_IMPORTANCE = ("n_blocks", "aicf", "spread", "importance", "weights")


def save_model(model: SiteModel, path: str | os.PathLike[str]) -> None:
    """Write a model under a temporary name and rename it when it is whole."""
    target = Path(path)
    data = json.dumps(to_json(model), ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")
    temporary = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        temporary.write_bytes(gzip.compress(data, 6, mtime=0))
        temporary.replace(target)
    except OSError as error:
        temporary.unlink(missing_ok=True)
        raise WriteError(f"{target}: cannot write the model: {error.strerror or error}") from error


def load_model(path: str | os.PathLike[str], model_class: type[SiteModel]) -> SiteModel:
    """Read a model file; ModelError in one line if it is none, is damaged or of another version."""
    try:
        with gzip.open(path) as stream:
            text = stream.read(MAX_BYTES + 1)
        if len(text) > MAX_BYTES:
            raise ModelError(f"{path}: not a sitegrain model, larger than {MAX_BYTES} bytes")
        data = json.loads(text.decode("utf-8", "surrogatepass"))
    except (gzip.BadGzipFile, zlib.error, EOFError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
        raise ModelError(f"{path}: not a sitegrain model ({error})") from error
    except OSError as error:
        raise ModelError(f"{path}: cannot read the model: {error.strerror or error}") from error
    if not isinstance(data, dict) or data.get("kind") != KIND:
        raise ModelError(f"{path}: not a sitegrain model")
    if data.get("format") != FORMAT:
        raise ModelError(f"{path}: model format {data.get('format')!r}, this version reads {FORMAT}; learn it again")
    try:
        return from_json(data, model_class)
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ModelError(f"{path}: damaged model ({type(error).__name__}: {error})") from error


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
        "layouts": [sorted(leader) for leader in site.leaders],
        "kinds": site.kinds.tolist(),
        "pool": {"n_pages": site.pool.n_pages} | {name: getattr(site.pool, name).tolist() for name in POOL_SUMS},
        "tables": None if site.tables is None else _tables_to_json(site.tables),
        "scorer": model.fitted_scorer.source,
    }


def _tables_to_json(tables: SiteTables) -> dict[str, Any]:
    statistics, classes = tables.statistics, tables.classes
    return {
        "n_pages": statistics.n_pages,
        "texts": sorted(statistics.texts.items()),
        "placed_texts": sorted(statistics.placed_texts.items()),
        "common_words": sorted(statistics.common_words.items()),
        "identities": sorted(statistics.identities),
        "sums": {name: getattr(statistics, name).tolist() for name in PLACE_SUMS},
        "class_heads": classes.heads.tolist(),
        "class_of_place": classes.class_of_place.tolist(),
        "importance": {name: getattr(classes.importance, name).tolist() for name in _IMPORTANCE},
    }


def from_json(data: dict[str, Any], model_class: type[SiteModel]) -> SiteModel:
    """Rebuild a model from its plain values."""
    model = model_class(max_pages=data["max_pages"], keep=data["keep"], drop=data["drop"])
    model.scorer = Scorer.from_json(data["scorer"])
    keys = NodeKeys(map(tuple, data["stable"]), has_ordinals=data["has_ordinals"])
    tree = SiteTree.from_rows(keys, ((parent, key) for parent, key in data["places"]))
    tree.support.update({(place, layout): n for place, layout, n in data["support"]})
    pool = Pool(data["pool"]["n_pages"], *(np.array(data["pool"][name], np.float64) for name in POOL_SUMS))
    tables = None if data["tables"] is None else _tables_from_json(data["tables"])
    leaders = [frozenset(leader) for leader in data["layouts"]]
    model.site_ = Site(tree, leaders, tables, pool, np.array(data["kinds"], np.float64))
    model.name_, model.n_pages_ = data["name"], data["n_pages"]
    return model


def _tables_from_json(data: dict[str, Any]) -> SiteTables:
    statistics = SiteStatistics(
        n_pages=data["n_pages"],
        texts=dict(data["texts"]),
        placed_texts=dict(data["placed_texts"]),
        common_words=dict(data["common_words"]),
        identities=frozenset(data["identities"]),
        **{name: np.array(data["sums"][name], np.float64) for name in PLACE_SUMS},
    )
    importance = Importance(*(np.array(data["importance"][name], np.float64) for name in _IMPORTANCE))
    return SiteTables(
        statistics,
        BlockClasses(
            np.array(data["class_heads"], np.int32), np.array(data["class_of_place"], np.int32), importance
        ),
    )
