"""The errors sitegrain raises on purpose.

    SitegrainError
      SourceError    (OSError)      a source that does not exist, or is not what it claims to be
      ModelError     (ValueError)   a model file of another version, or no model file at all
      ExtraError     (ImportError)  an optional part is not installed; the message has the pip line
      FitError       (ValueError)   nothing to learn from
      WriteError     (OSError)      an output that cannot be written
      UsageError     (ValueError)   an option or argument that makes no sense, a selector that does not parse

A bad page is not an error: it is a `Skipped` row (see `sitegrain.pages.raw`).
"""


class SitegrainError(Exception):
    """Root of every error that sitegrain raises on purpose."""


class SourceError(SitegrainError, OSError):
    """A source does not exist, cannot be opened, or is not what it claims to be."""


class ModelError(SitegrainError, ValueError):
    """A file is not a site model, or one of another format version."""


class ExtraError(SitegrainError, ImportError):
    """An optional dependency is missing; the message says which `pip install` brings it."""


class FitError(SitegrainError, ValueError):
    """There is nothing to learn from, or a parameter is out of range."""


class WriteError(SitegrainError, OSError):
    """An output cannot be written."""


class UsageError(SitegrainError, ValueError):
    """An option, argument or selector that cannot be used as given."""
