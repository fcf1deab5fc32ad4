"""What a page says about itself: structured data, title, author, date, description, canonical URL."""

from sitegrain.content.metadata.read import Metadata, read_metadata
from sitegrain.content.metadata.structured import Structured, read_structured

__all__ = ["Metadata", "Structured", "read_metadata", "read_structured"]
