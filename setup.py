"""Builds the kernel; all else is in pyproject.toml."""

import os
import sys

from setuptools import Extension, setup

KERNEL = "src/sitegrain/kernel"
MODULES = ["_apply", "_html", "_postings", "_shape", "_text"]
IS_CHECKED = "CHECKED_KERNEL" in os.environ
# SITEGRAIN_PORTABLE leaves out the instructions of one kind of processor.
MACROS = [(f"SITEGRAIN_{name}", "1") for name in ("CHECKED", "PORTABLE") if f"{name}_KERNEL" in os.environ]
SANITIZE = ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"] if "SANITIZE_KERNEL" in os.environ else []
# Sums round alike on every machine: no multiplication is melted with an addition.
FAST = [] if sys.platform == "win32" else ["-O3", "-ffp-contract=off"]


def extension(name):
    """One module of the kernel, compiled from NAME.pyx and the .pxi files that it may include."""
    made = Extension(
        f"sitegrain.kernel.{name}",
        [f"{KERNEL}/{name}.pyx"],
        depends=sorted(f"{KERNEL}/{file}" for file in os.listdir(KERNEL) if file.endswith(".pxi")),
        define_macros=MACROS,
        extra_compile_args=FAST + SANITIZE,
        extra_link_args=SANITIZE,
    )
    made.cython_directives = {"boundscheck": IS_CHECKED, "show_performance_hints": False}
    return made


setup(ext_modules=[extension(name) for name in MODULES])
