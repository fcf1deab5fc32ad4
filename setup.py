"""Builds the kernel; all else is in pyproject.toml."""

import os
import sys

from setuptools import Extension, setup

KERNEL = "src/sitegrain/kernel"
IS_CHECKED = "CHECKED_KERNEL" in os.environ
SANITIZE = ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"] if "SANITIZE_KERNEL" in os.environ else []
FAST = [] if sys.platform == "win32" else ["-O3"]


def kernel(name: str) -> Extension:
    """One extension of the kernel, from the .pyx of that name and the .pxi files it includes."""
    extension = Extension(
        f"sitegrain.kernel.{name}",
        [f"{KERNEL}/{name}.pyx"],
        depends=sorted(f"{KERNEL}/{file}" for file in os.listdir(KERNEL) if file.endswith(".pxi")),
        define_macros=[("SITEGRAIN_CHECKED", "1")] if IS_CHECKED else [],
        extra_compile_args=FAST + SANITIZE,
        extra_link_args=SANITIZE,
    )
    extension.cython_directives = {"boundscheck": IS_CHECKED}
    return extension


setup(ext_modules=[kernel("_html"), kernel("_text")])
