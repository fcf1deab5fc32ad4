"""Compiled loops: bytes in, flat arrays out. No policy, no thresholds."""

from sitegrain.kernel._html import TAG_NAMES, Axis, Column, Roles, Tree, read_axis, read_tokens, read_tree

__all__ = ["TAG_NAMES", "Axis", "Column", "Roles", "Tree", "read_axis", "read_tokens", "read_tree"]
