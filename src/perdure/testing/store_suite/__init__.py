"""The parts of StoreConformance, one a concern."""
