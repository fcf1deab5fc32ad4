"""The published methods, each behind the one interface of `segmenter`."""
