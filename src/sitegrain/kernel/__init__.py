"""Compiled loops: bytes in, flat arrays out. No policy, no thresholds."""

from sitegrain.kernel._html import Tree, read_tokens, read_tree

__all__ = ["Tree", "read_tokens", "read_tree"]
