"""Bytes of a page to flat arrays: encodings, parsing, units, tokens, addresses."""
