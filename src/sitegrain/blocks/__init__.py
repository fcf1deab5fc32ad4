"""Blocks of pages, their classes over a site, and how much each class tells."""
