"""Pieces of pages with tables."""

MODELS = (("Model", "Weight", "Price"), ("Alpha", "120 g", "199"), ("Gamma", "135 g", "249"))


def links(n):
    return " ".join(f"<a href=/{i}>link{i}</a>" for i in range(n))


def words(n):
    return " ".join(f"word{i}" for i in range(n))


def rows(lines):
    return "<table>" + "".join("<tr>" + "".join(f"<td>{cell}" for cell in line) for line in lines) + "</table>"
