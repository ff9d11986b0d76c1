"""The write path: entries, candidates, and what becomes of them."""
