"""From pages to content: inputs, scores, the cut, kinds, rendering, metadata."""
