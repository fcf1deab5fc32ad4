"""The shape of the code: which folder imports from which, how long things are, and that the README's commands exist."""

from __future__ import annotations

import ast
import re
import shlex
import tomllib
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parent.parent
SOURCE = REPOSITORY / "src" / "sitegrain"

# A folder, or a module beside them, imports only from those before it; what is not built yet is skipped.
ORDER = [
    "errors",
    "kernel",
    "pages",
    "readers",
    "sites",
    "blocks",
    "segmenters",
    "content",
    "model",
    "crawl",
    "search",
    "links",
    "records",
    "clusters",
    "measures",
    "writers",
    "mobile",
    "sitegrain",  # the public names: the package itself
    "inspector",
    "spark",
    "cli",
]
ONE_PART = {"saving": "model"}  # a model and its file format know each other
EVERYWHERE = {"__version__"}  # what a part may take from the package itself
MODULE_LINES = 400
FUNCTION_LINES = 50
MODULES = sorted(SOURCE.rglob("*.py"))
PYTHON = [path for folder in ("src", "tests", "benchmarks", "examples") for path in (REPOSITORY / folder).rglob("*.py")]
MACHINE_PATH = re.compile(r"""(?<![\w.:/-])(?:/(?:home|root|Users|work|tmp)/\w|[A-Z]:\\Users\\)""")
BUILT = {".c", ".pyd", ".so"}  # by the compiler, here
LEFT_OUT = {
    ".coverage",
    ".git",
    ".venv",
    "build",
    "dist",
    "__pycache__",
    ".pytest_cache",
    ".mypy_cache",
    ".ruff_cache",
    ".hypothesis",
}


def _name(path):
    return str(path.relative_to(REPOSITORY))


def _part(path):
    """The folder of a module, or its own name where it stands beside the folders."""
    name = path.relative_to(SOURCE).parts[0].removesuffix(".py")
    return ONE_PART.get(name, name)


def _imported_parts(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module == "sitegrain":
            names = [f"sitegrain.{alias.name}" for alias in node.names if alias.name not in EVERYWHERE]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or "sitegrain"]
        else:
            continue
        for name in names:
            if name.split(".")[0] == "sitegrain":
                part = name.split(".")[1] if "." in name else name
                yield ONE_PART.get(part, part)


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_a_folder_imports_only_from_folders_above_it(path):
    part = _part(path)
    if part == "__init__":
        return
    imported = set(_imported_parts(ast.parse(path.read_text(encoding="utf-8"))))
    allowed = set(ORDER[: ORDER.index(part) + 1])

    assert imported <= allowed, f"{part} may not import {sorted(imported - allowed)}"


def test_every_folder_has_its_place_in_the_order():
    found = {_part(path) for path in MODULES} - {"__init__", "__main__"}

    assert found <= set(ORDER)


@pytest.mark.parametrize("path", PYTHON, ids=_name)
def test_imports_are_absolute(path):
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))

    assert [node.lineno for node in nodes if isinstance(node, ast.ImportFrom) and node.level] == []


@pytest.mark.parametrize("path", PYTHON, ids=_name)
def test_modules_and_functions_are_short(path):
    """A module has at most 400 lines, a function at most 50 without its docstring."""
    text = path.read_text(encoding="utf-8")
    functions = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]

    assert text.count("\n") <= MODULE_LINES
    assert {node.name: _length(node) for node in functions if _length(node) > FUNCTION_LINES} == {}


def _length(function):
    first = function.body[0]
    is_docstring = isinstance(first, ast.Expr) and isinstance(getattr(first.value, "value", None), str)
    docstring_lines = first.end_lineno - first.lineno + 1 if is_docstring else 0
    return function.end_lineno - function.lineno + 1 - docstring_lines


def test_no_file_names_a_place_on_someones_machine():
    found = {}
    for path in REPOSITORY.rglob("*"):
        if path.is_dir() or path.suffix in BUILT or LEFT_OUT & set(path.relative_to(REPOSITORY).parts):
            continue
        text = path.read_bytes().decode("utf-8", errors="replace")
        if match := MACHINE_PATH.search(text):
            found[_name(path)] = match[0]

    assert found == {}


def _shell_lines():
    """The lines of the README's sh blocks, without prompts, comments and what a command prints."""
    readme = (REPOSITORY / "README.md").read_text(encoding="utf-8")
    for block in re.findall(r"^```(?:sh|bash|console)\n(.*?)^```", readme, re.DOTALL | re.MULTILINE):
        for line in block.replace("\\\n", " ").splitlines():
            words = shlex.split(line.removeprefix("$ "), comments=True)
            if words:
                yield words


def _commands(words):
    """The commands of a line: the words between pipes."""
    command = []
    for word in [*words, "|"]:
        if word in {"|", "&&", ";"}:
            yield command
            command = []
        else:
            command.append(word)


README_COMMANDS = [command for words in _shell_lines() for command in _commands(words) if command]


@pytest.mark.parametrize("command", [c for c in README_COMMANDS if c[0] == "sitegrain"], ids=" ".join)
def test_the_readmes_command_lines_exist(command):
    """The command is there, and so is every option it is given."""
    from sitegrain.cli import main

    name = next((word for word in command[1:] if not word.startswith("-")), None)
    known = main.commands[name] if name else main
    options = {option for parameter in known.params for option in (*parameter.opts, *parameter.secondary_opts)}
    used = {word.split("=")[0] for word in command[1:] if word.startswith("-") and word != "-"}

    assert used <= options | {"--help", "--version"}


@pytest.mark.parametrize("command", [c for c in README_COMMANDS if c[0] == "make"], ids=" ".join)
def test_the_readmes_make_targets_exist(command):
    makefile = (REPOSITORY / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z]+):", makefile, re.MULTILINE))

    assert set(command[1:]) <= targets


@pytest.mark.parametrize("command", [c for c in README_COMMANDS if c[0].startswith("pip")], ids=" ".join)
def test_the_readmes_pip_lines_name_extras_that_exist(command):
    project = tomllib.loads((REPOSITORY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = {extra for word in command for found in re.findall(r"\[(.*?)\]", word) for extra in found.split(",")}

    assert extras <= set(project["optional-dependencies"])
