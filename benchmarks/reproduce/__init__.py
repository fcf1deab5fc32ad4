"""The published experiments on data that we have."""
