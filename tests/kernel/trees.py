"""Trees written on one line: `html(head body(p(b"text")))`; and the same from the two oracles."""

import turbohtml
from selectolax.lexbor import LexborHTMLParser

from sitegrain.kernel import read_tree


def outline(html, **options):
    """The tree of the kernel on one line, attributes left out."""
    tree = read_tree(html, **options)
    return " ".join(_outline(tree, node) for node in _whole(tree, 0))


def _whole(tree, node):
    """Children of a node, pieces of a text that are continued left out."""
    return [child for child in tree.children(node) if not tree.continues(child)]


def _outline(tree, node):
    kind = tree.kind(node)
    if kind == "text":
        return repr(text_at(tree, node))
    if kind == "comment":
        return f"<!{tree.text(node)}>"
    if kind == "doctype":
        return "doctype"
    name = tree.name(node) if kind == "html" else f"{kind}:{tree.name(node)}"
    inside = " ".join(_outline(tree, child) for child in _whole(tree, node))
    return f"{name}({inside})" if inside else name


def text_at(tree, node):
    """A text with all pieces that continue it."""
    text = tree.text(node)
    while (node := tree.next(node)) >= 0 and tree.continues(node):
        text += tree.text(node)
    return text


def elements(html):
    """(depth, name) of every element and ("text", text) of every text, in document order; templates are empty."""
    tree = read_tree(html)
    rows = []
    stack = [(child, 0) for child in reversed(_whole(tree, 0))]
    while stack:
        node, depth = stack.pop()
        if tree.kind(node) == "text":
            rows.append(("text", text_at(tree, node)))
        elif tree.kind(node) in ("html", "svg", "math"):
            rows.append((depth, tree.name(node)))
            if tree.name(node) != "template":
                stack.extend((child, depth + 1) for child in reversed(_whole(tree, node)))
    return rows


def lexbor_elements(html):
    rows = []
    stack = [(LexborHTMLParser(html).root, 0)]
    while stack:
        node, depth = stack.pop()
        if node is None:
            continue
        stack.append((node.next if depth else None, depth))
        if node.tag == "-text":
            rows.append(("text", node.text_content or ""))
        elif node.is_element_node:
            rows.append((depth, node.tag))
            if node.tag != "template":
                stack.append((node.child, depth + 1))
    return rows


def turbohtml_elements(html):
    rows = []
    stack = [(child, 0) for child in reversed(list(turbohtml.parse(html).children))]
    while stack:
        node, depth = stack.pop()
        if isinstance(node, turbohtml.Text):
            rows.append(("text", str(node.data)))
        elif isinstance(node, turbohtml.Element):
            rows.append((depth, node.tag))
            if node.tag != "template":
                stack.extend((child, depth + 1) for child in reversed(list(node.children)))
    return rows
