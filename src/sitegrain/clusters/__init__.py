"""Which pages belong together: by layout, by topic, or because they say nearly the same."""

from sitegrain.clusters.content import read_content
from sitegrain.clusters.duplicates import find_duplicates, sign_content
from sitegrain.clusters.layouts import find_layouts
from sitegrain.clusters.topics import count_words, find_topics

__all__ = ["count_words", "find_duplicates", "find_layouts", "find_topics", "read_content", "sign_content"]
