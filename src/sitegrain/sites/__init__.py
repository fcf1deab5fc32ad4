"""Grouping pages into sites, sampling, the site tree, layouts, statistics."""
