"""What a page says about itself: structured data, title, author, date, description, canonical URL."""

from sitegrain.content.metadata.read import Metadata, read_metadata
from sitegrain.content.metadata.structured import Structured, article_body, json_ld_types, read_structured

__all__ = ["Metadata", "Structured", "article_body", "json_ld_types", "read_metadata", "read_structured"]
