"""Builds the kernel; all else is in pyproject.toml."""

import os
import sys

from setuptools import Extension, setup

KERNEL = "src/sitegrain/kernel"
IS_CHECKED = "CHECKED_KERNEL" in os.environ
SANITIZE = ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"] if "SANITIZE_KERNEL" in os.environ else []
FAST = [] if sys.platform == "win32" else ["-O3"]

kernel = Extension(
    "sitegrain.kernel._html",
    [f"{KERNEL}/_html.pyx"],
    depends=sorted(f"{KERNEL}/{name}" for name in os.listdir(KERNEL) if name.endswith(".pxi")),
    define_macros=[("SITEGRAIN_CHECKED", "1")] if IS_CHECKED else [],
    extra_compile_args=FAST + SANITIZE,
    extra_link_args=SANITIZE,
)
kernel.cython_directives = {"boundscheck": IS_CHECKED}
setup(ext_modules=[kernel])
