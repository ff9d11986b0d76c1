"""Work that keeps a space in order."""
