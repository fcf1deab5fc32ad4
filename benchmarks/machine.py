"""What a result was measured with: enough to compare by, nothing that says whose machine it was."""

from __future__ import annotations

import fcntl
import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).resolve().parent / "results"


def describe() -> dict[str, object]:
    """Name the interpreter, the processor and the day."""
    return {
        "python": platform.python_version(),
        "cpu": _cpu_model(),
        "cores": os.cpu_count(),
        "date": datetime.now(UTC).date().isoformat(),
    }


def load_results(name: str, folder: Path = RESULTS) -> dict[str, object]:
    """Read a results file by its stem; one that is not there yet is empty."""
    path = folder / f"{name}.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def save_results(name: str, results: dict[str, object], folder: Path = RESULTS) -> None:
    """Write a results file whole, or leave the old one."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.json"
    partial = path.with_suffix(".partial")
    partial.write_text(json.dumps(results, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
    partial.replace(path)


def merge_result(name: str, data: str, peer: str, row: dict[str, object], folder: Path = RESULTS) -> None:
    """Put one row into a results file, also while another run does the same."""
    folder.mkdir(parents=True, exist_ok=True)
    locked = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(locked, fcntl.LOCK_EX)
        results = load_results(name, folder)
        results.setdefault(data, {})[peer] = row
        save_results(name, results, folder)
    finally:
        os.close(locked)


def _cpu_model() -> str:
    with open("/proc/cpuinfo", encoding="utf-8") as lines:
        names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
