"""sitegrain learns what the pages of a web site share, and gives back what each page says."""

__version__ = "0.1.0"
