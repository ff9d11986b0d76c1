"""The search index of a space, in memory: arrays with a row a passage. It knows no SQL, so that every backend can fill it."""
