"""Frozen values and the pure rules over them; imports nothing but errors and the standard library."""
