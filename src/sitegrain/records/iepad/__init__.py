"""IEPAD: repeated patterns in the tags of a page (Chang and Lui, WWW 2001)."""

from sitegrain.records.iepad.iepad import Iepad

__all__ = ["Iepad"]
