"""Makes `src/sitegrain/content/scorer.json` from labelled pages."""
