"""One memory through each way of calling it."""
