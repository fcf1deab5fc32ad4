"""Which pages belong together: by layout, by topic, or because they say nearly the same."""
