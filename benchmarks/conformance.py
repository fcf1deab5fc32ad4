"""The kernel against the html5lib suite: pass rates of tree construction and of the tokenizer, every failure named.

Reads `html5lib-tests/` in the folder that SITEGRAIN_DATA names. Tests that run scripts and tests of fragments are left
out: the kernel parses documents, scripting off.
"""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sitegrain.kernel import read_tokens, read_tree

if TYPE_CHECKING:
    from collections.abc import Iterator

    from sitegrain.kernel import Tree

_STATES = {
    "Data state": "data",
    "PLAINTEXT state": "plaintext",
    "RCDATA state": "rcdata",
    "RAWTEXT state": "rawtext",
    "Script data state": "script",
    "CDATA section state": "cdata",
}
_PREFIXES = {"xlink": "xlink", "xml": "xml", "xmlns": "xmlns"}
_FOREIGN_NAMES = re.compile(r"^(xlink:(?:actuate|arcrole|href|role|show|title|type)|xml:(?:lang|space)|xmlns:xlink)$")


@dataclass(frozen=True, slots=True)
class Case:
    """One document of the suite and the tree it makes."""

    source: str
    tree: str


def main() -> int:
    """Run both suites; the exit code says whether both pass 99.5 % of their tests."""
    folder = Path(os.environ["SITEGRAIN_DATA"]) / "html5lib-tests"
    trees = _report("tree construction", folder / "tree-construction", "*.dat", _tree_failures)
    tokens = _report("tokenizer", folder / "tokenizer", "*.test", _token_failures)
    return 0 if min(trees, tokens) >= 0.995 else 1


def _report(title: str, folder: Path, pattern: str, check: object) -> float:
    passed = total = 0
    for path in sorted(folder.glob(pattern)):
        n_cases, failures = check(path)  # type: ignore[operator]
        total += n_cases
        passed += n_cases - len(failures)
        for failure in failures:
            print(f"{path.name}: {failure}")
    print(f"{title}: {passed} of {total}, {passed / total:.2%}")
    return passed / total


def _cases(path: Path) -> Iterator[Case]:
    text = path.read_text(encoding="utf-8", newline="") if sys.version_info >= (3, 13) else path.read_bytes().decode()
    for chunk in re.split(r"(?:^|\n)(?=#data\n)", text):
        head, separator, tree = chunk.partition("\n#document\n")
        if not separator or "\n#document-fragment\n" in head or "\n#script-on" in head:
            continue
        source = head.partition("\n#errors")[0].removeprefix("#data\n").removeprefix("#data")
        yield Case(source, tree.rstrip("\n"))


def _tree_failures(path: Path) -> tuple[int, list[str]]:
    cases = list(_cases(path))
    failures = []
    for case in cases:
        made = "\n".join(dump(read_tree(case.source)))
        if made != case.tree:
            failures.append(f"{case.source!r}\n  wanted\n{case.tree}\n  made\n{made}")
    return len(cases), failures


def dump(tree: Tree) -> list[str]:
    """The tree in the notation of the suite."""
    lines: list[str] = []
    stack = [(child, 0) for child in reversed(tree.children(0))]
    while stack:
        node, depth = stack.pop()
        kind = tree.kind(node)
        indent = "| " + "  " * depth
        if kind == "text" and tree.continues(node):
            lines[-1] = f'{lines[-1][:-1]}{tree.text(node)}"'
        elif kind == "text":
            lines.append(f'{indent}"{tree.text(node)}"')
        elif kind == "comment":
            lines.append(f"{indent}<!-- {tree.text(node)} -->")
        elif kind == "doctype":
            lines.append(indent + _doctype(tree, node))
        else:
            lines.append(f"{indent}<{'' if kind == 'html' else kind + ' '}{tree.name(node)}>")
            lines.extend(_attributes(tree, node, indent + "  "))
            depth += 1
            if kind == "html" and tree.name(node) == "template":
                lines.append("| " + "  " * depth + "content")
                depth += 1
            stack.extend((child, depth) for child in reversed(tree.children(node)))
    return lines


def _doctype(tree: Tree, node: int) -> str:
    name, public, system = tree.doctype(node)
    if public is None and system is None:
        return f"<!DOCTYPE {name}>"
    return f'<!DOCTYPE {name} "{public or ""}" "{system or ""}">'


def _attributes(tree: Tree, node: int, indent: str) -> list[str]:
    is_foreign = tree.kind(node) != "html"
    found = {}
    for name, value in tree.attributes(node).items():
        shown = name.replace(":", " ", 1) if is_foreign and _FOREIGN_NAMES.match(name) else name
        found[shown] = value or ""
    return [f'{indent}{name}="{found[name]}"' for name in sorted(found)]


def _token_failures(path: Path) -> tuple[int, list[str]]:
    tests = json.loads(path.read_text(encoding="utf-8")).get("tests", [])
    n_cases, failures = 0, []
    for test in tests:
        for state in test.get("initialStates", ["Data state"]):
            n_cases += 1
            source, wanted = test["input"], _wanted(test["output"])
            if test.get("doubleEscaped"):
                source, wanted = _unescape(source), json.loads(_unescape_json(json.dumps(wanted)))
            made = _made(source, _STATES[state], test.get("lastStartTag"))
            if made != _replaced(wanted):
                failures.append(f"{test['description']} ({state})\n  {source!r}\n  wanted {wanted}\n  made   {made}")
    return n_cases, failures


def _unescape(text: str) -> str:
    return re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), text)


def _unescape_json(text: str) -> str:
    return text.replace("\\\\u", "\\u")


def _replaced(wanted: list[object]) -> list[object]:
    """A lone surrogate cannot be in UTF-8; the kernel reads U+FFFD."""
    text = json.dumps(wanted, ensure_ascii=False).encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return json.loads(text)  # type: ignore[no-any-return]


def _wanted(output: list[list[object]]) -> list[object]:
    found: list[object] = []
    for token in output:
        if token == "ParseError":
            continue
        if token[0] == "Character" and found and found[-1][0] == "Character":  # type: ignore[index]
            found[-1] = ["Character", found[-1][1] + token[1]]  # type: ignore[index, operator]
        else:
            found.append(list(token))
    return found


def _made(source: str, state: str, last_start_tag: str | None) -> list[object]:
    found: list[list[object]] = []
    for kind, *rest in read_tokens(source, state=state, last_start_tag=last_start_tag):
        if kind == "text":
            if found and found[-1][0] == "Character":
                found[-1][1] += rest[0]
            else:
                found.append(["Character", rest[0]])
        elif kind == "start":
            name, attributes, closes = rest
            values = {key: value or "" for key, value in attributes.items()}
            found.append(["StartTag", name, values, True] if closes else ["StartTag", name, values])
        else:
            found.append([{"end": "EndTag", "comment": "Comment", "doctype": "DOCTYPE"}[kind], *rest])
    return found  # type: ignore[return-value]


if __name__ == "__main__":
    sys.exit(main())
